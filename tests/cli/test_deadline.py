"""`gm deadline`, and where a deadline shows: status, reminders, posts, closing. What is secret in sheets stays so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gm_tools.render import FORMATS, render
from gm_tools.reports.status_post import status_post
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table, put_order
from gm_tools.table.resolve import resolve
from gm_tools.table.snapshot import snapshot
from tests.cli.conftest import Gm

AT = "2026-11-23 20:00 Europe/Berlin"
SHOWN = "Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC)"


def test_the_first_post_and_every_later_one_say_the_next_deadline(gm: Gm, table: Path) -> None:
    del table
    assert "deadline" not in gm("report", "crossing").out.lower()
    gm("deadline", "crossing", AT, "--every", "48h", "--grace", "6h", "--now", "2026-11-22 20:00 UTC")
    for markup in ("text", "bbcode", "markdown", "html"):
        assert f"Next deadline: {SHOWN}, for turn 1." in gm("report", "crossing", "--format", markup).out
    document = json.loads(gm("report", "crossing", "--json").out)
    assert document["deadline"] == {
        "turn": 1,
        "at": "2026-11-23T19:00:00+00:00",
        "zone": "Europe/Berlin",
        "shown": SHOWN,
        "paused": False,
    }
    now = ("--now", "2026-11-24 09:00 UTC")
    preview = gm("resolve", "crossing", "--close", "--preview", *now)
    post = gm("resolve", "crossing", "--close", *now)
    assert post.err == "gm: next: paste into the thread what this prints: gm report crossing --forum FORUM\n"
    assert "Next deadline: Thu 2026-11-26 10:00 Europe/Berlin (09:00 UTC), for turn 2." in post.out
    looked = "\nThe game master previewed this turn once before it was resolved; no order changed after that"
    assert preview.out.partition("\n\n")[2] == post.out.partition("\n\n")[2].replace(looked, "")
    assert gm("report", "crossing").out == post.out
    assert "deadline" not in gm("report", "crossing", "--turn", "0").out.lower()


@pytest.mark.parametrize(
    ("now", "warning"),
    [
        ("2026-11-23 18:00 UTC", f"Deadline: {SHOWN}, in 1h."),
        ("2026-11-23 21:00 UTC", f"Deadline: {SHOWN}, passed; orders still count until"),
        ("2026-11-24 01:01 UTC", ""),
    ],
)
def test_closing_before_the_deadline_and_the_grace_are_over_is_warned_of(
    gm: Gm, table: Path, now: str, warning: str
) -> None:
    gm("deadline", "crossing", AT, "--grace", "6h", "--now", "2026-11-22 20:00 UTC")
    for seat in "AB":
        put_order(table, seat, "r1")
    ran = gm("resolve", "crossing", "--close", "--preview", "--now", now)
    assert ran.status == 0
    assert ran.err.startswith(f"gm: warning: this would close turn 1 before its deadline. {warning}" if warning else "")
    assert "undo" not in ran.err
    assert ("warning" in ran.err) is bool(warning)
    assert "Carol Öz (C): no order; closed by the game master, policy 'drift'; 1 turn missed so far" in ran.out
    put_order(table, "C", "r1")
    seen = "gm: turn 1 was previewed: its post will say so\n"
    assert gm("resolve", "crossing", "--close", "--preview", "--now", now).err == seen


def test_status_shows_time_left_and_reminders_to_paste(gm: Gm, table: Path) -> None:
    gm("deadline", "crossing", AT, "--grace", "6h", "--now", "2026-11-22 20:00 UTC")
    put_order(table, "A", "r1")
    put_order(table, "B", "r9")
    now = ("--now", "2026-11-23 20:00 UTC")
    shown = gm("status", "crossing", *now).out
    assert f"Deadline: {SHOWN}, passed; orders still count until Tue 2026-11-24 02:00" in shown
    assert shown.endswith("\n\nNext: save the thread, then: gm collect crossing FILE\n")
    assert (
        "To paste\n--------\n"
        f"@Carol Öz: your order for turn 1 is missing; deadline {SHOWN}.\n"
        "\nTo send privately\n-----------------\n"
        f"@Bob: your order for turn 1 cannot be carried out as posted; deadline {SHOWN}."
        " 9 tiles, 3 allowed [F2.4]; write: r3.\n"
    ) in shown
    document = json.loads(gm("status", "crossing", "--json", *now).out)
    assert document["deadline"]["state"] == "grace"
    assert (document["deadline"]["grace"], document["deadline"]["every"]) == ("6h", "")
    assert [len(document["reminders"]), len(document["private_reminders"])] == [1, 1]
    for viewer in ("public", "A"):
        public = gm("status", "crossing", "--for", viewer, *now).out
        assert f"Next deadline: {SHOWN}, for turn 1." in public
        assert "To paste" not in public
        assert "To send privately" not in public
        document = json.loads(gm("status", "crossing", "--for", viewer, "--json", *now).out)
        assert document["deadline"]["state"] == "over"  # nothing tells of the grace
        assert not {"grace", "every"} & set(document["deadline"])
        assert not {"reminders", "private_reminders"} & set(document)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2026-11-23 20:00"], "WHEN: found '2026-11-23 20:00', which has no zone"),
        ([AT, "--extend", "1d"], "one of WHEN, --extend, --pause and --resume at a time"),
        (["--pause", "--resume"], "one of WHEN, --extend, --pause and --resume at a time"),
        (["--clear", "--every", "2d"], "--clear cannot be used with any other option"),
        (["--every", "2"], "--every: found '2' (allowed: a length of time: 48h, 2d, 1d12h, 90m)"),
        ([AT, "--now", "noon"], "--now: found 'noon' (allowed: a time with its zone"),
    ],
)
def test_wrong_use_is_refused_and_changes_nothing(gm: Gm, table: Path, words: list[str], said: str) -> None:
    ran = gm("deadline", "crossing", *words)
    assert ran.status == 2
    assert ran.err.startswith(f"gm: {said}")
    assert not (table / "deadline.toml").exists()


def test_the_clock_is_read_by_the_command_line_if_no_time_is_given(
    gm: Gm, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del table
    monkeypatch.setattr("gm_tools.core.clock.time", lambda: 1_795_460_400 - 90 * 60 + 0.5)
    assert gm("deadline", "crossing", AT).err == ""
    assert gm("deadline", "crossing").out == f"Deadline: {SHOWN}, in 1h 30m.\n"
    assert f"Deadline: {SHOWN}, in 1h 30m." in gm("status", "crossing").out
    monkeypatch.setattr("gm_tools.core.clock.time", lambda: 1_795_460_400 + 90)
    ran = gm("deadline", "crossing", AT)
    assert ran.err == "gm: warning: that time has already passed\n"
    assert ran.out == f"Deadline: {SHOWN}, passed.\n"


SECRETS = ("r9@1 else r2 else r3@1; turn 3: r0@77", "r8@1 else r2 else c@1; turn 3: r1@78")


@pytest.mark.parametrize("viewer", ["public", "B", "C"])
def test_unused_alternatives_and_orders_ahead_are_nobody_elses(
    gm: Gm, table: Path, tmp_path: Path, viewer: str
) -> None:
    """The same game with other unused parts shows the same to everybody else, in every format."""
    from tests.table.crossing import begin

    del gm
    shown = []
    for path, sheet in zip((table, begin(tmp_path / "again" / "crossing").path), SECRETS, strict=True):
        put_order(path, "A", sheet, "post 7")
        for seat in "BC":
            put_order(path, seat, "r1", "post 8")
        opened = open_table(path)
        before = [status_post(opened, viewer), turn_post(opened, 0, viewer)]
        resolve(path)
        opened = open_table(path)
        after = [status_post(opened, viewer), turn_post(opened, 1, viewer)]
        shown.append([render(report, markup) for report in before + after for markup in FORMATS])
        shown[-1].append(snapshot(opened, viewer))
        own = render(turn_post(opened, 1, "A"), "text")
        assert f"Alice (A): alternative 2 of the order was used: r2 (posted: {sheet.partition(';')[0]})" in own
    assert shown[0] == shown[1]
    assert (
        "Alice (A): alternative 2 of the order was used\n"
        in shown[0][2 * len(FORMATS) + len(FORMATS) + FORMATS.index("text")]
    )
    together = re.sub("'sha256-[^']*'", "", "\n".join(shown[0]))  # the digest of a page's style holds any two signs
    assert not any(part in together for part in ("r9", "r3@1", "r0@77", "else"))
