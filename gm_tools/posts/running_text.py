"""Orders that stand in running text, or beside others in small words.

They are shown and offered to the game master, never taken. What words mean is told by `mentions.py`, which knows no
seats; here it is put together with what a seat is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import mentions
from gm_tools.posts.address import others
from gm_tools.posts.clean_order import could_be_words
from gm_tools.posts.mentions import Mention
from gm_tools.posts.order_reader import Found, OrderReader, make_unclear
from gm_tools.posts.passages import Passage, corrects

_MOST_MENTIONS = 12  # orders in one line of running text that are looked at


class Aside(NamedTuple):
    """Words of a passage that are no order, and how many orders the post holds up to them."""

    at: int
    passage: Passage
    words: str


def find_mentioned(
    reader: OrderReader, passage: Passage, words: str, seats: Sequence[str], given: Sequence[Found]
) -> tuple[list[Found], list[str]]:
    """Return the orders in the running text of a passage that may be meant, and those that are talk about others.

    `given` are the orders that the post holds so far.
    """
    if passage.how == "code" or "\n" in words or not words.strip():
        return [], []
    line = f"{passage.about} {words}" if passage.how in {"weak", "label"} else words
    found = _all_mentions(reader, words)
    seat = next((one for one in seats if one in reader.awaited), seats[0])
    if not found and not given and seat in reader.awaited:
        found = _find_leading(reader, seat, words)
    if not found:
        return [], []
    if others(reader.address(passage)[0], seats) or (passage.how in {"label", "weak"} and mentions.is_for_others(line)):
        message = _("it is for somebody else: {words}", words=" ".join(line.split())[:80])
        return [make_unclear(seat, found[0].text, message, passage.turn)], []
    legal = {mention.start for mention in found if seat in reader.awaited and not reader.check(seat, mention.order)}
    found = [mention for mention in found if mention.start in legal or not mentions.is_interjection(mention.text)]
    if not found:
        return [], []
    addressed = [one for one in reader.address(passage)[0].seats if one in seats and one in reader.awaited]
    if addressed:  # `F: (6M) or so`, by a player of several seats
        seat = addressed[0]
    named = reader.addresses.seats_in(line)
    names_others = (bool(named) and not set(named) & set(seats)) or mentions.is_for_others(line)
    is_own = bool(given or addressed) or mentions.is_meant(line, found, names_others=names_others, is_legal=bool(legal))
    if is_own and passage.turn is None and passage.how != "label" and mentions.is_for_next_turn(line):
        return [_ask_which_turn(reader, seat, found[0].text)], []
    corrected = passage.corrects or corrects(line)
    own = found if is_own else []
    if given or passage.how == "label":
        is_near = corrected or passage.how != "line"
        own = _beside_another(line, found, given, legal, is_near=is_near, names_others=names_others)
        if names_others and not corrected:
            own = [one for one in own if _is_in_own_clause(reader, line, one)]
    out = [_as_found(seat, one, line, passage, is_legal=one.start in legal, corrected=corrected) for one in own]
    return out, [mention.text for mention in found] if not out else []


def _all_mentions(reader: OrderReader, words: str) -> list[Mention]:
    """Return the orders in words.

    Nobody writes very many in one line: then no more is read, and the game master has to look.
    """
    found = mentions.find_mentions(words, reader.find, could_be_words, lambda: reader.is_exhausted)
    some = list(islice(found, _MOST_MENTIONS))
    if len(some) == _MOST_MENTIONS:
        reader.readings = 0
    return some


def _beside_another(
    line: str,
    found: Sequence[Mention],
    given: Sequence[Found],
    legal: set[int],
    *,
    is_near: bool,
    names_others: bool,
) -> list[Mention]:
    """Return which orders in a line count beside those given.

    Another one is never passed over, but a piece of one of them is none. `legal` says where those begin that are legal,
    `is_near` that the line corrects or labels what stands in it.
    """
    pieces = " ".join(_squeeze(one.text or one.guess) for one in given)
    return [
        one
        for one in found
        if one.start in legal
        or (is_near and _squeeze(one.text) not in pieces)
        or (
            mentions.is_set_off(line, one.text)
            and mentions.is_meant(line, [one], names_others=names_others, is_legal=True)
        )
    ]


def _is_in_own_clause(reader: OrderReader, line: str, mention: Mention) -> bool:
    """Tell whether the clause that holds an order names nobody: in a line that does, it tells whose order it is."""
    clause = mentions.find_alternative(line, mention.text)
    return bool(clause) and not reader.addresses.seats_in(clause)


def with_second_orders(reader: OrderReader, found: list[Found], asides: Sequence[Aside]) -> list[Found]:
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
    """Return the order in words that is none of those that are given.

    Such an order is set apart by small words, or written in capitals.
    """
    line = f"{passage.about} {words}" if passage.how == "weak" else words
    named = reader.addresses.seats_in(line)
    is_others = bool(named) and seat not in named and not corrects(line)
    if mentions.is_for_others(line) or is_others or others(reader.address(passage)[0], [seat]):
        return None
    known = {reader.format_order(one.order) for one in given}
    is_small = any(_is_lower(one.text or one.guess) for one in given)  # the author writes orders without capitals
    for mention, is_clear in _find_set_apart(reader, seat, words):
        is_notation = is_clear or is_small or passage.corrects or mention.text == reader.format_order(mention.order)
        if is_notation and reader.format_order(mention.order) not in known:
            return _as_found(seat, mention, line, passage, is_legal=True, corrected=passage.corrects)
    return None


def _find_set_apart(reader: OrderReader, seat: str, words: str) -> Iterator[tuple[Mention, bool]]:
    """Yield the orders that small words or capitals set apart in words and that are not illegal.

    With each comes whether it is surely no word.
    """
    lone = list(mentions.strip_small_words(words))
    for clause in mentions.split_clauses(words)[:_MOST_MENTIONS]:
        lone += [text for text in mentions.strip_small_words(clause) if len(text) > 1 or text.isdecimal()]
    for text in dict.fromkeys((*lone, *mentions.runs_of_capitals(words))):
        order = reader.find(text) if text and not reader.is_exhausted else None
        if order is None or reader.check(seat, order):
            continue
        is_clear = text.upper() == text and sum(map(str.isalnum, text)) > 2
        is_said = mentions.is_announced(words, text)
        if text in lone or is_clear or is_said or (len(text) > 1 and mentions.find_alternative(words, text)):
            yield Mention(text, order, max(words.find(text), 0)), is_clear or is_said or not could_be_words(text)


def _find_leading(reader: OrderReader, seat: str, words: str) -> list[Mention]:
    """Return the orders in words beside which none is given: one clearly set apart, or the one that they begin with.

    Orders in capitals follow the latter.
    """
    apart = list(_find_set_apart(reader, seat, words))
    clear = [mention for mention, is_clear in apart if is_clear][:1]
    clauses = mentions.split_clauses(words)
    first = clauses[0].strip(".!?,") if len(clauses) > 1 else ""
    if clear or not first:
        return clear
    order = reader.find(first)
    if order is None or reader.check(seat, order) or not (first.isdecimal() or first == reader.format_order(order)):
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
    return make_unclear(seat, text, message)


def find_in_label(reader: OrderReader, passage: Passage, seats: Sequence[str]) -> list[Found]:
    """Return the orders in what looks like a label: `Order (6M), EDIT: …`."""
    seat = next((one for one in seats if one in reader.awaited), "")
    if passage.how != "label" or not seat:
        return []
    found = mentions.find_mentions(passage.about, reader.find, could_be_words, lambda: reader.is_exhausted)
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
