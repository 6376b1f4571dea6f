"""Text as players type it: typographic and full-width characters read as their plain ones, column by column."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gm_tools.core.i18n import N_, _

_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # full-width forms
_PLAIN |= dict.fromkeys(map(ord, "‐‑‒–—―−⁃﹘﹣"), ord("-"))  # dashes and minus signs
_PLAIN |= dict.fromkeys(map(ord, "“”„‟«»″〝〞"), ord('"'))  # double quotes
_PLAIN |= dict.fromkeys(map(ord, "‘’‚‛′‹›`´"), ord("'"))  # single quotes
_PLAIN |= dict.fromkeys(map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"), ord(" "))
_PLAIN |= dict.fromkeys(map(ord, "\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff\u00ad"), ord(" "))
# Letters of other alphabets that look like these, as a keyboard set to another language types them.
_PLAIN |= dict(zip(map(ord, "АВЕКМНОРСТУХаеорсух"), map(ord, "ABEKMHOPCTYXaeopcyx"), strict=True))
_PLAIN |= dict(zip(map(ord, "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"), map(ord, "ABEZHIKMNOPTYX"), strict=True))
# No mark of right to left: digits behind it are shown in another order.
_INVISIBLE = dict.fromkeys(
    map(
        ord,
        "\u200b\u200c\u200d\u200e\u202a\u202c\u2060\u2061\u2062\u2063\u2064\u2066\u2069\ufeff\u00ad\u034f\u180e\ufe0e\ufe0f",
    )
)
_PLAIN |= {ord("→"): ord(">"), ord("、"): ord(","), ord("，"): ord(","), ord("。"): ord(".")}


_CALLS = (  # compiled when it is needed: most commands print no post
    r"(?i)@(?=(?:everyone|here|all|channel|team|room|group|moderators|admins)\b|\[)|<(?=[@!])|\[(?=at\]|user\b|mention\b)"
)


def normalize_glyphs(text: str) -> str:
    """Return `text` with typographic dashes, quotes, blanks, full-width forms and look-alikes as plain characters.

    Every character stays one character, so that columns in the result are columns of the post.

    >>> normalize_glyphs("Ａ（2M）–")
    'A(2M)-'
    """
    return text if text.isascii() else text.translate(_PLAIN)


def drop_invisible(text: str) -> str:
    """Return `text` without characters that take no room: an order is what its reader sees.

    >>> drop_invisible("N\u200bE")
    'NE'
    """
    return text if text.isascii() else text.translate(_INVISIBLE)


def break_calls(text: str) -> str:
    """Return text with an invisible blank in what calls many people, or one by an id.

    It breaks `@everyone` and `<@1>` wherever they are pasted.

    >>> break_calls("@here, <@1> and @Bob") == "@\u200bhere, <\u200b@1> and @Bob"
    True
    """
    return re.sub(_CALLS, "\\g<0>\u200b", text) if "@" in text or "[" in text or "<" in text else text


def is_one_edit(wrong: str, right: str) -> bool:
    """Tell whether `right` comes from `wrong` by one inserted, dropped or changed character, or two swapped ones."""
    if abs(len(wrong) - len(right)) > 1 or wrong == right:
        return False
    start = 0
    while start < min(len(wrong), len(right)) and wrong[start] == right[start]:
        start += 1
    if len(wrong) == len(right):
        rest = start + 1
        swapped = wrong[start : rest + 1] == right[start : rest + 1][::-1] and wrong[rest + 1 :] == right[rest + 1 :]
        return wrong[rest:] == right[rest:] or swapped
    if len(wrong) > len(right):
        return wrong[start + 1 :] == right[start:]
    return wrong[start:] == right[start + 1 :]


def find_nearest(word: str, known: list[str]) -> str:
    """Return the known word that `word` is one edit or a letter case away from, or an empty string.

    From a single letter every other one is one edit away: there only the letter case is looked over.
    """
    for candidate in known:
        is_near = len(word) > 1 and is_one_edit(word.casefold(), candidate.casefold())
        if is_near or candidate.casefold() == word.casefold():
            return candidate
    return ""


def did_you_mean(word: str, known: list[str]) -> str:
    """Return the end of a message about an unknown word: `; did you mean turbo?`, empty if no known word is near."""
    near = find_nearest(word, known)
    return _("; did you mean {near}?", near=near) if near else ""


def one_of(words: Iterable[str]) -> str:
    """Return words as a list of which one is meant: `a number, R or (`; empty for none."""
    *some, last = list(words) or [""]
    return _("{some} or {last}", some=", ".join(some), last=last) if some else last


def all_of(words: Iterable[str]) -> str:
    """Return words as a list of which all are meant: `red, green and blue`; empty for none."""
    *some, last = list(words) or [""]
    return _("{some} and {last}", some=", ".join(some), last=last) if some else last


def ordinal(place: int) -> str:
    """Return a place in words: `1st`, `12th`."""
    endings = {1: N_("{place}st"), 2: N_("{place}nd"), 3: N_("{place}rd")}
    others = N_("{place}th")
    return _(others if 10 <= place % 100 <= 20 else endings.get(place % 10, others), place=place)


def share_text(share: float) -> str:
    """Return a probability as a percentage: what is rare is not 0, and what is not sure not 100.

    >>> share_text(0.2345), share_text(0.001), share_text(0.999), share_text(1)
    ('23%', '<1%', '>99%', '100%')
    """
    if 0 < share < 0.01:
        return "<" + percent(0.01)
    return ">" + percent(0.99) if 0.99 < share < 1 - 1e-9 else percent(share)


def percent(share: float, form: str = ".0f") -> str:
    """Return a share of 1 in hundredths, as the language in use writes it: `23%`, `2.5%`."""
    return _("{number}%", number=decimal(100 * share, form))


def decimal(value: float, form: str = ".1f") -> str:
    """Return a number in Python's `form` with the decimal sign of the language in use; places and notation have none.

    >>> decimal(3.14), decimal(2.0, "g")
    ('3.1', '2')
    """
    whole, point, decimals = f"{value:{form}}".partition(".")
    return _("{whole}.{decimals}", whole=whole, decimals=decimals) if point else whole
