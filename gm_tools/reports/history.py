"""What `gm history` shows: the turns of a table, or all orders in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Column, Grid
from gm_tools.core.i18n import _
from gm_tools.core.sources import shown_source
from gm_tools.reports.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.table.past_turns import HistoryEntry


def history_report(table: str, entries: Sequence[HistoryEntry], *, orders: bool = False) -> Report:
    """Return the turns of a table with the SHA-256 of their files, or with `orders` every order and where it was posted.

    It is the game master's. Data: `table` and `turns`, each with its `orders`.
    """
    if orders:
        columns = tuple(map(Column, (_("Turn"), _("Seat"), _("Order"), _("Source"))))
        rows = tuple(
            (
                str(entry.turn),
                used.seat,
                used.canonical,
                _("missed ({policy})", policy=used.missed) if used.missed else shown_source(used.source),
            )
            for entry in entries
            for used in entry.orders
        )
    else:
        columns = tuple(map(Column, (_("Turn"), _("Orders"), _("How far"), "SHA-256")))
        rows = tuple(
            (
                f"{entry.turn}.{entry.amendment}" if entry.amendment else str(entry.turn),
                _("amended: {reason}", reason=entry.reason) if entry.amendment else str(len(entry.orders)),
                entry.headline,
                entry.sha256[:16],
            )
            for entry in entries
        )
    data = [{**entry._asdict(), "orders": [used._asdict() for used in entry.orders]} for entry in entries]
    return Report(
        "history",
        _("{table}: history", table=table),
        (Grid("", columns, rows),),
        {"table": table, "turns": data},
    )
