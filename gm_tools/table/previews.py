"""`previews.toml`: which orders the game master had in hand when he looked at the draws of a turn before it was resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.problems import InputError
from gm_tools.core.record import format_record, parse_record
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import encode, exists, locked, read_text, write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from gm_tools.table.turn_file import Used

FILE = "previews.toml"
_MOST = 200  # looks at one turn that are kept


class Look(NamedTuple):
    """A look at a turn: the orders that it was resolved with for the look, canonical, by seat."""

    turn: int
    orders: Mapping[str, str] = {}


class _File(NamedTuple):
    """The values in `previews.toml`."""

    look: tuple[Look, ...] = ()


def read_looks(folder: Path, turn: int) -> tuple[Look, ...]:
    """Return the looks at a turn, the first one first; raise InputError with file and key."""
    path = folder / FILE
    if not exists(path):
        return ()
    try:
        return tuple(look for look in parse_record(_File, read_text(path)).look if look.turn == turn)
    except InputError as error:
        raise error.within(str(path)) from None


def record_look(folder: Path, turn: int, orders: Iterable[Used]) -> None:
    """Put on record that the game master has seen the draws of a turn; of looks at earlier turns nothing is kept."""
    with locked(folder):
        looks = (*read_looks(folder, turn), Look(turn, {row.seat: row.canonical for row in orders}))
        text = format_record(_File((*looks[:1], *looks[1:][-_MOST:])))
        write_atomic(folder / FILE, encode(text, folder / FILE), mode=0o600)


def changed_in_hand(folder: Path, turn: int, orders: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats whose order in hand (canonical, by seat) is not the one that it was when the draws of a turn were looked at."""
    looks = read_looks(folder, turn)
    return tuple(sorted(seat for seat, text in orders.items() if any(look.orders.get(seat) != text for look in looks)))


def changed_since(looks: Iterable[Look], orders: Iterable[Used]) -> tuple[str, ...]:
    """Return the seats whose order is not the one that it was in every look."""
    now = {row.seat: row.canonical for row in orders}
    rows = tuple(looks)
    return tuple(
        sorted(
            seat
            for seat in {*now, *(seat for look in rows for seat in look.orders)}
            if any(look.orders.get(seat) != now.get(seat) for look in rows)
        )
    )
