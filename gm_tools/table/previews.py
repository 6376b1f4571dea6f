"""`previews.toml`: the game master's looks at the draws of a turn before it was resolved.

It says which orders were in hand then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import lock_folder
from gm_tools.table.record_file import read_rows, write_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gm_tools.table.turn_file import Used

FILE = "previews.toml"
_MOST = 200  # looks at one turn that are kept


class Look(NamedTuple):
    """A look at a turn: the orders that it was resolved with for the look, canonical, by seat."""

    turn: int
    orders: Mapping[str, str] = {}


def read_looks(folder: Path, turn: int) -> tuple[Look, ...]:
    """Return the looks at a turn, the first one first; raise InputError with file and key."""
    return tuple(look for look in read_rows(Look, folder / FILE, "look") if look.turn == turn)


def record_look(folder: Path, turn: int, orders: Sequence[Used]) -> None:
    """Put on record that the game master has seen the draws of a turn; of looks at earlier turns nothing is kept."""
    with lock_folder(folder):
        looks = (*read_looks(folder, turn), Look(turn, {row.seat: row.canonical for row in orders}))
        write_rows(folder / FILE, "look", (*looks[:1], *looks[1:][-_MOST:]), mode=0o600)


def changed_in_hand(folder: Path, turn: int, orders: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats whose order in hand has changed since the draws of a turn were looked at.

    `orders` are canonical, by seat.
    """
    return tuple(seat for seat in changed_since(read_looks(folder, turn), orders) if seat in orders)


def changed_since(looks: Sequence[Look], orders: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats whose order (canonical, by seat) is not the one that it was in every look."""
    seats = sorted({*orders, *(seat for look in looks for seat in look.orders)})
    return tuple(seat for seat in seats if any(look.orders.get(seat) != orders.get(seat) for look in looks))
