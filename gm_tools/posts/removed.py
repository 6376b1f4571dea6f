"""Posts that were collected and are gone.

Of some a stub is left, of others nothing between the posts before and after them.
"""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from gm_tools.posts import days
from gm_tools.posts.thread import UNPROVEN, Post, Thread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.posts.captures import Capture
    from gm_tools.table import Table


def seats_of_stub(post: Post, captures: Mapping[str, Capture]) -> tuple[str, ...]:
    """Return the seats that a deleted post ordered something for: what is left of it may name nobody."""
    known = captures.get(post.key) if post.deleted else None
    return tuple(dict.fromkeys(row.partition(":")[0] for row in known.orders)) if known is not None else ()


def with_removed(
    counting: Sequence[Post], threads: Sequence[Thread], captures: Mapping[str, Capture], table: Table
) -> tuple[Post, ...]:
    """Return the posts that count with a deleted one for each that was collected for the next turn and is gone.

    A post is gone if those before and after it stand in one file, or the thread counts no other between them; what was
    the last post of a thread may be on another page. Vanilla's opening has the number 0.
    """
    posts = list(counting)
    players = {seat.mark: seat.player for seat in table.seats}
    for thread in threads:
        if thread.source in UNPROVEN:
            continue
        by_number = {_number(post.source, post.id): post for post in thread.posts}
        if 0 in by_number and thread.source != "vanilla":
            continue
        numbers = sorted(by_number)
        for capture in captures.values():
            head, __, post_id = capture.post.rpartition("/")
            number = _number(thread.source, post_id)
            is_missing = head == f"{thread.source}/{thread.id}" and number and number not in by_number
            if not (is_missing and capture.orders and capture.turn == table.turn + 1):
                continue
            at = bisect(numbers, number)
            if not 0 < at < len(numbers):
                continue
            above, below = by_number[numbers[at - 1]], by_number[numbers[at]]
            if above.file != below.file and not 0 < above.number == below.number - 1:
                continue
            player = players.get(capture.orders[0].partition(":")[0], "")
            facts = (player, capture.posted, "", "")
            stub = Post(thread.source, thread.id, post_id, 0, *facts, permalink=capture.link, deleted=True)
            place = next((place for place, post in enumerate(posts) if _is_after(post, stub)), len(posts))
            posts.insert(place, stub)
    return tuple(posts)


def _is_after(post: Post, stub: Post) -> bool:
    same = (post.source, post.thread) == (stub.source, stub.thread)
    if not same and stub.posted and post.posted:
        return days.is_before(stub.posted, post.posted)
    return same and _number(post.source, post.id) > _number(stub.source, stub.id)


def _number(source: str, post_id: str) -> int:
    """Return the number of a post, which grows with time, by its id; 0 if that is none.

    Reddit counts in digits and letters.
    """
    base, known = (36, str.isalnum) if source == "reddit" else (10, str.isdigit)
    return int(post_id, base) if post_id.isascii() and known(post_id) and len(post_id) < 30 else 0
