"""TAC measured: `python tests/bench/tac.py [GAMES]`. Plays a second, the legal orders of the worst hand, whole games.

Plain enumeration is the 7 read literally: every tree of seven single steps, no board recognised when it comes up again. Both
ways must find the same boards. Medians of interleaved repetitions; what counts are the ratios. With a number, so many
random games of every variant in both editions are played, cards and balls counted after every turn.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.games.tac import GAME
from gm_tools.games.tac.balls import FRESH, HOUSE, is_home, is_locked
from gm_tools.games.tac.board import LETTERS, standard_board
from gm_tools.games.tac.cards import deck
from gm_tools.games.tac.notation import parse_cells
from gm_tools.games.tac.orders import Order
from gm_tools.games.tac.position import Last, Position
from gm_tools.games.tac.seven import STEPS, runs, spread
from gm_tools.games.tac.uses import colours_of
from gm_tools.games.tac.variants import VARIANTS

REPEATS = 7
DEALS = 400  # at most, of a whole game
# Hands and boards of the four-seat master game; the third one is what a TAC refers to, on which board.
WORST: tuple[tuple[str, str, tuple[str, ...], tuple[str, str]], ...] = (
    ("four balls out", "R:5,12,31,58 G:7,14 B:34,63 K:40", ("7", "7", "7", "trick", "13"), ("", "")),
    ("two sevens and a TAC", "R:5,12,31,58 G:7,14 B:34,63 K:40", ("7", "7", "tac", "8", "1"), ("7", "R:5,12,31,58 G:9,14 B:34,63 K:40")),
    ("last ball, partner's four", "R:64,b,c,d G:7,14 B:8,20,34,50 K:40", ("7", "7", "tac", "trick", "1"), ("7", "R:64,b,c,d G:9 B:8,20,34,50 K:40")),
    ("endphase, partner before home", "R:a,b,c,d G:7,14 B:24,28,30,32 K:40,60", ("7", "7", "tac", "trick", "1"), ("7", "R:a,b,c,d G:9 B:24,28,30,32")),
    ("house to be ordered", "R:a,b,60,62 G:7,14 B:34 K:40", ("7", "7", "7", "trick", "8"), ("", "")),
)  # fmt: skip


def begin(variant: str, edition: str, seed: int) -> Position:
    """Return a game set up."""
    letters = LETTERS[VARIANTS[variant].seats]
    seats = tuple(Seat(letters[seat], f"player {letters[seat]}") for seat in VARIANTS[variant].use)
    options = {"variant": variant, "edition": edition, "play_on": VARIANTS[variant].play_on}
    return GAME.setup(standard_board(letters), seats, options, Seeded(seed.to_bytes(32, "big")))


def play(position: Position, seed: int) -> Iterator[tuple[Position, dict[str, Order], Position]]:
    """Play a game of legal orders, of those that bring balls in or home if there are any, to the end."""
    random, draws = Random(seed), Seeded(seed.to_bytes(32, "big"))
    made = 0
    while not GAME.is_over(position) and made < DEALS:
        orders = {}
        for seat in GAME.awaited(position):
            legal = list(GAME.legal_orders(position, seat))
            eager = [
                one
                for one in legal
                if one.actions[0].verb == "enter" or any(p.to in tuple("abcd") for p in one.actions[0].parts)
            ]
            orders[seat] = random.choice(eager or legal)
        made += not orders
        after = GAME.resolve(position, orders, draws, ()).position
        yield position, orders, after
        position = after


def seconds(question: Callable[[Any], Any], asked: list[Any]) -> float:
    """Return how long one answer takes."""
    start = perf_counter()
    for one in asked:
        question(one)
    return (perf_counter() - start) / len(asked)


def plays() -> None:
    """Print how many plays of recorded games are checked and resolved in a second."""
    steps = [
        step for seed in range(6) for step in play(begin("pairs4", "master", seed), seed) if step[0].phase == "play"
    ]
    draws = Seeded(bytes(32))

    def resolve(step: Any) -> None:
        GAME.resolve(step[0], step[1], draws, ())

    def check(step: Any) -> None:
        ((seat, order),) = step[1].items()
        GAME.check(step[0], seat, order)

    times: dict[str, list[float]] = {"resolve": [], "check": []}
    for _ in range(REPEATS):
        times["resolve"].append(seconds(resolve, steps))
        times["check"].append(seconds(check, steps))
    resolved, checked = median(times["resolve"]), median(times["check"])
    print(
        f"resolve        {1 / resolved:8.0f} plays a second ({resolved * 1e6:.0f} us; check {checked * 1e6:.0f} us; {len(steps)} plays)"
    )


def worst_hand(name: str, pos: str, hand: tuple[str, ...], last: tuple[str, str]) -> None:
    """Print the time of all legal orders of a hand, and what enumerating its 7 plainly would take."""
    start = begin("pairs4", "master", 1)
    track, letters, use = start.track, start.letters, start.use
    cells = parse_cells(pos, track, letters, use)
    record = Last(last[0], parse_cells(last[1], track, letters, use)) if last[0] else None
    hands = (hand, ("2",), ("3",), ("5",))
    position = start._replace(phase="play", turn=0, decider=0, cells=cells, hands=hands, last=record, stacks=1)

    def all_orders(_: None) -> int:
        return sum(1 for _ in GAME.legal_orders(position, "R"))

    def ours(_: None) -> set[bytes]:
        return {after for after, _ in spread(track, cells, lambda now: colours_of(position, 0, now))}

    def plain(_: None) -> set[bytes]:
        return plain_sevens(position, cells)

    assert ours(None) == plain(None)
    times: dict[str, list[float]] = {"all": [], "ours": [], "plain": []}
    for _ in range(REPEATS):
        times["all"].append(seconds(all_orders, [None] * 5))
        times["ours"].append(seconds(ours, [None] * 5))
    times["plain"] = [seconds(plain, [None]) for _ in range(3)]
    every, one, tree = (median(times[key]) for key in ("all", "ours", "plain"))
    print(
        f"{name:30} {all_orders(None):4} orders in {every * 1e3:5.2f} ms; "
        f"one 7: {len(ours(None)):4} boards, {one * 1e3:5.2f} ms, plain enumeration {tree / one:6.0f}x"
    )


def plain_sevens(position: Position, cells: bytes) -> set[bytes]:
    """Return the boards a 7 can lead to, by following every sequence of seven single steps."""
    track = position.track
    found: set[bytes] = set()

    def follow(now: bytes, colour: int, left: int) -> None:
        if not left:
            found.add(now)
            return
        for mine in (colour,) if not is_home(track, now, colour) else colours_of(position, 0, now):
            for field, ball in enumerate(now):
                if (ball & ~FRESH) == mine + 1 and not is_locked(track, cells, field):
                    for run in runs(track, now, field, 1):
                        follow(run.cells, mine, left - 1)

    for colour in colours_of(position, 0, cells):
        follow(cells, colour, STEPS)
    return found


def whole_games(count: int) -> None:
    """Play games of every variant and say how many ended, with cards and balls counted after every turn."""
    for variant in VARIANTS:
        for edition in ("basic", "master"):
            start = perf_counter()
            turns = ended = 0
            for seed in range(count):
                first = begin(variant, edition, seed)
                whole = Counter(deck(len(first.letters), edition))
                after = first
                for _, _, after in play(first, seed):
                    turns += 1
                    cards = Counter((*after.rest, *after.pile, *after.aside, *filter(None, after.swaps)))
                    for hand in after.hands:
                        cards.update(hand)
                    assert cards == whole
                    balls = Counter((ball & ~FRESH) - 1 for ball in after.cells if ball)
                    assert all(number <= HOUSE for number in balls.values())
                ended += GAME.is_over(after)
            spent = perf_counter() - start
            print(
                f"{variant:8} {edition:6} {ended} of {count} games ended, {turns} turns, {turns / spent:.0f} a second"
            )


def main() -> None:
    """Print all figures."""
    plays()
    for case in WORST:
        worst_hand(*case)
    if len(sys.argv) > 1:
        whole_games(int(sys.argv[1]))


if __name__ == "__main__":
    main()
