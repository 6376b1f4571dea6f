"""One table of ratios, measured in one run: `python tests/bench/run.py`. Peers: `pip install -e .[bench]`; one that is missing is said.

Medians of interleaved repetitions: what is compared is run in turn. Absolute times are this machine's; what counts is the ratio.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder as data_folder
from gm_tools.games import find
from gm_tools.table import put_order
from gm_tools.table.files import write_atomic
from gm_tools.table.resolve import resolve
from tests.begin import begin_table

sys.path.insert(0, str(Path(__file__).parents[2]))

from collections.abc import Callable, Iterator

from tests.bench import nascar_reach, peers

MARKS = "ACDEFGHIJKLMNOQRTUVWYZ"[:20]
SEATS = tuple(Seat(mark, f"Driver {mark}") for mark in MARKS)
ORDER = "(5M)LR(3M)"
STACK = "import typer, rich.console, rich.table, lark; lark.Lark('start: \"a\"', parser='lalr')"


class Row(NamedTuple):
    """A line of the table: what was measured, ours and the peer's figures, their ratio, and what is wanted of it."""

    what: str
    ours: str
    peer: str
    ratio: str
    wanted: str


def oval() -> str:
    """Return an oval of 120 by 44 tiles with a straight long enough for 20 cars of speed 10."""
    rows = [["*"] * 120 for _ in range(44)]
    for row in range(8, 36):
        rows[row][8:112] = " " * 104
    for lane in range(8):
        rows[43 - lane][60] = "="
    for slot in range(24):
        rows[43 - slot % 8][58 - 2 * (slot // 8)] = "x"
    picture = "\n".join("".join(row) for row in rows)
    return f'+++\ngame = "nascar"\nname = "Bench"\nlaps = 99\nfinish_heading = "E"\nstart_speed = 10\n+++\n{picture}\n'


def interleave(runs: int, jobs: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median seconds of each job, all of them run in turn. A job that returns a float has timed itself."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(runs + 1):
        for name, job in jobs.items():
            begin = perf_counter()
            own = job()
            spent = own if isinstance(own, float) else perf_counter() - begin
            if number:  # the first one warms up
                times[name].append(spent)
    return {name: median(values) for name, values in times.items()}


def commands(folder: Path) -> Iterator[Row]:
    """Time whole processes against `python -c pass`, and against the usual libraries imported."""
    table = folder / "bench"
    begin_table(table, "nascar", oval(), SEATS, track="bench")
    for mark in MARKS:
        put_order(table, mark, ORDER, "bench")
    runs = 21
    fresh = iter([shutil.copytree(table, folder / f"copy{number}") for number in range(runs + 1)])
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}

    def run(*arguments: str) -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=folder, env=environment)

    figures = interleave(
        runs,
        {
            "floor": lambda: run("-c", "pass"),
            "typer, rich and lark imported": lambda: run("-c", STACK),
            "gm --help": lambda: run("-m", "gm_tools", "--help"),
            "gm status": lambda: run("-m", "gm_tools", "status", str(table)),
            "gm try": lambda: run("-m", "gm_tools", "try", str(table), "A", ORDER),
            "gm resolve": lambda: run("-m", "gm_tools", "resolve", str(next(fresh))),
        },
    )
    floor = figures.pop("floor")
    for name, seconds in figures.items():
        wanted = {"gm resolve": "10 or less", "typer, rich and lark imported": ""}.get(name, "9 or less")
        what = (
            f"{name}, 20 cars, a fresh process" if name not in {"gm --help", "typer, rich and lark imported"} else name
        )
        yield Row(
            what, f"{seconds * 1e3:.0f} ms", f"python -c pass {floor * 1e3:.0f} ms", f"{seconds / floor:.1f}", wanted
        )


def resolution() -> Iterator[Row]:
    """Time resolution in process: moves against python-chess and a loop without rules, turns against diplomacy."""
    game = find("nascar")
    position = game.setup(game.parse_board(oval()), SEATS, {}, Seeded(bytes(32)))
    orders: dict[str, Any] = {mark: game.parse_order(ORDER) for mark in MARKS}
    turns, moves = 100, sum(len(order.letters) for order in orders.values())

    def ours() -> None:
        for _ in range(turns):
            game.resolve(position, orders, Seeded(bytes(32)), ())

    jobs: dict[str, Callable[[], object]] = {"ours": ours, "flat": peers.flat_steps(100_000)}
    chess = peers.chess_pushes(100)
    if chess is not None:
        jobs["chess"] = chess[0]
    engine = peers.module("diplomacy")
    diplomacy = None if engine is None else peers.DiplomacyTurns(engine, 20)
    if diplomacy is not None:
        jobs["diplomacy"] = diplomacy
    figures = interleave(15, jobs)
    steps = turns * moves / figures["ours"]
    what = "Nascar, all rules: moves a second"
    if chess is not None:
        rate = chess[1] / figures["chess"]
        yield Row(
            what, f"{steps / 1e6:.2f} M", f"python-chess push {rate / 1e6:.2f} M", f"{steps / rate:.2f}", "2 or more"
        )
    else:
        yield Row(what, f"{steps / 1e6:.2f} M", "python-chess is not installed", "", "2 or more")
    rate = 100_000 / figures["flat"]
    yield Row(
        "  the same",
        f"{steps / 1e6:.2f} M",
        f"a flat table without rules {rate / 1e6:.1f} M",
        f"{steps / rate:.2f}",
        "",
    )
    what, rate = "turns a second, 20 cars, orders read", turns / figures["ours"]
    if diplomacy is not None:
        theirs = diplomacy.turns / figures["diplomacy"]
        shown = f"diplomacy, orders set and processed, {theirs:.0f} of {diplomacy.orders / diplomacy.played:.0f} orders"
        yield Row(what, f"{rate:.0f}", shown, f"{rate / theirs:.1f}", "10 or more")
    else:
        yield Row(what, f"{rate:.0f}", "diplomacy is not installed", "", "10 or more")


def plays() -> Iterator[Row]:
    """Time TAC, a play at a time, checked and resolved, against a turn-based environment of PettingZoo."""
    game = find("tac")
    board = game.parse_board((data_folder("tracks") / "tac" / "four-seats.txt").read_text(encoding="utf-8"))
    seats = [Seat(mark, mark) for mark in "RGBK"]
    count = 300
    taken: list[tuple[Any, dict[str, Any]]] = []
    position = game.setup(board, seats, {}, Seeded(bytes(32)))
    while len(taken) < count:
        orders = {seat: next(game.legal_orders(position, seat)) for seat in game.awaited(position)}
        taken.append((position, orders))
        position = game.resolve(position, orders, Seeded(bytes(32)), ()).position
        if game.is_over(position):
            position = game.setup(board, seats, {}, Seeded(bytes([len(taken) % 256]) * 32))

    def ours() -> None:
        for before, orders in taken:
            for seat, order in orders.items():
                assert not game.check(before, seat, order)
            game.resolve(before, orders, Seeded(bytes(32)), ())

    jobs: dict[str, Callable[[], object]] = {"ours": ours}
    zoo = peers.pettingzoo_plays(count)
    if zoo is not None:
        jobs["zoo"] = zoo
    figures = interleave(9, jobs)
    what, rate = "TAC: plays a second, checked and resolved", count / figures["ours"]
    if zoo is None:
        yield Row(what, f"{rate:.0f}", "pettingzoo is not installed", "", "")
    else:
        theirs = count / figures["zoo"]
        yield Row(what, f"{rate:.0f}", f"pettingzoo, Connect Four {theirs:.0f}", f"{rate / theirs:.1f}", "")


def reading() -> Iterator[Row]:
    """Time an order string read, against lark's parser with the smallest transformer there can be."""
    game, small, count = find("nascar"), peers.smallest_parser(), 300
    text = "A(2M)RM(R+1)"

    def all_of(parse: Callable[[str], Any]) -> Callable[[], object]:
        return lambda: [parse(text) for _ in range(count)]

    figures = interleave(15, {"ours": all_of(game.parse_order), "lark": all_of(small)})
    ours, theirs = (figures[name] / count * 1e6 for name in ("ours", "lark"))
    shown = f"lark, LALR, smallest transformer {theirs:.0f} us"
    yield Row(f"the order {text} read", f"{ours:.0f} us", shown, f"{ours / theirs:.2f}", "48 us or less")


def reach() -> Iterator[Row]:
    """Time the exact plan of a turn against walking all strings."""
    jobs = nascar_reach.jobs()
    figures = interleave(5, {**jobs, "ours": lambda: nascar_reach.measure(jobs["ours"], 15)})
    ours, walking = figures["ours"], figures["walking"]
    yield Row(
        "every end state of a car at speed 12, all rules",
        f"{ours * 1e3:.2f} ms",
        f"walking all orders {walking * 1e3:.0f} ms",
        f"{walking / ours:.0f}",
        "1.5 ms or less; 50 or more",
    )


def long_table(folder: Path) -> Iterator[Row]:
    """Time turn 300 of a table against turn 3."""
    early, late = folder / "early", folder / "late"
    seats = SEATS[:4]
    for table in (early, late):
        begin_table(table, "nascar", oval(), seats, track="bench")

    def turn(table: Path) -> None:
        for seat in seats:
            put_order(table, seat.mark, "-", "bench")
        resolve(table, close=True, policy="brake")

    for _ in range(299):
        turn(late)
    for _ in range(2):
        turn(early)
    kept = {path: {file.name: file.read_bytes() for file in path.iterdir()} for path in (early, late)}

    def again(path: Path) -> float:
        begin = perf_counter()
        turn(path)
        spent = perf_counter() - begin
        for file in path.iterdir():
            if file.name not in kept[path]:
                file.unlink()
        (path / "orders.toml").write_bytes(kept[path]["orders.toml"])
        return spent

    figures = interleave(21, {"early": lambda: again(early), "late": lambda: again(late)})
    ours, theirs = figures["late"], figures["early"]
    yield Row(
        "turn 300 of a table",
        f"{ours * 1e3:.1f} ms",
        f"turn 3 {theirs * 1e3:.1f} ms",
        f"{ours / theirs:.2f}",
        "1.1 or less",
    )


def durable_write(folder: Path) -> Iterator[Row]:
    """Time the write of a turn file against a bare durable one."""
    data, target = b"x" * 8000, folder / "turn.toml"
    figures = interleave(60, {"bare": peers.bare_write(target, data), "ours": lambda: write_atomic(target, data)})
    ours, theirs = figures["ours"], figures["bare"]
    shown = f"file, fsync, rename, fsync {theirs * 1e3:.2f} ms"
    yield Row("durable write of a turn", f"{ours * 1e3:.2f} ms", shown, f"{ours / theirs:.2f}", "2 or less")


def race() -> Iterator[Row]:
    """Time a whole race of 20 bots over three laps, and say where the time goes."""
    from cProfile import Profile
    from pstats import Stats

    game = find("nascar")
    for strength in ("easy", "hard"):
        done: list[int] = []

        def run(strength: str = strength, done: list[int] = done) -> None:
            draws = Seeded(bytes(32))
            position = game.setup(game.parse_board(oval()), SEATS, {"laps": 3}, draws)
            turns = 0
            while not game.is_over(position):
                orders = {
                    seat: game.bot(game.view(position, seat), seat, strength, draws) for seat in game.awaited(position)
                }
                position = game.resolve(position, orders, draws, ()).position
                turns += 1
            done.append(turns)

        seconds = interleave(1, {"race": run})["race"]
        profile = Profile()
        profile.runcall(run)
        stats: Any = Stats(profile)
        whole = stats.total_tt
        spent = sorted(((row[2], key[2]) for key, row in stats.stats.items()), reverse=True)[:3]
        where = ", ".join(f"{name.strip('<>')} {100 * own / whole:.0f}%" for own, name in spent)
        yield Row(f"a race of 20 {strength} bots, 3 laps, {done[-1]} turns", f"{seconds:.2f} s", where, "", "")


def show(rows: Iterator[Row]) -> None:
    """Print lines of the table as they come."""
    for row in rows:
        print(f"| {row.what:<46} | {row.ours:>8} | {row.peer:<44} | {row.ratio:>6} | {row.wanted:<26} |", flush=True)


def main() -> None:
    """Measure everything."""
    show(iter([Row("what", "here", "floor or peer", "ratio", "wanted"), Row("---", "---", "---", "---", "---")]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        show(commands(folder))
        show(resolution())
        show(plays())
        show(reading())
        show(reach())
        show(long_table(folder))
        show(durable_write(folder))
        show(race())


if __name__ == "__main__":
    main()
