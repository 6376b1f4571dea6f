"""What a post says: the orders it gives, those it only mentions, those it takes back, each for a seat and a turn.

A post is read from top to bottom and nothing is decided here: two orders are two statements.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import changes, label_words
from gm_tools.posts.address import Address
from gm_tools.posts.copied import describe_heading, split_copied
from gm_tools.posts.formats.make_post import LONGEST
from gm_tools.posts.mentions import is_condition
from gm_tools.posts.order_reader import Found, OrderReader, make_unclear
from gm_tools.posts.passages import Passage, passages, turn_in
from gm_tools.posts.running_text import Aside, find_in_label, find_mentioned, with_second_orders
from gm_tools.posts.thread import Post

_MOST_FOUND = 60  # orders in one post; the rest is not read
_SIGNATURE = re.compile(r"[(–—-]?\s*[^\W\d_][^@\n]{2,60}")  # a name, not a mark
_CLOSING = re.compile(
    r"^\W*(?:(?:lg|vg|mfg|gr(?:uß|üße|üsse)|best|(?:kind |best )?regards|greetings|yours|signed|sent|cheers from|from|von|gez\.?),? (?:(?:from|by|von) )?|/)",
    re.IGNORECASE,
)
_FIRST_WORDS = 60  # characters of a post that are shown of one in which no order was found


class Statements(NamedTuple):
    """What a post says.

    `found` are the orders in it (those of running text are `mentioned`), `retracted` the seats whose orders it takes
    back. `doubts` are the seats in doubt, each with the line that may take its order back or change it without naming
    it, `talk` orders in talk about others, `behind` the first words behind the last order; `is_cut` tells that it is
    too long to be searched whole.
    """

    found: tuple[Found, ...] = ()
    retracted: tuple[str, ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()
    talk: tuple[str, ...] = ()
    behind: str = ""
    is_cut: bool = False

    @property
    def given(self) -> tuple[Found, ...]:
        """The orders that stand on their own, without those of running text."""
        return tuple(one for one in self.found if not one.mentioned)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that it says anything for."""
        return tuple(dict.fromkeys([*(one.seat for one in self.found), *self.retracted]))

    def doubts_of(self, seat: str) -> str:
        """Return the words that leave a seat's order in doubt, empty if there are none."""
        return dict(self.doubts).get(seat, "")

    def only_for(self, seats: Collection[str]) -> Statements:
        """Return what a post says for some seats."""
        return self._replace(
            found=tuple(one for one in self.found if one.seat in seats),
            retracted=tuple(seat for seat in self.retracted if seat in seats),
        )


def read_statements(reader: OrderReader, post: Post, seats: Sequence[str], text: str = "") -> Statements:
    """Return what a post by the player of `seats` says; `text` stands for the post's own, of an earlier capture.

    What a post holds of other posts gives no order: under a copied heading it is ambiguous, behind `>` only if nothing
    else is there.
    """
    reader.begin()
    said = _Reading(reader, post, seats).read(text or post.text)
    if post.html and not text:
        other = _Reading(reader, post, seats).read(post.html)
        if _summary(said) != _summary(other):
            why = _("the plain text of the mail and its HTML do not say the same")
            found = (one for one in (*said.given, *other.given) if not one.is_word)
            either = {one.posted: make_unclear(one.seat, one.posted, why, one.turn) for one in found}
            doubts = tuple((seat, first_words(post)) for seat in seats)
            return said._replace(found=tuple(either.values()), retracted=(), doubts=doubts)
    if post.doubt or not (said.found or said.retracted):
        return said
    parts = split_copied(text or post.text)
    if not (parts.quoted or parts.below):
        return said
    own = _Reading(reader, post, seats).read(parts.own)
    below = _Reading(reader, post, seats).read(parts.below)
    why = describe_heading(parts.heading)
    if not (own.found or own.retracted or below.found):
        below = _Reading(reader, post, seats).read(parts.quoted)
        why = _("it is quoted")
    unsure = [make_unclear(one.seat, one.posted, why, one.turn) for one in below.given if not one.is_word]
    doubts = own.doubts or below.doubts or tuple((seat, parts.heading) for seat in below.retracted)
    return own._replace(found=(*own.found, *unsure), doubts=doubts, is_cut=own.is_cut or below.is_cut)


class _Reading:
    """A text in a post by the player of `seats`, read passage by passage from top to bottom.

    Each method holds a rule.
    """

    def __init__(self, reader: OrderReader, post: Post, seats: Sequence[str]) -> None:
        self.reader = reader
        self.post = post
        self.seats = seats
        self.found: list[Found] = []
        self.retracted: list[str] = []
        self.talk: list[str] = []
        self.asides: list[Aside] = []
        self.doubts: dict[tuple[str, int], str] = {}  # by seat, and the turn if it is a later one
        self.heading = ""  # what a line alone said of whom the next one is for, as a label
        self.above = ""  # the line above, if it is no order
        self.speaker = ""  # who else is speaking from some line on, as a label

    def read(self, text: str) -> Statements:
        """Return what the text says: all of it, or what comes before there is more than anybody orders."""
        is_cut = len(text) > LONGEST
        for passage in _passages(text):
            if self.reader.is_exhausted or len(self.found) > _MOST_FOUND:
                is_cut = True
                break
            if passage.retracts:
                self._retract(passage)
            else:
                self._read(self._address(passage))
        self._check_signature(text)
        behind = " ".join(
            one.words for one in self.asides if one.at >= len(self.found) and one.words == one.passage.text
        )
        found = with_second_orders(self.reader, self.found, self.asides)
        retracted = tuple(dict.fromkeys(self.retracted))
        doubts = tuple({seat: words for (seat, __), words in self.doubts.items()}.items())
        return Statements(
            tuple(found), retracted, doubts, tuple(self.talk), _cut(behind), is_cut or self.reader.is_exhausted
        )

    def _retract(self, passage: Passage) -> None:
        """Take back what stands above, for the seats that are named or for all.

        Nobody takes back another's order: that is a doubt, and so is which order is meant that is for a later turn.
        """
        is_anothers = set(self.reader.addresses.seats_in(passage.about)) - set(self.seats)
        turn = passage.turn or turn_in(passage.about)
        if is_anothers or (turn is not None and turn != self.reader.turn):  # `I retract Bob's order`, `… for turn 9`
            self._doubt(passage.about.strip() if passage.how == "line" else f"{passage.about}{passage.text}")
            return
        words = re.findall(r"\w+", re.sub(r"^\W*I\b", "", passage.about))
        named = [seat for seat in self.seats if seat in words] if len(self.seats) > 1 else []
        taken_back = named or self.seats
        self.found = [one for one in self.found if one.seat not in taken_back]
        self.retracted += taken_back
        self.asides, self.doubts = [], {slot: words for slot, words in self.doubts.items() if slot[0] not in taken_back}

    def _address(self, passage: Passage) -> Passage:
        """Return a passage as one for whom a line above named, if it names nobody itself.

        Such lines are `For Bob:` and `This is Bob.`.
        """
        before = self.heading or self.speaker
        is_open = bool(before) and self.reader.addresses.of_label(passage.about) == Address()
        return passage._replace(about=before) if is_open else passage

    def _read(self, passage: Passage) -> None:
        """Read what a passage gives.

        A passage gives orders, says whom the next one is for, or is running text, in which orders may be mentioned.
        """
        given = self.reader.orders(passage, self.seats, self.post.smilies)
        self.heading = "" if given else self._heading_in(passage)
        if self.heading:
            return
        if not given:
            self._note_speaker(passage)
        line, words = f"{passage.about}{passage.text}", passage.text
        is_read = any(one.text or one.guess for one in given)
        if is_read:
            words = " ".join(one.left for one in given)
        mentioned, talk = find_mentioned(self.reader, passage, words, self.seats, self.found or given)
        if mentioned and given and not is_read:
            # Where no order could be read behind a label, the words tell more; but one that is ambiguous is asked
            # about.
            given = [one for one in given if one.problems and one.problems[0].kind == "ambiguous"]
            mentioned = [] if given else mentioned
        self.talk += talk
        if not mentioned and passage.how != "code" and "\n" not in words:
            self.asides.append(Aside(len(self.found) + len(given), passage, words))
        said = self._blank_others(" ".join(one.left for one in given) if given else line)
        is_doubtful = not mentioned and (changes.may_change(said) or (not given and changes.is_of_another(said)))
        for one in (*find_in_label(self.reader, passage, self.seats), *given, *mentioned):
            self._add(one)
        # Words that may take an order back, or bind it to something, leave it in doubt: `Scratch that.`, `4M if Bob
        # brakes`.
        unsure = [one for one in given if one.text and self._is_unsure(passage, one)]
        if is_doubtful:
            self._doubt(line, given)
        elif unsure:
            self._doubt(line, unsure)
        elif given and self._is_introduced_as_none(passage):
            self._doubt(self.above, given)
        elif self.found and not given and changes.is_proviso(line):
            self._doubt(line, self.found)
        self.above = "" if given else line

    def _doubt(self, words: str, about: Sequence[Found] = ()) -> None:
        """Leave orders in doubt for words; without any, all that the seats have ordered so far, here or before."""
        slots = map(self._slot_of, about or self.found)
        if not about:
            self.doubts.update({(seat, 0): words for seat in self.seats})
        self.doubts.update(dict.fromkeys(slots, words))

    def _slot_of(self, one: Found) -> tuple[str, int]:
        return one.seat, one.turn if one.turn and one.turn > self.reader.turn else 0

    def _blank_others(self, words: str) -> str:
        """Return words with `changes.OTHER` for each name of a player of another seat."""
        return self.reader.addresses.blank_names(words, self.seats, changes.OTHER)

    def _is_unsure(self, passage: Passage, found: Found) -> bool:
        """Tell whether the words around an order say when it is to count, that it is none yet, or ask."""
        return (
            is_condition(found.left)
            or found.left.strip(" ().") == "?"
            or (passage.how == "label" and not self._is_understood(passage.about))
        )

    def _is_understood(self, label: str) -> bool:
        """Tell whether a label says nothing of its order but whose it is, and for which turn."""
        names = [name for seat in self.reader.seats if seat.mark in self.seats for name in (seat.player, *seat.aliases)]
        names += [self.reader.game.name, self.reader.game.title]
        words = re.findall(r"\w+", label)  # a mark, a colour
        names += [word for word in words if set(self.reader.addresses.find_seats(word)) & set(self.seats)]
        return label_words.is_understood(label, self.reader.turn, names) and not changes.is_draft(label)

    def _is_introduced_as_none(self, passage: Passage) -> bool:
        """Tell whether the line above says that an order is none, or what it hangs on."""
        is_labelled = passage.how in {"label", "order"}
        return changes.is_proviso(self.above) or changes.introduces_none(self.above, is_labelled=is_labelled)

    def _heading_in(self, passage: Passage) -> str:
        """Return whom the next passage is for, as a label, if this one only says so; else an empty text."""
        if passage.how not in {"line", "weak"}:
            return ""
        addresses, line = self.reader.addresses, f"{passage.about}{passage.text}"
        address = addresses.of_address(passage.text)
        if address == Address() and passage.how == "weak":
            address = addresses.of_address(line)
        if address == Address() and changes.introduces_another(self._blank_others(line)):
            address = Address(addresses.seats_in(line))
        return "" if address == Address() else f"order for {address.seats[0] if address.seats else address.unknown}"

    def _note_speaker(self, passage: Passage) -> None:
        """Take what follows for somebody else's who says that it is: `This is Bob on her account.`."""
        named = self.reader.addresses.of_speaker(passage.text) if passage.how != "code" else ()
        if named and not set(named) & set(self.seats):
            self.speaker = f"order for {named[0]}"

    def _check_signature(self, text: str) -> None:
        """Leave in doubt what another player's name stands under, on the last line or behind the order.

        So does a sentence that says whose the order is: `(that is Bob's, he can't log in)`.
        """
        if not self.found:
            return
        last = text.rstrip().rpartition("\n")[2].strip()
        whose = next((line for line in text.split("\n") if changes.is_of_another(self._blank_others(line))), "")
        for at, one in enumerate(self.found):
            words = one.left.strip() if one.left.lstrip()[:1] in set("(–—-") else last
            words = _CLOSING.sub("", words)
            named = self.reader.addresses.find_seats(words) if _SIGNATURE.fullmatch(words) else ()
            if not named and changes.is_of_another(self._blank_others(one.left)):
                named = self.reader.addresses.seats_in(one.left)
            named = named or self.reader.addresses.seats_in(whose)
            if named and not set(named) & set(self.seats) and not one.mentioned:
                message = _("it names the seat {seat}, which is another player's", seat=named[0])
                self.found[at] = make_unclear(one.seat, one.posted, message, one.turn)

    def _add(self, one: Found) -> None:
        """Add an order; one after a retraction or a doubt of its seat stands.

        Of a post with struck text it is told that this was left out.
        """
        if self.post.struck and one.tier == "exact":
            one = one._replace(tier="normalised", cleaned=(_("struck text"),))
        if not one.mentioned:
            self.retracted = [seat for seat in self.retracted if seat != one.seat]
            self.doubts.pop(self._slot_of(one), None)
        self.found.append(one)


def _summary(said: Statements) -> set[tuple[str, int | None, str]]:
    """Return what is ordered and taken back, however it is spaced: seats, turns and texts."""
    orders = {(one.seat, one.turn, "".join((one.text or one.guess).split())) for one in said.given if not one.is_word}
    return orders | {(seat, None, "") for seat in said.retracted}


def _passages(text: str) -> Iterator[Passage]:
    """Yield the passages of a post; of a block of code, in which a board may stand, also what is labelled in it."""
    for passage in passages(text):
        yield passage
        if passage.how == "code":
            yield from (one for one in passages(passage.text) if one.how == "label" and "\n" not in one.text)


def first_words(post: Post) -> str:
    """Return the first words of a post, on one line."""
    return _cut(post.text.replace("[code]", " ").replace("[/code]", " "))


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _FIRST_WORDS else flat[: _FIRST_WORDS - 1].rstrip() + "…"
