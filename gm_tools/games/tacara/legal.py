"""The list of legal orders of a car, in canonical form (C66).

A crash is legal (C31), so where an order leads matters for fuel alone; everything else is a choice of gear, axis, turbo
chips and draft step, each in its turn.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.check import slot_of, steps_allowed, takeable
from gm_tools.games.tacara.drive import is_at_pump, legs, standing
from gm_tools.games.tacara.orders import HOLD, PASS, Order
from gm_tools.games.tacara.position import VALUES, Chips, with_chip
from gm_tools.games.tacara.shift import DIRECTIONS, reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.games.tacara.position import Car, Position


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every legal order of a seat in canonical form, lazily: those without chips first.

    Fuel is listed with its values from low to high (R123 stands for R321, which is legal too).
    """
    if position.over:
        return
    car = position.car(seat)
    if car.flipped:
        yield PASS
        return
    if slot_of(position) != seat:
        return
    is_offer = bool(position.offers)
    most = sum(car.hand)
    for chips in range(most + 1):
        yield from _drives(position, car, chips, follows=is_offer)
        if not chips:
            yield from (HOLD,) if is_offer else (Order("take", value=value) for value in takeable(position, car))


class _Run(NamedTuple):
    """A sequence of turbo chips and draft steps: its tokens, the chips left, where it ends (-1: crashed)."""

    tokens: tuple[str, ...]
    hand: Chips
    end: int


class _Ways:
    """Where straight lines end on the position as it is, each worked out once (the other cars do not move)."""

    def __init__(self, position: Position, car: Car) -> None:
        self.mask = position.board.mask(position.starters)
        self.step = position.board.step
        self.others = standing(position, car.mark)
        self.known: dict[tuple[int, str, int], int] = {}

    def end(self, start: int, direction: str, count: int) -> int:
        """Return the space that a straight line ends on, -1 for a crash (also for one that starts after a crash)."""
        if start < 0:
            return -1
        key = (start, direction, count)
        if key not in self.known:
            here, step = start, self.step[direction]
            for _ in range(count):
                here += step
                if not self.mask[here] or here in self.others:
                    here = -1
                    break
            self.known[key] = here
        return self.known[key]


def _runs(ways: _Ways, run: _Run, chips: int, drafts: int) -> Iterator[_Run]:
    """Yield the ways to go on by playing exactly so many chips, and at most so many draft steps among them."""
    if not chips:
        yield run
    for value in VALUES if chips else ():
        if run.hand[value - 1]:
            hand = with_chip(run.hand, value, -1)
            for direction in DIRECTIONS:
                further = _Run((*run.tokens, f"+{value}{direction}"), hand, ways.end(run.end, direction, value))
                yield from _runs(ways, further, chips - 1, drafts)
    if drafts:
        for direction in DIRECTIONS:
            further = _Run((*run.tokens, f"D{direction}"), run.hand, ways.end(run.end, direction, 1))
            yield from _runs(ways, further, chips, 0)


def _gears(position: Position, car: Car) -> list[tuple[str, str, tuple[tuple[str, int], ...]]]:
    """Return the ways to shift and drive: steps, axis ("" if it does not count) and legs, fewest steps first."""
    return [
        (steps, axis, legs(shift, axis))
        for shift, steps in reach(position.settings.shift_table, car.shift, steps_allowed(position, car)).items()
        for axis in ("HV" if all(shift) else ("",))
    ]


def _drives(position: Position, car: Car, chips: int, *, follows: bool) -> Iterator[Order]:
    ways = _Ways(position, car)
    gears = _gears(position, car)
    may_refuel = not car.refuelled and position.board.has_pumps
    for early in range(chips + 1):
        for first in _runs(ways, _Run((), car.hand, car.at), early, 0):
            for steps, axis, way in gears:
                end = first.end
                for direction, count in way:
                    end = ways.end(end, direction, count)
                drafts = int(position.has_bonus(car) and len(steps) < 3)
                for then in _runs(ways, _Run((), first.hand, end), chips - early, drafts):
                    yield Order("drive", "", follows, first.tokens, steps, axis, then.tokens)
                    if may_refuel and then.end >= 0 and is_at_pump(position.board, then.end):
                        for fuel in fuels(position.pool, car.hand, then.hand):
                            yield Order("drive", "", follows, first.tokens, steps, axis, then.tokens, fuel)


def fuels(pool: Chips, hand: Chips, kept: Chips) -> Iterable[str]:
    """Return what can be asked for as fuel when the chips between `hand` and `kept` were played to the pool (C47)."""
    there = tuple(pool[at] + hand[at] - kept[at] for at in range(3))
    number = min(3, sum(there))
    if not number:
        return ()
    return tuple(
        "".join(values)
        for values in combinations_with_replacement("123", number)
        if all(values.count(str(value)) <= there[value - 1] for value in VALUES)
    )
