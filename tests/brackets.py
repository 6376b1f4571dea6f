"""A language of brackets: every piece of a message stands in ⟦ ⟧, and what is filled in stands outside.

So a word outside that is no notation, name or number is one that nobody could translate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from string import Formatter
from unittest.mock import patch

from gm_tools.core import i18n
from gm_tools.core.blocks import Block, Grid, Lines, Picture


class Bracketed:
    """A catalogue whose translation of a message is its pieces in ⟦ ⟧."""

    def gettext(self, message: str) -> str:
        """Return a message with its fields outside the brackets; one without fields as it is, in brackets."""
        out = ""
        for piece, field, spec, conversion in Formatter().parse(message):
            out += "⟦" + piece.replace("{", "{{").replace("}", "}}") + "⟧" if piece else ""
            if field is not None:
                out += "{" + field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"
        return out

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Return the form that the number wants, in brackets."""
        return self.gettext(one if n == 1 else many)


@contextmanager
def speaking_brackets() -> Iterator[None]:
    """Speak the language of brackets for a while."""
    with patch.object(i18n, "_catalogue", Bracketed()):
        yield


def bare_words(text: str, names: Iterable[str], notation: str) -> list[str]:
    """Return the words of two letters and more outside ⟦ ⟧ that are no names and are not made of the letters of a notation."""
    found = re.findall(r"[^\W\d_]{2,}", re.sub(r"⟦[^⟧]*⟧", " ", text))
    return [word for word in found if word not in names and set(word) - set(notation)]


def texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield what blocks say in words; the rows of a picture are notation."""
    for block in blocks:
        yield block.title
        match block:
            case Picture():
                yield from (meaning for _, meaning in block.legend)
            case Grid():
                yield from (column.title for column in block.columns)
                yield from (cell for row in block.rows for cell in row)
            case Lines():
                yield from block.lines
