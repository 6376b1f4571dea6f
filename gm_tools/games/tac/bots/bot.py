"""Bots: they know what their seat may know, and the same draws give the same orders (`gm order TABLE SEAT --bot NAME`).

- easy: a newcomer. Every other card is laid at random; the rest looks at the own balls alone, and at no danger.
- medium: gets the balls of its side on, throws the other side's, and sees no danger and no card that is better kept.
- hard: weighs what can be thrown, the partner's balls, the cards kept and what they could do next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.games.tac.bots.evaluate import NOT_AHEAD, WON, Scale, after_action, swap_worth
from gm_tools.games.tac.cards import OPENING, remove_card
from gm_tools.games.tac.check import legal_orders, legal_uses
from gm_tools.games.tac.orders import Action, Order, format_action
from gm_tools.games.tac.rules import LEAST_WANTED
from gm_tools.games.tac.uses import Use, uses_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.draws import Draws
    from gm_tools.games.tac.position import Position

LOOKED_AT = 5  # orders that hard looks one card further from
NEXT = 0.4  # of what the next card could bring: much may happen before it is laid


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return a legal order of an awaited seat, from its own view: a swap card, or a card to play.

    Draws only what easy does at random, of kind `bot`, labelled `bot/<stack>.<deal>.<cards laid>/<seat>/…`.
    """
    label = f"bot/{view.stacks}.{view.deal}.{view.laid}/{seat}"
    if view.phase == "swap":
        return _swap(view, seat, strength, draws, label)
    found = list(legal_uses(view))
    if len(found) == 1:
        return Order((found[0][0],))
    if strength == "easy":
        return Order((_choose_easily(view, found, draws, label),))
    scale = Scale(view, view.decider)
    action = _choose_best(scale, found) if strength == "hard" else _at_sight(scale, found)
    return Order((action,))


def _first_best(worths: Sequence[float], found: Sequence[Use]) -> Action:
    return found[max(range(len(found)), key=worths.__getitem__)][0]


# Swapping


def _swap(view: Position, seat: str, strength: str, draws: Draws, label: str) -> Order:
    """Return the card to give: any one, or one for a partner who cannot open, or the one that brings most (T3.5)."""
    orders = list(legal_orders(view, seat))
    cards = [order.actions[0].card for order in orders]
    if strength == "easy":
        return orders[cards.index(draws.pick("bot", f"{label}/swap", cards))]
    giver = view.number(seat)
    if strength == "hard":
        scale = Scale(view, giver)
        worths = [swap_worth(scale, giver, card) for card in cards]
        return orders[max(range(len(orders)), key=worths.__getitem__)]
    opening = [card for card in view.hands[giver] if card in OPENING]
    if len(opening) > 1 and not view.can[view.sides.gives_to[giver]]:
        return orders[cards.index(opening[0])]
    return min(orders, key=lambda order: LEAST_WANTED.index(order.actions[0].card))


# Playing


def _choose_easily(view: Position, found: Sequence[Use], draws: Draws, label: str) -> Action:
    """Return an action as a newcomer chooses it."""
    if draws.pick("bot", f"{label}/mood", ["look", "lay"]) == "lay":
        texts = [format_action(action) for action, _ in found]
        return found[texts.index(draws.pick("bot", f"{label}/lay", texts))][0]
    scale = Scale(view, view.decider, alone=True)
    return _first_best([scale.balls(cells) for _, cells in found], found)


def _at_sight(scale: Scale, found: Sequence[Use]) -> Action:
    """Return the action with the best board, whatever may be done to it."""
    view = scale.view
    following = view.next_hand(view.turn)
    worths = [
        scale.balls(cells) - (scale.turn_of(following, cells) if action.verb in ("skip", "devil") else 0.0)
        for action, cells in found
    ]
    return _first_best(worths, found)


def _choose_best(scale: Scale, found: Sequence[Use]) -> Action:
    """Return the action that is worth most, with part of what the next card of the own hand could bring after it."""
    worths = [after_action(scale, action, cells) for action, cells in found]
    for at in sorted(range(len(found)), key=lambda at: -worths[at])[:LOOKED_AT]:
        worths[at] += NEXT * _next_gain(scale, *found[at]) + WON
    return _first_best(worths, found)


def _next_gain(scale: Scale, action: Action, cells: bytes) -> float:
    """Return what the best next card would bring on a board, nobody else moving in between."""
    view, seat = scale.view, scale.view.decider
    if action.verb == "jester":
        return 0.0
    hand = view.hands[seat]
    if seat == view.turn:
        hand = remove_card(hand, action.laid)
    now = scale.balls(cells)
    cards = [card for card in dict.fromkeys(hand) if card not in NOT_AHEAD and card != "trick"]
    return max(
        (scale.balls(after) - now for card in cards for _, after in uses_on(view, seat, card, cells)), default=0.0
    )
