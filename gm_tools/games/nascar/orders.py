"""Orders of the forum Nascar race as text and as values (rules N2, N3.3, N17).

Another way to write an operation (`brake` for B) is added in `grammars/nascar.lark`, and nowhere else.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from gm_tools.core import grammar
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.core.text import normalize_glyphs
from gm_tools.core.tuples import NamedTuple

CHANGES = "ABS"
MOVES = "MLR"
MOST_COUNTED = 99  # moves that one count stands for
_EDGE = " \t\r\n.;,\"'-"
_WORDS = {
    **dict.fromkeys(CHANGES + MOVES, N_("a letter A B S M L R")),
    "COUNT": N_("a count (2M)"),
    "MARK": N_("a wild card +1"),
    "LPAR": N_("a parenthesis ("),
    "RPAR": N_("a parenthesis )"),
    "NOTHING": N_("a lone - (no change, no move)"),
}


class Order(NamedTuple):
    """An order as its letters and the places (from 0) of those that bear a wild card.

    `A(2M)RM(R+1)` is Order("AMMRMR", (5,)); the empty order `-` is Order("", ()).
    """

    letters: str
    marks: tuple[int, ...] = ()


def parse_order(text: str) -> Order | Problem:
    """Return the order that a player wrote, or the Problem of not being able to read it (N17)."""
    flat = normalize_glyphs(text)
    core = flat.strip(_EDGE)
    if not core:
        if "-" not in flat:
            nothing = _("there is no order here; a dash alone is the order without anything")
            return Problem("invalid", "N17", nothing)
        core = "-"
    start = flat.index(core)
    # Blanks for what was dropped in front, so that columns stay those of the post.
    flat = "".join("\n" if glyph == "\n" else " " for glyph in flat[:start]) + core
    result: Order | Problem = grammar.read(
        grammar.load("nascar", _ToOrder), flat, rule="N17", words=_WORDS, mend=_propose, parse=parse_order
    )
    if isinstance(result, Problem):
        return result._replace(message=_slip(flat, result) or result.message)
    return result


def _slip(text: str, problem: Problem) -> str:
    """Return the words for a count directly behind a move, which is not guessed; empty for any other fault."""
    row = (text.splitlines() or [""])[problem.line - 1]
    at = problem.column - 1
    if 0 < at < len(row) and row[at].isdigit() and row[at - 1].upper() in MOVES:
        message = N_("a count directly after {letter} could belong to either side; a count goes before its letter")
        return _(message, letter=row[at - 1])
    return ""


@lru_cache(maxsize=4096)
def format_order(order: Order) -> str:
    """Return the canonical text: `A(A+1)(4M)R(3M)(R+1)B`, runs of two or more equal unmarked moves as a count (N17)."""
    return "".join(text for text, __ in _pieces(order)) or "-"


def column_of(order: Order, place: int) -> int:
    """Return the column (from 1) of the letter at `place` in the order's canonical text."""
    column = 1
    for text, last in _pieces(order):
        if place <= last:
            return column
        column += len(text)
    return column


def _pieces(order: Order) -> Iterator[tuple[str, int]]:
    """Yield the parts of the canonical text, each with the place of its last letter."""
    letters, marks = order
    place = 0
    while place < len(letters):
        letter = letters[place]
        if place in marks:
            yield f"({letter}+1)", place
            place += 1
            continue
        end = place + 1
        if letter in MOVES:
            while end < len(letters) and letters[end] == letter and end not in marks and end - place < MOST_COUNTED:
                end += 1
        yield (f"({end - place}{letter})" if end - place > 1 else letter), end - 1
        place = end


@grammar.inline
class _ToOrder:
    """Makes an Order of what the parser finds, with a method for each rule of the grammar.

    A letter is what its terminal is called.
    """

    def one(self, letter: grammar.Terminal) -> tuple[str, bool]:
        return letter.type, False

    def mark_move(self, letter: grammar.Terminal, _mark: str) -> tuple[str, bool]:
        return letter.type, True

    def several(self, count: str, letter: grammar.Terminal) -> tuple[str, bool]:
        return letter.type * int(count), False

    def nothing(self, _dash: str) -> Order:
        return Order("")

    def start(self, *items: tuple[str, bool]) -> Order:
        letters = ""
        marks = []
        for text, is_marked in items:
            if is_marked:
                marks.append(len(letters))
            letters += text
        return Order(letters, tuple(marks))


def _propose(text: str, _at: int) -> Iterator[str]:
    """Propose what was probably meant by the known slips of N17: `M2`, `Mx2`, `(2R+1)`, `(MM)`, `0M`."""
    text = _shorten_words(text)
    if text.count("(") == text.count(")") + 1:
        yield text + ")"
    mended = re.sub(r"\(\s*2\s*([ABLR])\s*\+\s*1\s*\)", r"\1(\1+1)", text, flags=re.IGNORECASE)
    mended = re.sub(r"\(\s*([ABSMLR]{2,})\s*\)", r"\1", mended, flags=re.IGNORECASE)
    mended = re.sub(r"([ABSMLR])\s*[x*×]\s*([1-9][0-9]?)", r"(\2\1)", mended, flags=re.IGNORECASE)
    mended = re.sub(r"(?<!\d)0+[ABSMLR]", "", mended, flags=re.IGNORECASE)
    yield mended
    # A count behind a move: it belongs to the letter that follows, if there is one, else to the move before it.
    mended = re.sub(r"([MLR])([1-9][0-9]?)(?![0-9]*[ABSMLR])", r"(\2\1)", mended, flags=re.IGNORECASE)
    yield re.sub(r"(?<=[MLR])([1-9][0-9]?)([ABSMLR])", r"(\1\2)", mended, flags=re.IGNORECASE)


def _shorten_words(text: str) -> str:
    """Return a text with letters for the words that the grammar knows for them: `(2B+1)` for `(2brake+1)`."""
    patterns = grammar.load("nascar", _ToOrder).patterns()
    letters = sorted(CHANGES + MOVES, key=lambda letter: -len(patterns[letter].pattern))  # a word before a letter
    known = "|".join(f"(?P<{letter}>{patterns[letter].pattern})" for letter in letters)
    return re.sub(known, lambda found: found[0] if len(found[0]) == 1 else found.lastgroup or "", text)
