"""The turns of a table as stills of a replay, from what everybody may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, first_drawing
from gm_tools.reports.turn_post import turn_post

if TYPE_CHECKING:
    from gm_tools.core.drawing import Drawing
    from gm_tools.table import Table


class Still(NamedTuple):
    """One turn of a replay: what is said over it, and its board."""

    title: str
    drawing: Drawing


def stills_of(table: Table) -> list[Still]:
    """Return one still for each turn of a table; raise InputError if its game draws no boards."""
    stills = []
    for number in range(table.turn + 1):
        still = still_of(turn_post(table, number, PUBLIC))
        if still is None:
            raise InputError(_("{game} has no drawn board", game=table.game.name), file=str(table.path))
        stills.append(still)
    return stills


def still_of(report: Report) -> Still | None:
    """Return a report's title and first drawn board, None if it has none."""
    drawing = first_drawing(report.blocks)
    return None if drawing is None else Still(report.title, drawing)
