"""The words of a label between `Order` and its colon: what they say of the order behind it.

Nobody can list what makes an order none, or one for another time: `Order (old):`, `Order T2:`, `Order, if needed:`. So
a label is understood only if each of its words is: a name of its player's, a word that changes nothing, or the turn.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from gm_tools.core.labels import TURN_IN

_NOUN = re.compile(r"\b(?:orders?|befehle?|zug|züge)\b", re.IGNORECASE)
_NEXT = re.compile(r"\b(?:next|coming|nächste[nrms]?|kommende[nrms]?) (?:turn|round|move|zug|runde)\b", re.IGNORECASE)
_OF = r"(?:\s*(?:/|\bof|\bvon)\s*\d{1,4}\b)?"  # behind the number of the turn: how many there are
_TURN = re.compile(TURN_IN + _OF)
_ROUND = re.compile(rf"\b(?:round|runde|[tr])\s*#?\s*(\d{{1,4}})\b{_OF}", re.IGNORECASE)
_VERSION = re.compile(r"\bv\d{1,2}\b", re.IGNORECASE)
_SPEED = re.compile(r"\b(?:speed|tempo|geschwindigkeit)\s*\d{1,2}\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PLAIN = frozenset(
    """
    a again aktuell aktuelle als am an and are as at auf auto ball be befehl below best bitte bleibt by car card
    cards changed channel confirmed correct corrected correction current danke das dear delay der die dies diese
    diesen dieser dieses diesmal done durch edit edited editiert eine einen endgültig endgültige endgültiger
    everybody everyone exchange final finally fixed folgt follows for from für geändert gm goes greetings gruß grüße
    here heute hier i i'm in is ist it jetzt just kanal karte karten kartentausch kind korrektur korrigiert kugel
    lap late lautet liebe lieben locked love marble me mein meine mich mine mit move my myself neu neue neuer new
    now of official offiziell ok on order orders our own pair partner platz player please pm post private promised
    public race regards rennen revised round runde seat secret sheet sind sir sorry spiel spieler stays still
    submission submitted swap table tausch team thank thanks the this thread time tisch to today tonight track turn
    unser unsere up update updated us versprochen von wagen we week wie will with woche you zug zum
    """.split()  # noqa: SIM905  (a list would take a line a word)
)


def is_understood(label: str, turn: int, names: Collection[str]) -> bool:
    """Tell whether a label says nothing of its order but whose it is, and for which turn.

    `turn` is the next one, `names` those of its player, the marks of their seats and what the game is called.

    >>> [is_understood(label, 2, {"Alice", "A"}) for label in ("Order (final, Alice):", "Orders T2:", "Order:")]
    [True, True, True]
    >>> [is_understood(label, 2, {"Alice", "A"}) for label in ("Order (old):", "Order T3:", "Order, if needed:")]
    [False, False, False]
    """
    noun = _NOUN.search(label)
    if noun is None:
        return True
    words = label[noun.end() :]
    for pattern in (_TURN, _NEXT, _VERSION, _SPEED):
        words = pattern.sub(" ", words)
    words = _ROUND.sub(lambda found: " " if int(found[1]) == turn else found[0], words)
    known = _PLAIN.union(part.casefold() for name in names for part in _WORD.findall(name))
    said = [word.casefold().replace("’", "'") for word in _WORD.findall(words)]
    return all(word in known or word.removesuffix("'s") in known or word == str(turn) for word in said)
