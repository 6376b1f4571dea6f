"""A report in colour on a terminal, drawn with rich: as `Text`, so that no sign of a map is read as markup.

Nothing is wrapped or cropped: a map wider than the window runs on, and a pager (`less -RS`) shows it whole.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, TextIO

from gm_tools.core.blocks import Block, Grid, Picture
from gm_tools.core.text import break_calls
from gm_tools.render.layout import grid_cells, legend_lines, printable, prose, row_seats, width
from gm_tools.render.text_colours import seat_roles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.text import Text

    from gm_tools.reports.report import Report

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
    console.print(_document(report), soft_wrap=True)


def _document(report: Report) -> Text:
    from rich.text import Text

    colours = seat_roles(report.blocks)
    parts = [Text(printable(report.title), TITLE)] if report.title else []
    parts += [_block(block, colours) for block in report.blocks]
    return Text("\n\n", no_wrap=True, overflow="ignore", end="\n").join(part for part in parts if part)


def _block(block: Block, colours: Mapping[str, str]) -> Text:
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
            text.append("\n" + "\n".join(legend_lines(block.legend)) + "\n", STYLES["note"])
    elif isinstance(block, Grid):
        _set_grid(text, block, colours)
    else:
        text.append("\n".join([*map(break_calls, prose(block.lines)), *([block.link] if block.link else [])]) + "\n")
    text.right_crop(1)
    return text


def _set_grid(text: Text, grid: Grid, colours: Mapping[str, str]) -> None:
    """Add a grid to `text`; the cell that names a row's seat has the colour that the seat has on the map."""
    titles, *rows = grid_cells(grid)
    text.append("  ".join(titles).rstrip() + "\n", "bold")
    text.append("  ".join("-" * width(title) for title in titles) + "\n", STYLES["note"])
    for seat, cells in zip(row_seats(grid), rows, strict=True):
        for number, cell in enumerate(cells):
            named = bool(seat) and cell.strip() == seat and seat in colours
            text.append("  " if number else "")
            text.append(cell, STYLES[colours[seat]] if named else "")
        text.rstrip()
        text.append("\n")
