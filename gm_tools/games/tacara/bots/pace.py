"""How many turns a car still needs on an empty track, without turbo chips: exact, for every space and shift.

Worked out backwards from the finish. The states of one shift and line count are a set of spaces, and a set is one long
number with a bit for each space, so that all spaces are driven at once. Scores count sixths of a turn: a race that can
be ended in `t` turns, `d` spaces past the finish, has 6 t - d (d at most 6, since a turn less is better than any
distance: C50).
"""

from __future__ import annotations

from functools import lru_cache

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import Board, Line, places_past
from gm_tools.games.tacara.drive import legs
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.shift import NEUTRAL, Shift, ShiftTable, lost_slots, reach

TURN = 6  # parts of a turn that scores count; a space past the finish is one
LOST = 10_000  # the score of a space from which the finish cannot be reached
Sets = dict[int, int]  # lines crossed: set of spaces


class Pace:
    """The scores of one course with one number of cars (its lines, what is track) and one shift table."""

    def __init__(self, track: bytes, stride: int, lines: tuple[Line, ...], table: ShiftTable) -> None:
        self.lines = len(lines)
        self._size = len(track)
        self._layers = _Solver(track, stride, lines, table).layers if lines else {}
        self._scores: dict[tuple[int, Shift], list[int]] = {}

    def score(self, at: int, shift: Shift, crossed: int) -> int:
        """Return the score of a car on its wheels at the start of its slot.

        One that is bound to crash pays for that (C28).
        """
        if not self.lines:
            return 0
        known = self._table(crossed, shift)[at]
        if known < LOST:
            return known
        upright = self._table(crossed, NEUTRAL)[at]
        return upright if upright == LOST else upright + TURN * (1 + lost_slots(shift))

    def is_bound_to_crash(self, at: int, shift: Shift, crossed: int) -> bool:
        """Tell whether no drives without turbo chips keep a car from crashing, where a slower one could get home."""
        return bool(self.lines) and self._table(crossed, shift)[at] == LOST != self._table(crossed, NEUTRAL)[at]

    def _table(self, crossed: int, shift: Shift) -> list[int]:
        """Return the scores of all spaces, for one shift and count of lines; made when it is first asked for."""
        key = (crossed, shift)
        found = self._scores.get(key)
        if found is None:
            found = self._scores[key] = [LOST] * self._size
            for score, spaces in self._layers.get(key, ()):
                digits = bin(spaces)[:1:-1]
                at = digits.find("1")
                while at >= 0:
                    found[at] = score
                    at = digits.find("1", at + 1)
        return found


def turns_of(score: int) -> int:
    """Return the turns that a score stands for: 6 t - d with d from 1 to 6 is t."""
    return score // TURN + 1


def pace_of(position: Position) -> Pace:
    """Return the pace of a race.

    It is worked out once for a course, a number of cars and a shift table, in some tenths of a second.
    """
    board: Board = position.board
    return _pace(board.mask(position.starters), board.stride, position.lines, position.settings.shift_table)


@lru_cache(maxsize=16)
def _pace(track: bytes, stride: int, lines: tuple[Line, ...], table: ShiftTable) -> Pace:
    return Pace(track, stride, lines, table)


class _Gate(NamedTuple):
    """Where a step changes the count of lines: from the spaces `on` one more, from the spaces `off` one fewer (C48)."""

    on: int
    off: int


class _Solver:
    """The working out: `layers` lists for (lines crossed, shift) the scores and the set of spaces that have each."""

    def __init__(self, track: bytes, stride: int, lines: tuple[Line, ...], table: ShiftTable) -> None:
        self.track = _set_of(at for at, usable in enumerate(track) if usable)
        self.step = {"E": 1, "N": -stride, "S": stride, "W": -1}
        self.gates = {
            (direction, crossed): gate
            for direction, step in self.step.items()
            for crossed in range(len(lines) + 1)
            if any(gate := _gate(lines, crossed, step))
        }
        self.layers: dict[tuple[int, Shift], list[tuple[int, int]]] = {}
        finish, home = lines[-1], len(lines)
        shifts = [
            (e, n) for e in range(-table.x, table.x + 1) for n in range(-table.y, table.y + 1) if table.holds(e, n)
        ]
        near = {shift: tuple(reach(table, shift, 2)) for shift in shifts}
        waiting: dict[int, dict[Shift, Sets]] = {}
        for past in range(1, TURN + 1):
            spaces = self.track & _set_of(
                at
                for at in range(len(track))
                if min(places_past(finish, at // stride - 1, at % stride - 1), TURN) == past
            )
            waiting[-past] = {shift: {home: spaces} for shift in shifts}
        settled: dict[tuple[int, Shift], int] = {}
        while waiting:
            score = min(waiting)
            for shift, sets in waiting.pop(score).items():
                fresh: Sets = {}
                for crossed, spaces in sets.items():
                    known = settled.get((crossed, shift), 0)
                    if new := spaces & ~known:
                        settled[crossed, shift] = known | new
                        self.layers.setdefault((crossed, shift), []).append((score, new))
                        fresh[crossed] = new
                if not fresh:
                    continue
                starts = self.starts(shift, fresh)
                starts.pop(home, None)  # a car that is home drives no more
                later = waiting.setdefault(score + TURN, {})
                for before in near[shift]:
                    there = later.setdefault(before, {})
                    for crossed, spaces in starts.items():
                        there[crossed] = there.get(crossed, 0) | spaces

    def starts(self, shift: Shift, ends: Sets) -> Sets:
        """Return the states from which a normal move at this shift ends in one of `ends` (C19, C20)."""
        found: Sets = {}
        for axis in "HV" if all(shift) else "H":
            sets = ends
            for direction, count in reversed(legs(shift, axis)):
                for _ in range(count):
                    sets = self.step_back(sets, direction)
            for crossed, spaces in sets.items():
                found[crossed] = found.get(crossed, 0) | spaces
        return found

    def step_back(self, sets: Sets, direction: str) -> Sets:
        """Return the states from which one step leads into `sets`."""
        step = self.step[direction]
        found: Sets = {}
        for crossed, spaces in sets.items():
            here = (spaces >> step if step > 0 else spaces << -step) & self.track
            # The step may have led over a line: from one line fewer onto it, or from one line more back over it.
            for before in (crossed, crossed - 1, crossed + 1):
                on, off = self.gates.get((direction, before), (0, 0))
                came = here & (~(on | off) if before == crossed else on if before < crossed else off)
                if came:
                    found[before] = found.get(before, 0) | came
        return found


def _set_of(spaces: object) -> int:
    found = 0
    for at in spaces:  # type: ignore[attr-defined]
        found |= 1 << at
    return found


def _gate(lines: tuple[Line, ...], crossed: int, step: int) -> _Gate:
    on = off = 0
    if crossed < len(lines) and lines[crossed].step == step:
        on = _set_of(lines[crossed].before)
    if crossed and lines[crossed - 1].step == -step:
        off = _set_of(at - step for at in lines[crossed - 1].before) & ~on
    return _Gate(on, off)
