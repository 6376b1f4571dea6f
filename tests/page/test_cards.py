"""Before a hand is told, its cards can be tapped: each tap puts one into the hand's box, and the last one is taken back by undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import effort
from tests.page.conftest import choose_seat, resize
from tests.page.test_review import boxes
from tests.page.visitor import HELD, UNDO, UNSEEN

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.page.conftest import Space

SCROLLED = "() => { const box = document.querySelector('#box .scroll'); return box.scrollHeight - box.clientHeight; }"
CARD = "#cards button:not(.side):has(span:text-is('{}'))"


def clear_hand(page: Page) -> None:
    page.fill("#private", "")
    page.wait_for_selector("#state:text-is('Tap the cards that you hold: 0 of 3.')")
    page.wait_for_function("() => !document.querySelector('#stage [data-tap]')")


def test_a_hand_is_told_by_tapping_its_cards_and_taken_back_by_undo(space: Space) -> None:
    page = space.ready("marbles")
    for seat in "GR":  # whose box was empty all the time: of it nothing is to be taken back
        choose_seat(page, seat)
    clear_hand(page)
    space.asked.clear()
    for number, card in enumerate(("2", "9"), 1):
        page.click(CARD.format(card))
        page.wait_for_selector(f"#state:text-is('Tap the cards that you hold: {number} of 3.')")
    assert page.inner_text("#refused") == ""  # half a hand is none that is wrong
    page.click("#cards .side")
    assert page.input_value("#private") == "2"
    for card in ("9", "10"):
        page.click(CARD.format(card))
    page.wait_for_selector("#cards", state="hidden")
    page.wait_for_selector("#keys button:has(span:text-is('9'))")
    assert page.input_value("#private") == "2 9 10"
    page.click("#keys button:has(span:text-is('2'))")
    page.wait_for_selector("#keys button:has(span:text-is('R17>19')), #state:text-is('Legal')")
    page.click(UNDO)
    page.wait_for_function("() => document.getElementById('text').value === ''")
    page.click(UNDO)  # of an order nothing is left to take back: the last card is
    page.wait_for_selector("#cards .held:has(span:text-is('9'))")
    assert page.input_value("#private") == "2 9"
    page.click("#share-link")
    assert "9" not in page.evaluate("() => navigator.clipboard.readText()").partition("#")[2]
    assert space.asked == []
    assert "2 9" not in page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}]) + location.href")
    clear_hand(page)


def test_cards_that_are_typed_are_marked_and_no_more_can_be_tapped_than_there_are(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", "warrior, 3")
    page.wait_for_selector("#cards .held:has(span:text-is('warrior'))")
    assert page.is_disabled(CARD.format("warrior"))  # there is one
    page.click(CARD.format("3"))
    assert page.input_value("#private") == "warrior 3 3"
    page.wait_for_selector("#cards", state="hidden")
    page.fill("#private", "What happened")
    page.wait_for_selector("#hidden.lacks")
    assert not page.is_visible("#cards")  # a text that is no list of cards is not gone on with
    clear_hand(page)


def test_cards_are_called_as_the_reader_calls_them_and_typed_in_either_language(space: Space) -> None:
    page = space.german("marbles")
    page.fill("#private", "Krieger, tac")
    page.wait_for_selector("#cards .held:has(span:text-is('Krieger'))")
    page.wait_for_selector("#cards .held:has(span:text-is('TAC'))")
    page.click(CARD.format("Trickser"))
    page.wait_for_selector("#cards", state="hidden")
    assert page.input_value("#private") == "Krieger tac Trickser"
    assert page.inner_text("#refused") == ""
    page.fill("#private", "")
    page.wait_for_selector("#hidden.lacks")


def test_a_hand_that_is_taken_back_is_drawn_no_more_however_fast(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", "2 9 10")
    page.wait_for_selector("#stage [data-tap]", state="attached")
    page.wait_for_selector("html[data-surveyed]", state="attached")
    page.evaluate(HELD, "show")
    page.fill("#private", "2 9")
    page.wait_for_function("() => window.goOn")  # the board without a hand is asked for
    page.fill("#private", "")
    page.evaluate("() => { window.goOn(); delete window.goOn; }")
    page.wait_for_selector("html[data-surveyed]", state="attached")
    assert page.locator("#stage [data-tap]").count() == 0


def test_a_hand_of_cards_that_are_all_alike_is_played_by_a_tap_as_well(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", "1 1 1")
    page.wait_for_selector("#keys button:has(span:text-is('in'))")  # that it is a 1 no key has to say
    page.click("#stage [data-tap='1'] >> nth=1")
    page.wait_for_function("() => document.getElementById('text').value === '1'")
    page.wait_for_selector("#stage [data-tap='1'][data-spent]", state="attached")
    page.fill("#text", "")
    clear_hand(page)


@effort.nightly
def test_all_cards_are_in_reach_of_a_finger_beside_a_large_ring(space: Space) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page("marbles")
        page.fill("#private", "")
        page.wait_for_selector("#hidden.lacks")
        for width, height in ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)):
            resize(page, width, height)
            assert page.evaluate(UNSEEN, ["#private", "#text", *(["#copy"] if width > 360 else [])]) == []
            assert page.evaluate(SCROLLED) <= 0
            count = page.locator("#cards button").count()
            assert count == 19
            assert [at for at in range(count) if page.evaluate(UNSEEN, [f"#cards button:nth-child({at + 1})"])] == [], (
                width,
                height,
            )
            least = 44 if width < 1000 else 38
            assert (
                min(min(right - left, bottom - top) for left, top, right, bottom in boxes(page, "#cards button"))
                >= least - 0.1
            ), (width, height)
            assert page.evaluate(
                "() => [...document.querySelectorAll('#cards span')].every((one) => one.scrollWidth <= one.clientWidth)"
            ), (width, height)
            ((_, top, _, bottom),) = boxes(page, "#stage > svg")
            assert bottom - top >= {360: 265, 390: 325}.get(width, 320), (width, height)
        resize(page, 1280, 800)
