"""Whether what happened at a time that is known to a minute, or to a day, was before a deadline."""

from __future__ import annotations

from datetime import datetime, timedelta  # noqa: TID251  (compares times that are given; asks no clock)

from gm_tools.posts import days


def is_in_time(time: str, span: int, deadline: str) -> bool:
    """Tell whether what happened within `span` seconds from `time` on was surely done by a deadline, in UTC.

    A time that is known to the minute is no proof in the minute that holds the deadline, nor is a day that holds it, or
    a time that cannot be read ("?").

    >>> is_in_time("2026-11-21T19:58:00+00:00", 60, "2026-11-21T19:59:59+00:00")
    True
    >>> is_in_time("2026-11-21T19:59:00+00:00", 60, "2026-11-21T19:59:59+00:00")
    False
    >>> is_in_time("2026-11-21T19:59:16+00:00", 1, "2026-11-21T19:59:59+00:00")
    True
    """
    is_same_minute = any(one[:16] == deadline[:16] for one in days.readings(time))
    return not is_after(time, deadline) and _last_of(time, span) <= deadline and not (span > 1 and is_same_minute)


def is_doubtful(posted: str, deadline: str) -> bool:
    """Tell whether a post may be too late though its time is not.

    Both are in one minute, and the time may have no seconds; or the deadline is within the day that is shown alone, or
    between the two times that the post may be of.

    >>> is_doubtful("2026-11-21T20:00:00+00:00", "2026-11-21T20:00:30+00:00")
    True
    >>> is_doubtful("2026-11-21T20:00:00+00:00", "2026-11-21T20:00:59+00:00")
    False
    """
    if days.is_either(posted):
        return is_doubtful(days.span(posted)[1], deadline) or days.span(posted)[1] > deadline
    if days.is_day(posted):
        return days.span(posted)[1] > deadline
    is_last_second = deadline[17:19] == "59"  # the deadline is to the minute, and the whole minute is in time
    return posted[:16] == deadline[:16] and posted[17:19] == "00" and not is_last_second


def is_after(time: str, deadline: str) -> bool:
    """Tell whether what happened at a time happened surely after a deadline, both in UTC; "?" is not sure."""
    return days.span(time)[0] > deadline


def _last_of(time: str, span: int) -> str:
    """Return the last second in which something happened that is known to a span; behind everything for "?"."""
    if days.is_day(time):
        return days.span(time)[1]
    try:
        if days.is_either(time):
            return max(_last_of(one, span) for one in days.readings(time))
        return (datetime.fromisoformat(time) + timedelta(seconds=span - 1)).isoformat()
    except (ValueError, OverflowError):
        return "?"


def minutes_after(time: str, deadline: str) -> int:
    """Return by how many minutes a time, or the beginning of a day, is after a deadline; a begun minute counts whole.

    >>> minutes_after("2026-11-21T18:12:00+00:00", "2026-11-21T18:00:59+00:00")
    12
    """
    seconds = (datetime.fromisoformat(days.span(time)[0]) - datetime.fromisoformat(deadline)).total_seconds()
    return int(-(-seconds // 60))
