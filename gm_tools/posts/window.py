"""Which posts count: those after the last report (or a post, or a time), before the deadline, in the order of posting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.core.problems import InputError
from gm_tools.core.words import tr, trn
from gm_tools.posts import times
from gm_tools.posts.names import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from gm_tools.posts.thread import Post, Thread

_LAST = "9999"  # later than all times
_ERRATUM = re.compile(r"(?:erratum|korrektur)\b", re.IGNORECASE)  # as report --erratum begins, in every language
_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")  # the commitment, in the first report
_MESSAGES = frozenset({"mail", "text"})  # what the game master hands in: without a time, it is the newest


class Bounds(NamedTuple):
    """What the game master asked for. `since` is a post (its number, id or address) or a time; times without a zone are `zone`'s."""

    since: str = ""
    deadline: str = ""
    zone: str = "UTC"
    ignore: Sequence[str] = ()


class Window(NamedTuple):
    """The posts that count, in the order in which they were posted, and those that came too late; `reports` are our own."""

    posts: tuple[Post, ...]
    late: tuple[Post, ...]
    reports: tuple[Post, ...]
    notes: tuple[str, ...]


def is_report(post: Post, table: str) -> bool:
    """Tell whether a post is one of our own reports: its first line is the title `TABLE: …`, and a board or a table follows."""
    first, _, rest = post.text.lstrip("\n #*").partition("\n")
    if not first.strip("* ").startswith(f"{table}: "):
        return False
    return "[code]" in rest or "\n---" in rest or rest.startswith("===") or bool(_DIGEST.search(rest))


def reports_in(thread: Thread, table: str, players: Collection[str]) -> dict[int, bool]:
    """Return which posts of a thread are the game master's, by their places: reports (True), and errata (False).

    What follows a report directly, by the same author, goes on with it, if it is one of several posts: its author has no seat
    (`players` are folded names), or there is nothing in it but what stands in reports.
    """
    found: dict[int, bool] = {}
    for place, post in enumerate(thread.posts):
        if is_report(post, table):
            found[place] = not _ERRATUM.match(_first_line(post)[len(table) + 2 :])
        elif place - 1 in found and post.author == thread.posts[place - 1].author:
            goes_on = fold(post.author) not in players or re.match(r"\W*(?:\[code\]|-{3})", post.text)
            if goes_on and post.text:
                found[place] = found[place - 1]
    return found


def _first_line(post: Post) -> str:
    return post.text.strip("\n #*").partition("\n")[0].strip("* ")


def window(
    threads: Iterable[Thread],
    table: str,
    turn: int,
    headlines: Collection[str],
    bounds: Bounds,
    players: Collection[str] = (),
) -> Window:
    """Return which posts of threads count for `turn`.

    `headlines` is what our last report is called, in every language that it may be written in; `players` are the names of those
    who have seats, folded. Raises InputError if `since` names no post that is here.
    """
    threads = tuple(threads)
    start = _start(threads, bounds)
    counting: list[tuple[str, int, Post]] = []
    late: list[Post] = []
    reports: list[Post] = []
    notes: list[str] = []
    found: dict[int, int] = {}  # thread by its place: the place of its last report
    ours = [reports_in(thread, table, players) for thread in threads]
    for at, thread in enumerate(threads):
        for place, is_whole in ours[at].items():
            if is_whole:  # an erratum is ours, and orders from before it count
                found[at] = place
                reports.append(thread.posts[place])
    last = max((post.posted and times.in_utc(post.posted, bounds.zone) for post in reports), default="")
    titled = [post for post in reports if is_report(post, table)]
    first = _first_line(titled[-1]) if titled else ""
    if not reports and not bounds.since and turn > 1 and any(thread.source not in _MESSAGES for thread in threads):
        notes.append(
            tr(
                "no report of ours is in these pages: every post counts that did not count before (--since POST says where to begin)"
            )
        )
    if reports and not bounds.since and not any(headline in first for headline in headlines):
        notes.append(
            tr(
                "the last report in these pages is {first!r}, not that of the turn before this one: orders since then may be old"
                " (--since POST says where to begin)",
                first=first,
            )
        )
    ignored = {fold(name) for name in bounds.ignore}
    untimed: dict[str, list[Post]] = {}
    serial = 0
    for at, thread in enumerate(threads):
        previous = ""
        for place, post in enumerate(thread.posts):
            serial += 1
            posted = times.in_utc(post.posted, bounds.zone)
            previous = posted or previous
            if place in ours[at] or {fold(post.author), post.id, post.permalink, post.key} & (
                ignored | set(bounds.ignore)
            ):
                continue
            if start is not None:
                is_in = place > start[1] if start[0] == at else (posted or previous or _LAST) > start[2]
            elif at in found:
                is_in = place > found[at]
            else:
                is_in = not last or not posted or posted > last
            if not is_in:
                continue
            if bounds.deadline and posted and posted > bounds.deadline:
                late.append(post)
                continue
            if bounds.deadline and not posted and not post.deleted:
                untimed.setdefault(post.file, []).append(post)
            counting.append((posted or previous or (_LAST if post.source in _MESSAGES else ""), serial, post))
    notes += [_of_unknown_time(file, posts) for file, posts in untimed.items()]
    counting.sort(key=lambda row: row[:2])
    return Window(tuple(post for *_, post in counting), tuple(late), tuple(reports), tuple(notes))


def _of_unknown_time(file: str, posts: Sequence[Post]) -> str:
    place = posts[0].place
    if len(posts) == 1:
        return tr("{file}: {place}: of unknown time, taken for before the deadline", file=file, place=place)
    return trn(
        "{file}: {place} and {n} more: of unknown time, taken for before the deadline",
        "{file}: {place} and {n} more: of unknown time, taken for before the deadline",
        len(posts) - 1,
        file=file,
        place=place,
    )


def _start(threads: Sequence[Thread], bounds: Bounds) -> tuple[int, int, str] | None:
    """Return where `since` points: thread, place in it, time. A time points before all posts of a thread -1."""
    if not bounds.since:
        return None
    wanted = bounds.since.strip().lstrip("#")
    for at, thread in enumerate(threads):
        for place, post in enumerate(thread.posts):
            if wanted in {post.key, post.permalink, post.id} or (post.number and wanted == str(post.number)):
                return at, place, times.in_utc(post.posted, bounds.zone)
    try:
        return -1, -1, times.parse_time(bounds.since, "--since")
    except InputError:
        text = f"{bounds.since.strip()} {bounds.zone}"
        try:
            return -1, -1, times.parse_time(text, "--since")
        except InputError:
            raise InputError(
                tr(
                    "found {since!r}: no post here has that number, id or address, and it is no time",
                    since=bounds.since,
                ),
                key="--since",
                allowed=tr("a post, or a time: 2026-11-21 20:00 UTC"),
            ) from None
