"""What proof costs: `gm verify` of 300 turns, in process and cold; one turn as the page checks it; what it adds to a post.

    python -m tests.bench.proof

A game of TAC among bots, cut at 300 turns, and a turn of Monza. Milliseconds of processor, best of three; characters of posts.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from gm_tools.core.beacon import check_signature
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.render import render
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import ChanceSource, Table, new_table, open_table
from gm_tools.table.known_draws import newest_opening
from gm_tools.table.public_turn import check_turn, public_turn
from gm_tools.table.resolve import resolve
from gm_tools.table.verify import audit

TURNS = 300
SIGNATURE = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"  # round 1000
)


def count_spent() -> float:
    """Return the seconds of processor that this process and those that it has started have taken."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def best(call: Callable[[], object]) -> float:
    """Return the milliseconds of processor of the fastest of three calls: a busy machine makes no difference."""
    times = []
    for __ in range(3):
        begun = count_spent()
        call()
        times.append(1000 * (count_spent() - begun))
    return min(times)


def play(top: Path, game: str, marks: str, turns: int) -> Path:
    """Return a table that bots have played so many turns at, or to its end."""
    board = min((folder("tracks") / game).glob("*.txt")).read_text(encoding="utf-8")
    seats = tuple(Seat(mark, f"Player {mark}", bot="easy") for mark in marks)
    path = new_table(
        top / game, game=game, board_text=board, track="", seats=seats, options={}, chance=ChanceSource(root=bytes(32))
    ).path
    while open_table(path).turn < turns and not open_table(path).game.is_over(open_table(path).position):
        resolve(path)
    return path


def check_time(table: Table, made: Mapping[str, Any]) -> float:
    """Return the milliseconds that the check of a public turn takes."""
    return best(lambda: check_turn(table.game, table.board, made, ""))


def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as name:
        path = play(Path(name), "tac", "RGBK", TURNS)
        found = audit(path)
        assert not found.findings
        print(f"verify {found.turns} turns of TAC, in process: {best(lambda: audit(path)):.0f} ms")
        command = [sys.executable, "-m", "gm_tools", "verify", str(path)]
        cold = best(lambda: subprocess.run(command, check=True, capture_output=True))
        print(f"verify {found.turns} turns of TAC, cold: {cold:.0f} ms")
        table = open_table(play(Path(name), "monza", "RB", 4))
        made = public_turn(table, 3)
        print(f"one turn of Monza checked: {check_time(table, made):.1f} ms")
        marbles = open_table(path)
        opened = newest_opening(marbles)
        whole = public_turn(marbles, 3, opened)
        print(f"one turn of TAC checked, hands and deck too: {check_time(marbles, whole):.1f} ms")
        known = next(made for turn in range(marbles.turn, 0, -1) if "before" in (made := public_turn(marbles, turn)))
        print(f"one turn of TAC checked, on what everybody knows: {check_time(marbles, known):.1f} ms")
        print(f"a round of the beacon checked (drand-verify): {best(lambda: check_signature(1000, SIGNATURE)):.1f} ms")
        for markup in ("text", "bbcode", "markdown"):
            post = turn_post(table, 3, "public")
            bare = post._replace(blocks=tuple(block for block in post.blocks if block.name != "fairness"))
            more = len(render(post, markup)) - len(render(bare, markup))
            print(f"key and digest in a post ({markup}): {more} characters")


if __name__ == "__main__":
    main()
