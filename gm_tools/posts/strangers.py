"""What somebody posted and what was not taken.

That is orders by people without that seat, reports that are not ours, orders left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.core.names import show_invisible
from gm_tools.posts.passages import has_label
from gm_tools.posts.statements import Statements, read_statements
from gm_tools.table import read_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.posts.decide import Decisions
    from gm_tools.posts.order_reader import OrderReader
    from gm_tools.posts.people import Author, People
    from gm_tools.posts.thread import Post
    from gm_tools.posts.window import Known, Window
    from gm_tools.table import Table


def name_stranger(reader: OrderReader, post: Post, author: Author) -> Iterator[str]:
    """Yield what a post orders that is nobody's here, with the reason.

    A retraction by somebody with a player's name is told, too.
    """
    seats = author.claims or tuple(seat.mark for seat in reader.seats)[:1]
    said = read_statements(reader, post, seats) if seats and not post.deleted else Statements()
    # Of running text only what is called an order
    given = [one.posted for one in said.found if not one.is_word and (not one.mentioned or has_label(one.posted))]
    if not given and not (author.claims and said.retracted):
        return
    what = show_invisible(" ".join(given[0].split())[:60]) if given else _("a retraction")
    yield _("{file}: {place}: not taken: {what} ({why})", file=post.file, place=post.place, what=what, why=author.why)


def name_claims(counting: Window, known: Known, people: People, decisions: Decisions) -> Iterator[str]:
    """Yield the posts that look like reports of ours, or are copies of one.

    The game master's account did not post them. A player's of which an order counts, or that the game master has
    answered, is dealt with.
    """
    for post in counting.claims:
        author = people.author(post)
        entries = [entry for seat in author.seats for entry in decisions.states[seat].entries]
        if any(entry.post == post for entry in entries) or post.key in decisions.answered:
            continue
        why = author.why or (_("a player posted it") if author.seats else _("it waits for approval"))
        message = N_("{file}: {place} looks like a report of this table, but posts are not counted from it: {why}")
        if known.files_in(post.text):
            message = N_(
                "{file}: {place} is a copy of a report of this table, and posts are not counted from it: {why}"
            )
        yield _(message, file=post.file, place=post.place, why=why)


def name_left_out(counting: Window, decisions: Decisions, people: People, table: Table) -> Iterator[str]:
    """Yield the orders that do not count because they were posted before the report that is counted from.

    Those that the last turn was resolved with were not lost, wherever they came from.
    """
    start = counting.start
    used: set[tuple[str, str]] | None = None
    for post in counting.left_out:
        seats = people.seats_of(post)
        if start is None or not seats or post.deleted or decisions.is_old(post):
            continue
        said = read_statements(decisions.reader, post, seats)
        given = [one for one in said.given if not one.is_word and (one.turn is None or one.turn > table.turn)]
        used = _used_orders(table, decisions.reader) if used is None else used
        lost = dict.fromkeys(
            decisions.orders.row(one) for one in given if (one.seat, decisions.orders.canonical(one)) not in used
        )
        if lost:
            message = N_("{place} is left out: it was posted before {report}, from which posts count ({orders})")
            yield _(message, place=post.place, report=start.place, orders=", ".join(lost))


def _used_orders(table: Table, reader: OrderReader) -> set[tuple[str, str]]:
    """Return the orders that the last turn was resolved with: seat and canonical text."""
    orders = read_turn(table, table.turn).record.orders if table.turn else ()
    return {(one.seat, reader.canonical(one.text)) for one in orders if one.text}
