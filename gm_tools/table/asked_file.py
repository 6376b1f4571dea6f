"""`asked.toml`: whom the game master has asked about an order of the next turn, and when.

The decision is open until the player answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gm_tools.core.tuples import NamedTuple
from gm_tools.table.record_file import find_record, write_record
from gm_tools.table.store import writing

FILE = "asked.toml"


class _File(NamedTuple):
    """The values in `asked.toml`: the turn that is asked about, and when each seat was."""

    turn: int = 0
    seats: Mapping[str, str] = {}


def read_asked(folder: Path, turn: int) -> dict[str, str]:
    """Return when each seat was asked about its order of a turn; raise InputError with file and key."""
    found = find_record(_File, folder / FILE)
    return dict(found.seats) if found is not None and found.turn == turn else {}


def note_asked(folder: Path, seat: str, time: str) -> None:
    """Note when a seat was asked about its order of the next turn; an empty time takes that back."""
    with writing(folder) as table:
        turn = table.turn + 1
        seats = {**read_asked(folder, turn), seat: time}
        seats = {mark: when for mark, when in seats.items() if when}
        write_record(folder / FILE, _File(turn, seats))
