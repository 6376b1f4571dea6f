"""Moves without a choice.

A seat whose only legal order everybody can see is not waited for, unless the table says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.sources import FORCED
from gm_tools.table.preferences import WAIT, read_preferences
from gm_tools.table.table_file import Table
from gm_tools.table.turn_file import Used


def only_order(table: Table, seat: str) -> Any:
    """Return the only legal order of an awaited seat, None if it has a choice, or if that would tell anything.

    Where anything of the position is hidden from the public, that somebody has no choice may tell what it is.
    """
    game, position = table.game, table.position
    legal = list(islice(game.legal_orders(position, seat), 2))
    if len(legal) != 1 or game.dump_position(game.view(position, PUBLIC)) != game.dump_position(position):
        return None
    return legal[0]


def forced_orders(table: Table, seats: Iterable[str]) -> dict[str, Any]:
    """Return the only legal orders of those of some awaited seats that have no choice.

    There are none if the table waits for them.
    """
    if read_preferences(table.path).forced == WAIT:
        return {}
    found = {seat: only_order(table, seat) for seat in seats}
    return {seat: order for seat, order in found.items() if order is not None}


def check_forced(table: Table, orders: Iterable[Used]) -> Iterator[str]:
    """Yield what is wrong with orders of a turn that are on record as forced: the seat had a choice, or another one."""
    for row in orders:
        if row.source == FORCED:
            order = only_order(table, row.seat)
            if order is None or table.game.format_order(order) != row.canonical:
                yield _("orders: {seat}: {order} was not the only legal order", seat=row.seat, order=row.canonical)
