"""What a stranger saw at the first look on a telephone: edges that peek out, keys out of line, boxes too tight, names cut into lines."""

from __future__ import annotations

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, resize, settle
from tests.page.looks.test_in_sight import write
from tests.page.looks.test_on_its_side import tell

# How far what stands below the board ends above the shut sheet, in pixels: the next panel peeks out there
GAP = """() => document.getElementById('order').getBoundingClientRect().top
  - document.querySelector('.stagebox').getBoundingClientRect().bottom"""
# How far the first key stands left of the box of the order, in pixels
ASIDE = """() => document.getElementById('text').getBoundingClientRect().left
  - document.querySelector('#keys button').getBoundingClientRect().left"""
# How much of its room the verdict leaves, in pixels
LEFT = """() => document.getElementById('said').clientHeight - document.getElementById('verdict').offsetHeight"""


@pytest.mark.long
def test_no_panel_peeks_out_between_the_board_and_a_shut_sheet(space: Space) -> None:
    for name in effort.some("marbles", "sandstorm"):
        page = space.ready(name)
        for size in effort.choose(((412, 915), (768, 1024)), ((390, 844), (412, 915), (768, 1024))):
            resize(page, *size)
            settle(page)
            assert page.evaluate(GAP) <= 0, (name, size)


def test_few_keys_stand_in_line_with_the_order_on_a_telephone_on_its_side(space: Space) -> None:
    page = space.ready("marbles")
    resize(page, 844, 390)
    tell(page, "marbles")
    page.wait_for_selector("#keys button")
    assert abs(page.evaluate(ASIDE)) <= 1


def test_a_verdict_of_two_lines_fills_the_room_that_is_kept_for_it(space: Space) -> None:
    page = space.ready("sandstorm")
    resize(page, 360, 640)
    write(page, "(3M)RA")
    assert page.evaluate(LEFT) <= 1


@pytest.mark.long
def test_to_choose_chance_stands_in_the_row_of_a_sandbox_that_goes_back_and_on_in_german(space: Space) -> None:
    page = space.german("sandstorm")
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    page.click("#playing .main:enabled")
    page.wait_for_selector("#playing .row > span", state="visible")
    page.click("#playing .row > button:first-child:enabled")
    page.wait_for_selector("#playing .row > button:first-child:disabled")
    write(page, TABLES["sandstorm"][2])
    page.wait_for_selector("#playing .luck", state="visible")
    for size in effort.some((360, 640), (390, 844)):
        resize(page, *size)
        assert page.evaluate("() => document.querySelector('#playing .luck').offsetHeight") <= 52, size
    resize(page, 1280, 800)
    page.click("#try")
    page.wait_for_selector("#playing", state="hidden")
    page.evaluate("() => localStorage.removeItem('gm-tools lines sandstorm')")


def test_who_is_awaited_stands_at_the_end_of_its_row_on_a_tablet_and_at_the_start_of_its_own(space: Space) -> None:
    ends = "() => { const {left, right} = document.getElementById('awaited').getBoundingClientRect(); return [left, innerWidth - right]; }"
    page = space.ready("marbles")
    choose_seat(page, "G")  # whoever is awaited alone reads it in their own line
    resize(page, 768, 1024)
    assert page.evaluate(ends)[1] <= 12
    resize(page, 300, 640)
    assert 0 < page.evaluate(ends)[0] <= 12
