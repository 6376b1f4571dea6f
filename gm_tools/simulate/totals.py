"""Outcomes added up.

Every sum is of whole numbers, so it does not matter which games come in first, or from which worker.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.simulate.figures import FIGURES
from gm_tools.simulate.intervals import Chance, Share, chi_square, share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gm_tools.simulate.play import Outcome
    from gm_tools.simulate.setup import Setup

Side = tuple[int, ...]  # the start slots, from 0, of seats that win together


_OF_WINS = frozenset(figure.name for figure in FIGURES if figure.is_of_wins)


class Wins(NamedTuple):
    """What some had of the wins.

    `share` is theirs with its interval, `even` the one that they would have if all were alike.
    """

    name: str
    share: Share
    even: float


class Totals:
    """All that is known of the games of a set-up so far. A win that is shared counts in parts."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.games = 0
        self.open = 0  # games that were not finished
        self.decided = 0  # games that somebody has won
        self._figures: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.late: Counter[tuple[int, int]] = Counter()  # (turn since which the winners led, turn of the win)
        self.tiles: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.sides: Counter[tuple[Side, ...]] = Counter()
        self.side_wins: defaultdict[tuple[tuple[Side, ...], Side], Fraction] = defaultdict(Fraction)
        self.seat_games: Counter[tuple[int, int]] = Counter()  # (seat, sides of the game)
        self.teams: set[frozenset[int]] = set()  # seats that were a side
        self.seat_wins: defaultdict[int, Fraction] = defaultdict(Fraction)

    def add(self, outcome: Outcome) -> None:
        """Add a game."""
        self.games += 1
        self.open += not outcome["over"]
        figures = {one.name: outcome[one.name] for one in FIGURES if outcome["won"] or not one.is_of_wins}
        for name, value in (figures | outcome["counts"]).items():
            self._figures[name][value] += 1
        for name, tiles in outcome["tiles"].items():
            for tile, count in tiles.items():
                self.tiles[name][int(tile)] += count
        if not outcome["won"]:
            return
        self.decided += 1
        self.late[outcome["led_at"], outcome["won_at"]] += 1
        sides = tuple(map(tuple, outcome["sides"]))
        self.sides[sides] += 1
        for seat in outcome["seats"]:
            self.seat_games[seat, len(sides)] += 1
        self.teams |= {frozenset(outcome["seats"][slot] for slot in side) for side in sides}
        part = Fraction(1, len(outcome["won"]))
        for at in outcome["won"]:
            self.side_wins[sides, sides[at]] += part
            for slot in sides[at]:
                self.seat_wins[outcome["seats"][slot]] += part

    def figure(self, name: str) -> dict[int, int]:
        """Return in how many games a figure had which value; a count that was never met is 0 in every game."""
        found = self._figures[name]
        games = self.decided if name in _OF_WINS else self.games
        missing = games - found.total()
        return dict(found + Counter({0: missing})) if missing else dict(found)

    def by_slots(self) -> tuple[Wins, ...]:
        """Return the wins by start slots, those of a team together: `1`, or `1+3`."""
        games: Counter[Side] = Counter()
        wins: defaultdict[Side, Fraction] = defaultdict(Fraction)
        even: defaultdict[Side, Fraction] = defaultdict(Fraction)
        for sides, count in self.sides.items():
            for side in sides:
                games[side] += count
                wins[side] += self.side_wins[sides, side]
                even[side] += Fraction(count, len(sides))
        return tuple(
            Wins(
                "+".join(str(slot + 1) for slot in side),
                share(float(wins[side]), games[side]),
                float(even[side] / games[side]),
            )
            for side in sorted(games)
        )

    def fairness(self) -> Chance | None:
        """Return the test of whether all start slots win alike; None where there is nobody to win against."""
        observed, expected, degrees = [], [], 0
        for sides, count in sorted(self.sides.items()):
            if len(sides) > 1:
                observed += [float(self.side_wins[sides, side]) for side in sides]
                expected += [count / len(sides)] * len(sides)
                degrees += len(sides) - 1
        return chi_square(observed, expected, degrees) if degrees else None

    def by_kind(self, kinds: Iterable[str]) -> tuple[Wins, ...]:
        """Return the wins by a kind of each seat in the set-up (its bot, its special); nothing if all are of one.

        Seats of one game win together or at each other's cost: what is sure comes from the number of games.
        """
        of = tuple(kinds)
        found = []
        for kind in dict.fromkeys(of) if len(set(of)) > 1 and self.decided else ():
            seats = {seat for seat, its in enumerate(of) if its == kind}
            games = {key: count for key, count in self.seat_games.items() if key[0] in seats}
            played = sum(games.values())
            wins = float(sum((self.seat_wins[seat] for seat in seats), Fraction()))
            even = sum((Fraction(count, sides) for (_, sides), count in games.items()), Fraction())
            most = max(len(team & seats) for team in self.teams)  # seats of the kind that can win one game
            sure, part = share(wins / most, self.decided), most * self.decided / played
            found.append(
                Wins(kind, Share(wins, played, wins / played, sure.low * part, sure.high * part), float(even / played))
            )
        return tuple(found)

    def late_share(self) -> Share:
        """Return the share of games that were decided late.

        In them the winners took the lead for good in the last third of the way to the win.
        """
        late = sum(count for (led, won), count in self.late.items() if 3 * led > 2 * won)
        return share(late, self.decided)
