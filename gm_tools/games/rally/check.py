"""Every reason to refuse an order, and the legal ones (V2.1, V2.5, V7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.core.text import ordinal
from gm_tools.games.rally.moves import CRASHES, add, ending_of, has_grip
from gm_tools.games.rally.orders import ACCELERATIONS, Order, find_excess, format_order
from gm_tools.games.rally.position import Car, Position


def check(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return everything that is wrong with an order of a seat; nothing if it can be carried out.

    An order that leads off the road is legal: it may be the best there is.
    """
    car = position.car(seat)
    found = list(_car_faults(position, seat, car))
    if car is not None and car.runs and car.waits:
        message = ngettext("the car sits out {n} more turn", "the car sits out {n} more turns", car.waits)
        found.append(_problem("V2.5", message))
    excess = find_excess(order)
    if excess is not None:
        nearest = _find_nearest(position, car, order) if car is not None else None
        mended = format_order(nearest) if nearest is not None else excess.suggestion
        found.append(excess._replace(kind="illegal", line=1, column=1, suggestion=mended))
    is_sliding = car is not None and car.runs and not has_grip(position.board, position.settings, car.at, car.velocity)
    if is_sliding and any(order.steps[0]):
        message = _("the car stands on slick and cannot change its velocity; write 0")
        meant = format_order(Order(((0, 0), *order.steps[1:])))
        found.append(_problem("V7.2", message, 1, meant))
    return tuple(found)


def _find_nearest(position: Position, car: Car, order: Order) -> Order | None:
    """Return the legal order that is nearest to one that asks too much, of those that do not crash if there is any."""

    def rank(legal: Order) -> tuple[bool, int]:
        move = add(car.velocity, legal.steps[0])
        is_crash = ending_of(position.board, position.settings, car.at, move, car.passed).fate == CRASHES
        far = (mine - meant for mine, meant in zip(legal.steps[0], order.steps[0], strict=True))
        return is_crash, sum(part**2 for part in far)

    return min(legal_orders(position, car.seat), key=rank, default=None)


def check_early(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return what waiting can never mend of an order of a car that is not asked now.

    The car is out of the race, or the order asks too much.
    """
    return tuple(
        problem
        for problem in check(position, seat, order)
        if problem.rule not in ("V2.5", "V7.2") or (problem.rule == "V2.5" and not _waits(position, seat))
    )


def _waits(position: Position, seat: str) -> bool:
    car = position.car(seat)
    return car is not None and car.runs


def why_out(position: Position, seat: str) -> str:
    """Say why a car is asked for nothing any more; empty if it still races."""
    return next((problem.message for problem in _car_faults(position, seat, position.car(seat))), "")


def _car_faults(position: Position, seat: str, car: Car | None) -> Iterator[Problem]:
    if car is None:
        cars = ", ".join(other.seat for other in position.cars)
        yield _problem("V2.5", _("there is no car {seat!r} in this race; cars are {cars}", seat=seat, cars=cars))
    elif car.finished:
        yield _problem("V2.5", _("the car has finished {place}", place=ordinal(car.finished)))
    elif car.out:
        yield _problem("V2.5", _("the car is out of the race"))


def _problem(rule: str, message: str, column: int = 0, suggestion: str = "") -> Problem:
    return Problem("illegal", rule, message, "", 1 if column else 0, column, suggestion)


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every legal order of a seat, for one turn."""
    car = position.car(seat)
    if car is None or not car.runs or car.waits:
        return
    if has_grip(position.board, position.settings, car.at, car.velocity):
        yield from (Order((change,)) for change in ACCELERATIONS)
    else:
        yield Order(((0, 0),))
