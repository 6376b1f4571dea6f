"""What brings a car home for certain: it brakes straight on to speed 1, then creeps tile by tile to the line.

The turns that this takes on the map as it is, expected over chance, fall with every turn that is driven so. A bot that
takes no order that does not lessen them comes to the finish, whatever else it looks for: none of its ways is a ring.

A car creeps by `M`, `L` or `R` at speed 1, `AM`, `AL` or `AR` at speed 0: one tile each turn. Off the track it stays
and is turned (N6.5); oil turns it by chance (N9.1). Neither wild cards nor max speed nor sand play a part.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import ASPHALT, OFF, PIT_LINE, Board, without_slots
from gm_tools.games.nascar.bots.terrain import indices, shift_tiles, terrain
from gm_tools.games.nascar.check import TURNS
from gm_tools.games.nascar.driving_rules import SLIDES, CarState, End, Ground, Rules, ground_of
from gm_tools.games.nascar.options import MOST_SPACES, Settings
from gm_tools.games.nascar.position import Car, Position

if TYPE_CHECKING:
    from gm_tools.games.nascar.bots.waves import Outcome

_SWEEPS = 400  # over the states that only chance brings home
_FASTEST = 99  # max speed plays no part
_PRECISE = 0.25  # turns by which a sweep may still change one of them


class Creeping(NamedTuple):
    """Turns to the next crossing of the line for a car that creeps.

    They are listed by turns and by heading: the tiles from which so many suffice. `chancy` holds by heading and tile
    the states that need oil, or have to cross the line backwards first. A lap is counted as `lap` turns, more than
    there are states.
    """

    within: tuple[tuple[int, ...], ...]
    chancy: dict[tuple[int, int], float]
    lap: int

    def turns(self, at: int, heading: int) -> float:
        """Return the turns that a car on a tile needs, expected over oil."""
        count = bisect_left(self.within, 1, key=lambda known: known[heading] >> at & 1)
        return count if count < len(self.within) else self.chancy.get((heading, at), self.lap)


@lru_cache(maxsize=8)
def creeping(board: Board, oil: int, *, finish_in_pits: bool) -> Creeping:
    """Return the turns to creep to the line past these tiles of oil."""
    creeper = _creeper(board, finish_in_pits)
    within = creeper.within(oil)
    found = Creeping(within, {}, 8 * len(board.tiles))
    rest = [(heading, at) for heading, known in enumerate(within[-1]) for at in indices(creeper.track & ~known)]
    _add_chancy(found, board, rest, oil, creeper.forward)
    return found


@lru_cache(maxsize=8)
def _creeper(board: Board, finish_in_pits: bool) -> Creeper:
    return Creeper(board, finish_in_pits=finish_in_pits)


class Creeper:
    """The search backwards from the line, a turn at a time, over sets of tiles by heading.

    Oil that a race leaves changes little. What was found last is kept: until a turn comes to a tile whose oil has
    changed, and again when the turns found behind it are no others than before, they are taken over.
    """

    def __init__(self, board: Board, *, finish_in_pits: bool) -> None:
        ground = terrain(board, without_slots(board.tiles))
        self.steps, self.track, line = board.steps, ground.track, ground.line
        counted = ground.finish_tiles(finish_in_pits=finish_in_pits)
        before = []  # tiles from which a move crosses the line
        self.forward = []  # tiles from which a move does not cross it backwards
        self.dead_ends = []  # tiles from which a move leaves the track
        for step, along in zip(board.steps, board.along, strict=True):
            before.append(shift_tiles(counted, -step) & self.track & ~line if along > 0 else 0)
            self.forward.append(self.track & ~(line & ~shift_tiles(line, -step)) if along < 0 else self.track)
            self.dead_ends.append(self.track & ~shift_tiles(self.track, -step))
        self._oil = 0
        self._within = [(0,) * 8, tuple(_steer(before))]
        self._new = [0]  # by turns: the tiles of the states that need just so many

    def within(self, oil: int) -> tuple[tuple[int, ...], ...]:
        """Return by turns, and by heading, the tiles from which so many suffice past these tiles of oil."""
        old, old_new, changed = self._within, self._new, oil ^ self._oil
        found, found_new, free = old[:2], [0], self.track & ~oil
        while found[-1] != found[-2]:
            turns = len(found_new)
            is_same = turns + 1 < len(old) and found[turns] == old[turns] and found[turns - 1] == old[turns - 1]
            if is_same and not old_new[turns] & changed:
                found.append(old[turns + 1])
                found_new.append(old_new[turns])
                continue
            new = [now ^ before for now, before in zip(found[-1], found[-2], strict=True)]
            moves = [
                shift_tiles(tiles & free, -step) & onward | tiles & dead_end
                for tiles, step, onward, dead_end in zip(new, self.steps, self.forward, self.dead_ends, strict=True)
            ]
            found.append(tuple(now | more for now, more in zip(found[-1], _steer(moves), strict=True)))
            found_new.append(reduce(or_, new))
        self._oil, self._within, self._new = oil, found, found_new
        return tuple(found)


def _steer(moves: list[int]) -> list[int]:
    """Return by heading the tiles from which a car can make one of some moves, which may turn it first."""
    return [moves[heading - 1] | moves[heading] | moves[heading - 7] for heading in range(8)]


def _add_chancy(found: Creeping, board: Board, rest: list[tuple[int, int]], oil: int, forward: list[int]) -> None:
    """Add the states that no certain way leads out of: sweep over them until their turns hardly change.

    From too many turns down: at every moment each state has at least one more than what its best letter leads to.
    """
    chancy = found.chancy
    chancy.update(dict.fromkeys(rest, 8.0 * found.lap))
    ways: dict[tuple[int, int], list[tuple[float, float, list[tuple[int, int]]]]] = {}
    for heading, at in rest:
        options = ways[heading, at] = []  # turns that are known, how likely each other state is, those states
        for after in ((heading + turn) % 8 for turn in TURNS.values()):
            there = at + board.steps[after]
            cost, led = 1.0, [(after, at)]
            if board.tiles[there] != OFF:
                cost += 0 if forward[after] >> at & 1 else found.lap
                led = [((after + slide) % 8, there) for slide in (SLIDES.values() if oil >> there & 1 else (0,))]
            chance = 1 / len(led)
            cost += chance * sum(found.turns(tile, turned) for turned, tile in led if (turned, tile) not in chancy)
            options.append((cost, chance, [state for state in led if state in chancy]))
    for _ in range(_SWEEPS):
        changed = 0.0
        for state, options in ways.items():
            before = chancy[state]
            turns = min(cost + chance * sum([chancy[other] for other in led]) for cost, chance, led in options)
            if turns < before:
                changed = max(changed, before - turns)
                chancy[state] = turns
        if changed < _PRECISE:
            return


class _Straight:
    """Moves straight on by a car without figures, each kind worked out once, for all maps.

    Their number is that of states, grounds and speeds.
    """

    def __init__(self, board: Board, settings: Settings) -> None:
        car = Car("", 0, 0)
        rules = Rules(Position(board, settings, 0, board.tiles, (car,), 0), car, meets_again=False)
        self._rules = rules
        self.ground = cache(lambda at, glyph: ground_of(board, at, glyph))
        self.ways = cache(self._ways)
        self.end_running = cache(lambda state, moves: rules.end_running(state, 0, moves, 0, 0))
        self.end_stopped = cache(lambda state, moves, spaces: rules.end_stopped(state, 0, moves, spaces, 0, 0))

    def _ways(
        self, state: CarState, came: Ground, onto: Ground, number: int, moves: int
    ) -> list[tuple[float, CarState]]:
        """Return what move `number` of so many brings between two grounds, with its chances."""
        ways = self._rules.move(state, state.heading, came, onto, number, moves)
        return [(float(chance), after) for chance, after in ways]


@lru_cache(maxsize=8)
def _straight_drive(board: Board, settings: Settings) -> _Straight:
    return _Straight(board, settings)


@lru_cache(maxsize=4)
def homing(board: Board, settings: Settings, tiles: str) -> Homing:
    """Return the turns home on a map; the same for all cars."""
    return Homing(board, settings, tiles)


class Homing:
    """The turns home on a map, from any end of a car's turn."""

    def __init__(self, board: Board, settings: Settings, tiles: str) -> None:
        self._straight = _straight_drive(board, settings)
        self._board, self._tiles, self._laps = board, tiles, settings.laps
        roads = list(tiles)
        for at in (*board.line, *board.zone):  # where even asphalt is no plain road
            roads[at] = PIT_LINE
        self._roads = "".join(roads)
        self._creeping = creeping(board, terrain(board, tiles).oil, finish_in_pits=settings.finish_in_pits)
        self._known: dict[tuple[int, int, int], float] = {}

    def turns(self, end: End) -> float:
        """Return the turns that a car needs from an end of a turn, expected; 0 if it has finished."""
        laps = self._laps - end.laps
        if end.finish is not None or laps <= 0:
            return 0
        return self.to_line(end) + (laps - 1) * self._creeping.lap

    def expect(self, outcome: Outcome) -> float:
        """Return the turns that a car needs after an outcome."""
        return sum(float(chance) * self.turns(end) for chance, end in outcome)

    def to_line(self, end: End) -> float:
        """Return the turns to the next crossing of the line."""
        return self._brake_turns(end.at, end.heading, end.speed)

    def _brake_turns(self, at: int, heading: int, speed: int) -> float:
        """Return the turns to the next crossing of the line for a car that brakes straight on, then creeps."""
        key = at, heading, speed
        known = self._known.get(key)
        if known is None:
            turns, step, roads = 0.0, self._board.steps[heading], self._roads
            while speed > 1:
                turns, speed = turns + 1, speed - 1
                last = at + speed * step
                if not 0 <= last < len(roads) or roads[at:last:step] + roads[last] != ASPHALT * (speed + 1):
                    turns += self._expect_moves(at, CarState(heading, self._laps - 1, _FASTEST, None), 1, speed)
                    break
                at = last
            else:
                turns += self._creeping.turns(at, heading)
            known = self._known[key] = turns
        return known

    def _expect_moves(self, at: int, state: CarState, number: int, moves: int) -> float:
        """Return the turns after this one, of which the moves from `number` on, all straight, are still to be made."""
        roads, step = self._roads, self._board.steps[state.heading]
        while number <= moves:
            there = at + step
            if roads[there] == ASPHALT == roads[at]:  # nothing can happen
                at, number = there, number + 1
                continue
            came, onto = self._straight.ground(at, self._tiles[at]), self._straight.ground(there, self._tiles[there])
            ways = self._straight.ways(state, came, onto, number, moves)
            return sum([chance * self._expect_after(at, there, after, number, moves) for chance, after in ways])
        return self._expect_end(at, self._straight.end_running(state, moves))

    def _expect_after(self, at: int, there: int, state: CarState, number: int, moves: int) -> float:
        if state.stop is None:
            return self._expect_moves(there, state, number + 1, moves)
        if state.stop.finish:
            return 0
        step = self._board.steps[state.heading]
        spaces = 1
        while spaces < MOST_SPACES and spaces + number <= moves and self._tiles[there + spaces * step] == OFF:
            spaces += 1
        return self._expect_end(at, self._straight.end_stopped(state, moves, spaces))

    def _expect_end(self, at: int, end: End) -> float:
        return self._brake_turns(at, end.heading, end.speed) + (self._laps - 1 - end.laps) * self._creeping.lap
