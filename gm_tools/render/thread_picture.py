"""A report as one picture for a thread: what the turn brought in a line, the board where the pieces are, the standings, in letters that a telephone shows.

It is 800 units wide, as posts are; on a telephone that is half as many points, so that no letter is smaller than 20 units. Lines of
events stay in the post: pictures cannot be searched, quoted or read aloud.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Grid, Lines, Picture
from gm_tools.core.drawing import look_at
from gm_tools.render.drawing import MARKS, STYLE, bands, contents, draw_layers, pack, seat_marks
from gm_tools.render.drawing.board_colours import ACTING, BLACK, FONT
from gm_tools.render.drawing.elements import escape, long, number, text
from gm_tools.render.layout import fill, filled_rows, printable, row_seats
from gm_tools.render.page_colours import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.core.drawing import Drawing
    from gm_tools.reports.report import Report

WIDE = 800
MARGIN = 20
_HEADLINE, _TITLE, _CELL = 32, 24, 21  # sizes of letters
_ROW = 34
_GAP = 22  # between the columns of a table
_WIDEST = 34.0  # pixels that a tile takes at most
_SMALL = 22.0  # the same on boards below the first
_BOLD = 1.12  # how much wider bold letters are


def render(report: Report) -> str:
    """Return the picture of a report as an SVG document: all drawn boards, and the first table about seats.

    Where the board shows only a part, the whole of it follows, small, with a frame round that part.
    """
    body, top = _head(report)
    pictures = [(block.title, block.drawing) for block in report.blocks if isinstance(block, Picture)]
    boards = [(title, drawing) for title, drawing in pictures if drawing is not None]
    table = next((block for block in report.blocks if isinstance(block, Grid) and any(block.seats)), None)
    for __, drawing in boards[:1]:
        near = focus(drawing)
        board, top = place_board(*contents(near), top + 10, _WIDEST)
        body.append(board)
        if near.window:
            board, top = place_board(*overview(drawing, near.window), top + 10, _SMALL)
            body.append(board)
    if table is not None:
        rows, top = _table(table, seat_marks(report.blocks), top + 16)
        body += rows
    for title, drawing in boards[1:]:
        heading, top = _lines(title, _TITLE, top + 6)
        board, top = place_board(*contents(focus(drawing)), top + 10, _SMALL)
        body += [*heading, board]
    return frame(body, top + MARGIN)


def overview(drawing: Drawing, window: tuple[float, float, float, float]) -> tuple[str, tuple[float, float]]:
    """Return a whole board without rulers and legend, a frame round the part in the window, and how many tiles wide and high it is."""
    left, top, right, bottom = window
    around = (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}" rx=".5" '
        f'fill="none" stroke="{ACTING}" stroke-width=".6"/>'
    )
    small = drawing._replace(window=None, has_rulers=False, legend=())
    return pack(small, "".join(draw_layers(small)) + around)


def _head(report: Report) -> tuple[list[str], float]:
    """Return the head of a report's picture, and where it ends: its title, in large letters what its post says first, the rest below.

    When orders are due is left to the post: it can change after the picture is made.
    """
    result, summary = report.find("result"), report.find("summary")
    news = result.lines[:1] if isinstance(result, Lines) else summary.lines if isinstance(summary, Lines) else ()
    if not news:
        return _lines(report.title, _HEADLINE, MARGIN)
    body, top = _lines(report.title, _TITLE, MARGIN, LIGHT.muted)
    for at, line in enumerate(news):
        more, top = _lines(line, _TITLE if at else _HEADLINE, top + 4)
        body += more
    return body, top


def frame(body: Sequence[str], high: float, wide: int = WIDE) -> str:
    """Return an SVG document of parts, on light ground: a PNG cannot know what its reader's system likes."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{number(high)}" viewBox="0 0 {wide} {number(high)}">'
        f'<style>{STYLE}</style><rect width="{wide}" height="{number(high)}" fill="{LIGHT.ground}"/>'
        f'<g font-family="{escape(FONT)}">{"".join(body)}</g></svg>'
    )


def focus(drawing: Drawing) -> Drawing:
    """Return a board with a window round its pieces and their ways, if they take only a part of it."""
    points = [piece.at for piece in drawing.pieces] + [point for trail in drawing.trails for point in trail.points]
    return drawing if drawing.window else look_at(drawing, points, 3)


def place_board(body: str, size: tuple[float, float], top: float, widest: float) -> tuple[str, float]:
    """Return a drawn board, so many tiles wide and high, from `top` on in the middle, and where it ends; a tile takes `widest` pixels at most."""
    wide, high = size
    room = min(WIDE - 2.0 * MARGIN, wide * widest)
    height = room * high / wide
    part = (
        # All lies inside: to cut at its edges would take a third of the time that pixels are made in.
        f'<svg class="drawn" overflow="visible" x="{number((WIDE - room) / 2)}" y="{number(top)}" width="{number(room)}" '
        f'height="{number(height)}" viewBox="0 0 {number(wide)} {number(high)}">{body}</svg>'
    )
    return part, top + height


def _lines(words: str, size: int, top: float, ink: str = LIGHT.text) -> tuple[list[str], float]:
    """Return a heading in as many lines as it takes, and where it ends."""
    most = int((WIDE - 2 * MARGIN) / long("0", size) / _BOLD)
    parts = [word[at : at + most] for word in printable(words).split() for at in range(0, len(word), most)]
    lines = fill(parts, " ", most)
    body = [
        text(line, (MARGIN, top + size * (0.6 + 1.25 * at)), size, ink=ink, bold=True, anchor="start")
        for at, line in enumerate(lines)
    ]
    return body, top + 1.25 * size * len(lines)


def _table(grid: Grid, marks: Mapping[str, str], top: float) -> tuple[list[str], float]:
    """Return a table, as many of its columns from the left as there is room for, and where it ends."""
    titles = [column.title for column in grid.columns]
    columns = list(zip(titles, *filled_rows(grid), strict=True))
    widths = [max(long(cell, _CELL) for cell in cells) for cells in columns]
    room = WIDE - 2 * MARGIN
    count = next((n for n in range(len(widths), 0, -1) if sum(widths[:n]) + _GAP * (n - 1) <= room), 1)
    return list(_cells(grid, columns[:count], widths[:count], marks, top)), top + _ROW * (len(grid.rows) + 1)


def _cells(
    grid: Grid, columns: Sequence[Sequence[str]], widths: Sequence[float], marks: Mapping[str, str], top: float
) -> Iterator[str]:
    wide = min(WIDE - 2 * MARGIN, sum(widths) + _GAP * len(widths))
    for row in range(2, len(grid.rows) + 1, 2):
        yield f'<rect x="{MARGIN - 6}" y="{number(top + row * _ROW)}" width="{number(wide + 12)}" height="{_ROW}" fill="{LIGHT.page}"/>'
    left = float(MARGIN)
    for column, cells, room in zip(grid.columns, columns, widths, strict=False):
        anchor, at = ("end", left + room) if column.right else ("start", left)
        for row, (seat, cell) in enumerate(zip(("", *row_seats(grid)), cells, strict=True)):
            y = top + (row + 0.5) * _ROW
            if seat and cell == seat and marks.get(seat) in MARKS:
                ink, ground = MARKS[marks[seat]]
                box = max(26.0, long(cell, _CELL) + 10)
                yield (
                    f'<rect x="{number(left - 3)}" y="{number(y - 13)}" width="{number(box)}" height="26" rx="5" fill="{ground}" '
                    f'stroke="{BLACK}" stroke-width="1.4"/>{bands(marks[seat], (left - 3, y - 13, box, 26))}'
                )
                yield text(cell, (left - 3 + box / 2, y), _CELL, ink=ink, bold=True).replace(
                    "<text ", '<text text-anchor="middle" '
                )
            elif cell:
                yield text(cell, (at, y), _CELL, ink=LIGHT.text if row else LIGHT.muted, anchor=anchor)
        left += room + _GAP
    yield f'<path d="M{MARGIN} {number(top + _ROW)}h{number(wide)}" stroke="{LIGHT.edge}" stroke-width="2"/>'
