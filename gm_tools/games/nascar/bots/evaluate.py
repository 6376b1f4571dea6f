"""What an end of a turn is worth to a car: the turns it still needs, and what else counts for a little."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import floor
from operator import or_
from typing import TYPE_CHECKING

from gm_tools.games.nascar.bots.homing import homing
from gm_tools.games.nascar.bots.tempo import MOST_CROSSINGS, Tempo, Within, tempo
from gm_tools.games.nascar.bots.terrain import find_first_met
from gm_tools.games.nascar.driving_rules import End, end_standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.games.nascar.board import Board
    from gm_tools.games.nascar.bots.waves import Outcome
    from gm_tools.games.nascar.position import Car, Position

# In turns. What is lost beside turns is small, so that it decides between ways that take as long.
CARD = 0.12  # a wild card kept
TOP = 0.1  # max speed kept
NEAR = 0.01  # a tile nearer to the line
PACE = 0.02  # a point of speed kept
UNREACHABLE = 40  # what no free order gets out of is worth so many turns
CRASH = 2.5  # landing where another car surely ends
_OUT = 4  # turns of a car that goes the sure way home (`homing.py`) that count as one
_BEST = 12  # cards and max speed beyond this are worth nothing more


@lru_cache(maxsize=8)
def rings(board: Board) -> list[int]:
    """Return the tiles that are no further from the line than 0, 1, 2 … tiles; none, where there is no line."""
    far = board.distances if board.has_line else {}
    found = [0] * (max(far.values(), default=-1) + 1)
    for at, distance in far.items():
        found[distance] |= 1 << at
    return list(accumulate(found, or_))


class Evaluator:
    """Judges ends of one car's turn. `danger` is how likely another car ends on a tile."""

    def __init__(self, position: Position, car: Car, danger: dict[int, float] | None = None) -> None:
        self.board, self.laps = position.board, position.settings.laps
        self.in_pits = position.settings.finish_in_pits
        self.far = position.board.distances if position.board.has_line else {}
        self.rings = rings(position.board)
        self.round = max(0, len(self.rings) - 1)  # tiles, the longest way to the line
        self.danger = danger or {}
        self.car = car
        self.homing = homing(position.board, position.settings, position.tiles)
        self._tempos: dict[int, Tempo] = {}
        self._races: dict[tuple[int, int], tuple[Within, int, int]] = {}  # by max speed and laps
        self._latest, self._latest_ring = 0, 0  # found last: the next are hardly others
        # No further on at the end of the turn, in the same lap
        self._nearest = max(0, self.far.get(car.at, 0) - car.max_speed - 1)
        self.stranded = (
            self.board.has_line and car.laps < self.laps and self._free_turns(end_standing(car), 1 << car.at)[0] is None
        )

    def _tempo(self, max_speed: int) -> Tempo:
        found = self._tempos.get(max_speed)
        if found is None:
            found = self._tempos[max_speed] = tempo(self.board, max_speed, finish_in_pits=self.in_pits)
        return found

    def _list_growing(self, end: End) -> tuple[Sequence[int], int]:
        """Return the tiles from which 1, 2, 3 … turns of free orders suffice for the next crossings.

        With them come the turns of the laps after these.
        """
        known = self._races.get((end.max_speed, end.laps))
        if known is None:
            crossings, tempo = self.laps - end.laps, self._tempo(end.max_speed)
            near = min(crossings, MOST_CROSSINGS)
            known = tempo.within[near - 1], tempo.top, (crossings - near) * tempo.lap
            self._races[end.max_speed, end.laps] = known
        within, top, later = known
        return within.get((end.heading, min(top, end.speed)), ()), later

    def _free_turns(self, end: End, tiles: int) -> tuple[int | None, int]:
        """Return the fewest turns that free orders need from any of some tiles, None if there is no way.

        With them come the tiles that need no more.
        """
        growing, later = self._list_growing(end)
        first = find_first_met(growing, tiles, self._latest)
        if first == len(growing):
            return None, tiles
        self._latest = first
        return first + 1 + later, tiles & growing[first]

    def turns(self, end: End) -> float:
        """Return the turns that a car needs from an end of a turn, by free orders and alone; 0 if it has finished.

        Where no free orders bring it to the line they are guessed, beyond what a lap takes: UNREACHABLE, and for a car
        that is stranded as this turn begins, also what still parts it from the line, so that each step out is worth
        something.
        """
        if end.finish is not None or end.laps >= self.laps or not self.board.has_line:
            return 0
        found, _ = self._free_turns(end, 1 << end.at)
        if found is not None:
            return found
        return self._count_stranded(end) + (self.homing.to_line(end) / _OUT if self.stranded else 0)

    def _count_stranded(self, end: End) -> int:
        # The same lap, whatever it loses on its way out.
        return UNREACHABLE + self._tempo(self.car.max_speed).lap * (self.laps - end.laps - 1)

    def distance(self, end: End) -> int:
        """Return the fewest tiles to the finish, all laps to come among them: over the line it goes on as before it."""
        return self.far.get(end.at, 0) + self.round * max(0, self.laps - end.laps - 1)

    def worth(self, end: End) -> float:
        """Return what an end is worth, in turns: the more the better, 0 for finishing at the end of this turn."""
        if end.finish is not None:
            return 1 - end.finish[0] / end.finish[1]
        worth = self._figures(end) - self.turns(end) - NEAR * self.distance(end)
        return worth - CRASH * self.danger.get(end.at, 0)

    def _figures(self, end: End) -> float:
        """Return what the figures of an end are worth, its tile aside."""
        kept = TOP * min(end.max_speed, _BEST) + CARD * min(end.wild_cards, _BEST) + PACE * end.speed
        return kept - 1.2 - CARD * _BEST

    def at_best(self, end: End, tiles: int, least: float | None = None) -> tuple[float, int]:
        """Return the most that an end can be worth on any of some tiles, and those of them where it can.

        The end's own tile plays no part. If it cannot be worth `least`: no tiles, and what it is worth at most, as far
        as one look tells.
        """
        if end.finish is not None:
            return 1 - end.finish[0] / end.finish[1], tiles
        figures, turns, further = self._figures(end), 0, self.round * max(0, self.laps - end.laps - 1)
        if end.laps < self.laps and self.board.has_line:
            if least is not None:
                growing, later = self._list_growing(end)
                nearest = NEAR * (further + (self._nearest if end.laps == self.car.laps else 0))
                most = max(0, floor(figures - nearest - least) - later)  # turns
                if most < len(growing) and not (most and growing[most - 1] & tiles):
                    turns = most + 1 + later
                    return figures - (
                        turns if turns <= UNREACHABLE else min(turns, self._count_stranded(end))
                    ) - nearest, 0
            found, tiles = self._free_turns(end, tiles)
            turns = self._count_stranded(end) if found is None else found
        # The next tiles to be looked at need a turn more: no distance within a turn makes up for that.
        distance = self._latest_ring = find_first_met(self.rings, tiles, self._latest_ring)
        tiles &= self.rings[distance] if distance < len(self.rings) else -1
        return figures - turns - NEAR * (distance + further), tiles

    def expect(self, outcome: Outcome) -> float:
        """Return the worth of an outcome, expected over chance."""
        if len(outcome) == 1:
            return self.worth(outcome[0][1])
        return sum(float(chance) * self.worth(end) for chance, end in outcome)
