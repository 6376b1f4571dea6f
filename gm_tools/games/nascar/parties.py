"""Orders whose ways chance has parted (oil, sand met again), each followed with all the fates that it may have: for `reach.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.games.nascar.board import BANK, OFF, OIL
from gm_tools.games.nascar.check import TURNS
from gm_tools.games.nascar.costs import ways_back
from gm_tools.games.nascar.terrain import indices
from gm_tools.games.nascar.waves import LETTERS, PLAN_ENDED, Party, Source, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.games.nascar.reach import Reach
    from gm_tools.games.nascar.step import CarState, Chance, Ground
    from gm_tools.games.nascar.waves import Move, Outcome, Plan, Wave, Way


class Parties:
    """The parties of a search: `found` by their outcomes, `joined` where they have become waves again."""

    def __init__(self, reach: Reach) -> None:
        self._reach, self._rules, self._board = reach, reach.rules, reach.board
        self._going: dict[Party, Way] = {}  # after so many moves as the search has come to
        self._further: dict[Party, Way] = {}  # after one more
        self._fates: dict[tuple[int, CarState], int] = {}  # tile and fate by number
        self._by_number: list[tuple[int, CarState]] = []
        self._grounds: dict[int, Ground] = {}
        self.joined: dict[tuple[Wave, int, int], Way] = {}  # by wave, moves, tile
        self.found: dict[Outcome, Source] = {}

    def part(self, move: Move, tiles: int, came: Ground, onto: Ground, following: dict[Wave, int]) -> None:
        """Let each car of a wave go on for itself, in all ways that chance may take it, from `tiles` by a move."""
        wave = move.wave
        for before in indices(tiles):
            at = before + move.step
            plan = (at, move.heading, wave.fate.banks) if onto.glyph == OIL and self._reach.most_bags else None
            for moves in wave.speeds:
                if moves >= move.number:
                    told = self._rules.move(wave.fate, move.heading, came, onto, at, move.steers, move.number, moves)
                    fates = [(before if one.stop and one.stop.spaces else at, one, chance) for chance, one in told]
                    party = Party(*move.steers, moves, self._reach.bags(wave.bags, onto), plan, ())
                    way = wave, move.number - 1, before, move.letter
                    self._go_on(party, fates, way, move.number, following)

    def _go_on(
        self,
        party: Party,
        fates: list[tuple[int, CarState, Chance]],
        way: Way,
        number: int,
        following: dict[Wave, int],
    ) -> None:
        """Add a party with these fates to those of the next move; one that has but one fate goes on as a wave."""
        if self._rules.meets_again:
            fates = [(at, self._remembered(fate, at, party.moves - number), chance) for at, fate, chance in fates]
        numbered = self._numbered(fates)
        if len(numbered) == 1 and party.plan is None:
            at, fate = self._by_number[numbered[0][0]]
            if fate.stop is None and not fate.sand:
                wave = self._reach.wave(party.left, party.right, (party.moves,), fate, party.bags)
                following[wave] = following.get(wave, 0) | 1 << at
                self.joined.setdefault((wave, number, at), way)
                return
        self._further.setdefault(party._replace(fates=numbered), way)

    def _remembered(self, fate: CarState, at: int, left: int) -> CarState:
        """Return a fate without the tiles that it cannot come to again in the moves left."""
        if not fate.sand:
            return fate
        if fate.stop is not None:
            return fate._replace(sand=())
        row, column = divmod(at + self._reach.base, self._board.stride)
        kept = []
        for tile, glyph in fate.sand:
            other, another = divmod(tile + self._reach.base, self._board.stride)
            away = other - row, another - column
            if self._reach.oiled:
                fewest = max(3 if away == (0, 0) else 1, abs(away[0]), abs(away[1]))
            else:
                fewest = ways_back(fate.heading, self._reach.top).get(away, self._reach.top + 1)
            if fewest <= left:
                kept.append((tile, glyph))
        return fate._replace(sand=tuple(kept))

    def _numbered(self, fates: Iterable[tuple[int, CarState, Chance]]) -> tuple[tuple[int, Chance], ...]:
        """Return tiles and fates as numbers, in one fixed order, equal ones put together."""
        chances: dict[int, Chance] = {}
        for at, fate, chance in fates:
            number = self._fates.setdefault((at, fate), len(self._by_number))
            if number == len(self._by_number):
                self._by_number.append((at, fate))
            chances[number] = chances.get(number, 0) + chance
        return tuple(sorted(chances.items()))

    def _ground(self, at: int) -> Ground:
        found = self._grounds.get(at)
        if found is None:
            found = next(ground for ground, members in self._reach.terrain.grounds if members >> at & 1)
            self._grounds[at] = found
        return found

    def advance(self, number: int, following: dict[Wave, int]) -> None:
        """Carry out move `number` of all that have one; those that have become one fate again join the waves."""
        for party, way in self._going.items():
            if party.moves >= number:
                self._advance(party, way, number, following)
        self._going, self._further = self._further, {}

    def _advance(self, party: Party, way: Way, number: int, following: dict[Wave, int]) -> None:
        """Carry out one more move of an order for all its fates."""
        for letter, more_left, more_right in LETTERS:
            steers = party.left + more_left, party.right + more_right
            if not self._reach.allows(*steers):
                continue
            fates: list[tuple[int, CarState, Chance]] = []
            for one, chance in party.fates:
                at, fate = self._by_number[one]
                for after, there, more in self._driven(at, fate, letter, steers, number, party.moves):
                    fates.append((there, after, chance * more))
            bags, plan = self._planned(party, letter, number)
            to = Party(*steers, party.moves, bags, plan, ())
            self._go_on(to, fates, (*way[:3], way[3] + letter), number, following)

    def _driven(
        self, at: int, fate: CarState, letter: str, steers: tuple[int, int], number: int, moves: int
    ) -> Iterator[tuple[CarState, int, Chance]]:
        """Yield what one move makes of a fate: itself, its tile, how likely."""
        stop = fate.stop
        if stop is not None and not stop.counting:
            yield fate, at, 1
            return
        heading = ((stop or fate).heading + TURNS[letter]) % 8
        there = (stop.at if stop else at) + self._board.steps[heading]
        onto = self._ground(there)
        if stop is not None:
            yield self._rules.count_space(fate, heading, there, onto), at, 1
            return
        for chance, after in self._rules.move(fate, heading, self._ground(at), onto, there, steers, number, moves):
            yield after, at if onto.glyph == OFF else there, chance

    def _planned(self, party: Party, letter: str, number: int) -> tuple[int, Plan | None]:
        """Return the visible bags on the planned path after one more move, and that path where oil leads off it (N7.5)."""
        if not self._reach.most_bags:
            return 0, None
        at, fate = self._by_number[party.fates[0][0]]
        before = party.plan or (at, fate.heading, fate.banks)
        if before == PLAN_ENDED or (party.plan is None and fate.stop is not None):
            return party.bags, party.plan
        at, heading, banks = before
        heading = (heading + TURNS[letter]) % 8
        came, onto = self._ground(at), self._ground(at + self._board.steps[heading])
        if onto.glyph == OFF:
            return party.bags, party.plan and PLAN_ENDED
        bags = self._reach.bags(party.bags, onto)
        if party.plan is None and onto.glyph != OIL:
            return bags, None
        at += self._board.steps[heading]
        if onto.glyph == BANK and came.glyph == BANK and banks and number > 1:
            heading, banks = (heading + onto.bank) % 8, False
        return bags, (at, heading, banks)

    def end(self, number: int) -> None:
        """End those with so many moves."""
        for party, way in self._going.items():
            if party.moves == number:
                self._end(party, way)

    def _end(self, party: Party, way: Way) -> None:
        reach = self._reach
        steers, cards = reach.steers_cost(party.left, party.right), reach.car.wild_cards
        fates = [(*self._by_number[one], chance) for one, chance in party.fates]
        # What is void for one fate is carried out in another: all changes are told apart.
        stopped = any(fate.stop is not None for _, fate, _ in fates)
        for changes in (reach.changes if stopped else reach.plainest)[party.moves]:
            if changes.cost + steers > cards or changes.bags > party.bags:
                continue
            ends = []
            for at, fate, chance in fates:
                stop, tile = fate.stop, at + reach.base
                paid = changes.cost + steers
                if stop is not None:
                    void = party.left - stop.left + party.right - stop.right
                    paid = max(0, changes.cost - len(changes.end)) + max(0, steers - void)
                for more, one in self._rules.resolved(fate):
                    if stop is None:
                        end = self._rules.ended(one, tile, party.moves, changes.net, paid)
                    else:
                        end = self._rules.stopped(one, tile, party.moves, stop.spaces, stop.finish, paid)
                    ends.append((chance * more, end))
            self.found.setdefault(together(ends), Source(*way, changes))
