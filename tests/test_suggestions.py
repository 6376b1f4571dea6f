"""Whatever is suggested for an order with a slip of the pen can be read and is legal, wherever it is shown."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.game import Seat
from gm_tools.core.problems import Problem
from gm_tools.core.sheets import parse_part, parse_sheet
from gm_tools.core.suggest import MOST_TRIED, nearest_legal
from gm_tools.games import NAMES, find
from gm_tools.reports.base import Scene
from gm_tools.reports.trial import trial_report
from tests import effort
from tests.mutants import mutants, slips
from tests.nascar.test_several_turns import HEAD, race

FEW = effort.search(daily=2, long=30)


def assert_legal(name: str, position: Any, seat: str, suggestion: str) -> None:
    game = find(name)
    order = game.parse_order(suggestion)
    assert not isinstance(order, Problem), suggestion
    assert game.check(position, seat, order) == (), suggestion


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(seed=st.integers(0, 2**64))
def test_every_suggestion_is_legal(name: str, seed: int) -> None:
    game, random = find(name), Random(seed)
    for mutant in mutants(name, seed, 6):
        for text in (mutant.text, slips(mutant.text, random)):
            verdict = parse_part(game, text).judge(mutant.position, mutant.seat)
            for problem in (problem for one in verdict.alternatives for problem in one.problems):
                if problem.suggestion:
                    assert_legal(name, mutant.position, mutant.seat, problem.suggestion)
            for problem in parse_sheet(game, text).unreadable_parts(1, mutant.position, mutant.seat):
                if problem.suggestion:
                    assert_legal(name, mutant.position, mutant.seat, problem.suggestion)


@pytest.mark.parametrize("name", NAMES)
@effort.search(daily=2, long=15)
@given(seed=st.integers(0, 2**64))
def test_the_order_that_a_dry_run_suggests_is_legal(name: str, seed: int) -> None:
    game = find(name)
    for mutant in mutants(name, seed, 3):
        view = game.view(mutant.position, mutant.seat)
        scene = Scene("t", game, tuple(Seat(seat, seat) for seat in game.awaited(view)), mutant.seat)
        data = trial_report(scene, mutant.position, mutant.seat, mutant.text).data
        if data["mended"]:
            assert_legal(name, view, mutant.seat, data["mended"])


@pytest.mark.parametrize(
    ("speed", "text", "suggestion"),
    [
        (9, "(9M)(", "(9M)"),
        (8, "(9M)(", ""),
        (6, "A(", ""),
        (2, "(2R+1)", "R(R+1)"),
        (6, "(2R+1)", ""),
        (6, "(6M", "(6M)"),
        (6, "(6M]", "(6M)"),
        (6, "A(7MN", ""),
        (6, "(6N)", "(6M)"),
    ],
)
def test_the_suggestion_depends_on_the_car(speed: int, text: str, suggestion: str) -> None:
    position = race(HEAD + "*" * 20 + "\n", A={"at": [0, 2], "speed": speed})
    assert parse_part(find("nascar"), text).judge(position, "A").problems[0].suggestion == suggestion


def test_nothing_is_suggested_for_a_later_turn() -> None:
    position = race(HEAD + "*" * 20 + "\n", A={"at": [0, 2], "speed": 6})
    (problem,) = parse_part(find("nascar"), "(9M)(").judge_early("A").problems
    assert problem.suggestion == ""
    assert problem.message.endswith("; (9M) could be read")
    (problem,) = parse_sheet(find("nascar"), "(6M); turn 3: (9M)(").unreadable_parts(2, position, "A")
    assert problem.suggestion == ""


def test_nothing_is_suggested_when_several_orders_are_as_near() -> None:
    assert nearest_legal("AB", lambda text: text if text == "BA" else "") == "BA"
    assert nearest_legal("AB", lambda text: text if text in {"BA", "A)B"} else "") == ""
    assert nearest_legal("AB", lambda text: text if text in {"AB1", "A"} else "") == ""
    assert nearest_legal("A" * 61, lambda text: text) == ""


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(seed=st.integers(0, 2**64))
def test_a_refusal_always_says_what_to_write(name: str, seed: int) -> None:
    game = find(name)
    for mutant in mutants(name, seed, 6):
        problem = game.parse_order(mutant.text)
        if isinstance(problem, Problem) and re.search("does not fit|ends too early", problem.message):
            assert re.search("; write [^ ]", problem.message)
            assert "cannot stand" not in problem.message


def test_a_half_typed_text_is_searched_around_within_bounds() -> None:
    tried: list[str] = []

    def nothing_is_legal(text: str) -> str:
        tried.append(text)
        return ""

    assert nearest_legal("A(2M)R(3M)L(R+1)(2M", nothing_is_legal) == ""
    assert len(tried) == MOST_TRIED
