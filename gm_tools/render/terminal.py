"""A report in colour on a terminal, drawn with rich: as `Text`, so that no sign of a map is read as markup.

A map is never wrapped or cropped: one wider than the window runs on, and a pager (`less -RS`) shows it whole. On a
terminal, prose breaks at its blanks, and what a grid has no room for stands below its row. What is to be copied out of
the window, replies and lines set in columns, runs on.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, TextIO

from gm_tools.core.blocks import Block, Grid, Picture
from gm_tools.core.text import break_calls
from gm_tools.render.layout import (
    LEGEND_WIDTH,
    NOTHING,
    fill,
    filled_rows,
    grid_cells,
    is_set,
    keep_columns,
    legend_items,
    printable,
    prose,
    row_seats,
    select_columns,
    width,
)
from gm_tools.render.text_colours import seat_roles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.text import Text

    from gm_tools.reports.base import Report

_ENDLESS = 1 << 20  # columns of what is no terminal: a pipe, a file
_GAP = "  "
TITLE = "bold underline"
HEADING = "bold cyan"
STYLES = {  # never bold black: where bold means bright, that is grey on a bright ground
    "": "",
    "off": "dim",
    "track": "",
    "line": "bold white",
    "pit": "cyan",
    "sand": "yellow",
    "oil": "magenta",
    "bank": "blue",
    "path": "black on bright_green",
    "crash": "bold white on red",
    "note": "dim",
    "red": "bold red",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold bright_blue",
    "white": "bold white",
    "purple": "bold magenta",
    "black": "black on white",
    "grey": "bright_black",
    "car": "bold reverse",
    "car1": "black on bright_yellow",
    "car2": "bold white on blue",
    "car3": "black on bright_green",
    "car4": "bold white on red",
    "car5": "black on bright_cyan",
    "car6": "bold white on magenta",
    "heat1": "bright_black",
    "heat2": "yellow",
    "heat3": "bold bright_yellow",
    "heat4": "black on yellow",
    "heat5": "bold white on red",
}


def render(report: Report) -> str:
    """Return the report as text with ANSI escapes."""
    out = StringIO()
    write(report, out, force=True)
    return out.getvalue()


def write(report: Report, stream: TextIO, *, force: bool = False) -> None:
    """Write the report in colour to a terminal (or, with `force`, to anything)."""
    from rich.console import Console

    console = Console(
        file=stream,
        force_terminal=True if force else None,
        legacy_windows=False if force else None,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=True,
    )
    room = console.width if console.is_terminal and not force else _ENDLESS
    console.print(_document(report, room), soft_wrap=True)


def _document(report: Report, room: int) -> Text:
    from rich.text import Text

    colours = seat_roles(report.blocks)
    parts = [Text("\n".join(_wrap(printable(report.title), room)), TITLE)] if report.title else []
    parts += [_block(block, colours, room) for block in report.blocks]
    return Text("\n\n", no_wrap=True, overflow="ignore", end="\n").join(part for part in parts if part)


def _wrap(line: str, room: int) -> list[str]:
    """Return a line of prose as lines of at most `room` columns; a word longer than that has a line of its own."""
    return fill(line.split(" "), " ", room) if width(line) > room else [line]


def _block(block: Block, colours: Mapping[str, str], room: int) -> Text:
    from rich.text import Text

    text = Text(no_wrap=True, overflow="ignore")
    if block.title:
        text.append(printable(block.title) + "\n", HEADING)
    if isinstance(block, Picture):
        for row in block.rows:
            for span in row:
                text.append(printable(span.text), STYLES.get(span.role, ""))
            text.append("\n")
        if block.legend:
            lines = fill(legend_items(block.legend), "   ", min(room, LEGEND_WIDTH))
            text.append("\n" + "\n".join(lines) + "\n", STYLES["note"])
    elif isinstance(block, Grid):
        _set_grid(text, block, colours, room)
    else:
        lines = [break_calls(line) for line in prose(block.lines)]
        if block.name != "replies" and not is_set(lines):
            lines = [part for line in lines for part in _wrap(line, room)]
        text.append("\n".join([*lines, *([block.link] if block.link else [])]) + "\n")
    text.right_crop(1)
    return text


def _set_grid(text: Text, grid: Grid, colours: Mapping[str, str], room: int) -> None:
    """Add a grid to `text`, what has no room in it below its rows.

    The cell that names a row's seat has the colour that the seat has on the map.
    """
    every = filled_rows(grid)
    kept = keep_columns(grid.columns, list(map(width, grid_cells(grid)[0])), len(_GAP), room, range(len(grid.columns)))
    late = [at for at in range(len(grid.columns)) if at not in kept]
    titles, *rows = grid_cells(select_columns(grid, kept))
    text.append(_GAP.join(titles).rstrip() + "\n", "bold")
    text.append(_GAP.join("-" * width(title) for title in titles) + "\n", STYLES["note"])
    for seat, cells, whole in zip(row_seats(grid), rows, every, strict=True):
        for number, cell in enumerate(cells):
            named = bool(seat) and cell.strip() == seat and seat in colours
            text.append(_GAP if number else "")
            text.append(cell, STYLES[colours[seat]] if named else "")
        text.rstrip()
        rest = [
            f"{printable(grid.columns[at].title)}: {printable(whole[at])}" for at in late if whole[at] not in NOTHING
        ]
        indent = " " * (width(cells[0]) + len(_GAP))
        for line in _wrap(" · ".join(rest), room - len(indent)) if rest else ():
            text.append(f"\n{indent}{line}", STYLES["note"])
        text.append("\n")
