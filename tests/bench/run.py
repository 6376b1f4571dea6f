"""Ratios measured in one run: `python tests/bench/run.py` (the installed `gm` is timed; `pip install chess` for the peer).

Medians of interleaved repetitions. Absolute times are printed for orientation; what counts is the ratio.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.games import find
from gm_tools.table.hand import put_order
from gm_tools.table.resolve import resolve
from gm_tools.table.store import new_table

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS = "ACDEFGHIJKLMNOQRTUVWYZ"[:20]
SEATS = tuple(Seat(mark, f"Driver {mark}") for mark in MARKS)
ORDER = "(5M)LR(3M)"


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


def interleaved(runs: int, **jobs: Callable[[], object]) -> dict[str, float]:
    """Return the median seconds of each job, all of them run in turn."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(runs + 1):
        for name, job in jobs.items():
            begin = perf_counter()
            job()
            if number:
                times[name].append(perf_counter() - begin)
    return {name: median(values) for name, values in times.items()}


def table_of_twenty(folder: Path) -> Path:
    """Return a table of 20 cars, every order in hand."""
    table = folder / "bench"
    new_table(table, game="nascar", board_text=oval(), track="bench", seats=SEATS, options={}, seed=bytes(32))
    for mark in MARKS:
        put_order(table, mark, ORDER, "bench")
    return table


def commands(folder: Path) -> None:
    """Time whole processes against `python -c pass`."""
    table = table_of_twenty(folder)
    copies = iter(range(1000))
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}

    def run(*arguments: str) -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=folder, env=environment)

    fresh = [shutil.copytree(table, folder / f"copy{number}") for number in range(16)]
    figures = interleaved(
        15,
        floor=lambda: run("-c", "pass"),
        help=lambda: run("-m", "gm_tools", "--help"),
        status=lambda: run("-m", "gm_tools", "status", str(table)),
        try_=lambda: run("-m", "gm_tools", "try", str(table), "A", ORDER),
        resolve=lambda: run("-m", "gm_tools", "resolve", str(fresh[next(copies)])),
    )
    for name, seconds in figures.items():
        print(
            f"  {'gm ' + name.strip('_') if name != 'floor' else 'python -c pass':24}{seconds * 1e3:8.1f} ms{seconds / figures['floor']:8.1f} x"
        )


def resolution() -> None:
    """Time resolution in process against python-chess' push."""
    game = find("nascar")
    board = game.parse_board(oval())
    position = game.setup(board, SEATS, {}, Seeded(bytes(32)))
    orders = {mark: game.parse_order(ORDER) for mark in MARKS}
    assert game.standings(position)

    def turns() -> None:
        for _ in range(100):
            game.resolve(position, orders, Seeded(bytes(32)), ())

    try:
        chess: Any = import_module("chess")  # by name: it is no dependency of the tests
    except ModuleNotFoundError:
        print(
            f"  {interleaved(9, turns=turns)['turns'] / 100 * 1e6:.0f} us a turn of 20 cars (python-chess is not installed)"
        )
        return
    line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7"
    moves = [chess.Move.from_uci(move) for move in line.split(" ")]

    def pushes() -> None:
        for _ in range(100):
            peer = chess.Board()
            for move in moves:
                peer.push(move)

    figures = interleaved(15, turns=turns, pushes=pushes)
    steps = 100 * 200 / figures["turns"]
    peer_rate = 100 * len(moves) / figures["pushes"]
    print(f"  {figures['turns'] / 100 * 1e6:.0f} us a turn of 20 cars and 200 moves; {steps / 1e6:.2f} M moves/s")
    print(f"  python-chess push: {peer_rate / 1e6:.2f} M/s; ratio {steps / peer_rate:.2f}")


def long_table(folder: Path) -> None:
    """Time turn 300 of a table against turn 3, and a durable write against its floor."""
    early, late = folder / "early", folder / "late"
    start = {"game": "nascar", "board_text": oval(), "track": "bench", "options": {}, "seed": bytes(32)}
    seats = SEATS[:4]
    for table in (early, late):
        new_table(table, seats=seats, **start)  # type: ignore[arg-type]

    def turn(table: Path) -> None:
        for seat in seats:
            put_order(table, seat.mark, "-", "bench")
        resolve(table, close=True, policy="brake")

    for _ in range(290):
        turn(late)
    for _ in range(2):
        turn(early)
    kept = {path: {file.name: file.read_bytes() for file in path.iterdir()} for path in (early, late)}

    def again(path: Path) -> None:
        begin = perf_counter()
        turn(path)
        times[path].append(perf_counter() - begin)
        for file in path.iterdir():
            if file.name not in kept[path]:
                file.unlink()
        for name, data in kept[path].items():
            if name == "orders.toml":
                (path / name).write_bytes(data)

    times: dict[Path, list[float]] = {early: [], late: []}
    for _ in range(15):
        again(early)
        again(late)
    print(
        f"  turn 3: {median(times[early]) * 1e3:.1f} ms, turn 291: {median(times[late]) * 1e3:.1f} ms; ratio {median(times[late]) / median(times[early]):.2f}"
    )


def durable_write(folder: Path) -> None:
    """Time the write of a turn file against a bare temporary file, fsync, rename, fsync of the folder."""
    from gm_tools.table.files import write_atomic

    data = b"x" * 8000
    target = folder / "turn.toml"

    def bare() -> None:
        temporary = folder / "turn.tmp"
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        handle = os.open(folder, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)

    figures = interleaved(60, bare=bare, ours=lambda: write_atomic(target, data))
    print(
        f"  bare {figures['bare'] * 1e3:.2f} ms, write_atomic {figures['ours'] * 1e3:.2f} ms; ratio {figures['ours'] / figures['bare']:.2f}"
    )


def main() -> None:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("Fresh processes (20 cars):")
        commands(folder)
        print("Resolution in process, all rules:")
        resolution()
        print("A long table:")
        long_table(folder)
        print("A durable write:")
        durable_write(folder)


if __name__ == "__main__":
    main()
