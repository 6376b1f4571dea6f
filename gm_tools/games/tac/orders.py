"""Orders of TAC as text and as values (rules T13.1 to T13.8).

Another way to write a card or a verb (`Narr` for jester) is added in `grammars/tac.lark`, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from unicodedata import is_normalized, normalize

from gm_tools.core import grammar
from gm_tools.core.grammar import Terminal
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.text import normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.cards import CARDS, OPENING

RULE = "T13.2"
ANNOUNCEMENTS = ("can", "cannot")
_NUMBER = re.compile(r"[0-9]+")
_EDGE = " \t\r\n.,;!\"'*_`"
_WORDS = {
    "INT": N_("a number (7)"),
    "LETTER": N_("a letter (B)"),
    "BALL": N_("a ball (R17, Rb)"),
    "SEAT": N_("a seat and a colon (R:)"),
    "_TO": ">",
    "PLUS": "+",
    "MINUS": "-",
    "CAN": "can",
    "CANNOT": "cannot",
    "SWAP": "swap",
    "DROP": "drop",
    "_IN": "in",
    "_SKIP": "skip",
    "_ELSE": "else",
    "TRICK": "trick",
    "TAC": "tac",
    "JESTER": "jester",
    "WARRIOR": "warrior",
    "ANGEL": "angel",
    "DEVIL": "devil",
    "$END": N_("nothing more"),
}


class BallMove(NamedTuple):
    """A ball and where it goes: `R5+3` is BallMove("R", "5", "+", "3"), `Rb` alone BallMove("R", "b").

    After `>` stands a field: `20`, `b`, or with the colour `R20`, `Rb`.
    """

    colour: str
    at: str
    sign: str = ""
    to: str = ""

    @property
    def ball(self) -> str:
        """Return the name of the ball: `R5`."""
        return self.colour + self.at

    @property
    def number(self) -> str:
        """Return its steps as they are written, `+3`, empty if it is said where it goes."""
        return "" if self.sign == ">" else self.sign + self.to

    @property
    def place(self) -> str:
        """Return the field that it goes to, without the colour."""
        return self.to.removeprefix(self.colour)


class Action(NamedTuple):
    """What is done with one card.

    `verb` is can, cannot, swap, drop, move, enter, skip, exchange (Trickser), strike (Warrior), jester or devil. `card`
    is the card laid or given, or with `tac` the one that the TAC takes over. `colour` is the letter after `in`, `seat`
    the prefix; both may be empty. `R: tac 13 in G` is Action("enter", "13", (), "G", True, "R").
    """

    verb: str
    card: str = ""
    parts: tuple[BallMove, ...] = ()
    colour: str = ""
    tac: bool = False
    seat: str = ""

    @property
    def laid(self) -> str:
        """Return the card that leaves the hand."""
        return "tac" if self.tac else self.card


class Order(NamedTuple):
    """What a seat orders: one action, or several with `else` between them, the first legal one being meant (T13.8)."""

    actions: tuple[Action, ...]


def parse_order(text: str) -> Order | Problem:
    """Return the order that a player wrote, or the Problem of not being able to read it (SYNTAX of T13.9).

    Letters of seats are not looked at here: which there are is for `check` to know.
    """
    flat = _flatten(text)
    core = flat.strip(_EDGE)
    if not core:
        return Problem("invalid", RULE, _("there is no order here; an order is, for example, 5 R10>15"))
    # Blanks for what was dropped in front, so that columns stay those of the post.
    flat = "".join("\n" if glyph == "\n" else " " for glyph in flat[: flat.index(core)]) + core
    order: Order | Problem = grammar.read(
        grammar.load("tac", _ToOrder), flat, rule=RULE, words=_WORDS, mend=_propose, parse=parse_order
    )
    if isinstance(order, Problem):
        number = _NUMBER.match(core)
        if number and (flaw := _flaw(Action("move", number[0].lstrip("0")))):  # whatever follows
            return Problem("invalid", RULE, flaw)
        return _readable(_explain(_without_shorter(order, flat), flat))
    flaw = next((flaw for action in order.actions if (flaw := _flaw(action))), "")
    return Problem("invalid", RULE, flaw) if flaw else order


@cache
def read_card(word: str) -> str:
    """Return the card that a word of an order names, in whatever language orders may be written.

    The name is empty if the word names none.
    """
    with grammar.probing():
        order = parse_order(f"drop {word}")
    if isinstance(order, Problem) or len(order.actions) != 1 or order.actions[0].verb != "drop":
        return ""
    return order.actions[0].card


def _flatten(text: str) -> str:
    """Return text with plain signs and umlauts of one character.

    Behind one that was typed as two, columns are one less.
    """
    if text.isascii():
        return text

    return normalize_glyphs(text if is_normalized("NFC", text) else normalize("NFC", text))


def _flaw(action: Action) -> str:
    """Return what no card of that name can be asked for, although the sentence is one; empty if there is nothing."""
    card, verb = action.card, action.verb
    if card and card not in CARDS:
        return _("there is no card {card}; the numbers are 1 to 10, 12 and 13", card=card)
    if verb == "enter" and card not in (*OPENING, "angel"):
        return _("a {card} brings no ball in; 1, 13 and the angel do", card=card)
    if verb == "skip" and card != "8":
        return _("only an 8 makes somebody skip, not a {card}", card=card)
    if verb == "move" and card != "7" and len(action.parts) > 1:
        return _("a {card} moves one ball; only the 7 can be split", card=card)
    for part in action.parts:
        if part.sign == ">" and part.to in "abcdefghijklmnopqrstuvwxyz" and part.to not in "abcd":
            return _("there is no house field {field}; a house has a, b, c and d", field=part.to)
    return ""


def _without_shorter(problem: Problem, text: str) -> Problem:
    """Return the problem of an unknown word without the suggestion to leave out its first letter (T13.2).

    What is left of `und` would be a ball on d.
    """
    at = sum(len(line) + 1 for line in text.split("\n")[: problem.line - 1]) + problem.column - 1
    is_word = re.compile(r"[^\W\d_]{2,}").match(text, at) is not None
    shorter = (text[:at] + text[at + 1 :]).strip()
    return problem._replace(suggestion="") if is_word and problem.suggestion == shorter else problem


def _readable(problem: Problem) -> Problem:
    """Return the problem without a suggestion that is a sentence, and yet asks of a card what it cannot do."""
    if problem.suggestion and isinstance(parse_order(problem.suggestion), Problem):
        return problem._replace(suggestion="")
    return problem


def _explain(problem: Problem, text: str) -> Problem:
    """Return the problem with better words for slips that are known (T13.2)."""
    entry = re.fullmatch(r"(.*\b(?:13?|angel|engel)\s+)rein(\s+[a-z])?", text.strip(), re.IGNORECASE)
    if entry:
        mended = f"{entry[1]}in{entry[2] or ''}"
        message = _("'rein' goes into a house; to bring a ball into play, write {order}", order=mended)
        return problem._replace(message=message, suggestion=mended)
    if re.search(r"\brein\b", text, re.IGNORECASE):
        message = _("'rein' does not say which house field: name it, as in 5 R62>b")
        return problem._replace(message=message, suggestion="")
    swapped = re.search(r"\btausch(?:en?)?\b\s*(?=[a-z][\s,;]*[0-9a-d])", text, re.IGNORECASE)
    if swapped:
        mended = "trick " + text[swapped.end() :].strip()
        message = _("swap gives a card to the partner; balls are exchanged by the Trickser, as in trick R5 G20")
        return problem._replace(message=message, suggestion=mended)
    return problem


def format_order(order: Order) -> str:
    """Return the text of an order; `parse_order` takes it back. It is canonical if its destinations are stated."""
    return " else ".join(map(format_action, order.actions))


def format_action(action: Action) -> str:
    """Return the text of one action: `R: tac 7 R5+3 R9>13`."""
    return format_head(action) + " ".join(format_tail(action))


def format_head(action: Action) -> str:
    """Return what stands before the first part: `R: tac 7 `."""
    return (f"{action.seat}: " if action.seat else "") + ("tac " if action.tac else "")


def format_tail(action: Action) -> Iterator[str]:
    """Yield the words of an action, prefix and `tac` left out."""
    verb = action.verb
    if verb in ("can", "cannot", "swap", "drop"):
        yield verb
    if action.card:
        yield action.card
    if verb == "enter":
        yield "in"
        if action.colour:
            yield action.colour
    elif verb == "skip":
        yield "skip"
    for part in action.parts:
        yield f"{part.ball}{part.sign}{part.to}"


def column_of(order: Order, at: int, part: int) -> int:
    """Return the column (from 1) at which action `at` begins in the order's text.

    With `part`, from 0, it is where that part of it begins.
    """
    column = 1 + sum(len(format_action(action)) + len(" else ") for action in order.actions[:at])
    if part < 0:
        return column
    action = order.actions[at]
    words = list(format_tail(action))
    before = words[: len(words) - len(action.parts) + part]
    return column + len(format_head(action)) + sum(len(word) + 1 for word in before)


@grammar.inline
class _ToOrder:
    """Makes an Order of what the parser finds: a method for each rule of the grammar."""

    def start(self, *actions: Action) -> Order:
        return Order(actions)

    def take_prefix(self, seat: str, action: Action) -> Action:
        return action._replace(seat=seat[0].upper())

    def announce(self, word: Terminal) -> Action:
        return Action(word.type.lower())

    def give(self, word: Terminal, card: Any) -> Action:
        return Action(word.type.lower(), _card(card))

    def tac(self, _word: str, action: Action) -> Action:
        return action._replace(tac=True)

    def move(self, card: Any, *parts: BallMove) -> Action:
        return Action("move", _card(card), parts)

    def enter(self, card: Any, letter: str = "") -> Action:
        return Action("enter", _card(card), (), letter.upper())

    def skip(self, card: Any) -> Action:
        return Action("skip", _card(card))

    def exchange(self, word: Terminal, *balls: str) -> Action:
        return Action("exchange", _card(word), tuple(BallMove(*_ball(ball)) for ball in balls))

    def strike(self, word: Terminal, ball: str) -> Action:
        return Action("strike", _card(word), (BallMove(*_ball(ball)),))

    def master(self, word: Terminal) -> Action:
        return Action(_card(word), _card(word))

    def part(self, ball: str, *rest: Any) -> BallMove:
        if not rest:
            return BallMove(*_ball(ball))
        if len(rest) == 2:
            return BallMove(*_ball(ball), "+" if rest[0].type == "PLUS" else "-", _number(rest[1]))
        to = rest[0]
        if to.type == "BALL":
            return BallMove(*_ball(ball), ">", "".join(_ball(to)))
        return BallMove(*_ball(ball), ">", _number(to) if to.type == "INT" else to.lower())


def _ball(token: str) -> tuple[str, str]:
    """Return colour and place of a ball: `r 017` is ("R", "17")."""
    place = token[1:].lstrip(" \t\r\n,;").lower()
    return token[0].upper(), _number(place) if place[0].isdecimal() else place


def _number(token: str) -> str:
    return str(token).lstrip("0") or "0"


def _card(token: Any) -> str:
    return _number(token) if token.type == "INT" else str(token.type).lower()


def _propose(text: str, at: int) -> Iterator[str]:
    """Propose what was probably meant: a word misspelt, O for 0, a field without `>`, a forgotten `in`."""
    from difflib import get_close_matches

    words = ("in", "skip", "else", "drop", "swap", "trick", "tac", "jester", "warrior", "angel", "devil")
    word = re.compile(r"[^\W\d_]+").match(text, at)
    if word and len(word[0]) > 2:
        for close in get_close_matches(word[0].lower(), words, 2, 0.6):
            yield text[:at] + close + text[word.end() :]
    yield re.sub(r"(?<=[0-9])o", "0", text, flags=re.IGNORECASE)
    yield re.sub(r"([a-z]\s*[0-9]+|\b[a-z][a-d])\s+([a-d])\b", r"\1>\2", text, flags=re.IGNORECASE)
    yield re.sub(r"^(\s*(?:[a-z]\s*:)?\s*(?:tac\s*)?13?)\s*$", r"\1 in", text, flags=re.IGNORECASE)
