"""A report as one picture for a thread: what the turn brought in a line, the board where the pieces are, the standings, in letters that a telephone shows.

It is 800 units wide, as posts are; on a telephone that is half as many points, so that no letter is smaller than 20 units. Lines of
events stay in the post: pictures cannot be searched, quoted or read aloud.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Grid, Lines, Picture
from gm_tools.core.drawing import look_at, middle
from gm_tools.render.drawing import MARKS, RULED, RULER_ROOM, STYLE, bands, contents, draw_layers, pack, seat_marks
from gm_tools.render.drawing.board_colours import ACTING, BLACK, FONT
from gm_tools.render.drawing.elements import escape, measure, number, text
from gm_tools.render.drawing.queue import LETTERS, draw_strip
from gm_tools.render.layout import filled_rows, printable, row_seats
from gm_tools.render.page_colours import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.core.drawing import Drawing, Gate, Piece, Point, Queue
    from gm_tools.reports.report import Report

WIDE = 800
MARGIN = 20
_HEADLINE, _TITLE, _CELL = 32, 24, 21  # sizes of letters
_ROW = 34
_GAP = 22  # between the columns of a table
LETTER = 18.5  # the least height of letters: 9 pixels on a telephone 390 wide
_RULER_LETTER = 0.9  # tiles: rulers whose letters are no higher need no more room
_AROUND = 3  # tiles shown round what a board is about
_NEAR = 38  # columns up to which a part of a board shows its tiles well
_FAR = _NEAR - 2 * _AROUND, 16  # how far apart what is shown together may be, across and down
_DOT = 0.8  # the size of a piece without a letter
_PLAIN = ("track", "plain", "finish", "wall")  # what needs no legend: it looks like what it is
_WIDEST = 34.0  # pixels that a tile takes at most
_SMALL = 22.0  # the same on the whole of a board of which a part is shown above
_BESIDE = 44.0  # the same on boards below the first: tables of shifts
_SMALLER = 0.8  # letters of a heading that fills its line are that much smaller at the least


def render(report: Report) -> str:
    """Return the picture of a report as an SVG document: see `draw_report`."""
    return frame(*draw_report(report))


def draw_report(report: Report) -> tuple[list[str], float]:
    """Return the picture of a report as SVG, `WIDE` units wide, and how high it is: who acts when, all drawn boards, and the first table about seats, else the first.

    Where the board shows only a part, the whole of it follows, small, with a frame round that part.
    """
    body, top = _head(report)
    pictures = [(block.title, block.drawing) for block in report.blocks if isinstance(block, Picture)]
    boards = [(title, drawing) for title, drawing in pictures if drawing is not None]
    grids = [block for block in report.blocks if isinstance(block, Grid)]
    table = next((grid for grid in grids if any(grid.seats)), grids[0] if grids else None)
    for __, drawing in boards[:1]:
        if drawing.queue is not None:
            strip, top = _strip(drawing.queue, top + 10)
            body.append(strip)
        near = focus(drawing)
        board, top = place_drawing(near, top + 10, _WIDEST)
        body.append(board)
        if near.window and not _shows_most(near):
            board, top = _overview(drawing, near.window, top + 10)
            body.append(board)
    if table is not None:
        rows, top = _table(table, seat_marks(report.blocks), top + 16)
        body += rows
    for title, drawing in boards[1:]:
        heading, top = _lines(title, _TITLE, top + 6)
        board, top = place_drawing(focus(drawing), top + 10, _BESIDE)
        body += [*heading, board]
    return body, top + MARGIN


def _strip(queue: Queue, top: float) -> tuple[str, float]:
    """Return who acts when as wide as the picture, from `top` on, and where it ends."""
    scale = LETTER / LETTERS
    strip, high = draw_strip(queue, (WIDE - 2 * MARGIN) / scale)
    return (
        f'<g class="drawn" transform="translate({MARGIN} {number(top)}) scale({number(scale)})">{strip}</g>',
        top + scale * high,
    )


def _shows_most(drawing: Drawing) -> bool:
    """Tell whether the part of a board that is shown holds all pieces and half of the board: then the whole of it says little more."""
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    is_half = 2 * (right - left) * (bottom - top) >= drawing.columns * drawing.rows
    return is_half and all(left <= x <= right and top <= y <= bottom for x, y in (one.at for one in drawing.pieces))


def _overview(drawing: Drawing, window: tuple[float, float, float, float], top: float) -> tuple[str, float]:
    """Return a whole board, small, without rulers and legend, a frame round the part in the window, and where it ends.

    Only pieces outside have their letters: those inside have them on the board above.
    """
    left, above, right, bottom = window
    around = (
        f'<rect x="{number(left)}" y="{number(above)}" width="{number(right - left)}" height="{number(bottom - above)}" rx=".5" '
        f'fill="none" stroke="{ACTING}" stroke-width=".6"/>'
    )

    def pale(one: Piece) -> Piece:
        is_inside = left <= one.at[0] <= right and above <= one.at[1] <= bottom
        return one._replace(seat="", is_next=False, size=_DOT) if is_inside else one

    def named(line: Gate) -> Gate:
        (x, y), (u, v) = line.begin, line.end
        is_inside = left <= max(x, u) and min(x, u) <= right and above <= max(y, v) and min(y, v) <= bottom
        return line._replace(label="") if is_inside else line

    pieces = tuple(map(pale, drawing.pieces))
    small = drawing._replace(
        window=None,
        has_rulers=False,
        legend=(),
        pieces=pieces,
        gates=tuple(map(named, drawing.gates)),
        arrows=(),
        parked=(),
        targets=(),
    )
    least = least_letter(small, _SMALL)
    return place_board(*pack(small, "".join(draw_layers(small, least)) + around, least), top, _SMALL)


def place_drawing(drawing: Drawing, top: float, widest: float) -> tuple[str, float]:
    """Return a board whose letters can be read on a telephone, from `top` on in the middle, and where it ends; a tile takes `widest` pixels at most."""
    is_bare = not (
        drawing.pieces or drawing.parked or drawing.heat
    )  # whoever looks at a bare board wants to know all of it
    known = tuple(entry for entry in drawing.legend if is_bare or entry[0] not in _PLAIN)
    props = tuple(
        one._replace(note="") if one.kind == "die" else one for one in drawing.props
    )  # they lie in their order
    return place_board(
        *contents(drawing._replace(legend=known, props=props), least_letter(drawing, widest)), top, widest
    )


def least_letter(drawing: Drawing, widest: float) -> float:
    """Return how many tiles high a letter has to be that can be read on a telephone."""
    left, _top, right, _bottom = drawing.window or (0, 0, drawing.columns, 0)
    room = WIDE - 2 * MARGIN
    wide = pack(drawing._replace(areas=(), legend=()), "")[1][0]
    scale = min(room / wide, widest)
    if drawing.has_rulers and LETTER / scale > _RULER_LETTER:  # the rulers need more room, which makes tiles smaller
        scale = min(scale, (room - 2 * RULER_ROOM * LETTER) / (right - left + 2 * RULED))
    return LETTER / scale


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
    """Return a board with a window round its pieces and their ways, if they take only a part of it; if that is large, round the news.

    The news is where most of it is: crashes, who acts, pieces with their ways.
    """
    if drawing.window or not drawing.has_rulers:
        return drawing
    ways = [point for trail in drawing.trails for point in trail.points]
    near = look_at(drawing, [piece.at for piece in drawing.pieces] + ways, _AROUND)
    left, _top, right, _bottom = near.window or (0, 0, drawing.columns, 0)
    if right - left <= _NEAR:
        return near
    news = [(middle(cell), 3.0) for cell in drawing.crashes]
    news += [(piece.at, 4.0 if piece.is_next else 1.0) for piece in drawing.pieces]
    news += [(point, 0.02) for point in ways]
    places = list(dict(news))
    if not places:
        return near

    def inside(begin: Point) -> list[tuple[Point, float]]:
        x, y = begin
        return [one for one in news if x <= one[0][0] <= x + _FAR[0] and y <= one[0][1] <= y + _FAR[1]]

    begins = {(x, y) for x, _y in places for _x, y in places}
    best = max(sorted(begins), key=lambda begin: sum(weight for _at, weight in inside(begin)))
    return look_at(drawing, [at for at, _weight in inside(best)], _AROUND)


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


def _lines(words: str, size: float, top: float, ink: str = LIGHT.text) -> tuple[list[str], float]:
    """Return a heading in as many lines as it takes, and where it ends.

    Its letters become a little smaller if it takes a line less then; the lines are about as long as each other.
    """
    room = WIDE - 2 * MARGIN
    least = max(LETTER, _SMALLER * size)
    parts = _broken(printable(words), size, room)
    fewest = len(_wrap(parts, least, room))
    while size > least and len(_wrap(parts, size, room)) > fewest:
        size = max(least, size - 1)
    lines = _wrap(parts, size, room)
    long = measure(" ".join(parts), size, bold=True)
    if len(lines) > 1:
        even = long / len(lines)
        better = (_wrap(parts, size, even + more * (room - even)) for more in (0.1, 0.2, 0.35, 0.5, 0.75))
        lines = next((tried for tried in better if len(tried) == len(lines)), lines)
    body = [
        text(line, (MARGIN, top + size * (0.6 + 1.25 * at)), size, ink=ink, bold=True, anchor="start")
        for at, line in enumerate(lines)
    ]
    return body, top + 1.25 * size * len(lines)


def wrap_words(words: str, size: float, room: float) -> list[str]:
    """Return words in lines no longer than some room, at a size of letters; longer words are cut."""
    return _wrap(_broken(printable(words), size, room), size, room)


def _broken(words: str, size: float, room: float) -> list[str]:
    """Return the words of a line, those that are longer than it in parts."""
    most = max(1, int(room / size / 1.1))
    parts: list[str] = []
    for word in words.split():
        step = len(word) if measure(word, size, bold=True) <= room else most
        parts += [word[at : at + step] for at in range(0, len(word), step)]
    return parts


def _wrap(parts: Sequence[str], size: float, room: float) -> list[str]:
    """Return words in lines no longer than some room; a line holds one word at least."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and measure(longer, size, bold=True) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _table(grid: Grid, marks: Mapping[str, str], top: float) -> tuple[list[str], float]:
    """Return a table, as many of its columns from the left as there is room for, and where it ends."""
    titles = [column.title for column in grid.columns]
    columns = list(zip(titles, *filled_rows(grid), strict=True))
    widths = [max(measure(cell, _CELL) for cell in cells) for cells in columns]
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
    seats = ["", *row_seats(grid)]
    of_marks = next((cells for cells in columns if list(cells[1:]) == seats[1:]), None)
    for column, cells, room in zip(grid.columns, columns, widths, strict=False):
        anchor, at = ("end", left + room) if column.right else ("start", left)
        for row, (seat, cell) in enumerate(zip(seats, cells, strict=True)):
            y = top + (row + 0.5) * _ROW
            if seat and cells is of_marks and marks.get(seat) in MARKS:
                ink, ground = MARKS[marks[seat]]
                box = max(26.0, measure(cell, _CELL, bold=True) + 10)
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
