"""What the page says that another tap on a die writes is what it writes. A card is written in one way only: of it nothing is said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import choose_seat, opened_by_hand
from tests.page.visitor import tell_hand

if TYPE_CHECKING:
    from tests.page.conftest import Space

TOKENS = """letter => [...document.querySelectorAll('#stage [data-tap]')].filter((one) => !letter || one.dataset.tap === letter)
  .map((one) => one.getBoundingClientRect()).map(({left, top, width, height}) => [left + width / 2, top + height / 2])"""
SAID = "() => document.getElementById('pointed').textContent"
WRITTEN = "was => { const [text, {dataset}] = [document.getElementById('text').value, document.getElementById('verdict')]; return text !== was && dataset.order === text; }"


# Where a die of a colour leads to several lanes: the turn, the seat, what is written, the colour, and how many dice have it
LANES = ((14, "R", "P1 G2 Y3 W2", "G", 2), (57, "P", "", "R", 1), (51, "R", "R3", "B", 2))


@pytest.mark.long
@pytest.mark.parametrize(("turn", "seat", "begun", "letter", "count"), effort.choose(LANES[:1], LANES))
def test_another_tap_on_a_die_writes_what_the_page_says_it_does(
    space: Space, tmp_path: Path, turn: int, seat: str, begun: str, letter: str, count: int
) -> None:
    page = space.ready("willow")
    with opened_by_hand(page, tmp_path, "willow", turn):
        choose_seat(page, seat)
        for die in range(count):
            page.fill("#text", begun)
            page.wait_for_function(
                "text => (document.getElementById('verdict').dataset.order ?? '') === text", arg=begun
            )
            spot = page.evaluate(TOKENS, letter)[die]
            page.mouse.click(*spot)
            page.wait_for_function(WRITTEN, arg=begun)
            for _ in range(4):
                was, (_, _, again) = page.input_value("#text"), page.evaluate(SAID).partition("tap again: ")
                assert again
                page.mouse.click(*spot)
                page.wait_for_function(WRITTEN, arg=was)
                assert page.input_value("#text") == again


def test_of_a_card_that_is_tapped_no_other_way_is_promised(space: Space) -> None:
    page = space.ready("marbles")
    tell_hand(page, space)
    for spot in page.evaluate(TOKENS, ""):
        page.mouse.click(*spot)
        page.wait_for_function(WRITTEN, arg="")
        assert "tap again" not in page.evaluate(SAID)
        page.fill("#text", "")
        page.wait_for_selector("#state:not([data-state])", state="attached")
    page.fill("#private", "")


def test_a_card_that_is_tapped_again_goes_back_into_the_hand(space: Space) -> None:
    page = space.ready("marbles")
    tell_hand(page, space)
    spot = page.evaluate(TOKENS, "9")[0]
    for begun in ("", "2 R17>19 else "):
        page.fill("#text", begun)
        for _ in range(2):
            page.wait_for_function("() => !document.querySelector('#stage [data-tap=\"9\"][data-spent]')")
            page.mouse.click(*spot)
            page.wait_for_selector("#stage [data-tap='9'][data-spent]")
            assert page.input_value("#text") == f"{begun}9"
            page.mouse.click(*spot)
            assert page.input_value("#text").strip() == begun.strip()
    page.fill("#private", "")
