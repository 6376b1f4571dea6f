"""Where everything of a Monza track lies as it is drawn: a winding road of coloured squares, true to scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, degrees, dist, hypot, pi, sin

from gm_tools.core.drawing import Arrow, Drawing, Label, Point, Shape, Sign
from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOUR_NAMES, START, TILES, Board, Square

COLUMN = 0.66  # how long a column of the text is, in tiles
LANE = 2.0  # how wide a lane is
WORDS = 1.06  # how high words are
_BEND = 4.7  # radius of the middle lane where the road turns back
_EDGE = 1.0  # the verge beside the outer lanes, and the numbers of squares
_FINE = 0.5  # how far apart the points of a square's edge are
_WAVE = 0.5  # how far the straights swing
_GRID = 3.4  # how long the start is
_START, _ON_GRID = -0.82, 1.75  # from its beginning to the middle of its word, where no car hides it, and of the cars
_NUMBER = 0.95  # how high they are
_VERGE = 0.35  # how wide the verge is; its dashes lie half outside
_SIDES = 1.9  # from that verge to the edge of the picture, left and right: room for numbers there
_CLEAR = _VERGE + 0.32  # from the outer lanes to numbers
_NUMBERS_APART = 3.0  # squares whose numbers would stand nearer to each other do without
_FIRST_CAR, _CAR = 1.1, 2.1  # of a car on a square: where its middle is from the near end, and where it ends
_MANY = 4  # cars on the start from which they stand in two columns
_CROWD = 5  # cars on a square from which three stand side by side
# How long and how broad a car of size 1 is with its rims, and how far ahead its middle is
_LONG, _BROAD, _NOSE = (1.66, 1.14, 0.09)
_LETTER = 0.75  # how wide a letter of a square is
_NAME = 0.76  # how high the name of a square is that stands on it
_LEVEL = 0.15  # the sine of the slope up to which an upright name stays on its square
_LEFT, _RIGHT = -0.5, 0.46  # from the middle of a lane to the letter that makes room, and to the name: within frames
_BESIDE = -0.32  # the same to a letter with a name beside it
_INSET = 0.13  # from the edge of a square to the middle of a frame on it
_LEGEND = (("tyre", N_("blocked by tyres")),)


class Road(NamedTuple):
    """The middle of a road that runs in rows, to the right and back, as long as it has to be.

    It consists of `rows` straights and the bends between them.
    """

    rows: int
    straight: float

    def at(self, along: float) -> tuple[Point, float]:
        """Return a point of the middle of the road by its distance from the beginning.

        With it comes the direction there in radians. A direction of 0 is to the right, and grows clockwise.
        """
        bend = pi * _BEND
        row = min(self.rows - 1, max(0, int(along // (self.straight + bend))))
        rest = along - row * (self.straight + bend)
        is_back = row % 2 == 1
        y = row * 2 * _BEND
        if rest <= self.straight or row == self.rows - 1:
            share = min(1.0, max(0.0, rest / self.straight))
            waves = max(1, round(self.straight / 18))
            swing = _WAVE * sin(pi * waves * share) ** 2
            slope = _WAVE * pi * waves / self.straight * sin(2 * pi * waves * share)
            x = self.straight - rest if is_back else rest
            return (x, y + swing), (pi - slope if is_back else slope)
        turned = (rest - self.straight) / _BEND
        x = self.straight + _BEND * sin(turned) if not is_back else -_BEND * sin(turned)
        return (x, y + _BEND - _BEND * cos(turned)), (turned if not is_back else pi - turned)

    def point_beside(self, along: float, aside: float) -> Point:
        """Return a point so far to the right of the middle of the road."""
        (x, y), turn = self.at(along)
        return x - aside * sin(turn), y + aside * cos(turn)


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return {tile.glyph: tile.role for tile in TILES}


def _road(length: float) -> Road:
    """Return a road of a length, in as many rows as make a picture that is much wider than high."""
    best = None
    for rows in range(1, 40):
        straight = (length - (rows - 1) * pi * _BEND) / rows
        if straight < 6 and best is not None:
            break
        road = Road(rows, max(straight, 6.0))
        wide, high = road.straight + 2 * _BEND + 2 * LANE, (rows - 1) * 2 * _BEND + 3 * LANE + 2
        if best is None or abs(wide / high - 1.35) < best[0]:
            best = abs(wide / high - 1.35), road
    assert best is not None
    return best[1]


class Layout:
    """Where everything of a track lies on its road."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.begin = min(square.near for square in board.squares[1:])
        self.length = (max(board.far) - self.begin) * COLUMN + _GRID
        self.road = _road(self.length)
        corners = [
            self.road.point_beside(self.length * k / 200, side * (1.5 * LANE + _EDGE))
            for k in range(201)
            for side in (-1, 1)
        ]
        self.left = min(x for x, _y in corners) - _SIDES
        self.top = min(y for _x, y in corners) - 0.8
        self.wide = max(x for x, _y in corners) + _SIDES - self.left
        self.high = max(y for _x, y in corners) + 0.8 - self.top

    def place(self, along: float, aside: float) -> Point:
        """Return a point of the picture by its place on the road.

        A place is the distance from the beginning, and how far the point lies to the right of the road's middle.
        """
        x, y = self.road.point_beside(along, aside)
        return x - self.left, y - self.top

    def span(self, square: Square) -> tuple[float, float]:
        """Return where along the road a square begins and ends."""
        return (square.near - self.begin) * COLUMN + _GRID, (square.far - self.begin) * COLUMN + _GRID

    def strip(self, near: float, far: float, inner: float, outer: float) -> tuple[Point, ...]:
        """Return the outline of a piece of the road, bent as the road is."""
        count = max(1, ceil((far - near) / _FINE))
        steps = [near + (far - near) * k / count for k in range(count + 1)]
        return (*(self.place(at, inner) for at in steps), *(self.place(at, outer) for at in reversed(steps)))

    def frame(self, index: int) -> tuple[Point, ...]:
        """Return a frame within the edges of a square."""
        square = self.board.squares[index]
        near, far = self.span(square)
        aside = (square.lane - 2) * LANE
        return self.strip(near + _INSET, far - _INSET, aside - LANE / 2 + _INSET, aside + LANE / 2 - _INSET)

    def middle(self, index: int) -> Point:
        """Return the middle of a square."""
        square = self.board.squares[index]
        if index == START:
            return self.place(_GRID / 2, 0)
        near, far = self.span(square)
        return self.place((near + far) / 2, (square.lane - 2) * LANE)

    def passage(self, index: int, *, is_taken: bool = False) -> Point:
        """Return where a way goes over a square: its middle, beyond a car that stands there, before two letters."""
        square = self.board.squares[index]
        aside = (square.lane - 2) * LANE
        if index != START and is_taken:
            return self.place(self.span(square)[1] - 0.7, aside + 0.35)
        if square.is_entry:
            return self.place(self.span(square)[0] + 0.7, aside)
        return self.middle(index)

    def stand(self, index: int, number: int, count: int) -> tuple[Point, float, float]:
        """Return where the car `number` of those on a square stands, where it points, and its size.

        It points in degrees clockwise from north. A car alone leaves the letter of its square to be seen: that is ahead
        of it, on a short square to its left.
        """
        if index == START:
            if count < _MANY:
                return *self._turn_point(_ON_GRID, (number - (count - 1) / 2) * LANE), 1.2
            row, column = divmod(number, 2)
            return *self._turn_point(
                _ON_GRID + 0.7 - 1.4 * column, (row - (ceil(count / 2) - 1) / 2) * 0.95 * LANE
            ), 0.9
        square = self.board.squares[index]
        near, far = self.span(square)
        aside = (square.lane - 2) * LANE
        if count == 1:
            wide = self._widen(square)
            is_long = (far - near) * wide >= _CAR + _letter_end(square) + _LETTER * len(square.text)
            at = (near + _FIRST_CAR / wide, aside) if is_long else (near + 0.85 / wide, aside + 0.48)
            return *self._turn_point(*at), 1.2 if is_long else 0.95
        rows = 2 if count < _CROWD else 3  # side by side: a lane is wide enough
        columns = ceil(count / rows)
        column, row = divmod(number, rows)
        pitch = (far - near - 0.25 - _LETTER * len(square.text)) / columns
        sides = [aside + (side - (rows - 1) / 2) * LANE / rows for side in range(rows)]
        middles = [near + 0.1 + pitch * (each + 0.5) for each in range(columns)]
        room = min(  # within a bend there is less of it
            dist(self.place(at - pitch / 2, side), self.place(at + pitch / 2, side)) for at in middles for side in sides
        )
        size = min(0.9 if count < 3 else 0.8, room / _LONG, LANE / rows / _BROAD)
        return *self._turn_point(middles[column] - _NOSE * size, sides[row]), size

    def _turn_point(self, along: float, aside: float) -> tuple[Point, float]:
        return self.place(along, aside), degrees(self.road.at(along)[1]) + 90

    def letter_aside(self, square: Square) -> Point:
        """Return where the letter of a square stands that a car or a way would hide: at its far end, to the left."""
        near, far = self.span(square)
        wide = self._widen(square)
        end = far - (_letter_end(square) + _LETTER * len(square.text) / 2) / wide
        return self.place(max(near + 0.5 / wide, end), (square.lane - 2) * LANE + _LEFT)

    def _widen(self, square: Square) -> float:
        """Return how many times as long a square is as it would be in the middle of the road.

        On the outside of a bend it is longer, within it shorter.
        """
        near, far = self.span(square)
        aside = (square.lane - 2) * LANE
        ends = [near + (far - near) * k / 8 for k in range(9)]
        return sum(dist(self.place(a, aside), self.place(b, aside)) for a, b in pairwise(ends)) / (far - near)


def _letter_end(square: Square) -> float:
    """Return how far from the far end of a square its letter ends: before the chequers of a target."""
    return 0.85 if square.is_target else 0.15


@lru_cache(maxsize=8)
def lay_out(board: Board) -> Layout:
    """Return where everything of a track lies."""
    return Layout(board)


def square_middle(board: Board, index: int) -> Point:
    """Return where the middle of a square lies on the drawn track."""
    return lay_out(board).middle(index)


def draw_track(board: Board, *, is_painted: bool = False) -> Drawing:
    """Return the track without cars; `is_painted`: each square says where the file has its colour."""
    layout, drawing = lay_out(board), _draw_wordless(board, is_painted=is_painted)
    at, turn = layout.place(_START, 0), degrees(layout.road.at(_START)[1])
    start = Label(_("START"), at, WORDS, "words", bold=True, turn=turn - 90)
    return drawing._replace(
        labels=(start, *drawing.labels),
        legend=tuple((role, _(name)) for role, name in _LEGEND if drawing.signs),
    )


@lru_cache(maxsize=8)
def _draw_wordless(board: Board, *, is_painted: bool) -> Drawing:
    """Return what is drawn of a track in every language: it takes long, and a page asks for it at every key."""
    layout = lay_out(board)
    half = 1.5 * LANE
    first = [layout.span(board.squares[lane[0]])[0] for lane in board.lanes]
    shapes = [
        Shape("verge", layout.strip(0.0, layout.length, -half - _VERGE, half + _VERGE)),
        Shape("grey", layout.strip(0.1, min(first) + 0.05, -half, half)),
        *(
            Shape("grey", layout.strip(0.1, near, (lane - 1.5) * LANE, (lane - 0.5) * LANE))
            for lane, near in enumerate(first)
        ),
    ]
    labels: list[Label] = []
    signs: list[Sign] = []
    arrows = _directions(layout)
    taken = [point for arrow in arrows for point in (arrow.begin, arrow.end)]
    for square in board.squares[1:]:
        near, far = layout.span(square)
        if square.is_tyre:
            for share in (0.3, 0.7) if far - near > 2 else (0.5,):
                x, y = layout.place(near + (far - near) * share, (square.lane - 2) * LANE)
                signs.append(Sign("tyre", (y - 0.5, x - 0.5)))
        label = _number(layout, square, taken) if square.lane != 2 else None
        if label is not None:
            taken.append(label.at)
        inside = _name_inside(layout, square) if label is None else None
        labels += filter(None, (label, inside))
        shapes += _square(layout, square, is_painted=is_painted, is_named=inside is not None)
    return Drawing(
        layout.wide,
        layout.high,
        shapes=tuple(shapes),
        signs=tuple(signs),
        labels=tuple(labels),
        arrows=tuple(arrows),
        names=tuple(
            (f"{one.lane}.{one.number}", layout.middle(at)) for at, one in enumerate(board.squares) if at != START
        ),
        has_rulers=False,
        unit=26,
    )


def _square(layout: Layout, square: Square, *, is_painted: bool, is_named: bool) -> list[Shape]:
    """Return a square of the road; a target has chequers at its far end.

    The letter of one that `is_named` leaves room for that.
    """
    near, far = layout.span(square)
    aside = (square.lane - 2) * LANE
    outline = layout.strip(near, far, aside - LANE / 2, aside + LANE / 2)
    board = layout.board
    cell = (square.line - board.first_line, square.column - 1 + square.is_entry) if is_painted else None
    if square.is_tyre:
        return [Shape("wall", outline, cell=cell)]
    along = (near + far) / 2 - (0.3 if square.is_target else 0)
    at, beside = layout.place(along, aside), layout.place(along, aside + _BESIDE) if is_named else None
    colour, far_end = COLOUR_NAMES[square.colour], layout.letter_aside(square)
    shapes = [Shape(colour, outline, square.text, at, far_end, beside, cell=cell)]
    if square.is_target:
        left, right = aside - LANE / 2, aside + LANE / 2
        corners = (far - 0.7, left), (far - 0.7, right), (far, right), (far, left)
        shapes.append(Shape("finish", tuple(layout.place(*corner) for corner in corners)))
    return shapes


def _directions(layout: Layout) -> list[Arrow]:
    """Return an arrow in the direction of travel beside each straight, nearer to it than to the next one."""
    road = layout.road
    arrows = []
    for row in range(road.rows if road.rows > 1 else 0):
        inner = 1 if row in (0, -1) or row % 2 else -1  # towards the row before, of the first one to the next
        along = row * (road.straight + pi * _BEND) + road.straight * 0.6
        tail, tip = (layout.place(along + step, inner * (1.5 * LANE + _VERGE + 0.6)) for step in (-1.5, 1.5))
        arrows.append(Arrow("travel", tail, tip))
    return arrows


def _number(layout: Layout, square: Square, taken: Sequence[Point]) -> Label | None:
    """Return the number of a square beside the road, where it runs into nothing.

    It must miss other numbers and, within a bend, the road; None if it cannot.
    """
    near, far = layout.span(square)
    along, half = (near + far) / 2, 1.5 * LANE
    turned = layout.road.at(along)[1]  # a number is longer than it is high
    away = half + _CLEAR + _NUMBER * (1.12 * abs(sin(turned)) + 0.37 * abs(cos(turned)))
    x, y = at = layout.place(along, away if square.lane == 3 else -away)
    if any(hypot(x - u, y - v) < _NUMBERS_APART for u, v in taken):
        return None
    road = [layout.place(along + step / 2, 0) for step in range(-16, 17)]
    room = min(hypot(x + step - u, y - v) for step in (-1.1, 1.1) for u, v in road)
    return Label(square.name, at, _NUMBER, needs=_NUMBER) if room > half + _VERGE + 0.26 else None


def _name_inside(layout: Layout, square: Square) -> Label | None:
    """Return the name of a square on it, to the right of its letter at the far end, beyond where a car stands.

    None where there is no room for it between its edges: it is upright, and the road may be steep.
    """
    near, far = layout.span(square)
    wide, lane = 0.64 * _NAME * len(square.name), (square.lane - 2) * LANE
    along = far - 0.3 - wide / 2 - (0.7 if square.is_target else 0)
    if square.is_tyre or far - near < wide + 0.6:
        return None
    at = layout.place(along, lane + _RIGHT)
    slant = max(abs(sin(layout.road.at(place)[1])) for place in (near, far))
    if slant > _LEVEL:
        return None
    return Label(square.name, at, _NAME, f"on_{COLOUR_NAMES[square.colour]}", needs=_NAME)
