"""Cases that are themselves wrong, and cases that come out otherwise than they say (T15.2)."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tools.core.cases import Case, CaseError, run
from gm_tools.core.problems import InputError
from gm_tools.games.tac import GAME


def found(keys: dict[str, Any], **options: Any) -> list[str]:
    return run(Case("tac", "some", (), "", options, {}, keys, {}), GAME)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"variant": "pairs5"}, "variant: found 'pairs5'"),
        ({"variant": "pairs4 expert"}, "variant: found 'pairs4 expert'"),
        ({"variant": "pairs4 play-on"}, "variant: found 'pairs4 play-on'"),
        ({"seats": "RGB"}, "seats: found 'RGB' (allowed: 4 different capital letters)"),
        ({"seats": "rgbk"}, "seats: found 'rgbk'"),
        ({"pos": "R:99"}, "pos: found '99' in 'R:99'"),
        ({"pos": "X:1"}, "pos: found 'X:1'"),
        ({"variant": "duel2", "pos": "G:20"}, "pos: found 'G:20'"),
        ({"turn": "Q"}, "turn: found 'Q' (allowed: a seat in use: R G B K)"),
        ({"hands": "R=11"}, "hands: found 'R=11'"),
        ({"hands": "R"}, "hands: found 'R'"),
        ({"hands": "R=-"}, "turn: R holds no card"),
        ({"hands_after": "Q=1"}, "hands_after: found 'Q=1'"),
        ({"phase": "deal"}, "phase: found 'deal' (allowed: swap, play)"),
        ({"variant": "duel2", "phase": "swap"}, "phase: found 'swap' (allowed: play: nobody swaps in duel2)"),
        ({"fails": "WRONG"}, "fails: found 'WRONG' (allowed: SYNTAX, PHASE, TURN"),
        ({"result": "R:0"}, "result: found '0' in 'R:0'"),
        ({"only": "5 R10>"}, "only: found '5 R10>'"),
        ({"only": "5 R10>15", "phase": "swap"}, "only: nobody plays at this moment"),
        ({"pos": 5}, "pos: found 5 (allowed: text)"),
    ],
)
def test_a_case_that_is_wrong_names_the_key(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        found(keys)
    assert message in str(caught.value)


def test_an_expect_table_is_refused() -> None:
    with pytest.raises(InputError):
        run(Case("tac", "some", (), "", {}, {}, {"result": "-"}, {"position": "-"}), GAME)


@pytest.mark.parametrize(
    ("keys", "difference"),
    [
        ({"pos": "R:10", "hands": "R=5", "try": "5 R10", "result": "R:16"}, "result: expected 'R:16', found 'R:15'"),
        ({"pos": "R:10", "hands": "R=5", "try": "5 R10", "fails": "BLOCKED"}, "try: expected BLOCKED, found accepted"),
        ({"pos": "R:10", "hands": "R=5", "try": "6 R10"}, "try: expected accepted, found CARD (the hand of R holds 5)"),
        ({"pos": "R:10", "hands": "R=5", "try": "5 R10", "next": "B"}, "next: expected 'B', found 'G'"),
        ({"hands": "R=5,2", "try": "drop 2", "hands_after": "R=2"}, "hands_after: R: expected 2, found 5"),
        ({"pos": "R:10", "hands": "R=5", "only": "5 R10>16"}, "only: 5 R10>16 is not legal"),
        ({"pos": "R:10", "hands": "R=5", "only": ""}, "only: 5 R10>15 is legal too"),
        ({"pos": "R:10", "hands": "R=5", "allows": "drop 5"}, "allows: drop 5 is not legal"),
        ({"pos": "R:10", "hands": "R=5", "forbids": "5 R10>15"}, "forbids: 5 R10>15 is legal"),
        ({"pos": "R:10,30", "hands": "R=7", "forbids": "7 R30+3 R10+4"}, "forbids: 7 R30+3 R10+4 is legal"),
        ({"pos": "R:10", "hands": "R=5", "play": "6 R10"}, "play: '6 R10' is refused with CARD: the hand of R holds 5"),
        ({"play": "what"}, "play: 'what' is refused with SYNTAX"),
    ],
)
def test_a_case_that_comes_out_differently_fails_with_the_difference(keys: dict[str, str], difference: str) -> None:
    assert any(line.startswith(difference) for line in found(keys)), found(keys)


def test_options_fill_in_keys_that_are_left_out() -> None:
    keys = {"hands": "R=angel", "only": "angel in G"}
    assert found(keys, edition="master") == []
    assert found({"pos": "S:50", "turn": "S", "hands": "S=5", "only": "5 S50>55"}, letters="RGBS") == []


def test_a_refused_order_before_the_last_fails_the_case() -> None:
    with pytest.raises(CaseError):
        GAME.cases()(Case("tac", "some", (), "", {}, {}, {"play": "5 R10"}, {}), GAME).run()
