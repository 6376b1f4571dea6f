"""The table's own thread: an order in another one may be for another game, and does not count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.live.sites import SITES, guess_forum
from gm_tools.posts import days, times
from gm_tools.posts.thread import UNPROVEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.posts.thread import Post, Thread
    from gm_tools.table import Table


def split_by_home(threads: Sequence[Thread], table: Table) -> tuple[tuple[Thread, ...], list[str]]:
    """Return the threads without those at the table's forum that are not its thread, and a sentence on each of these.

    Which one is its thread, its address says (`gm thread`); without one, all are. Private messages are nobody's thread.
    """
    address = table.thread.address
    forum = table.thread.forum or guess_forum(address)
    home = SITES[forum].thread_of(address) if address and forum in SITES else ""
    others = [
        thread
        for thread in threads
        if home and thread.source == forum and thread.id not in {"", home} and not thread.is_private
    ]
    message = N_(
        "{file}: this is thread {found} ({title}), not the table's thread {thread}, and none of its posts counts; if the game is played there, type: gm thread {table} ADDRESS"
    )
    said = [
        _(
            message,
            file=thread.posts[0].file if thread.posts else thread.id,
            found=thread.id,
            title=thread.title[:60],
            thread=home,
            table=table.name,
        )
        for thread in others
    ]
    return tuple(thread for thread in threads if thread not in others), said


def tell_unclear(one: Post, other: Post, zone: str) -> str:
    """Return what is said of two posts of which nobody knows which counts, as a message with fields; empty if clear.

    Of two threads of a forum one may be another game's; of a thread and a message the later one counts, if both have
    an exact time. Times without a zone are `zone`'s.
    """
    if (one.source, one.thread) == (other.source, other.thread):
        return ""
    if one.source == other.source and one.source not in UNPROVEN:
        return N_(
            "{one} says {order} and {other}, in another thread, says {another}: leave out the file that is not the game's, or type gm thread TABLE ADDRESS"
        )
    begin, end = (times.in_utc(post.posted, zone) for post in (one, other))
    if days.is_before(begin, end) or days.is_before(end, begin):
        return ""
    return N_("{one} says {order} and {other} says {another}: it is not known which is later")
