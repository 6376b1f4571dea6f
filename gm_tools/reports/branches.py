"""What can come of a turn whose draws nobody knows yet.

These are the ways in which chance can fall, each with its probability.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from gm_tools.core.blocks import Lines
from gm_tools.core.events import GM
from gm_tools.core.i18n import _
from gm_tools.core.text import decimal
from gm_tools.reports.base import Report, scene_of, text_grid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gm_tools.core.draws import Branch
    from gm_tools.table.table_file import Table

SHOWN = 30  # ways that are shown, the first choice of each draw first


def branches_report(table: Table, branches: Iterable[Branch]) -> Report:
    """Return the preview of a turn that waits for a beacon, for the game master: no draw is made for it."""
    found = list(islice(branches, SHOWN + 1))
    scene = scene_of(table, GM)
    rows = tuple(
        (
            decimal(float(branch.probability), ".3g"),
            "; ".join(f"{draw.kind} {draw.value}" for draw in branch.draws),
            table.game.headline(branch.outcome.position),
            ", ".join(standing.seat for standing in table.game.standings(branch.outcome.position)),
        )
        for branch in found[:SHOWN]
    )
    titles = (_("Chance"), _("Draws"), _("After it"), _("Standings"))
    note = _("Nobody knows the draws until the beacon round is published: these are the possible outcomes.")
    lines = (note, _("Only the first {n} ways are shown.", n=SHOWN)) if len(found) > SHOWN else (note,)
    ways = [
        {"probability": str(branch.probability), "draws": [draw[:3] for draw in branch.draws]}
        for branch in found[:SHOWN]
    ]
    turn, complete = table.turn + 1, len(found) <= SHOWN
    data = {**scene.common(table.position), "turn": turn, "branches": ways, "complete": complete}
    title = scene.title(_("possible outcomes of turn {turn}", turn=turn))
    return Report("branches", title, (Lines("", lines), text_grid(titles, rows)), data)
