"""A thread collected piece by piece, in any order, and messages that come by another way: the last order counts."""

from __future__ import annotations

import shutil
from itertools import permutations
from pathlib import Path

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Post, Thread
from gm_tools.posts.window import Bounds
from gm_tools.table import open_table, put_order
from tests.posts.collecting import hand, row, run
from tests.posts.threads import post

FIRST, SECOND = post(1, "Alice", "Order: (6M)"), post(2, "Alice", "Order: A(7M)")
RETRACTION, AHEAD = post(3, "Alice", "I retract my order."), post(4, "Alice", "Turn 2: (6M)")


def message(text: str, posted: str = "") -> Thread:
    """Return a private message of Alice."""
    mail = post(9, "Alice", text)._replace(source="mail", thread="", id="m1", number=0, permalink="", posted=posted)
    return Thread("mail", "", "", (mail,), ())


def take(path: Path, thread: Thread, accept: str = "") -> Outcome:
    return collect(path, [thread], Bounds(), tuple(accept))


@pytest.mark.parametrize(("count", "wanted"), [(2, [("A(7M)", 0)]), (3, []), (4, [("(6M)", 2)])])
def test_pages_may_be_collected_one_by_one_in_any_order(dust: Path, count: int, wanted: list[tuple[str, int]]) -> None:
    for number, order in enumerate(permutations((FIRST, SECOND, RETRACTION, AHEAD)[:count])):
        path = shutil.copytree(dust, dust.parent / str(number) / "dust")
        for one in order:
            run(path, one)
        assert [(one.text, one.only) for one in open_table(path).hand] == wanted, order


def test_an_older_post_says_what_counts_in_its_place(dust: Path) -> None:
    run(dust, SECOND)
    outcome = run(dust, FIRST)
    assert row(outcome).verdict == (
        "in hand before; post 1 by Alice is older than https://forum.example.org/p102, which was collected before and counts"
    )
    run(dust, RETRACTION)
    for one in (FIRST, post(2, "Alice", "Turn 2: (6M)", id="100")):
        assert "which was collected before and counts" in row(run(dust, one)).verdict


@pytest.mark.parametrize("posted", ["", "2026-11-21T12:30:00+00:00"])
def test_a_message_that_came_later_stays_when_the_thread_is_collected_again(dust: Path, posted: str) -> None:
    for one in (FIRST, message("Order: A(7M)", posted), FIRST):
        _ = run(dust, one) if isinstance(one, Post) else take(dust, one)
    assert hand(dust) == {"A": "A(7M)"}


def test_a_message_that_is_older_than_the_order_in_the_thread_does_not_replace_it(dust: Path) -> None:
    run(dust, SECOND)
    take(dust, message("Order: (6M)", "2026-11-21T11:00:00+00:00"))
    assert hand(dust) == {"A": "A(7M)"}


def test_a_guess_that_was_accepted_stays_when_the_thread_is_collected_again(dust: Path) -> None:
    run(dust, FIRST)
    take(dust, message("Order: A(7M"), accept="A")
    run(dust, FIRST)
    assert hand(dust) == {"A": "A(7M)"}


def test_what_was_set_by_hand_instead_of_a_message_stays_when_the_thread_is_collected_again(dust: Path) -> None:
    run(dust, FIRST)
    take(dust, message("Order: A(7M)"))
    put_order(dust, "A", "B(5M)")
    run(dust, FIRST)
    assert hand(dust) == {"A": "B(5M)"}


def test_a_retraction_takes_back_what_is_older_and_leaves_what_is_later_on_another_page(dust: Path) -> None:
    ahead, retraction, later = (
        post(at, "Alice", text) for at, text in ((2, "Turn 2: (6M)"), (3, "I retract my order."), (5, "Order: (6M)"))
    )
    for posts in ((ahead, later), (ahead, retraction), (FIRST, ahead)):
        outcome = run(dust, *posts)
        assert row(outcome).state == "in"
    assert [(one.text, one.only) for one in open_table(dust).hand] == [("(6M)", 0)]


def test_an_order_ahead_whose_post_is_gone_stays_while_that_is_asked_about(dust: Path) -> None:
    posts = [post(at, "Alice", text) for at, text in enumerate(("Turn 2: (6M)", "Turn 2: A(7M)", "Hello"), 1)]
    run(dust, *posts)
    outcome = run(dust, posts[0], posts[2])
    assert "post 102 by Alice was deleted: it said A: turn 2: A(7M)" in row(outcome).verdict
    assert [(one.text, one.only) for one in open_table(dust).hand] == [("A(7M)", 2)]


def test_a_retraction_that_is_gone_stands_where_it_stood_in_time(dust: Path) -> None:
    told = (FIRST, post(2, "Alice", "I retract my order."), post(8, "Alice", "Hello"))
    mail = message("Order: A(7M)", "2026-11-21T12:05:00+00:00")
    for posts in (told, (told[0], told[2])):
        collect(dust, [Thread("phpbb", "77", "Dust", posts, ()), mail], Bounds())
        assert hand(dust) == {"A": "A(7M)"}


def test_a_change_of_an_older_post_that_is_accepted_counts(dust: Path) -> None:
    run(dust, FIRST)
    take(dust, message("Order: A(7M)", "2026-11-21T12:30:00+00:00"))
    changed = post(1, "Alice", "Order: B(5M)")
    assert row(run(dust, changed)).state == "asked"
    assert hand(dust) == {"A": "A(7M)"}
    run(dust, changed, accept="A")
    assert hand(dust) == {"A": "B(5M)"}


def test_an_older_page_does_not_answer_what_is_asked_of_a_later_one(dust: Path) -> None:
    unclear = post(2, "Alice", "Order: B(5M)\n\nOrder: A(7M)")
    run(dust, unclear)
    told = row(run(dust, FIRST)).verdict
    assert told.endswith(
        "post 1 by Alice is older than https://forum.example.org/p102, which was collected before and is not clear"
    )
    put_order(dust, "A", "A(7M)")
    run(dust, FIRST)
    assert hand(dust) == {"A": "A(7M)"}
    assert row(run(dust, unclear)).state == "in"  # and that is not asked again


def test_what_was_set_by_hand_instead_of_an_accepted_guess_stays(dust: Path) -> None:
    told = FIRST, post(2, "Alice", "Order: A(7M")
    run(dust, *told, accept="A")
    put_order(dust, "A", "B(5M)")
    assert row(run(dust, *told)).verdict.startswith("kept as it was set by hand")
    run(dust, FIRST)
    assert hand(dust) == {"A": "B(5M)"}
