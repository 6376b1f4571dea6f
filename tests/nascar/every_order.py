"""All legal orders of a car, carried out by the rulebook one by one: what its targets have to be, found the slow way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

from gm_tools.core.drawing import Point, Target, middle
from gm_tools.core.draws import fork
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import degrees
from gm_tools.games.nascar.check import change_cost, legal_orders, mark_order, most_alike, steer_cost, steerings
from gm_tools.games.nascar.driving_rules import end_standing
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position

Place = tuple[Point, float | None, int | None]  # where a car ends, its heading and its speed


class Told(NamedTuple):
    """What is told of a place, and of the order to it how plain it is."""

    role: int
    cost: float
    risk: float
    loss: tuple[int, ...]  # what else the car is worth less; nothing of it is told of a target
    plain: tuple[int, int, int]  # steers, letters, signs
    order: str


ROLES = ("sure", "occupied", "chance", "off")


def tell_plainness(order: Order) -> tuple[int, int, int]:
    return sum(letter in "LR" for letter in order.letters), len(order.letters), len(GAME.format_order(order))


def carry_out(position: Position, seat: str, order: Order) -> Iterator[tuple[Place, Told]]:
    """Yield all places where an order may bring a car, each with what is to be told of it."""
    car = position.car(seat)
    assert car is not None
    ends: dict[Any, Any] = {}
    leaves = finishes = True
    for branch in fork(lambda draws: GAME.trial(position, seat, order, draws)):
        kinds = {event.kind for event in branch.outcome.events if event.seats == (seat,)}
        end = end_standing(branch.outcome.after)
        ends[end] = ends.get(end, 0) + branch.probability
        leaves, finishes = leaves and "off_track" in kinds, finishes and "finished" in kinds
    others = {other.at for other in position.cars if other.seat != seat and other.runs}
    for at in {end.at for end in ends}:
        there = {end: chance for end, chance in ends.items() if end.at == at}
        chance = float(sum(there.values()))
        likeliest = min(there, key=lambda end: (-there[end], repr(end)))
        spent = max(0, car.wild_cards - likeliest.wild_cards)
        role = "chance" if chance < 1 else "off" if leaves else "occupied" if at in others and not finishes else "sure"
        cost = max(spent, len(order.marks)) if role == "off" else spent
        loss = -likeliest.max_speed, -likeliest.laps, spent
        place = middle(position.board.place(at)), degrees(likeliest.heading), likeliest.speed
        plain = tell_plainness(order)
        yield place, Told(ROLES.index(role), cost, round(1 - chance, 9), loss, plain, GAME.format_order(order))


def best_orders(position: Position, seat: str, orders: Iterable[Order] | None = None) -> dict[Place, Told]:
    """Return all places with the best of some orders there, by default of all that are legal."""
    found: dict[Place, Told] = {}
    for order in legal_orders(position, seat) if orders is None else orders:
        for place, told in carry_out(position, seat, order):
            if place not in found or told < found[place]:
                found[place] = told
    return found


def tell_target(target: Target) -> tuple[Any, ...]:
    order = GAME.parse_order(target.order)
    assert isinstance(order, Order)
    return ROLES.index(target.role), target.cost, round(1 - target.chance, 9), tell_plainness(order), target.order


def tell_targets(targets: Iterable[Target]) -> dict[Place, tuple[Any, ...]]:
    """Return the same of targets, what is not told of them left out."""
    return {(target.at, target.heading, target.speed): tell_target(target) for target in targets}


def leave_out_loss(found: dict[Place, Told]) -> dict[Place, tuple[Any, ...]]:
    return {place: (*told[:3], *told[4:]) for place, told in found.items()}


def written_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield all legal orders with up to two changes on each side, in whatever way these and the marks are written."""
    car = position.car(seat)
    assert car is not None
    ends = ["".join(some) for count in range(3) for some in product("AB", repeat=count)]
    slips = [one[:place] + "S" + one[place:] for one in ends for place in range(len(one) + 1)]
    for begin, end in product([*ends, *slips], ends):
        speed = car.speed + begin.count("A") + begin.count("S") - begin.count("B")
        for moves in product("MLR", repeat=max(0, speed)):
            letters = begin + "".join(moves) + end
            counts = [letters.count(letter) for letter in "ABLR"]
            if max(counts) > 2:  # of the editions that limit them
                continue
            asked = change_cost(car, *counts[:2]), steer_cost(car, *counts[2:])
            for marks in product(
                *(
                    combinations([place for place, letter in enumerate(letters) if letter in kind], count)
                    for kind, count in zip(("AB", "LR"), asked, strict=True)
                )
            ):
                order = Order(letters, tuple(sorted(sum(marks, ()))))
                if not GAME.check(position, seat, order):
                    yield order


def orders_begun(position: Position, seat: str, letters: str) -> Iterator[Order]:
    """Yield all legal orders whose letters begin with some; of changes to come only what they come to is told apart."""
    car = position.car(seat)
    assert car is not None
    most = most_alike(car, is_limited=position.settings.wild_card_limit)
    changes = ["", *(letter * count for letter in "AB" for count in range(1, most + 1))]
    is_driven = bool(set(letters) & set("MLR"))
    begins = [letters] if is_driven else [letters + slip + more for slip in ("", "S") for more in changes]
    for begin in begins:
        speed = car.speed + sum({"A": 1, "S": 1, "B": -1}.get(letter, 0) for letter in begin.rstrip("AB" * is_driven))
        left = speed - sum(map(letters.count, "MLR"))
        rests = {"", *(steerings(left, most) if left > 0 else ())}
        for rest, end in product(rests, changes):
            order = mark_order(car, begin + rest + end)
            if not GAME.check(position, seat, order):
                yield order
