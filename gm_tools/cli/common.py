"""What the commands share: reports put out, values read from words, names of tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from gm_tools.core import clock
from gm_tools.core.i18n import _, languages
from gm_tools.core.languages import speak
from gm_tools.core.problems import InputError
from gm_tools.core.toml import parse_toml
from gm_tools.render.layout import printable
from gm_tools.table.files import read_stdin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gm_tools.reports.base import Report

T = TypeVar("T")

TURNS = Path("turns")


# Output


def tell(text: str) -> None:
    """Write a line of data to stdout."""
    sys.stdout.write(printable(text) + "\n")


def say(text: str) -> None:
    """Write a message for people, which is no data, to stderr."""
    sys.stderr.write("\n".join(map(printable, text.split("\n"))) + "\n")


def note(text: str) -> None:
    """Say something beside the data: `gm: the table is in turns/dust`."""
    say(f"gm: {text}")


def warn(text: str) -> None:
    """Say what the game master should look at, though the command goes on."""
    note(_("warning: {text}", text=text))


def one_line(text: str) -> str:
    r"""Return an order as posted on one line, cut where it is long.

    >>> one_line("A(2M)\n RM")
    'A(2M) RM'
    """
    flat = printable(" ".join(text.split()))
    return flat if len(flat) <= 80 else flat[:77] + "..."


def emit(report: Report, markup: str | None = None, *, json: bool = False) -> None:
    """Put a report out: in colour on a terminal, as plain text anywhere else, or in the markup asked for.

    `terminal` asked for by name is in colour in a pipe too (`| less -R`). NO_COLOR takes the colour from both.
    """
    from gm_tools.render import render, render_file

    markup = "json" if json else markup
    if markup in {None, "terminal"} and _has_colour(asked=markup is not None):
        from gm_tools.render.terminal import write

        write(report, sys.stdout, force=not sys.stdout.isatty())
        return
    if markup == "png":
        if sys.stdout.isatty():
            raise InputError(_("a picture cannot be shown in a terminal"), allowed=_("--format png > FILE.png"))
        sys.stdout.buffer.write(render_file(report, markup))
        return
    sys.stdout.write(render(report, "text" if markup in {None, "terminal"} else markup or "text"))


def emit_lines(kind: str, lines: Iterable[str], data: dict[str, Any], markup: str | None = None) -> None:
    """Put out what a command came to, for people in lines, for programs as `data`."""
    from gm_tools.core.blocks import Lines
    from gm_tools.reports.base import Report

    emit(Report(kind, "", (Lines("", tuple(lines)),), data), markup)


def emit_post(report: Report, forum: str, markup: str | None = None) -> None:
    """Put a report out as the posts for a forum, if one is known and no markup was asked for instead.

    Else it is put out as by `emit`.
    """
    if forum and markup is None:
        from gm_tools.render import forum_posts

        sys.stdout.write(forum_posts.render(report, forum))
    else:
        emit(report, markup)


def _has_colour(*, asked: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if asked or os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield the items, with a bar on stderr that shows how far they are, if that is a terminal and it takes a while."""
    show = progress_bar(what)
    for at, item in enumerate(items):
        show(at, len(items))
        yield item
    show(len(items), len(items))


def progress_bar(what: str) -> Callable[[int, int], None]:
    """Return a function of (done, of how many) that draws a bar on a terminal's stderr after half a second.

    With GM_PROGRESS in the environment it writes lines such as `3/40 games` in place of a bar, for programs that start
    this one.
    """
    if os.environ.get("GM_PROGRESS"):
        return lambda done, count: say(f"{done}/{count} {what}")
    if not sys.stderr.isatty():
        return lambda _done, _count: None
    begun, drawn = monotonic(), 0.0

    def show(done: int, count: int) -> None:
        nonlocal drawn
        now = monotonic()
        if drawn and done == count:
            sys.stderr.write("\r\x1b[K")
        elif done < count and now - begun > 0.5 and now - drawn > 0.1:
            drawn = now
            filled = 30 * done // count
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{count} {what}")
        sys.stderr.flush()

    return show


# Time


def now_of(text: str) -> int:
    """Return the moment that `--now` says, in seconds since 1970; else what the clock shows."""
    if text:
        from gm_tools.core.times import parse_moment

        return parse_moment(text, "--now").seconds
    return clock.now()


# Tables


def choose_language(name: str) -> str:
    """Use the language that `--lang` names, else the one in GM_LANG; raise InputError with those there are."""
    environment = os.environ.get("GM_LANG", "")
    asked = name or environment
    speak(environment if environment in languages() else "")  # to say in what is wrong with the other
    if asked and asked not in languages():
        key = "--lang" if name else "GM_LANG"
        raise InputError(_("found {value!r}", value=asked), key=key, allowed=", ".join(languages()))
    speak(asked)
    return name


def new_folder(name: str) -> Path:
    """Return where a new table goes: below ./turns if that exists and `name` is no path."""
    return below_turns(name) if TURNS.is_dir() else Path(name)


def table_names() -> list[str]:
    """Return the names of the tables below ./turns."""
    return sorted(path.parent.name for path in TURNS.glob("*/table.toml"))


def below_turns(name: str) -> Path:
    """Return the path of a name below ./turns; what is a path already stays as it is."""
    path = Path(name)
    bare = name == path.name and name not in {"", ".", ".."}
    return TURNS / name if bare else path


# Words


def text_or_stdin(text: str) -> str:
    """Return `text`, or what stands on standard input if it is a dash alone."""
    if text != "-":
        return text.removeprefix(" ") if text.startswith(" -") else text  # the blank that `shield_texts` put there
    if sys.stdin.isatty():
        note(_('reading from the keyboard; end with Ctrl-D (write an order that is only a dash as "- " here)'))
    found = read_stdin()
    if not found.strip():
        raise InputError(
            _("is empty"),
            file=_("standard input"),
            allowed=_('an order; write an order that is only a dash as "- " here'),
        )
    return found


def shield_texts(words: Iterable[str]) -> list[str]:
    """Return the words of a call with those kept from being taken for options that are texts in truth: `- `, `- 4M -`.

    >>> shield_texts(["A", "- ", "-", "--json", "-h", "--"])
    ['A', ' - ', '-', '--json', '-h', '--']
    """
    return [f" {word}" if word[:1] == "-" and not _is_option(word) else word for word in words]


def _is_option(word: str) -> bool:
    name = word.lstrip("-")
    return word in {"-", "--"} or name[:1].isalnum()


def read_pairs(words: Iterable[str], what: str) -> dict[str, Any]:
    """Return words `key=value` as a table, the values in TOML syntax, bare words as texts.

    >>> read_pairs(["laps=5", "edition=third"], "--option")
    {'laps': 5, 'edition': 'third'}
    """
    pairs: dict[str, Any] = {}
    for word in words:
        key, value = _split_pair(word, what)
        if key in pairs:
            raise InputError(_("{what} names {key!r} twice", what=what, key=key))
        pairs[key] = read_value(value)
    return pairs


def _split_pair(word: str, what: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not key.strip():
        raise InputError(_("{what}: found {word!r}", what=what, word=word), allowed=_("key=value"))
    return key.strip(), value.strip()


def read_value(text: str) -> Any:
    """Return a value in TOML syntax; a bare word is a text.

    >>> [read_value(text) for text in ("3", "true", "[1, 2]", "turbo")]
    [3, True, [1, 2], 'turbo']
    """
    values = _toml_list(text)
    return values[0] if values is not None and len(values) == 1 else text


def read_draws(words: Iterable[str]) -> dict[str, list[Any]]:
    """Return words `kind=v1,v2` as draws by kind: values in TOML syntax or bare words, commas between them.

    A kind may be named again for more of it. A row (of cards, of marks) is one value, written `A>B>C`.

    >>> read_draws(["oil=left,same", "sand=true", "oil=right"])
    {'oil': ['left', 'same', 'right'], 'sand': [True]}
    """
    draws: dict[str, list[Any]] = {}
    for word in words:
        kind, text = _split_pair(word, "--draw")
        values = _toml_list(text)
        if values is None:
            if set(text) & set("[]{}\"'"):
                raise InputError(
                    _("found {value!r}", value=text),
                    key=f"--draw {kind}",
                    allowed=_("TOML values or bare words, A>B>C for a row"),
                )
            values = [read_value(part.strip()) for part in text.split(",")]
        draws.setdefault(kind, []).extend(values)
    return draws


def source_of_draws(source: str, draws: Sequence[str] | None) -> str:
    """Return the source of entered draws.

    Raises InputError if they have none, without which they would be worth nothing.
    """
    if draws and not source.strip():
        raise InputError(_("--draw needs --source"), allowed=_("where others can look the draws up"))
    return source


def _toml_list(text: str) -> list[Any] | None:
    """Return the values in a list written without its brackets, None if it is not TOML."""
    try:
        table = parse_toml(f"values = [{text}]")
    except InputError:
        return None
    values = table["values"]
    return values if len(table) == 1 and isinstance(values, list) else None
