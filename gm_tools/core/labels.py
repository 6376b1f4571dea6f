"""What says in front of an order that it is one: `Order:`, `My order (turn 7):`, `Befehl:`.

It is taken away where an order alone is read.
"""

import re

# Patterns are compiled when they are needed: most orders come without a label.
LABEL = (
    r"(?i)^\W{0,3}(?:(?:my|the|our|final|new|newest|revised|updated|corrected|changed|here(?:'s|’s| is| are)|(?:for )?turn \d{1,4}|mein|meine|unser|unsere|neue|neuer|neues|letzter|endgültiger|geänderter|korrigierter|korrigierte|hier (?:ist|sind)|(?:für )?zug \d{1,4})\s+){0,4}"
    r"(?:(?:orders?|befehle?)\b([^:：=\n]{0,60})|z(?:ug|üge)\b((?:\s+für\s+[^:：=\n]{1,40}|\s*\([^:：=)\n]{1,40}\))?\s*))[:：=]\s*(.*)$"
)
_NOTICE = r"(?i)^\W{0,3}private (?:message|nachricht)\b.*\n"  # above a label, for its reader
TURN_IN = r"(?i)\b(?:turn|zug)\s*#?\s*(\d{1,4})\b"
# Of forums, as it is pasted with an order: BBCode, HTML, and a fence of Markdown.
_TAG = r"(?im)\[/?(?:b|i|u|c|code|order|color|size|font)\b[^\]\n]{0,40}\]|</?(?:b|i|u|em|strong|code|pre|p|br|div)\b[^>\n]{0,40}>|^\s*```\w*\s*$"
_SIGNS = frozenset(":：=[<`\n")  # without one of them a text has neither label nor markup
_MARKS = " \t\r\n\xa0*_`~"  # of Markdown, round an order or its label
_ABOUT = r"(?i)(?:this|diese[nrs]?|seat|platz|for|für|of|von)\b|\b(?:turn|zug)\b|[^\w]+"


def without_label(text: str, seat: str = "", turn: int = 0, most: int = 2) -> str:
    r"""Return the text of an order without its label and the forum's markup round both.

    A text that has neither is returned as it stands. A turn other than `turn` that the label names is put in front as a
    sheet has it. A label that names anybody but `seat` stays. No more than `most` labels are taken: a page without an
    engine posts what is typed, with its label, under a label of its own.

    >>> without_label("[b]Order (turn 7):[/b]\n\n[code]\n(6M)\n[/code]"), without_label("**Befehl:** 5 R10")
    ('turn 7: (6M)', '5 R10')
    """
    if _SIGNS.isdisjoint(text):
        return text
    plain = re.sub(_NOTICE, "", re.sub(_TAG, " ", text))
    first, __, others = plain.strip(_MARKS).partition("\n")
    found = re.match(LABEL, first)
    if found is None:
        return text if plain == text else plain.strip(_MARKS)
    rest = f"{found[3]}\n{others}".strip(_MARKS)
    if most > 1:
        rest = without_label(rest, seat, most=most - 1)
    named = re.search(TURN_IN, first[: found.start(3)])
    about = re.sub(_ABOUT, "", re.sub(TURN_IN, "", found[1] or found[2] or ""))
    if about.casefold() not in {"", seat.casefold()}:
        return text
    return f"turn {named[1]}: {rest}" if named and int(named[1]) != turn else rest
