"""A board with what surrounds it: its ground, rulers, who has finished, the legend; and as an element of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from json import dumps
from math import ceil

from gm_tools.core.drawing import Drawing
from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.drawing.board import FEW, draw_layers
from gm_tools.render.drawing.elements import escape, long, number, text
from gm_tools.render.drawing.legend import draw_legend
from gm_tools.render.drawing.markers import piece
from gm_tools.render.drawing.queue import list_queue
from gm_tools.render.drawing.surfaces import rulers, stripes

_MARGIN = 2.2  # tiles round a board with rulers, and for cars that left the track
_PLAIN_MARGIN = 0.6
# Of the margin of rulers whose letters have a least height: tiles, and parts of that height
RULED, RULER_ROOM = 1.25, 1.25
# How high a line of a legend is, for letters of size 1; the same in a picture for a thread
_LEGEND_ROW, _CLOSE_ROW = 2.0, 1.7
_FRAMED = 1.3  # tiles beyond the edge of a window where no rulers are: for its frame
_PARKED = 3.0  # tiles, below a board, for the pieces that have finished
_TELEPHONE = 32  # how many pieces of a size at which their letters are read it shows side by side
_PLACE = 0.8  # how high the letters beside them are, as a share of their size
_BEYOND = 0.9  # tiles that are shown beyond the edge of a window, so that no piece at the edge is cut through


def draw(drawing: Drawing, title: str, wide: int = 1200) -> str:
    """Return a drawing as an element of a page, at most `wide` units wide.

    The page must hold the rules of `STYLE` once.
    """
    body, (columns, rows) = contents(drawing)
    scale = min(wide / columns, drawing.unit)
    return (
        f'<svg class="drawn" role="img" data-board="{_facts(drawing)}"{_names(drawing)}{list_ways(drawing)}{list_queue(drawing)} width="{columns * scale:.0f}" height="{rows * scale:.0f}" '
        f'viewBox="0 0 {number(columns)} {number(rows)}"><title>{escape(title)}</title>{body}</svg>'
    )


def _facts(drawing: Drawing) -> str:
    """Return what a page has to know of a board to place things on it, as attributes.

    They say how wide its margin is, how many columns and rows it has, whether it has rulers, what is added below, and
    what may go at the foot; lengths are in tiles.
    """
    below = _parked_row(drawing, drawing.columns, 0).high
    size = number(drawing.columns), number(drawing.rows)
    return f"{_margin(drawing)} {' '.join(size)} {int(drawing.has_rulers)} {number(below)}" + (
        f" {number(drawing.foot)}" if drawing.foot else ""
    )


def _names(drawing: Drawing) -> str:
    """Return the places that events name as an attribute, for a page that lights them: `3.4 12.1 5.6` each.

    Another one says what is told of parts of the board, as JSON.
    """
    text = ";".join(f"{name} {number(x)} {number(y)}" for name, (x, y) in drawing.names)
    said = f' data-notes="{escape(dumps(drawing.notes, ensure_ascii=False))}"' if drawing.notes else ""
    return (f' data-names="{escape(text)}"' if text else "") + said


def _margin(drawing: Drawing, least: float = 0) -> float:
    if not drawing.has_rulers:
        return _PLAIN_MARGIN
    return max(_MARGIN, RULED + RULER_ROOM * least) if least else _MARGIN


def margin_after(drawing: Drawing) -> float:
    """Return how many tiles there are on the right of a board and below it.

    It is narrow where only a window of the board is shown: the rulers are then at the top and on the left only.
    """
    if not drawing.has_rulers:
        return _PLAIN_MARGIN
    return _FRAMED if drawing.window else _MARGIN


def list_ways(drawing: Drawing) -> str:
    """Return the ways of the pieces in the last turn as an attribute, for a page that lets them drive.

    Each way is a list of points that ends where its piece stands.
    """
    at = {one.number: one.at for one in drawing.pieces}
    ways = [
        [*one.points, *(() if one.points[-1] == at[one.number] else (at[one.number],))]
        for one in drawing.trails
        if not one.put and one.number in at and one.points
    ]
    text = ";".join(" ".join(f"{number(x)},{number(y)}" for x, y in points) for points in ways)
    return f' data-ways="{text}"' if text else ""


def contents(drawing: Drawing, least: float = 0) -> tuple[str, tuple[float, float]]:
    """Return what the drawing's element holds, and how many tiles wide and high it is.

    Letters that have to be read are at least `least` tiles high.
    """
    return pack(drawing, "".join(draw_layers(drawing, least)), least)


def pack(
    drawing: Drawing, board: str, least: float = 0, parked: Iterable[str] | None = None
) -> tuple[str, tuple[float, float]]:
    """Return a board on its ground, with its rulers and its legend, and how many tiles wide and high that is.

    If letters are to be `least` tiles high, rulers are at the top and on the left only. `parked` is what stands below
    the board instead of what `draw_parked` draws there.
    """
    left, top, right, bottom = window = drawing.window or (0, 0, drawing.columns, drawing.rows)
    margin = _margin(drawing, least)
    after = margin_after(drawing) if least else margin
    wide, high = right - left, bottom - top
    # Of letters round it: about the same on paper for all boards
    size = max(0.5, min(1.25, (wide + 2 * margin) / 56), least)
    pitch = (_CLOSE_ROW if least else _LEGEND_ROW) * size
    legend, lines = draw_legend(drawing, wide, size, pitch, least)
    columns = wide + margin + after
    rows = high + margin + after + lines * pitch
    if drawing.window:
        box = f"{number(left - _BEYOND)} {number(top - _BEYOND)} {number(wide + 2 * _BEYOND)} {number(high + 2 * _BEYOND)}"
        room = (
            f'x="{-_BEYOND}" y="{-_BEYOND}" width="{number(wide + 2 * _BEYOND)}" height="{number(high + 2 * _BEYOND)}"'
        )
        board = f'<svg {room} viewBox="{box}">{board}</svg>'
    row = _parked_row(drawing, wide, least)
    rows += row.high
    parts = [
        '<g text-anchor="middle">',
        f'<rect class="ground" width="{number(columns)}" height="{number(rows)}"/>',
        stripes(columns, rows) if any(area.role == "track" for area in drawing.areas) else "",
        f'<g transform="translate({number(margin)} {number(margin)})">',
        *(rulers(drawing, window, least or min(0.9, 0.85 * size), is_short=least > 0) if drawing.has_rulers else ()),
        board,
        *(draw_parked(drawing, least) if parked is None else parked),
        "</g>",
        f'<g transform="translate({number(margin)} {number(high + margin + after + row.high)})">{legend}</g></g>',
    ]
    return "".join(parts), (columns, rows)


def frame_window(drawing: Drawing, least: float) -> str:
    """Return a frame round what `pack` shows of a board: for a picture that has the same frame on the whole of it."""
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    at = number(_margin(drawing, least) - _BEYOND)
    size = f'width="{number(right - left + 2 * _BEYOND)}" height="{number(bottom - top + 2 * _BEYOND)}"'
    return f'<rect class="amber" fill="none" x="{at}" y="{at}" {size}/>'


class _Row(NamedTuple):
    """How finished pieces stand below a board: their size and distance, how many a row, the height of all rows."""

    size: float
    apart: float
    columns: int
    high: float


def _parked_row(drawing: Drawing, wide: float, least: float) -> _Row:
    if not least:  # one row, whose letters are read on a telephone that shows the whole board
        size = max(1.0, wide / _TELEPHONE)
        apart = min(4.4 * size, (wide - _parked_begin(size)) / max(1, len(drawing.parked)))
        size = min(size, apart / 2.6)
        return _Row(size, apart, len(drawing.parked), max(_PARKED, 2.1 * size) if drawing.parked else 0)
    size = max(1.0, min(1.6, wide / FEW), least / _PLACE)
    room = wide - _parked_begin(size)
    count = max(1, min(len(drawing.parked), int(room / (3 * size))))
    return _Row(size, min(4.4 * size, room / count), count, 2.2 * size * ceil(len(drawing.parked) / count))


def _parked_begin(size: float) -> float:
    return 0.9 * size + long(_("finished"), _PLACE * size)


def draw_parked(drawing: Drawing, least: float = 0) -> Iterator[str]:
    """Yield the pieces that have finished below the board, each with its place; the winner is the largest."""
    if not drawing.parked:
        return
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    row = _parked_row(drawing, right - left, least)
    size = row.size
    y = bottom - top + (margin_after(drawing) if least else _margin(drawing, least))
    y += 1.2 * max(1.0, size if row.high > _PARKED else 1.0)
    yield text(_("finished"), (0, y), _PLACE * size, role="words", bold=True, anchor="start")
    for place, one in enumerate(drawing.parked, 1):
        down, along = divmod(place - 1, row.columns)
        x, at = _parked_begin(size) + row.apart * along, y + 2.2 * size * down
        yield text(f"{place}.", (x + 0.4 * size, at), _PLACE * size, role="words", bold=place == 1)
        there = one._replace(at=(x + 1.9 * size, at))  # it has left the place where it was
        yield piece(there, size * (1.2 if place == 1 else 1))
