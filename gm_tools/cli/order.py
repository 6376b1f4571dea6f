"""`gm order`: orders put in hand by hand."""

from typing import Any

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, note, one_line, tell, text_or_stdin
from gm_tools.cli.options import AsJson, SeatName, TableName, argument, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.game import Game
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.sheets import alternative_lines, verdict_lines
from gm_tools.core.sources import BY_HAND
from gm_tools.reports.base import name_of, problem_lines
from gm_tools.reports.order import order_report
from gm_tools.table import PutResult, SeatOrder, drop_order, put_order
from gm_tools.table.bots import chosen_order

_IN_HAND = N_("{who}: {order} is in hand for turn {turn}{instead}.")


@command(
    'gm order dust Alice "A(4M)"',
    'gm order dust Alice "A(4M)R(M) else (5M)"        the first that is legal when the turn comes',
    'gm order dust Alice "A(4M); turn 8: BB; turn 9: S(6M) else (5M)"',
    'gm order dust Alice "BB" --turn 8                 in hand for turn 8 only',
    "gm order dust B - < order.txt",
    "gm order dust B --bot hard",
    "gm order dust Alice --drop --turn 8",
)
def order(
    table: TableName,
    seat: SeatName,
    text: str | None = argument("ORDER", "The order as posted; - for stdin.", default=None),
    source: str = option("--source", "TEXT", "Where it was posted."),
    turn: int = option("--turn", "N", "For that turn only; with --drop, of that turn only.", default=0, min=0),
    bot: str = option("--bot", "STRENGTH", "Have a bot choose it: easy, medium or hard."),
    drop: bool = flag("--drop", "Drop the seat's orders, those for later turns too."),
    json: AsJson = False,
) -> None:
    """Put an order in hand, and say what is wrong with it.

    An order may be a sheet: alternatives with "else" between them, of which the first that is legal when the turn comes
    is used, and orders for later turns, each begun by "turn N:" on a line of its own or after a semicolon. Turns are
    numbered as gm status numbers them.

    An order that can be read but is not legal stays in hand as it was posted (exit status 1); one that cannot be read
    is not accepted. The order that is a dash is written "- " here, since a dash alone is stdin.
    """
    folder = find_table(table)
    if drop:
        if text is not None or bot or source:
            raise InputError(_("--drop takes no order, no --bot and no --source"))
        gone = drop_order(folder, seat, turn)
        for posted in gone:
            tell(_("{seat}: {order} is no longer in hand.", seat=posted.seat, order=one_line(posted.text)))
        return
    if bot:
        if text is not None or turn:
            raise InputError(_("--bot takes no order and no --turn"))
        text, source = chosen_order(folder, seat, bot), source or f"bot {bot}"
    if text is None:
        raise InputError(_("there is no order"), allowed=_("an order, - for stdin, --bot or --drop"))
    text = text_or_stdin(text)
    text = f"turn {turn}: {text}" if turn else text
    put = put_order(folder, seat, text, source or BY_HAND)
    if json:
        emit(order_report(put, text), json=True)
    else:
        _print_put(put, text)
    is_read = all(each.order is not None for one in put.orders for each in one.verdict.alternatives)
    if put.problems or put.outdated or not is_read:
        raise typer.Exit(1)


def _print_put(put: "PutResult", text: str) -> None:
    """Say what became of a sheet: what is in hand on stdout, what is wrong with it on stderr."""
    table, now = put.table, put.now
    who = name_of(table, put.seat)
    if put.refused:
        fate = N_("{who}: this order cannot be read and was not accepted:")
        if all(problem.kind != "invalid" for problem in put.refused):
            fate = N_("{who}: this order was not accepted:")
        note("\n".join([_(fate, who=who), *(f"  {line}" for line in problem_lines(table.game, text, put.refused))]))
        return
    if now.posted is not None:
        message = N_("{who}: {order} is in hand for later, not for what is asked now{instead}.")
        if now.request is not None:
            message = _IN_HAND
        _tell_in_hand(message, who, now, table.turn + 1)
        if now.verdict.several and now.ready:
            message = N_("{who}: as things stand, alternative {number} is used.")
            tell(_(message, who=who, number=now.verdict.number))
    first = put.first_order()
    if first is not None:
        message = N_(
            "{who}: {first} was posted first and counts as long as it is legal [{rule}]; {order} is kept as its alternative. To replace it, drop both (gm order {table} {seat} --drop), then post {order} again"
        )
        words = {"rule": table.game.first_order_rule, "table": table.path.name, "seat": put.seat}
        note(_(message, who=who, first=one_line(first.text), order=one_line(now.text), **words))
    for row in put.later:
        _tell_in_hand(_IN_HAND, who, row, row.turn)
    for turn in put.outdated:
        message = N_("{who}: turn {turn} is past: the order for it was not accepted")
        note(_(message, who=who, turn=turn))
    _note_faults(table.game, who, now)
    for row in put.later:
        unread = [line for one in row.verdict.alternatives for line in alternative_lines(table.game, one)]
        if unread:
            message = N_("{who}: in the order for turn {turn}, an alternative cannot be read:")
            note("\n".join([_(message, who=who, turn=row.turn), *(f"  {line}" for line in unread)]))


def _note_faults(game: "Game[Any, Any, Any]", who: str, now: "SeatOrder") -> None:
    """Say what is wrong with an order that is in hand for the next turn."""
    verdict = now.verdict
    lines = verdict_lines(game, verdict)
    if verdict.several:
        fate = N_("{who}: this order has no legal alternative; it is in hand as posted:")
        if now.ready:
            fate = N_("{who}: this order has an alternative that is not used:")
        lines = () if all(one.is_legal for one in verdict.several) else lines
    elif verdict.problems:
        fate = N_("{who}: this order is not legal; it is in hand as posted:")
    elif now.warnings:
        fate = N_("{who}: as things stand this order would not be legal; it is checked again when its turn comes:")
        lines = tuple(alternative_lines(game, verdict.chosen._replace(problems=now.warnings)))
    if lines:
        note("\n".join([_(fate, who=who), *(f"  {line}" for line in lines)]))


def _tell_in_hand(message: str, who: str, one: "SeatOrder", turn: int) -> None:
    instead = "".join(_(", in place of {order}", order=one_line(old.text)) for old in one.replaced)
    tell(_(message, who=who, order=one_line(one.text), turn=turn, instead=instead))
