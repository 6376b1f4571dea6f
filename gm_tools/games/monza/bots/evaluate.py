"""How likely a car is to win from a position.

This is an estimate in which all cars drive alone from here on, by their quickest ways. When a car arrives, and with how
many dice, is exact for one that nobody puts back; that cars put each other back and give each other extra steps later
on is left out, and so are the turns added by `last_round = "one_more"`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import mul

from gm_tools.core.draws import Scripted
from gm_tools.core.game import Resolution
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import START
from gm_tools.games.monza.bots.square_worths import RANKS, Worths, worths
from gm_tools.games.monza.check import decisions, move_of
from gm_tools.games.monza.longest import endings
from gm_tools.games.monza.orders import Order, format_order
from gm_tools.games.monza.position import Car, Position
from gm_tools.games.monza.rules import resolve


class Prospect(NamedTuple):
    """An order and what comes of it, with nothing of it left to chance, for the dice have been rolled.

    `left` are the dice not used (packed), `chance` is how likely the car is to win then, `turns` how many more it is
    expected to need to a target.
    """

    order: Order
    left: int
    done: Resolution[Position]
    chance: float
    turns: float


def prospects(
    position: Position, seat: str, progress: Callable[[int, int], None] = lambda _done, _count: None
) -> list[Prospect]:
    """Return the legal orders of an awaited seat that differ in effect.

    The likeliest to win come first, then the quickest, then the shortest. Of orders that come to the same position with
    the same dice left it is the first in the ASCII order of their texts.
    """
    car = position.car(seat)
    board, obligation = position.board, position.settings.obligation
    orders: list[tuple[Order, int]]
    if position.extra:
        orders = [(order, 0) for order in decisions(position, car)]
    else:
        orders = [(move_of(ways), left) for ways, left in endings(board, car.at, position.roll, obligation)]
    count = len(board.squares) + len(orders)
    table = worths(board, obligation, lambda done, _count: progress(done, count))
    found: dict[tuple[Position, int], Prospect] = {}
    for number, (order, left) in enumerate(orders, 1):
        done = resolve(position, {seat: order}, Scripted({}))
        if (done.position, left) not in found:
            turns = table.squares[done.position.car(seat).at].turns
            likely = round(chance(done.position, seat), 9)  # what is equal shall not differ by the way it was added up
            found[done.position, left] = Prospect(order, left, done, likely, turns)
        progress(len(board.squares) + number, count)
    return sorted(found.values(), key=lambda one: (-one.chance, one.turns, len(format_order(one.order))))


def chance(position: Position, seat: str) -> float:
    """Return how likely a seat is to win, from 0 to 1; together with another counts half.

    Where an extra step is due, its owner decides as it is best for itself.
    """
    if position.winners:
        return (seat in position.winners) / len(position.winners)
    if position.extra:
        owner = position.extra
        orders = decisions(position, position.car(owner))
        after = [resolve(position, {owner: order}, Scripted({})).position for order in orders]
        return chance(max(after, key=lambda one: chance(one, owner)), seat)
    table = worths(position.board, position.settings.obligation)
    ahead = [1.0] * len(table.later[START])  # by rank of the own arrival: how likely it is that all others come later
    for car in position.cars:
        if car.seat != seat:
            ahead = list(map(mul, ahead, _later_chances(position, car, table)))
    return _own_chance(position, seat, table, ahead)


def _turns_off(position: Position, car: Car) -> int | None:
    """Return how many rounds from now a car drives next: 0 or 1; None if it has no turn any more."""
    if position.last_turns is not None:
        return 0 if car.seat in (position.turn_of, *position.last_turns) else None
    seats = position.seats
    return int(seats.index(car.seat) < seats.index(position.turn_of))


def _later_chances(position: Position, car: Car, table: Worths) -> Sequence[float]:
    """Return for every rank how likely it is that this car arrives later; at the same time counts half."""
    ranks = len(table.later[START])
    if car.at in position.board.targets:
        return [1.0] * car.used + [0.5] + [0.0] * (ranks - car.used - 1)
    match _turns_off(position, car):
        case None:
            return [1.0] * ranks
        case 0:
            return table.later[car.at]
    return [1.0] * RANKS + list(table.later[car.at][:-RANKS])


def _own_chance(position: Position, seat: str, table: Worths, ahead: Sequence[float]) -> float:
    """Return how likely a car is to arrive before the others, given for every rank how likely they are to be later."""
    car = position.car(seat)
    if car.at in position.board.targets:
        return ahead[car.used]
    turns_off = _turns_off(position, car)
    if turns_off is None:
        return 0.0
    arrivals = table.arrivals[car.at]
    if position.last_turns is not None:
        arrivals = arrivals[:RANKS]
    return math.fsum(map(mul, arrivals, ahead[RANKS * turns_off :]))
