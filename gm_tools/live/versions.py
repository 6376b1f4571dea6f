"""Earlier versions of edited posts, at forums that tell them: NodeBB, to those who are logged in.

What a post said at the deadline counts; without its earlier versions a post that was edited after it is only known as
it is now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from gm_tools.core.i18n import ngettext
from gm_tools.core.problems import InputError
from gm_tools.live.archive import FetchedPage, add_page
from gm_tools.live.sites import prefix_of
from gm_tools.live.web import ServerReply, WebClient, WebError
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts
from gm_tools.posts.thread import Post

MOST_REQUESTS = 40  # of one run: a second each
VERSION_PAGE = 0  # what stands for the number of a page in the archive's row of a version


def fetch_versions(
    folder: Path, client: WebClient, posts: Sequence[Post], row: FetchedPage, known: Sequence[FetchedPage]
) -> Iterator[str]:
    """Bring the versions of edited posts that the archive does not have into it; yield notes for people.

    `row` is what the archive will say of the page that the posts stand on. A forum that refuses is left alone; any
    other failure raises WebError, and what came before it stays.
    """
    here = {one.address for one in known if one.page == VERSION_PAGE}
    left = MOST_REQUESTS
    edited = [post for post in posts if post.edited and not post.deleted and post.id.isdecimal()]
    for done, post in enumerate(sorted(edited, key=lambda one: one.edited, reverse=True)):
        base = prefix_of(row.address, "/api/", f"/api/v3/posts/{post.id}/diffs")
        try:
            times = _read_times(client.get(base).body)
            addresses = [address for time in times[1:] if (address := f"{base}/{time}") not in here]
            left -= 1 + len(addresses)
            if left < 0:
                yield ngettext(
                    "{n} post was edited; its earlier versions were not asked for: that would be too many requests",
                    "{n} posts were edited; their earlier versions were not asked for: that would be too many requests",
                    len(edited) - done,
                )
                return
            for address in addresses:
                _keep(folder, client.get(address), row._replace(address=address), post.id)
        except WebError as error:
            if error.answer not in {401, 403, 404}:
                raise
            return  # not every group may see them; what a late edit changed is then asked about as unknown


def _read_times(body: bytes) -> list[str]:
    """Return the times of a post's versions, in milliseconds, the newest first: that one is what the post says now."""
    try:
        times = json.loads(body)["response"]["timestamps"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []
    found = {str(time) for time in times if str(time).isdecimal()} if isinstance(times, list) else set()
    return sorted((time for time in found if 10 <= len(time) <= 15), key=int, reverse=True)


def _keep(folder: Path, reply: ServerReply, row: FetchedPage, post: str) -> None:
    """Keep a version as it came, if it is one of this post: another's would speak for another player."""
    try:
        pages = read_pages(reply.body, reply.address, capture=CaptureFacts(row.address, row.time, reply.charset))
    except InputError:
        return
    if not (len(pages) == 1 and pages[0].thread == row.thread and [one[0] for one in pages[0].versions] == [post]):
        return
    bare = FetchedPage("", VERSION_PAGE, row.address, row.time, "", "", row.turn, row.time, thread=row.thread)
    add_page(folder, bare, reply.body, "json")
