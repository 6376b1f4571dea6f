"""Bots give legal orders, the same from the same draws, and every race that they drive comes to an end."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded
from gm_tools.core.game import STRENGTHS, Seat
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.bots.bot import bot
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.waves import shared_waves
from gm_tools.games.nascar.position import Position
from tests import effort
from tests.nascar.test_reach import positions
from tests.nascar.test_rules import SEATS, board
from tests.nascar.test_several_turns import HEAD, race

LONGEST = 250  # turns


def drive_race(strengths: tuple[str, ...], seed: int, edition: str) -> Position:
    """Return a race of bots on a short track with everything on it, after its end."""
    secret = seed.to_bytes(32, "big")
    seats = SEATS[: len(strengths)]
    position = GAME.setup(board(), seats, {"edition": edition, "grid": "draw"}, Seeded(secret))
    who = {seat.mark: strength for seat, strength in zip(seats, strengths, strict=True)}
    assert GAME.bot is not None
    while not GAME.is_over(position) and position.turn < LONGEST:
        orders = {}
        for seat in GAME.awaited(position):
            orders[seat] = GAME.bot(GAME.view(position, seat), seat, who[seat], Seeded(secret))
            assert GAME.check(position, seat, orders[seat]) == ()
        position = GAME.resolve(position, orders, Seeded(secret), ()).position
    return position


@effort.search(daily=1, long=100)
@given(
    st.lists(st.sampled_from(STRENGTHS), min_size=1, max_size=6).map(tuple),
    st.integers(0, 2**64),
    st.sampled_from(["x", "xii", "ix", "v", "iii"]),
)
@effort.long_example(
    ("easy", "medium", "hard", "easy", "easy", "hard"), 1077156704, "iii"
)  # in a pocket it has to turn on the spot
@effort.long_example(
    ("hard", "hard", "medium", "medium", "hard", "medium"), 421, "ix"
)  # and pays for that with max speed
@example(("medium", "medium", "hard", "hard", "medium"), 81, "v")  # two on one tile, oil before them
def test_a_race_of_bots_ends(strengths: tuple[str, ...], seed: int, edition: str) -> None:
    position = drive_race(strengths, seed, edition)
    assert GAME.is_over(position)
    assert all(car.finished for car in position.cars)


def test_a_simulation_counts_the_laps_that_were_driven() -> None:
    assert GAME.tally is not None
    secret = bytes(32)
    position = GAME.setup(board(), SEATS[:3], {}, Seeded(secret))
    laps = 0
    while not GAME.is_over(position):
        orders = {seat: GAME.bot(position, seat, "hard", Seeded(secret)) for seat in GAME.awaited(position)}
        events, after = GAME.resolve(position, orders, Seeded(secret), ())
        laps += sum(count.amount for count in GAME.tally().count_turn(position, events, after) if count.name == "laps")
        position = after
    assert laps == 3 * position.settings.laps


@effort.search(daily=8, long=500)
@given(positions(), st.sampled_from(STRENGTHS), st.integers(0, 2**32))
def test_a_bot_gives_a_legal_order_wherever_it_stands_and_the_same_one_again(
    position: Position, strength: str, seed: int
) -> None:
    assert GAME.bot is not None
    order, again = (GAME.bot(position, "A", strength, Seeded(seed.to_bytes(32, "big"))) for _ in range(2))
    assert order == again
    assert GAME.check(position, "A", order) == ()


@pytest.mark.parametrize("strength", STRENGTHS)
def test_what_a_bot_draws_is_labelled_as_its_own(strength: str) -> None:
    position = GAME.setup(board(), SEATS, {}, Seeded(bytes(32)))
    assert GAME.bot is not None
    draws = Seeded(bytes(32))
    GAME.bot(position, "A", strength, draws)
    assert all(draw.kind == "bot" and draw.label.startswith("bot/1/A/") for draw in draws.taken)


def test_a_bot_finds_a_legal_order_with_nothing_but_oil_and_grass_ahead() -> None:
    position = race(HEAD + "*o  \n", A={"at": [0, 0], "speed": 6})
    assert GAME.bot is not None
    for strength in STRENGTHS:
        order = GAME.bot(position, "A", strength, Seeded(bytes(32)))
        assert GAME.check(position, "A", order) == ()


def test_the_best_beats_the_newcomer() -> None:
    seats = (Seat("A", "a"), Seat("C", "c"))
    assert GAME.bot is not None
    won = 0
    for seed in range(4):
        secret = bytes([seed]) * 32
        position = GAME.setup(board(), seats, {"grid": "draw"}, Seeded(secret))
        while not any(car.finished for car in position.cars) and position.turn < LONGEST:
            orders = {
                "A": GAME.bot(position, "A", "easy", Seeded(secret)),
                "C": GAME.bot(position, "C", "hard", Seeded(secret)),
            }
            position = GAME.resolve(position, orders, Seeded(secret), ()).position
        won += position.cars[[car.seat for car in position.cars].index("C")].finished == 1
    assert won == 4


@effort.search(daily=10, long=500)
@given(st.lists(positions(), min_size=1, max_size=4), positions(), st.sampled_from(STRENGTHS))
def test_a_bot_orders_the_same_whatever_it_searched_before(
    before: list[Position], position: Position, strength: str
) -> None:
    orders = []
    for earlier in ([], before):
        shared_waves.cache_clear()
        for one in earlier:
            bot(one, one.cars[0].seat, strength, Seeded(bytes(32)))
        orders.append(bot(position, position.cars[0].seat, strength, Seeded(bytes(32))))
    assert orders[0] == orders[1]


def test_a_search_that_is_done_leaves_nothing_to_the_garbage_collector() -> None:
    position = GAME.setup(board(), SEATS, {}, Seeded(bytes(32)))
    gc.disable()
    try:
        search = Search(position, position.cars[0].seat)
        known = weakref.ref(search)
        del search
        assert known() is None
    finally:
        gc.enable()
