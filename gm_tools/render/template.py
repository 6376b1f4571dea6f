"""Templates of posts: the shipped one, `templates/post.txt`, and the game master's own, in every markup.

A template is text with named fields, and nothing else: `{title}`, `{board}`, `{if deadline}`. There are no expressions,
no loops and no calls, so a stranger's template can do nothing but choose among what it is given; filling it in takes
time in proportion to its length and to the length of the posts, which has a bound. A template's words go into the post
as they are; what comes from the table is text, escaped for the forum, wherever the template puts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.layout import can_render_png, printable
from gm_tools.render.pieces import PostPart, Style
from gm_tools.reports.base import Report

SHIPPED = "post.txt"
LONGEST = 100_000  # characters of a template
MOST = 1_000_000  # characters of all posts
TEXTS = ("title", "headline", "table", "game", "viewer", "turn", "players", "picture", "replay")
FLAGS = ("over", "private")
NAMED = (
    *("board", "events", "standings", "deadline", "fairness", "orders", "draws", "amendments", "more"),
    *("summary", "result", "proof", "words"),
)
BLOCKS = ("blocks", "rest", *NAMED)
BARE = ".bare"
FIELDS = (*TEXTS, "heading", *BLOCKS)

_WORDS = re.compile(r"[^{]+")
_FIELD = re.compile(r"[ \t]*([A-Za-z_][A-Za-z_.]{0,40})((?:[ \t]+[A-Za-z_][A-Za-z_.]{0,40}){0,2})[ \t]*\}")
_JINJA = re.compile(r"\{\{[^{}\n]{1,200}\}\}")  # as templates of earlier versions had it


class Template(NamedTuple):
    """A game master's template: where it was read, and its text."""

    file: str
    text: str


class Token(NamedTuple):
    """Part of a template: text, a field, or one of `if`, `else` and `end`; where it stands, for messages."""

    kind: str
    text: str
    at: int
    is_negated: bool = False


class Value(NamedTuple):
    """What a field stands for: text from the table, or blocks, each as its pieces."""

    text: str = ""
    blocks: tuple[tuple[PostPart, ...], ...] = ()

    def size(self) -> int:
        """Return roughly how many characters it adds to a post."""
        return len(self.text) + sum(len(piece.with_lines(piece.lines)) + 2 for block in self.blocks for piece in block)


def read_shipped() -> str:
    """Return the text of the shipped template, to begin one's own with."""
    return (folder("templates") / SHIPPED).read_text(encoding="utf-8")


def fill_template(report: Report, style: Style, template: Template | None = None) -> list[PostPart]:
    """Return the pieces of the posts that a template makes of a report, without one those of the shipped one.

    A template says the same in every markup. Raises InputError with file, line and column for a template that is too
    long, names a field that does not exist, or writes more than a million characters.

    >>> print(read_shipped().splitlines()[-1])
    {blocks}
    """
    source = template or Template(SHIPPED, read_shipped())
    if len(source.text) > LONGEST:
        raise InputError(_("is too long for a template"), file=source.file, allowed=_("{n} characters", n=LONGEST))
    tokens = list(_read(source))
    values = _values(report, style, {token.text.removesuffix(BARE) for token in tokens if token.kind == "field"})
    return _apart(list(_pieces(_lines(tokens, values, source), style)), style)


# Reading a template


def _read(source: Template) -> Iterator[Token]:
    """Yield the parts of a template; raise InputError for what is none."""
    text, at = source.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), 0
    source = source._replace(text=text)
    sections: list[Token] = []  # that are open, each as its `if` or its `else`, whichever came last
    while at < len(text):
        if words := _WORDS.match(text, at):
            yield Token("text", words[0], at)
            at = words.end()
            continue
        if text.startswith("{{", at):
            if _JINJA.match(text, at):
                raise _fault(source, at, _("a field has one brace on each side"), "{title}")
            yield Token("text", "{", at)
            at += 2
            continue
        if text.startswith("{#", at):
            end = text.find("#}", at + 2)
            if end < 0:
                raise _fault(source, at, _("this comment is not closed"), "#}")
            yield Token("comment", "", at)
            at = end + 2
            continue
        found = _FIELD.match(text, at + 1)
        if found is None:
            shown = re.split(r"[\n}]", text[at : at + 30])[0]
            raise _fault(
                source,
                at,
                _("found {value!r}", value=shown),
                _("a field such as {title}; write {brace} for a brace", title="{title}", brace="{{"),
            )
        token = _tag(source, found[1], found[2].split(), at)
        begun = token
        if token.kind in {"else", "end"}:
            if not sections or sections[-1].kind == token.kind:
                tag = f"{{{token.kind}}}"
                raise _fault(source, at, _("there is no {start} for this {tag}", start="{if …}", tag=tag))
            begun = sections.pop()
        if token.kind in {"if", "else"}:
            sections.append(token._replace(at=begun.at))
        yield token
        at = found.end()
    if sections:
        raise _fault(source, sections[-1].at, _("this {tag} is not closed", tag="{if …}"), "{end}")


def _tag(source: Template, word: str, rest: Sequence[str], at: int) -> Token:
    """Return the field or the word of a section that stands in braces."""
    if word == "if":
        is_negated = len(rest) == 2 and rest[0] == "not"
        name = rest[-1] if rest and (len(rest) == 1 or is_negated) else ""
        return Token("if", _check_name(source, name, at, (*FIELDS, *FLAGS)), at, is_negated)
    if rest:
        raise _fault(source, at, _("found {value!r}", value=" ".join((word, *rest))), _("one name in braces"))
    if word in {"else", "end"}:
        return Token(word, "", at)
    name = word.removesuffix(BARE)
    _check_name(source, name, at, FIELDS)
    if name != word and name not in BLOCKS:
        raise _fault(source, at, _("only blocks have a heading to leave out"), ", ".join(BLOCKS))
    return Token("field", word, at)


def _check_name(source: Template, name: str, at: int, known: Sequence[str]) -> str:
    if name not in known:
        hint = did_you_mean(name, list(known))
        raise _fault(source, at, _("there is no field {name!r}{hint}", name=name, hint=hint), ", ".join(known))
    return name


def _fault(source: Template, at: int, message: str, allowed: str = "") -> InputError:
    line = source.text.count("\n", 0, at) + 1
    column = at - source.text.rfind("\n", 0, at)
    return InputError(message, file=source.file, line=line, column=column, allowed=allowed)


# Filling it in


def _values(report: Report, style: Style, named: set[str]) -> dict[str, Value]:
    """Return what each name stands for: of the report, which holds nothing but what its viewer may know.

    Blocks are set once. `named` are the fields of the template: the `rest` are the blocks that it does not name.
    """
    data = report.data
    texts = {name: str(data.get(name, "")) for name in TEXTS}
    players = [f"{seat.get('mark', '')} {seat.get('player', '')}".strip() for seat in data.get("seats", ())]
    texts |= {"title": report.title, "players": ", ".join(players)}
    if addresses := data.get("addresses"):
        picture, page = addresses
        texts |= {"picture": picture, "replay": f"{page}replay.gif"}
        if not can_render_png():  # what `gm publish` writes then
            texts |= {"picture": "", "replay": f"{page}replay.svg"}
    values = {name: Value(printable(text)) for name, text in texts.items()}
    heading = PostPart("", "", [style.title(report.title)], "")
    values["heading"] = Value(blocks=((heading,),) if report.title else ())
    is_private = data.get("viewer", "") not in {"", PUBLIC}
    values |= {"over": Value("yes" if data.get("over") else ""), "private": Value("yes" if is_private else "")}
    for ending, set_out in (("", style.add_heading), (BARE, style.block)):
        blocks = [(block.name or "more", tuple(set_out(block))) for block in report.blocks]
        for name in NAMED:
            values[name + ending] = Value(blocks=tuple(block for one, block in blocks if one == name))
        rest = tuple(block for one, block in blocks if one not in named)
        every = tuple(block for __, block in blocks)
        values |= {f"rest{ending}": Value(blocks=rest), f"blocks{ending}": Value(blocks=every)}
    return values


def _lines(tokens: Sequence[Token], values: dict[str, Value], source: Template) -> Iterator[list[str | Value]]:
    """Yield the lines of a template filled in: words of its own, and values.

    A line that holds fields or tags, and nothing of them comes to anything, is left out.
    """
    shown: list[bool] = []  # for each section around, whether it is shown
    hidden = 0  # how many of them are not
    room = MOST
    line: list[str | Value] = []
    has_tags = is_said = False

    def is_kept() -> bool:
        has_words = any(isinstance(part, str) and part.strip() for part in line)
        return is_said or not has_tags or (has_words and not any(isinstance(part, Value) for part in line))

    for token in tokens:
        if token.kind == "if":
            shown.append((values[token.text] != Value()) is not token.is_negated)
            hidden += not shown[-1]
        elif token.kind == "else":
            hidden += 1 if shown[-1] else -1
            shown[-1] = not shown[-1]
        elif token.kind == "end":
            hidden -= not shown.pop()
        if token.kind != "text":
            has_tags = True
        if hidden or token.kind not in {"text", "field"}:
            continue
        if token.kind == "field":
            value = values[token.text]
            room -= value.size()
            is_said = is_said or value != Value()
            line.append(value)
        else:
            room -= len(token.text)
            first, *others = token.text.split("\n")
            line.append(first)
            for other in others:
                if is_kept():
                    yield line
                line, has_tags, is_said = [other], False, False
        if room < 0:
            raise _fault(source, token.at, _("it writes more than {n} characters", n=MOST))
    if is_kept():
        yield line


def _pieces(lines: Iterator[list[str | Value]], style: Style) -> Iterator[PostPart]:
    """Yield the pieces of posts: a paragraph is one, and so is each part of a block in it, with the words around it."""
    paragraph: list[str | tuple[PostPart, ...]] = []
    for line in lines:
        written = list(_write_line(line, style))
        if all(isinstance(part, str) and not part.strip() for part in written):
            yield from _paragraph(paragraph)
            paragraph = []
        else:
            paragraph += ["\n", *written] if paragraph else written
    yield from _paragraph(paragraph)


def _write_line(line: Sequence[str | Value], style: Style) -> Iterator[str | tuple[PostPart, ...]]:
    """Yield the parts of a line as they stand in a post: texts from the table that touch are escaped as one."""
    data = ""
    for part in [*line, ""]:
        if isinstance(part, Value) and not part.blocks:
            data += part.text
            continue
        if data:
            inked = data.lstrip(" ")  # many blanks begin a block of code in Markdown
            yield " " * (inked != data) + style.escape(inked)
            data = ""
        if isinstance(part, Value):
            yield from part.blocks
        else:
            yield part


def _paragraph(parts: Sequence[str | tuple[PostPart, ...]]) -> Iterator[PostPart]:
    """Yield the pieces of a paragraph: words alone, or blocks with the words before each, and those after the last."""
    blocks: list[tuple[PostPart, ...]] = []
    words: list[str] = []
    for is_text, run in groupby(parts, key=lambda part: isinstance(part, str)):
        if is_text:
            words.append("".join(part for part in run if isinstance(part, str)))
            continue
        for block in run:
            words += [""] * (len(blocks) + 1 - len(words))
            blocks += [block] if isinstance(block, tuple) else []
    if not blocks:
        yield from (PostPart("", "", text.split("\n"), "") for text in words)
        return
    words = [text if text.strip() else "" for text in (*words, "")]
    # An empty line stands behind each block anyway
    words[1 : len(blocks)] = [text.lstrip("\n") for text in words[1 : len(blocks)]]
    for at, (first, *others) in enumerate(blocks):
        pieces = [first._replace(before=words[at]), *others]
        if at == len(blocks) - 1:
            pieces[-1] = pieces[-1]._replace(after=words[at + 1])
        yield from pieces


def _apart(pieces: Sequence[PostPart], style: Style) -> list[PostPart]:
    """Return the pieces with what the style wants between a list and a block of code behind it."""
    if not style.apart:
        return list(pieces)
    out: list[PostPart] = []
    for piece in pieces:
        touches = out and out[-1].kind == "list" and piece.kind == "code" and not piece.heading and not piece.before
        out.append(piece._replace(heading=f"{style.apart}\n\n") if touches else piece)
    return out
