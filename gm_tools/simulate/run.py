"""Games shared out among workers. Any executor of `concurrent.futures` will do: none, processes of this machine, a Dask cluster.

What is sent is text and numbers: a worker loads game and board itself, once. Only a few batches are under way at any moment, so
that memory does not grow with the number of games.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.problems import InputError
from gm_tools.core.words import tr
from gm_tools.simulate.play import play_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.synchronize import Event

    from gm_tools.simulate.play import Outcome

_LARGEST_BATCH = 4  # games: little enough to be soon done
_AHEAD = 2  # batches that lie ready for each worker
_PATIENCE = 0.5  # seconds until whoever waits is told that nothing has come in yet


class Serial(Executor):
    """An executor without workers: what is submitted is done at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function and return what came of it."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  (it belongs to whoever asks for the result)
            future.set_exception(error)
        return future


class Crew(NamedTuple):
    """An executor, and how many batches to give it at once and of how many games."""

    executor: Executor
    window: int
    batch: int


@contextmanager
def crew(workers: int, games: int, cluster: str = "") -> Iterator[Crew]:
    """Yield the workers: processes of this machine, none with 1, those of a Dask scheduler with its address."""
    if cluster:
        with _dask(cluster, games) as found:
            yield found
    elif workers == 1:
        yield Crew(Serial(), 1, 1)
    else:
        with _processes(workers) as executor:
            yield Crew(executor, workers * _AHEAD, _batch(workers, games))


def _batch(workers: int, games: int) -> int:
    return max(1, min(_LARGEST_BATCH, games // (workers * 16)))


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Yield a pool of processes, begun afresh on every system alike. When it is broken off they drop the games in their hands."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    context = get_context("spawn")
    stopping = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin_work, (stopping,))
    handler = _handle(
        "SIGPIPE", signal.SIG_IGN
    )  # writing to a worker that is gone is an error, and not this process' end
    try:
        with _interrupts_held():
            for _ in range(workers):  # each of them begins a process
                pool.submit(play_batch, "", [])
        yield pool
    except BaseException:
        stopping.set()
        for child in active_children():
            if child.pid is not None and os.name != "nt":  # there the keyboard has told them already
                with suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGINT)
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        _handle("SIGPIPE", handler)


def _handle(name: str, handler: Any) -> Any:
    """Set what a signal does, where there is such a signal (Windows lacks some); return what was set before."""
    number = getattr(signal, name, None)
    return None if number is None else signal.signal(number, handler)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back where that is possible: what is begun meanwhile does not get it before it can deal with it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Work:
    """What a worker process knows of itself: the event that tells all of them to stop, and whether it is playing."""

    stopping: Event | None = None
    is_playing = False


def _begin_work(stopping: Event) -> None:
    """Begin a worker process: Ctrl-C ends the game in its hands, and nothing else; it ends with the process that began it."""
    from threading import Thread

    _Work.stopping = stopping
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, _interrupt)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_parent() -> None:
    """Wait for the end of the process that began this one: if it was killed, nobody else tells its workers."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _interrupt(_number: int, _frame: object) -> None:
    if _Work.is_playing:
        raise KeyboardInterrupt


def play_batch(setup: str, numbers: Sequence[int]) -> list[Outcome]:
    """Play some games; what is sent to the workers."""
    if _Work.stopping is not None and _Work.stopping.is_set():
        return []
    _Work.is_playing = True
    try:
        return play_games(setup, numbers) if numbers else []
    finally:
        _Work.is_playing = False


@contextmanager
def _dask(address: str, games: int) -> Iterator[Crew]:
    """Yield the executor of a Dask scheduler; raise InputError if it is not to be had."""
    from importlib import import_module

    try:
        distributed = import_module("distributed")  # an extra, and without types
    except ImportError:
        message = tr("a cluster needs the package distributed: pip install 'gm-tools[cluster]'")
        raise InputError(message, key="--cluster") from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        message = tr("no scheduler answers at {address!r}: {error}", address=address, error=error)
        raise InputError(message, key="--cluster", allowed="tcp://HOST:8786", status=1) from None
    with client:
        workers = max(1, sum(client.nthreads().values()))
        # Games are pure, but asking the scheduler to remember them would only cost it memory.
        yield Crew(client.get_executor(pure=False), workers * _AHEAD, _batch(workers, games))


def play_all(setup: str, numbers: Iterable[int], crew: Crew) -> Iterator[list[Outcome]]:
    """Yield the outcomes of games, batch by batch as they come in, now and then an empty one; `setup` is written as JSON."""
    left = iter(numbers)
    under_way: set[Future[list[Outcome]]] = set()
    while True:
        while len(under_way) < crew.window and (batch := list(islice(left, crew.batch))):
            under_way.add(crew.executor.submit(play_batch, setup, batch))
        if not under_way:
            return
        done, under_way = wait(under_way, _PATIENCE, FIRST_COMPLETED)
        yield [outcome for future in done for outcome in future.result()]
