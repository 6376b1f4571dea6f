"""Keys of directions under a finger: a cross whose keys stay where they are, off the edges of the window, in sight in every window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.browser import findings
from tests.page.conftest import Space, resize
from tests.page.looks.test_pad_places import OUT, forget, write
from tests.page.test_review import boxes
from tests.page.test_touch import telephone

if TYPE_CHECKING:
    from playwright.sync_api import Page

TELEPHONES = ((360, 640), (390, 844), (844, 390))
KEY = "#keys button:has(span:text-is('{}'))"
# Where each key is, by what stands on it
PLACES = """() => Object.fromEntries([...document.querySelectorAll('#keys button:not(.values)')].map((one) => {
  const {left, top} = one.getBoundingClientRect();
  return [one.firstChild.textContent, [Math.round(left), Math.round(top)]];
}))"""
# The pixels between the outermost keys and the edges of the window
EDGES = """() => Math.min(...[...document.querySelectorAll('#keys button')].map((one) => one.getBoundingClientRect())
  .flatMap(({left, right}) => [left, innerWidth - right]))"""


def places(page: Page, size: tuple[int, int]) -> dict[str, list[int]]:
    """Return where each key is in a window of this size."""
    resize(page, *size)
    found: dict[str, list[int]] = page.evaluate(PLACES)
    return found


def test_keys_of_directions_make_a_cross_which_stands_still_while_an_order_is_written(space: Space) -> None:
    page = telephone(space, "lighthouse")
    for size in TELEPHONES:
        was = places(page, size)
        north, south, east, west = (was[f"+1{way}"] for way in "NSEW")
        assert north[0] == south[0]
        assert east[1] == west[1]
        assert west[0] < north[0] < east[0]
        assert north[1] < west[1] < south[1]
        for text in ("G", "GNN", "+1N", "GN", "+3N +2N +1W"):
            write(page, text)
            now = places(page, size)
            ends = {label[-1]: place for label, place in now.items() if re.fullmatch("([+].|G)?[NESW]", label)}
            assert [ends[way] for way in "NSEW"] == [north, south, east, west], (size, text)
            assert [now[side] for side in "↶⌫"] == [was[side] for side in "↶⌫"], (size, text)
        forget(page, "lighthouse")
        write(page, "")


def test_keys_that_cannot_follow_are_grey_where_they_are_and_no_other_moves(space: Space) -> None:
    page = telephone(space, "lighthouse")
    for size in ((1280, 800), (390, 844)):
        was = places(page, size)
        for text in ("GNN", "+1N", "GN", "GNN +1E"):
            write(page, text)
            now = places(page, size)
            stay = [*"GT↶⌫", *(label for label in was if label in now)]
            assert [now[label] for label in stay] == [was[label] for label in stay], (size, text)
            assert page.locator(KEY.format("T")).is_disabled()
        write(page, "G")  # what leads on stands in the room of chips, none below undo and erase
        now = places(page, size)
        assert [now[side] for side in "↶⌫"] == [was[side] for side in "↶⌫"], size
        assert max(top for _, top in now.values()) == max(top for _, top in was.values()), size
        forget(page, "lighthouse")
        write(page, "")


def test_the_middle_of_a_cross_says_which_chips_are_round_it_and_has_the_next_ones_come(space: Space) -> None:
    page = telephone(space, "lighthouse", 390, 844)
    for value in "231":
        page.tap("#keys .values")
        assert page.inner_text("#keys .values b") == value
        assert page.locator(KEY.format(f"+{value}N")).count() == 1
    page.tap("#keys .values")
    page.tap(KEY.format("+2W"))
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === '+2W'")
    assert page.locator("#keys .values").count() == 1  # of the chips 1 and 3, which are left
    assert page.inner_text("#keys .values").split() == ["1", "3", "turbo"]
    assert findings(page) == []
    forget(page, "lighthouse")
    write(page, "")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm",), ("sandstorm", "lighthouse", "willow", "papers")))
def test_keys_keep_off_the_edges_of_the_window_and_none_is_below_its_foot(space: Space, name: str) -> None:
    page = telephone(space, name)
    for size in TELEPHONES:
        resize(page, *size)
        assert page.evaluate(EDGES) >= 4, size
        keys = range(1, page.locator("#keys button").count() + 1)
        assert page.evaluate(OUT, [f"#keys button:nth-child({key})" for key in keys]) == [], size
        assert min(right - left for left, _, right, _ in boxes(page, "#keys button")) >= 44, size
