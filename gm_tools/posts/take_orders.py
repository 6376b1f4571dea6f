"""Orders taken out of threads as a game master asks for it.

He says until when posts count, and who has been asked about what.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gm_tools.core.i18n import N_, _
from gm_tools.core.times import Moment, parse_moment, show_moment
from gm_tools.posts import times
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Thread
from gm_tools.posts.window import Bounds
from gm_tools.table import open_table
from gm_tools.table.asked_file import read_asked
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.settings import read_settings


def take_orders(
    folder: Path,
    threads: Sequence[Thread],
    now: int,
    *,
    since: str = "",
    deadline: str = "",
    zone: str = "",
    accept: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> Outcome:
    """Take the orders of threads in hand and return what that came to.

    `now` is in seconds since 1970; all else is as the options of `gm collect`.
    """
    until, note = _deadline(folder, deadline)
    zone = zone or read_settings(folder).zone
    bounds = Bounds(
        since,
        times.last_second(until) if until is not None else "",
        times.parse_zone(zone, "--zone") if zone else until.zone if until is not None else "UTC",
        tuple(ignore),
        times.from_epoch(now),
    )
    read_asked(folder, 0)  # refused before anything is taken
    outcome = collect(folder, threads, bounds, accept)
    return outcome._replace(notes=(*note, *_list_asked(outcome), *outcome.notes))


def _list_asked(outcome: Outcome) -> list[str]:
    """Return who has been asked about an order and has not been settled yet."""
    times_asked = read_asked(outcome.table.path, outcome.turn)
    open_seats = {state.seat for state in outcome.states if state.asks}
    players = outcome.table.players
    message = N_("{player} ({seat}) was asked {time}.")
    return [
        _(message, player=players[seat], seat=seat, time=time)
        for seat, time in times_asked.items()
        if seat in open_seats and seat in players
    ]


def _deadline(folder: Path, text: str) -> tuple[Moment | None, tuple[str, ...]]:
    """Return until when posts count, and what is said of it.

    What was typed counts, else the table's deadline for the next turn, with its grace.
    """
    if text:
        return (None, ()) if text == "none" else (parse_moment(text, "--deadline"), ())
    due = read_deadline(folder)
    if due is None or due.last is None or due.at is None or due.turn != open_table(folder).turn + 1:
        return None, ()
    if due.paused is not None:
        return None, (_("the deadline is paused: posts count whenever they were made"),)
    if due.last != due.at:
        line = _("posts count until the table's deadline and the grace after it: {at}", at=show_moment(due.last))
    else:
        line = _("posts count until the table's deadline: {at}", at=show_moment(due.at))
    return due.last, (line,)
