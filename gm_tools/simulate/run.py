"""A simulation run to its end or broken off.

Games that were played before count, the others are shared out, and all are kept in a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from gm_tools.simulate.checkpoint import Checkpoint
from gm_tools.simulate.setup import Setup, write_setup
from gm_tools.simulate.totals import Totals
from gm_tools.simulate.workers import play_all, worker_pool


class BrokenOff(Exception):  # noqa: N818  (nothing is wrong: the games that are done are kept)
    """A run was interrupted, or has lost a worker (`is_bereft`); `done` games are kept in `file`."""

    def __init__(self, file: Path, done: int, *, is_bereft: bool) -> None:
        super().__init__(file, done)
        self.file, self.done, self.is_bereft = file, done, is_bereft


def run_games(
    setup: Setup, games: int, workers: int, cluster: str, file: str, progress: Callable[[int, int], None]
) -> Totals:
    """Return what came of so many games, those that `file` holds already among them.

    Raises BrokenOff if not all could be played. Without a file, the games are kept in one that goes when all are
    played. `workers` is 0 for as many as there are cores, `progress` is told how many games are done, of how many.
    """
    folder = "" if file else mkdtemp(prefix="gm-simulate-")
    path = Path(folder, "games.jsonl") if folder else Path(file)
    sums, done = Totals(setup), set()
    try:
        with closing(Checkpoint(path, setup)) as book:
            for outcome in book.games():
                if outcome["game"] < games:
                    done.add(outcome["game"])
                    sums.add(outcome)
            left = [number for number in range(games) if number not in done]
            progress(len(done), games)
            if left:
                with worker_pool(min(workers or _cores(), len(left)), cluster) as pool:
                    for outcomes in play_all(write_setup(setup), left, pool):
                        if outcomes:
                            book.add(outcomes)
                        for outcome in outcomes:
                            sums.add(outcome)
                        progress(sums.games, games)
    except (KeyboardInterrupt, BrokenExecutor) as error:
        folder = ""  # what is done is kept
        kept = max(0, path.read_bytes().count(b"\n") - 1) if path.is_file() else 0
        raise BrokenOff(path, min(games, kept), is_bereft=isinstance(error, BrokenExecutor)) from None
    finally:
        if folder:
            rmtree(folder, ignore_errors=True)
    return sums


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
