"""The ends of a turn from the best on, whole sets of tiles at a time: most of them are never looked at.

A set of tiles is held against the best that an end on any of them can be; once nothing else promises more, those with the fewest turns to
go are looked at one by one, and the others go back.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from gm_tools.games.nascar.bots.evaluate import CRASH
from gm_tools.games.nascar.bots.terrain import indices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.games.nascar.bots.evaluate import Evaluator
    from gm_tools.games.nascar.bots.search import Search
    from gm_tools.games.nascar.bots.waves import Outcome, Source
    from gm_tools.games.nascar.orders import Order

Ranked = tuple[float, "Outcome", "Source | Order"]  # cost, outcome, where it comes from


def ranked(search: Search, evaluator: Evaluator, dares: int = 99) -> Iterator[Ranked]:
    """Yield all outcomes of a search, cheapest first: a cost is a worth as a minus, and how much faster it is than one `dares`."""

    def too_fast(outcome: Outcome) -> int:
        fastest = outcome[0][1].speed if len(outcome) == 1 else max(end.speed for _, end in outcome)
        return fastest - dares if fastest > dares else 0

    def promising(outcome: Outcome, tiles: int) -> tuple[float, int]:
        """Return the least that an outcome can cost on any of some tiles, and the tiles where it can."""
        if len(outcome) == 1:
            worth, tiles = evaluator.at_best(outcome[0][1], tiles)
        else:
            worth = sum(float(chance) * evaluator.at_best(end, tiles)[0] for chance, end in outcome)
        return too_fast(outcome) - worth, tiles

    # What costs the same keeps its order. With tiles it is a set that waits, with a source an outcome, with neither one of `search.sets`.
    waiting: list[tuple[float, int, Outcome, int, int, Source | Order | None]] = []
    numbers = count()

    def wait(outcome: Outcome, tiles: int) -> None:
        cost, first = promising(outcome, tiles)
        heappush(waiting, (cost, next(numbers), outcome, tiles, first, None))

    for outcome, tiles in search.sets():
        wait(outcome, tiles)
    for outcome, single in search.single():
        heappush(waiting, (too_fast(outcome) - evaluator.expected(outcome), next(numbers), outcome, 0, 0, single))
    while waiting:
        cost, _, outcome, tiles, first, source = heappop(waiting)
        if source is not None:
            yield cost, outcome, source
        elif not tiles:
            at = first
            yield cost, tuple((chance, end._replace(at=at)) for chance, end in outcome), search.source(outcome, at)
        else:
            for at in indices(first):
                dearer = cost
                if len(outcome) > 1 or evaluator.stranded:
                    one = tuple((chance, end._replace(at=at)) for chance, end in outcome)
                    dearer = too_fast(one) - evaluator.expected(one)
                elif at in evaluator.danger and outcome[0][1].finish is None:
                    dearer += CRASH * evaluator.danger[at]
                heappush(waiting, (dearer, next(numbers), outcome, 0, at, None))
            if tiles != first:
                wait(outcome, tiles ^ first)
