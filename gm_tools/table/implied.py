"""Orders that nobody wrote, since the game makes them of another one of the same seat that is in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.sources import FORCED, IMPLIED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from gm_tools.table.table_file import Table
    from gm_tools.table.turn_file import TurnFile, Used


def is_implied(row: Used) -> bool:
    """Tell whether an order on record is said to follow from another one of its seat."""
    return row.source.startswith(IMPLIED) and row.source != FORCED


def written_orders(records: Iterable[TurnFile]) -> frozenset[str]:
    """Return the orders of a game that somebody wrote, canonical."""
    return frozenset(row.canonical for record in records for row in record.orders if not is_implied(row))


def check_implied(table: Table, orders: Iterable[Used], written: Collection[str]) -> Iterator[str]:
    """Yield which orders of a turn are said to follow from another, and are not what the game makes of any.

    What was in hand is not on record, so all orders of the game are tried (`written`); `table` stands before the turn.
    """
    for row in orders:
        if is_implied(row) and not any(_follows(table, row, text) for text in written if text != row.canonical):
            yield _("orders: {seat}: {order} does not follow from any order", seat=row.seat, order=row.canonical)


def _follows(table: Table, row: Used, text: str) -> bool:
    """Tell whether the game takes a text, in hand for the seat, for the order on record."""
    game = table.game
    order = game.parse_order(text)
    if isinstance(order, Problem):
        return False
    chosen = game.choose(table.position, row.seat, [order])
    return chosen is not None and game.format_order(chosen) == row.canonical
