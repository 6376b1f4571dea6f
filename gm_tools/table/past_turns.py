"""The history of a table: a line for each turn and amendment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.table.digests import file_digest
from gm_tools.table.store import load_position, read_record, turn_files
from gm_tools.table.table_file import check_folder, read_table_file
from gm_tools.table.turn_file import file_name

if TYPE_CHECKING:
    from gm_tools.table.turn_file import Used


class HistoryEntry(NamedTuple):
    """One line of a table's history: a turn or an amendment, with its orders, how far the game was, and its SHA-256."""

    turn: int
    amendment: int
    file: str
    sha256: str
    orders: tuple[Used, ...]
    headline: str
    reason: str


def history(path: str | Path) -> tuple[HistoryEntry, ...]:
    """Return a line for every turn and amendment of a table; raise InputError for a file that cannot be read."""
    folder = Path(path)
    check_folder(folder)
    table = read_table_file(folder)
    entries = []
    for place in turn_files(folder):
        record = read_record(table, *place)
        position = load_position(table, record)
        name = file_name(*place)
        entries.append(
            HistoryEntry(
                *place,
                name,
                file_digest(folder / name),
                record.orders,
                table.game.headline(position),
                record.reason,
            )
        )
    return tuple(entries)
