"""Copies of our own reports in other people's posts, without quote marks: nothing in a copy is an order."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.posts.window import DIGEST, is_report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gm_tools.posts.people import People
    from gm_tools.posts.thread import Post, Thread

_MARKS = re.compile(r"\[/?[a-z]+\]|[*#`_\u200b]+|^\s*[-•]\s")  # what a forum's markup leaves about a line


def take_out_copies(threads: Sequence[Thread], table: str, people: People) -> tuple[Thread, ...]:
    """Return threads in which a report that a player's post holds as plain text is a quote.

    A copy begins with the title of a report. What of it stands in a report of these pages, line by line, is taken out,
    and all down to the digest that some reports end with. Where neither shows how far the copy goes, the post is in
    doubt.
    """
    reports = [
        [_strip_markup(line) for line in post.text.split("\n")]
        for thread in threads
        for post in thread.posts
        if is_report(post, table) and people.author(post).is_gm
    ]
    title = re.compile(rf"{re.escape(table)}: \w+ \d+\b")
    return tuple(
        thread._replace(posts=tuple(_without_copy(post, title, reports, people) for post in thread.posts))
        for thread in threads
    )


def _without_copy(post: Post, title: re.Pattern[str], reports: Sequence[Sequence[str]], people: People) -> Post:
    if title.search(post.text) is None or not people.author(post).seats:
        return post
    lines = post.text.split("\n")
    bare = [_strip_markup(line) for line in lines]
    start = next((at for at, line in enumerate(bare) if title.match(line)), None)
    if start is None:
        return post
    copied = max((set(_find_copied(bare, start, report)) for report in reports), key=len, default=set())
    last = max((at for at in range(start, len(lines)) if DIGEST.search(lines[at])), default=None)
    if last is not None:
        copied |= set(range(start, last + 1))
    if not any(bare[at] for at in copied - {start}):
        doubt = _("it contains a copy of a report, and it is not clear which part is the player's own")
        return post if post.doubt or not any(bare[start + 1 :]) else post._replace(doubt=doubt)
    text = "\n".join(line for at, line in enumerate(lines) if at not in copied)
    quote = "\n".join(lines[at] for at in sorted(copied))
    return post._replace(text=text, quotes=(*post.quotes, quote))


def _find_copied(lines: Sequence[str], start: int, report: Sequence[str]) -> Iterator[int]:
    """Yield the places of lines from `start` on that stand in a report in the same order.

    Empty lines between them count, too.
    """
    if lines[start] not in report:
        return
    places: dict[str, list[int]] = {}
    for at, line in enumerate(report):
        places.setdefault(line, []).append(at)
    reached = report.index(lines[start])
    yield start
    for at in range(start + 1, len(lines)):
        row = places.get(lines[at], [])
        following = bisect_right(row, reached)
        if following < len(row):
            reached = row[following] if lines[at] else reached
            yield at


def _strip_markup(line: str) -> str:
    """Return a line without markup, blanks squeezed."""
    return " ".join(_MARKS.sub(" ", line).split())
