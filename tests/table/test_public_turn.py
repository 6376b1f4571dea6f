"""A turn checked from what is published of it and what was posted: anything tampered with is found and named."""

from __future__ import annotations

from copy import deepcopy
from json import dumps, loads
from typing import TYPE_CHECKING, Any

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.table import Table, new_table, open_table
from gm_tools.table.digests import turn_digest
from gm_tools.table.public_turn import Checked, check_turn, public_turn
from gm_tools.table.resolve import resolve
from tests.table.crossing import refusal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of Monza, in which every turn rolls dice, four turns long."""
    path: Path = tmp_path_factory.mktemp("tables") / "circuit"
    board = min((folder("tracks") / "monza").glob("*.txt")).read_text(encoding="utf-8")
    seats = (Seat("R", "Rita", bot="easy"), Seat("B", "Bob", bot="easy"))
    new_table(path, game="monza", board_text=board, track="", seats=seats, options={}, root=bytes(32))
    for __ in range(4):
        resolve(path)
    return open_table(path)


def check(table: Table, made: dict[str, Any], posted: str = "") -> list[Checked]:
    return check_turn(table.game, table.board, loads(dumps(made)), posted)


def faults(table: Table, made: dict[str, Any], posted: str = "") -> list[str]:
    return [line.text for line in check(table, made, posted) if not line.holds]


@pytest.mark.parametrize("turn", range(5))
def test_an_honest_turn_holds(table: Table, turn: int) -> None:
    made = public_turn(table, turn)
    digest = turn_digest(table, turn)
    assert digest is not None
    found = check(table, made, f"Key of turn {turn}: {made['key']}\n{digest.line()}")
    assert all(line.holds for line in found)
    assert len(found) == (3 if turn == 0 else 6)


def _flip_roll(made: dict[str, Any]) -> None:
    value = made["draws"][0]["value"]
    made["draws"][0]["value"] = value[::-1] if value != value[::-1] else "R" * len(value)


def _change_order(made: dict[str, Any]) -> None:
    made["orders"][0]["order"] = "X9"


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
        (_rewrite_events, "What was published does not follow from the orders: events"),
        (_change_position, "What was published does not follow from the orders: position.round"),
        (_change_key, "The key of turn 3 does not lead to the key in the first post."),
    ],
)
def test_what_was_tampered_with_is_named(table: Table, tamper: Callable[[dict[str, Any]], None], expected: str) -> None:
    made = deepcopy(public_turn(table, 3))
    tamper(made)
    assert any(line.startswith(expected) for line in faults(table, made))


def test_another_key_or_digest_in_the_post_is_named(table: Table) -> None:
    made = public_turn(table, 3)
    assert faults(table, made, "a" * 64) == ["It does not match the key in the post."]
    assert faults(table, made, f"turn-003.toml {'b' * 32}") == ["The digest does not match the one in the post."]


@pytest.mark.parametrize("made", [{}, {"turn": 1}, {"turn": 1, "key": "x", "commitment": "y"}])
def test_what_is_no_turn_is_refused(table: Table, made: dict[str, Any]) -> None:
    assert refusal(lambda: check(table, made)).message == "not a turn that was published by gm publish"


def test_what_a_game_hides_is_not_published(tmp_path: Path) -> None:
    seats = tuple(Seat(mark, f"Player {mark}", bot="easy") for mark in "RGBK")
    board = min((folder("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")
    path = new_table(tmp_path / "tac", game="tac", board_text=board, track="", seats=seats, options={}).path
    resolve(path)
    made = public_turn(open_table(path), 1)
    assert set(made) == {"commitment", "turn", "key", "round", "signature", "digest"}
    assert all(line.holds for line in check(open_table(path), made))
