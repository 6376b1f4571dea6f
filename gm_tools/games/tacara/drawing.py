"""A Tacara board drawn: the course with its lines, cars with their shifts, the last drive; and the shift table with its chips."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from gm_tools.core.drawing import (
    Area,
    Arrow,
    Cell,
    Drawing,
    Gate,
    Label,
    Piece,
    Prop,
    Sign,
    Target,
    Trail,
    look_at,
    middle,
    stand_together,
)
from gm_tools.core.i18n import _
from gm_tools.games.tacara.board import PUMP, SPACES, WALL
from gm_tools.games.tacara.check import slot_of
from gm_tools.games.tacara.drive import steps_allowed
from gm_tools.games.tacara.position import VALUES, format_chips
from gm_tools.games.tacara.shift import format_shift, reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.drawing import Point
    from gm_tools.core.events import Event
    from gm_tools.games.tacara.board import Board, Line
    from gm_tools.games.tacara.position import Car, Position
    from gm_tools.games.tacara.shift import ShiftTable

_ROLES = {space.glyph: space.role for space in SPACES}
_HEAD = 1  # columns and rows of a part of the shift table that its rulers take
_RULERS = 0.056  # the height of their letters as a share of the picture's: 11 of about 200 pixels on the page
_TURN = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}
_WAYS = {"moved", "turbo_played", "bonus_used"}
COLOURS = frozenset(
    ("red", "yellow", "green", "blue", "white", "purple", "black", "cyan", "orange", "pink", "brown", "grey")
)


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return _ROLES


def draw_course(board: Board, lines: Sequence[Line] = (), starters: int = 10, crossed: int = -1) -> Drawing:
    """Return the board with its lines; spaces that so many cars may not use are hatched.

    `crossed` is how many lines the car at turn is over (-1: nobody is at turn).
    """
    mask = board.mask(starters)
    by_role: dict[str, list[Cell]] = {}
    usable: list[Cell] = []
    closed: list[Cell] = []
    signs = []
    for row in range(board.rows):
        for column in range(board.columns):
            index = board.index(row, column)
            glyph, cell = board.tiles[index], (row, column)
            if glyph == " ":
                continue
            by_role.setdefault(_ROLES["b" if glyph == PUMP else glyph], []).append(cell)
            if mask[index]:
                usable.append(cell)
            elif glyph != WALL:
                closed.append(cell)
            if glyph == PUMP:
                signs.append(Sign("pump", cell))
    letters = {space.role: space.glyph for space in SPACES if space.glyph.isalpha()}
    pumps = {sign.cell for sign in signs}
    areas = [Area(role, tuple(cells), letters.get(role, "")) for role, cells in by_role.items() if role != "pits"]
    if "pits" in by_role:
        plain = tuple(cell for cell in by_role["pits"] if cell not in pumps)
        areas += [Area("pits", tuple(by_role["pits"])), Area("pits", plain, "b")]
    areas += [Area("closed", tuple(closed)), Area("usable", tuple(usable))]
    legend = tuple((space.role, _(space.meaning)) for space in SPACES[1:] if space.glyph in board.tiles)
    gates = tuple(_gate(line, number, len(lines), crossed) for number, line in enumerate(lines))
    return Drawing(board.columns, board.rows, tuple(areas), signs=tuple(signs), gates=gates, legend=legend)


def _gate(line: Line, number: int, count: int, crossed: int) -> Gate:
    """Return a line where it is crossed: between the spaces before it and those behind."""
    first, last = line.span
    at = line.at + (1 if line.direction in "ES" else 0)
    begin, end = ((at, first), (at, last + 1)) if line.direction in "EW" else ((first, at), (last + 1, at))
    role = (
        "finish" if number == count - 1 else "next" if number == crossed else "passed" if number < crossed else "later"
    )
    label = f"{number + 1} {line.name}" + (" ✓" if number < crossed else "")
    return Gate(role, begin, end, _TURN[line.direction], label)


def draw_race(position: Position, next_car: str, events: Iterable[Event] = ()) -> Drawing:
    """Return the course with its cars, the shift of each as an arrow; the `events` of the last turn give their drives."""
    board = position.board
    crossed = position.car(next_car).crossed if next_car else -1
    numbers = {car.mark: number for number, car in enumerate(position.cars)}
    pieces, arrows = [], []
    for car in position.cars:
        if car.gone:
            continue
        pieces.append(car_piece(position, car, next_car))
        if any(car.shift) and not car.flipped:
            x, y = at = middle(board.place(car.at))
            end = x + car.shift[0], y - car.shift[1]
            arrows.append(Arrow("shift", at, end, numbers[car.mark], colour_of(car)))
    trails, crashes = read_drives(position, events)
    return draw_course(board, position.lines, position.starters, crossed)._replace(
        pieces=tuple(pieces),
        away=tuple(car_piece(position, car) for car in position.cars if car.gone),
        parked=tuple(
            car_piece(position, car)._replace(state="")
            for car in sorted(position.cars, key=lambda car: car.place)
            if car.gone and position.has_finished(car)
        ),
        arrows=tuple(arrows),
        trails=tuple(trails),
        crashes=tuple(crashes),
    )


def draw_trial(view: Position, car: Car, path: Sequence[int], crash: int, *, whole: bool = False) -> Drawing:
    """Return the part of the course round a drive or, if wanted, the whole; its way numbered, with the space that it crashes into (-1: none)."""
    steps = tuple(middle(view.board.place(at)) for at in (car.at, *path))
    drawing = draw_race(view, car.mark)._replace(arrows=(), steps=steps)
    if crash >= 0:
        row, column = view.board.place(crash)
        drawing = drawing._replace(crashes=((row, column),))
    return drawing if whole else look_at(drawing, steps, 6)


def read_drives(position: Position, events: Iterable[Event]) -> tuple[list[Trail], list[Cell]]:
    """Return the ways that cars drove, and the spaces that they crashed into."""
    ways: dict[str, list[Point]] = {}
    crashes: list[Cell] = []
    for event in events:
        if event.kind in _WAYS and event.data.get("path"):
            ways.setdefault(event.seats[0], []).extend(middle((row, column)) for row, column in event.data["path"])
        elif event.kind == "crashed":
            row, column = event.data["into"]
            crashes.append((row, column))
    trails = []
    for number, car in enumerate(position.cars):
        if len(ways.get(car.mark, ())) > 1:
            trails.append(Trail(number, tuple(ways[car.mark]), colour_of(car)))
    return trails, crashes


def colour_of(car: Car) -> str:
    """Return the colour that a car is called by, empty if it is called otherwise."""
    return next((name for name in car.names if name in COLOURS), "")


def car_piece(position: Position, car: Car, next_car: str = "", at: Point | None = None, size: float = 1) -> Piece:
    """Return a car as a chip, on its space or elsewhere."""
    number = position.cars.index(car)
    state = "flipped" if car.flipped else ""
    where = middle(position.board.place(car.at)) if at is None else at
    return Piece(car.mark, number, where, None, size, colour_of(car), state, car.mark == next_car)


def draw_shifts(position: Position, next_car: str) -> Drawing:
    """Return the shift table with the chips of all cars, and rings where the chip of the car at turn may go; the rows beside it."""
    table = position.settings.shift_table
    x, y = table.x, table.y
    cells = tuple((y - n, x + e) for n in range(-y, y + 1) for e in range(-x, x + 1) if table.holds(e, n))
    stands: dict[tuple[int, int], list[Car]] = {}
    for car in position.cars:
        if not car.gone:
            stands.setdefault(car.shift, []).append(car)
    pieces = []
    for (e, n), cars in stands.items():
        for number, car in enumerate(cars):
            at, size = stand_together((x + e + 0.5, y - n + 0.5), 0, number, len(cars))
            pieces.append(car_piece(position, car, next_car, at, 0.72 * size if len(cars) == 1 else 0.86 * size))
    goals: list[Target] = []
    if next_car and not position.car(next_car).flipped:
        car = position.car(next_car)
        for (e, n), gear in reach(table, car.shift, steps_allowed(position, car)).items():
            if (e, n) != car.shift:
                goals.append(Target((x + e + 0.5, y - n + 0.5), gear))
    wide, high = 2 * x + 1, 2 * y + 1
    labels = [Label(name, at, 0.9, "words") for name, at in _compass(x, y)]
    every = 1 if x <= 7 else 2
    labels += [Label(str(abs(e)), (x + e + 0.5, high + 0.5), 0.55) for e in range(-x, x + 1) if e % every == 0]
    labels += [Label(str(abs(n)), (-0.5, y - n + 0.5), 0.55) for n in range(-y, y + 1) if n % every == 0]
    beside, props, chips = _rows(position, wide + 4.6, next_car)
    return Drawing(
        wide + (14.0 if position.row else 4.2),
        high + 3.2,
        (Area("plain", tuple((row + 1, column + 2) for row, column in cells)),),
        labels=tuple(label._replace(at=_inward(label.at)) for label in labels) + tuple(beside),
        pieces=tuple(piece._replace(at=_inward(piece.at)) for piece in pieces) + tuple(chips),
        targets=tuple(goal._replace(at=_inward(goal.at)) for goal in goals),
        props=tuple(props),
        has_rulers=False,
        unit=30,
    )


def draw_pad(view: Position, seat: str) -> Drawing | None:
    """Return the shift table with the shifts that a car may go to; each target's order is the gear that goes there (C15)."""
    car = view.car(seat)
    if car.flipped or seat != slot_of(view) or view.offers:
        return None
    table = view.settings.shift_table
    drawing = draw_shifts(view._replace(row=(), rows=()), seat)
    gears = reach(table, car.shift, steps_allowed(view, car))
    goals = [
        Target(_inward((table.x + e + 0.5, table.y - n + 0.5)), f"G{gear or 0}", note=format_shift((e, n)))
        for (e, n), gear in gears.items()
    ]
    xs, ys = zip(*(goal.at for goal in goals), strict=True)
    left, top = max(2, floor(min(xs)) - 1), max(1, floor(min(ys)) - 1)
    right, bottom = min(2 * table.x + 3, ceil(max(xs)) + 1), min(2 * table.y + 2, ceil(max(ys)) + 1)
    return _cut_out(drawing._replace(targets=tuple(goals)), table, (left, top, right, bottom))


def _cut_out(drawing: Drawing, table: ShiftTable, part: tuple[int, int, int, int]) -> Drawing:
    """Return a part (left, top, right, bottom) of the drawn shift table as a drawing of its own.

    The shifts stand along two edges, in full: `W3` over a column, `N2` beside a row.
    """
    left, top, right, bottom = part
    rows = bottom - top
    size = max(0.5, _RULERS * (rows + _HEAD))

    def moved(at: Point) -> Point:
        return at[0] - left + _HEAD, at[1] - top + _HEAD

    def shown(at: Point) -> bool:
        return left < at[0] < right and top < at[1] < bottom

    labels = [
        *(
            Label(format_shift((column - 2 - table.x, 0)), moved((column + 0.5, top - 0.55)), size)
            for column in range(left, right)
        ),
        *(
            Label(format_shift((0, table.y - row + 1)), moved((left - 0.6, row + 0.5)), size)
            for row in range(top, bottom)
        ),
    ]
    cells = tuple(
        (row, column) for area in drawing.areas for row, column in area.cells if shown((column + 0.5, row + 0.5))
    )
    return Drawing(
        right - left + _HEAD,
        rows + _HEAD,
        (Area("plain", tuple((row - top + _HEAD, column - left + _HEAD) for row, column in cells)),),
        labels=tuple(labels),
        pieces=tuple(one._replace(at=moved(one.at)) for one in drawing.pieces if shown(one.at)),
        targets=tuple(goal._replace(at=moved(goal.at)) for goal in drawing.targets),
        has_rulers=False,
        unit=30,
    )


def _inward(at: Point) -> Point:
    return at[0] + 2, at[1] + 1


def _compass(x: int, y: int) -> tuple[tuple[str, Point], ...]:
    middle_x, middle_y = x + 0.5, y + 0.5
    return (
        ("N", (middle_x, -0.55)),
        ("S", (middle_x, 2 * y + 2.4)),
        ("W", (-1.4, middle_y)),
        ("E", (2 * x + 1.6, middle_y)),
    )


def _rows(position: Position, left: float, next_car: str) -> tuple[list[Label], list[Prop], list[Piece]]:
    """Return the rows of this turn and of those to come, with each car's shift and turbo chips, and the pool."""
    labels, props, pieces = [], [], []
    if position.row:
        labels.append(Label(_("round {turn}", turn=position.turn), (left, 0.9), 0.85, "words", "start"))
    y = 2.2
    pitch = min(1.5, 11.0 / max(1, len(position.row)))
    for mark in position.row:
        car = position.car(mark)
        is_done = mark not in position.left
        pieces.append(car_piece(position, car, next_car, (left + 0.7, y), min(0.8, pitch / 1.7)))
        text = format_shift(car.shift) + (" ✓" if is_done else "")
        labels.append(Label(text, (left + 1.7, y), 0.7, "words", "start"))
        for number, value in enumerate(format_chips(car.hand)):
            props.append(Prop("chip", value, (left + 5.2 + 0.72 * number, y), 0.66))
        y += pitch
    if not position.over and position.rows:
        labels.append(Label(_("round {turn}", turn=position.turn + 1), (left, 13.4), 0.7, "words", "start"))
        pitch = min(1.1, 7.5 / len(position.rows[0]))
        for number, mark in enumerate(position.rows[0]):
            at = left + 3.6 + number * pitch, 13.4
            pieces.append(car_piece(position, position.car(mark), "", at, 0.55))
    if position.row:
        pool = ", ".join(f"{value} x {count}" for value, count in zip(VALUES, position.pool, strict=True))
        labels.append(Label(_("pool: {chips}", chips=pool), (left, 14.6), 0.7, "ruler", "start"))
    return labels, props, pieces
