"""Bots of TAC measured: `python tests/bench/tac_bots.py [GAMES] [VARIANT]`. Who beats whom, and how long a decision takes.

Two sides of four seats (`pairs4` by default), each side of one strength, play GAMES games in each edition, sides changing
places; the share of games won with its 95 % confidence interval (Wilson), turns a game, milliseconds a decision.
"""

from __future__ import annotations

import sys
from math import sqrt
from multiprocessing import Pool
from statistics import mean, median, quantiles
from time import perf_counter

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.games.tac import GAME
from gm_tools.games.tac.board import LETTERS, standard_board
from gm_tools.games.tac.bots.bot import bot
from gm_tools.games.tac.variants import VARIANTS

PAIRS = (("hard", "easy"), ("hard", "medium"), ("medium", "easy"))


def game(job: tuple[str, str, tuple[str, ...], int]) -> tuple[tuple[int, ...], int, dict[str, list[float]]]:
    """Play one game; return the seats that won, the cards laid, and seconds by strength."""
    variant, edition, strengths, seed = job
    letters = LETTERS[VARIANTS[variant].seats]
    groups = {seat: group[0] for group in VARIANTS[variant].people[0] for seat in group}
    seats = tuple(Seat(letters[seat], f"p{groups.get(seat, seat)}") for seat in VARIANTS[variant].use)
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(standard_board(letters), seats, {"variant": variant, "edition": edition}, draws)
    times: dict[str, list[float]] = {}
    while not GAME.is_over(position):
        orders = {}
        for mark in GAME.awaited(position):
            strength = strengths[letters.index(mark)]
            began = perf_counter()
            orders[mark] = bot(GAME.view(position, mark), mark, strength, draws)
            times.setdefault(strength, []).append(perf_counter() - began)
        position = GAME.resolve(position, orders, draws, ()).position
    return position.places[0], position.laid, times


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    variant = sys.argv[2] if len(sys.argv) > 2 else "pairs4"
    first = VARIANTS[variant].teams[0]
    count = VARIANTS[variant].seats
    with Pool() as pool:
        for edition in ("basic", "master"):
            for one, other in PAIRS:
                jobs = []
                for seed in range(games):
                    here, there = (one, other) if seed % 2 == 0 else (other, one)
                    strengths = tuple(here if seat in first else there for seat in range(count))
                    jobs.append((variant, edition, strengths, seed))
                won, turns = 0, []
                times: dict[str, list[float]] = {}
                for seed, (winners, laid, taken) in enumerate(pool.imap(game, jobs, chunksize=4)):
                    won += (winners == first) == (seed % 2 == 0)
                    turns.append(laid)
                    for strength, seconds in taken.items():
                        times.setdefault(strength, []).extend(seconds)
                low, high = wilson(won, games)
                print(
                    f"{variant} {edition}: {one} beats {other} in {won} of {games}, {won / games:.1%} "
                    f"({low:.1%} to {high:.1%}); {mean(turns):.0f} cards a game (most {max(turns)}); "
                    + ", ".join(
                        f"{name} {median(seconds) * 1e3:.2f} ms median, {quantiles(seconds, n=20)[-1] * 1e3:.1f} ms p95"
                        for name, seconds in sorted(times.items())
                    ),
                    flush=True,
                )


if __name__ == "__main__":
    main()
