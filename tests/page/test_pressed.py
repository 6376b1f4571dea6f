"""Fingers are faster than answers: no press is lost, and none writes less than was seen to be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.conftest import TABLES, Space

if TYPE_CHECKING:
    from playwright.sync_api import Page

IS_ANSWERED = "order => document.getElementById('verdict').dataset.order === order"
KEY = "#keys button:not(.side):has(span:text-is('{0}'))"


def hold(page: Page, selector: str) -> None:
    """Press the mouse on a button, and keep it down."""
    page.hover(selector)
    page.mouse.down()


def hear_answer(page: Page, order: str) -> None:
    """Write an order as a program does, and wait until the page has shown what there is to be said of it."""
    page.evaluate(
        """order => {
          delete document.getElementById('verdict').dataset.order; // an older answer to the same order is none to this one
          document.getElementById('text').value = order;
          document.getElementById('text').dispatchEvent(new InputEvent('input'));
        }""",
        order,
    )
    page.wait_for_function(IS_ANSWERED, arg=order)


def test_keys_pressed_before_the_answer_to_the_one_before_go_on_from_it(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate("""() => {
      const press = (label) => [...document.querySelectorAll('#keys button')].find((one) => one.textContent.startsWith(label)).click();
      for (const label of 'ABMR') press(label); // without a moment between them
    }""")
    page.wait_for_function(IS_ANSWERED, arg="ABMR")
    assert page.input_value("#text") == "ABMR"


def test_a_key_that_was_pressed_for_another_seat_or_turn_is_not_written(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "M")
    hear_answer(page, "A")  # it is kept for this seat
    for change in (
        "(seat.value = 'M', seat.dispatchEvent(new Event('change')))",
        "document.dispatchEvent(new Event('turned'))",
    ):
        page.select_option("#seat", TABLES["sandstorm"][1])
        hear_answer(page, "")
        page.wait_for_selector(KEY.format("A") + ":enabled")
        page.evaluate(f"""() => {{
          const [seat, keys] = ['seat', 'keys'].map((name) => document.getElementById(name));
          for (const label of 'AB') [...keys.children].find((one) => one.textContent.startsWith(label)).click();
          {change};
          delete document.getElementById('verdict').dataset.order;
        }}""")
        page.wait_for_function(IS_ANSWERED, arg="A")
        assert page.input_value("#text") == "A", change
    page.select_option("#seat", "M")
    hear_answer(page, "")


def test_a_key_that_was_pressed_with_another_hand_is_not_written(space: Space) -> None:
    page = space.ready("marbles")
    for text in ("9", ""):  # what was erased can be brought back, but not once a key was pressed
        hear_answer(page, text)
    page.fill("#private", "2 9 10")
    page.wait_for_selector(KEY.format("2"))
    page.evaluate("""() => {
      const [first, undo] = ['#keys button', '#keys .side'].map((name) => document.querySelector(name));
      const hand = document.getElementById('private');
      first.click();
      undo.disabled = false; // as it is as soon as the answer to the first is there
      undo.click();
      hand.value = '2 9 11';
      hand.dispatchEvent(new Event('input'));
    }""")
    page.wait_for_function(IS_ANSWERED, arg="2")
    assert page.input_value("#text") == "2"
    page.fill("#private", "")
    page.wait_for_selector("#hidden.lacks", state="attached")


def test_a_key_writes_into_a_box_of_blanks(space: Space) -> None:
    page = space.ready("papers")
    page.fill("#text", " ")
    page.wait_for_selector(KEY.format("SE"))
    page.click(KEY.format("SE"))
    page.wait_for_function("() => document.getElementById('text').value === 'SE'")


def test_an_answer_takes_no_key_from_under_a_finger(space: Space) -> None:
    page = space.ready("papers")
    hold(page, KEY.format("SE"))
    hear_answer(page, "N")
    page.mouse.up()
    page.wait_for_function("() => document.getElementById('text').value === 'SE'")


def test_an_answer_takes_no_seat_of_the_sandbox_from_under_a_finger(space: Space) -> None:
    page = space.sandbox("short")
    chosen = page.input_value("#seat")
    hear_answer(page, "A")
    hold(page, f"#sandbox .row button:not(:has(b:text-is('{chosen}')))")
    hear_answer(page, "AB")
    page.mouse.up()
    page.wait_for_function("was => document.getElementById('seat').value !== was", arg=chosen)
    page.wait_for_selector("#sandbox .row button:has-text('AB')")  # what was said meanwhile is shown then
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")


def test_two_steps_back_that_are_faster_than_the_turns_are_two(space: Space) -> None:
    page = space.visit("sandstorm", has_engine=False)
    page.evaluate("() => { for (const _ of [1, 2]) document.getElementById('back').click(); }")
    page.wait_for_selector("#shown:text-is('after turn 7 of 9')")
