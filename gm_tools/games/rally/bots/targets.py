"""Where a car's move can end, each square with the order that leads there: what a tap on a square writes."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.drawing import TARGET_NAMES, Point, Target, middle
from gm_tools.core.i18n import _
from gm_tools.games.rally.check import legal_orders
from gm_tools.games.rally.drawing import aim_of
from gm_tools.games.rally.geometry import heading_of
from gm_tools.games.rally.moves import CRASHES
from gm_tools.games.rally.orders import Order, format_order, tell_velocity
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import Drive, drive


def drives(view: Position, seat: str) -> Iterator[tuple[Order, Drive]]:
    """Yield every legal order of an awaited seat with the move that it comes to, the other cars aside."""
    car = view.car(seat)
    assert car is not None, seat
    for order in legal_orders(view, seat):
        yield order, drive(view, car, order.steps[0])


def targets(view: Position, seat: str) -> tuple[Target, ...]:
    """Return all squares where an awaited car's move can end, one order for each.

    Moves that crash come last, where they lead to.
    """
    found: dict[tuple[Point, bool], Target] = {}
    for order, done in drives(view, seat):
        is_crash = done.ending.fate == CRASHES
        at = aim_of(view.board, done) if is_crash else middle(view.board.place(done.after.at))
        found.setdefault(
            (at, is_crash),
            Target(
                at,
                format_order(order),
                "crash" if is_crash else "sure",
                begin=middle(view.board.place(done.car.at)),
                heading=heading_of(done.after.velocity),
                note=_(TARGET_NAMES["crash"])
                if is_crash
                else _("velocity {velocity}", velocity=tell_velocity(done.after.velocity)),
            ),
        )
    return tuple(sorted(found.values(), key=lambda target: target.role == "crash"))
