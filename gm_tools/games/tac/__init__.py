"""TAC: cards, partners and hidden hands, in every way it can be played."""

from __future__ import annotations

from importlib import import_module

from gm_tools.core.game import Game, on_call
from gm_tools.games.tac import in_hand, report, rules, trial
from gm_tools.games.tac.board import Board, check_board, format_board, parse_board
from gm_tools.games.tac.cases import CASE_KEYS, EXPECTATIONS, run_case
from gm_tools.games.tac.check import check, legal_orders
from gm_tools.games.tac.codec import dump_position, load_position
from gm_tools.games.tac.orders import Order, format_order, parse_order
from gm_tools.games.tac.position import OPTIONS, Position, view
from gm_tools.games.tac.setup import check_seats, setup

GAME: Game[Board, Position, Order] = Game(
    name="tac",
    title="TAC",
    version=1,
    seat_extra="",
    options=OPTIONS,
    rules_sheet=report.RULES_SHEET,
    parse_board=parse_board,
    format_board=format_board,
    check_board=check_board,
    board_blocks=report.board_blocks,
    check_seats=check_seats,
    setup=setup,
    load_position=load_position,
    dump_position=dump_position,
    parse_order=parse_order,
    format_order=format_order,
    awaited=rules.awaited,
    check=check,
    default_order=rules.default_order,
    legal_orders=legal_orders,
    resolve=rules.resolve,
    view=view,
    is_over=rules.is_over,
    standings=rules.standings,
    amended=rules.amended,
    headline=report.headline,
    turn_blocks=report.turn_blocks,
    trial=trial.trial,
    trial_blocks=trial.trial_blocks,
    case_keys=CASE_KEYS,
    run_case=lambda case: run_case(case, GAME),
    choose=in_hand.choose,
    keeps=in_hand.keeps,
    replaces=in_hand.replaces,
    first_order_rule="T3.5, T3.7",
    private=on_call("gm_tools.games.tac.private_message", "told"),
    plan=on_call("gm_tools.games.tac.bots.plan", "plan"),
    reach_blocks=on_call("gm_tools.games.tac.bots.reach", "reach_blocks"),
    bot=on_call("gm_tools.games.tac.bots.bot", "bot"),
    case_expects=EXPECTATIONS,
    case_needs_board=False,
    tally=lambda: import_module("gm_tools.games.tac.bots.tally").TALLY,
)
