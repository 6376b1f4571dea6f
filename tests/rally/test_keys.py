"""The keys of an order: a compass, each key with what comes of its move after all that the plan has before it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.draws import fork
from gm_tools.core.growth import Key, grow
from gm_tools.games import find
from gm_tools.games.rally.moves import CRASHES
from gm_tools.games.rally.orders import Order, parse_order
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import drive
from gm_tools.render.drawing.meanings import list_marks
from gm_tools.render.drawing.ways import ends, steps
from gm_tools.reports.base import first_drawing
from tests.page.conftest import until

GAME = find("rally")
PLANNED = "NE NE 0"  # leaves the road in its third turn


@pytest.fixture
def view(tmp_path: Path) -> Position:
    """Return what B sees, at 6,23 with velocity (0,-1)."""
    found: Position = GAME.view(until("papers", 20, tmp_path / "papers").position, "B")
    return found


def names_of(view: Position, text: str) -> dict[str, str]:
    return {key.label: key.name for key in grow(GAME, view, "B", text).keys if key.text}


def test_a_key_tells_the_velocity_after_its_move_or_that_it_crashes(view: Position) -> None:
    car = view.car("B")
    assert car is not None
    names = names_of(view, "")
    assert (names["NE"], names["S"], names["(0,0)"]) == ("→ 1E 2N", "→ 0", "→ 1N")
    for label, name in names.items():
        order = parse_order(label)
        assert isinstance(order, Order)
        assert (drive(view, car, order.steps[0]).ending.fate == CRASHES) == (name == "crash")
    assert names["SE"] == "crash"


def test_keys_after_a_planned_crash_start_from_what_it_leaves(view: Position) -> None:
    assert names_of(view, PLANNED)["(0,0)"] == "crash"
    assert names_of(view, f"{PLANNED} N") == {"(0,0)": "sits out"}
    after = names_of(view, f"{PLANNED} 0 N")
    assert len(after) == 9
    assert after["(0,0)"] == "→ 0"


def test_there_are_no_keys_for_a_car_that_the_plan_takes_out_of_the_race(view: Position) -> None:
    out = view._replace(settings=view.settings._replace(crash="out"))
    assert names_of(out, f"{PLANNED} N") == {}


def test_keys_lie_as_the_compass_does(view: Position) -> None:
    keys = grow(GAME, view, "B", "").keys
    rows = [[key.label for key in keys[at : at + 3]] for at in (0, 3, 6)]
    assert rows == [["NW", "N", "NE"], ["W", "(0,0)", "E"], ["SW", "S", "SE"]]
    assert [key.place for key in keys] == [(row, column) for row in range(3) for column in range(3)]
    assert Key("N", "", "N").place is None


def lines_of(blocks: Iterable[Block], name: str) -> list[str]:
    return [line for block in blocks if isinstance(block, Lines) and block.name == name for line in block.lines]


def try_plan(view: Position, text: str) -> tuple[Block, ...]:
    order = parse_order(text)
    assert isinstance(order, Order)
    blocks: tuple[Block, ...] = GAME.trial_blocks(
        view, "B", order, list(fork(lambda draws: GAME.trial(view, "B", order, draws))), True
    )
    return blocks


def test_a_plan_names_the_turn_in_which_it_crashes(view: Position) -> None:
    blocks = try_plan(view, PLANNED)
    assert lines_of(blocks, "sure") == ["crashes in turn 3 of this plan: sits out 1 turn"]
    assert lines_of(blocks, "outcome")[0] == "ends on row 0 column 27, velocity 0"
    assert lines_of(try_plan(view, "SE"), "sure") == ["leaves the road: sits out 1 turn"]


def test_a_sure_crash_is_not_marked_as_chance(view: Position) -> None:
    for text in (PLANNED, "SE"):
        drawing = first_drawing(try_plan(view, text))
        assert drawing is not None
        assert list_marks(drawing) == ["path", "crash_end"] + ["way"] * bool(drawing.trails), text
        assert not re.search("%|dasharray", "".join((*steps(drawing), *ends(drawing, 1, lambda at: at)))), text
