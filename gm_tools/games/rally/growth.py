"""Orders that are being written: the nine changes of velocity, clockwise, each with the velocity that comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.growth import Growth, Key
from gm_tools.core.problems import Problem
from gm_tools.games.rally.check import legal_orders
from gm_tools.games.rally.moves import add
from gm_tools.games.rally.orders import Order, format_order, format_vector, parse_order, shorten_velocity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.games.rally.position import Position


def grow(view: Position, seat: str, text: str) -> Growth:
    """Return the keys of a seat's order.

    Each writes a change in the place of the last one, so that the next tap takes another.
    """
    car = view.car(seat)
    order = parse_order(text) if text.strip() else Order(())
    steps = () if isinstance(order, Problem) else order.steps[:-1]
    choices = list(legal_orders(view, seat))
    if car is None or not choices:
        return Growth(is_half=False)
    is_half = isinstance(order, Problem) and _is_begun(text.upper(), choices)
    velocity = car.velocity
    for step in steps:
        velocity = add(velocity, step)
    keys = tuple(
        Key(
            format_order(choice),
            "→ " + shorten_velocity(add(velocity, choice.steps[0])),
            format_order(Order(steps + choice.steps)),
        )
        for choice in choices
    )
    return Growth(is_half, keys, format_order(Order(steps)) if steps else "")


def _is_begun(text: str, choices: Sequence[Order]) -> bool:
    """Tell whether the last word of a text begins a change: a direction, or a pair with brackets or without."""
    *steps, last = text.split()
    if steps and isinstance(parse_order(" ".join(steps)), Problem):
        return False
    pairs = [format_vector(choice.steps[0]) for choice in choices]
    written = (*map(format_order, choices), *pairs, *(pair.strip("()") for pair in pairs))
    return any(one.startswith(last) for one in written)
