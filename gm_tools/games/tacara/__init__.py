"""Tacara: cars with a speed vector each, acting one after another in a drawn order."""

from __future__ import annotations

from gm_tools.core.game import Game, gather, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.tacara import board, brief, check, legal, options, orders, position, report, rules, standings, trial
from gm_tools.games.tacara.board import Board
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import Position

GAME: Game[Board, Position, Order] = gather(
    __name__,
    (board, brief, check, legal, options, orders, position, report, rules, standings, trial),
    title=N_("Tacara, the race on squared paper"),
    version=1,
    tile_roles=on_call(f"{__name__}.drawing", "tile_roles"),
    seat_marks=N_("a digit, or a capital letter other than R G Y B T"),
    draw_pad=on_call(f"{__name__}.drawing", "draw_pad"),
    taken_of_pad=on_call(f"{__name__}.drawing", "taken_of_pad"),
    seat_extra=N_("name of the car in orders: red"),
)
