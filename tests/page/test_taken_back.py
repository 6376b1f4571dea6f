"""What a tap has done is taken back as a whole: by the undo key, or by another tap on the same marble or die; nothing scolds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, choose_seat, opened_by_hand, resize
from tests.page.test_orders import POSSIBLE, type_order
from tests.page.test_review import boxes
from tests.page.test_tapped_again import TOKENS
from tests.page.test_undo import IS_IN_BOX, tap_place
from tests.page.visitor import UNDO, tell_hand

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.page.conftest import Space

# The middle of the marble of a seat that lies farthest to the left
MIDDLE = """([name, mark]) => [...document.querySelectorAll(name)].filter((one) => one.textContent === mark)
  .map((one) => one.querySelector('path').getBoundingClientRect()).sort((one, other) => one.left - other.left)
  .map(({left, top, width, height}) => [left + width / 2, top + height / 2])[0]"""
FREE, LOCKED = "#stage .piece:not(:has(.lock))", "#stage .piece:has(.lock)"
CHOSEN = "() => document.querySelectorAll('#stage .chosen').length"
SAID = "() => document.getElementById('pointed').textContent"
ANSWERED = "text => (document.getElementById('verdict').dataset.order ?? '') === text && document.getElementById('text').value === text"


def take_back(page: Page, text: str) -> None:
    """Press the undo key, and wait until a text stands in the box and is answered."""
    page.click(UNDO)
    page.wait_for_function(ANSWERED, arg=text)


def test_undo_takes_back_a_card_a_marble_and_a_place_one_by_one(space: Space) -> None:
    page = space.ready("marbles")
    tell_hand(page, space)
    ball = page.evaluate(MIDDLE, [FREE, "R"])
    page.mouse.click(*page.evaluate(TOKENS, "2")[0])
    page.wait_for_function(ANSWERED, arg="2")
    page.mouse.click(*ball)
    page.wait_for_function(ANSWERED, arg="2 R17>19")
    take_back(page, "2")
    take_back(page, "")
    page.mouse.click(*ball)
    page.mouse.click(*page.evaluate(TOKENS, "9")[0])
    page.wait_for_function(ANSWERED, arg="9 R17>26")
    take_back(page, "")
    page.wait_for_function(CHOSEN)  # the marble was tapped before the card
    page.click(UNDO)
    page.wait_for_function(f"() => !({CHOSEN})()")
    page.fill("#text", "2 R17>19")  # of what was typed a part
    page.wait_for_function(ANSWERED, arg="2 R17>19")
    take_back(page, "2")
    page.fill("#private", "")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("willow",), ("willow", "papers", "lighthouse", "sandstorm")))
def test_undo_takes_back_a_tap_on_a_place_however_long_the_order(space: Space, name: str) -> None:
    page = space.ready(name)
    type_order(page, TABLES[name][2], "Legal")
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    order = tap_place(page)
    page.wait_for_function(ANSWERED, arg=order)
    take_back(page, "")
    page.keyboard.press("Control+y")
    page.wait_for_function(IS_IN_BOX, arg=order)


def test_a_die_that_can_be_used_in_one_way_only_goes_back_when_it_is_tapped_again(space: Space) -> None:
    page = space.ready("willow")
    die = page.evaluate(TOKENS, "R")[0]
    for text in ("R3", "", "R3"):
        page.mouse.click(*die)
        page.wait_for_function(ANSWERED, arg=text)
        assert "tap again" not in page.evaluate(SAID)
    assert page.locator("#keys button:has-text('lane')").count() > 0  # where a die goes stands on its key


def test_a_marble_that_is_home_for_good_has_no_ring_and_a_chosen_one_is_let_go_without_a_word(space: Space) -> None:
    page = space.ready("marbles")
    rings = page.locator("#stage .mine .mine-ring")
    assert rings.count() == 3
    page.mouse.click(*page.evaluate(MIDDLE, [FREE, "R"]))
    page.wait_for_function(
        "() => document.getElementById('pointed').textContent.startsWith('Tap the cards that you hold')"
    )
    tell_hand(page, space)
    assert rings.count() == 1  # the others come nowhere with this hand
    ball = page.evaluate(MIDDLE, [FREE, "R"])
    page.mouse.click(*page.evaluate(MIDDLE, [LOCKED, "R"]))
    assert "can move this ball" in page.evaluate(SAID)
    for aside in (0, 14):  # on it, and beside it
        page.mouse.click(*ball)
        page.wait_for_function(CHOSEN)
        page.mouse.click(ball[0] - aside, ball[1])
        page.wait_for_function(f"() => !({CHOSEN})()")
        assert page.evaluate(SAID) == ""
    page.fill("#private", "")


def test_cards_are_swapped_without_a_second_order_and_the_page_asks_for_the_hand(space: Space, tmp_path: Path) -> None:
    page = space.ready("marbles")
    type_order(page, TABLES["marbles"][2], POSSIBLE.format("2"))
    assert page.get_attribute("#verdict", "data-risk") == "some"  # not green, as what is known to be legal
    assert page.is_visible("#else")
    with opened_by_hand(page, tmp_path, "marbles", 21):
        choose_seat(page, "R")
        assert page.inner_text("#state").startswith("Tap the cards that you hold")
        assert page.get_attribute("#private", "placeholder") == "e.g. 3 trick trick"
        type_order(page, "swap 5", POSSIBLE.format("5"))
        assert not page.is_visible("#else")
        page.fill("#private", "2 3 9 10 10")
        type_order(page, "swap 3", "Legal")
        resize(page, 844, 390)
        ((_, _, _, bottom),), ((_, top, _, _),) = boxes(page, "#verdict"), boxes(page, "#post")
        assert bottom <= top


def test_a_tap_on_one_marble_and_one_on_another_have_them_change_places(space: Space, tmp_path: Path) -> None:
    page = space.ready("marbles")
    with opened_by_hand(page, tmp_path, "marbles", 90):
        choose_seat(page, "R")
        page.fill("#private", "3 7 8 10 trick")
        page.click("#keys button:has(span:text-is('trick'))")
        page.wait_for_function(ANSWERED, arg="trick")
        page.mouse.click(*page.evaluate(MIDDLE, [FREE, "R"]))
        page.wait_for_function(CHOSEN)
        page.mouse.click(*page.evaluate(MIDDLE, [FREE, "K"]))
        page.wait_for_function(ANSWERED, arg="trick K13 R22")
