"""Games shared out: the same games whoever plays them, however many workers there are, and only a few under way at once."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from gm_tools.core.problems import InputError
from gm_tools.simulate.play import play_games
from gm_tools.simulate.run import Crew, Serial, crew, play_all
from tests.simulate.samples import a_setup, written


def in_order(batches: Any) -> list[Any]:
    return sorted((outcome for batch in batches for outcome in batch), key=lambda outcome: outcome["game"])


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_games_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    setup = written(a_setup(seats=3))
    with crew(workers, 12) as hands:
        assert in_order(play_all(setup, range(12), hands)) == play_games(setup, range(12))


def test_any_executor_will_do() -> None:
    setup = written(a_setup(seats=3))
    with ThreadPoolExecutor(3) as threads:
        assert in_order(play_all(setup, [7, 2, 5], Crew(threads, 2, 2))) == play_games(setup, [2, 5, 7])


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
    for batch in play_all(written(a_setup(seats=2)), range(40), Crew(patient, 3, 2)):
        given += len(batch)
        assert 2 * len(patient.waiting) <= given + 2 * 3 + 2 * 3
    assert given == 40
    assert len(patient.waiting) == 20


def test_what_goes_wrong_in_a_worker_comes_out_as_it_is() -> None:
    setup = written(a_setup()._replace(board="no board"))
    with pytest.raises(InputError, match="found 'no board'") as told:
        play_games(setup, [0])
    with pytest.raises(InputError) as error, crew(2, 4) as hands:
        list(play_all(setup, range(4), hands))
    assert str(error.value) == str(told.value)


def test_nothing_to_do_is_done_at_once() -> None:
    with crew(1, 0) as hands:
        assert list(play_all("", [], hands)) == []
