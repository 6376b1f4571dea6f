"""Where orders may stand in a post: passages set apart as orders, labelled, in code, or alone on a line. Knows no game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

How = Literal["order", "label", "code", "line"]

_LABEL = re.compile(
    r"^\W{0,3}(?:(?:my|the|our|final|new|newest|revised|updated|corrected|changed|here(?:'s|’s| is| are)|(?:for )?turn \d{1,4}|mein|meine|unser|unsere|neue|neuer|neues|letzter|endgültiger|geänderter|korrigierter|korrigierte|hier (?:ist|sind)|(?:für )?zug \d{1,4})\s+){0,4}"
    r"(?:(?:orders?|befehle?)\b([^:：\n]{0,60})|z(?:ug|üge)\b((?:\s+für\s+[^:：\n]{1,40}|\s*\([^:：)\n]{1,40}\))?\s*))[:：]\s*(.*)$",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"^\W{0,3}(?:for\s+|für\s+)?(?:turn|zug)\s*#?\s*(\d{1,4})\b\s*(?:[:：,;–—-]\s*(.*)|\W*)$", re.IGNORECASE
)
_TURN_IN = re.compile(r"\b(?:turn|zug)\s*#?\s*(\d{1,4})\b", re.IGNORECASE)
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
_LONGEST = 400  # characters of a line that may be an order: longer ones are prose


class Passage(NamedTuple):
    """A place where an order may stand. `about` is what a label says before its colon (a seat, a turn), `turn` the turn named.

    `retracts` tells that it takes an order back instead.
    """

    text: str
    how: How
    about: str = ""
    turn: int | None = None
    retracts: bool = False


def passages(text: str) -> Iterator[Passage]:
    """Yield the passages of a post in their order.

    `Order (turn 7):` labels what stands behind it, or on the next line that is not empty; a line `Turn 7` is about
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
            if not line or len(line) > _LONGEST:
                continue
            if _RETRACTS.match(line):
                label = None
                yield Passage(line, "line", line, turn, retracts=True)
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
            labelled = _LABEL.match(named[2].strip() if named is not None and named[2] else line)
            if labelled is not None:
                about = labelled[0][: labelled.start(3)]
                rest = labelled[3].strip()
                if rest:
                    label = None
                    yield Passage(rest, "label", about, _turn_of(about, turn), bool(_NO_ORDER.fullmatch(rest)))
                else:
                    label = about
                continue
            how: How = "line" if label is None else "label"
            about, label = label or "", None
            yield Passage(line, how, about, _turn_of(about, turn))


def _turn_of(about: str, turn: int | None) -> int | None:
    found = _TURN_IN.search(about)
    return int(found[1]) if found else turn


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
        yield "", text[at:start]
        yield name, text[start + len(name) + 2 : end]
        at = start = end + len(name) + 3
    yield "", text[at:]
