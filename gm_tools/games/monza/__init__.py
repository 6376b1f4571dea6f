"""Monza, the colour-dice race: six colour dice decide which squares a car may enter, the driver finds the best way."""

from __future__ import annotations

from gm_tools.core.game import Game, gather, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.monza import board, brief, check, options, orders, position, report, rules, standings, trial
from gm_tools.games.monza.board import Board
from gm_tools.games.monza.orders import Order
from gm_tools.games.monza.position import Position

GAME: Game[Board, Position, Order] = gather(
    __name__,
    (board, brief, check, options, orders, position, report, rules, standings, trial),
    title=N_("Monza, the colour-dice race"),
    version=1,
    counted_parts=N_("{given} of {needed} dice"),
    counts_words=True,
    recalls=2,
    waypoints=on_call(f"{__name__}.bots.targets", "waypoints"),
    tile_roles=on_call(f"{__name__}.drawing", "tile_roles"),
    seat_marks=N_("the letter of the car's colour: R Y G B W P"),
)
