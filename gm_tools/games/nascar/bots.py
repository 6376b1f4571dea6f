"""Bots: they see what their seat sees, look through the ends of their turn (`reach.py`) and judge them (`judge.py`).

`easy` is a newcomer: no wild cards, slow into curves, and whatever is not much worse than the best. `medium` drives without wild
cards as fast as that can be done, and looks at nobody else. `hard` spends wild cards where they save turns, and keeps off tiles
where others are likely to end. None of them leaves the track or enters oil while there is another way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.games.nascar.check import legal_orders
from gm_tools.games.nascar.judge import Judge
from gm_tools.games.nascar.reach import Reach

if TYPE_CHECKING:
    from gm_tools.core.draws import Draws
    from gm_tools.games.nascar.orders import Order
    from gm_tools.games.nascar.position import Car, Position

EASY_SPEED = 7  # faster than this a newcomer does not want to go
EASY_SLACK = 1.6  # turns that an order may be worse than the best
EASY_CHOICES = 12
SLACK = 0.02  # what is that near to the best is as good


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return a legal order of a bot of a strength (`easy`, `medium`, `hard`); the same from the same draws."""
    car = view.car(seat)
    assert car is not None
    free = strength != "hard"
    # Without wild cards there is less to look through, and what is found is legal with them.
    position = _with(view, car._replace(wild_cards=0)) if free else view
    reach = Reach(position, seat, sure=True)
    judge = Judge(position, car, None if free else danger(view, car))
    found: list[tuple[float, int, Any]] = []
    for place, (outcome, source) in enumerate(reach.outcomes()):
        worth = judge.expected(outcome)
        if strength == "easy":
            worth -= max(0, max(end.speed for _, end in outcome) - EASY_SPEED)
        found.append((-worth, place, source))
    if not found:
        return _whatever(position, seat, draws)
    found.sort()
    slack, most = (EASY_SLACK, EASY_CHOICES) if strength == "easy" else (SLACK, 6)
    good = [source for worth, _, source in found[:most] if worth <= found[0][0] + slack]
    chosen = draws.pick("bot", f"bot/{view.turn + 1}/{seat}", range(len(good))) if len(good) > 1 else 0
    return reach.order(good[chosen])


def _with(view: Position, car: Car) -> Position:
    return view._replace(cars=tuple(car if other.seat == car.seat else other for other in view.cars))


def _whatever(position: Position, seat: str, draws: Draws) -> Order:
    """Return the best order where every one leaves the track or meets oil; the exact search is slow there, so by a sample."""
    from gm_tools.core.draws import fork
    from gm_tools.games.nascar.drive import drive_alone
    from gm_tools.games.nascar.fates import End

    car = position.car(seat)
    assert car is not None
    judge = Judge(position, car)
    best: tuple[float, Order] | None = None
    orders = list(legal_orders(position, seat))
    step = max(1, len(orders) // 60)
    for order in orders[draws.pick("bot", f"bot/{position.turn + 1}/{seat}/from", range(step)) :: step]:
        worth = 0.0
        for branch in fork(lambda chance, order=order: drive_alone(position, seat, order, chance)):  # type: ignore[misc]
            run = branch.outcome
            finish = (len(run.path), len(order.letters)) if run.finish else None
            end = End(
                run.at, run.heading, run.speed, run.max_speed, run.wild_cards, run.laps, run.car.pit, finish
            )
            worth += float(branch.probability) * judge.worth(end)
        if best is None or worth > best[0]:
            best = worth, order
    assert best is not None
    return best[1]


def danger(view: Position, car: Car) -> dict[int, float]:
    """Return how likely others end on a tile, as far as one can guess: where they stand, straight on, one faster or slower."""
    found: dict[int, float] = {}
    steps = view.board.steps
    for other in view.cars:
        if not other.runs or other.seat == car.seat:
            continue
        for speed, chance in ((other.speed, 0.3), (other.speed + 1, 0.3), (other.speed - 1, 0.15)):
            at = other.at + steps[other.heading] * max(0, speed)
            found[at] = min(1.0, found.get(at, 0.0) + chance)
    return found
