"""Order sheets in posts: alternatives, orders for later turns, and orders that one player gives for another's seat."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import SeatRow, rows_of, wants_gm
from gm_tools.table import open_table, put_order
from gm_tools.table.resolve import resolve
from tests.posts.collecting import AT_TEN
from tests.posts.threads import post, thread
from tests.table.crossing import contents

EXAMPLES = Path(__file__).parents[2] / "turns"


def run(path: Path, *told: tuple[str, str] | Post, bounds: Bounds | None = None, accept: str = "") -> Outcome:
    return collect(path, [thread(*told)], bounds or Bounds(), tuple(accept))


def row(outcome: Outcome, seat: str = "A") -> SeatRow:
    return next(one for one in rows_of(outcome) if one.seat == seat)


def hand(path: Path) -> list[tuple[str, str, int]]:
    return [(posted.seat, posted.text, posted.only) for posted in open_table(path).hand]


@pytest.mark.parametrize(
    "text",
    [
        "Order: A(7M) else (6M)",
        "[order]A(7M) else (6M)[/order]",
        "[code]A(7M) else (6M)[/code]",
        "Hello all,\n\nA(7M) else (6M)\n\nBye",
        "Befehl: A(7M) else (6M)",
        "Zug: A(7M) else (6M)",
        "Mein Befehl:\nA(7M) else (6M)",
        "Order for Alice: A(7M) else (6M)",
    ],
)
def test_alternatives_are_taken_whole(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == [("A", "A(7M) else (6M)", 0)]
    assert row(outcome)[2:6:2] == ("A(7M) else (6M)", "post 1 by Alice")
    assert row(outcome).state == "in"


def test_the_first_legal_alternative_decides_whether_it_is_legal(dust: Path) -> None:
    assert not wants_gm(run(dust, ("Alice", "Order: (2M) else (6M)")))
    outcome = run(dust, ("Bob", "hi"), ("Alice", "Order: (2M) else (3M)"))
    assert row(outcome).verdict.startswith("illegal: ")
    assert hand(dust) == [("A", "(2M) else (3M)", 0)]


@pytest.mark.parametrize("text", ["A(7M) sonst (6M)", "A(7M) oder (6M)"])
def test_alternatives_may_be_parted_in_german(dust: Path, text: str) -> None:
    run(dust, ("Alice", f"Befehl: {text}"))
    assert hand(dust) == [("A", text, 0)]


def test_an_else_in_prose_is_prose(dust: Path) -> None:
    run(dust, ("Alice", "What else can I do\n\nelse\n\nA else nobody\n\n5M or else"))
    assert hand(dust) == []


@pytest.mark.parametrize(
    "text",
    [
        "Order: A(7M); turn 2: (6M) else (5M); turn 3: B",
        "[order]A(7M)\nturn 2: (6M) else (5M)\nturn 3: B[/order]",
        "[order]turn 1: A(7M)\nturn 2: (6M) else (5M); Turn 3: B[/order]",
        "Order: A(7M)\nTurn 2: (6M) else (5M)\nTurn #3: B",
        "Befehl: A(7M)\nZug 2: (6M) else (5M)\nZug 3: B",
        "[order]A(7M); Zug 2: (6M) else (5M); Zug 3: B[/order]",
    ],
)
def test_each_turn_of_a_sheet_is_in_hand_for_its_turn(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    now = 1 if "urn 1" in text else 0
    assert hand(dust) == [("A", "A(7M)", now), ("A", "(6M) else (5M)", 2), ("A", "B", 3)]
    assert row(outcome).verdict == "in hand; in hand for turn 2: (6M) else (5M); in hand for turn 3: B"
    before = contents(dust)
    again = run(dust, ("Alice", text))
    assert contents(dust) == before
    assert again.taken == ()
    assert rows_of(again) == rows_of(outcome)


@pytest.mark.parametrize("text", ["Order: (6M); turn 2: (6M)", "Turn 1: (6M)\nTurn 2: (6M)", "(6M)\nTurn 2: (6M)"])
def test_the_same_order_for_two_turns_is_in_hand_for_both(dust: Path, text: str) -> None:
    for __ in range(2):
        run(dust, ("Alice", text))
        assert [(order, max(turn, 1)) for __, order, turn in hand(dust)] == [("(6M)", 1), ("(6M)", 2)]


EDITS = {
    "(6M)": [("(6M)", 0)],
    "(6M)\nTurn 2: (6M)": [("(6M)", 0), ("(6M)", 2)],
    "(6M)\nTurn 2: A(7M)": [("(6M)", 0), ("A(7M)", 2)],
    "Turn 3: (6M)": [("(6M)", 3)],
    "Order: (6M": [],
    "Hello": [],
}


@pytest.mark.parametrize(("before", "after"), [*zip(EDITS, [*list(EDITS)[1:], "(6M)"], strict=True), ("(6M)", "Hello")])
def test_of_a_post_that_was_edited_in_time_only_what_it_says_now_is_in_hand(
    dust: Path, before: str, after: str
) -> None:
    run(dust, ("Alice", before), bounds=AT_TEN)
    outcome = run(dust, post(1, "Alice", after, edited="2026-11-21T12:05:00+00:00"), bounds=AT_TEN)
    assert [order[1:] for order in hand(dust)] == EDITS[after]
    if EDITS[before]:
        assert "before the deadline; collected before: A: " in row(outcome).verdict


def test_an_order_that_an_edit_spells_otherwise_stays_in_hand(dust: Path) -> None:
    run(dust, ("Alice", "Order: MMMMMM"), bounds=AT_TEN)
    for text in ("(6M)", "(6M)\nTurn 2: A(7M)"):
        outcome = run(dust, post(1, "Alice", text, edited="2026-11-21T12:05:00+00:00"), bounds=AT_TEN)
        assert [order[1:] for order in hand(dust)] == EDITS[text]
        assert "by hand" not in row(outcome).verdict


def test_the_order_before_it_counts_again_when_a_post_is_edited_to_none(dust: Path) -> None:
    first = post(1, "Alice", "Order: A(7M)")
    run(dust, first, post(2, "Alice", "Order: (6M)"), bounds=AT_TEN)
    run(dust, first, post(2, "Alice", "Nice!", edited="2026-11-21T12:05:00+00:00"), bounds=AT_TEN)
    assert hand(dust) == [("A", "A(7M)", 0)]


def test_an_order_ahead_counts_again_when_the_post_that_replaced_it_is_edited(dust: Path) -> None:
    first, later = post(1, "Alice", "(6M)\nTurn 2: A(7M)"), post(2, "Alice", "Turn 2: (6M)")
    run(dust, first, later, bounds=AT_TEN)
    assert [order[1:] for order in hand(dust)] == [("(6M)", 0), ("(6M)", 2)]
    run(dust, first, later._replace(text="Hi", sha256="x", edited="2026-11-21T12:05:00+00:00"), bounds=AT_TEN)
    assert [order[1:] for order in hand(dust)] == [("(6M)", 0), ("A(7M)", 2)]


def test_a_guess_is_not_accepted_because_the_post_said_the_same_before_or_for_another_turn(dust: Path) -> None:
    run(dust, ("Alice", "Order: (6M)"), ("Bob", "Turn 3: (6M)\nOrder: (6M"), bounds=AT_TEN)
    edited = post(1, "Alice", "Order: (5M)", edited="2026-11-21T12:05:00+00:00")
    outcome = run(dust, edited, ("Bob", "Turn 3: (6M)\nOrder: (6M"), bounds=AT_TEN)
    assert hand(dust) == [("O", "(6M)", 3), ("A", "(5M)", 0)]
    assert [row(outcome, seat).state for seat in "AO"] == ["asked", "asked"]


def test_a_changed_post_that_is_accepted_leaves_nothing_of_what_it_said_in_hand(dust: Path) -> None:
    run(dust, ("Alice", "(6M)\nTurn 2: (6M)"))
    run(dust, ("Alice", "A(7M)"), accept="A")
    assert hand(dust) == [("A", "A(7M)", 0)]


def test_an_order_for_a_later_turn_alone_leaves_this_one_missing(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Turn 2: A(7M)"))
    assert row(outcome).state == "missing"
    assert row(outcome).verdict == "missing; in hand for turn 2: A(7M)"
    assert hand(dust) == [("A", "A(7M)", 2)]


def test_a_post_that_names_its_turn_counts_for_that_turn_only(dust: Path) -> None:
    run(dust, ("Alice", "Turn 1: A(7M)"))
    assert hand(dust) == [("A", "A(7M)", 1)]


def test_a_later_post_replaces_turn_by_turn(dust: Path) -> None:
    sheet = ("Alice", "Order: A(7M); turn 2: (6M); turn 3: B")
    run(dust, sheet, ("Alice", "Turn 2: (5M)"))
    assert sorted(hand(dust)) == [("A", "(5M)", 2), ("A", "A(7M)", 0), ("A", "B", 3)]
    run(dust, sheet, ("Alice", "Turn 2: (5M)"), ("Alice", "Order: (6M)"))
    assert sorted(hand(dust)) == [("A", "(5M)", 2), ("A", "(6M)", 0), ("A", "B", 3)]


def test_a_retraction_takes_back_what_was_meant_for_later_too(dust: Path) -> None:
    sheet = ("Alice", "Order: A(7M); turn 2: (6M)")
    run(dust, sheet)
    run(dust, sheet, ("Alice", "Mein Befehl ist zurückgezogen."))
    assert hand(dust) == []


def test_two_orders_for_one_later_turn_are_asked_about(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)\n\nTurn 2: A(7M)\n\nTurn 2: (6M)"))
    assert "holds two different orders" in row(outcome).verdict
    assert hand(dust) == [("A", "(6M)", 0)]


def test_what_is_in_hand_for_later_is_used_then(dust: Path) -> None:
    players = {seat.mark: seat.player for seat in open_table(dust).seats}
    run(dust, ("Alice", "Order: (6M); turn 2: A(2M) else (6M)"))
    for seat in players:
        if seat != "A":
            put_order(dust, seat, "(6M)")
    resolve(dust)
    assert hand(dust) == [("A", "A(2M) else (6M)", 2)]
    assert row(run(dust, post(2, "Bob", "hello"))).verdict == "in hand before"


def test_a_turn_that_is_past_is_reported(dust: Path) -> None:
    for seat in open_table(dust).seats:
        put_order(dust, seat.mark, "(6M)")
    resolve(dust)
    outcome = run(dust, ("Alice", "Turn 1: A(7M)"))
    why = "no order found in post 1 by Alice: 'Turn 1: A(7M)'; post 1 by Alice is for turn 1, but the next is turn 2"
    assert row(outcome).verdict == why


def test_an_order_for_another_s_ball_counts_for_the_player_who_is_asked(tmp_path: Path) -> None:
    """After a Devil, R moves for G: the order names G, and R's player writes it."""
    path = tmp_path / "marbles"
    shutil.copytree(EXAMPLES / "marbles", path)
    for file in sorted(path.glob("turn-*.toml"))[107:]:  # turn 106 ends with a Devil: R plays for K
        file.unlink()
    (path / "orders.toml").write_text("format = 1\n", encoding="utf-8")
    table = open_table(path)
    position = table.position
    decider, turn = position.decider, position.turn
    assert list(table.game.awaited(position)) != []
    asked = next(iter(table.game.awaited(position)))
    order = next(iter(table.game.legal_orders(position, asked)))
    player = next(seat.player for seat in table.seats if seat.mark == asked)
    text = table.game.format_order(order)
    assert decider != turn
    assert not text.startswith(f"{asked}:")
    outcome = run(path, (player, f"Order: {text}"), bounds=Bounds(since="2026-11-21 12:00 UTC"))
    assert [(posted.seat, posted.text) for posted in outcome.table.hand] == [(asked, text)]
    assert not outcome.states[0].asks


AHEAD = "Order: (6M)\nTurn 2: A(7M)\nTurn 3: B(6M)"
KEPT = [("A", "A(7M)", 2), ("A", "B(6M)", 3)]


@pytest.mark.parametrize(
    ("now", "accepted"),
    [
        (post(1, "Alice", "Order: (6M)\nTurn 2: A(7M)\nTurn 3: (7M)"), [("A", "A(7M)", 2), ("A", "(7M)", 3)]),
        (post(1, "Alice", "Order: (6M)\nTurn 3: B(6M)"), [("A", "B(6M)", 3)]),
        (post(1, "Alice", "I retract all of it."), []),
        (post(1, "", "", deleted=True), []),
    ],
)
def test_orders_ahead_that_their_post_does_not_say_any_more_are_asked_about(
    dust: Path, now: Post, accepted: list[tuple[str, str, int]]
) -> None:
    run(dust, ("Alice", AHEAD))
    resolve(dust, close=True, policy="straight")
    report = post(2, "Gus", "dust: turn 1\n\n[code]\n***\n[/code]")
    assert not wants_gm(run(dust, post(1, "Alice", AHEAD), report))
    outcome = run(dust, now, report)
    assert "it said A: turn 2: A(7M), A: turn 3: B(6M) when it was collected" in row(outcome).verdict
    assert (hand(dust), wants_gm(outcome)) == (KEPT, True)
    run(dust, now, report, accept="A")
    assert sorted(hand(dust)) == sorted(accepted)
    assert not wants_gm(run(dust, now, report))


def test_a_newer_post_answers_for_the_turn_that_it_orders(dust: Path) -> None:
    run(dust, ("Alice", AHEAD))
    resolve(dust, close=True, policy="straight")
    changed = post(1, "Alice", AHEAD.replace("A(7M)", "(6M)"))
    outcome = run(dust, changed, post(2, "Alice", "Order: (6M)"))
    assert not wants_gm(outcome)
    assert sorted(hand(dust)) == [("A", "(6M)", 0), ("A", "B(6M)", 3)]
