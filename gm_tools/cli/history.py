"""`gm history`: the turns of a table."""

from typing import Annotated

import typer

from gm_tools.cli.app import command, examples
from gm_tools.cli.common import emit
from gm_tools.cli.options import AsFormat, AsJson, Lang, TableName
from gm_tools.cli.tables import find_table
from gm_tools.core.blocks import Column, Grid
from gm_tools.core.i18n import _
from gm_tools.core.sources import shown_source
from gm_tools.reports.report import Report
from gm_tools.table.verify import history as entries_of


@command(epilog=examples("gm history dust", "gm history dust --orders", "gm history dust --format markdown"))
def history(
    table: TableName,
    orders: Annotated[bool, typer.Option("--orders", help="Every order, with where it was posted.")] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """List the turns of a table, with the SHA-256 of their files.

    It is the game master's: orders that were secret are among those that --orders and --json show.
    """
    folder = find_table(table)
    entries = entries_of(folder)
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
    report = Report(
        "history",
        _("{table}: history", table=folder.name),
        (Grid("", columns, rows),),
        {"table": folder.name, "turns": data},
    )
    emit(report, markup, json=json)
