"""Times as forums show them and as game masters type them, read without asking any clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo  # noqa: TID251  (reads times that are given; asks no clock)

from gm_tools.core.deadline import end_of
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.times import Moment, check_moment, parse_moment, show_day, show_moment
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.days import either, is_day, split_either

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar jän",
            "feb february februar",
            "mar march märz mär mrz",
            "apr april",
            "may mai",
            "jun june juni",
            "jul july juli",
            "aug august",
            "sep sept september",
            "oct october okt oktober",
            "nov november",
            "dec december dez dezember",
        ),
        1,
    )
    for name in names.split()
}
_ZONES = {"utc": 0, "gmt": 0, "z": 0, "bst": 1, "cet": 1, "mez": 1, "cest": 2, "mesz": 2}
_ZONES |= {"est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7}
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.]|\s?h\s?)(\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\b", re.IGNORECASE)
# Which half of a day a clock is in, where a language has its own word for that, before the clock or after it. Swedish
# writes `em` at the end; before a date or a clock it is Portuguese, and says `on`.
_HALVES = {
    "am": (r"上午|午前|오전|öö", r"π\.?\s?μ\.?|vorm\.|fm\b(?!\s?\d)|öö"),
    "pm": (r"下午|午後|오후|ös", r"μ\.?\s?μ\.?|nachm\.|em\b(?!\s?\d)|ös"),
}
_HALF = {
    half: re.compile(rf"(?<!\w)(?:{first})\s?(\d{{1,2}}:\d\d(?::\d\d)?)|(\d{{1,2}}:\d\d(?::\d\d)?)\s?(?:{last})(?!\w)")
    for half, (first, last) in _HALVES.items()
}
_NAMED = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+([a-zäé]+)\.?,?\s+(\d{4})\b|\b([a-zäé]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b"
)
_NUMBERS = re.compile(r"\b(\d{1,4})([-./])(\d{1,2})\2(\d{2,4})\b")
# What stands between a date and a clock: a short word, or longer ones that say `at`.
_AT = re.compile(r",?(?: (?:[^\W\d]{1,3}|a las|alle(?: ore)?|klockan|kl\.|o godz\.))?,?\s*")
_QUARTER_ZONES = (345, 525, 765)  # Nepal, Eucla, Chatham: minutes from UTC; all others lie at half hours
_SUMMER = re.compile(r"\bDST\b|\[[^\[\]]{3,40}\]")  # phpBB 3.0 says so in brackets, in the language of the board
_OFFSET = re.compile(r"(?:utc|gmt|wez)\s*([+-−])\s*(\d{1,2})(?::?(\d{2}))?(?!\d)", re.IGNORECASE)


def from_iso(text: str) -> str:
    """Return an ISO time as posts have it (UTC where it has an offset), or a day; empty if it is neither.

    >>> from_iso("2026-11-21T13:02:00+0100")
    '2026-11-21T12:02:00+00:00'
    """
    text = text.strip()
    try:
        at = datetime.fromisoformat(text[:10] if is_day(text) else text)
        return text if is_day(text) else _write_time(at) if len(text) >= 10 else ""
    except (ValueError, OverflowError):
        return ""


def from_epoch(seconds: object) -> str:
    """Return seconds since 1970 as a time; empty if they are none."""
    try:
        return _write_time(datetime.fromtimestamp(int(float(str(seconds))), UTC))
    except (ValueError, OverflowError, OSError):
        return ""


class PageClock(NamedTuple):
    """What the reader's clock on a page tells of its other times.

    `offset` is theirs from UTC in minutes, `day_first` whether days come before months. Each is None where the clock
    does not tell.
    """

    offset: int | None = None
    day_first: bool | None = None

    def read(self, shown: str) -> str:
        """Return a time that the page shows, as `from_shown` does."""
        return from_shown(shown, self.offset, day_first=self.day_first)


def read_clock(shown: str, fetched: str) -> PageClock:
    """Return what the present time on a page tells; `fetched` is when the page was fetched, in UTC (empty: unknown).

    A clock that fits no zone there is within five minutes tells nothing.

    >>> read_clock("11-12-2026, 02:15 AM", "2026-12-11T01:14:40+00:00")
    PageClock(offset=60, day_first=True)
    >>> read_clock("23.11.2026 02:15", ""), read_clock("11.12.2026 02:15", "")
    (PageClock(offset=None, day_first=True), PageClock(offset=None, day_first=None))
    """
    numbers = _NUMBERS.search(shown)
    first, second = (int(numbers[1]), int(numbers[3])) if numbers and len(numbers[1]) < 4 else (0, 0)
    known = True if first > 12 else False if second > 12 else None
    if not fetched or _CLOCK.search(shown) is None:
        return PageClock(None, known)
    for day_first in (True, False) if known is None else (known,):
        time = from_shown(shown, 0, day_first=day_first)
        try:
            minutes = (datetime.fromisoformat(time) - datetime.fromisoformat(fetched)) / timedelta(minutes=1)
        except (ValueError, OverflowError, TypeError):
            continue
        offset = min((*range(-720, 841, 30), *_QUARTER_ZONES), key=lambda zone: abs(minutes - zone))
        if abs(minutes - offset) <= 5:
            return PageClock(offset, None if first == second else day_first)
    return PageClock(None, known)


def from_shown(text: str, zone: int | str | None = None, *, day_first: bool | None = None) -> str:
    """Return a time as a forum shows it to people.

    `zone` is its offset from UTC in minutes or its name, where the page tells. A forum that shows 01/02/2026 may mean
    January or February: `day_first` says which, where that is known. Else such a time is both (`days.either`), and what
    else the thread shows settles it (day_order.py). Without a clock it is the day. Empty if there is no date
    ("Yesterday, 13:02").

    >>> from_shown("Sat Nov 21, 2026 1:02 pm"), from_shown("2026-11-21, 13:02", "Europe/Berlin")
    ('2026-11-21T13:02:00', '2026-11-21T12:02:00+00:00')
    >>> from_shown("Nov 5, 2026"), from_shown("05.11.2026", "Europe/Berlin", day_first=True)
    ('2026-11-05', '2026-11-05+01:00')
    >>> from_shown("05/11/2026"), from_shown("21/11/2026"), from_shown("11-21-2026")
    ('2026-11-05|2026-05-11', '2026-11-21|', '|2026-11-21')
    """
    date, clock = _parts_of(text)
    if date is None:
        return ""
    if date.re is _NAMED:
        return _at(_read_month_name(date), clock, zone)
    one, sign, two, three = date.groups()
    if len(one) == 4:
        return _at((int(one), int(two), int(three)), clock, zone)
    year = int(three) + (2000 if len(three) == 2 else 0)
    by_day, by_month = (_at(day, clock, zone) for day in ((year, int(two), int(one)), (year, int(one), int(two))))
    if day_first is None:
        return either(by_day, by_month, is_day_likely=sign == ".")
    return (by_day or by_month) if day_first else (by_month or by_day)


def from_edit(text: str, zone: int | str | None = None) -> str:
    """Return the time in a line about an edit: what stands up to its first clock.

    A name or a reason further on is somebody's words, and may look like a date.

    >>> from_edit("Last edit: Today at 8:10 PM by Bob. Reason: Nov 1, 2026 is over")
    ''
    """
    line = _one_line(text)
    clock = next((one for one in _CLOCK.finditer(line) if not _NUMBERS.match(line, one.start())), None)
    return from_shown(line[: clock.end()], zone) if clock is not None else ""


def date_before(text: str) -> str:
    """Return the date at the end of a text, perhaps with what says `at` behind it, empty if it does not end so.

    >>> date_before("Last edited by Nov 1, 2026; 21.11.2026 at"), date_before("Last edited by Nov 1, 2026; Today at")
    ('21.11.2026 at', '')
    """
    line = _one_line(text)
    dates = [
        one
        for one in (*_NAMED.finditer(line), *_NUMBERS.finditer(line))
        if one.re is _NUMBERS or not _MONTHS.keys().isdisjoint(one.groups())
    ]
    last = max(dates, key=lambda one: one.end(), default=None)
    return line[last.start() :] if last and _AT.fullmatch(line, last.end()) else ""


def from_day_word(text: str, day: str, zone: int | str | None = None) -> str:
    """Return the time of a clock beside a word such as "Today", whose `day` the page tells elsewhere.

    The time is empty without a clock.

    >>> from_day_word("Yesterday, 1:02 pm", "2026-11-21")
    '2026-11-21T13:02:00'
    """
    clock = _CLOCK.search(_one_line(text))
    try:
        date = datetime.fromisoformat(day)
    except ValueError:
        return ""
    return _at((date.year, date.month, date.day), clock, zone) if clock else ""


def from_relative(text: str, now: str, zone: str = "") -> str:
    """Return a time that is told by the moment at which a page was fetched, `now` in UTC.

    The time is empty if the words tell no minute. `Today` and `Yesterday` are days of `zone`, and want one. `2 hours
    ago` could lie on either side of a deadline: it is unknown.

    >>> now = "2026-11-22T10:03:20+00:00"
    >>> from_relative("Less than 1 minute ago", now)
    '2026-11-22T10:03:00+00:00'
    >>> from_relative("12 minutes ago", now), from_relative("2 hours ago", now)
    ('2026-11-22T09:51:00+00:00', '')
    >>> from_relative("Yesterday at 6:02 PM", now, "Europe/Berlin")
    '2026-11-21T17:02:00+00:00'
    """
    words = _one_line(text)
    found = _MINUTES_AGO.search(words)
    day = _DAY_WORD.search(words)
    try:
        at = datetime.fromisoformat(now)
        is_now = _JUST_NOW.search(words) is not None
        if found is not None or is_now:
            minutes = 0 if found is None or is_now else int(found[1] or found[2])
            return _write_time((at - timedelta(minutes=minutes)).replace(second=0))
        if day is not None and zone:
            back = timedelta(days=0 if day[0] in {"today", "heute"} else 1)
            return from_day_word(words, (at.astimezone(_tzinfo(zone)) - back).date().isoformat(), zone)
    except (ValueError, OverflowError):
        pass
    return ""


_MINUTES_AGO = re.compile(r"\b(\d{1,2})\s*(?:min(?:ute)?s?|m)\.?\s+ago\b|\bvor\s+(\d{1,2})\s+min(?:uten?)?\b")
_JUST_NOW = re.compile(r"\b(?:less than (?:1|a|one) minute ago|just now|a moment ago|moments ago|gerade eben)\b")
_DAY_WORD = re.compile(r"\b(?:today|yesterday|heute|gestern)\b")


def local_day(time: str, zone: int | str | None) -> str:
    """Return the day of a time in UTC as readers in a zone see it: `2026-11-21`; empty for no time."""
    if is_day(time):
        return time[:10]
    try:
        return datetime.fromisoformat(time).astimezone(_tzinfo(zone) or UTC).date().isoformat() if time else ""
    except (ValueError, OverflowError):
        return ""


def span_of(text: str) -> int:
    """Return how exact a time is as it is shown, in seconds: 1 with seconds, 60 with a clock, a day with a date alone.

    >>> span_of("Nov 21, 2026 1:02 pm"), span_of("21.11.2026, 13:02:59"), span_of("21.11.2026")
    (60, 1, 86400)
    """
    __, clock = _parts_of(text)
    return 86_400 if clock is None else 1 if clock[3] else 60


def _one_line(text: str) -> str:
    line = " ".join(text[:1000].replace("\xa0", " ").split()).lower()[:200]
    for half, words in _HALF.items():
        line = words.sub(lambda found, half=half: f"{found[1] or found[2]} {half}", line)  # type: ignore[misc]
    return line


def _parts_of(text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Return where the date and the clock stand in a time as it is shown."""
    text = _one_line(text)
    named = next((found for found in _NAMED.finditer(text) if (found[2] or found[4]) in _MONTHS), None)
    date = named or _NUMBERS.search(text)
    return date, _CLOCK.search(text[: date.start()] + " " + text[date.end() :] if date else text)


def _at(day: tuple[int, int, int], clock: re.Match[str] | None, zone: int | str | None) -> str:
    """Return a time, or a day without a clock with the offset that its zone has at noon."""
    try:
        if clock is None:
            noon = datetime(*day, 12, tzinfo=_tzinfo(zone)).isoformat()
            return noon[:10] + noon[19:25]
        hour, minute, second = int(clock[1]), int(clock[2]), int(clock[3] or 0)
        if clock[4]:
            hour = hour % 12 + (12 if clock[4].lower() == "p" else 0)
        return _write_time(datetime(*day, hour, minute, second, tzinfo=_tzinfo(zone)))
    except (ValueError, OverflowError):
        return ""


def _tzinfo(zone: int | str | None) -> tzinfo | None:
    return _zone(zone) if isinstance(zone, str) else None if zone is None else timezone(timedelta(minutes=zone))


_PASTED_ZONE = re.compile(
    r"[:.]\d\d(?:\s?[ap]\.?m\.?)?\s?(utc|gmt|z|bst|cest|cet|mesz|mez|[ecmp][sd]t|[+-]\d\d:?\d\d)$", re.IGNORECASE
)


def from_pasted(text: str) -> str:
    """Return a time that stands in pasted text, in UTC where it names its zone, or a day, as `from_shown` does.

    >>> from_pasted("11/21/2026 9:30 PM"), from_pasted("2026-11-21 21:30 CET")
    ('|2026-11-21T21:30:00', '2026-11-21T20:30:00+00:00')
    >>> from_pasted("Yesterday at 21:30"), from_pasted("Nov 21, 2026")
    ('', '2026-11-21')
    """
    shown = text.strip()[:200]
    if re.fullmatch(r"\d{4}-\d\d-\d\dT\S+", shown):
        return from_iso(shown)
    zone = _PASTED_ZONE.search(shown)
    bare = shown[: zone.start(1)] if zone else shown
    time = from_shown(bare)
    return in_utc(time, zone[1]) if zone and time else time


def _read_month_name(found: re.Match[str]) -> tuple[int, int, int]:
    """Return year, month, day of a date whose month is a word."""
    day, month, year = (found[1], found[2], found[3]) if found[1] else (found[5], found[4], found[6])
    return int(year), _MONTHS[month], int(day)


def offset_of(text: str) -> int | None:
    """Return the offset from UTC in minutes that a page says its times have; None if it does not.

    >>> offset_of("All times are UTC+01:00"), offset_of("All times are UTC - 5 hours [ DST ]")
    (60, -240)
    """
    text = text.replace("\u200e", "")
    found = _OFFSET.search(text)
    if found is not None:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        summer = 60 if _SUMMER.search(text, found.start()) else 0
        return (-minutes if found[1] in "-−" else minutes) + summer if minutes <= 14 * 60 else None
    return 0 if re.search(r"\b(utc|gmt)\b", text.lower()) else None


def parse_time(text: str, key: str) -> str:
    """Return a time that a game master typed, in UTC; raise InputError without a zone, or if it cannot be read.

    >>> parse_time("2026-11-21 20:00 Europe/Berlin", "--since"), parse_time("2026-11-21 20:00 +01:00", "--since")
    ('2026-11-21T19:00:00+00:00', '2026-11-21T19:00:00+00:00')
    """
    return from_epoch(parse_moment(text, key).seconds)


def last_second(moment: Moment) -> str:
    """Return the last second at which posts count, in UTC: 20:00 means up to 20:00:59."""
    return from_epoch(end_of(moment) - 1)


def parse_zone(text: str, key: str) -> str:
    """Return a zone that was typed, checked; raise InputError if there is no such zone."""
    if not is_zone(text):
        raise InputError(
            _("found {found!r}", found=text), key=key, allowed=_("a zone: Europe/Berlin, +01:00, UTC, CET")
        )
    return text


def is_zone(name: str) -> bool:
    """Tell whether there is a zone of this name."""
    return _zone(name) is not None


def _zone(word: str) -> tzinfo | None:
    if word.lower() in _ZONES:
        return timezone(timedelta(hours=_ZONES[word.lower()]))
    found = re.fullmatch(r"(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?", word, re.IGNORECASE)
    if found is not None:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes)) if minutes < 24 * 60 else None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(word) if "/" in word and not word.startswith("/") else None
    except (ValueError, OSError, KeyError):
        return None


def in_utc(time: str, zone: str) -> str:
    """Return the time of a post in UTC, a day with its offset; without an offset they are of `zone` (none given: UTC).

    No time and `?` stay as they are, and what may be two times stays two.
    """
    one, sign, other = split_either(time)
    if sign:
        return in_utc(one, zone) + sign + in_utc(other, zone)
    if time in {"", "?"} or time.endswith("+00:00"):
        return time
    if is_day(time):
        return time if len(time) > 10 else from_shown(time, zone if is_zone(zone) else 0)
    try:
        return _write_time(datetime.fromisoformat(time).replace(tzinfo=_zone(zone) or UTC))
    except OverflowError:  # the first or the last day that there is
        return time


def show_time(time: str, zone: str) -> str:
    """Return the time of a post for people, in a zone, as deadlines are shown; `?` is an unknown time.

    >>> show_time("2026-11-21T20:07:00+00:00", "Europe/Berlin"), show_time("2026-11-21T20:07:00", "CET")
    ('Sat 2026-11-21 21:07 Europe/Berlin (20:07 UTC)', 'Sat 2026-11-21 20:07 +01:00 (19:07 UTC)')
    """
    if time in {"", "?"}:
        return _("at an unknown time")
    one, sign, other = split_either(time)
    if sign:
        return _("{one} or {other}", one=show_time(one, zone), other=show_time(other, zone))
    try:
        if is_day(time):
            return show_day(time[:10])
        at = datetime.fromisoformat(in_utc(time, zone))
        seconds = (at.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
        return show_moment(check_moment(Moment(seconds, _zone_name(zone, at))))
    except InputError:  # long gone or far away: a forum's clock, or a joke
        return time


def _zone_name(word: str, at: datetime) -> str:
    """Return a zone as moments have it: its name, an offset for an abbreviation, UTC for nothing."""
    zone = _zone(word) or UTC
    if not isinstance(zone, timezone):
        return word
    offset = at.replace(tzinfo=zone).strftime("%z")
    return "UTC" if offset == "+0000" else f"{offset[:3]}:{offset[3:]}"


def _write_time(time: datetime) -> str:
    """Return a time as text that sorts: in UTC if it has an offset, to the second."""
    if time.tzinfo is not None:
        time = time.astimezone(UTC)
    return time.replace(microsecond=0).isoformat()
