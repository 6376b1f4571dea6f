"""Forum names and seats: what each name means at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gm_tools.core.game import Seat
from gm_tools.core.names import fold


def names_of(seats: Iterable[Seat], *, key: Callable[[str], str] = fold) -> dict[str, tuple[str, ...]]:
    """Return the marks of the seats that each name (player or alias) means.

    `key` says which names are one: what a player writes of himself may be folded, whose post it is may not
    (`name_key`).
    """
    names: dict[str, list[str]] = {}
    for seat in seats:
        for name in (seat.player, *seat.aliases):
            row = names.setdefault(key(name), [])
            if seat.mark not in row:
                row.append(seat.mark)
    return {name: tuple(row) for name, row in names.items()}
