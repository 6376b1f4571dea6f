"""Templates of posts: the shipped one, `templates/post.j2`, and the game master's own, in every markup.

A template's words go into the post as they are, what comes from the table as text. To tell the two apart, every character
that a template itself writes is moved to a private plane of Unicode while it is filled in, where no data can be: loops,
macros and filters may do with it what they like. In the end what is still where it was is escaped, and the rest put back.
Blocks stand as one character each until then, so that posts can be parted between and within them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import FunctionLoader, TemplateNotFound, TemplateSyntaxError, UndefinedError, pass_context
from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import Extension
from jinja2.lexer import TOKEN_DATA, TOKEN_STRING, Token

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture, Span, picture_lines
from gm_tools.core.data import folder
from gm_tools.core.events import PUBLIC
from gm_tools.core.problems import InputError
from gm_tools.core.text import nearest
from gm_tools.core.words import tr
from gm_tools.render.layout import printable, prose
from gm_tools.render.pieces import Piece
from gm_tools.render.sandbox import KEPT, Sandbox, TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from gm_tools.render.pieces import Style
    from gm_tools.report import Report

SHIPPED = "post.j2"
LONGEST = 100_000  # characters of a template
MOST = 1_000_000  # characters of all posts
NAMED = ("board", "events", "standings", "deadline", "fairness", "orders", "draws")  # blocks there is one of
SEVERAL = ("amendments", "more")
FILTERS = ("bare", "bullets", "code", "grid", "heading", "part", "shown")

_WORDS = 0xF0000  # where the characters of templates are while they are filled in
_BLOCKS = 0x100000  # and what stands for blocks
_MOVED = {at: _WORDS + at for at in range(0xFFFE) if at != 10 and not 0xD800 <= at < 0xE000}
_BACK = {moved: at for at, moved in _MOVED.items()}
_PRIVATE = re.compile("[\U000f0000-\U0010ffff]")
_DATA = re.compile("[^\U000f0000-\U0010ffff]+")
_BLOCK = re.compile("([\U00100000-\U0010ffff])")


class Template(NamedTuple):
    """A game master's template: where it was read, and its text."""

    file: str
    text: str


def shipped() -> str:
    """Return the text of the shipped template, to begin one's own with."""
    return (folder("templates") / SHIPPED).read_text(encoding="utf-8")


def filled(report: Report, style: Style, template: Template | None = None, markup: str = "") -> list[Piece]:
    """Return the pieces of the posts that a template makes of a report; without one, the shipped one.

    Raises InputError with the file, the line and what there is, for a template that cannot be read or filled in, and for
    one that does too much.
    """
    source = template or Template(SHIPPED, shipped())
    if len(source.text) > LONGEST:
        raise InputError(tr("is too long for a template"), file=source.file, allowed=tr("{n} characters", n=LONGEST))
    box = _Box(style)
    context = _context(report, markup)
    try:
        code = box.compile(source.text, source.file, source.file)
        text = box.template_class.from_code(box, code, box.globals).render(context)
    except (
        TemplateError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        AttributeError,
        RecursionError,
    ) as error:
        raise _fault(error, source, context) from None
    return _apart(list(_pieces(text, box)), style)


class _Words(Extension):
    """Moves the characters that a template writes itself out of the way."""

    def filter_stream(self, stream: Any) -> Iterator[Token]:
        for token in stream:
            if token.type == TOKEN_DATA:
                yield Token(token.lineno, token.type, _without(token.value).translate(_MOVED))
            elif token.type == TOKEN_STRING:
                yield Token(token.lineno, token.type, _without(token.value))
            else:
                yield token


class _Box(Sandbox):
    """A sandbox that writes in one style, and remembers the blocks written."""

    def __init__(self, style: Style) -> None:
        super().__init__(
            extensions=[_Words],
            loader=FunctionLoader(lambda name: shipped() if name == SHIPPED else None),
            finalize=self._written,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.style = style
        self.blocks: list[Sequence[Piece]] = []
        self.characters = 0
        self.filters |= {name: self._late(getattr(self, f"_{name}")) for name in FILTERS}

    def text(self, written: str) -> str:
        """Return what was written on one line as it goes into a post: data escaped, the template's own put back."""
        return _DATA.sub(lambda found: self._escaped(found[0]), written).translate(_BACK)

    def _escaped(self, text: str) -> str:
        """Return data as text, with one blank before it at most: more begin a block of code in Markdown, where a list stands."""
        inked = text.lstrip(" ")
        return " " * (inked != text) + self.style.escape(inked)

    @pass_context
    def _written(self, _context: Any, value: Any) -> str:
        """Return what an expression writes: blocks are shown, nothing is nothing."""
        blocks = _blocks_of(value)
        text = "" if value is None else str(value) if blocks is None else self._shown(blocks)
        self.measured(len(text))
        self._writes(len(text))
        return text

    def _writes(self, characters: int) -> None:
        self.characters += characters
        if self.characters > MOST:
            raise TooMuch(tr("it writes more than {n} characters", n=MOST))

    def _late(self, function: Callable[..., str]) -> Any:
        """Return a filter that Jinja does not work out before there is anything to fill in."""
        return pass_context(lambda _context, *args: function(*args))

    def _kept(self, pieces: Sequence[Piece]) -> str:
        """Return the character that stands for pieces until the end."""
        self._writes(sum(len(line) + 1 for piece in pieces for line in piece.lines))
        self.blocks.append(pieces)
        return chr(_BLOCKS + len(self.blocks) - 1)

    def _block(self, block: Block) -> str:
        return self._kept(list(self.style.block(block)))

    def _heading(self, value: Any) -> str:
        return self._kept([Piece("", "", [self.style.title(_flat(value))], "")]) if value else ""

    def _part(self, value: Any) -> str:
        return self._kept([Piece("", "", [self.style.part(_flat(value)).rstrip("\n")], "")]) if value else ""

    def _shown(self, value: Any) -> str:
        return "\n\n".join(self._kept(self.style.headed(block)) for block in _wanted(value))

    def _bare(self, value: Any) -> str:
        return "\n\n".join(map(self._block, _wanted(value)))

    def _code(self, value: Any) -> str:
        lines = picture_lines(value) if isinstance(value, Picture) else _lines_of(value)
        return self._block(Picture("", tuple((Span(line),) for line in lines)))

    def _bullets(self, value: Any) -> str:
        lines = tuple(_lines_of(value))
        return self._block(Lines("", lines)) if lines else ""

    def _grid(self, value: Any, *titles: Any) -> str:
        if isinstance(value, Grid) and not titles:
            return self._bare(value)
        rows = tuple(tuple(map(_flat, row)) for row in (value.rows if isinstance(value, Grid) else value))
        if not titles or any(len(row) > len(titles) for row in rows):
            raise TypeError(tr("grid wants a title for each column: {example}", example='rows | grid("Car", "Speed")'))
        return self._block(Grid("", tuple(Column(_flat(title)) for title in titles), rows))


def _flat(value: Any) -> str:
    """Return a value as text on one line; what of it a template wrote itself is text like all else."""
    return " ".join(_BLOCK.sub("", str(value).translate(_BACK)).split("\n"))


def _lines_of(value: Any) -> Iterable[str]:
    """Return lines as text: those of a block of lines, of a text, of a list."""
    if isinstance(value, Lines):
        return value.lines
    texts = str(value).split("\n") if isinstance(value, str) else value
    return (_BLOCK.sub("", str(text).translate(_BACK)) for text in texts)


def _blocks_of(value: Any) -> tuple[Block, ...] | None:
    """Return the blocks that a value is, None if it is something else."""
    if isinstance(value, Picture | Grid | Lines):
        return (value,)
    is_row = isinstance(value, tuple | list) and all(isinstance(one, Picture | Grid | Lines) for one in value)
    return tuple(value) if is_row else None


def _wanted(value: Any) -> tuple[Block, ...]:
    blocks = _blocks_of(value)
    if blocks is None:
        raise TypeError(tr("only blocks can be shown, and here is {value}", value=f"{_flat(value)!r:.60}"))
    return blocks


def _pieces(text: str, box: _Box) -> Iterator[Piece]:
    """Yield the pieces of what a template wrote: paragraphs, and the blocks among them."""
    shown = "\n".join(map(box.text, text.split("\n")))
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", shown.strip("\n")):
        if not paragraph.strip():
            continue
        words = [word if word.strip() else "" for word in _BLOCK.split(paragraph)]
        if len(words) == 1:
            yield Piece("", "", paragraph.split("\n"), "")
            continue
        for at in range(1, len(words), 2):
            pieces = list(box.blocks[ord(words[at]) - _BLOCKS])
            pieces[0] = pieces[0]._replace(before=words[at - 1])
            if at == len(words) - 2:
                pieces[-1] = pieces[-1]._replace(after=words[at + 1])
            yield from pieces


def _apart(pieces: Sequence[Piece], style: Style) -> list[Piece]:
    """Return the pieces with what the style wants between a list and a block of code behind it."""
    if not style.apart:
        return list(pieces)
    out: list[Piece] = []
    for piece in pieces:
        touches = out and out[-1].kind == "list" and piece.kind == "code" and not piece.heading and not piece.before
        out.append(piece._replace(heading=f"{style.apart}\n\n") if touches else piece)
    return out


# What a template may know


def _context(report: Report, markup: str) -> dict[str, Any]:
    """Return what a template is given: the report, which holds nothing but what its viewer may know."""
    blocks = tuple(_clean_block(block) for block in report.blocks)
    names = report.names or ("more",) * len(blocks)
    data = _clean(report.data)
    context: dict[str, Any] = {
        name: (data or {}).get(name, "") for name in ("headline", "table", "game", "viewer", "turn")
    }
    context |= {"seats": data.get("seats", ()), "over": bool(data.get("over")), "data": data}
    context |= {"title": _clean(report.title), "markup": markup, "blocks": blocks}
    context["private"] = context["viewer"] not in {"", PUBLIC}
    for name in SEVERAL:
        context[name] = tuple(block for block, one in zip(blocks, names, strict=True) if one == name)
    for name in NAMED:
        context[name] = next((block for block, one in zip(blocks, names, strict=True) if one == name), ())
    return context


def _clean_block(block: Block) -> Block:
    if isinstance(block, Picture):
        rows = tuple((Span(_clean(line)),) for line in picture_lines(block))
        return Picture(_clean(block.title), rows, _clean(block.legend))
    if isinstance(block, Lines):
        return Lines(_clean(block.title), _clean(tuple(prose(block.lines))))
    columns = tuple(Column(_clean(column.title), column.right) for column in block.columns)
    return Grid(_clean(block.title), columns, _clean(block.rows))


def _clean(value: Any) -> Any:
    """Return data that a template may have: no control characters, nothing where its own words are, nothing to be changed."""
    if isinstance(value, str):
        return value if value.isprintable() else _without(printable(value))
    if isinstance(value, dict):
        return {key: _clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(_clean, value))
    return value


def _without(text: str) -> str:
    return _PRIVATE.sub("\ufffd", text)


# What can be wrong with a template


def _fault(error: Exception, source: Template, context: Mapping[str, Any]) -> InputError:
    """Return what is wrong with a template, with its line, and what there is instead."""
    line, allowed, message = _line_of(error, source.file), "", str(error)
    name = next(iter(re.findall(r"'([^']*)'", message)), "")
    if isinstance(error, RecursionError):
        message = tr("it calls itself without an end, or is nested too deeply")
    elif isinstance(error, UndefinedError) and message.endswith("is undefined"):
        message, allowed = _no(tr("there is no {name!r}", name=name), name, sorted(context))
    elif isinstance(error, TemplateSyntaxError) and "No filter named" in message:
        message, allowed = _no(tr("there is no filter {name!r}", name=name), name, [*FILTERS, *KEPT, "join", "replace"])
    elif isinstance(error, TemplateNotFound):
        message, allowed = tr("there is no template {name!r} to take in", name=message), SHIPPED
    elif not isinstance(error, SecurityError | TemplateSyntaxError | UndefinedError):
        message = tr("cannot be filled in: {message}", message=message)
    return InputError(message.translate(_BACK), file=source.file, line=line, allowed=allowed)


def _no(message: str, name: str, known: list[str]) -> tuple[str, str]:
    near = nearest(name, known)
    return message + (tr("; did you mean {near}?", near=near) if near else ""), ", ".join(known)


def _line_of(error: Exception, file: str) -> int:
    """Return the line of a template in which an error was raised, 0 if it is unknown."""
    if isinstance(error, TemplateSyntaxError):
        return error.lineno if error.filename in {file, None} else 0
    line, at = 0, error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == file:
            line = at.tb_lineno
        at = at.tb_next
    return line
