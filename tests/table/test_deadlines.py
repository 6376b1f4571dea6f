"""The deadline of a table: kept in a different file, set anew by the timer, never read from a clock."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.deadline import Deadline, state
from gm_tools.core.record import format_record, parse_record
from gm_tools.core.schedule import Schedule
from gm_tools.core.times import Duration, Moment, parse_moment
from gm_tools.table import open_table, put_order, read_turn
from gm_tools.table.amend import amend
from gm_tools.table.deadline_file import DeadlineChange, change_deadline, read_deadline
from gm_tools.table.resolve import resolve
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests.table.crossing import change, contents, order_all, play, refusal
from tests.table.test_crash import run_until

AT = parse_moment("2026-11-23 20:00 Europe/Berlin")
NOW = parse_moment("2026-11-22 12:00 UTC")
MOMENTS = st.builds(
    Moment, st.integers(1_000_000_000, 4_000_000_000), st.sampled_from(("UTC", "Europe/Berlin", "-05:00"))
)
SPANS = st.builds(Duration, st.integers(0, 30), st.integers(1, 3000))
SCHEDULES = st.tuples(SPANS, st.integers(0, 1439)).map(lambda row: Schedule(*row)) | st.builds(
    lambda clock, days, zone: Schedule(None, clock, tuple(sorted(days)), zone),
    st.integers(0, 1439),
    st.sets(st.integers(0, 6), min_size=1),
    st.sampled_from(("", "UTC", "Europe/Berlin", "-05:00")),
)
DEADLINES = st.tuples(
    st.integers(1, 999),
    st.none() | MOMENTS,
    st.none() | SPANS,
    st.none() | SPANS,
    st.none() | MOMENTS,
    st.integers(0, 10**9),
    st.none() | SCHEDULES,
    st.just(()) | st.just(("2026-12-24..2026-12-27", "2027-01-01")),
    st.booleans(),
    st.none() | SPANS,
    st.integers(0, 9),
    st.none() | SPANS,
    st.none() | MOMENTS,
).map(Deadline._make)


@given(DEADLINES)
def test_a_deadline_comes_back_from_its_file(deadline: Deadline) -> None:
    assert parse_record(Deadline, format_record(deadline)) == deadline


def test_a_table_has_no_deadline_until_one_is_set(folder: Path) -> None:
    assert read_deadline(folder) is None
    assert "deadline.toml" not in contents(folder)
    table, deadline = change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(0, 2880))}), NOW)
    assert table.turn == 0
    assert deadline == read_deadline(folder) == Deadline(1, AT, Duration(0, 2880))
    assert contents(folder)["deadline.toml"].decode() == (
        "# When the orders of the turn must be in; every: the next deadline, so long after a turn is resolved.\n"
        'format = 1\nturn = 1\nat = "2026-11-23 20:00 Europe/Berlin"\nevery = "48h"\n'
    )


def test_a_deadline_is_extended_paused_resumed_and_removed(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT), NOW)
    assert change_deadline(folder, DeadlineChange(extend=Duration(1)), NOW)[1] == Deadline(
        1, AT._replace(seconds=AT.seconds + 86400)
    )
    change_deadline(folder, DeadlineChange(pause=True), NOW)
    still = read_deadline(folder)
    assert still is not None
    assert still.paused == NOW._replace(zone="Europe/Berlin")
    later = NOW._replace(seconds=NOW.seconds + 3600)
    going = change_deadline(folder, DeadlineChange(resume=True), later)[1]
    assert going == Deadline(1, AT._replace(seconds=AT.seconds + 90_000))
    assert change_deadline(folder, DeadlineChange(rules={"grace": Duration(0, 60)}), NOW)[1] == going._replace(
        grace=Duration(0, 60)
    )
    assert change_deadline(folder, DeadlineChange(rules={"grace": None}), NOW)[1] == going
    assert change_deadline(folder, DeadlineChange(clear=True), NOW)[1] is None
    assert "deadline.toml" not in contents(folder)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (DeadlineChange(extend=Duration(1)), "there is no deadline for turn 1"),
        (DeadlineChange(pause=True), "there is no deadline for turn 1"),
        (DeadlineChange(resume=True), "there is no deadline for turn 1"),
        (DeadlineChange(clear=True), "there is no deadline to remove"),
    ],
)
def test_changing_a_missing_deadline_is_refused(folder: Path, wanted: DeadlineChange, said: str) -> None:
    before = contents(folder)
    error = refusal(lambda: change_deadline(folder, wanted, NOW))
    assert (error.status, error.message) == (1, said)
    assert contents(folder) == before


def test_a_deadline_of_an_earlier_turn_does_not_count(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT), NOW)
    play(folder, 1)
    left = read_deadline(folder)
    assert state(left, open_table(folder).turn + 1, NOW.seconds) == "none"
    assert refusal(lambda: change_deadline(folder, DeadlineChange(extend=Duration(1)), NOW)).message == (
        "there is no deadline for turn 2"
    )
    change_deadline(folder, DeadlineChange(at=AT), NOW)
    assert read_deadline(folder) == Deadline(2, AT)


def test_the_timer_sets_the_next_deadline_when_a_turn_is_resolved(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    order_all(folder)
    before = contents(folder)
    preview = resolve(folder, preview=True, now=AT.seconds)
    assert contents(folder) == before
    resolved = resolve(folder, now=AT.seconds)
    assert resolved == preview
    assert resolved.due == Deadline(1, AT, Duration(2))
    assert (
        resolved.deadline
        == read_deadline(folder)
        == Deadline(2, AT._replace(seconds=AT.seconds + 172_800), Duration(2))
    )
    again = resolve(folder, turn=1, now=AT.seconds + 10_000)
    assert again.again
    assert read_deadline(folder) == resolved.deadline


def test_without_a_time_from_the_command_the_timer_does_nothing(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    order_all(folder)
    assert resolve(folder).deadline == read_deadline(folder) == Deadline(1, AT, Duration(2))


def test_the_engine_reads_no_clock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    def ask() -> float:
        caller = sys._getframe(1)
        pytest.fail(f"{caller.f_code.co_filename} asked for the time")

    monkeypatch.setattr(time, "time", ask)
    change_deadline(
        folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2)), "grace": Duration(0, 60)}), NOW
    )
    play(folder, 2)
    order_all(folder)
    resolve(folder, now=NOW.seconds)
    undo(folder)
    assert verify(folder) == ()


def test_the_time_of_resolving_is_in_no_turn_file(folder: Path, tmp_path: Path) -> None:
    """The same seed and orders give the same turn files, whenever they are resolved."""
    from tests.table.crossing import begin

    other = begin(tmp_path / "other").path
    for path, seconds in ((folder, NOW.seconds), (other, AT.seconds)):
        change_deadline(path, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
        order_all(path)
        resolve(path, now=seconds)
    assert contents(folder)["turn-001.toml"] == contents(other)["turn-001.toml"]
    assert contents(folder)["deadline.toml"] != contents(other)["deadline.toml"]


def test_no_deadline_after_the_game(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    amend(folder, {"boats.A.at": 59}, "the current")
    order_all(folder)
    assert resolve(folder, now=NOW.seconds).deadline == Deadline(1, AT, Duration(2))
    error = refusal(lambda: change_deadline(folder, DeadlineChange(at=AT), NOW))
    assert (error.status, error.message) == (1, "the game is over: no deadlines any more")
    assert change_deadline(folder, DeadlineChange(clear=True), NOW)[1] is None


def test_a_crash_leaves_the_deadline_before_the_turn_or_the_one_after_it(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    order_all(folder)
    files = contents(folder)

    def act() -> object:
        return resolve(folder, now=AT.seconds)

    def restore() -> None:
        for file in folder.iterdir():
            file.unlink()
        for name, data in files.items():
            (folder / name).write_bytes(data)

    steps = run_until(None, act)
    found = set()
    for last in range(len(steps)):
        restore()
        run_until(last, act)
        table, deadline = open_table(folder), read_deadline(folder)
        assert deadline is not None
        found.add((table.turn, deadline.turn))
        assert state(deadline, table.turn + 1, AT.seconds) == "open"
        assert verify(folder) == ()
    assert found == {(0, 1), (1, 2)}


def test_a_time_in_tomls_form_is_read(folder: Path) -> None:
    (folder / "deadline.toml").write_text("format = 1\nturn = 1\nat = 2026-11-23T20:00:00+01:00\n")
    assert read_deadline(folder) == Deadline(1, Moment(AT.seconds, "+01:00"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'at = "2026-11-23 20:00 Europe/Berlin"',
            'at = "2026-11-23 20:00"',
            "at: found '2026-11-23 20:00', which has no",
        ),
        ('at = "2026-11-23 20:00 Europe/Berlin"', "at = 2026-11-23", "at: found datetime.date(2026, 11, 23)"),
        ('at = "2026-11-23 20:00 Europe/Berlin"', "at = 2026-11-23T20:00:00", "which has no zone"),
        ('at = "2026-11-23 20:00 Europe/Berlin"', "at = 20", "at: found 20 (allowed: a time in quotes"),
        ("turn = 1", "turn = 0", "turn: found 0 (allowed: 1 or more)"),
        ("turn = 1\n", "", "turn: is missing (allowed: a whole number)"),
        ('every = "48h"', "every = 48", "every: found 48 (allowed: text)"),
        ('every = "48h"', 'every = "48"', "every: found '48' (allowed: a length of time: 48h, 2d, 1d12h, 90m)"),
        ('every = "48h"', 'evry = "48h"', "evry: unknown key; did you mean every?"),
        ("format = 1", "format = 2", "format: found 2 (allowed: 1)"),
        ("format = 1", "format = ", "deadline.toml:2:"),
    ],
)
def test_a_file_edited_wrongly_says_where_and_stops_only_what_needs_it(
    folder: Path, old: str, new: str, said: str
) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(0, 2880))}), NOW)
    change(folder / "deadline.toml", old, new)
    order_all(folder)
    before = contents(folder)
    for call in (
        lambda: read_deadline(folder),
        lambda: resolve(folder),
        lambda: change_deadline(folder, DeadlineChange(extend=Duration(1)), NOW),
    ):
        text = str(refusal(call))
        assert text.startswith(str(folder / "deadline.toml"))
        assert said in text
    assert contents(folder) == before
    put_order(folder, "A", "r1")


def test_missed_turns_are_counted_and_undone(folder: Path) -> None:
    play(folder, 1)
    put_order(folder, "A", "r1")
    assert dict(resolve(folder, close=True).table.missed) == {"B": 1, "C": 1}
    amend(folder, {"boats.A.at": 3}, "a slip")
    put_order(folder, "B", "r1")
    resolve(folder, close=True)
    assert dict(open_table(folder).missed) == {"A": 1, "B": 1, "C": 2}
    assert dict(read_turn(open_table(folder), 2).record.missed) == {"B": 1, "C": 1}
    assert verify(folder) == ()
    play(folder, 1)
    assert dict(open_table(folder).missed) == {"A": 1, "B": 1, "C": 2}
    undo(folder)
    undo(folder)
    assert dict(open_table(folder).missed) == {"B": 1, "C": 1}
    change(folder / "turn-002.toml", "C = 1", "C = 4")
    assert "missed.C: the file says 4, recomputed 1" in [finding.message for finding in verify(folder)]


def test_a_turn_taken_back_brings_its_deadline_its_zone_and_the_timer_back(folder: Path) -> None:
    change_deadline(
        folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2)), "grace": Duration(0, 60)}), NOW
    )
    before = (folder / "deadline.toml").read_bytes()
    order_all(folder)
    posted = resolve(folder, now=NOW.seconds).deadline
    assert posted is not None
    change_deadline(folder, DeadlineChange(rules={"every": Schedule(Duration(5)), "grace": None}), NOW)
    undone = undo(folder)
    assert (folder / "deadline.toml").read_bytes() == before
    assert undone.deadline == read_deadline(folder) == Deadline(1, AT, Duration(2), Duration(0, 60))


def test_a_deadline_that_players_have_read_does_not_drift(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    first = []
    for _ in range(3):
        order_all(folder)
        first.append(resolve(folder, now=NOW.seconds).deadline)
    change_deadline(folder, DeadlineChange(extend=Duration(1)), NOW)
    extended = read_deadline(folder)
    for _ in range(3):
        undo(folder)
    assert read_deadline(folder) == Deadline(1, AT, Duration(2))
    later = NOW.seconds + 5000
    assert [resolve(folder, now=later).deadline for _ in range(3)] == [*first[:2], extended]


def test_a_turn_resolved_again_after_its_deadline_is_due_by_the_timer(folder: Path) -> None:
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    order_all(folder)
    resolve(folder, now=NOW.seconds)
    undo(folder)
    again = resolve(folder, now=AT.seconds + 10 * 86400).deadline
    assert again is not None
    assert again.at is not None
    assert (again.turn, again.at.seconds) == (2, AT.seconds + 12 * 86400)


def test_a_deadline_set_by_hand_for_the_turn_after_holds_too(folder: Path) -> None:
    order_all(folder)
    resolve(folder, now=NOW.seconds)
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    undo(folder)
    resolved = resolve(folder, now=NOW.seconds + 600)
    assert resolved.deadline == read_deadline(folder) == Deadline(2, AT, Duration(2))


def test_a_turn_is_not_closed_early_by_a_command_given_twice(folder: Path) -> None:
    """Nobody can have ordered for the turn after: whoever means that one, says its number."""
    change_deadline(folder, DeadlineChange(at=AT, rules={"every": Schedule(Duration(2))}), NOW)
    put_order(folder, "A", "r1")
    late = AT.seconds + 60
    assert resolve(folder, close=True, now=late).turn.record.turn == 1
    error = refusal(lambda: resolve(folder, close=True, now=late))
    assert error.status == 1
    assert "nobody has ordered for turn 2 yet. Deadline: Wed 2026-11-25" in str(error)
    assert error.allowed.startswith("--turn 2 ")
    assert open_table(folder).turn == 1
    assert resolve(folder, close=True, preview=True, now=late).turn.record.turn == 2
    due = read_deadline(folder)
    assert due is not None
    assert due.at is not None
    assert resolve(folder, close=True, now=due.at.seconds + 60).turn.record.turn == 2
    assert resolve(folder, close=True, turn=3, now=late).turn.record.turn == 3
    assert resolve(folder, close=True).turn.record.turn == 4  # who has no clock asks for no deadline
