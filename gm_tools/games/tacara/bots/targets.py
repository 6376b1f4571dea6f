"""Where a car's slot can end, space by space, each with the cheapest legal order: what a tap on a space writes."""

from __future__ import annotations

from gm_tools.core.drawing import Target, middle
from gm_tools.core.i18n import _, ngettext
from gm_tools.games.tacara.bots.search import End, cost, ends
from gm_tools.games.tacara.check import check
from gm_tools.games.tacara.orders import Order, format_order
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.shift import format_shift


def targets(view: Position, seat: str) -> tuple[Target, ...]:
    """Return all spaces where a car's slot can end, and with which shift.

    Those without a crash and without turbo chips come first. Its cost is the number of turbo chips that the order
    plays.
    """
    car = view.car(seat)
    found: dict[tuple[int, tuple[int, int], bool], tuple[tuple[int, int, int], Order, End]] = {}
    for end, order in ends(view, car, follows=bool(view.offers)).items():
        key = end.at, end.shift, end.flipped
        known = found.get(key)
        if (known is None or cost(order) < known[0]) and not check(view, seat, order):
            found[key] = cost(order), order, end
    begin = middle(view.board.place(car.at))
    ways = sorted(found.values(), key=lambda way: (way[2].at, way[2].flipped, way[0]))
    return tuple(
        Target(
            middle(view.board.place(end.at)),
            format_order(order),
            "crash" if end.flipped else "sure",
            str(price[0]) if price[0] else "",
            price[0],
            begin=begin,
            by=format_shift(end.shift),
            note=_note(end, price[0]),
            meaning=_("turbo chips it costs"),
        )
        for price, order, end in ways
    )


def _note(end: End, chips: int) -> str:
    """Return in words what a way leaves and costs: `shift W3S2, 1 turbo chip`."""
    words = _("shift {shift}", shift=format_shift(end.shift))
    if end.flipped:
        words = _("shift {shift}, lies there after a crash", shift=format_shift(end.shift))
    return f"{words}, " + ngettext("{n} turbo chip", "{n} turbo chips", chips) if chips else words
