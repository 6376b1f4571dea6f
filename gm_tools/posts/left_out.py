"""Orders in a thread that were not carried out though they came in time by the thread: the game master is to say why.

It may have been late by the deadline, or taken back by message: so this is noted, not found wrong.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.posts.order_reader import OrderReader
from gm_tools.posts.statements import read_statements
from gm_tools.table.store import load_position
from gm_tools.table.turn_file import file_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.posts.people import People
    from gm_tools.posts.thread import Post
    from gm_tools.table.table_file import Table
    from gm_tools.table.turn_file import TurnFile


def note_left_out(
    table: Table, records: Sequence[TurnFile], carriers: Mapping[str, Post], posts: Sequence[Post], people: People
) -> Iterator[str]:
    """Yield the last order of each player between the posts of two turns, if it is not what was carried out.

    `records` are the turn files in their order, `carriers` the posts that their digests are in.
    """
    at = {id(post): number for number, post in enumerate(posts)}
    for earlier, record in pairwise(records):
        begin, end = (carriers.get(file_name(one.turn, one.amendment)) for one in (earlier, record))
        if begin is None or end is None or record.amendment:
            continue
        between = posts[at[id(begin)] + 1 : at[id(end)]]
        said = [post for post in between if people.seats_of(post) and not post.edited and not post.deleted]
        yield from _note_turn(table, earlier, record, said, people)


def _note_turn(
    table: Table, earlier: TurnFile, record: TurnFile, posts: Sequence[Post], people: People
) -> Iterator[str]:
    try:
        reader = OrderReader(table.game, load_position(table, earlier), table.seats, record.turn)
    except InputError:
        return  # verify says what is wrong with it
    last: dict[str, tuple[Post, str]] = {}
    for post in posts:
        said = read_statements(reader, post, people.seats_of(post))
        for seat in said.retracted:
            last.pop(seat, None)
        for one in said.given:
            if one.text and one.turn in {None, record.turn}:
                last[one.seat] = post, one.text
    for row in record.orders:
        if row.seat not in last or row.bot:
            continue
        post, text = last[row.seat]
        is_same = reader.canonical(text) in {row.canonical, reader.canonical(row.text)}
        if row.source == post.link or (is_same and not row.missed):
            continue
        message = N_("turn {turn}: {seat} ordered {text!r:.60} in {post}, and {order!r:.60} was carried out")
        if row.missed:
            message = N_(
                "turn {turn}: {seat} ordered {text!r:.60} in {post}, and is on record as having missed the turn"
            )
        yield _(message, turn=record.turn, seat=row.seat, text=text, post=post.place, order=row.canonical)
