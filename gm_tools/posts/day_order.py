"""Whether days come before months in the dates of a thread: 05/11/2026 is in May or in November.

A day after the 12th in any post tells it for all posts of a page, and of a forum's thread where its pages agree. Else
the order of the posts tells it, where they stand in the order of time under one reading and not under the other. What
nothing tells stays two times (days.py).
"""

from __future__ import annotations

from datetime import date  # noqa: TID251  (compares times that are given; asks no clock)
from itertools import accumulate
from typing import TYPE_CHECKING

from gm_tools.posts import days

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.posts.thread import Page, Post


def settle_page(page: Page, fetched: str = "") -> Page:
    """Return a page whose dates are settled as far as it tells; `fetched` is when, in UTC (empty: unknown)."""
    if not any(days.split_either(time)[1] for post in page.posts for time in (post.posted, post.edited)):
        return page
    order = _order_of(page.posts, fetched)
    return page._replace(posts=tuple(_settle_post(post, order) for post in page.posts), day_first=order)


def settle_by_others(pages: Sequence[Page]) -> list[Page]:
    """Return the pages of a forum's thread: what one does not tell of its dates, others do if they agree."""
    told = {page.day_first for page in pages} - {None}
    if len(told) != 1:
        return list(pages)
    (order,) = told
    return [
        page
        if page.day_first is not None
        else page._replace(posts=tuple(_settle_post(post, order) for post in page.posts))
        for page in pages
    ]


def settle_by_place(posts: Sequence[Post]) -> list[Post]:
    """Return the posts of a whole thread, in their order, which may tell what its pages do not."""
    if not any(days.is_either(time) for post in posts for time in (post.posted, post.edited)):
        return list(posts)
    order = _order_of(posts)
    return [_settle_post(post, order) for post in posts]


def _order_of(posts: Sequence[Post], fetched: str = "") -> bool | None:
    """Return whether days come first in the dates of posts. One that may be somebody's quote is no evidence."""
    row, is_sorted = in_order(post for post in posts if not post.doubt)
    return find_order([(post.posted, post.edited) for post in row], is_sorted=is_sorted, fetched=fetched)


def find_order(rows: Sequence[tuple[str, str]], *, is_sorted: bool, fetched: str = "") -> bool | None:
    """Return whether days come before months in the times of posts, when made and when edited; None if nothing tells.

    Posts that are not sorted may stand in the order of time or in reverse.
    """
    shown = [days.split_either(time) for row in rows for time in row]
    sides = {bool(by_day) for by_day, sign, by_month in shown if sign and not (by_day and by_month)}
    if sides:
        return sides.pop() if len(sides) == 1 else None
    fitting = [order for order in (True, False) if _fits(rows, order, is_sorted, fetched)]
    return fitting[0] if len(fitting) == 1 else None


def in_order(posts: Iterable[Post]) -> tuple[list[Post], bool]:
    """Return posts in the order of their numbers or ids, and whether they have any."""
    row = list(posts)
    if all(post.number for post in row):
        return sorted(row, key=lambda post: post.number), True
    if all(post.id.isascii() and post.id.isdigit() for post in row):
        return sorted(row, key=lambda post: int(post.id)), True
    return row, False


def _fits(rows: Sequence[tuple[str, str]], order: bool, is_sorted: bool, fetched: str) -> bool:
    """Tell whether posts stand in the order of time under a reading, and none is edited before or fetched too early.

    A day is let pass: zones differ, and so do clocks.
    """
    read = [[_day(days.settle(time, day_first=order)) for time in row] for row in rows]
    latest = _day(fetched) or date.max.toordinal()
    if any(max(row) > latest + 1 or 0 < row[1] < row[0] - 1 for row in read):
        return False
    stamps = [posted for posted, __ in read if posted]
    return _never_falls(stamps) or (not is_sorted and _never_falls(stamps[::-1]))


def _never_falls(stamps: Sequence[int]) -> bool:
    return all(stamp >= before - 1 for stamp, before in zip(stamps, accumulate(stamps, max), strict=True))


def _day(time: str) -> int:
    """Return the number of a day in the calendar, 0 for a time that is not known."""
    try:
        return date.fromisoformat(time[:10]).toordinal()
    except ValueError:
        return 0


def _settle_post(post: Post, order: bool | None) -> Post:
    posted, edited = (days.settle(time, day_first=order) for time in (post.posted, post.edited))
    return post._replace(posted=posted, edited=edited)
