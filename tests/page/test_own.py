"""What a player keeps for himself: marks on the board, notes; and the newer page that an open one looks for."""

from __future__ import annotations

from os import utime
from pathlib import Path
from shutil import rmtree
from time import time
from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, until
from tests.page.test_touch import telephone

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRAWN = "() => document.querySelectorAll('#stage .arrow:not(.case)').length"
# A place is half a board away from the other; a finger that is held down begins to draw after half a second.
DRAW = """([kind, button, wait, far]) => new Promise((done) => {
  const stage = document.getElementById('stage');
  const {left, top, width, height} = stage.getBoundingClientRect();
  const tell = (name, x) => stage.dispatchEvent(new PointerEvent(name, {
    clientX: left + width * x, clientY: top + height / 2, pointerType: kind, button, pointerId: 7, isPrimary: true, bubbles: true}));
  tell('pointerdown', 0.3);
  setTimeout(() => {
    if (far) tell('pointermove', 0.3 + far);
    tell('pointerup', 0.3 + far);
    done();
  }, wait);
})"""
MOUSE, FINGER = ["mouse", 2, 0], ["touch", 0, 700]


def draw(page: Page, hand: list[object], far: float) -> int:
    """Draw an arrow that is so long, in widths of the stage, and return how many marks there are; 0 is a ring."""
    page.evaluate(DRAW, [*hand, far])
    return int(page.evaluate(DRAWN))


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm",), tuple(TABLES)))
def test_own_arrows_and_rings_are_drawn_taken_back_and_kept(space: Space, name: str) -> None:
    page = space.visit(name, f"#seat={TABLES[name][1]}", has_engine=False)
    order = page.input_value("#text")
    assert not page.is_visible("#wipe")
    assert draw(page, MOUSE, 0.3) == 1
    assert draw(page, MOUSE, 0) == 2
    assert draw(page, MOUSE, 0) == 1, "the same ring once more takes it away"
    page.click("#back")
    page.wait_for_selector("#note")
    assert page.evaluate(DRAWN) == 0, "marks belong to a turn"
    page.click("#now")
    page.wait_for_selector("#stage .arrow")
    page.reload()
    page.wait_for_selector("#stage .arrow")
    assert page.input_value("#text") == order
    page.keyboard.press("Escape")
    assert page.evaluate(DRAWN) == 0
    assert not page.is_visible("#wipe")
    page.reload()
    page.wait_for_selector("html.scripted")
    assert page.evaluate(DRAWN) == 0


def test_a_finger_that_is_held_down_draws_and_one_that_taps_does_not(space: Space) -> None:
    page = telephone(space, "sandstorm")
    assert draw(page, ["touch", 0, 50], 0.3) == 0
    assert draw(page, FINGER, 0.3) == 1
    assert page.input_value("#text") == ""
    page.tap("#wipe")
    assert page.evaluate(DRAWN) == 0


def test_notes_stay_in_this_browser(space: Space) -> None:
    page = space.visit("papers", has_engine=False)
    page.click("#notes summary")
    page.fill("#noted", "M brakes before the sand")
    page.reload()
    page.wait_for_selector("html.scripted")
    assert page.input_value("#noted") == "M brakes before the sand"
    assert space.ready("marbles").input_value("#noted") == ""


def test_a_page_that_stays_open_says_that_a_newer_one_is_there(space: Space, tmp_path: Path) -> None:
    back = "() => document.dispatchEvent(new Event('visibilitychange'))"
    space.publish("growing", until("papers", 4, tmp_path / "before"), package=False)
    page = space.visit("growing", has_engine=False)
    page.wait_for_selector("html.scripted")
    page.evaluate(back)
    page.wait_for_timeout(300)
    assert page.query_selector("#newer") is None
    rmtree(space.top / "growing")
    space.publish("growing", until("papers", 5, tmp_path / "after"), package=False)
    later = time() + 2  # web spaces tell browsers by the second when a page was changed
    utime(space.top / "growing" / "index.html", (later, later))
    page.evaluate(
        "() => Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
    )  # behind another tab
    page.evaluate(back)
    page.wait_for_function("() => document.title.startsWith('(1) ')")
    page.click("#newer:text-is('Turn 5 is out: show it')")
    page.wait_for_selector("#shown:text-is('after turn 5 of 5')")
    assert page.query_selector("#newer") is None
    assert not page.title().startswith("(1)")
