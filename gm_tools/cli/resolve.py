"""`gm resolve`: the next turn."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, note, now_of, one_line, read_draws, source_of_draws, warn
from gm_tools.cli.completion import complete_policies
from gm_tools.cli.options import AsFormat, Draws, Now, Source, TableName, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.deadline import post_line, state, state_line
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.sheets import verdict_lines
from gm_tools.core.sources import shown_source
from gm_tools.core.times import Moment
from gm_tools.reports.base import Report, name_of
from gm_tools.reports.next_step import post_step
from gm_tools.reports.turn_post import post_of, turn_post
from gm_tools.table import Refused, fork_turn, open_table, resolve_turn
from gm_tools.table.attendance import missed_in_a_row
from gm_tools.table.beacon import RoundNamed, WaitForBeacon
from gm_tools.table.bots import list_policies
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.deadline_file import extend_once
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.previews import record_look
from gm_tools.table.set_up import draw_setup, find_waiting
from gm_tools.table.settings import read_settings

if TYPE_CHECKING:
    from gm_tools.posts.captures import Unread
    from gm_tools.table import Resolved


@command(
    "gm resolve dust",
    "gm resolve dust --preview",
    "gm resolve dust --close --missing straight",
    'gm resolve dust --now "2026-11-23 20:05 UTC"    when it happens, for the timer of gm deadline',
    'gm resolve dust --draw oil=left,same --source "random.org, post 57"',
)
def resolve(
    table: TableName,
    preview: bool = flag("--preview", "Show the turn and its draws; the post of the turn says that you looked."),
    turn: int | None = option("--turn", "N", "Only if N is next; one resolved already is shown again.", default=None),
    close: bool = flag("--close", "Do not wait: missing and illegal orders become what --missing says."),
    missing: str | None = option(
        "--missing",
        "POLICY",
        "With --close; else as the table's options say.",
        default=None,
        autocompletion=complete_policies,
    ),
    draw: Draws = None,
    source: Source = "",
    go_on: bool = flag("--all", "Go on as long as the orders in hand are enough."),
    beacon_signature: str = option(
        "--beacon-signature", "DIGITS", "The signature of the beacon's round; else it is fetched."
    ),
    without_beacon: bool = flag("--without-beacon", "Do not wait for the beacon's round; the post says so."),
    now: Now = "",
    markup: AsFormat = None,
) -> None:
    """Resolve the next turn and print its post.

    Refuses (exit status 1) while orders are missing or illegal, and says whose and why. Only with --close does the game
    master end the turn for them; the report says so, and you are warned if a deadline has not passed yet. If the table
    has a timer (gm deadline --every), the next deadline is set. A command that is given twice closes one turn: the
    next, which nobody can have ordered for, is closed before its deadline only with its number, --turn.
    """
    folder = find_table(table)
    if missing is not None and not close:
        raise InputError(_("--missing needs --close"))
    if go_on and (close or preview or turn is not None or draw):
        raise InputError(_("--all cannot be used with --close, --preview, --turn or --draw"))
    moment = now_of(now)
    inputs = DrawInputs(read_draws(draw or ()), source_of_draws(source, draw), beacon_signature, without_beacon)
    if find_waiting(folder) is not None:
        emit(turn_post(draw_setup(folder, now=moment, inputs=inputs), 0, "public"), markup)
        return
    report = _resolve(folder, moment, close=close, policy=missing, preview=preview, turn=turn, inputs=inputs)
    emit(report, markup)
    while go_on:
        try:
            report = _resolve(folder, moment)
        except InputError as error:
            if error.status != 1:
                raise
            reached = open_table(folder)
            if not reached.game.is_over(reached.position):  # else all is done that was asked for
                note(str(error) if isinstance(error, RoundNamed) else str(error).split("\n", maxsplit=1)[0])
            break
        if markup != "json":
            print()
        emit(report, markup)
    if not preview:
        note(post_step(folder.name, read_settings(folder)))


def _resolve(
    folder: Path, now: int, *, close: bool = False, policy: str | None = None, preview: bool = False, **others: Any
) -> "Report":
    """Resolve a turn (`others` as in table/resolve.py) and return its post.

    Raises InputError with every seat that it waits for, and why.
    """
    if close and not preview:
        _extend_once(folder, now)
    try:
        resolved = resolve_turn(folder, now=now, close=close, policy=policy, preview=preview, **others)
    except WaitForBeacon:
        if not preview:
            raise
        from gm_tools.reports.branches import (
            branches_report,  # start-up is measured: a turn without a beacon needs none
        )

        return branches_report(open_table(folder), fork_turn(folder, close=close, policy=policy))
    except Refused as refused:
        raise InputError(_why(refused, folder), status=1) from None
    record = resolved.turn.record
    if resolved.again:
        note(_("turn {turn} was resolved before: nothing was changed", turn=record.turn))
        return turn_post(resolved.table, record.turn, "public")
    for dropped in record.dropped:
        who = name_of(resolved.table, dropped.seat)
        message = N_("{who}: {order} was not carried out: {why}")
        note(_(message, who=who, order=one_line(dropped.text), why=resolved.reasons[dropped.number]))
    _warn_of_early_close(resolved, now, preview=preview)
    _warn_of_unread(resolved)
    if not preview and (due := hands_due(resolved.table)):
        message = N_("private messages are to be sent to {seats}: gm hands {table}")
        note(_(message, seats=", ".join(due), table=resolved.table.name))
    if not preview and not resolved.table.game.is_over(resolved.table.position):
        for seat, count in missed_in_a_row(resolved.table).items():
            message = N_("{who} has missed {n} turns in a row: gm status {table} says what can be done")
            note(_(message, who=name_of(resolved.table, seat), n=count, table=resolved.table.name))
    if preview:
        record_look(folder, record.turn, record.orders)
        note(_("turn {turn} was previewed: its post will say so", turn=record.turn))
    label = _("preview") if preview else ""
    try:
        return post_of(resolved.table, resolved.turn, "public", label, resolved.deadline)
    except InputError:  # of a turn before, which the post recalls
        if not preview:
            note(_("turn {turn} is resolved: when this is mended, gm report prints its post", turn=record.turn))
        raise


def _extend_once(folder: Path, now: int) -> None:
    """Give all players more time, once a turn, instead of closing it, if most have missed it and the table says so.

    Raises InputError (exit status 1) then, with the line to paste.
    """
    extended = extend_once(folder, Moment(now))
    if extended is not None:
        message = N_(
            "{n} of {all} orders are missing: the deadline is extended for everybody, once. After that, gm resolve --close closes the turn.\n  {line}"
        )
        raise InputError(
            _(message, n=extended.missing, all=extended.awaited, line=post_line(extended.deadline)), status=1
        )


def _warn_of_early_close(resolved: "Resolved", now: int, *, preview: bool) -> None:
    """Warn if a turn is closed for somebody before its deadline (and the grace after it) is over."""
    number = resolved.turn.record.turn
    if resolved.due is None or not any(row.missed for row in resolved.turn.record.orders):
        return
    if state(resolved.due, number, now) in {"open", "grace", "paused"}:
        line = state_line(resolved.due, number, now)
        message = N_("turn {turn} was closed before its deadline. {line} gm undo takes it back")
        if preview:
            message = N_("this would close turn {turn} before its deadline. {line}")
        warn(_(message, turn=number, line=line))


def _warn_of_unread(resolved: "Resolved") -> None:
    """Warn if a turn is closed for somebody whose posts hold what was not understood."""
    record = resolved.turn.record
    missed = {row.seat for row in record.orders if row.missed}
    if not missed:
        return
    from gm_tools.posts.captures import read_captures  # start-up is measured: most turns are closed for nobody

    for one in read_captures(resolved.table.path).unread:
        if one.turn == record.turn and one.asked and one.seat in missed:
            warn(f"{name_of(resolved.table, one.seat)}: {_describe_unread(one)}")


def _describe_unread(unread: "Unread") -> str:
    """Return what to say of a seat that has no order though its player has posted."""
    asked, silent = N_("something in {post} was not understood"), N_("there is no order in {post}")
    return _(asked if unread.asked else silent, post=unread.post or _("a message"))


def _why(refused: "Refused", folder: Path) -> str:
    """Return why a turn is not resolved: a part for each seat that it waits for, and what can be done."""
    from gm_tools.posts.captures import read_captures

    table = open_table(folder)
    lines = [refused.message]
    said = {one.seat: one for one in read_captures(folder).unread if one.turn == table.turn + 1}
    for one in refused.orders:
        if one.ready:
            continue
        who = name_of(table, one.seat)
        asked = one.request.text if one.request is not None else ""
        if one.posted is None:
            lines.append("  " + _("{who}: no order ({asked})", who=who, asked=asked))
            lines += [f"    {_describe_unread(said[one.seat])}"] if one.seat in said else []
            continue
        lines.append(f"  {who}: {one_line(one.text)} ({shown_source(one.posted.source)})")
        lines += [f"    {line}" for line in verdict_lines(table.game, one.verdict)]
    policies = ", ".join(list_policies(table.game))
    message = N_("Enter their orders, or close the turn: --close --missing POLICY ({policies})")
    lines.append(_(message, policies=policies))
    return "\n".join(lines)
