"""A hand out of a private message, for a player who tries orders on what everybody knows (rules T12.1, T14.2)."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.games.tac.cards import UNKNOWN, deck, name_card, sorted_hand
from gm_tools.games.tac.orders import Order, read_card
from gm_tools.games.tac.position import NOBODY, Position


def view_with_message(view: Position, seat: str, text: str) -> Position | Problem:
    """Return a seat's view with the hands that the text of its private message tells.

    A text that tells none returns the Problem. The text is the whole message, with a line such as `G: 3, trick, trick`
    for each hand, or just the cards of the seat's own hand: `3 trick trick`. Only hands that are this player's to know
    are taken, and only with as many cards as they hold.
    """
    hands = list(view.hands)
    wrong = ""
    for letter in _own_letters(view, seat):
        number = view.number(letter)
        if UNKNOWN not in hands[number]:
            continue
        said = _parse_hands(text, letter, alone=letter == seat)
        fits = [cards for cards in said if len(cards) == len(hands[number])]
        if fits:
            hands[number] = sorted_hand(fits[-1])  # the hands stand behind what happened
        elif letter == seat:
            held = len(hands[number])
            given = f"{seat}: {', '.join(map(name_card, said[-1]))}" if said else ""
            if said:
                wrong = _("{seat} holds {held} cards, found {given}", seat=seat, held=held, given=given)
            elif odd := _no_card(text, seat):
                wrong = _("{word} is no card; write the hand so: 3 trick trick", word=odd)
            else:
                wrong = _("no hand of {seat} is in the text; write its cards: 3 trick trick", seat=seat)
    return Problem("invalid", "T12.1", wrong, seat) if wrong else view._replace(hands=tuple(hands))


def hand_cards(view: Position, seat: str) -> tuple[tuple[tuple[str, str], ...], int]:
    """Return the deck that a seat's hand is of, and how many cards the hand holds.

    Of each card: how orders write it, and what people call it. Nothing is returned of a seat whose order is of another
    hand (T9.5.1).
    """
    if view.phase == "play" and view.number(seat) != view.turn:
        return (), 0
    cards = deck(len(view.letters), view.settings.edition)
    return tuple((card, name_card(card)) for card in cards), len(view.hands[view.number(seat)])


def is_secret(view: Position, seat: str, order: Order | None) -> bool:
    """Tell whether an order is for the game master alone: one that says which card the partner is given (T3.5).

    Where one person plays alone, swap cards lie open as all cards do (T12.3).
    """
    del seat
    if view.is_open():
        return False
    if order is None:
        return view.phase == "swap"
    return any(action.verb == "swap" for action in order.actions)


def _own_letters(view: Position, seat: str) -> tuple[str, ...]:
    """Return the letters of the hands that a seat's private message may tell (T9.5.1).

    They are its person's, and one a Devil looks at.
    """
    own = view.same_person(view.number(seat))
    sees_next = view.phase == "play" and NOBODY not in (view.turn, view.decider) and view.letters[view.decider] in own
    return (*own, view.letters[view.turn]) if sees_next and view.letters[view.turn] not in own else own


def _parse_hands(text: str, letter: str, *, alone: bool) -> list[list[str]]:
    """Return the cards of each line that tells a hand of a colour.

    With `alone` a line of nothing but cards does, too.
    """
    lines = _hand_words(text, letter, alone=alone)
    return [cards for words in lines if words and all(cards := [read_card(word) for word in words])]


def _no_card(text: str, letter: str) -> str:
    """Return the first word that is no card in a line that tells cards of a hand, empty if there is none."""
    lines = [words for words in _hand_words(text, letter, alone=True) if any(map(read_card, words))]
    return next((word for words in lines for word in words if not read_card(word)), "")


def _hand_words(text: str, letter: str, *, alone: bool) -> Iterator[list[str]]:
    """Yield the words of each line that may tell a hand of a colour, with `alone` of each line without a colon, too."""
    for line in text.splitlines():
        head, colon, rest = line.rpartition(":")
        if head.strip(" *-•").upper() == (letter if colon else "") and (colon or alone):
            yield rest.replace(",", " ").split()
