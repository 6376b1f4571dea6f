"""A table held against what its thread says.

Our own posts fix the turn files, the players' posts the orders in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gm_tools.core.beacon import find_announced, time_of
from gm_tools.core.i18n import N_, _
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError
from gm_tools.core.sheets import parse_part
from gm_tools.core.sources import IMPLIED
from gm_tools.core.times import parse_moment
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import days, times
from gm_tools.posts.accounts import read_accounts
from gm_tools.posts.captures import read_captures
from gm_tools.posts.left_out import note_left_out
from gm_tools.posts.people import People
from gm_tools.posts.thread import Post, Thread
from gm_tools.posts.window import find_gm, is_report
from gm_tools.table.digests import DIGITS, FileDigest, digests_in, file_digest
from gm_tools.table.files import SETUP, exists
from gm_tools.table.implied import is_implied
from gm_tools.table.store import load_position, read_record, turn_files
from gm_tools.table.table_file import Table, read_table_file
from gm_tools.table.turn_file import TurnFile, Used, file_name, parse_file_name
from gm_tools.table.undone_files import list_undone
from gm_tools.table.verify import Finding


class PostedProof(NamedTuple):
    """What the posts of a thread prove of a table, and what they contradict.

    `digests` were found in posts of the game master, for `turns` different turns (of `of` with a file); `orders` of
    `ordered` came from posts that are here, by their players. `notes` say what weakens this: posts edited since, turns
    taken back. `left_out` says which orders of players were not carried out, for the game master to say why.
    `elsewhere` are turn and seat of orders that are in no post here: by message, by hand, or from other pages.
    """

    findings: tuple[Finding, ...]
    digests: int
    turns: int
    of: int
    orders: int
    ordered: int
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    elsewhere: tuple[tuple[int, str], ...] = ()


def compare_posts(folder: Path, threads: Sequence[Thread]) -> PostedProof:
    """Compare the turn files of a table with the digests and orders in the posts of threads.

    Raises InputError if the table cannot be read, or if no post shows which account is the game master's.
    """
    table = read_table_file(folder)
    people = _find_people(folder, table, threads)
    posts = [post for thread in threads for post in thread.posts if not post.held]
    ours = [post for post in posts if people.author(post).is_gm]
    notes = [
        _("{post} looks like a report, and is not the game master's: it proves nothing", post=post.place)
        for post in posts
        if post not in ours and (is_report(post, table.name) or any(digests_in(post.text)))
    ]
    said = [(post, digest) for post in ours for digest in digests_in(post.text)]
    findings = list(
        {finding.file: finding for finding in reversed(list(_compare_digests(folder, said, notes)))}.values()
    )
    rounds, edited = _announced_rounds(ours)
    notes += edited
    carriers = _carriers(folder, said)
    checked, ordered = 0, 0
    used: dict[tuple[str, str, str], TurnFile] = {}  # orders carried out, in which turn the last time
    by_link = {post.link: post for post in posts}
    records: list[TurnFile] = []
    elsewhere: list[tuple[int, str]] = []
    places = turn_files(folder)
    for place in places:
        try:
            record = read_record(table, *place)
        except InputError:
            continue  # verify says what is wrong with it
        records.append(record)
        carrier = carriers.get(file_name(*place))
        messages = [] if record.amendment else list(_compare_round(record, table, rounds, carrier, posts))
        findings += [Finding(record.turn, file_name(*place), message) for message in messages]
        rows = [row for row in record.orders if (row.number or is_implied(row)) and not row.missed]
        ordered += len(rows)
        for row in rows:
            source = row.source.removeprefix(IMPLIED)
            if source not in by_link:
                elsewhere.append((record.turn, row.seat))
            else:
                ordered_in = by_link[source]
                messages = [
                    *_compare_use(table, record, row, ordered_in, used),
                    *_compare_order(record, row, ordered_in, people),
                    *_compare_times(record, row, ordered_in, carrier, posts),
                ]
                findings += [Finding(record.turn, file_name(*place), message) for message in messages]
                checked += not messages
                notes += _note_times(record, ordered_in)
    turns = {_turn_of(digest.file) for __, digest in said}
    findings.sort(key=lambda finding: finding.turn)
    return PostedProof(
        tuple(findings),
        len(said),
        len(turns & {turn for turn, __ in places}),
        len({turn for turn, __ in places}),
        checked,
        ordered,
        tuple(notes),
        tuple(note_left_out(table, records, carriers, posts, people)),
        tuple(elsewhere),
    )


def _find_people(folder: Path, table: Table, threads: Sequence[Thread]) -> People:
    """Return who writes in the threads of a table; raise InputError if the game master is not found among them."""
    people = People(
        table.seats,
        read_captures(folder).replaced,
        threads,
        "UTC",
        gm=table.gm,
        accounts=read_accounts(folder),
    )
    first = None if people.knows_gm else find_gm(threads, table.name, table.commitment, people)
    if first is not None:
        people.adopt_gm(first)
    if not people.knows_gm:
        raise InputError(
            _("no post here shows which account is the game master's"),
            file=str(folder),
            allowed=_("the thread from its first post on, or the account named with gm account"),
        )
    return people


def _announced_rounds(ours: Sequence[Post]) -> tuple[dict[int, int], list[str]]:
    """Return the round of the beacon that each turn had to wait for by the game master's posts, and notes.

    A round may be replaced by a later post until it is out; where a post shows no time, it replaces the one before. A
    post that names a round when that was out names nothing: an edited post counts from its edit on, since the round may
    have been put into it then.
    """
    rounds: dict[int, int] = {}
    notes = []
    told = [
        (_seconds(post.edited)[1] or _seconds(post.posted)[1], post, row)
        for post in ours
        for row in find_announced(post.text)
    ]
    for when, post, (turn, number) in sorted(told, key=lambda row: row[0]):
        if post.edited:
            message = N_(
                "{post}, which names round {number} for turn {turn}, was edited: it may have named another one before"
            )
            notes.append(_(message, post=post.place, number=number, turn=turn))
        is_late = (_seconds(post.edited)[0] or _seconds(post.posted)[0]) >= time_of(number)
        if is_late or when >= time_of(number) or (post.edited and not any(_seconds(post.edited))):
            message = N_("{post} names round {number} for turn {turn} when that was out: it proves nothing")
            if not is_late:
                message = N_(
                    "{post} names round {number} for turn {turn}, perhaps only when that was out: it proves nothing"
                )
            notes.append(_(message, post=post.place, number=number, turn=turn))
        elif turn not in rounds or when < time_of(rounds[turn]):
            rounds[turn] = number
    return rounds, notes


def _seconds(time: str) -> tuple[int, int]:
    """Return the first and the last second since 1970 that a time of a post may be, 0 and 0 if it shows none."""
    first, last = days.span(times.in_utc(time, "UTC"))
    try:
        return parse_moment(first, "").seconds, parse_moment(last, "").seconds
    except InputError:
        return 0, 0


def _carriers(folder: Path, said: Sequence[tuple[Post, FileDigest]]) -> dict[str, Post]:
    """Return for each turn file, as it is, the first post of the game master that carries its digest."""
    carriers: dict[str, Post] = {}
    for post, digest in said:
        path = folder / digest.file
        if digest.file not in carriers and exists(path) and file_digest(path)[:DIGITS] == digest.sha256:
            carriers[digest.file] = post
    return carriers


def _compare_round(
    record: TurnFile, table: Table, rounds: Mapping[int, int], carrier: Post | None, posts: Sequence[Post]
) -> Iterator[str]:
    """Yield what the posts say against the round of the beacon that a turn was drawn with.

    Or they speak against drawing it without one.
    """
    named = rounds.get(record.turn, 0)
    if not (table.beacon or named) or (not record.round and all(draw.entered for draw in record.draws)):
        return
    if record.round and named and named != record.round:
        message = N_(
            "round: found {number}, and the posts named round {announced} first, which was out before another was named"
        )
        yield _(message, number=record.round, announced=named)
    elif record.round and not named and carrier is not None and (posts.index(carrier) or not record.turn):
        yield _(
            "round: found {number}, and no post named it before it was out: it could have been chosen",
            number=record.round,
        )
    posted = _seconds(carrier.posted)[0] if carrier is not None else 0
    if named and not record.round and not record.was_out and posted >= time_of(named):
        message = N_(
            "it was drawn without the beacon and posted after round {number} was out, which could have been used"
        )
        yield _(message, number=named)
    elif named and not record.round and record.left_out != named:
        yield _("round: found none, and the posts named round {announced}", announced=named)


def _compare_times(
    record: TurnFile, row: Used, post: Post, carrier: Post | None, posts: Sequence[Post]
) -> Iterator[str]:
    """Yield that an order came when its draws could be known.

    They could be known after the turn's own post, or when the round of the beacon was out.
    """
    if carrier is not None and posts.index(post) > posts.index(carrier):
        message = N_("orders: {seat}: {post} came after the turn was posted in {carrier}")
        yield _(message, seat=row.seat, post=post.place, carrier=carrier.place)
    if record.round and _seconds(post.posted)[0] >= time_of(record.round):
        message = N_("orders: {seat}: {post} was written when round {number} of the beacon was out")
        yield _(message, seat=row.seat, post=post.place, number=record.round)


def _note_times(record: TurnFile, post: Post) -> Iterator[str]:
    """Yield what nobody can tell of an order's post: whether it, or an edit of it, was before the beacon's round."""
    if not record.round:
        return
    out = time_of(record.round)
    if _seconds(post.edited)[1] >= out:
        message = N_(
            "{post} was edited when round {number} of the beacon was out: it may have said something else before"
        )
        yield _(message, post=post.place, number=record.round)
    first, last = _seconds(post.posted)
    if first < out <= last:
        message = N_(
            "{post} shows no hour: whether it was written before round {number} of the beacon was out is not known"
        )
        yield _(message, post=post.place, number=record.round)


def _compare_digests(folder: Path, said: Sequence[tuple[Post, FileDigest]], notes: list[str]) -> Iterator[Finding]:
    """Yield the files that are not as a post says; of a file that was taken back since, there is only a note.

    A later file is not named only because it continues one that was rewritten: each post speaks of two files, each is
    compared.
    """
    files = [*([SETUP] if exists(folder / SETUP) else []), *(file_name(*place) for place in turn_files(folder))]
    here = {file: file_digest(folder / file)[:DIGITS] for file in files}
    undone = {file_digest(folder / one.name)[:DIGITS]: one for one in list_undone(folder)}
    names = list(here)
    for post, digest in said:
        turn = _turn_of(digest.file)
        if post.edited:
            notes.append(_("{post} was edited: what it says of {file} may be newer", post=post.place, file=digest.file))
        if digest.sha256 in undone:
            message = N_("{post}: {file} has been taken back since")
            notes.append(_(message, post=post.place, file=digest.file))
            continue
        if digest.file not in here:
            message = _("{post} announces it, and it is missing", post=post.place)
            yield Finding(turn, digest.file, message)
        elif here[digest.file] != digest.sha256:
            message = _("it is not the file that {post} announces: it was rewritten since", post=post.place)
            yield Finding(turn, digest.file, message)
        elif digest.before:
            at = names.index(digest.file)
            if at and here[names[at - 1]] != digest.before:
                message = _("it is not the file that {post} says came before turn {turn}", post=post.place, turn=turn)
                yield Finding(_turn_of(names[at - 1]), names[at - 1], message)


def _turn_of(name: str) -> int:
    """Return the turn of a file by its name, 0 for the set-up."""
    return (parse_file_name(name) or (0, 0))[0]


def _compare_order(record: TurnFile, row: Used, post: Post, people: People) -> Iterator[str]:
    """Yield what of an order is not as in the post that it came from: whose it is, and what it says."""
    owner = dict(zip(record.seats, record.players, strict=False)).get(row.seat, "")
    if row.seat not in people.seats_of(post) and name_key(post.author) != name_key(owner):
        held = ", ".join(people.seats_of(post)) or _("no seat")
        yield _("orders: {seat}: the order is from {post}, who has {held}", seat=row.seat, post=post.place, held=held)
    if is_implied(row):
        return  # nobody wrote it
    said = [" ".join(text.split()) for text in (post.text, post.earlier, *(one.text for one in post.versions))]
    if not any(_holds(text, row.text) for text in said):
        message = N_("orders: {seat}: {text!r:.60} is not in {post}")
        if post.edited:
            message = N_("orders: {seat}: {text!r:.60} is not in {post}, which was edited since")
        yield _(message, seat=row.seat, text=row.text, post=post.place)


def _compare_use(
    table: Table, record: TurnFile, row: Used, post: Post, used: dict[tuple[str, str, str], TurnFile]
) -> Iterator[str]:
    """Yield that an order was carried out in an earlier turn, unless the game keeps it in hand; note its use.

    What a sheet orders for one turn is another order than what it orders for the next.
    """
    order = (row.seat, row.source, row.text)
    if row.only or not row.number or post.edited:
        return
    earlier = used.get(order)
    if earlier is not None and not _has_stayed(table, earlier, row):
        message = N_("orders: {seat}: the order of {post} was carried out in turn {turn}")
        yield _(message, seat=row.seat, post=post.place, turn=earlier.turn)
    used[order] = record


def _has_stayed(table: Table, record: TurnFile, row: Used) -> bool:
    """Tell whether an order was in hand still after a turn; verify says what is wrong with one that cannot be read."""
    try:
        position = load_position(table, record)
    except InputError:
        return True
    return any(table.game.stays_in_hand(position, row.seat, one) for one in parse_part(table.game, row.text).orders)


def _holds(text: str, order: str) -> bool:
    """Tell whether every line of an order is in a text, whatever blanks are between its words."""
    return all(" ".join(line.split()) in text for line in order.splitlines() if line.strip())
