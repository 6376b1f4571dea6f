"""What `gm order --json` prints: what became of an order put in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _
from gm_tools.reports.base import Report, name_of, scene_of
from gm_tools.reports.trial import alternatives_data

if TYPE_CHECKING:
    from gm_tools.table import PutResult


def order_report(put: PutResult, text: str) -> Report:
    """Return what became of an order put in hand, for programs."""
    table, now = put.table, put.now
    order = put.orders[0].verdict.order if put.orders else None
    return Report(
        "order",
        _("{table}: the order of {who}", table=table.name, who=name_of(table, put.seat)),
        (),
        {
            "table": table.name,
            "turn": table.turn + 1,
            "seat": put.seat,
            "player": scene_of(table, PUBLIC).player(put.seat),
            "text": text,
            "taken": bool(put.orders),
            "awaited": now.request is not None,
            "order": "" if order is None else table.game.format_order(order),
            "problems": [problem._asdict() for problem in put.problems],
            "warnings": [problem._asdict() for problem in now.warnings],
            "replaced": [posted.text for posted in put.replaced],
            "behind": "" if (first := put.first_order()) is None else first.text,
            "alternative": now.verdict.number if now.ready else 0,
            "alternatives": alternatives_data(table.game, now.verdict.several),
            "later": [
                {"turn": row.turn, "text": row.text, "alternatives": alternatives_data(table.game, row.verdict.several)}
                for row in put.later
            ],
            "outdated": list(put.outdated),
        },
    )
