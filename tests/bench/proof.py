"""What proof costs: `gm verify` of 300 turns, in process and cold; one turn as the page checks it; what it adds to a post.

    python -m tests.bench.proof

A game of TAC among bots, cut at 300 turns, and a turn of Monza. Milliseconds of this process, best of three; characters of posts.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.render import render
from gm_tools.reports.turn import turn_post
from gm_tools.table import new_table, open_table
from gm_tools.table.public_turn import check_turn, public_turn
from gm_tools.table.resolve import resolve
from gm_tools.table.verify import audit

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = 300


def best(call: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest of three calls."""
    times = []
    for __ in range(3):
        begun = perf_counter()
        call()
        times.append(1000 * (perf_counter() - begun))
    return min(times)


def play(top: Path, game: str, marks: str, turns: int) -> Path:
    """Return a table that bots have played so many turns at, or to its end."""
    board = min((folder("tracks") / game).glob("*.txt")).read_text(encoding="utf-8")
    seats = tuple(Seat(mark, f"Player {mark}", bot="easy") for mark in marks)
    path = new_table(top / game, game=game, board_text=board, track="", seats=seats, options={}, root=bytes(32)).path
    while open_table(path).turn < turns and not open_table(path).game.is_over(open_table(path).position):
        resolve(path)
    return path


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
        print(f"one turn of Monza checked: {best(lambda: check_turn(table.game, table.board, made, '')):.1f} ms")
        for markup in ("text", "bbcode", "markdown"):
            post = turn_post(table, 3, "public")
            without = tuple(
                (block, name) for block, name in zip(post.blocks, post.names, strict=True) if name != "fairness"
            )
            bare = post._replace(blocks=tuple(one for one, __ in without), names=tuple(one for __, one in without))
            more = len(render(post, markup)) - len(render(bare, markup))
            print(f"key and digest in a post ({markup}): {more} characters")


if __name__ == "__main__":
    main()
