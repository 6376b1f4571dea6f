"""The thread as it was captured, each post beside what was read in it, and what waits for a decision.

Readers of forums are loaded when there is a thread.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.desk.commands import Command
from gm_tools.live.fetch import archived_threads
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.in_time import is_after, minutes_after
from gm_tools.posts.thread import Post, Thread, threads_of
from gm_tools.posts.times import in_utc, last_second, show_time
from gm_tools.render.layout import printable
from gm_tools.reports.collected_orders import KINDS, TIERS
from gm_tools.table.deadline_file import read_deadline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from gm_tools.desk.evening import Evening
    from gm_tools.table import Table

_SIGNS = {"exact": "=", "normalised": "≈", "guessed": "?"}
_MOST_POSTS = 400
_LATE = {"wants": False, "tier": "", "kind": ""}  # of a row for what came too late
_RULE = re.compile(r" \([A-Z]+\d[\d.]*\)")


class PostLine(NamedTuple):
    """A line of a post.

    `kind` is empty for what nobody read, else `taken`, `wants`, `quote` or `struck`; `tag` says how it was read.
    """

    text: str
    kind: str = ""
    tag: str = ""


class Shown(NamedTuple):
    """A post of the thread, each line beside what was read in it.

    `late` says by how much it missed the deadline, empty if it did not.
    """

    key: str
    author: str
    time: str
    lines: tuple[PostLine, ...]
    edited: str
    seat: str
    late: str
    wants: bool


class Decision(NamedTuple):
    """A seat that needs the game master: the matter in a sentence, why or what stays, and what can be done.

    He can `take` what was read, or one of the `readings`.

    `is_clear` tells that taking it is the likely answer; else it is better to ask.
    """

    seat: str
    player: str
    matter: str
    why: str
    tier: str
    key: str
    order: str
    take: Command | None
    reply: str
    is_private: bool
    asked: str
    readings: tuple[tuple[str, Command], ...] = ()
    is_clear: bool = False


def read_thread(evening: Evening, table: Table) -> tuple[list[Shown], str]:
    """Return the posts, oldest first, and what is wrong with the files, empty if nothing is."""
    names = [name for seat in table.seats for name in (seat.mark, seat.player, *seat.aliases)]
    try:
        if evening.is_fetched:
            threads = archived_threads(table.path, table.thread, table.turn + 1)
        else:
            files = ((path, path.stat().st_mtime_ns) for path in evening.files)
            threads = _read_files(tuple(files), tuple(names))
        posts = [post for thread in threads for post in thread.posts]
    except InputError as error:
        return [], str(error)
    due = read_deadline(table.path)
    last = due.last if due is not None and due.turn == table.turn + 1 else None
    zone = last.zone if last is not None else "UTC"
    until = last_second(last) if last is not None else ""
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in evening.rows():
        rows.setdefault(row["key"], []).append(row)
    for one in evening.found.get("late", ()):
        rows.setdefault(one["key"], []).append({**_LATE, "seat": one["seat"], "readings": one["posted"]})
    return [_show(post, rows.get(post.key, []), zone, until) for post in posts[-_MOST_POSTS:]], ""


@lru_cache(maxsize=4)
def _read_files(files: tuple[tuple[Path, int], ...], names: tuple[str, ...]) -> tuple[Thread, ...]:
    """Return the threads in files that were handed in, each with the time of its last change.

    A page is made of them again and again.
    """
    pages = (page for path, __ in files for page in read_pages(path.read_bytes(), path.name, "", names))
    return tuple(threads_of(pages))


def list_decisions(evening: Evening, asked: dict[str, str]) -> list[Decision]:
    """Return what waits for the game master, a seat each; `asked` says when he asked its player."""
    replies = {reply["seat"]: reply for reply in evening.found.get("replies", ())}
    return [_decide(evening, row, replies.get(row["seat"], {}), asked) for row in evening.rows() if row["wants"]]


def _decide(evening: Evening, row: dict[str, Any], reply: dict[str, Any], asked: dict[str, str]) -> Decision:
    seat, readings, is_changed = row["seat"], row["readings"], row["kind"] == "changed"
    can_take = row["accepts"] and not (is_changed and len(readings) > 1)
    return Decision(
        seat,
        row["player"],
        *_matter(row["verdict"]),
        _tag(row),
        row["key"],
        readings[0] if is_changed and len(readings) == 1 else row["order"],
        evening.command("--accept", seat) if can_take else None,
        reply.get("text", ""),
        bool(reply.get("private")),
        asked.get(seat, ""),
        tuple((text, Command(("order", evening.name, seat, "-"), text)) for text in readings),
        can_take and not is_changed,
    )


def _matter(verdict: str) -> tuple[str, str]:
    """Return what is the matter, in a sentence without the rule's number, and what else is said of it.

    >>> _matter("not taken: 8 of 9 moves at speed 9: write 1 more (N2.2)")
    ('8 of 9 moves at speed 9: write 1 more', '')
    >>> _matter("illegal: 8 of 9 moves: write 1 more (N2.2); --accept M takes (9M); in hand for turn 11: BB")
    ('8 of 9 moves: write 1 more', 'in hand for turn 11: BB')
    """
    matter, *rest = printable(_RULE.sub("", verdict.partition(": ")[2])).split("; ")
    return matter, "; ".join(one for one in rest if not one.startswith("--accept"))  # that has a button


def _show(post: Post, rows: Sequence[dict[str, Any]], zone: str, until: str) -> Shown:
    time = in_utc(post.posted, zone) if until and post.posted else "?"
    lines = [
        *(
            PostLine(f"{printable(quote.splitlines()[0]) if quote.strip() else ''} …", "quote", _("a quote, not read"))
            for quote in post.quotes
        ),
        *_mark_lines([line for line in post.text.split("\n") if line.strip()], rows),
        *(PostLine(printable(text), "struck", _("struck out")) for text in post.struck),
    ]
    edited = _("edited {time}", time=show_time(post.edited, zone)) if post.edited else ""
    seat = rows[0]["seat"] if rows else ""
    return Shown(
        post.key,
        printable(post.author),
        show_time(post.posted, zone) if post.posted else _("time unknown"),
        tuple(lines),
        edited,
        seat,
        describe_delay(time, until) if is_after(time, until) else "",
        any(row["wants"] for row in rows),
    )


def describe_delay(time: str, until: str) -> str:
    """Return by how much a time is after another, both in UTC: in minutes begun, from two hours on in whole hours.

    >>> describe_delay("2026-11-21T18:12:00+00:00", "2026-11-21T18:00:59+00:00")
    '12 minutes late'
    >>> describe_delay("2026-11-22T18:12:00+00:00", "2026-11-21T18:00:59+00:00")
    '24 hours late'
    """
    minutes = minutes_after(time, until)
    if minutes < 120:
        return ngettext("{n} minute late", "{n} minutes late", minutes)
    return ngettext("{n} hour late", "{n} hours late", minutes // 60)


def _mark_lines(lines: Sequence[str], rows: Sequence[dict[str, Any]]) -> Iterator[PostLine]:
    """Yield the lines of a post, with those marked in which an order was read.

    If several lines hold the same order, it is the one with the least beside it.
    """
    marked: dict[int, dict[str, Any]] = {}
    for row in rows:
        for text in row["readings"] or [row["posted"] or row["order"]]:
            first = text.split("\n")[0].strip()
            found = [at for at, line in enumerate(lines) if first and first in line]
            if found:
                marked.setdefault(min(reversed(found), key=lambda at: len(lines[at])), row)
    for at, line in enumerate(lines):
        found_here = marked.get(at)
        kind = "" if found_here is None else "wants" if found_here["wants"] else "taken"
        yield PostLine(printable(line), kind, "" if found_here is None else _tag(found_here))


def _tag(row: dict[str, Any]) -> str:
    """Return how an order was read, in a word with its sign."""
    tier = row["tier"]
    if tier in TIERS and row["kind"] != "changed":
        return _SIGNS[tier] + " " + _(TIERS[tier])
    if row["kind"] == "ambiguous" and len(row["readings"]) > 1:
        return _("two readings")
    word = KINDS.get(row["kind"], "")
    return _(word) if word else ""
