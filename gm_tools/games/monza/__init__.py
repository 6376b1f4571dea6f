"""Monza, the colour-dice race: six colour dice decide which squares a car may enter, the driver finds the best way."""

from __future__ import annotations

from importlib import import_module

from gm_tools.core.game import Game, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.monza import report, rules
from gm_tools.games.monza.board import Board, check_board, format_board, parse_board
from gm_tools.games.monza.cases import CASE_KEYS, run_case
from gm_tools.games.monza.check import check, legal_orders
from gm_tools.games.monza.orders import Order, format_order, parse_order
from gm_tools.games.monza.position import OPTIONS, Position, dump_position, load_position

GAME: Game[Board, Position, Order] = Game(
    name="monza",
    title=N_("Monza, the colour-dice race"),
    version=1,
    seat_extra="",
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
    default_order=rules.default_order,
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
    choose=rules.choose,
    keeps=rules.keeps,
    replaces=rules.replaces,
    plan=on_call("gm_tools.games.monza.bots.plan", "plan"),
    reach_blocks=on_call("gm_tools.games.monza.bots.plan", "reach_blocks"),
    bot=on_call("gm_tools.games.monza.bots.bot", "bot"),
    tally=lambda: import_module("gm_tools.games.monza.bots.tally").TALLY,
)
