"""Whom an order is for, as its words say: `Order for Bob: …`, `G: …`, `@Bob …`. Knows seats, and no game."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from gm_tools.core.game import Seat
from gm_tools.core.names import fold
from gm_tools.core.text import is_one_edit, normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.names import names_of

_EDGES = " \t\r\n.,;:=!?*_`\"'“”„‘’«»()[]@–—-"
_NOUN = re.compile(r"\b(?:orders?|befehle?|zug|züge|turn|moves?|play|go)\b", re.IGNORECASE)
_TURN = re.compile(r"\b(?:turn|zug)\s*#?\s*\d{1,4}\b", re.IGNORECASE)
_FOR = re.compile(
    r"^\W*(?:for|für|fuer|on behalf of|im namen von|im auftrag von|instead of|anstelle von)\s+", re.IGNORECASE
)
_ABOUT_TIME = re.compile(
    r"(?:(?:the|this|next|current|coming|der|die|den|das|dies\w*|nächste\w*)\s+)*"
    r"(?:turn|race|round|lap|move|win|record|moment|time|week|now|today|tonight|zug|runde|rennen|sieg|heute|jetzt)\b|(?:this|now|once)$"
    r"|(?:me|myself|mine|mich)$|(?:my|mein\w*)\s+(?:own\s+)?(?:car|seat|ball|marble|team|turn|move|wagen|auto|platz|kugel)\b",
    re.IGNORECASE,
)
_OWNER = re.compile(
    r"^(.{1,60}?)(?:['’]s?|s)?\s+(?:new\s+|final\s+)?(?:orders?|moves?|turn|befehle?|zug)$", re.IGNORECASE
)
# Who is spoken for, in a sentence: `Posting for Bob, who is ill.`
_SPOKEN_FOR = re.compile(
    r"\b(?:post(?:ing|ed)?|order(?:s|ing)?|mov(?:es?|ing)|play(?:ing)?|send(?:ing)?|act(?:ing)?|speak(?:ing)?|fill(?:ing)? in|stand(?:ing)? in|sub(?:bing)?"
    r"|substituting|subbing in|deputising|enter(?:ing)?|submit(?:ting)?|poste|schreibe|spiele|ziehe|bestelle|befehle?|zug)\b"
    r"[^.!?\n]{0,30}?\b(?:for|für|on behalf of|im namen von|instead of|anstelle von)\s+(.{2,60})",
    re.IGNORECASE,
)
# Who speaks: `This is Bob on her account.`, `Bob here.`
_SPEAKER = re.compile(
    r"^\W{0,3}(?:this is|it['’]?s|i am|i['’]m|hier (?:ist|spricht|schreibt)|ich bin)\s+(.{2,60})|^\W{0,3}(.{2,40}?),?\s+(?:here|hier)\b",
    re.IGNORECASE,
)
_OWN_WORDS = re.compile(r"\b(?:my|mine|mein\w*)\b", re.IGNORECASE)
_SIGNS = re.compile(r"[\d()+=<>]")
_COLON = re.compile(r":(?![-']?[()|/](?:\s|$))")  # not of a smiley
_SENTENCE = re.compile(r"[.!?]\s")
_LONGEST_SENTENCE = 200
_LONGEST = 80  # characters in front of a colon that can say whom an order is for
_COLOURS = {
    "R": ("red", "rot"),
    "G": ("green", "grün"),
    "B": ("blue", "blau"),
    "K": ("black", "schwarz"),
    "Y": ("yellow", "gelb"),
    "W": ("white", "weiß"),
    "P": ("purple", "pink", "lila"),
    "O": ("orange",),
    "S": ("silver", "silber"),
}


class Address(NamedTuple):
    """Whom words address: the seats that they name, and the name as it was written if it is no seat's.

    Neither is given where nobody is addressed.
    """

    seats: tuple[str, ...] = ()
    unknown: str = ""


class Addresses:
    """Finds the seats that the words around an order address."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.marks = frozenset(seat.mark for seat in seats)
        self.names = names_of(seats)
        self.short: dict[str, tuple[str, ...]] = {}
        for name, marks in names_of(seats).items():
            first, _, rest = name.partition(" ")
            if rest and len(first) > 2 and first not in self.names:
                self.short[first] = tuple(dict.fromkeys((*self.short.get(first, ()), *marks)))
        for seat in seats:
            for word in _COLOURS.get(seat.mark, ()):
                self.short.setdefault(fold(word), (seat.mark,))

    def find_seats(self, words: str) -> tuple[str, ...]:
        """Return the seats that words are the name of: a mark, a player, an alias, a colour, the first word of a name.

        >>> from gm_tools.core.game import Seat
        >>> addresses = Addresses((Seat("O", "Bob the Builder"), Seat("A", "Alice")))
        >>> addresses.find_seats("Bob"), addresses.find_seats("A"), addresses.find_seats("a")
        (('O',), ('A',), ())
        """
        bare = words.strip(_EDGES)
        if bare in self.marks:
            return (bare,)
        name = fold(bare)
        return self.names.get(name) or self.short.get(name, ())

    def seats_in(self, words: str) -> tuple[str, ...]:
        """Return the seats whose players are named somewhere in words, written with the same capitals as a name is."""
        capitals = [word.strip(_EDGES) for word in words[:400].split() if word.strip(_EDGES)[:1].isupper()]
        singles = [re.sub(r"['’]s?$", "", word) for word in capitals]
        found: list[str] = []
        for word in singles:
            name = fold(word)
            if len(name) > 2:
                found += self.names.get(name) or self.short.get(name) or self.names.get(name.removesuffix("s"), ())
        folded = " " + fold(re.sub(r"[^\w\s]", " ", words[:400])) + " "
        for name, marks in self.names.items():
            if " " in name and f" {name} " in folded:
                found += marks
        return tuple(dict.fromkeys(found))

    def blank_names(self, words: str, mine: Collection[str], blank: str) -> str:
        """Return words with `blank` for each name that only seats besides `mine` have, written with a capital."""
        pattern = self._others_of(tuple(mine))
        return pattern.sub(lambda found: blank if found[0][:1].isupper() else found[0], words) if pattern else words

    @lru_cache  # noqa: B019  (as long as a table is read)
    def _others_of(self, mine: tuple[str, ...]) -> re.Pattern[str] | None:
        """Return a pattern of the names that only other seats have; None if there are none."""
        names = {**self.short, **self.names}
        others = sorted(
            (name for name, marks in names.items() if len(name) > 2 and not set(marks) & set(mine)), key=len
        )
        if not others:
            return None
        found = "|".join(re.escape(name) for name in reversed(others))
        return re.compile(rf"\b(?:{found})(?:(?=['’]?s?\b)|\b)", re.IGNORECASE)

    def of_label(self, label: str) -> Address:
        """Return whom a label addresses: `Order for Bob`, `Order (G)`, `Orders for turn 7`."""
        noun = _NOUN.search(label)
        front = label[: noun.start()] if noun is not None else ""
        if "@" in front and not _OWN_WORDS.search(front):
            return Address(self.find_seats(front) or self.seats_in(front))
        words = _TURN.sub(" ", label[noun.end() :] if noun is not None else label)
        directed = _FOR.match(words)
        words = (words[directed.end() :] if directed is not None else words).strip(_EDGES)
        if not words:
            return Address()
        named = self.find_seats(words) or self.seats_in(words)
        if not named:
            tokens = [token.strip(_EDGES) for token in re.split(r"[\s,]+", words)]
            if directed is not None or len(tokens) <= 2:
                named = next((self.find_seats(token) for token in tokens if self.find_seats(token)), ())
            named = named or self._near_seats(tokens[0])
        if named:
            return Address(named)
        return Address((), words) if directed is not None and not _ABOUT_TIME.match(words) else Address()

    def of_line(self, text: str) -> tuple[Address, str]:
        """Return whom a line addresses, and what comes after that: `Bob: (6M)`, `@Bob (6M)`, `for Bob: (6M)`."""
        start = text.lstrip()
        if start.startswith("@"):
            words = start[1:].split()
            for count in range(min(4, len(words)), 0, -1):
                named = self.find_seats(" ".join(words[:count]))
                if named:
                    return Address(named), start[1:].split(None, count)[count] if len(words) > count else ""
        shown = normalize_glyphs(text[:_LONGEST])
        colon = _COLON.search(shown)
        if colon is None:
            return Address(), text
        head, rest = shown[: colon.start()], text[colon.end() :]
        directed = _FOR.match(head) if not _SENTENCE.search(head) else None  # `for the delay! Order: …`
        name = head[directed.end() :] if directed is not None else head
        owner = _OWNER.match(name.strip(_EDGES))
        named = self.find_seats(name) or (self.find_seats(owner[1]) if owner is not None else ())
        if not named and not _OWN_WORDS.search(head) and not _SIGNS.search(head):
            named = self.of_speaker(head) or self.seats_in(head)  # `This is Bob on Alice's computer. Order: …`
        if named:
            return Address(named), rest
        if directed is not None and not _ABOUT_TIME.match(name):
            return Address((), name.strip(_EDGES)), rest
        return Address(), text

    def of_address(self, line: str) -> Address:
        """Return whom a line addresses that does nothing but say whom the next one is for.

        Such lines are `For Bob:`, `@Bob`, `Bob's order:`.
        """
        address, rest = self.of_line(line)
        if address != Address():
            return address if not rest.strip(_EDGES) else Address()
        noun = _NOUN.search(line)
        words = line[noun.end() :] if noun is not None and noun.start() <= 8 else line
        directed = _FOR.match(words) if len(line) <= _LONGEST else None
        if directed is None:
            return Address()
        address = self.of_label(words)
        name = words[directed.end() :].strip()
        # Without the word for an order, a name begins with a capital or has a colon behind it: "for the delay" is
        # nobody.
        is_name = words != line or name[:1].isupper() or name.endswith(":")
        return address if address.seats or is_name else Address()

    def of_speaker(self, line: str) -> tuple[str, ...]:
        """Return the seats of the player that a sentence says to be speaking, or spoken for.

        One reads `Posting for Bob, who is ill`.
        """
        said = line[:_LONGEST_SENTENCE]
        for found in filter(None, (_SPOKEN_FOR.search(said), _SPEAKER.match(said))):
            words = next(part for part in found.groups() if part).split()
            most = min(4, len(words))
            least = 1 if found[1] else most  # in front of "here" stands a name and nothing else
            names = (" ".join(words[:count]) for count in range(most, least - 1, -1))
            named = next((seats for name in names if len(name) > 2 and (seats := self.find_seats(name))), ())
            if named:
                return named
        return ()

    def _near_seats(self, word: str) -> tuple[str, ...]:
        name = fold(word)
        near = (marks for one, marks in self.names.items() if min(len(name), len(one)) > 3 and is_one_edit(name, one))
        return next(near, ())


def others(address: Address, mine: Collection[str]) -> bool:
    """Tell whether an order so addressed is not for one of these seats."""
    return bool(address.unknown) or (bool(address.seats) and not set(address.seats) & set(mine))
