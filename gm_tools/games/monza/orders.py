"""Orders of Monza as text and as values: `B1 Y2 R2 G3`, `X2`, `PASS` (rules Z38, Z39).

Another way to write a colour (`rot` for R) is added in `grammars/monza.lark`, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gm_tools.core import grammar
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.text import normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOUR_NAMES, COLOURS

_WORDS = {
    "CAR": N_("a car and a colon (red:)"),
    **dict.fromkeys(COLOURS, N_("a colour R Y G B W P")),
    "LANE": N_("a lane 1 2 3"),
    "PASS": "PASS",
    "X": N_("X for the extra step"),
    "NOUGHT": N_("0 to decline"),
}
_KEYS = {"PASS": N_("no die fits"), "X0": N_("stay")}


class Step(NamedTuple):
    """One step (Z7): the colour of the die and the lane of the square entered, 0 if it was left out: `Y2`, `Y`."""

    colour: str
    lane: int = 0


class Move(NamedTuple):
    """The steps of a turn in order; none is `PASS`. `car` is the name in front, in small letters: `red: B1 Y2`."""

    steps: tuple[Step, ...] = ()
    car: str = ""


class Extra(NamedTuple):
    """The decision about an extra step (Z32): `X2` into lane 2, lane 0 declines it (`X0`)."""

    lane: int
    car: str = ""


Order = Move | Extra


def name_key(part: str) -> str:
    """Return what a part of an order does, in words: `lane 3` for `R3`; empty for a die without a lane."""
    if part in _KEYS:
        return _(_KEYS[part])
    return _("lane {lane}", lane=part[1:]) if part[1:] in {"1", "2", "3"} else ""


def parse_order(text: str) -> Order | Problem:
    """Return the order that a player wrote, or the Problem of not being able to read it (Z38)."""
    flat = normalize_glyphs(text)
    if not flat.strip():
        return Problem("invalid", "Z38", _("there is no order here; write PASS if no die can be used"))
    parser = grammar.load("monza", _ToOrder)
    result: Order | Problem = grammar.read(parser, flat, rule="Z38", words=_WORDS, mend=_propose, parse=parse_order)
    if isinstance(result, Problem) and result.suggestion:
        return result._replace(suggestion=format_order(parser.parse(result.suggestion)))
    return result


def format_order(order: Order) -> str:
    """Return the order as text, upper case, one blank between steps, lanes as given; `parse_order` takes it back."""
    text = f"X{order.lane}" if isinstance(order, Extra) else " ".join(map(format_step, order.steps)) or "PASS"
    return f"{order.car}: {text}" if order.car else text


def format_step(step: Step) -> str:
    """Return one step as text: `Y2`, or `Y` without a lane."""
    return f"{step.colour}{step.lane or ''}"


def column_of(order: Order, place: int) -> int:
    """Return the column (from 1) of the step at `place` (from 0) in the order's text."""
    prefix = f"{order.car}: " if order.car else ""
    before = [format_step(step) for step in order.steps[:place]] if isinstance(order, Move) else []
    return len(prefix) + sum(len(text) + 1 for text in before) + 1


@grammar.inline
class _ToOrder:
    """Makes an Order of what the parser finds, with a method for each rule of the grammar.

    A colour is what its terminal is called.
    """

    def step(self, colour: grammar.Terminal, lane: str = "0") -> Step:
        return Step(colour.type, int(lane))

    def move(self, *steps: Step) -> Order:
        return Move(steps)

    def pass_turn(self, _word: str) -> Order:
        return Move()

    def extra(self, _x: str, lane: str) -> Order:
        return Extra(int(lane))

    def decline(self, _x: str, _nought: str) -> Order:
        return Extra(0)

    def start(self, *parts: Any) -> Order:
        *car, order = parts
        named: Order = order._replace(car=car[0].rstrip(":").rstrip().lower()) if car else order
        return named


def _propose(text: str, _at: int) -> Iterator[str]:
    """Propose what was probably meant: a car without its colon, colours as words, other separators, lanes in front."""
    yield re.sub(r"^\s*(?!pass\b)([a-z][a-z0-9_-]{2,})\s+", r"\1: ", text, flags=re.IGNORECASE)
    mended = text
    for letter, name in COLOUR_NAMES.items():
        mended = re.sub(rf"\b{name}\b(?!\s*:)", letter, mended, flags=re.IGNORECASE)
    mended = re.sub(r"->|[.;/|>+&()\[\]]", " ", mended)
    mended = re.sub(r"\blanes?\b", " ", mended, flags=re.IGNORECASE)
    yield mended
    yield re.sub(r"([123])\s*([RYGBWP])", r"\2\1 ", mended, flags=re.IGNORECASE)
