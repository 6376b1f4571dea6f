"""What a move makes of a car: the only place where the rules of lines, gates, crashes and gravel act (V3, V4, V5, V7).

It is worked out for sets of squares at once: all cars that make the same move, wherever they stand, come to a handful
of ends. Driving asks it for one square; searches ask it for all of them, and a set of squares is one number.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.board import Board, keep, shift
from gm_tools.games.rally.geometry import Vector, trace
from gm_tools.games.rally.options import Settings

STAYS, CRASHES, FINISHES = "stays", "crashes", "finishes"  # on the road; off it; over the line for the last time


class Ending(NamedTuple):
    """How a move ends for the cars that stand on `squares`.

    `entered` squares of its line were entered, `passed` counts gates. `slowed` tells that gravel was entered.
    """

    squares: int
    fate: str
    entered: int
    passed: int
    slowed: bool = False


class CarAfter(NamedTuple):
    """Where a car is after its move, at which velocity, and how many turns it sits out.

    `out` tells that it is not on the track any more.
    """

    offset: int
    velocity: Vector
    passed: int
    waits: int = 0
    out: bool = False


@keep
def endings(board: Board, settings: Settings, move: Vector, passed: int) -> tuple[Ending, ...]:
    """Return how a move by a velocity ends for cars that have passed so many gates, from every square of the road."""
    return tuple(_endings(board, settings, move, passed))


def _endings(board: Board, settings: Settings, move: Vector, passed: int) -> Iterator[Ending]:
    """Follow the line square by square: whoever comes off the road ends there, the others go on (V3.2, V4.1, V7.1)."""
    last = board.all_gates(settings.laps)
    gravel = board.gravel if settings.surfaces else 0
    going = {(passed, False): board.road}  # by gates passed, and whether gravel was entered
    line = trace(move)
    for number, step in enumerate(line):
        here = board.offset(step.square)
        sides = [board.offset(corner) for corner in step.corners]
        is_open = shift(board.road, -here) & _open_corners(board, settings, sides)
        bumpy = shift(gravel, -here)
        onward: dict[tuple[int, bool], int] = {}
        for (count, slowed), squares in going.items():
            if squares & ~is_open:
                yield Ending(squares & ~is_open, CRASHES, number, count)
            left = squares & is_open
            for now, some in _pass_gates(board, last, count, left, (*sides, here)):
                if now == last:
                    yield Ending(some, FINISHES, number + 1, now)
                    continue
                for is_slowed, part in (
                    (True, some if slowed else some & bumpy),
                    (False, 0 if slowed else some & ~bumpy),
                ):
                    if part:
                        onward[now, is_slowed] = onward.get((now, is_slowed), 0) | part
        going = onward
    for (count, slowed), squares in going.items():
        yield Ending(squares, STAYS, len(line), count, slowed)


def _open_corners(board: Board, settings: Settings, sides: list[int]) -> int:
    """Return the squares from which a line through a corner may go on between the two squares beside it (V3.3)."""
    if not sides or settings.corners == "slip":
        return -1
    one, other = (shift(board.road, -side) for side in sides)
    return one | other if settings.corners == "touch" else one & other


def _pass_gates(
    board: Board, last: int, count: int, squares: int, touched: tuple[int, ...]
) -> Iterator[tuple[int, int]]:
    """Yield gates passed and squares, for lines that enter or touch squares.

    Each square is part of one gate at most (V4.2).
    """
    by_count = {count: squares}
    for offset in touched:
        for before, some in sorted(by_count.items(), reverse=True):
            if before < last:
                through = some & shift(board.gates[before % len(board.gates)], -offset)
                by_count[before] = some & ~through
                by_count[before + 1] = by_count.get(before + 1, 0) | through
    yield from ((now, some) for now, some in sorted(by_count.items()) if some)


def outcome(board: Board, settings: Settings, move: Vector, ending: Ending, passed: int) -> CarAfter:
    """Return what an ending makes of a car that had passed so many gates (V5, V7.1)."""
    line = trace(move)
    offset = board.offset(line[ending.entered - 1].square) if ending.entered else 0
    if ending.fate == STAYS:
        return CarAfter(offset, slow_down(move) if ending.slowed else move, ending.passed)
    if ending.fate == FINISHES:
        return CarAfter(offset, move, ending.passed)
    if settings.crash == "back":
        return CarAfter(0, (0, 0), passed)
    if settings.crash == "out":
        return CarAfter(offset, (0, 0), ending.passed, out=True)
    return CarAfter(offset, (0, 0), ending.passed, settings.lost_turns)


def slow_down(velocity: Vector) -> Vector:
    """Return a velocity brought nearer to nothing by one on each axis (V7.1).

    >>> slow_down((3, -1)), slow_down((0, 1))
    ((2, 0), (0, 0))
    """
    east, south = velocity
    return east - (east > 0) + (east < 0), south - (south > 0) + (south < 0)


def add(velocity: Vector, change: Vector) -> Vector:
    """Return a velocity with a change added (V2.2)."""
    return velocity[0] + change[0], velocity[1] + change[1]


def ending_of(board: Board, settings: Settings, at: int, move: Vector, passed: int) -> Ending:
    """Return how a move ends for one car."""
    return next(one for one in endings(board, settings, move, passed) if one.squares >> at & 1)


def squares_without_grip(board: Board, settings: Settings, velocity: Vector) -> int:
    """Return the squares on which a car with this velocity cannot change it: slick, unless it is at rest (V7.2)."""
    return board.slick if settings.surfaces and any(velocity) else 0


def has_grip(board: Board, settings: Settings, at: int, velocity: Vector) -> bool:
    """Tell whether a car on a square can change its velocity (V7.2)."""
    return not squares_without_grip(board, settings, velocity) >> at & 1
