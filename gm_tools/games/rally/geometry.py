"""The line of a move (V3).

It tells which squares a straight line between the middles of two squares enters, and which corners it touches. All of
it is counted in whole numbers: a line that leaves a square exactly through a corner is known to, never nearly.
"""

from __future__ import annotations

from functools import cache
from math import atan2, degrees
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

Vector = tuple[int, int]  # columns to the east, rows to the south


class LineStep(NamedTuple):
    """One square that a line enters.

    `square` is how far it lies from the beginning, `time` when it is entered (0: begin, 1: end of the move). `corners`
    are the two squares between which the line passes where it enters through a corner; none elsewhere.
    """

    square: Vector
    corners: tuple[Vector, ...]
    time: Fraction


@cache
def trace(move: Vector) -> tuple[LineStep, ...]:
    """Return the squares that a move enters, in order, the one it begins on left out (V3.1).

    >>> [step.square for step in trace((2, 1))]
    [(1, 0), (1, 1), (2, 1)]
    >>> trace((1, -1))[0].corners
    ((1, 0), (0, -1))
    """
    from fractions import Fraction  # with decimal, which it brings along, too dear for commands that drive nothing

    wide, high = abs(move[0]), abs(move[1])
    right, down = (move[0] > 0) - (move[0] < 0), (move[1] > 0) - (move[1] < 0)
    x = y = 0
    steps = []
    while (x, y) != (wide, high):
        # The next edge in each direction, both times multiplied by 2 * wide * high.
        side, top = (2 * x + 1) * high, (2 * y + 1) * wide
        corners: tuple[Vector, ...] = ()
        if y == high or (x < wide and side < top):
            time = Fraction(2 * x + 1, 2 * wide)
            x += 1
        elif x == wide or top < side:
            time = Fraction(2 * y + 1, 2 * high)
            y += 1
        else:
            time = Fraction(2 * x + 1, 2 * wide)
            corners = ((right * (x + 1), down * y), (right * x, down * (y + 1)))
            x, y = x + 1, y + 1
        steps.append(LineStep((right * x, down * y), corners, time))
    return tuple(steps)


def heading_of(vector: Vector) -> float | None:
    """Return where a vector points, in degrees clockwise from north; None for that of a car at rest.

    >>> heading_of((1, 0)), heading_of((0, 0))
    (90.0, None)
    """
    east, south = vector
    return degrees(atan2(east, -south)) % 360 if east or south else None
