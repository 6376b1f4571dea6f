"""What a sheet takes of the board, and shows: on a tablet the tiles stay as large, nothing stands empty, a copied order moves nothing."""

from __future__ import annotations

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, settle
from tests.page.test_orders import type_order
from tests.page.test_review import boxes
from tests.page.test_touch import telephone

TILE = "() => document.querySelector('#stage svg').getScreenCTM().a"
# Pixels between the best orders and what stands above them
GAP = """() => { const best = document.getElementById('best');
  const above = [...best.parentElement.children].filter((one) => one !== best && one.checkVisibility() && one.offsetTop < best.offsetTop);
  return best.getBoundingClientRect().top - Math.max(...above.map((one) => one.getBoundingClientRect().bottom)); }"""
# Where the sheet begins, and whether it is said on the copy key that the order is copied
COPIED = """() => { const [order, key, said] = ['order', 'copy', 'copied'].map((name) => document.getElementById(name).getBoundingClientRect());
  return [order.top, said.height > 0 && key.left <= said.left && said.right <= key.right && key.top <= said.top && said.bottom <= key.bottom]; }"""

# Have five best orders of a race, as they are where a second engine finds them; returns how many are whole in sight, and whether
# anything lies on what is said of their figures.
FIVE = """() => { const [best, post] = ['best', 'post'].map((name) => document.getElementById(name));
  const row = (kind, cells) => `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`;
  best.hidden = false;
  best.lastElementChild.innerHTML = `<table><thead>${row('th', ['Order', 'Wild cards', 'To go', 'Finish in'])}</thead><tbody>`
    + row('td', ['<button class="mono">A(A+1)(3M)RL(L+1)</button>', '1', '78', '40.8 turns']).repeat(5) + '</tbody></table>';
  const boxes = (names) => [...best.querySelectorAll(names)].map((one) => one.getBoundingClientRect());
  const [title, [figure]] = [boxes('.title > *').at(-1), boxes('th:nth-child(2)')];
  return [boxes('tbody tr').filter(({bottom}) => bottom <= post.getBoundingClientRect().top).length, title.right > figure.left && title.bottom > figure.top]; }"""

# Which share of the stage's width a board takes that is seen as a whole
SHARE = """() => { const board = document.querySelector('#stage > svg');
  const [margin, columns] = board.dataset.board.split(' ').map(Number);
  return (columns + 2 * margin) / board.viewBox.baseVal.width; }"""

# Pixels between the board's panel and the standings, from these to the sheet, and how many of their rows are whole in sight
STANDINGS = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [told, foot] = [box('#told'), box('#standings').bottom];
  return [told.top - box('.stagebox').bottom, box('#order').top - told.bottom,
    [...document.querySelectorAll('#standings tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= foot).length]; }"""


@pytest.mark.parametrize(("size", "least"), [((360, 640), 1), ((390, 844), 2), ((768, 1024), 3)])
def test_a_sheet_that_is_opened_shows_best_orders(space: Space, size: tuple[int, int], least: int) -> None:
    page = telephone(space, "sandstorm", *size)
    page.tap("#handle")
    page.evaluate(FIVE)
    settle(page)
    count, is_covered = page.evaluate(FIVE)
    assert count >= least
    assert not is_covered
    ((_, _, seat, _),), ((grip, _, end, _),), ((sandbox, _, _, _),) = (
        boxes(page, one) for one in ("#seat", "#handle i", "#try")
    )
    assert seat <= grip < end <= sandbox
    page.evaluate("() => { document.getElementById('best').hidden = true; }")
    page.tap("#handle")


def test_a_sheet_that_is_opened_on_a_tablet_leaves_tiles_as_large(space: Space) -> None:
    page = telephone(space, "papers", 768, 1024)
    shut = page.evaluate(TILE)
    page.tap("#handle")
    settle(page)
    assert page.evaluate(TILE) == shut
    page.tap("#handle")


def test_a_sheet_that_is_opened_on_a_tablet_leaves_a_road_most_of_its_size(space: Space) -> None:
    page = telephone(space, "willow", 768, 1024)
    shut = page.evaluate(TILE)
    page.tap("#handle")
    settle(page)
    assert page.evaluate(TILE) > 0.8 * shut
    page.tap("#handle")


@pytest.mark.parametrize(("name", "least"), [("papers", 4), ("sandstorm", 4)])
def test_standings_fill_the_room_between_board_and_sheet_of_a_tablet(space: Space, name: str, least: int) -> None:
    page = telephone(space, name, 768, 1024)
    for order in ("", TABLES[name][2]):
        if order:
            type_order(page, order, "Legal")
            page.tap("#handle")  # to write opens the sheet
            settle(page)
        above, below, rows = page.evaluate(STANDINGS)
        assert 0 <= above < 12
        assert 0 <= below < 12
        assert rows >= least


def test_a_road_takes_the_width_of_a_tablet(space: Space) -> None:
    page = telephone(space, "willow", 768, 1024)
    assert page.evaluate(SHARE) > 0.97


def test_the_titles_of_the_standings_of_a_tablet_take_one_line(space: Space) -> None:
    page = telephone(space, "sandstorm", 768, 1024)
    ((_, top, _, bottom),) = boxes(page, "#standings thead tr")
    assert bottom - top < 30


def test_the_own_row_of_the_standings_of_a_telephone_has_one_ground(space: Space) -> None:
    page = telephone(space, "papers")
    (row,) = boxes(page, "#standings tbody tr.me")
    ((left, top, _, bottom),) = boxes(page, "#standings tbody tr.me > :first-child")
    assert [left, top] == pytest.approx(row[:2], abs=1)
    assert bottom == pytest.approx(row[3], abs=1.5)  # but for its line


def test_a_whole_board_has_no_small_picture_of_itself_below_it(space: Space) -> None:
    page = telephone(space, "papers")
    for camera, count in (("whole", 0), ("near", 1)):
        page.tap(f"#view [data-view={camera}]")
        assert page.locator("#small:visible").count() == count


def test_no_room_stands_empty_above_the_best_orders_of_a_tablet(space: Space) -> None:
    page = telephone(space, "willow", 820, 1180)
    page.tap("#handle")
    # As they are where a second engine finds them
    page.evaluate("() => { document.getElementById('best').hidden = false; }")
    for order in ("", TABLES["willow"][2]):
        if order:
            type_order(page, order, "Legal")
        settle(page)
        assert page.evaluate(GAP) < 30, order
    page.evaluate("() => { document.getElementById('best').hidden = true; }")
    page.tap("#handle")


@pytest.mark.long
@pytest.mark.parametrize("size", effort.choose([(360, 640), (844, 390)], [(360, 640), (768, 1024), (844, 390)]))
def test_that_an_order_is_copied_stands_on_its_key_and_moves_nothing(space: Space, size: tuple[int, int]) -> None:
    for name in ("papers", "sandstorm")[: 1 if size[0] > 600 else 2]:
        page = telephone(space, name, *size)
        type_order(page, TABLES[name][2], "Legal")
        top, is_said = page.evaluate(COPIED)
        assert not is_said
        page.tap("#copy")
        page.wait_for_selector("#copied:text-is('Copied.')")
        assert page.evaluate(COPIED) == [top, True], name


def test_in_the_sandbox_of_a_telephone_the_best_orders_stand_above_who_plays(space: Space) -> None:
    page = telephone(space, "papers")
    page.tap("#handle")
    page.tap("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    # At one moment: the page's own best orders come when they come.
    names = ["verdict", "best", "sandbox"]
    tops = f"names => {{ ({FIVE})(); return names.map((name) => document.getElementById(name).getBoundingClientRect().top); }}"
    verdict, best, sandbox = page.evaluate(tops, names)
    assert verdict < best < sandbox
    page.evaluate("() => { document.getElementById('best').hidden = true; }")
    page.tap("#try")
    page.wait_for_selector("#sandbox", state="hidden")
    page.tap("#handle")
