"""A driver for tests: heads for the next line, brakes in time, now and then does something else that is legal."""

from __future__ import annotations

from itertools import islice
from random import Random

from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.check import canonical
from gm_tools.games.tacara.drive import carry_out, cars_by_place, is_at_pump, legs
from gm_tools.games.tacara.orders import HOLD, Order
from gm_tools.games.tacara.position import Car, Position
from gm_tools.games.tacara.rules import steps_to_go
from gm_tools.games.tacara.shift import reach


def drive_home(position: Position, seat: str) -> Order:
    """Return the drive that gets furthest along the course and can be braked after; an offer is followed if that is safe."""
    order = _best(position, seat)
    if not position.offers:
        return order
    return order._replace(follows=True) if carry_out(position, seat, order).crash < 0 else HOLD


def _best(position: Position, seat: str) -> Order:
    car = position.car(seat)
    ways = reach(position.settings.shift_table, car.shift, 2)
    tried = []
    for shift, steps in ways.items():
        for axis in "HV" if all(shift) else ("",):
            order = Order("drive", gear=steps, axis=axis)
            drive = carry_out(position, seat, order)
            if drive.crash < 0:
                to_go = steps_to_go(position, drive.car) or 0
                tried.append(((-drive.car.crossed, to_go, sum(map(abs, shift))), drive.car, order))
    tried.sort(key=lambda option: option[0])
    for _, after, order in tried:
        if _can_drive_on(position, after):
            if not car.refuelled and is_at_pump(position.board, after.at) and sum(position.pool) > 2:
                return order._replace(fuel=_highest(position))
            return order
    return tried[0][2] if tried else canonical(position, seat, Order("drive", axis="H"))


def _highest(position: Position) -> str:
    digits = "".join(str(value) * position.pool[value - 1] for value in (3, 2, 1))
    return digits[:3]


def _can_drive_on(position: Position, car: Car) -> bool:
    """Tell whether some drive of the next slot does not crash, the others staying where they are."""
    mask, others = position.board.mask(position.starters), cars_by_place(position, car.mark)
    for shift in reach(position.settings.shift_table, car.shift, 2):
        for axis in "HV":
            here, is_clear = car.at, True
            for direction, count in legs(shift, axis):
                for _ in range(count):
                    here += position.board.step[direction]
                    is_clear = is_clear and bool(mask[here]) and here not in others
            if is_clear:
                return True
    return False


def anything(position: Position, seat: str, random: Random) -> Order:
    """Return a legal order chosen at random among the first hundreds."""
    return random.choice(list(islice(GAME.legal_orders(position, seat), random.choice((5, 40, 400)))))
