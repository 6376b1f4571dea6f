"""Orders that are being written: the nine changes of velocity, as a compass, each with what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_tools.core.growth import Growth, Key
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.games.rally.bots.targets import drives, targets
from gm_tools.games.rally.check import legal_orders
from gm_tools.games.rally.geometry import Vector
from gm_tools.games.rally.moves import CRASHES, FINISHES
from gm_tools.games.rally.orders import (
    ACCELERATIONS,
    Order,
    format_order,
    format_step,
    format_vector,
    parse_order,
    shorten_velocity,
)
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.trial import follow


def grow(view: Position, seat: str, text: str) -> Growth:
    """Return the keys of a seat's order.

    Each writes a change in the place of the last one, so that the next tap takes another. Those that are not legal
    then keep their places.
    """
    order = parse_order(text) if text.strip() else Order(())
    steps = () if isinstance(order, Problem) else order.steps[:-1]
    choices = list(legal_orders(view, seat))
    begun = [*map(format_order, _begun(text.upper(), choices) if isinstance(order, Problem) else ())]
    reach = (
        tuple(target.at for target in targets(view, seat) if target.order in begun) if len(text.split()) == 1 else ()
    )
    names = dict(_next_steps(view, seat, Order(steps)))
    keys = tuple(
        Key(
            format_step(step),
            names.get(step, ""),
            format_order(Order((*steps, step))) if step in names else "",
            (step[1] + 1, step[0] + 1),
        )
        for step in sorted(ACCELERATIONS, key=lambda step: step[::-1])
    )
    return Growth(bool(begun), keys, format_order(Order(steps)) if steps else "", reach=reach or None)


def _next_steps(view: Position, seat: str, before: Order) -> Iterator[tuple[Vector, str]]:
    """Yield the changes that can follow a sequence, each with what comes of it.

    A turn that the car sits out needs one as well, though it is void (V2.5).
    """
    run = follow(view, seat, before)
    if run.after is None or run.slid:
        return
    if run.after.waits:
        yield (0, 0), _("sits out")
        return
    ahead = view._replace(cars=tuple(run.after if car.seat == seat else car for car in view.cars))
    for order, done in drives(ahead, seat):
        fate = {CRASHES: _("crash"), FINISHES: _("finish")}.get(done.ending.fate)
        yield order.steps[0], fate or "→ " + shorten_velocity(done.after.velocity)


def _begun(text: str, choices: Sequence[Order]) -> list[Order]:
    """Return the changes that the last word of a text begins: a direction, or a pair.

    The pair may lack its brackets and its plus signs.
    """
    *steps, last = text.split()
    if steps and isinstance(parse_order(" ".join(steps)), Problem):
        return []
    return [choice for choice in choices if any(one.startswith(last) for one in _ways_to_write(choice))]


def _ways_to_write(choice: Order) -> Iterator[str]:
    yield format_order(choice)
    pair = format_vector(choice.steps[0])
    for one in (pair, pair.replace("+", "")):
        yield from (one, one.strip("()"))
