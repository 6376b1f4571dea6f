"""A report as one picture for a thread: a line about the turn, the board around the pieces, the standings.

The picture is 800 units wide, as posts are; on a telephone that is half as many points, so no letter is smaller than
18.5 units: all can be read there. Lines of events stay in the post: pictures cannot be searched, quoted or read aloud.

Forums take pictures up to a height. A picture that would be higher goes without the boards after the first (tables of
shifts: the standings name the shift of each car); then what each seat did last is cut to a line, then left out, and at
last the small whole board is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor

from gm_tools.core.blocks import Grid, Lines, Picture
from gm_tools.core.drawing import Drawing, Gate, Point, Queue, Shape, look_at, middle
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.drawing import (
    RULED,
    RULER_ROOM,
    STYLE,
    contents,
    draw_layers,
    draw_legend,
    frame_window,
    margin_after,
    pack,
    seat_marks,
    shown_legend,
)
from gm_tools.render.drawing.board_colours import FONT
from gm_tools.render.drawing.elements import escape, measure, number, text
from gm_tools.render.drawing.queue import LETTERS, draw_strip
from gm_tools.render.fitting import break_words, wrap
from gm_tools.render.layout import printable
from gm_tools.render.text_colours import LIGHT
from gm_tools.render.thread_table import LETTER, draw_table
from gm_tools.reports.base import Report

WIDE = 800
MARGIN = 20
FITTED = "@media screen{svg:root{max-width:100%;height:auto}}"  # no wider than a window in which it stands alone
_HEADLINE, _TITLE = 32, 24  # sizes of letters
_HEADLINES = 2  # lines in large letters: what is longer is set as a title
HIGHEST = 1900  # of a picture: BoardGameGeek takes no more pixels
_LEFT_OUT = ("more", "length", "deeds", "overview")  # what a picture that would be higher goes without, the first first
_RULER_LETTER = 0.9  # tiles: rulers whose letters are no higher need no more room
_AROUND = 3  # tiles shown round what a board is about
_NEAR = 38  # columns up to which a part of a board shows its tiles well
_LEAST = 24, 10  # columns and rows round pieces that stand together
_HIGH, _LOW = 0.8, 0.42  # how high such a part is at most and at least, in its width
_CLOSE = 18  # columns that are shown at least of what can be reached
_FAR = _NEAR - 2 * _AROUND, 16  # how far apart what is shown together may be, across and down
_PLAIN = ("track", "plain", "finish", "wall")  # what needs no legend: it looks like what it is
_WIDEST = 34.0  # pixels that a tile takes at most
_SMALL = 22.0  # the same on the whole of a board of which a part is shown above
_BESIDE = 36.0  # the same on boards below the first
# How high a table of shifts is at most, unless that makes its letters too small, and its tiles
_TABLE, _LARGE = 380.0, 60.0
_APART = 10  # between boards
_ROW = 1.7  # how high a line of the legend beside it is, for letters of size 1
_PIECE = LETTER / 0.9  # pixels that a piece takes whose letter can be read
_SMALLER = 0.8  # letters of a heading that fills its line are that much smaller at the least


def render(report: Report) -> str:
    """Return the picture of a report as an SVG document: see `draw_report`."""
    return frame(*draw_report(report))


class _Part(NamedTuple):
    """A part of a picture: its distance from the part above, its SVG from the top on, and its height.

    `instead` is what takes its place (SVG and height) when something of `_LEFT_OUT` is left out.
    """

    above: float
    body: Sequence[str]
    high: float
    instead: Mapping[str, tuple[Sequence[str], float]] = {}


def draw_report(report: Report) -> tuple[list[str], float]:
    """Return the picture of a report as SVG, `WIDE` units wide, and its height.

    The picture shows who acts when, all drawn boards, and the first table about seats, or else all tables. Where a
    board shows only a part, the whole of it follows, small, with a frame round that part.
    """
    parts = list(_parts(report))
    for name in _LEFT_OUT:
        if _stack(parts)[1] > HIGHEST:
            parts = [
                part._replace(body=part.instead[name][0], high=part.instead[name][1]) if name in part.instead else part
                for part in parts
            ]
    return _stack(parts)


def _stack(parts: Iterable[_Part]) -> tuple[list[str], float]:
    """Return parts one below the other, and how high they are with a margin above and below."""
    body, top = [], float(MARGIN)
    for part in parts:
        if part.high:
            top += part.above
            body.append(f'<g transform="translate(0 {number(top)})">{"".join(part.body)}</g>')
            top += part.high
    return body, top + MARGIN


def _parts(report: Report) -> Iterator[_Part]:
    """Yield the parts of a report's picture from above."""
    yield _Part(0, *_head(report))
    pictures = [(block.title, block.drawing) for block in report.blocks if isinstance(block, Picture)]
    boards = [(title, drawing) for title, drawing in pictures if drawing is not None]
    for __, drawing in boards[:1]:
        yield from _board_parts(drawing)
    marks, deeds = seat_marks(report.blocks), report.deeds()
    grids = [block for block in report.blocks if isinstance(block, Grid) and block.rows]
    about_seats = [grid for grid in grids if any(grid.seats)]
    room = MARGIN, WIDE - 2 * MARGIN
    for number_, grid in enumerate(about_seats[:1] or grids):
        if grid.title and number_:
            yield _Part(12, *_lines(grid.title, _TITLE))
        if deeds:
            short = draw_table(grid, marks, room, deeds, most=1)
            yield _Part(
                16,
                *draw_table(grid, marks, room, deeds),
                {"length": short, "deeds": draw_table(grid, marks, room, {})},
            )
        else:
            yield _Part(16, *draw_table(grid, marks, room, None))
    for title, drawing in boards[1:]:
        heading, high = _lines(title, _TITLE)
        board, bottom = _place_table(focus(drawing), high + 10)
        yield _Part(12, [*heading, board], bottom, {"more": ((), 0)})


def draw_near(drawing: Drawing, title: str) -> str:
    """Return a board as a picture shows it, without the rest of it, as an element of a page for narrow windows."""
    body, high = _stack(_board_parts(drawing))
    left, top, wide, high = MARGIN, MARGIN + _APART, WIDE - 2 * MARGIN, high - 2 * MARGIN - _APART
    return (
        f'<svg class="drawn" role="img" width="{wide}" height="{number(high)}" viewBox="{left} {top} {wide} {number(high)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _board_parts(drawing: Drawing) -> Iterator[_Part]:
    """Yield who acts when, the board around its pieces, and the whole of it, small, if that is only a part."""
    if drawing.queue is not None:
        yield _Part(_APART, *_strip(drawing.queue))
    near = focus(drawing)
    board, size = _near_contents(near, _WIDEST)
    bare, high = place_board(board, size, 0, _WIDEST)
    if near.window and not _shows_most(near):
        framed = board + frame_window(near, least_letter(near, _WIDEST))
        yield _Part(_APART, [place_board(framed, size, 0, _WIDEST)[0]], high, {"overview": ([bare], high)})
        yield _Part(_APART, *_overview(drawing, near), {"overview": ((), 0)})
    else:
        yield _Part(_APART, [bare], high)


def _strip(queue: Queue) -> tuple[list[str], float]:
    """Return who acts when as wide as the picture, and how high it is."""
    scale = LETTER / LETTERS
    strip, high = draw_strip(queue, (WIDE - 2 * MARGIN) / scale)
    return [f'<g class="drawn" transform="translate({MARGIN} 0) scale({number(scale)})">{strip}</g>'], scale * high


def _shows_most(drawing: Drawing) -> bool:
    """Tell whether the part of a board that is shown holds all pieces and half of the board.

    The whole of it would say little more.
    """
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    is_half = 2 * (right - left) * (bottom - top) >= drawing.columns * drawing.rows
    return is_half and all(left <= x <= right and top <= y <= bottom for x, y in (one.at for one in drawing.pieces))


def _overview(drawing: Drawing, near: Drawing) -> tuple[list[str], float]:
    """Return a whole board, small, without rulers, a frame round the part in the window, and how high it is.

    All pieces have their letters, which move apart; the ways inside are on the board above, and so is the legend of
    what can be seen there.
    """
    left, above, right, bottom = near.window or (0, 0, drawing.columns, drawing.rows)
    said = set(shown_legend(near))

    def drop_label(line: Gate) -> Gate:
        (x, y), (u, v) = line.begin, line.end
        is_inside = left <= max(x, u) and min(x, u) <= right and above <= max(y, v) and min(y, v) <= bottom
        return line._replace(label="") if is_inside else line

    small = drawing._replace(
        window=None,
        has_rulers=False,
        shapes=(*drawing.shapes, Shape("window", ((left, above), (right, bottom)))),  # it strikes no name of a line
        legend=tuple(entry for entry in drawing.legend if entry not in said and entry[0] not in _PLAIN),
        trails=(),
        gates=tuple(map(drop_label, drawing.gates)),
        arrows=(),
        parked=(),
        targets=(),
    )
    least = least_letter(small, _SMALL)
    ground = draw_layers(small._replace(pieces=()), least, later=small.pieces)
    pieces = draw_layers(Drawing(drawing.columns, drawing.rows, pieces=drawing.pieces, has_rulers=False), least)
    board, high = place_board(*pack(small, "".join((*ground, *pieces)), least), 0, _SMALL)
    return [board], high


def place_drawing(drawing: Drawing, top: float, widest: float) -> tuple[str, float]:
    """Return a board whose letters can be read on a telephone, from `top` on in the middle, and where it ends.

    A tile takes `widest` pixels at most.
    """
    return place_board(*_near_contents(drawing, widest), top, widest)


def _place_table(drawing: Drawing, top: float) -> tuple[str, float]:
    """Return a board below the first, from `top` on, and where it ends.

    Pieces that share a place of it stay on it: tiles are so large that their letters can be read. What its marks mean
    stands beside it.
    """
    smallest = min((one.size for one in drawing.pieces), default=1.0)
    if smallest == 1 or drawing.has_rulers:
        return place_drawing(drawing, top, _BESIDE)
    bare, room = drawing._replace(legend=()), WIDE - 2 * MARGIN
    (wide, high), longest = pack(bare, "")[1], max((measure(words, LETTER) for __, words in drawing.legend), default=0)
    widest = max(_BESIDE, _PIECE / smallest, min(_LARGE, _TABLE / high))
    widest = min(widest, (room - longest - 3 * LETTER) / wide)
    least = LETTER / widest
    board, (wide, high) = pack(bare, "".join(draw_layers(bare, least, is_set=True)), least)
    legend, lines = draw_legend(drawing, longest / widest + 2 * least, least, _ROW * least, least)
    beside = f'<g transform="translate({number(wide)} {number((high - lines * _ROW * least) / 2)})">{legend}</g>'
    ground = f'<rect class="ground" width="{number(room / widest)}" height="{number(high)}"/>'
    return place_board(f'{ground}{board}<g text-anchor="middle">{beside}</g>', (room / widest, high), top, widest)


def _near_contents(drawing: Drawing, widest: float) -> tuple[str, tuple[float, float]]:
    """Return a board whose letters can be read on a telephone, and how many tiles wide and high it is."""
    # Whoever looks at a bare board wants to know all of it
    is_bare = not (drawing.pieces or drawing.parked or drawing.heat)
    known = tuple(entry for entry in drawing.legend if is_bare or entry[0] not in _PLAIN)
    return contents(drawing._replace(legend=known), least_letter(drawing, widest))


def least_letter(drawing: Drawing, widest: float) -> float:
    """Return how many tiles high a letter has to be that can be read on a telephone."""
    left, _top, right, _bottom = drawing.window or (0, 0, drawing.columns, 0)
    room = WIDE - 2 * MARGIN
    wide = pack(drawing._replace(areas=(), legend=()), "", _RULER_LETTER)[1][0]
    scale = min(room / wide, widest)
    if drawing.has_rulers and LETTER / scale > _RULER_LETTER:  # the rulers need more room, which makes tiles smaller
        scale = min(scale, (room - RULER_ROOM * LETTER) / (right - left + RULED + margin_after(drawing)))
    return LETTER / scale


def _head(report: Report) -> tuple[list[str], float]:
    """Return the head of a report's picture, and its height.

    It shows the title, what the post says first, in large letters, and the rest of that below. The deadline is left to
    the post, since it can change after the picture is made.
    """
    result, summary = report.find("result"), report.find("summary")
    news = result.lines[:1] if isinstance(result, Lines) else summary.lines if isinstance(summary, Lines) else ()
    if not news:
        return _lines(report.title, _HEADLINE)
    body, top = _lines(report.title, _TITLE, ink=LIGHT.muted)
    for at, line in enumerate(news):
        large, end = _lines(line, _HEADLINE, top + 4)
        more, top = _lines(line, _TITLE, top + 4) if at or len(large) > _HEADLINES else (large, end)
        body += more
    return body, top


def frame(body: Sequence[str], high: float, wide: int = WIDE) -> str:
    """Return an SVG document of parts, on light ground: a PNG cannot know what its reader's system likes."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{number(high)}" viewBox="0 0 {wide} {number(high)}">'
        f'<style>{STYLE}</style><rect class="ground" width="{wide}" height="{number(high)}" fill="{LIGHT.ground}"/>'
        f'<g font-family="{escape(FONT)}">{"".join(body)}</g></svg>'
    )


def focus(drawing: Drawing) -> Drawing:
    """Return a board with a window round its pieces, if they take only a part of it; ways from afar are cut.

    If that part is large, the window is round the news; if all have finished, the board is whole. The news is where
    most of it is: crashes, who acts, pieces with their ways.
    """
    if drawing.targets and drawing.window:
        return _close_to(drawing)
    if drawing.window or not drawing.has_rulers or (drawing.parked and not drawing.pieces):
        return drawing
    ways = [point for trail in drawing.trails for point in trail.points]
    stand = [piece.at for piece in drawing.pieces] + [middle(cell) for cell in drawing.crashes]
    near = look_at(drawing, stand or ways, _AROUND, _LEAST)
    if near.window:
        # One that is high would leave no room for the standings, one that is low says little on a telephone.
        left, top, right, bottom = near.window
        least = max(_LEAST[0], ceil((bottom - top) / _HIGH)), max(_LEAST[1], ceil(min(_NEAR, right - left) * _LOW))
        near = look_at(drawing, stand or ways, _AROUND, least)
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
    return look_at(drawing, [at for at, _weight in inside(best)], _AROUND, (0, ceil(_NEAR * _LOW)))


def _close_to(drawing: Drawing) -> Drawing:
    """Return a board with its window no larger than the places that can be reached.

    The figures in their marks can then be read.
    """
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    columns, rows = zip(*(point for one in drawing.targets for point in (one.at, one.begin or one.at)), strict=True)
    wide = max(0.0, _CLOSE - (max(columns) - min(columns) + 2 * _AROUND)) / 2
    near = (
        max(left, floor(min(columns) - _AROUND - wide)),
        max(top, floor(min(rows) - _AROUND)),
        min(right, ceil(max(columns) + _AROUND + wide)),
        min(bottom, ceil(max(rows) + _AROUND)),
    )
    return drawing._replace(window=near)


def place_board(body: str, size: tuple[float, float], top: float, widest: float) -> tuple[str, float]:
    """Return a drawn board, so many tiles wide and high, from `top` on in the middle, and where it ends.

    A tile takes `widest` pixels at most.
    """
    wide, high = size
    room = min(WIDE - 2.0 * MARGIN, wide * widest)
    height = room * high / wide
    part = (
        # All lies inside: to cut at its edges would take a third of the time that pixels are made in.
        f'<svg class="drawn" overflow="visible" x="{number((WIDE - room) / 2)}" y="{number(top)}" width="{number(room)}" '
        f'height="{number(height)}" viewBox="0 0 {number(wide)} {number(high)}">{body}</svg>'
    )
    return part, top + height


def _lines(words: str, size: float, top: float = 0, ink: str = LIGHT.text) -> tuple[list[str], float]:
    """Return a heading in as many lines as it takes, and where it ends.

    Its letters become a little smaller if that saves a line; the lines are of about the same length.
    """
    room = WIDE - 2 * MARGIN
    least = max(LETTER, _SMALLER * size)
    parts = break_words(printable(words), size, room)
    fewest = len(wrap(parts, least, room))
    while size > least and len(wrap(parts, size, room)) > fewest:
        size = max(least, size - 1)
    lines = wrap(parts, size, room)
    long = measure(" ".join(parts), size, bold=True)
    if len(lines) > 1:
        even = long / len(lines)
        better = (wrap(parts, size, even + more * (room - even)) for more in (0.1, 0.2, 0.35, 0.5, 0.75))
        lines = next((tried for tried in better if len(tried) == len(lines)), lines)
    body = [
        text(line, (MARGIN, top + size * (0.6 + 1.25 * at)), size, ink=ink, bold=True, anchor="start")
        for at, line in enumerate(lines)
    ]
    return body, top + 1.25 * size * len(lines)
