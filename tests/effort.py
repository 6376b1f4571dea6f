"""How long a search for counterexamples goes on: short in the daily suite, long under `pytest -m long`, before a landing."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

IS_LONG = False  # set by conftest.py before the tests are imported


def search(daily: int, long: int) -> Callable[[Any], Any]:
    """Return a decorator for a property test: how many examples it takes every day, and how many in a long run."""

    def decorate(test: Any) -> Any:
        chosen = settings(max_examples=long if IS_LONG else daily, suppress_health_check=list(HealthCheck))
        return pytest.mark.long(chosen(test))

    return decorate


def choose(daily: T, long: T) -> T:
    """Return how much a test does every day, and how much in a long run; such a test is marked `long`."""
    return long if IS_LONG else daily


def nightly(test: Any) -> Any:
    """Mark a test that makes something large anew to compare it: it is left to long runs."""
    return pytest.mark.long(pytest.mark.nightly(test))


def assert_linear(work: Callable[[str], object], text: str, quarter: str = "") -> None:
    """Assert that a whole text costs no more than ten times a quarter of it: linear work costs four times, the square sixteen.

    Costs are seconds of the processor, so that other programs do not count; what takes next to nothing is taken as a twentieth.
    Every day half of a text has to do, and half of that time, where its quarter is not given.
    """
    least = 0.05
    if not quarter and not IS_LONG:
        text, least = text[: len(text) // 2], least / 2

    def cost(text: str) -> float:
        begin = process_time()
        work(text)
        return process_time() - begin

    few = max(cost(quarter or text[: len(text) // 4]), least)
    assert cost(text) < 10 * few
