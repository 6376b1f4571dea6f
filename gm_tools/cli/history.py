"""`gm history`: the turns of a table."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit
from gm_tools.cli.options import AsFormat, TableName, flag
from gm_tools.cli.tables import find_table
from gm_tools.reports.history import history_report, turn_entries, undone_entries


@command("gm history dust", "gm history dust --orders", "gm history dust --format markdown")
def history(
    table: TableName,
    orders: bool = flag("--orders", "Every order, with where it was posted."),
    markup: AsFormat = None,
) -> None:
    """List the turns of a table, with the SHA-256 of their files.

    It is for the game master only: --orders and --json show secret orders, too.
    """
    folder = find_table(table)
    undone = undone_entries(folder, orders=orders or markup == "json")
    emit(history_report(folder.name, turn_entries(folder), undone, orders=orders), markup)
