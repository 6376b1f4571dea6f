"""Names of people: which are the same, which are only near, and how a name is shown so that a false one stands out.

Two names are the same up to letter case, Unicode composition (NFC) and blanks, and nothing else: whoever may choose a
name may choose `Alicé`, or `Alice` with an invisible character in it. Such a name is near: it is shown and offered,
never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from unicodedata import category, name, normalize

from gm_tools.core.text import is_one_edit

# Letters that look like Latin ones: for hints alone, so that few will do.
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһӏոαεορυνικτμηωβγıłøđ", "aeopcyxijsdhlnaeopuviktunwbyilod")
_INVISIBLE_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_PADDING = "_-.0123456789 "
_MARKUP = "*_~`"  # of Markdown, round a name that was copied
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")  # these hold an emoji of several parts together


def name_key(name: str) -> str:
    """Return what all spellings of one name have in common: letter case, composition and blanks do not matter.

    Letters are lowered one by one: the folding that makes `ß` of `SS` would also make one name of `ﬁona` and `fiona`.

    >>> name_key(" ALICE  d'Or") == name_key("Alice d'or"), name_key("Alicé") == name_key("Alice")
    (True, False)
    """
    if name.isascii():
        return " ".join(name.lower().split())

    composed = normalize("NFC", name)
    lowered = "".join(low if len(low := glyph.lower()) == 1 else glyph for glyph in composed)
    return " ".join(normalize("NFC", lowered.replace("ς", "σ")).split())


def fold(name: str) -> str:
    """Return a name without accents, letter case, invisible characters, doubled blanks and markup round it.

    Lookalikes are Latin letters. Names that are equal by this are near, not the same.
    """
    name = name.strip(_MARKUP) or name
    if name.isascii():
        return " ".join(name.casefold().split())

    bare = "".join(
        glyph
        for glyph in normalize("NFKD", name)
        if category(glyph) not in {"Mn", "Me", "Cf", "Cc"} and glyph not in _INVISIBLE_LETTERS
    )
    return " ".join(bare.casefold().translate(_LOOKALIKES).split())


def near_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that a name is nearly but not quite, as they are spelled there.

    Only the nearest ones are returned. The first word of a longer name is near it.

    >>> known = ["Alice", "Bob Baker", "Bob the Builder"]
    >>> near_names("Alise", known), near_names("bob", known)
    (('Alice',), ('Bob Baker', 'Bob the Builder'))
    """
    from difflib import SequenceMatcher

    wanted = fold(name)[:100]
    folded = {other: fold(other)[:100] for other in known}
    squeezed = wanted.strip(_PADDING)
    if not wanted:
        return ()
    tests: tuple[Callable[[str], bool], ...] = (
        lambda key: key == wanted,
        lambda key: (
            (len(wanted) > 1 and is_one_edit(wanted, key)) or (len(squeezed) > 1 and squeezed == key.strip(_PADDING))
        ),
        lambda key: len(wanted) > 1 < len(key) and (wanted in key.split()[:1] or key in wanted.split()[:1]),
        lambda key: min(len(wanted), len(key)) > 3 and SequenceMatcher(None, wanted, key).ratio() >= 0.8,
    )
    rows = (tuple(other for other, key in folded.items() if is_near(key)) for is_near in tests)
    return next(filter(None, rows), ())


def show_invisible(name: str) -> str:
    r"""Return a name with every invisible character written out; those that hold an emoji together stay as they are.

    >>> show_invisible("Al\u200bice")
    'Al<U+200B ZERO WIDTH SPACE>ice'
    """
    if name.isascii() and name.isprintable():
        return name

    shown, is_emoji = [], False
    for glyph in name:
        kind = category(glyph)
        is_hidden = (
            kind in {"Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp"}
            or (kind == "Zs" and glyph != " ")
            or glyph in _INVISIBLE_LETTERS
            or "\ufe00" <= glyph <= "\ufe0f"
            or "\U000e0100" <= glyph <= "\U000e01ef"
            or "\u180b" <= glyph <= "\u180f"
        )
        stays = is_emoji and (glyph in _JOINERS or kind == "Sk")
        shown.append(f"<{describe_character(glyph)}>" if is_hidden and not stays else glyph)
        is_emoji = kind == "So" or stays
    return "".join(shown)


def describe_character(glyph: str) -> str:
    """Return the code point and the name of a character: `U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(glyph):04X} {name(glyph, '')}".strip()


def odd_characters(name: str, known: str) -> Sequence[str]:
    r"""Return the characters of a name, described, that are not in the known name and that may look as if they were.

    >>> odd_characters("\u0410lice", "Alice")
    ['U+0410 CYRILLIC CAPITAL LETTER A']
    """
    usual = set(name_key(known))
    return [
        describe_character(glyph)
        for glyph in dict.fromkeys(normalize("NFC", name))
        if not glyph.isascii() and name_key(glyph) not in usual and not glyph.isspace()
    ][:8]
