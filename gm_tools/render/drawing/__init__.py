"""Drawings as SVG: one visual language for the boards of all games, on light and on dark ground.

Whoever reads a picture knows from one game what the others mean: a piece has a light and a dark rim and its letter, an
amber ring is who acts, the last move is a line in the piece's colour on white on dark, a green dot can be reached, a
red cross is bad, a crash is a yellow star. Colour never says anything alone.
"""

from __future__ import annotations

from itertools import product
from math import ceil, cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING

from gm_tools.core.blocks import Picture
from gm_tools.core.drawing import Piece, Shape, Target, Trail
from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.drawing.board_colours import AREAS, BLACK, LEGAL, MARKS, NAMED, PIECES, STYLE, WHITE, mark_of
from gm_tools.render.drawing.cards import token
from gm_tools.render.drawing.elements import escape, long, measure, number, text
from gm_tools.render.drawing.gates import gates
from gm_tools.render.drawing.markers import (
    SIGNS,
    bands,
    covered,
    crash,
    draw_sign,
    fit,
    in_order,
    leads,
    piece,
    sign,
    spread,
    warmth,
)
from gm_tools.render.drawing.queue import list_queue
from gm_tools.render.drawing.room import is_inside, push_apart, thin_labels
from gm_tools.render.drawing.surfaces import (
    FAR,
    chequers,
    is_lettered,
    label,
    late_letters,
    outlines,
    rulers,
    shape,
    stripes,
    surfaces,
)
from gm_tools.render.drawing.ways import arrow, ends, path_size, step_numbers, steps, target, trail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.core.drawing import Cell, Drawing, Point

__all__ = [
    "MARKS",
    "PIECES",
    "RULED",
    "RULER_ROOM",
    "STYLE",
    "bands",
    "contents",
    "draw",
    "draw_layers",
    "list_ways",
    "margin_after",
    "outlines",
    "pack",
    "seat_marks",
    "shown_legend",
]

MARGIN = 2.2  # tiles round a board with rulers, and for cars that left the track
_PLAIN_MARGIN = 0.6
RULED, RULER_ROOM = (
    1.25,
    1.25,
)  # of the margin of rulers whose letters have a least height: tiles, and parts of that height
LEGEND_ROW, _CLOSE_ROW = (
    2.0,
    1.7,
)  # how high a line of a legend is, for letters of size 1; the same in a picture for a thread
_FRAMED = 1.3  # tiles beyond the edge of a window where no rulers are: for its frame
PARKED = 3.0  # tiles, below a board, for the pieces that have finished
_TELEPHONE = 32  # how many pieces of a size at which their letters are read it shows side by side
_PLACE = 0.8  # how high the letters beside them are, as a share of their size
_BEYOND = 0.9  # tiles that are shown beyond the edge of a window, so that no piece at the edge is cut through
_CROPPED = 3  # tiles beyond that edge that are drawn: the edge of the rest must be out of sight
_CORNER, _ASIDE = 0.34, 0.6  # how far from the middle of a tile a mark stands beside a piece, and how large it is there
_UNDER = 0.65  # a target that is nearer than that to a piece would be hidden
_STAR, _LARGE = 1.35, 1.25  # of crashes and pieces in a picture for a thread
_FEW = 38  # columns up to which a piece is as large as a tile


def seat_marks(blocks: Iterable[Block]) -> dict[str, str]:
    """Return the role of each seat's mark in tables, from the pieces on the drawn boards among some blocks."""
    drawings = [block.drawing for block in blocks if isinstance(block, Picture) and block.drawing]
    return {piece.seat: mark_of(piece) for drawing in drawings for piece in (*drawing.away, *drawing.pieces)}


def draw(drawing: Drawing, title: str, wide: int = 1200) -> str:
    """Return a drawing as an element of a page, at most `wide` units wide.

    Its style is `STYLE`, which stands once in the page.
    """
    body, (columns, rows) = contents(drawing)
    scale = min(wide / columns, drawing.unit)
    return (
        f'<svg class="drawn" role="img" data-board="{_facts(drawing)}"{_names(drawing)}{list_ways(drawing)}{list_queue(drawing)} width="{columns * scale:.0f}" height="{rows * scale:.0f}" '
        f'viewBox="0 0 {number(columns)} {number(rows)}"><title>{escape(title)}</title>{body}</svg>'
    )


def _facts(drawing: Drawing) -> str:
    """Return what a page has to know of a board to place things on it.

    That is its margin, columns and rows, if it has rulers, what is added below, and what may go at the foot.
    """
    below = _parked_row(drawing, drawing.columns, 0).high
    size = number(drawing.columns), number(drawing.rows)
    return f"{_margin(drawing)} {' '.join(size)} {int(drawing.has_rulers)} {number(below)}" + (
        f" {number(drawing.foot)}" if drawing.foot else ""
    )


def _names(drawing: Drawing) -> str:
    """Return the places that events name as an attribute, for a page that lights them: `3.4 12.1 5.6` each."""
    text = ";".join(f"{name} {number(x)} {number(y)}" for name, (x, y) in drawing.names)
    return f' data-names="{escape(text)}"' if text else ""


def _margin(drawing: Drawing, least: float = 0) -> float:
    if not drawing.has_rulers:
        return _PLAIN_MARGIN
    return max(MARGIN, RULED + RULER_ROOM * least) if least else MARGIN


def margin_after(drawing: Drawing) -> float:
    """Return how many tiles there are on the right of a board and below it.

    Its rulers are at the top and on the left only.
    """
    if not drawing.has_rulers:
        return _PLAIN_MARGIN
    return _FRAMED if drawing.window else MARGIN


def list_ways(drawing: Drawing) -> str:
    """Return the ways of the pieces in the last turn as an attribute, for a page that lets them drive.

    It lists points up to where each piece stands.
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
    """Return what the drawing's element holds, in tiles, and how many tiles wide and high it is.

    Letters that have to be read are `least` tiles high at least.
    """
    return pack(drawing, "".join(draw_layers(drawing, least)), least)


def pack(drawing: Drawing, board: str, least: float = 0) -> tuple[str, tuple[float, float]]:
    """Return a board on its ground, with its rulers and its legend, and how many tiles wide and high that is.

    If letters are to be `least` tiles high, rulers are at the top and on the left only.
    """
    left, top, right, bottom = window = drawing.window or (0, 0, drawing.columns, drawing.rows)
    margin = _margin(drawing, least)
    after = margin_after(drawing) if least else margin
    wide, high = right - left, bottom - top
    size = max(
        0.5, min(1.25, (wide + 2 * margin) / 56), least
    )  # of letters round it: about the same on paper for all boards
    pitch = (_CLOSE_ROW if least else LEGEND_ROW) * size
    legend, lines = _legend(drawing, wide, size, pitch)
    columns = wide + margin + after
    rows = high + margin + after + lines * pitch
    if drawing.window:
        box = f"{number(left - _BEYOND)} {number(top - _BEYOND)} {number(wide + 2 * _BEYOND)} {number(high + 2 * _BEYOND)}"
        room = (
            f'x="{-_BEYOND}" y="{-_BEYOND}" width="{number(wide + 2 * _BEYOND)}" height="{number(high + 2 * _BEYOND)}"'
        )
        board = f'<svg {room} viewBox="{box}">{board}</svg><rect class="amber" fill="none" {room}/>'
    row = _parked_row(drawing, wide, least)
    rows += row.high
    parts = [
        '<g text-anchor="middle">',
        f'<rect class="ground" width="{number(columns)}" height="{number(rows)}" rx=".6"/>',
        stripes(columns, rows) if any(area.role == "track" for area in drawing.areas) else "",
        f'<g transform="translate({number(margin)} {number(margin)})">',
        *(rulers(drawing, window, least or min(0.9, 0.85 * size), is_short=least > 0) if drawing.has_rulers else ()),
        board,
        *_parked(drawing, high + after, row),
        "</g>",
        f'<g transform="translate({number(margin)} {number(high + margin + after + row.high)})">{legend}</g></g>',
    ]
    return "".join(parts), (columns, rows)


def draw_layers(drawing: Drawing, least: float = 0) -> Iterator[str]:
    """Yield a board from the ground up: what must not be lost is drawn last, or beside what hides it.

    Letters that have to be read are `least` tiles high at least.
    """
    left, _top, right, _bottom = window = drawing.window or (0, 0, drawing.columns, drawing.rows)
    big = max(_LARGE if least and drawing.has_rulers else 1.0, min(1.7, (right - left) / _FEW))
    if drawing.window:
        drawing = _crop(drawing, window)
    if least and drawing.window:  # those beyond would be cut through
        drawing = drawing._replace(pieces=tuple(one for one in drawing.pieces if is_inside(one.at, window)))
    sizes = fit(drawing.pieces, big)
    if least:
        places = push_apart({one: (one.at, size) for one, size in sizes.items()}, least, window)
    else:
        places = spread(drawing.pieces, sizes, big if drawing.has_rulers else 0)
    gone = [point for one in drawing.trails for point in one.points]
    hiding = [*(one.at for one in drawing.pieces), *drawing.steps]
    free: set[Cell] = set()
    if drawing.gates:
        free = set(product(range(int(drawing.rows)), range(int(drawing.columns))))
        free.difference_update(*(area.cells for area in drawing.areas))
    yield from surfaces(drawing, least)
    for form in drawing.shapes:
        yield from shape(form, hiding, gone, least)
    yield from (sign(one, least) for one in drawing.signs)
    yield from gates(drawing.gates, free, window, least)
    yield from map(label, thin_labels(drawing.labels, least))
    for way in drawing.trails:
        size = big if drawing.has_rulers else max(big, 0.85 * path_size(drawing))
        yield f'<g class="went">{"".join(trail(way, size))}</g>'
    yield from late_letters(drawing.shapes, hiding, gone, least)
    yield from (crash(cell, _STAR if least else 1) for cell in drawing.crashes)
    for pointer in drawing.arrows:
        yield from arrow(pointer, drawing.pieces, max(1.0, least))
    lie = _lying(drawing)
    first: dict[Point, Target] = {}
    for goal in drawing.targets:
        first.setdefault(goal.at, goal)
    hit = [
        goal
        for goal in first.values()
        if any(hypot(goal.at[0] - one.at[0], goal.at[1] - one.at[1]) < _UNDER for one in drawing.pieces)
    ]
    for goal in first.values():
        if goal not in hit:
            yield from target(goal, is_aside=lie(goal.at), is_tile=drawing.has_rulers, least=least)
    yield from (warmth(one, is_square=drawing.has_rulers, is_bare=least > FAR) for one in drawing.heat)
    yield from steps(drawing)
    yield from leads(places)
    for drawn in in_order(drawing.pieces):
        at, size = places[drawn]
        yield piece(drawn, size, at if at != drawn.at else None)
    for goal in hit:
        if drawing.areas:  # tiles, each of which keeps its own marks
            x, y = _corner(goal.at, drawing)
            mark = "".join(target(goal._replace(at=(0, 0)), least=least / _ASIDE))
            yield f'<g transform="translate({number(x)} {number(y)}) scale({_ASIDE})">{mark}</g>'
        else:
            yield from target(goal._replace(at=_beside(goal.at, drawing)))
    yield from step_numbers(drawing, lambda at: (_corner if drawing.has_rulers else _beside)(at, drawing))
    yield from ends(drawing, max(big, least / 0.56), lambda at: _beside(at, drawing))
    yield from covered(drawing, places, least)
    yield from map(token, drawing.props)


def _crop(drawing: Drawing, window: tuple[float, float, float, float]) -> Drawing:
    """Return a board without tiles, and what lies on them, that are out of sight, the edge of what is left too."""
    left, top, right, bottom = window

    def is_near(cell: Sequence[float]) -> bool:
        row, column = cell
        return top - _CROPPED <= row < bottom + _CROPPED and left - _CROPPED <= column < right + _CROPPED

    areas = (area._replace(cells=tuple(filter(is_near, area.cells))) for area in drawing.areas)
    return drawing._replace(
        areas=tuple(area for area in areas if area.cells),
        signs=tuple(one for one in drawing.signs if is_near(one.cell)),
        heat=tuple(one for one in drawing.heat if is_near((one.at[1], one.at[0]))),
    )


def _lying(drawing: Drawing) -> Callable[[Point], bool]:
    """Return what tells whether something lies on a place that a mark in its middle would hide.

    That is a sign, a letter, or a colour's letter.
    """
    if not drawing.has_rulers:
        lettered = [part.at for part in drawing.shapes if part.label and part.role in NAMED]
        return lambda at: any(one is not None and hypot(one[0] - at[0], one[1] - at[1]) < _UNDER for one in lettered)
    cells = {(floor(one.cell[0]), floor(one.cell[1])) for one in drawing.signs}
    cells |= {cell for area in drawing.areas if area.letter for cell in area.cells if is_lettered(cell)}
    return lambda at: (floor(at[1]), floor(at[0])) in cells


def _beside(at: Point, drawing: Drawing) -> Point:
    """Return the place next to a point that is furthest from all pieces."""
    far = 1.9
    places = [(at[0] + far * cos(k * pi / 4), at[1] + far * sin(k * pi / 4)) for k in range(8)]
    return _furthest(places, drawing.pieces, [point for point in drawing.steps if point != at])


def _corner(at: Point, drawing: Drawing) -> Point:
    """Return the corner or the edge of the tile of a point that is furthest from all pieces.

    What stands there belongs to no other tile.
    """
    x, y = floor(at[0]) + 0.5, floor(at[1]) + 0.5
    sides = (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0)
    return _furthest([(x + _CORNER * dx, y + _CORNER * dy) for dx, dy in sides], drawing.pieces)


def _furthest(places: Sequence[Point], pieces: Sequence[Piece], others: Sequence[Point] = ()) -> Point:
    taken = [*(one.at for one in pieces), *others]
    return max(places, key=lambda place: round(min(hypot(place[0] - x, place[1] - y) for x, y in taken), 3))


class _Row(NamedTuple):
    """How the pieces that have finished stand below a board.

    It has their size, how far apart they are, how many are in a row, and how high all rows are.
    """

    size: float
    apart: float
    columns: int
    high: float


def _parked_row(drawing: Drawing, wide: float, least: float) -> _Row:
    if not least:  # one row, whose letters are read on a telephone that shows the whole board
        size = max(1.0, wide / _TELEPHONE)
        apart = min(4.4 * size, (wide - _parked_begin(size)) / max(1, len(drawing.parked)))
        size = min(size, apart / 2.6)
        return _Row(size, apart, len(drawing.parked), max(PARKED, 2.1 * size) if drawing.parked else 0)
    size = max(1.0, min(1.6, wide / _FEW), least / _PLACE)
    room = wide - _parked_begin(size)
    count = max(1, min(len(drawing.parked), int(room / (3 * size))))
    return _Row(size, min(4.4 * size, room / count), count, 2.2 * size * ceil(len(drawing.parked) / count))


def _parked_begin(size: float) -> float:
    return 0.9 * size + long(_("finished"), _PLACE * size)


def _parked(drawing: Drawing, y: float, row: _Row) -> Iterator[str]:
    """Yield the pieces that have finished below the board, each with its place; the winner is the largest."""
    if not drawing.parked:
        return
    size = row.size
    y += 1.2 * max(1.0, size if row.high > PARKED else 1.0)
    yield text(_("finished"), (0, y), _PLACE * size, role="words", bold=True, anchor="start")
    for place, one in enumerate(drawing.parked, 1):
        down, along = divmod(place - 1, row.columns)
        x, at = _parked_begin(size) + row.apart * along, y + 2.2 * size * down
        yield text(f"{place}.", (x + 0.4 * size, at), _PLACE * size, role="words", bold=place == 1)
        yield piece(one, size * (1.2 if place == 1 else 1), (x + 1.9 * size, at))


_SAMPLED = 0.8  # tiles that a letter in a sample is high
_SAMPLES = {"sure", "chance", "off", "crash"}


def _legend(drawing: Drawing, room: float, size: float, pitch: float) -> tuple[str, int]:
    """Return the legend, and how many lines it takes, each `pitch` tiles high."""
    x, line, out = 0.0, 0, []
    for role, name in shown_legend(drawing):
        wide = 1.7 * size + measure(name, size)
        if x and x + wide > room:
            x, line = 0.0, line + 1
        y = line * pitch
        out.append(f'<g transform="translate({number(x)} {number(y)}) scale({number(1.25 * size)})">{sample(role)}</g>')
        out.append(text(name, (x + 1.7 * size, y + 0.65 * size), size, role="ruler", anchor="start"))
        x += wide + 1.2 * size
    return "".join(out), line + 1 if out else 0


def shown_legend(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Yield the part of the legend that is about what can be seen in the window; nothing is said twice."""
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    places: dict[str, list[tuple[float, float]]] = {}
    for area in drawing.areas:
        places.setdefault(area.role, []).extend(area.cells)
    for one in drawing.signs:
        places.setdefault(one.role, []).append(one.cell)
    said: set[str] = set()
    for role, name in drawing.legend:
        cells = [cell for one in role.split() for cell in places.get(one, ())]
        is_seen = not cells or any(top <= row < bottom and left <= column < right for row, column in cells)
        if is_seen and name not in said:
            yield role, name
            said.add(name)


def sample(role: str) -> str:
    """Return a tile that shows what a role looks like, in tiles.

    It is an area or a sign, a colour, or the bare ground; two roles share it.
    """
    if " " in role:
        one, other = (f'<g transform="scale(.66)">{sample(part)}</g>' for part in role.split())
        return f'{one}<g transform="translate(.34 .34)">{other}</g>'
    if role in _SAMPLES:
        return "".join(target(Target((0.5, 0.5), "", role)))
    if role == "leg":  # a target with the letter of a leg in it
        return "".join(target(Target((0.5, 0.5), "", "sure", "V")))
    if role == "end":  # the plate that stands for an end of chance
        plate = f'<rect x="-.1" y=".15" width="1.2" height=".7" rx=".25" fill="{WHITE}" stroke="{LEGAL}" stroke-width=".1"/>'
        return plate + text("%", (0.5, 0.5), 0.5, ink=LEGAL, bold=True)
    if role in ("reach", "reach_first"):
        square = Shape(role, ((0.05, 0.15), (0.95, 0.15), (0.95, 0.85), (0.05, 0.85)))
        return f'<rect width="1" height="1" fill="{NAMED["green"]}"/>' + "".join(shape(square, ()))
    if role == "put":
        return "".join(trail(Trail(0, ((0, 0.5), (1, 0.5)), put=True), 1))
    if role == "can":
        return text("✓", (0.5, 0.5), 1, role="good", bold=True)
    if role == "began":
        ring = "".join(trail(Trail(0, ((0, 0),), "orange", is_pointed=True), 1))
        return f'<g transform="translate(.5 .5) scale(.66)">{ring}</g>'
    if role in ("fresh", "locked"):
        return piece(Piece("", 0, (0.5, 0.5), colour="green", state=role), 0.55).replace(' class="piece"', "")
    if role in NAMED:
        return f'<rect fill="{NAMED[role]}" stroke="{BLACK}" stroke-width=".04" width="1" height="1" rx=".15"/>'
    ground = role if role in AREAS else "sand" if role in ("unknown", "bag", "flat_bag") else "track"
    tile = f'<rect class="{ground}" width="1" height="1" rx=".15"/>'
    if role == "finish":
        tile += chequers([(0, 0)])
    if role == "pit_line":
        tile = (
            '<rect class="track" width="1" height="1" rx=".15"/><rect class="pit_line" x=".38" width=".24" height="1"/>'
        )
    if role in SIGNS or role == "bank":
        tile += f'<g class="sign" transform="translate(.5 .5)">{draw_sign(role if role in SIGNS else "bank_left", _SAMPLED)}</g>'
    return tile
