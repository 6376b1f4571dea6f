"""Vector Rally, a race on squared paper.

All order at once a change of velocity, and a line of sight decides who stays on the road.
"""

from __future__ import annotations

from gm_tools.core.game import Game, gather, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.rally import board, brief, check, options, orders, position, report, rules, standings
from gm_tools.games.rally.board import Board
from gm_tools.games.rally.orders import Order
from gm_tools.games.rally.position import Position

GAME: Game[Board, Position, Order] = gather(
    __name__,
    (board, brief, check, options, orders, position, report, rules, standings),
    title=N_("Vector Rally, the race on squared paper"),
    version=1,
    tile_roles=on_call(f"{__name__}.drawing", "tile_roles"),
    seat_marks=N_("a letter other than x"),
    best=on_call(f"{__name__}.bots.best", "best"),
    grow=on_call(f"{__name__}.growth", "grow"),
)
