"""The camera stands still until somebody moves it, and a tap means what was seen when it was aimed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, resize, settle
from tests.page.test_orders import type_order
from tests.page.test_review import boxes
from tests.page.test_tap import ANSWERED, find_drawn
from tests.page.test_touch import telephone
from tests.page.visitor import HELD

if TYPE_CHECKING:
    from playwright.sync_api import Page

FRAME = "() => document.querySelector('#stage > svg').getAttribute('viewBox')"
# The page does not know beforehand how far a seat comes, as in the sandbox
UNFORESEEN = """async () => {
  const { data } = await import(document.querySelector('link[href*="/words.js"]').href);
  const was = data.reach;
  data.reach = {};
  window.foreseeAgain = () => { data.reach = was; };
}"""


def choose_held(page: Page, mark: str) -> None:
    """Choose a seat of which nobody knows yet what it can reach."""
    page.evaluate(HELD, "keys")
    page.select_option("#seat", mark, force=True)
    page.wait_for_function("() => window.goOn")


def stand(page: Page) -> list[float]:
    """Return which tile is at the top left corner of the stage, and how many stand side by side."""
    settle(page)
    return [float(part) for part in page.evaluate(FRAME).split()[:3]]


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse",), ("lighthouse", "sandstorm", "papers")))
def test_tiles_stay_where_they_are_when_what_can_be_reached_is_known(space: Space, name: str) -> None:
    page = space.ready(name)
    table = space.snapshot(name)
    chosen = sorted(table.game.awaited(table.position))
    for size in effort.some((390, 844), (1280, 800)):
        resize(page, *size)
        for mark in chosen[-effort.choose(1, 99) :]:
            other = next(seat.mark for seat in table.seats if seat.mark != mark)
            page.select_option("#seat", other, force=True)
            page.wait_for_selector(f"html[data-surveyed={other}]", state="attached")
            choose_held(page, mark)
            was = stand(page)
            page.evaluate("() => { window.goOn(); delete window.goOn; }")
            page.wait_for_selector(f"html[data-surveyed={mark}]", state="attached")
            assert stand(page) == pytest.approx(was, abs=0.01), (name, mark, size)
            assert page.locator("#stage .reach > g").count() > 1


@pytest.mark.long
@pytest.mark.parametrize("size", effort.some((390, 844), (1280, 800)))
def test_on_an_earlier_turn_the_camera_shows_the_car_and_not_what_can_be_reached_now(
    space: Space, size: tuple[int, int]
) -> None:
    page = space.ready("sandstorm")
    resize(page, *size)
    was = stand(page)
    page.evaluate("() => { location.hash = 'turn=6'; }")
    page.wait_for_selector("html.old #stage g.piece.own", state="attached")
    (stage,), (car,) = boxes(page, "#stage"), boxes(page, "#stage g.piece.own")
    left, right = car[0] - stage[0], stage[2] - car[2]
    assert stand(page)[2] == pytest.approx(was[2], abs=0.01)  # tiles are as large as they were
    assert min(left, right) > (stage[2] - stage[0]) / 4
    page.evaluate("() => document.getElementById('now').click()")
    assert stand(page) == pytest.approx(was, abs=0.01)


@pytest.mark.long
def test_a_ring_stays_where_it_is_when_the_engine_asks_for_a_hand(space: Space) -> None:
    page = space.ready("marbles")
    tile = "() => { const {a, e, f} = document.querySelector('#stage > svg').getScreenCTM(); return [a, e, f]; }"
    for size in effort.some((360, 640), (390, 844)):
        resize(page, *size)
        for mark in "GR":  # who is not to act, and who is
            choose_held(page, mark)
            stand(page)
            was = page.evaluate(tile)
            page.evaluate("() => { window.goOn(); delete window.goOn; }")
            page.wait_for_selector(f"html[data-surveyed={mark}]", state="attached")
            stand(page)
            assert page.evaluate(tile) == pytest.approx(was, abs=0.01), (mark, size)
        new = space.visit("marbles", viewport=page.viewport_size, has_engine=False)
        new.wait_for_selector("#loading", state="visible")
        stand(new)
        assert new.evaluate(tile) == pytest.approx(was, abs=0.01), size


def test_a_camera_moved_by_hand_stays_when_what_can_be_reached_is_known(space: Space) -> None:
    page = space.ready("lighthouse")
    choose_held(page, "D")
    page.click("#nearer")
    page.click("#nearer")
    was = page.evaluate(FRAME)
    page.evaluate("() => window.goOn()")
    page.wait_for_selector("html[data-surveyed=D]", state="attached")
    assert page.evaluate(FRAME) == was
    page.keyboard.press("0")


def test_a_mouse_that_was_aimed_before_the_camera_moved_takes_nothing(space: Space) -> None:
    page = space.ready("lighthouse")
    page.evaluate(UNFORESEEN)
    places = "() => [...document.querySelectorAll('#stage .reach > g')].map((one) => one.getBoundingClientRect()).map(({left, top, width, height}) => [left + width / 2, top + height / 2])"
    x, y = page.evaluate(places)[0]
    choose_seat(page, "D")
    choose_held(page, TABLES["lighthouse"][1])
    page.mouse.move(x, y)
    was = page.evaluate(FRAME)
    page.evaluate("() => window.goOn()")
    page.wait_for_function("() => document.querySelectorAll('#stage .reach > g').length")
    assert page.evaluate(FRAME) != was
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector(f"html[data-surveyed={TABLES['lighthouse'][1]}]", state="attached")
    assert page.input_value("#text") == ""
    page.mouse.click(*page.evaluate(places)[0])
    page.wait_for_function("() => document.getElementById('text').value !== ''")
    page.evaluate("() => window.foreseeAgain()")


def test_tiles_stay_as_large_as_they_are_where_something_beside_the_stage_grows(space: Space) -> None:
    page = space.ready("lighthouse")
    tile = "() => { const {a, e, f} = document.querySelector('#stage > svg').getScreenCTM(); return [a, e, f].map(Math.round); }"
    was = page.evaluate(tile)
    for high in ("24px", ""):
        page.evaluate("high => { document.getElementById('stage').style.marginBottom = high; }", high)
        settle(page)
        assert page.evaluate(tile) == was, high


def test_the_camera_stands_still_when_steps_are_taken_back_by_two_fast_taps(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "E")
    was = stand(page)
    for order in ("A(4M)L(5M)", "(4M)L(4M)"):
        page.mouse.click(*find_drawn(page, (38.5, 22.5)))
        page.wait_for_function(ANSWERED, arg=order)
    page.evaluate(HELD, "answer")
    step = find_drawn(page, (41.5, 22.5))
    for _ in range(2):
        page.mouse.click(*step)
        page.wait_for_function("() => document.getElementById('text').value === 'M' && window.goOn")
        settle(page)
    page.evaluate("() => { window.goOn(); delete window.goOn; }")
    page.wait_for_function(ANSWERED, arg="M")
    assert stand(page) == was


def test_the_camera_is_chosen_for_the_room_that_the_board_has(space: Space) -> None:
    page = telephone(space, "sandstorm")
    page.tap("#handle")
    stand(page)
    page.evaluate("() => ['#handle', '[data-view=near]'].forEach((at) => document.querySelector(at).click())")
    was = stand(page)
    page.evaluate("() => document.querySelector('[data-view=near]').click()")
    assert stand(page) == was


def test_an_earlier_turn_is_seen_as_near_whatever_order_is_written(space: Space) -> None:
    page = space.ready("papers")
    seen = []
    for order in ("", "NE"):
        if order:
            type_order(page, order, "Legal")
        page.evaluate("() => { location.hash = 'turn=3'; }")
        page.wait_for_function("() => document.getElementById('shown').textContent.includes(' 3 ')")
        seen.append(stand(page))
        page.click("#now")
    assert seen[0] == seen[1]
