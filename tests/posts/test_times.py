"""Times as forums show them and as game masters type them."""

from __future__ import annotations

import pytest

from gm_tools.core.problems import InputError
from gm_tools.core.times import parse_moment
from gm_tools.posts import days, times

NOON = "2026-11-21T12:00:00"


@pytest.mark.parametrize(
    "shown",
    [
        "Sat Nov 21, 2026 12:00 pm",
        "11-21-2026, 12:00 PM",
        "21.11.2026, 12:00",
        "21-11-2026, 12:00",
        "21/11/2026 12:00",
        "11/21/2026 12:00 PM",
        "2026-11-21, 12:00",
        "Nov 21, 2026 at 12:00 PM",
        "November 21st, 2026, 12:00 PM",
        "Sa 21. Nov 2026, 12:00",
        "Last edited by Bob on Sat Nov 21, 2026 12:00 pm, edited 2 times in total.",
        "Last edited by Bob; 11-21-2026 at 12:00 PM.",
        "11-21-2026,\xa0 12:00 PM",
        "sam. 21 nov. 2026 12h00",
        "2026/11/21 下午 12:00",
        "2026/11/21 오후 12:00",
        "21/11/2026, 12:00 μ.μ.",
        "21.11.2026 12:00 nachm.",
    ],
)
def test_times_as_forums_show_them(shown: str) -> None:
    assert days.settle(times.from_shown(shown), day_first=None) == NOON
    assert days.settle(times.from_shown(shown, 60), day_first=None) == "2026-11-21T11:00:00+00:00"


@pytest.mark.parametrize(
    ("shown", "clock"),
    [
        ("21/11/2026 em 08:15", "08:15"),
        ("às 08:15 em 21/11/2026", "08:15"),
        ("Harlem 8:15, 21 Nov 2026", "08:15"),
        ("2026-11-21 8:15 em", "20:15"),
        ("2026-11-21 8:15 fm", "08:15"),
    ],
)
def test_a_word_for_half_a_day_is_none_in_another_language_or_name(shown: str, clock: str) -> None:
    assert days.settle(times.from_shown(shown), day_first=None) == f"2026-11-21T{clock}:00"


@pytest.mark.parametrize("at", ["at", "à", "um", "a las", "alle", "alle ore", "kl.", "klockan", "às", ""])
def test_a_date_stands_before_what_says_at_in_any_language(at: str) -> None:
    assert times.date_before(f"Última edición por Nov 1, 2026; 21/11/2026 {at}") == f"21/11/2026 {at}".strip()


@pytest.mark.parametrize(
    "shown",
    ["Yesterday, 12:00 PM", "Today at 12:00", "32.13.2026", "", "12:00", "99999-99-99", "5 minutes ago"],
)
def test_a_text_without_a_day_is_not_a_time(shown: str) -> None:
    assert times.from_shown(shown) == ""


@pytest.mark.parametrize(
    ("foot", "minutes"),
    [
        ("All times are UTC + 1 hour [ DST ]", 120),
        ("Alle Zeiten sind UTC + 1 Stunde [ Sommerzeit ]", 120),
        ("Heures au format UTC - 5 heures [ Heure d’été ]", -240),
        ("Alle Zeiten sind UTC + 5:30 Stunden", 330),
        ("Alle Zeitangaben in WEZ +1. Es ist jetzt 21:47 Uhr.", 60),
        ("[ DST ] is what it says; all times are UTC+01:00", 60),
    ],
)
def test_the_foot_of_a_page_tells_its_zone_in_any_language(foot: str, minutes: int) -> None:
    assert times.offset_of(foot) == minutes


@pytest.mark.parametrize(
    ("typed", "time"),
    [
        ("2026-11-21 20:00 Europe/Berlin", "2026-11-21T19:00:00+00:00"),
        ("2026-07-21 20:00 Europe/Berlin", "2026-07-21T18:00:00+00:00"),
        ("2026-11-21T20:00+01:00", "2026-11-21T19:00:00+00:00"),
        ("2026-11-21 20:00 +0100", "2026-11-21T19:00:00+00:00"),
        ("2026-11-21 20:00 -5", "2026-11-22T01:00:00+00:00"),
        ("2026-11-21 20:00:59 UTC", "2026-11-21T20:00:59+00:00"),
        ("2026-11-21T20:00Z", "2026-11-21T20:00:00+00:00"),
    ],
)
def test_deadlines_as_they_are_typed(typed: str, time: str) -> None:
    assert times.parse_time(typed, "--deadline") == time


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "20:00",
        "2026-11-21 20:00",
        "2026-11-21 20:00 Mars/North",
        "2026-11-21 20:00 CET",
        "21.11.2026 20:00 UTC",
        "0001-01-01 00:00 +10:00",
        "2026-11-21 20:00 /etc/passwd",
    ],
)
def test_a_deadline_without_a_day_or_a_zone_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match=r"--deadline: (found|there is no zone)"):
        times.parse_time(typed, "--deadline")


def test_times_without_a_zone_are_those_of_the_zone_given() -> None:
    assert times.in_utc(NOON, "Europe/Berlin") == "2026-11-21T11:00:00+00:00"
    assert times.in_utc(NOON, parse_moment("2026-11-21 20:00 +02:00").zone) == "2026-11-21T10:00:00+00:00"
    assert times.in_utc("", "UTC") == ""
