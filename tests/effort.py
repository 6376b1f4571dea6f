"""How long a search for counterexamples goes on: short in the daily suite, long under `pytest -m long`, before a landing.

The daily suite is what a change waits for, so it has room for some minutes. Whether every part works is in it; how pages look at every
size, an evening in each way and each game, and what makes something large anew is left to `pytest -m nightly`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import process_time
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, example, settings

T = TypeVar("T")

IS_LONG = False  # set by conftest.py before the tests are imported


def search(daily: int, long: int) -> Callable[[Any], Any]:
    """Return a decorator for a property test: how many examples it takes every day, and how many in a long run."""

    def decorate(test: Any) -> Any:
        chosen = settings(max_examples=long if IS_LONG else daily, suppress_health_check=list(HealthCheck))
        return pytest.mark.long(chosen(test))

    return decorate


def long_example(*given: Any) -> Callable[[Any], Any]:
    """Return a decorator for a property test: an example that long runs alone try."""
    return example(*given) if IS_LONG else lambda test: test


def choose(daily: T, long: T) -> T:
    """Return how much a test does every day, and how much in a long run; such a test is marked `long`."""
    return long if IS_LONG else daily


def some(hardest: T, *others: T) -> tuple[T, ...]:
    """Return the hardest of some things every day, all of them in a long run (see `choose`)."""
    return choose((hardest,), (hardest, *others))


def nightly(test: Any) -> Any:
    """Mark a test that the daily suite leaves out, because it makes something large anew or looks at what seldom changes."""
    return pytest.mark.long(pytest.mark.nightly(test))


def assert_linear(work: Callable[[str], object], text: str, part: str = "") -> None:
    """Assert that a text costs less than 22 times its eighth: linear work costs eight times that, the square 64 times.

    Costs are seconds of the processor, and whatever hinders a machine adds to them: of several goes the cheapest counts, of the
    eighth always three or more, of the text as many as it takes. So a hitch neither fails what is linear nor lets the square pass.
    What takes a quarter of a second is taken as nothing. Every day half of a text has to do where its eighth is not given.
    """
    least = 0.5
    if not part and not IS_LONG:
        text, least = text[: len(text) // 2], least / 2
    part = part or text[: len(text) // 8]

    def cost(text: str) -> float:
        begin = process_time()
        work(text)
        return process_time() - begin

    whole = eighth = inf
    for goes in (3, 4, 6, 3, 5, 4, 6, 5, 3, 4):  # without a beat, so that none of the machine meets the text alone
        whole = min(whole, cost(text))
        if whole < least:
            return
        eighth = min(eighth, *(cost(part) for _ in range(goes)))
        if whole < 22 * eighth:
            return
    pytest.fail(
        f"{len(text)} characters take {whole:.2f} s, {len(part)} of them {eighth:.3f} s: {whole / eighth:.0f} times less"
    )
