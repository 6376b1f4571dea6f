"""Where orders may stand in a post: set apart as orders, labelled, in code, or alone on a line.

Nothing here knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from gm_tools.core.labels import LABEL, TURN_IN
from gm_tools.core.text import drop_invisible
from gm_tools.core.tuples import NamedTuple

How = Literal["order", "label", "weak", "code", "line", "prose"]

_LABEL = re.compile(LABEL)
# Labels that prose has, too: what follows is an order only if it can be read as one from end to end.
_WEAK_LABEL = re.compile(
    r"^\W{0,3}(?:(?:my|our)\s+(?:turn|moves?|play|go)\s*(?:is|are)?\s*[:：=,–—-]+"
    r"|(?:(?:my|our|the|final|new|newest|revised|updated|corrected|changed)\s+){0,3}orders?(?:\s+(?:is|are))?(?:\s*[–—>;；.．,，|~/-]+|(?=[\s(（]))"
    r"|(?:(?:mein|meine|neuer|neue)\s+){0,2}(?:befehle?|zug)(?:\s+(?:ist|lautet))?(?:\s*[–—>;；.．,，|~/-]+|(?=[\s(（])))\s*(.*)$",
    re.IGNORECASE,
)
_CORRECTION = (
    r"(?:edit(?:ed|iert)?(?: ?#?\d{1,2}(?=\s?[:：]))?|update[d]?|correct(?:ion|ed|ing)?|sorry|oops|whoops|actually|wait|no|nope|hold on|typo|mistake"
    r"|scratch (?:that|it)|strike that|never ?mind|rather|instead|i mean|i meant|make (?:that|it)|should (?:be|read|say|have been)"
    r"|changed? (?:my mind|that|it|to)|second thoughts?|on reflection|better|new|replace[sd]?"
    r"|korrektur|korrigiere?|berichtigung|entschuldigung|nein|doch|quatsch|ich mein(?:te?|e)|vielmehr|lieber|stattdessen|tippfehler"
    r"|verschrieben|vertippt|nachtrag|änderung|geändert|sollte\b[^.!?\n]{0,20}\b(?:sein|heißen)|neue?r?)"
)
_CORRECTS = re.compile(rf"\b{_CORRECTION}\b", re.IGNORECASE)
_LEAD = re.compile(
    rf"^[\W_]{{0,3}}(?:that|it|and|then|my|the|ok|okay|to|also|{_CORRECTION})\b[\s:：,.!;–—=-]*", re.IGNORECASE
)
_MENTION = re.compile(
    r"^\s*(?:<@!?&?\w{1,40}>|@\S{1,40})[\s:,–—-]*(?=.*\b(?:orders?|befehle?|zug|move|turn)\b)", re.IGNORECASE
)
_TURN = re.compile(
    r"^\W{0,3}(?:for\s+|für\s+)?(?:turn|zug)\s*#?\s*(\d{1,4})\b\s*(?:[:：,;–—-]\s*(.*)|\W*)$", re.IGNORECASE
)
_RETRACTS = re.compile(
    r"^\W{0,3}(?:please\s+|ok,?\s+|sorry,?\s+)?(?:i(?:['’]d like to|['’]ll| will| want to| wish to| hereby| must| have to)?\s+)?"
    r"(?:retract|withdraw|cancel|scrap|take back|ignore|disregard|revoke)\b[^.!?\n]{0,40}\borders?\b(?!\s+of\b)"
    r"|^\W{0,3}(?:my\s+)?orders?\s+(?:is |are )?(?:retracted|withdrawn|cancelled|canceled|revoked)\b"
    r"|^\W{0,3}(?:mein(?:e|en)?\s+)?befehle?\s+(?:ist |sind )?(?:zurückgezogen|zurückgenommen|hinfällig|ungültig)\b"
    r"|^\W{0,3}(?:bitte\s+|sorry,?\s+|ok,?\s+)?(?:ignorier\w*|vergiss|vergesst|streich\w*|storniere?)\b[^.!?\n]{0,40}\bbefehl"
    r"|^\W{0,3}ich nehme\b[^.!?\n]{0,40}\b(?:befehl|zug)\w*\b[^.!?\n]{0,20}\bzurück\b"
    r"|^\W{0,3}ich ziehe\b[^.!?\n]{0,40}\b(?:befehl|zug)\w*\b[^.!?\n]{0,20}\bzurück\b",
    re.IGNORECASE,
)
_NO_ORDER = re.compile(
    r"\W*(?:none|no order|retract|retracted|withdrawn|withdraw|cancelled|canceled|zurückgezogen|keiner?|kein befehl)\W*",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\b(?:orders?|befehle?|zug)\s?[:：=]", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?;,:]")
_LONGEST = 400  # characters of a line that may be an order: longer ones are prose


class Passage(NamedTuple):
    """A place where an order may stand.

    `about` is what a label says before its colon (a seat, a turn), `turn` the turn named. `retracts` tells that it
    takes an order back instead, `corrects` that the words in front of it correct what was said before; `weak` labels
    are those that prose has, too; `prose` is a line too long to be an order.
    """

    text: str
    how: How
    about: str = ""
    turn: int | None = None
    retracts: bool = False
    corrects: bool = False


def corrects(words: str) -> bool:
    """Tell whether words say that what follows stands for what came before: `EDIT:`, `no wait`, `Korrektur`."""
    return bool(_CORRECTS.search(words[:_LONGEST]))


def is_correction(words: str) -> bool:
    """Tell whether words say only that something said before is wrong.

    >>> is_correction("Actually, no"), is_correction("No problem")
    (True, False)
    """
    return _without_lead(words) == ("", True)


def has_label(line: str) -> bool:
    """Tell whether something in a line is called an order: `I am Alice, on my phone. Order: (6M)`."""
    return bool(_CALLED.search(line[:_LONGEST]))


def passages(text: str) -> Iterator[Passage]:
    """Yield the passages of a post in their order.

    `Order (turn 7):` labels what comes after it, or on the next line that is not empty; a line `Turn 7` is about
    all that follows.
    """
    turn: int | None = None
    label: str | None = None
    for kind, words in _pieces(text):
        if kind:
            about, label = label or "", None
            yield Passage(
                words.strip("\r\n"),
                "order" if kind == "order" or about else "code",
                about,
                _turn_of(about, turn),
                kind == "order" and not words.strip(),
            )
            continue
        for written in words.split("\n"):
            line = written.strip()
            if not line:
                continue
            if len(line) > _LONGEST:
                yield Passage(line, "prose", "", turn)
                continue
            taken_back = _RETRACTS.match(line)
            if taken_back is not None:
                label = None
                yield from _retract(line, taken_back.end(), turn)
                continue
            named = _TURN.match(line)
            if named is not None and _LABEL.match(line) is None:
                turn = int(named[1])
                rest = (named[2] or "").strip()
                if not rest:
                    continue
                if _LABEL.match(rest) is None:
                    label = None
                    yield Passage(rest, "label", "", turn)
                    continue
            said = named[2].strip() if named is not None and named[2] else line
            bare, is_corrected = _without_lead(said)
            labelled = _LABEL.match(said) or _LABEL.match(bare)
            if labelled is not None:
                about = said[: len(said) - len(labelled[3])]
                rest = labelled[3].strip()
                if rest:
                    label = None
                    is_none = bool(_NO_ORDER.fullmatch(rest))
                    yield Passage(rest, "label", about, _turn_of(about, turn), is_none, is_corrected)
                else:
                    label = about
                continue
            weak = _WEAK_LABEL.match(bare) if label is None else None
            if weak is not None and weak[1]:
                about = said[: len(said) - len(weak[1])]
                yield Passage(weak[1], "weak", about, _turn_of(about, turn), corrects=is_corrected)
                continue
            if label is None and bare != said and bare:
                yield Passage(bare, "weak", said[: len(said) - len(bare)], turn, corrects=is_corrected)
                continue
            how: How = "line" if label is None else "label"
            about, label = label or "", None
            yield Passage(line, how, about, _turn_of(about, turn))


def _retract(line: str, at: int, turn: int | None) -> Iterator[Passage]:
    """Yield what a line says that takes an order back, and what stands behind the words that do: they end `at`."""
    end = _SENTENCE_END.search(line, at)
    yield Passage(line, "line", line[: end.start()] if end else line, turn, retracts=True)
    rest = line[at:].lstrip(" \t.!,;:–—-")
    labelled = _LABEL.match(rest)
    if labelled is not None and labelled[3].strip():
        yield Passage(labelled[3].strip(), "label", rest[: labelled.start(3)], turn)
    elif rest:
        yield Passage(rest, "line", "", turn, corrects=True)


def _without_lead(line: str) -> tuple[str, bool]:
    """Return a line without the words of correction and the mentions it begins with.

    With it comes whether it corrects anything.
    """
    bare, is_corrected = _MENTION.sub("", line), False
    for _ in range(6):
        found = _LEAD.match(bare)
        if found is None or not found[0]:
            break
        is_corrected = is_corrected or corrects(found[0])
        bare = bare[found.end() :]
    return (bare, is_corrected) if is_corrected else (_MENTION.sub("", line), False)


def turn_in(words: str) -> int | None:
    """Return the turn that words name, None if they name none."""
    found = re.search(TURN_IN, words)
    return int(found[1]) if found else None


def _turn_of(about: str, turn: int | None) -> int | None:
    named = turn_in(about)
    return turn if named is None else named


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in blocks with their names, and what stands between them with an empty one."""
    at = start = 0
    names = ["code", "order"]
    while (start := text.find("[", start)) >= 0:
        name = next((name for name in names if text.startswith(f"[{name}]", start)), "")
        end = text.find(f"[/{name}]", start) if name else -1
        if end < 0:
            if name:  # none of these is closed from here on: it is not looked for again
                names.remove(name)
            start += 1
            continue
        yield "", drop_invisible(text[at:start])
        yield name, drop_invisible(text[start + len(name) + 2 : end])
        at = start = end + len(name) + 3
    yield "", drop_invisible(text[at:])
