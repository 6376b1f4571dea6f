"""`gm settings`: what a table remembers."""

from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit
from gm_tools.cli.options import AsFormat, TableName, argument
from gm_tools.cli.tables import find_table
from gm_tools.core.blocks import Column, Grid
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.base import Report
from gm_tools.table.preferences import HELP, change_preferences, read_preferences


@command(
    "gm settings dust",
    "gm settings dust template=mine.txt forced=wait",
    "gm settings dust template=                       no template any more",
)
def settings(
    table: TableName,
    values: list[str] = argument("[KEY=VALUE]...", "What to remember.", default=[]),
    markup: AsFormat = None,
) -> None:
    """Show or change what a table remembers.

    The template is used by gm report unless an option says otherwise. Where the table is played (thread, forum, zone,
    hour of deadlines, page) is set by gm thread; the language of posts is in table.toml.
    """
    folder = find_table(table)
    changes = {}
    for word in values:
        key, equals, value = word.partition("=")
        if not equals:
            raise InputError(_("found {word!r}", word=word), allowed=_("KEY=VALUE"))
        changes[key.strip()] = value.strip()
    if changes.get("template"):
        file = Path(changes["template"])
        if not file.is_file():
            raise InputError(_("there is no such file"), file=str(file))
        changes["template"] = str(file.resolve())
    found = change_preferences(folder, changes) if changes else read_preferences(folder)
    rows = tuple((key, value, _(HELP[key])) for key, value in found._asdict().items())
    columns = (Column(_("Setting")), Column(_("Value")), Column(_("What it does")))
    emit(Report("settings", "", (Grid("", columns, rows),), {"table": folder.name, **found._asdict()}), markup)
