"""Orders out of threads into hand: who ordered what, which order counts, what the game master has to look at.

The last complete order before the deadline counts, whole; a retraction takes it back. What is taken in hand is what was
posted, even if it is illegal; a guess, an order changed after the deadline, and one that differs from what was collected before
wait for the game master's word (`accept`). Collecting the same posts again changes nothing.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.events import PUBLIC
from gm_tools.core.problems import InputError
from gm_tools.core.words import in_english, languages, speaking, tr
from gm_tools.posts import times
from gm_tools.posts.captures import Capture, Captures, latest, read_captures, write_captures
from gm_tools.posts.judge import Found, Judge, Said
from gm_tools.posts.names import fold
from gm_tools.posts.people import People
from gm_tools.posts.window import Bounds, window

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from gm_tools.posts.thread import Post, Thread
    from gm_tools.table.hand import Posted
    from gm_tools.table.store import Table


class Edit(NamedTuple):
    """A change of a post after it was made: when (empty: never, `?`: unknown), what was collected of it before, or that it was accepted.

    `zone` is the one in which the time is shown.
    """

    time: str = ""
    before: tuple[str, ...] = ()
    accepted: bool = False
    zone: str = "UTC"

    @property
    def told(self) -> str:
        """Return the change in words, empty if there was none."""
        if not self.time:
            return ""
        time = times.shown(self.time, self.zone)
        if self.accepted:
            return tr("edited {time}, accepted by the game master", time=time)
        if self.before:
            before = _shown(self.before)
            return tr("edited {time}, before the deadline; collected before: {before}", time=time, before=before)
        return tr("edited {time}", time=time)


class Entry(NamedTuple):
    """An order that counts so far: where it was posted, what was found, and what is to be said of a change of the post."""

    post: Post
    found: Found
    edited: Edit = Edit()


class Ask(NamedTuple):
    """Something that the game master has to decide, or the player has to answer. `kind` is one word for it.

    `kind`: guess, word, invalid, illegal, ambiguous, changed, seat.
    """

    kind: str
    post: Post
    text: str
    found: Found | None = None
    before: str = ""


class State(NamedTuple):
    """What the posts come to for one seat: its orders for the next turn, and those for later ones.

    `clears` tells that what was collected before for the next turn is not to stay in hand, `withdrawn` that nothing of what was
    collected before is, for whatever turn.
    """

    seat: str
    entries: tuple[Entry, ...] = ()
    ahead: tuple[Entry, ...] = ()
    asks: tuple[Ask, ...] = ()
    retracted: Post | None = None
    clears: bool = False
    withdrawn: bool = False
    remarks: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """What collecting came to: the table after, a state a seat, what was left by hand, notes and warnings."""

    table: Table
    turn: int
    judge: Judge
    states: tuple[State, ...]
    by_hand: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    strangers: tuple[str, ...]
    taken: tuple[Posted, ...]
    dropped: tuple[Posted, ...]


def collect(path: Path, threads: Sequence[Thread], bounds: Bounds, accept: Collection[str] = ()) -> Outcome:
    """Take the orders of threads in hand; raise InputError if the game is over or an accepted seat is unknown."""
    from gm_tools.table.store import open_table, seat_of

    table = open_table(path)
    if table.game.is_over(table.position):
        raise InputError(tr("the game is over: no orders any more"), file=str(table.path), status=1)
    accepted = {seat_of(table, name).mark for name in accept}
    captures = read_captures(table.path)
    gathering = _Gathering(table, captures, threads, bounds, accepted)
    gathering.run()
    taken, dropped, by_hand = _settle(path, table, gathering)
    write_captures(table.path, Captures(latest(gathering.captures.values(), table.turn + 1), captures.replaced))
    return Outcome(
        open_table(path) if taken or dropped else table,
        table.turn + 1,
        gathering.judge,
        tuple(gathering.states.values()),
        by_hand,
        tuple(gathering.notes),
        tuple(warning for thread in threads for warning in thread.warnings),
        tuple(gathering.strangers),
        taken,
        dropped,
    )


class _Gathering:
    """Goes through the posts that count, oldest first, and keeps what they come to for each seat."""

    def __init__(
        self, table: Table, captures: Captures, threads: Sequence[Thread], bounds: Bounds, accepted: set[str]
    ) -> None:
        self.table = table
        self.turn = table.turn + 1
        self.judge = Judge(table.game, table.position, table.seats, self.turn)
        self.known = captures.posts
        self.captures = dict(captures.posts)
        self.bounds = bounds
        self.accepted = accepted
        players = {fold(name) for seat in table.seats for name in (seat.player, *seat.aliases)}
        self.window = window(threads, table.name, self.turn, _headlines(table), bounds, players)
        self.people = People(table.seats, captures.replaced, threads, bounds.zone)
        # What was collected from pages that are not here again may be taken back, too.
        self.keys = {one.link or one.post: one.post for one in captures.posts.values()} | self.people.keys
        self.states = {seat.mark: State(seat.mark) for seat in table.seats}
        self.notes = list(self.window.notes)
        self.strangers: list[str] = []

    def run(self) -> None:
        """Read all posts."""
        for post in self.window.posts:
            self._read(post)
        for post in self.window.late:
            seats = self.people.seats_of(post)
            said = self.judge.read(post, seats) if seats and not self._is_old(post) else Said((), ())
            for seat in dict.fromkeys([*(one.seat for one in said.found if not one.is_word), *said.retracted]):
                self._remark(
                    seat,
                    tr(
                        "{place} came after the deadline, {time}, and was not counted",
                        place=post.place,
                        time=times.shown(post.posted, self.bounds.zone),
                    ),
                )

    def _is_old(self, post: Post) -> bool:
        """Tell whether a post was collected for an earlier turn: it counts once."""
        known = self.known.get(post.key)
        return known is not None and known.turn < self.turn

    def _read(self, post: Post) -> None:
        seats = self.people.seats_of(post)
        if not seats:
            self._stranger(post)
            return
        known = self.known.get(post.key)
        if self._is_old(post):
            return
        said = self._of_this_turn(post, self.judge.read(post, seats)) if not post.deleted else Said((), ())
        if post.doubt:
            said = self._without_doubtful(post, said)
        now = self._summary(said)
        before = known.orders if known is not None else ()
        if post.earlier and (known is None or known.orders != now):
            before = self._summary(self._of_this_turn(post, self.judge.read(post, seats, post.earlier), note=False))
        if not (said.found or said.retracted or before):
            return
        edited = times.in_utc(post.edited, self.bounds.zone) if post.edited not in {"", "?"} else post.edited
        is_late = bool(self.bounds.deadline and edited and (edited == "?" or edited > self.bounds.deadline))
        is_early = bool(self.bounds.deadline and edited and not is_late)
        # What held no order before may be put right at any time before the deadline.
        changed = bool(before) and before != now
        is_new = known is None or known.sha256 != post.sha256
        if (changed and not is_early) or (is_late and not before and is_new):
            self._disputed(post, said, before, edited, seats)
            return
        note = Edit(edited, before if changed else (), zone=self.bounds.zone)
        if changed:
            text = tr(
                "{place} was edited {time}, before the deadline; collected before: {before}; now: {now}",
                place=post.place,
                time=times.shown(edited, self.bounds.zone),
                before=_shown(before),
                now=_shown(now),
            )
            for seat in dict.fromkeys([*(one.seat for one in said.found), *said.retracted]):
                self._remark(seat, text)
        self._take(post, said, note)
        self._capture(post, now)

    def _without_doubtful(self, post: Post, said: Said) -> Said:
        """Return what a post of doubtful author says for the seats that the game master has accepted it for; ask about the others."""
        known = self.known.get(post.key)
        sure = self.accepted | set(known.taken if known is not None else ())
        for seat in dict.fromkeys([*(one.seat for one in said.found), *said.retracted]):
            if seat not in sure:
                state = self.states[seat]
                ask = Ask("ambiguous", post, post.doubt)
                self.states[seat] = state._replace(asks=(*(one for one in state.asks if one.text != ask.text), ask))
        found = tuple(one for one in said.found if one.seat in sure)
        return Said(found, tuple(seat for seat in said.retracted if seat in sure))

    def _capture(self, post: Post, orders: tuple[str, ...]) -> None:
        known = self.known.get(post.key)
        taken = known.taken if known is not None and known.turn == self.turn else ()
        self.captures[post.key] = Capture(
            post.key, self.turn, post.sha256, orders, taken, "" if post.link == post.key else post.link
        )

    def mark_taken(self, source: str, seat: str, *, taken: bool) -> None:
        """Note in what was captured of the post at `source` that its order for a seat is in hand, or is not any more."""
        key = self.keys.get(source, "")
        if key in self.captures:
            capture = self.captures[key]
            others = tuple(one for one in capture.taken if one != seat)
            self.captures[key] = capture._replace(taken=(*others, seat) if taken else others)

    def _of_this_turn(self, post: Post, said: Said, *, note: bool = True) -> Said:
        """Return what is said about this turn and later ones; an order that names a turn counts for that one only."""
        found = []
        for one in said.found:
            if one.turn is None or one.turn >= self.turn:
                found.append(one)
            elif note:
                self._remark(
                    one.seat,
                    tr(
                        "{place} is for turn {turn}, and the next is turn {next}",
                        place=post.place,
                        turn=one.turn,
                        next=self.turn,
                    ),
                )
        return Said(tuple(found), said.retracted)

    def _summary(self, said: Said) -> tuple[str, ...]:
        """Return what a post orders by its canonical text, so that another spelling is no change; nothing of a seat it is unclear for."""
        rows = []
        for seat in dict.fromkeys(one.seat for one in said.found):
            found = [one for one in said.found if one.seat == seat and one.text]
            if not self._rivals(found):
                rows += [self.row(one) for one in found]
        return tuple(dict.fromkeys([*rows, *(f"{seat}:" for seat in said.retracted)]))

    def row(self, found: Found) -> str:
        """Return an order as it is kept of a post: `A: A(4M)`, one for a later turn `A: turn 8: BB`."""
        return f"{found.seat}: {self.when(found)}{self.canonical(found)}"

    def when(self, found: Found) -> str:
        """Return the turn that an order is for, if it is a later one: `turn 8: `."""
        return f"turn {found.turn}: " if found.turn is not None and found.turn > self.turn else ""

    def canonical(self, found: Found) -> str:
        """Return the canonical text of what was found, what stands in the post if it cannot be read."""
        order = self.judge.parse(found.text) if found.text else None
        return self.judge.written(order) if order is not None else found.posted

    def _disputed(self, post: Post, said: Said, before: tuple[str, ...], edited: str, seats: Sequence[str]) -> None:
        """Keep to what was collected before, and ask, unless the game master has accepted what the post says now."""
        concerned = list(
            dict.fromkeys(
                [*(row.partition(":")[0] for row in before), *(one.seat for one in said.found), *said.retracted]
            )
        )
        if concerned and all(seat in self.accepted for seat in concerned):
            self._take(post, said, Edit(edited or "?", accepted=True, zone=self.bounds.zone))
            self._capture(post, self._summary(said))
            return
        if before:
            earlier = [(row.partition(":")[0], row.partition(":")[2].strip()) for row in before]
            orders = tuple(
                Found(seat, text, text, "exact", order, (), self.judge.check(seat, order), self.turn)
                for seat, text in earlier
                if seat in seats and text and not _is_problem(order := self.judge.parse(text))
            )
            self._take(post, Said(orders, tuple(seat for seat, text in earlier if not text)), Edit())
        now = _shown(self._summary(said)) or (tr("deleted") if post.deleted else tr("no order any more"))
        time = times.shown(edited, self.bounds.zone)
        for seat in concerned or seats[:1]:
            if before:
                text = _changed(post, time if edited else "", _shown(before), now)
            else:
                text = tr(
                    "{place} was edited {time}, after the deadline; it says {now}; what it said before is not known",
                    place=post.place,
                    time=time,
                    now=now,
                )
            state = self.states[seat]
            ask = Ask("changed", post, text, None, _shown(before))
            self.states[seat] = state._replace(asks=(*state.asks, ask))

    def _take(self, post: Post, said: Said, edited: Edit) -> None:
        """Let what a post says count, over what was said before it."""
        for seat in said.retracted:
            self.states[seat] = State(
                seat, retracted=post, clears=True, withdrawn=True, remarks=self.states[seat].remarks
            )
        for seat in dict.fromkeys(one.seat for one in said.found):
            self._take_seat(seat, post, [one for one in said.found if one.seat == seat], edited)

    def _take_ahead(self, seat: str, post: Post, found: list[Found], edited: Edit) -> None:
        """Let the orders for later turns count, each in place of an earlier one for its turn."""
        state = self.states[seat]
        rivals = self._rivals([one for one in found if one.text])
        asks = [_ask(post, one) for one in found if not one.text]
        if rivals:
            text = _two_orders(post, [one.text for one in rivals])
            asks = [Ask("ambiguous", post, text, rivals[0])]
        taken = [Entry(post, one, edited) for one in found if one.text and not rivals]
        turns = {entry.found.turn for entry in taken}
        kept = tuple(entry for entry in state.ahead if entry.found.turn not in turns)
        self.states[seat] = state._replace(ahead=(*kept, *taken), asks=(*state.asks, *asks))

    def _take_seat(self, seat: str, post: Post, found: list[Found], edited: Edit) -> None:
        later = [one for one in found if self.when(one)]
        if later:
            found = [one for one in found if one not in later]
        if found:
            self._take_now(seat, post, found, edited)
        if later:
            self._take_ahead(seat, post, later, edited)

    def _take_now(self, seat: str, post: Post, found: list[Found], edited: Edit) -> None:
        state = self.states[seat]
        readable = [one for one in found if one.text]
        rivals = self._rivals(readable)
        if rivals:
            texts = {self.canonical(one): one.text for one in readable}.values()
            ask = Ask("ambiguous", post, _two_orders(post, list(texts)), rivals[0])
            self.states[seat] = state._replace(entries=(), asks=(ask,), clears=True, retracted=None)
            return
        asks = []
        for one in found:
            if one.text and not one.guess and not one.problems:
                continue
            if self._is_accepted(post, one):
                continue
            if one.is_word and (state.entries or readable):
                continue
            asks.append(_ask(post, one))
        taken = [self._accepted(one) if self._is_accepted(post, one) else one for one in found]
        taken = [one for one in taken if one.text]
        unclear = next((entry for entry in state.entries if taken and _is_unclear(entry.post, post)), None)
        if unclear is not None and {self.canonical(one) for one in taken} != {self.canonical(unclear.found)}:
            text = tr(
                "{one} says {order} and {other} says {another}: which is the later one is not known",
                one=unclear.post.place,
                order=unclear.found.text,
                other=post.place,
                another=taken[0].text,
            )
            ask = Ask("ambiguous", post, text, taken[0])
            self.states[seat] = state._replace(entries=(), asks=(ask,), clears=True, retracted=None)
        elif taken:
            kept = [entry for entry in state.entries if not any(self._replaces(one, entry.found) for one in taken)]
            entries = (*kept, *(Entry(post, one, edited) for one in {one.text: one for one in taken}.values()))
            self.states[seat] = state._replace(entries=entries, asks=tuple(asks), retracted=None, clears=False)
        else:
            self.states[seat] = state._replace(
                asks=(*(ask for ask in state.asks if ask.kind == "changed"), *asks) or state.asks
            )

    def _rivals(self, found: Sequence[Found]) -> list[Found]:
        """Return different readable orders of one seat of which one would replace the other."""
        distinct = list({self.row(one): one for one in found if one.text}.values())
        return [
            one
            for at, one in enumerate(distinct)
            for other in distinct[at + 1 :]
            if self.when(one) == self.when(other) and (self._replaces(one, other) or self._replaces(other, one))
        ]

    def _is_accepted(self, post: Post, found: Found) -> bool:
        """Tell whether the game master takes a guess for the order: now, or before, so that it is in hand."""
        if not found.guess:
            return False
        return found.seat in self.accepted or any(
            (posted.seat, posted.text, posted.source) == (found.seat, found.guess, post.link)
            for posted in self.table.hand
        )

    def _accepted(self, found: Found) -> Found:
        """Return a guess as the order that the game master takes it for."""
        return found._replace(
            text=found.guess, guess="", tier="guessed", order=self.judge.parse(found.guess), problems=(), is_word=False
        )

    def _replaces(self, new: Found, old: Found) -> bool:
        return self.judge.replaces(self.judge.parse(new.text), self.judge.parse(old.text))

    def _remark(self, seat: str, text: str) -> None:
        state = self.states[seat]
        if text not in state.remarks:
            self.states[seat] = state._replace(remarks=(*state.remarks, text))

    def _stranger(self, post: Post) -> None:
        """Say of an order by somebody who has no seat whose name is near; never take it."""
        if post.deleted or not self.table.seats:
            return
        said = self.judge.read(post, [seat.mark for seat in self.table.seats][:1])
        if not any(one.text and not one.problems for one in said.found) and not any(
            one.tier for one in said.found if not one.is_word
        ):
            return
        near = self.people.near(post)
        if near:
            self.strangers.append(
                tr(
                    "{file}: {place}: an order, and no seat of that name; is it {near}? Then add the name to its aliases in table.toml, and collect again",
                    file=post.file,
                    place=post.place,
                    near=near,
                )
            )
        else:
            self.notes.append(
                tr(
                    "{file}: {place}: an order by somebody who has no seat; it was left",
                    file=post.file,
                    place=post.place,
                )
            )


def _headlines(table: Table) -> tuple[str, ...]:
    """Return what the last report may be called, in every language."""
    view = table.game.view(table.position, PUBLIC)
    found = [table.game.headline(view)]
    for name in languages():
        with suppress(InputError), speaking(name):  # a language that is not installed, nobody has written a report in
            found.append(table.game.headline(view))
    return tuple(found)


def _changed(post: Post, time: str, before: str, now: str) -> str:
    """Return how a post that was collected before has changed; `time` is when, in words, empty if nothing says so."""
    if post.deleted:
        said = tr(
            "{place} was deleted: it said {before} when it was collected, now it says {now}",
            place=post.place,
            before=before,
            now=now,
        )
    elif time:
        said = tr(
            "{place} was changed {time}: it said {before} when it was collected, now it says {now}",
            place=post.place,
            time=time,
            before=before,
            now=now,
        )
    else:
        said = tr(
            "{place} was changed: it said {before} when it was collected, now it says {now}",
            place=post.place,
            before=before,
            now=now,
        )
    return said


def _is_unclear(one: Post, other: Post) -> bool:
    """Tell whether nobody can say which of two posts is the later one: of two threads, one without a time."""
    return (one.source, one.thread) != (other.source, other.thread) and not (one.posted and other.posted)


def _is_problem(order: Any) -> bool:
    from gm_tools.core.problems import Problem

    return isinstance(order, Problem)


def _ask(post: Post, found: Found) -> Ask:
    """Return what is to be asked about an order that does not simply count."""
    message = "; ".join(
        f"{problem.message}" + (f" ({problem.rule})" if problem.rule else "") for problem in found.problems
    )
    if found.is_word:
        return Ask("word", post, tr("{posted!r} could be an order, or only a word", posted=found.posted), found)
    if found.text:
        return Ask("illegal", post, message, found)
    if found.guess:
        return Ask("guess", post, tr("cannot be read: {message}", message=message), found)
    if found.problems and found.problems[0].kind == "ambiguous":
        return Ask("seat", post, message, found)
    return Ask("invalid", post, tr("cannot be read: {message}", message=message), found)


def _two_orders(post: Post, texts: Sequence[str]) -> str:
    return tr("{place} holds two different orders: {orders}", place=post.place, orders=tr(" and ").join(texts))


def _shown(orders: Iterable[str]) -> str:
    return ", ".join(tr("{row} retracted", row=row) if row.endswith(":") else row for row in orders)


def _settle(
    path: Path, table: Table, gathering: _Gathering
) -> tuple[tuple[Posted, ...], tuple[Posted, ...], tuple[str, ...]]:
    """Put in hand what counts and is not there yet; return what was taken, what was dropped, and seats left as the GM set them.

    An order that was collected before and is not in hand any more was replaced or dropped by hand: that stands.
    """
    from gm_tools.table.hand import put_order
    from gm_tools.table.plain import clean

    taken: list[Posted] = []
    gone: list[Posted] = []
    by_hand: list[str] = []
    for state in gathering.states.values():
        hand = [posted for posted in table.hand if posted.seat == state.seat]
        if state.clears or state.withdrawn:
            kept = {(clean(entry.found.text, "order"), entry.post.link) for entry in (*state.entries, *state.ahead)}
            collected = [
                posted
                for posted in hand
                if posted.source in gathering.keys
                and (posted.text, posted.source) not in kept
                and (state.withdrawn or posted.only in {0, gathering.turn})
            ]
            for posted in collected:
                gathering.mark_taken(posted.source, state.seat, taken=False)
            gone += collected
        for entry in (*state.entries, *state.ahead):
            text, source = clean(entry.found.text, "order"), entry.post.link
            turn = entry.found.turn or 0
            if any((posted.text, posted.source) == (text, source) and posted.only in {0, turn} for posted in hand):
                gathering.mark_taken(source, state.seat, taken=True)
                continue
            known = gathering.known.get(entry.post.key)
            was_here = known is not None and known.turn == gathering.turn and state.seat in known.taken
            is_same = was_here and known is not None and gathering.row(entry.found) in known.orders
            if is_same and state.seat not in gathering.accepted:
                by_hand.append(state.seat)
                continue
            sheet = f"turn {turn}: {text}" if turn else text
            with in_english():
                edited = entry.edited.told[:500]  # goes to disk
            put = put_order(path, state.seat, sheet, source, edited=edited)
            if put.verdict.posted is not None:
                taken.append(put.verdict.posted)
                for posted in put.replaced:
                    gathering.mark_taken(posted.source, state.seat, taken=False)
                gathering.mark_taken(source, state.seat, taken=True)
    if gone:
        _drop(path, {posted.number for posted in gone})
    return tuple(taken), tuple(gone), tuple(dict.fromkeys(by_hand))


def _drop(path: Path, numbers: Collection[int]) -> None:
    """Take orders out of hand by their numbers."""
    from gm_tools.table.hand import hand_of, write_hand
    from gm_tools.table.store import writing

    with writing(path) as table:
        left = tuple(posted for posted in table.hand if posted.number not in numbers)
        write_hand(table.path, hand_of(table._replace(hand=left)))
