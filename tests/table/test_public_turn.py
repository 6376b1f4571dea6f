"""A turn checked from what is published of it and what was posted: anything tampered with is found and named."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.keys import HIDDEN, chain_key
from gm_tools.core.paths import folder
from gm_tools.table import ChanceSource, Table, new_table, open_table, read_turn
from gm_tools.table.digests import turn_digest
from gm_tools.table.known_draws import newest_opening
from gm_tools.table.public_turn import Checked, check_turn, public_turn
from gm_tools.table.resolve import resolve
from gm_tools.table.values import to_plain
from tests.table.crossing import refusal


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of Monza, in which every turn rolls dice, four turns long."""
    path: Path = tmp_path_factory.mktemp("tables") / "circuit"
    board = min((folder("tracks") / "monza").glob("*.txt")).read_text(encoding="utf-8")
    seats = (Seat("R", "Rita", bot="easy"), Seat("B", "Bob", bot="easy"))
    new_table(
        path, game="monza", board_text=board, track="", seats=seats, options={}, chance=ChanceSource(root=bytes(32))
    )
    for __ in range(4):
        resolve(path)
    return open_table(path)


def check(table: Table, made: dict[str, Any], posted: str = "") -> list[Checked]:
    return check_turn(table.game, table.board, loads(dumps(made)), posted)


def faults(table: Table, made: dict[str, Any], posted: str = "") -> list[str]:
    return [line.text for line in check(table, made, posted) if line.holds is False]


@pytest.mark.parametrize("turn", range(5))
def test_an_honest_turn_holds(table: Table, turn: int) -> None:
    made = public_turn(table, turn)
    digest = turn_digest(table, turn)
    assert digest is not None
    found = check(table, made, f"Key of turn {turn}: {made['key']}\n{digest.line()}")
    assert [line.holds for line in found].count(True) == (3 if turn == 0 else 6)
    assert [line.text for line in found if not line.holds] == [
        *(["That the orders are those which the players posted, the thread shows."] if turn else []),
        "The table has no beacon: the game master could know the draws before.",
    ]


def _flip_roll(made: dict[str, Any]) -> None:
    value = made["draws"][0]["value"]
    made["draws"][0]["value"] = value[::-1] if value != value[::-1] else "R" * len(value)


def _change_order(made: dict[str, Any]) -> None:
    made["orders"][0]["order"] = "X9"


def _call_it_missed(made: dict[str, Any]) -> None:
    made["orders"][0] |= {"missed": "wait", "bot": ""}


def _rewrite_events(made: dict[str, Any]) -> None:
    made["events"] = made["events"][1:]


def _change_key(made: dict[str, Any]) -> None:
    made["key"] = "0" * 64


def _change_position(made: dict[str, Any]) -> None:
    made["after"]["round"] = 99


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (_flip_roll, "The draws do not match the key: draws.round/"),
        (_change_order, "The order of "),
        (_call_it_missed, " is not legal: it is not what 'wait' makes of a missing order"),
        (_rewrite_events, "What was published does not follow from the orders: events"),
        (_change_position, "What was published does not follow from the orders: position.round"),
        (_change_key, "The key of turn 3 does not lead to the key in the first post."),
    ],
)
def test_a_published_turn_that_was_tampered_with_is_found(
    table: Table, tamper: Callable[[dict[str, Any]], None], expected: str
) -> None:
    made = deepcopy(public_turn(table, 3))
    tamper(made)
    assert any(expected in line for line in faults(table, made))


def test_another_key_or_digest_in_the_post_is_named(table: Table) -> None:
    made = public_turn(table, 3)
    assert faults(table, made, "a" * 64) == ["It does not match the key in the post."]
    assert faults(table, made, f"turn-003.toml {'b' * 32}") == ["The digest does not match the one in the post."]


@pytest.mark.parametrize("made", [{}, {"turn": 1}, {"turn": 1, "key": "x", "commitment": "y"}])
def test_data_that_is_not_a_turn_is_refused(table: Table, made: dict[str, Any]) -> None:
    assert refusal(lambda: check(table, made)).message == "not a turn that was published by gm publish"


def test_a_check_without_a_pasted_post_says_what_it_cannot_show(table: Table) -> None:
    unsure = [line.text for line in check(table, public_turn(table, 3)) if line.holds is None]
    assert unsure[0] == "Nothing of the post was pasted: this shows only that the page agrees with itself."


@pytest.mark.parametrize(
    ("beacon", "text"),
    [
        (True, "The signature in the draws is that of round 1000 of drand quicknet."),
        (False, "The signature in the draws is not that of round 1000 of drand quicknet: https://api.drand.sh/"),
        (None, "The signature of round 1000 of the beacon is in the draws; look it up: https://api.drand.sh/"),
    ],
)
def test_the_signature_of_the_beacon_is_told(table: Table, *, beacon: bool | None, text: str) -> None:
    made = public_turn(table, 3) | {"has_beacon": True, "round": 1000, "signature": "ab" * 48}
    found = check_turn(table.game, table.board, loads(dumps(made)), "", beacon)
    (line,) = [line for line in found if line.text.startswith(text)]
    assert line.holds is beacon
    assert any(line.text.startswith("The draws do not match the key") for line in found)  # it was drawn without


@pytest.fixture(scope="module")
def marbles(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of TAC, whose hands are hidden, up to the turn in which the stack is shuffled for the second time."""
    seats = tuple(Seat(mark, f"Player {mark}", bot="easy") for mark in "RGBK")
    board = min((folder("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")
    path = tmp_path_factory.mktemp("tables") / "tac"
    new_table(
        path, game="tac", board_text=board, track="", seats=seats, options={}, chance=ChanceSource(root=bytes(32))
    )
    while open_table(path).position.stacks < 2:
        resolve(path)
    return open_table(path)


def test_cards_played_in_the_open_are_carried_out_on_what_everybody_knows(marbles: Table) -> None:
    shown = [made for turn in range(1, 21) if "before" in (made := public_turn(marbles, turn))]
    assert len(shown) > 12
    for made in shown:
        assert made["viewer"] == "public"
        assert faults(marbles, made) == []
        assert "What the hands held is not shown yet: it is hidden until the rules open it." in [
            line.text for line in check(marbles, made)
        ]


def test_what_is_hidden_is_not_published(marbles: Table) -> None:
    for turn in range(21):
        made = public_turn(marbles, turn)
        whole = read_turn(marbles, turn).after
        view = marbles.game.view(whole, "public")
        if "after" in made:
            assert (
                made["after"]
                == to_plain(marbles.game.dump_position(view))
                != to_plain(marbles.game.dump_position(whole))
            )
            assert not [draw for draw in made["draws"] if draw["kind"] == "deck"]
            assert not [row for row in made["orders"] if marbles.game.is_secret(view, row["seat"], None)]
        assert "hidden_key" not in made


def test_when_the_key_is_open_the_deck_is_drawn_again(marbles: Table) -> None:
    opened = newest_opening(marbles)
    assert opened is not None
    assert opened.turn == marbles.turn - 1
    for turn in range(1, marbles.turn):
        made = public_turn(marbles, turn, opened)
        assert made["viewer"] == "gm"
        assert faults(marbles, made) == []
    last = public_turn(marbles, marbles.turn, opened)
    assert "hidden_key" not in last
    assert last.get("viewer") != "gm"


@pytest.mark.parametrize("wrong", ["0" * 64, chain_key(bytes(32), HIDDEN, 4000, 4).hex()])
def test_another_hidden_key_is_named(marbles: Table, wrong: str) -> None:
    made = public_turn(marbles, 3, newest_opening(marbles)) | {"hidden_key": wrong}
    assert "The key of what was hidden does not lead to the first post." in faults(marbles, made)


def test_a_hand_that_was_changed_is_named(marbles: Table) -> None:
    made = deepcopy(public_turn(marbles, 3, newest_opening(marbles)))
    hands = made["after"]["hands"]
    seat = next(iter(hands))
    made["after"]["hands"] = hands | {seat: "tampered"}
    assert any("position.hands" in line for line in faults(marbles, made))
