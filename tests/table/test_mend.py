"""A turn taken back, its orders in hand again; a position changed by the game master's word, with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.events import GM, PUBLIC, view_events
from gm_tools.table import open_table, put_order, read_turn, seat_orders
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests.table.crossing import contents, order_all, play, refusal


def test_a_turn_taken_back_is_as_if_it_had_not_been(folder: Path) -> None:
    play(folder, 2)
    order_all(folder)
    before, old = contents(folder), open_table(folder)
    resolve(folder)
    undone = undo(folder)
    assert (undone.turn, undone.amendment) == (3, 0)
    assert undone.orders == undone.table.hand == old.hand
    assert contents(folder) == before
    assert resolve(folder).turn.record.orders[0].source == "post by A"


def test_an_illegal_order_of_a_closed_turn_comes_back_as_well(folder: Path) -> None:
    put_order(folder, "A", "r1")
    put_order(folder, "B", "r9", "post 4", edited="at noon")
    before = contents(folder)
    resolve(folder, close=True)
    assert [(posted.seat, posted.text) for posted in undo(folder).orders] == [("A", "r1"), ("B", "r9")]
    assert contents(folder) == before


def test_an_order_for_the_turn_after_waits_until_it_is_its_turn_again(folder: Path) -> None:
    play(folder, 1, "r1")
    put_order(folder, "A", "r3", "for turn 2")
    undo(folder)
    assert [(posted.text, posted.turn) for posted in open_table(folder).hand] == [("r1", 1)] * 3 + [("r3", 2)]
    assert seat_orders(open_table(folder))[0].posted == open_table(folder).hand[0]
    resolved = resolve(folder)
    assert [used.text for used in resolved.turn.record.orders] == ["r1", "r1", "r1"]
    assert [posted.text for posted in resolved.table.hand] == ["r3"]
    assert seat_orders(resolved.table)[0].ready


def test_an_order_can_be_corrected_after_undo(folder: Path) -> None:
    play(folder, 1, "r1")
    undo(folder)
    put = put_order(folder, "B", "r2", "corrected")
    assert [posted.text for posted in put.replaced] == ["r1"]
    assert [used.canonical for used in resolve(folder).turn.record.orders] == ["r1", "r2", "r1"]


def test_the_set_up_is_not_taken_back(folder: Path) -> None:
    before = contents(folder)
    error = refusal(lambda: undo(folder))
    assert (error.status, error.message) == (1, "there is no turn to take back")
    assert contents(folder) == before


@pytest.mark.parametrize("file", ["deadline.toml", "deadline-002.toml"])
def test_nothing_is_taken_back_while_a_deadline_cannot_be_read(folder: Path, file: str) -> None:
    play(folder, 2)
    (folder / file).write_text("format = 1\nat = 5\n", encoding="utf-8")
    before = contents(folder)
    assert file in refusal(lambda: undo(folder)).file
    assert contents(folder) == before


def test_everything_taken_back_one_by_one(folder: Path) -> None:
    states = [contents(folder)]
    for turn in range(4):
        play(folder, 1)
        states.append(contents(folder))
        amend(folder, {"boats.A.at": 20 + turn}, "for the test")
        states.append(contents(folder))
    for state in reversed(states[:-1]):
        undo(folder)
        turns = {name: data for name, data in contents(folder).items() if name.startswith("turn-")}
        assert turns == {name: data for name, data in state.items() if name.startswith("turn-")}


def test_an_amendment_counts_from_now_on(folder: Path) -> None:
    play(folder, 2)
    order_all(folder)
    old = open_table(folder)
    amended = amend(folder, {"boats.A.at": 20, "boats.B.at": 7}, "the scorer's\r\nslip")
    assert (amended.record.turn, amended.record.amendment, amended.record.reason) == (2, 1, "the scorer's\nslip")
    assert amended.before == old.position
    assert [boat.at for boat in amended.after.boats][:2] == [20, 7]
    assert [event.kind for event in amended.record.events] == ["amended"]
    assert amended.record.events[0].data == {
        "changes": {"boats.A.at": 20, "boats.B.at": 7},
        "was": {"boats.A.at": old.position.boats[0].at, "boats.B.at": old.position.boats[1].at},
        "reason": "the scorer's\nslip",
    }
    table = open_table(folder)
    assert (table.turn, table.amendment, table.position) == (2, 1, amended.after)
    assert table.hand == old.hand
    assert read_turn(table, 2, 1) == amended
    assert resolve(folder).turn.before == amended.after
    assert amend(folder, {"boats.A.at": 1}, "again").record.amendment == 1
    assert amend(folder, {"boats.A.at": 2}, "and again").record.amendment == 2
    assert verify(folder) == ()


def test_an_amendment_that_ends_the_game_says_so(folder: Path) -> None:
    assert [event.kind for event in amend(folder, {"boats.A.at": 60}, "the bell").record.events] == ["amended", "won"]
    assert verify(folder) == ()


def test_an_amended_secret_is_not_shown_to_the_public(folder: Path) -> None:
    card = "2" if open_table(folder).position.boats[0].card != "2" else "4"
    amended = amend(folder, {"boats.A.card": card, "boats.B.at": 3}, "misdealt")
    (public,) = view_events(amended.record.events, PUBLIC)
    assert public.data == {"changes": {"boats.B.at": 3}, "was": {"boats.B.at": 0}, "reason": "misdealt"}
    (secret,) = view_events(amended.record.events, GM)
    assert secret.data["changes"] == {"boats.A.card": card, "boats.B.at": 3}
    assert verify(folder) == ()


def test_none_removes_an_optional_key(folder: Path) -> None:
    amended = amend(folder, {"boats.A.card": None}, "lost overboard")
    assert amended.after.boats[0].card == ""
    assert amended.record.removed == ("boats.A.card",)
    assert amended.record.changes == {}
    assert verify(folder) == ()
    amend(folder, {"boats.A.card": "5"}, "found again")
    assert open_table(folder).position.boats[0].card == "5"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "changes: there is nothing to change"),
        ({"boats.A.at": "3"}, "boats.A.at: found '3' (allowed: a whole number)"),
        ({"boats.A.at": -3}, "boats.A.at: found -3 (allowed: 0 or more)"),
        ({"boats.D.at": 3}, "boats.D.at: boats has no D (allowed: A, B, C)"),
        ({"boat.A.at": 3}, "boat.A.at: the position has no boat; did you mean boats?"),
        ({"boats.A.speed": 3}, "boats.A.speed: unknown key (allowed: at, card)"),
        ({"boats.A.at.x": 3}, "boats.A.at.x: boats.A.at is 0 and has nothing below it"),
        ({"boats..at": 3}, "boats..at: is not a dotted key"),
        ({"": 3}, "is not a dotted key (allowed: names joined by dots, such as cars.A.speed)"),
        ({"boats.A.at": None}, "boats.A.at: is missing"),
        ({"boats.A.gone": None}, "boats.A.gone: boats.A has no gone"),
        ({"boats.A.card": "\udc80"}, "boats.A.card: found '\\udc80'"),
        ({"boats": {}}, "boats: the seats in the position would be none (allowed: A, B, C)"),
        ({"round": 1}, "the position is already like that: nothing was changed"),
    ],
)
def test_an_impossible_amendment_is_refused_and_changes_nothing(
    folder: Path, changes: dict[str, Any], said: str
) -> None:
    before = contents(folder)
    assert said in str(refusal(lambda: amend(folder, changes, "why not")))
    assert contents(folder) == before


@pytest.mark.parametrize("reason", ["", "  \n", "\x00", "x" * 5000])
def test_an_amendment_needs_a_reason(folder: Path, reason: str) -> None:
    assert refusal(lambda: amend(folder, {"boats.A.at": 3}, reason)).key == "reason"


def test_a_turn_is_not_taken_back_onto_a_spoilt_one(folder: Path) -> None:
    play(folder, 3)
    earlier = folder / "turn-002.toml"
    earlier.write_bytes(earlier.read_bytes()[:300])
    before = contents(folder)
    assert "turn-002.toml" in str(refusal(lambda: undo(folder)))
    assert contents(folder) == before
