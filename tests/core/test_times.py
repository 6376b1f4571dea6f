"""Times and lengths of time: parse(format(x)) is x, also in the hours that come twice; what is no time says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.core.times import (
    Duration,
    Moment,
    add_span,
    format_duration,
    format_moment,
    format_seconds,
    iso,
    parse_duration,
    parse_moment,
    show_moment,
)

ZONES = st.sampled_from(
    ("UTC", "+01:00", "-09:30", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
)
# Whole minutes and not, around the changes of the clocks too.
MOMENTS = st.builds(Moment, st.integers(1_000_000_000, 4_000_000_000), ZONES) | st.builds(
    lambda minutes, zone: Moment(1_792_880_000 + 60 * minutes, zone), st.integers(0, 300), ZONES
)


@given(MOMENTS)
def test_a_time_prints_and_reads_back(moment: Moment) -> None:
    assert parse_moment(format_moment(moment)) == moment
    assert parse_moment(iso(moment)).seconds == moment.seconds
    assert format_moment(moment) in show_moment(moment)


@given(st.builds(Duration, st.integers(0, 3000), st.integers(0, 100_000)).filter(any))
def test_a_length_of_time_prints_and_reads_back(span: Duration) -> None:
    assert parse_duration(format_duration(span)) == span


@given(MOMENTS, st.integers(1, 100_000))
def test_adding_hours_and_minutes_adds_exactly_that_time(moment: Moment, minutes: int) -> None:
    assert add_span(moment, Duration(0, minutes)) == moment._replace(seconds=moment.seconds + 60 * minutes)


def test_a_day_ends_at_the_same_time_of_day_when_the_clocks_change() -> None:
    evening = parse_moment("2026-10-24 20:00 Europe/Berlin")
    assert format_moment(add_span(evening, parse_duration("2d"))) == "2026-10-26 20:00 Europe/Berlin"
    assert format_moment(add_span(evening, parse_duration("48h"))) == "2026-10-26 19:00 Europe/Berlin"
    night = parse_moment("2026-03-28 02:30 Europe/Berlin")
    assert format_moment(add_span(night, parse_duration("1d"))) == "2026-03-29 03:30 Europe/Berlin"


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-23T20:00+01:00",
        "2026-11-23 20:00 +1",
        "2026-11-23 20:00:00 Europe/Berlin",
        "2026-11-23 20:00 europe/berlin",
        " 2026-11-23 19:00Z ",
        "2026-11-23 19:00 utc",
        "2026-11-23 20:00 +01:00 Europe/Berlin",
        "2026-11-23T14:00-0500",
    ],
)
def test_one_time_written_in_many_ways(text: str) -> None:
    assert iso(parse_moment(text)) == "2026-11-23T19:00:00+00:00"


def test_how_a_time_is_shown() -> None:
    assert (
        show_moment(parse_moment("2026-11-23 20:00 Europe/Berlin")) == "Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC)"
    )
    assert show_moment(parse_moment("2026-11-23 22:00 -05:00")) == "Mon 2026-11-23 22:00 -05:00 (2026-11-24 03:00 UTC)"
    assert show_moment(parse_moment("2026-11-23 20:00 UTC")) == "Mon 2026-11-23 20:00 UTC"
    assert [format_seconds(seconds) for seconds in (5, 61, 3600, 90_061)] == ["1m", "1m", "1h", "1d 1h 1m"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2026-11-23 20:00", "found '2026-11-23 20:00', which has no zone (allowed: a time with its zone: "),
        ("tomorrow", "found 'tomorrow' (allowed: a time with its zone: 2026-11-23 20:00 Europe/Berlin, "),
        ("2026-11-31 20:00 UTC", "there is no such day or time"),
        ("2026-11-23 24:30 UTC", "there is no such day or time"),
        ("2026-11-23 20:00 CET", "there is no zone 'CET'"),
        ("2026-11-23 20:00 Europe/Berlim", "there is no zone 'Europe/Berlim'; did you mean Europe/Berlin?"),
        ("2026-11-23 20:00 ../../etc/passwd", "found '2026-11-23 20:00 ../../etc/passwd' (allowed: a time"),
        ("2026-11-23 20:00 a/../../etc/passwd", "there is no zone 'a/../../etc/passwd'"),
        ("2026-11-23 20:00 +25:00", "found the offset '+25:00' (allowed: -14:00 to +14:00)"),
        ("2026-03-29 02:30 Europe/Berlin", "clocks in Europe/Berlin skip that time"),
        (
            "2026-10-25 02:30 Europe/Berlin",
            "(allowed: 2026-10-25 02:30 +02:00 Europe/Berlin or 2026-10-25 02:30 +01:00",
        ),
        ("2026-11-23 20:00 +02:00 Europe/Berlin", "the offset of Europe/Berlin at that time is +01:00"),
        ("9999-12-31 23:59 -05:00", "found the year 9999 (allowed: 2000 to 8999)"),
        ("2026-11-23 20:00 UTC" * 99, "(allowed: a time with its zone"),
        ("٢٠٢٦-11-23 20:00 UTC", "(allowed: a time with its zone"),
    ],
)
def test_an_unreadable_time_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_moment(text, "WHEN")
    assert str(caught.value).startswith("WHEN: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "0h", "h", "48", "-3h", "2h1d", "1.5h", "9999w", "5000d", "٣h"])
def test_an_unreadable_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_duration(text, "--every")
    assert str(caught.value).startswith("--every: found ")
    assert "48h, 2d, 1d12h, 90m" in caught.value.allowed


def test_a_time_beyond_the_last_year_is_refused() -> None:
    last = parse_moment("8999-12-31 23:00 UTC")
    with pytest.raises(InputError):
        add_span(last, Duration(3000, 0))
