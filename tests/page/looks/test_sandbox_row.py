"""The sandbox says what there is to do in it, and takes a telephone no more room than one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.conftest import Space, resize
from tests.page.looks.test_lines_said import tell

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = ((390, 844), (360, 640), (844, 390))
# How high what plays a turn is, and in how many lines it says which turn is shown
ROW = """() => { const words = document.createRange();
  words.selectNodeContents(document.querySelector('#playing .brief'));
  return [document.getElementById('playing').offsetHeight, words.getClientRects().length]; }"""
# Pixels of what can be reached on the board, the widest
MARKS = """() => Math.max(...[...document.querySelectorAll('#stage .reached')].map((one) => one.getBoundingClientRect().width))"""
HIDDEN = """() => document.getElementById('verdict').getBoundingClientRect().bottom - document.querySelector('.scroll').getBoundingClientRect().bottom"""


def play(page: Page, turns: int = 1) -> None:
    """Play turns by bots in the sandbox, which is entered."""
    for turn in range(1, turns + 1):
        page.evaluate("() => document.querySelector('#playing .main').click()")
        page.wait_for_selector(f"#playing:has-text('Sandbox turn {turn} of {turn}'):not([aria-busy])", state="attached")


def leave(page: Page) -> None:
    """Leave the sandbox."""
    page.evaluate("() => document.getElementById('try').click()")
    page.wait_for_selector("#playing", state="hidden")


def test_a_turn_of_the_sandbox_is_played_from_one_row_and_leaves_the_board_its_room(space: Space) -> None:
    page = space.sandbox("lighthouse")
    play(page)
    for size in SMALL:
        resize(page, *size)
        high, lines = page.evaluate(ROW)
        assert (high <= 60, lines) == (True, 1), size
    resize(page, 360, 640)
    page.wait_for_selector("#stage .reached", state="attached")
    assert page.evaluate(MARKS) >= 9
    said = page.locator("#sandbox p").first.text_content()
    assert said
    assert said.startswith("Sandbox: write the order of")
    leave(page)


def test_the_sandbox_asks_for_no_seat_where_chance_comes_next(space: Space) -> None:
    page = space.sandbox("willow")
    play(page)
    assert page.locator("#sandbox .row button").count() == 0
    assert page.inner_text("#sandbox p:first-child").startswith("Sandbox: no seat has anything to order now")
    page.click("#sandbox .link")
    page.wait_for_selector("#sandbox .link:text-is('The link is copied.')")
    leave(page)


def test_a_wrong_hand_is_said_once_in_the_sandbox_and_cuts_nothing(space: Space) -> None:
    page = space.sandbox("marbles")
    page.fill("#private", "2 9 99")
    page.wait_for_selector("#refused:not(:empty)")
    page.evaluate("() => document.documentElement.classList.remove('open')")
    resize(page, 360, 640)
    page.click("#playing .main")
    page.wait_for_function(
        "() => document.activeElement.id === 'private' && !document.getElementById('playing').ariaBusy"
    )
    assert page.locator("#playing .warned").count() == 0
    assert page.evaluate(HIDDEN) <= 0
    tell(page, "")
    leave(page)


def test_a_sandbox_of_hidden_hands_says_why_it_has_no_link(space: Space) -> None:
    page = space.sandbox("marbles")
    page.click("#playing .main")
    page.wait_for_selector("#sandbox .hint:has-text('There is no link to what you play here')")
    assert page.locator("#sandbox .link").count() == 0
    leave(page)
