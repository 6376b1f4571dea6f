"""The desk in Chromium: a whole evening by mouse, decisions by keys, wide and narrow, light and dark, without a finding of axe."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.desk.conftest import THREAD, TURNS
from tests.page.conftest import AXE, FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIZES = {"desktop": (1440, 900), "laptop": (1280, 800), "telephone": (390, 844)}


class Opened:
    """A desk that runs, and a page of it in a browser."""

    def __init__(self, url: str, page: Any) -> None:
        self.url = url
        self.page = page

    def go(self, path: str) -> None:
        """Open a page of the desk."""
        self.page.goto(self.url.partition("/?")[0] + path)

    def findings(self) -> list[str]:
        """Return what axe finds wrong with the page."""
        source = AXE.read_text(encoding="utf-8")
        self.page.evaluate(source)  # not by a script element, which the policy forbids
        found = self.page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """A desk over copies of the example tables, in Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None or not AXE.is_file():
        pytest.skip("there is no Chromium or no axe-core here; .ci/run installs them")
    shutil.copytree(TURNS, tmp_path / "turns")
    words = [sys.executable, "-m", "gm_tools", "desk", str(tmp_path), "--no-browser"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as desk:
        assert desk.stderr is not None
        address = re.search(r"http://\S+", desk.stderr.readline())
        assert address is not None
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            heard: list[str] = []
            page.on("console", lambda message: heard.append(message.text))
            page.on("pageerror", lambda error: heard.append(str(error)))
            page.goto(address[0])
            yield Opened(address[0], page)
            assert heard == []
            browser.close()
        desk.terminate()


def test_an_evening_by_mouse_and_keys(opened: Opened) -> None:
    page = opened.page
    assert "token" not in page.url
    page.click("a.picture[href*=sandstorm]")
    page.click("nav.steps >> text=Thread")
    page.fill("#paste", THREAD)
    page.click("button.go")
    assert page.locator(".ask").count() == 4  # one of them is a name that is near a player's
    assert page.locator(".ask.on").get_attribute("data-seat") == page.locator(".post.on").first.get_attribute(
        "data-seat"
    )
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.locator(".ask.on").get_attribute("data-seat") == "M"
    page.keyboard.press("1")  # takes the guess
    page.wait_for_selector("text=2 want you")
    page.click("button.go")
    page.wait_for_selector("text=Track after turn 10")
    page.click("text=Resolve turn 10")
    page.wait_for_selector("text=is resolved: post it now")
    assert "[b]sandstorm: turn 10" in page.input_value("#post-1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_finding_or_runs_out_of_the_window(opened: Opened, scheme: str) -> None:
    page = opened.page
    page.emulate_media(color_scheme=scheme)
    opened.go("/table/sandstorm/thread")
    page.fill("#paste", THREAD)
    page.click("button.go")
    paths = ["/", "/new?game=tac", "/tracks/edit?game=nascar&track=dust-bowl"]
    paths += [f"/table/sandstorm/{step}" for step in ("thread", "orders", "preview", "post", "game")]
    found = []
    for path in [*paths, "/table/marbles/post?viewer=R", "/table/willow/game"]:
        opened.go(path)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} wide on a {name}"
        found += [(path, each) for each in opened.findings()]
    assert found == []
