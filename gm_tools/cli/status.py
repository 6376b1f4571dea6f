"""`gm status`: who is awaited, and whose order is in."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, now_of
from gm_tools.cli.options import AsFormat, Now, TableName, Viewer
from gm_tools.cli.tables import find_table
from gm_tools.core.stage import viewer_of
from gm_tools.reports.status_post import status_post
from gm_tools.table import open_table


@command(
    "gm status dust",
    "gm status dust --for public",
    "gm status dust --for Alice --json",
    'gm status dust --now "2026-11-23 18:00 UTC"     has the deadline passed?',
)
def status(
    table: TableName,
    viewer: Viewer = "gm",
    now: Now = "",
    markup: AsFormat = None,
) -> None:
    """Show who is awaited, whose order is in, what is wrong with it.

    Orders, their faults and what is in hand for later turns are for the game master, and players see their own; --for
    public shows only whose order is in. For the game master it ends with reminders to paste.
    """
    opened = open_table(find_table(table))
    emit(status_post(opened, viewer_of(opened, viewer), now_of(now)), markup)
