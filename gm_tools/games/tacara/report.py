"""What people read of a race: the events in words, the post about a slot, a dry run. All rules are elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.games.tacara.board import CLASS_NAMES, class_of, distance_past
from gm_tools.games.tacara.check import canonical, check_ahead, slot_of, steps_allowed
from gm_tools.games.tacara.drawing import (
    car_marks,
    car_marks_beside_numbers,
    chips_on_table,
    crop_round,
    draw_board,
    shift_reach,
)
from gm_tools.games.tacara.drive import carry_out
from gm_tools.games.tacara.orders import Order, format_order
from gm_tools.games.tacara.position import VALUES, format_chips
from gm_tools.games.tacara.rules import points_of, ranking, resolve, running_order, steps_to_go
from gm_tools.games.tacara.shift import format_shift, reach, slots_lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.core.draws import Branch, Draws
    from gm_tools.core.events import Event
    from gm_tools.games.tacara.board import Board
    from gm_tools.games.tacara.position import Car, Position

RULES_SHEET = """\
An order is turbo chips, the gear, the axis, turbo chips, fuel: +1N GEN H +2E R123   (only the gear is a must)

  GE GEN GWW  shift by these steps, two at the most, then drive the whole shift     G0  drive on without a shift
  G=E4N2      shift to this shift; not the same as GEN: that shifts one east and one north
  H V         drive the horizontal or the vertical leg first: needed if the shift has both
  +3E         play a turbo chip before or after the drive: all its dots, in one of the directions N E S W
  R123        refuel: the drive ends on T; three chips of your choice, shift to neutral, once in a race
  T2          instead of driving take a chip from the pool, once on each space; it can be played from the next slot on
  PASS        for a flipped car, which recovers by itself

With drafting
  F GEE       follow now the car that has just driven off in front of you       HOLD  keep your own slot
  GEEE        a third step with the draft bonus            GE DN  or an extra step after the drive

Several cars: red: GEE. Orders may be posted ahead, one answer to offers (F … or HOLD) and one other. Small letters,
missing blanks and commas do not matter.

Spaces  . grey   b blue pits   t refuelling   g y from 5 cars on   r from 7 cars on   # blank wall   > < ^ v lines
Crash   into a wall, a closed space or a car, flipped ones too: the car is flipped where it is, and gives up slots until
        its chip is back on neutral, two steps a slot. The rest of its order is not carried out.
Finish  the turn is played to its end; furthest over the line wins, then nearest to the inside
"""


# Words


def _at(place: Sequence[int]) -> str:
    return f"[{place[0]},{place[1]}]"


def _ordinal(place: int) -> str:
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _way(path: Sequence[Sequence[int]]) -> str:
    return f"{_many(len(path), 'space')} to {_at(path[-1])}" if path else "does not leave its space"


def _crashed(data: Mapping[str, Any]) -> str:
    what = f"car {data['car']}" if "car" in data else "a wall or closed space"
    return (
        f"crashes into {what} at {_at(data['into'])} and lies on {_at(data['at'])}, shift {data['shift']}: "
        f"out for {_many(data['slots'], 'slot')} [C26, C28]"
    )


_TOLD: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "shifted": lambda data: f"shifts {data['before']} -> {data['after']} [C17]",
    "moved": lambda data: f"drives {_way(data['path'])} [C19]",
    "turbo_played": lambda data: f"plays +{data['value']}{data['direction']}: {_way(data['path'])} [C33]",
    "line_crossed": lambda data: (
        f"goes back over line {data['line']}: {data['lines']} of {data['of']} [C48]"
        if data.get("back")
        else f"crosses line {data['line']}: {data['lines']} of {data['of']} [C48]"
    ),
    "crashed": _crashed,
    "chip_back": lambda data: f"flipped, its chip goes {data['before']} -> {data['after']} [C27]",
    "righted": lambda _: "is back on its wheels [C28]",
    "chip_taken": lambda data: f"takes a {data['value']} on {_at(data['at'])} [C38]",
    "chip_gained": lambda data: f"has the {data['value']} that lay under it [C40]",
    "refuelled": lambda data: f"refuels {' '.join(data['values'])}, shift {data['before']} -> 0 [C45]",
    "follow_offered": lambda data: f"may follow {data['leader']} [C54]",
    "followed": lambda data: f"follows {data['leader']} [C54]",
    "held": lambda data: f"does not follow {data['leader']} [C54]",
    "bonus_gained": lambda data: f"gains the draft bonus: {data['by']} has passed {data['passed']} [C55]",
    "bonus_used": lambda data: (
        f"uses the draft bonus: one {data['direction']}, {_way(data['path'])} [C55]"
        if "direction" in data
        else "uses the draft bonus for a third step [C55]"
    ),
    "finished": lambda data: (
        f"is over the finish {data['line']}, {_many(data['distance'], 'space')} past it [C48, C50]"
    ),
    "left": lambda data: (
        f"leaves the board, placed {_ordinal(data['place'])} [C60]" if data["place"] else "leaves the race"
    ),
    "order_missed": lambda _: "no order: the deadline rule drives [C58]",
}


def describe(event: Event) -> str:
    """Return an event as a sentence: `A: crosses line east: 1 of 5 [C48]`."""
    match event.kind:
        case "grid_drawn":
            return f"Start positions: {' '.join(event.seats)} [C6]"
        case "row_drawn":
            return f"Drawn for turn {event.data['turn']}: {' '.join(event.seats)} [C8]"
        case "race_over":
            return f"The race is over: {', '.join(f'{_ordinal(at)} {mark}' for at, mark in enumerate(event.seats, 1))} [C53]"
    tell = _TOLD.get(event.kind)
    return f"{event.seats[0]}: {tell(event.data)}" if tell else ""


def headline(position: Position) -> str:
    """Say how far the race is: `turn 6, A to act`."""
    if position.over:
        ranked = ranking(position)
        return f"turn {position.turn}, the race is over" + (f", {ranked[0]} has won" if ranked else "")
    if not position.turn:
        return "on the grid"
    mark = slot_of(position)
    if position.offers:
        return f"turn {position.turn}, {mark} may follow {position.last}"
    return f"turn {position.turn}, {mark} to act" if mark else f"turn {position.turn} is over"


# The board and the turn


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Draw an empty board with the start and the lines of its first course, and what there is to say of it."""
    course = next(iter(board.courses.values()), None)
    start = board.starts.get(course.start) if course else None
    marks = {
        board.index(*place): (str((number + 1) % 10), "car")
        for number, place in enumerate(start.grid if start else ())
        if board.has(*place)
    }
    facts = [f"{board.columns} columns, {board.rows} rows; shift table {_table(board.table)} [C16]"]
    facts += [f"{sum(mask)} spaces with {name} [C9]" for mask, name in zip(board.masks, CLASS_NAMES, strict=True)]
    for each in board.courses.values():
        facts.append(f"course {each.name}: {each.title}; start {each.start}, lines {', '.join(each.lines)} [C3]")
    lines = board.course_lines(course.name) if course else ()
    return draw_board(board, marks, board.name, lines), Lines("", tuple(facts))


def _table(table: Any) -> str:
    return f"{2 * table.x + 1} x {2 * table.y + 1}, {table.shape}"


def turn_blocks(before: Position | None, events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return the board, what happened, the standings, the rows of chips, the pool and the shift table."""
    del before
    title = f"Board, {headline(after)}"
    told = tuple(line for event in events if (line := describe(event)))
    return (
        draw_board(after.board, car_marks(after), title, after.lines, after.starters),
        *((Lines("What happened", told),) if told else ()),
        standings_grid(after),
        Lines("Turn order and pool", _rows(after)),
        chips_on_table(after, slot_of(after)),
    )


def _rows(position: Position) -> tuple[str, ...]:
    """Return the rows of chips, those whose slot is over in front of the bar, and the pool (C8, C61)."""
    acted = [mark for mark in position.row if mark not in position.left]
    lines = []
    if position.row:
        lines.append(f"Turn {position.turn}: {' '.join([*acted, '|', *position.left])}")
    if not position.over:
        lines += [f"Turn {position.turn + at}: {' '.join(row)}" for at, row in enumerate(position.rows, 1)]
    pool = ", ".join(f"{count} of {value}" for value, count in zip(VALUES, position.pool, strict=True))
    return (*lines, f"Pool: {pool}", f"Track: {CLASS_NAMES[class_of(position.starters)]} [C9]")


def standings_grid(position: Position) -> Grid:
    """Return the cars in the order of C53: lines, steps to go, shift, chips, and everything else that is public (C61)."""
    rows = []
    seats = []
    for car in running_order(position):
        steps = steps_to_go(position, car)
        row = (
            str(car.place or "-"),
            car.mark,
            f"{car.crossed}/{len(position.lines)}",
            "-" if steps is None or car.gone else str(steps),
            "-" if car.gone else _at(position.board.place(car.at)),
            "-" if car.gone else format_shift(car.shift),
            format_chips(car.chips) or "-",
        )
        points = (str(points_of(position, car) or "-"),) if position.settings.points else ()
        rows.append((*row, *points, ", ".join(_notes(position, car))))
        seats.append(car.mark)
    columns = (
        Column("#", right=True),
        Column("Car"),
        Column("Lines", right=True),
        Column("To go", right=True),
        Column("Space"),
        Column("Shift"),
        Column("Turbo"),
        *((Column("Points", right=True),) if position.settings.points else ()),
        Column("Notes"),
    )
    return Grid("Standings", columns, tuple(rows), tuple(seats))


def _notes(position: Position, car: Car) -> Iterable[str]:
    if car.names:
        yield car.names[0]
    if car.gone:
        yield "left the board"
    if position.has_finished(car):
        yield "finished"
    if car.flipped and not car.gone:
        yield f"flipped, out for {_many(slots_lost(car.shift), 'slot')}"
    if car.under:
        yield f"a {car.under} under it"
    if car.bonus:
        yield "draft bonus"
    if car.refuelled:
        yield "has refuelled"
    if car.taken:
        yield "took on " + " ".join(_at(position.board.place(at)) for at in car.taken)


# The dry run


class Trial(NamedTuple):
    """What an order carried out now brings: the position after it, and what happened."""

    after: Position
    events: tuple[Event, ...]


def trial(view: Position, seat: str, order: Order, draws: Draws) -> Trial:
    """Carry out one car's order on the board as it stands, as if its slot were now; the others do not move."""
    if order.verb in ("hold", "pass"):
        return Trial(view, ())
    now = view._replace(
        left=(seat,), offers=(), over=False, settings=view.settings._replace(drafting=False, points=False)
    )
    events, after = resolve(now, {seat: order._replace(follows=False)}, draws)
    return Trial(after, tuple(event for event in events if event.kind not in ("race_over", "left")))


def trial_blocks(view: Position, seat: str, order: Order, branches: Sequence[Branch], whole: bool) -> tuple[Block, ...]:
    """Return what `gm try` shows: the way numbered on the map, the outcome with its rules, where the chip may go.

    An order that only lacks its axis is shown both ways; of an order with other faults only the shift table is shown.
    """
    car = view.car(seat)
    rules = {problem.rule for problem in check_ahead(view, seat, order)}
    if rules == {"C65"}:
        blocks: list[Block] = []
        for axis in "HV":
            way = order._replace(axis=axis)
            blocks += _drive_blocks(view, car, way, whole)
        return (*blocks, shift_reach(view, car, None, "Shift table"))
    if rules or order.verb in ("hold", "pass"):
        said = () if rules else (Lines("Outcome", (_idle(view, seat, order),)),)
        return (*said, shift_reach(view, car, None, "Shift table")) if not car.flipped else said
    if order.verb == "take":
        told: Trial = branches[0].outcome
        lines = [describe(event) for event in told.events]
        lines.append(f"shift stays {format_shift(car.shift)}; {_pool_after(told.after)}")
        return (Lines("Outcome", tuple(lines)),)
    after = carry_out(view, seat, order).car
    return (*_drive_blocks(view, car, order, whole), shift_reach(view, car, after.shift, "Shift table"))


def _idle(view: Position, seat: str, order: Order) -> str:
    if order.verb == "hold":
        return f"{seat}: does not follow, and keeps its slot in the row [C54]"
    return f"{seat}: a flipped car recovers by itself, for {_many(slots_lost(view.car(seat).shift), 'slot')} more [C27]"


def _drive_blocks(view: Position, car: Car, order: Order, whole: bool) -> list[Block]:
    """Return the map with the way numbered, and the outcome, of a drive as the board stands."""
    order = canonical(view, car.mark, order)
    drive = carry_out(view, car.mark, order)
    board = view.board
    seen = [car.at, *drive.path]
    if drive.crash >= 0 and board.has(*board.place(drive.crash)):
        seen.append(drive.crash)
    crop = None if whole else crop_round(board, seen)
    marks, cars = car_marks_beside_numbers(view, car.mark, crop)
    marks |= {at: (str(number % 10), "path") for number, at in enumerate(drive.path, 1)}
    if drive.crash >= 0:
        marks[drive.crash] = ("*", "crash")
    title = f"{car.mark}: {format_order(order)} from {_at(board.place(car.at))}, shift {format_shift(car.shift)}"
    picture = draw_board(board, marks, title, view.lines, view.starters, crop)
    legend = (("1234567890", "the way, step by step"), *((("*", "the crash"),) if drive.crash >= 0 else ()), *cars)
    lines = [describe(event) for event in drive.events]
    if not drive.path and drive.crash < 0:
        lines.append(f"{car.mark}: stays where it is [C23]")
    lines.append(
        f"shift now {format_shift(drive.car.shift)}, on {_at(board.place(drive.car.at))}, "
        f"turbo chips {format_chips(drive.car.chips) or 'none'}; {_pool_after(view._replace(pool=drive.pool))}"
    )
    lines += _ahead(view.with_car(drive.car), drive.car, order, view)
    return [picture._replace(legend=(*legend, *picture.legend)), Lines("Outcome", tuple(lines))]


def _pool_after(position: Position) -> str:
    counts = ", ".join(f"{count} of {value}" for value, count in zip(VALUES, position.pool, strict=True))
    return f"pool {counts}"


def _ahead(after: Position, car: Car, order: Order, view: Position) -> Iterable[str]:
    """Yield what a driver should know before posting: steps to go, a safer axis, whether the next drive can be survived."""
    steps = steps_to_go(after, car)
    if after.has_finished(car):
        past = distance_past(after.board, after.lines[-1], car.at)
        yield f"over the finish, {_many(past, 'space')} past it [C50]"
    elif steps is not None:
        yield f"{_many(steps, 'step')} over line {after.lines[car.crossed].name} [C53]"
    if car.flipped:
        other = order._replace(axis="V" if order.axis == "H" else "H")
        if order.axis and carry_out(view, car.mark, other).crash < 0:
            yield f"warning: {format_order(other)} would not crash [C31]"
    elif not after.has_finished(car):
        ways = reach(after.settings.shift_table, car.shift, steps_allowed(car))
        safe = [
            shift
            for shift, gear in ways.items()
            if any(carry_out(after, car.mark, Order("drive", gear=gear, axis=axis)).crash < 0 for axis in "HV")
        ]
        if safe:
            yield f"next slot, as the board stands: {len(safe)} of {len(ways)} shifts drive without a crash"
        else:
            yield "warning: next slot, as the board stands, every drive without turbo chips crashes"
