"""Orders of Tacara as text and as values (rules C64, section 13).

Another way to write an operation begins in `grammars/tacara.lark`; what its letters say is read in `_ToOrder` here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from gm_tools.core import grammar
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.text import normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.shift import format_shift, parse_shift

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

Verb = Literal["drive", "take", "hold", "pass"]
_WORDS = {
    "CAR": N_("a car's name (red:)"),
    "TURBO": N_("a turbo chip with its direction (+3E)"),
    "GEAR": N_("a gear (G0, GE, GEN, G=E4N2)"),
    "SHIFT": N_("a gear (G0, GE, GEN, G=E4N2)"),
    "AXIS": N_("the axis to drive first (H, V)"),
    "DRAFT": N_("the draft step (DN)"),
    "REFUEL": N_("fuel (R123)"),
    "TAKE": N_("a chip to take (T2)"),
    "FOLLOW": "F",
    "HOLD": "HOLD",
    "PASS": "PASS",
}


_KEYS = {"+": N_("turbo"), "D": N_("draft"), "R": N_("fuel"), "T": N_("chip")}


def name_key(part: str) -> str:
    """Return what a part of an order does, in a word: `turbo` for `+1E`; empty for steps, which say it themselves."""
    return _(_KEYS[part[:1]]) if part[:1] in _KEYS else ""


class Order(NamedTuple):
    """An order, its tokens in upper case.

    A drive has a `gear`: steps (`EN`), `` for none, or `=E4N2`; turbo chips `before` and, with draft steps, `after`
    it; an `axis` (H, V or none) and `fuel` (`123`). A take has the `value` of its chip. `car` is the name in front.
    `+1N GEN H DN R3` is Order("drive", before=("+1N",), gear="EN", axis="H", after=("DN",), fuel="3").
    """

    verb: Verb
    car: str = ""
    follows: bool = False
    before: tuple[str, ...] = ()
    gear: str = ""
    axis: str = ""
    after: tuple[str, ...] = ()
    fuel: str = ""
    value: int = 0

    @property
    def is_answer(self) -> bool:
        """Tell whether this is an answer to an offer: `F …` or `HOLD` (C54)."""
        return self.follows or self.verb == "hold"

    @property
    def turbos(self) -> tuple[str, ...]:
        """Return the turbo chips played, in order: `("+1N", "+2E")`."""
        return self.before + tuple(token for token in self.after if token[0] == "+")

    @property
    def drafts(self) -> tuple[str, ...]:
        """Return the draft steps: `("DN",)`."""
        return tuple(token for token in self.after if token[0] == "D")


HOLD = Order("hold")
PASS = Order("pass")


def parse_order(text: str) -> Order | Problem:
    """Return the order that a player wrote, or the Problem of not being able to read it (C64)."""
    flat = normalize_glyphs(text).rstrip()
    if not flat.strip(" \t\r\n,"):
        return Problem("invalid", "C64", _("there is no order here; G0 drives on without a shift"))
    start = len(flat) - len(flat.lstrip())
    # Blanks for the lines in front, so that columns stay those of the post.
    flat = "".join(" " if glyph in "\r\n" else glyph for glyph in flat[:start]) + flat[start:]
    parser = grammar.load("tacara", _ToOrder)
    result: Order | Problem = grammar.read(parser, flat, rule="C64", words=_WORDS, mend=_propose, parse=parse_order)
    if isinstance(result, Problem) and result.suggestion:
        return result._replace(suggestion=format_order(parser.parse(result.suggestion)))
    return result


def pieces(order: Order) -> tuple[str, ...]:
    """Return the tokens of an order in their order: `("F", "+1N", "GEN", "H", "R3")`."""
    name = (f"{order.car}:",) if order.car else ()
    if order.verb != "drive":
        return (*name, f"T{order.value}" if order.verb == "take" else order.verb.upper())
    return (
        *name,
        *(("F",) if order.follows else ()),
        *order.before,
        f"G{order.gear or '0'}",
        *((order.axis,) if order.axis else ()),
        *order.after,
        *((f"R{order.fuel}",) if order.fuel else ()),
    )


def format_order(order: Order) -> str:
    """Return the text of an order, one blank between tokens: `red: F +1N GEN H R3`."""
    return " ".join(pieces(order))


def column_of(order: Order, number: int) -> int:
    """Return the column (from 1) of the token with this number (from 0) in the order's text."""
    return 1 + sum(len(token) + 1 for token in pieces(order)[:number])


@grammar.inline
class _ToOrder:
    """Makes an Order of what the parser finds: a method for each rule of the grammar."""

    def drive(self, *tokens: Token) -> Order:
        before: list[str] = []
        after: list[str] = []
        gear: str | None = None
        axis = fuel = ""
        for token in tokens:
            text = token.upper()
            if token.type == "GEAR":
                gear = "" if text[1] in "0O" else text[1:]
            elif token.type == "SHIFT":
                gear = "=" + format_shift(parse_shift(text[2:]) or (0, 0))
            elif token.type == "AXIS":
                axis = text
            elif token.type == "REFUEL":
                fuel = text[1:]
            else:
                (before if gear is None else after).append(text)
        return Order("drive", "", False, tuple(before), gear or "", axis, tuple(after), fuel)

    def following(self, _f: Token, drive: Order) -> Order:
        return drive._replace(follows=True)

    def taking(self, token: Token) -> Order:
        return Order("take", value=int(token[1]))

    def holding(self, _token: Token) -> Order:
        return HOLD

    def passing(self, _token: Token) -> Order:
        return PASS

    def name_car(self, name: Token, order: Order) -> Order:
        return order._replace(car=name[:-1].rstrip().lower())


def _propose(text: str, _at: int) -> Iterator[str]:
    """Propose what was probably meant by known slips.

    `+3 E`, `+E3`, `GE N`, `R1,2,3`, `EE`, `E4N2`, `G=E0`, `V GEN`, `R123 +1N`, `GEE.`
    """
    flags = re.IGNORECASE
    yield text.rstrip(" .;!")
    joined = re.sub(
        r"(\+\s*[1-3]|\bg\s*=|\b[grtd])\s+(?=[a-z0-9=])", lambda found: re.sub(r"\s", "", found[0]), text, flags=flags
    )
    joined = re.sub(r"(g=[a-z]\d+)\s+(?=[a-z]\d)", r"\1", joined, flags=flags)
    joined = re.sub(r"(\bg[nesw]{1,2})\s+(?=[nesw]{1,2}(?![a-z0-9]))", r"\1", joined, flags=flags)
    joined = re.sub(r"\br([\s,]*[1-3]){2,3}(?!\d)", lambda found: re.sub(r"[\s,]", "", found[0]), joined, flags=flags)
    joined = re.sub(r"\+\s*([nesw])\s*([1-3])", r"+\2\1", joined, flags=flags)
    yield joined
    yield re.sub(r"(?<=[=0-9])[NESW]0(?!\d)", "", re.sub(r"g=[NESWO]?0(?!\d)", "G=0", joined, flags=flags), flags=flags)
    yield re.sub(
        r"(^|[\s,:])(?=(?:[EW]\d+(?:[NS]\d+)?|[NS]\d+(?:[EW]\d+)?)(?:[\s,]|$))", r"\1G=", joined, count=1, flags=flags
    )
    yield re.sub(r"(^|[\s,:])(?=[NESW]{1,3}(?:[\s,]|$))", r"\1G", joined, count=1, flags=flags)
    yield re.sub(r"(^|[\s,])(?=[1-3][NESW](?:[\s,]|$))", r"\1+", joined, flags=flags)
    yield re.sub(r"\b([HV])[\s,]+(g=?[a-z0-9]+)", r"\2 \1", joined, flags=flags)
    yield re.sub(r"\b(r[1-3]{1,3})[\s,]+(.+)$", r"\2 \1", joined, flags=flags)
