"""Tacara, measured: `python tests/bench/tacara.py`. Decisions carried out a second, and the list of legal orders.

Medians; the times are this machine's, the counts are not.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from statistics import median
from time import perf_counter

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.drive import carry_out, safe_drive
from gm_tools.games.tacara.orders import HOLD, Order
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.rules import steps_to_go

MARKS = "1234567890"
DECISIONS = 3000
TURNS = 60


def race(cars: int, *, drafting: bool) -> Position:
    """Return a race on Harbour Ring, turn 1 begun."""
    board = GAME.parse_board((folder("tracks") / "tacara" / "harbour_ring.txt").read_text(encoding="utf-8"))
    draws = Seeded(bytes(32))
    seats = [Seat(mark, mark) for mark in MARKS[:cars]]
    return GAME.resolve(GAME.setup(board, seats, {"drafting": drafting}, draws), {}, draws, ()).position


def greedy(position: Position, seat: str) -> Order:
    """Return the drive without chips that does not crash and leaves the fewest steps to go; HOLD at an offer."""
    if position.offers:
        return HOLD
    best, least = safe_drive(position, seat), 10_000
    for order in islice(GAME.legal_orders(position, seat), 26):
        drive = carry_out(position, seat, order) if order.verb == "drive" and not order.turbos else None
        to_go = steps_to_go(position, drive.car) if drive and drive.crash < 0 else None
        if to_go is not None and to_go < least:
            best, least = order, to_go
    return best


def record(position: Position, count: int) -> list[tuple[Position, dict[str, Order]]]:
    """Return so many decisions of a race in which everybody drives greedily, begun again when it is over."""
    draws = Seeded(bytes(32))
    start = position
    out: list[tuple[Position, dict[str, Order]]] = []
    while len(out) < count:
        orders = {seat: greedy(position, seat) for seat in GAME.awaited(position)}
        if orders:
            out.append((position, orders))
        position = GAME.resolve(position, orders, draws, ()).position
        if position.over or position.turn > TURNS:
            position = start
    return out


def seconds(job: Callable[[], object], runs: int = 7) -> float:
    times = []
    for _ in range(runs):
        begin = perf_counter()
        job()
        times.append(perf_counter() - begin)
    return median(times)


def decisions_a_second(decisions: list[tuple[Position, dict[str, Order]]], *, checked: bool) -> float:
    draws = Seeded(bytes(32))

    def job() -> None:
        for position, orders in decisions:
            if checked:
                for seat, order in orders.items():
                    GAME.check(position, seat, order)
            GAME.resolve(position, orders, draws, ())

    return len(decisions) / seconds(job)


def listing(position: Position, seat: str) -> tuple[float, int]:
    """Return the milliseconds that the whole list of legal orders takes, and how many they are."""
    count = sum(1 for _ in GAME.legal_orders(position, seat))
    return 1000 * seconds(lambda: sum(1 for _ in GAME.legal_orders(position, seat)), 5), count


def main() -> None:
    for cars, drafting in ((5, False), (10, True)):
        decisions = record(race(cars, drafting=drafting), DECISIONS)
        what = f"{cars} cars{', drafting' if drafting else ''}"
        print(f"resolved decisions a second, {what}: {decisions_a_second(decisions, checked=False):,.0f}")
        print(f"checked and resolved a second, {what}: {decisions_a_second(decisions, checked=True):,.0f}")
    position = race(5, drafting=False)
    (seat,) = GAME.awaited(position)
    for shift in ((0, 0), (3, 2)):
        moving = position.with_car(position.car(seat)._replace(shift=shift))
        time, count = listing(moving, seat)
        print(
            f"legal orders with turbo chips 1 2 3 at shift {shift}: {count:,} in {time:.0f} ms ({1000 * time / count:.2f} us each)"
        )
    first = seconds(lambda: next(GAME.legal_orders(position, seat)), 50)
    print(f"the first legal order: {1e6 * first:.0f} us")


if __name__ == "__main__":
    main()
