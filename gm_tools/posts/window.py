"""Which posts count: those after the last report (or a post, or a time), before the deadline, in the order of posting."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gm_tools.core.problems import InputError
from gm_tools.posts import times
from gm_tools.posts.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.posts.thread import Post, Thread

_LAST = "9999"  # later than all times
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
    return "[code]" in rest or "\n---" in rest or rest.startswith("===") or "SHA-256 of the seed" in rest


def window(threads: Iterable[Thread], table: str, turn: int, headline: str, bounds: Bounds) -> Window:
    """Return which posts of threads count for `turn`; `headline` is what our last report is called. Raises InputError if `since` names no post that is here."""
    threads = tuple(threads)
    start = _start(threads, bounds)
    counting: list[tuple[str, int, Post]] = []
    late: list[Post] = []
    reports: list[Post] = []
    notes: list[str] = []
    found: dict[int, int] = {}  # thread by its place: the place of its last report
    for at, thread in enumerate(threads):
        for place, post in enumerate(thread.posts):
            if is_report(post, table):
                found[at] = place
                reports.append(post)
    last = max((post.posted and times.in_utc(post.posted, bounds.zone) for post in reports), default="")
    first = reports[-1].text.strip("\n #*").partition("\n")[0].strip("* ") if reports else ""
    if not reports and not bounds.since and turn > 1 and any(thread.source not in _MESSAGES for thread in threads):
        notes.append(
            "no report of ours is in these pages: every post counts that did not count before (--since POST says where to begin)"
        )
    if reports and not bounds.since and headline not in first:
        notes.append(
            f"the last report in these pages is {first!r}, not that of the turn before this one: orders since then may be old"
            " (--since POST says where to begin)"
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
            if is_report(post, table) or {fold(post.author), post.id, post.permalink, post.key} & (
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
    notes += [
        f"{file}: {posts[0].place}"
        + (f" and {len(posts) - 1} more" if posts[1:] else "")
        + ": of unknown time, taken for before the deadline"
        for file, posts in untimed.items()
    ]
    counting.sort(key=lambda row: row[:2])
    return Window(tuple(post for *_, post in counting), tuple(late), tuple(reports), tuple(notes))


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
                f"found {bounds.since!r}: no post here has that number, id or address, and it is no time",
                key="--since",
                allowed="a post, or a time: 2026-11-21 20:00 UTC",
            ) from None
