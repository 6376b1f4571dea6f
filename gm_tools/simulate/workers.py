"""Games shared out among workers.

Any executor of `concurrent.futures` will do: none, processes of this machine, a Dask cluster. What is sent is a text
and a number: a worker loads game and board itself, once, and plays one game at a time. Sending is nothing beside the
shortest game, and a game that is finished is never held up by one that is not. Only a few games are under way at any
moment, so that memory does not grow with their number.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.simulate.play import Outcome, play_games

_AHEAD = 2  # games that lie ready for each worker
_PATIENCE = 0.1  # seconds until whoever waits is told that nothing has come in yet, and Ctrl-C is looked for


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


def _do_nothing() -> None:
    pass


class WorkerPool(NamedTuple):
    """An executor, how many games to give it at once, and what tells its workers to drop those in their hands."""

    executor: Executor
    window: int
    stop: Callable[[], None] = _do_nothing


@contextmanager
def worker_pool(workers: int, cluster: str = "") -> Iterator[WorkerPool]:
    """Yield the workers: processes of this machine, none with 1, those of a Dask scheduler with its address.

    Meanwhile Ctrl-C ends `play_all`, and nothing else: what was played can be put away in peace.
    """
    if cluster:
        with _dask(cluster) as found, _note_interrupts():
            yield found
    elif workers == 1:
        with _note_interrupts():
            yield WorkerPool(Serial(), 1)
    else:
        with _processes(workers) as executor, _note_interrupts():
            yield WorkerPool(executor, workers * _AHEAD, _stop_processes)


@contextmanager
def _note_interrupts() -> Iterator[None]:
    """Let Ctrl-C break off the game that this process plays itself, if it does, and otherwise be only noted."""
    _Work.interrupted = False
    before = signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _Work.interrupted = False


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Yield a pool of processes, begun afresh on every system alike.

    When it is broken off they drop the games in their hands.
    """
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin_work)
    try:
        with _hold_interrupts():
            for __ in range(workers):  # each of them begins a process
                pool.submit(_do_nothing)
        yield pool
    except BaseException:
        _stop_processes()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _stop_processes() -> None:
    for child in active_children():
        if child.pid is not None and os.name != "nt":  # there the keyboard has told them already
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGINT)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
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
    """What a process knows of itself: whether it is playing, and whether it was told to stop, which is for good."""

    is_playing = False
    interrupted = False


def _begin_work() -> None:
    """Begin a worker process; it ends with the process that began it.

    Ctrl-C ends the game in its hands, and nothing else.
    """
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, _interrupt)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_parent() -> None:
    """Wait for the end of the process that began this one: if it was killed, nobody else tells its workers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _interrupt(_number: int, _frame: object) -> None:
    _Work.interrupted = True
    if _Work.is_playing:
        _Work.is_playing = False  # once is enough: a second one would fall into whoever catches the first
        raise KeyboardInterrupt


def play_one(setup: str, number: int) -> Outcome | None:
    """Play a game; what is sent to the workers. None if it was broken off."""
    outcome = None
    with suppress(KeyboardInterrupt):
        try:
            _Work.is_playing = current_thread() is main_thread()  # signals come to no other
            if not _Work.interrupted:
                outcome = play_games(setup, (number,))[0]
        finally:
            _Work.is_playing = False
    return outcome


@contextmanager
def _dask(address: str) -> Iterator[WorkerPool]:
    """Yield the executor of a Dask scheduler; raise InputError if it is not to be had."""
    try:
        distributed = import_module("distributed")  # an extra, and without types
    except ImportError:
        message = _("a cluster needs the package distributed: pip install 'gm-tools[cluster]'")
        raise InputError(message, key="--cluster") from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        message = _("no scheduler answers at {address!r}: {error}", address=address, error=error)
        raise InputError(message, key="--cluster", allowed="tcp://HOST:8786", status=1) from None
    with client:
        workers = max(1, sum(client.nthreads().values()))
        # Games are pure, but asking the scheduler to remember them would only cost it memory.
        yield WorkerPool(client.get_executor(pure=False), workers * _AHEAD)


def play_all(setup: str, numbers: Iterable[int], pool: WorkerPool) -> Iterator[list[Outcome]]:
    """Yield the outcomes of games as they come in, now and then none; `setup` is written as JSON.

    Whatever breaks it off (Ctrl-C, a worker that is gone, a bug), the games that are finished come first, and then the
    exception.
    """
    left = iter(numbers)
    under_way: set[Future[Outcome | None]] = set()
    while True:
        if not _Work.interrupted:
            sent = islice(left, pool.window - len(under_way))
            under_way |= {_submit(pool.executor, setup, number) for number in sent}
            if not under_way:
                return
        done, under_way = wait(under_way, _PATIENCE, FIRST_COMPLETED)
        broken_off = _Work.interrupted or not all(map(_outcome, done))
        if broken_off:
            pool.stop()
            done |= wait({future for future in under_way if not future.cancel()}).done
        yield [outcome for outcome in map(_outcome, done) if outcome is not None]
        if broken_off:
            if not _Work.interrupted:
                for future in done:
                    future.result()  # one of them raises what is wrong, unless a worker alone was interrupted
            raise KeyboardInterrupt


def _submit(executor: Executor, setup: str, number: int) -> Future[Outcome | None]:
    """Return a game under way.

    If the workers are gone, the game has failed already, and is dealt with like any other that fails.
    """
    try:
        return executor.submit(play_one, setup, number)
    except BrokenExecutor as error:
        future: Future[Outcome | None] = Future()
        future.set_exception(error)
        return future


def _outcome(future: Future[Outcome | None]) -> Outcome | None:
    """Return what came of a game; None if it was broken off or went wrong."""
    return None if future.exception() else future.result()
