"""Order grammars: `grammars/<game>.lark` read once a process, and its errors said in a player's words."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gm_tools.core.i18n import _
from gm_tools.core.paths import folder
from gm_tools.core.problems import Problem
from gm_tools.core.text import one_of
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lark import Lark

T = TypeVar("T")

# What lark's standalone parser imports for its log, and for files of its own: it takes a third of what reading the
# parser takes.
_LOG = (
    r"import logging\n(.*?)logger: logging\.Logger = logging\.getLogger\([^)]*\)\n"
    r"logger\.addHandler\(logging\.StreamHandler\(\)\)\n(.*?)logger\.setLevel\(logging\.CRITICAL\)\n"
)
_FILES = "import pickle, zlib, base64\n"
_DATA = "from dataclasses import dataclass\n"  # of which it makes one
_QUICK = "from __future__ import annotations\n"  # what it says of types is not worked out

_SHIFT = 0  # what lark's table calls going on to another state with a token
_LETTERS = "qxz"  # which nothing but a name has
_WORD = re.compile(r"[+-]?\w{1,20}|.", re.DOTALL)  # what is named of a text from where it cannot be read
_UNREAD = Problem("invalid", "", "unreadable")  # shown to nobody
_probes = 0  # how many searches are under way that only ask whether texts can be read
LONGEST = 4000  # characters; no game has an order of a tenth of that


class Silence:
    """The log of a kept parser, which says nothing."""

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_args, **_kwargs: None


def dataclass(**_options: bool) -> Callable[[type[T]], type[T]]:
    """Return what lets a class of a kept parser be made from its fields.

    It stands in for the library's module of this name, which is slow to import.
    """

    def decorate(kind: type[T]) -> type[T]:
        def begin(self: Any, *values: Any, **named: Any) -> None:
            for name, value in {**dict(zip(kind.__annotations__, values, strict=False)), **named}.items():
                setattr(self, name, value)
            self.__post_init__()

        kind.__init__ = begin  # type: ignore[method-assign]
        return kind

    return decorate


class Terminal(Protocol):
    """What a terminal of a grammar has found: `type` is its name there, however it is written."""

    @property
    def type(self) -> str:
        """The name of the terminal."""


class Parser(NamedTuple):
    """What reads the orders of a game: `parse` gives an order or raises `failure`, lark's UnexpectedInput.

    `patterns` returns what the grammar's terminals match, by name.
    """

    parse: Callable[[str], Any]
    failure: type[Exception]
    patterns: Callable[[], Mapping[str, re.Pattern[str]]]


def inline(maker: type[T]) -> type[T]:
    """Let the methods of a class take the parts of their rule one by one: lark's `v_args(inline=True)` without lark."""
    for name, method in [*vars(maker).items()]:
        if callable(method) and not name.startswith("_"):
            setattr(maker, name, lambda self, parts, method=method: method(self, *parts))
    return maker


@cache
def load(game: str, maker: Callable[[], Any]) -> Parser:
    """Return the LALR parser of `grammars/<game>.lark`, what it finds turned into orders by `maker()` as it reads.

    Importing lark takes longer than all else that a command does. What of it an order needs, with the grammar's table,
    is lark's own standalone parser: that is made once and kept. Where there is no lark, as in the page's engine, the
    parser lies beside this package's modules: see `page/pack.py`.
    """
    kept = _load_kept(game)
    if kept is None:
        from lark import UnexpectedInput

        whole = _make_parser(game, maker)
        return Parser(whole.parse, UnexpectedInput, cache(partial(_patterns, whole.terminals)))
    alone = kept.Lark_StandAlone(transformer=maker())
    return Parser(alone.parse, kept.UnexpectedInput, cache(partial(_patterns, alone.terminals)))


def _patterns(terminals: Iterable[Any]) -> dict[str, re.Pattern[str]]:
    return {one.name: re.compile(one.pattern.to_regexp()) for one in terminals}


def _source(game: str) -> str:
    return (folder("grammars") / f"{game}.lark").read_text(encoding="utf-8")


def _make_parser(game: str, maker: Callable[[], Any] | None = None) -> Lark:
    from lark import Lark

    return Lark(_source(game), parser="lalr", transformer=maker and maker(), maybe_placeholders=False)


def parser_name(game: str) -> str:
    """Return the name of the file that holds a game's standalone parser: `nascar_orders.py`."""
    return f"{game}_orders.py"


def make_standalone(game: str) -> str:
    """Return a Python module that reads the orders of a game without lark.

    It is lark's standalone parser. It keeps no log and no files, so that it imports neither `logging` nor `pickle`, and
    not `dataclasses` either.
    """
    from io import StringIO

    from lark.tools.standalone import gen_standalone

    out = StringIO()

    def write(piece: Any = "") -> None:
        is_table = isinstance(piece, dict) and "parser" in piece
        print(_put_in_order(piece) if is_table else piece, file=out)

    gen_standalone(_make_parser(game), write)  # type: ignore[no-untyped-call]
    log = rf"\1from {__name__} import Silence\n\nlogger = Silence()\n\2"
    text = re.sub(_LOG, log, out.getvalue(), flags=re.DOTALL).replace(_FILES, "")
    text = text.replace(_DATA, f"from {__name__} import dataclass\n")
    return f"{_QUICK}{text}"


def find_standalone(game: str) -> str:
    """Return what `make_standalone` returns, out of the file of the kept parser where there is one: that is quicker."""
    kept = _load_kept(game)
    made_from = getattr(kept, "MADE_FROM", None)
    if made_from is None:
        return make_standalone(game)
    return Path(kept.__file__).read_text(encoding="utf-8").removesuffix(_end(made_from))


def _end(made_from: tuple[str, str, str]) -> str:
    """Return the end of the file of a kept parser."""
    return f"\nMADE_FROM = {made_from!r}\n"


def _put_in_order(data: dict[str, Any]) -> dict[str, Any]:
    """Return a parser's data with its tokens numbered by name, its states by the way from the first.

    lark numbers them as its sets happen to lie: each run of Python would write another parser of the same grammar.
    """
    table = data["parser"]["parser"]
    names: dict[int, str] = table["tokens"]
    rows = {at: sorted((names[token], deed) for token, deed in row.items()) for at, row in table["states"].items()}
    order = [*table["start_states"].values()]
    for at in order:  # which grows
        order += [to for _name, (deed, to) in rows[at] if deed == _SHIFT and to not in order]
    token_at = {name: at for at, name in enumerate(sorted(names.values()))}
    state_at = {state: at for at, state in enumerate(dict.fromkeys(order))}
    states = {
        state_at[state]: {
            token_at[name]: (deed, state_at[to] if deed == _SHIFT else to) for name, (deed, to) in rows[state]
        }
        for state in state_at
    }
    ends = {
        f"{which}_states": {start: state_at[at] for start, at in table[f"{which}_states"].items()}
        for which in ("start", "end")
    }
    numbered = {**table, **ends, "tokens": {at: name for name, at in token_at.items()}, "states": states}
    return {**data, "parser": {**data["parser"], "parser": numbered}}


def _list_sources(game: str) -> tuple[str, str, str]:
    """Return what a kept parser was made from, and has to fit still.

    These are the grammar, lark's first file, which names its version, and what was left out of lark.
    """
    from importlib.util import find_spec

    spec = find_spec("lark")
    assert spec is not None
    assert spec.origin
    return _source(game), Path(spec.origin).read_text(encoding="utf-8"), _LOG + _FILES + _DATA + _QUICK


def _load_kept(game: str) -> Any:
    """Return the module of a game's standalone parser, made now if it is not there; None where nothing can be kept."""
    name = parser_name(game)
    packed = folder("grammars") / name
    if packed.is_file():
        return _run(packed)
    place = _private_folder()
    if place is None:
        return None
    path = place / name
    for __ in range(2):
        with suppress(Exception):  # whatever is wrong with it, it is made again
            module = _run(path)
            if _list_sources(game) == module.MADE_FROM:
                return module
        try:
            _write(path, f"{make_standalone(game)}{_end(_list_sources(game))}")
        except OSError:
            return None
    return None


def _run(path: Path) -> Any:
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # its data classes look themselves up there
    spec.loader.exec_module(module)
    return module


def _write(path: Path, text: str) -> None:
    """Write a file whole: whoever reads it meanwhile has the old one or the new one."""
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=path.stem, delete=False) as file:
        file.write(text)
    Path(file.name).replace(path)


def _private_folder() -> Path | None:
    """Return where parsers may be kept: a folder that nobody but this user can write to, else none.

    A kept parser is a program: it must not be read from a place where others can leave one (such as /tmp).
    """
    import os

    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        place = (Path(home) if home else Path.home() / ".cache") / "gm_tools"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = place.stat()
    except (OSError, RuntimeError):
        return None
    is_private = not hasattr(os, "getuid") or (state.st_uid == os.getuid() and not state.st_mode & 0o022)
    return place if is_private and os.access(place, os.W_OK) else None


@contextmanager
def probing() -> Iterator[None]:
    """Let `read` leave out what is wrong with a text, and what would mend it.

    It is for trying hundreds of neighbours of an order.
    """
    global _probes  # noqa: PLW0603  (games read their orders by functions that know of no searches)
    _probes += 1
    try:
        yield
    finally:
        _probes -= 1


def is_probing() -> bool:
    """Tell whether only yes or no is asked of an order: games then need not look for what would mend it."""
    return _probes > 0


def read(
    parser: Parser,
    text: str,
    *,
    rule: str,
    words: Mapping[str, str],
    mend: Callable[[str, int], Iterable[str]],
    parse: Callable[[str], Any],
) -> Any:
    """Return what the parser makes of `text`, or a Problem (`invalid`, with `rule`) that a player understands.

    `words` says for each terminal of the grammar what it is in a player's words, marked for the catalogues (terminals
    left out are not offered), with an example as it is typed. `mend` proposes other texts for a fault at a place (from
    0), likeliest first: the first that `parse`, the game's own reader, takes for an order becomes the suggestion;
    one-edit repairs are tried after them.
    """
    if len(text) > LONGEST:
        return Problem(
            "invalid",
            rule,
            _("{count} characters are too many for an order (at most {most})", count=len(text), most=LONGEST),
        )
    try:
        return parser.parse(text)
    except parser.failure as error:
        return _UNREAD if _probes else _fault(parser, error, text, rule, words, mend, parse)


def _fault(
    parser: Parser,
    error: Any,
    text: str,
    rule: str,
    words: Mapping[str, str],
    mend: Callable[[str, int], Iterable[str]],
    parse: Callable[[str], Any],
) -> Problem:
    """Return what is wrong with a text that cannot be read.

    `error` is lark's UnexpectedCharacters or UnexpectedToken.
    """
    at, found = len(text), ""
    if hasattr(error, "allowed"):  # it is of characters
        at = error.pos_in_stream or 0
        found = repr(word[0]) if (word := _WORD.match(text, at)) else ""
    elif error.token.type != "$END":
        at, found = error.token.start_pos or 0, repr(str(error.token))
    # What can really follow: lark's own lists are those of a state that an LALR table shares among several beginnings.
    # What is read to its end, and goes on, can only be an order with something after it.
    follows = error.interactive_parser.accepts()
    expected = [(name, _name_terminal(parser, name, words[name])) for name in words if name in follows]
    rest = text[at:].rstrip()
    suggestion = _first_readable(parse, mend(text, at))
    begun = _list_begun(parser, text, at, expected) if found and not suggestion else []
    wanted = one_of(sorted({called for _name, called in expected}))
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    message = _("the order ends too early; write {wanted} next", wanted=wanted)
    if found:
        message = _("{found} does not fit here; write {wanted}", found=found, wanted=wanted)
        if not wanted:
            message = _("the order should end before {found}", found=found)
    if not begun and not suggestion:
        suggestion = _first_readable(parse, [text[:i] + text[i + 1 :] for i in (at, at - 1) if 0 <= i < len(text)])
    if begun:
        message = _("{found!r} is only the beginning of {wanted}", found=rest, wanted=one_of(begun))
    return Problem("invalid", rule, message, "", line, column, suggestion)


def _name_terminal(parser: Parser, name: str, words: str) -> str:
    """Return what a terminal is called in a message: what is typed as it stands is the same in every language."""
    pattern = parser.patterns().get(name)
    return words if pattern is not None and pattern.fullmatch(words) else _(words)


def _list_begun(parser: Parser, text: str, at: int, wanted: Iterable[tuple[str, str]]) -> list[str]:
    """Return the words of those terminals of which the rest of a text, from `at` (from 0), is the beginning.

    With the end of one of a terminal's examples it is whole. `wanted` are the terminals that may stand there, each with
    its words. Left out is what may begin with anything: with any letters in between it is whole, too, as a name is
    (`red:`), or where nothing stands before it with any letter instead (`R:`).
    """
    patterns = parser.patterns()
    rest = text[at:].rstrip()
    found = set()
    for name, words in wanted:
        for end in _ends_of_examples(words):
            anything = [rest + _LETTERS + end] + [letter + end for letter in _LETTERS if not text[:at].strip()]
            is_whole = patterns[name].fullmatch if name in patterns else lambda _text: None
            if is_whole(rest + end) and not any(map(is_whole, anything)):
                found.add(words)
    return sorted(found)


@cache
def _ends_of_examples(words: str) -> frozenset[str]:
    """Return the ends of the examples in a terminal's words.

    Examples stand in brackets if there are any: of `a gear (G0, GEN)` the ends are 0, EN and N.
    """
    examples = words[words.find(" (") + 1 :].split()
    bare = [example.rstrip(",)") for example in examples]  # beside `(+1,-1)`, whose bracket may be part of it
    return frozenset(example[at:] for example in (*examples, *bare) for at in range(1, len(example)))


def _first_readable(parse: Callable[[str], Any], proposals: Iterable[str]) -> str:
    """Return the first proposal that a game takes for an order, empty if it takes none."""
    with probing():
        found = (text for text in proposals if text.strip() and not isinstance(parse(text), Problem))
        return next(found, "").strip()
