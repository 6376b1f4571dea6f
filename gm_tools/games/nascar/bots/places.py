"""Where a car can end this turn at all, by any order that begins with some letters: all that is asked at each key.

As in `search.py` sets of tiles are moved, but what becomes of the car's figures is left aside: that would take longer.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import OFF
from gm_tools.games.nascar.bots.costs import speed_changes
from gm_tools.games.nascar.bots.terrain import Terrain, indices, shift_tiles, terrain
from gm_tools.games.nascar.bots.waves import LETTERS
from gm_tools.games.nascar.check import TURNS, Parts, can_follow, most_alike, steer_cost
from gm_tools.games.nascar.driving_rules import CarState, Ground, Rules
from gm_tools.games.nascar.position import Car, Position


class _Wave(NamedTuple):
    """Cars that go on alike: heading, whether a bank may still turn them, laps, steers to the left and right."""

    heading: int
    banks: bool
    laps: int
    left: int
    right: int


class _Reach:
    """The search of `reach_places`: `found` are the tiles where an order can end."""

    def __init__(self, position: Position, car: Car, begun: Parts) -> None:
        self._position, self._car, self._given = position, car, begun.moves
        self._limited, self._rules = position.settings.wild_card_limit, Rules(position, car)
        self._terrain: Terrain = terrain(position.board, position.tiles)
        changes = speed_changes(position.settings, car, slips=can_follow(position, car), begun=begun).every
        self._costs = {moves: min(one.cost for one in every) for moves, every in changes.items()}
        self.found = 0

    def search(self) -> None:
        """Carry out moves of all kinds, one after the other."""
        car = self._car
        layer = {_Wave(car.heading, True, car.laps, 0, 0): 1 << car.at}
        for number in range(max(self._costs, default=-1) + 1):
            following: dict[_Wave, int] = {}
            for wave, tiles in layer.items():
                if number in self._costs and self._can_pay((wave.left, wave.right), self._costs[number]):
                    self.found |= tiles
                for to, there in self._move(wave, tiles, number + 1):
                    following[to] = following.get(to, 0) | there
            layer = following

    def _can_pay(self, steers: tuple[int, int], cost: int) -> bool:
        """Tell whether an order with so many steers is legal whose changes cost so many WC (N2.6, N3.4)."""
        car = self._car
        most = most_alike(car, is_limited=self._limited)
        return max(steers) <= most and steer_cost(car, *steers) + cost <= car.wild_cards

    def _can_pay_later(self, steers: tuple[int, int], number: int) -> bool:
        """Tell whether an order can go on after so many moves, with what is given and straight on."""
        rest = self._given[number:]
        steers = steers[0] + rest.count("L"), steers[1] + rest.count("R")
        return any(moves >= number and self._can_pay(steers, cost) for moves, cost in self._costs.items())

    def _move(self, wave: _Wave, tiles: int, number: int) -> Iterator[tuple[_Wave, int]]:
        """Yield what a wave's cars have become with one more move, and their tiles; keep those that stop."""
        for letter, more_left, more_right in LETTERS:
            steers = wave.left + more_left, wave.right + more_right
            if self._given[number - 1 : number] not in ("", letter) or not self._can_pay_later(steers, number):
                continue
            heading = (wave.heading + TURNS[letter]) % 8
            step = self._position.board.steps[heading]
            there = shift_tiles(tiles, step)
            easy = self._terrain.easy if wave.banks and number > 1 else self._terrain.easier
            if quiet := there & easy[heading]:
                yield _Wave(heading, wave.banks, wave.laps, *steers), quiet
            for came, onto, met in self._meet(there ^ quiet, step):
                state = CarState(wave.heading, wave.laps, 0, None, banks=wave.banks)
                for _chance, one in self._rules.move(state, heading, came, onto, number, 0):
                    if one.stop is not None:
                        self.found |= shift_tiles(met, -step) if onto.glyph == OFF else met
                    else:
                        yield _Wave(one.heading, one.banks, one.laps, *steers), met

    def _meet(self, there: int, step: int) -> Iterator[tuple[Ground, Ground, int]]:
        """Split tiles that cars come to by the grounds from which and onto which they come."""
        for onto, members in self._terrain.grounds if there else ():
            for came, others in self._terrain.grounds if there & members else ():
                if met := there & members & shift_tiles(others, step):
                    yield came, onto, met


def reach_places(position: Position, car: Car, begun: Parts) -> tuple[int, ...]:
    """Return all tiles where a car can end by legal orders that go on from one that is begun, whatever chance does.

    Of one without moves all letters stand in its beginning. Its end is not asked whether it is legal.
    """
    reach = _Reach(position, car, begun)
    reach.search()
    return tuple(indices(reach.found))
