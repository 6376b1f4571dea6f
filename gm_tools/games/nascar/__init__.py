"""Nascar, the forum race: all order at once, a turn resolves all orders together."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from gm_tools.core.game import Game
from gm_tools.core.words import mark
from gm_tools.games.nascar import report, rules
from gm_tools.games.nascar.board import Board, check_board, format_board, parse_board
from gm_tools.games.nascar.cases import CASE_KEYS, run_case
from gm_tools.games.nascar.check import check, legal_orders
from gm_tools.games.nascar.orders import Order, format_order, parse_order
from gm_tools.games.nascar.position import OPTIONS, Position, dump_position, load_position

if TYPE_CHECKING:
    from collections.abc import Callable

    from gm_tools.core.blocks import Block
    from gm_tools.core.draws import Draws
    from gm_tools.core.plans import Plan


def _plan(view: Position, seat: str, turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    from gm_tools.games.nascar.plan import plan

    return plan(view, seat, turns, progress)


def _reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    from gm_tools.games.nascar.plan import reach_blocks

    return reach_blocks(view, seat)


def _bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    from gm_tools.games.nascar.bots import bot

    return bot(view, seat, strength, draws)


GAME: Game[Board, Position, Order] = Game(
    name="nascar",
    title=mark("Nascar, the forum race"),
    version=1,
    seat_extra=mark("special: turbo, swaybars, performance"),
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
    plan=_plan,
    reach_blocks=_reach_blocks,
    bot=_bot,
    ahead=check,  # whoever is not awaited has finished or retired
    tally=lambda: import_module("gm_tools.games.nascar.tally").TALLY,
)
