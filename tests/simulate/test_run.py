"""Games shared out: the same games whoever plays them, however many workers there are, and only a few under way at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from gm_tools.core.problems import InputError
from gm_tools.simulate.play import play_games
from gm_tools.simulate.workers import Serial, WorkerPool, play_all, worker_pool
from tests import effort
from tests.simulate.samples import a_setup, dump


def in_order(batches: Any) -> list[Any]:
    return sorted((outcome for batch in batches for outcome in batch), key=lambda outcome: outcome["game"])


@pytest.mark.long
@pytest.mark.parametrize("workers", effort.choose([1, 2], [1, 2, 5]))
def test_the_games_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    setup = dump(a_setup(seats=3))
    with worker_pool(workers) as pool:
        assert in_order(play_all(setup, range(12), pool)) == play_games(setup, range(12))


def test_any_executor_will_do() -> None:
    setup = dump(a_setup(seats=3))
    with ThreadPoolExecutor(3) as threads:
        assert in_order(play_all(setup, [7, 2, 5], WorkerPool(threads, 2))) == play_games(setup, [2, 5, 7])


class Patient(Executor):
    """An executor that is done only when somebody waits, and knows how much it was given at once."""

    def __init__(self) -> None:
        self.waiting: list[Future[Any]] = []
        self.most = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.waiting.append(Serial().submit(fn, *args, **kwargs))
        self.most = max(self.most, len([future for future in self.waiting if not getattr(future, "seen", False)]))
        return self.waiting[-1]


def test_only_so_many_batches_are_under_way() -> None:
    patient = Patient()
    given = 0
    for batch in play_all(dump(a_setup(seats=2)), range(40), WorkerPool(patient, 3)):
        given += len(batch)
        assert len(patient.waiting) <= given + 3 + 3
    assert given == 40
    assert len(patient.waiting) == 40


def test_an_error_in_a_worker_is_raised_unchanged() -> None:
    setup = dump(a_setup()._replace(board="no board"))
    with pytest.raises(InputError, match="found 'no board'") as told:
        play_games(setup, [0])
    with pytest.raises(InputError) as error, worker_pool(2) as pool:
        list(play_all(setup, range(4), pool))
    assert str(error.value) == str(told.value)


def put_away(batches: Iterator[list[Any]], keep: Callable[[list[Any]], None]) -> None:
    for outcomes in batches:
        keep(outcomes)


class Busy(Executor):
    """An executor whose workers finish the first game at once, and all others only when they are told to stop."""

    def __init__(self) -> None:
        self.in_hand: list[tuple[Future[Any], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.in_hand.append((future, Serial().submit(fn, *args, **kwargs)))
        if len(self.in_hand) == 1:
            self.finish(1)
        return future

    def finish(self, count: int) -> None:
        for future, played in self.in_hand[:count]:
            if not future.done():
                future.set_result(played.result())


def test_an_interrupt_keeps_all_games_that_are_finished() -> None:
    setup = dump(a_setup(seats=3))
    busy = Busy()
    kept: list[Any] = []

    def keep(outcomes: list[Any]) -> None:
        if not kept:
            signal.raise_signal(signal.SIGINT)
        kept.extend(outcomes)  # what is being put away is put away

    with worker_pool(1), pytest.raises(KeyboardInterrupt):
        put_away(play_all(setup, range(40), WorkerPool(busy, 4, lambda: busy.finish(40))), keep)
    assert in_order([kept]) == play_games(setup, range(len(busy.in_hand)))
    assert len(kept) == 4


def test_an_interrupt_breaks_off_the_game_that_is_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = dump(a_setup(seats=3))

    def interrupt(setup: str, numbers: Any) -> Any:
        if 2 in numbers:
            signal.raise_signal(signal.SIGINT)
        return play_games(setup, numbers)

    monkeypatch.setattr("gm_tools.simulate.workers.play_games", interrupt)
    kept: list[Any] = []
    before = signal.getsignal(signal.SIGINT)  # it is ignored where a shell has started the suite in the background
    with worker_pool(1) as pool, pytest.raises(KeyboardInterrupt):
        put_away(play_all(setup, range(9), pool), kept.extend)
    assert kept == play_games(setup, range(2))
    assert signal.getsignal(signal.SIGINT) is before


def test_a_bug_in_a_game_costs_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = dump(a_setup(seats=3))

    def buggy(setup: str, numbers: Any) -> Any:
        if 2 in numbers:
            raise RuntimeError("bug")
        return play_games(setup, numbers)

    monkeypatch.setattr("gm_tools.simulate.workers.play_games", buggy)
    kept: list[Any] = []
    with pytest.raises(RuntimeError, match="bug"):
        put_away(play_all(setup, range(9), WorkerPool(Patient(), 5)), kept.extend)
    assert in_order([kept]) == play_games(setup, [0, 1, 3, 4])


def test_workers_that_are_gone_before_a_game_is_sent_are_no_other_error() -> None:
    class Gone(Executor):
        def submit(self, _fn: Any, /, *_args: Any, **_kwargs: Any) -> Future[Any]:
            raise BrokenExecutor

    with pytest.raises(BrokenExecutor):
        list(play_all("", [1, 2], WorkerPool(Gone(), 2)))


def test_an_empty_list_of_games_ends_at_once() -> None:
    with worker_pool(1) as pool:
        assert list(play_all("", [], pool)) == []
