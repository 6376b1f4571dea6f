"""`gm players`: who misses turns, is late, edits posts."""

from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, table_names
from gm_tools.cli.completion import complete_tables
from gm_tools.cli.options import AsFormat, argument
from gm_tools.cli.tables import find_tables
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.players import players_report
from gm_tools.table import open_table


@command("gm players", "gm players dust cup")
def players(
    tables: list[str] = argument(
        "[TABLE]...", "By default all tables below ./turns.", default=[], autocompletion=complete_tables
    ),
    markup: AsFormat = None,
) -> None:
    """Show how reliable players are, over several tables.

    Missed turns, late orders and edited posts are counted. It is for you alone: nothing of it is in any report.
    """
    names = list(tables or table_names())
    if not names:
        raise InputError(_("there are no tables below {folder}", folder=Path("turns")), allowed=_("gm players TABLE…"))
    emit(players_report([open_table(folder) for folder in find_tables(names)]), markup)
