"""May this seat do this now? The reasons of T13.9 in their order, and all that may be done instead.

1. SYNTAX: letters that are no seats. 2. PHASE, TURN: phase, whose turn, prefix (T13.3). 3. CARD, ANNOUNCE: what the
hand holds. 4. MUST_TAC, MUST_PLAY, SKIPPED: what has to be done first (T7.12, T5.1, T5.5). 5. TAC_FIRST, TAC_BARRED,
TAC_CARD: what a TAC refers to (T7). 6. The use itself: found among those that uses.py offers, else refused by
refusals.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.text import one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.cards import OPENING, UNKNOWN, name_card, sorted_hand
from gm_tools.games.tac.orders import ANNOUNCEMENTS, Action, Order, column_of, format_action
from gm_tools.games.tac.position import NOBODY, Position
from gm_tools.games.tac.refusals import Refusal, refuse_use
from gm_tools.games.tac.uses import Use, cells_for, find_taken_over, find_uses, is_usable, uses

SHOWN = 6  # uses that a refusal of an unused discard lists
_KINDS = {"SYNTAX": "invalid", "AMBIGUOUS": "ambiguous"}


class LegalAction(NamedTuple):
    """An action that is legal: the seat whose card it is, and what it does."""

    seat: int
    use: Use


def check(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return what is wrong with an order written by the person at a seat; nothing if one of its alternatives is legal.

    Of several seats of one person it is the one that is asked. The message begins with the word of T13.9: `MUST_PLAY:
    …`. It may tell of the hand: it is for that person only.
    """
    writer = position.number(seat)
    if writer == NOBODY:
        return (Problem("illegal", "T13.3", "TURN: " + _("{seat} is not a seat of this game", seat=seat), seat),)
    refused = refusal_of(position, order, writer)
    return () if refused is None else (_problem(order, seat, refused),)


def can_fail(view: Position, seat: str, order: Order) -> bool:
    """Tell whether a legal order may still be refused.

    Nobody acts before it (T3.6): it can fail for a hand that is not known alone. A card to swap is chosen blind, and
    that is final (T3.5).
    """
    legal = find_legal(view, order, view.number(seat))
    return legal is not None and legal.use.action.verb != "swap" and UNKNOWN in view.hands[legal.seat]


def refusal_of(position: Position, order: Order, writer: int = NOBODY) -> Refusal | None:
    """Return why an order is refused, for its first alternative (T13.8), None if it is not.

    With NOBODY, nobody is its writer. A letter of no seat is no sentence at all, whichever alternative it stands in
    (T13.2).
    """
    unknown = next((fault for action in order.actions if (fault := _check_letters(position, action))), None)
    if unknown is not None:
        return unknown
    first: Refusal | None = None
    for action in order.actions:
        found = check_action(position, action, writer)
        if isinstance(found, LegalAction):
            return None
        first = first or found
    return first


def find_legal(position: Position, order: Order, writer: int = NOBODY) -> LegalAction | None:
    """Return the first legal alternative of an order (T13.8), None if there is none."""
    found = (check_action(position, action, writer) for action in order.actions)
    return next((one for one in found if isinstance(one, LegalAction)), None)


def _problem(order: Order, seat: str, refused: Refusal) -> Problem:
    kind = _KINDS.get(refused.word, "illegal")
    message = refused.message if refused.word in _KINDS else f"{refused.word}: {refused.message}"
    instead = format_action(refused.instead) if refused.instead is not None else ""
    # Columns count in the canonical text of the order; without a part the whole order is meant.
    column = column_of(order, 0, refused.part) if refused.part >= 0 else 0
    return Problem(kind, refused.rule, message, seat, 1 if column else 0, column, instead)  # type: ignore[arg-type]


def check_action(position: Position, action: Action, writer: int = NOBODY) -> LegalAction | Refusal:
    """Return what an action does, or why it is refused: the reasons as they are numbered at the top."""
    if fault := _check_letters(position, action):  # 1
        return fault
    seat = _find_acting_seat(position, action, writer)  # 2
    if isinstance(seat, Refusal):
        return seat
    if action.verb in ANNOUNCEMENTS:  # 3
        return _check_announcement(position, seat, action)
    hand = position.hands[seat]
    if action.laid not in hand and UNKNOWN not in hand:
        rule = "T3.5" if action.verb == "swap" else "T3.6"
        return Refusal("CARD", rule, _tell_hand(position, seat))
    if action.verb != "swap" and (fault := _check_duty(position, seat, action)):  # 4
        return fault
    if action.verb in ("swap", "drop"):
        return LegalAction(seat, Use(action._replace(seat=""), position.cells))
    if action.tac and (fault := _check_tac(position, action)):  # 5
        return fault
    cells = cells_for(position, tac=action.tac)  # 6
    found = find_uses(position, seat, action, cells)
    return LegalAction(seat, found[0]) if len(found) == 1 else refuse_use(position, seat, action, cells, found)


# Letters, phase, turn


def _check_letters(position: Position, action: Action) -> Refusal | None:
    """Return the refusal of a ball whose letter is no seat of this game (T13.2)."""
    for part in action.parts:
        for word in (part.ball, part.to):
            if word[:1].isupper() and word[0] not in position.letters:
                message = _(
                    "{word} is not a ball of this game; the seats are {seats}",
                    word=word,
                    seats=" ".join(position.letters),
                )
                return Refusal("SYNTAX", "T13.2", message)
    return None


def _find_acting_seat(position: Position, action: Action, writer: int) -> int | Refusal:
    """Return the seat whose card an action is about (T13.3), or why nobody's can be (PHASE, TURN, AMBIGUOUS)."""
    phase = position.phase
    if phase == "over":
        return Refusal("PHASE", "T8.5", _("the game is over"))
    if phase == "deal":
        return Refusal("PHASE", "T3", _("the cards are being dealt"))
    if action.verb in (*ANNOUNCEMENTS, "swap"):
        if phase != "swap":
            return Refusal(
                "PHASE",
                "T3",
                _("cards are being played; that is only possible right after the deal, before play begins"),
            )
        able = position.due() if action.verb == "swap" else position.active
        return _find_swapping_seat(position, action, writer, able)
    if phase == "swap":
        return Refusal("PHASE", "T3", _("cards are being swapped; they are played after that"))
    turn, letter = position.turn, position.letters[position.turn]
    if writer != NOBODY and position.people[writer] != position.people[position.decider]:
        message = _("it is {seat}'s turn", seat=letter)
        if position.decider != turn:
            decider = position.letters[position.decider]
            message = _("it is {seat}'s turn, but {other} decides for it", seat=letter, other=decider)
        return Refusal("TURN", "T3.6", message)
    if action.seat not in ("", letter):
        message = _("the card comes from the hand of {seat}", seat=letter)
        return Refusal("TURN", "T13.3", message, action._replace(seat=letter))
    return turn


def _find_swapping_seat(position: Position, action: Action, writer: int, able: tuple[int, ...]) -> int | Refusal:
    letters = position.letters
    seat = position.number(action.seat)
    if action.seat and seat == NOBODY:
        return Refusal("TURN", "T13.3", _("{seat} is not a seat of this game", seat=action.seat))
    if not action.seat:
        if writer == NOBODY and len(able) > 1:
            choices = one_of(format_action(action._replace(seat=letters[other])) for other in able)
            return Refusal("AMBIGUOUS", "T13.3", _("say for which seat: {choices}", choices=choices))
        seat = able[0] if writer == NOBODY and able else writer
    if seat not in able:
        if seat != NOBODY and seat in position.sides.swappers():
            message = _("{seat} has given a card already, and that is final", seat=letters[seat])
            return Refusal("PHASE", "T3.5", message)
        message = _("{seat} does not swap", seat=letters[seat]) if seat != NOBODY else _("nobody swaps now")
        return Refusal("PHASE", "T3.5", message)
    if writer not in (NOBODY, seat):
        message = _("this is an order of {seat}, but {other} is asked here", seat=letters[seat], other=letters[writer])
        return Refusal("TURN", "T13.3", message)
    return seat


# What the hand holds, and what comes first


def _tell_hand(position: Position, seat: int) -> str:
    letter, hand = position.letters[seat], position.hands[seat]
    if not hand:
        return _("the hand of {seat} holds no card", seat=letter)
    return _("the hand of {seat} holds {cards}", seat=letter, cards=", ".join(map(name_card, hand)))


def _check_announcement(position: Position, seat: int, action: Action) -> LegalAction | Refusal:
    hand = position.hands[seat]
    can = position.can[seat]
    if can != (action.verb == "can"):
        fields = {"seat": position.letters[seat], "cards": ", ".join(map(name_card, hand))}
        message = _("the hand of {seat} holds neither a 1 nor a 13: {cards}", **fields)
        if can:
            message = _("the hand of {seat} holds a 1 or a 13: {cards}", **fields)
        return Refusal("ANNOUNCE", "T3.4", message, Action("can" if can else "cannot", seat=action.seat))
    return LegalAction(seat, Use(action._replace(seat=""), position.cells))


def can_open(hand: tuple[str, ...]) -> bool:
    """Tell whether a hand holds an opening card (T3.4)."""
    return any(card in hand for card in OPENING)


def _check_duty(position: Position, seat: int, action: Action) -> Refusal | None:
    """Return the refusal for what comes before everything else: a win to be stopped, a use, a skip (MUST_TAC …)."""
    is_drop = action.verb == "drop"
    if position.must_tac:
        if is_drop or not action.tac:
            playable = _playable_uses(position, seat, "tac")
            message = _("the win must be stopped now: {orders}", orders=playable[0])
            return Refusal("MUST_TAC", "T7.12", message, playable[1])
        return None
    if position.skip:
        if not is_drop and not action.tac:
            instead = Action("drop", action.card)
            message = _("the turn is skipped: lay a card unused, or answer with a TAC")
            return Refusal("SKIPPED", "T5.5", message, instead)
        return None
    hand = position.hands[seat]
    if is_drop and UNKNOWN not in hand and any(is_usable(position, seat, card) for card in dict.fromkeys(hand)):
        playable = _playable_uses(position, seat)
        message = _("a card can be used, so one must be: {orders}", orders=playable[0])
        return Refusal("MUST_PLAY", "T5.1", message, playable[1])
    return None


def _playable_uses(position: Position, seat: int, only: str = "") -> tuple[str, Action | None]:
    """Return the uses of a hand as words, `SHOWN` of them at most, and the use itself if there is one only."""
    cards = [card for card in dict.fromkeys(sorted_hand(position.hands[seat])) if only in ("", card)]
    found = list(islice((use.action for card in cards for use in uses(position, seat, card)), SHOWN + 1))
    words = "; ".join(map(format_action, found[:SHOWN]))
    return words + ("; …" if len(found) > SHOWN else ""), found[0] if len(found) == 1 else None


def _check_tac(position: Position, action: Action) -> Refusal | None:
    last = find_taken_over(position)
    if last is None:
        if position.last is None:
            return Refusal("TAC_FIRST", "T7.3", _("no card has been laid in this deal that a TAC could take over"))
        return Refusal("TAC_BARRED", "T7.12", _("a TAC that stopped a win cannot be answered by a TAC"))
    if action.card != last.card:
        return Refusal("TAC_CARD", "T13.6", _("a TAC takes over the {card} now", card=name_card(last.card)))
    return None


# What may be done


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every order that the person at a seat may give now, in canonical form, cards in the order of the deck.

    Two 7s that lead to the same board are one order (T15.2). Nothing is yielded for a hand that is not known.
    """
    writer = position.number(seat)
    if writer == NOBODY:
        return
    if position.phase == "swap":
        if writer in position.due():
            for card in _known_cards(position, writer):
                yield Order((Action("swap", card),))
    elif position.phase == "play" and position.people[writer] == position.people[position.decider]:
        for action, __ in legal_uses(position):
            yield Order((action,))


def legal_uses(position: Position) -> Iterator[Use]:
    """Yield every action that may be taken in the playing phase, with its cells (T7.15, a turn in order).

    Of a hand that is known in part these are the uses of its known cards, and all discards.
    """
    seat = position.turn
    hand = _known_cards(position, seat)
    if position.must_tac or position.skip:
        yield from uses(position, seat, "tac") if "tac" in hand else ()
        if position.must_tac:
            return
    else:
        any_use = False
        for card in hand:
            for use in uses(position, seat, card):
                any_use = True
                yield use
        if any_use and UNKNOWN not in position.hands[seat]:
            return
    for card in hand:
        yield Use(Action("drop", card), position.cells)


def check_hands(view: Position, seat: str) -> None:
    """Raise InputError if a hand that an awaited seat chooses from is not known (T12.1).

    Hands are unknown in a snapshot for somebody else. Through a Devil there are two: the one that is played from and,
    for the cards after it, the own (T9.5).
    """
    asked = (view.number(seat),) if view.phase == "swap" else (view.turn, view.decider)
    for number in asked:
        if UNKNOWN in view.hands[number]:
            command = f"gm report TABLE --for {seat} --format snapshot"
            raise InputError(
                _("the hand of {seat} is not in this snapshot", seat=view.letters[number]),
                allowed=_("the table, or a snapshot made with {command}", command=command),
                status=1,
            )


def _known_cards(position: Position, seat: int) -> list[str]:
    """Return the different cards of a hand that are known, in the order of the deck."""
    return [card for card in dict.fromkeys(sorted_hand(position.hands[seat])) if card != UNKNOWN]
