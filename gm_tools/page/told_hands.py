"""Up to which turn a hand that a player has told the page is still that hand, but for the cards laid since.

The page uses it for what the player's browser remembers (`hand.js`); it tells nothing but what everybody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from gm_tools.core.events import Event
    from gm_tools.reports.deeds import Deed


class ToldHand(NamedTuple):
    """The turn that told a seat its hand last, and the seat's orders since, each with its turn."""

    told: int
    orders: tuple[tuple[int, str], ...] = ()


def follow_hands(
    hands: dict[str, ToldHand], turn: int, done: dict[str, Deed], events: Iterable[Event], kinds: Collection[str]
) -> None:
    """Bring hands by seat up to a turn.

    `done` is what everybody saw done, and events of some `kinds` tell a seat its hand.
    """
    for seat, deed in done.items():
        if seat in hands and deed.order and not deed.is_earlier:
            hands[seat] = hands[seat]._replace(orders=(*hands[seat].orders, (turn, deed.order)))
    for event in events:
        if event.kind in kinds:
            hands |= {seat: ToldHand(turn) for seat in event.audience or ()}
