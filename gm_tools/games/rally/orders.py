"""Orders of Vector Rally as text and as values: `NE`, `9`, `(+1,-1)`, `0`, and sequences of them (V2).

Another way to write a direction (`north` for N) is added in `grammars/rally.lark`, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gm_tools.core import grammar
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.text import all_of, normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.geometry import Vector

COMPASS: dict[str, Vector] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
NAMES = {vector: name for name, vector in COMPASS.items()}
ACCELERATIONS = (*NAMES, (0, 0))  # the nine of V2.1, none last
LONGEST_SEQUENCE = 200  # turns
_PAD = "7894561230"
_WORDS = {
    **dict.fromkeys(COMPASS, N_("a direction (NE)")),
    "PAD": N_("a digit of the number pad (9)"),
    "PAIR": N_("a pair (+1,-1)"),
    "NONE": N_("0 or . for no change"),
}


class Order(NamedTuple):
    """The changes of velocity for this turn and, of a sequence, for those after it.

    `NE 0` is Order(((1, -1), (0, 0))).
    """

    steps: tuple[Vector, ...]


def parse_order(text: str) -> Order | Problem:
    """Return the order that a player wrote, or the Problem of not being able to read it (V2.3)."""
    flat = normalize_glyphs(text)
    flat = re.sub(r"(?<=[^\s.])[.,;!]+(\s*)$", r"\1", flat)  # the end of a sentence
    if not flat.strip():
        return Problem("invalid", "V2.3", _("there is no order here; write 0 to keep the velocity as it is"))
    parser = grammar.load("rally", _ToOrder)
    result: Order | Problem = grammar.read(parser, flat, rule="V2.3", words=_WORDS, mend=_propose, parse=parse_order)
    if isinstance(result, Problem):
        if not result.suggestion:
            return result
        return result._replace(suggestion=format_order(parser.parse(result.suggestion)))
    bare = re.sub(r"\([^)]*\)|[+-]?\d\s*,\s*[+-]?\d", " ", flat)  # without pairs
    if re.search(r"[A-Za-z]", bare) and re.search(r"[1-9]", bare):
        message = _("a sequence uses either compass directions or number-pad digits, not both")
        return Problem("invalid", "V2.3", message, suggestion=format_order(result))
    fault = find_excess(result)
    if fault is not None and len(result.steps) > 1:
        return fault  # in a later turn it would show too late
    if len(result.steps) > LONGEST_SEQUENCE:
        message = _(
            "{count} turns are too many for a sequence (at most {most})", count=len(result.steps), most=LONGEST_SEQUENCE
        )
        return Problem("invalid", "V2.4", message)
    return result


def find_excess(order: Order) -> Problem | None:
    """Return what is wrong with an order that changes the velocity by more than 1 on an axis (V2.1).

    None if it does not.
    """
    wrong = next((step for step in order.steps if step not in ACCELERATIONS), None)
    if wrong is None:
        return None
    mended = Order(tuple((max(-1, min(1, east)), max(-1, min(1, south))) for east, south in order.steps))
    message = _(
        "{found} changes the velocity by more than 1 on an axis; write -1, 0 or +1 for each", found=format_step(wrong)
    )
    return Problem("invalid", "V2.1", message, suggestion=format_order(mended))


def format_order(order: Order) -> str:
    """Return the order as text, by compass, `(0,0)` for no change; `parse_order` takes it back.

    A lone 0 in a post could be anything; nobody writes a pair by chance.
    """
    return " ".join(map(format_step, order.steps))


def format_step(step: Vector) -> str:
    """Return one change of velocity as text: `NE`; as a pair if it has no direction of the compass.

    >>> format_step((1, -1)), format_step((0, 0))
    ('NE', '(0,0)')
    """
    return NAMES.get(step) or format_vector(step)


def format_vector(vector: Vector) -> str:
    """Return a vector as people write it: `(+1,-1)`, columns to the east and rows to the south."""
    return "({},{})".format(*(f"{part:+}" if part else "0" for part in vector))


_AXES = (("E", "W"), ("S", "N"))  # a vector's parts, each by its sign
_WAYS = {"E": N_("{n} east"), "W": N_("{n} west"), "S": N_("{n} south"), "N": N_("{n} north")}


def _split_axes(vector: Vector) -> list[tuple[int, str]]:
    """Return how far a vector leads in which directions: of (2, -1) 2 to the E, 1 to the N."""
    return [(abs(part), ways[part < 0]) for part, ways in zip(vector, _AXES, strict=True) if part]


def tell_velocity(velocity: Vector) -> str:
    """Return a velocity in words, which nobody takes for a square.

    >>> tell_velocity((2, -1)), tell_velocity((0, 0))
    ('2 east and 1 north', '0')
    """
    return all_of(_(_WAYS[way], n=far) for far, way in _split_axes(velocity)) or "0"


def shorten_velocity(velocity: Vector) -> str:
    """Return a velocity for a key.

    >>> shorten_velocity((2, -1)), shorten_velocity((0, 0))
    ('2E 1N', '0')
    """
    return " ".join(f"{far}{way}" for far, way in _split_axes(velocity)) or "0"


def sequence(order: Order) -> tuple[Order, ...]:
    """Return the orders that a sequence stands for, one a turn (V2.4)."""
    return tuple(Order((step,)) for step in order.steps)


@grammar.inline
class _ToOrder:
    """Makes an Order of what the parser finds, with a method for each rule of the grammar.

    A direction is what its terminal is called.
    """

    def compass(self, direction: grammar.Terminal) -> Vector:
        return COMPASS[direction.type]

    def pad(self, digit: str) -> Vector:
        place = _PAD.index(digit)
        return (place % 3 - 1, place // 3 - 1) if digit != "0" else (0, 0)

    def pair(self, text: str) -> Vector:
        east, south = re.findall(r"[+-]?\s*\d+", text)
        return int("".join(east.split())), int("".join(south.split()))

    def none(self, _dot: str) -> Vector:
        return 0, 0

    def start(self, *steps: Vector) -> Order:
        return Order(steps)


_DIRECTIONS = {"north": "N", "east": "E", "south": "S", "west": "W"}


def _propose(text: str, _at: int) -> Iterator[str]:
    """Propose what was probably meant.

    It tries directions as words, other brackets and separators, arrows, and a sequence with commas.
    """
    mended = text
    for word, letter in _DIRECTIONS.items():
        mended = re.sub(rf"\b{word}", letter, mended, flags=re.IGNORECASE)
    mended = re.sub(r"\b([NS])[\s-]*([EW])\b", r"\1\2", mended, flags=re.IGNORECASE)
    yield mended
    mended = re.sub(r"[\[({<]\s*([+-]?[01])\s*[,;|/ ]\s*([+-]?[01])\s*[\])}>]?", r"(\1,\2)", text)
    yield mended
    yield re.sub(r"^\s*([+-][01]|0)\s*[;|/ ]\s*([+-][01]|0)\s*$", r"(\1,\2)", text)
    yield re.sub(
        r"(?<![A-Za-z])((?:[NS][EW])+)(?![A-Za-z])",
        lambda found: " ".join(re.findall("..", found[1])),
        text,
        flags=re.IGNORECASE,
    )
    yield re.sub(r"(?<=[\w.)])\s*(->|[,>|/+&])", " ", text)
    yield re.sub(r"(?<=[0-9])(?=[0-9])", " ", text)
    yield re.sub(r"^\s*(-|none|coast|nothing)\s*$", "0", text, flags=re.IGNORECASE)
