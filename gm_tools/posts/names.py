"""Forum names and seats: case and accents do not matter; a name that is only near is said, never taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.text import is_one_edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gm_tools.core.game import Seat


def fold(name: str) -> str:
    """Return a name without accents, letter case and doubled blanks: `Émile  D` and `EMILE D` are one name."""
    from unicodedata import category, normalize

    bare = "".join(glyph for glyph in normalize("NFKD", name) if category(glyph) not in {"Mn", "Cf"})
    return " ".join(bare.casefold().split())


def names_of(seats: Iterable[Seat], *, marks: bool = False) -> dict[str, tuple[str, ...]]:
    """Return the marks of the seats that each folded name (player, alias, with `marks` also mark) means."""
    names: dict[str, list[str]] = {}
    for seat in seats:
        for name in (seat.player, *seat.aliases, *((seat.mark,) if marks else ())):
            row = names.setdefault(fold(name), [])
            if seat.mark not in row:
                row.append(seat.mark)
    return {name: tuple(row) for name, row in names.items()}


def near_name(author: str, names: Mapping[str, tuple[str, ...]]) -> str:
    """Return the known (folded) name that a forum name is nearly, empty if none is near.

    >>> near_name("Alise", {"alice": ("A",), "bob": ("B",)})
    'alice'
    """
    from difflib import SequenceMatcher

    wanted = fold(author)[:100]
    if not wanted:
        return ""
    squeezed = wanted.strip("_-.0123456789 ")
    for name in names:
        if is_one_edit(wanted, name) or (squeezed and squeezed == name.strip("_-.0123456789 ")):
            return name
    scored = [(SequenceMatcher(None, wanted, name).ratio(), name) for name in names if min(len(wanted), len(name)) > 3]
    best = max(scored, default=(0.0, ""))
    return best[1] if best[0] >= 0.8 else ""
