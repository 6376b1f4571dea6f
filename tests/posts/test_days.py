"""Forums that show a post's day without a clock: the day alone tells what it can, and nothing more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.posts import days, times
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.day_order import settle_page
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import SourceFile
from gm_tools.posts.formats.pasted import read
from gm_tools.posts.proof import compare_posts
from gm_tools.posts.thread import Post, Thread
from gm_tools.posts.window import Bounds
from gm_tools.render.forum_posts import posts as forum_posts
from gm_tools.reports.collected_orders import replies_of, show_report
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import ChanceSource, open_table
from gm_tools.table.resolve import resolve
from tests.begin import begin_table
from tests.cli.conftest import Gm
from tests.posts.collecting import hand, row, run
from tests.posts.forge import ALL_KINDS, encode_page
from tests.posts.forge_base import pages
from tests.posts.test_page_clock import mybb, times_on
from tests.posts.threads import post, thread

DUE = "2026-11-05T20:00:59+00:00"
IN_UTC = Bounds(deadline=DUE)
ON_KIRITIMATI = Bounds(deadline=DUE, zone="Pacific/Kiritimati")  # UTC+14: the 6th began there before the deadline


def on(day: str, number: int = 1, text: str = "Order: (6M)", author: str = "Alice", **known: object) -> Post:
    """Return a post of which the forum shows the day alone."""
    return post(number, author, text, posted=day, **known)


def in_hand(path: Path) -> str:
    return hand(path).get("A", "")


# What is read


@pytest.mark.parametrize(
    ("time", "first", "last"),
    [
        ("2026-11-05", "2026-11-05T00:00:00+00:00", "2026-11-05T23:59:59+00:00"),
        ("2026-11-05+01:00", "2026-11-04T23:00:00+00:00", "2026-11-05T22:59:59+00:00"),
        ("2026-11-05T10:00:00+00:00", "2026-11-05T10:00:00+00:00", "2026-11-05T10:00:00+00:00"),
        ("0001-01-01+14:00", "", "9999"),
        ("9999-12-31-12:00", "", "9999"),
        ("", "", "9999"),
        ("?", "", "9999"),
        ("2026-13-45", "", "9999"),
    ],
)
def test_a_day_lasts_from_midnight_to_midnight_of_its_zone(time: str, first: str, last: str) -> None:
    assert days.span(time) == (first, last)


def test_the_offset_of_a_day_is_that_of_its_noon() -> None:
    assert times.from_shown("Nov 5, 2026", "Europe/Berlin") == "2026-11-05+01:00"
    assert times.from_shown("Jul 5, 2026", "Europe/Berlin") == "2026-07-05+02:00"
    assert times.from_shown("Nov 5, 2026", -330) == "2026-11-05-05:30"
    assert times.in_utc("2026-11-05", "Europe/Berlin") == "2026-11-05+01:00"
    assert times.in_utc("2026-11-05+01:00", "UTC") == "2026-11-05+01:00"
    assert times.in_utc("2026-11-05", "") == "2026-11-05+00:00"


@pytest.mark.parametrize("kind", ["phpbb-3.0", "vbulletin-3", "vbulletin-4", "smf", "mybb", "xenforo-1", "xmb"])
def test_a_page_without_clocks_tells_the_day_of_each_post(kind: str) -> None:
    number, told = pages()[0]
    html = ALL_KINDS[kind][1](number, told)
    html = re.sub(
        r'(?:,?(?:&nbsp;| |<span class="time">| at )*)\b\d{1,2}:\d\d(?::\d\d)? ?[AaPp][Mm](?:</span>)?', "", html
    )
    html = re.sub(r' data-(?:time|timestamp|diff|datestring|timestring)="[^"]*"', "", html)
    (page,) = read_pages(encode_page(kind, html), "page.html")
    assert {one.posted[:10] for one in page.posts if not one.deleted} == {"2026-11-21"}
    assert not any("T" in one.posted for one in page.posts)
    assert not [line for line in page.warnings if "time" in line]


@pytest.mark.parametrize(
    ("shown", "day"),
    [
        ("Nov 5, 2026", "2026-11-05"),
        ("5th November 2026", "2026-11-05"),
        ("05.11.2026", "2026-11-05"),
        ("2026-11-05", "2026-11-05"),
        ("25-11-2026", "2026-11-25"),
        ("11-11-2026", "2026-11-11"),
        ("05-11-2026", "2026-11-05|2026-05-11"),
        ("05/11/2026", "2026-11-05|2026-05-11"),
        ("32-13-2026", ""),
    ],
)
def test_a_day_alone_is_read_as_all_that_it_can_be(shown: str, day: str) -> None:
    assert times_on(mybb(shown, ""), "")[0] == day


def test_other_dates_of_a_thread_tell_which_number_is_the_day() -> None:
    text = "Alice wrote on 05-11-2026:\nOrder: (6M)\nBob wrote on {}:\nOrder: A(7M)\n"
    for other, day in (
        ("13-11-2026", "2026-11-05"),
        ("11-13-2026", "2026-05-11"),
        ("06-11-2026", "2026-11-05|2026-05-11"),
    ):
        page = settle_page(read(SourceFile("paste.txt", text=text.format(other))))
        assert page.posts[0].posted == day, other
        assert not page.warnings


def test_the_zone_of_a_page_is_the_zone_of_its_days() -> None:
    page = encode_page("phpbb-3.0", ALL_KINDS["phpbb-3.0"][1](*pages()[0])).decode()
    page = re.sub(r" \d{1,2}:\d\d [ap]m", "", page)
    assert "UTC" in page
    (read,) = read_pages(page.encode(), "page.html")
    assert {one.posted for one in read.posts if not one.deleted} == {"2026-11-21+00:00"}


def test_an_edit_of_which_the_day_alone_is_shown_has_that_day() -> None:
    assert times_on(mybb("11-20-2026", "", "11-21-2026"), "") == ("2026-11-20", "2026-11-21")


def test_a_day_of_a_machine_is_a_day() -> None:
    page = encode_page("invision", ALL_KINDS["invision"][1](*pages()[0])).decode()
    (read,) = read_pages(re.sub(r'datetime="(2026-..-..)[^"]*"', r'datetime="\1"', page).encode(), "page.html")
    assert {one.posted for one in read.posts} == {"2026-11-21"}


def test_a_day_is_shown_as_one() -> None:
    report = show_report("Dust", (on("2026-11-05"), on("2026-11-05+01:00", 2)), {}, "UTC")
    assert [block.lines[0] for block in report.blocks] == ["Thu 2026-11-05", "Thu 2026-11-05"]  # type: ignore[union-attr]


# Before, on and after the day of the deadline


@pytest.mark.parametrize(
    ("day", "bounds", "verdict"),
    [
        ("2026-11-04", IN_UTC, "in"),
        ("2026-11-05", IN_UTC, "asked"),
        ("2026-11-06", IN_UTC, "late"),
        ("2026-11-05", ON_KIRITIMATI, "in"),
        ("2026-11-06", ON_KIRITIMATI, "asked"),
        ("2026-11-05+13:00", IN_UTC, "in"),
        ("2026-11-06+13:00", IN_UTC, "asked"),
        ("2026-11-05-06:00", IN_UTC, "asked"),
        ("2026-11-06-06:00", IN_UTC, "late"),
    ],
)
def test_a_day_before_the_deadline_is_in_time_one_after_it_late_and_its_own_asked_about(
    dust: Path, day: str, bounds: Bounds, verdict: str
) -> None:
    for __ in range(2):  # collected again, it is the same
        outcome = run(dust, on(day), bounds=bounds)
        assert in_hand(dust) == ("(6M)" if verdict == "in" else "")
        assert row(outcome).wants is (verdict == "asked")
        assert [one.seat for one in outcome.late] == (["A"] if verdict == "late" else [])
        assert verdict != "late" or "after the deadline" in row(outcome).verdict


def test_of_the_day_of_the_deadline_is_said_who_posted_and_what_is_not_known(dust: Path) -> None:
    verdict = row(run(dust, on("2026-11-05"), bounds=IN_UTC)).verdict
    assert "post 1 by Alice came on the day of the deadline, Thu 2026-11-05, and shows no hour" in verdict
    assert "--accept A" in verdict
    verdict = row(run(dust, on("2026-11-05"), bounds=IN_UTC, accept=["A"])).verdict
    assert in_hand(dust) == "(6M)"
    assert "on the day of the deadline, Thu 2026-11-05" in verdict


def test_a_retraction_on_the_day_of_the_deadline_is_asked_about_too(dust: Path) -> None:
    told = (on("2026-11-04"), on("2026-11-05", 2, "I retract my order."))
    outcome = run(dust, *told, bounds=IN_UTC)
    assert in_hand(dust) == "(6M)"
    assert "--accept A" in row(outcome).verdict
    assert replies_of(outcome) == []  # there is nothing that its player could do about it
    run(dust, *told, bounds=IN_UTC, accept=["A"])
    assert in_hand(dust) == ""


def test_who_posted_on_the_day_of_the_deadline_without_an_order_is_not_missing(dust: Path) -> None:
    assert "no order found in post 1" in row(run(dust, on("2026-11-05", text="Hello"), bounds=IN_UTC)).verdict


def test_what_is_read_before_the_deadline_is_in_time_and_stays(dust: Path) -> None:
    run(dust, on("2026-11-05", edited="2026-11-05"), bounds=IN_UTC._replace(now="2026-11-05T19:59:00+00:00"))
    assert in_hand(dust) == "(6M)"
    later = (on("2026-11-05", edited="2026-11-05"), on("2026-11-05", 2, "Order: A(7M)"))
    outcome = run(dust, *later, bounds=IN_UTC._replace(now="2026-11-05T20:01:00+00:00"))
    assert in_hand(dust) == "(6M)"
    assert "post 2 by Alice came on the day of the deadline" in row(outcome).verdict


def test_a_late_day_counts_if_the_game_master_accepts_it(dust: Path) -> None:
    run(dust, on("2026-11-08"), bounds=IN_UTC, accept=["A"])
    assert in_hand(dust) == "(6M)"


def test_the_command_knows_the_zone_of_days_by_its_option(dust: Path, tmp_path: Path, gm: Gm) -> None:
    text = tmp_path / "paste.txt"
    text.write_text(
        "Alice wrote on 2026-11-06:\nOrder: (6M)\n\nBob wrote on 2026-11-06:\nOrder: A(7M)\n", encoding="utf-8"
    )
    asked = ("collect", str(dust), str(text), "--deadline", "2026-11-05 20:00 UTC")
    assert "after the deadline" in gm(*asked).out
    assert "on the day of the deadline" in gm(*asked, "--zone", "Pacific/Kiritimati").out


# Which of two is later


def test_the_last_of_a_day_counts_by_its_place(dust: Path) -> None:
    told = (on("2026-11-04"), on("2026-11-04", 2, "Order: A(7M)"))
    for __ in range(2):
        run(dust, *told, bounds=IN_UTC)
        assert in_hand(dust) == "A(7M)"


@pytest.mark.parametrize(
    "told",
    [
        ("2026-11-03T20:00:00+00:00", "2026-11-03"),
        ("2026-11-03", "2026-11-03T04:00:00+00:00"),
        ("2026-11-03", "2026-11-04"),
        ("2026-11-03T20:00:00+00:00", "2026-11-03", "2026-11-03", "2026-11-04", "2026-11-04"),
    ],
)
def test_in_a_thread_a_day_stands_where_its_post_stands(dust: Path, told: tuple[str, ...]) -> None:
    rows = [on(day, at, f"Order: {'A(7M)' if at == len(told) else '(6M)'}") for at, day in enumerate(told, 1)]
    run(dust, *rows, bounds=IN_UTC)
    assert in_hand(dust) == "A(7M)"


def test_of_a_thread_whose_newest_post_stands_first_the_later_day_counts(dust: Path) -> None:
    run(dust, on("2026-11-04", 2, "Order: A(7M)"), on("2026-11-03", 1), bounds=IN_UTC)
    assert in_hand(dust) == "A(7M)"


@pytest.mark.parametrize(
    ("time", "is_asked"), [("2026-11-03T12:00:00+00:00", True), ("2026-11-01T12:00:00+00:00", False)]
)
def test_of_two_threads_the_later_is_known_if_no_day_holds_both(dust: Path, time: str, is_asked: bool) -> None:
    other = post(9, "Alice", "Order: A(7M)", posted=time, source="smf")
    threads = [thread(on("2026-11-03")), Thread("smf", "77", "Dust", (other,), ())]
    outcome = collect(dust, threads, IN_UTC)
    assert ("not known which is later" in row(outcome).verdict) is is_asked
    assert in_hand(dust) == ("" if is_asked else "(6M)")


def test_what_was_collected_from_a_later_day_is_not_replaced_by_an_older_page(dust: Path) -> None:
    run(dust, on("2026-11-04", 2, "Order: A(7M)"), bounds=IN_UTC)
    run(dust, on("2026-11-03", 1), bounds=IN_UTC)
    assert in_hand(dust) == "A(7M)"


# Edits


@pytest.mark.parametrize(("day", "is_asked"), [("2026-11-04", False), ("2026-11-05", True), ("2026-11-07", True)])
def test_an_edit_on_a_day_before_the_deadline_is_in_time_and_any_other_asked_about(
    dust: Path, day: str, is_asked: bool
) -> None:
    edited = on("2026-11-03", edited=day, edited_span=86_400)
    for __ in range(2):
        outcome = run(dust, edited, bounds=IN_UTC)
        assert in_hand(dust) == ("" if is_asked else "(6M)")
        assert row(outcome).wants is is_asked
    if is_asked:
        assert "after the deadline; it" in row(outcome).verdict
        assert day in row(outcome).verdict
        assert ("perhaps" in row(outcome).verdict) is (day == "2026-11-05")


# The evening and its proof


def test_what_is_resolved_from_days_is_what_the_posts_prove(tmp_path: Path, new_dust: Path) -> None:
    path = tmp_path / "dust"
    seats = (Seat("A", "Alice"), Seat("B", "Bob"))
    begin_table(
        path,
        "nascar",
        open_table(new_dust).board_text,
        seats,
        track="dust-bowl",
        chance=ChanceSource(root=bytes(32)),
        gm=("Gus",),
    )
    (report,) = forum_posts(turn_post(open_table(path), 0, "public"), "phpbb")
    told = [on("2026-11-01", 1, report, "Gus")]
    told += [on("2026-11-04", 2), on("2026-11-04", 3, "Order: (6M)", "Bob"), on("2026-11-04", 4, "Order: A(7M)")]
    told += [on("2026-11-08", 5, "Order: (6M)", "Bob")]
    outcome: Outcome = run(path, *told, bounds=IN_UTC)
    assert hand(path) == {"A": "A(7M)", "B": "(6M)"}
    assert [one.seat for one in outcome.late] == ["B"]
    resolve(path)
    (report,) = forum_posts(turn_post(open_table(path), 1, "public"), "phpbb")
    proof = compare_posts(path, [thread(*told, on("2026-11-08", 6, report, "Gus"))])
    assert proof.findings == ()
    assert (proof.orders, proof.ordered, proof.left_out) == (2, 2, ())
