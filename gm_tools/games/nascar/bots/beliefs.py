"""Orders whose ways chance has parted (oil, sand met again), for `search.py`.

Each is followed with all the states that it may have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import proxy

from gm_tools.games.nascar.board import OFF, OIL
from gm_tools.games.nascar.bots.costs import fewest_moves_back
from gm_tools.games.nascar.bots.terrain import indices
from gm_tools.games.nascar.bots.waves import LETTERS, PLAN_ENDED, STAYS, Belief, Kept, Source, Trace, put_together
from gm_tools.games.nascar.check import TURNS, steer_cost
from gm_tools.games.nascar.driving_rules import CarState, Chance, Ground, turn_by_bank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.games.nascar.bots.search import Search
    from gm_tools.games.nascar.bots.waves import Move, Node, Outcome, Plan, Wave, Way


class BeliefSearch:
    """The beliefs of a search: `found` by their outcomes, `joined` where they have become waves again."""

    def __init__(self, search: Search) -> None:
        # Itself, the search would hold this and this the search: both would stay until the garbage collector comes by.
        self._search: Search = proxy(search)
        self._rules, self._board = search.rules, search.board
        self._going: dict[Belief, Trace] = {}  # after so many moves as the search has come to
        self._further: dict[Belief, Trace] = {}  # after one more
        self._states: dict[tuple[int, CarState], int] = {}  # tile and state by number
        self._by_number: list[tuple[int, CarState]] = []
        self._grounds: dict[int, Ground] = {}
        self.joined: dict[tuple[Wave, int, int], Trace] = {}  # by wave, moves, tile
        self.found: dict[Outcome, list[Kept]] = {}

    def part(self, move: Move, tiles: int, came: Ground, onto: Ground, following: dict[Wave, int]) -> None:
        """Let each car of a wave go on for itself, in all ways that chance may take it, from `tiles` by a move."""
        wave = move.wave
        for before in indices(tiles):
            at = before + move.step
            plan = (at, move.heading, wave.state.banks) if onto.glyph == OIL and self._search.most_bags else None
            for moves in wave.speeds:
                if moves >= move.number:
                    told = self._rules.move(
                        wave.state, move.heading, came, onto, move.number, moves, at=at, steers=move.steers
                    )
                    states = [(before if one.stop and one.stop.spaces else at, one, chance) for chance, one in told]
                    belief = Belief(*move.steers, moves, self._search.bags(wave.bags, onto), plan, ())
                    way = wave, move.number - 1, before, move.letter
                    self._go_on(belief, states, way, (wave, move.number - 1, before), move.number, following)

    def _go_on(
        self,
        belief: Belief,
        states: list[tuple[int, CarState, Chance]],
        way: Way,
        before: Node,
        number: int,
        following: dict[Wave, int],
    ) -> None:
        """Add a belief with these states to those of the next move; one that has but one state goes on as a wave."""
        if self._rules.meets_again:
            states = [(at, self._forget(state, at, belief.moves - number), chance) for at, state, chance in states]
        numbered = self._number(states)
        if len(numbered) == 1 and belief.plan is None:
            at, state = self._by_number[numbered[0][0]]
            if state.stop is None and not state.sand:
                wave = self._search.wave(belief.left, belief.right, (belief.moves,), state, belief.bags)
                following[wave] = following.get(wave, 0) | 1 << at
                self.joined.setdefault((wave, number, at), Trace(way)).before.append((before, way[3][-1]))
                return
        self._further.setdefault(belief._replace(states=numbered), Trace(way)).before.append((before, way[3][-1]))

    def _forget(self, state: CarState, at: int, left: int) -> CarState:
        """Return a state without the tiles that it cannot come to again in the moves left."""
        if not state.sand:
            return state
        if state.stop is not None:
            return state._replace(sand=())
        row, column = divmod(at + self._search.base, self._board.stride)
        kept = []
        for tile, glyph in state.sand:
            other, another = divmod(tile + self._search.base, self._board.stride)
            away = other - row, another - column
            if self._search.oiled:
                fewest = max(self._search.shortest_loop if away == (0, 0) else 1, abs(away[0]), abs(away[1]))
            else:
                fewest = fewest_moves_back(state.heading, self._search.top).get(away, self._search.top + 1)
            if fewest <= left:
                kept.append((tile, glyph))
        return state._replace(sand=tuple(kept))

    def _number(self, states: Iterable[tuple[int, CarState, Chance]]) -> tuple[tuple[int, Chance], ...]:
        """Return tiles and states as numbers, in one fixed order, equal ones put together."""
        chances: dict[int, Chance] = {}
        for at, state, chance in states:
            number = self._states.setdefault((at, state), len(self._by_number))
            if number == len(self._by_number):
                self._by_number.append((at, state))
            chances[number] = chances[number] + chance if number in chances else chance
        return tuple(sorted(chances.items()))

    def ground(self, at: int) -> Ground:
        """Return what a tile of the search's window is to the rules."""
        found = self._grounds.get(at)
        if found is None:
            found = next(ground for ground, members in self._search.terrain.grounds if members >> at & 1)
            self._grounds[at] = found
        return found

    def advance(self, number: int, following: dict[Wave, int]) -> None:
        """Carry out move `number` of all that have one; those that have become one state again join the waves."""
        for belief, trace in self._going.items():
            if belief.moves >= number:
                self._advance(belief, trace, number, following)
        self._going, self._further = self._further, {}

    def _advance(self, belief: Belief, trace: Trace, number: int, following: dict[Wave, int]) -> None:
        """Carry out one more move of an order for all its states."""
        way = trace.way
        for letter, more_left, more_right in LETTERS:
            steers = belief.left + more_left, belief.right + more_right
            if not (self._search.allows(*steers) and self._search.may_be(letter, number)):
                continue
            states: list[tuple[int, CarState, Chance]] = []
            for one, chance in belief.states:
                at, state = self._by_number[one]
                for after, there, more in self._move_state(at, state, letter, steers, number, belief.moves):
                    states.append((there, after, chance * more))
            bags, plan = self._follow_path(belief, letter, number)
            to = Belief(*steers, belief.moves, bags, plan, ())
            self._go_on(to, states, (*way[:3], way[3] + letter), trace, number, following)

    def _move_state(
        self, at: int, state: CarState, letter: str, steers: tuple[int, int], number: int, moves: int
    ) -> Iterator[tuple[CarState, int, Chance]]:
        """Yield what one move makes of a state: itself, its tile, how likely."""
        stop = state.stop
        if stop is not None and not stop.counting:
            yield state, at, 1
            return
        heading = ((stop or state).heading + TURNS[letter]) % 8
        there = (stop.at if stop else at) + self._board.steps[heading]
        onto = self.ground(there)
        if stop is not None:
            yield self._rules.count_space(state, heading, there, onto), at, 1
            return
        came = self.ground(at)
        for chance, after in self._rules.move(state, heading, came, onto, number, moves, at=there, steers=steers):
            yield after, at if onto.glyph == OFF else there, chance

    def _follow_path(self, belief: Belief, letter: str, number: int) -> tuple[int, Plan | None]:
        """Return the visible bags on the planned path after one more move.

        With them comes that path where oil leads off it, else None (N7.5).
        """
        if not self._search.most_bags:
            return 0, None
        at, state = self._by_number[belief.states[0][0]]
        before = belief.plan or (at, state.heading, state.banks)
        if before == PLAN_ENDED or (belief.plan is None and state.stop is not None):
            return belief.bags, belief.plan
        at, heading, banks = before
        heading = (heading + TURNS[letter]) % 8
        came, onto = self.ground(at), self.ground(at + self._board.steps[heading])
        if onto.glyph == OFF:
            return belief.bags, belief.plan and PLAN_ENDED
        bags = self._search.bags(belief.bags, onto)
        if belief.plan is None and onto.glyph != OIL:
            return bags, None
        at += self._board.steps[heading]
        heading, banks = turn_by_bank(heading, came, onto, number, banks=banks)
        return bags, (at, heading, banks)

    def end(self, number: int) -> None:
        """End those with so many moves."""
        for belief, trace in self._going.items():
            if belief.moves == number:
                self._end(belief, trace)

    def _end(self, belief: Belief, trace: Trace) -> None:
        search = self._search
        steers, cards = steer_cost(search.car, belief.left, belief.right), search.car.wild_cards
        states = [
            (at + search.base, known, state.stop, chance * more)
            for (at, state), chance in ((self._by_number[one], chance) for one, chance in belief.states)
            for more, known in self._rules.resolve_unknown(state)
        ]
        # What is void for one state is carried out in another: all changes are told apart.
        stopped = any(stop is not None for _, _, stop, _ in states)
        leaves = all(stop is not None and stop.spaces for _, _, stop, _ in states)
        for changes in (search.changes if stopped else search.plainest)[belief.moves]:
            if changes.cost + steers > cards or changes.bags > belief.bags:
                continue
            ends = []
            for tile, state, stop, chance in states:
                if stop is None:
                    end = self._rules.end_running(state, tile, belief.moves, changes.net, changes.cost + steers)
                else:
                    void = belief.left - stop.left + belief.right - stop.right
                    paid = max(0, changes.cost - len(changes.end)) + max(0, steers - void)
                    end = self._rules.end_stopped(state, tile, belief.moves, stop.spaces, stop.finish, paid)
                ends.append((chance, end))
            marks = changes.cost + steers if leaves else STAYS
            letters = len(changes.begin) + belief.moves + len(changes.end)
            kept = Kept(marks, belief.left + belief.right, letters, Source(*trace.way, changes, trace))
            self.found.setdefault(put_together(ends), []).append(kept)
