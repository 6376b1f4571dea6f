"""What is killed or has no room: the table is as it was or as it is to be, and a sentence says which."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from gm_tools.desk import commands
from gm_tools.desk.tables import stamp
from gm_tools.table import open_table
from gm_tools.table.verify import verify
from tests.desk.conftest import Browser, text_of
from tests.desk.opened import TURNS

if TYPE_CHECKING:
    from gm_tools.desk.commands import Command

ROOT = Path(__file__).parents[2]
PAUSES = (0.15, 0.5, 0.9, 1.6)  # seconds from the button to the end: before the command writes, while, and after


def test_a_disk_that_is_full_loses_nothing_and_is_said(tmp_path: Path) -> None:
    words = ["unshare", "-rm", "true"]
    if shutil.which("unshare") is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here: unshare -rm is not allowed")
    words = ["unshare", "-rm", sys.executable, "-m", "tests.desk.full_disk", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *faults, count = done.stdout.splitlines()
    assert faults == []
    assert int(count.split()[0]) >= 6  # with no room at all each button is refused


def open_killable(folder: Path) -> tuple[subprocess.Popen[str], str, OpenerDirector]:
    """Start a desk, and return its process, its address and a browser that knows its key."""
    words = [sys.executable, "-m", "gm_tools", "desk", str(folder), "--no-browser"]
    desk = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert desk.stderr is not None
    address = re.search(r"http://\S+", desk.stderr.readline())
    assert address is not None
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    browser.open(address[0]).read()
    return desk, address[0].partition("/?")[0], browser


def press_resolve(browser: OpenerDirector, here: str, folder: Path) -> str:
    """Press a button of a desk that runs; return what its page says, empty if nobody answers any more."""
    fields = {"action": "resolve", "stamp": stamp(folder), "step": "preview"}
    request = Request(f"{here}/table/sandstorm/do", urlencode(fields).encode(), {"origin": here})
    try:
        return str(browser.open(request, timeout=60).read().decode())
    except (URLError, ConnectionError):
        return ""


@pytest.mark.parametrize("pause", PAUSES)
def test_a_desk_killed_while_a_command_runs_leaves_a_whole_table_and_the_next_desk_shows_it(
    tmp_path: Path, pause: float
) -> None:
    folder = tmp_path / "turns" / "sandstorm"
    shutil.copytree(TURNS / "sandstorm", folder)
    desk, here, browser = open_killable(tmp_path)
    with desk:
        Timer(pause, desk.kill).start()
        press_resolve(browser, here, folder)
    until = monotonic() + 5
    turn = 9
    while monotonic() < until and turn == 9:  # the command may go on alone: at no time is the table broken
        turn = open_table(folder).turn
        sleep(0.1)
    assert turn in {9, 10}
    assert not verify(folder)
    desk, here, browser = open_killable(tmp_path)
    with desk:
        said = text_of(browser.open(f"{here}/table/sandstorm/orders").read().decode())
        assert f"Preview turn {turn + 1}" in said
        again = text_of(press_resolve(browser, here, folder)) if turn == 9 else "Turn 10 is resolved"
        desk.terminate()
    assert "Turn 10 is resolved" in again
    assert open_table(folder).turn == 10
    assert not verify(folder)


@pytest.fixture
def killed_after(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Kill each command of the desk so many seconds after it was started."""
    pauses: list[float] = []
    real = commands.start

    def start(command: Command, folder: Path, *, merged: bool = False) -> subprocess.Popen[str]:
        process = real(command, folder, merged=merged)
        if pauses:
            Timer(pauses[0], process.kill).start()
        return process

    monkeypatch.setattr(commands, "start", start)
    return pauses


@pytest.mark.parametrize("pause", PAUSES)
def test_a_command_that_is_killed_under_the_desk_is_said_and_can_be_run_again(
    browser: Browser, killed_after: list[float], pause: float
) -> None:
    folder = browser.tables / "sandstorm"
    killed_after.append(pause)
    said = text_of(browser.press("sandstorm", "resolve", step="preview").text)
    turn = open_table(folder).turn
    assert ("Turn 10 is resolved" in said) or ("failed" in said) or turn == 10, said
    assert "Traceback" not in said
    assert not verify(folder)
    killed_after.clear()
    if turn == 9:
        assert "Turn 10 is resolved" in text_of(browser.press("sandstorm", "resolve", step="preview").text)
    assert open_table(folder).turn == 10
    assert "Preview turn 11" in text_of(browser.get("/table/sandstorm/orders"))
