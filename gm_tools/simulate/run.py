"""Games shared out among workers. Any executor of `concurrent.futures` will do: none, processes of this machine, a Dask cluster.

What is sent is text and numbers: a worker loads game and board itself, once. Only a few batches are under way at any moment, so
that memory does not grow with the number of games.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.problems import InputError
from gm_tools.core.words import tr
from gm_tools.simulate.play import play_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gm_tools.simulate.play import Outcome

_LARGEST_BATCH = 8  # games: little enough to be soon done when somebody stops the run
_AHEAD = 2  # batches that lie ready for each worker


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
    return max(1, min(_LARGEST_BATCH, games // (workers * 4)))


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Yield a pool of processes, begun afresh on every system alike; what is left of them when it is broken off is ended."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    before = _ignore_closed_pipes()
    try:
        yield pool
    except BaseException:
        for child in active_children():
            child.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    _ignore_closed_pipes(before)


def _ignore_closed_pipes(handler: Any = None) -> Any:
    """Let writing to a worker that is gone be an error and not this process' end; return what was set, to be set again."""
    import signal

    if not hasattr(signal, "SIGPIPE"):  # Windows
        return None
    return signal.signal(signal.SIGPIPE, signal.SIG_IGN if handler is None else handler)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that has begun the workers."""
    from signal import SIG_IGN, SIGINT, signal

    signal(SIGINT, SIG_IGN)


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
    """Yield the outcomes of games, batch by batch as they come in; `setup` is written as JSON."""
    left = iter(numbers)
    under_way: set[Future[list[Outcome]]] = set()
    while True:
        while len(under_way) < crew.window and (batch := list(islice(left, crew.batch))):
            under_way.add(crew.executor.submit(play_games, setup, batch))
        if not under_way:
            return
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
