"""A desk that runs, in Chromium: by mouse or by keyboard alone."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests import effort
from tests.browser import UNPAINTED, findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TURNS = Path(__file__).parents[2] / "turns"
ALL = ("lighthouse", "marbles", "papers", "sandstorm", "willow")  # the example tables
# Go to what the Tab key comes to a few steps before an element
NEAR = """one => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  const stops = all.filter((each) => !each.disabled && each.checkVisibility({visibilityProperty: true}) && each.tabIndex >= 0);
  stops[Math.max(0, stops.indexOf(one) - 3)].focus();
}"""


class Opened:
    """A desk that runs, and a page of it in a browser; `clicks` counts what a hand does there."""

    def __init__(self, url: str, page: Any, tables: Path, heard: list[str]) -> None:
        self.url = url
        self.page = page
        self.tables = tables
        self.heard = heard  # what the browser complains of
        self.by_keyboard = False
        self.clicks = 0

    def go(self, path: str) -> None:
        """Open a page of the desk."""
        self.page.goto(self.url.partition("/?")[0] + path)

    def press(self, what: str) -> None:
        """Press a button or follow a link: with the mouse, or with Tab and Enter."""
        self.clicks += 1
        self.page.wait_for_load_state()  # a page that is seen may not hear yet
        if not self.by_keyboard:
            self.page.click(what)
            return
        self._reach(what)
        self.page.keyboard.press("Enter")

    def write(self, where: str, text: str) -> None:
        """Fill in a field: as pasted."""
        self.clicks += 1
        if not self.by_keyboard:
            self.page.fill(where, text)
            return
        self._reach(where)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)

    def choose(self, where: str, value: str) -> None:
        """Choose in a list: with the mouse, or by typing what it begins with."""
        self.clicks += 1
        if not self.by_keyboard:
            self.page.select_option(where, value)
            return
        self._reach(where)
        self.page.keyboard.type(value)

    def _reach(self, what: str) -> None:
        """Go on with Tab until something has the focus: in a long run from where it is, every day from near by."""
        wanted = self.page.locator(what).first
        wanted.wait_for()
        if not effort.IS_LONG:
            wanted.evaluate(NEAR)
        for __ in range(200):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {what}")

    def findings(self) -> list[str]:
        """Return what axe finds wrong with the page."""
        return findings(self.page)


@contextmanager
def open_desk(folder: Path, browser: Browser, tables: Sequence[str] = ALL) -> Iterator[Opened]:
    """Run a desk over copies of example tables, and open it in a browser, which may complain of nothing."""
    for name in tables:
        shutil.copytree(TURNS / name, folder / "turns" / name)
    words = [sys.executable, "-m", "tests.desk.forked", "desk", str(folder), "--no-browser"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=TURNS.parent) as desk:
        assert desk.stderr is not None
        address = re.search(r"http://\S+", desk.stderr.readline())
        assert address is not None
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(UNPAINTED)
        try:
            heard: list[str] = []
            page.on("console", lambda message: heard.append(message.text))
            page.on("pageerror", lambda error: heard.append(str(error)))
            page.goto(address[0])
            yield Opened(address[0], page, folder / "turns", heard)
            assert not heard, heard
        finally:
            page.close()
            desk.terminate()
