"""What was half out of sight: words on a button, plates under rulers, a button below the fold, stripes that end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, resize

if TYPE_CHECKING:
    from playwright.sync_api import Page

TELEPHONES = ((360, 640), (390, 844))
COVERED = """() => {
  const [plates, rulers] = ['.over .plate', '.tick-ground'].map((name) => [...document.querySelectorAll(`#stage ${name}`)].map((one) => one.getBoundingClientRect()));
  return [plates.length, rulers.length, plates.flatMap((one) => rulers.filter((other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length];
}"""
SEEN = """() => {
  const button = document.getElementById('mend');
  const {left, right, top, bottom} = button.getBoundingClientRect();
  return [bottom - top, ...[top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y) === button)];
}"""
# How high what is seen of the reason is, and a line of it, in pixels; how far the verdict reaches below what is seen of its box
REASON = """() => {
  const [reason, verdict] = ['reason', 'verdict'].map((name) => document.getElementById(name));
  const {top, bottom} = reason.getBoundingClientRect(), end = verdict.getBoundingClientRect().bottom;
  return [Math.min(bottom, end) - top, parseFloat(getComputedStyle(reason).lineHeight)];
}"""
BELOW = """() => document.getElementById('verdict').getBoundingClientRect().bottom
  - document.querySelector('.scroll').getBoundingClientRect().bottom"""
STRIPES = """() => {
  const [large, small, stage] = ['#stage .mown', '#small .mown', '#stage'].map((name) => document.querySelector(name));
  const [inner, outer] = [stage, large].map((one) => one.getBoundingClientRect());
  const {x, y, width, height} = small.getBBox();
  const points = Array.from({length: 400}, (_, at) => new DOMPoint(x + (0.51 + at % 20) / 20 * width, y + (0.51 + Math.floor(at / 20)) / 20 * height));
  return [outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom,
    points.filter((point) => large.isPointInFill(point) !== small.isPointInFill(point)).length];
}"""
ASIDE = """() => [...document.querySelectorAll('#stage [data-middle]')].map((one) => {
  const [[x, y, size], [u, v]] = [['x', 'y', 'font-size'].map((name) => Number(one.getAttribute(name))), one.dataset.middle.split(' ')];
  return Math.hypot(x - u, y - 0.36 * size - v);
})"""

# The pixels of a tile, and how many marks of what can be reached unharmed are neither seen nor free of the numbers of rows and columns
REACHED = """() => {
  const [stage, ...strips] = [document.getElementById('stage'), ...document.querySelectorAll('#stage .tick-ground')].map((one) => one.getBoundingClientRect());
  const marks = [...document.querySelectorAll('#stage .reach > g')].filter((one) => !one.querySelector('.off, .crash, .occupied, .cross'));
  const within = (one, other, inside) => one.x - inside >= other.left && one.x + inside <= other.right && one.y - inside >= other.top && one.y + inside <= other.bottom;
  const tile = marks[0].getScreenCTM().a, places = marks.map((one) => new DOMPoint(0, 0).matrixTransform(one.getScreenCTM()));
  return [tile, marks.length, places.filter((one) => !within(one, stage, tile / 2) || strips.some((strip) => within(one, strip, -tile / 3))).length];
}"""


def write(page: Page, order: str) -> None:
    """Write an order without opening the sheet, and wait for what is said of it."""
    page.evaluate(
        "text => { const box = document.getElementById('text'); box.value = text; box.dispatchEvent(new Event('input', {bubbles: true})); }",
        order,
    )
    page.wait_for_function("text => document.getElementById('verdict').dataset.order === text", arg=order)


@pytest.mark.long
def test_what_an_empty_box_of_a_hand_shows_stands_on_its_line(space: Space) -> None:
    page = space.ready("marbles")
    for size in effort.some((360, 640), (390, 844), (844, 390)):
        resize(page, *size)
        line, example, room = page.evaluate(
            """() => { const box = document.getElementById('private'), own = getComputedStyle(box);
            const pixels = (...texts) => texts.reduce((sum, text) => sum + parseFloat(text), 0);
            return [pixels(own.lineHeight), pixels(getComputedStyle(box, '::placeholder').lineHeight),
              box.clientHeight - pixels(own.paddingTop, own.paddingBottom)]; }"""
        )
        assert line == example == pytest.approx(room, abs=0.6), size


@pytest.mark.parametrize(("name", "least"), [("lighthouse", {360: 19, 390: 21}), ("sandstorm", {360: 22, 390: 22})])
def test_what_can_be_reached_unharmed_is_large_and_whole_on_a_telephone(
    space: Space, name: str, least: dict[int, int]
) -> None:
    page = space.ready(name)
    for size in TELEPHONES:
        resize(page, *size)
        tile, marks, hidden = page.evaluate(REACHED)
        assert (marks > 10, hidden) == (True, 0), size
        assert tile >= least[size[0]], size


@pytest.mark.long
def test_no_ruler_lies_on_a_plate_of_an_order(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in effort.some((360, 640), (390, 844), (844, 390)):
        resize(page, *size)
        write(page, "")
        page.evaluate("() => document.querySelector('[data-view=near]').click()")
        write(page, "A(2M)RM(R+1)")
        assert page.evaluate(COVERED) == [1, 2, 0], size


@pytest.mark.long
@pytest.mark.parametrize(("name", "order"), [("sandstorm", "AAAA(9M)"), ("papers", "NEE")])
def test_a_shut_sheet_shows_the_mended_order(space: Space, name: str, order: str) -> None:
    page = space.ready(name)
    for size in effort.some(*TELEPHONES):
        resize(page, *size)
        sheet = "() => document.getElementById('order').offsetHeight"
        was = page.evaluate(sheet)
        write(page, order)
        assert page.evaluate(SEEN) == [44, True, True], size
        assert page.evaluate(sheet) == was
        mended = page.get_attribute("#mend", "data-order")
        page.click("#mend")
        assert page.input_value("#text") == mended
        write(page, "")


@pytest.mark.long
def test_what_is_wrong_beside_a_compass_is_said_in_whole_lines_and_all_of_it_on_an_open_sheet(space: Space) -> None:
    for page, orders in ((space.ready("papers"), ("NEEEEE", "NEE", "(9,9)")), (space.german("papers"), ("NEE",))):
        for size in effort.some(*TELEPHONES):
            resize(page, *size)
            for order in orders:
                write(page, order)
                shown, line = page.evaluate(REASON)
                assert shown / line == pytest.approx(round(shown / line), abs=0.1), (size, order)
                if orders[1:]:
                    page.evaluate("() => document.documentElement.classList.add('open')")
                    assert page.evaluate(BELOW) <= 0, (size, order)
                    page.evaluate("() => document.documentElement.classList.remove('open')")
        write(page, "")


@pytest.mark.long
def test_an_open_sheet_has_no_less_room_than_a_shut_one(space: Space) -> None:
    page = space.sandbox("papers")
    high = "() => document.getElementById('stage').offsetHeight"
    for size in effort.some((360, 560), *TELEPHONES):
        resize(page, *size)
        shut = page.evaluate(high)
        page.evaluate("() => document.documentElement.classList.add('open')")
        assert page.evaluate(high) <= shut, size
        page.evaluate("() => document.documentElement.classList.remove('open')")


@pytest.mark.long
def test_stripes_of_the_ground_go_on_beyond_the_edges_of_a_board(space: Space) -> None:
    page = space.ready("sandstorm")
    page.click("[data-view=whole]")
    for size in effort.some((844, 390), (360, 640), (390, 844), (1280, 800)):
        resize(page, *size)
        reaches, others = page.evaluate(STRIPES)
        assert reaches, size
        assert others <= 4, size  # points on an edge


def test_letters_of_squares_stand_in_the_middle_where_names_are_too_small_to_be_read(space: Space) -> None:
    page = space.ready("willow")
    resize(page, 360, 640)
    for view, aside in (("near", True), ("whole", False), ("near", True)):
        page.evaluate("view => document.querySelector(`[data-view=${view}]`).click()", view)
        found = page.evaluate(ASIDE)
        assert len(found) > 20
        assert (min(found) > 0.2) if aside else (max(found) < 0.01), view


def test_a_page_that_stays_open_forgets_the_hand_of_the_test_before(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", "2 9 10")
    page.click("#remember")
    page = space.ready("marbles")
    assert page.input_value("#private") == ""
    assert page.get_attribute("#remember", "aria-checked") == "false"
    assert page.locator("#stage [data-tap]").count() == 0


# The words that stand in more lines than one, of those that are seen
BROKEN = """names => names.filter((name) => {
  const one = document.querySelector(name);
  const words = document.createRange();
  words.selectNodeContents(one);
  return one.checkVisibility() && new Set([...words.getClientRects()].map(({top}) => Math.round(top))).size > 1; })"""
CHECKED = "isShown => { for (const name of ['check', 'check-link']) document.getElementById(name).hidden = !isShown; }"


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["papers"], ["papers", "willow"]))
def test_the_check_of_a_turn_takes_no_room_from_the_board_of_a_telephone_and_no_words_break(
    space: Space, name: str
) -> None:
    few = ((360, 640), (844, 390), (1280, 800))
    for open_page in effort.some(space.german, space.ready):
        page = open_page(name)
        write(page, TABLES[name][2])
        for size in effort.choose(few, (*few, (390, 844), (920, 800), (1120, 800))):
            resize(page, *size)
            page.evaluate("isOpen => document.documentElement.classList.toggle('open', isOpen)", size[0] < 901)
            heights = []
            for is_shown in (False, True):
                page.evaluate(CHECKED, is_shown)
                heights.append(page.evaluate("() => document.querySelector('header').offsetHeight"))
                assert page.evaluate(BROKEN, ["#check-link", "#check > summary", "#how summary", "#else"]) == [], size
            assert heights[0] == heights[1], size
            assert page.is_visible("#check > summary")
            assert page.is_visible("#check-link") == (size[0] > 1100), size
        page.evaluate(CHECKED, False)
        page.evaluate("() => document.documentElement.classList.remove('open')")
        page.fill("#text", "")
