"""Cards that a viewer may not know, drawn from those that nobody has shown (rules T3.4, T12.1).

They make a whole game that a view may stand for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.games.tac.cards import OPENING, UNKNOWN, deck, name_card, sorted_hand
from gm_tools.games.tac.check import find_legal
from gm_tools.games.tac.uses import is_usable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gm_tools.core.draws import Draws
    from gm_tools.games.tac.orders import Action, Order
    from gm_tools.games.tac.position import Position


def draw_unknown(view: Position, orders: Mapping[str, Order], draws: Draws) -> Position:
    """Return a view with all cards known: each that was not is drawn from those that were seen nowhere.

    Orders, by seat, find their card in the hand that they are played from, and what was announced holds (T3.4); which
    cards a seat was seen to lay says nothing more. Raise InputError for an order whose card is nowhere left.
    """
    if not any(UNKNOWN in cards for cards in (*view.hands, view.rest, view.swaps, view.aside)):
        return view
    unseen = _Unseen(view, draws)
    hands = [list(cards) for cards in view.hands]
    for letter, order in orders.items():
        seat = view.number(letter) if view.phase == "swap" else view.turn
        legal = find_legal(view, order, view.number(letter))
        if legal is not None and UNKNOWN in hands[seat]:
            _put(unseen, view, seat, hands[seat], legal.use.action)
            if legal.use.action.verb == "drop" and not view.skip:  # nothing in the hand can be used (T5.1)
                unseen.fill(hands[seat], lambda card, seat=seat: not is_usable(view, seat, card))  # type: ignore[misc]
    if view.must_tac and "tac" not in hands[view.turn] and UNKNOWN in hands[view.turn]:
        unseen.put(hands[view.turn], lambda card: card == "tac")
    is_announced = bool(view.can) and "jester" not in view.pile  # after it no hand is where it was announced
    for seat in view.use if is_announced else ():
        gave = view.phase != "swap" and seat in view.sides.swappers()
        if view.phase == "swap" and view.can[seat] and not _opening(hands[seat]):
            unseen.put(hands[seat], lambda card: card in OPENING)
        elif not view.can[seat]:
            while UNKNOWN in hands[seat] and _opening(hands[seat]) + hands[seat].count(UNKNOWN) > gave:
                unseen.put(hands[seat], lambda card: card not in OPENING)
    for seat in view.use:
        unseen.fill(hands[seat])
    return view._replace(
        swaps=tuple(unseen.take() if card == UNKNOWN else card for card in view.swaps),
        hands=tuple(map(sorted_hand, hands)),
        invented="".join(view.letters[seat] for seat in view.use if UNKNOWN in view.hands[seat]),
        rest=tuple(unseen.take() if card == UNKNOWN else card for card in view.rest),
        aside=tuple(unseen.take() if card == UNKNOWN else card for card in view.aside),
    )


def hold_any(view: Position, seat: str) -> Position:
    """Return a view in which a hand that a seat chooses from, if it is not known, holds one of each card.

    The hand holds an unknown card, too.
    """
    every = (*dict.fromkeys(deck(len(view.letters), view.settings.edition)), UNKNOWN)
    asked = {view.number(seat)} if view.phase == "swap" else {view.turn, view.decider}
    hands = enumerate(view.hands)
    return view._replace(hands=tuple(every if at in asked and UNKNOWN in hand else hand for at, hand in hands))


def tell_assumed(view: Position, seat: str, order: Order) -> str:
    """Say what a legal order takes for granted of a hand that is not known.

    That is its card, and before a discard (T5.1) that none of the others can be used.
    """
    legal = find_legal(view, order, view.number(seat))
    if legal is None or not legal.use.action.laid or UNKNOWN not in view.hands[legal.seat]:
        return ""
    fields = {"card": name_card(legal.use.action.laid), "seat": view.letters[legal.seat]}
    is_own = view.people[legal.seat] == view.people[view.number(seat)]
    if legal.use.action.verb == "drop" and not view.skip:
        return (
            _("if you hold the {card}, and none of your cards can be used", **fields)
            if is_own
            else _("if {seat} holds the {card}, and none of the cards of {seat} can be used", **fields)
        )
    return _("if you hold the {card}", **fields) if is_own else _("if {seat} holds the {card}", **fields)


def _put(unseen: _Unseen, view: Position, seat: int, hand: list[str], action: Action) -> None:
    """Have a hand hold the card of an action, if that needs one."""
    card = action.laid
    if not card or card in hand:
        return
    if card not in unseen.cards:
        message = _("no {card} is left that {seat} could hold", card=name_card(card), seat=view.letters[seat])
        raise InputError(message)
    unseen.put(hand, lambda one: one == card)


def _opening(hand: Iterable[str]) -> int:
    return sum(card in OPENING for card in hand)


class _Unseen:
    """The cards of the stack that a view shows nowhere, shuffled, the next one first."""

    def __init__(self, view: Position, draws: Draws) -> None:
        every = deck(len(view.letters), view.settings.edition)
        places = [*view.pile, *view.rest, *view.aside, *view.swaps, *(card for hand in view.hands for card in hand)]
        left = list((Counter(every) - Counter(places)).elements())
        while len(left) < places.count(UNKNOWN):  # an amended game may have more cards than a stack
            left += every
        label = f"unknown/{view.stacks}.{view.deal}.{view.laid}"
        self.cards = list(draws.shuffle("unknown", label, left))

    def take(self, fits: Callable[[str], bool] | None = None) -> str:
        """Take the next card, of those that fit if there are any."""
        return self.cards.pop(next((at for at, card in enumerate(self.cards) if fits is None or fits(card)), 0))

    def put(self, hand: list[str], fits: Callable[[str], bool] | None = None) -> None:
        """Put a card in the place of one that is not known."""
        hand[hand.index(UNKNOWN)] = self.take(fits)

    def fill(self, hand: list[str], fits: Callable[[str], bool] | None = None) -> None:
        """Put cards in the places of all that are not known."""
        while UNKNOWN in hand:
            self.put(hand, fits)
