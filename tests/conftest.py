"""Settings of all tests: Hypothesis has no deadline, since a test says nothing about the clock.

Where `CI` is set it takes the same examples every time, so that a change is judged by itself; elsewhere it looks for new ones.
`pytest -m long` runs the long searches alone, with many more examples than the daily suite takes of them; `pytest -m nightly` what
the daily suite leaves out, with as many examples as it takes of the others.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer.main
from hypothesis import is_hypothesis_test, settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from gm_tools.core.languages import speak
from tests import effort
from tests.browser import launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Hundreds of commands are started: where nothing compiled may be kept, each would compile all of its modules.
# Nor should every worker of every run take the tests apart to see what they assert: that is half of what collecting them costs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What tests write lies in memory where there is room: they make and remove a hundred thousand small files.
_MEMORY = Path("/dev/shm")
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 2**31:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

for profile, examples in (("daily", 10), ("long", 100)):  # of tests that do not say how many they take
    settings.register_profile(
        profile, deadline=None, derandomize="CI" in os.environ, print_blob=True, max_examples=examples
    )


@pytest.fixture
def german() -> None:
    """Somebody has asked for German, as by `--lang de`."""
    speak("de")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of pages."""
    with launch() as browser:
        yield browser


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `nightly` to long runs, have all searches in them, and begin with what lasts longest."""
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("long")
        if item.nodeid.startswith(_LOOKS):
            item.add_marker("long")
            item.add_marker("nightly")
    at_night = [item for item in items if item.get_closest_marker("nightly")]
    if at_night and config.option.markexpr not in {"long", "nightly"}:
        config.hook.pytest_deselected(items=at_night)
        items[:] = [item for item in items if item not in at_night]
    items.sort(key=lambda item: (*_BROWSERS, "").index(_browser_of(item.nodeid)))


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what lives to the end: the tests, and all that they imported."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)  # tests make little garbage and much that lives as long as they do
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are cores: the one with a browser mostly waits for it."""
    return 1 + (os.cpu_count() or 1)


_LOOKS = "tests/page/looks/"  # how pages look at every size: as long as all other tests of pages
# What lasts longest is begun first
_BROWSERS = ("pages of desktops", "pages of telephones", "tests/desk/test_browser.py")
# Tests of the page that open none
_WITHOUT_PAGE = {"last_move", "narrow_pages", "pack", "pad", "sandbox", "typed"}
# Those that open pages of telephones, or each a page of its own; and those that open the same pages as these, so that both have as much to do
_OTHER_PAGES = {"load", "own", "proof", "safety", "sheet", "tablet", "telephone", "touch"}
_OTHER_PAGES |= {
    "for_players",
    "hand",
    "head",
    "pad_places",
    "private_message",
    "remembered_hand",
    "review",
    "tapped_again",
}


def _browser_of(nodeid: str) -> str:
    """Return which browser a test opens its pages in, or nothing.

    Pages of tables are slow to start, so they stay open for all tests of a worker. Those of telephones are others than those of
    desktops: two workers open them without opening any twice.
    """
    file = nodeid.partition("::")[0]
    stem = Path(file).stem.removeprefix("test_")
    if file.startswith("tests/page/") and stem not in _WITHOUT_PAGE:
        return _BROWSERS[stem in _OTHER_PAGES]
    return file if file in _BROWSERS else ""


_GIVES_WAY = 10  # as far as `nice` goes by itself
# These take the whole package apart: one worker has to read it once.
_OF_CODE = {f"tests/{name}.py" for name in ("test_house", "test_new_game", "core/test_messages", "core/test_words")}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let a worker without a browser take what those with one leave of the cores: they would be done last, with a core idle."""
    if "PYTEST_XDIST_WORKER" in os.environ and hasattr(os, "nice") and not _browser_of(item.nodeid):
        os.nice(max(0, _GIVES_WAY - os.nice(0)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Let no test leave its language to the next one; a fixture for that would cost each of thousands of tests more."""
    try:
        return (yield)
    finally:
        speak("")


class Scheduling(LoadFileScheduling):  # type: ignore[misc]
    """Gives a worker whole files, as they are collected; and all tests of a browser to one of them."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return _browser_of(nodeid) or ("the code" if file in _OF_CODE else file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """Hand out the tests in this way."""
    return Scheduling(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """Tell the searches whether this is a long run, and wait for no disk."""
    gc.disable()  # while tests are collected next to nothing is garbage
    effort.IS_LONG = config.getoption("markexpr") == "long"
    settings.load_profile("long" if effort.IS_LONG else "daily")
    os.fsync = lambda fd: None  # nothing that a test writes has to outlive the machine
    typer.main.get_command = cache(typer.main.get_command)  # a process runs one command, and the tests thousands
