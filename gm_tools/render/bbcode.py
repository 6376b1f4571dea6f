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
from gm_tools.render.pieces import Piece, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.core.blocks import Block
    from gm_tools.report import Report

_BREAK = "\u200b"


def render(report: Report) -> str:
    """Return the report as one post."""
    from gm_tools.render import posting

    return posting.render(report, "bbcode")


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


def _block(block: Block) -> Iterator[Piece]:
    if isinstance(block, Picture):
        drawn = code(map(printable, picture_lines(block)))
        yield Piece("", "", [drawn, *(escape(line) for line in legend_lines(block.legend))], "")
    elif isinstance(block, Grid):
        yield Piece("", "", [code(grid_lines(block))], "")
    else:
        text = prose(block.lines)
        set_out = is_set(text)
        lines = [code(text)] if set_out else ["[list]", *(f"[*]{escape(line)}" for line in text), "[/list]"]
        yield Piece("", "", lines, "")


def _heading(text: str) -> str:
    return f"[b]{escape(text)}[/b]"


STYLE = Style(_heading, lambda text: f"{_heading(text)}\n", escape, _block)
