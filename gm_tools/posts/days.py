"""Times that are not known exactly: to a day, or as one of two. A time that is not known at all may be any.

A day is `2026-11-05+01:00`, as forums show it without a clock. The offset is that of the day's noon; without one it is
a day of UTC. A date in figures, 05/11/2026, is `2026-11-05|2026-05-11`: as it is if the day comes first, and if the
month does.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta  # noqa: TID251  (reads times that are given; asks no clock)

_DAY = re.compile(r"(\d{4}-\d\d-\d\d)([+-]\d\d:\d\d)?")
_EITHER = re.compile(r"[|,]")  # a comma: the day comes first unless the page shows that it does not
_UNKNOWN = ("", "9999")  # before and after all times


def is_day(time: str) -> bool:
    """Tell whether the time of a post is a day without a clock."""
    return all(_DAY.fullmatch(one) for one in readings(time) or [""])


def either(by_day: str, by_month: str, *, is_day_likely: bool = False) -> str:
    """Return as one time what a date is if the day comes first and if the month does; empty for what it cannot be."""
    if by_day == by_month:
        return by_day
    return f"{by_day}{',' if is_day_likely else '|'}{by_month}"


def split_either(time: str) -> tuple[str, str, str]:
    """Return what a time is if the day comes first, the sign between, and what it is if the month does.

    The sign is empty if the time has no date in figures, or its order is settled.
    """
    found = _EITHER.search(time)
    return (time, "", time) if found is None else (time[: found.start()], found[0], time[found.end() :])


def readings(time: str) -> list[str]:
    """Return the times that a time may be."""
    return [one for one in _EITHER.split(time) if one]


def settle(time: str, *, day_first: bool | None) -> str:
    """Return a time whose day or month is known to come first; two times still if neither is known and both can be.

    >>> settle("2026-11-05|2026-05-11", day_first=False), settle("2026-11-21|", day_first=None)
    ('2026-05-11', '2026-11-21')
    """
    by_day, sign, by_month = split_either(time)
    if not (by_day and by_month):
        return by_day or by_month
    if day_first is None:
        return time if sign == "|" else by_day
    return by_day if day_first else by_month


def is_either(time: str) -> bool:
    """Tell whether a time may be two."""
    return len(readings(time)) > 1


def span(time: str) -> tuple[str, str]:
    """Return the first and the last second, in UTC, in which something may have happened at a time in UTC, or on a day.

    >>> span("2026-11-05+01:00")
    ('2026-11-04T23:00:00+00:00', '2026-11-05T22:59:59+00:00')
    >>> span("2026-11-05T20:00:00+00:00")
    ('2026-11-05T20:00:00+00:00', '2026-11-05T20:00:00+00:00')
    """
    if is_either(time):
        spans = [span(one) for one in readings(time)]
        return min(first for first, __ in spans), max(last for __, last in spans)
    found = _DAY.fullmatch(time)
    try:
        begin = datetime.fromisoformat(f"{found[1]}T00:00:00{found[2] or '+00:00'}" if found else time)
        if found is None:
            return time, time
        return begin.astimezone(UTC).isoformat(), (begin + timedelta(seconds=86_399)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return _UNKNOWN


def is_before(one: str, other: str) -> bool:
    """Tell whether a time is surely before another one."""
    return span(one)[1] < span(other)[0]


def place_in_thread(time: str, before: str, place: str) -> str:
    """Return the moment by which a post is sorted among those of other threads, so that it keeps its place in its own.

    `before` is the time of the post before it, and `place` the moment that came of that.
    """
    first, last = span(time)
    if is_either(time):
        return min((begin for begin, __ in map(span, readings(time)) if begin >= place), default=first)
    if is_day(time) and place <= last and not (is_day(before) and time[:10] < before[:10]):
        return max(first, place)
    return first
