"""A Dask scheduler and its workers, on this machine: the same games, also when a worker is killed with its batch in its pool."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from warnings import catch_warnings

import pytest

from gm_tools.core.problems import InputError
from gm_tools.simulate.play import play_games
from gm_tools.simulate.workers import play_all, worker_pool
from tests.simulate.conftest import Gm
from tests.simulate.samples import a_setup, dump


def serve(ready: Connection, kind: str, *words: str, **options: Any) -> None:
    """Be a part of a cluster, and send its address once it is there."""

    async def work() -> None:
        async with getattr(import_module("distributed"), kind)(*words, **options) as part:
            ready.send(part.address)
            await part.finished()

    asyncio.run(work())


class Cluster:
    """A scheduler and two workers, each a process; where one can be forked, it need not import everything again."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        import_module("distributed")
        _, self.address = self._begin("Scheduler", host="127.0.0.1", port=0, dashboard=False)
        more = {"nthreads": 1, "local_directory": str(folder), "dashboard": False}
        self.workers = [self._begin("Worker", self.address, host="127.0.0.1", **more)[0] for _ in range(2)]

    def _begin(self, kind: str, *words: str, **options: Any) -> tuple[BaseProcess, str]:
        context: Any = get_context("fork" if hasattr(os, "fork") else "spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, kind, *words), kwargs=options)
        with catch_warnings(action="ignore", category=DeprecationWarning):  # threads of other tests wait for nothing
            process.start()
        theirs.close()  # so that a part that fails is told from one that is slow
        self._stack.callback(process.join)
        self._stack.callback(process.kill)
        return process, ours.recv()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One for all tests, of which one may kill a worker: the other one goes on."""
    with ExitStack() as stack:
        yield Cluster(stack, tmp_path_factory.mktemp("cluster"))


def test_the_command_plays_on_a_cluster(cluster: Cluster, simulate: Gm) -> None:
    words = ("--track", "pine_oval", "--bot", "random", "--games", "20", "--json")
    here, there = (simulate(*words, *more) for more in (("--workers", "1"), ("--cluster", cluster.address)))
    assert here.status == 0, here.err
    assert here == there


def test_a_worker_killed_in_mid_run_changes_nothing(cluster: Cluster) -> None:
    setup = dump(a_setup(seats=4))
    numbers = range(60)
    with worker_pool(0, cluster.address) as pool:
        assert pool.window > 2
        batches = play_all(setup, numbers, pool)
        found = next(batches)
        cluster.workers[0].kill()
        found += [outcome for batch in batches for outcome in batch]
    cluster.workers[0].join()
    assert (cluster.workers[0].exitcode or 0) < 0
    assert sorted(found, key=lambda outcome: outcome["game"]) == play_games(setup, numbers)


def test_an_unreachable_scheduler_is_reported() -> None:
    with pytest.raises(InputError, match="no scheduler answers at 'nonsense'"), worker_pool(0, "nonsense"):
        raise AssertionError
