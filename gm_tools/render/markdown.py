"""A report as Markdown, for Discourse, GitHub, Reddit and their like: fenced pictures, tables for grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Grid, Picture, picture_lines
from gm_tools.core.words import tr
from gm_tools.render.layout import fill, is_set, printable, prose
from gm_tools.render.pieces import Piece, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.report import Report

_ESCAPES = {ord(glyph): "\\" + glyph for glyph in "\\`*_[]#|~$"} | {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
}
_LEGEND_WIDTH = 110


def render(report: Report) -> str:
    """Return the report as one post."""
    from gm_tools.render import posting

    return posting.render(report, "markdown")


def escape(text: str) -> str:
    r"""Return one line of text that Markdown shows as it is, wherever it stands.

    >>> print(escape("1. <b>[x](y)</b>"))
    1\. &lt;b&gt;\[x\](y)&lt;/b&gt;
    """
    line = printable(text).translate(_ESCAPES)
    if line[:1] in {"+", "-", "=", ":"}:
        return "\\" + line
    number = len(line) - len(line.lstrip("0123456789"))
    if number and line[number : number + 1] in {".", ")"}:
        return f"{line[:number]}\\{line[number:]}"
    return line


def fence(lines: Iterable[str]) -> str:
    """Return lines in a fenced block, character for character; the fence is longer than any in them."""
    text = "\n".join(lines)
    ticks = "```"
    while ticks in text:
        ticks += "`"
    return f"{ticks}text\n{text}\n{ticks}"


def _block(block: Block) -> Iterator[Piece]:
    if isinstance(block, Picture):
        yield Piece("", "", [fence(map(printable, picture_lines(block)))], "")
        if block.legend:
            items = [f"{_sign(sign)} {escape(meaning)}" for sign, meaning in block.legend]
            yield Piece("", "", fill(items, " · ", _LEGEND_WIDTH), "")
    elif isinstance(block, Grid):
        yield Piece("", "", [_table(block)], "")
    else:
        text = prose(block.lines)
        yield Piece("", "", [fence(text)] if is_set(text) else [f"- {escape(line)}" for line in text], "")


def _sign(sign: str) -> str:
    """Return a sign of the map as code; a code span cannot hold blanks alone, and doubles its ticks for a tick."""
    shown = printable(sign)
    if not shown.strip():
        return tr("blank")
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def _table(grid: Grid) -> str:
    count = len(grid.columns)
    rows: list[Sequence[str]] = [
        [column.title for column in grid.columns],
        *((*row, *[""] * (count - len(row))) for row in grid.rows),
    ]
    lines = ["| " + " | ".join(map(escape, row)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join(" ---: " if column.right else " --- " for column in grid.columns) + "|")
    return "\n".join(lines)


STYLE = Style(lambda text: f"## {escape(text)}", lambda text: f"### {escape(text)}\n\n", escape, _block)
