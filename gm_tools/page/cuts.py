"""Where the way of an order can be cut: what was written when it had come to a step, for a tap on that step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.growth import grow
from gm_tools.core.i18n import _
from gm_tools.reports.report import first_drawing, scene_of
from gm_tools.reports.trial import trial_report

if TYPE_CHECKING:
    from gm_tools.core.drawing import Point
    from gm_tools.page.tried_order import KnownPosition
    from gm_tools.table.snapshot import Snapshot


def cuts(table: Snapshot, seat: str, text: str, known: KnownPosition) -> list[dict[str, str] | None]:
    """Return for each step of the way of an order what of its `text` leads there, and how far that is (`progress`).

    None stands for where the way begins and ends, and for a step at which the order cannot be cut: a part of it leads
    past it.
    """
    game = table.game
    way = _way(table, seat, text, known)
    found: list[dict[str, str] | None] = [None] * len(way)
    for end in range(len(text) - 1, 0, -1):
        begun = text[:end]
        at = 0 if begun[-1].isspace() else len(done := _way(table, seat, begun, known)) - 1
        if 0 < at < len(way) - 1 and found[at] is None and done == way[: at + 1]:
            growth = grow(game, game.hold_any(game.view(known.position, seat), seat), seat, begun)
            progress = _(game.counted_parts, given=growth.given, needed=growth.needed) if growth.needed else ""
            found[at] = {"text": begun, "progress": progress}
    return found


def _way(table: Snapshot, seat: str, text: str, known: KnownPosition) -> tuple[Point, ...]:
    """Return the points of the way that is drawn of an order, none if it cannot be read."""
    with grammar.probing():
        report: Any = trial_report(
            scene_of(table, seat), known.position, seat, text, turn=table.turn + 1, whole_board=True, hints=False
        )
        drawing = first_drawing(report.blocks)
    return drawing.steps if drawing is not None else ()
