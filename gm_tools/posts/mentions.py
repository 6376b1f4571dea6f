"""Orders in running text, such as `I do (6M), then hope.`, and whether they are meant.

They are shown and offered, never taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gm_tools.core.text import normalize_glyphs
from gm_tools.core.tuples import NamedTuple

LONGEST_SPAN = 8  # words that one order in running text may have
_EDGES = ".,;:!?\"'“”„‘’«»*_`~…"
_MARKS = _EDGES + "/|#>=-–—&[]{}"
_COUNTED = re.compile(r"\d{1,3}(?:st|nd|rd|th)", re.IGNORECASE)  # `2nd`: an order of no game
_LONGEST_WORD = 120  # characters of a word that may be an order
_SIGNS = re.compile(r"[\d()+<>=]")
_INTENT = re.compile(
    r"\b(?:orders?|befehl\w*|my (?:turn|move|play)|mein zug"
    r"|i(?:['’](?:ll|m)| will| am| shall| want to)?(?: just| now| then)? (?:do|play|take|move|drive|choose|pick|going|go)\b"
    r"|going with|go with|let['’]?s|let us|here goes|final answer|put me down|count me|ich (?:nehme|spiele|fahre|mache|ziehe|setze))",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(  # what stands right in front of an order, however short
    rf"(?:{_INTENT.pattern}|\bgoing|\bich (?:gehe|will|möchte))(?: (?:with|for|to|nach|mit|auf|just|now|jetzt|nun|dann|then|it is|again))*:?\s*$",
    re.IGNORECASE,
)
_ENDED = re.compile(  # what stands right behind it
    r"\W*$|[.,;:!?)]|\s*(?:[-–—]|(?:then|please|now|here|again|this (?:turn|time|round)|for (?:me|now)|and hope|dann|bitte|jetzt|hier|diesmal|diese runde)\b)",
    re.IGNORECASE,
)
_FOR_ME = re.compile(r"\s+(?:for me|für mich|it is|please|bitte)\b", re.IGNORECASE)
_TALK = re.compile(
    r"\b(?:would|could|should(?! be| read| say)|might|wonder\w*|if|whether|unless|he|she|his|her|him|they|their|them|you|your|were|was|had"
    r"|did|last (?:turn|time|race|round)|example|instance|e\.g|rules?|legal|illegal|allowed|looks? like|means?|counts?|costs?|suggest\w*"
    r"|['’]d|i['’]?d|würde\w*|wäre\w*|hätte\w*|könnte\w*|wenn|ob|ihr|euer|du|dein\w*|er|war|beispiel|regel\w*|erlaubt|bedeutet|heißt)\b|\?",
    re.IGNORECASE,
)
_OWN_ORDER = re.compile(
    r"\b(?:my|mein\w*)\s(?:\w+\s)?(?:order|move|turn|play|befehl|zug)(?:['’]s\b|\b[^.!?]{0,30}\b(?:is|will be|would be|ist|lautet|wäre)\b)"
    r"|\b(?:my|mein\w*) (?:\w+ )?(?:orders?|move|befehl|zug)[:=]|\b(?:was|war)\b[^.!?]{1,40}\b(?:now|jetzt|nun|make (?:that|it))\b"
    r"|\bsame (?:order|move|again|as (?:before|last|in|on)\b|for (?:me|(?-i:[A-Z]))\b)|\bditto\b(?=\W*$| for me)"
    r"|\b(?:das ?selbe|das gleiche|de[rn] ?(?:gleichen?|selben?) (?:befehl|zug)|genauso) (?:noch ?mal\b|wie (?:vorhin|vorher|zuletzt|letzte\w*|beim letzten)\b|für (?:mich|(?-i:[A-Z]))\b)",
    re.IGNORECASE,
)
_RESTORED = re.compile(
    r"\bun-?(?:retract|withdraw|cancel)|\bretraction\b|\brückzug\b|\brein?stat|\brestore"
    r"|\b(?:orders?|move|befehl|zug)\b[^.!?\n]{0,20}\b(?:stands?|counts?|(?:still )?valid|gilt|zählt|bleibt)\b"
    r"|\b(?:keep|use|stick(?:ing)? with|stand by|bleibe? bei|nehmt?|behaltet?)\b[^.!?\n]{0,20}\b(?:orders?|move|befehl|zug)\b"
    r"|\b(?:original|old|first|previous|earlier|alte[rn]?|erste[rn]?|ursprüngliche[rn]?) (?:orders?|move|befehl|zug)\b",
    re.IGNORECASE,
)
_TO_COME = re.compile(
    r"\b(?:coming|soon|later|tomorrow|tonight|late|not|follow\w*|still|on (?:its|the) way|folgt|kommt|später|morgen|nicht|noch)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:for|für|on behalf of|im namen von|instead of)\s+(?!\d|(?:this|the|now|me|my (?:car|turn|seat|move)|(?:next |nächste\w* )?(?:turn|zug|runde)|next|today|tonight|sure|once|diese|heute|jetzt|mich)\b)\w",
    re.IGNORECASE,
)

_IF = re.compile(
    r"\W*(?:(?:but|and|aber|und) )?(?:if|provided|assuming|as long as|in case|falls|wenn|sofern|solange|vorausgesetzt)\b",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(
    r"\W*(?:(?:but|and|aber|und) )?(?:(?:only|nur|just) (?:if|when|in case|as long as|wenn|falls|sofern|solange)|unless|except (?:if|when)|außer wenn|es sei denn)\b",
    re.IGNORECASE,
)
_HARMLESS = re.compile(r"\b(?:legal|allowed|possible|valid|permitted|zulässig|erlaubt|möglich|gültig)\b", re.IGNORECASE)
_MYSELF = re.compile(r"\b(?:i|me|my|we|ich|mir|mich|mein\w*|wir)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    r"\b(?:alternativ\w*|otherwise|instead|back-?up|fallback|plan b|second choice|or rather|ersatzweise|notfalls|andernfalls|ansonsten|sonst)\b"
    r"|\b(?:if|in case|unless|falls|wenn|sofern)\b(?!.*\b(?:you|your|du|dich|dein\w*|ihr|he|she|his|her|him|er|ihm|i were|ich wäre)\b)",
    re.IGNORECASE,
)
_INTERJECTION = re.compile(r"[^\W\d_]{1,3}|(?![A-Z]{2})[^\W\d_]([^\W\d_])\1{2,}")  # `BRB`, `- A`, `Grrr`
_CLAUSE = re.compile(
    r"[.!?;,:…–—/]+(?=\s|$)|\s[-–—/]+\s|\b(?:or|oder|and|und|then|dann|danach|but|aber|no|nein)\b", re.IGNORECASE
)
_MOST_CLAUSES = 12
_ITEM = re.compile(r"\(?\d[.)]|[b-d][.:)]|['’]s")  # of a list; what is left of `it's`
# Small words around an order that stands beside another one: `then GEE`, `or I play GEE instead, please`.
_SMALL_WORDS = frozenset(
    """
    also alternatively and another as be but choice do drive either final finally first go going guess have hmm i
    i'd i'll i'm if instead is it it's just later let let's maybe move my next no not now ok okay option or order
    obviously of course otherwise perhaps plan play please possibly probably rather second so still suppose take thank thanks that the
    then think third this to too try turn us well will with would yes you after again better auch befehl besser
    bitte danach dann danke doch erst es eventuell fahre ich ist jetzt lieber mache mein meine nehme natürlich noch nun
    oder sonst spiele stattdessen und vielleicht ziehe zuerst zug zweitens
    """.split()  # noqa: SIM905  (a list would take a line a word)
)


_NEXT_TURN = re.compile(
    r"\b(?:next|following|coming|nächste[nrms]?|kommende[nrms]?) (?:turn|round|move|zug|runde)\b|\bturn after\b",
    re.IGNORECASE,
)


class Mention(NamedTuple):
    """An order in running text: its text, the order it is to the game, and where it begins in the line."""

    text: str
    order: object
    start: int


def states_own_order(text: str) -> bool:
    """Tell whether a text says what its author's order is, in whatever words.

    `my order is six times M` does; `… is coming soon` does not.
    """
    found = _OWN_ORDER.search(text)
    return found is not None and not _TO_COME.search(text[found.start() : found.end() + 60].split("\n", maxsplit=1)[0])


def may_restore(text: str) -> bool:
    """Tell whether a text may bring back an order that its author took back: `Keep my order as it was.`."""
    return bool(_RESTORED.search(text))


def find_mentions(
    line: str, find: Callable[[str], object], is_word: Callable[[str], bool], is_exhausted: Callable[[], bool]
) -> Iterator[Mention]:
    """Yield the longest texts of up to eight words that the game reads as orders.

    `find` returns the order that a text is, None if it is none. Words and bare numbers are left out. Only spans that
    begin with a sign of notation, or with a word in front of one, are tried, and none when the reader is exhausted.
    """
    words = [(found.start(), found[0]) for found in re.finditer(r"\S+", line)]
    at = 0
    while at < len(words) and not is_exhausted():
        if not _begins(words, at, is_word):
            at += 1
            continue
        end = at + 1
        while end < len(words) and end - at < LONGEST_SPAN and _continues(words[end - 1][1], words[end][1]):
            end += 1
        taken = at
        for stop in range(end, at, -1):
            found = _read(line[words[at][0] : words[stop - 1][0] + len(words[stop - 1][1])], find, is_word)
            if found is not None:
                yield Mention(*found, words[at][0])
                taken = stop
                break
        at = max(taken, at + 1)


def _begins(words: list[tuple[int, str]], at: int, is_word: Callable[[str], bool]) -> bool:
    word = words[at][1]
    if _SIGNS.search(word):
        return len(word) <= _LONGEST_WORD
    following = words[at + 1][1] if at + 1 < len(words) else ""
    letters = word.strip(_EDGES)
    return bool(
        letters.isalpha() and len(letters) <= 12 and (_SIGNS.search(following) or _is_notation(letters, is_word))
    )


def _is_notation(letters: str, is_word: Callable[[str], bool]) -> bool:
    """Tell whether letters can hardly be a word.

    They are all capitals, four or more, or two or three that nobody could pronounce.
    """
    return letters.isupper() and (len(letters) > 3 or (len(letters) > 1 and not is_word(letters)))


def _continues(before: str, word: str) -> bool:
    return before[-1] not in ".!?;:" and bool(_SIGNS.search(word) or len(word) <= 8)


def _read(span: str, find: Callable[[str], object], is_word: Callable[[str], bool]) -> tuple[str, object] | None:
    bare = span.strip(_EDGES)
    for text in dict.fromkeys((bare, bare.removeprefix("(").strip(_EDGES), bare.removesuffix(")").strip(_EDGES))):
        if len(text) < 2 or text.isdecimal() or is_word(text) or _COUNTED.fullmatch(text):
            continue
        if (order := find(text)) is not None:
            return text, order
    return None


def strip_small_words(line: str) -> Iterator[str]:
    """Yield what is left of a line without the small words in front of it, and without those behind it as well.

    >>> list(strip_small_words("then GEE, please"))
    ['GEE, please', 'GEE']
    """
    words = line.split()
    while words and _is_small(words[0]):
        del words[0]
    yield _unwrap(" ".join(words))
    while words and _is_small(words[-1]):
        del words[-1]
    yield _unwrap(" ".join(words))


def split_clauses(line: str) -> list[str]:
    """Return the clauses of a line, without those that are empty.

    >>> split_clauses("NE or E, can't decide")
    ['NE', 'E', "can't decide"]
    """
    pieces = (piece.strip() for piece in _CLAUSE.split(line, maxsplit=_MOST_CLAUSES))
    return [piece for piece in pieces if piece]


def find_alternative(line: str, order: str) -> str:
    """Return the clause with an order that a line offers in place of another, or on a condition.

    It is empty if it offers none.

    >>> find_alternative("If Bob brakes, (5M)L", "(5M)L"), find_alternative("Bob wants (5M)L, I hear", "(5M)L")
    ('(5M)L', '')
    """
    if not _ALTERNATIVE.search(line):
        return ""
    return next((clause for clause in re.split(r"[,:;]\s", line) if order in clause), "")


def is_condition(words: str) -> bool:
    """Tell whether words behind an order say when it is to count, other than that it has to be legal.

    >>> [is_condition(words) for words in ("(only if Bob is gone)", ", if that is legal", ". If I crash, so be it")]
    [True, False, False]
    """
    bare = words.strip()
    if bare[:1] in {".", "!"} or _HARMLESS.search(bare):
        return False
    return bool(_ONLY_IF.match(bare) or (_IF.match(bare) and not _MYSELF.search(bare)))


def runs_of_capitals(line: str) -> Iterator[str]:
    """Yield the runs of words without a small letter in a line, longer ones first.

    `heart says GEN H for now` holds `GEN H`.
    """
    run: list[str] = []
    for word in (*line.split(), ""):
        bare = word.strip(_MARKS)
        if bare and bare.upper() == bare and len(bare) <= _LONGEST_WORD:
            run.append(bare)
        else:
            for length in range(min(len(run), LONGEST_SPAN), 0, -1):
                yield from (" ".join(run[at : at + length]) for at in range(len(run) - length + 1))
            run = []


def _unwrap(text: str) -> str:
    """Return a text without marks around it, and without a bracket that has no partner."""
    bare = text.strip(_MARKS)
    missing = bare.count(")") - bare.count("(")
    if missing > 0 and bare.endswith(")" * missing):
        return bare[:-missing]
    return bare[-missing:] if missing < 0 and bare.startswith("(" * -missing) else bare


def _is_small(word: str) -> bool:
    """Tell whether a word is one of the small ones, or a sign or a number of a list: `2.`."""
    bare = word.strip(_MARKS + "()")
    small = bare.casefold().replace("’", "'")
    return not bare or (small in _SMALL_WORDS and bare != "GO") or bool(_ITEM.fullmatch(word))


def is_interjection(text: str) -> bool:
    """Tell whether letters are an order only if they are a legal one: `BRB`, `- A`, `Grrr`."""
    return _INTERJECTION.fullmatch(re.sub(r"[\W_]+", "", text)) is not None


def is_announced(line: str, order: str) -> bool:
    """Tell whether the words beside an order in capitals or digits say that it is one.

    By itself it could be a word or a number.

    >>> is_announced("I go NE, then hope", "NE"), is_announced("We live in NE England", "NE")
    (True, False)
    """
    if order.upper() != order or line.upper() == line:
        return False
    for found in re.finditer(rf"(?<!\w){re.escape(order)}(?!\w)", line):
        before, after = line[: found.start()], line[found.end() :]
        if (_ANNOUNCED.search(before) and _ENDED.match(after)) or (
            not before.strip(_MARKS + " ") and _FOR_ME.match(after)
        ):
            return True
    return False


def is_set_off(line: str, order: str) -> bool:
    """Tell whether a line is words, a colon or a dash, and an order behind it: `After some thought: A(9M)`."""
    before, found, after = line.rpartition(order)
    return bool(found) and not after.strip(_EDGES + " ") and before.rstrip()[-1:] in set(":=>–—")


def is_meant(line: str, mentions: list[Mention], *, names_others: bool, is_legal: bool) -> bool:
    """Tell whether orders in a line are probably their author's own, and no talk about orders.

    A line that names others is talk, unless it begins with its order or says that it is one: `(6M), Bob!`.

    >>> is_meant("I do (6M), then hope.", [Mention("(6M)", None, 5)], names_others=False, is_legal=True)
    True
    >>> is_meant("Would (6M) be better?", [Mention("(6M)", None, 6)], names_others=False, is_legal=True)
    False
    """
    said = normalize_glyphs(line)
    start = mentions[0].start
    begin = max(said.rfind(sign, 0, start) for sign in ".!?") + 1
    ends = [at for sign in ".!?" if (at := said.find(sign, start)) >= 0]
    sentence = said[begin : min(ends, default=len(said)) + 1]
    is_own = bool(_OWN_ORDER.search(sentence))
    is_first = (start <= 2 and is_legal) or bool(_ANNOUNCED.search(said[begin:start]))
    if (
        is_for_others(sentence)
        or (names_others and not (is_own or is_first))
        or (_TALK.search(sentence) and not is_own)
    ):
        return False
    return bool(is_legal or start <= 2 or _INTENT.search(sentence))


def is_for_next_turn(line: str) -> bool:
    """Tell whether a line speaks of the next turn: this one, which is the next to be played, or the one after it."""
    return bool(_NEXT_TURN.search(line))


def is_for_others(line: str) -> bool:
    """Tell whether a line says that something is for somebody: `for my teammate`."""
    return bool(_OTHERS.search(line))
