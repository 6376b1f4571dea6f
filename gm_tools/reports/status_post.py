"""The status of a table on disk: its files read, and handed to `status.py` for one viewer."""

from __future__ import annotations

from typing import Any

from gm_tools.core.events import GM
from gm_tools.posts.captures import read_captures
from gm_tools.reports.base import Report, scene_of
from gm_tools.reports.status import OpenTurn, status_report
from gm_tools.table import SeatOrder, Table, seat_orders
from gm_tools.table.attendance import missed_in_a_row
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.forced import forced_orders
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.previews import changed_in_hand


def _forced_orders(table: Table, orders: list[SeatOrder]) -> dict[str, Any]:
    """Return the orders of seats that need not give any, because they have one legal order."""
    if table.game.is_over(table.position):
        return {}
    given = {one.seat for one in orders} | {seat.mark for seat in table.seats if seat.bot}
    return forced_orders(table, [seat for seat in table.game.awaited(table.position) if seat not in given])


def status_post(table: Table, viewer: str, now: int = 0) -> Report:
    """Return who is awaited and whose order is in, as it is `now` (seconds since 1970)."""
    orders = [one for one in seat_orders(table) if one.posted is not None]
    given = {one.seat: table.game.format_order(one.verdict.order) for one in orders if one.request and one.ready}
    chosen = [one.posted for one in orders]
    turn = OpenTurn(
        table.turn + 1,
        table.position,
        orders,
        later=[posted for posted in table.hand if posted not in chosen],
        unread=[one for one in read_captures(table.path).unread if one.turn == table.turn + 1],
        deadline=read_deadline(table.path),
        policy=str(table.options.get("missing_orders", "wait")),
        forced={seat: table.game.format_order(order) for seat, order in _forced_orders(table, orders).items()},
        missed=table.missed,
        in_a_row=missed_in_a_row(table),
        hands=viewer == GM and bool(hands_due(table)),
        chained=table.keys > 0,
        changed=changed_in_hand(table.path, table.turn + 1, given) if viewer == GM else (),
    )
    return status_report(scene_of(table, viewer), turn, now)
