"""Bots: legal, deterministic, always done at some time, and the better the stronger."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Scripted, Seeded
from gm_tools.core.game import STRENGTHS, Seat
from gm_tools.games.monza import GAME
from gm_tools.games.monza.board import Board
from gm_tools.games.monza.bots.bot import bot
from gm_tools.games.monza.bots.plan import plan
from gm_tools.games.monza.orders import format_order
from gm_tools.games.monza.position import Position
from tests import effort
from tests.monza.samples import LONG, load_shipped, race

MARKS = "RYGBWP"
SOME = effort.search(daily=10, long=500)
TRACKS = ("pine_oval", "cliff_road", "willow_bends")


def play(board: Board, strengths: list[str], options: dict[str, Any], seed: int) -> Position:
    """Play a race of bots to its end, every order checked; it must come within 400 steps."""
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(board, [Seat(mark, mark) for mark in MARKS[: len(strengths)]], options, draws)
    for _ in range(400):
        if GAME.is_over(position):
            return position
        orders = {}
        for seat in GAME.awaited(position):
            orders[seat] = bot(GAME.view(position, seat), seat, strengths[MARKS.index(seat)], draws)
            assert not GAME.check(position, seat, orders[seat])
        position = GAME.resolve(position, orders, draws, ()).position
    raise AssertionError("the race does not end")


@SOME
@given(
    name=st.sampled_from(TRACKS),
    strengths=st.lists(st.sampled_from(STRENGTHS), min_size=2, max_size=6),
    options=st.fixed_dictionaries(
        {
            "extra_step": st.booleans(),
            "obligation": st.sampled_from(("most", "stuck")),
            "last_round": st.sampled_from(("finish", "one_more")),
            "starter": st.sampled_from(("first", "draw")),
        }
    ),
    seed=st.integers(0, 2**64),
)
def test_a_race_of_any_bots_comes_to_its_end(
    name: str, strengths: list[str], options: dict[str, Any], seed: int
) -> None:
    position = play(load_shipped(name), strengths, options, seed)
    assert position.winners
    # From the draws alone
    assert play(load_shipped(name), strengths, options, seed)._replace(board=position.board) == position


@pytest.mark.parametrize("strength", STRENGTHS)
def test_draws_are_labelled_by_turn_and_seat_and_are_orders(strength: str) -> None:
    draws = Seeded(bytes(32))
    position = race("R@1.1 B@S G@1.1", "RRYYYG", extra_step=True)
    order = bot(position, "R", strength, draws)
    extra = race("R@1.1 B@S G@1.1", turn_of="B", extra="R", extra_step=True)._replace(round=3)
    step = bot(extra, "R", strength, draws)
    taken = [(draw.kind, draw.label, draw.value) for draw in draws.taken]
    wanted = [
        ("bot", "bot/1/R/move", format_order(order)),
        ("bot", "bot/3/R/extra/B", format_order(step)),
    ]
    assert taken == ([] if strength == "hard" else wanted)


def test_a_newcomer_drives_anything_that_is_long_enough() -> None:
    position = race("R@1.3 B@S", "GPWBWR")
    orders = {format_order(bot(position, "R", "easy", Seeded(bytes([n] * 32)))) for n in range(60)}
    assert {"G1 P1 W1", "B2 G1 W2 P1 W1"} <= orders


def test_a_medium_bot_drives_as_far_as_it_can() -> None:
    position = race("R@1.1 B@S", "RYYYYG", board=LONG)
    orders = {format_order(bot(position, "R", "medium", Seeded(bytes([n] * 32)))) for n in range(20)}
    assert orders == {"G2 R2"}  # R1 Y1 G2 uses more dice and ends on 2.1


@pytest.mark.parametrize("name", TRACKS)
def test_a_hard_bot_takes_the_first_of_the_plan(name: str) -> None:
    draws = Seeded(bytes(32))
    position = GAME.setup(load_shipped(name), [Seat("R", "R"), Seat("B", "B")], {"extra_step": True}, draws)
    while not GAME.is_over(position):
        orders = {}
        for seat in GAME.awaited(position):
            orders[seat] = bot(position, seat, "hard", Scripted({}))
            assert orders[seat] == plan(position, seat, 1, lambda _done, _count: None).choices[0].order
        position = GAME.resolve(position, orders, draws, ()).position


def test_a_hard_bot_wins_more_often_than_a_newcomer() -> None:
    """In 120 races with extra steps on Pine Oval, first and second in turn, the same rolls both ways: fair would be 60."""
    board = load_shipped("pine_oval")
    won = 0.0
    for number in range(60):
        for strengths in (["hard", "easy"], ["easy", "hard"]):
            winners = play(board, strengths, {"extra_step": True}, number).winners
            won += (MARKS[strengths.index("hard")] in winners) / len(winners)
    assert won >= 72
