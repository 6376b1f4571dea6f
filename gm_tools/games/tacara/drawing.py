"""A Tacara board drawn.

It shows the course with its lines, cars with their shifts, the last drive, and the shift table with its chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, cos, floor, pi, sin

from gm_tools.core.drawing import (
    Area,
    Arrow,
    Cell,
    Drawing,
    Gate,
    Go,
    Label,
    Landing,
    Piece,
    Point,
    Queue,
    Sign,
    Target,
    Trail,
    look_at,
    middle,
)
from gm_tools.core.events import Event
from gm_tools.core.i18n import _, ngettext
from gm_tools.games.tacara.board import PUMP, SPACES, WALL, Board, Line, Space
from gm_tools.games.tacara.check import slot_of
from gm_tools.games.tacara.drive import WAYS, Drive, allowed_steps, carry_out, gear_steps, shift_by
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import COLOURS, Car, Position, count_chips, format_chips
from gm_tools.games.tacara.shift import NEUTRAL, Shift, ShiftTable, format_shift, reach

_ROLES = {space.glyph: space.role for space in SPACES}
_HEAD = 1  # columns and rows of a part of the shift table that its rulers take
_RULERS = 0.056  # the height of their letters as a share of the picture's: 11 of about 200 pixels on the page
# The size of the only chip on a shift, of one of several and of the one that acts, and of one of more than six
_ALONE, _CHIP, _SMALL = 0.62, 0.5, 0.32
# In a picture no chip may lie on the mark of the shift beside its own: how large each of more than two is, and how far
# from the middle those of more than four stand.
_CLOSE, _FAR = 0.42, 0.4
# Where chips that share a shift stand on it, by their number at most: those below first, for they are drawn first.
# More than six stand in a ring, so that the middle is free for what is marked there.
_CROWDS = {
    1: ((0.0, 0.0),),
    2: ((0.23, 0.23), (-0.23, -0.23)),
    4: ((-0.29, 0.29), (0.29, 0.29), (-0.29, -0.29), (0.29, -0.29)),
    6: ((0.49, 0.49), (-0.05, 0.49), (-0.49, 0.06), (0.49, -0.06), (0.05, -0.49), (-0.49, -0.49)),
}
_TURN = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return _ROLES


def draw_course(board: Board, lines: Sequence[Line] = (), starters: int = 10, crossed: int = -1) -> Drawing:
    """Return the board with its lines; spaces that so many cars may not use are hatched.

    `crossed` is how many lines the car at turn is over (-1: nobody is at turn).
    """
    areas, signs = _ground(board, starters)
    gates = tuple(_gate(line, number, len(lines), crossed) for number, line in enumerate(lines))
    return Drawing(board.columns, board.rows, areas, signs=signs, gates=gates, legend=_legend(board))


@lru_cache(maxsize=4)  # it is the same whatever is tried on it
def _ground(board: Board, starters: int) -> tuple[tuple[Area, ...], tuple[Sign, ...]]:
    """Return what a board is made of, and what lies on it, in a race of so many cars."""
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
    return tuple(areas), tuple(signs)


def _legend(board: Board) -> tuple[tuple[str, str], ...]:
    """Return what the colours of a board mean, with the letters that stand on them.

    What means the same is said once.
    """
    alike: dict[str, list[Space]] = {}
    for space in SPACES[1:]:
        if space.glyph in board.tiles:
            alike.setdefault(_(space.meaning), []).append(space)
    legend = []
    for meaning, spaces in alike.items():
        letters = ", ".join(space.glyph for space in spaces if space.glyph.isalpha() and space.glyph != PUMP)
        legend.append((" ".join(space.role for space in spaces), f"{letters}: {meaning}" if letters else meaning))
    return tuple(legend)


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
    """Return the course with its cars, the shift of each as an arrow.

    The `events` of the last turn give their drives.
    """
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
        queue=_queue(position, next_car),
    )


def draw_trial(view: Position, car: Car, drive: Drive, *, whole: bool = False) -> Drawing:
    """Return the part of the course round a drive or, if wanted, the whole.

    Its way is numbered, with the space that it crashes into, if it does: a car lies before that then.
    """
    steps = tuple(middle(view.board.place(at)) for at in (car.at, *drive.path))
    notes = tuple(_step_notes(car, drive.events))
    drawing = draw_race(view, car.mark)._replace(arrows=(), steps=steps, step_notes=notes)
    if drive.crash >= 0:
        row, column = view.board.place(drive.crash)
        drawing = drawing._replace(crashes=((row, column),), landings=(Landing(steps[-1], 1, "crash"),))
    return drawing if whole else look_at(drawing, steps, 6)


def _step_notes(car: Car, events: Iterable[Event]) -> Iterator[str]:
    """Yield for the beginning of a drive and each of its spaces the shift there, and the turbo chips left."""
    shift, chips = format_shift(car.shift), sum(car.chips)
    yield _note(shift, chips)
    for event in events:
        chips += (event.kind == "chip_gained") - (event.kind == "turbo_played")
        shift = event.data["after"] if event.kind == "shifted" else shift
        if event.kind in WAYS:
            yield from [_note(shift, chips)] * len(event.data.get("path", ()))


def _note(shift: str, chips: int) -> str:
    left = ngettext("{n} turbo chip left", "{n} turbo chips left", chips)
    return _("shift {shift}", shift=shift) + f", {left}"


def read_drives(position: Position, events: Iterable[Event]) -> tuple[list[Trail], list[Cell]]:
    """Return the ways that cars drove, and the spaces that they crashed into."""
    ways: dict[str, list[Point]] = {}
    crashes: list[Cell] = []
    for event in events:
        if event.kind in WAYS and event.data.get("path"):
            ways.setdefault(event.seats[0], []).extend(map(middle, event.data["path"]))
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
    """Return the part of the shift table with the chips of all cars.

    It says where the chip of the car whose turn it is may go, and what comes of driving each shift.
    """
    table, pieces = position.settings.shift_table, _chips_on(position, next_car, is_picture=True)
    goals: tuple[Target, ...] = ()
    if next_car and not position.car(next_car).flipped:
        goals = _goals(position, position.car(next_car))
    roles = {goal.role for goal in goals}
    legend = [
        (role, name) for role, name in (("sure", _("can end here")), ("crash", _("crashes here"))) if role in roles
    ]
    if any(goal.label for goal in goals):
        legend.insert(1, ("leg", _("only with this leg first")))
    around = [_place(table, NEUTRAL), *(piece.at for piece in pieces), *(goal.at for goal in goals)]
    return _cut_out(table, around, pieces, goals, margin=0)._replace(legend=tuple(legend))


def draw_pad(view: Position, seat: str) -> Drawing | None:
    """Return the shift table with the shifts that a car may go to (C15).

    Each target's order is the gear that goes there.
    """
    car = view.car(seat)
    if car.flipped or seat != slot_of(view) or view.offers:
        return None
    goals = _goals(view, car)
    return _cut_out(view.settings.shift_table, [goal.at for goal in goals], _chips_on(view, seat), goals)


def taken_of_pad(view: Position, seat: str, order: Order) -> str:
    """Return the gear by which the pad goes to the shift of an order (C15, C17).

    It is empty if the car may not make so many steps.
    """
    car = view.car(seat)
    table, most = view.settings.shift_table, allowed_steps(view, car)
    steps = gear_steps(table, car.shift, order.gear)
    gear = reach(table, car.shift, most).get(shift_by(car.shift, steps))
    return _name_gear(gear) if order.verb == "drive" and gear is not None and len(steps) <= most else ""


def _name_gear(gear: str) -> str:
    return f"G{gear or 0}"


def _chips_on(position: Position, next_car: str, *, is_picture: bool = False) -> tuple[Piece, ...]:
    """Return the chips of all cars on the shift table, none of those that share a shift on the letter of another.

    Nor does the ring of the one that acts lie there: it is the lowest. A picture has larger tiles than a page.
    """
    stands: dict[Shift, list[Car]] = {}
    for car in sorted(position.cars, key=lambda one: one.mark != next_car):
        if not car.gone:
            stands.setdefault(car.shift, []).append(car)
    pieces = []
    for shift, cars in stands.items():
        x, y = _place(position.settings.shift_table, shift)
        places = next((places for most, places in _CROWDS.items() if len(cars) <= most), ()) or _stand_round(len(cars))
        size = _SMALL if len(cars) > max(_CROWDS) else _CHIP
        if is_picture and 2 < len(cars) <= max(_CROWDS):
            places, size = _stand_round(len(cars), _FAR) if len(cars) > 4 else places, _CLOSE
        if len(cars) == 1 and cars[0].mark != next_car:  # whose ring stays on its place, too
            size = _ALONE
        for car, (right, down) in zip(cars, places, strict=False):
            pieces.append(car_piece(position, car, next_car, (x + right, y + down), size))
    return tuple(pieces)


def _stand_round(count: int, far: float = 0) -> list[Point]:
    """Return where many chips stand round the middle of their shift, those below first."""
    far = far or max(0.46, 1.25 * _SMALL * count / (2 * pi))
    turns = [2 * pi * number / count for number in range(count)]
    return sorted(((far * sin(turn), far * cos(turn)) for turn in turns), key=lambda at: -round(at[1], 3))


def _place(table: ShiftTable, shift: Shift) -> Point:
    """Return the middle of a shift's place on the drawn table."""
    return table.x + shift[0] + 0.5, table.y - shift[1] + 0.5


def _goals(position: Position, car: Car) -> tuple[Target, ...]:
    """Return where a car's chip may go (C17), and what comes of driving each shift.

    `label` is the leg that has to be first, if only one may be.
    """
    table = position.settings.shift_table
    goals = []
    for shift, gear in reach(table, car.shift, allowed_steps(position, car)).items():
        axes = "HV" if all(shift) else ("",)
        good = [axis for axis in axes if carry_out(position, car.mark, Order("drive", gear=gear, axis=axis)).crash < 0]
        only = good[0] if len(good) < len(axes) and good else ""
        note = name = format_shift(shift)
        if not good:
            note = _("{shift}, crashes", shift=name)
        elif only:
            note = _("{shift}, only with {leg} first", shift=name, leg=only)
        role = "sure" if good else "crash"
        goals.append(Target(_place(table, shift), _name_gear(gear), role, only, by=name, note=note))
    return tuple(goals)


def _cut_out(
    table: ShiftTable, around: Sequence[Point], pieces: Sequence[Piece], goals: Sequence[Target], margin: int = 1
) -> Drawing:
    """Return the part of the shift table round some places as a drawing of its own, and so many shifts round that.

    The shifts stand along two edges, in full: `W3` over a column, `N2` beside a row.
    """
    xs, ys = zip(*around, strict=True)
    left, top = max(0, floor(min(xs)) - margin), max(0, floor(min(ys)) - margin)
    right, bottom = min(2 * table.x + 1, ceil(max(xs)) + margin), min(2 * table.y + 1, ceil(max(ys)) + margin)
    rows = bottom - top
    size = max(0.53 if margin else 0.46, _RULERS * (rows + _HEAD))

    def move(at: Point) -> Point:
        return at[0] - left + _HEAD, at[1] - top + _HEAD

    def is_shown(at: Point) -> bool:
        return bool(left < at[0] < right and top < at[1] < bottom)

    labels = [
        *(
            Label(format_shift((column - table.x, 0)), move((column + 0.5, top - 0.55)), size)
            for column in range(left, right)
        ),
        *(Label(format_shift((0, table.y - row)), move((left - 0.6, row + 0.5)), size) for row in range(top, bottom)),
    ]
    cells = tuple(
        (row - top + _HEAD, column - left + _HEAD)
        for row in range(top, bottom)
        for column in range(left, right)
        if table.holds(column - table.x, table.y - row)
    )
    return Drawing(
        right - left + _HEAD,
        rows + _HEAD,
        (Area("plain", cells),),
        labels=tuple(labels),
        pieces=tuple(one._replace(at=move(one.at)) for one in pieces if is_shown(one.at)),
        targets=tuple(goal._replace(at=move(goal.at)) for goal in goals),
        has_rulers=False,
        unit=30,
    )


def _queue(position: Position, next_car: str) -> Queue | None:
    """Return the order of this round with each car's shift and turbo chips, that of the round after, and the pool.

    None before the start, and when the race is over: nobody acts then.
    """
    if not position.row or position.over:
        return None
    goes = []
    for mark in position.row:
        car = position.car(mark)
        chips = tuple(format_chips(car.chips))
        is_done = mark not in position.left
        goes.append(
            Go(car_piece(position, car, next_car), format_shift(car.shift), chips, is_done, str(car.under or ""))
        )
    later = position.rows[0] if position.rows else ()
    return Queue(
        _("round {turn}", turn=position.turn),
        tuple(goes),
        _("round {turn}", turn=position.turn + 1) if later else "",
        tuple(car_piece(position, position.car(mark)) for mark in later),
        _("pool: {chips}", chips=count_chips(position.pool)),
    )
