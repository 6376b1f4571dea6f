"""`gm undo`: the last turn taken back."""

from typing import Any

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, one_line
from gm_tools.cli.options import AsJson, TableName, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.blocks import Lines
from gm_tools.core.deadline import post_line, public_data
from gm_tools.core.deadline_rules import settings_line
from gm_tools.core.i18n import N_, _
from gm_tools.reports.base import Report, name_of
from gm_tools.table import undo_turn


@command("gm undo dust", 'gm undo dust --reason "an order of Bob was overlooked"')
def undo(
    table: TableName,
    reason: str = option("--reason", "TEXT", "Why; the post of the turn resolved again says it."),
    opened: bool = flag("--opened", "Even if its post has opened cards that are in play again; the posts say so."),
    json: AsJson = False,
) -> None:
    """Take back the last turn or amendment.

    The orders of the turn are in hand again, and its deadline is as it was before.
    """
    undone = undo_turn(find_table(table), reason, opened=opened)
    message = N_("{table}: turn {turn} is taken back")
    if undone.amendment:
        message = N_("{table}: amendment {amendment} of turn {turn} is taken back")
    title = _(message, table=undone.table.name, turn=undone.turn, amendment=undone.amendment)
    lines = [f"{name_of(undone.table, order.seat)}: {one_line(order.text)}" for order in undone.orders]
    data: dict[str, Any] = {
        "table": undone.table.name,
        "turn": undone.turn,
        "amendment": undone.amendment,
        "orders": [order._asdict() for order in undone.orders],
        **({"reason": reason} if reason else {}),
    }
    blocks = [Lines(_("In hand again"), tuple(lines))] if lines else []
    if undone.deadline is not None:
        blocks.append(
            Lines(
                _("As before the turn"),
                tuple(filter(None, (post_line(undone.deadline), settings_line(undone.deadline)))),
            )
        )
        data["deadline"] = public_data(undone.deadline)
    emit(Report("undo", title, tuple(blocks), data), json=json)
