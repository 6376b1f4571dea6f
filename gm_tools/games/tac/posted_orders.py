"""Orders in hand: which of a seat's posted orders is meant for what it is asked now (rules T3.5, T3.7, T13.8)."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tools.games.tac.check import check
from gm_tools.games.tac.orders import ANNOUNCEMENTS, Order
from gm_tools.games.tac.position import Position


def is_swap(order: Order) -> bool:
    """Tell whether an order is about a swap card."""
    return order.actions[0].verb == "swap"


def is_announcement(order: Order) -> bool:
    """Tell whether an order says no more than what the toolkit publishes by itself (T3.4)."""
    return order.actions[0].verb in ANNOUNCEMENTS


def choose(position: Position, seat: str, orders: Sequence[Order]) -> Order | None:
    """Return the first order that is legal, since a card laid is not taken back (T3.7).

    If none is, return the first of the right kind. Announcements are never meant, and a card to play is not meant while
    swap cards are due.
    """
    swapping = position.phase == "swap"
    meant = [order for order in orders if not is_announcement(order) and is_swap(order) == swapping]
    legal = (order for order in meant if not check(position, seat, order))
    return next(legal, meant[0] if meant else None)


def stays_in_hand(position: Position, _seat: str, order: Order) -> bool:
    """Tell whether an order stays in hand: a card to play that was posted together with the swap card (T13.8)."""
    nothing_laid = all(len(position.hands[seat]) == position.size for seat in position.active)
    is_play = not is_swap(order) and not is_announcement(order)
    return is_play and position.phase in ("swap", "play") and nothing_laid


def replaces(_new: Order, _old: Order) -> bool:
    """Tell that the first legal order counts, so that no order in hand is replaced by a later one (T3.5, T3.7)."""
    return False
