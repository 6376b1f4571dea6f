"""A Monza track drawn: a winding road of coloured squares, true to scale, with cars, the last move and the roll."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, degrees, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

from gm_tools.core.drawing import Drawing, Label, Piece, Prop, Shape, Sign, Trail
from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOUR_NAMES, START, TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.drawing import Point
    from gm_tools.core.events import Event
    from gm_tools.games.monza.board import Board, Square
    from gm_tools.games.monza.position import Position

COLUMN = 0.66  # how long a column of the text is, in tiles
LANE = 2.0  # how wide a lane is
_BEND = 4.6  # radius of the middle lane where the road turns back
_EDGE = 0.9  # the verge beside the outer lanes
_FINE = 0.5  # how far apart the points of a square's edge are
_WAVE = 0.5  # how far the straights swing
_NUMBERS_APART = 4.0  # squares whose numbers would stand nearer to each other do without
_LEGEND = (("tyre", N_("tyres: no way through")),)


class Road(NamedTuple):
    """The middle of a road that runs in rows, to the right and back, as long as it has to be: `rows` straights and the bends between."""

    rows: int
    straight: float

    def at(self, along: float) -> tuple[Point, float]:
        """Return a point of the middle of the road by its distance from the beginning, and the direction there in radians.

        A direction of 0 is to the right, and grows clockwise.
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

    def beside(self, along: float, aside: float) -> Point:
        """Return a point so far to the right of the middle of the road."""
        (x, y), turn = self.at(along)
        return x - aside * sin(turn), y + aside * cos(turn)


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return {tile.glyph: tile.role for tile in TILES}


def lay(length: float) -> Road:
    """Return a road of a length, in as many rows as make a picture about a third wider than high."""
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


class _Layout:
    """Where everything of a track lies on its road."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.begin = min(square.near for square in board.squares[1:])
        self.length = (max(board.far) - self.begin) * COLUMN + 1.4
        self.road = lay(self.length)
        corners = [
            self.road.beside(self.length * k / 200, side * (1.5 * LANE + _EDGE)) for k in range(201) for side in (-1, 1)
        ]
        self.left = min(x for x, _y in corners) - 0.8
        self.top = min(y for _x, y in corners) - 0.8
        self.wide = max(x for x, _y in corners) + 0.8 - self.left
        self.high = max(y for _x, y in corners) + 0.8 - self.top

    def place(self, along: float, aside: float) -> Point:
        x, y = self.road.beside(along, aside)
        return x - self.left, y - self.top

    def span(self, square: Square) -> tuple[float, float]:
        return (square.near - self.begin) * COLUMN + 1.4, (square.far - self.begin) * COLUMN + 1.4

    def strip(self, near: float, far: float, inner: float, outer: float) -> tuple[Point, ...]:
        """Return the outline of a piece of the road, bent as the road is."""
        count = max(1, ceil((far - near) / _FINE))
        steps = [near + (far - near) * k / count for k in range(count + 1)]
        return (*(self.place(at, inner) for at in steps), *(self.place(at, outer) for at in reversed(steps)))

    def middle(self, index: int) -> tuple[Point, float]:
        """Return the middle of a square, and where a car on it points, in degrees clockwise from north."""
        square = self.board.squares[index]
        if index == START:
            return self.place(0.7, 0), degrees(self.road.at(0.7)[1]) + 90
        near, far = self.span(square)
        return self.place((near + far) / 2, (square.lane - 2) * LANE), degrees(self.road.at((near + far) / 2)[1]) + 90


@lru_cache(maxsize=8)
def _lay_out(board: Board) -> _Layout:
    return _Layout(board)


def square_middle(board: Board, index: int) -> Point:
    """Return where the middle of a square lies on the drawn track."""
    return _lay_out(board).middle(index)[0]


def draw_track(board: Board, *, is_painted: bool = False) -> Drawing:
    """Return the track without cars; `is_painted`: each square says where the file has its colour."""
    return _drawn(_lay_out(board), is_painted=is_painted)


def _drawn(layout: _Layout, *, is_painted: bool = False) -> Drawing:
    board = layout.board
    half = 1.5 * LANE
    shapes = [
        Shape("verge", layout.strip(0.0, layout.length, -half - 0.35, half + 0.35)),
        Shape(
            "grey", layout.strip(0.1, min(layout.span(square)[0] for square in board.squares[1:]) + 0.05, -half, half)
        ),
    ]
    signs: list[Sign] = []
    labels: list[Label] = []
    first = [layout.span(board.squares[lane[0]])[0] for lane in board.lanes]
    for lane, near in enumerate(first):
        shapes.append(Shape("grey", layout.strip(0.1, near, (lane - 1.5) * LANE, (lane - 0.5) * LANE)))
    for square in board.squares[1:]:
        near, far = layout.span(square)
        aside = (square.lane - 2) * LANE
        outline = layout.strip(near, far, aside - LANE / 2, aside + LANE / 2)
        at = layout.place((near + far) / 2, aside)
        cell = (square.line - board.first_line, square.column - 1 + square.is_entry) if is_painted else None
        if square.is_tyre:
            shapes.append(Shape("wall", outline, cell=cell))
            for share in (0.3, 0.7) if far - near > 2 else (0.5,):
                x, y = layout.place(near + (far - near) * share, aside)
                signs.append(Sign("tyre", (y - 0.5, x - 0.5)))
        else:
            corner = layout.place(max(near + 0.5, far - 0.55), aside - 0.5)
            shapes.append(Shape(COLOUR_NAMES[square.colour], outline, square.text, at, corner, cell=cell))
            if square.is_target:
                left, right = aside - LANE / 2, aside + LANE / 2
                corners = (far - 0.7, left), (far - 0.7, right), (far, right), (far, left)
                shapes.append(Shape("finish", tuple(layout.place(*corner) for corner in corners)))
        if square.lane != 2:
            side = half + 0.95 if square.lane == 3 else -half - 0.95
            beside = layout.place((near + far) / 2, side)
            if all(hypot(beside[0] - x, beside[1] - y) > _NUMBERS_APART for _text, (x, y), *_rest in labels):
                labels.append(Label(square.name, beside, 0.62))
    legend = tuple((role, _(name)) for role, name in _LEGEND if signs)
    return Drawing(
        layout.wide,
        layout.high,
        shapes=tuple(shapes),
        signs=tuple(signs),
        labels=tuple(labels),
        legend=legend,
        has_rulers=False,
        unit=26,
    )


def draw_race(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the track with its cars and the roll; the `events` of the last turn give the moves, step by step."""
    layout = _lay_out(position.board)
    drawing = _drawn(layout)
    numbers = {car.seat: number for number, car in enumerate(position.cars)}
    stands = position.by_square()
    acting = position.extra or position.turn_of
    pieces = []
    for car in position.cars:
        at, heading = layout.middle(car.at)
        sharing = stands[car.at]
        if len(sharing) > 1:
            at = _side_by_side(layout, position.board, car.at, sharing.index(car.seat), len(sharing))
        size = 1.15 if len(sharing) < 3 else 1.0 if car.at == START else 0.8
        pieces.append(
            Piece(car.seat, numbers[car.seat], at, heading, size, COLOUR_NAMES[car.seat], "", car.seat == acting)
        )
    trails = []
    events = tuple(events)
    for event in events:
        squares = [position.board.by_name[name] for name in _way_of(event)]
        if len(squares) > 1:
            seat = event.seats[0]
            points = tuple(layout.middle(square)[0] for square in squares)
            is_put = event.kind == "ousted"
            trails.append(Trail(numbers[seat], points, COLOUR_NAMES[seat], event.kind == "moved", is_put))
    props, labels, rows = _panel(position, events, layout.wide, layout.high)
    return drawing._replace(
        rows=rows, pieces=tuple(pieces), trails=tuple(trails), props=tuple(props), labels=(*drawing.labels, *labels)
    )


def draw_trial(view: Position, path: Sequence[int]) -> Drawing:
    """Return the track with the numbered way of an order, its first square being where the car stands."""
    drawing = draw_race(view)
    begin = next((piece.at for piece in drawing.pieces if piece.is_next), square_middle(view.board, path[0]))
    steps = (begin, *(square_middle(view.board, at) for at in path[1:]))
    return drawing._replace(steps=steps if len(steps) > 1 else ())


def _way_of(event: Event) -> Sequence[str]:
    """Return the squares that a car came over by an event."""
    if event.kind == "moved":
        return [event.data["from"], *event.data["path"]]
    if event.kind in ("ousted", "extra_stepped"):
        return [event.data["from"], event.data["to"]]
    return ()


def _side_by_side(layout: _Layout, board: Board, at: int, number: int, count: int) -> Point:
    """Return where one of several cars on the start or on a target stands."""
    if at == START:
        step = min(2.4, 3 * LANE / count)
        return layout.place(0.75, (number - (count - 1) / 2) * step)
    square = board.squares[at]
    near, far = layout.span(square)
    columns = ceil(sqrt(count))
    rows = ceil(count / columns)
    row, column = divmod(number, columns)
    return layout.place(
        near + (far - near) * (column + 0.5) / columns, (square.lane - 2) * LANE + ((row + 0.5) / rows - 0.5) * LANE
    )


def _panel(
    position: Position, events: Sequence[Event], wide: float, high: float
) -> tuple[list[Prop], list[Label], float]:
    """Return what lies below the track, and how high the picture is with it.

    It is the dice of the last move in the order in which they were used, the order of play, and the dice of the roll. In the order of
    play whoever is on is large, and those who had their go in this round are faint.
    """
    lines: list[tuple[str, list[Prop]]] = []
    for event in [event for event in events if event.kind == "moved"][-1:]:
        letters = [position.board.squares[position.board.by_name[name]].colour for name in event.data["path"]]
        dice = [Prop("die", letter, (0, 0), 1.5, COLOUR_NAMES[letter], str(at)) for at, letter in enumerate(letters, 1)]
        lines.append((_("{car} drove with", car=_(COLOUR_NAMES[event.seats[0]])), dice))
    acting = position.extra or position.turn_of
    if acting and position.last_turns is None:
        seats = position.seats
        gone = seats.index(position.turn_of)
        chips = [
            Prop("chip", seat, (0, 0), 1.8 if seat == acting else 1.3, COLOUR_NAMES[seat], used=at < gone)
            for at, seat in enumerate(seats)
        ]
        lines.append((_("order of play"), chips))
    if position.winners:
        won = [Prop("chip", seat, (0, 0), 1.8, COLOUR_NAMES[seat]) for seat in position.winners]
        lines.append((_("winner"), won))
    if position.roll:
        roll = [Prop("die", letter, (0, 0), 1.8, COLOUR_NAMES[letter]) for letter in position.roll]
        lines.append((_("{car} to drive with", car=_(COLOUR_NAMES[position.turn_of])), roll))
    left, bottom = max(0.0, wide / 2 - 9.5), high - 0.6
    props, labels = [], []
    for words, tokens in lines:
        bottom += 2.1
        labels.append(Label(words, (left + 10.6, bottom), 1.0, "words", "end"))
        props += [one._replace(at=(left + 12.0 + 2.2 * at, bottom)) for at, one in enumerate(tokens)]
    return props, labels, bottom + 1.3 if lines else high
