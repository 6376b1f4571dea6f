"""What there is to post for a table: a turn, an erratum that answers it, replies to players, a reminder.

Each has a key of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.sent import SentPart, key_of, read_sent
from gm_tools.render.forum_posts import posts
from gm_tools.reports.turn_post import erratum_post, turn_post
from gm_tools.table.files import read_bytes
from gm_tools.table.turn_file import file_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.render.template import Template
    from gm_tools.reports.collected_orders import Reply
    from gm_tools.table import Table
    from gm_tools.table.settings import ThreadSettings


class Outgoing(NamedTuple):
    """A post to send: its key, what it is for people, its texts (one a part), and what it answers."""

    key: str
    title: str
    texts: Sequence[str]
    answered: SentPart | None = None


def turn_key(table: Table, turn: int) -> str:
    """Return the key of a turn's post.

    A turn that is resolved again has another one; a deadline that is moved changes nothing.
    """
    data = read_bytes(table.path / file_name(turn))
    return f"turn-{turn}-{sha256(data).hexdigest()[:16]}"


def turn_of(table: Table, turn: int, settings: ThreadSettings, template: Template | None = None) -> Outgoing:
    """Return the post about a turn."""
    report = turn_post(table, turn, PUBLIC)
    title = _("turn {turn}", turn=turn)
    return Outgoing(turn_key(table, turn), title, posts(report, settings.profile or "text", template))


def find_turn_part(table: Table, turn: int) -> SentPart | None:
    """Return the first part of the last post about a turn that was sent, None if none was."""
    found = [one for one in read_sent(table.path) if one.key.startswith(f"turn-{turn}-") and one.part == 1 and one.id]
    return found[-1] if found else None


def erratum_of(table: Table, turn: int | None, reason: str, profile: str, template: Template | None = None) -> Outgoing:
    """Return the erratum of a turn, as an answer to the post about it."""
    report, __ = erratum_post(table, turn, PUBLIC, reason, "")
    texts = posts(report, profile, template)
    number = table.turn if turn is None else turn
    return Outgoing(key_of(f"erratum-{number}", *texts), _("the erratum"), texts, find_turn_part(table, number))


def reply_posts(table: Table, replies: Sequence[Reply]) -> list[Outgoing]:
    """Return a post for each player who has to answer, in public; what is private is left out."""
    turn = table.turn + 1
    found = []
    for reply in replies:
        if reply.private:
            continue
        number = reply.post.rstrip("/").rpartition("/")[2].rpartition("#p")[2].rpartition("p=")[2]
        answered = SentPart("", 1, "", id=number if number.isalnum() else "")
        title = _("the reply to {player}", player=reply.to)
        found.append(Outgoing(key_of(f"reply-{turn}", reply.seat, reply.text), title, (reply.text,), answered))
    return found


def notice_of(table: Table, line: str) -> Outgoing:
    """Return the post that says which round of the beacon the draws of a turn wait for now."""
    return Outgoing(key_of(f"notice-{table.turn + 1}", line), _("the round of the beacon"), (line,))


def reminder_of(table: Table, lines: Sequence[str], due: str) -> Outgoing:
    """Return the reminder of a turn: one for each deadline, whoever is still missing then."""
    text = "\n".join(lines)
    return Outgoing(key_of(f"reminder-{table.turn + 1}", due), _("the reminder"), (text,))
