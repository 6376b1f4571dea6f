"""Which posts count.

They are those after the last report (or a post, or a time), before the deadline, in the order of posting.
"""

from __future__ import annotations

import itertools
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import times
from gm_tools.posts.days import is_either, place_in_thread, span
from gm_tools.posts.in_time import is_after, is_doubtful
from gm_tools.table.digests import digests_in
from gm_tools.table.turn_file import parse_file_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from gm_tools.posts.people import People
    from gm_tools.posts.thread import Post, Thread

_LAST = "9999"  # later than all times
_ERRATUM = re.compile(r"(?:erratum|korrektur)\b", re.IGNORECASE)  # as report --erratum begins, in every language
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")  # the commitment, in the first report
_TITLE = re.compile(r"(\S+): ")
_MESSAGES = frozenset({"mail", "text"})  # what the game master hands in: without a time, it is the newest


class Bounds(NamedTuple):
    """What the game master asked for. `since` is a post (its number as messages name it, its id or address) or a time.

    Times without a zone are `zone`'s. `now` is when the posts are read, in UTC; empty if that is not to be kept.
    """

    since: str = ""
    deadline: str = ""
    zone: str = "UTC"
    ignore: Sequence[str] = ()
    now: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the posts are read before the deadline: what they say by then was in time."""
        return bool(self.now) and self.now <= self.deadline


class Window(NamedTuple):
    """The posts that count, in the order in which they were posted, and those that came too late or perhaps did.

    `reports` are our own; `start` is the one that is counted from, and `left_out` are the posts between it and the
    report before it: an order among them does not count. `claims` look like reports of ours, and somebody else posted
    them.
    """

    posts: tuple[Post, ...]
    late: tuple[Post, ...]
    reports: tuple[Post, ...]
    notes: tuple[str, ...]
    start: Post | None = None
    left_out: tuple[Post, ...] = ()
    claims: tuple[Post, ...] = ()


class Known(NamedTuple):
    """What our own reports are known by: the table's name, what the last one is called in every language, and digests.

    `digests` are the table's files by the digests that posts carry (table/digests.py), `last` is the turn that the
    table stands on.
    """

    table: str
    headlines: Collection[str] = ()
    digests: Mapping[str, str] = {}
    last: int = 0

    def files_in(self, text: str) -> list[str]:
        """Return the files of this table whose digests a text carries."""
        return [one.file for one in digests_in(text) if self.digests.get(one.sha256) == one.file]

    def is_report(self, post: Post) -> bool:
        """Tell whether a post is made like a report of this table.

        Either it looks like one, or it carries a key and the digest of a file.
        """
        return is_report(post, self.table) or bool(DIGEST.search(post.text) and self.files_in(post.text))

    def is_current(self, post: Post, text: str) -> bool:
        """Tell whether a report, whose posts hold `text`, is that of the last turn.

        Its digest says so, or else its headline.
        """
        places = [place for file in self.files_in(text) if (place := parse_file_name(file)) is not None]
        if places:
            return any(turn == self.last for turn, __ in places)
        first = _first_line(post)
        return any(headline in first for headline in self.headlines)

    def wrong_digest(self, post: Post) -> str:
        """Return the file whose digest a post carries and which is another one here; empty if there is none."""
        found = [one.file for one in digests_in(post.text)]
        title = _TITLE.match(_first_line(post))
        if not self.digests or self.files_in(post.text) or (title and title[1] != self.table):
            return ""
        return next(iter(found), "")


class _Report(NamedTuple):
    """A report of ours in a thread.

    `post` is its first post, `first` and `last` are the places of its first and last one, `text` is that of all of
    them.
    """

    post: Post
    first: int
    last: int
    text: str


def is_report(post: Post, table: str) -> bool:
    """Tell whether a post looks like one of our own reports.

    Its first line is the title `TABLE: …`, and a board or a table follows. Whether it is one, its author's account
    says: anybody can write such a post.
    """
    first, __, rest = post.text.lstrip("\n #*").partition("\n")
    if not first.strip("* ").startswith(f"{table}: "):
        return False
    return "[code]" in rest or "\n---" in rest or rest.startswith("===") or bool(DIGEST.search(rest))


def find_gm(threads: Iterable[Thread], table: str, commitment: str, people: People) -> Post | None:
    """Return the post that shows who the game master is, of a table that does not name the account.

    The first report of all shows it: it holds the commitment, which nobody else knows before it is posted, and which
    anybody may copy later, also into a post that was there before. So the beginning of the thread has to be here; of
    several posts with the commitment the first counts, if it was never edited. None if that tells nothing.
    """
    for thread in threads:
        if not thread.posts or thread.posts[0].number > 1 or (thread.source in _MESSAGES):
            continue
        found = [
            post
            for place, post in enumerate(thread.posts)
            if is_report(post, table)
            and commitment in _text_from(thread.posts, place)
            and not people.author(post).seats
        ]
        authors = {(post.author_id, name_key(post.author)) for post in found}
        if found and (len(authors) == 1 or not found[0].edited) and not _is_in_doubt(found[0], people):
            return found[0]
    return None


def _text_from(posts: Sequence[Post], place: int) -> str:
    """Return the text of a post and of those that follow it directly, by the same author.

    A report may be several posts.
    """
    author = (posts[place].author_id, posts[place].author)
    own = itertools.takewhile(lambda post: (post.author_id, post.author) == author, posts[place : place + 20])
    return "\n".join(post.text for post in own)


def _is_in_doubt(post: Post, people: People) -> bool:
    """Tell whether the author of a post cannot be the game master.

    A bot that nobody named cannot be, nor somebody with a player's name.
    """
    author = people.author(post)
    return post.automated or post.held or bool(author.seats or author.claims)


class _Reports(NamedTuple):
    """The reports in a thread, and the places of all posts of the game master's about them.

    `claims` are posts of others that look like reports.
    """

    rows: list[_Report]
    places: set[int]
    claims: list[Post]


def _find_reports(thread: Thread, known: Known, people: People) -> _Reports:
    """Return the reports in a thread; an erratum is ours, and nothing is counted from it.

    What follows a report directly, by the same account, goes on with it, if it is one of several posts.
    """
    found = _Reports([], set(), [])
    is_erratum = False
    for place, post in enumerate(thread.posts):
        follows = place - 1 in found.places and _is_same_author(post, thread.posts[place - 1], people)
        if known.is_report(post):
            if not people.author(post).is_gm or post.held:
                found.claims.append(post)
                continue
            follows = follows and not is_report(post, known.table)
            if not follows:
                is_erratum = bool(_ERRATUM.match(_first_line(post)[len(known.table) + 2 :]))
        elif not (follows and post.text):
            continue
        found.places.add(place)
        if follows and not is_erratum:
            head = found.rows[-1]
            found.rows[-1] = head._replace(last=place, text=f"{head.text}\n{post.text}")
        elif not is_erratum:
            found.rows.append(_Report(post, place, place, post.text))
    return found


def _is_same_author(post: Post, before: Post, people: People) -> bool:
    return (post.author_id, post.author) == (before.author_id, before.author) and people.author(post).is_gm


def _first_line(post: Post) -> str:
    return post.text.strip("\n #*").partition("\n")[0].strip("* ")


def window(threads: Iterable[Thread], known: Known, turn: int, bounds: Bounds, people: People) -> Window:
    """Return which posts of threads count for `turn`.

    `known` is what our reports are known by; `people` know the game master's account. Raises InputError if `since`
    names no post that is here.
    """
    threads = tuple(threads)
    start = _start(threads, bounds)
    counting: list[tuple[str, int, int, Post]] = []
    late: list[Post] = []
    left_out: list[Post] = []
    notes: list[str] = []
    ours = [_find_reports(thread, known, people) for thread in threads]
    every = [one.post for found in ours for one in found.rows]
    # By thread: its reports, those of the turn before this one if there are any at all: nothing else begins a turn.
    current = [[one for one in found.rows if known.is_current(one.post, one.text)] for found in ours]
    is_current = any(current)
    heads = current if is_current else [found.rows for found in ours]
    reports = [one.post for row in heads for one in row]
    last = max((span(times.in_utc(post.posted, bounds.zone))[0] for post in reports), default="")
    before = _time_before(every, last, bounds)
    if not bounds.since and not is_current:
        notes += _name_start(threads, reports, turn)
    notes += _name_digests(threads, known, people)
    untimed: dict[str, list[Post]] = {}
    for at, thread in enumerate(threads):
        place_of = time_before = ""
        head = heads[at][-1] if heads[at] else None
        earlier = max((one.last for one in ours[at].rows if head is not None and one.last < head.first), default=-1)
        for place, post in enumerate(thread.posts):
            posted = times.in_utc(post.posted, bounds.zone)
            if posted:
                place_of, time_before = place_in_thread(posted, time_before, place_of), posted
            first_second, last_second = span(posted)
            begin = ""  # where a time, not a place in the thread, tells what is new
            if place in ours[at].places or people.is_ignored(post):
                continue
            if start is not None:
                latest = last_second if posted else place_of or _LAST
                begin = "" if start[0] == at else start[2]
                is_in = place > start[1] if start[0] == at else latest > start[2]
            elif head is not None:
                is_in = place > head.last
            else:
                begin, is_in = last, last_second > last
            if not is_in:
                if start is None and (place > earlier if head is not None else first_second > before):
                    left_out.append(post)
                continue
            if post.held:
                notes.append(_("{place} waits for a moderator's approval and does not count", place=post.place))
                continue
            is_late = bounds.deadline and (
                is_after(posted, bounds.deadline) or (is_doubtful(posted, bounds.deadline) and not bounds.is_open)
            )
            if is_late or (is_either(posted) and first_second <= begin):
                late.append(post)
                continue
            if bounds.deadline and not posted and not post.deleted:
                untimed.setdefault(post.file, []).append(post)
            counting.append((place_of or (_LAST if post.source in _MESSAGES else ""), at, place, post))
    notes += [_of_unknown_time(file, posts) for file, posts in untimed.items()]
    counting.sort(key=lambda row: row[:3])
    inside = {post.key for *__, post in counting} | {post.key for post in (*late, *left_out)}
    claims = tuple(post for found in ours for post in found.claims if post.key in inside)
    first = reports[-1] if reports and start is None else None
    posts = tuple(post for *__, post in counting)
    return Window(posts, tuple(late), tuple(every), tuple(notes), first, tuple(left_out), claims)


def _name_start(threads: Sequence[Thread], reports: Sequence[Post], turn: int) -> Iterator[str]:
    """Yield a sentence where posts are not counted from the report of the turn before `turn`."""
    if reports:
        message = N_(
            "the last report in these pages is {first!r}, not the one for the previous turn: orders since then may be old (use --since POST to say where to begin)"
        )
        yield _(message, first=_first_line(reports[-1]))
    elif turn > 1 and any(thread.source not in _MESSAGES for thread in threads):
        message = N_(
            "these pages contain none of our reports, so every post that has not been counted before counts (use --since POST to say where to begin)"
        )
        yield _(message)


def _name_digests(threads: Sequence[Thread], known: Known, people: People) -> list[str]:
    """Return a note on each post whose digest is not what it should be.

    A digest is wrong if it is not the table's in a post by the game master, or if it is in a post by somebody else.
    """
    notes = []
    for post in (post for thread in threads for post in thread.posts):
        if people.author(post).is_gm:
            if file := known.wrong_digest(post):
                message = N_(
                    "{place} carries a digest of {file} that is not that of the file here: gm verify --posts says more"
                )
                notes.append(_(message, place=post.place, file=file))
        elif not known.is_report(post) and (files := known.files_in(post.text)):
            message = N_("{place} holds a copy of the digest of {file}, and is no report of ours")
            notes.append(_(message, place=post.place, file=files[0]))
    return notes


def _time_before(every: Sequence[Post], last: str, bounds: Bounds) -> str:
    """Return when the report before the `last` one, which is counted from, was posted, empty if there is none."""
    posted = (span(times.in_utc(post.posted, bounds.zone))[0] for post in every)
    return max((time for time in posted if time < last), default="")


def _of_unknown_time(file: str, posts: Sequence[Post]) -> str:
    place = posts[0].place
    if len(posts) == 1:
        return _("{file}: {place}: no time found; treated as before the deadline", file=file, place=place)
    return ngettext(
        "{file}: {place} and {n} more: no time found; treated as before the deadline",
        "{file}: {place} and {n} more: no time found; treated as before the deadline",
        len(posts) - 1,
        file=file,
        place=place,
    )


def _start(threads: Sequence[Thread], bounds: Bounds) -> tuple[int, int, str] | None:
    """Return where `since` points: thread, place in it, time. A time points before all posts of a thread -1."""
    if not bounds.since:
        return None
    wanted = bounds.since.strip().lstrip("#")
    places = [(at, place, post) for at, thread in enumerate(threads) for place, post in enumerate(thread.posts)]
    # A bare number is first of all the one that messages call a post by, not the forum's id of it.
    named = [row for row in places if wanted in {row[2].key, row[2].permalink, str(row[2].number or row[2].id)}]
    for at, place, post in named or [row for row in places if row[2].id == wanted]:
        return at, place, span(times.in_utc(post.posted, bounds.zone))[0]
    for time in (bounds.since, f"{bounds.since.strip()} {bounds.zone}"):
        with suppress(InputError):
            return -1, -1, times.parse_time(time, "--since")
    message = N_("found {since!r}: no post here has that number, id or address, and it is not a time")
    hint = _("a post, or a time: 2026-11-21 20:00 UTC")
    raise InputError(_(message, since=bounds.since), key="--since", allowed=hint)
