"""Whether work is called linear hangs on the work, and on no hitch of the machine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest

from tests import effort

HITCHES = [(0.0,), (0.0, 9.0), (9.0, 0.0), (9.0, 9.0, 0.0), (9.0, 0.0, 0.0, 0.0), (9.0, 0.0, 0.0, 9.0, 0.0)]


@pytest.fixture(params=HITCHES, ids=str)
def taking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Callable[[str], None]]:
    """Make work that takes so many powers of a length, on a machine that adds a hitch to one go after the other."""
    now, hitches = [0.0], cycle(request.param)
    monkeypatch.setattr(effort, "process_time", lambda: now[0])

    def of(power: int) -> Callable[[str], None]:
        def work(text: str) -> None:
            now[0] += (len(text) / 1000) ** power + next(hitches)

        return work

    return of


def test_linear_work_passes_on_a_machine_that_stutters(taking: Callable[[int], Callable[[str], None]]) -> None:
    effort.assert_linear(taking(1), "x" * 5_000)


def test_quadratic_work_never_passes(taking: Callable[[int], Callable[[str], None]]) -> None:
    with pytest.raises(pytest.fail.Exception, match="64 times less"):
        effort.assert_linear(taking(2), "x" * 4_800)
