"""What statements come to: for each seat the orders that count, and what the game master has to look at.

The last complete order before the deadline counts, whole; a retraction takes it back. Two different orders in one post
are never decided here: they wait for the game master's word, as do guesses, and orders changed after the deadline.
Nothing is read from files or written to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import edits, in_time, mentions, times
from gm_tools.posts.captures import Capture, slot_of
from gm_tools.posts.elsewhere import Elsewhere
from gm_tools.posts.home import tell_unclear
from gm_tools.posts.late import describe_late
from gm_tools.posts.order_reader import Found, OrderReader
from gm_tools.posts.rivals import Orders
from gm_tools.posts.state import Ask, Edit, Entry, LateOrder, State, ask_about, shown_orders
from gm_tools.posts.statements import Statements, first_words, read_statements

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.posts.thread import Post
    from gm_tools.posts.window import Bounds
    from gm_tools.table import Posted


class Facts(NamedTuple):
    """What is known before the posts are read.

    `hand` are the orders in hand, `captures` what was captured of posts before, `accepted` the seats that the
    game master has accepted, `here` the keys of the posts that are read now.
    """

    hand: Sequence[Posted]
    captures: Mapping[str, Capture]
    bounds: Bounds
    accepted: Collection[str]
    here: Collection[str] = ()


class Decisions:
    """Takes the statements of posts one after another, oldest first.

    `states` is what they come to, `captures` what to keep of them.
    """

    def __init__(self, reader: OrderReader, facts: Facts) -> None:
        self.reader = reader
        self.orders = Orders(reader)
        self.turn = reader.turn
        self.facts = facts
        self.states = {seat.mark: State(seat.mark) for seat in reader.seats}
        self.late: list[LateOrder] = []
        self.captures = dict(facts.captures)
        self.elsewhere = Elsewhere(facts, self.turn)
        self.settled: set[str] = set()  # seats for which something that waited was accepted
        self.answered: set[str] = set()  # keys of posts that the game master has answered by an order entered by hand

    # Posts

    def is_old(self, post: Post) -> bool:
        """Tell whether a post was collected for an earlier turn: it counts once."""
        known = self.facts.captures.get(post.key)
        return known is not None and known.turn < self.turn

    def read(self, post: Post, seats: Sequence[str]) -> None:
        """Let what a post by the player of `seats` says count, or ask about it."""
        if self.is_old(post):
            return
        known = self.facts.captures.get(post.key)
        read = read_statements(self.reader, post, seats) if not post.deleted else Statements()
        said = self._of_this_turn(post, read)
        if post.doubt:
            said = self._without_doubtful(post, said)
        now = self.orders.summary(said)
        before = known.orders if known is not None else ()
        if post.earlier and (known is None or known.orders != now):
            before = self._summary_of(post, seats, post.earlier)
        elif known is None and (version := edits.version_in_time(post, self.facts.bounds)) is not None:
            before = self._summary_of(post, seats, version.text)
        if said.found or said.retracted or before:
            self._weigh(post, said, before, seats)
        self._look_at_rest(post, read, seats)

    def _summary_of(self, post: Post, seats: Sequence[str], text: str) -> tuple[str, ...]:
        """Return what a post ordered when it had another text."""
        said = read_statements(self.reader, post, seats, text)
        return self.orders.summary(self._of_this_turn(post, said, note=False))

    def _weigh(self, post: Post, said: Statements, before: tuple[str, ...], seats: Sequence[str]) -> None:
        """Let what a post says count, and ask if it was changed when it should not have been.

        `before` is what was collected of it.
        """
        now = self.orders.summary(said)
        known = self.facts.captures.get(post.key)
        bounds = self.facts.bounds
        edited = times.in_utc(post.edited, bounds.zone)
        # What held no order before may be put right at any time before the deadline.
        changed = bool(before) and before != now
        is_new = known is None or known.sha256 != post.sha256
        if (changed and not edits.is_early(post, bounds)) or (edits.is_late(post, bounds) and not before and is_new):
            self._dispute(post, said, before, edited, seats)
            return
        if changed:
            text = edits.describe_early_change(post, before, now, bounds)
            for seat in dict.fromkeys((*_seats_in(before), *said.seats)):
                self.remark(seat, text)
                self._void(seat, post)
        self._take(post, said, Edit(edited, before if changed else (), zone=bounds.zone))
        self._capture(post, now)

    def _without_doubtful(self, post: Post, said: Statements) -> Statements:
        """Return what a post of doubtful author says for the seats that the game master has accepted it for.

        The others are asked about.
        """
        known = self.facts.captures.get(post.key)
        sure = {*self.facts.accepted, *(slot.split()[0] for slot in (known.taken if known is not None else ()))}
        for seat in said.seats:
            if seat not in sure:
                state = self.states[seat]
                others = tuple(ask for ask in state.asks if not ask.text.startswith(post.doubt))
                rivals = self.orders.find_rivals([one for one in said.found if one.seat == seat])
                text = post.doubt
                # Who wrote it, the game master may tell; not which of them counts.
                if rivals and not self.orders.choose(rivals).guess:
                    text = f"{post.doubt}; {self.orders.describe_rivals(post, rivals)}"
                self.states[seat] = state._replace(asks=(*others, Ask("ambiguous", post, text)))
            elif seat in self.facts.accepted:
                self.settled.add(seat)
        return said.only_for(sure)._replace(doubts=())

    def read_late(self, post: Post, seats: Sequence[str]) -> None:
        """Say of a post that came too late that its orders were not counted.

        They are if the game master accepts them, or did before. Of one that was perhaps in time, ask.
        """
        said = read_statements(self.reader, post, seats) if seats and not self.is_old(post) else Statements()
        here = {posted.seat for posted in self.facts.hand if posted.source == post.link}
        concerned = dict.fromkeys([*(one.seat for one in said.given if not one.is_word), *said.retracted])
        taken = {seat for seat in concerned if seat in here or seat in self.facts.accepted}
        if taken:
            accepted = self._of_this_turn(post, said.only_for(taken))
            self._take(post, accepted, Edit())
            self._capture(post, self.orders.summary(accepted))
            self.settled |= taken & set(self.facts.accepted)
        bounds = self.facts.bounds
        posted = times.in_utc(post.posted, bounds.zone)
        is_late = bool(bounds.deadline) and in_time.is_after(posted, bounds.deadline)
        for seat in concerned:
            if is_late:
                self.late.append(LateOrder(seat, post, tuple(one.posted for one in said.given if one.seat == seat)))
            text = describe_late(post, bounds, is_late=is_late, is_taken=seat in taken)
            if is_late or seat in taken:
                self.remark(seat, text)
            else:
                own = (one._replace(guess=one.guess or one.text) for one in said.found if one.seat == seat and one.text)
                self.ask(seat, Ask("late", post, text, next(own, None)))
        if not is_late and not self.is_old(post):
            self._look_at_rest(post, said, seats)

    def remark(self, seat: str, text: str) -> None:
        """Add a sentence to what is said of a seat."""
        state = self.states[seat]
        if text not in state.remarks:
            self.states[seat] = state._replace(remarks=(*state.remarks, text))

    def refuse(self, seat: str, entry: Entry, problems: tuple[Problem, ...]) -> None:
        """Ask about an order that counts by what was read of it, and that the table does not take in hand."""
        state = self.states[seat]
        message = "; ".join(problem.message for problem in problems)
        self.states[seat] = state._replace(
            entries=tuple(one for one in state.entries if one is not entry),
            ahead=tuple(one for one in state.ahead if one is not entry),
            asks=(*state.asks, Ask("ambiguous", entry.post, message)),
        )

    def _capture(self, post: Post, orders: tuple[str, ...]) -> None:
        known = self.facts.captures.get(post.key)
        taken = known.taken if known is not None and known.turn == self.turn else ()
        link = "" if post.link == post.key else post.link
        is_same = known is not None and (known.turn, known.orders) == (self.turn, orders)
        first = known.first if is_same and known is not None else self.facts.bounds.now
        posted = times.in_utc(post.posted, self.facts.bounds.zone)
        asks = ((seat, ask) for seat, state in self.states.items() for ask in state.asks)
        unclear = tuple(seat for seat, ask in asks if ask.kind == "ambiguous" and ask.found and ask.post is post)
        self.captures[post.key] = Capture(post.key, self.turn, post.sha256, orders, taken, link, first, posted, unclear)

    def _look_at_rest(self, post: Post, said: Statements, seats: Sequence[str]) -> None:
        """Keep what is not an order: posts without any, words that may change one, posts too long to be searched."""
        if post.deleted:
            return
        is_silent = not (said.found or said.retracted)
        usable = [one for one in said.found if one.turn is None or one.turn >= self.turn]
        states_order = mentions.states_own_order(post.text if is_silent else said.behind)
        unread = set(self.reader.awaited) - set(said.seats) if states_order else set()
        for seat in seats:
            if not (usable or said.retracted):
                self.states[seat] = self.states[seat].add_silent(post, first_words(post))
            elif said.given:
                self.states[seat] = self.states[seat]._replace(behind=((post, said.behind),))
            if seat in unread and not (said.doubts_of(seat) and self.states[seat].entries):
                text = _("{place} mentions an order, but none could be read in it", place=post.place)
                self.ask(seat, Ask("invalid", post, text))
            if said.is_cut:
                self.ask(seat, Ask("invalid", post, _("{place} is too long to be searched whole", place=post.place)))
            elif words := self._words_in_doubt(post, said, self.states[seat]):
                text = _("{place} may take back or change an order: {words!r}", place=post.place, words=words[:80])
                self.ask(seat, Ask("ambiguous", post, text))

    def _words_in_doubt(self, post: Post, said: Statements, state: State) -> str:
        """Return words that may change which order counts, empty if there are none."""
        words = said.doubts_of(state.seat)
        if state.retracted is None or said.found or said.retracted:
            return words if state.seat in said.seats or state.entries or state.ahead else ""
        return words or (first_words(post) if mentions.may_restore(post.text) else "")

    def ask(self, seat: str, ask: Ask) -> None:
        """Add something that the game master has to look at."""
        state = self.states[seat]
        self.states[seat] = state._replace(asks=(*state.asks, ask))

    def _of_this_turn(self, post: Post, said: Statements, *, note: bool = True) -> Statements:
        """Return what is said about this turn and later ones; an order that names a turn counts for that one only."""
        found = []
        for one in said.found:
            if one.turn is None or one.turn >= self.turn:
                found.append(one)
            elif note:
                message = N_("{place} is for turn {turn}, but the next is turn {next}")
                text = _(message, place=post.place, turn=one.turn, next=self.turn)
                self.remark(one.seat, text)
        return said._replace(found=tuple(found))

    # Changed posts

    def _dispute(
        self, post: Post, said: Statements, before: tuple[str, ...], edited: str, seats: Sequence[str]
    ) -> None:
        """Keep to what was collected before, and ask, unless the game master has accepted what the post says now."""
        named = [*_seats_in(before), *(one.seat for one in said.found), *said.retracted]
        concerned = list(dict.fromkeys(named))
        if concerned and all(seat in self.facts.accepted for seat in concerned):
            self.settled |= set(concerned)
            self._take(post, said, Edit(edited or "?", accepted=True, zone=self.facts.bounds.zone))
            for seat in concerned:
                self._void(seat, post)
            self._capture(post, self.orders.summary(said))
            return
        if before:
            self._take(post, self._load_statements(before, seats), Edit())
        held = [one for one in said.found if one.order is not None and not one.is_word]
        now = self.orders.summary(said) or tuple(dict.fromkeys(self.orders.row(one) for one in held))
        bounds = self.facts.bounds
        if before and post.versions and not post.earlier and self.facts.captures.get(post.key) is None:
            text = edits.describe_told_change(post, before, now, bounds)
        else:
            text = (
                edits.describe_change(post, before, now, bounds)
                if before
                else edits.describe_late_edit(post, now, bounds)
            )
        for seat in concerned or seats[:1]:
            orders = dict.fromkeys(
                self.orders.canonical(one) for one in held if one.seat == seat and not self.orders.name_turn(one)
            )
            self.ask(seat, Ask("changed", post, text, None, shown_orders(before), tuple(orders)))

    def _load_statements(self, before: tuple[str, ...], seats: Sequence[str]) -> Statements:
        """Return what was collected of a post before as its statements."""
        earlier = [(row.partition(":")[0], row.partition(":")[2].strip()) for row in before]
        orders = []
        for seat, text in earlier:
            named, rest = text.startswith("turn "), text.partition(": ")[2]
            order = self.reader.parse(rest if named else text) if seat in seats and text else None
            if named and order is not None and not isinstance(order, Problem):
                orders.append(Found(seat, rest, rest, "exact", order, turn=int(text[5:].partition(":")[0])))
            elif order is not None and not isinstance(order, Problem):
                problems = self.reader.check(seat, order)
                orders.append(Found(seat, text, text, "exact", order, (), problems, self.turn))
        return Statements(tuple(orders), tuple(seat for seat, text in earlier if not text))

    # Seats

    def _take(self, post: Post, said: Statements, edited: Edit) -> None:
        """Let what a post says count, over what was said before it."""
        said = said if edited.accepted else self._without_older(post, said)
        for seat in said.retracted:
            self._retract(seat, post)
        for seat in dict.fromkeys(one.seat for one in said.found):
            found = [one for one in said.found if one.seat == seat]
            later = [one for one in found if self.orders.name_turn(one)]
            now = [one for one in found if not self.orders.name_turn(one)]
            if now:
                self._take_now(seat, post, now, edited)
            if later:
                self._take_ahead(seat, post, later, edited)

    def _without_older(self, post: Post, said: Statements) -> Statements:
        """Return what a post says without what a later one has answered that was collected before and is not here now.

        Such as a message that came by another way, or the next page of the thread.
        """
        return said._replace(found=tuple(one for one in said.found if self._is_newest(post, one.seat, one)))

    def _is_newest(self, post: Post, seat: str, found: Found | None = None) -> bool:
        """Tell whether no such later post answers an order, or without one all that a post takes back for a seat."""
        slot = slot_of(seat, found.turn or 0 if found is not None else 0, self.turn)
        for later in self.elsewhere.find_later(post, slot):
            texts = self.elsewhere.orders_of(later, slot)
            orders = [order for order in map(self.reader.parse, texts) if not isinstance(order, Problem)]
            given = found.order if found is not None and seat not in later.retracted else None
            if given is not None and orders and not any(self.reader.replaces(order, given) for order in orders):
                continue  # both count: a move, and an answer to an offer
            if found is None or self.orders.canonical(found) not in texts:
                self.remark(seat, self.elsewhere.describe(post, later, slot))
            return False
        return True

    def _retract(self, seat: str, post: Post) -> None:
        """Take back all that a seat has ordered so far, and say what that was."""
        state = self.states[seat]
        remarks = list(state.remarks)
        for entry in state.counting:
            order, other = f"{self.orders.name_turn(entry.found)}{entry.found.text}", entry.post.place
            remarks.append(_("{place} takes back {order} of {other}", place=post.place, order=order, other=other))
        spared = self.elsewhere.list_later(post, seat)
        newest = post if self._is_newest(post, seat) else None
        remarks += [one for one in self.states[seat].remarks if one not in remarks]
        self.states[seat] = State(seat, retracted=newest, drops="all", remarks=tuple(remarks), spared=spared)

    def _take_ahead(self, seat: str, post: Post, found: list[Found], edited: Edit) -> None:
        """Let the orders for later turns count, each in place of an earlier one for its turn."""
        state = self.states[seat]
        rivals = self.orders.find_rivals(found)
        asks = [ask_about(post, one) for one in found if not one.text]
        if rivals:
            asks = [Ask("ambiguous", post, self.orders.describe_rivals(post, rivals), None)]
        taken = [Entry(post, one, edited) for one in found if one.text and not rivals]
        turns = {entry.found.turn for entry in taken}
        kept = tuple(entry for entry in state.ahead if entry.found.turn not in turns)
        self.states[seat] = state._replace(ahead=(*kept, *taken), asks=(*state.asks, *asks))

    def take_again(self, seat: str, post: Post, found: list[Found], edited: Edit) -> None:
        """Let only these orders for later turns stay in hand of a post that was collected before."""
        if found:
            self._take_ahead(seat, post, found, edited)
        self._void(seat, post)

    def _void(self, seat: str, post: Post) -> None:
        """Let nothing that was collected of a post stay in a seat's hand."""
        state = self.states[seat]
        self.states[seat] = state._replace(void=(*state.void, post.key))

    def _take_now(self, seat: str, post: Post, found: list[Found], edited: Edit) -> None:
        state = self.states[seat]
        rivals = self.orders.find_rivals(found)
        if rivals:
            found = [self.orders.choose(rivals)]
            if not self._is_accepted(post, found[0], edited):
                ask = Ask("ambiguous", post, self.orders.describe_rivals(post, rivals), found[0])
                self.states[seat] = state.without_orders((*_changes(state), ask))
                return
        readable = [one for one in found if one.text]
        taken = [self._accept(one) if self._is_accepted(post, one, edited) else one for one in found]
        given = {self.orders.canonical(one) for one in readable}
        asks = [
            ask_about(post, one)
            for one in found
            if (one.text or self.orders.canonical(one) not in given)
            and self._wants_answer(post, one, state, edited, has_order=bool(readable))
        ]
        taken = [one for one in taken if one.text]
        now = {self.orders.canonical(one): one for one in reversed(taken)}  # of two spellings the first
        zone = self.facts.bounds.zone
        unclear = next((entry for entry in state.entries if taken and tell_unclear(entry.post, post, zone)), None)
        if unclear is not None and set(now) != {self.orders.canonical(unclear.found)}:
            message = tell_unclear(unclear.post, post, zone)
            text = _(message, one=unclear.post.place, order=unclear.found.text, other=post.place, another=taken[0].text)
            self.states[seat] = state.without_orders((Ask("ambiguous", post, text, taken[0]._replace(guess="")),))
        elif taken:
            kept = []
            for entry in state.entries:
                if not any(self.reader.replaces(one.order, entry.found.order) for one in taken):
                    kept.append(entry)
                elif self.orders.canonical(entry.found) not in now:
                    order, other = entry.found.text, entry.post.place
                    self.remark(
                        seat, _("{place} replaces {order} of {other}", place=post.place, order=order, other=other)
                    )
            entries = (*kept, *(Entry(post, one, edited) for one in reversed(now.values())))
            self.states[seat] = self.states[seat]._replace(
                entries=entries, asks=tuple(asks), retracted=None, drops="all" if state.drops == "all" else "nothing"
            )
        else:
            self.states[seat] = state._replace(asks=(*_changes(state), *asks) or state.asks)

    def _wants_answer(self, post: Post, found: Found, state: State, edited: Edit, *, has_order: bool) -> bool:
        """Tell whether an order does not simply count.

        It is a guess, unreadable or illegal, and nobody has accepted it.
        """
        if (found.text and not found.guess and not found.problems) or self._is_accepted(post, found, edited):
            return False
        if found.is_word and (state.entries or has_order):
            return False
        # What is mentioned and ordered already needs no answer.
        said = {self.orders.canonical(entry.found) for entry in state.entries}
        return not (found.mentioned and (has_order or self.orders.canonical(found) in said))

    def _is_accepted(self, post: Post, found: Found, edited: Edit) -> bool:
        """Tell whether the game master takes a guess for the order: now, or before, so that it is in hand.

        Of a post that said something else then, it was not accepted before.
        """
        if not found.guess:
            return False
        if found.seat in self.facts.accepted:
            self.settled.add(found.seat)
            return True
        accepted = (found.seat, found.guess, post.link, found.turn or self.turn)
        hand = ((one.seat, one.text, one.source, one.only or self.turn) for one in self.facts.hand)
        known = self.facts.captures.get(post.key)
        was_guessed = known is not None and known.was_guessed(post, self.turn, found)
        return not edited.before and (was_guessed or accepted in hand)

    def _accept(self, found: Found) -> Found:
        """Return a guess as the order that the game master takes it for."""
        order = self.reader.parse(found.guess)
        return found._replace(text=found.guess, guess="", tier="guessed", order=order, problems=(), is_word=False)


def _seats_in(rows: Sequence[str]) -> list[str]:
    """Return the seats of orders that were collected, rows such as `A: turn 2: (6M)`."""
    return [row.partition(":")[0] for row in rows]


def _changes(state: State) -> tuple[Ask, ...]:
    """Return what is asked of changed posts: a later post does not answer it."""
    return tuple(ask for ask in state.asks if ask.kind == "changed")
