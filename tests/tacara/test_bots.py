"""Bots: always legal, the same from the same draws, always home in the end, the stronger ones sooner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Draws, Seeded
from gm_tools.core.game import STRENGTHS
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.board import Board
from gm_tools.games.tacara.orders import HOLD, Order
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.rules import ranking
from tests import effort
from tests.tacara.scenes import PAINT, RING, TRACKS, board_of, do, scene, seats, track
from tests.tacara.test_games import MARKS, TURNS, fields, options, seeds


def ask_bot(position: Position, seat: str, strength: str, draws: Draws | None = None) -> Order:
    assert GAME.bot is not None
    return GAME.bot(position, seat, strength, draws or Seeded(bytes(32)))


def race(board: Board, drivers: Mapping[str, str], seed: int, given: dict[str, Any]) -> tuple[Position, Seeded]:
    """Return the end of a race of bots, every order of theirs checked, and its draws."""
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(board, seats("".join(drivers)), given, draws)
    while not position.over and position.turn < 2 * TURNS:
        orders = {seat: ask_bot(position, seat, drivers[seat], draws) for seat in GAME.awaited(position)}
        for seat, order in orders.items():
            assert GAME.check(position, seat, order) == ()
        position = GAME.resolve(position, orders, draws, ()).position
    return position, draws


@effort.search(daily=2, long=500)
@given(seeds, fields, options, st.lists(st.sampled_from(STRENGTHS), min_size=10, max_size=10))
def test_a_race_of_any_mixture_ends_and_can_be_repeated(
    seed: int, cars: int, given: dict[str, Any], strengths: list[str]
) -> None:
    drivers = dict(zip(MARKS[:cars], strengths, strict=False))
    end, draws = race(board_of(RING), drivers, seed, given)
    assert end.over
    assert ranking(end)
    labels = [draw.label for draw in draws.taken]
    assert len(set(labels)) == len(labels)
    assert {draw.kind for draw in draws.taken} <= {"grid", "row", "bot"}
    assert race(board_of(RING), drivers, seed, given)[0] == end


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(TRACKS[:1], TRACKS))
def test_every_track_is_driven_to_its_end(name: str) -> None:
    strengths = effort.choose(STRENGTHS, [*STRENGTHS, *STRENGTHS, "easy"])
    drivers = dict(zip(MARKS, strengths, strict=False))
    for course in list(track(name).courses)[: effort.choose(1, 99)]:
        end, _ = race(track(name), drivers, 1, {"course": course, "drafting": True, "points": True})
        assert end.over
        assert drivers[ranking(end)[0]] != "easy"


def wins(strengths: Sequence[str], races: int) -> Counter[str]:
    """Return how many races on the ring each of some strengths wins, starting from every place in turn."""
    won: Counter[str] = Counter()
    for seed in range(races):
        drivers = {mark: strengths[(number + seed) % len(strengths)] for number, mark in enumerate(MARKS[:4])}
        won[drivers[ranking(race(board_of(RING), drivers, seed, {})[0])[0]]] += 1
    return won


@pytest.mark.long
def test_a_newcomer_loses_to_the_best_and_the_middling_one_mostly() -> None:
    games = effort.choose(5, 20)
    assert wins(["easy", "hard"], games)["hard"] >= effort.choose(0.8, 0.9) * games
    assert wins(["easy", "medium"], games)["medium"] >= effort.choose(0.6, 0.7) * games
    if effort.IS_LONG:
        assert wins(["medium", "hard"], 20)["hard"] >= 12


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(
    "setup",
    [
        "R@2,28/E6 B@1,1",  # a crash, whatever is driven, unless a chip is taken
        "R@2,28/E6 B@1,1 pool=0,0,0",
        "R@1,1 B@1,2 C@2,1",  # shut in
        "R@2,9/E2/123/d B@2,12 C@3,3",
    ],
)
def test_on_a_board_without_a_course_bots_still_find_an_order(setup: str, strength: str) -> None:
    position = scene(setup, drafting=True)
    assert GAME.check(position, "R", ask_bot(position, "R", strength)) == ()


@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_offer_is_answered(strength: str) -> None:
    position = do(scene("R@2,9/E2 G@3,19 B@2,8/E2", drafting=True), "R", "G0").position
    order = ask_bot(position, "B", strength)
    assert order.is_answer
    assert GAME.check(position, "B", order) == ()


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nobody_follows_into_a_wall(strength: str) -> None:
    position = do(scene("R@2,27/E4 G@3,19 B@2,26/E5", drafting=True), "R", "G0").position
    assert position.offers == ("B",)
    assert ask_bot(position, "B", strength) == HOLD


def test_the_best_one_refuels_where_it_costs_nothing() -> None:
    board = PAINT.replace(
        "+++\n+++",
        '+++\n[line.home]\ndir = "E"\nat = 13\nspan = [1, 3]\ninside = "N"\n[course.c]\nlines = ["home"]\n+++',
    )
    position = scene("R@1,9 B@3,1 C@2,9 D@2,8 E@1,8 cars=5", board)
    assert ask_bot(position, "R", "hard").fuel == "333"
