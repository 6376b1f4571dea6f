"""The normalised thread: what every kind of page, export, mail or pasted text becomes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from gm_tools.core.i18n import _, ngettext
from gm_tools.core.names import show_invisible
from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.day_order import in_order, settle_by_others, settle_by_place

UNPROVEN = frozenset({"text", "mail"})  # sources in which anybody could have written any name
PRIVATE = frozenset({"mail"})  # sources that only the game master has seen


class Version(NamedTuple):
    """What a post said before it was edited, as the forum itself tells it: `text`, from `time` on (in UTC)."""

    time: str
    text: str


class Post(NamedTuple):
    """One post. `text` is what its author says in it, in plain words, `[code]…[/code]` kept about what is set as code.

    `source` is the kind of forum, `id` the forum's own and `number` the place in the thread (0: unknown). Times are ISO
    8601, with an offset from UTC where one is known, empty where none could be read; `edited` is empty for a post that
    was not. `quotes` and `struck` are what was taken out of the text (a quote inside a quote comes after it, by
    itself), `smilies` the texts that stand for pictures in it, `sha256` the digest of `text`, `file` where it was read,
    `earlier` the text of another capture of the same post in the same files, `deleted` tells that only a stub is left.
    `author_id` is the account by the forum's own id (in mail: the address), empty where the page does not say;
    `automated` tells that a bot or a webhook posted it, `held` that it waits for a moderator's approval: only
    moderators see such a post, and it does not count. `doubt` is a sentence that says why it is not sure who wrote it
    (pasted text): nothing in such a post counts unless the game master accepts it. Empty: the author is sure. `nick` is
    the name that everybody sees where that is not the account's own (Discord). `edited_span` is how exact `edited` is:
    the edit lies in so many seconds from then on (60 where minutes are shown). `versions` is what the post said before
    its edits, oldest first, where the forum tells it and somebody asked. `html` is what the HTML of a mail says beside
    its plain text.
    """

    source: str
    thread: str
    id: str
    number: int
    author: str
    posted: str
    edited: str
    text: str
    quotes: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    smilies: tuple[str, ...] = ()
    permalink: str = ""
    sha256: str = ""
    file: str = ""
    deleted: bool = False
    earlier: str = ""
    author_id: str = ""
    automated: bool = False
    held: bool = False
    doubt: str = ""
    edited_span: int = 1
    nick: str = ""
    versions: tuple[Version, ...] = ()
    html: str = ""

    @property
    def key(self) -> str:
        """Return what tells this post from every other, in every capture of it: `phpbb/77/1234`."""
        return f"{self.source}/{self.thread}/{self.id}"

    @property
    def place(self) -> str:
        """Return the post for people: `post 12 by alice`, `the message by alice <alice@example.org>`."""
        if self._number:
            return _("post {number} by {author}", number=self._number, author=show_invisible(self.author))
        # In a mail anybody may call himself anything: the address is shown as well.
        author = f"{self.author} <{self.author_id}>" if "@" in self.author_id and self.source == "mail" else self.author
        return _("the message by {author}", author=show_invisible(author))

    @property
    def bare_place(self) -> str:
        """Return the post for its author: `post 12`, `the message`."""
        return _("post {number}", number=self._number) if self._number else _("the message")

    @property
    def _number(self) -> int | str:
        return self.number or (self.id if self.id.isdigit() else "")

    @property
    def link(self) -> str:
        """Return where the post is: its permalink, else its key."""
        return self.permalink or self.key


class Page(NamedTuple):
    """What one file holds of one thread. `page` of `pages`, and `total` posts of the thread, are 0 if it does not say.

    `versions` are earlier versions of posts, each with the post's id, `day_first` tells whether the page writes the day
    before the month in dates of figures (None: it does not show), `is_private` whether it is a conversation of a few.
    """

    source: str
    thread: str
    title: str
    posts: tuple[Post, ...]
    page: int = 0
    pages: int = 0
    total: int = 0
    warnings: tuple[str, ...] = ()
    file: str = ""
    versions: tuple[tuple[str, Version], ...] = ()
    day_first: bool | None = None
    is_private: bool = False


class Thread(NamedTuple):
    """A thread put together of its pages, posts in their order, with what is to be said of it."""

    source: str
    id: str
    title: str
    posts: tuple[Post, ...]
    warnings: tuple[str, ...]
    is_private: bool = False


def digest(text: str) -> str:
    """Return the SHA-256 of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def threads_of(pages: Iterable[Page]) -> tuple[Thread, ...]:
    """Return the threads that pages belong to, in the order in which they were first met.

    Pages may come in any order and overlap. Two captures of one post that differ become one post: the later edited one
    (the one read last, if that is unknown), with the other's text as `earlier`.
    """
    groups: dict[tuple[str, str], list[Page]] = {}
    for page in pages:
        groups.setdefault((page.source, page.thread), []).append(page)
    return tuple(_join_pages(group) for group in groups.values())


def _join_pages(pages: Sequence[Page]) -> Thread:
    is_forum = pages[0].source not in UNPROVEN  # texts and mails come from programs that write dates each its own way
    pages = settle_by_others(pages) if is_forum else pages
    posts: dict[str, Post] = {}
    warnings: list[str] = []
    for page in pages:
        warnings += [f"{page.file}: {warning}" for warning in page.warnings]
        for post in page.posts:
            posts[post.id] = _join_captures(posts[post.id], post) if post.id in posts else post
    for page in pages:
        for number, version in page.versions:
            if number in posts:
                versions = tuple(sorted({*posts[number].versions, version}))
                posts[number] = posts[number]._replace(versions=versions)
            else:
                text = _(
                    "{file}: an earlier version of post {id}, which is not in these pages", file=page.file, id=number
                )
                warnings.append(text)
    row, is_sorted = in_order(posts.values())
    row = settle_by_place(row) if is_forum and is_sorted else row
    if is_sorted and not all(post.number for post in row):
        # What is left of a deleted post often has no number.
        for at, post in enumerate(row[1:], 1):
            if post.deleted and not post.number and row[at - 1].number:
                row[at] = post._replace(number=row[at - 1].number + 1)
    first = pages[0]
    if first.source in UNPROVEN and row:
        files = ", ".join(dict.fromkeys(page.file for page in pages if page.posts))
        warnings.insert(0, _("{files}: this text is the only evidence of who wrote what", files=files[:200]))
    title = next((page.title for page in pages if page.title), "")
    warnings += _list_missing(pages, row)
    return Thread(first.source, first.thread, title, tuple(row), tuple(warnings), first.is_private)


def _join_captures(one: Post, other: Post) -> Post:
    """Return two captures of one post as one. A post is deleted after all its edits, whichever file is named first."""
    if one.deleted != other.deleted:
        stub, whole = (one, other) if one.deleted else (other, one)
        return stub._replace(earlier=whole.text)
    if one.sha256 == other.sha256:
        return one if one.edited >= other.edited else other
    newer, older = (one, other) if one.edited > other.edited else (other, one)
    return newer._replace(earlier=newer.earlier or older.text)


def _list_missing(pages: Sequence[Page], posts: Sequence[Post]) -> list[str]:
    """Return what of a thread is not in the pages: whole pages, numbers in the row of posts, posts by their count."""
    name = pages[0].title or pages[0].thread or pages[0].file
    count = max(page.pages for page in pages)
    here = {page.page for page in pages}
    gone = [str(number) for number in range(1, min(count, 10_000) + 1) if number not in here]
    lines = [_("{name}: page {pages} of {n} is not here", name=name, pages=", ".join(gone), n=count)] if gone else []
    numbers = sorted(post.number for post in posts if post.number)
    gaps = [(low + 1, high - 1) for low, high in itertools.pairwise(numbers) if high > low + 1]
    lines += [
        _("{name}: post {low} is missing", name=name, low=low)
        if low == high
        else _("{name}: posts {low} to {high} are missing", name=name, low=low, high=high)
        for low, high in gaps[:20]
    ]
    total = max(page.total for page in pages)
    if total > len(posts) and not lines:
        lines.append(
            ngettext(
                "{name}: {n} of {total} posts is not here",
                "{name}: {n} of {total} posts are not here",
                total - len(posts),
                name=name,
                total=total,
            )
        )
    return lines


def dump_thread(thread: Thread) -> dict[str, Any]:
    """Return a thread as plain data, for `--json`."""
    return {**thread._asdict(), "posts": [{**post._asdict(), "key": post.key} for post in thread.posts]}
