"""Private messages to players: what a seat alone may know of a turn, with the board around it or without."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.blocks import Block, Grid, Lines
from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _
from gm_tools.reports.base import Report
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Table


def hand_report(table: Table, seat: str, *, board: bool = False) -> Report:
    """Return the private message for a seat after the last turn.

    The message holds only what nobody else is shown, or with `board` all of the report. Data: that of the seat's
    report.
    """
    mine, public = turn_post(table, table.turn, seat), turn_post(table, table.turn, PUBLIC)
    if board:
        return mine
    blocks = tuple(_own_blocks(mine, public))
    if not blocks:
        blocks = (Lines("", (_("Nothing here that others cannot see."),)),)
    return Report("hand", mine.title, blocks, mine.data)


def _own_blocks(mine: Report, public: Report) -> Iterator[Block]:
    """Yield what a seat's report has that the public one has not: whole blocks, or lines of those that both have."""
    shown = {line for block in public.blocks if isinstance(block, Lines) for line in block.lines}
    for block in mine.blocks:
        if block in public.blocks:
            continue
        if isinstance(block, Lines):
            lines = tuple(line for line in block.lines if line not in shown)
            if lines:
                yield block._replace(lines=lines)
        elif isinstance(block, Grid) and not any(
            isinstance(one, Grid) and one.columns == block.columns for one in public.blocks
        ):
            yield block
