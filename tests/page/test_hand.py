"""The own hand on the page: pasted once, remembered by the own browser if its player wishes, and nowhere else."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.game import Seat
from gm_tools.games import find
from gm_tools.games.tac.position import view
from gm_tools.render import text as plain
from gm_tools.reports.base import Scene
from gm_tools.reports.turn import PlayedTurn, turn_report
from tests import effort
from tests.begin import begin_table
from tests.page.conftest import Space, choose_seat, resize
from tests.page.test_review import boxes
from tests.page.test_sandbox import four_seats

if TYPE_CHECKING:
    from playwright.sync_api import Page

SLOT = "gm-tools hand marbles R"
RING = """() => {
  const board = document.querySelector('#stage > svg');
  const numbers = [...board.querySelectorAll('.carved')].filter((one) => one.style.display !== 'none');
  return [board.getAttribute('viewBox'), board.getAttribute('class'), document.getElementById('keys').hidden, numbers.map((one) => one.textContent)];
}"""
STORED = "() => JSON.stringify({...localStorage})"


def message(space: Space, seat: str) -> str:
    """Return the whole private message of a seat, as `gm report --for` writes it."""
    table = space.tables["marbles"]
    played = PlayedTurn(table.turn, view(table.position, seat), ())
    return plain.render(turn_report(Scene("marbles", find("tac"), table.seats, seat), played))


def read_hand(page: Page) -> str:
    """Return the hand in its box, once the page of a table has shown it."""
    page.wait_for_selector("#hidden[open]", state="attached")
    return page.input_value("#private")


def test_a_whole_private_message_is_remembered_by_the_own_browser_alone_if_its_player_wishes(space: Space) -> None:
    page = space.ready("marbles")
    page.click("#remember")
    assert "this browser" in page.inner_text("#stays")
    space.asked.clear()
    page.fill("#private", message(space, "R"))
    page.wait_for_function("slot => localStorage[slot]", arg=SLOT)
    assert json.loads(page.evaluate("slot => localStorage[slot]", SLOT))[2] == ["2", "9", "10"]
    page.select_option("#seat", "G")
    assert page.input_value("#private") == ""
    page.select_option("#seat", "R")
    page.wait_for_function("() => document.querySelectorAll('#stage [data-tap]').length === 3")
    assert "Hands" in page.input_value("#private")
    page.click("#share-link")
    assert "Hands" not in page.evaluate("() => navigator.clipboard.readText()") + page.url
    assert space.asked == []
    page.click("#remember")
    assert "hand marbles" not in page.evaluate(STORED)
    page.fill("#private", "")
    page.wait_for_selector("#hidden.lacks")
    assert "this page" in page.inner_text("#stays")


TOLD = (
    (22, ["2", "3", "9", "10", "13"], "2 9 10"),  # since then 13 and 3 were laid
    (30, ["2", "9", "10"], "2, 9, 10"),  # as it was told
    (21, ["2", "3", "9", "10", "13"], ""),  # cards were dealt since
    (26, ["2", "9", "10"], ""),  # what was laid is not in it
)
TOLD_TOO = ((26, ["2", "3", "9", "10"], "2 9 10"), (31, ["2", "9", "10"], ""))


KEEP = "([slot, kept]) => { localStorage['gm-tools remember hands'] = 'yes'; localStorage[slot] = kept; }"


@pytest.mark.long
def test_a_hand_of_an_earlier_turn_comes_without_the_cards_laid_since(space: Space) -> None:
    page = space.visit("marbles", has_engine=False)
    for turn, cards, left in effort.choose(TOLD, TOLD + TOLD_TOO):
        page.evaluate(KEEP, [SLOT, json.dumps([turn, ", ".join(cards), cards])])
        page.reload()
        assert read_hand(page) == left, turn


@pytest.mark.long
@pytest.mark.parametrize("is_remembered", effort.some(True, False))
def test_a_hand_that_is_taken_back_leaves_the_board_as_it_was_without_it(space: Space, *, is_remembered: bool) -> None:
    """The list of marks kept its height, and the ring its smaller size, on which fewer fields have their numbers."""
    page = space.ready("marbles")
    for width in (1279, 1280):  # the first so that nothing is left of a hand that was told before
        resize(page, width, 800)
    was = page.evaluate(RING)
    page.fill("#private", "2 9 10")
    page.wait_for_function("() => document.querySelectorAll('#stage [data-tap]').length === 3")
    page.wait_for_selector("#stage .reach > g", state="attached")
    for text in ("2", ""):  # undo would bring it back, but without a hand nothing can be written
        page.fill("#text", text)
        page.wait_for_function("text => (document.getElementById('verdict').dataset.order ?? '') === text", arg=text)
    if is_remembered:
        page.click("#remember")
        for seat in "GR":
            choose_seat(page, seat)
        page.click("#remember")
    page.fill("#private", "")
    page.wait_for_function("() => !document.querySelector('#stage [data-tap]')")
    resize(page, 1280, 800)
    assert page.evaluate(RING) == was


@effort.nightly
def test_the_wish_to_remember_hides_no_hand_on_a_telephone(space: Space) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page("marbles")
        for width, height in effort.some((360, 640), (390, 844), (844, 390)):
            tell(page, (width, height))  # before, its cards take the place of the wish
            apart = page.evaluate(
                """() => { const [hand, wish] = ['private', 'remember'].map((name) => document.getElementById(name));
                const inner = hand.getBoundingClientRect().right - parseFloat(getComputedStyle(hand).paddingRight);
                const room = inner - hand.getBoundingClientRect().left - parseFloat(getComputedStyle(hand).paddingLeft);
                return [wish.getBoundingClientRect().left - inner, room]; }"""
            )
            assert apart[0] >= 0
            assert apart[1] > 110  # five cards
        page.fill("#private", "")
        resize(page, 1280, 800)


def tell(page: Page, size: tuple[int, int]) -> None:
    """Give a window a size, and tell the page the hand of its seat."""
    resize(page, *size)
    page.fill("#private", "2 9 10")
    page.wait_for_selector("#stage [data-tap]", state="attached")
    page.wait_for_selector("#keys button")


@effort.nightly
def test_words_beside_a_hand_keep_their_letters_however_small_the_board(space: Space) -> None:
    page = space.german("marbles")
    shown = {}
    for size in effort.some((360, 640), (390, 844), (844, 390), (1280, 800)):
        tell(page, size)
        shown[size] = page.evaluate(
            """() => [...document.querySelectorAll('#stage text.words[data-room]')].filter((one) => one.textContent.startsWith('H')).map((one) => {
            const room = Number(one.dataset.room), long = one.getComputedTextLength();
            one.removeAttribute('textLength'); return [one.textContent, long <= room + 0.1, one.getComputedTextLength() > 0.9 * long]; })"""
        )
    page.fill("#private", "")
    resize(page, 1280, 800)
    assert [words for words in shown.values() if words != [["Hand von R", True, True]]] == []


@effort.nightly
def test_a_telephone_shows_a_whole_example_of_a_hand(space: Space) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page("marbles")
        page.fill("#private", "no cards")  # a low one has an example only where no cards can be tapped
        page.wait_for_selector("#hidden.lacks")
        for size in effort.some((360, 640), (390, 844), (844, 390)):
            resize(page, *size)
            assert page.evaluate(
                """() => { const [box, wish] = ['private', 'remember'].map((name) => document.getElementById(name));
                const [style, words] = [getComputedStyle(box, '::placeholder'), document.createElement('span')];
                Object.assign(words.style, { font: style.font, position: 'absolute', whiteSpace: 'pre' });
                words.textContent = box.placeholder; document.body.append(words);
                const end = box.getBoundingClientRect().left + parseFloat(getComputedStyle(box).paddingLeft) + words.offsetWidth;
                words.remove(); return end < wish.getBoundingClientRect().left; }"""
            )
        page.fill("#private", "")
        resize(page, 1280, 800)


@effort.nightly
def test_marks_of_cards_on_fields_beside_each_other_do_not_touch(space: Space) -> None:
    page = space.ready("marbles")
    gaps = {}
    for size in effort.some((360, 640), (390, 844), (844, 390), (1280, 800)):
        tell(page, size)
        gaps[size] = page.evaluate(
            """() => { const all = [...document.querySelectorAll('#stage .reach .mark circle.spot')].map((one) => one.getBoundingClientRect());
            return Math.min(...all.flatMap((one, number) => all.slice(number + 1).map((other) =>
              Math.hypot((one.left + one.right - other.left - other.right) / 2, (one.top + one.bottom - other.top - other.bottom) / 2)
              - (one.width + other.width) / 2))); }"""
        )
    page.fill("#private", "")
    resize(page, 1280, 800)
    assert min(gaps.values()) > 0, gaps


@effort.nightly
@pytest.mark.parametrize("order", effort.some("2 R17>19", ""))
def test_the_open_sheet_of_a_small_telephone_shows_keys_and_verdict_whole(space: Space, order: str) -> None:
    page = space.german("marbles")
    tell(page, (360, 640))
    page.click("#handle")
    page.fill("#text", order)
    page.wait_for_function("text => (document.getElementById('verdict').dataset.order ?? '') === text", arg=order)
    low = page.evaluate(
        "() => [...document.querySelectorAll('#keys button, #state')].map((one) => Math.round(one.getBoundingClientRect().bottom))"
    )
    top = page.evaluate("() => Math.round(document.getElementById('post').getBoundingClientRect().top)")
    for name in ("#text", "#private"):
        page.fill(name, "")
    page.click("#handle")
    resize(page, 1280, 800)
    assert max(low) <= top


@effort.nightly
def test_undo_is_called_so_in_german_and_has_room(space: Space) -> None:
    page = space.german("marbles")
    for size in effort.some((360, 640), (390, 844), (1280, 800)):
        tell(page, size)
        key = page.locator("#keys .side").first
        assert key.inner_text().replace("\N{SOFT HYPHEN}", "").split() == ["↶", "rückgängig"]
        assert key.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
    page.fill("#private", "")
    resize(page, 1280, 800)


WIDTH = "name => document.querySelector(name).getBoundingClientRect().width"
APART = """() => {
  const [words, ...buttons] = ['shown', 'back', 'on'].map((name) => document.getElementById(name).getBoundingClientRect());
  return buttons.filter((one) => one.width && one.left < words.right && words.left < one.right).length;
}"""


@effort.nightly
def test_the_turn_that_is_shown_lies_on_no_button(space: Space) -> None:
    for open_page, size in product(effort.some(space.german, space.ready), effort.some((360, 640), (390, 844))):
        page = open_page("marbles")
        resize(page, *size)
        assert page.evaluate(APART) == 0, size
    was = page.evaluate(WIDTH, "#turn")
    page.evaluate("() => document.activeElement.blur()")  # Home in a box is the box's own
    page.keyboard.press("Home")
    page.wait_for_selector("#note", state="visible")
    assert page.evaluate(WIDTH, "#turn") == was  # under a finger that draws it the slider stays as it is


# Cards of a hand of which a part is seen
IN_PART = """() => {
  const {bottom} = document.getElementById('stage').getBoundingClientRect();
  return [...document.querySelectorAll('#stage > svg [data-tap]')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
    .filter((one) => one.height && one.top < bottom - 1 && one.bottom > bottom + 1).length;
}"""


@effort.nightly
def test_on_a_telephone_the_cards_of_a_hand_are_seen_whole_or_not_at_all(space: Space) -> None:
    page = space.german("marbles")
    for size in effort.some((360, 640), (390, 844)):
        tell(page, size)
        if page.is_visible("#handle[aria-expanded=true]"):
            page.click("#handle")
        resize(page, *size)
        assert page.evaluate(IN_PART) == 0, size
        page.fill("#private", "")
        page.wait_for_selector("#keys", state="hidden")


def test_whoever_plays_alone_sees_all_hands_and_is_asked_for_none(space: Space, tmp_path: Path) -> None:
    seats = [Seat(mark, "Anna") for mark in "RGBK"]
    table = begin_table(tmp_path / "alone", "tac", four_seats(), seats, {"variant": "solo4"})
    space.publish("alone", table, package=False)
    page = space.visit("alone", has_engine=False)
    cards = page.locator("#stage [data-tap]").evaluate_all("all => all.map((one) => one.dataset.tap)")
    assert sorted(cards) == sorted(card for hand in table.position.hands for card in hand)
    assert not page.is_visible("#hidden")
    assert page.text_content("#copy span") == "Copy order for the forum"
    resize(page, 360, 640)
    (board,) = boxes(page, "#stage")
    for left, top, right, bottom in boxes(page, "#stage [data-tap]"):
        assert board[0] < left < right < board[2]
        assert board[1] < top < bottom < board[3]


def test_the_best_orders_of_a_hand_go_when_another_is_typed(space: Space) -> None:
    page = space.visit("marbles", small=False)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.fill("#private", " ".join(space.tables["marbles"].position.hands[0]))
    page.wait_for_selector("#best tbody tr", state="visible")
    page.fill("#private", "2 2 2")
    assert not page.is_visible("#best tbody tr")
