"""Cars that stop on the way, off the track or over the finish line, for `search.py`.

They are gathered first, for many come to the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.games.nascar.bots.costs import Budget, Changes, off_track_continuations, off_track_losses, unused_steers
from gm_tools.games.nascar.bots.terrain import shift_tiles
from gm_tools.games.nascar.bots.waves import STAYS, Entry, Group, Loss, Move, Wave, Waves, put_together
from gm_tools.games.nascar.check import MOST_ALIKE
from gm_tools.games.nascar.options import MOST_SPACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.games.nascar.bots.search import Search
    from gm_tools.games.nascar.driving_rules import CarState, Ground


class Stops:
    """The cars of a search that have stopped, by what they have come to; `ends` tells what that costs them."""

    def __init__(self, search: Search, waves: Waves, cut: dict[int, list[tuple[int, Changes]]]) -> None:
        self._car, self._board, self._base = search.car, search.board, search.base
        self._rules, self._waves, self._cut = search.rules, waves, cut
        self._budget = Budget(search.car.special, search.car.wild_cards, search.limited)
        # Moves left that can matter to one who has stopped: these lead on off the track, and as many as may be can be
        # steers (N2.6).
        self._given = search.given
        self._most = MOST_SPACES - 1 + 2 * MOST_ALIKE + len(self._given) if search.limited else search.top
        self._gathered: dict[tuple[int, int, int], dict[Loss, list[Entry]]] = {}  # by state, moves, move that finishes

    def leave(self, move: Move, tiles: int, came: Ground, onto: Ground) -> None:
        """Let cars leave the track from `tiles` (N6).

        What is left of their orders counts spaces, and makes marks void.
        """
        wave, number, steers = move.wave, move.number, move.steers
        given = self._given[number:]
        back = -self._base - move.step
        out = shift_tiles(tiles, -back)  # on the whole map
        led: dict[int, list[tuple[int, tuple[tuple[str, int], ...]]]] = {}  # by the moves left that lead on
        ways: dict[int, list[tuple[Loss, Entry]]] = {}  # by the moves left that matter
        left: int | None = None
        for moves in wave.speeds:
            rest = min(moves - number, self._most)
            if rest < 0:
                continue
            if left is None or came.zone:
                left = self._leave_track(move, came, onto, moves if came.zone else 0)
            if rest not in ways:
                leading = min(rest, MOST_SPACES - 1)
                if leading not in led:
                    led[leading] = [
                        (shift_tiles(found, back), how) for found, how in self._split_off(out, move.heading, leading)
                    ]
                ways[rest] = [
                    (loss, (found, 0, wave, number - 1, move.letter + letters))
                    for found, how in led[leading]
                    for loss, letters in off_track_losses(self._budget, steers, rest, how, given)
                ]
            stops = self._gathered.get((left, moves, 0))
            if stops is None:
                stops = self._gathered[left, moves, 0] = {}
            for loss, entry in ways[rest]:
                if loss in stops:
                    stops[loss].append(entry)
                else:
                    stops[loss] = [entry]

    def _leave_track(self, move: Move, came: Ground, onto: Ground, speed: int) -> int:
        """Return by number what a wave's cars have come to when they leave the track."""
        after = move.wave.after
        key = ("off", move.letter, came, speed)
        if key not in after:
            told = self._rules.move(move.wave.state, move.heading, came, onto, move.number, speed, steers=move.steers)
            after[key] = [self._number(one._replace(stop=None)) for _, one in told]
        number: int = after[key][0]
        return number

    def _split_off(self, out: int, heading: int, rest: int) -> Iterator[tuple[int, tuple[tuple[str, int], ...]]]:
        """Split tiles off the track by how orders can lead on from there."""
        for members, how in off_track_continuations(self._board, heading, rest):
            found = out & members
            if found:
                yield found, how
                out ^= found
                if not out:
                    return

    def finish(self, move: Move, to: Wave, tiles: int) -> None:
        """Let cars finish on `tiles`: what is left of their orders is void (N14.2)."""
        state, given = self._number(to.state._replace(stop=None)), self._given[move.number :]
        void = given.count("L"), given.count("R")
        for moves in to.speeds:
            if moves >= move.number:
                stops = self._gathered.setdefault((state, moves, move.number), {})
                rest = min(moves - move.number, self._most) - len(given)
                for paid, cost, letters in unused_steers(self._budget, move.steers, *void, rest):
                    entry = tiles, move.step, move.wave, move.number - 1, move.letter + given + letters
                    stops.setdefault((0, paid, cost), []).append(entry)

    def _number(self, state: CarState) -> int:
        """Return a state as a number: what stops is gathered by it."""
        numbers, states = self._waves.numbers, self._waves.states
        number = numbers.setdefault(state, len(states))
        if number == len(states):
            states.append(state)
        return number

    def ends(self) -> Iterator[tuple[int, Group]]:
        """Yield how the turn ends for all of them: the outcome by number, and the cars."""
        cards, stopped = self._car.wild_cards, self._rules.end_stopped
        for (state, moves, finish), stops in self._gathered.items():
            told = self._rules.resolve_unknown(self._waves.states[state])
            for (spaces, paid, cost), entries in stops.items():
                tiles = 0
                for entry in entries:
                    tiles |= entry[0]
                for spent, changes in self._cut[moves]:
                    if changes.cost + cost <= cards:
                        ends = [(chance, stopped(one, 0, moves, spaces, finish, paid + spent)) for chance, one in told]
                        marks = STAYS if finish else changes.cost + cost
                        yield self._waves.outcome(put_together(ends)), (tiles, entries, changes, moves, marks)
