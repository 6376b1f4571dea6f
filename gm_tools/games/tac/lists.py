"""Lists of words for people: `R, G and B`, `5 R62>3 or 5 R62>b`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable


def all_of(words: Iterable[str]) -> str:
    """Return words as a list of which all are meant, empty for none."""
    row = list(words)
    return _("{some} and {last}", some=", ".join(row[:-1]), last=row[-1]) if len(row) > 1 else "".join(row)


def one_of(words: Iterable[str]) -> str:
    """Return words as a list of which one is meant, empty for none."""
    row = list(words)
    return _("{some} or {last}", some=", ".join(row[:-1]), last=row[-1]) if len(row) > 1 else "".join(row)
