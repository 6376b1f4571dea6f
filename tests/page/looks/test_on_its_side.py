"""All that is said of an order is in sight above the button that copies or plays it, on a telephone on its side above all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, resize
from tests.page.looks.test_in_sight import write
from tests.page.looks.test_pad_places import WRONG

if TYPE_CHECKING:
    from playwright.sync_api import Page

# How many pixels of the verdict lie below the edge of what is seen of its box, and whether its words are not broken into letters
HIDDEN = """() => {
  const [verdict, box, words] = ['verdict', 'box', 'state'].map((name) => document.getElementById(name));
  const {bottom} = box.querySelector('.scroll').getBoundingClientRect();
  const line = getComputedStyle(words).display === 'inline' ? verdict : words; // in which the words stand
  return [Math.max(0, Math.round(verdict.getBoundingClientRect().bottom - bottom)), line.getBoundingClientRect().width >= 60];
}"""


def tell(page: Page, name: str) -> None:
    """Tell the page of the marbles a hand."""
    if name == "marbles":
        page.fill("#private", "2 9 10")
        page.wait_for_selector("#keys button")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse", "papers"), tuple(TABLES)))
def test_the_end_of_a_verdict_is_in_sight(space: Space, name: str) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page(name)
        resize(page, 844, 390)
        tell(page, name)
        for order in (TABLES[name][2], WRONG[name]):
            write(page, order)
            assert page.evaluate(HIDDEN) == [0, True], order
        write(page, "")
        page.fill("#private", "", force=True)


@pytest.mark.long
def test_to_choose_what_chance_brings_takes_no_more_room_than_to_play(space: Space) -> None:
    page = space.german("sandstorm")
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    write(page, TABLES["sandstorm"][2])
    page.wait_for_selector("#playing .luck", state="visible")
    for size in effort.choose(((360, 640), (844, 390)), ((1280, 800), (390, 844), (360, 640), (844, 390))):
        resize(page, *size)
        main, luck = page.evaluate(
            "() => ['main', 'luck'].map((name) => document.querySelector(`#playing .${name}`).offsetHeight)"
        )
        assert luck == main <= 52, size
    write(page, "")
    resize(page, 1280, 800)
    page.click("#try")
    page.wait_for_selector("#playing", state="hidden")


def test_in_the_sandbox_what_plays_a_turn_leaves_the_verdict_its_room(space: Space) -> None:
    page = space.sandbox("sandstorm")
    resize(page, 844, 390)
    write(page, TABLES["sandstorm"][2])
    page.wait_for_selector("#playing .luck", state="visible")
    assert page.evaluate(HIDDEN) == [0, True]
    assert page.evaluate("() => document.getElementById('playing').offsetHeight") <= 60


def test_what_was_played_and_its_link_stand_in_one_row(space: Space) -> None:
    page = space.german("papers")
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    write(page, TABLES["papers"][2])
    page.click("#playing .main:enabled")
    page.wait_for_selector("#playing .row > span", state="visible")
    resize(page, 360, 640)
    assert page.evaluate("() => document.querySelector('#playing .row:has(> span)').offsetHeight") <= 48
    resize(page, 1280, 800)
    page.click("#try")
    page.wait_for_selector("#playing", state="hidden")
    page.evaluate("() => localStorage.removeItem('gm-tools lines papers')")


def test_no_button_of_the_board_stands_alone_and_the_sandbox_awaits_nobody(space: Space) -> None:
    page = space.sandbox("papers")
    resize(page, 844, 390)
    shown = page.evaluate("""() => [...document.querySelectorAll('.bar > *, .bar .headline')].filter((one) => one.checkVisibility() && one.offsetWidth && one.textContent.trim())
      .map((one) => one.className || one.id)""")
    assert "headline" in shown
    page = space.sandbox("willow")
    resize(page, 844, 390)
    assert not page.is_visible("#awaited")


# How far the thumb of the slider is from the middle of its key, whether the words above it are clear of it, and of the row of the keys of
# the turns how much is free at its end
SLIDER = """() => { const [steps, slider, words] = ['steps', 'turn', 'shown'].map((name) => document.getElementById(name));
  const pale = getComputedStyle(steps, '::after');
  const [row, bar] = [steps, slider].map((one) => one.getBoundingClientRect());
  const {paddingTop, paddingBottom} = getComputedStyle(slider);
  return [paddingTop === paddingBottom, words.getBoundingClientRect().bottom <= (bar.top + bar.bottom) / 2 - 8,
    row.right - bar.right - 4 - parseFloat(pale.width), pale.content, row.height]; }"""


def test_a_pale_key_stands_at_the_end_of_the_slider_where_no_later_turn_is(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in ((844, 390), (390, 844), (360, 640)):
        resize(page, *size)
        is_even, is_clear, free, content, high = page.evaluate(SLIDER)
        assert (is_even, is_clear, content) == (True, True, '"▶"'), size
        assert abs(free) < 1, size
        assert high <= 48, size


# What stands below the board on an upright telephone: of each whether it is whole, and how far its end, or else its beginning, is above the sheet
ABOVE = """() => { const sheet = document.getElementById('order').getBoundingClientRect().top;
  return [document.querySelector('.bar'), ...['queue', 'marks'].map((name) => document.getElementById(name))].filter((one) => one.offsetHeight)
    .map((one) => [one.matches('.under'), one.getBoundingClientRect()]).map(([isUnder, {top, bottom}]) => [isUnder, sheet - (isUnder ? top : bottom)]); }"""


@pytest.mark.parametrize("name", ["sandstorm", "lighthouse"])
def test_what_stands_above_a_shut_sheet_keeps_clear_of_it_or_is_left_out_whole(space: Space, name: str) -> None:
    page = space.ready(name)
    for size in ((390, 844), (360, 640)):
        resize(page, *size)
        assert [far for is_under, far in page.evaluate(ABOVE) if (far > 0.5 if is_under else far < 4.5)] == [], size
