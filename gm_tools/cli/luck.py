"""`gm luck`: what was drawn against what was to be expected."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, progress_bar
from gm_tools.cli.options import AsFormat, TableName
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.reports.luck import luck_report
from gm_tools.table import open_table


@command("gm luck dust", "gm luck dust --format markdown", "gm luck dust --json")
def luck(table: TableName, markup: AsFormat = None) -> None:
    """Compare what was drawn with what was to be expected.

    For each seat and the whole table: how often each outcome came, how often it was to be expected, and how likely it
    is to be so far from that. What stays hidden is left out until the game is over.
    """
    opened = open_table(find_table(table))
    emit(luck_report(opened, progress_bar(_("turns"))), markup)
