"""What is killed or has no room: the table is as it was or as it is to be, and a sentence says which."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Timer
from time import sleep
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from gm_tools.desk import commands
from gm_tools.desk.commands import Command
from gm_tools.desk.scratch import Scratch, remove_leftovers
from gm_tools.desk.tables import stamp
from gm_tools.table import open_table
from gm_tools.table.verify import verify
from tests import effort
from tests.desk.conftest import THREAD, Browser, text_of
from tests.desk.opened import TURNS

ROOT = Path(__file__).parents[2]
# Seconds from the button to the end: before the command writes, while, and after.
PAUSES = effort.choose((0.3,), (0.15, 0.3, 0.5, 0.9, 1.6))


@pytest.mark.long
def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    words = ["unshare", "-rm", "true"]
    if shutil.which("unshare") is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here: unshare -rm is not allowed")
    words = [
        "unshare",
        "-rm",
        sys.executable,
        "-m",
        "tests.desk.full_disk",
        str(tmp_path),
        *effort.choose(["0"], ["0", "1", "2"]),
    ]
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


def processes_in(folder: Path) -> list[Path]:
    """Return the processes that run in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is somebody else's
            if (process / "cwd").readlink() == folder:
                found.append(process)
    return found


def press(browser: OpenerDirector, here: str, folder: Path, action: str, *, step: str = "preview", **more: str) -> str:
    """Press a button of a desk that runs; return what its page says, empty if nobody answers any more."""
    fields = {"action": action, "stamp": stamp(folder), "step": step, **more}
    request = Request(f"{here}/table/sandstorm/do", urlencode(fields).encode(), {"origin": here})
    try:
        return str(browser.open(request).read().decode())
    except (URLError, ConnectionError):
        return ""


@pytest.mark.skipif(os.name == "nt", reason="no process can be stopped for a moment there")
def test_a_browser_that_leaves_before_the_answer_does_not_stop_the_desk(tmp_path: Path) -> None:
    desk, here, browser = open_killable(tmp_path)
    with desk:
        address = urlsplit(here)
        with socket.create_connection((address.hostname, address.port)) as gone:
            desk.send_signal(signal.SIGSTOP)  # so that question and farewell are there before the answer
            gone.sendall(b"GET / HTTP/1.1\r\nHost: nobody\r\n\r\n")
        desk.send_signal(signal.SIGCONT)
        assert browser.open(here).status == 200
        desk.terminate()


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="nobody says there where processes run")
@pytest.mark.long
@pytest.mark.parametrize("pause", PAUSES)
def test_a_desk_killed_while_a_command_runs_leaves_a_whole_table_and_the_next_desk_shows_it(
    tmp_path: Path, pause: float
) -> None:
    folder = tmp_path / "turns" / "sandstorm"
    shutil.copytree(TURNS / "sandstorm", folder)
    desk, here, browser = open_killable(tmp_path)
    with desk:
        Timer(pause, desk.kill).start()
        press(browser, here, folder, "resolve")
    while processes_in(tmp_path):  # the command may go on alone: at no time is the table broken
        assert open_table(folder).turn in {9, 10}
        sleep(0.1)
    turn = open_table(folder).turn
    assert turn in {9, 10}
    assert not verify(folder)
    desk, here, browser = open_killable(tmp_path)
    with desk:
        said = text_of(browser.open(f"{here}/table/sandstorm/orders").read().decode())
        assert f"Preview turn {turn + 1}" in said
        again = text_of(press(browser, here, folder, "resolve")) if turn == 9 else "Turn 10 is resolved"
        desk.terminate()
    assert "Turn 10 is resolved" in again
    assert open_table(folder).turn == 10
    assert not verify(folder)


def test_a_desk_that_was_killed_has_lost_no_thread_and_the_next_one_clears_away_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    shutil.copytree(TURNS / "sandstorm", tmp_path / "turns" / "sandstorm")
    with ExitStack() as desks:
        desk, here, browser = open_killable(tmp_path)
        desks.enter_context(desk)
        press(browser, here, tmp_path / "turns" / "sandstorm", "paste", step="thread", text=THREAD)
        board = (Path(__file__).parents[2] / "tracks" / "nascar" / "penny-egg.txt").read_text(encoding="utf-8")
        data = urlencode({"game": "nascar", "text": board, "action": "fair", "games": "1"})
        browser.open(Request(f"{here}/tracks/do", data.encode(), {"origin": here})).read()
        left = list((tmp_path / "temporary").glob("gm-desk-*"))
        assert len(left) == 1
        desk.kill()
        desk.wait()
        other, here, browser = open_killable(tmp_path)
        desks.enter_context(other)
        desks.callback(other.terminate)
        assert not left[0].exists()
        page = browser.open(f"{here}/table/sandstorm/orders").read().decode()
        assert "Magneto Mags" not in text_of(page.partition('class="panel list"')[2].partition("<table")[0])
        assert "Sorry, trains" in page
        assert "was handed in before the desk was closed" in page
        page = press(browser, here, tmp_path / "turns" / "sandstorm", "again")
        assert "3 need you" in text_of(page)
        assert "before the desk was closed" not in page
        other.terminate()
        assert other.stderr is not None
        # Beside its address a desk logs nothing: orders and keys are nobody's business
        assert other.stderr.read() == ""


def test_the_folder_of_a_desk_that_is_open_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    scratch = Scratch()
    (tmp_path / "gm-desk-new").mkdir()  # of a desk that has not locked it yet
    (tmp_path / "gm-desk-old").mkdir()
    os.utime(tmp_path / "gm-desk-old", (0, 0))
    (tmp_path / "gm-desk-link").symlink_to(tmp_path / "gm-desk-old")
    remove_leftovers()
    assert {path.name for path in tmp_path.iterdir()} == {"gm-desk-link", "gm-desk-new", scratch.folder.name}
    scratch.close()
    assert not scratch.folder.exists()


@pytest.mark.usefixtures("inside")
def test_a_turn_that_is_taken_back_has_its_thread_again(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    assert (folder / "pasted").stat().st_mode & 0o077 == 0
    assert [path.stat().st_mode & 0o077 for path in (folder / "pasted").glob("*/*")] == [0]
    browser.press("sandstorm", "preview", policy="straight")
    browser.press("sandstorm", "resolve", step="preview")
    assert "Sorry, trains" not in browser.get("/table/sandstorm/orders")
    browser.press("sandstorm", "undo", step="game")
    assert "before the turn was taken back" in text_of(browser.get("/table/sandstorm/orders"))
    assert "3 need you" in text_of(browser.press("sandstorm", "again").text)
    browser.press("sandstorm", "preview", policy="straight")
    browser.press("sandstorm", "resolve", step="preview")
    browser.press("sandstorm", "paste", step="thread", text="Axle wrote on 22 Nov 2026, 18:02:\nOrder: (7M)\n")
    assert [path.name for path in (folder / "pasted").iterdir()] == ["11"]  # of threads the last is kept
    browser.press("sandstorm", "forget", step="thread")
    assert not list((folder / "pasted" / "11").iterdir())


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


@pytest.mark.long
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
