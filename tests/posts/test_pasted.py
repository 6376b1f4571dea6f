"""Pasted text: who wrote what is told by one form of heading; what cannot be told is asked, never guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.posts.answer import replies_of, rows_of, wants_gm
from gm_tools.posts.collect import collect
from gm_tools.posts.window import Bounds
from gm_tools.table.store import open_table
from tests.posts.threads import post, thread

if TYPE_CHECKING:
    from pathlib import Path


def hand(dust: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(dust).hand}


def test_nothing_of_a_post_of_doubtful_author_is_taken_before_it_is_accepted(dust: Path) -> None:
    doubt = "line 7 may be a quote"
    doubtful = post(2, "Alice", "Order: A(7M)", doubt=doubt)
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds())
    assert hand(dust) == {"A": "(6M)"}
    row = next(row for row in rows_of(outcome) if row.seat == "A")
    assert row.verdict.startswith(f"ambiguous: {doubt}; --accept A takes what it says as written by Alice")
    assert "in hand stays (6M)" in row.verdict
    assert wants_gm(outcome)
    assert replies_of(outcome) == []
    collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds(), accept=["A"])
    assert hand(dust) == {"A": "A(7M)"}
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds())
    assert hand(dust) == {"A": "A(7M)"}
    assert not wants_gm(outcome)


def test_a_doubtful_retraction_takes_nothing_back(dust: Path) -> None:
    doubtful = post(2, "Alice", "I retract my order.", doubt="line 7 may be a quote")
    outcome = collect(dust, [thread(("Alice", "Order: (6M)"), doubtful)], Bounds())
    assert hand(dust) == {"A": "(6M)"}
    assert wants_gm(outcome)
