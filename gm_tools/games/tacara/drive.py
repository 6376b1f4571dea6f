"""Driving: one car's drive carried out on a copy, step by step (rules C14–C37, C44–C48, C55–C58).

The order of a drive (C15): the chip under the car joins its others (C40), turbo chips before, shift, normal move,
turbo chips and draft step after, refuelling. It ends at once at a crash (C26). Nothing is checked here but the way: an
order that is not legal has to be refused before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from gm_tools.core.events import Event
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import PUMP, Board, Line, measure_forward
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import VALUES, Car, Chips, Position, with_chip
from gm_tools.games.tacara.shift import (
    DIRECTIONS,
    NEUTRAL,
    Shift,
    ShiftTable,
    follow,
    format_shift,
    lost_slots,
    parse_shift,
    parts,
    steps_to,
)

WAYS = ("moved", "turbo_played", "bonus_used")  # events that tell the way of a car


class Drive(NamedTuple):
    """What comes of a drive: the car and the pool after it, the spaces entered, the space crashed into (-1: none)."""

    car: Car
    pool: Chips
    path: tuple[int, ...]
    crash: int
    events: tuple[Event, ...]


def gear_steps(table: ShiftTable, shift: Shift, gear: str) -> str:
    """Return the steps of an order's gear: those named, or the fewest to the shift named (`=E4N2`)."""
    if not gear.startswith("="):
        return gear
    return steps_to(table, shift, parse_shift(gear[1:]) or NEUTRAL)


def shift_by(shift: Shift, steps: str) -> Shift:
    """Return the shift after some steps (C17)."""
    for after in follow(shift, steps):
        shift = after
    return shift


def legs(shift: Shift, axis: str) -> tuple[tuple[str, int], ...]:
    """Return the legs (direction, spaces) of the normal move, the one along `axis` first (C19, C20)."""
    return parts(shift)[::-1] if axis == "V" else parts(shift)


def cars_by_place(position: Position, besides: str) -> dict[int, str]:
    """Return which car stands where, one of them left out; cars that left stand nowhere."""
    return {car.at: car.mark for car in position.cars if not car.gone and car.mark != besides}


def carry_out(position: Position, mark: str, order: Order) -> Drive:
    """Carry out a car's drive on the position as it is; the others do not move."""
    return _Driving(position, position.car(mark)).run(order)


def lines_over(lines: Sequence[Line], crossed: int, at: int, step: int) -> int:
    """Return how many lines a car is over after a step (C48).

    The next line crossed forwards counts; the last one crossed backwards is lost.
    """
    if crossed < len(lines) and step == lines[crossed].step and at in lines[crossed].before:
        return crossed + 1
    if crossed and step == -lines[crossed - 1].step and at + step in lines[crossed - 1].before:
        return crossed - 1
    return crossed


def allowed_steps(position: Position, car: Car) -> int:
    """Return how many steps a car may shift in its next slot: two, three with the draft bonus (C17, C55)."""
    return 3 if position.has_bonus(car) else 2


class _Driving:
    """A drive under way."""

    def __init__(self, position: Position, car: Car) -> None:
        self.board: Board = position.board
        self.table = position.settings.shift_table
        self.mask = self.board.mask(position.starters)
        self.others = cars_by_place(position, car.mark)
        self.lines = position.lines
        self.car = car
        self.at, self.shift, self.chips = car.at, car.shift, car.chips
        self.crossed, self.pool = car.crossed, position.pool
        self.path: list[int] = []
        self.crash = -1
        self.events: list[Event] = []

    def run(self, order: Order) -> Drive:
        car = self.car
        if car.under:
            self.tell("chip_gained", value=car.under)
            self.chips = with_chip(self.chips, car.under)
        is_whole = (
            all(map(self.extra, order.before))
            and self.change_gear(order.gear)
            and self.move(order.axis)
            and all(map(self.extra, order.after))
        )
        if not is_whole:
            self.tell_crash()
        refuelled = car.refuelled or self.refuel(order.fuel if is_whole else "")
        after = car._replace(
            at=self.at,
            shift=self.shift,
            chips=self.chips,
            under=0,
            flipped=not is_whole,
            refuelled=refuelled,
            bonus=False,
            crossed=self.crossed,
        )
        return Drive(after, self.pool, tuple(self.path), self.crash, tuple(self.events))

    def tell(self, kind: str, **data: Any) -> None:
        self.events.append(Event(kind, (self.car.mark,), data))

    def walk(self, direction: str, count: int) -> bool:
        """Take some steps in a direction; tell whether none of them was a crash (C25)."""
        step = self.board.step[direction]
        for _ in range(count):
            there = self.at + step
            if not self.mask[there] or there in self.others:
                self.crash = there
                return False
            self.cross(step)
            self.at = there
            self.path.append(there)
        return True

    def cross(self, step: int) -> None:
        """Count a line that this step leads over, and say so."""
        before, self.crossed = self.crossed, lines_over(self.lines, self.crossed, self.at, step)
        if self.crossed != before:
            line = self.lines[min(before, self.crossed)]
            back = {"back": True} if self.crossed < before else {}
            self.tell("line_crossed", line=line.name, lines=self.crossed, of=len(self.lines), **back)

    def spaces(self, start: int) -> list[list[int]]:
        return [list(self.board.place(index)) for index in self.path[start:]]

    def extra(self, token: str) -> bool:
        """Play a turbo chip (`+3E`) or take the draft step (`DE`); tell whether it was no crash (C33, C55)."""
        start, told = len(self.path), len(self.events)
        direction = token[-1]
        if token[0] == "D":
            is_clear = self.walk(direction, 1)
            event = Event("bonus_used", (self.car.mark,), {"direction": direction, "path": self.spaces(start)})
        else:
            value = int(token[1])
            self.chips = with_chip(self.chips, value, -1)
            self.pool = with_chip(self.pool, value)
            is_clear = self.walk(direction, value)
            data = {"value": value, "direction": direction, "path": self.spaces(start)}
            event = Event("turbo_played", (self.car.mark,), data)
        self.events.insert(told, event)
        return is_clear

    def change_gear(self, gear: str) -> bool:
        """Shift; a third step uses the draft bonus (C17, C55)."""
        steps = gear_steps(self.table, self.shift, gear)
        if steps:
            before, self.shift = self.shift, shift_by(self.shift, steps)
            self.tell("shifted", steps=steps, before=format_shift(before), after=format_shift(self.shift))
        if len(steps) > 2:
            self.tell("bonus_used", steps=steps)
        return True

    def move(self, axis: str) -> bool:
        """Drive the whole shift, one leg after the other (C19–C21); tell whether it was no crash."""
        start, told = len(self.path), len(self.events)
        is_clear = all(self.walk(direction, count) for direction, count in legs(self.shift, axis))
        if len(self.path) > start:
            self.events.insert(told, Event("moved", (self.car.mark,), {"path": self.spaces(start)}))
        return is_clear

    def tell_crash(self) -> None:
        data: dict[str, Any] = {"at": list(self.board.place(self.at)), "into": list(self.board.place(self.crash))}
        if self.crash in self.others:
            data["car"] = self.others[self.crash]
        self.tell("crashed", **data, shift=format_shift(self.shift), slots=lost_slots(self.shift))

    def refuel(self, values: str) -> bool:
        """Take fuel, which puts the chip on neutral (C45); tell whether there was any."""
        if not values:
            return False
        for digit in values:
            self.chips = with_chip(self.chips, int(digit))
            self.pool = with_chip(self.pool, int(digit), -1)
        self.tell("refuelled", values=values, before=format_shift(self.shift))
        self.shift = NEUTRAL
        return True


def is_at_pump(board: Board, index: int) -> bool:
    """Tell whether a space is one with T (C43)."""
    return board.tiles[index] == PUMP


FUEL = 3  # chips of a refuelling, unless the pool holds fewer (C47)


def fuels(pool: Chips) -> tuple[str, ...]:
    """Return what can be asked for as fuel out of a pool, values from low to high (C47)."""
    return tuple(
        "".join(map(str, values))
        for values in combinations_with_replacement(VALUES, min(FUEL, sum(pool)))
        if values and all(values.count(value) <= pool[value - 1] for value in VALUES)
    )


# Drafting


def fronts(shift: Shift) -> str:
    """Return the directions that count as in front (C56).

    They are of the longer part of the shift, both if equal, none if neutral.
    """
    longest = max(map(abs, shift))
    return "".join(direction for direction, count in parts(shift) if count == longest)


def is_in_front(board: Board, car: Car, index: int) -> bool:
    """Tell whether a space is directly in front of a car (C56)."""
    return any(car.at + board.step[direction] == index for direction in fronts(car.shift))


def passes(board: Board, mask: bytes, direction: str, way: Sequence[int], passed: int) -> bool:
    """Tell whether a car passes the space `passed` on its `way` (start first), seen along a direction (C57).

    It starts level or behind, ends ahead, and is at some moment level with nothing but usable spaces between.
    """
    there = measure_forward(direction, *board.place(passed))

    def ahead(index: int) -> int:
        return measure_forward(direction, *board.place(index)) - there

    if ahead(way[0]) > 0 or ahead(way[-1]) <= 0:
        return False
    across = board.stride if direction in "EW" else 1
    return any(
        all(mask[between] for between in range(min(index, passed) + across, max(index, passed), across))
        for index in way
        if ahead(index) == 0
    )


# The deadline


def safe_drive(position: Position, mark: str) -> Order:
    """Return what a car drives whose player missed the deadline (C58).

    The fewest shift steps for which some drive does not crash; among those the horizontal leg first, then the steps in
    the order E N S W. If every drive crashes: no shift, the horizontal leg first.
    """
    car = position.car(mark)
    for order in _safe_candidates(position.settings.shift_table, car.shift):
        if carry_out(position, mark, order).crash < 0:
            return order
    return Order("drive", axis="H" if all(car.shift) else "")


def _safe_candidates(table: ShiftTable, shift: Shift) -> Iterable[Order]:
    for count in range(3):
        runs = ["".join(steps) for steps in product(DIRECTIONS, repeat=count)]
        on_table = [steps for steps in runs if all(table.holds(*here) for here in follow(shift, steps))]
        for axis in "HV":
            for steps in on_table:
                if all(shift_by(shift, steps)):
                    yield Order("drive", gear=steps, axis=axis)
                elif axis == "H":
                    yield Order("drive", gear=steps)
