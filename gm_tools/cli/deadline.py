"""`gm deadline`: when the orders of the next turn must be in.

Its options for the rules are made from `RULES` in core/deadline_rules.py.
"""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_lines, now_of, warn
from gm_tools.cli.options import AsFormat, Now, TableName, argument, flag, option, options
from gm_tools.cli.tables import find_table
from gm_tools.core.deadline_rules import RULES, Rule, parse_rules
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.schedule import is_holiday
from gm_tools.core.times import Moment, format_moment, parse_duration, parse_moment
from gm_tools.reports.status import deadline_data, deadline_lines
from gm_tools.table import open_table
from gm_tools.table.deadline_file import DeadlineChange, change_deadline, read_deadline
from gm_tools.table.settings import complete_moment, read_settings


def _with_rules(function: "Callable[..., None]") -> "Callable[..., None]":
    """Return the command with an option for each rule behind its first two parameters.

    They take the place of the `rules` at its end.
    """
    table, when, *others, __ = signature(function).parameters.values()
    function.__signature__ = Signature([table, when, *map(_parameter_of, RULES), *others])  # type: ignore[attr-defined]
    return function


def _parameter_of(rule: "Rule") -> Parameter:
    words: tuple[Any, Any] = (str, option(rule.option, rule.shown, rule.text))
    if rule.name == "holidays":
        words = (list[str], options(rule.option, rule.shown, rule.text))
    elif not rule.shown:
        words = (bool | None, flag(rule.option, rule.text, default=None))
    return Parameter(rule.name, Parameter.POSITIONAL_OR_KEYWORD, annotation=words[0], default=words[1])


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
@_with_rules
def deadline(
    table: TableName,
    when: str | None = argument("WHEN", "When the orders of the next turn must be in, with its zone.", default=None),
    extend: str = option("--extend", "TIME", "Postpone the deadline by this long."),
    pause: bool = flag("--pause", "Pause the deadline."),
    resume: bool = flag("--resume", "Resume it with as much time as was left."),
    clear: bool = flag("--clear", "Remove deadline, timer and grace."),
    now: Now = "",
    markup: AsFormat = None,
    **rules: Any,
) -> None:
    """Set, move or show the deadline of the next turn.

    It is shown in the posts, in gm status and its reminders. Nothing happens by itself when it has passed: gm resolve
    --close ends the turn for those who missed it. A length of time is 48h, 90m or 2d; two days end at the same time of
    day, also when the clocks change. Where players act one after the other, each slot is a turn, and the timer is for
    each.
    """
    folder = find_table(table)
    settings = read_settings(folder)
    changed = parse_rules(rules, settings.zone)
    if clear and (when is not None or extend or pause or resume or changed):
        raise InputError(_("--clear cannot be used with any other option"))
    if sum((when is not None or bool(extend), pause, resume)) > 1 or (when is not None and extend):
        raise InputError(_("one of WHEN, --extend, --pause and --resume at a time"))
    at = Moment(now_of(now))
    change = DeadlineChange(
        at=parse_moment(complete_moment(when, settings), "WHEN") if when is not None else None,
        extend=parse_duration(extend, "--extend") if extend else None,
        pause=pause,
        resume=resume,
        clear=clear,
        rules=changed,
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
    turn = opened.turn + 1
    if found is None:
        lines, data = [_("Deadline: none is set for turn {turn}.", turn=turn)], {}
    else:
        lines, data = [*deadline_lines(found, turn, at.seconds)], deadline_data(found, turn, at.seconds)
    emit_lines("deadline", lines, {"table": opened.name, "turn": turn, "deadline": data}, markup)
