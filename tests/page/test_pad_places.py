"""Where keys, pad and verdict of a game stand: all of it in sight, undo and erase never alone, the board still under a finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page.conftest import TABLES, Space, resize
from tests.page.test_touch import telephone

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANSWERED = "text => (document.getElementById('verdict').dataset.order ?? '') === text"
# The rows of keys: of each key whether it is undo or erase
ROWS = """() => { const rows = new Map();
  for (const key of document.querySelectorAll('#keys button')) {
    const top = Math.round(key.getBoundingClientRect().top);
    rows.set(top, [...(rows.get(top) ?? []), key.matches('.side')]);
  }
  return [...rows.entries()].sort(([one], [other]) => one - other).map(([, row]) => row); }"""
OUT = """names => names.filter((name) => {
  const one = document.querySelector(name).getBoundingClientRect();
  const box = document.querySelector('.scroll').getBoundingClientRect();
  const [top, low] = document.querySelector(name).closest('.scroll') ? [box.top, box.bottom] : [0, innerHeight];
  return !one.width || one.top < top - 1 || one.bottom > low + 1 || one.left < 0 || one.right > innerWidth; })"""
# Keys that are too narrow for a finger, or for what they say
OVER = """() => [...document.querySelectorAll('#keys button')].filter((one) => one.offsetWidth < (innerWidth > 900 ? 36 : 44) || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
STAGE = (
    "() => { const {top, height} = document.getElementById('stage').getBoundingClientRect(); return [top, height]; }"
)


def write(page: Page, text: str) -> None:
    """Write a text without touching the sheet, and wait for what is said of it."""
    page.evaluate(
        "text => { const box = document.getElementById('text'); box.value = text; box.dispatchEvent(new Event('input')); }",
        text,
    )
    page.wait_for_function(ANSWERED, arg=text)


def test_the_table_of_shifts_verdict_and_copy_are_in_sight_on_every_telephone(space: Space) -> None:
    page = telephone(space, "lighthouse")
    german = space.german("lighthouse")
    for each in (page, german):
        for size in ((390, 844), (360, 640), (844, 390)):
            resize(each, *size)
            each.evaluate("() => document.documentElement.classList.add('open')")
            for text in (TABLES["lighthouse"][2], "GWN H +1W +2N +3N"):
                write(each, text)
                each.evaluate("() => { document.querySelector('.scroll').scrollTop = 0; }")
                assert each.evaluate(OUT, ["#text", "#pad svg", "#verdict", "#copy"]) == [], (size, text)
            each.evaluate("() => document.documentElement.classList.remove('open')")


def test_undo_and_erase_stand_in_a_row_of_keys_or_fill_one_together(space: Space) -> None:
    page = space.ready("lighthouse")
    for size in ((1280, 800), (390, 844), (360, 640), (844, 390)):
        resize(page, *size)
        for is_open in (True, False):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            for text in ("", "G", "GN", "GNN", "+1N"):
                write(page, text)
                last = page.evaluate(ROWS)[-1]
                halves = page.eval_on_selector_all("#keys .side", "all => all.map((one) => one.style.gridColumnStart)")
                assert not all(last) or (len(last) == 2 and halves == ["1", "3"]), (size, is_open, text)
    page.evaluate("() => document.documentElement.classList.remove('open')")
    write(page, "")


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_the_board_is_as_large_after_a_tap_however_much_is_said_of_the_order(
    space: Space, size: tuple[int, int]
) -> None:
    page = telephone(space, "lighthouse", *size)
    was = page.evaluate(STAGE)
    # The last one says a risk, and costs, and where it leads, in more lines than there are.
    for text in (TABLES["lighthouse"][2], "GN", "GSS V", "+1N GSS H +2N +3W", "GEN H +1E +2E +3N"):
        write(page, text)
        assert page.evaluate(STAGE) == was, text
    write(page, "")


def test_the_table_of_shifts_says_what_it_shows_and_its_tips_name_the_cars(space: Space) -> None:
    for page, said, cars in (
        (space.ready("lighthouse"), "Tap your next shift", "cars with this shift: A, E"),
        (space.german("lighthouse"), "Nächsten Gang antippen", "Autos mit diesem Gang: A, E"),
    ):
        page.fill("#text", "")
        page.wait_for_selector(f"#pad figcaption:text-is('{said}')")
        assert page.get_attribute("#pad > div", "title") == said
        assert page.locator("#pad .spots title", has_text=cars).count() == 1


@pytest.mark.parametrize("name", ["sandstorm", "lighthouse"])
def test_rows_of_keys_are_as_long_as_each_other_whatever_room_there_is(space: Space, name: str) -> None:
    page = space.ready(name)
    page.evaluate("() => document.documentElement.classList.remove('open')")
    # Beside a scrollbar that takes its room a telephone is so much narrower.
    for size in ((390, 844), (375, 844), (360, 640), (345, 640), (320, 640), (829, 390), (920, 800), (1280, 800)):
        resize(page, *size)
        for text in ("", "GN", "A(2M)RM(R+1"):
            write(page, text)
            # Beside a pad, and on a desktop, chips stand in rows of a value each.
            if page.evaluate("() => getComputedStyle(document.querySelector('#keys button')).gridRowStart") == "auto":
                rows = [len(row) for row in page.evaluate(ROWS)]
                assert max(rows) == -(-sum(rows) // len(rows)), (size, text, rows)
                assert rows[:-1] == [rows[0]] * (len(rows) - 1), (size, text, rows)
                assert page.evaluate(OVER) == [], (size, text)
