"""What stood in the box comes back, wherever the focus is; of another seat or turn nothing stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat
from tests.page.test_orders import HALF, ILLEGAL, LEGAL, type_order

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLACE = """() => [...document.querySelectorAll('#stage .reach > g')].map((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})[0]"""
IS_IN_BOX = "order => document.getElementById('text').value === order"


def tap_place(page: Page) -> str:
    """Tap the first place that can be reached; return the order that is written."""
    was = page.input_value("#text")
    page.mouse.click(*page.evaluate(PLACE))
    page.wait_for_function("was => document.getElementById('text').value !== was", arg=was)
    return page.input_value("#text")


@pytest.mark.long
def test_undo_and_redo_go_from_order_to_order_wherever_the_focus_is(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "M")
    choose_seat(page, "D")
    page.click("#text")
    page.keyboard.type("ABM")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    order = tap_place(page)
    texts = [order, "", "ABM", ""]
    for where in effort.choose(("#stage", "#text"), ("#stage", "#text", "#keys button:not(:disabled)")):
        for keys, ways in (("Control+z", texts[1:]), ("Control+Shift+Z", texts[-2::-1])):
            for text in ways:
                page.wait_for_selector("#keys button:not(:disabled)")
                page.focus(where)
                page.keyboard.press(keys)
                page.wait_for_function(IS_IN_BOX, arg=text)
        page.focus(where)
        page.keyboard.press("Control+y")  # there is nothing more
        assert page.input_value("#text") == order
    page.focus("#text")
    page.evaluate("() => document.execCommand('undo')")  # as the browser's own menu has it
    page.wait_for_function(IS_IN_BOX, arg="")
    page.press("#text", "Escape")
    page.focus("#stage")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('text').value !== ''")
    page.keyboard.press("Control+z")
    page.wait_for_function(IS_IN_BOX, arg="")


def test_another_field_keeps_an_undo_of_its_own_and_leaves_the_box_alone(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate("() => { document.getElementById('notes').open = true; }")
    page.click("#text")
    page.keyboard.type("ABM")
    page.focus("#noted")
    page.keyboard.type("x")
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert (page.input_value("#noted"), page.input_value("#text")) == ("", "ABM")


def test_escape_takes_the_cursor_off_the_board_and_the_rules_shut_with_their_order(space: Space) -> None:
    page = space.ready("sandstorm")
    page.focus("#stage")
    before = page.evaluate("() => document.querySelector('#stage .layer.reach').innerHTML")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.querySelector('#stage .layer.reach').innerHTML") != before
    for where in ("#text", "#stage"):
        page.focus("#stage")
        page.keyboard.press("ArrowRight")
        page.focus(where)
        page.keyboard.press("Escape")
        page.wait_for_function("was => document.querySelector('#stage .layer.reach').innerHTML === was", arg=before)
    type_order(page, "A(9M)", ILLEGAL)
    page.click("#why summary")
    type_order(page, "A(8M)", ILLEGAL)
    assert page.locator("#why[open]").count() == 0


def test_nothing_of_another_seat_can_be_pressed_while_the_new_one_is_asked_for(space: Space) -> None:
    page = space.ready("lighthouse")
    # As long as the engine takes it
    page.evaluate(
        """() => {
          const post = Worker.prototype.postMessage;
          Worker.prototype.postMessage = function (message) {
            if (message.call?.name !== 'keys') { post.call(this, message); return; }
            window.goOn = () => { Worker.prototype.postMessage = post; post.call(this, message); };
          };
        }"""
    )
    type_order(page, TABLES["lighthouse"][2], LEGAL)
    other = next(mark for mark in "ADEF" if mark != page.input_value("#seat"))
    page.select_option("#seat", other)
    page.wait_for_function("() => window.goOn")
    left = """() => [document.querySelectorAll('#keys button:not(:disabled):not(.side)').length, document.getElementById('pad').checkVisibility(),
      document.querySelectorAll('#stage .reach > g').length, document.getElementById('best').checkVisibility(), document.querySelectorAll('#stage .over > *').length]"""
    assert page.evaluate(left) == [0, False, 0, False, 0]
    page.evaluate("() => window.goOn()")
    page.wait_for_selector(f"html[data-surveyed={other}]", state="attached")


def test_earlier_turns_tell_what_each_did_in_them(space: Space) -> None:
    for name, back in (("sandstorm", 2), ("marbles", 3)):
        page = space.ready(name)
        for _ in range(back):
            was = page.inner_text("#shown")
            page.click("#back")
            page.wait_for_function("was => document.getElementById('shown').textContent !== was", arg=was)
        seen = page.locator("#standings tbody td.deed:visible")
        rows = page.locator("#standings tbody tr").count()
        assert seen.count() == rows
        assert page.locator("#standings tbody td.deed:visible code").count() == rows
        assert all(text.strip() for text in seen.all_inner_texts())
        page.click("#now")


def test_what_plays_a_turn_is_grey_with_its_reason_as_long_as_an_order_is_not_finished(space: Space) -> None:
    page = space.sandbox("sandstorm")
    for text, said, is_grey in (("AMMM", HALF, "true"), (TABLES["sandstorm"][2], LEGAL, "false")):
        type_order(page, text, said)
        button = page.locator(f"#playing .main[aria-disabled={is_grey}]")
        button.wait_for()
        assert bool(button.get_attribute("title")) == (is_grey == "true")
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")
