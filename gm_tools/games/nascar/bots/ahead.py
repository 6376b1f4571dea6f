"""What an end of a turn is worth after further turns: the best of a few ways on, the other cars standing still.

A beam, not a proof: of each turn the best ends by `evaluate.py` are followed, with no more wild cards than `SPENT` a
turn, and without leaving the track or entering oil. Ends that are hardly likely are taken as they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.driving_rules import End, car_after

if TYPE_CHECKING:
    from gm_tools.games.nascar.bots.evaluate import Evaluator
    from gm_tools.games.nascar.bots.waves import Outcome
    from gm_tools.games.nascar.position import Car, Position

FOLLOWED = 4  # ends of each later turn
SPENT = 2  # wild cards in each later turn
_LIKELY = 0.1


class Ahead:
    """Looks ahead for one car from a position; each end is looked at once."""

    def __init__(self, view: Position, evaluator: Evaluator, car: Car) -> None:
        self._view, self._evaluator, self._car = view, evaluator, car
        self._known: dict[tuple[End, int], float] = {}

    def expect(self, outcome: Outcome, turns: int) -> float:
        """Return the worth of an outcome after so many further turns, each counted as -1."""
        return sum(
            float(chance) * (self.worth(end, turns) if chance >= _LIKELY else self._evaluator.worth(end))
            for chance, end in outcome
        )

    def worth(self, end: End, turns: int) -> float:
        """Return the worth of an end after so many further turns; of one that finishes the car at once, as it is."""
        if end.finish is not None or not turns:
            return self._evaluator.worth(end)
        known = self._known.get((end, turns))
        if known is None:
            known = self._known[end, turns] = self._best_worth(end, turns)
        return known

    def _best_worth(self, end: End, turns: int) -> float:
        kept = max(0, end.wild_cards - SPENT)
        car = car_after(self._car, end._replace(wild_cards=end.wild_cards - kept))
        search = Search(self._view.with_car(car), car.seat, sure=True)
        ends = [
            tuple((chance, one._replace(wild_cards=one.wild_cards + kept)) for chance, one in outcome)
            for outcome, _ in search.outcomes()
        ]
        ends.sort(key=self._evaluator.expect, reverse=True)
        return max(
            (self.expect(outcome, turns - 1) - 1 for outcome in ends[:FOLLOWED]), default=self._evaluator.worth(end)
        )
