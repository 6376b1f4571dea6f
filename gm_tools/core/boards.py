"""Board files as text: TOML between two `+++` lines, then the picture, in which blanks are geometry."""

from collections.abc import Collection, Mapping
from typing import Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import format_value, known_keys, parse_toml, take
from gm_tools.core.tuples import NamedTuple

_AROUND = 38  # columns that are shown on each side of a fault
FENCE = "+++"


class BoardText(NamedTuple):
    """A board file taken apart: front matter, map lines (not padded) and where in the file the map begins.

    `first_line` is the number (from 1) of the first map line in the file, for messages; `header` is the front
    matter as written, so that a board prints back byte for byte.
    """

    front: Mapping[str, Any]
    lines: tuple[str, ...]
    first_line: int
    header: str


def split_board(text: str, *, may_lack_map: bool = False) -> BoardText:
    """Return a board file taken apart; raise InputError with line and column for what no map can hold.

    A BOM and CRLF line ends are read as if they were not there (editors add them); tabs are refused, since nobody can
    know how wide they were meant. Nothing else is guessed. Blank lines at the end are dropped. Only where the front
    matter can say it all the map `may_lack`.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = text.split("\n")
    start = next((i for i, row in enumerate(rows) if row.strip()), None)
    if start is None:
        raise InputError(
            _("the board file is empty"), allowed=_("TOML between two lines {fence}, then the map", fence=FENCE)
        )
    if rows[start].rstrip() != FENCE:
        raise InputError(
            _("found {value!r}", value=rows[start][:20]),
            line=start + 1,
            column=1,
            allowed=_(
                'a line {fence}, then settings such as name = "Mine", then a line {fence}, then the map; gm tracks --new mine --game GAME writes one',
                fence=FENCE,
            ),
        )
    end = next((i for i in range(start + 1, len(rows)) if rows[i].rstrip() == FENCE), None)
    if end is None:
        raise InputError(
            _("the front matter is not closed"), line=start + 1, allowed=_("a second line {fence}", fence=FENCE)
        )
    header = "\n".join(rows[start + 1 : end])
    try:
        front = parse_toml(header, first_line=start + 2)
    except InputError as error:
        error.line = error.line or end  # where it ends, if nothing else is known
        error.message = _("front matter: {message}", message=error.message)
        raise
    lines = rows[end + 1 :]
    while lines and not lines[-1].strip():
        lines.pop()
    faults = [
        Problem(
            "invalid",
            "",
            _("a tab has no fixed width; use blanks"),
            line=end + 2 + i,
            column=at + 1,
        )
        for i, line in enumerate(lines)
        for at, glyph in enumerate(line)
        if glyph == "\t"
    ]
    if faults:
        raise InputError(_("the map holds tabs"), problems=faults)
    if not lines and not may_lack_map:
        raise InputError(_("there is no map under the front matter"), line=end + 1)
    return BoardText(front, tuple(lines), end + 2, header)


def write_starter(text: str, name: str, meanings: Mapping[str, str]) -> str:
    r"""Return a board file to begin with: a shipped one under another name.

    A comment stands above each setting that has a meaning.

    >>> print(write_starter('+++\nname = "Old"\nlaps = 3\n+++\n=**', "mine", {"laps": "how many laps"}))
    +++
    name = "mine"
    # how many laps
    laps = 3
    +++
    =**
    """
    lines: list[str] = []
    fences = 0
    for line in text.split("\n"):
        key = line.partition("=")[0].strip() if "=" in line else line.strip().strip("[]").partition(".")[0]
        fences += line.rstrip() == FENCE
        if fences == 1 and meanings.get(key):
            lines.append(f"# {meanings[key]}")
        lines.append(f"name = {format_value(name)}" if fences == 1 and key == "name" else line)
    return "\n".join(line for line in lines if not (line.startswith("about =") and "about" not in meanings))


def draw_fault(text: str, line: int, column: int) -> tuple[str, ...]:
    r"""Return a line of a board file with a caret under a column, and its neighbours.

    Line and column count from 1; column 0 means the whole line.

    >>> draw_fault("+++\n+++\n=*q*\n", 3, 3)
    ('  2 | +++', '  3 | =*q*', '    |   ^')
    """
    rows = text.split("\n")
    if not 1 <= line <= len(rows):
        return ()
    start = max(0, column - 1 - _AROUND)
    shown = [f"{number:>3} | {rows[number - 1][start : start + 2 * _AROUND]}" for number in (line - 1, line) if number]
    caret = " " * (column - 1 - start) + "^" if column else "^" * max(1, min(2 * _AROUND, len(rows[line - 1])))
    return (*shown, f"    | {caret}")


def check_front(parts: BoardText, game: str, keys: Collection[str]) -> None:
    """Raise InputError for a front matter with another key than `keys`, of another game or another format than 1."""
    with at_key("front matter"):
        known_keys(parts.front, ("format", "game", *keys))
        for key, kind, wanted in (("game", str, game), ("format", int, 1)):
            found = take(parts.front, key, kind, wanted)
            if found != wanted:
                raise InputError(_("found {value!r}", value=found), key=key, allowed=str(wanted))


def drop_common_indent(text: str) -> str:
    """Return a board pasted out of a post without the indentation common to its lines.

    Those are the only blanks in it that mean nothing.
    """
    rows = text.splitlines()
    indent = min((len(row) - len(row.lstrip(" ")) for row in rows if row.strip()), default=0)
    return "\n".join(row[indent:] for row in rows) + "\n"


def refuse_unknown(parts: BoardText, glyphs: str, rule: str, allowed: str) -> None:
    """Raise InputError with every character of the map that is none of `glyphs`, by line and column."""
    faults = [
        Problem(
            "invalid",
            rule,
            _("unknown {glyph!r}; {allowed}", glyph=glyph, allowed=allowed),
            "",
            parts.first_line + row,
            column + 1,
        )
        for row, line in enumerate(parts.lines)
        for column, glyph in enumerate(line)
        if glyph not in glyphs
    ]
    if faults:
        raise InputError(_("the map cannot be read"), problems=faults)


def join_board(header: str, lines: tuple[str, ...]) -> str:
    """Return the text of a board file; blanks at line ends are cut, the file ends with one line feed."""
    return "\n".join([FENCE, *([header] if header else []), FENCE, *(line.rstrip() for line in lines)]) + "\n"
