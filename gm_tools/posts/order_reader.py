"""One passage of a post read as an order of a game, with its tier and all that is wrong with it.

Three tiers: *exact* (can be read as it stands), *normalised* (can be read after cleaning, which is named) and *guessed*
(one edit away from a legal order, or perhaps only a word): a guess is never an order unless the game master accepts it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from gm_tools.core.game import Game, Request, Seat
from gm_tools.core.grammar import probing
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Kind, Problem
from gm_tools.core.sheets import Part, find_else, parse_part, parse_sheet
from gm_tools.core.text import is_one_edit, normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.address import Address, Addresses, others
from gm_tools.posts.clean_order import clean_order, could_be_words, is_sentence, words_behind
from gm_tools.posts.mentions import is_interjection
from gm_tools.posts.passages import How, Passage

Tier = Literal["exact", "normalised", "guessed", ""]

_AHEAD = re.compile(r"(?:^|[;\n])\s*(?:turn|zug)\s*#?\s*\d{1,9}\s*:", re.IGNORECASE)  # a sheet for several turns
_ZUG = re.compile(r"(^|[;\n])(\s*)zug(?=\s*#?\s*\d{1,9}\s*:)", re.IGNORECASE)
_ZUG_OF = re.compile(r"\W*zug \d{1,4} [a-zäöüß]{2,}", re.IGNORECASE)  # `Zug 7 war der Hammer`
_NOUN = re.compile(r"\b(?:orders?|befehle?|zug|turn|moves?|play|go)\b", re.IGNORECASE)
_NOTATION = re.compile(r"\W*\w*[\d()+=]")  # the first word holds more than letters
LONGEST = 4000  # characters of a passage that may be an order
MOST_TRIES = 400  # different texts of one post that are read as orders
MOST_READINGS = 4000  # texts of one post that are looked at, read before or not
_MOST_ALTERNATIVES = 20


class Found(NamedTuple):
    """What one passage comes to.

    `text` is the order to take (empty: none could be read), `posted` how it stands in the post. `guess` is the order
    that was probably meant, which only the game master can accept; `cleaned` says what was cleaned away, `problems`
    what is wrong with what was posted; `is_word` tells that it may be no order at all; `turn` is the turn it names,
    `order` what `text` or else `guess` is to the game, several alternatives as a `Part`. `corrects` tells that words in
    front of it correct what was said before, `mentioned` that it stands in running text; `left` are the words behind it
    that are no part of it, `readings` the orders of a post with several.
    """

    seat: str
    text: str
    posted: str
    tier: Tier
    order: Any = None
    cleaned: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    turn: int | None = None
    guess: str = ""
    is_word: bool = False
    corrects: bool = False
    mentioned: bool = False
    left: str = ""
    readings: tuple[str, ...] = ()


def make_unclear(seat: str, posted: str, message: str, turn: int | None = None, kind: Kind = "ambiguous") -> Found:
    """Return what cannot be taken for an order, with the reason: the game master is asked."""
    return Found(seat, "", posted, "", None, (), (Problem(kind, "", message, seat),), turn)


_NO_ORDER = Problem("invalid", "", "")


class OrderReader:
    """Reads orders at one table.

    It knows the game, the seats, what each seat may know and is asked for in `turn`, the next one.
    """

    def __init__(self, game: Game[Any, Any, Any], position: Any, seats: Sequence[Seat], turn: int = 1) -> None:
        self.turn = turn
        self.game = game
        self.position = position
        self.seats = seats
        self._views: dict[str, Any] = {}
        self._read: dict[str, Any] = {}
        self._unasked: set[str] = set()  # of which nobody has asked yet why they are no orders
        self.addresses = Addresses(seats)
        self.tries = MOST_TRIES
        self.readings = MOST_READINGS

    def begin(self) -> None:
        """Begin a new post: it has all of its tries."""
        self.tries, self.readings = MOST_TRIES, MOST_READINGS

    @property
    def is_exhausted(self) -> bool:
        """Tell whether a post has used up its tries, so that the rest of it cannot be read."""
        return self.tries <= 0 or self.readings <= 0

    @cached_property
    def awaited(self) -> Mapping[str, Request]:
        """The seats that must say something now."""
        return {} if self.game.is_over(self.position) else self.game.awaited(self.position)

    def view(self, seat: str) -> Any:
        """Return what a seat may know: what is said of an order must not tell more."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.position, seat)
        return self._views[seat]

    def parse(self, text: str) -> Any:
        """Return the order or the Problem that a text is; the same lines stand in many posts.

        What has not been read before costs a try, of which there are so many for a post: then nothing more is read of
        it.
        """
        order = self.find(text)
        if order is not None:
            return order
        if text in self._unasked:
            self._unasked.remove(text)
            self._read[text] = self.game.parse_order(text)
        return self._read.get(text) or Problem("invalid", "", _("the post is too long to be searched whole"))

    def find(self, text: str) -> Any:
        """Return the order that a text is, None for one that is none: what is wrong with prose takes longest to say."""
        self.readings -= 1
        if text not in self._read and text not in self._unasked and not self.is_exhausted:
            self.tries -= 1
            with probing():
                order = self.game.parse_order(text)
            if isinstance(order, Problem):
                order = self._read_alternatives(text)
            if order is None:
                self._unasked.add(text)
            else:
                self._read[text] = order
        found = self._read.get(text)
        return None if isinstance(found, Problem) else found

    def _read_alternatives(self, text: str) -> Part | None:
        """Return a text with `else` in it as alternatives, if one of them can be read at least.

        Where the word is one of prose, all must be.
        """
        words = {found[0].casefold() for found in find_else(text)}
        if not words or len(find_else(text)) > _MOST_ALTERNATIVES:
            return None
        part = parse_part(self.game, text)
        least = 1 if words == {"else"} else len(part.alternatives)
        return part if len(part.alternatives) > 1 and len(part.orders) >= least else None

    def format_order(self, order: Any) -> str:
        """Return the canonical text of an order, of several alternatives all that can be read."""
        if not isinstance(order, Part):
            return self.game.format_order(order)
        each = (one.text if one.order is None else self.game.format_order(one.order) for one in order.alternatives)
        return " else ".join(each)

    def canonical(self, text: str) -> str:
        """Return the canonical text of an order, the text as it stands if it cannot be read."""
        order = self.parse(text)
        return text if isinstance(order, Problem) else self.format_order(order)

    def _find_or_none(self, text: str) -> Any:
        return self.find(text) or _NO_ORDER

    def replaces(self, new: Any, old: Any) -> bool:
        """Tell whether an order takes the place of another; of alternatives the first counts."""
        orders = [order.orders[0] if isinstance(order, Part) else order for order in (new, old)]
        return bool(self.game.replaces(*orders))

    def check(self, seat: str, order: Any) -> tuple[Problem, ...]:
        """Return what is wrong with an order of a seat that is awaited; nothing of one that is not."""
        if seat not in self.awaited:
            return ()
        if isinstance(order, Part):
            return order.judge(self.view(seat), seat).problems
        return tuple(self.game.check(self.view(seat), seat, order))

    def orders(self, passage: Passage, seats: Sequence[str], smilies: Sequence[str]) -> list[Found]:
        """Return the orders that a passage comes to.

        That is one; in a block of several lines that name seats, one each; of a sequence one a turn.
        """
        return [one for found in self._orders(passage, seats, smilies) for one in self._spread(found)]

    def _spread(self, found: Found) -> list[Found]:
        """Return an order that is a sequence as the orders of its turns."""
        is_one = not found.text or found.order is None or isinstance(found.order, Part)
        steps = () if is_one else self.game.sequence(found.order)
        if len(steps) < 2:
            return [found]
        rows = [found._replace(text=self.format_order(order), order=order) for order in steps]
        later = enumerate(rows[1:], (found.turn or self.turn) + 1)
        return [rows[0], *(row._replace(turn=turn, problems=()) for turn, row in later)]

    def _orders(self, passage: Passage, seats: Sequence[str], smilies: Sequence[str]) -> list[Found]:
        if passage.how == "prose":
            return []
        if len(passage.text) > LONGEST:
            if passage.how != "order":
                return []
            message = _(
                "{count} characters are too many for an order (at most {most})", count=len(passage.text), most=LONGEST
            )
            return [make_unclear(seats[0], passage.text[:60], message, passage.turn, "invalid")]
        sheet = self._sheet(passage)
        if sheet:
            return [one for part in sheet for one in self._read_one(part, seats, smilies)]
        lines = [line.strip() for line in passage.text.split("\n") if line.strip()]
        if len(lines) > 1:
            if passage.how != "order" and len(lines) > 3 and not all(self._head(line)[0] for line in lines):
                return []  # a drawn board, a table
            whole = self._read_one(passage, seats, smilies)
            if whole and (whole[0].text or passage.how == "weak"):
                return whole
            parts = [self._read_one(passage._replace(text=line), seats, smilies) for line in lines]
            each = [one for part in parts for one in part]
            read = [one for one in each if one.text or one.guess]
            return read or (whole if passage.how == "order" else each[:1] if passage.how != "code" else [])
        return self._read_one(passage, seats, smilies)

    def _sheet(self, passage: Passage) -> list[Passage]:
        """Return the parts of a sheet for several turns as passages of their own, none if a passage is for one turn."""
        if not _AHEAD.search(passage.text):
            return []
        text = _ZUG.sub(r"\1\2turn", passage.text)
        named, rest = self._head(text)
        is_sheet = named and not _AHEAD.match(text)
        parts = parse_sheet(self.game, rest if is_sheet else text).parts
        about = named[0] if is_sheet else passage.about
        how: How = "label" if passage.how == "line" and len(parts) > 1 else passage.how
        return [Passage(part.text, how, about, part.turn or passage.turn) for part in parts if part.text.strip()]

    def _head(self, text: str) -> tuple[tuple[str, ...], str]:
        """Return the seats that the words before a colon name, and what comes after it.

        They read `G: A(4M)` or `Order Alice: …`.
        """
        address, rest = self.addresses.of_line(text)
        return (address.seats, rest) if address.seats else ((), text)

    def address(self, passage: Passage) -> tuple[Address, str]:
        """Return whom a passage addresses, and the order that is left of its text.

        The words in it say whom, or else its label.
        """
        address, rest = self.addresses.of_line(passage.text)
        if address == Address():
            return (self.addresses.of_label(passage.about) if passage.about else address), rest
        return address, rest

    def _read_one(self, passage: Passage, seats: Sequence[str], smilies: Sequence[str]) -> list[Found]:
        """Return what one order (or none) a passage comes to; none if it is prose."""
        text = passage.text
        if passage.how == "line" and len(seats) > 1 and text.partition(":")[0].strip() in seats and ":" in text:
            passage = passage._replace(how="label")  # `F: …`, of a player of several: whatever stands there
        is_marked = passage.how in {"order", "label"}
        address, rest = self.address(passage)
        named = address.seats
        if named and passage.turn in {None, self.turn} and (acting := self._find_acting(text, named, seats)):
            named, rest, seats, address = (), text, (acting,), Address()
        is_ahead = passage.turn is not None and passage.turn > self.turn
        mine = tuple(seat for seat in named if seat in seats) if named else tuple(seats)
        posted = text.strip()
        if others(address, mine if named else seats):
            order = clean_order(self.parse, rest, smilies, comments=is_marked)[0]
            if isinstance(order, Problem):
                return []
            is_written = len(rest.strip()) > 1 and rest.strip() == self.format_order(order)  # `Alice: GE`, no word
            if could_be_words(rest) and not (is_marked or is_written):
                return []
            if named:
                message = _("it names the seat {seat}, which is another player's", seat=named[0])
            else:
                message = _("it is for {name!r}, which is not a seat of this player", name=address.unknown[:40])
            return [make_unclear(seats[0], posted, message, passage.turn)]
        if not any(glyph.isalnum() for glyph in rest) and passage.how != "order" and not (is_marked and rest.strip()):
            return []
        # Why a sentence is no order takes long to say, and nobody asks.
        parse = self._find_or_none if passage.how == "line" and is_sentence(rest) else self.parse
        order, cleaned_text, cleaned = clean_order(parse, rest, smilies, comments=is_marked)
        if isinstance(order, Part) and len(order.orders) < len(order.alternatives):
            # Prose with an "else" in it, or under a label perhaps a condition: `(6M) if Bob is away else A(7M)`.
            return [_unread_alternative(mine[0], posted, cleaned_text, order, passage)] if is_marked else []
        if is_ahead and not isinstance(order, Problem):
            return self._for_later(passage, mine, Found("", cleaned_text.strip(), posted, "exact", order, cleaned))
        if isinstance(order, Problem):
            return self._list_unread(passage, mine, posted, cleaned_text, order)
        seat, problems = self._seat_for(mine, order, is_named=len(named) == 1)
        if not seat:
            if not is_marked and could_be_words(rest):
                return []
            message = _ask_which(mine, cleaned_text.strip())
            return [make_unclear(mine[0], posted, message, passage.turn)._replace(cleaned=cleaned)]
        # `Sorry, GEE`: behind words of correction an order that is written to the letter is no word.
        is_written = passage.corrects and cleaned_text.strip() == self.format_order(order)
        if passage.how == "weak" and could_be_words(cleaned_text) and not (is_written or _NOUN.search(passage.about)):
            return []
        if passage.how in {"line", "weak"}:
            if any(problem.kind == "invalid" for problem in problems):
                return []  # read by the letter of the notation, but it names what this game does not have: `4x4`
            if not named and ":" in normalize_glyphs(rest) and self._is_strange(seat, rest, problems):
                return []
            if could_be_words(cleaned_text) and cleaned_text.strip() != self.format_order(order):
                if problems or seat not in self.awaited or passage.how == "weak":
                    return []
                guess = cleaned_text.strip()
                return [Found(seat, "", posted, "guessed", order, cleaned, (), passage.turn, guess, is_word=True)]
            if problems and (could_be_words(cleaned_text) or is_interjection(cleaned_text)):
                return []
        tier: Tier = "normalised" if cleaned else "exact"
        guess = self._mend_order(seat, problems)
        tier = "guessed" if guess else tier
        found = Found(seat, cleaned_text.strip(), posted, tier, order, cleaned, problems, passage.turn, guess)
        if passage.how == "weak" and _NOUN.search(passage.about) is None:  # words of correction alone
            found = found._replace(
                text="", guess=found.guess if problems else found.text.strip(".,;! "), tier="guessed", problems=()
            )
        return [found._replace(corrects=passage.corrects, left=words_behind(rest, cleaned_text))]

    def _find_acting(self, text: str, named: Sequence[str], seats: Sequence[str]) -> str:
        """Return the seat of a player that is asked now and for which an order is legal as it stands.

        The order may name others. In TAC, a player may have to move for somebody else: `G: 5 G20`, written by the
        player of R (T8).
        """
        if any(seat in self.awaited for seat in named):
            return ""
        if not self.addresses.of_line(text)[0].seats:  # a label says whom it is for: `Order for Bob: G0`
            return ""
        order = clean_order(self.parse, text, ())[0]
        asked = [seat for seat in seats if seat in self.awaited and seat not in named]
        legal = [seat for seat in asked if not isinstance(order, Problem) and not self.check(seat, order)]
        return legal[0] if len(legal) == 1 else ""

    def _for_later(self, passage: Passage, mine: Sequence[str], found: Found) -> list[Found]:
        """Return an order for a later turn: whether it is legal shows then."""
        found = found._replace(seat=mine[0], turn=passage.turn, tier="normalised" if found.cleaned else "exact")
        if len(mine) == 1:
            return [found]
        if passage.how not in {"order", "label"}:
            return []
        message = _ask_which(mine, found.text)
        return [found._replace(text="", tier="", problems=(Problem("ambiguous", "", message, mine[0]),))]

    def _mend_order(self, seat: str, problems: Sequence[Problem]) -> str:
        """Return the legal order that an illegal one is one edit away from, if its only problem says so."""
        for problem in problems:
            mended = self.parse(problem.suggestion) if problem.suggestion else None
            if mended is not None and not isinstance(mended, Problem) and not self.check(seat, mended):
                return problem.suggestion
        return ""

    def _list_unread(
        self, passage: Passage, mine: Sequence[str], posted: str, text: str, problem: Problem
    ) -> list[Found]:
        """Return a passage that cannot be read, if it is an order at all.

        It has a guess where one edit makes it a legal order.
        """
        seat = mine[0]
        candidates = [one for one in mine if one in self.awaited] or [seat]
        for one in candidates if problem.suggestion else ():
            guess = self.parse(problem.suggestion)
            if isinstance(guess, Problem) or self.check(one, guess):
                continue
            is_near = is_one_edit(_squeeze(text), _squeeze(problem.suggestion))
            if passage.how in {"order", "label"} or (is_near and not could_be_words(text)):
                if not is_near:
                    break
                problem = problem._replace(seat=one)
                return [Found(one, "", posted, "guessed", guess, (), (problem,), passage.turn, problem.suggestion)]
        is_weak = passage.how == "weak" and bool(_NOUN.search(passage.about)) and bool(_NOTATION.match(text))
        is_weak = is_weak and not _ZUG_OF.match(f"{passage.about}{text}")
        if passage.how in {"order", "label"} or is_weak:
            legal = self._mend_order(seat, (problem,)) if seat in self.awaited else ""
            problem = problem._replace(seat=seat, suggestion=legal)
            return [Found(seat, "", posted, "", None, (), (problem,), passage.turn)]
        return []

    def _seat_for(self, mine: Sequence[str], order: Any, *, is_named: bool) -> tuple[str, tuple[Problem, ...]]:
        """Return which of a player's seats an order is for, and what is wrong with it.

        The seat is empty if that is not clear. Of several seats that are not named: the only one that is awaited, or
        the only one that it is legal for because it names the car (`red: B1`).
        """
        if is_named or len(mine) == 1:
            return mine[0], self.check(mine[0], order)
        awaited = [seat for seat in mine if seat in self.awaited]
        if len(awaited) == 1:
            return awaited[0], self.check(awaited[0], order)
        bare = self.parse(self.format_order(order).partition(":")[2].strip() or "?")
        if isinstance(bare, Problem):
            return "", ()
        own = [seat for seat in awaited if set(self.check(seat, order)) <= set(self.check(seat, bare))]
        return (own[0], self.check(own[0], order)) if len(own) == 1 else ("", ())

    def _is_strange(self, seat: str, text: str, problems: Sequence[Problem]) -> bool:
        """Tell whether the name before a colon is none of the seat's cars: what is wrong goes away with it."""
        bare = self.parse(normalize_glyphs(text).partition(":")[2].strip() or "?")
        if isinstance(bare, Problem) or not problems:
            return False
        return not {problem.message for problem in problems} <= {problem.message for problem in self.check(seat, bare)}


def _unread_alternative(seat: str, posted: str, text: str, part: Part, passage: Passage) -> Found:
    """Return alternatives of which one cannot be read as a guess: without it another order may count than was meant."""
    number, wrong = next((at, one) for at, one in enumerate(part.alternatives, 1) if one.order is None)
    about = _("alternative {number}", number=number)
    problems = tuple(
        problem._replace(seat=seat, message=f"{about}: {problem.message}", suggestion="") for problem in wrong.problems
    )
    return Found(seat, "", posted, "guessed", part, (), problems, passage.turn, text.strip())


def _ask_which(seats: Sequence[str], text: str) -> str:
    message = N_("the player has the seats {seats}: which of them is the order for? Write {example}")
    return _(message, seats=", ".join(seats), example=f"{seats[0]}: {text}")


def _squeeze(text: str) -> str:
    return "".join(normalize_glyphs(text).split()).casefold()
