"""Whole races of legal orders: what must hold at every moment of every one of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Recorded, Seeded
from gm_tools.core.events import Event
from gm_tools.core.toml import format_toml
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.rules import ranking, total_chips
from tests import effort
from tests.effort import search
from tests.tacara.driver import anything, drive_home
from tests.tacara.scenes import RING, board_of, seats

MARKS = "1234567890"
TURNS = 150  # in which every race driven home ends
options = st.fixed_dictionaries(
    {
        "drafting": st.booleans(),
        "points": st.booleans(),
        "course": st.sampled_from(["round", "half"]),
        "first_turn": st.sampled_from(["grid", "draw"]),
        "shift_table": st.sampled_from([None, "diamond", {"x": 3, "y": 2}]),
    }
)
seeds = st.integers(0, 2**32 - 1)
fields = st.integers(3, 10)


def play(
    seed: int, cars: int, given: dict[str, Any], wildness: float
) -> Iterator[tuple[Position, tuple[Event, ...], Position]]:
    """Yield every resolution of a race: the position before, the events, the position after."""
    random = Random(seed)
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(board_of(RING), seats(MARKS[:cars]), given, draws)
    while not position.over and position.turn < TURNS:
        orders = {
            seat: anything(position, seat, random) if random.random() < wildness else drive_home(position, seat)
            for seat in GAME.awaited(position)
        }
        for seat, order in orders.items():
            assert GAME.check(position, seat, order) == ()
            assert GAME.parse_order(GAME.format_order(order)) == order
        events, after = GAME.resolve(position, orders, draws, ())
        yield position, events, after
        position = after


def assert_sound(position: Position) -> None:
    """Assert what holds at every moment of a race."""
    racing = [car for car in position.cars if not car.gone]
    assert len({car.at for car in racing}) == len(racing)  # C10
    mask = position.board.mask(position.starters)
    assert all(mask[car.at] for car in position.cars)  # C9
    assert total_chips(position) == (10, 10, 10)  # C2, C35
    assert min(position.pool) >= 0
    assert all(min(car.chips) >= 0 for car in position.cars)  # C36
    assert all(position.settings.shift_table.holds(*car.shift) for car in position.cars)  # C16
    assert all(len(set(car.taken)) == len(car.taken) for car in position.cars)  # C39
    marks = {car.mark for car in racing}
    assert set(position.left) <= set(position.row) <= marks
    assert all(set(row) == marks for row in position.rows)  # C8, C60
    assert set(position.offers) <= set(position.left)
    assert len(GAME.awaited(position)) == (0 if position.over or not position.left else 1)  # C13
    places = [car.place for car in position.cars if car.place]
    assert sorted(places) == list(range(1, len(places) + 1))
    assert all(car.mark in ranking(position) for car in position.cars if car.gone)


@search(daily=7, long=2000)
@given(seeds, fields, options)
def test_every_race_driven_home_ends_and_is_sound_at_every_moment(seed: int, cars: int, given: dict[str, Any]) -> None:
    position = None
    for _, _, position in play(seed, cars, given, 0.04):
        assert_sound(position)
    assert position is not None
    assert position.over
    assert ranking(position)


@search(daily=7, long=2000)
@given(seeds, fields, options)
def test_wild_driving_is_sound_at_every_moment(seed: int, cars: int, given: dict[str, Any]) -> None:
    for number, (_, _, position) in enumerate(play(seed, cars, given, 1.0)):
        assert_sound(position)
        if number > 60:
            break


@effort.search(daily=4, long=500)
@given(seeds, fields, options)
def test_in_every_turn_every_car_has_one_slot(seed: int, cars: int, given: dict[str, Any]) -> None:
    acted: list[str] = []
    for before, events, after in play(seed, cars, given, 0.2):
        if not any(event.kind == "held" for event in events):
            acted += GAME.awaited(before)
        recovered = {event.seats[0] for event in events if event.kind in ("chip_back", "righted")}
        if after.turn != before.turn:
            racing = {car.mark for car in before.cars if not car.gone}
            assert before.turn == 0 or racing <= set(acted) <= {car.mark for car in before.cars}
            acted = []
        acted += sorted(recovered)
        assert len(acted) == len(set(acted))


@effort.search(daily=3, long=100)
@given(seeds, fields, options)
def test_a_position_survives_toml_and_a_resolution_can_be_repeated(seed: int, cars: int, given: dict[str, Any]) -> None:
    random = Random(seed)
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(board_of(RING), seats(MARKS[:cars]), given, draws)
    for _ in range(80):
        plain = tomllib.loads(format_toml(GAME.dump_position(position)))
        loaded = GAME.load_position(plain, position.board)
        assert loaded == position
        if position.over:
            break
        orders = {seat: anything(position, seat, random) for seat in GAME.awaited(position)}
        taken = len(draws.taken)
        first = GAME.resolve(position, orders, draws, ())
        assert GAME.resolve(loaded, orders, Recorded(draws.taken[taken:]), ()) == first
        position = first.position


@effort.search(daily=4, long=500)
@given(seeds, fields, options)
def test_a_flipped_car_is_up_again_after_the_slots_that_its_crash_costs(
    seed: int, cars: int, given: dict[str, Any]
) -> None:
    down: dict[str, int] = {}
    for number, (_, events, _) in enumerate(play(seed, cars, given, 0.6)):
        backs: set[str] = set()
        for event in events:
            mark = event.seats[0]
            if event.kind == "crashed":
                assert mark not in down
                down[mark] = event.data["slots"]
            elif event.kind in ("chip_back", "righted") and mark not in backs:
                backs.add(mark)
                down[mark] -= 1
            if event.kind == "righted":
                assert down.pop(mark) == 0
        if number > 120:
            break


@effort.search(daily=4, long=500)
@given(seeds, fields)
def test_without_drafting_there_are_no_offers_and_no_bonus(seed: int, cars: int) -> None:
    kinds = {event.kind for _, events, _ in play(seed, cars, {}, 0.2) for event in events}
    assert not kinds & {"follow_offered", "followed", "held", "bonus_gained", "bonus_used"}
