"""`gm verify`: every turn recomputed."""

import typer

from gm_tools.cli.app import command, examples
from gm_tools.cli.common import emit, progress_bar
from gm_tools.cli.options import AsJson, Lang, TableName
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.reports.audit import audit_report
from gm_tools.table.verify import audit


@command(epilog=examples("gm verify dust", "gm verify dust --json"))
def verify(table: TableName, json: AsJson = False, _lang: Lang = "") -> None:
    """Recompute every turn from the one before, and say what was done.

    Says which turn and what differs (exit status 1); then how many draws were recomputed from the seed and which were entered by hand, which orders bots gave, what was missed, amended and taken back, and which
    seats changed hands. The seed is in the game master's secret.toml or, after gm reveal, in table.toml; before that, what this prints is the game master's alone.
    """
    folder = find_table(table)
    found = audit(folder, progress_bar(_("files")))
    emit(audit_report(folder.name, found), json=json)
    if found.findings:
        raise typer.Exit(1)
