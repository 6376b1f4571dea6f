"""What a post says: the orders it gives, those it only mentions, those it takes back, each for a seat and a turn.

A post is read from top to bottom and nothing is decided here: two orders are two statements.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import mentions
from gm_tools.posts.address import Address, others
from gm_tools.posts.clean_order import could_be_words
from gm_tools.posts.copied import describe_heading, split_copied
from gm_tools.posts.formats.make_post import LONGEST
from gm_tools.posts.mentions import Mention
from gm_tools.posts.order_reader import Found, OrderReader, unclear
from gm_tools.posts.passages import Passage, corrects, passages, takes_back

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from gm_tools.posts.thread import Post

_MOST_MENTIONS = 12  # orders in one line of running text that are looked at
_MOST_FOUND = 60  # orders in one post; the rest is not read
_FIRST_WORDS = 60  # characters of a post that are shown of one in which no order was found


class Statements(NamedTuple):
    """What a post says.

    `found` are the orders in it (those of running text are `mentioned`), `retracted` the seats whose orders it takes back.
    `doubts` is the line that may take an order back or change it without naming it, `talk` orders in talk about others, `is_cut` tells that
    it is too long to be searched whole.
    """

    found: tuple[Found, ...] = ()
    retracted: tuple[str, ...] = ()
    doubts: str = ""
    talk: tuple[str, ...] = ()
    is_cut: bool = False

    @property
    def given(self) -> tuple[Found, ...]:
        """The orders that stand on their own, without those of running text."""
        return tuple(one for one in self.found if not one.mentioned)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that it says anything for."""
        return tuple(dict.fromkeys([*(one.seat for one in self.found), *self.retracted]))

    def only_for(self, seats: Collection[str]) -> Statements:
        """Return what a post says for some seats."""
        return self._replace(
            found=tuple(one for one in self.found if one.seat in seats),
            retracted=tuple(seat for seat in self.retracted if seat in seats),
        )


def read_statements(reader: OrderReader, post: Post, seats: Sequence[str], text: str = "") -> Statements:
    """Return what a post by the player of `seats` says; `text` stands for the post's own, of an earlier capture.

    What a post holds of other posts gives no order: under a copied heading it is ambiguous, behind `>` only if nothing else is there.
    """
    reader.begin()
    said = _read_text(reader, post, seats, text or post.text)
    if post.doubt or not (said.found or said.retracted):
        return said
    parts = split_copied(text or post.text)
    if not (parts.quoted or parts.below):
        return said
    own = _read_text(reader, post, seats, parts.own)
    below = _read_text(reader, post, seats, parts.below)
    why = describe_heading(parts.heading)
    if not (own.found or own.retracted or below.found):
        below = _read_text(reader, post, seats, parts.quoted)
        why = _("it is quoted")
    unsure = [unclear(one.seat, one.posted, why, one.turn) for one in below.given if not one.is_word]
    doubts = own.doubts or below.doubts or (parts.heading if below.retracted else "")
    return own._replace(found=(*own.found, *unsure), doubts=doubts, is_cut=own.is_cut or below.is_cut)


def _read_text(reader: OrderReader, post: Post, seats: Sequence[str], text: str) -> Statements:
    """Return what a text in a post by the player of `seats` says."""
    is_cut = len(text) > LONGEST
    found: list[Found] = []
    retracted: list[str] = []
    talk: list[str] = []
    asides: list[tuple[int, Passage, str]] = []  # where in `found` other words stand, and these
    doubts = context = speaker = ""
    for passage in _passages(text):
        if reader.is_exhausted or len(found) > _MOST_FOUND:
            is_cut = True
            break
        if passage.retracts and set(reader.addresses.seats_in(passage.about)) - set(seats):
            doubts = passage.text  # `I retract Bob's order`: nobody but Bob can
            continue
        if passage.retracts:
            named = tuple(seat for seat in seats if seat in passage.about.split()) if len(seats) > 1 else ()
            taken_back = named or tuple(seats)
            found = [one for one in found if one.seat not in taken_back]
            asides = []
            retracted += taken_back
            doubts = ""
            continue
        if (context or speaker) and reader.addresses.of_label(passage.about) == Address():
            passage = passage._replace(about=context or speaker)  # noqa: PLW2901  (a line before says whom it is for)
        given = reader.orders(passage, seats, post.smilies)
        address = Address()
        if passage.how in {"line", "weak"} and not given:
            address = reader.addresses.of_address(passage.text)
            if address == Address() and passage.how == "weak":
                address = reader.addresses.of_address(f"{passage.about}{passage.text}")
        if address != Address():
            context = f"order for {address.seats[0] if address.seats else address.unknown}"
            continue
        context = ""
        named = reader.addresses.of_speaker(passage.text) if not given and passage.how != "code" else ()
        if named and not set(named) & set(seats):
            speaker = f"order for {named[0]}"
        line = f"{passage.about}{passage.text}"
        words = passage.text if not any(one.text or one.guess for one in given) else " ".join(one.left for one in given)
        mentioned, spoken = _mentioned(reader, passage, words, seats, found or given)
        if mentioned and given and not any(one.text or one.guess for one in given):
            given = [one for one in given if one.problems and one.problems[0].kind == "ambiguous"]
            mentioned = mentioned if not given else []
        if takes_back(line) and not given and not mentioned:
            doubts = line
        talk += spoken
        if not mentioned and passage.how != "code" and "\n" not in words:
            asides.append((len(found) + len(given), passage, words))
        for one in (*_in_label(reader, passage, seats), *given, *mentioned):
            if post.struck and one.tier == "exact":
                one = one._replace(tier="normalised", cleaned=(_("struck text"),))  # noqa: PLW2901  (what was read, told of the post)
            if not one.mentioned:
                retracted = [seat for seat in retracted if seat != one.seat]
                doubts = ""
            found.append(one)
        if any(one.text and mentions.is_condition(one.left) for one in given):
            doubts = line
    found = _with_second_orders(reader, found, asides)
    return Statements(tuple(found), tuple(dict.fromkeys(retracted)), doubts, tuple(talk), is_cut or reader.is_exhausted)


def _passages(text: str) -> Iterator[Passage]:
    """Yield the passages of a post; of a block of code, in which a board may stand, also what is labelled in it."""
    for passage in passages(text):
        yield passage
        if passage.how == "code":
            yield from (one for one in passages(passage.text) if one.how == "label" and "\n" not in one.text)


def _mentioned(
    reader: OrderReader, passage: Passage, words: str, seats: Sequence[str], given: Sequence[Found]
) -> tuple[list[Found], list[str]]:
    """Return the orders in the running text of a passage that may be meant, and those that are talk about others."""
    if passage.how == "code" or "\n" in words or not words.strip():
        return [], []
    line = f"{passage.about} {words}" if passage.how in {"weak", "label"} else words
    found = list(
        islice(mentions.find_mentions(words, reader.parse, could_be_words, lambda: reader.is_exhausted), _MOST_MENTIONS)
    )
    if len(found) == _MOST_MENTIONS:
        reader.readings = 0  # nobody writes so many in one line: the game master has to look
    seat = next((one for one in seats if one in reader.awaited), seats[0])
    if not found and not given and seat in reader.awaited:
        found = _find_leading(reader, seat, words)
    if not found:
        return [], []
    if others(reader.address(passage)[0], seats) or (passage.how in {"label", "weak"} and mentions.is_for_others(line)):
        message = _("it is for somebody else: {words}", words=" ".join(line.split())[:80])
        return [unclear(seat, found[0].text, message, passage.turn)], []
    named = reader.addresses.seats_in(line)
    names_others = (bool(named) and not set(named) & set(seats)) or mentions.is_for_others(line)
    corrected = passage.corrects or corrects(line)
    legal = {mention.start for mention in found if seat in reader.awaited and not reader.check(seat, mention.order)}
    found = [mention for mention in found if mention.start in legal or not mentions.is_interjection(mention.text)]
    if not found:
        return [], []
    is_own = bool(given) or mentions.is_meant(line, found, names_others=names_others, is_legal=bool(legal))
    if is_own and passage.turn is None and passage.how != "label" and mentions.is_for_next_turn(line):
        return [_ask_which_turn(reader, seat, found[0].text)], []
    if given or passage.how == "label":
        # Beside an order, another one is never passed over; a piece of that order is not another one.
        pieces = " ".join(_squeeze(one.text or one.guess) for one in given)
        is_near = corrected or passage.how != "line"
        own = [
            one
            for one in found
            if one.start in legal
            or (is_near and _squeeze(one.text) not in pieces)
            or (
                mentions.is_set_off(line, one.text)
                and mentions.is_meant(line, [one], names_others=names_others, is_legal=True)
            )
        ]
        if names_others and not corrected:  # whose order it is, the clause that holds it tells
            clauses = [mentions.find_alternative(line, one.text) for one in own]
            own = [
                one
                for one, clause in zip(own, clauses, strict=True)
                if clause and not reader.addresses.seats_in(clause)
            ]
    else:
        own = found if is_own else []
    out = [_as_found(seat, one, line, passage, is_legal=one.start in legal, corrected=corrected) for one in own]
    return out, [mention.text for mention in found] if not out else []


def _with_second_orders(
    reader: OrderReader, found: list[Found], asides: Sequence[tuple[int, Passage, str]]
) -> list[Found]:
    """Return what was found with the orders that small words or capitals set apart in the other words: `then GEE`.

    Alone these would be prose; beside an order that counts, another one is never passed over.
    """
    given = [one for one in found if one.order is not None and not one.is_word]
    is_small = any(_is_lower(one.text or one.guess) for one in given)  # the author writes orders so: so may this be
    out = [
        one._replace(is_word=False) if one.is_word and (is_small or (given and one.guess.isdecimal())) else one
        for one in found
    ]
    for at, passage, words in reversed(asides if given else ()):
        for seat in dict.fromkeys(one.seat for one in given):
            second = _second_order(reader, passage, words, seat, [one for one in given if one.seat == seat])
            if second is not None:
                out.insert(at, second)
    return out


def _second_order(reader: OrderReader, passage: Passage, words: str, seat: str, given: Sequence[Found]) -> Found | None:
    """Return the order in words that is set apart by small words, or written in capitals, and is none of those that are given."""
    line = f"{passage.about} {words}" if passage.how == "weak" else words
    named = reader.addresses.seats_in(line)
    is_others = bool(named) and seat not in named and not corrects(line)
    if mentions.is_for_others(line) or is_others or others(reader.address(passage)[0], [seat]):
        return None
    known = {reader.written(one.order) for one in given}
    is_small = any(_is_lower(one.text or one.guess) for one in given)  # the author writes orders without capitals
    for mention, is_clear in _find_set_apart(reader, seat, words):
        is_notation = is_clear or is_small or passage.corrects or mention.text == reader.written(mention.order)
        if is_notation and reader.written(mention.order) not in known:
            return _as_found(seat, mention, line, passage, is_legal=True, corrected=passage.corrects)
    return None


def _find_set_apart(reader: OrderReader, seat: str, words: str) -> Iterator[tuple[Mention, bool]]:
    """Yield the orders that small words or capitals set apart in words and that are not illegal; and whether each is no word, surely."""
    lone = list(mentions.strip_small_words(words))
    for clause in mentions.split_clauses(words)[:_MOST_MENTIONS]:
        lone += [text for text in mentions.strip_small_words(clause) if len(text) > 1 or text.isdecimal()]
    for text in dict.fromkeys((*lone, *mentions.runs_of_capitals(words))):
        order = reader.parse(text) if text and not reader.is_exhausted else None
        if order is None or isinstance(order, Problem) or reader.check(seat, order):
            continue
        is_clear = text.upper() == text and sum(map(str.isalnum, text)) > 2
        is_said = mentions.is_announced(words, text)
        if text in lone or is_clear or is_said or (len(text) > 1 and mentions.find_alternative(words, text)):
            yield Mention(text, order, max(words.find(text), 0)), is_clear or is_said or not could_be_words(text)


def _find_leading(reader: OrderReader, seat: str, words: str) -> list[Mention]:
    """Return the orders in words without one that is given: the first that is no word, or all if the words begin with one, set apart."""
    apart = list(_find_set_apart(reader, seat, words))
    clear = [mention for mention, is_clear in apart if is_clear][:1]
    clauses = mentions.split_clauses(words)
    first = clauses[0].strip(".!?,") if len(clauses) > 1 else ""
    if clear or not first:
        return clear
    order = reader.parse(first)
    if (
        isinstance(order, Problem)
        or reader.check(seat, order)
        or not (first.isdecimal() or first == reader.written(order))
    ):
        return []
    rest = [mention for mention, __ in apart if mention.text != first and mention.text.upper() == mention.text]
    return [Mention(first, order, words.find(first)), *rest]


def _is_lower(text: str) -> bool:
    """Tell whether an order has no capital letter: one in letters, or one in digits."""
    return text.casefold() == text and (text.upper() != text or text.isdecimal())


def _ask_which_turn(reader: OrderReader, seat: str, text: str) -> Found:
    """Return an order for "the next turn", which may be the one that is asked for or the one after it."""
    turns = {"turn": reader.turn, "following": reader.turn + 1}
    message = _("'next turn' may be turn {turn} or {following}: write 'turn {turn}:' or 'turn {following}:'", **turns)
    return unclear(seat, text, message)


def _in_label(reader: OrderReader, passage: Passage, seats: Sequence[str]) -> list[Found]:
    """Return the orders in what looks like a label: `Order (6M), EDIT: …`."""
    seat = next((one for one in seats if one in reader.awaited), "")
    if passage.how != "label" or not seat:
        return []
    found = mentions.find_mentions(passage.about, reader.parse, could_be_words, lambda: reader.is_exhausted)
    legal = [one for one in found if not reader.check(seat, one.order)]
    return [_as_found(seat, one, passage.about, passage, is_legal=True, corrected=False) for one in legal]


def _as_found(seat: str, mention: Mention, line: str, passage: Passage, *, is_legal: bool, corrected: bool) -> Found:
    posted = " ".join(line.split())[:120]
    return Found(
        seat,
        "",
        posted,
        "guessed" if is_legal else "",
        mention.order,
        turn=passage.turn,
        guess=mention.text if is_legal else "",
        corrects=corrected,
        mentioned=True,
    )


def _squeeze(text: str) -> str:
    return "".join(text.split()).casefold()


def first_words(post: Post) -> str:
    """Return the first words of a post, on one line."""
    flat = " ".join(post.text.replace("[code]", " ").replace("[/code]", " ").split())
    return flat if len(flat) <= _FIRST_WORDS else flat[: _FIRST_WORDS - 1].rstrip() + "…"
