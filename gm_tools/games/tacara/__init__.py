"""Tacara: cars with a speed vector each, acting one after another in a drawn order."""

from __future__ import annotations

from importlib import import_module

from gm_tools.core.game import Game, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.tacara import report, rules
from gm_tools.games.tacara.board import Board, check_board, format_board, parse_board
from gm_tools.games.tacara.cases import CASE_KEYS, run_case
from gm_tools.games.tacara.check import check, check_ahead, default_order, gone, warn_ahead
from gm_tools.games.tacara.legal import legal_orders
from gm_tools.games.tacara.orders import Order, format_order, parse_order
from gm_tools.games.tacara.position import OPTIONS, Position, dump_position, load_position

GAME: Game[Board, Position, Order] = Game(
    name="tacara",
    title=N_("Tacara, the race on squared paper"),
    version=1,
    seat_extra=N_("name of the car in orders: red"),
    options=OPTIONS,
    rules_sheet=report.RULES_SHEET,
    parse_board=parse_board,
    format_board=format_board,
    check_board=check_board,
    board_blocks=report.board_blocks,
    check_seats=rules.check_seats,
    setup=rules.setup,
    load_position=load_position,
    dump_position=dump_position,
    parse_order=parse_order,
    format_order=format_order,
    awaited=rules.awaited,
    check=check,
    default_order=default_order,
    legal_orders=legal_orders,
    resolve=rules.resolve,
    view=rules.view,
    is_over=rules.is_over,
    standings=rules.standings,
    amended=rules.amended,
    headline=report.headline,
    turn_blocks=report.turn_blocks,
    trial=report.trial,
    trial_blocks=report.trial_blocks,
    case_keys=CASE_KEYS,
    run_case=lambda case: run_case(case, GAME),
    ahead=check_ahead,
    warn_ahead=warn_ahead,
    gone=gone,
    choose=rules.choose,
    keeps=rules.keeps,
    replaces=rules.replaces,
    foresees=rules.foresees,
    plan=on_call("gm_tools.games.tacara.bots.plan", "plan"),
    reach_blocks=on_call("gm_tools.games.tacara.bots.plan", "reach_blocks"),
    bot=on_call("gm_tools.games.tacara.bots.bot", "bot"),
    tally=lambda: import_module("gm_tools.games.tacara.bots.tally").TALLY,
)
