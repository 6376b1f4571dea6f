"""Times that are known to a day: `2026-11-05+01:00`, as forums show it without a clock.

The offset is that of the day's noon; without one it is a day of UTC. A time that is not known may be any.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta  # noqa: TID251  (reads times that are given; asks no clock)

_DAY = re.compile(r"(\d{4}-\d\d-\d\d)([+-]\d\d:\d\d)?")
_UNKNOWN = ("", "9999")  # before and after all times


def is_day(time: str) -> bool:
    """Tell whether the time of a post is a day without a clock."""
    return _DAY.fullmatch(time) is not None


def span(time: str) -> tuple[str, str]:
    """Return the first and the last second, in UTC, in which something may have happened at a time in UTC, or on a day.

    >>> span("2026-11-05+01:00")
    ('2026-11-04T23:00:00+00:00', '2026-11-05T22:59:59+00:00')
    >>> span("2026-11-05T20:00:00+00:00")
    ('2026-11-05T20:00:00+00:00', '2026-11-05T20:00:00+00:00')
    """
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
    if is_day(time) and place <= last and not (is_day(before) and time[:10] < before[:10]):
        return max(first, place)
    return first
