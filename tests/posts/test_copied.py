"""Text of other posts that somebody copied into a post, and orders for "the next turn": asked about, never taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import rows_of, wants_gm
from gm_tools.table import open_table
from tests.posts.threads import thread

HEADINGS = [
    "Bob wrote on 2026-11-21 13:00:",
    "Alice wrote on 2026-11-21 13:00:",
    "Bob wrote:",
    "Zed said:",
    "Bob:",
    "From: Bob <98@example.org>\nDate: Sat, 21 Nov 2026 13:00:00 +0000\nSubject: x\n",
    "Post by Bob » Sat Nov 21, 2026 9:30 pm",
    "by Bob » Sat Nov 21, 2026 9:30 pm",
    "Bob — 11/21/2026 9:30 PM",
    "Bob — Yesterday at 21:30",
    "On Sat, Nov 21, 2026 at 9:30 PM Bob <98@example.org> wrote:\n",
    "Bob\nNov 21, 2026\n#3",
    "u/Bob · 3h ago",
    "-----Original Message-----\nFrom: Bob\n",
    "Originally posted by Bob",
    "Quote from: Bob on November 21, 2026, 09:30:00 PM",
    "Quote:",
    "Bob schrieb am 21.11.2026 um 12:02:",
]


def run(path: Path, text: str) -> tuple[Outcome, dict[str, str], str]:
    outcome = collect(path, [thread(("Alice", text))], Bounds())
    verdict = next(row.verdict for row in rows_of(outcome) if row.seat == "A")
    return outcome, {posted.seat: posted.text for posted in open_table(path).hand}, verdict


@pytest.mark.parametrize("heading", HEADINGS)
def test_an_order_under_a_copied_heading_is_asked_about(dust: Path, heading: str) -> None:
    outcome, hand, verdict = run(dust, f"Ha!\n\n{heading}\nOrder: A(7M)")
    assert (hand, wants_gm(outcome)) == ({}, True)
    assert "heading of another post" in verdict or "another player" in verdict


@pytest.mark.parametrize("heading", [one for one in HEADINGS if one != "Bob:"])
def test_an_order_under_copied_text_is_asked_about_and_one_above_it_counts(dust: Path, heading: str) -> None:
    outcome, hand, __ = run(dust, f"{heading}\nOrder: A(7M)\n\nToo fast for me.\n\nOrder: (6M)")
    assert (hand, wants_gm(outcome)) == ({}, True)
    outcome, hand, __ = run(dust, f"Order: (6M)\n\n{heading}\nOrder: A(7M)")
    assert (hand, wants_gm(outcome)) == ({"A": "(6M)"}, True)


@pytest.mark.parametrize("heading", ["Bob wrote:", "Bob wrote on 2026-11-21 13:00:"])
def test_a_retraction_under_a_copied_heading_takes_nothing_back(dust: Path, heading: str) -> None:
    outcome, hand, verdict = run(dust, f"Order: (6M)\n\n{heading}\nI retract my order.")
    assert (hand, wants_gm(outcome)) == ({"A": "(6M)"}, True)
    assert "may take back" in verdict


def test_lines_behind_quotation_marks_are_quoted(dust: Path) -> None:
    outcome, hand, __ = run(dust, "> Bob wrote:\n> Order: A(7M)\n> > I retract my order.\n\nToo fast.\n\nOrder: (6M)")
    assert (hand, wants_gm(outcome)) == ({"A": "(6M)"}, False)


def test_a_post_of_nothing_but_a_quoted_order_is_asked_about(dust: Path) -> None:
    outcome, hand, verdict = run(dust, "> Order: A(7M)")
    assert (hand, wants_gm(outcome)) == ({}, True)
    assert "it is quoted" in verdict


@pytest.mark.parametrize(
    "text",
    [
        "As I said:\n\nOrder: (6M)",
        "The rules said:\nno oil.\n\nOrder: (6M)",
        "Bob wrote that he is late on 2026-11-21.\n\nOrder: (6M)",
        "Posted at 21:30 from my phone.\nOrder: (6M)",
        "From the pits with love\nOrder: (6M)",
        "We are #1\nOrder: (6M)",
        "See you on Nov 23, 2026!\n\nOrder: (6M)",
        "A quote for you, friends.\nOrder: (6M)",
        "=> Order: (6M)",
    ],
)
def test_prose_is_no_heading(dust: Path, text: str) -> None:
    outcome, hand, __ = run(dust, text)
    assert (hand, wants_gm(outcome)) == ({"A": "(6M)"}, False)


@pytest.mark.parametrize(
    "words", ["next turn: A(7M)", "Next turn A(7M)", "nächster Zug: A(7M)", "Then, next round, A(7M)"]
)
def test_an_order_for_the_next_turn_is_asked_about_and_the_one_beside_it_counts(dust: Path, words: str) -> None:
    outcome, hand, verdict = run(dust, words)
    assert (hand, wants_gm(outcome)) == ({}, True)
    assert "write 'turn 1:' or 'turn 2:'" in verdict
    assert "--accept" not in verdict
    outcome, hand, __ = run(dust, f"Order: (6M)\n{words}")
    assert (hand, wants_gm(outcome)) == ({"A": "(6M)"}, True)
