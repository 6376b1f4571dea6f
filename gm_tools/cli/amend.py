"""`gm amend`: the position changed, with a reason."""

from typing import Annotated, Any

import typer

from gm_tools.cli.app import command, examples
from gm_tools.cli.common import emit, read_pairs
from gm_tools.cli.options import AsFormat, AsJson, Lang, TableName
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.turn import turn_post
from gm_tools.table import open_table
from gm_tools.table.amend import amend as change


@command(
    epilog=examples(
        'gm amend dust cars.A.speed=5 --reason "I had misread the post"',
        'gm amend dust cars.B.at=[3,14] cars.B.heading=E --reason "agreed in post 88"',
        'gm amend dust --remove cars.A.special --reason "Alice has none"',
    )
)
def amend(
    table: TableName,
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY=VALUE", help="Dotted keys as in the turn file below [position], values in TOML."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it is part of the post.")] = "",
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="KEY", help="Remove an optional key. May be repeated.")
    ] = None,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Change the position, with a reason, on record.

    The post of the turn, printed again, shows the change and the reason.
    """
    if not reason.strip():
        raise InputError(_("there is no reason"), key="--reason", allowed=_("the reason, which the players will read"))
    folder = find_table(table)
    wanted: dict[str, Any] = read_pairs(changes or (), _("an amendment"))
    change(folder, {**wanted, **dict.fromkeys(remove or ())}, reason)
    opened = open_table(folder)
    emit(turn_post(opened, opened.turn, "public"), markup, json=json)
