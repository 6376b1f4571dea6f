"""How many turns a car needs to finish from any tile, heading and speed: what plans and bots judge an end of a turn by.

Worked out backwards, turn by turn, with sets of tiles (`terrain.py`): from the moves that finish, the states that can make them,
the states that can get there, and so on. Simpler than the rules, on purpose: no wild cards (one `A`, `B`, `L` and `R` a turn are
free), nobody in the way, no sand; oil and what lies off the track are never entered, the pits at speed 6 at most. Banks turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.games.nascar.board import ON_LINE
from gm_tools.games.nascar.drive import PIT_LIMIT
from gm_tools.games.nascar.terrain import indices, shifted, terrain

if TYPE_CHECKING:
    from gm_tools.games.nascar.board import Board

MOST_TURNS = 400
_PACES = (6, 8, 10, 12, 14)  # max speeds that are told apart
_LEAVE, _SLIDE = 4, 3  # moves that leaving the track and being turned by oil count as, for a car that has no better way
_SHORT, _PAST, _CROSSED = 0, 1, 2  # of a crossing, going backwards: none to come, one to come, behind it
_Set = dict[tuple[int, int], int]  # heading, speed: tiles

# Free speed changes: what they make of the speed before the moves, and after them.
_FREE = tuple((begin, end) for begin in (-1, 0, 1) for end in (-1, 0, 1) if not begin == end != 0)


class Tempo(NamedTuple):
    """For 1 and 2 crossings to go: the tiles from which so many turns suffice, by turns, then by heading and speed."""

    top: int
    laps: tuple[tuple[_Set, ...], tuple[_Set, ...]]
    turns: dict[tuple[int, int, int, int], int]  # crossings, heading, speed, tile: worked out once each
    lap: int = 1  # turns of each further lap

    def turns_to_go(self, crossings: int, at: int, heading: int, speed: int) -> int:
        """Return the turns that a car needs for so many crossings of the line, MOST_TURNS and more if there is no way."""
        if crossings <= 0:
            return 0
        if crossings > 2:
            return self.turns_to_go(2, at, heading, speed) + (crossings - 2) * self.lap
        speed = min(speed, self.top)
        key = crossings, heading, speed, at
        known = self.turns.get(key)
        if known is None:
            known = MOST_TURNS
            for count, tiles in enumerate(self.laps[crossings - 1]):
                if tiles.get((heading, speed), 0) >> at & 1:
                    known = count + 1
                    break
            self.turns[key] = known
        return known


def tempo(board: Board, max_speed: int, *, finish_in_pits: bool) -> Tempo:
    """Return the turns to go on a track for cars of some max speed. Oil that a race has left on it is not known here."""
    pace = max((pace for pace in _PACES if pace <= max_speed), default=_PACES[0])
    return _tempo(board, pace, finish_in_pits)


@lru_cache(maxsize=64)
def _tempo(board: Board, top: int, finish_in_pits: bool) -> Tempo:
    last = _Backward(board, top, in_pits=finish_in_pits).turns(())
    found = Tempo(top, (last, _Backward(board, top, in_pits=True).turns(last)), {})
    return found._replace(lap=_lap(board, found))


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


@lru_cache(maxsize=8)
def way_out(board: Board) -> tuple[dict[int, int], ...]:
    """Return by heading, then by tile, how far it is over the line by any means, in moves.

    For a car that no free orders bring there: it may turn on the spot by driving off the track, and pass oil; each counts as some moves.
    """
    search = _Backward(board, 0, in_pits=True)
    track = terrain(board, board.tiles).track
    oil = track & ~search.track
    dead_ends = [track & ~shifted(track, -step) for step in board.steps]  # where the next tile is off the track
    known = [0] * 8
    found: tuple[dict[int, int], ...] = tuple({} for _ in range(8))
    waiting: list[list[tuple[int, int]]] = []  # tiles with a heading, by moves

    def lead(moves: int, heading: int, tiles: int) -> None:
        waiting.extend([] for _ in range(moves + 2 - len(waiting)))
        for steer in (-1, 0, 1):
            waiting[moves + abs(steer)].append(((heading - steer) % 8, tiles))

    for heading, tiles in enumerate(search.before):
        lead(1, heading, tiles)
    for moves, sets in enumerate(waiting):
        for heading, tiles in sets:
            new = tiles & ~known[heading]
            known[heading] |= new
            found[heading].update(dict.fromkeys(indices(new), moves))
            if new & dead_ends[heading]:
                lead(moves + _LEAVE, heading, new & dead_ends[heading])
            for came, arrived, cost in (
                (heading, new, 1),
                *(((heading + turn) % 8, new & oil, 1 + _SLIDE) for turn in (-1, 1)),
            ):
                if arrived:
                    origin = shifted(arrived, -board.steps[came]) & track & ~search.against[came]
                    lead(moves + cost, came, origin)
    return found


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
        self.banks = {-1: 0, 1: 0}
        for kind, members in ground.grounds:
            line |= members if kind.line else 0
            if kind.bank:
                self.banks[kind.bank] |= members
        bank = self.banks[-1] | self.banks[1]
        # By heading: bank tiles entered from a bank, tiles before the line, tiles from which the move goes against the race.
        self.banked, self.before, self.against = [], [], []
        for step, along in zip(board.steps, board.along, strict=True):
            self.banked.append(bank & shifted(bank, step))
            counted = line if in_pits else line & ~ground.zone
            self.before.append(shifted(counted, -step) & self.track & ~line if along > 0 else 0)
            self.against.append(line & ~shifted(line, -step) if along < 0 else 0)

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
            for begin in (-1, 0, 1):
                speed = moves - begin
                if not 0 <= speed <= self.top:
                    continue
                goals: dict[tuple[int, bool, int, int, int], int] = {}
                for heading in range(8):
                    for where, sets in ((_SHORT, ends), (_PAST, beyond)):
                        tiles = 0
                        for first, net in _FREE:
                            if first == begin:
                                tiles |= sets.get((heading, moves + net), 0)
                        if tiles:
                            goals[where, False, 0, 0, heading] = goals[where, True, 0, 0, heading] = tiles
                if goals or finishes:
                    for heading, tiles in self._moves(moves, goals, finishes=finishes).items():
                        starts[heading, speed] = starts.get((heading, speed), 0) | tiles
        return starts

    def _moves(
        self, moves: int, states: dict[tuple[int, bool, int, int, int], int], *, finishes: bool
    ) -> dict[int, int]:
        """Return by heading where cars start that some moves bring to these states.

        A state: on which side of the crossing, whether a bank may still turn the car, L and R to come, heading.
        """
        track = self.track if moves <= PIT_LIMIT else self.slow
        for number in range(moves, 0, -1):
            before: dict[tuple[int, bool, int, int, int], int] = {}
            if finishes:  # what comes after the crossing is void
                for heading, tiles in enumerate(self.before):
                    for fresh in (False, True):
                        self._steer(before, (_CROSSED, fresh, 0, 0, heading), tiles & track)
            for (where, fresh, left, right, heading), tiles in states.items():
                arrivals = [(fresh, heading, tiles & ~self.banked[heading] if fresh and number > 1 else tiles)]
                if not fresh and number > 1:
                    for turn, banks in self.banks.items():
                        came = (heading - turn) % 8
                        arrivals.append((True, came, tiles & banks & self.banked[came]))
                for still, came, found in arrivals:
                    if not found:
                        continue
                    origin = shifted(found & track, -self.board.steps[came]) & track & ~self.against[came]
                    crossing = origin & self.before[came]
                    self._steer(before, (where, still, left, right, came), origin ^ crossing)
                    if where == _PAST:
                        self._steer(before, (_CROSSED, still, left, right, came), crossing)
            states = before
        out: dict[int, int] = {}
        for (where, fresh, _, _, heading), tiles in states.items():
            if fresh and where != _PAST:
                out[heading] = out.get(heading, 0) | tiles
        return out

    def _steer(
        self, states: dict[tuple[int, bool, int, int, int], int], state: tuple[int, bool, int, int, int], tiles: int
    ) -> None:
        """Add what steers, or none, lead to a state by a move."""
        if not tiles:
            return
        where, fresh, left, right, heading = state
        for more_left, more_right, turn in ((0, 0, 0), (1, 0, 7), (0, 1, 1)):
            if left + more_left < 2 and right + more_right < 2:
                key = where, fresh, left + more_left, right + more_right, (heading - turn) % 8
                states[key] = states.get(key, 0) | tiles
