"""A report as Markdown, for Discourse, GitHub, Reddit and their like: fenced pictures, tables for grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Grid, Picture, picture_lines
from gm_tools.render.layout import fill, is_set, printable, prose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    parts = [f"## {escape(report.title)}"] if report.title else []
    parts += ["\n\n".join(_block_parts(block)) for block in report.blocks]
    return "\n\n".join(part for part in parts if part) + "\n"


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


def _block_parts(block: Block) -> list[str]:
    parts = [f"### {escape(block.title)}"] if block.title else []
    if isinstance(block, Picture):
        parts.append(fence(map(printable, picture_lines(block))))
        if block.legend:
            items = [f"{_sign(sign)} {escape(meaning)}" for sign, meaning in block.legend]
            parts.append("\n".join(fill(items, " · ", _LEGEND_WIDTH)))
    elif isinstance(block, Grid):
        parts.append(_table(block))
    else:
        text = prose(block.lines)
        parts.append(fence(text) if is_set(text) else "\n".join(f"- {escape(line)}" for line in text))
    return parts


def _sign(sign: str) -> str:
    """Return a sign of the map as code; a code span cannot hold blanks alone, and doubles its ticks for a tick."""
    shown = printable(sign)
    if not shown.strip():
        return "blank"
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
