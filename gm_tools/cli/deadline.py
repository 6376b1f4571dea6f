"""`gm deadline`: when the orders of the next turn must be in."""

from typing import TYPE_CHECKING

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, now_of, warn
from gm_tools.cli.options import AsFormat, Now, TableName, argument, flag, option, options
from gm_tools.cli.tables import find_table
from gm_tools.core.blocks import Lines
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.schedule import Schedule, is_holiday, parse_holiday, parse_schedule
from gm_tools.core.times import Duration, Moment, format_moment, parse_duration, parse_moment
from gm_tools.reports.report import Report
from gm_tools.reports.status import deadline_data, deadline_lines
from gm_tools.table import open_table
from gm_tools.table.deadline_file import DeadlineChange, change_deadline, read_deadline
from gm_tools.table.settings import complete_moment, read_settings

if TYPE_CHECKING:
    from gm_tools.core.deadline import Deadline
    from gm_tools.table import Table


@command(
    "gm deadline dust                                 what it is, and how much time is left",
    'gm deadline dust "2026-11-23 20:00 Europe/Berlin"',
    "gm deadline dust 2026-11-23                      at the hour, in the zone that gm thread has set",
    "gm deadline dust 2026-11-23T20:00+01:00 --every 48h --grace 6h",
    'gm deadline dust --every "Tue and Fri 20:00 Europe/Berlin" --holiday 2026-12-24..2026-12-27',
    'gm deadline dust --every "48h at 20:00" --early --half-missing 24h --absent 12h',
    "gm deadline dust --extend 24h",
    "gm deadline dust --pause",
    "gm deadline dust --resume",
    "gm deadline dust --clear",
)
def deadline(
    table: TableName,
    when: str | None = argument("WHEN", "When the orders of the next turn must be in, with its zone.", default=None),
    every: str = option(
        "--every", "TIME", "The next deadlines: 48h after a turn is resolved, 48h at 20:00, Tue and Fri 20:00. 0: none."
    ),
    grace: str = option("--grace", "TIME", "How long orders still count after a deadline. 0: not at all."),
    holiday: list[str] = options("--holiday", "DAY[..DAY]", "Days without a deadline. May be repeated. 0: none."),
    early: bool | None = flag("--early/--no-early", "Resolve a turn as soon as all orders are in.", default=None),
    half: str = option("--half-missing", "TIME", "More time for all, once, if over half is missing. 0: none."),
    absent: str = option("--absent", "TIME", "Wait so long for who missed three turns in a row. 0: as for all."),
    extend: str = option("--extend", "TIME", "Postpone the deadline by this long."),
    pause: bool = flag("--pause", "Pause the deadline."),
    resume: bool = flag("--resume", "Resume it with as much time as was left."),
    clear: bool = flag("--clear", "Remove deadline, timer and grace."),
    now: Now = "",
    markup: AsFormat = None,
) -> None:
    """Set, move or show the deadline of the next turn.

    It is shown in the posts, in gm status and its reminders. Nothing happens by itself when it has passed: gm resolve --close ends
    the turn for those who missed it. A length of time is 48h, 90m or 2d; two days end at the same time of day, also
    when the clocks change. Where players act one after the other, each slot is a turn, and the timer is for each.
    """
    folder = find_table(table)
    if clear and (when is not None or every or grace or extend or pause or resume or holiday or half or absent):
        raise InputError(_("--clear cannot be used with any other option"))
    if sum((when is not None or bool(extend), pause, resume)) > 1 or (when is not None and extend):
        raise InputError(_("one of WHEN, --extend, --pause and --resume at a time"))
    at = Moment(now_of(now))
    settings = read_settings(folder)
    if when is not None:
        when = complete_moment(when, settings)
    change = DeadlineChange(pause=pause, resume=resume, clear=clear, early=early)
    change = _change(when, every, grace, extend, change)
    if isinstance(change.every, Schedule) and not change.every.zone and settings.zone:
        change = change._replace(every=change.every._replace(zone=settings.zone))
    change = change._replace(
        holidays=tuple("" if day.strip() == "0" else parse_holiday(day, "--holiday") for day in holiday),
        half=_span(half, "--half-missing"),
        absent=_span(absent, "--absent"),
    )
    if change == DeadlineChange():
        opened = open_table(folder)
        found = read_deadline(opened.path)
    else:
        opened, found = change_deadline(folder, change, at)
        if change.at is not None and change.at.seconds <= at.seconds:
            warn(_("that time has already passed"))
        if found is not None and found.at is not None and is_holiday(found.at, found.holidays):
            message = N_(
                "{when} is one of the days without a deadline, and it has been announced: move it with gm deadline {table} WHEN"
            )
            warn(_(message, when=format_moment(found.at), table=opened.name))
    emit(_report(opened, found, at.seconds), markup)


def _change(when: str | None, every: str, grace: str, extend: str, change: "DeadlineChange") -> "DeadlineChange":
    """Return what is wanted, the words read."""
    if when is not None:
        change = change._replace(at=parse_moment(when, "WHEN"))
    if extend:
        change = change._replace(extend=parse_duration(extend, "--extend"))
    if every:
        schedule = Schedule(Duration()) if every.strip() == "0" else parse_schedule(every, "--every")
        change = change._replace(every=schedule.span if schedule.clock is None else schedule)
    return change._replace(grace=_span(grace, "--grace"))


def _span(text: str, key: str) -> Duration | None:
    """Return a length of time, none at all for 0, None if nothing is said."""
    if not text:
        return None
    return Duration() if text.strip() == "0" else parse_duration(text, key)


def _report(table: "Table", found: "Deadline | None", now: int) -> "Report":
    turn = table.turn + 1
    lines = (
        (_("Deadline: none is set for turn {turn}.", turn=turn),) if found is None else deadline_lines(found, turn, now)
    )
    data = {"table": table.name, "turn": turn, "deadline": {} if found is None else deadline_data(found, turn, now)}
    return Report("deadline", "", (Lines("", lines),), data)
