"""How deadlines come round: times of day that do not drift, weekdays, holidays, more time for all, shorter waits for some."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.core.schedule import format_schedule, is_holiday, next_time, parse_holiday, parse_schedule
from gm_tools.core.times import format_moment, parse_moment
from tests.cli.conftest import Gm, gm

__all__ = ["gm"]
BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("48h", "48h"),
        ("every 48h at 20:00", "48h at 20:00"),
        ("2d um 20:00 Uhr", "2d at 20:00"),
        ("Tue and Fri 20:00 Europe/Berlin", "Tue, Fri 20:00 Europe/Berlin"),
        ("Fr, Di um 9:30", "Tue, Fri 09:30"),
        ("every Monday at 20:00 UTC", "Mon 20:00 UTC"),
        ("daily 20:00 +1", "daily 20:00 +01:00"),
    ],
)
def test_a_schedule_is_read_as_people_write_it(text: str, shown: str) -> None:
    schedule = parse_schedule(text)
    assert format_schedule(schedule) == shown
    assert parse_schedule(shown) == schedule


@pytest.mark.parametrize(
    "text", ["", "often", "Tuesday", "25:00", "Tue 24:00", "Noday 20:00", "Tue 20:00 Mars/Base", "48h at"]
)
def test_text_that_is_not_a_schedule_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_schedule(text, "--every")
    assert error.value.key == "--every"
    assert error.value.allowed


def following(text: str, now: str, *holidays: str, after: str = "") -> str:
    moment = parse_moment(now)
    last = parse_moment(after).seconds if after else 0
    return format_moment(next_time(parse_schedule(text), moment.seconds, BERLIN, holidays, last))


@pytest.mark.parametrize(
    ("text", "now", "due"),
    [
        ("48h", "2026-11-23 20:07 Europe/Berlin", "2026-11-25 20:07 Europe/Berlin"),
        ("48h at 20:00", "2026-11-23 23:00 Europe/Berlin", "2026-11-25 20:00 Europe/Berlin"),
        ("48h at 20:00", "2026-11-24 06:00 Europe/Berlin", "2026-11-25 20:00 Europe/Berlin"),
        ("48h at 20:00", "2026-11-24 10:00 Europe/Berlin", "2026-11-26 20:00 Europe/Berlin"),
        ("48h at 20:00", "2026-10-24 20:30 Europe/Berlin", "2026-10-26 20:00 Europe/Berlin"),  # clocks go back
        ("48h at 20:00", "2026-03-28 20:30 Europe/Berlin", "2026-03-30 20:00 Europe/Berlin"),  # and on
        ("Tue and Fri 20:00", "2026-11-24 20:30 Europe/Berlin", "2026-11-27 20:00 Europe/Berlin"),
        # Eight hours are too few
        ("Tue and Fri 20:00", "2026-11-27 12:00 Europe/Berlin", "2026-12-01 20:00 Europe/Berlin"),
        ("Tue and Fri 20:00", "2026-11-27 07:00 Europe/Berlin", "2026-11-27 20:00 Europe/Berlin"),
        ("Sun 20:00 UTC", "2026-11-24 20:30 Europe/Berlin", "2026-11-29 20:00 UTC"),
        ("daily 20:00", "2026-11-24 20:30 Europe/Berlin", "2026-11-25 20:00 Europe/Berlin"),
    ],
)
def test_the_next_deadline_keeps_to_its_hour(text: str, now: str, due: str) -> None:
    assert following(text, now) == due


def test_a_turn_resolved_early_does_not_get_its_own_deadline_again() -> None:
    due = following("Fri 20:00", "2026-11-27 07:00 Europe/Berlin", after="2026-11-27 20:00 Europe/Berlin")
    assert due == "2026-12-04 20:00 Europe/Berlin"


def test_no_deadline_is_on_a_holiday() -> None:
    days = parse_holiday("2026-12-24..2026-12-27")
    assert following("48h at 20:00", "2026-12-22 20:30 Europe/Berlin", days) == "2026-12-28 20:00 Europe/Berlin"
    assert following("Fri 20:00", "2026-12-19 20:30 Europe/Berlin", days) == "2027-01-01 20:00 Europe/Berlin"
    assert following("48h", "2026-12-23 20:30 Europe/Berlin", days) == "2026-12-28 20:30 Europe/Berlin"
    with pytest.raises(InputError, match="every day is a holiday"):
        following("Fri 20:00", "2026-12-19 20:30 Europe/Berlin", "2026-01-01..2099-12-31")
    for text in ("24.12.", "2026-12-24..2026-12-01", "2026-02-30"):
        with pytest.raises(InputError):
            parse_holiday(text)


@given(
    st.integers(1_700_000_000, 1_900_000_000),
    st.sampled_from(("24h at 20:00", "48h at 07:30", "3d at 23:59", "Mon, Thu 20:00")),
)
def test_a_deadline_is_always_at_its_hour_and_leaves_time(now: int, text: str) -> None:
    schedule = parse_schedule(text)
    due = next_time(schedule, now, BERLIN)
    assert format_moment(due)[11:16] == text[-5:]
    assert due.seconds - now >= 11 * 3600
    assert not is_holiday(due, ("2020-01-01",))


NEW = (
    "new",
    "dust",
    "--game",
    "nascar",
    "--track",
    "dust-bowl",
    "--seat",
    "A:Alice",
    "--seat",
    "B:Bob",
    "--seat",
    "C:Cy",
)
EVENING = "2026-11-24 20:30 Europe/Berlin"


def test_a_table_with_weekdays_sets_its_first_deadline_and_the_next_ones(gm: Gm) -> None:
    gm(*NEW)
    ran = gm("deadline", "dust", "--every", "Tue and Fri 20:00 Europe/Berlin", "--early", "--now", EVENING)
    assert "Deadline: Fri 2026-11-27 20:00 Europe/Berlin" in ran.out
    assert (
        "Deadlines are on Tue and Fri at 20:00 Europe/Berlin; a turn is resolved as soon as all orders are in."
        in ran.out
    )
    for name in ("Alice", "Bob", "Cy"):
        gm("order", "dust", name, "(6M)")
    assert "Next: gm resolve dust" in gm("status", "dust", "--now", EVENING).out
    report = gm("resolve", "dust", "--now", "2026-11-26 09:00 Europe/Berlin").out
    assert "Next deadline: Tue 2026-12-01 20:00 Europe/Berlin" in report
    assert "The turn is resolved before the deadline if all orders are in." in report
    assert gm("deadline", "dust", "--every", "0").out.count("Deadlines are") == 0


def test_a_time_of_day_without_a_zone_is_asked_for(gm: Gm) -> None:
    gm(*NEW)
    ran = gm("deadline", "dust", "--every", "48h at 20:00")
    assert ran.status == 2
    assert "which zone is that in?" in ran.err


def test_all_get_more_time_once_when_more_than_half_are_missing(gm: Gm) -> None:
    gm(*NEW)
    gm("deadline", "dust", "2026-11-24 20:00 Europe/Berlin", "--half-missing", "24h", "--now", "2026-11-23 20:00 UTC")
    gm("order", "dust", "Alice", "(6M)")
    close = ("resolve", "dust", "--close", "--missing", "straight")
    assert "gm resolve dust --close" in gm("status", "dust", "--now", EVENING).out.splitlines()[-1]
    first = gm(*close, "--now", EVENING)
    assert first.status == 1
    assert "2 of 3 orders are missing: the deadline is extended for everybody, once." in first.err
    assert "Next deadline: Wed 2026-11-25 20:00 Europe/Berlin" in first.err
    assert "--close" not in gm("status", "dust", "--now", EVENING).out.splitlines()[-1]
    again = gm(*close, "--now", EVENING)
    assert again.status == 1
    assert "all have been given more time for turn 1. Deadline: Wed 2026-11-25 20:00 Europe/Berlin" in again.err
    assert gm(*close, "--now", "2026-11-25 20:30 Europe/Berlin").status == 0
    assert gm(*close, "--now", "2026-11-25 20:40 Europe/Berlin").status == 0  # no deadline any more: nothing to extend


def test_a_player_who_always_misses_is_waited_for_less(gm: Gm) -> None:
    gm(*NEW, "--option", "missing_orders=straight")
    gm("deadline", "dust", "2026-11-24 20:00 UTC", "--every", "48h", "--absent", "12h", "--now", "2026-11-22 20:00 UTC")
    for day in ("24", "26", "28"):
        for name in ("Alice", "Bob"):
            gm("order", "dust", name, "(6M)")
        assert gm("resolve", "dust", "--now", f"2026-11-{day} 20:30 UTC").status == 1  # Cy is waited for
        assert gm("resolve", "dust", "--close", "--now", f"2026-11-{day} 20:30 UTC").status == 0
    for name in ("Alice", "Bob"):
        gm("order", "dust", name, "(6M)")
    assert "gm collect dust" in gm("status", "dust", "--now", "2026-11-29 08:00 UTC").out.splitlines()[-1]
    assert gm("resolve", "dust", "--now", "2026-11-29 08:00 UTC").status == 1
    assert gm("status", "dust", "--now", "2026-11-29 08:40 UTC").out.rstrip().endswith("is over: gm resolve dust")
    ran = gm("resolve", "dust", "--now", "2026-11-29 08:40 UTC")
    assert ran.status == 0
    assert "Cy (C): no order; closed by the game master" in ran.out


def test_a_reason_for_taking_a_turn_back_is_in_its_post_and_in_the_history(gm: Gm) -> None:
    gm(*NEW)
    for name in ("Alice", "Bob", "Cy"):
        gm("order", "dust", name, "(6M)")
    gm("resolve", "dust")
    assert gm("undo", "dust", "--reason", "Bob's post was overlooked").status == 0
    assert "taken back: Bob's post was overlooked" in gm("history", "dust").out
    gm("resolve", "dust")
    assert "Reason: Bob's post was overlooked" in gm("report", "dust").out
    assert gm("verify", "dust").status == 0


def test_a_deadline_that_has_become_a_holiday_is_named(gm: Gm) -> None:
    gm(*NEW)
    assert gm("deadline", "dust", "--every", "Tue and Fri 20:00 UTC", "--now", "2026-11-21 12:00 UTC").err == ""
    ran = gm("deadline", "dust", "--holiday", "2026-11-24..2026-11-27", "--now", "2026-11-21 12:00 UTC")
    assert ran.status == 0
    assert "2026-11-24 20:00" in ran.err
    assert "gm deadline dust WHEN" in ran.err
    assert gm("deadline", "dust", "2026-11-29 20:00 UTC", "--now", "2026-11-21 12:00 UTC").err == ""
