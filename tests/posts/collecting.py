"""What tests of collecting share: posts collected on the table `dust`, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import SeatRow, rows_of
from gm_tools.table import open_table
from tests.posts.threads import post, thread

AT_TEN = Bounds(deadline="2026-11-21T12:10:00+00:00")


def run(path: Path, *told: tuple[str, str] | Post, bounds: Bounds | None = None, accept: Iterable[str] = ()) -> Outcome:
    """Collect a thread of posts."""
    return collect(path, [thread(*told)], bounds or Bounds(), tuple(accept))


def row(outcome: Outcome, seat: str = "A") -> SeatRow:
    """Return the line of a seat."""
    return next(one for one in rows_of(outcome) if one.seat == seat)


def hand(path: Path) -> dict[str, str]:
    """Return the orders in hand, by seat."""
    return {posted.seat: posted.text for posted in open_table(path).hand}


def by(number: int, author: str, text: str, account: str = "", **known: object) -> Post:
    """Return a post by an account."""
    return post(number, author, text, author_id=account, **known)
