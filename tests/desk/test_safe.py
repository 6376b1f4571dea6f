"""What can go wrong on a game master's evening: nothing is lost, and a sentence says what happened."""

from __future__ import annotations

import builtins
import io
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from errno import ENOSPC
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from gm_tools.desk import commands
from gm_tools.desk.commands import Command
from gm_tools.desk.tables import stamp
from gm_tools.table import open_table
from tests import effort
from tests.desk.conftest import HERE, THREAD, Browser, text_of
from tests.desk.forked import Forked
from tests.desk.test_evening import orders_in_hand


class Full(Forked):
    """A command in whose process no file can be written any more: as on a disk that is full."""

    def _run(self, *files: int) -> None:
        real_write, real_open = os.write, io.open

        def write(number: int, data: bytes) -> int:
            if number > 2:
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            return real_write(number, data)

        def no_room(file: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
            if set(mode) & set("wax+") and isinstance(file, str | os.PathLike):
                raise OSError(ENOSPC, os.strerror(ENOSPC), os.fspath(file))
            return real_open(file, mode, *rest, **named)

        os.write = write  # type: ignore[assignment]
        io.open = builtins.open = no_room
        super()._run(*files)


def files_of(folder: Path) -> dict[str, bytes]:
    """Return a table's files."""
    return {path.name: path.read_bytes() for path in folder.glob("*.toml")}


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No command that the desk runs can write."""
    if not hasattr(os, "fork"):
        pytest.skip("only what is forked off the tests can be kept from writing")
    monkeypatch.setattr(commands, "start", Full)


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("order", {"seat": "A", "order": "(7M)"}),
        ("paste", {"text": THREAD}),
        ("undo", {}),
        ("amend", {"changes": "cars.A.speed=5", "reason": "because"}),
        ("deadline", {"when": "2030-01-02 20:00 UTC"}),
        ("ask", {"seat": "A"}),
        ("resolve", {}),
    ],
)
def test_a_full_disk_loses_nothing_and_is_reported(browser: Browser, action: str, fields: dict[str, str]) -> None:
    folder = browser.tables / "sandstorm"
    before = files_of(folder)
    page = browser.press("sandstorm", action, **fields)
    assert files_of(folder) == before
    assert "No space left on device" in text_of(page.text), text_of(page.text)
    assert "Traceback" not in page.text


def test_a_full_disk_under_the_desk_itself_is_said(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: object, **_mode: object) -> None:
        raise OSError(28, os.strerror(28), "pasted")

    monkeypatch.setattr("pathlib.Path.mkdir", full)
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD)
    assert page.status_code == 500
    assert "No space left on device" in text_of(page.text)


@pytest.mark.usefixtures("inside")
def test_the_second_of_two_windows_is_told_and_changes_nothing(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    second = TestClient(browser.client.app, base_url=HERE, cookies=dict(browser.client.cookies))
    seen = stamp(folder)
    browser.press("sandstorm", "order", seat="A", order="(7M)")
    data = {"action": "order", "stamp": seen, "step": "orders", "seat": "A", "order": "B(6M)"}
    page = second.post("/table/sandstorm/do", data=data, headers={"origin": HERE})
    assert "was changed after this page was made" in text_of(page.text)
    assert orders_in_hand(folder)["A"] == "(7M)"


def test_one_of_two_buttons_pressed_at_once_is_carried_out(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    browser.press("sandstorm", "preview", policy="straight")
    seen = stamp(folder)
    with ThreadPoolExecutor(2) as pool:
        pages = [pool.submit(browser.press, "sandstorm", "resolve", seen=seen) for __ in range(2)]
        said = [text_of(page.result().text) for page in pages]
    assert open_table(folder).turn == 10
    assert sum("was changed after this page was made" in one for one in said) == 1


@pytest.mark.usefixtures("inside")
def test_a_table_edited_by_hand_meanwhile_is_not_written_over(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    seen = stamp(folder)
    table = (folder / "table.toml").read_text(encoding="utf-8")
    edited = table.replace('"Axle"', '"Axel"')
    assert edited != table
    (folder / "table.toml").write_text(edited, encoding="utf-8")
    page = browser.press("sandstorm", "seat", seen=seen, seat="G", alias="Gaskett")
    assert "was changed after this page was made" in text_of(page.text)
    assert (folder / "table.toml").read_text(encoding="utf-8") == edited
    (folder / "table.toml").write_text(table[: len(table) // 2], encoding="utf-8")
    page = browser.client.get("/table/sandstorm/orders")
    assert page.status_code == 400
    assert "table.toml" in text_of(page.text)
    assert "sandstorm" in text_of(browser.get("/"))


@pytest.mark.usefixtures("inside")
def test_the_shell_and_the_desk_take_turns(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    done = commands.run(Command(("order", "sandstorm", "A", "B(6M)")), browser.tables.parent)
    assert done.status == 0
    assert "B(6M)" in unescape(browser.get("/table/sandstorm/orders"))
    browser.press("sandstorm", "preview", policy="straight")
    assert commands.run(Command(("order", "sandstorm", "A", "(7M)")), browser.tables.parent).status == 0
    assert "Resolve and copy" not in text_of(browser.get("/table/sandstorm/preview"))  # the preview is of other orders
    assert open_table(folder).turn == 9


@pytest.mark.long
def test_a_command_killed_in_the_middle_leaves_the_table_as_it_was_or_as_it_is_to_be(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    words = Command(("resolve", "sandstorm", "--close", "--missing", "straight"))
    for pause in effort.choose((0.3,), (0.05, 0.3, 0.6, 0.9)):
        process = commands.start(words, browser.tables.parent)
        try:
            process.wait(pause)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        reached = open_table(folder).turn
        assert browser.client.get("/table/sandstorm/orders").status_code == 200
        said = text_of(browser.press("sandstorm", "verify").text)
        assert "gm verify sandstorm" in said
        if reached > 9:
            break
    assert open_table(folder).turn in {9, 10}


def test_a_desk_that_is_killed_leaves_no_command_half_done(tmp_path: Path, browser: Browser) -> None:
    """The order that was put in hand before is there; a desk begun anew shows the table as it is."""
    browser.press("sandstorm", "order", seat="A", order="B(6M)")
    words = [sys.executable, "-m", "gm_tools", "desk", str(tmp_path), "--no-browser"]
    for __ in range(2):
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as desk:
            assert desk.stderr is not None
            assert "http://127.0.0.1:" in desk.stderr.readline()
            desk.kill()
    assert orders_in_hand(browser.tables / "sandstorm")["A"] == "B(6M)"


NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}{% for x in y %}",
    "</textarea><script>alert(1)</script>",
    "javascript:alert(1)",
    "\u202eevil\u202c",
    "--accept",
    "../../../etc/passwd",
    "$(touch hacked)`touch hacked`",
]


@pytest.mark.usefixtures("inside")
def test_a_name_is_quoted_in_the_command_that_is_shown_and_turns_no_line_about(browser: Browser) -> None:
    thread = (
        "Gaskett wrote on 21 Nov 2026, 18:50:\nOrder: (5M)\n\n"
        "Axle wrote on 21 Nov 2026, 18:02:\n\u202eOrder: (7M)\u202c \x1b[31m\n"
    )
    browser.press("sandstorm", "paste", step="thread", text=thread)
    page = browser.get("/table/sandstorm/orders")
    assert "\u202e" not in page
    assert "\x1b" not in page
    browser.desk.evenings["sandstorm"].found["near"] = [{"seat": "G", "name": "Gasket$(touch x) `y`"}]
    page = unescape(browser.get("/table/sandstorm/orders"))
    assert "gm seat sandstorm G '--alias=Gasket$(touch x) `y`'" in page


@pytest.mark.usefixtures("inside")
def test_a_pasted_file_that_is_removed_by_hand_is_no_dead_end(browser: Browser) -> None:
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    for path in (browser.tables / "sandstorm" / "pasted" / "10").iterdir():
        path.unlink()
    assert "No thread has been read" in browser.get("/table/sandstorm/orders")
    browser.get("/table/sandstorm/thread")


@pytest.mark.usefixtures("inside")
def test_a_link_where_threads_are_kept_is_refused_and_nothing_behind_it_touched(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere" / "9").mkdir(parents=True)
    (tmp_path / "elsewhere" / "9" / "mine.txt").write_text("mine", encoding="utf-8")
    (browser.tables / "sandstorm" / "pasted").symlink_to(tmp_path / "elsewhere")
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD)
    assert page.status_code == 400
    assert "is a link" in text_of(page.text)
    assert [path.name for path in (tmp_path / "elsewhere").rglob("*")] == ["9", "mine.txt"]


@pytest.mark.long
@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize("text", effort.choose(NASTY[:1], NASTY))
def test_what_a_stranger_writes_stays_text_on_every_page(browser: Browser, text: str) -> None:
    thread = (
        f"Axle wrote on 21 Nov 2026, 18:02:\n{text}\nOrder: (7M)\n\n{text} wrote on 21 Nov 2026, 18:40:\nOrder: (4M)\n\n"
        f"Gaskett wrote on 21 Nov 2026, 18:50:\nOrder: (5M) {text}\n\nFuse wrote on 21 Nov 2026, 18:55:\nOrder: {text}\n"
    )
    pages = [browser.press("sandstorm", "paste", step="thread", text=thread).text]
    pages.append(browser.press("sandstorm", "order", seat="A", order=text).text)
    pages.append(browser.press("sandstorm", "alias", seat="G", name=text).text)
    pages.append(browser.press("sandstorm", "waiting", add=text).text)
    pages += [browser.get(f"/table/sandstorm/{step}") for step in ("thread", "orders", "preview", "post", "game")]
    pages.append(browser.get("/"))
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert 'href="javascript:' not in page
        assert "49{%" not in page
    assert not (browser.tables.parent / "hacked").exists()
