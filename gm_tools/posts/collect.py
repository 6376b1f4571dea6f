"""Orders out of threads into hand: posts are read (statements), weighed (decide), and what counts is written once.

What is taken in hand is what was posted, even if it is illegal. Collecting the same posts again changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import N_, _, languages
from gm_tools.core.languages import in_english, speaking
from gm_tools.core.names import show_invisible
from gm_tools.core.problems import InputError
from gm_tools.core.stage import seat_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import in_time, times
from gm_tools.posts.accounts import Account, add_accounts, read_accounts
from gm_tools.posts.ahead import weigh_changed_ahead
from gm_tools.posts.answered import drop_answered
from gm_tools.posts.captures import (
    Capture,
    Captures,
    Conduct,
    Unread,
    keep_latest,
    read_captures,
    slot_of,
    write_captures,
)
from gm_tools.posts.copies import take_out_copies
from gm_tools.posts.decide import Decisions, Facts
from gm_tools.posts.home import split_by_home
from gm_tools.posts.order_reader import OrderReader
from gm_tools.posts.people import People
from gm_tools.posts.removed import seats_of_stub, with_removed
from gm_tools.posts.sent import own_posts
from gm_tools.posts.state import Entry, LateOrder, State
from gm_tools.posts.strangers import name_claims, name_left_out, name_stranger
from gm_tools.posts.thread import PRIVATE, Post, Thread
from gm_tools.posts.window import Bounds, Known, Window, find_gm, window
from gm_tools.table import Posted, Table, put_sheet, writing
from gm_tools.table.digests import known_digests
from gm_tools.table.hand_file import write_hand
from gm_tools.table.values import clean_text

_UNMARKED = frozenset({"phpbb", "text"})  # forums, and text that may be from one, where an edit may leave no mark


class NearName(NamedTuple):
    """An author who has no seat and whose name is near that of a seat's player: offered, never taken."""

    name: str
    seat: str


class Outcome(NamedTuple):
    """What collecting came to: the table after, a state a seat, what was left by hand, notes and warnings.

    `strangers` says what somebody posted that was not taken and wants the game master, `start` is the report that was
    counted from, `bound` are the accounts that were bound to names, `near` the authors whose name is near a player's,
    `late` the orders that came too late.
    """

    table: Table
    turn: int
    reader: OrderReader
    states: tuple[State, ...]
    by_hand: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    strangers: tuple[str, ...]
    taken: tuple[Posted, ...]
    dropped: tuple[Posted, ...]
    start: Post | None = None
    bound: tuple[Account, ...] = ()
    near: tuple[NearName, ...] = ()
    late: tuple[LateOrder, ...] = ()


class _Changes(NamedTuple):
    """What is to be written: the table with its new hand, captures, and what was taken, dropped and left by hand."""

    table: Table
    captures: dict[str, Capture]
    taken: tuple[Posted, ...] = ()
    dropped: tuple[Posted, ...] = ()
    by_hand: tuple[str, ...] = ()


def collect(path: Path, threads: Sequence[Thread], bounds: Bounds, accept: Collection[str] = ()) -> Outcome:
    """Take the orders of threads in hand; raise InputError if the game is over or an accepted seat is unknown.

    The table is locked once and its hand written once, whatever is taken.
    """
    with writing(path) as table:
        if table.game.is_over(table.position):
            raise InputError(_("the game is over: no orders any more"), file=str(table.path), status=1)
        accepted = {seat_of(table, name).mark for name in accept}
        captures = read_captures(table.path)
        threads, elsewhere = split_by_home(threads, table)
        people = _find_people(table, captures, threads, bounds)
        threads = take_out_copies(threads, table.name, people)
        known = Known(table.name, _headlines(table), known_digests(table), table.turn)
        counting = window(threads, known, table.turn + 1, bounds, people)
        counting = counting._replace(posts=with_removed(counting.posts, threads, captures.posts, table))
        reader = OrderReader(table.game, table.position, table.seats, table.turn + 1)
        here = {*people.places, *(post.key for post in counting.posts)}
        decisions = Decisions(reader, Facts(table.hand, captures.posts, bounds, accepted, here))
        strangers, notes, near = _read_posts(decisions, counting, people)
        weigh_changed_ahead(decisions, threads)
        # What was collected from pages that are not here again may be taken back, too.
        keys = {one.link or one.post: one.post for one in captures.posts.values()} | people.keys
        conduct = tuple(_conduct(table, decisions))
        asked = drop_answered(decisions, captures.asked, keys)
        asked += tuple(one for one in captures.asked if one.turn == decisions.turn and one.post not in here)
        strangers += [
            *elsewhere,
            *name_left_out(counting, decisions, people, table),
            *name_claims(counting, known, people, decisions),
        ]
        if counting.claims and not people.knows_gm:
            message = N_("the table does not name the game master's account: name it with gm account {table} --gm NAME")
            notes.append(_(message, table=table.name))
        notes += _name_unproven(threads, decisions)
        changes = _settle(table, decisions, keys)
        notes += _name_held_back(changes.table, decisions, threads, people)
        ordered = [entry.post for state in decisions.states.values() for entry in state.counting]
        bound = add_accounts(table.path, people.find_accounts([*counting.reports, *ordered]))
        if changes.taken or changes.dropped:
            write_hand(changes.table)
        write_captures(
            table.path,
            captures._replace(
                post=keep_latest(changes.captures.values(), table.turn + 1),
                unread=tuple(_list_unread(changes.table, decisions)),
                conduct=tuple(dict.fromkeys((*captures.conduct, *conduct))),
                asked=asked,
            ),
        )
    return Outcome(
        table=changes.table,
        turn=table.turn + 1,
        reader=reader,
        states=tuple(decisions.states.values()),
        by_hand=changes.by_hand,
        notes=(*counting.notes, *notes),
        warnings=tuple(warning for thread in threads for warning in thread.warnings),
        strangers=tuple(strangers),
        taken=changes.taken,
        dropped=changes.dropped,
        start=counting.start,
        bound=bound,
        near=near,
        late=tuple(decisions.late),
    )


def _find_people(table: Table, captures: Captures, threads: Sequence[Thread], bounds: Bounds) -> People:
    """Return who is who in the threads.

    A table that does not name the game master's account may show it by its first report.
    """
    people = People(
        table.seats,
        captures.replaced,
        threads,
        bounds.zone,
        gm=table.gm,
        accounts=read_accounts(table.path),
        ignore=bounds.ignore,
        own=own_posts(table.path),
    )
    first = None if people.knows_gm else find_gm(threads, table.name, table.commitment, people)
    if first is not None:
        people.adopt_gm(first)
    return people


def _read_posts(
    decisions: Decisions, counting: Window, people: People
) -> tuple[list[str], list[str], tuple[NearName, ...]]:
    """Weigh all posts, oldest first.

    Returns what the game master has to look at besides the seats, notes, and near names.
    """
    strangers: list[str] = []
    notes: list[str] = []
    near: list[NearName] = []
    for post in counting.posts:
        author = people.author(post)
        seats = seats_of_stub(post, decisions.facts.captures) or author.seats
        if seats:
            decisions.read(post, seats)
            if author.renamed:
                message = N_("{account} is {player}, under the new name {name}")
                text = _(
                    message,
                    account=f"{post.source}/{post.author_id}",
                    player=author.renamed,
                    name=show_invisible(post.author),
                )
                notes.append(text)
        elif not author.is_gm and post not in counting.claims:
            told = [*name_stranger(decisions.reader, post, author)]
            strangers += told
            near += [NearName(post.author, author.near)] if told and author.near else []
    for post in counting.late:
        decisions.read_late(post, people.seats_of(post))
    idle = [seat for seat in decisions.reader.seats if seat.mark in set(decisions.facts.accepted) - decisions.settled]
    notes += [
        _("--accept {seat}: nothing from {player} is waiting", seat=seat.mark, player=seat.player) for seat in idle
    ]
    return strangers, list(dict.fromkeys(notes)), tuple(dict.fromkeys(near))


def _name_unproven(threads: Sequence[Thread], decisions: Decisions) -> list[str]:
    """Return one sentence if an order was first read too late in a post that may have been changed without a mark.

    Too late is after the deadline. On phpBB that is the last one of a thread: while nothing stands below it, its author
    can edit it, and no line says so.
    """
    bounds = decisions.facts.bounds
    counting = {entry.post.key for state in decisions.states.values() for entry in state.counting}
    for thread in threads:
        if not bounds.deadline or thread.source not in _UNMARKED:
            continue
        early = [
            post
            for post in thread.posts
            if post.posted and not in_time.is_after(times.in_utc(post.posted, bounds.zone), bounds.deadline)
        ]
        last = next((post for post in reversed(early) if not post.deleted), None)
        capture = decisions.captures.get(last.key) if last is not None else None
        if last is None or capture is None or last.key not in counting or capture.first <= bounds.deadline:
            continue
        message = _(
            "{place} was first read {time}, after the deadline: an edit of the last post leaves no mark on this forum",
            place=last.place,
            time=times.show_time(capture.first, bounds.zone),
        )
        return [message]
    return []


def _name_held_back(table: Table, decisions: Decisions, threads: Sequence[Thread], people: People) -> Iterator[str]:
    """Yield a sentence if a NodeBB may hold posts back of players who are missing.

    It shows nobody else the first post of a member.
    """
    posts = [post for thread in threads if thread.source == "nodebb" for post in thread.posts]
    have_posted = {seat for post in posts for seat in people.seats_of(post)}
    missing = set(decisions.reader.awaited) - _seats_in_hand(table) - have_posted
    names = [seat.player for seat in table.seats if seat.mark in missing]
    if posts and names:
        yield _(
            "no post of {players} is here: NodeBB holds the first posts of new members back until a moderator approves them",
            players=", ".join(dict.fromkeys(names)),
        )


def _list_unread(table: Table, decisions: Decisions) -> Iterator[Unread]:
    """Yield the seats that are awaited and have posted, and of which no order is in hand.

    A reminder must not say "missing" to them.
    """
    in_hand = _seats_in_hand(table)
    for state in decisions.states.values():
        if state.seat in decisions.reader.awaited and state.seat not in in_hand and (state.asks or state.silent):
            post = state.asks[-1].post if state.asks else state.silent
            assert post is not None
            place = "" if post.source in PRIVATE else post.bare_place
            yield Unread(state.seat, decisions.turn, place, bool(state.asks))


def _seats_in_hand(table: Table) -> set[str]:
    """Return the seats with an order in hand that can be used in the next turn."""
    return {posted.seat for posted in table.hand if posted.only in {0, table.turn + 1}}


def _conduct(table: Table, decisions: Decisions) -> Iterator[Conduct]:
    """Yield the orders that came too late, and the posts with orders that were edited.

    They are for the record of `gm players`.
    """
    players = {seat.mark: seat.player for seat in table.seats}
    late = [(one.seat, "late", one.post) for one in decisions.late]
    for state in decisions.states.values():
        late += [(state.seat, "edit", entry.post) for entry in state.entries if entry.edited.time]
        late += [(state.seat, "edit", ask.post) for ask in state.asks if ask.kind == "changed"]
    for seat, kind, post in late:
        yield Conduct(seat, players[seat], decisions.turn, kind, post.key)


def _headlines(table: Table) -> tuple[str, ...]:
    """Return what the last report may be called, in every language."""
    view = table.game.view(table.position, PUBLIC)
    found = [table.game.headline(view)]
    for name in languages():
        with suppress(InputError), speaking(name):  # a language that is not installed, nobody has written a report in
            found.append(table.game.headline(view))
    return tuple(found)


def _settle(table: Table, decisions: Decisions, keys: dict[str, str]) -> _Changes:
    """Return what is to change for the orders that count to be in hand, and no other that was collected.

    `keys` are the keys of posts by what orders in hand say that they come from. An order that was collected before and
    is not in hand any more was replaced or dropped by hand: that stands.
    """
    changes = _Changes(table, decisions.captures)
    for state in decisions.states.values():
        changes = _drop_collected(changes, state, keys)
        for entry in state.counting:
            changes = _put_entry(changes, state.seat, entry, decisions, keys)
    return changes


def _drop_collected(changes: _Changes, state: State, keys: dict[str, str]) -> _Changes:
    """Take out of a seat's hand what was collected before and does not count any more."""
    if state.drops == "nothing" and not state.void:
        return changes
    table = changes.table
    kept = {
        (
            clean_text(entry.found.text, "order"),
            entry.post.link,
            slot_of(state.seat, entry.found.turn or 0, table.turn + 1),
        )
        for entry in state.counting
    }
    dropped = tuple(
        posted
        for posted in table.hand
        if posted.seat == state.seat
        and posted.source in keys
        and keys[posted.source] not in state.spared
        and (posted.text, posted.source, slot_of(state.seat, posted.only, table.turn + 1)) not in kept
        and (
            state.drops == "all"
            or (state.drops == "next" and posted.only in {0, table.turn + 1})
            or keys[posted.source] in state.void
        )
    )
    for posted in dropped:
        _mark(
            changes.captures, keys.get(posted.source, ""), slot_of(state.seat, posted.only, table.turn + 1), taken=False
        )
    left = tuple(posted for posted in table.hand if posted not in dropped)
    return changes._replace(table=table._replace(hand=left), dropped=(*changes.dropped, *dropped))


def _put_entry(changes: _Changes, seat: str, entry: Entry, decisions: Decisions, keys: dict[str, str]) -> _Changes:
    """Put an order in hand, unless it is there, or was there and the game master has put another in its place."""
    text, source, turn = clean_text(entry.found.text, "order"), entry.post.link, entry.found.turn or 0
    key = keys.get(source, "")
    following = changes.table.turn + 1
    slot = slot_of(seat, turn, following)
    if any(
        (one.text, one.source, slot_of(one.seat, one.only, following)) == (text, source, slot)
        for one in changes.table.hand
    ):
        _mark(changes.captures, key, slot, taken=True)
        return changes
    known = decisions.facts.captures.get(entry.post.key)
    was_taken = known is not None and known.turn == decisions.turn and slot in known.taken
    is_guess = entry.found.tier == "guessed"  # which is not among what was read
    is_same = was_taken and known is not None and (is_guess or decisions.orders.row(entry.found) in known.orders)
    is_here = any(
        (one.source, slot_of(one.seat, one.only, following)) == (source, slot) for one in decisions.facts.hand
    )  # in another spelling
    if is_same and not is_here and seat not in decisions.facts.accepted:
        return changes._replace(by_hand=tuple(dict.fromkeys((*changes.by_hand, seat))))
    with in_english():
        edited = entry.edited.told[:500]  # goes to disk
    put = put_sheet(changes.table, seat, f"turn {turn}: {text}" if turn else text, source, edited=edited)
    if put.refused:
        decisions.refuse(seat, entry, put.refused)
        return changes
    for posted in put.replaced:
        _mark(changes.captures, keys.get(posted.source, ""), slot_of(seat, posted.only, following), taken=False)
    _mark(changes.captures, key, slot, taken=True)
    return changes._replace(
        table=put.table, taken=(*changes.taken, *(one.posted for one in put.orders if one.posted is not None))
    )


def _mark(captures: dict[str, Capture], key: str, slot: str, *, taken: bool) -> None:
    """Note in what was captured of a post that its order for a seat and turn is in hand, or is not any more."""
    if key in captures:
        capture = captures[key]
        left = tuple(one for one in capture.taken if one != slot)
        captures[key] = capture._replace(taken=(*left, slot) if taken else left)
