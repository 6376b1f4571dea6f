"""What is counted in every game, whichever it is.

A figure more is a line of `FIGURES` and an attribute of `Watch` that holds it. Outcomes, the checks of their files,
totals and reports go by `FIGURES`. What a game counts of its own is in its tally (core/tally.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.tally import Tally


class GameFigure(NamedTuple):
    """A whole number of each game.

    `name` is its name in outcomes, in JSON and in `Watch`; in its `title`, `{unit}` is what turns are called.
    `per_seat` tells that the seats have it together; `is_of_wins` that games which nobody has won have none.
    """

    name: str
    title: str
    per_seat: bool = False
    is_of_wins: bool = False


FIGURES = (
    GameFigure("turns", N_("{unit} to the end")),
    GameFigure("won_at", N_("{unit} to the win"), is_of_wins=True),
    GameFigure("leads", N_("lead changes")),
    GameFigure("overtakes", N_("overtakings"), per_seat=True),
)


class Watch:
    """What is noticed while a game is played. The running order is looked at once a turn, so that everybody has moved.

    `turns` are complete; `won_at` is the turn in which `winners` had won (0: nobody has), `led_at` the one in which
    they took the lead for good; `leads` (changes of the lead) and `overtakes` are counted until then. `counts` and
    `tiles` are the game's own.
    """

    def __init__(self, tally: Tally[Any, Any], position: Any) -> None:
        self.turns = tally.turns(position)
        self.won_at = self.led_at = self.leads = self.overtakes = 0
        self.winners: tuple[str, ...] = ()
        self.counts: Counter[str] = Counter()
        self.tiles: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._tally = tally
        self._position = position
        self._order: tuple[tuple[str, ...], ...] = ()
        self._leading_since = 0

    def look(self, events: Sequence[Any], after: Any) -> None:
        """Count what has happened in a resolution."""
        for name, amount, tile in self._tally.count_turn(self._position, events, after):
            self.counts[name] += amount
            if tile is not None:
                self.tiles[name][tile] += amount
        turns, self._position = self._tally.turns(after), after
        if not self.winners:
            self.winners = self._tally.winners(after)
            if self.winners or turns != self.turns:
                self._rank(self._tally.sides(after), turns)
            if self.winners:
                self.won_at, self.led_at = turns, self._leading_since
        self.turns = turns

    def _rank(self, order: tuple[tuple[str, ...], ...], turn: int) -> None:
        """Compare the running order with the last one: who leads, and how many have passed how many."""
        places = {side: place for place, side in enumerate(self._order)}
        if not places or order[0] != self._order[0]:
            self.leads += bool(places)
            self._leading_since = turn
        if places:
            self.overtakes += sum(places[ahead] > places[behind] for ahead, behind in combinations(order, 2))
        self._order = order
