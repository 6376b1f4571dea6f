"""What a board is made of, from the ground up: surfaces of tiles, squares of a road, fields, lines across the track."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from gm_tools.core.drawing import Area, Cell, Drawing, Point, Shape
from gm_tools.render.drawing.board_colours import ACTING, AREAS, BLACK, NAMED, WHITE, ink_on
from gm_tools.render.drawing.elements import LETTER, disc, needs, number, path, rim_of, stroke, text, way
from gm_tools.render.drawing.labels import draw_tile_letters

SHORT = 2  # tiles: steps of a stair that are no longer are drawn as a curve
# How high the letters of fields in wood are, of the squares of a road, and aside there
_CARVED, _PAINTED, _ASIDE = (1.04, 1.15, 1.0)
_FRAMES = ("reach", "reach_first")  # roles of frames on squares
_COVERED = 0.95  # how near to a letter a piece or a path hides it
FAR = 1.5  # tiles of the least letters, above which tiles are too small for lines between them
_SHORT = 1.15  # tiles between a board and its rulers if these are short, with room for a frame
_SPACED = 2.2  # numbers along an edge are so many times as far apart as they are high
_MOST = 1.4, 0.83  # the same at most: of a road's square, beside a piece; of a field, as a share of its width
_PER_LETTER = 0.75  # how much further away that is for each letter more
ON_SQUARE = 1.75  # the same of the letter in the middle of a square, which is larger
_RINGS = 12  # in which wood is the lighter the nearer to its middle: so many that none of them is seen


def outlines(cells: Iterable[Cell]) -> list[list[tuple[int, int]]]:
    """Return the edges of tiles joined to rings of (x, y), each corner once; holes run the other way round.

    >>> outlines([(0, 0), (0, 1)])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    filled = set(cells)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in sorted(filled):
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        beyond = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for side, other in enumerate(beyond):
            if other not in filled:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    rings = []
    while edges:
        begin = at = next(iter(edges))
        ring: list[tuple[int, int]] = []
        heading = (0, 0)
        while True:
            ways = edges[at]
            # Where two tiles touch at a corner only, the turn to the right keeps to one of them.
            way = max(ways, key=lambda to, a=at, h=heading: h[0] * (to[1] - a[1]) - h[1] * (to[0] - a[0]))  # type: ignore[misc]
            ways.remove(way)
            if not ways:
                del edges[at]
            turned = (way[0] - at[0], way[1] - at[1])
            if turned != heading:
                ring.append(at)
            heading, at = turned, way
            if at == begin:
                break
        rings.append(ring)
    return rings


def curve(ring: Sequence[tuple[int, int]]) -> list[Point]:
    """Return a ring whose stairs go through the middles of their steps, and whose corners are cut a little.

    >>> curve([(0, 0), (5, 0), (5, 5), (0, 5)])[:3]
    [(0.5, 0.0), (4.5, 0.0), (5.0, 0.5)]
    """
    points: list[Point] = []
    for (x, y), (u, v) in pairwise([*ring, ring[0]]):
        length = abs(u - x) + abs(v - y)
        shares = (0.5,) if length <= SHORT else (0.5 / length, 1 - 0.5 / length)
        points += [(x + (u - x) * share, y + (v - y) * share) for share in shares]
    return points


def round_corners(ring: Sequence[tuple[int, int]], radius: float = 0.24) -> str:
    """Return a ring whose corners are round, as the data of a path."""
    parts = []
    for before, (x, y), after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        (a, b), (c, d) = (
            (x + (u > x) * radius - (u < x) * radius, y + (v > y) * radius - (v < y) * radius)
            for u, v in (before, after)
        )
        parts.append(f"{number(a)} {number(b)}Q{x} {y} {number(c)} {number(d)}")
    return f"M{'L'.join(parts)}Z"


def surfaces(drawing: Drawing, least: float = 0, taken: frozenset[Cell] = frozenset()) -> Iterator[str]:
    """Yield the areas, the mesh of tiles over the track, and its edge.

    Letters that cannot be `least` tiles high are left out; in a picture also those that the edge of its window would
    cut. None stands on a tile that is `taken`. Letters lie over all areas: the tail of a g or y ends on the tile below.
    """
    for area in drawing.areas:
        yield from _surface(area, least)
    closed = frozenset(cell for area in drawing.areas if area.role == "closed" for cell in area.cells)
    for area in drawing.areas:
        yield from draw_tile_letters(area, least, drawing.window if least else None, taken, closed)


@lru_cache(maxsize=64)  # a board is drawn again for every turn, and for every key that is pressed on a page
def _surface(area: Area, least: float) -> tuple[str, ...]:
    return tuple(_draw_surface(area, least))


def _draw_surface(area: Area, least: float) -> Iterator[str]:
    rings = outlines(area.cells)
    data = path(rings)
    if area.role == "finish":
        yield f'<path class="finish" d="{data}"/>{chequers(area.cells)}'
    elif area.role == "pit_line":
        yield from (
            f'<rect class="pit_line" x="{number(c + 0.38)}" y="{r}" width=".24" height="1"/>' for r, c in area.cells
        )
    elif area.role == "track":
        yield from _road(area, [curve(ring) for ring in rings], is_far=least > FAR)
    elif area.role == "sand":
        yield f'<path class="sand" d="{"".join(map(round_corners, rings))}"/><path class="ripple" d="{ripples(area.cells)}"/>'
    elif area.role == "usable":
        yield f'<path class="kerb" d="{data}"/>'
    elif area.role == "closed":
        yield f'<path class="hatch" d="{_hatch(area.cells)}"/>'
    else:
        yield f'<path class="{area.role}" d="{data}"/>'
        if area.role in ("plain", "grass", "yellow_band", "red_band", "pits") and least <= FAR:
            yield f'<path class="ruled" d="{_mesh(area.cells)}"/>'


def _road(area: Area, rings: Sequence[Sequence[Point]], *, is_far: bool) -> Iterator[str]:
    """Yield a road: its shoulder, red and white kerbs where it bends, its surface, and its tiles.

    The tiles are left out of a road that is seen from far.
    """
    data = path(rings)
    bends = [
        (begin, end)
        for ring in rings
        for begin, end in pairwise([*ring, ring[0]])
        if begin[0] != end[0] and begin[1] != end[1] and hypot(end[0] - begin[0], end[1] - begin[1]) > 0.71
    ]
    yield f'<path class="edge" d="{data}"/>'
    if bends:
        kerb = "".join(way(bend) for bend in bends)
        yield stroke(kerb, WHITE, 0.62, ' stroke-linecap="round"')
        yield stroke(kerb, "#c8322b", 0.62, ' stroke-dasharray=".5 .5"')
    yield f'<path class="{area.role}" d="{data}"/>'
    if not is_far:
        yield f'<path class="mesh" d="{_mesh(area.cells)}"/>'


def stripes(columns: float, rows: float) -> str:
    """Return mown stripes across the ground, oblique so that nobody takes them for tiles."""
    step = max(4.0, (columns + rows) / 14)
    lean = 0.7 * rows
    bands = []
    for k in range(int((columns + lean) / step) + 1):
        band: list[Point] = [
            (k * step, 0),
            ((k + 0.5) * step, 0),
            ((k + 0.5) * step - lean, rows),
            (k * step - lean, rows),
        ]
        bands.append(_cut(_cut(band, 0, 1), columns, -1))
    return f'<path class="mown" d="{path(band for band in bands if band)}"/>'


def _cut(ring: Sequence[Point], edge: float, side: int) -> list[Point]:
    """Return the part of a polygon to the right (1) or to the left (-1) of an upright edge."""
    out: list[Point] = []
    for (x, y), (u, v) in pairwise([*ring, *ring[:1]]):
        if side * (x - edge) >= 0:
            out.append((x, y))
        if (x - edge) * (u - edge) < 0:
            out.append((edge, y + (v - y) * (edge - x) / (u - x)))
    return out


def _mesh(cells: Iterable[Cell]) -> str:
    """Return the lines between neighbouring tiles, each as long as it runs on.

    The element has no ids: boards may stand side by side.
    """
    filled = set(cells)
    between = {
        "H": sorted((row, column) for row, column in filled if (row - 1, column) in filled),
        "V": sorted((column, row) for row, column in filled if (row, column - 1) in filled),
    }
    lines = []
    for way_, places in between.items():
        begin = last = (-1, -1)
        for line, at in [*places, (-1, -1)]:
            if (line, at - 1) != last:
                if last[0] >= 0:
                    across, along = begin
                    move = f"M{along} {across}" if way_ == "H" else f"M{across} {along}"
                    lines.append(f"{move}{way_}{last[1] + 1}")
                begin = (line, at)
            last = (line, at)
    return "".join(lines)


def ripples(cells: Iterable[Cell]) -> str:
    """Return a wave on each tile, now higher and now lower."""
    return "".join(
        f"M{number(column + 0.12 + 0.1 * (row % 2))} {number(row + (0.16, 0.84)[(row + column) % 2])}q.16 -.12 .32 0t.32 0"
        for row, column in cells
    )


def _hatch(cells: Iterable[Cell]) -> str:
    """Return oblique lines over tiles that are not in play."""
    return "".join(
        f"M{column} {row + 0.5}l.5 -.5M{column} {row + 1}l1 -1M{column + 0.5} {row + 1}l.5 -.5" for row, column in cells
    )


def chequers(cells: Iterable[Cell]) -> str:
    """Return the dark squares of a finish line."""
    squares = "".join(
        f"M{number(column + x / 4)} {number(row + y / 4)}h.25v.25h-.25Z"
        for row, column in cells
        for y in range(4)
        for x in range(4)
        if (x + y) % 2
    )
    return f'<path d="{squares}" fill="{BLACK}"/>'


def rulers(
    drawing: Drawing, window: tuple[float, float, float, float], size: float, *, is_short: bool = False
) -> Iterator[str]:
    """Yield the numbers of rows and columns on all four sides, every fifth one.

    If `is_short`, they are on two sides, as many as there is room for.
    """
    left, top, right, bottom = window
    first_row, first_column = drawing.numbered_from
    every = 5 if size < 5 / _SPACED else 10
    x, y = (-_SHORT - LETTER * size, -_SHORT - 0.5 * size) if is_short else (-1.55, -1.55)
    ends = [y] if is_short else [y, bottom - top + 1.55]
    sides = [x] if is_short else [x, right - left + 1.55]
    for column in range(0, int(drawing.columns), every):
        if left <= column + 0.5 <= right:
            for y in ends:
                yield text(str(first_column + column), (column + 0.5 - left, y), size, role="ruler")
    for row in range(0, int(drawing.rows), every):
        if top <= row + 0.5 <= bottom:
            for x in sides:
                yield text(str(first_row + row), (x, row + 0.5 - top), size, role="ruler")


# Squares of a road, fields, trays


def shape(part: Shape) -> Iterator[str]:
    """Yield a part of a board that is not a tile.

    A part of one point is a disc, one of two points a bar or a plate, any other a polygon.
    """
    role, edge = part.role, " rim" if part.role == "wood" else ""
    if len(part.points) == 1:
        rim = f' stroke="{BLACK}" stroke-width=".08"' if role in NAMED else ""
        if role == "wood":
            x, y = part.points[0]
            yield disc((x + 0.15, y + 0.3), part.radius, 'class="shadow"')
        yield disc(part.points[0], part.radius, _paint(role, " hole" if role == "field" else edge) + rim)
        if role == "wood":
            yield from _grain(part.points[0], part.radius)
    elif len(part.points) == 2 and role in NAMED:
        breadth = 2 * part.radius
        for ink, wide in ((BLACK, breadth), (WHITE, breadth - 0.12), (NAMED[role], breadth - 0.28)):
            yield f'<path d="{way(part.points)}" stroke="{ink}" stroke-width="{number(wide)}" stroke-linecap="round"/>'
    elif len(part.points) == 2:
        (x, y), (u, v) = part.points
        place = f'x="{number(x)}" y="{number(y)}" width="{number(u - x)}" height="{number(v - y)}"'
        rim = " amber" if role == "panel_next" else " frame"
        paint = f'fill="none" stroke="{ACTING}" stroke-width=".6"' if role == "window" else _paint(role, rim)
        yield f'<rect {place} rx=".5" {paint}{needs(part.needs)}/>'
    elif role == "finish":
        yield flag(part.points)
    else:
        rim = f' stroke="{BLACK}" stroke-width=".12" stroke-linejoin="round"'
        if role == "grey":
            rim = f' stroke="{NAMED[role]}" stroke-width=".1"'
        elif role in _FRAMES:
            yield from _frame(part)
            return
        elif role == "verge":
            rim = ' stroke="#f4f4f0" stroke-width=".34" stroke-dasharray="1.3 1.3"'
        cell = f' data-cell="{part.cell[0]} {part.cell[1]}"' if part.cell is not None else ""
        square = ' class="square"' if part.label and role not in AREAS else ""  # by which the page knows where a tap is
        yield f'<path d="{path([part.points])}"{square} {_paint(role, edge)}{rim}{cell}/>'


def draw_letters(
    parts: Iterable[Shape],
    hiding: Collection[Point],
    gone: Collection[Point] = (),
    least: float = 0,
    named: float = 0,
) -> Iterator[str]:
    """Yield the labels of parts, over the frames on them.

    That of a field stands aside of pieces and paths (`hiding`). On a way that was `gone`, and on a square of a road, it
    is left to `late_letters`. It is `least` tiles high if the part has room for it. Where names of that size (`named`)
    lie on parts, a label beside one has an attribute for a page that hides them: where it stands then, and their size.
    """
    for part in parts:
        if part.label and not _is_passed(part, hiding, gone) and not _is_aside(part, hiding, gone):
            yield _shape_label(part, hiding, least, named)


def late_letters(
    parts: Iterable[Shape], hiding: Collection[Point], gone: Collection[Point] = (), least: float = 0
) -> Iterator[str]:
    """Yield the letters that lie on the way of a piece.

    The letters of a field lie in its middle, those of a square of a road aside, on its colour. They are `least` tiles
    high if there is room for it.
    """
    for part in parts:
        if not part.label:
            continue
        if _is_passed(part, hiding, gone):
            yield disc(part.points[0], 0.8 * part.radius, f'class="{part.role}"')
            yield text(part.label, part.points[0], 0.9 * _CARVED, role="letter", bold=True)
        elif _is_aside(part, hiding, gone) and part.role in NAMED:
            colour = NAMED[part.role]
            at, size = part.aside or part.points[0], size_aside(least)
            yield text(part.label, at, size, ink=ink_on(colour), bold=True, more=rim_of(colour))


def size_aside(least: float) -> float:
    """Return how high the letter of a square is that stands aside."""
    return max(_ASIDE, min(least, _MOST[0]))


def _is_passed(part: Shape, hiding: Collection[Point], gone: Collection[Point]) -> bool:
    """Tell whether a field lies on the way of a piece, and nothing stands on it."""
    at = part.points[0]
    return len(part.points) == 1 and _is_near(at, gone, 0.3) and not _is_near(at, hiding, _COVERED)


def _is_aside(part: Shape, hiding: Collection[Point], gone: Collection[Point]) -> bool:
    """Tell whether the label of a square stands aside."""
    if part.aside is None or len(part.points) < 3:
        return False
    at = part.beside or part.at or part.points[0]
    return _is_near(at, hiding, ON_SQUARE) or _is_near(at, gone, _COVERED + _PER_LETTER * (len(part.label) - 1))


def _is_near(at: Point, others: Iterable[Point], most: float) -> bool:
    return any(hypot(at[0] - x, at[1] - y) < most for x, y in others)


def _grain(at: Point, radius: float) -> Iterator[str]:
    """Yield what makes a disc look like wood: lighter towards its middle, with veins across it."""
    for share in range(_RINGS, 0, -1):
        yield disc(at, radius * share / (_RINGS + 1), 'class="grain"')
    veins = []
    for k in range(-6, 7):
        y = radius * (k + 0.3 * (k % 3)) / 7.4
        half = (radius * radius * 0.96 - y * y) ** 0.5
        bow = 0.35 * (k % 4 - 1.5)
        veins.append(
            f"M{number(at[0] - half)} {number(at[1] + y)}q{number(half / 2)} {number(bow)} {number(half)} 0t{number(half)} 0"
        )
    yield f'<path class="vein" d="{"".join(veins)}"/>'


def _frame(part: Shape) -> Iterator[str]:
    """Yield a frame on a square: solid for the first step of a full move, dashed for what is merely within reach."""
    data = path([part.points])
    is_dashed = part.role == "reach"
    dashes = ' stroke-dasharray=".42 .3"' if is_dashed else ""
    under, over = (0.24, 0.18) if is_dashed else (0.34, 0.2)
    yield f'<g class="within">{stroke(data, BLACK, under)}{stroke(data, WHITE, over, dashes)}</g>'


def _paint(role: str, more: str) -> str:
    """Return how a part is filled: by the rules of its role (and `more` of them), or in a colour of its own."""
    return f'class="{role}{more}"' if role in AREAS else f'fill="{NAMED.get(role, role)}"'


def _shape_label(part: Shape, hiding: Collection[Point], least: float, named: float) -> str:
    """Return the label of a part, aside if one of the points that hide it lies on it.

    The label is `least` tiles high if the part has room for it.
    """
    at, role = part.beside or part.at or part.points[0], "letter" if part.role == "field" else "carved"
    if part.aside is not None and len(part.points) == 1 and _is_near(at, hiding, _COVERED):
        at, role = part.aside, "carved"
    is_square = len(part.points) > 2
    size = _PAINTED if is_square else _CARVED
    size = max(size, min(least, 2 * _MOST[1] * part.radius if len(part.points) == 1 else _MOST[0]))
    colour = NAMED.get(part.role)
    ink = {"ink": ink_on(colour)} if colour else {"role": role}
    more = rim_of(colour) if colour and is_square else ""
    if part.beside and part.at and not least:
        more += f' data-middle="{" ".join(map(number, (*part.at, named)))}"'
    return text(part.label, at, size, bold=True, more=more, **ink)


def flag(corners: Sequence[Point]) -> str:
    """Return chequers over a quadrilateral: near edge first, then far edge the other way round."""
    a, b, c, d = corners[:4]
    count = max(2, round(hypot(b[0] - a[0], b[1] - a[1]) / 0.45))

    def at(along: float, across: float) -> Point:
        near = a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along
        far = d[0] + (c[0] - d[0]) * along, d[1] + (c[1] - d[1]) * along
        return near[0] + (far[0] - near[0]) * across, near[1] + (far[1] - near[1]) * across

    dark = [
        [at(k / count, m / 2), at((k + 1) / count, m / 2), at((k + 1) / count, (m + 1) / 2), at(k / count, (m + 1) / 2)]
        for k in range(count)
        for m in range(2)
        if (k + m) % 2
    ]
    return f'<path d="{path([corners])}" fill="{WHITE}"/><path d="{path(dark)}" fill="{BLACK}"/>'


# Words
