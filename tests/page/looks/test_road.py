"""The road of Monza on the page: what its squares are called, what an order moves on it, and what must stay free."""

from __future__ import annotations

from math import hypot

import pytest

from gm_tools.games.monza.drawing import square_middle
from tests import effort
from tests.page.conftest import TABLES, Space, resize
from tests.page.test_orders import type_order
from tests.page.test_tap import IN_SIGHT, choose, find_drawn, wait_known, ways

ORDER = TABLES["willow"][2]
SIZES = ((1280, 800), (844, 390), (390, 844), (360, 640))
# The letters of pieces (as high as capitals are) on which a number of a way lies
HIDDEN = """() => [...document.querySelectorAll('#stage .count circle')].flatMap((circle) => {
  const disc = circle.getBoundingClientRect(), [x, y] = [(disc.left + disc.right) / 2, (disc.top + disc.bottom) / 2];
  if (!disc.width) return [];
  return [...document.querySelectorAll('#stage g.piece text')].filter((letter) => {
    const box = letter.getBoundingClientRect(), [u, v] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const far = Math.hypot(Math.max(0, Math.abs(u - x) - box.width / 2), Math.max(0, Math.abs(v - y) - 0.31 * box.height));
    return box.width && far < disc.width / 2 - 0.5;
  }).map((letter) => `${circle.parentNode.textContent} on ${letter.textContent}`);
})"""


def test_each_square_of_a_straight_has_its_name_on_it_or_beside_it(space: Space) -> None:
    page = space.ready("willow")
    seen = page.evaluate(
        "() => [...document.querySelectorAll('#stage text')].filter((one) => one.style.display !== 'none').map((one) => one.textContent)"
    )
    board = space.snapshot("willow").position.board
    middle = [square.name for square in board.squares if square.lane == 2 and not square.is_tyre]
    assert len([name for name in middle if name in seen]) > 0.6 * len(middle)


def test_a_square_that_is_pointed_at_or_cannot_be_reached_is_told_by_its_name(space: Space) -> None:
    page = choose(space, "willow", "P")
    board = space.snapshot("willow").position.board
    at = square_middle(board, board.by_name["2.21"])
    page.mouse.move(*find_drawn(page, at))
    page.wait_for_function("() => document.getElementById('pointed').textContent === 'Square 2.21'")
    page.mouse.click(*find_drawn(page, at))
    page.wait_for_function(
        "() => document.getElementById('pointed').textContent === 'Square 2.21 cannot be reached this turn.'"
    )
    page.mouse.move(2, 2)


# The names of squares that are shown, and whether the edge of the stage, or of the dice at its foot, cuts each
NAMES = """() => { const stage = document.getElementById('stage').getBoundingClientRect();
  const low = document.getElementById('pinned')?.getBoundingClientRect().top ?? stage.bottom;
  return [...document.querySelectorAll('#stage > svg.drawn text')].filter((one) => /^\\d+\\.\\d+$/.test(one.textContent) && one.checkVisibility({visibilityProperty: true}))
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < low)
    .map(([name, box]) => [name, box.left < stage.left - 1 || box.right > stage.right + 1 || box.top + 0.2 * box.height < stage.top || box.bottom - 0.2 * box.height > low]); }"""


def test_the_edge_of_the_stage_cuts_no_name_of_a_square(space: Space) -> None:
    page = choose(space, "willow", "P")
    names = page.evaluate(NAMES)
    for size in ((390, 844), (360, 640), (844, 390)):
        resize(page, *size)
        found = page.evaluate(NAMES)
        assert len(found) > 6, size
        assert [name for name, is_cut in found if is_cut] == [], size
    resize(page, 1280, 800)
    assert page.evaluate(NAMES) == names
    assert len(names) > 50


# The names of squares that are shown of which a car hides a digit
UNDER = """() => { const cars = [...document.querySelectorAll('#stage g.piece')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('#stage > svg.drawn text')].filter((one) => /^\\d+\\.\\d+$/.test(one.textContent) && one.checkVisibility({visibilityProperty: true}))
    .filter((one) => { const box = one.getBoundingClientRect(), [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return cars.some((car) => car.left - 0.2 * box.width < x && x < car.right + 0.2 * box.width && car.top - 0.15 * box.height < y && y < car.bottom + 0.15 * box.height); })
    .map((one) => one.textContent); }"""


# Panels, turned words and dice that are seen and that an edge of the stage cuts
IN_PART = """() => {
  const stage = document.getElementById('stage').getBoundingClientRect();
  return [...document.querySelectorAll('#stage > svg :is(.panel, .panel_next, [data-pinned], [transform*=rotate] > text.words)')]
    .filter((one) => one.checkVisibility({visibilityProperty: true})).map((one) => one.getBoundingClientRect())
    .filter(({left, right, top, bottom}) => right > stage.left && left < stage.right && bottom > stage.top && top < stage.bottom)
    .filter(({left, right, top, bottom}) => left < stage.left - 6 || right > stage.right + 6 || top < stage.top - 6 || bottom > stage.bottom + 6).length;
}"""


@pytest.mark.long
@pytest.mark.parametrize("seat", effort.some("R", "G", "B", "P"))
def test_the_edge_of_the_stage_cuts_no_panel(space: Space, seat: str) -> None:
    page = space.ready("willow")
    page.select_option("#seat", seat)
    for size in effort.some((844, 390), (390, 844), (360, 640)):
        resize(page, *size)
        assert page.evaluate(IN_PART) == 0, size
    resize(page, 1280, 800)
    page.select_option("#seat", "P")
    assert page.locator("#stage > svg .panel").evaluate_all(
        "all => all.every((one) => one.style.visibility !== 'hidden')"
    )


def test_a_car_hides_no_digit_of_the_name_of_a_square(space: Space) -> None:
    page = choose(space, "willow", "P")
    car = "() => document.querySelector('#stage g.piece').getAttribute('transform')"
    was = page.evaluate(car)
    name = (
        """() => [...document.querySelectorAll('#stage > svg.drawn text')].find((one) => one.textContent === '2.21')"""
    )
    page.evaluate(
        f"() => {{ const [one, name] = [document.querySelector('#stage g.piece'), ({name})()];"
        " one.setAttribute('transform', `translate(${name.getAttribute('x')} ${name.getAttribute('y')})`); }"
    )
    page.evaluate("() => { delete document.querySelector('#stage g.piece').dataset.place; }")
    resize(page, 1270, 800)
    assert page.evaluate(f"() => getComputedStyle(({name})()).visibility") == "hidden"
    page.evaluate(
        "was => { const one = document.querySelector('#stage g.piece'); one.setAttribute('transform', was); delete one.dataset.place; }",
        was,
    )
    resize(page, 1280, 800)
    assert page.evaluate(f"() => getComputedStyle(({name})()).visibility") == "visible"
    assert page.evaluate(UNDER) == []


@pytest.mark.long
def test_no_number_of_a_way_lies_on_the_letter_of_a_car(space: Space) -> None:
    page = choose(space, "willow", "P")
    found = {}
    for order in effort.some(ORDER, "R3 P2 P1 G1 G2"):
        wait_known(page, order)
        for size in effort.choose(SIZES[1::2], SIZES):
            resize(page, *size)
            for view in ("near", "whole"):
                page.evaluate("name => document.querySelector(`[data-view=${name}]`).click()", view)
                page.wait_for_timeout(60)
                found[order, size, view] = page.evaluate(HIDDEN)
    page.fill("#text", "")
    assert {key: said for key, said in found.items() if said} == {}


def test_an_order_that_puts_a_car_back_shows_where_and_where_it_is(space: Space) -> None:
    page = choose(space, "willow", "P")
    type_order(page, ORDER, "Legal")
    board = space.snapshot("willow").position.board
    pieces = page.evaluate(
        """() => [...document.querySelectorAll('#stage g.piece')].filter((one) => one.style.display !== 'none' && one.textContent === 'B')
        .map((one) => one.getAttribute('transform').match(/translate\\((\\S+) (\\S+)\\)/).slice(1).map(Number))"""
    )
    for name in ("3.4", "3.5"):
        x, y = square_middle(board, board.by_name[name])
        assert any(hypot(u - x, v - y) < 1.75 for u, v in pieces), name
    page.fill("#text", "")


@pytest.mark.long
def test_what_is_said_of_a_tap_never_lies_on_the_dice(space: Space) -> None:
    page = space.german("willow")
    covered = []
    for size in effort.some((360, 640), (390, 844)):
        resize(page, *size)
        for at in sorted(ways(space, "willow", "P")):
            spot = find_drawn(page, at)
            if not page.evaluate(IN_SIGHT, list(spot)):
                continue
            page.mouse.click(*spot)
            page.wait_for_function("() => document.getElementById('pointed').textContent !== ''")
            page.wait_for_timeout(40)
            covered += page.evaluate(
                """() => { const [tip, dice] = ['pointed', 'pinned'].map((name) => document.getElementById(name).getBoundingClientRect());
                return tip.bottom > dice.top ? [[Math.round(tip.bottom), Math.round(dice.top)]] : []; }"""
            )
    resize(page, 1280, 800)
    page.fill("#text", "")
    assert covered == []


@pytest.mark.long
def test_the_whole_road_fills_the_width_of_a_telephone_and_no_car_hides_a_letter_of_its_squares(space: Space) -> None:
    page = space.ready("willow")
    for size in effort.some(*SIZES[:1:-1]):
        resize(page, *size)
        page.evaluate("() => document.querySelector('[data-view=whole]').click()")
        share, hidden = page.evaluate("""() => {
          const [stage, road] = ['#stage', '#stage .verge'].map((name) => document.querySelector(name).getBoundingClientRect());
          const hidden = [...document.querySelectorAll('#stage text')].filter((one) => /^>?[RYGBWP]!?$/.test(one.textContent) && !one.closest('g.piece, .layer, [data-needs]')).filter((one) => {
            const {x, y, width, height} = one.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('g.piece');
          });
          return [road.width / stage.width, hidden.map((one) => one.textContent)]; }""")
        assert share > 0.85, size
        assert hidden == [], size
    page.click("[data-view=near]")


# Of how many words on a board the page knows where they stand, and of how many others
KNOWN = """async () => {
  const { wordsOf } = await import(document.querySelector('link[href*="/names.js"]').href);
  const board = document.querySelector('#stage svg'), ground = board.querySelector('g').lastElementChild.getScreenCTM();
  const boxes = wordsOf(board);
  const words = [...board.querySelectorAll('text')].filter((one) => one.checkVisibility() && !one.closest('.piece, .layer, .sign, [data-tap]') && !one.matches('.tick, .edge-ruler, [text-anchor]')); // these stand on panels
  const isKnown = (one) => { const {left, top, width, height} = one.getBoundingClientRect();
    const {x, y} = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(ground.inverse());
    return boxes.some(([u, v]) => Math.hypot(u - x, v - y) < 0.3); };
  return [words.filter(isKnown).length, words.filter((one) => !isKnown(one)).map((one) => one.textContent)];
}"""


def test_the_page_knows_where_words_stand_on_a_road(space: Space) -> None:
    known, others = space.ready("willow").evaluate(KNOWN)
    assert known > 60
    assert others == []


def test_a_small_road_says_of_marks_without_room_that_an_order_can_end_there(space: Space) -> None:
    page = space.ready("willow")
    resize(page, 360, 640)
    page.evaluate("() => document.querySelector('[data-view=whole]').click()")
    page.wait_for_function("() => document.querySelector('#stage .reach .bare')")
    assert "can end here: tap for the figure" in page.inner_text("#marks")
    page.evaluate("() => document.querySelector('[data-view=near]').click()")
