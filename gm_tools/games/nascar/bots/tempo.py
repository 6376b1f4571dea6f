"""How many turns a car needs to finish from any tile, heading and speed: what plans and bots judge an end of a turn by.

Worked out backwards, turn by turn, with sets of tiles (`terrain.py`): from the moves that finish, the states that can make them,
the states that can get there, and so on. Simpler than the rules, on purpose: no wild cards (one `A`, `B`, `L` and `R` a turn are
free), nobody in the way, no sand; oil and what lies off the track are never entered, the pits at speed 6 at most. Banks turn.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.games.nascar.board import ON_LINE, without_slots
from gm_tools.games.nascar.bots.terrain import shifted, terrain
from gm_tools.games.nascar.step import PIT_LIMIT

if TYPE_CHECKING:
    from gm_tools.games.nascar.board import Board

MOST_TURNS = 400
MOST_CROSSINGS = 2
_PACES = (6, 8, 10, 12, 14)  # max speeds that are told apart
_SHORT, _PAST, _CROSSED = 0, 1, 2  # of a crossing, going backwards: none to come, one to come, behind it
_Set = dict[tuple[int, int], int]  # heading, speed: tiles

_Within = dict[tuple[int, int], tuple[list[int], list[int]]]
_NOWHERE: tuple[list[int], list[int]] = ([], [])

# States in the middle of a turn, going backwards: by how the line stands to them and whether a bank has turned the car, then by heading.
_Course = dict[tuple[int, bool], list[int]]
_LEFT, _RIGHT = 1, 2  # copies of the map further, for having steered


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

    A crossing in the pits counts if `in_pits`: one that would finish the car does not, as a rule (N12.8). A set of states is one number:
    eight copies of the map side by side, for whether the turn begins with `B` or `A`, and whether a later move steers left and right.
    """

    def __init__(self, board: Board, top: int, *, in_pits: bool) -> None:
        self.steps, self.top, self.size = board.steps, top, len(board.tiles)
        self.copies = sum(1 << copy * self.size for copy in range(8))
        self.whole = (1 << self.size) - 1
        self.unsteered = [  # to the left, to the right
            sum(self.whole << copy * self.size for copy in range(8) if not copy & side) for side in (_LEFT, _RIGHT)
        ]
        ground = terrain(board, without_slots(board.tiles))
        road, line = ground.track & ~ground.oil, ground.line
        banks = {side: sum(found for kind, found in ground.grounds if kind.bank == side) for side in (-1, 1)}
        bank = banks[-1] | banks[1]
        self.roads = []  # up to the limit of the pits, faster; by heading: tiles from which a move does not go against the race
        for track in (road, road & ~ground.zone):
            self.roads.append(
                [
                    self.copies * (track & ~(line & ~shifted(line, -step)) if along < 0 else track)
                    for step, along in zip(board.steps, board.along, strict=True)
                ]
            )
        counted = line if in_pits else line & ~ground.zone
        # By heading: tiles before the line, bank tiles entered from a bank, and those by which a bank turns into it, with the heading then.
        self.before = [
            shifted(counted, -step) & road & ~line if along > 0 else 0
            for step, along in zip(board.steps, board.along, strict=True)
        ]
        self.crossing = [self.copies * tiles for tiles in self.before]
        banked = [bank & shifted(bank, step) for step in board.steps]
        self.banked = [self.copies * tiles for tiles in banked]
        self.turning = [
            [
                ((heading - turn) % 8, self.copies * (tiles & banked[(heading - turn) % 8]))
                for turn, tiles in banks.items()
            ]
            for heading in range(8)
        ]
        # By moves: where a car can be that so many moves ago was at the line, on a bank.
        self.near_line, self.near_bank = self._spread(line, road), self._spread(bank, road)

    def _spread(self, tiles: int, road: int) -> list[int]:
        found = [tiles]
        while len(found) <= self.top:
            following = tiles
            for step in self.steps:
                following |= shifted(tiles, step) & road
            tiles = following
            found.append(tiles)
        return found

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
        half = 4 * self.size
        for moves in range(self.top + 1):
            goals: _Course = {}
            for where, sets, near in ((_SHORT, ends, -1), (_PAST, beyond, self.near_line[moves])):
                # One `A` and one `B` are free, before the moves or after them: who begins with the one can end with the other.
                goal = []
                for heading in range(8):
                    slower, same, faster = (sets.get((heading, moves + more), 0) & near for more in (-1, 0, 1))
                    goal.append(same | faster | (same | slower) << half)
                if any(goal):
                    goals[where, False] = goal
                    turned = self.copies * self.near_bank[moves]
                    if turned:
                        goals[where, True] = [tiles & turned for tiles in goal]
            if not goals and not finishes:
                continue
            for heading, tiles in enumerate(self._moves(moves, goals, finishes=finishes)):
                steered = tiles | tiles >> _RIGHT * self.size
                steered |= steered >> _LEFT * self.size
                for begin, copy in ((-1, 0), (1, 4)):
                    found = steered >> copy * self.size & self.whole
                    for speed in (moves, moves - begin):
                        if found and 0 <= speed <= self.top:
                            starts[heading, speed] = starts.get((heading, speed), 0) | found
        return starts

    def _moves(self, moves: int, course: _Course, *, finishes: bool) -> list[int]:
        """Return by heading where cars start that some moves bring to these states."""
        road = self.roads[moves > PIT_LIMIT]
        track = road[0] | road[4]
        course = {key: [tiles & track for tiles in sets] for key, sets in course.items()}
        for number in range(moves, 0, -1):
            before: _Course = {}
            if finishes:  # what comes after the crossing is void
                for turned in (False, True) if self.near_bank[0] else (False,):
                    for heading, tiles in enumerate(self.before):
                        both = tiles | tiles << 4 * self.size
                        self._steer(before, (_CROSSED, turned), heading, both & track)
            for (where, turned), sets in course.items():
                for heading, tiles in enumerate(sets):
                    if not tiles:
                        continue
                    free = (
                        tiles if turned or number == 1 else tiles & ~self.banked[heading]
                    )  # no bank turns by the first move
                    self._arrive(before, where, turned, heading, free, road)
                    if turned and number > 1:
                        for came, banks in self.turning[heading]:
                            if tiles & banks:
                                self._arrive(before, where, False, came, tiles & banks, road)
            course = before
        starts = [0] * 8
        for where in (_SHORT, _CROSSED):
            for heading, tiles in enumerate(course.get((where, False), ())):
                starts[heading] |= tiles
        return starts

    def _arrive(self, before: _Course, where: int, turned: bool, heading: int, tiles: int, road: list[int]) -> None:
        """Add the states from which a move, and what steers with it, lead to some tiles."""
        step = self.steps[heading]
        origin = (tiles >> step if step >= 0 else tiles << -step) & road[heading]
        crossing = origin & self.crossing[heading]
        if origin != crossing:
            self._steer(before, (where, turned), heading, origin ^ crossing)
        if crossing and where == _PAST:
            self._steer(before, (_CROSSED, turned), heading, crossing)

    def _steer(self, before: _Course, key: tuple[int, bool], heading: int, tiles: int) -> None:
        """Add states before a move that steers, or does not."""
        row = before.get(key)
        if row is None:
            row = before[key] = [0] * 8
        row[heading] |= tiles
        row[heading - 7] |= (tiles & self.unsteered[0]) << self.size * _LEFT
        row[heading - 1] |= (tiles & self.unsteered[1]) << self.size * _RIGHT
