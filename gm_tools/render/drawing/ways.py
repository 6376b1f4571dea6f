"""What moves on a board: the ways of the last turn, shifts, the path of an order, its ends, what can be reached."""

from __future__ import annotations

from itertools import pairwise, product
from math import atan2, cos, degrees, dist, floor, hypot, pi, radians, sin
from typing import TYPE_CHECKING, TypeAlias

from gm_tools.core.drawing import HARMFUL, Cell, Drawing, Landing, Piece, Point, Target, Trail
from gm_tools.core.i18n import N_, _
from gm_tools.core.text import share_text
from gm_tools.render.drawing.board_colours import BAD, BLACK, LEGAL, PATH, WARN, WHITE, colour_of, ink_on
from gm_tools.render.drawing.elements import (
    ROUND,
    chevrons,
    disc,
    draw_case,
    long,
    needs,
    number,
    stroke,
    text,
    way,
)
from gm_tools.render.drawing.markers import piece
from gm_tools.render.drawing.room import face_inwards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    _Taken: TypeAlias = tuple[Point, float, float]  # a thing's middle, and half its width and height

_BAD = ("off", "crash")  # roles of ends and targets
# What a plate beside an end says, if that is bad.
_SHARES = {"off": N_("{share} off the track"), "crash": N_("{share} crash")}
_SURELY = {"off": N_("off the track"), "crash": N_("crash")}  # where nothing is left to chance
REFUSED = "#5b626b"  # the path of an order that is not legal
_FIELDS, _ROAD = 1.3, 1.9  # how much larger a path is on fields in wood, and on the squares of a road
# How high a figure is on a tile, and at most where it has to be read; the same on a disc that stands alone.
(_ON_TILE, _FIGURE), (_ALONE, _LARGEST) = (0.46, 0.76), (0.74, 1)
# How far from the middle of a tile, of a square of a road, a mark stands beside what lies there.
_CORNER, _BESIDE = 0.27, 0.56
LIES = ("bag", "flat_bag", "oil", "repair", "unknown")  # signs that neither a way nor a plate may hide
_ROUND = 1.2  # tiles beyond a board that a plate may take
_NEAR = 0.6  # how large a page shows a plate on a board that is seen from near (page/styles/drawn.css)
# What counts there: a tile on which a plate may hide a mark, what it hides on the whole board, a tile away from its end
# and from where the way began
_MARKS, _FAR, _AWAY, _ONWARD = 0.15, 0.2, 0.1, 0.02
_ASIDE = 0.6  # how far from its end the edge of a plate is that stands beside it
_ON_ROAD = 1.35
_RING = 1.05  # how large the ring is round a piece on a field where an order ends, beside which the end is shown
_BEHIND = 1.35  # how far behind a car in a frame its number is, in sizes of the car: a page draws both larger
_GROWN = 1.2  # how many times as large as it is drawn a number on a disc may be
_FRAMED = 1.12  # how near to the end of a way, in sizes, its frame lies on a number
_TIGHT = 0.86  # the frame's share of that round a ball, beside which the number of its field is
_EDGE = 0.6  # of the way from the middle of a piece to the number beside it
_HIDES = 0.75  # tiles: a number that is nearer to a piece would lie on its letter


def trail(one: Trail, big: float) -> Iterator[str]:
    """Yield the way of a piece on white on dark, each move a little clearer than the one before."""
    colour, data = colour_of(one), way(one.points)
    if one.is_pointed:
        yield from _draw_pointed(one, colour)
        return
    if one.put:
        yield stroke(data, WHITE, 0.42, ROUND)
        yield stroke(data, BLACK, 0.24, ' stroke-dasharray=".4 .3"')
        return
    for name, ink, breadth, clear in (("way-rim", BLACK, 0.4, ".35"), ("way-case", WHITE, 0.32, "1")):
        yield (
            f'<path class="{name}" d="{data}" fill="none" stroke="{ink}" stroke-width="{number(breadth * big)}" stroke-linejoin="round" '
            f'stroke-linecap="round" stroke-opacity="{clear}"/>'
        )
    for at, (begin, end) in enumerate(pairwise(one.points), 1):
        clear = number(0.35 + 0.65 * at / (len(one.points) - 1))
        yield f'<path class="way-line" d="{way((begin, end))}" stroke="{colour}" stroke-width="{number(0.18 * big)}" stroke-linecap="round" stroke-opacity="{clear}"/>'
    yield disc(one.points[0], 0.13 * big, f'class="way-begin" fill="{WHITE}" stroke="{BLACK}" stroke-width=".06"')


def _draw_pointed(one: Trail, colour: str) -> Iterator[str]:
    """Yield a way with a dashed ring where it began, and chevrons in its direction.

    The chevrons stop where the piece at its end would hide them.
    """
    data = way(one.points)
    if one.put:
        yield stroke(data, BLACK, 0.42, ROUND) + stroke(data, WHITE, 0.32, ROUND)
        yield stroke(data, colour, 0.24, ' stroke-dasharray=".4 .3"')
    elif len(one.points) > 1:
        yield draw_case(data, colour, 0.36)
    yield disc(one.points[0], 0.6, f'fill="none" stroke="{WHITE}" stroke-width=".3"')
    yield disc(one.points[0], 0.6, f'fill="none" stroke="{colour}" stroke-width=".2" stroke-dasharray=".38 .25"')
    if len(one.points) > 1 and (tips := "".join(chevrons(one.points, _HIDES))):
        ink = BLACK if one.put else ink_on(colour)
        yield stroke(tips, ink, 0.11, ROUND)


def steps(drawing: Drawing) -> Iterator[str]:
    """Yield the path of an order, dashed where chance leads elsewhere.

    Its numbers are drawn later, over cars that it passes. The path is a double line, so that nobody takes the way of
    the last move for it, whatever its colour. The path of an order that is refused is grey and dashed.
    """
    size = path_size(drawing)
    for points in filter(None, (drawing.steps, *drawing.more)):
        yield _dashes(way(points), REFUSED, size) if drawing.is_refused else _double(way(points), size)
    if drawing.is_refused:
        return
    for one in drawing.landings:
        if len(one.way) > 1 and one.way != drawing.steps[-len(one.way) :]:  # else it is the path's own end
            yield _dashes(way(one.way), BAD if one.role in _BAD else PATH, size)


def path_size(drawing: Drawing) -> float:
    """Return how large a path is drawn: squares of a road and fields are larger than tiles."""
    if drawing.has_rulers:
        return 1
    return _FIELDS if any(part.role == "wood" for part in drawing.shapes) else _ROAD


def _hides(drawing: Drawing) -> float:
    """Return how near to a piece a number lies on it.

    On a square of a road, which is large, a car is not in the middle.
    """
    return _HIDES if path_size(drawing) < _ROAD else _ON_ROAD


def _double(data: str, size: float) -> str:
    return draw_case(data, PATH, 0.25 * size) + stroke(data, WHITE, 0.07 * size, ROUND)


def _dashes(data: str, ink: str, size: float) -> str:
    line = f'<path d="{data}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return f'{line} stroke="{WHITE}" stroke-width="{number(0.34 * size)}"/>{line} stroke="{ink}" stroke-width="{number(0.2 * size)}" stroke-dasharray=".32 .34"/>'


def step_numbers(drawing: Drawing, beside: Callable[[Point], Point]) -> Iterator[str]:
    """Yield the numbers along the path of an order, from the first step on.

    `beside` returns where a number is put that would hide a piece.
    """
    if drawing.is_refused:
        return
    size = path_size(drawing)
    last = len(drawing.steps) - 1 if drawing.landings or _mover(drawing) else 0  # stands at the end itself
    # Balls lie nearer to each other than cars on a road do.
    is_ring = not drawing.has_rulers and any(one.heading is None for one in drawing.pieces)
    for at, point in enumerate(drawing.steps[1:], 1):
        if at == last:
            break
        if last and is_ring and dist(point, drawing.steps[last]) < _FRAMED * size:
            continue
        hides = any(hypot(point[0] - one.at[0], point[1] - one.at[1]) < _hides(drawing) for one in drawing.pieces)
        place = beside(point) if hides else point
        large = (0.8 if hides else 1) * size
        if hides:  # from the edge of the piece, whose letter stays free, and only as long as there is a number
            begin = point[0] + _EDGE * (place[0] - point[0]), point[1] + _EDGE * (place[1] - point[1])
            yield f"<g{needs(_GROWN * 0.45 * large)}>{draw_case(way((begin, place)), PATH, 0.1)}</g>"
        yield _draw_count(place, at, large, is_kept=False)


def _draw_count(at: Point, count: int, size: float, *, is_kept: bool = True) -> str:
    """Return a number on a disc of its own, which a page may leave out where it is too small, unless it `is_kept`."""
    plate = disc((0, 0), 0.33 * size, f'fill="{PATH}" stroke="{WHITE}" stroke-width=".07"')
    inside = plate + text(str(count), (0, 0), 0.45 * size, ink=WHITE, bold=True)
    more = "" if is_kept else needs(_GROWN * 0.45 * size)
    return f'<g class="count" transform="translate({number(at[0])} {number(at[1])})"{more}>{inside}</g>'


def target(one: Target, *, is_aside: bool = False, is_tile: bool = False, least: float = 0) -> Iterator[str]:
    """Yield the mark of a place that can be reached: a dot, or a ring if only by chance.

    A place off the track has a cross, one with a car to crash into a cross in a ring, in amber if that car may drive
    off. `is_aside` moves the mark to a corner, so that it does not hide what lies in the middle; `is_tile` frames the
    tile. A figure is `least` tiles high, as far as its neighbours leave it room.
    """
    x, y = one.at
    is_good = one.role not in HARMFUL
    if is_tile and is_good:
        kind = f'fill="#8ff0c8" fill-opacity=".3" stroke="{LEGAL}"'
        if one.role == "chance":
            kind = f'fill="none" stroke="{LEGAL}" stroke-dasharray=".16 .1"'
        yield f'<rect x="{number(x - 0.46)}" y="{number(y - 0.46)}" width=".92" height=".92" rx=".14" {kind} stroke-width=".06"/>'
    far = (_CORNER if is_tile else _BESIDE) if is_aside else 0
    x, y = at = (x + far, y - far)
    size = 0.82 if is_aside and is_tile else 1
    usual, most = (_ON_TILE, _FIGURE) if is_tile else (_ALONE, _LARGEST)
    high = min(usual, 0.9 / max(1, len(one.label)))
    if one.label and is_good:
        size = max(size, min(least, most) / high)
    radius = size * ((0.3 if is_tile else 0.5) if one.label else 0.21 if is_tile else 0.32)
    if not is_good:
        ink = BAD if one.role in _BAD else WARN
        if one.role != "off":
            yield disc(at, 0.38 * size, f'fill="{WHITE}" fill-opacity=".75" stroke="{ink}" stroke-width=".1"')
        half = 0.22 * size
        cross = f"M{number(x - half)} {number(y - half)}l{number(2 * half)} {number(2 * half)}M{number(x + half)} {number(y - half)}l{number(-2 * half)} {number(2 * half)}"
        yield f'<path d="{cross}" stroke="{WHITE}" stroke-width=".24" stroke-linecap="round"/><path d="{cross}" stroke="{ink}" stroke-width=".13" stroke-linecap="round"/>'
    elif one.role == "chance":
        yield disc(
            at,
            radius,
            f'fill="{WHITE}" fill-opacity=".85" stroke="{LEGAL}" stroke-width=".1" stroke-dasharray=".16 .1"',
        )
    else:
        yield disc(at, radius, f'fill="{LEGAL}" stroke="{WHITE}" stroke-width=".08"')
    if one.label and is_good:
        ink = WHITE if one.role == "sure" else LEGAL
        yield text(one.label, at, size * high, ink=ink, bold=True)


def ends(drawing: Drawing, big: float, beside: Callable[[Point], Point], *, is_laid: bool = False) -> Iterator[str]:
    """Yield the ends that an order can have: where each is, and on a plate how likely, on free ground if there is any.

    The only end of an order without chance has no plate. `beside` is as for `step_numbers`, `is_laid` as for
    `draw_layers`.
    """
    if drawing.is_refused or (len(drawing.steps) < 2 and not drawing.landings):
        return
    for points in drawing.more:
        other = drawing._replace(steps=points, more=(), put=(), landings=(), pieces=_without_swapped(drawing, points))
        yield from step_numbers(other, beside)
        yield from ends(other, big, beside, is_laid=is_laid)
    yield from _put_elsewhere(drawing)
    drawing = drawing._replace(pieces=_without_swapped(drawing, drawing.steps))
    only = drawing.landings[0] if drawing.landings else Landing(drawing.steps[-1], 1)
    if len(drawing.landings) < 2 and (only.role not in _BAD or not only.way):
        yield from _only_end(drawing, only, big, beside)
        return
    # Plates with words, which are long, take the room that is left.
    shown = sorted(drawing.landings, key=lambda end: (end.role in _BAD, -end.chance))
    size = 0.56 * big
    taken: list[_Taken] = [(piece.at, 0.7, 0.7) for piece in drawing.pieces] + [(end.at, 0.6, 0.6) for end in shown]
    taken += [
        (point, 0.45, 0.45) for point in (*drawing.steps, *drawing.spared, *(end.way[-1] for end in shown if end.way))
    ]
    taken += [((one.cell[1] + 0.5, one.cell[0] + 0.5), 0.3, 0.3) for one in drawing.signs if one.role in LIES]
    road = frozenset(cell for area in drawing.areas for cell in area.cells if is_laid)
    for one in shown:
        is_bad = one.role in _BAD
        ink = BAD if is_bad else LEGAL
        words = (_SURELY if one.chance == 1 else _SHARES).get(one.role, "{share}")
        words = _(words, share=share_text(one.chance))
        half = 1.15 * long(words, size) / 2 + 0.2  # bold
        end = one.way[-1] if is_bad and one.way else one.at
        at = _free(end, half, taken, drawing, road)
        taken.append((at, half, 0.62 * size))
        begin = _nearest(at, half, 0.62 * size, end)  # as large as a page shows it, the plate stays beside its end
        yield f'<path d="{way((end, begin))}" stroke="{ink}" stroke-width=".07"/>'
        yield from _end(one._replace(at=end), None if is_bad else _ghost(drawing, one), big)
        mover = _mover(drawing)
        if is_bad and len(shown) == 1 and mover is not None:  # it leaves the track there, and comes to stand here
            ghost = mover._replace(at=one.at, heading=one.heading, is_next=False, state="")
            yield from _frame(one.at, big, ghost=ghost)
        across, down = 0.5 + (begin[0] - at[0]) / (2 * half), 0.5 + (begin[1] - at[1]) / (1.24 * size)
        yield (
            f'<g data-origin="{number(across)} {number(down)}" class="plate"><rect x="{number(at[0] - half)}" y="{number(at[1] - 0.62 * size)}" width="{number(2 * half)}" '
            f'height="{number(1.24 * size)}" rx="{number(0.62 * size)}" fill="{WHITE}" stroke="{ink}" stroke-width=".09"/>'
            f"{text(words, at, size, ink=ink, bold=True)}</g>"
        )


def _put_elsewhere(drawing: Drawing) -> Iterator[str]:
    """Yield the pieces that an order puts somewhere, in a frame there, each joined by dashes to where it stands."""
    for ghost in drawing.put:
        for one in drawing.pieces:
            if one.seat == ghost.seat and (far := dist(one.at, ghost.at)) > one.size:
                edge = one.size / far  # its letter stays free
                begin = (one.at[0] + edge * (ghost.at[0] - one.at[0]), one.at[1] + edge * (ghost.at[1] - one.at[1]))
                yield _dashes(way((begin, ghost.at)), PATH, 1)
        yield from _beside_others(ghost, ghost.size)


def _without_swapped(drawing: Drawing, points: Sequence[Point]) -> tuple[Piece, ...]:
    """Return the pieces but the one with which the mover on a way changes places: it is where the mover was."""
    swaps = any(
        (way[0], way[-1]) == (points[-1], points[0]) for way in (drawing.steps, *drawing.more) if way and points
    )
    return tuple(one for one in drawing.pieces if not (swaps and one.at == points[-1]))


def _only_end(drawing: Drawing, end: Landing, big: float, beside: Callable[[Point], Point]) -> Iterator[str]:
    """Yield the piece that an order moves at the only place where it can end.

    If another piece stands there, that one keeps its letter. On a tile, the frame of the end is drawn round it. On a
    field, it is ringed, and the end is drawn smaller, off the place, with a line to it.
    """
    mover, at = _mover(drawing), drawing.steps[-1] if len(drawing.steps) > 1 else end.at
    if mover is None:
        return
    heading = end.heading
    if heading is None and mover.heading is not None and len(drawing.steps) > 1:
        (x, y), (u, v) = drawing.steps[-2:]
        heading = degrees(atan2(u - x, y - v)) % 360 if (u, v) != (x, y) else mover.heading
    others = [one for one in drawing.pieces if one is not mover]
    next_to = min(others, key=lambda one: dist(one.at, at), default=None)
    far = _ON_ROAD if next_to is None else dist(next_to.at, at)
    if (
        next_to is not None and next_to.heading is not None and path_size(drawing) == _ROAD and _HIDES < far < _ON_ROAD
    ):  # it has been left room
        ghost = mover._replace(at=at, heading=next_to.heading, is_next=False, state="")
        yield from _beside_others(ghost, 0.9 * far, len(drawing.steps) - 1, others)
        return
    taken = far < _hides(drawing)
    if taken and drawing.has_rulers:  # what is beside a tile is another tile
        yield from _frame(at, big, len(drawing.steps) - 1)
        return
    place = beside(at) if taken else at
    if taken:
        share = _RING / dist(at, place)
        begin = at[0] + (place[0] - at[0]) * share, at[1] + (place[1] - at[1]) * share
        ink = BAD if end.role in _BAD else PATH
        for colour, wide in ((WHITE, 0.26), (ink, 0.14)):
            yield f'<path d="{way((begin, place))}" stroke="{colour}" stroke-width="{wide}"/>'
            yield disc(at, _RING, f'fill="none" stroke="{colour}" stroke-width="{wide}"')
    size = (big if drawing.has_rulers else path_size(drawing)) * (0.8 if taken else 1)
    ghost = mover._replace(at=place, heading=heading, is_next=False, state="")
    sides = (-1.0, -1.0) if heading is not None else face_inwards(place, drawing)
    yield from _frame(place, size, len(drawing.steps) - 1, ghost, sides)


def _frame(
    place: Point, size: float, count: int = 0, ghost: Piece | None = None, sides: Point = (-1, -1)
) -> Iterator[str]:
    """Yield a frame in the path's colour: an order ends here.

    At a corner is the number of its last step, unless it is the only one. The piece that ends here is drawn in it,
    unless another one stands there. Seen from near, it is as large as a tile; round a ball it leaves the number of the
    field to be seen.
    """
    at = f"translate({number(place[0])} {number(place[1])})"
    box = 'x="-.56" y="-.56" width="1.12" height="1.12" rx=".2"'
    ground = f'fill="{WHITE}" fill-opacity=".6"' if ghost is not None else 'fill="none"'
    tight = _TIGHT if ghost is not None and ghost.heading is None else 1
    yield f'<g class="end" transform="{at} scale({number(size * tight)})" data-near="{at} scale(1.1)"><rect {box} {ground} stroke="{WHITE}" stroke-width=".2"/>'
    yield f'<rect {box} fill="none" stroke="{PATH}" stroke-width=".1"/></g>'
    if ghost is not None:
        yield piece(ghost, 0.6 * size)
    if count > 1:
        corner = 0.56 if size < _ROAD else 0.76  # a page draws number and car on a road larger
        beside = corner * sides[0], corner * sides[1]
        yield f'<g transform="{at} scale({number(size)})" data-near="{at} scale(1.1)">{_draw_count(beside, count, 1)}</g>'


def _beside_others(ghost: Piece, size: float, count: int = 0, others: Sequence[Piece] = ()) -> Iterator[str]:
    """Yield a car in a frame no larger than itself, with the number of the last of more steps behind it.

    It is drawn for an order that ends beside `others`, or puts some. Where one of them is behind it, the number stands
    at its side.
    """
    at = f"translate({number(ghost.at[0])} {number(ghost.at[1])})"
    box = 'x="-.74" y="-.56" width="1.66" height="1.12" rx=".2"'
    yield f'<g class="end" transform="{at} rotate({number((ghost.heading or 90) - 90)}) scale({number(size)})">'
    yield f'<rect {box} fill="{WHITE}" fill-opacity=".6" stroke="{WHITE}" stroke-width=".2"/><rect {box} fill="none" stroke="{PATH}" stroke-width=".12"/></g>'
    yield piece(ghost, size)
    if count < 2:
        return
    (x, y), far = ghost.at, _BEHIND * size
    angles = [radians((ghost.heading or 90) + turn) for turn in (90, 0, 180)]
    places = [(x + far * cos(angle), y + far * sin(angle)) for angle in angles]

    def is_free(place: Point) -> bool:
        return all(dist(place, one.at) > _ON_ROAD for one in others)

    yield _draw_count(next(filter(is_free, places), places[0]), count, 1.5 * size)


def _mover(drawing: Drawing) -> Piece | None:
    """Return the piece that an order moves: of those where its path begins the one that acts."""
    if not drawing.steps:
        return None
    x, y = drawing.steps[0]
    movers = [one for one in drawing.pieces if hypot(one.at[0] - x, one.at[1] - y) < _HIDES]
    movers = movers or [one for one in drawing.pieces if one.is_next]
    return max(movers, key=lambda one: one.is_next, default=None)


def _ghost(drawing: Drawing, end: Landing) -> Piece | None:
    """Return the piece that an order moves, as it would stand at an end of it; None where another piece stands."""
    mover, (u, v) = _mover(drawing), end.at
    if mover is None or any(hypot(one.at[0] - u, one.at[1] - v) < _HIDES for one in drawing.pieces):
        return None
    return mover._replace(at=end.at, heading=end.heading, is_next=False)


def _end(one: Landing, ghost: Piece | None, big: float) -> Iterator[str]:
    """Yield where an order can end: the piece in a frame of the path's colour, a cross if that is bad, else a ring."""
    if ghost is not None:
        yield from _frame(one.at, big, ghost=ghost)
    elif one.role in _BAD:
        yield from target(Target(one.at, "", one.role))
    else:
        yield disc(one.at, 0.5, f'fill="none" stroke="{WHITE}" stroke-width=".26"')
        yield disc(one.at, 0.5, f'fill="none" stroke="{PATH}" stroke-width=".14"')


def _nearest(at: Point, half: float, tall: float, end: Point) -> Point:
    """Return the point of a plate, half as wide and as high as this and round at its ends, that is near to a place."""
    wide = half if abs(end[1] - at[1]) < tall else max(0.0, half - tall)
    return min(max(end[0], at[0] - wide), at[0] + wide), min(max(end[1], at[1] - tall), at[1] + tall)


def _free(
    at: Point, half: float, taken: Sequence[_Taken], drawing: Drawing, road: frozenset[Cell] = frozenset()
) -> Point:
    """Return where a plate near a point lies on the fewest other things, and inside what is shown.

    On the tiles of a `road` a page shows what else can be reached: a plate lies on few of them, as large as it is seen.
    """
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    begin = drawing.steps[0] if road and drawing.steps else at

    def crowd(place: Point, size: float = 1) -> float:
        (x, y), wide, high = place, size * half, size * 0.55
        out = max(0.0, left - x + wide, x + wide - right) + max(0.0, top - y + high, y + high - bottom)
        return 9 * max(0.0, out - _ROUND) + sum(
            max(0.0, wide + broad - abs(x - u)) * max(0.0, high + tall - abs(y - v)) for (u, v), broad, tall in taken
        )

    def cost(place: Point) -> float:
        if not road:
            return crowd(place)
        u, v = _nearest(place, half, 0.55, at)
        x, y = small = u + _NEAR * (place[0] - u), v + _NEAR * (place[1] - v)
        wide, high = _NEAR * half, _NEAR * 0.55
        rows, columns = range(floor(y - high), floor(y + high) + 1), range(floor(x - wide), floor(x + wide) + 1)
        marked = sum(cell in road for cell in product(rows, columns))
        away = _AWAY * dist(small, at) + _ONWARD * dist(small, begin)
        return crowd(small, _NEAR) + _FAR * crowd(place) + _MARKS * marked + away

    places = [
        (at[0] + (distance + 0.4 * half) * sin(pi * k / 6), at[1] - distance * cos(pi * k / 6))
        for distance in (1.5, 1.8, 2.2, 3.1, 4.2)
        for k in range(12)
    ] + [(at[0] + side * (half + _ASIDE), at[1]) for side in (1, -1)]
    return min(places, key=lambda place: (round(cost(place), 2), dist(place, at)))
