"""TAC: cards, partners and hidden hands, in every way it can be played."""

from __future__ import annotations

from gm_tools.core.game import Game, gather, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.tac import (
    board,
    brief,
    check,
    codec,
    options,
    orders,
    position,
    posted_orders,
    report,
    rules,
    setup,
    standings,
    trial,
)
from gm_tools.games.tac.board import Board
from gm_tools.games.tac.orders import Order
from gm_tools.games.tac.position import Position

GAME: Game[Board, Position, Order] = gather(
    __name__,
    (board, brief, check, codec, options, orders, position, posted_orders, report, rules, setup, standings, trial),
    title="TAC",
    version=1,
    seat_marks=N_("the letters of the board: R G B K; with six seats also W C"),
    hidden_draws=("deck",),
    first_order_rule="T3.5, T3.7",
    private=on_call(f"{__name__}.private_message", "view_with_message"),
    hand_example=N_("3 trick trick"),
    hand_cards=on_call(f"{__name__}.private_message", "hand_cards"),
    draw_unknown=on_call(f"{__name__}.unseen", "draw_unknown"),
    hold_any=on_call(f"{__name__}.unseen", "hold_any"),
    assumed=on_call(f"{__name__}.unseen", "tell_assumed"),
    is_secret=on_call(f"{__name__}.private_message", "is_secret"),
    reach_blocks=on_call(f"{__name__}.bots.reach", "reach_blocks"),
)
