"""Shortest drives of a car alone, by search over place and velocity (V2 to V5, V7).

A layer holds all states that can be reached after so many turns: for each velocity and number of gates passed a set of
squares. One layer follows from the one before by shifting sets, all squares of a velocity at once; so a search takes
milliseconds, and when the first car is home it has seen every state that fewer turns lead to: that is the proof.
`time_table` is the same backwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import isqrt

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.board import Board, keep, shift
from gm_tools.games.rally.geometry import Vector
from gm_tools.games.rally.moves import FINISHES, STAYS, add, endings, outcome, squares_without_grip
from gm_tools.games.rally.options import Settings
from gm_tools.games.rally.orders import ACCELERATIONS
from gm_tools.games.rally.position import Car

State = tuple[int, tuple[int, int]]  # gates passed, velocity
Layer = dict[State, int]  # the squares of each
UNREACHABLE = 10_000  # turns, of a car that cannot come home


class Move(NamedTuple):
    """What a velocity and a number of gates passed make of the cars on some squares.

    They come from `squares` to those `offset` further on, with another `state`, in so many `turns`.
    """

    squares: int
    offset: int
    state: State
    turns: int
    is_home: bool


@keep
def moves_of(board: Board, settings: Settings, move: Vector, passed: int) -> tuple[Move, ...]:
    """Return the moves by a velocity from every square; those that put a car out of the race are left out."""
    out = []
    for ending in endings(board, settings, move, passed):
        done = outcome(board, settings, move, ending, passed)
        if not done.out:
            state = (done.passed, done.velocity)
            out.append(Move(ending.squares, done.offset, state, 1 + done.waits, ending.fate == FINISHES))
    return tuple(out)


class DriveHome(NamedTuple):
    """A shortest drive: the changes of velocity, one a turn in which the car orders, how many turns it takes in all.

    `layers` counts the states first reached after 0, 1, 2 … turns: none of them is home before `turns`.
    """

    changes: tuple[Vector, ...]
    turns: int
    layers: tuple[int, ...]


def shortest(board: Board, settings: Settings, car: Car) -> DriveHome | None:
    """Return a shortest drive home of a car that is alone on the track; None if there is none."""
    coming: dict[int, Layer] = defaultdict(dict)  # by turn, crashes reach further than the next
    coming[0][car.passed, car.velocity] = 1 << car.at
    seen: Layer = {}
    layers: list[Layer] = []
    moving: list[Layer] = []
    while coming:
        turn = len(layers)
        fresh: Layer = {}
        for state, squares in coming.pop(turn, {}).items():
            new = squares & ~seen.get(state, 0)
            if new:
                fresh[state] = new
                seen[state] = seen.get(state, 0) | new
        layers.append(fresh)
        home: list[tuple[Vector, int, int]] = []
        moving.append(_sort_squares(board, settings, fresh))
        for (passed, move), squares in moving[turn].items():
            for one in moves_of(board, settings, move, passed):
                left = squares & one.squares
                if left and one.is_home:
                    home.append((move, passed, left))
                elif left:
                    layer = coming[turn + one.turns]
                    layer[one.state] = layer.get(one.state, 0) | shift(left, one.offset)
        if home:
            counts = tuple(sum(squares.bit_count() for squares in layer.values()) for layer in layers)
            return DriveHome(_trace_back(board, settings, layers, moving, home[0]), turn + 1, counts)
        coming = defaultdict(dict, {when: layer for when, layer in coming.items() if layer})
    return None


def _sort_squares(board: Board, settings: Settings, layer: Layer) -> Layer:
    """Return the squares from which cars move, by gates passed and the velocity of the move (V2.1, V7.2).

    The nine changes are three on each axis, one axis after the other.
    """
    aside: Layer = {}
    out: Layer = {}
    for (passed, (east, south)), squares in layer.items():
        sliding = squares & squares_without_grip(board, settings, (east, south))
        if sliding:
            out[passed, (east, south)] = sliding
        able = squares & ~sliding
        for now in (east - 1, east, east + 1) if able else ():
            state = (passed, (now, south))
            aside[state] = aside.get(state, 0) | able
    for (passed, (east, south)), squares in aside.items():
        for now in (south - 1, south, south + 1):
            state = (passed, (east, now))
            out[state] = out.get(state, 0) | squares
    return out


def _trace_back(
    board: Board, settings: Settings, layers: list[Layer], moving: list[Layer], home: tuple[Vector, int, int]
) -> tuple[Vector, ...]:
    """Return the changes of velocity that lead to the last move, found backwards through the layers."""
    move, passed, squares = home
    turn = len(layers) - 1
    found: list[Vector] = []
    while True:
        at, velocity, change = _departure(board, settings, layers[turn], (passed, move), squares)
        found.append(change)
        if turn == 0:
            return tuple(reversed(found))
        goal = (passed, velocity)
        for turns in range(1, turn + 1):  # how long the move before took
            back = _arrival(board, settings, moving[turn - turns], goal, at, turns)
            if back is not None:
                move, passed, squares = back
                turn -= turns
                break
        else:
            raise AssertionError(goal)


def _departure(
    board: Board, settings: Settings, layer: Layer, ordered: State, squares: int
) -> tuple[int, Vector, Vector]:
    """Return a square and velocity of a layer from which a move begins, and the change that it takes."""
    passed, move = ordered
    for change in ACCELERATIONS:
        velocity = (move[0] - change[0], move[1] - change[1])
        able = layer.get((passed, velocity), 0) & squares
        able = able & ~squares_without_grip(board, settings, velocity) if any(change) else able
        if able:
            return able.bit_length() - 1, velocity, change
    raise AssertionError(move)


def _arrival(
    board: Board, settings: Settings, ordered: Layer, goal: State, at: int, turns: int
) -> tuple[Vector, int, int] | None:
    """Return a move by which a state at a square is reached in so many turns: velocity, gates before, squares."""
    for (passed, move), squares in ordered.items():
        for one in moves_of(board, settings, move, passed):
            if one.state == goal and one.turns == turns and not one.is_home:
                left = squares & one.squares & shift(1 << at, -one.offset)
                if left:
                    return move, passed, left
    return None


class TimeTable:
    """How many turns a car needs home from every square, at every velocity that can be reached on the track."""

    def __init__(self, board: Board, settings: Settings) -> None:
        self._layers = list(_layers_back(board, settings))

    def turns(self, car: Car) -> int:
        """Return how many turns a car needs home, turns sat out included.

        The number is `UNREACHABLE` if the car cannot get there or is out.
        """
        if car.finished or car.out:
            return 0 if car.finished else UNREACHABLE
        state, square = (car.passed, car.velocity), 1 << car.at
        for turns, layer in enumerate(self._layers, 1):
            if layer.get(state, 0) & square:
                return turns + car.waits
        return UNREACHABLE


@keep
def time_table(board: Board, settings: Settings) -> TimeTable:
    """Return the table of a track, worked out once a process."""
    return TimeTable(board, settings)


def highest_speed(length: int) -> int:
    """Return the highest velocity that a car from rest can come to on a map so many squares long.

    Before a move by v lie 1 + 2 + … + v - 1 squares; the move itself may lead off the map, over the line or into a
    crash.
    """
    return (isqrt(8 * max(0, length - 1) + 1) - 1) // 2 + 1


def possible_velocities(board: Board, settings: Settings) -> set[tuple[int, int]]:
    """Return the velocities of moves that cars can come to from rest.

    Each follows one that stays on the road somewhere.
    """
    wide, high = highest_speed(board.columns), highest_speed(board.rows)
    found = {(0, 0)}
    new = [(0, 0)]
    while new:
        velocity = new.pop()
        if any(ending.fate == STAYS for ending in endings(board, settings, velocity, 0)):
            for change in ACCELERATIONS:
                east, south = add(velocity, change)
                if (east, south) not in found and abs(east) <= wide and abs(south) <= high:
                    found.add((east, south))
                    new.append((east, south))
    return found


def _layers_back(board: Board, settings: Settings) -> Iterator[Layer]:
    """Yield the states from which home is 1, 2, 3 … turns away."""
    velocities = possible_velocities(board, settings)
    gates = board.all_gates(settings.laps)
    # Moves to a state, their squares not yet met
    before: dict[State, list[tuple[State, Move, int]]] = defaultdict(list)
    coming: dict[int, Layer] = defaultdict(dict)  # by turns to go: the squares where moves begin
    for passed in range(gates):
        for move in sorted(velocities):
            for one in moves_of(board, settings, move, passed):
                if one.is_home:
                    layer = coming[1]
                    layer[passed, move] = layer.get((passed, move), 0) | one.squares
                else:
                    before[one.state].append(((passed, move), one, one.squares))
    seen: Layer = {}
    turns = 0
    while coming:
        turns += 1
        fresh: Layer = {}
        for (passed, move), squares in coming.pop(turns, {}).items():
            for change in ACCELERATIONS:
                velocity = (move[0] - change[0], move[1] - change[1])
                state = (passed, velocity)
                sliding = squares_without_grip(board, settings, velocity) if any(change) else 0
                new = squares & ~sliding & ~seen.get(state, 0)
                if new and velocity in velocities:
                    fresh[state] = fresh.get(state, 0) | new
                    seen[state] = seen.get(state, 0) | new
        for state, squares in fresh.items():
            left = []
            for begin, one, unmet in before[state]:
                came = shift(squares, -one.offset) & unmet
                if came:
                    layer = coming[turns + one.turns]
                    layer[begin] = layer.get(begin, 0) | came
                if came != unmet:
                    left.append((begin, one, unmet ^ came))
            before[state] = left
        yield fresh
