"""The ends of a turn from the best on, whole sets of tiles at a time: most of them are never looked at.

A set of tiles is held against the best that an end on any of them can be; once nothing else promises more, those with
the fewest turns to go are looked at one by one, and the others go back. Of sets that are worse than the best by more
than `_BEHIND` not even that is asked.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import TYPE_CHECKING

from gm_tools.games.nascar.bots.evaluate import CRASH, Evaluator
from gm_tools.games.nascar.bots.terrain import indices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.games.nascar.bots.search import Search
    from gm_tools.games.nascar.bots.waves import Outcome, Source
    from gm_tools.games.nascar.orders import Order

_BEHIND = 0.1  # turns

Ranked = tuple[float, "Outcome", "Source | Order"]  # cost, outcome, where it comes from


def rank(search: Search, evaluator: Evaluator, dares: int = 99) -> Iterator[Ranked]:
    """Yield all outcomes of a search, cheapest first.

    A cost is the negative of a worth, plus how much faster the car is than one `dares`.
    """

    def too_fast(outcome: Outcome) -> int:
        fastest = outcome[0][1].speed if len(outcome) == 1 else max(end.speed for _, end in outcome)
        return fastest - dares if fastest > dares else 0

    def wait(number: int, outcome: Outcome, tiles: int, dearest: float | None = None) -> float:
        """Let a set wait with the least that it can cost on any of its tiles, and the tiles where it does.

        There are none if that is more than `dearest`.
        """
        pace = too_fast(outcome)
        if len(outcome) == 1:
            worth, first = evaluator.at_best(outcome[0][1], tiles, None if dearest is None else pace - dearest)
        else:
            worth, first = sum(float(chance) * evaluator.at_best(end, tiles)[0] for chance, end in outcome), tiles
        heappush(waiting, (pace - worth, number, outcome, tiles, first, None))
        return pace - worth

    # What costs the same keeps its order. With tiles it is a set that waits, with a source an outcome, with neither one
    # of `search.sets`.
    waiting: list[tuple[float, int, Outcome, int, int, Source | Order | None]] = []
    sets = list(search.sets())
    numbers = count(len(sets))
    dearest = None
    for number in range(len(sets) - 1, -1, -1):  # the fastest first, which are mostly the best
        cost = wait(number, *sets[number], dearest)
        dearest = min(cost + _BEHIND, dearest or inf)
    for outcome, single in search.single_outcomes():
        heappush(waiting, (too_fast(outcome) - evaluator.expect(outcome), next(numbers), outcome, 0, 0, single))
    while waiting:
        cost, number, outcome, tiles, first, source = heappop(waiting)
        if source is not None:
            yield cost, outcome, source
        elif not tiles:
            at = first
            yield cost, tuple((chance, end._replace(at=at)) for chance, end in outcome), search.source(outcome, at)
        elif not first:
            wait(number, outcome, tiles)
        else:
            for at in indices(first):
                dearer = cost
                if len(outcome) > 1 or evaluator.stranded:
                    one = tuple((chance, end._replace(at=at)) for chance, end in outcome)
                    dearer = too_fast(one) - evaluator.expect(one)
                elif at in evaluator.danger and outcome[0][1].finish is None:
                    dearer += CRASH * evaluator.danger[at]
                heappush(waiting, (dearer, next(numbers), outcome, 0, at, None))
            if tiles != first:
                wait(next(numbers), outcome, tiles ^ first, cost + _BEHIND)
