"""How many turns a car needs to finish from any tile, heading and speed: what plans and bots judge an end of a turn by.

Worked out backwards, turn by turn, with sets of tiles (`terrain.py`): from the moves that finish, the states that can make them,
the states that can get there, and so on. Simpler than the rules, on purpose: no wild cards (one `A`, `B`, `L` and `R` a turn are
free), nobody in the way, no sand; oil and what lies off the track are never entered, the pits at speed 6 at most. Banks turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.games.nascar.board import ON_LINE, without_slots
from gm_tools.games.nascar.bots.terrain import first_met, shifted, terrain
from gm_tools.games.nascar.step import PIT_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.games.nascar.board import Board

MOST_TURNS = 400
MOST_CROSSINGS = 2
_PACES = (6, 8, 10, 12, 14)  # max speeds that are told apart
_SHORT, _PAST, _CROSSED = 0, 1, 2  # of a crossing, going backwards: none to come, one to come, behind it
_Set = dict[tuple[int, int], int]  # heading, speed: tiles

_Within = dict[tuple[int, int], list[int]]

# States in the middle of a turn, going backwards: by how later moves steer (not at all, to the left, to the right, both), and by heading.
_Rows = list[list[int]]
# The same by how the line stands to them and whether a bank has turned the car.
_Course = dict[tuple[int, bool], _Rows]


class Tempo(NamedTuple):
    """For 1 and 2 crossings (`MOST_CROSSINGS`) to go, by heading and speed: the tiles from which 1, 2, 3 … turns suffice."""

    top: int
    within: tuple[_Within, _Within]
    lap: int = 1  # turns of each further lap

    def fewest(self, crossings: int, tiles: int, heading: int, speed: int, guess: int = 1) -> tuple[int, int]:
        """Return the fewest turns that a car needs from any of some tiles for up to MOST_CROSSINGS of the line, and the tiles that need no more.

        MOST_TURNS, and all of them, if there is no way from any. A good guess of the turns saves time.
        """
        if not crossings:
            return 0, tiles
        within = self.within[crossings - 1].get((heading, min(speed, self.top)), ())
        first = first_met(within, tiles, guess - 1)
        return (first + 1, tiles & within[first]) if first < len(within) else (MOST_TURNS, tiles)

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
    """Return by heading and speed the tiles from which 1, 2, 3 … turns suffice."""
    found: _Within = {}
    for count, sets in enumerate(laps, 1):
        for state, tiles in sets.items():
            within = found.setdefault(state, [])
            last = within[-1] if within else 0
            within += [last] * (count - 1 - len(within))
            within.append(last | tiles)
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
        self.ground = ground = terrain(board, without_slots(board.tiles))
        self.road, line = ground.track & ~ground.oil, ground.line
        self.counted = line if in_pits else line & ~ground.zone
        self.banks = {side: sum(found for kind, found in ground.grounds if kind.bank == side) for side in (-1, 1)}
        # By moves: where a car can be that so many moves ago was at the line, on a bank.
        self.near_line, self.near_bank = self._spread(line), self._spread(self.banks[-1] | self.banks[1])
        self._windows: dict[tuple[int, int], _Window] = {}

    def _spread(self, tiles: int) -> list[int]:
        found = [tiles]
        while len(found) <= self.top:
            following = tiles
            for step in self.board.steps:
                following |= shifted(tiles, step) & self.road
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
        reached = self.near_line[self.top] if finishes else 0
        for tiles in ends.values():
            reached |= tiles
        for tiles in beyond.values():
            reached |= tiles & self.near_line[self.top]
        if not reached:
            return {}
        window = self._window(self._spread(reached)[-1])
        ends, beyond = ({state: window.cut(tiles) for state, tiles in sets.items()} for sets in (ends, beyond))
        starts: _Set = {}
        for moves in range(self.top + 1):
            for (heading, begin), tiles in window.moves(moves, ends, beyond, finishes=finishes):
                for speed in (moves, moves - begin):
                    if 0 <= speed <= self.top:
                        starts[heading, speed] = starts.get((heading, speed), 0) | tiles
        return {state: tiles << window.base for state, tiles in starts.items()}

    def _window(self, tiles: int) -> _Window:
        """Return the rows that these tiles are in."""
        rows = 4 * self.board.stride  # in steps, so that few windows serve all
        first, last = ((tiles & -tiles).bit_length() - 1) // rows, (tiles.bit_length() - 1) // rows
        found = self._windows.get((first, last))
        if found is None:
            found = self._windows[first, last] = _Window(self, first * rows, (last + 1) * rows)
        return found


class _Window:
    """The moves of a turn on some rows of the map: the numbers stay small.

    A set of states is one number: two copies of the rows side by side, for whether the turn begins with `B` or `A`.
    """

    def __init__(self, map_: _Backward, base: int, end: int) -> None:
        self.base, self.steps = base, map_.board.steps
        self.whole = (1 << end - base) - 1
        self.size = end - base + 2 * map_.board.stride  # with a gap that no step leads over
        road, line, zone = (self.cut(tiles) for tiles in (map_.road, map_.ground.line, map_.ground.zone))
        counted, along = self.cut(map_.counted), map_.board.along
        banks = {side: self.cut(tiles) for side, tiles in map_.banks.items()}
        bank = banks[-1] | banks[1]
        self.near_line = [self._twice(self.cut(tiles)) for tiles in map_.near_line]
        self.near_bank = [self._twice(self.cut(tiles)) for tiles in map_.near_bank]
        # Up to the limit of the pits, faster; by heading: tiles from which a move does not go against the race.
        self.roads = [
            [
                self._twice(track & ~(line & ~shifted(line, -step)) if ahead < 0 else track)
                for step, ahead in zip(self.steps, along, strict=True)
            ]
            for track in (road, road & ~zone)
        ]
        # By heading: tiles before the line, bank tiles entered from a bank, and those by which a bank turns into it, with the heading then.
        self.crossing = [
            self._twice(shifted(counted, -step) & road & ~line if ahead > 0 else 0)
            for step, ahead in zip(self.steps, along, strict=True)
        ]
        self.banked = [self._twice(bank & shifted(bank, step)) for step in self.steps]
        self.turning = [
            [
                (came, self._twice(tiles) & self.banked[came])
                for turn, tiles in banks.items()
                for came in [(heading - turn) % 8]
            ]
            for heading in range(8)
        ]

    def cut(self, tiles: int) -> int:
        """Return what of a set of tiles lies in these rows."""
        return tiles >> self.base & self.whole

    def _twice(self, tiles: int) -> int:
        return tiles | tiles << self.size

    def moves(self, moves: int, ends: _Set, beyond: _Set, *, finishes: bool) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield by heading, and by the speed that the turn begins with, where cars start that some moves lead from into `ends` or `beyond`."""
        road = self.roads[moves > PIT_LIMIT]
        track = road[0] | road[4]
        course: _Course = {}
        at_line = False
        for where, sets in ((_SHORT, ends), (_PAST, beyond)):
            # One `A` and one `B` are free, before the moves or after them: who begins with the one can end with the other.
            goal = []
            for heading in range(8):
                slower, same, faster = (sets.get((heading, moves + more), 0) for more in (-1, 0, 1))
                goal.append((same | faster | (same | slower) << self.size) & track)
            at_line = at_line or any(tiles & self.near_line[moves] for tiles in goal)
            if where == _PAST:
                goal = [tiles & self.near_line[moves] for tiles in goal]
            if any(goal):
                course[where, False] = _rows(goal)
                if self.near_bank[moves]:
                    course[where, True] = _rows([tiles & self.near_bank[moves] for tiles in goal])
        if not course and not finishes:
            return
        for number in range(moves, 0, -1):
            if self.near_bank[0] and number > 1:  # no bank turns by the first move
                course = self._turned_by_banks(course)
            course = {key: [self._back(row, road) for row in rows] for key, rows in course.items()}
            if at_line:
                course = self._over_the_line(course)
            if finishes:  # what comes after the crossing is void
                for turned in (False, True) if self.near_bank[0] else (False,):
                    row = _row(course, (_CROSSED, turned), 0)
                    row[:] = [tiles | line & track for tiles, line in zip(row, self.crossing, strict=True)]
            course = {key: _steered(rows) for key, rows in course.items()}
        for where in (_SHORT, _CROSSED):
            for row in course.get((where, False), ()):
                for heading, tiles in enumerate(row):
                    if tiles:
                        yield (heading, -1), tiles & self.whole
                        yield (heading, 1), tiles >> self.size

    def _back(self, row: list[int], road: list[int]) -> list[int]:
        """Return where cars were before a move."""
        return [
            (tiles >> step if step >= 0 else tiles << -step) & track if tiles else 0
            for tiles, step, track in zip(row, self.steps, road, strict=True)
        ]

    def _turned_by_banks(self, course: _Course) -> _Course:
        """Return the states just before a bank turns cars, or does not."""
        found: _Course = {}
        for (where, turned), rows in course.items():
            for steered, row in enumerate(rows):
                free = _row(found, (where, turned), steered)
                for heading, tiles in enumerate(row):
                    free[heading] |= tiles if turned else tiles & ~self.banked[heading]
                    if turned and tiles:
                        for came, banks in self.turning[heading]:
                            _row(found, (where, False), steered)[came] |= tiles & banks
        return found

    def _over_the_line(self, course: _Course) -> _Course:
        """Return the states with those apart that the move takes over the line."""
        found: _Course = {}
        for (where, turned), rows in course.items():
            for steered, row in enumerate(rows):
                short = _row(found, (where, turned), steered)
                for heading, (tiles, line) in enumerate(zip(row, self.crossing, strict=True)):
                    short[heading] |= tiles & ~line
                    if where == _PAST and tiles & line:
                        _row(found, (_CROSSED, turned), steered)[heading] |= tiles & line
        return found


def _rows(unsteered: list[int]) -> _Rows:
    return [unsteered, [0] * 8, [0] * 8, [0] * 8]


def _row(course: _Course, key: tuple[int, bool], steered: int) -> list[int]:
    rows = course.get(key)
    if rows is None:
        rows = course[key] = [[0] * 8 for _ in range(4)]
    return rows[steered]


def _steered(rows: _Rows) -> _Rows:
    """Return the states before a move that steers, or does not."""
    no, left, right, both = rows
    return [
        no,
        [one | other for one, other in zip(left, no[7:] + no[:7], strict=True)],
        [one | other for one, other in zip(right, no[1:] + no[:1], strict=True)],
        [one | two | three for one, two, three in zip(both, right[7:] + right[:7], left[1:] + left[:1], strict=True)],
    ]
