"""Played with a finger on a telephone: a whole turn of each game by taps, two fingers on the board, what has to stay in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.games.monza.drawing import square_middle
from tests import effort
from tests.page.conftest import TABLES, Space, chosen_tables, resize, settle
from tests.page.test_orders import LEGAL, type_order
from tests.page.test_review import boxes

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTH = "() => document.querySelector('#stage svg').viewBox.baseVal.width"
SCROLLS = """() => [...document.querySelectorAll('body, body *')].filter((one) => {
  const {overflowX, overflowY} = getComputedStyle(one);
  const moves = (how, more) => ['auto', 'scroll'].includes(how) && more > 1;
  return moves(overflowX, one.scrollWidth - one.clientWidth) && moves(overflowY, one.scrollHeight - one.clientHeight);
}).map((one) => one.id || one.className)"""
PLACE = """(at) => {
  const stage = document.getElementById('stage').getBoundingClientRect();
  const places = [...document.querySelectorAll('#stage .reach > g')].map((one) => one.getBoundingClientRect())
    .map(({left, top, width, height}) => [left + width / 2, top + height / 2])
    .filter(([x, y]) => stage.left < x && x < stage.right && stage.top < y && y < stage.bottom);
  return places[Math.min(at, places.length - 1)];
}"""
LEGAL_NOW = """() => { const {state, order} = document.getElementById('verdict').dataset;
  return state === 'legal' && order.trim() === document.getElementById('text').value.trim(); }"""


def telephone(space: Space, name: str, width: int = 390, height: int = 844) -> Page:
    """Open a table on a telephone, its seat chosen and surveyed."""
    page = space.telephone(name, width, height)
    page.wait_for_selector("#stage > svg:not(.tried)", state="attached")
    settle(page)  # the board has its room
    page.set_default_timeout(20_000)
    return page


UNCOVERED = """() => {
  const tip = document.getElementById('pointed').getBoundingClientRect();
  const tapped = [...document.querySelectorAll('#stage :is(.reach > g, .pale > g, [data-tap])')].map((one) => one.getBoundingClientRect());
  return tip.width && tapped.every((one) => !one.width || one.right < tip.left || one.left > tip.right || one.bottom < tip.top || one.top > tip.bottom);
}"""


ANSWERED = """was => document.getElementById('text').value !== was
  || document.getElementById('pointed').textContent.startsWith('Several places lie here')"""


def tap_place(page: Page, at: int) -> str:
    """Tap one of the places that can be reached, and return the order that this has written."""
    was = page.input_value("#text")
    for _ in range(2):  # where a finger covers several places, the first tap brings them closer
        page.touchscreen.tap(*page.evaluate(PLACE, at))
        page.wait_for_function(ANSWERED, arg=was)
        if page.input_value("#text") != was:
            break
    page.wait_for_function(LEGAL_NOW)
    return page.input_value("#text")


@pytest.mark.long
@pytest.mark.parametrize("name", chosen_tables())
def test_a_whole_turn_is_played_by_taps(space: Space, name: str) -> None:
    page = telephone(space, name)
    if name == "marbles":
        page.tap("#handle")
        page.fill("#private", " ".join(space.tables[name].position.hands[0]))
        page.wait_for_selector("#stage .reach > g", state="attached")
        page.tap("#handle")
    order = tap_place(page, 3)
    if name == "sandstorm":
        assert len({order, tap_place(page, 3), tap_place(page, 3)}) == 3  # the same place by other ways
    if name == "willow":
        page.tap("#handle")
        page.tap("#keys button:has(small:text-is('erase'))")
        page.tap("#handle")
        page.tap("#pinned [data-tap=R]:not([data-spent])")  # where a finger has room for them
        page.wait_for_function("() => document.getElementById('text').value !== ''")
        order = tap_place(page, 0)
    if name == "lighthouse":
        page.tap("#handle")
        page.tap("#keys button:has(small:text-is('erase'))")
        page.locator("#pad").scroll_into_view_if_needed()
        page.tap("#pad svg", position={"x": 110, "y": 90})
        page.wait_for_function("() => document.getElementById('text').value !== ''")
        page.wait_for_selector("#state:not(:text-is('Not understood'))")
    assert page.evaluate(SCROLLS) == []
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    if name != "lighthouse":
        order = page.input_value("#text")
        page.wait_for_function(LEGAL_NOW)
        page.tap("#copy")
        page.wait_for_selector("#copied:text-is('Copied.')")
        assert order in page.evaluate("() => navigator.clipboard.readText()")


@effort.nightly
def test_the_words_about_a_tap_cover_nothing_that_may_be_tapped_next(space: Space) -> None:
    for name in effort.choose(("willow",), ("papers", "willow")):
        page = telephone(space, name)
        page.wait_for_selector("#stage .reach > g", state="attached")
        tap_place(page, 0)
        page.wait_for_selector("#pointed:not(:empty)")
        page.wait_for_function(UNCOVERED)


def test_two_fingers_zoom_the_board_alone_and_one_moves_it(space: Space) -> None:
    page = telephone(space, "sandstorm")
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (left, top, _right, bottom) = boxes(page, "#stage")[0]
    x, y = left + 180, (top + bottom) / 2
    page.tap("#view [data-view=whole]")
    was = page.evaluate(WIDTH)
    fingers("touchStart", (x - 20, y), (x + 20, y))
    for far in (30, 45, 60, 80):
        fingers("touchMove", (x - far, y), (x + far, y))
    fingers("touchEnd")
    near = page.evaluate(WIDTH)
    assert near < was / 2
    assert page.evaluate("() => [visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]
    edge = "() => document.querySelector('#stage svg').viewBox.baseVal.x"
    begun = page.evaluate(edge)
    fingers("touchStart", (x, y))
    for far in (10, 40, 70):
        fingers("touchMove", (x - far, y))
    fingers("touchEnd")
    assert page.evaluate(edge) > begun
    assert page.evaluate(WIDTH) == pytest.approx(near)
    assert page.evaluate("() => [visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]
    assert page.input_value("#text") == ""  # neither was a tap
    page.tap("#view [data-view=near]")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm",), tuple(TABLES)))
def test_on_a_small_telephone_the_news_is_above_the_order_sheet(space: Space, name: str) -> None:
    page = telephone(space, name, 360, 640)
    # Where the keys leave no room for all of the news, these can be drawn up.
    page.evaluate("() => document.querySelector('#news .headline').scrollIntoView({block: 'end'})")
    page.evaluate("() => scrollBy(0, innerHeight - document.getElementById('order').getBoundingClientRect().top)")
    (news,), (sheet,) = boxes(page, "#news .headline"), boxes(page, "#order")
    assert news[3] <= sheet[1]
    page.evaluate("() => scrollTo(0, 0)")
    assert page.evaluate("() => document.documentElement.classList.contains('open')") is False
    page.tap("#handle")
    if name != "marbles":  # above its verdict stands the hand
        type_order(page, TABLES[name][2], LEGAL)
        (verdict,), (post,) = boxes(page, "#state"), boxes(page, "#post")
        assert verdict[3] <= post[1]


# What is pressed and smaller than a finger; not what stands within a sentence, the handle, which is as wide as the page, and the two
# lines in the order sheet that unfold something seldom wanted
SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, summary, input, select, textarea')].filter((one) => {
  if (!one.checkVisibility({visibilityProperty: true}) || one.closest('.told, .skip, p, #handle, :is(#hidden, #why) > summary')) return false;
  const {width, height} = one.getBoundingClientRect();
  return width < 44 || height < 44;
}).map((one) => `${one.id || one.className || one.textContent} ${one.clientWidth} ${one.clientHeight}`)"""


@effort.nightly
@pytest.mark.parametrize("name", effort.choose(("sandstorm",), tuple(TABLES)))
def test_what_is_pressed_is_as_large_as_a_finger(space: Space, name: str) -> None:
    page = telephone(space, name)
    page.evaluate("() => document.querySelectorAll('#more details').forEach((one) => { one.open = true; })")
    assert page.evaluate(SMALL_TARGETS) == []
    page.tap("#handle")
    assert page.evaluate(SMALL_TARGETS) == []
    page.tap("#handle")
    page.tap("#back")
    page.wait_for_selector("#note", state="visible")
    assert page.evaluate(SMALL_TARGETS) == []
    page.tap("#now")
    page.wait_for_selector("#order", state="visible")


def test_on_a_telephone_the_order_sheet_steps_aside_from_an_earlier_turn(space: Space) -> None:
    page = telephone(space, "sandstorm", 360, 640)
    page.tap("#back")
    page.wait_for_selector("#note", state="visible")
    assert not page.is_visible("#order")
    (now,) = boxes(page, "#now")
    assert now[3] <= 640
    page.tap("#now")
    page.wait_for_selector("#order", state="visible")
    assert not page.is_visible("#note")


def test_where_a_finger_is_on_several_places_it_is_shown_them_larger_first(space: Space) -> None:
    page = telephone(space, "sandstorm")
    page.tap("#view [data-view=whole]")
    was = page.evaluate(WIDTH)
    page.touchscreen.tap(*page.evaluate(PLACE, 9))
    page.wait_for_selector("#pointed:text-is('Several places lie here: tap yours now.')")
    assert page.evaluate(WIDTH) < was / 3
    assert page.input_value("#text") == ""
    tap_place(page, 9)
    page.tap("#view [data-view=near]")


def test_another_tap_on_a_small_place_writes_what_the_tip_says_it_does(space: Space) -> None:
    page = telephone(space, "lighthouse")
    was = page.evaluate("() => document.getElementById('stage').clientHeight")
    spot = page.evaluate(PLACE, 46)
    page.touchscreen.tap(*spot)
    page.wait_for_function("() => / · tap again: /.test(document.getElementById('pointed').textContent)")
    again = page.inner_text("#pointed").split("tap again: ")[1].split(",")[0]
    page.wait_for_function(LEGAL_NOW)
    assert page.evaluate("() => document.getElementById('stage').clientHeight") == was, "whatever the verdict says"
    page.touchscreen.tap(*spot)
    page.wait_for_function("text => document.getElementById('text').value === text", arg=again)


# The squares in sight that lie under what is said of them, asked of the tip itself: a finger would take half a second for each
UNDER = """async (places) => {
  const tip = await import(document.querySelector('link[href*="/tip.js"]').href);
  const [said, ground] = [document.getElementById('pointed'), document.querySelector('#stage > svg > g').lastElementChild];
  const stage = document.getElementById('stage').getBoundingClientRect();
  return places.filter(([x, y]) => {
    const square = [...document.querySelectorAll('#stage path.square')].find((one) => one.isPointInFill(new DOMPoint(x, y)));
    const spot = new DOMPoint(x, y).matrixTransform(ground.getScreenCTM());
    if (spot.x < 0 || spot.x > innerWidth || spot.y < stage.top || spot.y > stage.bottom - 60) return false;
    said.textContent = 'R3 P2 P1 G1 G2 Y3 · 3.5, 6 dice';
    tip.stand([x, y]);
    const [one, box] = [said, square].map((each) => each.getBoundingClientRect());
    return Math.min(box.right, one.right) > Math.max(box.left, one.left) && Math.min(box.bottom, one.bottom) > Math.max(box.top, one.top);
  });
}"""


@effort.nightly
def test_the_tip_covers_no_square_that_it_speaks_of(space: Space) -> None:
    page = telephone(space, "willow", 360, 640)
    board = space.snapshot("willow").position.board
    places = [square_middle(board, at) for at, square in enumerate(board.squares) if square.colour]
    covered = {}
    for size in effort.some((360, 640), (390, 844), (844, 390)):
        resize(page, *size)
        for view in ("near", "whole"):
            page.evaluate("name => document.querySelector(`[data-view=${name}]`).click()", view)
            covered[size, view] = page.evaluate(UNDER, places)
    assert {at: found for at, found in covered.items() if found} == {}


def test_where_a_finger_is_on_two_places_another_tap_takes_the_other_and_the_board_stands_still(space: Space) -> None:
    page = telephone(space, "marbles", 360, 640)
    page.tap("#handle")
    page.fill("#private", " ".join(space.tables["marbles"].position.hands[0]))
    page.wait_for_selector("#stage .reach > g", state="attached")
    page.tap("#handle")
    settle(page)
    first, second = (page.evaluate(PLACE, at) for at in (1, 2))  # 9 and 10 fields on
    spot = [0.6 * one + 0.4 * other for one, other in zip(first, second, strict=True)]
    was = page.evaluate(WIDTH)
    for order in ("9 R17>26", "10 R17>27", "9 R17>26"):
        page.touchscreen.tap(*spot)
        page.wait_for_function("order => document.getElementById('text').value === order", arg=order)
        page.wait_for_function(LEGAL_NOW)
    assert page.inner_text("#pointed") == "1 of 2 · tap again: 10 R17>27"
    assert page.evaluate(WIDTH) == was
    page.fill("#text", "")
    page.fill("#private", "")
