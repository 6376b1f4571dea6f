"""Drivers who play by themselves: `easy`, `medium` and `hard` (`STRENGTHS`).

An easy bot drives as a newcomer does: anything that is long enough. A medium one drives as far as it can and looks no
further, as most players do. A hard one takes the order that makes it likeliest to win, wherever the others stand
(`evaluate.py`).
"""

from __future__ import annotations

from gm_tools.core.draws import Draws
from gm_tools.games.monza.board import last_square
from gm_tools.games.monza.bots.evaluate import prospects
from gm_tools.games.monza.check import decisions, move_of
from gm_tools.games.monza.longest import endings
from gm_tools.games.monza.orders import Order, format_order
from gm_tools.games.monza.position import Car, Position


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return the order of a bot for an awaited seat, the same from the same draws (kind `bot`).

    `hard` draws nothing.
    """
    car = view.car(seat)
    if strength == "hard":
        return prospects(view, seat)[0].order
    orders = _orders(view, car)
    if strength == "medium":
        furthest = max(far for _, far in orders)
        orders = [(order, far) for order, far in orders if far == furthest]
    names = {format_order(order): order for order, _ in orders}
    what = f"extra/{view.turn_of}" if view.extra else "move"
    return names[draws.pick("bot", f"bot/{view.round}/{seat}/{what}", list(names))]


def _orders(view: Position, car: Car) -> list[tuple[Order, int]]:
    """Return the orders that differ in what they do, each with the far end it comes to.

    They are in the ASCII order of their texts.
    """
    board = view.board
    if view.extra:
        ends = {board.squares[there].lane: there for there in board.ahead[car.at]}
        return [(order, board.far[ends.get(order.lane, car.at)]) for order in decisions(view, car)]
    found = endings(board, car.at, view.roll, view.settings.obligation)
    return [(move_of(ways), board.far[last_square(ways, car.at)]) for ways, _ in found]
