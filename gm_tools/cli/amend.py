"""`gm amend`: the position changed, with a reason."""

from typing import Any

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, read_pairs
from gm_tools.cli.options import AsFormat, TableName, argument, option, options
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import amend_turn, open_table


@command(
    'gm amend dust cars.A.speed=5 --reason "I had misread the post"',
    'gm amend dust cars.B.at=[3,14] cars.B.heading=E --reason "agreed in post 88"',
    'gm amend dust --remove cars.A.special --reason "Alice has none"',
)
def amend(
    table: TableName,
    changes: list[str] = argument(
        "KEY=VALUE", "Dotted keys as in the turn file below [position], values in TOML.", default=[]
    ),
    reason: str = option("--reason", "TEXT", "Why; it is part of the post."),
    remove: list[str] = options("--remove", "KEY", "Remove an optional key. May be repeated."),
    markup: AsFormat = None,
) -> None:
    """Change the position, with a reason, on record.

    The post of the turn, printed again, shows the change and the reason.
    """
    if not reason.strip():
        raise InputError(_("there is no reason"), key="--reason", allowed=_("the reason, which the players will read"))
    folder = find_table(table)
    wanted: dict[str, Any] = read_pairs(changes, _("an amendment"))
    amend_turn(folder, {**wanted, **dict.fromkeys(remove)}, reason)
    opened = open_table(folder)
    emit(turn_post(opened, opened.turn, "public"), markup)
