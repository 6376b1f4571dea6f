"""A report as BBCode, for posts in phpBB, vBulletin, XenForo, SMF and their like.

Pictures and grids stand in `[code]`, where nothing but `[/code]` is read; a line feed behind `[code]` is not part of what it
holds in any of them, so blanks that begin the first line survive. Forums have no common way to escape a
bracket: an invisible ZERO WIDTH SPACE behind it makes it text (orders copied out of a post may hold one: it is read as a
blank).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Grid, Picture, picture_lines
from gm_tools.render.layout import grid_lines, is_set, legend_lines, printable, prose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gm_tools.core.blocks import Block
    from gm_tools.report import Report

_BREAK = "\u200b"


def render(report: Report) -> str:
    """Return the report as one post."""
    parts = [f"[b]{escape(report.title)}[/b]"] if report.title else []
    parts += ["\n".join(_block_lines(block)) for block in report.blocks]
    return "\n\n".join(part for part in parts if part) + "\n"


def escape(text: str) -> str:
    """Return text that a forum shows as it is: no BBCode, and no HTML where a forum allows that."""
    return printable(text).replace("[", "[" + _BREAK).replace("<", "<" + _BREAK)


def code(lines: Iterable[str]) -> str:
    """Return lines in `[code]`, character for character (a tag that ends it, or begins another, is broken up)."""
    text = "\n".join(lines)
    if "[" in text:
        import re

        text = re.sub(r"\[(?=/|code)", f"[{_BREAK}", text, flags=re.IGNORECASE)
    return f"[code]\n{text}\n[/code]"


def _block_lines(block: Block) -> list[str]:
    lines = [f"[b]{escape(block.title)}[/b]"] if block.title else []
    if isinstance(block, Picture):
        lines.append(code(map(printable, picture_lines(block))))
        lines += [escape(line) for line in legend_lines(block.legend)]
    elif isinstance(block, Grid):
        lines.append(code(grid_lines(block)))
    else:
        text = prose(block.lines)
        lines += [code(text)] if is_set(text) else ["[list]", *(f"[*]{escape(line)}" for line in text), "[/list]"]
    return lines
