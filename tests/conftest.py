"""Settings of all tests: Hypothesis has no deadline, since a test says nothing about the clock.

Where `CI` is set it takes the same examples every time, so that a change is judged by itself; elsewhere it looks for new ones.
`pytest -m long` runs the long searches alone, with many more examples than the daily suite takes of them.
"""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from gm_tools.core.languages import speak
from tests import effort
from tests.browser import launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# Hundreds of commands are started: where nothing compiled may be kept, each would compile all of its modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What tests write lies in memory where there is room: they make and remove a hundred thousand small files.
_MEMORY = Path("/dev/shm")
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 2**31:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

settings.register_profile("gm_tools", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("gm_tools")


@pytest.fixture(autouse=True)
def _no_language_asked() -> Iterator[None]:
    """Let no test leave its language to the next one."""
    yield
    speak("")


@pytest.fixture
def german() -> None:
    """Somebody has asked for German, as by `--lang de`."""
    speak("de")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of pages."""
    with launch() as browser:
        yield browser


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `nightly` to long runs."""
    at_night = [item for item in items if item.get_closest_marker("nightly")]
    if at_night and not effort.IS_LONG:
        config.hook.pytest_deselected(items=at_night)
        items[:] = [item for item in items if item not in at_night]


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what lives to the end: the tests, and all that they imported."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run twice as many workers as there are cores: those with a browser mostly wait for it."""
    return 2 * (os.cpu_count() or 1)


# Tests of the page in two lots of about the same length: those that look at it, and all others.
_LOOKS = {"test_drawn.py", "test_head.py", "test_looks.py", "test_orders.py", "test_review.py", "test_small.py"}


class Scheduling(LoadFileScheduling):  # type: ignore[misc]
    """Gives a worker whole files, and two of them all tests of the page, whose engine is slow to start."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if not file.startswith("tests/page/"):
            return file
        return "tests/page, looked at" if Path(file).name in _LOOKS else "tests/page, played"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """Hand out the tests in this way."""
    return Scheduling(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """Tell the searches whether this is a long run, and wait for no disk."""
    effort.IS_LONG = config.getoption("markexpr") == "long"
    os.fsync = lambda fd: None  # nothing that a test writes has to outlive the machine
