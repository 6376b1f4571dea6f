"""What the game master does next, in one line with the command: the last thing that `gm status` says."""

from typing import TYPE_CHECKING

from gm_tools.core.beacon import time_of
from gm_tools.core.deadline import Deadline, extend_for_all, is_half_missing, state, waits_for_absent
from gm_tools.core.i18n import N_, _
from gm_tools.core.times import Moment, format_duration, show_moment

if TYPE_CHECKING:
    from gm_tools.reports.status import KnownHand, OpenTurn
    from gm_tools.table.settings import ThreadSettings


def next_step(table: str, turn: "OpenTurn", hand: "KnownHand", now: int, *, is_over: bool) -> str:
    """Return what to do next at a table in a turn, with the orders in hand for it, `now` (seconds since 1970)."""
    message, fields = _next(turn, hand, now, is_over=is_over)
    return _(message, table=table, **fields)


def _next(turn: "OpenTurn", hand: "KnownHand", now: int, *, is_over: bool) -> tuple[str, dict[str, str]]:
    """Return what to do next as a message, and what is filled into it beside the table."""
    number, deadline, missing = turn.number, turn.deadline, hand.missing
    if is_over and turn.chained:
        return N_("Next: post the last turn (gm report {table}); everybody can check the game: gm verify {table}"), {}
    if is_over:
        return N_("Next: post the last turn (gm report {table}), then let everybody check it: gm reveal {table}"), {}
    if turn.hands:
        return N_("Next: send the private messages: gm hands {table}, and then gm hands {table} --sent"), {}
    stands = state(deadline, number, now)
    if not missing and not hand.faulty:
        return _resolve(number, deadline, stands, now)
    close = "" if turn.policy != "wait" else " --missing POLICY"
    if stands == "over" and missing:
        half = is_half_missing(missing, hand.requests)
        if half and deadline is not None and extend_for_all(deadline, number, now) is not None:
            return N_(
                "Next: the deadline has passed and most orders are missing; this gives everybody more time, once: gm resolve {table} --close"
            ), {}
        if half and deadline is not None and not deadline.half:
            span = format_duration(deadline.every) if deadline.every else "24h"
            return N_(
                "Next: the deadline has passed and most orders are missing: gm deadline {table} --extend {span}, or gm resolve {table} --close{policy}"
            ), {"span": span, "policy": close}
        return N_(
            "Next: the deadline has passed; save the thread once more (gm collect {table} FILE), then: gm resolve {table} --close{policy}"
        ), {"policy": close}
    given_up = bool(missing) and not hand.faulty and set(missing) <= set(turn.in_a_row)
    if given_up and not waits_for_absent(deadline, number, now):
        return N_(
            "Next: only those are missing who have missed many turns in a row, and the wait for them is over: gm resolve {table}{close}"
        ), {"close": f" --close{close}" if close else ""}
    if missing:
        return N_("Next: save the thread, then: gm collect {table} FILE"), {}
    return N_("Next: tell each player what is wrong, save the thread again, then: gm collect {table} FILE"), {}


def _resolve(number: int, deadline: Deadline | None, stands: str, now: int) -> tuple[str, dict[str, str]]:
    """Return what to do next where all orders are in, as `_next` does."""
    if deadline is not None and deadline.turn == number and deadline.round and now < time_of(deadline.round):
        when = {"when": show_moment(Moment(time_of(deadline.round)))}
        if deadline.early:
            return N_("Next: all orders are in: gm resolve {table}. The draws wait until {when} at the latest"), when
        return N_("Next: all orders are in. The draws wait until {when}, then: gm resolve {table}"), when
    is_before = stands in {"open", "grace", "paused"}
    if is_before and deadline is not None and deadline.at is not None and not deadline.early:
        when = {"when": show_moment(deadline.last or deadline.at)}
        return N_("Next: all orders are in. Wait until {when}, or resolve now: gm resolve {table}"), when
    return N_("Next: gm resolve {table}"), {}


def post_step(table: str, settings: "ThreadSettings") -> str:
    """Return how the post of a turn gets into the thread.

    It goes to the address that the table knows, or is to be pasted, in its forum's markup.
    """
    if settings.address:
        return _("next: gm post {table}", table=table)
    forum = "" if settings.profile else " --forum FORUM"
    return _("next: paste into the thread what this prints: gm report {table}{forum}", table=table, forum=forum)
