"""The deadline of a turn: the last minute counts, a pause takes nothing away, the timer begins when a turn is resolved."""

from __future__ import annotations

import pytest

from gm_tools.core.deadline import (
    Deadline,
    next_deadline,
    pause,
    post_line,
    public_data,
    reminder,
    resume,
    state,
    state_line,
)
from gm_tools.core.deadline_rules import settings_line
from gm_tools.core.problems import InputError
from gm_tools.core.times import Duration, Moment, format_moment, parse_moment

AT = parse_moment("2026-11-23 20:00 Europe/Berlin")
SET = Deadline(7, AT, Duration(0, 2880), Duration(0, 360))


def moment(text: str) -> Moment:
    return parse_moment(f"2026-11-{text} Europe/Berlin")


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        ("22 20:00", "open"),
        ("23 20:00", "open"),
        ("23 20:00:59", "open"),
        ("23 20:01", "grace"),
        ("24 02:00:59", "grace"),
        ("24 02:01", "over"),
    ],
)
def test_the_last_minute_counts_and_so_does_that_of_the_grace(now: str, wanted: str) -> None:
    assert state(SET, 7, moment(now).seconds) == wanted
    without = "over" if wanted == "grace" else wanted
    assert state(SET._replace(grace=None), 7, moment(now).seconds) == without


def test_a_deadline_is_for_one_turn() -> None:
    assert state(SET, 8, AT.seconds) == state(None, 7, 0) == state(Deadline(7), 7, 0) == "none"


def test_a_pause_takes_nothing_away() -> None:
    still = pause(SET, moment("23 12:00"))
    assert state(still, 7, moment("29 12:00").seconds) == "paused"
    going = resume(still, moment("25 12:30"))
    assert going == SET._replace(at=moment("25 20:30"))
    with pytest.raises(InputError, match="the deadline is already paused, since Mon 2026-11-23 12:00 Europe/Berlin"):
        pause(still, AT)
    with pytest.raises(InputError, match="the deadline is not paused"):
        resume(SET, AT)
    with pytest.raises(InputError, match="--now: the deadline is paused since"):
        resume(still, moment("23 11:59"))


def test_the_timer_counts_from_the_turn_resolved_to_the_full_minute() -> None:
    after = next_deadline(SET, 8, moment("23 21:00:01").seconds)
    assert after == SET._replace(turn=8, at=moment("25 21:01"))
    assert next_deadline(SET._replace(every=None), 8, 0) == SET._replace(every=None)
    first = next_deadline(Deadline(7, None, Duration(1, 0)), 8, moment("23 21:00").seconds).at
    assert first is not None
    assert format_moment(first) == "2026-11-24 20:00 UTC"


def test_the_timer_of_a_table_whose_time_stands_still_does_not_run() -> None:
    still = next_deadline(pause(SET, moment("23 12:00")), 8, moment("24 12:00").seconds)
    assert state(still, 8, moment("30 12:00").seconds) == "paused"
    assert resume(still, moment("30 12:00")).at == later_by_two_days(moment("30 12:00"))


def later_by_two_days(since: Moment) -> Moment:
    return since._replace(seconds=since.seconds + 48 * 3600)


def test_the_public_deadline_does_not_mention_the_grace() -> None:
    assert post_line(SET) == "Next deadline: Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC), for turn 7."
    still = pause(SET, moment("23 12:00"))
    assert post_line(still) == (
        "Next deadline: paused; for turn 7 it was Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC)."
    )
    assert post_line(Deadline(7)) == "Next deadline: none is set for turn 7."
    assert public_data(SET) == public_data(SET._replace(grace=None, every=None))
    assert public_data(SET)["at"] == "2026-11-23T19:00:00+00:00"


def test_the_state_of_a_deadline_is_told_in_a_line() -> None:
    head = "Deadline: Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC)"
    assert state_line(SET, 7, moment("23 17:30").seconds) == f"{head}, in 2h 30m."
    assert state_line(SET, 7, moment("23 21:00").seconds) == (
        f"{head}, passed; orders still count until Tue 2026-11-24 02:00 Europe/Berlin (01:00 UTC)."
    )
    assert state_line(SET, 7, moment("24 21:00").seconds) == f"{head}, passed."
    assert state_line(SET, 8, 0) == state_line(Deadline(8), 8, 0) == "Deadline: none is set for turn 8."
    still = state_line(pause(SET, moment("23 12:00")), 7, 0)
    assert still.endswith("paused since Mon 2026-11-23 12:00 Europe/Berlin (11:00 UTC), with 8h left.")
    assert state_line(pause(SET, moment("23 22:00")), 7, 0).endswith(", after it had passed.")
    assert settings_line(SET) == (
        "The next deadline is 48h after a turn is resolved; orders count for 6h after a deadline."
    )
    assert settings_line(Deadline(7)) == ""


def test_a_reminder_names_player_turn_seats_and_deadline() -> None:
    shown = "Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC)"
    assert reminder("Carol", ["C"], 7, SET) == f"@Carol: your order for turn 7 is missing; deadline {shown}."
    assert reminder("Carol", ["C", "D"], 7, None) == "@Carol: your orders for C, D in turn 7 are missing."
    assert reminder("Carol", ["C"], 8, SET) == "@Carol: your order for turn 8 is missing."
    still = pause(SET, moment("23 12:00"))
    assert reminder("Carol", ["C"], 7, still) == "@Carol: your order for turn 7 is missing; paused."
    assert reminder("Carol", ["C"], 7, None, faulty=True) == (
        "@Carol: your order for turn 7 cannot be carried out as posted."
    )
