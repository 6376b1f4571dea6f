"""A board from the ground up: what must not be lost is drawn last, or beside what hides it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import ceil, cos, dist, floor, hypot, pi, sin

from gm_tools.core.drawing import Cell, Drawing, Piece, Point, Target, middle
from gm_tools.render.drawing.arrows import arrow, is_rival
from gm_tools.render.drawing.board_colours import NAMED
from gm_tools.render.drawing.cards import token
from gm_tools.render.drawing.elements import number
from gm_tools.render.drawing.gates import gates
from gm_tools.render.drawing.labels import find_lettered, label
from gm_tools.render.drawing.markers import crash, draw_covered, fit, in_order, leads, piece, sign, spread, warmth
from gm_tools.render.drawing.room import clear_letter, is_inside, push_apart, thin_labels
from gm_tools.render.drawing.surfaces import FAR, draw_letters, late_letters, shape, size_aside, surfaces
from gm_tools.render.drawing.ways import LIES, ends, path_size, step_numbers, steps, target, trail

FEW = 38  # columns up to which a piece is as large as a tile
_CROPPED = 3  # tiles beyond the edge of a window that are drawn: the edge of the rest must be out of sight
_CORNER, _ASIDE = 0.34, 0.6  # how far from the middle of a tile a mark stands beside a piece, and how large it is there
# The same of a mark of what can be reached, and by how much of the piece's size more: so large is half of its letter
_OFF, _LETTER = 0.3, 0.3
_AROUND = (-1, 0, 1)  # tiles that a piece may hide: it is larger than its own
# A target that is nearer than that to a piece would be hidden, or to a small one than that beyond its rim.
_UNDER, _DOT = 0.65, 0.28
_RINGED, _RIMMED = 1.1, 0.7  # how far a piece of size 1 reaches, with its ring and without
_MARKED = 0.46  # how far a mark on a tile reaches from its middle
_AMONG = 0.72  # how large a piece is at most among targets: it hides none on the tiles beside its own
_STAR, _LARGE = 1.35, 1.25  # of crashes and pieces in a picture for a thread
_ROUND = 1.3  # how large a crash is at least beside letters of size 1: seen round the pieces that have such letters


def draw_layers(
    drawing: Drawing,
    least: float = 0,
    *,
    is_set: bool = False,
    is_laid: bool = False,
    later: tuple[Piece, ...] = (),
) -> Iterator[str]:
    """Yield the SVG of a board from the ground up: what must stay visible comes last, or beside what hides it.

    Letters that have to be read are at least `least` tiles high. Pieces that are set stay where they are, as large as
    they are. For pieces that are drawn over the board `later` names of lines make room, too. What `is_laid` over a
    board has no ground and no signs: they are seen there.
    """
    left, _top, right, _bottom = window = drawing.window or (0, 0, drawing.columns, drawing.rows)
    big = max(_LARGE if least and drawing.has_rulers else 1.0, min(1.7, (right - left) / FEW))
    if drawing.window:
        drawing = _crop(drawing, window)
    if least and drawing.window:  # those beyond would be cut through
        drawing = drawing._replace(pieces=tuple(one for one in drawing.pieces if is_inside(one.at, window)))
    places = _place_pieces(drawing, least, big, is_set=is_set)
    gone = [point for one in drawing.trails for point in one.points]
    hiding = [*(one.at for one in drawing.pieces), *drawing.steps, *(one.at for one in drawing.heat)]
    free: set[Cell] = set()
    if drawing.gates:
        free = set(product(range(int(drawing.rows)), range(int(drawing.columns))))
        free.difference_update(*(area.cells for area in drawing.areas))
    if not is_laid:
        yield from surfaces(drawing, least, _find_covered(drawing))
    shown = thin_labels(drawing.labels, least)
    named = max((one.needs for one in shown if one.is_painted), default=0)
    if not named:
        drawing = drawing._replace(shapes=tuple(form._replace(beside=None) for form in drawing.shapes))
    yield from chain.from_iterable(map(shape, drawing.shapes))
    yield from draw_letters(drawing.shapes, hiding, gone, least, named)
    yield from (sign(one, least) for one in drawing.signs if one.role not in LIES and not is_laid)
    yield from gates(drawing.gates, free, window, least, _list_stands(drawing, places, later, least, big))
    yield from map(label, (one for one in shown if not one.is_painted))
    for way in drawing.trails:
        size = big if drawing.has_rulers else max(big, 0.85 * path_size(drawing))
        yield f'<g class="went">{"".join(trail(way, size))}</g>'
    yield from map(label, (one for one in shown if one.is_painted))
    yield from (sign(one, least) for one in drawing.signs if one.role in LIES and not is_laid)
    yield from (crash(cell, max(_STAR, _ROUND * least) if least else 1) for cell in drawing.crashes)
    for pointer in drawing.arrows:
        kind = "points rival" if is_rival(pointer, drawing.pieces) else "points"
        drawn_arrow = "".join(arrow(pointer, drawing.pieces, max(1.0, least)))
        yield f'<g class="{kind}">{drawn_arrow}</g>' if pointer.role == "shift" else drawn_arrow
    lie = _lying(drawing)
    first: dict[Point, Target] = {}
    for goal in drawing.targets:
        first.setdefault(goal.at, goal)
    hit = _find_hit(first.values(), places)
    for goal in first.values():
        if goal not in hit:
            is_tile = drawing.has_rulers or bool(drawing.areas)
            yield from target(goal, is_aside=lie(goal.at), is_tile=is_tile, least=least)
    yield from steps(drawing)
    yield from leads(places)
    for drawn in in_order(places):
        at, size = places[drawn]
        yield piece(drawn, size, at if at != drawn.at else None)
    yield from late_letters(drawing.shapes, hiding, gone, least)
    hot = (clear_letter(one, drawing.shapes, size_aside(least)) for one in drawing.heat)
    yield from (warmth(one, is_square=drawing.has_rulers, is_bare=least > FAR) for one in hot)
    yield from _mark_hit(hit, drawing, least)
    yield from step_numbers(drawing, lambda at: (_corner if drawing.has_rulers else _beside)(at, drawing))
    yield from ends(drawing, max(big, least / 0.56), lambda at: _beside(at, drawing), is_laid=is_laid)
    yield from draw_covered(drawing, places, least)
    yield from map(token, drawing.props)


def _find_hit(goals: Iterable[Target], places: Mapping[Piece, tuple[Point, float]]) -> dict[Target, float]:
    """Return the targets that pieces would hide, each with the size of the largest of these pieces."""
    hit: dict[Target, float] = {}
    for goal in goals:
        for one, (_at, size) in places.items():
            if dist(goal.at, one.at) < min(_UNDER, _RIMMED * size + _DOT):
                hit[goal] = max(size, hit.get(goal, 0))
    return hit


def _mark_hit(hit: Mapping[Target, float], drawing: Drawing, least: float) -> Iterator[str]:
    """Yield the marks of targets beside the pieces that would hide them; they hide no letter of these."""
    for goal, size in hit.items():
        if drawing.areas:  # tiles, each of which keeps its own marks
            x, y = _corner(goal.at, drawing, _OFF + _LETTER * size)
            mark = "".join(target(goal._replace(at=(0, 0)), least=least / _ASIDE))
            yield f'<g transform="translate({number(x)} {number(y)}) scale({_ASIDE})">{mark}</g>'
        else:
            yield from target(goal._replace(at=_beside(goal.at, drawing)))


def _list_stands(
    drawing: Drawing, places: Mapping[Piece, tuple[Point, float]], later: tuple[Piece, ...], least: float, big: float
) -> list[tuple[Point, float]]:
    """Return the middles and radii of what no name of a line may lie under, in tiles: pieces, marks, numbers, heat."""
    over = _place_pieces(drawing._replace(pieces=later), least, big, is_set=False) if later else {}
    marks = [*(one.at for one in drawing.targets), *(one.at for one in drawing.heat), *drawing.steps]
    return [
        *((at, size * (_RINGED if one.is_next else _RIMMED)) for one, (at, size) in (*places.items(), *over.items())),
        *((at, _MARKED) for at in [*marks, *map(middle, drawing.crashes)]),
    ]


def _place_pieces(drawing: Drawing, least: float, big: float, *, is_set: bool) -> Mapping[Piece, tuple[Point, float]]:
    """Return where pieces are drawn, and how large: `big` where there is room."""
    sizes = fit(drawing.pieces, big)
    if drawing.targets and drawing.has_rulers:
        sizes = {one: min(size, _AMONG) for one, size in sizes.items()}
    places = {one: (one.at, size) for one, size in sizes.items()}
    if is_set or not (least or drawing.has_rulers):
        return places
    if least:
        return push_apart(places, least, drawing.window or (0, 0, drawing.columns, drawing.rows))
    return spread(drawing.pieces, sizes, big)


def _crop(drawing: Drawing, window: tuple[float, float, float, float]) -> Drawing:
    """Return a board without the tiles far outside its window, and without what lies on them."""
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


def _find_covered(drawing: Drawing) -> frozenset[Cell]:
    """Return the tiles whose letters would be hidden: by a piece, a crash, a way, an arrow, a line to cross."""
    points = [(one.at[0] + x, one.at[1] + y) for one in drawing.pieces for x in _AROUND for y in _AROUND]
    for one in drawing.trails:
        points += one.points
    for pointer in drawing.arrows:
        points += _along(pointer.begin, pointer.end)
    for line in drawing.gates:  # as wide as half a tile
        points += [(x + side, y + side) for x, y in _along(line.begin, line.end) for side in (-0.3, 0.3)]
    return frozenset({*drawing.crashes, *((floor(y), floor(x)) for x, y in points)})


def _along(begin: Point, end: Point) -> Iterator[Point]:
    """Yield points of a line, one at least on each tile that it passes."""
    (x, y), (u, v) = begin, end
    count = ceil(2 * hypot(u - x, v - y)) or 1
    for k in range(count + 1):
        yield x + k / count * (u - x), y + k / count * (v - y)


def _lying(drawing: Drawing) -> Callable[[Point], bool]:
    """Return a function that tells whether a mark in the middle of a place would hide something.

    Such a thing is a sign, a letter, or the letter of a colour.
    """
    if not drawing.has_rulers:
        lettered = [part.beside or part.at for part in drawing.shapes if part.label and part.role in NAMED]
        return lambda at: any(one is not None and hypot(one[0] - at[0], one[1] - at[1]) < _UNDER for one in lettered)
    cells = {(floor(one.cell[0]), floor(one.cell[1])) for one in drawing.signs}
    taken = _find_covered(drawing)
    cells.update(*(find_lettered(area, taken) for area in drawing.areas))
    return lambda at: (floor(at[1]), floor(at[0])) in cells


def _beside(at: Point, drawing: Drawing) -> Point:
    """Return the place next to a point that is furthest from all pieces."""
    far = 1.9
    places = [(at[0] + far * cos(k * pi / 4), at[1] + far * sin(k * pi / 4)) for k in range(8)]
    return _furthest(places, drawing.pieces, [point for point in drawing.steps if point != at])


def _corner(at: Point, drawing: Drawing, far: float = _CORNER) -> Point:
    """Return the corner or the edge of the tile of a point that is furthest from all pieces.

    A mark at that place, `far` from the middle either way, is sure to belong to this tile.
    """
    x, y = floor(at[0]) + 0.5, floor(at[1]) + 0.5
    sides = [(1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0)]
    if not drawing.has_rulers:  # a crowd may stand round the middle
        sides.append((0, 0))
    return _furthest([(x + far * dx, y + far * dy) for dx, dy in sides], drawing.pieces)


def _furthest(places: Sequence[Point], pieces: Sequence[Piece], others: Sequence[Point] = ()) -> Point:
    taken = [*(one.at for one in pieces), *others]
    return max(places, key=lambda place: round(min(hypot(place[0] - x, place[1] - y) for x, y in taken), 3))
