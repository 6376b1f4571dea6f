"""What `gm history` shows: the turns of a table, or all orders in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Column, Grid
from gm_tools.core.i18n import _
from gm_tools.core.sources import shown_source
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.report import Report
from gm_tools.table.digests import file_digest
from gm_tools.table.undone_files import list_undone, read_reasons, read_undone

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gm_tools.table.past_turns import HistoryEntry
    from gm_tools.table.turn_file import Used


class UndoneEntry(NamedTuple):
    """A turn or an amendment that was taken back: which time of that turn it was, the file that keeps it, why, and its orders."""

    turn: int
    amendment: int
    number: int
    file: str
    reason: str = ""
    sha256: str = ""
    orders: tuple[Used, ...] = ()


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
    """Return the turns of a table with the SHA-256 of their files, or with `orders` every order and where it was posted.

    What was taken back stands before what came in its place. It is the game master's. Data: `table`, `turns`, each with its
    `orders`, and `undone`.
    """
    if orders:
        columns = tuple(map(Column, (_("Turn"), _("Seat"), _("Order"), _("Source"))))
        back = [
            ((one.turn, 0, one.number), _("{turn}, taken back", turn=one.turn), one.orders)
            for one in undone
            if not one.amendment
        ]
        kept = [((entry.turn, 1, entry.amendment), str(entry.turn), entry.orders) for entry in entries]
        rows = tuple(
            (
                turn,
                used.seat,
                used.canonical,
                _("missed ({policy})", policy=used.missed) if used.missed else shown_source(used.source),
            )
            for __, turn, orders_of_turn in sorted(back + kept, key=lambda row: row[0])
            for used in orders_of_turn
        )
    else:
        columns = tuple(map(Column, (_("Turn"), _("Orders"), _("How far"), "SHA-256")))
        gone = [((one.turn, 0, one.number), _undone_row(one)) for one in undone]
        done = [((entry.turn, 1, entry.amendment), _row(entry)) for entry in entries]
        rows = tuple((row[0], row[1], row[2], row[3]) for __, row in sorted(gone + done))
    data = [{**entry._asdict(), "orders": [used._asdict() for used in entry.orders]} for entry in entries]
    return Report(
        "history",
        _("{table}: history", table=table),
        (Grid("", columns, rows),),
        {
            "table": table,
            "turns": data,
            "undone": [{**one._asdict(), "orders": [used._asdict() for used in one.orders]} for one in undone],
        },
    )


def _row(entry: HistoryEntry) -> tuple[str, ...]:
    number = f"{entry.turn}.{entry.amendment}" if entry.amendment else str(entry.turn)
    what = _("amended: {reason}", reason=entry.reason) if entry.amendment else str(len(entry.orders))
    return (number, what, entry.headline, entry.sha256[:16])


def _undone_row(entry: UndoneEntry) -> tuple[str, ...]:
    number = f"{entry.turn}.{entry.amendment}" if entry.amendment else str(entry.turn)
    what = _("taken back: {reason}", reason=entry.reason) if entry.reason else _("taken back")
    return (number, what, entry.file, entry.sha256[:16])
