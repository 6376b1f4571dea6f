"""Posts that were changed, or that came late, and what --accept does about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Page, Post, Thread, threads_of
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from tests.posts.collecting import AT_TEN, by, hand, row, run
from tests.posts.threads import post, thread
from tests.table.crossing import contents

# Edits


def test_an_edit_after_the_deadline_is_shown_with_both_texts(dust: Path) -> None:
    run(dust, ("Alice", "Order: (6M)"), bounds=AT_TEN)
    edited = post(1, "Alice", "Order: A(7M)", edited="2026-11-21T13:00:00+00:00")
    outcome = run(dust, edited, bounds=AT_TEN)
    assert "it said A: (6M) when it was collected, now it says A: A(7M)" in row(outcome).verdict
    assert row(outcome).state == "asked"
    assert hand(dust) == {"A": "(6M)"}
    run(dust, edited, bounds=AT_TEN, accept="A")
    assert hand(dust) == {"A": "A(7M)"}
    before = contents(dust)
    assert not wants_gm(run(dust, edited, bounds=AT_TEN))
    assert contents(dust) == before


def test_an_edit_before_the_deadline_counts_and_is_told(dust: Path) -> None:
    run(dust, ("Alice", "Order: (6M)"), bounds=AT_TEN)
    outcome = run(dust, post(1, "Alice", "Order: A(7M)", edited="2026-11-21T12:05:00+00:00"), bounds=AT_TEN)
    assert hand(dust) == {"A": "A(7M)"}
    assert "collected before: A: (6M)" in row(outcome).verdict
    (posted,) = open_table(dust).hand
    assert posted.edited.startswith("edited Sat 2026-11-21 12:05 UTC, before the deadline")


def test_without_a_deadline_every_change_of_a_collected_order_is_asked_about(dust: Path) -> None:
    run(dust, ("Alice", "Order: (6M)"))
    outcome = run(dust, ("Alice", "Order: A(7M)"))
    assert row(outcome).verdict.startswith("changed: post 1 by Alice was changed: it said A: (6M)")
    assert hand(dust) == {"A": "(6M)"}


@pytest.mark.parametrize("text", ["Order: MMMMMM", "Order: (6M)\n\nGood luck!"])
def test_another_spelling_is_no_change(dust: Path, text: str) -> None:
    run(dust, ("Alice", "Order: (6M)"))
    assert not wants_gm(run(dust, ("Alice", text)))


def test_a_post_without_a_clear_order_may_be_edited_into_one(dust: Path) -> None:
    run(dust, ("Alice", "Order: (6M"), ("Bob", "Order: (6M)\nOrder: A(7M)"))
    assert not wants_gm(run(dust, ("Alice", "Order: (6M)"), ("Bob", "Order: A(7M)")))
    assert hand(dust) == {"A": "(6M)", "O": "A(7M)"}


def test_an_order_that_was_deleted_is_asked_about(dust: Path) -> None:
    run(dust, ("Alice", "Order: (6M)"))
    outcome = run(dust, post(1, "Alice", "", deleted=True))
    assert "post 1 by Alice was deleted: it said A: (6M)" in row(outcome).verdict
    assert hand(dust) == {"A": "(6M)"}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("edited", ["", "2026-11-21T12:02:00+00:00"])
def test_a_post_that_is_deleted_in_one_of_two_files_is_asked_about_in_either_order(
    dust: Path, order: tuple[int, int], edited: str
) -> None:
    captures = (post(1, "Alice", "Order: (6M)", edited=edited), post(1, "Alice", "", deleted=True))
    pages = [Page("phpbb", "77", "Dust", (captures[at],), file=f"{at}.html") for at in order]
    outcome = collect(dust, threads_of(pages), Bounds())
    assert "post 1 by Alice was deleted: it said A: (6M)" in row(outcome).verdict
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, True)


ALICE, OTHERS = by(2, "Alice", "Order: A(7M)", "12"), (by(1, "Bob", "Hi!", "13"), by(3, "Carol", "Order: (6M)", "14"))


def test_an_order_that_is_gone_from_between_its_neighbours_is_asked_about(dust: Path) -> None:
    run(dust, OTHERS[0], ALICE, OTHERS[1])
    outcome = run(dust, *OTHERS)
    assert "post 102 by Alice was deleted: it said A: A(7M)" in row(outcome).verdict
    assert wants_gm(outcome)
    assert hand(dust) == {"A": "A(7M)", "C": "(6M)"}
    assert not wants_gm(run(dust, OTHERS[0], ALICE, OTHERS[1]))


def test_an_order_that_is_gone_is_asked_about_where_posts_are_counted_in_letters(dust: Path) -> None:
    def read(*posts: Post) -> Outcome:
        told = tuple(one._replace(source="reddit", id=f"kx{one.number}z") for one in posts)
        return collect(dust, [Thread("reddit", "77", "Dust", told, ())], Bounds())

    read(OTHERS[0], ALICE, OTHERS[1])
    assert "it said A: A(7M)" in row(read(*OTHERS)).verdict


def test_an_order_that_is_gone_from_the_top_of_a_page_is_asked_about(dust: Path) -> None:
    run(dust, OTHERS[0], ALICE, OTHERS[1]._replace(file="page-2.html"))
    outcome = run(dust, OTHERS[0], OTHERS[1]._replace(file="page-2.html", number=2))
    assert "it said A: A(7M)" in row(outcome).verdict


def test_an_order_that_is_gone_below_the_opening_of_a_vanilla_thread_is_asked_about(dust: Path) -> None:
    def read(*posts: Post) -> Outcome:
        told = (one._replace(source="vanilla", id="0" if one.number == 1 else one.id, number=0) for one in posts)
        return collect(dust, [Thread("vanilla", "77", "Dust", tuple(told), ())], Bounds())

    read(OTHERS[0], ALICE, OTHERS[1])
    assert "it said A: A(7M)" in row(read(*OTHERS)).verdict


@pytest.mark.parametrize(
    "told",
    [
        (OTHERS[0],),  # it may be on the next page
        (OTHERS[0], OTHERS[1]._replace(file="page-2.html")),  # or on one between these
        (*OTHERS, by(4, "Alice", "Order: A(7M)", "12")),  # or it has been posted again
    ],
)
def test_an_order_that_may_still_be_there_is_not_asked_about(dust: Path, told: tuple[Post, ...]) -> None:
    run(dust, OTHERS[0], ALICE, OTHERS[1])
    assert not wants_gm(run(dust, *told))
    assert hand(dust)["A"] == "A(7M)"


@pytest.mark.parametrize("now", [by(2, "", "", deleted=True), by(2, "Alice", "I am out of ideas.", "12"), None])
def test_an_order_that_its_post_does_not_hold_any_more_is_dropped_if_accepted(dust: Path, now: Post | None) -> None:
    first = by(1, "Alice", "Order: (6M)", "12")
    for told in ((first, ALICE, OTHERS[1]), (first, *([now] if now else []), OTHERS[1])):
        outcome = run(dust, *told)
    assert wants_gm(outcome)
    assert hand(dust)["A"] == "A(7M)"
    run(dust, *told, accept="A")
    assert hand(dust) == {"A": "(6M)", "C": "(6M)"}  # that of the post before counts again
    assert not wants_gm(run(dust, *told))


def test_two_captures_in_one_go_are_compared(dust: Path) -> None:
    outcome = run(dust, post(1, "Alice", "Order: A(7M)", earlier="Order: (6M)"))
    assert "it said A: (6M) when it was collected, now it says A: A(7M)" in row(outcome).verdict


# Captures and the deadline


UNPROVEN = "an edit of the last post leaves no mark on this forum"
DUE = "2026-11-21T12:30:59+00:00"


@pytest.mark.parametrize(
    ("read_at", "is_said"),
    [(["12:20"], False), (["12:40"], True), (["12:20", "12:40"], False), (["12:40", "12:50"], True)],
)
def test_an_order_that_was_first_read_after_the_deadline_is_named(
    dust: Path, read_at: list[str], is_said: bool
) -> None:
    for clock in read_at:
        bounds = Bounds(deadline=DUE, now=f"2026-11-21T{clock}:00+00:00")
        outcome = collect(dust, [thread(("Bob", "Order: (6M)"), ("Alice", "Order: (6M)"))], bounds)
    said = [note for note in outcome.notes if UNPROVEN in note]
    assert [note.partition(" was first read")[0] for note in said] == (["post 2 by Alice"] if is_said else [])
    assert not wants_gm(outcome)


def test_a_post_with_another_below_it_before_the_deadline_shows_its_edits(dust: Path) -> None:
    bounds = Bounds(deadline=DUE, now="2026-11-21T12:40:00+00:00")
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), ("Gus", "Thanks!"))], bounds)
    assert not any(UNPROVEN in note for note in outcome.notes)


# Late orders, and what --accept does


def test_a_late_order_is_accepted_and_stays_accepted(dust: Path) -> None:
    told = (by(1, "Alice", "Order: (6M)", "12"), by(11, "Alice", "Order: A(7M)", "12"))
    run(dust, *told, bounds=AT_TEN)
    assert hand(dust) == {"A": "(6M)"}
    outcome = run(dust, *told, bounds=AT_TEN, accept=("Alice",))
    assert hand(dust) == {"A": "A(7M)"}
    assert "accepted by the game master" in row(outcome).verdict
    before = contents(dust)
    again = run(dust, *told, bounds=AT_TEN)
    assert contents(dust) == before
    assert "was not counted" not in row(again).verdict


def test_accepting_a_seat_where_nothing_waits_is_refused(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: A(7M)"), accept=("A", "O"))
    assert [line for line in outcome.notes if "--accept" in line] == [
        "--accept A: nothing from Alice is waiting",
        "--accept O: nothing from Bob is waiting",
    ]
