"""Monza measured: `python tests/bench/monza.py`. Decisions per second, and the exact maximum against brute force.

Brute force is the rule read literally: every order of the six dice, every square ahead that fits the next die. The plain
depth-first search over colours is shown too. Every square of the shipped tracks is asked with the same rolls, and
all three must agree. Medians of interleaved repetitions; what counts are the ratios.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random
from statistics import median
from time import perf_counter

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.monza.board import COLOURS, START, Board, pack, parse_board
from gm_tools.games.monza.longest import reach

ROLLS = 8
REPEATS = 5
SEATS = tuple(Seat(mark, f"player {mark}") for mark in "RGBY")


def exact(board: Board, at: int, roll: str) -> int:
    """Return M as the game finds it."""
    return reach(board, at, roll).most


def depth_first(board: Board, at: int, roll: str) -> int:
    """Return M by following every sequence of steps, colour by colour."""

    def follow(here: int, left: int) -> int:
        return max((1 + follow(way.there, left - way.unit) for way in board.ways[here] if left & way.mask), default=0)

    return follow(at, pack(roll))


def brute_force(board: Board, at: int, roll: str) -> int:
    """Return M by trying every order of the dice and every square for each die."""

    def follow(here: int, order: tuple[str, ...]) -> int:
        if not order:
            return 0
        fitting = [way.there for way in board.ways[here] if way.colour == order[0]]
        return max((1 + follow(there, order[1:]) for there in fitting), default=0)

    return max(follow(at, order) for order in permutations(roll))


def seconds(question: Callable[[Board, int, str], int], asked: list[tuple[Board, int, str]]) -> float:
    """Return how long one answer takes."""
    begin = perf_counter()
    for one in asked:
        question(*one)
    return (perf_counter() - begin) / len(asked)


def maximum(board: Board, rolls: list[str]) -> None:
    """Print the time of one maximum on a board, three ways."""
    asked = [(board, at, roll) for at in range(len(board.squares)) if board.ways[at] for roll in rolls]
    for one in asked:
        assert exact(*one) == depth_first(*one) == brute_force(*one), one
    ways = (exact, depth_first, brute_force)
    times: dict[str, list[float]] = {way.__name__: [] for way in ways}
    for _ in range(REPEATS):
        for way in ways:
            times[way.__name__].append(seconds(way, asked))
    ours, plain, brute = (median(times[way.__name__]) for way in ways)
    print(
        f"{board.name:14} exact maximum {ours * 1e6:7.1f} us   depth first {plain / ours:6.1f}x   "
        f"brute force {brute / ours:7.1f}x   ({len(asked)} questions)"
    )


def rich_board() -> Board:
    """Return a track of two colours without tyres, where almost everything fits: the hardest there is."""
    lanes = []
    for lane, shift, first in ((1, 0, ">B"), (2, 3, "W"), (3, 1, ">W")):
        letters = [first] + [letter for _ in range(6) for letter in "BW"]
        squares = "".join(f"{letter:^5}|" for letter in letters)
        last = "R!" if lane != 2 else "#"
        lanes.append(f"{lane} " + " " * shift + "|" + squares + f"{last:^5}|")
    return parse_board('+++\nname = "two colours"\n+++\n' + "\n".join(lanes) + "\n")


def decisions(board: Board, games: int) -> None:
    """Print how many decisions a second are checked and resolved in whole races of four."""
    game = find("monza")
    count = 0
    begin = perf_counter()
    for number in range(games):
        draws = Seeded(number.to_bytes(32, "big"))
        position = game.setup(board, SEATS, {"extra_step": True}, draws)
        while not game.is_over(position):
            orders = {}
            for seat in game.awaited(position):
                order = game.default_order(position, seat, "drive_on")
                assert not game.check(position, seat, order)
                orders[seat] = order
                count += 1
            position = game.resolve(position, orders, draws, ()).position
    spent = perf_counter() - begin
    print(f"{board.name:14} {count / spent:7.0f} decisions a second, chosen, checked and resolved ({games} races)")


def main() -> None:
    """Print all measurements."""
    random = Random(7)
    rolls = ["".join(random.choice(COLOURS) for _ in range(6)) for _ in range(ROLLS)]
    tracks = sorted((folder("tracks") / "monza").glob("*.txt"))
    boards = [parse_board(track.read_text(encoding="utf-8")) for track in tracks]
    for board in boards:
        decisions(board, 40)
    for board in boards:
        maximum(board, rolls)
    rich = rich_board()
    assert rich.ways[START]
    maximum(rich, ["BBBWWW", "BWBWBW", "BBWWWW"])


if __name__ == "__main__":
    main()
