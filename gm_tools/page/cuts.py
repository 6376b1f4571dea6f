"""Where the way of an order can be cut: what was written when it had come to a step, for a tap on that step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.growth import grow
from gm_tools.reports.base import first_drawing, scene_of
from gm_tools.reports.trial import trial_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.core.drawing import Point
    from gm_tools.core.game import Game
    from gm_tools.page.tried_order import KnownPosition
    from gm_tools.table.snapshot import Snapshot


def cuts(table: Snapshot, seat: str, text: str, known: KnownPosition) -> list[str | None]:
    """Return for each step of the way of an order the part of its `text` that leads there.

    None stands for the beginning and the end of the way, and for a step at which the order cannot be cut because one of
    its parts leads past it.
    """
    game, way = table.game, _way(table, seat, text, known)
    view = game.hold_any(game.view(known.position, seat), seat)
    found: list[str | None] = [None] * len(way)
    for begun in _beginnings(game, view, seat, text):
        at = len(done := _way(table, seat, begun, known)) - 1
        if 0 < at < len(way) - 1 and found[at] is None and done == way[: at + 1]:
            found[at] = begun
    return found


def _beginnings(game: Game[Any, Any, Any], view: Any, seat: str, text: str) -> Iterator[str]:
    """Yield what a text may be cut to, the longest first: its own beginnings, and what is left of it part by part.

    The two differ where parts are counted in brackets: before `A(2M)` an order was `AM`.
    """
    yield from (text[:end] for end in range(len(text) - 1, 0, -1) if not text[end - 1].isspace())
    while text := grow(game, view, seat, text).undo:
        yield text


def _way(table: Snapshot, seat: str, text: str, known: KnownPosition) -> tuple[Point, ...]:
    """Return the points of the way that is drawn for an order; no points if it cannot be read."""
    with grammar.probing():
        report: Any = trial_report(
            scene_of(table, seat), known.position, seat, text, turn=table.turn + 1, whole_board=True, hints=False
        )
        drawing = first_drawing(report.blocks)
    return drawing.steps if drawing is not None else ()
