"""The desk over copies of example tables, asked as its own pages ask it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from gm_tools.desk.guard import Guard
from gm_tools.desk.tables import find_place, stamp
from gm_tools.desk.views import Desk, desk_app
from tests.desk.inside import Inside
from tests.desk.opened import TURNS
from tests.posts.conftest import dust, new_dust

TOKEN = "a-key-that-nobody-guesses"
OTHERS = ("lighthouse", "marbles", "papers", "willow")  # the example tables beside `sandstorm`
HERE = "http://127.0.0.1:8710"
__all__ = ["dust", "new_dust"]

THREAD = (Path(__file__).parents[1] / "cli" / "files" / "thread.txt").read_text(encoding="utf-8")


class Browser:
    """A browser that was sent to the desk with its key, and presses buttons of tables' pages."""

    def __init__(self, client: TestClient, tables: Path, desk: Desk) -> None:
        self.client = client
        self.tables = tables
        self.desk = desk

    def add(self, *tables: str) -> None:
        """Lay copies of other example tables beside those that are there."""
        for name in tables:
            shutil.copytree(TURNS / name, self.tables / name, copy_function=shutil.copyfile)

    def get(self, path: str) -> str:
        """Return a page, which must be there."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def press(self, table: str, action: str, *, step: str = "orders", seen: str = "", **fields: str) -> httpx.Response:
        """Press a button of a page that was made when the table's files had the stamp `seen` (by default: now)."""
        data = {"action": action, "stamp": seen or stamp(self.tables / table), "step": step, **fields}
        return self.client.post(f"/table/{table}/do", data=data, headers={"origin": HERE})


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A desk over a copy of an example table, `sandstorm`; a test that wants others adds them."""
    shutil.copytree(TURNS / "sandstorm", tmp_path / "turns" / "sandstorm", copy_function=shutil.copyfile)
    place = find_place(tmp_path)
    app, desk = desk_app(place)
    with TestClient(Guard(app, TOKEN, 8710), base_url=HERE) as client:
        client.get(f"/?token={TOKEN}", follow_redirects=False)  # the page of all tables takes long to draw
        yield Browser(client, place.tables, desk)
    desk.jobs.close()


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk's buttons run commands in its own process; test_killed.py, test_browser.py and others have real ones."""
    monkeypatch.setattr("gm_tools.desk.commands.start", Inside)


def wait_until(is_so: Callable[[], object]) -> None:
    """Ask until something is so: a number of times, since a machine that stands still takes no turn."""
    for _ in range(1000):
        if is_so():
            return
        sleep(0.1)
    pytest.fail("it did not come about")


def text_of(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())
