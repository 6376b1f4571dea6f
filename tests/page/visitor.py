"""What a visitor does on a page and sees of it, where tests of several files want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.page.conftest import Space

UNDO = "#keys button:has(small:text-is('undo'))"
# Those of some elements whose middle something else lies on
UNSEEN = """(names) => names.filter((name) => {
  const one = document.querySelector(name);
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + Math.min(bottom, innerHeight)) / 2);
  return !at || !(one.contains(at) || at.contains(one));
})"""
# What the engine says to a call is known when a test says so
HELD = """name => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message) {
    if (message.call?.name !== name) { post.call(this, message); return; }
    window.goOn = () => { Worker.prototype.postMessage = post; post.call(this, message); };
  };
}"""


def tell_hand(page: Page, space: Space) -> None:
    """Tell the page of the marbles the hand of its seat."""
    page.fill("#private", " ".join(space.tables["marbles"].position.hands[0]))
    page.wait_for_selector("html[data-surveyed]", state="attached")  # the hand is drawn, and the sheet has its keys
    page.wait_for_selector("#stage .reach > g", state="attached")
    if page.is_visible("#handle[aria-expanded=true]"):
        page.tap("#handle")


def walk(page: Page, said: str) -> None:
    """Press arrow keys until what one comes to is told with a word."""
    for arrow in 5 * ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"):
        page.keyboard.press(arrow)
        page.wait_for_timeout(30)
        if page.inner_text("#pointed").startswith(said):
            return
    pytest.fail(f"the arrow keys come to nothing that is told as {said}")
