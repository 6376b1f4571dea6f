"""Settings of all tests: Hypothesis has no deadline, since a test says nothing about the clock.

Where `CI` is set it takes the same examples every time, so that a change is judged by itself; elsewhere it looks for new ones.
`pytest -m long` runs the long searches alone, with many more examples than the daily suite takes of them.
"""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

from hypothesis import settings

from tests import effort

if TYPE_CHECKING:
    import pytest

settings.register_profile("gm_tools", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("gm_tools")


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what lives to the end: the tests, and all that they imported."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Tell the searches whether this is a long run."""
    effort.IS_LONG = config.getoption("markexpr") == "long"
