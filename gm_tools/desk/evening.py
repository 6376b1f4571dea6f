"""One evening at one table: the thread as it was handed in, what was read in it, what waits for a decision.

What is kept here is only what the desk shows again: everything that counts is in the table's files. A desk that is killed loses
a pasted thread and nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path, PurePath
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.desk.commands import Command, run
from gm_tools.live.fetch import archived_threads
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import threads_of
from gm_tools.posts.times import in_utc, is_after, last_second, shown
from gm_tools.reports.collect import TIERS
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gm_tools.desk.commands import Done
    from gm_tools.desk.tables import Place
    from gm_tools.posts.thread import Post
    from gm_tools.table import Table

_SIGNS = {"exact": "=", "normalised": "≈", "guessed": "?"}
_MOST_POSTS = 400


class PostLine(NamedTuple):
    """A line of a post: `kind` is empty for what nobody read, else `taken`, `wants`, `quote` or `struck`; `tag` says how it was read."""

    text: str
    kind: str = ""
    tag: str = ""


class Shown(NamedTuple):
    """A post of the thread, each line beside what was read in it. `is_late` tells that it came after the deadline."""

    key: str
    author: str
    time: str
    lines: tuple[PostLine, ...]
    edited: str
    seat: str
    is_late: bool
    wants: bool


class Decision(NamedTuple):
    """A seat that wants the game master: the matter in a sentence, and what he can do: `take` what was read, or one of the `readings`."""

    seat: str
    player: str
    matter: str
    tier: str
    key: str
    order: str
    take: Command | None
    reply: str
    is_private: bool
    asked: str
    readings: tuple[tuple[str, Command], ...] = ()


class Evening:
    """What the desk knows of a table besides its files."""

    def __init__(self, place: Place, name: str) -> None:
        self.place = place
        self.name = name
        self.folder = Path(mkdtemp(prefix="gm-desk-"))  # nobody else may read it: threads can hold secret orders
        self.files: list[Path] = []
        self.is_fetched = False  # the thread is the table's own, as gm fetch keeps it
        self.found: dict[str, Any] = {}  # what gm collect found, as its --json says it
        self.said = ""
        self.preview_stamp = ""  # of the table when the preview was made; empty: there is none
        self.preview = ""  # the turn as it would come out, as a part of a page; empty if it cannot be resolved
        self.preview_said = ""
        self.policy = ""  # what becomes of seats without a legal order; empty: wait for them
        self.forum = ""  # whose markup posts are shown in; empty: the table's
        self.printed = ""  # what the last tool printed
        self.tried = ""
        self.tried_said = ""

    @property
    def has_thread(self) -> bool:
        """Tell whether there is a thread to be read: files handed in, or what was fetched."""
        return bool(self.files) or self.is_fetched

    def add_file(self, name: str, data: bytes) -> None:
        """Keep a file of the thread; its name is only for people, and never a path."""
        safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in PurePath(name).name).lstrip("-.")[-60:]
        path = self.folder / f"{len(self.files) + 1}-{safe or 'thread.txt'}"
        path.write_bytes(data)
        self.files.append(path)
        self.is_fetched = False

    def clear(self) -> None:
        """Forget the thread that was handed in; orders in hand stay."""
        for path in self.files:
            path.unlink(missing_ok=True)
        self.files, self.found, self.said, self.is_fetched = [], {}, "", False

    def command(self, *words: str) -> Command:
        """Return the command that collects the thread's orders."""
        return Command(("collect", self.name, *map(str, self.files), *words))

    def collect(self, *words: str) -> str:
        """Collect the thread's orders, and return what went wrong, empty if nothing did."""
        return self._take(run(self.command(*words, "--json"), self.place.folder))

    def fetch(self) -> str:
        """Fetch the table's thread and collect its orders, and return what went wrong, empty if nothing did."""
        fault = self._take(run(Command(("fetch", self.name, "--json")), self.place.folder))
        if not fault:
            found, said = self.found, self.said
            self.clear()
            self.found, self.said, self.is_fetched = found, said, True
        return fault

    def _take(self, done: Done) -> str:
        """Keep what was collected; return what was said instead, empty if it was collected."""
        said = self.tidy(done.said)
        try:
            self.found = json.loads(done.out)
        except ValueError:
            return said or _("the command ended with status {status}", status=done.status)
        self.said = said
        return ""

    def tidy(self, text: str) -> str:
        """Return a message or a command without the place where the desk keeps the files."""
        return text.replace(f"{self.folder}/", "").replace("gm: warning: ", "").replace("gm: ", "")

    def rows(self) -> list[dict[str, Any]]:
        """Return what was found a seat, as `gm collect --json` says it."""
        return list(self.found.get("rows", ()))

    def decisions(self, asked: dict[str, str]) -> list[Decision]:
        """Return what waits for the game master, a seat each; `asked` says when he asked its player."""
        replies = {reply["seat"]: reply for reply in self.found.get("replies", ())}
        return [
            Decision(
                row["seat"],
                row["player"],
                row["verdict"].partition(": ")[2].split("; --accept")[0],
                _tag(row),
                row["key"],
                row["order"],
                self.command("--accept", row["seat"]) if row["accepts"] else None,
                replies.get(row["seat"], {}).get("text", ""),
                bool(replies.get(row["seat"], {}).get("private")),
                asked.get(row["seat"], ""),
                tuple((text, Command(("order", self.name, row["seat"], "-"), text)) for text in row["readings"]),
            )
            for row in self.rows()
            if row["wants"]
        ]

    def thread(self, table: Table) -> tuple[list[Shown], str]:
        """Return the posts, oldest first, and what is wrong with the files, empty if nothing is."""
        names = [name for seat in table.seats for name in (seat.mark, seat.player, *seat.aliases)]
        try:
            if self.is_fetched:
                threads = archived_threads(table.path, read_settings(table.path), table.turn + 1)
            else:
                threads = threads_of(
                    page for path in self.files for page in read_pages(path.read_bytes(), path.name, "", names)
                )
            posts = [post for thread in threads for post in thread.posts]
        except InputError as error:
            return [], str(error)
        due = read_deadline(table.path)
        last = due.last if due is not None and due.turn == table.turn + 1 else None
        zone = last.zone if last is not None else "UTC"
        until = last_second(last) if last is not None else ""
        rows: dict[str, list[dict[str, Any]]] = {}
        for row in self.rows():
            rows.setdefault(row["key"], []).append(row)
        return [_show(post, rows.get(post.key, []), zone, until) for post in posts[-_MOST_POSTS:]], ""


def _show(post: Post, rows: Sequence[dict[str, Any]], zone: str, until: str) -> Shown:
    is_late = bool(until and post.posted and is_after(in_utc(post.posted, zone), until))
    lines = [
        *(
            PostLine(f"{quote.splitlines()[0] if quote.strip() else ''} …", "quote", _("a quote, not read"))
            for quote in post.quotes
        ),
        *(_mark_line(line, rows) for line in post.text.split("\n") if line.strip()),
        *(PostLine(text, "struck", _("struck out")) for text in post.struck),
    ]
    edited = _("edited {time}", time=shown(post.edited, zone)) if post.edited else ""
    seat = rows[0]["seat"] if rows else ""
    return Shown(
        post.key,
        post.author,
        shown(post.posted, zone) if post.posted else _("time unknown"),
        tuple(lines),
        edited,
        seat,
        is_late,
        any(row["wants"] for row in rows),
    )


def _mark_line(line: str, rows: Sequence[dict[str, Any]]) -> PostLine:
    """Return a line of a post, marked if an order was read in it."""
    for row in rows:
        posted = [text.split("\n")[0].strip() for text in row["readings"] or [row["posted"] or row["order"]]]
        if any(text and text in line for text in posted):
            return PostLine(line, "wants" if row["wants"] else "taken", _tag(row))
    return PostLine(line)


def _tag(row: dict[str, Any]) -> str:
    """Return how an order was read, in a word with its sign."""
    tier = row["tier"]
    if tier not in TIERS:
        return _("two readings") if row["wants"] else ""
    return _SIGNS[tier] + " " + _(TIERS[tier])


def words_of(text: str) -> Iterator[str]:
    """Yield the lines of what a command said, for a list of messages."""
    yield from (line for line in text.split("\n") if line.strip())
