"""How many turns a car needs to finish from any tile, heading and speed: what plans and bots judge an end of a turn by.

Worked out backwards, turn by turn, with sets of tiles (`terrain.py`): from the moves that finish, the states that can make them,
the states that can get there, and so on. Simpler than the rules, on purpose: no wild cards (one `A`, `B`, `L` and `R` a turn are
free), nobody in the way, no sand; oil and what lies off the track are never entered, the pits at speed 6 at most. Banks turn.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.games.nascar.board import ON_LINE
from gm_tools.games.nascar.drive import PIT_LIMIT
from gm_tools.games.nascar.terrain import shifted, terrain

if TYPE_CHECKING:
    from gm_tools.games.nascar.board import Board

MOST_TURNS = 400
MOST_CROSSINGS = 2
_PACES = (6, 8, 10, 12, 14)  # max speeds that are told apart
_SHORT, _PAST, _CROSSED = 0, 1, 2  # of a crossing, going backwards: none to come, one to come, behind it
_Set = dict[tuple[int, int], int]  # heading, speed: tiles

_Within = dict[tuple[int, int], tuple[list[int], list[int]]]
_NOWHERE: tuple[list[int], list[int]] = ([], [])

# A state in the middle of a turn is a number: where (times _WHERE), whether a bank has turned the car (_TURNED), whether it has
# steered left (_LEFT) and right (_RIGHT), going backwards, and its heading.
_LEFT, _RIGHT, _TURNED, _WHERE = 8, 16, 32, 64
# The states before a move that steers, or does not, by the state after it.
_STEERED = tuple(
    (
        state,
        *((state - state % 8 + (state + 1) % 8 + _LEFT,) if not state & _LEFT else ()),
        *((state - state % 8 + (state - 1) % 8 + _RIGHT,) if not state & _RIGHT else ()),
    )
    for state in range(3 * _WHERE)
)


class Tempo(NamedTuple):
    """For 1 and 2 crossings (`MOST_CROSSINGS`) to go, by heading and speed: turns, and the tiles from which so many suffice."""

    top: int
    within: tuple[_Within, _Within]
    lap: int = 1  # turns of each further lap

    def fewest(self, crossings: int, tiles: int, heading: int, speed: int) -> tuple[int, int]:
        """Return the fewest turns that a car needs from any of some tiles for up to MOST_CROSSINGS of the line, and the tiles that need no more.

        MOST_TURNS, and all of them, if there is no way from any.
        """
        if not crossings:
            return 0, tiles
        turns, within = self.within[crossings - 1].get((heading, min(speed, self.top)), _NOWHERE)
        first = bisect_left(within, 1, key=lambda known: bool(known & tiles))
        return (turns[first], tiles & within[first]) if first < len(turns) else (MOST_TURNS, tiles)

    def turns_to_go(self, crossings: int, at: int, heading: int, speed: int) -> int:
        """Return the turns that a car needs from a tile, MOST_TURNS if there is no way."""
        return self.fewest(crossings, 1 << at, heading, speed)[0]


def tempo(board: Board, max_speed: int, *, finish_in_pits: bool) -> Tempo:
    """Return the turns to go on a track for cars of some max speed. Oil that a race has left on it is not known here."""
    pace = max((pace for pace in _PACES if pace <= max_speed), default=_PACES[0])
    return _tempo(board, pace, finish_in_pits)


@lru_cache(maxsize=64)
def _tempo(board: Board, top: int, finish_in_pits: bool) -> Tempo:
    last = _Backward(board, top, in_pits=finish_in_pits).turns(())
    before = _Backward(board, top, in_pits=True).turns(last)
    found = Tempo(top, (_within(last), _within(before)))
    return found._replace(lap=_lap(board, found))


def _within(laps: tuple[_Set, ...]) -> _Within:
    """Return by heading and speed the numbers of turns, and the tiles from which so many suffice."""
    found: _Within = {}
    for count, sets in enumerate(laps, 1):
        for state, tiles in sets.items():
            turns, within = found.setdefault(state, ([], []))
            turns.append(count)
            within.append(tiles | (within[-1] if within else 0))
    return found


def _lap(board: Board, tempo: Tempo) -> int:
    """Return the turns of a lap from behind the line, the most of any state there: with fewer a car would rather wait before it."""
    laps = [
        tempo.turns_to_go(2, at + step, heading, speed) - once
        for at, flag in enumerate(board.flags)
        if flag & ON_LINE
        for heading, step in enumerate(board.steps)
        if board.along[heading] > 0
        for speed in range(tempo.top + 1)
        if (once := tempo.turns_to_go(1, at + step, heading, speed)) < MOST_TURNS
    ]
    return max((lap for lap in laps if lap < MOST_TURNS // 2), default=1)


class _Backward:
    """The search from the line backwards, each turn from the states that the last one found.

    A crossing in the pits counts if `in_pits`: one that would finish the car does not, as a rule (N12.8).
    """

    def __init__(self, board: Board, top: int, *, in_pits: bool) -> None:
        self.board, self.top = board, top
        ground = terrain(board, board.tiles.replace("x", "*"))
        self.track = ground.track & ~ground.oil
        self.slow = self.track & ~ground.zone
        line = 0
        banks = {-1: 0, 1: 0}
        for kind, members in ground.grounds:
            line |= members if kind.line else 0
            if kind.bank:
                banks[kind.bank] |= members
        bank = banks[-1] | banks[1]
        # By heading: bank tiles entered from a bank, tiles before the line, tiles from which the move does not go against the race.
        self.banked, self.before, self.along = [], [], []
        for step, along in zip(board.steps, board.along, strict=True):
            self.banked.append(bank & shifted(bank, step))
            counted = line if in_pits else line & ~ground.zone
            self.before.append(shifted(counted, -step) & self.track & ~line if along > 0 else 0)
            self.along.append(~(line & ~shifted(line, -step)) if along < 0 else -1)
        # By heading: those that a bank turns into it, where it does.
        self.turning = [
            [((heading - turn) % 8, tiles & self.banked[(heading - turn) % 8]) for turn, tiles in banks.items()]
            for heading in range(8)
        ]

    def turns(self, after: tuple[_Set, ...]) -> tuple[_Set, ...]:
        """Return the states that cross the line and then need one of `after`, by turns: 1, 2 …; no `after`: they finish there."""
        out: list[_Set] = []
        known: _Set = {}
        while len(out) < MOST_TURNS:
            beyond = after[len(out) - 1] if 0 < len(out) <= len(after) else {}
            found = self._turn(out[-1] if out else {}, beyond, finishes=not after and not out)
            new = {state: rest for state, tiles in found.items() if (rest := tiles & ~known.get(state, 0))}
            if not new and len(out) > len(after):
                break
            for state, tiles in new.items():
                known[state] = known.get(state, 0) | tiles
            out.append(new)
        return tuple(out)

    def _turn(self, ends: _Set, beyond: _Set, *, finishes: bool) -> _Set:
        """Return the states that a turn leads from into `ends`, or over the line into `beyond` (anywhere, if it finishes)."""
        starts: _Set = {}
        for moves in range(self.top + 1):
            # One `A` and one `B` are free, before the moves or after them: who begins with the one can end with the other.
            for begin in (-1, 1):
                goals = [0] * (3 * _WHERE)
                for where, sets in ((_SHORT, ends), (_PAST, beyond)):
                    for heading in range(8):
                        tiles = sets.get((heading, moves), 0) | sets.get((heading, moves - begin), 0)
                        for turned in (0, _TURNED):
                            goals[where * _WHERE + turned + heading] = tiles
                if not finishes and not any(goals):
                    continue
                for heading, tiles in enumerate(self._moves(moves, goals, finishes=finishes)):
                    for speed in (moves, moves - begin):
                        if tiles and 0 <= speed <= self.top:
                            starts[heading, speed] = starts.get((heading, speed), 0) | tiles
        return starts

    def _moves(self, moves: int, states: list[int], *, finishes: bool) -> list[int]:
        """Return by heading where cars start that some moves bring to these states."""
        track = self.track if moves <= PIT_LIMIT else self.slow
        states = [tiles & track for tiles in states]
        for number in range(moves, 0, -1):
            before = [0] * (3 * _WHERE)
            if finishes:  # what comes after the crossing is void
                for heading, tiles in enumerate(self.before):
                    for turned in (0, _TURNED):
                        for state in _STEERED[_CROSSED * _WHERE + turned + heading]:
                            before[state] |= tiles & track
            for state, tiles in enumerate(states):
                if not tiles:
                    continue
                heading = state % 8
                if number == 1:  # no bank turns by the first move
                    self._arrive(before, state, tiles, track)
                elif not state & _TURNED:
                    self._arrive(before, state, tiles & ~self.banked[heading], track)
                else:
                    self._arrive(before, state, tiles, track)
                    for came, banks in self.turning[heading]:
                        if tiles & banks:
                            self._arrive(before, state - _TURNED - heading + came, tiles & banks, track)
            states = before
        starts = [0] * 8
        for state, tiles in enumerate(states):
            if not state & _TURNED and state // _WHERE != _PAST:
                starts[state % 8] |= tiles
        return starts

    def _arrive(self, before: list[int], state: int, tiles: int, track: int) -> None:
        """Add the states from which a move, and what steers with it, lead to the tiles of a state."""
        heading = state % 8
        step = self.board.steps[heading]
        origin = (tiles >> step if step >= 0 else tiles << -step) & track & self.along[heading]
        crossing = origin & self.before[heading]
        if origin != crossing:
            for led in _STEERED[state]:
                before[led] |= origin ^ crossing
        if crossing and state // _WHERE == _PAST:
            for led in _STEERED[state + _WHERE]:
                before[led] |= crossing
