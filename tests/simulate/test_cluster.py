"""A Dask scheduler and its workers, on this machine: the same games, also when a worker is killed with its batch in its pool."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.simulate.play import play_games
from gm_tools.simulate.workers import play_all, worker_pool
from tests.simulate.samples import a_setup, dump

ROOT = Path(__file__).parents[2]


class Cluster:
    """A scheduler and two workers, each a process."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        scheduler = self._begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._wait_for(scheduler, "Scheduler at:").split()[-1]
        self.workers = [self._worker() for _ in range(2)]

    def _worker(self) -> subprocess.Popen[str]:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder))
        worker = self._begin("worker", self.address, "--host", "127.0.0.1", *options)
        self._wait_for(worker, "Registered to:")
        return worker

    def _begin(self, what: str, *options: str) -> subprocess.Popen[str]:
        program = f"from distributed.cli.dask_{what} import main; main()"
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [sys.executable, "-c", program, *options],
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=self._folder,
        )
        self._stack.callback(self._end, process)
        return process

    @staticmethod
    def _end(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.communicate()

    @staticmethod
    def _wait_for(process: subprocess.Popen[str], words: str) -> str:
        assert process.stderr is not None
        seen = []
        for line in process.stderr:
            seen.append(line)
            if words in line:
                return line.strip()
        raise AssertionError("".join(seen))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One for all tests, of which one may kill a worker: the other one goes on."""
    with ExitStack() as stack:
        yield Cluster(stack, tmp_path_factory.mktemp("cluster"))


def test_the_command_plays_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    words = ("simulate", "--track", "pine_oval", "--bot", "random", "--games", "20", "--json")
    documents = [
        subprocess.run(
            [sys.executable, "-m", "gm_tools", *words, *more],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ).stdout
        for more in (("--workers", "1"), ("--cluster", cluster.address))
    ]
    assert documents[0] == documents[1]


def test_a_worker_killed_in_mid_run_changes_nothing(cluster: Cluster) -> None:
    setup = dump(a_setup(seats=4))
    numbers = range(60)
    with worker_pool(0, cluster.address) as pool:
        assert pool.window > 2
        batches = play_all(setup, numbers, pool)
        found = next(batches)
        cluster.workers[0].kill()
        found += [outcome for batch in batches for outcome in batch]
    assert cluster.workers[0].wait() < 0
    assert sorted(found, key=lambda outcome: outcome["game"]) == play_games(setup, numbers)


def test_an_unreachable_scheduler_is_reported() -> None:
    with pytest.raises(InputError, match="no scheduler answers at 'nonsense'"), worker_pool(0, "nonsense"):
        raise AssertionError
