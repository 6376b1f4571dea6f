"""How long a search for counterexamples goes on: short in the daily suite, long under `pytest -m long`, before a landing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Callable

IS_LONG = False  # set by conftest.py before the tests are imported


def search(daily: int, long: int) -> Callable[[Any], Any]:
    """Return a decorator for a property test: how many examples it takes every day, and how many in a long run."""

    def decorate(test: Any) -> Any:
        chosen = settings(max_examples=long if IS_LONG else daily, suppress_health_check=list(HealthCheck))
        return pytest.mark.long(chosen(test))

    return decorate
