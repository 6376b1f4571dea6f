"""What all renderers share: text that is safe to show, its width in columns, grids and legends set in columns."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

from gm_tools.core.blocks import Column, Grid, Picture, Span
from gm_tools.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.reports.base import Report

LEGEND_WIDTH = 96
NOTHING = ("", "-")  # in a cell
_UNSHOWN = "\ufffd"
_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def printable(text: str) -> str:
    r"""Return `text` with every character that could drive a terminal or turn the line about shown as U+FFFD.

    Players write their own names and orders: escape sequences, line breaks, overriding directions and broken
    surrogates in them must not act on the game master's screen. Every character stays one character.

    >>> printable("Bob\x1b[2J") == "Bob\ufffd[2J"
    True
    """
    return text if text.isprintable() else "".join(map(_show_glyph, text))


def _show_glyph(glyph: str) -> str:
    if glyph.isprintable():
        return glyph
    return _UNSHOWN if glyph in _BIDI or category(glyph) in {"Cc", "Cs", "Zl", "Zp"} else glyph


def width(text: str) -> int:
    """Return how many columns of a monospaced font `text` takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(glyph) in {"Mn", "Me", "Cf"} else 2 if east_asian_width(glyph) in {"W", "F"} else 1
        for glyph in text
    )


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return `text` filled up with blanks to `columns`, standing right if asked."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def row_seats(grid: Grid) -> tuple[str, ...]:
    """Return the mark of the seat that each row of a grid is about, empty for none."""
    return (*grid.seats, *("",) * (len(grid.rows) - len(grid.seats)))


def filled_rows(grid: Grid) -> list[tuple[str, ...]]:
    """Return the rows of a grid, each with a cell for every column.

    Rows that are too short are filled up with empty cells.
    """
    count = len(grid.columns)
    return [(*row, *("",) * (count - len(row)))[:count] for row in grid.rows]


def without_blanks(grid: Grid) -> Grid:
    """Return a grid without the columns that hold nothing, or `-`, in every row: they say nothing of any of them.

    Texts keep them, so that their columns stay the same from turn to turn; pages and pictures have no room for them.
    """
    rows = filled_rows(grid)
    kept = [at for at in range(len(grid.columns)) if any(row[at] not in NOTHING for row in rows)]
    if not rows or not kept or len(kept) == len(grid.columns):
        return grid
    return select_columns(grid, kept)


def select_columns(grid: Grid, kept: Sequence[int]) -> Grid:
    """Return a grid with some of its columns only."""
    cells = tuple(tuple(row[at] for at in kept) for row in filled_rows(grid))
    return grid._replace(columns=tuple(grid.columns[at] for at in kept), rows=cells)


def keep_columns(
    columns: Sequence[Column], widths: Sequence[float], gap: float, room: float, among: Iterable[int]
) -> list[int]:
    """Return which columns have room, `among` some: minor ones go first, from the right; the first one stays."""
    kept = list(among)
    while len(kept) > 1 and sum(widths[at] for at in kept) + gap * (len(kept) - 1) > room:
        minor = [at for at in kept[1:] if columns[at].is_minor]
        kept.remove((minor or kept)[-1])
    return kept


def grid_cells(grid: Grid) -> tuple[tuple[str, ...], ...]:
    """Return the grid's titles and rows as safe text padded to the widths of their columns, titles first."""
    titles = tuple(column.title for column in grid.columns)
    rows = [tuple(map(printable, row)) for row in (titles, *filled_rows(grid))]
    widths = [max(map(width, cells)) for cells in zip(*rows, strict=True)]
    rights = [column.right for column in grid.columns]
    return tuple(
        tuple(pad(cell, room, right=right) for cell, room, right in zip(row, widths, rights, strict=True))
        for row in rows
    )


def grid_lines(grid: Grid) -> list[str]:
    """Return the grid as lines for a monospaced font: titles, a rule, rows; no blanks at line ends."""
    cells = grid_cells(grid)
    rule = tuple("-" * width(title) for title in cells[0])
    return ["  ".join(row).rstrip() for row in (cells[0], rule, *cells[1:])]


def legend_items(legend: Iterable[tuple[str, str]]) -> list[str]:
    """Return each entry of a legend as `sign meaning`; a sign that cannot be seen is called blank."""
    blank = _("blank")
    return [f"{printable(sign) if sign.strip() else blank} {printable(meaning)}" for sign, meaning in legend]


def legend_lines(legend: Iterable[tuple[str, str]]) -> list[str]:
    """Return a legend as few lines, entries three blanks apart."""
    return fill(legend_items(legend), "   ", LEGEND_WIDTH)


def fill(items: Sequence[str], between: str, columns: int) -> list[str]:
    """Return items joined into lines of at most `columns`; an item longer than that has a line of its own."""
    lines: list[str] = []
    for item in items:
        if lines and width(lines[-1]) + len(between) + width(item) <= columns:
            lines[-1] += between + item
        else:
            lines.append(item)
    return lines


def widen(report: Report) -> Report:
    """Return the report with a blank behind every sign of its pictures.

    They look square then where lines stand far apart.
    """
    return report._replace(
        blocks=tuple(_widen_picture(block) if isinstance(block, Picture) else block for block in report.blocks)
    )


def _widen_picture(picture: Picture) -> Picture:
    rows = tuple(tuple(Span("".join(f"{sign} " for sign in text), role) for text, role in row) for row in picture.rows)
    return picture._replace(rows=rows)


def prose(lines: Iterable[str]) -> list[str]:
    """Return lines of prose made safe, those that hold line feeds taken apart."""
    return [printable(part) for line in lines for part in line.split("\n")]


def is_set(lines: Iterable[str]) -> bool:
    """Tell whether lines are set in columns, as a caret under an order is: some line begins with a blank."""
    return any(line.startswith(" ") for line in lines)


def can_render_png() -> bool:
    """Tell whether the extra `png` is installed."""
    return all(find_spec(name) for name in ("resvg_py", "PIL"))
