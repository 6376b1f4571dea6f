"""What moves on a board: the ways of the last turn, shifts, the numbered path of an order, its ends, what can be reached."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from gm_tools.core.drawing import Target
from gm_tools.core.text import share_text
from gm_tools.render.drawing.board_colours import ACTING, BAD, BLACK, LEGAL, PATH, WHITE, colour_of
from gm_tools.render.drawing.elements import cased, disc, long, number, path, stroke, text, way
from gm_tools.render.drawing.markers import piece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gm_tools.core.drawing import Arrow, Drawing, Landing, Piece, Point, Trail

_BAD = ("off", "crash")  # roles of ends and targets
_HIDES = 0.75  # tiles: a number that is nearer to a piece would lie on its letter


def trail(one: Trail, big: float) -> Iterator[str]:
    """Yield the way of a piece on white on dark, each move a little clearer than the one before."""
    colour, data = colour_of(one), way(one.points)
    if one.put:
        yield stroke(data, WHITE, 0.3)
        yield stroke(data, BLACK, 0.17, ' stroke-dasharray=".3 .22"')
        return
    for name, ink, breadth, clear in (("way-rim", "#14181c", 0.38, ".35"), ("way-case", "#ffffff", 0.28, ".6")):
        yield (
            f'<path class="{name}" d="{data}" fill="none" stroke="{ink}" stroke-width="{number(breadth * big)}" stroke-linejoin="round" '
            f'stroke-linecap="round" stroke-opacity="{clear}"/>'
        )
    for at, (begin, end) in enumerate(pairwise(one.points), 1):
        clear = number(1 if one.is_numbered else 0.35 + 0.65 * at / (len(one.points) - 1))
        yield f'<path class="way-line" d="{way((begin, end))}" stroke="{colour}" stroke-width="{number(0.18 * big)}" stroke-linecap="round" stroke-opacity="{clear}"/>'
    yield disc(one.points[0], 0.13 * big, f'class="way-begin" fill="{WHITE}" stroke="{BLACK}" stroke-width=".06"')
    if one.is_numbered:
        for at, point in enumerate(one.points[1:-1], 1):
            yield _counted(point, at, 1)


def arrow(one: Arrow) -> Iterator[str]:
    """Yield an arrow: a shift in the car's colour, or, wider, the one that points to who must act."""
    (x, y), (u, v) = one.begin, one.end
    length = hypot(u - x, v - y)
    if not length:
        return
    is_turn = one.role == "turn"
    colour = ACTING if is_turn else colour_of(one)
    breadth, head = (0.34, 1.1) if is_turn else (0.2, 0.8)
    dx, dy = (u - x) / length, (v - y) / length
    stem = (u - head * dx, v - head * dy)
    tip = [
        (u, v),
        (stem[0] - 0.45 * head * dy, stem[1] + 0.45 * head * dx),
        (stem[0] + 0.45 * head * dy, stem[1] - 0.45 * head * dx),
    ]
    if length > head:
        yield cased(way((one.begin, stem)), colour, breadth)
    yield f'<path d="{path([tip])}" fill="{colour}" stroke="{BLACK}" stroke-width=".1" stroke-linejoin="round"/>'


def steps(drawing: Drawing) -> Iterator[str]:
    """Yield the path of an order, and dashed where chance leads elsewhere; its numbers are drawn later, over cars that it passes."""
    if drawing.steps:
        yield cased(way(drawing.steps), PATH, 0.2)
    for one in drawing.landings:
        if len(one.way) > 1:
            yield _dashed(one)


def _dashed(end: Landing) -> str:
    data, ink = way(end.way), BAD if end.role in _BAD else PATH
    line = f'<path d="{data}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return f'{line} stroke="{WHITE}" stroke-width=".34"/>{line} stroke="{ink}" stroke-width=".2" stroke-dasharray=".32 .34"/>'


def step_numbers(drawing: Drawing, beside: Callable[[Point], Point]) -> Iterator[str]:
    """Yield the numbers along the path of an order, from the first step on; `beside` says where one stands that would hide a piece."""
    for at, point in enumerate(drawing.steps[1:], 1):
        hides = any(hypot(point[0] - one.at[0], point[1] - one.at[1]) < _HIDES for one in drawing.pieces)
        place = beside(point) if hides else point
        if hides:
            yield f'<path d="{way((point, place))}" stroke="{BLACK}" stroke-width=".1"/>'
        yield _counted(place, at, 0.8 if hides else 1)


def _counted(at: Point, count: int, size: float) -> str:
    plate = disc(at, 0.33 * size, f'fill="{PATH}" stroke="{WHITE}" stroke-width=".07"')
    return plate + text(str(count), at, 0.45 * size, ink=WHITE, bold=True)


def target(one: Target) -> Iterator[str]:
    """Yield a place that can be reached: a dot; a ring by chance, a cross off the track, a cross in a ring into a car."""
    x, y = one.at
    if one.role in _BAD:
        if one.role == "crash":
            yield disc(one.at, 0.44, f'fill="#ffffff" fill-opacity=".75" stroke="{BAD}" stroke-width=".1"')
        cross = f"M{number(x - 0.24)} {number(y - 0.24)}l.48 .48M{number(x + 0.24)} {number(y - 0.24)}l-.48 .48"
        yield f'<path d="{cross}" stroke="#ffffff" stroke-width=".24" stroke-linecap="round"/><path d="{cross}" stroke="{BAD}" stroke-width=".13" stroke-linecap="round"/>'
    elif one.role == "chance":
        yield disc(
            one.at,
            0.34,
            f'fill="#ffffff" fill-opacity=".8" stroke="{LEGAL}" stroke-width=".13" stroke-dasharray=".2 .12"',
        )
    else:
        yield disc(one.at, 0.36 if one.label else 0.25, f'fill="{LEGAL}" stroke="#ffffff" stroke-width=".09"')
    if one.label and one.role in ("sure", "chance"):
        ink = WHITE if one.role == "sure" else LEGAL
        size = min(0.52, 0.9 / max(1, len(one.label)))
        yield text(one.label, one.at, size, ink=ink, bold=True)


def ends(drawing: Drawing, big: float) -> Iterator[str]:
    """Yield the ways in which an order can come out: where, with a plate that says how likely, on free ground if there is some."""
    if len(drawing.landings) < 2:
        return
    shown = sorted(drawing.landings, key=lambda end: -end.chance)
    taken: list[tuple[Point, float]] = [(piece.at, 0.7) for piece in drawing.pieces] + [(end.at, 0.6) for end in shown]
    taken += [(point, 0.45) for point in drawing.steps]
    size = 0.56 * big
    for one in shown:
        is_bad = one.role in _BAD
        ink = BAD if is_bad else LEGAL
        words = f"✗ {share_text(one.chance)}" if is_bad else share_text(one.chance)
        half = 1.15 * long(words, size) / 2 + 0.2  # bold
        end = one.way[-1] if is_bad and one.way else one.at
        at = _free(end, half, taken)
        taken.append((at, half))
        yield f'<path d="{way((end, at))}" stroke="{ink}" stroke-width=".07"/>'
        yield from _end(one._replace(at=end), None if is_bad else _ghost(drawing, one))
        yield (
            f'<g class="plate"><rect x="{number(at[0] - half)}" y="{number(at[1] - 0.62 * size)}" width="{number(2 * half)}" '
            f'height="{number(1.24 * size)}" rx="{number(0.62 * size)}" fill="#ffffff" stroke="{ink}" stroke-width=".09"/>'
            f"{text(words, at, size, ink=ink, bold=True)}</g>"
        )


def _ghost(drawing: Drawing, end: Landing) -> Piece | None:
    """Return the piece that an order moves, as it would stand at an end of it; None where another piece stands."""
    (x, y), (u, v) = drawing.steps[0] if drawing.steps else (-9.0, -9.0), end.at
    movers = [one for one in drawing.pieces if hypot(one.at[0] - x, one.at[1] - y) < _HIDES]
    if not movers or any(hypot(one.at[0] - u, one.at[1] - v) < _HIDES for one in drawing.pieces):
        return None
    return movers[0]._replace(at=end.at, heading=end.heading, is_next=False)


def _end(one: Landing, ghost: Piece | None) -> Iterator[str]:
    """Yield where an order can end: the piece itself in a frame of the path's colour, a cross if that is bad, else a ring."""
    x, y = one.at
    if ghost is not None:
        box = f'x="{number(x - 0.56)}" y="{number(y - 0.56)}" width="1.12" height="1.12" rx=".2"'
        yield f'<rect {box} fill="#ffffff" fill-opacity=".6" stroke="{WHITE}" stroke-width=".2"/>'
        yield f'<rect {box} fill="none" stroke="{PATH}" stroke-width=".1"/>{piece(ghost, 0.6)}'
    elif one.role in _BAD:
        yield from target(Target(one.at, "", one.role))
    else:
        yield disc(one.at, 0.5, f'fill="none" stroke="{WHITE}" stroke-width=".26"')
        yield disc(one.at, 0.5, f'fill="none" stroke="{PATH}" stroke-width=".14"')


def _free(at: Point, half: float, taken: Sequence[tuple[Point, float]]) -> Point:
    """Return where a plate near a point lies on the fewest other things."""

    def crowd(place: Point) -> float:
        return sum(
            max(0.0, half + room - abs(place[0] - x)) * max(0.0, 0.55 + room - abs(place[1] - y))
            for (x, y), room in taken
        )

    places = [
        (at[0] + (distance + 0.4 * half) * sin(pi * k / 6), at[1] - distance * cos(pi * k / 6))
        for distance in (1.5, 2.2, 3.1, 4.2)
        for k in range(12)
    ]
    return min(places, key=lambda place: (round(crowd(place), 2), hypot(place[0] - at[0], place[1] - at[1])))
