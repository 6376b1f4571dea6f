"""An earlier turn stays in sight until its reader comes back: no answer of the engine leads away from it, to write an order does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.page.conftest import TABLES, Space, choose_seat
from tests.page.test_orders import LEGAL, type_order

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAME = "lighthouse"
TURN, SEAT, ORDER = TABLES[NAME]
OVERLAY = "#stage .over > *"


def go_back(page: Page) -> None:
    page.click("#back")
    page.wait_for_selector("#note", state="visible")


def have_it_checked_again(page: Page) -> None:
    """Choose another seat, then this one: the order that was kept for it is checked again."""
    choose_seat(page, next(seat for seat in "ACD" if seat != SEAT))
    page.evaluate("() => { delete document.getElementById('verdict').dataset.order; }")
    choose_seat(page, SEAT)
    page.wait_for_function("order => document.getElementById('verdict').dataset.order === order", arg=ORDER)


def test_an_answer_leads_nobody_away_from_an_earlier_turn_and_draws_nothing_on_it(space: Space) -> None:
    page = space.ready(NAME)
    type_order(page, ORDER, LEGAL)
    assert page.locator(OVERLAY).count()
    go_back(page)
    have_it_checked_again(page)
    assert page.is_visible("#note")
    assert page.locator(OVERLAY).count() == 0
    page.click("#now")
    page.wait_for_selector(OVERLAY, state="attached")


def test_a_link_to_an_earlier_turn_shows_it_to_whoever_has_an_order_in_the_box(space: Space) -> None:
    order = f"localStorage['gm-tools order {NAME} {TURN} {SEAT}'] = '{ORDER}';"
    context = space.context(has_pyodide=False)
    context.add_init_script(f"try {{ {order} }} catch {{ /* no page yet */ }}")
    page = space.look(context, NAME, "#turn=3")
    page.wait_for_function("order => document.getElementById('verdict').dataset.order === order", arg=ORDER)
    assert page.is_visible("#note")
    assert page.inner_text("#shown") == f"after turn 3 of {TURN}"
    assert page.locator(OVERLAY).count() == 0


def test_to_write_an_order_is_to_be_back_at_the_current_turn(space: Space) -> None:
    page = space.ready(NAME)
    go_back(page)
    page.click("#keys button:enabled >> nth=0")
    page.wait_for_selector("#note", state="hidden")
    go_back(page)
    page.fill("#text", ORDER)
    page.wait_for_selector("#note", state="hidden")


def test_in_the_sandbox_no_key_leads_to_an_earlier_turn(space: Space) -> None:
    page = space.sandbox(NAME)
    page.focus("#try")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("() => document.documentElement.classList.contains('old')") is False
    assert "turn" not in page.evaluate("() => location.hash")


def test_a_file_that_is_opened_on_an_earlier_turn_is_played_on(space: Space, tmp_path: Path) -> None:
    page = space.ready(NAME)
    other = tmp_path / "other.toml"
    other.write_bytes((space.folder(NAME) / "snapshot.toml").read_bytes())
    go_back(page)
    page.set_input_files("#file", other)
    page.wait_for_selector("html.away:not(.old)", state="attached")
    page.wait_for_selector("#stage .reach > g", state="attached")
    page.click("#leave")
    page.wait_for_selector("#leave", state="hidden")
