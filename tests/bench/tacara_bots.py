"""How strong and how fast the bots of Tacara are: `python -m tests.bench.tacara_bots [RACES]`.

Six cars, two strengths by turns on the grid, whole races on every shipped track, plain and with drafting and points.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from statistics import median, quantiles
from time import process_time
from typing import Any

from gm_tools.core.draws import Seeded
from gm_tools.core.game import STRENGTHS
from gm_tools.games.tacara.bots.bot import bot
from gm_tools.games.tacara.bots.pace import pace_of
from gm_tools.games.tacara.rules import ranking, resolve, setup
from tests.tacara.scenes import TRACKS, seats, track

MARKS = "123456"


def race(name: str, drivers: dict[str, str], seed: int, options: dict[str, Any], times: dict[str, list[float]]) -> str:
    """Drive one race, note the seconds of the processor of each decision, and return the strength that won."""
    draws = Seeded(seed.to_bytes(32, "big"))
    position = setup(track(name), seats(MARKS), options, draws)
    pace_of(position)  # worked out once a process; timed by itself below
    while not position.over:
        orders = {}
        if position.left:
            mark = position.offers[0] if position.offers else position.left[0]
            start = process_time()
            orders[mark] = bot(position, mark, drivers[mark], draws)
            times[drivers[mark]].append(process_time() - start)
        position = resolve(position, orders, draws).position
    return drivers[ranking(position)[0]]


def main() -> None:
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    times: dict[str, list[float]] = {strength: [] for strength in STRENGTHS}
    for options in ({}, {"drafting": True}, {"drafting": True, "points": True}):
        for pair in combinations(STRENGTHS, 2):
            for name in TRACKS:
                won = Counter(
                    race(name, {mark: pair[(at + seed) % 2] for at, mark in enumerate(MARKS)}, seed, options, times)
                    for seed in range(races)
                )
                print(f"{pair[1]:>6} beats {pair[0]:6} {won[pair[1]]:3} of {races}  {name:15} {' '.join(options)}")
    for strength, each in times.items():
        last = quantiles(each, n=20)[-1]
        print(
            f"{strength:>6}: median {median(each) * 1e3:.2f} ms, 95 of 100 within {last * 1e3:.1f} ms, {len(each)} decisions"
        )


if __name__ == "__main__":
    main()
