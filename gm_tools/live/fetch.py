"""New pages of a thread into a table's archive, one after the other.

A page that is not what it should be changes nothing.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.live.archive import FetchedPage, add_page, digest_of, note_unchanged, read_archive, read_fetched
from gm_tools.live.credentials import find_agent, find_cookies, find_secret
from gm_tools.live.hosts import host_of
from gm_tools.live.sites import SITES, PageAsked, check_page, check_thread, guess_forum
from gm_tools.live.versions import VERSION_PAGE, fetch_versions
from gm_tools.live.web import DISCORD_AGENT, ServerReply, WebClient, WebError
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts
from gm_tools.posts.thread import Page, Thread, threads_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gm_tools.table.settings import ThreadSettings

MOST_PAGES = 500  # of one run
_PASSWORD = re.compile(rb"<input\b[^>]{0,300}\btype=[\"']?password\b", re.IGNORECASE)
_DISCORD_PAGE = 100  # messages that one request brings


class FetchResult(NamedTuple):
    """What fetching came to.

    `new`, `changed` and `unchanged` are numbers of pages, `posts` is how many posts are new, `notes` are for people.
    """

    new: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    unchanged: tuple[int, ...] = ()
    posts: int = 0
    notes: tuple[str, ...] = ()


def forum_of(settings: ThreadSettings) -> str:
    """Return the kind of forum of a table's thread, by its settings or its address.

    Raises InputError if neither says it.
    """
    if not settings.address:
        raise InputError(
            _("the table has no thread address yet"), key="thread.address", allowed=_("gm thread TABLE URL first")
        )
    forum = settings.forum or guess_forum(settings.address)
    if not forum:
        raise InputError(
            _("the address does not show which forum software it is"),
            key="thread.forum",
            allowed=_("gm thread TABLE --forum {forums}", forums="|".join(SITES)),
        )
    check_thread(forum, settings.address)
    return forum


def open_client(forum: str, address: str) -> WebClient:
    """Return a client for a thread's host with the user's own token or cookies for it, if there are any."""
    token = find_secret("token", host_of(address))
    name, form = SITES[forum].token
    headers = {}
    if token and name:
        headers = {name: form.format(token)}
    if forum == "discourse" and ":" in token:  # an account and a key that the forum's owner has made for it
        user, __, key = token.partition(":")
        headers = {"Api-Username": user, "Api-Key": key}
    cookies = "" if headers else find_cookies(address)
    client = WebClient(address, headers=headers, cookies=cookies)
    if cookies and (agent := find_agent()):
        client.name_as(agent)
    if forum == "discord":
        client.name_as(DISCORD_AGENT)
    return client


def fetch(folder: Path, settings: ThreadSettings, turn: int, now: str) -> FetchResult:
    """Bring what is new in a table's thread into its archive; `turn` is the one that is awaited, `now` the time in UTC.

    Pages that were fetched for this turn are asked for again, since posts in them can be edited; those before them are
    not. Raises WebError if the forum cannot be read: what was fetched before that stays.
    """
    forum = forum_of(settings)
    address = _api_address(forum, settings.address)
    client = open_client(forum, address)
    try:
        return _Fetcher(folder, settings, forum, client, turn, now).run(address)
    finally:
        client.close()


def archived_threads(folder: Path, settings: ThreadSettings, turn: int) -> tuple[Thread, ...]:
    """Return what the archive holds of a table's thread, as far as it says what counts for a turn.

    Raises InputError if it is empty.
    """
    thread = check_thread(forum_of(settings), settings.address)
    pages = read_fetched(folder, turn, thread, settings.zone)
    if not pages:
        raise InputError(
            _("nothing of the thread has been fetched yet"),
            file=str(folder),
            allowed=_("gm fetch TABLE, or saved pages"),
        )
    return threads_of(pages)


def _api_address(forum: str, address: str) -> str:
    """Return the address that a thread is fetched from: with a token, Reddit answers at a host of its own."""
    if forum == "reddit" and host_of(address) == "reddit.com" and find_secret("token", "oauth.reddit.com"):
        return re.sub(r"//[^/]+", "//oauth.reddit.com", address, count=1)
    return address


class _Fetcher:
    """One run over the pages of a thread."""

    def __init__(
        self, folder: Path, settings: ThreadSettings, forum: str, client: WebClient, turn: int, now: str
    ) -> None:
        self.folder, self.settings, self.forum, self.client = folder, settings, forum, client
        self.turn, self.now = turn, now
        self.thread = check_thread(forum, settings.address)
        self.archived = [one for one in read_archive(folder) if one.thread == self.thread]
        self.known = {one.page: one for one in self.archived if one.page != VERSION_PAGE}
        self.new: list[int] = []
        self.changed: list[int] = []
        self.unchanged: list[int] = []
        self.posts = 0
        self.notes: list[str] = []

    def run(self, address: str) -> FetchResult:
        """Ask for page after page, from the first that may have changed to the last that there is."""
        number = self._first_page()
        while len(self.new) + len(self.changed) + len(self.unchanged) < MOST_PAGES:
            before = [one for one in self.known.values() if one.page < number]
            asked = PageAsked(
                number, sum(one.size for one in before), next((one.last for one in reversed(before) if one.last), "")
            )
            page = self._ask(self._address(address, asked), number)
            if page is None or not self._has_more(page, number):
                break
            number += 1
        else:
            self.notes.append(_("stopped after {n} pages: fetch again for the rest", n=MOST_PAGES))
        return FetchResult(tuple(self.new), tuple(self.changed), tuple(self.unchanged), self.posts, tuple(self.notes))

    def _first_page(self) -> int:
        """Return the first page to ask for.

        It is the first fetched for this turn, else the last known, which may have grown.
        """
        recent = [one.page for one in self.known.values() if one.turn >= self.turn]
        return min(recent, default=max(self.known, default=1))

    def _address(self, address: str, asked: PageAsked) -> str:
        """Return where a page is: where it was the last time, if the thread is still at the same host."""
        old = self.known.get(asked.number)
        is_same = old is not None and host_of(old.address) == host_of(address)
        return old.address if old is not None and is_same else check_page(self.forum, address, asked)

    def _has_more(self, page: FetchedPage, number: int) -> bool:
        return page.size >= _DISCORD_PAGE if self.forum == "discord" else page.pages > number

    def _ask(self, address: str, number: int) -> FetchedPage | None:
        """Fetch a page and keep it if it says something new; None if there is nothing behind what is known."""
        old = self.known.get(number)
        same = old if old is not None and old.address == address else None
        reply = self.client.get(
            address, etag=same.etag if same else "", modified=same.modified if same and not same.etag else ""
        )
        if reply.is_unchanged and same is not None:
            return self._note_unchanged(same)
        page = self._read(reply, number, old)
        if self.forum == "discord" and not page.posts and old is None:
            return None
        row = FetchedPage(
            file="",
            page=number,
            address=address,
            time=self.now,
            sha256="",
            posts=digest_of(page),
            turn=self.turn,
            checked=self.now,
            size=len(page.posts),
            last=max((post.id for post in page.posts), key=lambda one: (len(one), one), default=""),
            pages=self._pages_of(page, reply),
            thread=self.thread,
            etag=reply.etag,
            modified=reply.modified,
            charset=reply.charset,
        )
        if old is not None and old.posts == row.posts and old.address == address:
            return self._note_unchanged(
                old._replace(pages=row.pages, etag=row.etag, modified=row.modified, checked=self.now)
            )
        if self.forum == "nodebb" and self.client.is_member:  # first: if it fails, the page is asked for again
            self.notes += fetch_versions(self.folder, self.client, page.posts, row, self.archived)
        ending = "html" if reply.is_html else "xml" if self.forum == "bgg" else "json"
        self.known[number] = add_page(self.folder, row, reply.body, ending)
        (self.new if old is None else self.changed).append(number)
        self._compare(old, row, number)
        return self.known[number]

    def _note_unchanged(self, page: FetchedPage) -> FetchedPage:
        page = page._replace(checked=self.now)
        note_unchanged(self.folder, page)
        self.known[page.page] = page
        self.unchanged.append(page.page)
        return page

    def _compare(self, old: FetchedPage | None, new: FetchedPage, number: int) -> None:
        """Count new posts; say so if a page has fewer than before."""
        before = old.size if old is not None else 0
        self.posts += max(0, new.size - before)
        if new.size < before:
            gone = ngettext(
                "page {page}: {n} post that was there before is gone: removed, moved or split off; the archive still has it",
                "page {page}: {n} posts that were there before are gone: removed, moved or split off; the archive still has them",
                before - new.size,
                page=number,
            )
            self.notes.append(gone)

    def _pages_of(self, page: Page, reply: ServerReply) -> int:
        """Return how many pages the thread has. Discourse counts posts only, twenty a page."""
        if self.forum == "discourse" and page.total:
            return -(-max(_stream_length(reply.body), 1) // 20)
        return page.pages

    def _read(self, reply: ServerReply, number: int, old: FetchedPage | None) -> Page:
        """Return what was fetched as a page of this thread; raise WebError if it is none."""
        readable = reply.address if reply.is_html else self.settings.address  # links to posts are made from it
        facts = CaptureFacts(readable, self.now, reply.charset, self.settings.zone)
        try:
            pages = read_pages(reply.body, reply.address, capture=facts)
        except InputError as error:
            raise self._no_posts(reply, number, old, error.message) from None
        page = pages[0]
        lowered = reply.body.lower()
        if reply.is_html and b"<html" in lowered[:5000] and b"</html" not in lowered[-5000:]:
            raise WebError(
                _("page {page} came incomplete", page=number), address=reply.address, allowed=_("try again later")
            )
        if page.source != self.forum:
            message = _("is a page of {found}, not of {forum}", found=page.source, forum=self.forum)
            raise WebError(
                message, address=reply.address, allowed=_("gm thread TABLE --forum {forum}", forum=page.source)
            )
        is_end = self.forum == "discord" and old is None
        if not page.posts and not is_end:
            raise self._no_posts(reply, number, old, "")
        if page.thread and page.thread != self.thread:
            raise WebError(
                _(
                    "is thread {found}, not thread {thread}: it was moved or merged",
                    found=page.thread,
                    thread=self.thread,
                ),
                address=reply.address,
                allowed=_("gm thread TABLE with the address where the game goes on"),
            )
        if page.page and page.page != number:
            message = _("asked for page {page}, but received page {found}", page=number, found=page.page)
            raise WebError(
                _(
                    "{message}: the thread is shorter than before; posts were removed, moved or split off",
                    message=message,
                ),
                address=reply.address,
                allowed=_("look at the thread; if the game goes on elsewhere: gm thread TABLE with its address"),
            )
        return page

    def _no_posts(self, reply: ServerReply, number: int, old: FetchedPage | None, why: str) -> WebError:
        if old is not None and old.size:
            message = ngettext(
                "page {page} has no readable posts, but had {n} before",
                "page {page} has no readable posts, but had {n} before",
                old.size,
                page=number,
            )
        else:
            message = _("page {page} holds no post that can be read", page=number)
        if reply.is_html and _PASSWORD.search(reply.body):
            message += ": " + _("the forum may want a log-in")
            return WebError(message, address=reply.address, allowed=self.client.login_hint())
        if why:
            message += f" ({why})"
        hint = _(
            "nothing was changed; it may be a log-in page, a cookie notice, or new markup: open it in your browser, save the page, then: gm collect TABLE page.html"
        )
        return WebError(message, address=reply.address, allowed=hint)


def _stream_length(body: bytes) -> int:
    """Return how many posts a topic of Discourse has, by the list of their ids that comes with each page of it."""
    try:
        stream = json.loads(body)["post_stream"].get("stream")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return 0
    return len(stream) if isinstance(stream, list) else 0


def fetch_lines(result: FetchResult) -> Sequence[str]:
    """Return what fetching came to, as lines for people."""
    pages = len(result.new) + len(result.changed)
    line = (
        _("Fetched: nothing new.")
        if not pages
        else ngettext(
            "Fetched: {n} new or changed page, {posts} new posts.",
            "Fetched: {n} new or changed pages, {posts} new posts.",
            pages,
            posts=result.posts,
        )
    )
    return (line, *result.notes)
