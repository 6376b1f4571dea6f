"""The places marked are those of all legal orders, each with the best and plainest of them: compared with carrying out every order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import parse_board
from gm_tools.games.nascar.bots.targets import targets
from gm_tools.games.nascar.growth import begin_with
from gm_tools.games.nascar.options import settle
from gm_tools.games.nascar.position import Position, load_car
from tests import effort
from tests.effort import search
from tests.nascar.every_order import best_orders, leave_out_loss, orders_begun, tell_targets, written_orders
from tests.nascar.test_reach import positions


def make(rows: str, edition: str, *cars: dict[str, Any]) -> Position:
    """Return a race on a small track, its rows parted by slashes; the first car's seat is A."""
    front = 'finish_heading = "E"\nbank_turn = "left"\nsand_density = 0.25\nlaps = 2\n'
    board = parse_board(f"+++\n{front}+++\n" + rows.replace("/", "\n") + "\n")
    loaded = [
        load_car(seat, {"max_speed": 6, "wild_cards": 1, **car}, board, board.tiles)
        for seat, car in zip("ABC", cars, strict=False)
    ]
    return Position(board, settle({"edition": edition}, board), 0, board.tiles, tuple(loaded), 1)


EXAMPLES = {
    "off the track, where another order stays": make(
        ".*****/******P", "iii", {"at": [1, 0], "heading": "N", "speed": 2}
    ),
    "off the track whichever way the oil turns": make("**o/***", "iii", {"at": [0, 0], "heading": "NE", "speed": 1}),
    "off the track, more alike than two": make(
        "***/S**/**o", "vi", {"at": [2, 0], "heading": "N", "special": "turbo", "wild_cards": 2}
    ),
    "sand met again": make(
        "*So/.s*/o.*", "x", {"at": [0, 0], "heading": "E", "speed": 3, "special": "swaybars", "wild_cards": 1}
    ),
    "banks": make(
        "***bbb/****bb/******", "x", {"at": [1, 0], "heading": "E", "speed": 3, "wild_cards": 2, "special": "turbo"}
    ),
    "pits": make("*#P#**/*#P#**/******", "x", {"at": [1, 0], "heading": "E", "speed": 3, "special": "performance"}),
    "repairs had and lost again": make(
        "#P#*#P#***/       ***",
        "x",
        {"at": [0, 1], "heading": "E", "speed": 7, "max_speed": 7, "wild_cards": 0, "pit": {"repairs": [4, 1]}},
    ),
    "over the line for good": make(
        "***=**/***=**", "x", {"at": [0, 0], "heading": "E", "speed": 4, "laps": 1, "wild_cards": 2}
    ),
    "behind a car, before another": make(
        "*****/*****",
        "xii",
        {"at": [0, 0], "heading": "E", "speed": 2},
        {"at": [0, 1], "heading": "E"},
        {"at": [1, 3], "heading": "E"},
    ),
}


def compare(position: Position) -> None:
    assert tell_targets(GAME.targets(position, "A")) == leave_out_loss(best_orders(position, "A"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_place_has_the_best_and_plainest_of_all_orders_to_it(name: str) -> None:
    compare(EXAMPLES[name])


@search(daily=6, long=1500)
@given(positions(3))
def test_each_place_of_any_position_has_the_best_and_plainest_of_all_orders_to_it(position: Position) -> None:
    compare(position)


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["banks"], list(EXAMPLES)))
def test_no_other_way_to_write_an_order_is_better(name: str) -> None:
    position = EXAMPLES[name]
    slow = position.with_car(position.cars[0]._replace(speed=min(1, position.cars[0].speed)))
    if slow.settings.wild_card_limit:
        written = leave_out_loss(best_orders(slow, "A", written_orders(slow, "A")))
        told = tell_targets(GAME.targets(slow, "A"))
        # Of texts as long as each other any one will do.
        assert {place: one[:-1] for place, one in written.items()} == {place: one[:-1] for place, one in told.items()}


def compare_begun(position: Position, letters: str) -> None:
    expected = leave_out_loss(best_orders(position, "A", orders_begun(position, "A", letters)))
    found = targets(position, "A", begin_with(position.cars[0], letters))
    told = tell_targets(found)
    # Of texts that are as plain as each other any one will do.
    assert {place: one[:-1] for place, one in told.items()} == {place: one[:-1] for place, one in expected.items()}
    offered = [one.order for one in GAME.targets_begun(position, "A", letters)]
    assert [one.order for one in found if one.order in offered] == offered
    assert "A" not in letters or "B" in letters or not any(text.startswith(("AB", "AAB")) for text in offered)
    assert set(GAME.grow(position, "A", letters).reach or ()) == {at for at, *__ in expected}  # type: ignore[misc]


@pytest.mark.parametrize(
    "letters", effort.choose(["B", "L", "MR"], ["A", "B", "AB", "S", "M", "L", "AAM", "MR", "MRB"])
)
@pytest.mark.parametrize("name", effort.choose(["off the track, where another order stays"], list(EXAMPLES)))
@pytest.mark.long
def test_an_order_that_is_begun_leaves_what_orders_that_begin_so_come_to(name: str, letters: str) -> None:
    compare_begun(EXAMPLES[name], letters)


@search(daily=3, long=100)
@given(positions(2), st.from_regex("[ABS]{0,2}([MLR]{1,4}[AB]?)?", fullmatch=True).filter(bool))
def test_an_order_that_is_begun_anywhere_leaves_what_orders_that_begin_so_come_to(
    position: Position, letters: str
) -> None:
    compare_begun(position, letters)
