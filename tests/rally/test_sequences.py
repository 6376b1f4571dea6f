"""Sequences: `NE NE 0` is an order sheet, at the table and in a thread (V2.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import rows_of, wants_gm
from gm_tools.table import open_table, put_order
from gm_tools.table.new import new_table
from gm_tools.table.resolve import resolve
from tests.posts.threads import thread
from tests.table.crossing import contents

SEATS = (Seat("A", "Alice"), Seat("B", "Bob"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    board = (folder("tracks") / "rally" / "goat_path.txt").read_text(encoding="utf-8")
    return new_table(
        tmp_path / "papers", game="rally", track="goat_path", board_text=board, seats=SEATS, options={}
    ).path


def hand(path: Path) -> list[tuple[str, str, int]]:
    return sorted((posted.seat, posted.text, posted.only) for posted in open_table(path).hand)


def run(path: Path, *told: tuple[str, str]) -> Outcome:
    return collect(path, [thread(*told)], Bounds(), ())


THREE = [("A", "E", 0), ("A", "SE", 2), ("A", "(0,0)", 3)]


def test_a_sequence_is_an_order_for_each_turn(table: Path) -> None:
    put = put_order(table, "A", "E SE 0")
    assert put.now.ready
    assert hand(table) == sorted(THREE)
    put_order(table, "B", "E")
    resolve(table)
    assert hand(table) == sorted(THREE[1:])
    put_order(table, "B", "W")
    resolve(table)
    assert open_table(table).position.car("A").velocity == (2, 1)


def test_a_sequence_may_begin_with_a_later_turn(table: Path) -> None:
    put_order(table, "A", "E; turn 2: SE 0")
    assert hand(table) == sorted(THREE)


def test_a_later_post_replaces_a_turn_of_a_sequence(table: Path) -> None:
    put_order(table, "A", "E SE 0")
    put_order(table, "A", "turn 3: W")
    assert hand(table) == sorted([*THREE[:2], ("A", "W", 3)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("E SE 0; turn 2: W", "the sequence has an order for turn 2, but there is another order for that turn"),
        ("turn 2: E SE; turn 3: W", "the sequence has an order for turn 3, but there is another order for that turn"),
        ("E SE else W", "a sequence cannot be an alternative"),
    ],
)
def test_a_second_order_for_one_turn_is_refused_and_nothing_is_lost(table: Path, text: str, said: str) -> None:
    put_order(table, "A", "W")
    before = contents(table)
    put = put_order(table, "A", text)
    assert [problem.message for problem in put.refused if said in problem.message]
    assert contents(table) == before


def test_a_later_step_that_can_never_be_legal_is_found_at_once(table: Path) -> None:
    assert [problem.rule for problem in put_order(table, "A", "E (2,0)").refused] == ["V2.1"]
    assert hand(table) == []


@pytest.mark.parametrize(
    "text", ["Order: E SE 0", "E SE (0,0)", "[order]6 3 5[/order]", "Order: E SE .", "[code]E SE 0[/code]"]
)
def test_a_sequence_in_a_post_is_collected_turn_by_turn_and_only_once(table: Path, text: str) -> None:
    outcome = run(table, ("Alice", text))
    assert hand(table) == sorted(THREE)
    assert len(outcome.taken) == 3
    before = contents(table)
    again = run(table, ("Alice", text))
    assert (again.taken, again.dropped) == ((), ())
    assert contents(table) == before


@pytest.mark.parametrize("text", ["Order: E SE else W", "Order: W else E SE", "Turn 2: E SE else W"])
def test_a_sequence_as_an_alternative_is_asked_about(table: Path, text: str) -> None:
    outcome = run(table, ("Alice", text))
    assert hand(table) == []
    assert "a sequence cannot be an alternative" in rows_of(outcome)[0].verdict
    assert wants_gm(outcome)


def test_a_sequence_loses_its_order_for_a_turn_sat_out(table: Path) -> None:
    put_order(table, "A", "NW E E")
    put_order(table, "B", "E 0 0")
    resolve(table)
    assert open_table(table).position.car("A").waits == 1
    resolve(table)
    assert hand(table) == sorted([("A", "E", 3), ("B", "(0,0)", 3)])


@pytest.mark.parametrize("text", ["NE", "0", "9", "(+1,-1)", "(0,0)", "6 3"])
def test_an_order_with_a_label_is_collected_however_it_is_written(table: Path, text: str) -> None:
    run(table, ("Alice", f"Order: {text}"))
    assert hand(table)[0][0] == "A"


@pytest.mark.parametrize("text", ["0", "9", "1.", "5!", "20", "8)"])
def test_a_lone_number_without_a_label_is_never_taken(table: Path, text: str) -> None:
    run(table, ("Alice", f"Good race so far.\n\n{text}\n\nBye"))
    assert hand(table) == []
