"""Room for letters that have to be read.

Pieces that are drawn larger than their tiles move apart, labels that would lie on others go, and places of heat maps
make room for letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import copysign, cos, dist, hypot, pi, sin, sqrt

from gm_tools.core.drawing import Drawing, Heat, Label, Piece, Point, Shape
from gm_tools.render.drawing.elements import long

LETTER = 0.86  # how high the letter of a piece is, as a share of its size
_FREE = 1.12  # how far apart two pieces of size 1 have to be so that the letter of each is seen
_RINGED = 1.9  # how much more room a piece takes that acts: its ring must hide no letter either
_ROUNDS = 60
_EDGES = ("ruler", "carved")  # roles of numbers along the edge of a board
_BETWEEN = 2  # how soon a number between two fifths goes
HOT = 0.62  # how large the disc of a place of a heat map is
_BADGE = 0.73  # how far either way from its field a number at the corner of a frame is
_SAME = 0.5  # how near to the middle of its square such a place is, and how far from its edges its disc moves at most
_STEPS = [step / 5 for step in range(-8, 9)]  # by which it may move either way
_KEPT = 0.6  # how far a piece of size 1 stays away from the edge: beyond it are words


def push_apart(
    places: Mapping[Piece, tuple[Point, float]], least: float, window: tuple[float, float, float, float]
) -> dict[Piece, tuple[Point, float]]:
    """Return where pieces are drawn, and how large, so that all can be read.

    Their letters are at least `least` tiles high, and no piece hides another. Pieces without room on their tiles move
    aside, each as little as possible, within the window.
    """
    left, top, right, bottom = window
    pieces = list(places)
    sizes = [max(places[one][1], least / LETTER) if one.seat else places[one][1] for one in pieces]
    rooms = [size * _RINGED if one.is_next else size for one, size in zip(pieces, sizes, strict=True)]
    at = [list(places[one][0]) for one in pieces]
    for _round in range(_ROUNDS):
        is_quiet = True
        for a, b in combinations(range(len(pieces)), 2):
            need = _FREE * (rooms[a] + rooms[b]) / 2
            dx, dy = at[b][0] - at[a][0], at[b][1] - at[a][1]
            far = hypot(dx, dy)
            if far >= need - 0.01 or not (pieces[a].seat and pieces[b].seat):
                continue
            is_quiet = False
            turn = 2 * pi * b / len(pieces)
            dx, dy = (dx / far, dy / far) if far > 0.01 else (cos(turn), sin(turn))
            step = 0.52 * (need - far)
            at[a][0] -= step * dx
            at[a][1] -= step * dy
            at[b][0] += step * dx
            at[b][1] += step * dy
        for (x, y), one, size, place in zip([tuple(one) for one in at], pieces, sizes, at, strict=True):
            if is_inside(one.at, window):
                kept = _KEPT * size
                place[0] = min(max(x, left + kept), right - kept)
                place[1] = min(max(y, top + kept), bottom - kept)
        if is_quiet:
            break
    return {one: ((x, y), size) for one, (x, y), size in zip(pieces, at, sizes, strict=True)}


def is_inside(at: Point, window: tuple[float, float, float, float]) -> bool:
    """Tell whether a point lies in a part of a board: left, top, right, bottom."""
    left, top, right, bottom = window
    return left <= at[0] <= right and top <= at[1] <= bottom


def thin_labels(labels: Iterable[Label], least: float) -> list[Label]:
    """Return those labels that have room when all are at least `least` tiles high.

    Numbers at an edge are left out where they would lie on others. If any of those that count rows or columns would,
    all of them but every fifth go, so that none seems to be missing between two that stay.
    """
    # A name on a square has no room to grow: it is left out instead
    fit = (one for one in labels if not (one.is_painted and one.needs and one.size < least))
    larger = [one._replace(size=max(one.size, least)) for one in fit]
    if not least:
        return larger
    kept: list[Label] = []
    counted = [one for one in larger if one.role in _EDGES and one.text.isdecimal()]
    if any(_overlap(one, other) for one, other in combinations(counted, 2)):
        larger = [one for one in larger if one not in counted or _rank(one) < _BETWEEN]
    for one in sorted(larger, key=_rank):
        if not _rank(one) or not any(_overlap(one, other) for other in kept):
            kept.append(one)
    return kept


def _rank(one: Label) -> int:
    """Return how soon a label may go: 0 for words, which stay; every fifth number stays longer than the others."""
    if one.role in _EDGES and one.text.isdecimal():
        return _BETWEEN if int(one.text) % 5 else 1
    return 2 if one.role == "ruler" else 0


def _overlap(one: Label, other: Label) -> bool:
    across = abs(_middle(one) - _middle(other))
    along = abs(one.at[1] - other.at[1])
    gap = 0.25 * one.size
    wide = (long(one.text, one.size) + long(other.text, other.size)) / 2
    return across < wide + gap and along < (one.size + other.size) / 2


def _middle(one: Label) -> float:
    shift = {"start": 0.5, "end": -0.5}.get(one.anchor, 0.0)
    return one.at[0] + shift * long(one.text, one.size)


def clear_letter(one: Heat, parts: Iterable[Shape], size: float) -> Heat:
    """Return a place of a heat map off the letter of its square, which stands aside and is `size` high, but within it.

    It moves as little as possible.
    """
    for part in parts:
        if part.aside is None or part.at is None or len(part.points) < 3 or dist(part.at, one.at) > _SAME:
            continue
        (x, y), (u, v) = one.at, part.aside
        across, along = HOT + 0.33 * size * len(part.label), HOT + 0.36 * size
        around = [(x + dx, y + dy) for dx in _STEPS for dy in _STEPS]
        # Whether it is within takes long: as few as possible are asked.
        for at in sorted(around, key=lambda at: dist(at, one.at)):
            if hypot((at[0] - u) / across, (at[1] - v) / along) >= 1 and _is_within(at, part.points):
                return one._replace(at=at)
        places = (at for at in around if _is_within(at, part.points))
        return one._replace(at=max(places, key=lambda at: dist(at, (u, v)), default=one.at))
    return one


def _is_within(at: Point, ring: Sequence[Point]) -> bool:
    """Tell whether a point lies in a polygon, not near to its edges."""
    x, y = at
    is_in = False
    for (a, b), (c, d) in pairwise([*ring, ring[0]]):
        is_in ^= (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b)
        length = dist((a, b), (c, d)) or 1.0
        share = min(1.0, max(0.0, ((x - a) * (c - a) + (y - b) * (d - b)) / length**2))
        if dist(at, (a + share * (c - a), b + share * (d - b))) < _SAME:
            return False
    return is_in


def face_inwards(place: Point, drawing: Drawing) -> Point:
    """Return where a number beside a field lies on no other one: across and down, as long as to a corner.

    It is nearer to the middle of the ring than the field: the numbers of fields stand outside.
    """
    middle = drawing.columns / 2, drawing.rows / 2
    corner = copysign(1, middle[0] - place[0]), copysign(1, middle[1] - place[1])
    around = [(sqrt(2) * cos(k * pi / 12), sqrt(2) * sin(k * pi / 12)) for k in range(24)]

    def find_room(side: Point) -> float:
        at = place[0] + _BADGE * side[0], place[1] + _BADGE * side[1]
        if dist(at, middle) > dist(place, middle):
            return 0.0
        return round(min((dist(at, field) for __, field in drawing.names if field != place), default=0.0), 3)

    return max((corner, *around), key=find_room)
