"""A report as plain text, for files, pipes and terminals without colour."""

from __future__ import annotations

from gm_tools.core.blocks import Block, Grid, Picture, picture_lines
from gm_tools.core.text import break_calls
from gm_tools.render.layout import grid_lines, legend_lines, printable, prose, width
from gm_tools.render.pieces import PostPart, Style
from gm_tools.reports.base import Report


def render(report: Report) -> str:
    """Return the report: titles underlined, one blank line between blocks; rows of pictures exactly as they are."""
    parts = [[_underline(report.title, "=")]] if report.title else []
    parts += map(block_lines, report.blocks)
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def block_lines(block: Block) -> list[str]:
    """Return one block as lines, its title first (two lines in one text)."""
    lines = [_underline(block.title, "-")] if block.title else []
    if isinstance(block, Picture):
        lines += [printable(row) for row in picture_lines(block)]
        if block.legend:
            lines += ["", *legend_lines(block.legend)]
        if block.address:
            lines.append(block.address)
    elif isinstance(block, Grid):
        lines += map(break_calls, grid_lines(block))
    else:
        lines += [*map(break_calls, prose(block.lines)), *([block.link] if block.link else [])]
    return lines


def _underline(text: str, rule: str) -> str:
    title = break_calls(printable(text))
    return f"{title}\n{rule * width(title)}"


STYLE = Style(
    lambda text: _underline(text, "="),
    lambda text: _underline(text, "-") + "\n",
    lambda text: break_calls(printable(text)),
    lambda block: [PostPart("", "", block_lines(block._replace(title="")), "")],
)
