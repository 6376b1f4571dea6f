"""How many turns a car needs to finish from any tile, heading and speed: what plans and bots judge an end of a turn by.

Worked out backwards, turn by turn, with sets of tiles (`terrain.py`): from the moves that finish, the states that can
make them, the states that can get there, and so on. Simpler than the rules, on purpose: no wild cards (one `A`, `B`,
`L` and `R` a turn are free), nobody in the way, no sand; oil and what lies off the track are never entered, the pits at
speed 6 at most. Banks turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import Board, without_slots
from gm_tools.games.nascar.bots.terrain import find_first_met, shift_tiles, terrain
from gm_tools.games.nascar.driving_rules import PIT_LIMIT

MOST_TURNS = 400
MOST_CROSSINGS = 2
_PACES = (6, 8, 10, 12, 14)  # max speeds that are told apart
_SHORT, _PAST, _CROSSED = 0, 1, 2  # of a crossing, going backwards: none to come, one to come, behind it
_Set = dict[tuple[int, int], int]  # heading, speed: tiles

Within = dict[tuple[int, int], list[int]]  # heading, speed: the tiles from which 1, 2, 3 … turns suffice

# States in the middle of a turn, going backwards: by how the line stands to them and whether a bank has turned the car,
# and then by how later moves steer (not at all, to the left, to the right, both), eight headings each.
_Course = dict[tuple[int, bool], list[int]]


class Tempo(NamedTuple):
    """The tiles from which 1, 2, 3 … turns suffice, by heading and speed.

    They are kept for 1 and 2 crossings to go (`MOST_CROSSINGS`).
    """

    top: int
    within: tuple[Within, Within]
    lap: int = 1  # turns of each further lap

    def turns_to_go(self, crossings: int, at: int, heading: int, speed: int) -> int:
        """Return the turns that a car needs from a tile, MOST_TURNS if there is no way."""
        growing = self.within[crossings - 1].get((heading, min(speed, self.top)), [])
        first = find_first_met(growing, 1 << at, 0)
        return first + 1 if first < len(growing) else MOST_TURNS


def tempo(board: Board, max_speed: int, *, finish_in_pits: bool) -> Tempo:
    """Return the turns to go on a track for cars of some max speed.

    Oil that a race has left on it is not known here.
    """
    pace = max((pace for pace in _PACES if pace <= max_speed), default=_PACES[0])
    return _tempo(board, pace, finish_in_pits)


@lru_cache(maxsize=64)
def _tempo(board: Board, top: int, finish_in_pits: bool) -> Tempo:
    last = _Backward(board, top, in_pits=finish_in_pits).turns(())
    before = _Backward(board, top, in_pits=True).turns(last)
    found = Tempo(top, (_within(last), _within(before)))
    return found._replace(lap=_lap(board, found))


def _within(laps: tuple[_Set, ...]) -> Within:
    """Return by heading and speed the tiles from which 1, 2, 3 … turns suffice."""
    found: Within = {}
    for count, sets in enumerate(laps, 1):
        for state, tiles in sets.items():
            within = found.setdefault(state, [])
            last = within[-1] if within else 0
            within += [last] * (count - 1 - len(within))
            within.append(last | tiles)
    return found


def _lap(board: Board, tempo: Tempo) -> int:
    """Return the turns of a lap from behind the line, the most of any state there.

    With fewer a car would rather wait before the line.
    """
    laps = [
        tempo.turns_to_go(2, at + step, heading, speed) - once
        for at in board.line
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
        self.finish_tiles = ground.finish_tiles(finish_in_pits=in_pits)
        self.banks = {side: sum(found for kind, found in ground.grounds if kind.bank == side) for side in (-1, 1)}
        # By moves: where a car can be that so many moves ago was at the line, on a bank.
        self.near_line, self.near_bank = self._spread(line), self._spread(self.banks[-1] | self.banks[1])
        self._windows: dict[tuple[int, int], _Window] = {}
        # Lanes: the speeds that a turn begins with to make more moves than the limit of the pits, then those up to it.
        self.fast = top - PIT_LIMIT + 1 if top > PIT_LIMIT else 0
        self.lanes = [*range(top, top - self.fast, -1), *range(min(top, PIT_LIMIT + 1), -1, -1)]

    def _spread(self, tiles: int) -> list[int]:
        found = [tiles]
        while len(found) <= self.top:
            following = tiles
            for step in self.board.steps:
                following |= shift_tiles(tiles, step) & self.road
            tiles = following
            found.append(tiles)
        return found

    def turns(self, after: tuple[_Set, ...]) -> tuple[_Set, ...]:
        """Return the states that cross the line and then need one of `after`, by turns from 1 on.

        Without `after` they finish there.
        """
        out: list[_Set] = []
        known: _Set = {}
        while len(out) < MOST_TURNS:
            beyond = after[len(out) - 1] if 0 < len(out) <= len(after) else {}
            found = self._turn(out[-1] if out else {}, beyond, finishes=not after and not out)
            new = {state: rest for state, tiles in found.items() if (rest := tiles ^ (tiles & known.get(state, 0)))}
            if not new and len(out) > len(after):
                break
            for state, tiles in new.items():
                known[state] = known.get(state, 0) | tiles
            out.append(new)
        return tuple(out)

    def _turn(self, ends: _Set, beyond: _Set, *, finishes: bool) -> _Set:
        """Return the states that a turn leads from into `ends`, or over the line into `beyond`.

        If the turn finishes the race, any tile beyond will do.
        """
        reached = self.near_line[self.top] if finishes else 0
        for tiles in ends.values():
            reached |= tiles
        for tiles in beyond.values():
            reached |= tiles & self.near_line[self.top]
        if not reached:
            return {}
        return self._window(self._spread(reached)[-1]).turn(ends, beyond, finishes=finishes)

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

    A set of states is one number with a copy of the rows, a lane, for each speed that the turn begins with. The lanes
    with the most moves to make come first: going backwards they are on their way when the others join them.
    """

    def __init__(self, map_: _Backward, base: int, end: int) -> None:
        self.base, self.top, self.lanes, self.fast = base, map_.top, map_.lanes, map_.fast
        self.whole = (1 << end - base) - 1
        self.size = (end - base + map_.board.stride) // 8 + 1  # bytes of a lane, with a gap that no step leads over
        road, line, zone = (self.cut(tiles) for tiles in (map_.road, map_.ground.line, map_.ground.zone))
        self.roads = road, road & ~zone  # up to the limit of the pits, faster
        self.near_line, self.near_bank = (
            [self.cut(tiles) for tiles in near] for near in (map_.near_line, map_.near_bank)
        )
        track = self._copies(road) & ~self._copies(zone, self.fast)
        counted, along, steps = self.cut(map_.finish_tiles), map_.board.along, map_.board.steps
        # By heading: tiles before the line, and those from which a move crosses it neither way.
        crossing = [
            self._copies(shift_tiles(counted, -step) & ~line) & track if ahead > 0 else 0
            for step, ahead in zip(steps, along, strict=True)
        ]
        onward = [
            track & ~(self._copies(line & ~shift_tiles(line, -step)) if ahead < 0 else over)
            for step, ahead, over in zip(steps, along, crossing, strict=True)
        ]
        self.steps, self.crossing, self.onward = steps * 4, crossing * 4, onward * 4
        # By heading: bank tiles entered from a bank, and those by which a bank turns into it, with the heading then.
        banks = {side: self.cut(tiles) for side, tiles in map_.banks.items()}
        bank = banks[-1] | banks[1]
        self.banked = [self._copies(bank & shift_tiles(bank, step)) for step in steps]
        self.turning = [
            [
                (came, self._copies(tiles) & self.banked[came])
                for turn, tiles in banks.items()
                for came in [(heading - turn) % 8]
            ]
            for heading in range(8)
        ]

    def cut(self, tiles: int) -> int:
        """Return what of a set of tiles lies in these rows."""
        return tiles >> self.base & self.whole

    def _copies(self, tiles: int, lanes: int | None = None) -> int:
        """Return a set of tiles in the first lanes, or in all."""
        copies = len(self.lanes) if lanes is None else lanes
        return int.from_bytes(tiles.to_bytes(self.size, "little") * copies, "little") if tiles else 0

    def turn(self, ends: _Set, beyond: _Set, *, finishes: bool) -> _Set:
        """Return the states that a turn leads from into `ends`, or over the line into `beyond`.

        If the turn finishes the race, any tile beyond will do.
        """
        sets = [self._by_heading(states) for states in (ends, beyond)]
        course: _Course = {}
        for number in range(self.top, 0, -1):
            lane = self._join(course, number, sets)
            if self.near_bank[0] and number > 1:  # no bank turns by the first move
                course = self._turn_by_banks(course)
            following: _Course = {}
            for (where, turned), states in course.items():
                back = [
                    (tiles >> step if step >= 0 else tiles << -step) if tiles else 0
                    for tiles, step in zip(states, self.steps, strict=True)
                ]
                _add(following, (where, turned), back, self.onward)
                if where == _PAST:
                    _add(following, (_CROSSED, turned), back, self.crossing)
            if finishes:  # what comes after the crossing is void
                joined = [(1 << 8 * self.size * (lane + 3)) - 1] * 8 + [0] * 24
                for turned in (False, True) if self.near_bank[0] else (False,):
                    _add(following, (_CROSSED, turned), joined, self.crossing)
            course = {key: _select_steered(states) for key, states in following.items()}
        self._join(course, 0, sets)
        starts: _Set = {}
        for heading in range(8):
            found = 0
            for where in (_SHORT, _CROSSED):
                for tiles in course.get((where, False), ())[heading::8]:
                    found |= tiles
            lanes = found.to_bytes(self.size * (len(self.lanes) + 1), "little") if found else b""
            for lane, speed in enumerate(self.lanes) if found else ():
                tiles = int.from_bytes(lanes[self.size * lane : self.size * (lane + 1)], "little")
                if tiles:
                    starts[heading, speed] = starts.get((heading, speed), 0) | tiles << self.base
        return starts

    def _by_heading(self, states: _Set) -> dict[int, list[int]]:
        """Return what of some states lies in these rows: by heading, and by speed from -1 on."""
        found: dict[int, list[int]] = {}
        for (heading, speed), tiles in states.items():
            found.setdefault(heading, [0] * (self.top + 3))[speed + 1] = self.cut(tiles)
        return found

    def _join(self, course: _Course, number: int, sets: Sequence[dict[int, list[int]]]) -> int:
        """Add to a course what so many moves are to lead into, and return the first of the three lanes that make them.

        The lane is -1 for a speed that is too high. One `A` and one `B` are free, before the moves or after them.
        """
        lane = self.lanes.index(number, 0 if number > PIT_LIMIT else self.fast) - 1
        bits = 8 * self.size
        for where, by_heading in enumerate(sets):
            near = self.roads[number > PIT_LIMIT] & (self.near_line[number] if where == _PAST else self.whole)
            for turned, goal in ((False, near), (True, near & self.near_bank[number])):
                for heading, speeds in by_heading.items() if goal else ():
                    slower, same, faster = speeds[number : number + 3]
                    braked, begun = (same | faster) & goal, (same | slower) & goal
                    if braked or begun:
                        found = braked | (braked | begun) << bits | begun << 2 * bits
                        _states(course, (where, turned))[heading] |= shift_tiles(found, lane * bits)
        return lane

    def _turn_by_banks(self, course: _Course) -> _Course:
        """Return the states just before a bank turns cars, or does not."""
        found: _Course = {}
        for (where, turned), states in course.items():
            free = _states(found, (where, turned))
            for index, tiles in enumerate(states):
                if tiles:
                    heading = index % 8
                    free[index] |= tiles if turned else tiles & ~self.banked[heading]
                    for came, banks in self.turning[heading] if turned else ():
                        _states(found, (where, False))[index - heading + came] |= tiles & banks
        return found


def _states(course: _Course, key: tuple[int, bool]) -> list[int]:
    found = course.get(key)
    if found is None:
        found = course[key] = [0] * 32
    return found


def _add(course: _Course, key: tuple[int, bool], states: list[int], where: list[int]) -> None:
    """Add to a course what of some states lies on some tiles."""
    known = _states(course, key)
    known[:] = [old | tiles & on if tiles else old for old, tiles, on in zip(known, states, where, strict=True)]


def _select_steered(states: list[int]) -> list[int]:
    """Return the states before a move that steers, or does not."""
    no, left, right, both = (states[begin : begin + 8] for begin in range(0, 32, 8))
    return [
        *no,
        *[one | other for one, other in zip(left, no[7:] + no[:7], strict=True)],
        *[one | other for one, other in zip(right, no[1:] + no[:1], strict=True)],
        *[one | two | three for one, two, three in zip(both, right[7:] + right[:7], left[1:] + left[:1], strict=True)],
    ]
