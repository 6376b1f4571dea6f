"""A text of a post made plain enough to be read as an order, and told from words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.text import normalize_glyphs

_EMOTICON = re.compile(
    r"(?<![\w()+])[:;=8xX]['’]?-?[)(DPpOo/\\|*3](?![\w(])|<3|\^\^|:[a-z0-9_+-]{2,32}:", re.IGNORECASE
)
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\u200d]+")
_COMMENT = re.compile(r"\s(?:--?|–|—|//|#|;|,|\.)\s|\s\(|(?<=[\w)])[.!;]\s|\s//")
_COURTESY = re.compile(  # behind an order, and nothing else
    r"[\s,]+(?:and |und )?(?:(?:many |vielen )?(?:thanks|thank you|thx|danke|cheers|please|bitte)|good luck|viel (?:glück|spaß|erfolg)|have fun|los geht['’]?s|lol|haha+)"
    r"(?:,? (?:all|everybody|everyone|alle|allen|euch|you|dir|for waiting|a lot))?\W*$",
    re.IGNORECASE,
)
_WRAPPED = " \t\r\n.,;!…*_`\"'“”„‘’«»"


def clean_order(
    parse: Callable[[str], Any], text: str, smilies: Sequence[str], *, comments: bool = False
) -> tuple[Any, str, tuple[str, ...]]:
    """Return the order that a text is to `parse`, and the text that was read in the end.

    With them comes what was cleaned away to read it. If nothing can be read, the Problem is that of the text as it
    stands, smilies left out. With `comments` words behind it are left out.
    """
    text = text.strip()
    order = parse(text)
    made_plain = normalize_glyphs(text)
    if not isinstance(order, Problem):
        if made_plain == text:
            return order, text, ()
        return order, " ".join(made_plain.split(" ")), (_("typographic characters"),)
    cleaned: list[str] = []
    left = text
    for smilie in sorted(smilies, key=len, reverse=True):
        left = left.replace(smilie, " ")
    left = _EMOTICON.sub(" ", _EMOJI.sub(_blank_for, left))
    if left != text:
        cleaned.append(_("smilies"))
    if normalize_glyphs(left) != left:
        left = normalize_glyphs(left)
        cleaned.append(_("typographic characters"))
    left = left.strip()
    problem = order if not cleaned else parse(left)
    if not isinstance(problem, Problem):
        return problem, left, tuple(cleaned)
    bare = left.strip(_WRAPPED)
    if bare != left and bare and not isinstance(order := parse(bare), Problem):
        return order, bare, (*cleaned, _("marks around it"))
    if comments:
        for found in [*_COURTESY.finditer(left), *list(_COMMENT.finditer(left))[:6]]:
            head = left[: found.start() + 1].strip(_WRAPPED) or left
            if not isinstance(order := parse(head), Problem):
                return order, head, (*cleaned, _("words after it: {words}", words=left[len(head) :].strip()[:60]))
    return problem, left, tuple(cleaned)


def _blank_for(picture: re.Match[str]) -> str:
    """Return a blank for a picture, and the picture itself inside a word: what it parts need not be two."""
    before, after = picture.string[max(picture.start() - 1, 0) : picture.start()], picture.string[picture.end() :][:1]
    return picture[0] if before.isalnum() and after.isalnum() else " "


def words_behind(text: str, order: str) -> str:
    """Return what stands in a text behind the order that was read of it."""
    at = normalize_glyphs(text).find(normalize_glyphs(order).strip())
    return text[at + len(order.strip()) :] if at >= 0 else ""


def could_be_words(text: str) -> bool:
    """Tell whether a text could be prose.

    That is letters only, in at most four words, each of which could be spoken; or a lone number.

    >>> [could_be_words(text) for text in ("mall", "arm", "Alarm!", "go", "1.", "MMRMM", "AMMRM", "swap 12")]
    [True, True, True, True, True, False, False, False]
    """
    words = text.strip(_WRAPPED + "?()").split()
    if len(words) == 1 and words[0].isdecimal():
        return True
    return 0 < len(words) <= 4 and all(_could_be_word(word.strip(_WRAPPED + "?()").casefold()) for word in words)


def is_sentence(text: str) -> bool:
    """Tell whether a text holds four words or more that could be spoken and are longer than those of a notation.

    >>> is_sentence("That would surely have been better"), is_sentence("swap 12 with 5"), is_sentence("mall slam")
    (True, False, False)
    """
    words = (word.strip(_WRAPPED + "?()") for word in text.split()[:40])
    return sum(len(word) > 3 and _could_be_word(word.casefold()) for word in words) > 3


def _could_be_word(word: str) -> bool:
    if not word.isalpha():
        return False
    if len(word) == 1:
        return True
    has_vowel = any(glyph in "aeiouyäöüéèà" for glyph in word)
    return has_vowel and not re.search(r"[^aeiouyäöüéèà]{4}|([^aeiouyls])\1[^aeiouys]", word)
