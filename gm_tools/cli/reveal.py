"""`gm reveal`: the seed published."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, note
from gm_tools.cli.options import AsJson, TableName, flag
from gm_tools.cli.tables import find_table
from gm_tools.core.blocks import Lines
from gm_tools.core.i18n import _
from gm_tools.reports.base import Report
from gm_tools.reports.fairness import Fairness, fairness_lines
from gm_tools.table.reveal import reveal as publish


@command("gm reveal dust")
def reveal(
    table: TableName,
    force: bool = flag("--force", "Even before the game is over."),
    json: AsJson = False,
) -> None:
    """Publish the seed after the game, for everybody to verify."""
    shown = publish(find_table(table), force=force)
    fairness = Fairness(shown.commitment, shown.seed_public, shown.hidden, shown.commitment if shown.keys else "")
    data = {"table": shown.name, "commitment": shown.commitment, "seed": shown.seed_public}
    emit(
        Report("reveal", _("{table}: the seed", table=shown.name), (Lines("", fairness_lines(fairness)),), data),
        json=json,
    )
    note(_("the seed is now in table.toml; post it with the turn files so that everybody can verify the game"))
