"""Nascar, the forum race: all order at once, a turn resolves all orders together."""

from __future__ import annotations

from importlib import import_module

from gm_tools.core.game import Game, on_call
from gm_tools.core.i18n import N_
from gm_tools.games.nascar import report, rules
from gm_tools.games.nascar.board import Board, check_board, format_board, parse_board
from gm_tools.games.nascar.cases import CASE_KEYS, run_case
from gm_tools.games.nascar.check import check, gone, legal_orders
from gm_tools.games.nascar.orders import Order, format_order, parse_order
from gm_tools.games.nascar.position import OPTIONS, Position, dump_position, load_position

GAME: Game[Board, Position, Order] = Game(
    name="nascar",
    title=N_("Nascar, the forum race"),
    version=1,
    seat_extra=N_("special: turbo, swaybars, performance"),
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
    plan=on_call("gm_tools.games.nascar.bots.plan", "plan"),
    reach_blocks=on_call("gm_tools.games.nascar.bots.plan", "reach_blocks"),
    bot=on_call("gm_tools.games.nascar.bots.bot", "bot"),
    gone=gone,
    ahead=check,  # whoever is not awaited has finished or retired
    tally=lambda: import_module("gm_tools.games.nascar.bots.tally").TALLY,
)
