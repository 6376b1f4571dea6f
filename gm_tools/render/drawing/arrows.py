"""Arrows on a board: where a shift leads, who must act, the direction of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from gm_tools.core.drawing import Arrow, Piece, Point
from gm_tools.render.drawing.board_colours import ACTING, BLACK, WHITE, colour_of
from gm_tools.render.drawing.elements import disc, draw_case, number, path, way

_HIDES = 0.75  # tiles: a piece that is nearer to the tip hides it
# How large a head is beside the marks of a page, how far its tip is from the middle of its space, where a mark is.
_SLIM, _SHORT = 0.64, 0.34
_CLEAR, _RINGED = (
    0.62,
    1.0,
)  # how far from the middle of a piece, and of the ringed one of who acts, a head is not hidden
_LEAST = 0.3  # of an arrow that stops before a piece


def arrow(one: Arrow, pieces: Sequence[Piece] = (), size: float = 1) -> Iterator[str]:
    """Yield an arrow: a shift in the car's colour, or wider, the one that points to who must act.

    The direction of play is bare. A shift begins at the edge of its car; pieces are `size` large at most. Where it
    points at another piece, which hides its tip, that piece has a ring of its colour. Its head lies under none: it
    stops before that. Where one car acts, the arrows of the others are thinner.
    """
    if one.role in ("flow", "travel"):
        yield _flow(one)
        return
    (x, y), (u, v) = one.begin, one.end
    length = hypot(u - x, v - y)
    if not length:
        return
    is_turn = one.role == "turn"
    colour = ACTING if is_turn else colour_of(one)
    breadth, head = (0.34, 1.1) if is_turn else (0.09 if is_rival(one, pieces) else 0.13, 0.7)
    dx, dy = (u - x) / length, (v - y) / length
    if not is_turn:
        edge = min(0.7 * size, length / 2)
        x, y = x + edge * dx, y + edge * dy
        length -= edge
        hides = [other for other in pieces if hypot(u - other.at[0], v - other.at[1]) < _HIDES]
        if hides:
            radius = (1.3 if hides[0].is_next else 0.84) * size
            for ink, wide in ((BLACK, 0.36), (WHITE, 0.26), (colour, 0.15)):
                yield disc(one.end, radius, f'fill="none" stroke="{ink}" stroke-width="{wide}"')
        length = min([length, *(free - edge for free in _rooms(one, pieces, size, head))])
        if length < _LEAST:
            return
        u, v = x + length * dx, y + length * dy
    stem = (u - head * dx, v - head * dy)
    tip = [
        (u, v),
        (stem[0] - 0.4 * head * dy, stem[1] + 0.4 * head * dx),
        (stem[0] + 0.4 * head * dy, stem[1] - 0.4 * head * dx),
    ]
    if length > head:
        yield draw_case(way(((x, y), stem)), colour, breadth)
    drawn = (
        f'<path d="{path([tip])}" fill="{WHITE}" stroke="{BLACK}" stroke-width=".26" stroke-linejoin="round"/>'
        f'<path d="{path([tip])}" fill="{colour}" stroke="{WHITE}" stroke-width=".1" stroke-linejoin="round"/>'
    )
    yield drawn if is_turn else _head(drawn, (u, v), (dx, dy), is_rival(one, pieces))


def is_rival(one: Arrow, pieces: Sequence[Piece]) -> bool:
    """Tell whether an arrow belongs to another car than the one that acts, if one does."""
    acting = [acts.at for acts in pieces if acts.is_next]
    return one.role == "shift" and bool(acting) and one.begin not in acting


def _rooms(one: Arrow, pieces: Sequence[Piece], size: float, head: float) -> Iterator[float]:
    """Yield how far from its begin an arrow may end for each other piece that would hide its head."""
    (x, y), (u, v) = one.begin, one.end
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    for other in pieces:
        a, b = other.at[0] - x, other.at[1] - y
        along, aside = a * dx + b * dy, abs(a * dy - b * dx)
        clear = (_RINGED if other.is_next else _CLEAR) * size
        far = max(length - head - along, along - length, 0)
        if other.at != one.begin and hypot(far, aside) < clear:
            yield along - (clear**2 - aside**2) ** 0.5


def _head(drawn: str, end: Point, way: Point, rival: bool) -> str:
    """Return the head of a shift's arrow; from near it lies over what marks its space, whose middle it leaves free."""
    (u, v), (dx, dy) = end, way
    x, y = ((1 - _SLIM) * at - _SHORT * step for at, step in ((u, dx), (v, dy)))
    near = f"translate({number(x)} {number(y)}) scale({number(_SLIM)})"
    place = f"{number(u)} {number(v)} {number(dx)} {number(dy)}"
    kind = "tip rival" if rival else "tip"
    return f'<g class="{kind}" transform="scale(1)" data-near="{near}" data-to="{place}">{drawn}</g>'


def _flow(one: Arrow) -> str:
    (x, y), (u, v) = (one.begin, *one.via)[-1], one.end
    length = hypot(u - x, v - y) or 1
    dx, dy = (u - x) / length, (v - y) / length
    wings = [(u - 0.7 * dx - side * 0.45 * dy, v - 0.7 * dy + side * 0.45 * dx) for side in (-1, 1)]
    return f'<path class="{one.role}" d="{way((one.begin, *one.via, one.end))}{way((wings[0], one.end, wings[1]))}"/>'
