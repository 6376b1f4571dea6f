"""What `gm history` shows: the turns of a table, or all orders in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gm_tools.core.i18n import _
from gm_tools.core.sources import shown_source
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, text_grid
from gm_tools.table.digests import file_digest
from gm_tools.table.store import load_position, read_record, turn_files
from gm_tools.table.table_file import check_folder, read_table_file
from gm_tools.table.turn_file import Used, file_name
from gm_tools.table.undone_files import list_undone, read_reasons, read_undone


class HistoryEntry(NamedTuple):
    """A turn or an amendment, with its file and the SHA-256 of that, its orders, and how far the game was after it."""

    turn: int
    amendment: int
    file: str
    sha256: str
    orders: tuple[Used, ...]
    headline: str
    reason: str


class UndoneEntry(NamedTuple):
    """A turn or an amendment that was taken back.

    `number` says which time of that turn it was, `file` keeps it, `reason` is why.
    """

    turn: int
    amendment: int
    number: int
    file: str
    reason: str = ""
    sha256: str = ""
    orders: tuple[Used, ...] = ()


def turn_entries(folder: Path) -> tuple[HistoryEntry, ...]:
    """Return every turn and amendment of a table; raise InputError for a file that cannot be read."""
    check_folder(folder)
    table = read_table_file(folder)
    entries = []
    for place in turn_files(folder):
        record, name = read_record(table, *place), file_name(*place)
        headline = table.game.headline(load_position(table, record))
        digest = file_digest(folder / name)
        entries.append(HistoryEntry(*place, name, digest, record.orders, headline, record.reason))
    return tuple(entries)


def undone_entries(folder: Path, *, orders: bool = False) -> tuple[UndoneEntry, ...]:
    """Return what was taken back at a table, in the order of turns, with the orders if these are wanted."""
    reasons = read_reasons(folder)
    return tuple(
        UndoneEntry(
            one.turn,
            one.amendment,
            one.number,
            one.name,
            reasons.get(one.name, ""),
            file_digest(folder / one.name),
            read_undone(folder, one).orders if orders else (),
        )
        for one in list_undone(folder)
    )


def history_report(
    table: str, entries: Sequence[HistoryEntry], undone: Sequence[UndoneEntry] = (), *, orders: bool = False
) -> Report:
    """Return the turns of a table with the SHA-256 of their files.

    With `orders` it has every order and where it was posted. What was taken back stands before what came in its place.
    It is the game master's. Data: `table`, `turns`, each with its `orders`, and `undone`.
    """
    of_time: list[tuple[tuple[int, ...], HistoryEntry | UndoneEntry]] = [
        *(((one.turn, 0, one.number, one.amendment), one) for one in undone),
        *(((one.turn, 1, one.amendment), one) for one in entries),
    ]
    every = [one for __, one in sorted(of_time, key=lambda row: row[0])]
    if orders:
        titles = (_("Turn"), _("Seat"), _("Order"), _("Source"))
        rows = [row for one in every for row in _order_rows(one)]
    else:
        titles = (_("Turn"), _("Orders"), _("How far"), "SHA-256")
        rows = [_row(one) for one in every]
    data = {"table": table, "turns": _to_plain(entries), "undone": _to_plain(undone)}
    return Report("history", _("{table}: history", table=table), (text_grid(titles, rows),), data)


def _order_rows(entry: HistoryEntry | UndoneEntry) -> Iterator[tuple[str, ...]]:
    """Yield a row for each order of a turn; an amendment that was taken back has none."""
    turn = str(entry.turn)
    if isinstance(entry, UndoneEntry):
        if entry.amendment:
            return
        turn = _("{turn}, taken back", turn=turn)
    for used in entry.orders:
        missed = _("missed ({policy})", policy=used.missed) if used.missed else ""
        yield turn, used.seat, used.canonical, missed or shown_source(used.source)


def _row(entry: HistoryEntry | UndoneEntry) -> tuple[str, ...]:
    number = f"{entry.turn}.{entry.amendment}" if entry.amendment else str(entry.turn)
    if isinstance(entry, UndoneEntry):
        what = _("taken back: {reason}", reason=entry.reason) if entry.reason else _("taken back")
        return number, what, entry.file, entry.sha256[:16]
    what = _("amended: {reason}", reason=entry.reason) if entry.amendment else str(len(entry.orders))
    return number, what, entry.headline, entry.sha256[:16]


def _to_plain(entries: Sequence[HistoryEntry | UndoneEntry]) -> list[dict[str, Any]]:
    return [{**one._asdict(), "orders": [used._asdict() for used in one.orders]} for one in entries]
