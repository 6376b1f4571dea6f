"""The cards of TAC (rules T1.6, T3.1, T10.9, T11.2).

They have names and copies, what each edition leaves out, and how many are dealt.
"""

from __future__ import annotations

from collections.abc import Iterable

from gm_tools.core.game import HIDDEN
from gm_tools.core.i18n import N_, _

COPIES = {
    "1": 9,
    "2": 7,
    "3": 7,
    "4": 7,
    "5": 7,
    "6": 7,
    "7": 8,
    "8": 7,
    "9": 7,
    "10": 7,
    "12": 7,
    "13": 9,
    "trick": 7,
    "tac": 4,
    "jester": 1,
    "warrior": 1,
    "angel": 1,
    "devil": 1,
}
CARDS = tuple(COPIES)
TAKEN_OVER = tuple(card for card in CARDS if card != "tac")  # by a TAC (T7.15)
MASTERS = ("jester", "warrior", "angel", "devil")
OPENING = ("1", "13")  # bring a ball in (T3.4, T6.2)
NAMES = {  # of the cards that are called by a word: orders say it in English, people are told it in their language
    "trick": N_("trick"),
    "tac": N_("tac"),
    "jester": N_("jester"),
    "warrior": N_("warrior"),
    "angel": N_("angel"),
    "devil": N_("devil"),
}
UNKNOWN = HIDDEN  # a card that a viewer may not know

# What stays in the box besides the master cards of a basic game, by seats of the board and edition.
_LEFT_OUT = {
    (4, "basic"): {},
    (4, "master"): {},
    (6, "basic"): {"12": 2, "9": 1, "10": 1},
    (6, "master"): {"12": 2},
}
# Cards a hand in each deal of a stack on the six-seat board.
_SIX_SEAT_PLAN = {"basic": (5, 5, 6), "master": (6, 5, 6)}
_RANK = {card: rank for rank, card in enumerate((*CARDS, UNKNOWN))}


def name_card(card: str) -> str:
    """Return what a card is called in the language that is spoken."""
    return _(NAMES[card]) if card in NAMES else card


def deck(seats: int, edition: str) -> tuple[str, ...]:
    """Return all cards that take part on a board of 4 or 6 seats, in the order of the table above.

    >>> len(deck(4, "basic")), len(deck(4, "master")), len(deck(6, "basic")), len(deck(6, "master"))
    (100, 104, 96, 102)
    """
    left_out = _LEFT_OUT[seats, edition]
    return tuple(
        card
        for card, copies in COPIES.items()
        if edition == "master" or card not in MASTERS
        for _ in range(copies - left_out.get(card, 0))
    )


def deal_size(seats: int, edition: str, hands: int, left: int, deals: int) -> int:
    """Return how many cards each of `hands` hands gets of a stack of `left` cards, 0 if it must be shuffled first.

    `deals` is how many deals the stack has seen. On the six-seat board the plan stands in the rules (T11.2); on the
    four-seat board it is five cards, or six where exactly that uses up the stack: the master round (T3.1).
    """
    if seats == 6:
        plan = _SIX_SEAT_PLAN[edition]
        return plan[deals] if deals < len(plan) and left >= hands * plan[deals] else 0
    if left < 5 * hands:
        return 0
    return 6 if left == 6 * hands else 5


def remove_card(hand: Iterable[str], card: str) -> tuple[str, ...]:
    """Return a hand less one card; of an unknown hand any one goes."""
    cards = list(hand)
    cards.remove(card if card in cards else UNKNOWN)
    return tuple(cards)


def sorted_hand(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the order of the deck, so that the order of a hand tells nothing."""
    return tuple(sorted(cards, key=_RANK.__getitem__))
