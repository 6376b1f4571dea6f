"""An order that asks too much is mended so that the car stays on the road; what crashes is marked where the move was to end."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from gm_tools.core.draws import fork
from gm_tools.games import find
from gm_tools.games.rally.bots.targets import targets
from gm_tools.games.rally.check import check, legal_orders
from gm_tools.games.rally.geometry import Vector
from gm_tools.games.rally.moves import CRASHES
from gm_tools.games.rally.orders import Order, format_order, parse_order
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import drive
from gm_tools.reports.base import first_drawing
from tests.page.conftest import until

GAME = find("rally")
TOO_MUCH = [step for step in product(range(-3, 4), repeat=2) if max(map(abs, step)) > 1]


@pytest.fixture
def position(tmp_path: Path) -> Position:
    """Return a position in which car B, at 6,23 with velocity (0,-1), crashes by SE alone: (+1,0) leads into the wall."""
    found: Position = GAME.view(until("papers", 20, tmp_path / "papers").position, "B")
    return found


def crashes(position: Position, step: Vector) -> bool:
    car = position.car("B")
    assert car is not None
    return drive(position, car, step).ending.fate == CRASHES


def test_the_mended_order_is_the_nearest_that_does_not_crash(position: Position) -> None:
    assert [order for order in legal_orders(position, "B") if crashes(position, order.steps[0])] == [parse_order("SE")]
    safe = [order.steps[0] for order in legal_orders(position, "B") if not crashes(position, order.steps[0])]
    for east, south in TOO_MUCH:
        mended = check(position, "B", Order(((east, south),)))[0].suggestion
        order = parse_order(mended)
        assert isinstance(order, Order)
        assert not check(position, "B", order)

        def far(step: Vector, east: int = east, south: int = south) -> int:
            return (step[0] - east) ** 2 + (step[1] - south) ** 2

        assert order.steps[0] in safe
        assert far(order.steps[0]) == min(map(far, safe))


def test_where_every_order_crashes_the_nearest_is_proposed(position: Position) -> None:
    fast = tuple(car._replace(velocity=(40, 0)) if car.seat == "B" else car for car in position.cars)
    lost = position._replace(cars=fast)
    assert check(lost, "B", Order(((2, 2),)))[0].suggestion == "SE"


def test_a_crash_is_marked_on_the_square_that_its_order_names(position: Position) -> None:
    car = position.car("B")
    assert car is not None
    row, column = position.board.place(car.at)
    bad = [target for target in targets(position, "B") if target.role == "crash"]
    assert [(target.order, target.at) for target in bad] == [("SE", (column + 1.5, row + 0.5))]
    good = {target.at for target in targets(position, "B") if target.role == "sure"}
    assert not {target.at for target in bad} & good


def test_a_crash_beyond_the_map_is_marked_where_its_line_leaves_it(position: Position) -> None:
    fast = tuple(car._replace(velocity=(200, 0)) if car.seat == "B" else car for car in position.cars)
    found = targets(position._replace(cars=fast), "B")
    assert {target.role for target in found} == {"crash"}
    assert all(0 < target.at[0] < position.board.columns and 0 < target.at[1] < position.board.rows for target in found)
    assert {format_order(order) for order in legal_orders(position, "B")} >= {target.order for target in found}


def test_the_way_of_an_order_that_crashes_leads_to_the_cross(position: Position) -> None:
    order = parse_order("SE")
    assert isinstance(order, Order)
    branches = list(fork(lambda draws: GAME.trial(position, "B", order, draws)))
    drawing = first_drawing(GAME.trial_blocks(position, "B", order, branches, True))
    assert drawing is not None
    assert drawing.steps == ((23.5, 6.5), (24.5, 6.5))
    (landing,) = drawing.landings
    assert (landing.at, landing.role) == ((23.5, 6.5), "crash")  # where the car lies
    assert landing.way == drawing.steps
