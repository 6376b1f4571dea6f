"""Posts that were collected and are gone: of some a stub is left, of others nothing between the posts before and after them."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from gm_tools.posts.thread import UNPROVEN, Post

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.posts.captures import Capture
    from gm_tools.posts.thread import Thread
    from gm_tools.table import Table


def seats_of_stub(post: Post, captures: Mapping[str, Capture]) -> tuple[str, ...]:
    """Return the seats that a deleted post ordered something for: what is left of it may name nobody."""
    known = captures.get(post.key) if post.deleted else None
    return tuple(dict.fromkeys(row.partition(":")[0] for row in known.orders)) if known is not None else ()


def with_removed(
    counting: Sequence[Post], threads: Sequence[Thread], captures: Mapping[str, Capture], table: Table
) -> tuple[Post, ...]:
    """Return the posts that count with a deleted one for each that was collected for the next turn and is gone.

    A post is gone if those before and after it stand in one file; what was the last post of a thread may be on another page.
    """
    posts = list(counting)
    players = {seat.mark: seat.player for seat in table.seats}
    for thread in threads:
        if thread.source in UNPROVEN or not all(_is_number(post.id) for post in thread.posts):
            continue
        files = {int(post.id): post.file for post in thread.posts}
        numbers = sorted(files)
        for capture in captures.values():
            head, __, number = capture.post.rpartition("/")
            is_here = head == f"{thread.source}/{thread.id}" and _is_number(number) and int(number) not in files
            if not (is_here and capture.orders and capture.turn == table.turn + 1):
                continue
            at = bisect(numbers, int(number))
            if not 0 < at < len(numbers) or files[numbers[at - 1]] != files[numbers[at]]:
                continue
            player = players.get(capture.orders[0].partition(":")[0], "")
            stub = Post(thread.source, thread.id, number, 0, player, "", "", "", permalink=capture.link, deleted=True)
            place = next((place for place, post in enumerate(posts) if _is_after(post, stub)), len(posts))
            posts.insert(place, stub)
    return tuple(posts)


def _is_after(post: Post, stub: Post) -> bool:
    return (post.source, post.thread) == (stub.source, stub.thread) and int(post.id) > int(stub.id)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
