"""The list of legal orders: complete, legal, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement, islice, product

import pytest

from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.check import canonical
from gm_tools.games.tacara.orders import HOLD, PASS, Order, format_order
from gm_tools.games.tacara.position import Position
from tests import effort
from tests.tacara.scenes import PAINT, do, scene

GEARS = ["".join(steps) for count in range(4) for steps in product("ENSW", repeat=count)]


def runs(tokens: Iterable[str], longest: int) -> list[tuple[str, ...]]:
    pool = list(tokens)
    return [run for count in range(longest + 1) for run in product(pool, repeat=count)]


def legal_among(position: Position, seat: str, orders: Iterable[Order]) -> set[Order]:
    """Return the orders that are accepted and in canonical form."""
    return {
        order
        for order in orders
        if canonical(position, seat, order) == order and GAME.check(position, seat, order) == ()
    }


def some_of(drives: Iterable[Order]) -> Iterable[Order]:
    """Return all of very many orders in a long run, every day one of twenty-nine: those of every axis, and with everything after it."""
    return islice(drives, 0, None, effort.choose(29, 1))


def list_orders(position: Position, seat: str) -> set[Order]:
    orders = list(GAME.legal_orders(position, seat))
    assert max(Counter(orders).values(), default=1) == 1
    return set(orders)


@pytest.mark.long
@pytest.mark.parametrize("setup", ["R@2,4/E2N1/1", "R@2,4/E6/1", "R@2,4/E1S1/1/d", "R@2,4/0/1/k pool=1,0,3"])
def test_the_legal_orders_are_those_that_a_full_search_finds(setup: str) -> None:
    position = scene(setup, drafting=True)
    chips = [f"+1{direction}" for direction in "ENSW"]
    steps = [f"D{direction}" for direction in "ENSW"]
    drives = (
        Order("drive", before=before, gear=gear, axis=axis, after=after)
        for before in runs(chips, 1)
        for gear in GEARS
        for axis in ("", "H", "V")
        for after in runs(chips + steps, 2)
    )
    takes = [Order("take", value=value) for value in (1, 2, 3)]
    found = list_orders(position, "R")
    assert found == legal_among(position, "R", [*some_of(drives), *found, *takes, HOLD, PASS])


@pytest.mark.long
@pytest.mark.parametrize("setup", ["R@1,8/E1", "R@1,8/0/1 pool=2,1,0", "R@2,8/N1/-/q", "R@1,9 pool=0,1,0"])
def test_the_legal_orders_with_fuel_are_those_that_a_full_search_finds(setup: str) -> None:
    position = scene(setup, PAINT)
    chips = [f"+1{direction}" for direction in "ENSW"]
    fuels = ["".join(values) for count in range(4) for values in combinations_with_replacement("123", count)]
    drives = (
        Order("drive", before=before, gear=gear, axis=axis, after=after, fuel=fuel)
        for before in runs(chips, 1)
        for gear in GEARS[:21]
        for axis in ("", "H", "V")
        for after in runs(chips, 1)
        for fuel in fuels
    )
    takes = [Order("take", value=value) for value in (1, 2, 3)]
    shown = list_orders(position, "R")
    found = legal_among(position, "R", [*some_of(drives), *shown, *takes])
    # In an order that crashes first the fuel is ignored (C47): those are legal, and not listed.
    ignored = {order for order in found if order.fuel and order._replace(fuel="") in found and crashes(position, order)}
    assert shown == found - ignored


def crashes(position: Position, order: Order) -> bool:
    return any(event.kind == "crashed" for event in do(position, "R", format_order(order._replace(fuel=""))).events)


def test_three_chips_make_tens_of_thousands() -> None:
    position = scene("R@2,9/E3N1/123")
    orders = list(GAME.legal_orders(position, "R"))
    gears = sum(
        2 if all(shift) else 1
        for shift in ((3 + e, 1 + n) for e in range(-2, 3) for n in range(-2, 3) if abs(e) + abs(n) <= 2)
    )
    runs_of_chips = sum((kept + 1) * ways for kept, ways in ((0, 1), (1, 12), (2, 96), (3, 384)))
    assert len(orders) == len(set(orders)) == gears * runs_of_chips + 3


def test_legal_orders_come_one_by_one_those_without_chips_first() -> None:
    position = scene("R@2,9/E3N1/111222333")
    first = list(islice(GAME.legal_orders(position, "R"), 20))
    assert not any(order.turbos for order in first)


@pytest.mark.long
def test_what_a_long_list_holds_is_accepted() -> None:
    position = scene("R@2,9/E3N1/123/d B@2,12", drafting=True)
    for order in islice(GAME.legal_orders(position, "R"), 0, None, effort.choose(283, 97)):
        assert GAME.check(position, "R", order) == ()


def test_flipped_cars_pass_and_nobody_acts_out_of_his_slot() -> None:
    position = scene("R@2,9 B@2,12/E1/-/! C@3,3")
    assert list(GAME.legal_orders(position, "B")) == [PASS]
    assert list(GAME.legal_orders(position, "C")) == []


def test_at_an_offer_all_orders_are_answers() -> None:
    position = do(scene("R@2,9/E2 G@3,19 B@2,8/E2", drafting=True), "R", "G0").position
    orders = list_orders(position, "B")
    assert HOLD in orders
    assert all(order.is_answer for order in orders)
    assert len(orders) == 1 + sum(
        2 if all(shift) else 1
        for shift in ((2 + e, n) for e in range(-2, 3) for n in range(-2, 3) if abs(e) + abs(n) <= 2)
    )
