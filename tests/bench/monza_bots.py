"""The bots of Monza against each other: `python tests/bench/monza_bots.py [RACES]`. Win rates, and milliseconds a decision.

Two cars; every pair of races has the same seed and the seats swapped. A shared win counts half. The interval is that
of 95% by Wilson. `worst` is no bot: it takes the legal order after which it is least likely to win, and so shows
how much the duty to drive as far as possible (Z20) leaves to the driver at all.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import sqrt
from statistics import median
from time import perf_counter
from typing import Any

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games.monza import GAME
from gm_tools.games.monza.board import parse_board
from gm_tools.games.monza.bots.bot import bot
from gm_tools.games.monza.bots.evaluate import prospects
from gm_tools.games.monza.orders import Order
from gm_tools.games.monza.position import Position

PAIRS = (("hard", "easy"), ("hard", "medium"), ("medium", "easy"), ("hard", "worst"))
MARKS = "RY"


def choose(position: Position, seat: str, strength: str, draws: Seeded) -> Order:
    """Return the order of a bot, or the worst there is."""
    return prospects(position, seat)[-1].order if strength == "worst" else bot(position, seat, strength, draws)


def race(
    track: str, strengths: tuple[str, str], options: dict[str, Any], seed: int
) -> tuple[tuple[str, ...], list[float]]:
    """Play one race; return the winners and what each decision of the first strength took, in seconds."""
    board = parse_board(track)
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(board, [Seat(mark, mark) for mark in MARKS], options, draws)
    taken = []
    while not GAME.is_over(position):
        orders = {}
        for seat in GAME.awaited(position):
            begin = perf_counter()
            orders[seat] = choose(position, seat, strengths[MARKS.index(seat)], draws)
            taken.append(perf_counter() - begin)
        position = GAME.resolve(position, orders, draws, ()).position
    return position.winners, taken


def match(work: tuple[str, tuple[str, str], dict[str, Any], int]) -> tuple[float, float]:
    """Return what share of so many races the first strength wins, and the median decision in seconds."""
    track, strengths, options, races = work
    won, taken = 0.0, []
    for number in range(races):
        seated = strengths if number % 2 == 0 else (strengths[1], strengths[0])
        winners, spent = race(track, seated, options, number // 2)
        won += (MARKS[number % 2] in winners) / len(winners)
        taken += spent
    return won / races, median(taken)


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95% interval of a share by Wilson."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - half, middle + half


def main() -> None:
    """Print one line for each track, rules and pair of bots."""
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    tracks = {
        path.stem: path.read_text(encoding="utf-8") for path in sorted((folder("tracks") / "monza").glob("*.txt"))
    }
    works = [
        (text, pair, {"extra_step": extra}, races)
        for text, extra, pair in product(tracks.values(), (False, True), PAIRS)
    ]
    names = [f"{name:14}{'extra step' if extra else '':11}" for name, extra, _ in product(tracks, (False, True), PAIRS)]
    with ProcessPoolExecutor() as workers:
        for name, work, (share, spent) in zip(names, works, workers.map(match, works), strict=True):
            low, high = interval(share, races)
            first, second = work[1]
            print(
                f"{name}{first:>7} against {second:7} wins {share:6.1%}  ({low:.1%} to {high:.1%}, {races} races)"
                f"   {spent * 1e3:.2f} ms a decision"
            )


if __name__ == "__main__":
    main()
