"""When deadlines come round: `48h`, `48h at 20:00`, `Tue and Fri 20:00 Europe/Berlin`.

Holidays are left out. Nothing here asks a clock.
"""

import re
from collections.abc import Sequence

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.text import all_of
from gm_tools.core.times import (
    Duration,
    Moment,
    add_span,
    at_clock,
    format_duration,
    local_day,
    parse_duration,
    parse_zone,
)
from gm_tools.core.tuples import NamedTuple

DAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))
_NAMES = (
    ("mon", "mo", "monday", "montag"),
    ("tue", "tu", "tues", "di", "tuesday", "dienstag"),
    ("wed", "we", "mi", "wednesday", "mittwoch"),
    ("thu", "th", "thur", "thurs", "do", "thursday", "donnerstag"),
    ("fri", "fr", "friday", "freitag"),
    ("sat", "sa", "saturday", "samstag", "sonnabend"),
    ("sun", "su", "so", "sunday", "sonntag"),
)
_NUMBERS = {name: number for number, names in enumerate(_NAMES) for name in names}
_EVERY_DAY = frozenset({"daily", "täglich", "taeglich"})
_SCHEDULES = N_("48h, 2d at 20:00, Tue and Fri 20:00 Europe/Berlin, daily 20:00 Europe/Berlin")
_LEAST = 12 * 3600  # seconds that players have at least until a weekday's deadline
_CLOCK = r"(?ai)\b(?:at |um )?(\d{1,2}):(\d{2})(?: uhr)?(?:\s+(\S+))?$"


class Schedule(NamedTuple):
    """When deadlines come round: after a `span`, at a `clock` time if there is one, or on `days`.

    The time is in minutes of the day; day 0 is Monday. `zone` is that of the clock time, empty for the deadline's own.
    """

    span: Duration | None = None
    clock: int | None = None
    days: tuple[int, ...] = ()
    zone: str = ""


def parse_schedule(text: str, key: str = "") -> Schedule:
    """Return the schedule that a text says; raise InputError with `key` and what is allowed.

    >>> parse_schedule("every 48h at 20:00"), parse_schedule("Tue and Fri 20:00 Europe/Berlin").days
    (Schedule(span=Duration(days=0, minutes=2880), clock=1200, days=(), zone=''), (1, 4))
    """
    words = " ".join(text.split())
    words = re.sub(r"^(?:every|alle|jeden) ", "", words, flags=re.IGNORECASE)
    found = re.search(_CLOCK, words)
    if found is None:
        return Schedule(parse_duration(words, key))
    clock = 60 * int(found[1]) + int(found[2])
    if int(found[1]) > 23 or int(found[2]) > 59:
        raise InputError(_("found {value!r:.60}", value=text), key=key, allowed=_(_SCHEDULES))
    zone = parse_zone(found[3], key) if found[3] else ""
    before = words[: found.start()].strip()
    names = [name for name in re.split(r"[,\s/&+]+|\band\b|\bund\b", before.casefold()) if name]
    names = [name for name in names if name not in {"and", "und"}]
    if names and all(name in _EVERY_DAY for name in names):
        return Schedule(None, clock, tuple(range(7)), zone)
    if names and all(name in _NUMBERS for name in names):
        return Schedule(None, clock, tuple(sorted({_NUMBERS[name] for name in names})), zone)
    try:
        return Schedule(parse_duration(before, key), clock, (), zone)
    except InputError:
        raise InputError(_("found {value!r:.60}", value=text), key=key, allowed=_(_SCHEDULES)) from None


def format_schedule(schedule: Schedule) -> str:
    """Return the text of a schedule, in English; `parse_schedule` takes it back."""
    clock = "" if schedule.clock is None else f"{schedule.clock // 60:02}:{schedule.clock % 60:02}"
    zone = f" {schedule.zone}" if schedule.zone else ""
    if schedule.span is not None:
        return format_duration(schedule.span) + (f" at {clock}{zone}" if clock else "")
    days = "daily" if len(schedule.days) == 7 else ", ".join(DAYS[day] for day in schedule.days)
    return f"{days} {clock}{zone}"


def show_schedule(schedule: Schedule) -> str:
    """Return a schedule as a sentence for people: when the next deadline is."""
    clock = (
        "" if schedule.clock is None else f"{schedule.clock // 60:02}:{schedule.clock % 60:02} {schedule.zone}".rstrip()
    )
    if schedule.span is not None:
        span = format_duration(schedule.span)
        if not clock:
            return _("the next deadline is {span} after a turn is resolved", span=span)
        return _("the next deadline is about {span} after a turn is resolved, at {clock}", span=span, clock=clock)
    if len(schedule.days) == 7:
        return _("deadlines are every day at {clock}", clock=clock)
    return _("deadlines are on {days} at {clock}", days=all_of(_(DAYS[day]) for day in schedule.days), clock=clock)


def parse_holiday(text: str, key: str = "") -> str:
    """Return a day or a run of days in its one form, `2026-12-24..2026-12-27`; raise InputError with `key`."""
    from datetime import date  # noqa: TID251  (reads a date that is given; asks no clock)

    first, dots, last = (part.strip() for part in text.partition(".."))
    try:
        begin, end = date.fromisoformat(first), date.fromisoformat(last if dots else first)
    except ValueError:
        begin, end = date(2, 1, 1), date(1, 1, 1)
    if end < begin:
        raise InputError(
            _("found {value!r:.60}", value=text),
            key=key,
            allowed=_("a day or days: 2026-12-24, 2026-12-24..2026-12-27"),
        )
    return begin.isoformat() if begin == end else f"{begin.isoformat()}..{end.isoformat()}"


def is_holiday(moment: Moment, holidays: Sequence[str]) -> bool:
    """Tell whether a moment is on a holiday, in its own zone."""
    day, __ = local_day(moment)
    for text in holidays:
        first, dots, last = text.partition("..")
        if first <= day <= (last if dots else first):
            return True
    return False


def next_time(schedule: Schedule, now: int, zone: str, holidays: Sequence[str] = (), after: int = 0) -> Moment:
    """Return the deadline that follows a turn resolved `now`.

    The deadline falls on no holiday, and later than `after`, the deadline of that turn. A clock time is that in the
    schedule's zone, else in `zone`: it does not drift, whenever a turn is resolved and whatever the clocks do. It is
    the one nearest to the end of the span, and at least half of the span away; on weekdays it is at least twelve hours
    away.
    """
    start = Moment(-(-now // 60) * 60, schedule.zone or zone)
    if schedule.clock is None:
        assert schedule.span is not None
        found = add_span(start, schedule.span)
        step = 1
    elif schedule.span is not None:
        end = add_span(start, schedule.span)
        least = start.seconds + (end.seconds - start.seconds) // 2
        around = [at_clock(end, days, schedule.clock) for days in range(-1, 3)]
        found = min((one for one in around if one.seconds >= least), key=lambda one: abs(one.seconds - end.seconds))
        step = 1
    else:
        return _next_weekday(schedule, start, holidays, after)
    while is_holiday(found, holidays):
        found = add_span(found, Duration(step))
    return found


def _next_weekday(schedule: Schedule, start: Moment, holidays: Sequence[str], after: int) -> Moment:
    assert schedule.clock is not None
    for days in range(3660):
        found = at_clock(start, days, schedule.clock)
        __, weekday = local_day(found)
        is_free = weekday in schedule.days and not is_holiday(found, holidays)
        if is_free and found.seconds >= start.seconds + _LEAST and found.seconds > after:
            return found
    raise InputError(_("every day is a holiday"), key="holidays", allowed=_("days without deadlines among others"))
