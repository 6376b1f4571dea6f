"""Who drives for a seat.

Easy and medium dawdle; hard drives the shortest way and keeps clear of where others may go.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from gm_tools.games.rally.bots.plan import Prospect, prospects
from gm_tools.games.rally.bots.search import UNREACHABLE, time_table
from gm_tools.games.rally.moves import FINISHES
from gm_tools.games.rally.orders import Order, format_order
from gm_tools.games.rally.rules import default_order

if TYPE_CHECKING:
    from gm_tools.core.draws import Draws
    from gm_tools.games.rally.position import Position

_CAREFUL = {"easy": 2, "medium": 3}  # so many times out of four the best is taken; else a turn may be lost


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return the order of a bot for an awaited seat, the same from the same draws (kind `bot`)."""
    found = prospects(view, seat)
    label = f"bot/{view.turn}/{seat}"
    if found[0].turns >= UNREACHABLE:
        order = default_order(view, seat, "brake")
        assert order is not None
        return order
    if strength == "hard" and draws.pick("bot", f"{label}/bold", (False, True), (3, 1)):
        good = [prospect for prospect in found if prospect.worth == found[0].worth]  # else all may give way for ever
    elif strength == "hard":
        costs = [_cost(view, seat, prospect) for prospect in found]
        good = [prospect for prospect, cost in zip(found, costs, strict=True) if cost == min(costs)]
    else:
        best = found[0].turns
        good = [prospect for prospect in found if prospect.turns == best]
        if draws.pick("bot", f"{label}/care", (1, 2, 3, 4)) > _CAREFUL[strength]:
            good = [prospect for prospect in found if prospect.turns <= best + 1]
    names = {format_order(prospect.order): prospect.order for prospect in good}
    return names[draws.pick("bot", label, list(names))]


def _cost(view: Position, seat: str, prospect: Prospect) -> Fraction:
    """Return the turns home that an order can be expected to take.

    Every other car is taken to drive one of its shortest ways.
    """
    if prospect.done.ending.fate == FINISHES:
        return prospect.done.time
    alone = Fraction(1 + prospect.turns)
    if view.settings.meeting == "pass":
        return alone
    chance = _chance_to_meet(view, seat, prospect.done.after.at)
    if not chance:
        return alone
    after = prospect.done.after
    if view.settings.meeting == "back":
        after = prospect.done.car
    met = 1 + time_table(view.board, view.settings).turns(after._replace(velocity=(0, 0)))
    return alone + chance * (met - alone)


def _chance_to_meet(view: Position, seat: str, at: int) -> Fraction:
    """Return how likely another car ends the turn on a square, at least.

    Each is taken to choose one of its best orders at random.
    """
    clear = Fraction(1)
    for car in view.cars:
        if car.seat == seat or not car.runs:
            continue
        if car.waits:
            ends = Counter([car.at])
        else:
            found = prospects(view, car.seat)
            ends = Counter(other.done.after.at for other in found if other.turns == found[0].turns)
        clear *= 1 - Fraction(ends[at], ends.total())
    return 1 - clear
