"""Times and lengths of time as people write them: `2026-11-23 20:00 Europe/Berlin`, `48h`. Asks no clock."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean, one_of
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from datetime import datetime, tzinfo  # noqa: TID251  (types)

UTC = "UTC"
_TIMES = N_("a time with its zone: 2026-11-23 20:00 Europe/Berlin, 2026-11-23T20:00+01:00, 2026-11-23 19:00 UTC")
_SPANS = N_("a length of time: 48h, 2d, 1d12h, 90m")
_LONGEST = 3660  # days of a length of time
_FIRST, _LAST = 946_684_800, 221_845_392_000  # the years 2000 to 8999, in which all zones are at whole minutes


class Moment(NamedTuple):
    """A point in time: seconds since 1970-01-01 00:00 UTC, and the zone in which it is shown."""

    seconds: int
    zone: str = UTC


class Duration(NamedTuple):
    """A length of time. A day keeps the time of day in its zone, also when the clocks change; 24 hours are 24 hours."""

    days: int = 0
    minutes: int = 0


def parse_moment(text: str, key: str = "") -> Moment:
    """Return the time that a text says.

    Raises InputError (with `key`) if the text has no zone, or if there is no such time. Where clocks go back, the hour
    that comes twice wants an offset too: `2026-10-25 02:30 +01:00 Europe/Berlin`.

    >>> parse_moment("2026-11-23 20:00 Europe/Berlin").seconds == parse_moment("2026-11-23T20:00+01:00").seconds
    True
    """
    from datetime import datetime  # noqa: TID251  (reads a time that is given; asks no clock)

    found = re.fullmatch(
        r"\s*(\d{4}-\d{2}-\d{2})(?:\s+|T)(\d{1,2}:\d{2}(?::\d{2})?)\s*(Z|[+-]\d{1,2}(?::?\d{2})?)?(?:\s+([A-Za-z]\S*))?\s*",
        text,
        re.ASCII,
    )
    if found is None:
        raise InputError(_("found {value!r:.60}", value=text), key=key, allowed=_(_TIMES))
    date, clock, offset, name = found.groups()
    try:
        local = datetime.fromisoformat(f"{date}T{clock:0>5}" if len(clock) < 6 else f"{date}T{clock:0>8}")
    except ValueError:
        raise InputError(
            _("found {text!r:.60}: there is no such day or time", text=text), key=key, allowed=_(_TIMES)
        ) from None
    if not 2000 <= local.year <= 8999:
        raise InputError(_("found the year {year}", year=local.year), key=key, allowed=_("2000 to 8999"))
    if name is None and offset is None:
        raise InputError(_("found {text!r:.60}, which has no zone", text=text), key=key, allowed=_(_TIMES))
    if name is None:
        name = offset = UTC if offset == "Z" else _offset_name(offset, key)
        return check_moment(Moment(_seconds(local, _zone(name, key)), name), key)
    name, zone = _find_zone(name, key)
    wanted = (
        None if offset is None else _seconds(local, _zone(UTC if offset == "Z" else _offset_name(offset, key), key))
    )
    candidates = sorted({_seconds(local.replace(fold=fold), zone) for fold in (0, 1)})
    candidates = [seconds for seconds in candidates if _to_local(Moment(seconds, name)) == local]
    if not candidates:
        raise InputError(
            _("found {text!r:.60}: clocks in {name} skip that time", text=text, name=name),
            key=key,
            allowed=_("a time before or after it"),
        )
    if wanted is not None and wanted not in candidates:
        right = one_of([_offset_of(Moment(seconds, name)) for seconds in candidates])
        raise InputError(
            _("found {text!r:.60}: the offset of {name} at that time is {right}", text=text, name=name, right=right),
            key=key,
            allowed=_("one of the two"),
        )
    if wanted is None and len(candidates) > 1:
        both = one_of([format_moment(Moment(seconds, name)) for seconds in candidates])
        raise InputError(_("found {text!r:.60}, a time that occurs twice", text=text), key=key, allowed=both)
    return check_moment(Moment(candidates[0] if wanted is None else wanted, name), key)


def format_moment(moment: Moment) -> str:
    """Return a time as `parse_moment` takes it back: `2026-11-23 20:00 Europe/Berlin`."""
    local = _to_local(moment)
    shown = local.strftime("%Y-%m-%d %H:%M") if not local.second else local.strftime("%Y-%m-%d %H:%M:%S")
    zone = _zone(moment.zone)
    twice = len({_seconds(local.replace(fold=fold), zone) for fold in (0, 1)}) > 1
    return f"{shown} {_offset_of(moment)} {moment.zone}" if twice else f"{shown} {moment.zone}"


def show_moment(moment: Moment) -> str:
    """Return a time for a post that people in other zones read, too.

    For example: `Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC)`.
    """
    date, clock = _in_words(moment)
    shown = f"{_day_word(moment)} {date} {clock}"
    if moment.zone == UTC:
        return shown
    utc_date, utc_clock = _in_words(moment._replace(zone=UTC))
    return f"{shown} ({utc_clock if utc_date == date else f'{utc_date} {utc_clock}'})"


def show_day(day: str) -> str:
    """Return a day for people, `Mon 2026-11-23`; raise InputError if there is no such day."""
    moment = parse_moment(f"{day} 12:00 {UTC}")
    return f"{_day_word(moment)} {_in_words(moment)[0]}"


def _day_word(moment: Moment) -> str:
    return _(DAYS[_to_local(moment).weekday()])


DAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))
# As people read it; the table's page has it, too, for a time in its reader's own zone
DATE = N_("{year}-{month}-{day}")


def _in_words(moment: Moment) -> tuple[str, str]:
    """Return the date of a moment in the language in use, and its time of day with the zone."""
    date, clock = format_moment(moment).split(" ", 1)
    year, month, day = date.split("-")
    return _(DATE, year=year, month=month, day=day), clock


def iso(moment: Moment) -> str:
    """Return a time for programs, in UTC: `2026-11-23T19:00:00+00:00`."""
    return _to_local(moment._replace(zone=UTC)).isoformat() + "+00:00"


def parse_duration(text: str, key: str = "") -> Duration:
    """Return a length of time; raise InputError with `key`.

    >>> parse_duration("48h"), parse_duration("1d 12h"), parse_duration("1w")
    (Duration(days=0, minutes=2880), Duration(days=1, minutes=720), Duration(days=7, minutes=0))
    """
    found = re.fullmatch(
        r"\s*(?:(\d{1,4})\s*w)?\s*(?:(\d{1,5})\s*d)?\s*(?:(\d{1,6})\s*h)?\s*(?:(\d{1,7})\s*m(?:in)?)?\s*",
        text,
        re.ASCII,
    )
    if found is None:
        raise InputError(_("found {value!r:.60}", value=text), key=key, allowed=_(_SPANS))
    weeks, days, hours, minutes = (int(part or 0) for part in found.groups())
    span = Duration(7 * weeks + days, 60 * hours + minutes)
    if span == Duration():
        raise InputError(
            _("found {value!r:.60}", value=text), key=key, allowed=_("{spans}, more than nothing", spans=_(_SPANS))
        )
    if span.days + span.minutes / 1440 > _LONGEST:
        raise InputError(
            _("found {value!r:.60}", value=text),
            key=key,
            allowed=_("{spans}, at most {most}d", spans=_(_SPANS), most=_LONGEST),
        )
    return span


def format_duration(span: Duration) -> str:
    """Return a length of time as `parse_duration` takes it back: `48h`, `1d12h`, `1h30m`."""
    hours, minutes = divmod(span.minutes, 60)
    return "".join(f"{count}{unit}" for count, unit in ((span.days, "d"), (hours, "h"), (minutes, "m")) if count)


def format_seconds(seconds: int) -> str:
    """Return how long something takes, for people, to the minute: `2d 3h 5m`; less than a minute is `1m`."""
    minutes = max(1, seconds // 60)
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "m"))
    return " ".join(f"{count}{unit}" for count, unit in parts if count)


def add_span(moment: Moment, span: Duration) -> Moment:
    """Return the time so long after a moment; raise InputError beyond the year 8999."""
    from datetime import timedelta  # noqa: TID251  (adds up times that are given; asks no clock)

    seconds = moment.seconds
    if span.days:
        seconds = _seconds(_to_local(moment) + timedelta(days=span.days), _zone(moment.zone))
    return check_moment(Moment(seconds + 60 * span.minutes, moment.zone))


def at_clock(moment: Moment, days: int, clock: int) -> Moment:
    """Return the time of day `clock` (minutes), so many days after the day that a moment is on in its zone."""
    from datetime import timedelta  # noqa: TID251  (adds up times that are given; asks no clock)

    day = _to_local(moment).replace(hour=0, minute=0, second=0) + timedelta(days=days)
    local = day.replace(hour=clock // 60, minute=clock % 60)
    return check_moment(Moment(_seconds(local, _zone(moment.zone)), moment.zone))


def local_day(moment: Moment) -> tuple[str, int]:
    """Return the day that a moment is on in its zone, `2026-11-23`, and the day of the week (0: Monday)."""
    local = _to_local(moment)
    return local.date().isoformat(), local.weekday()


def parse_zone(word: str, key: str = "") -> str:
    """Return a zone by its name or offset, as moments have it; raise InputError for one that there is not.

    >>> parse_zone("europe/berlin"), parse_zone("+1"), parse_zone("Z")
    ('Europe/Berlin', '+01:00', 'UTC')
    """
    return _offset_name(word, key) if word[:1] in {"+", "-"} and word[1:2].isdigit() else _find_zone(word, key)[0]


def check_moment(moment: Moment, key: str = "") -> Moment:
    """Return a moment; raise InputError if it is outside the years that are reckoned with."""
    if not _FIRST <= moment.seconds <= _LAST:
        raise InputError(_("time out of range"), key=key, allowed=_("the years 2000 to 8999"))
    return moment


def _seconds(local: datetime, zone: tzinfo) -> int:
    """Return seconds since 1970 of a time of day in a zone."""
    return int(local.replace(tzinfo=zone).timestamp())


def _to_local(moment: Moment) -> datetime:
    """Return the time of day in the moment's zone."""
    from datetime import UTC as utc  # noqa: N811, TID251  (a zone, no clock)
    from datetime import datetime, timedelta  # noqa: TID251

    at = datetime(1970, 1, 1, tzinfo=utc) + timedelta(seconds=moment.seconds)
    return at.astimezone(_zone(moment.zone)).replace(tzinfo=None, fold=0)


def _offset_of(moment: Moment) -> str:
    """Return how far a zone is from UTC at a moment: `+01:00`."""
    minutes = (_seconds(_to_local(moment), _zone(UTC)) - moment.seconds) // 60
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _offset_name(text: str, key: str) -> str:
    """Return an offset in its one form, checked: `+1` is `+01:00`."""
    digits = text[1:].replace(":", "")
    hours, minutes = (int(digits[:-2]), int(digits[-2:])) if len(digits) > 2 else (int(digits), 0)
    if hours > 14 or minutes > 59:
        raise InputError(_("found the offset {text!r}", text=text), key=key, allowed=_("-14:00 to +14:00"))
    return f"{text[0]}{hours:02}:{minutes:02}"


def _find_zone(word: str, key: str) -> tuple[str, tzinfo]:
    """Return a zone by its name, in the right letter case; raise InputError for one that there is not.

    Abbreviations (CET, EST) are refused: the same ones are used for several zones, and in summer for another.
    """
    if word.upper() in {"UTC", "GMT", "Z"}:
        return UTC, _zone(UTC)
    from zoneinfo import ZoneInfo, available_timezones

    if "/" in word:
        try:
            return word, ZoneInfo(word)
        except (ValueError, OSError, KeyError):
            pass  # perhaps in another letter case: that is looked for among all there are
    known = sorted(name for name in available_timezones() if "/" in name) if "/" in word else []
    for name in known:
        if name.casefold() == word.casefold():
            return name, _zone(name)
    hint = did_you_mean(word, known)
    missing = "/" in word and not known
    allowed = (
        _("an offset such as +01:00 (this system has no time zones: pip install tzdata)") if missing else _(_TIMES)
    )
    raise InputError(_("there is no zone {word!r:.60}{hint}", word=word, hint=hint), key=key, allowed=allowed)


def _zone(name: str, key: str = "") -> tzinfo:
    """Return a zone by the name that a moment has it under."""
    from datetime import UTC as utc  # noqa: N811, TID251  (a zone, no clock)
    from datetime import timedelta, timezone  # noqa: TID251

    if name == UTC:
        return utc
    if name[0] in "+-":
        minutes = 60 * int(name[1:3]) + int(name[4:6])
        return timezone(timedelta(minutes=-minutes if name[0] == "-" else minutes))
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise InputError(_("there is no zone {name!r:.60}", name=name), key=key, allowed=_(_TIMES)) from None
