"""Nascar, the forum race: all order at once, a turn resolves all orders together."""

from __future__ import annotations

from gm_tools.core.game import Game, gather, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.nascar import board, brief, check, options, orders, position, report, rules, standings
from gm_tools.games.nascar.board import Board
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position

GAME: Game[Board, Position, Order] = gather(
    __name__,
    (board, brief, check, options, orders, position, report, rules, standings),
    title=N_("Nascar, the forum race"),
    version=1,
    tile_roles=on_call(f"{__name__}.drawing", "tile_roles"),
    seat_marks=N_("a letter other than b o s x P S"),
    seat_extra=N_("special: turbo, swaybars, performance"),
    grow=on_call(f"{__name__}.growth", "grow"),
    targets_begun=on_call(f"{__name__}.growth", "targets_begun"),
    waypoints=on_call(f"{__name__}.growth", "waypoints"),
    check_early=check.check,  # whoever is not awaited has finished or retired
)
