"""Dates in figures that may be two days: the thread settles them, else the game master is told where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts import days, in_time, times
from gm_tools.posts.day_order import settle_page
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts
from gm_tools.posts.thread import Page, Post, threads_of
from gm_tools.posts.window import Bounds
from tests.posts import forge
from tests.posts.collecting import hand, row, run
from tests.posts.forge_base import american, show_time, when
from tests.posts.forge_more import long_time, xmb_page
from tests.posts.story import Told
from tests.posts.threads import post


def title(minute: int) -> str:
    """Return a time as XenForo 1 has it."""
    time = when(minute)
    return f"{time:%b} {time.day}, {time.year} at {time.hour % 12 or 12}:{time:%M %p}"


SHOWN = {
    "phpbb-3.0": show_time,
    "xenforo-1": title,
    "xmb": lambda minute: american(minute).replace(",", " at"),
    "smf": long_time,
    "mybb": american,
    "vbulletin-3": american,
}
EITHER = "2026-11-05T21:00:00|2026-05-11T21:00:00"
DUE = Bounds(deadline="2026-11-01T20:00:59+00:00")


def save_page(kind: str, *shown: str, first: int = 1, fetched: str = "") -> Page:
    """Return a page of posts that show these times, numbered from `first`."""
    told = [Told(first + at, "Alice", 5 + 15 * at, f"Hello {at}") for at in range(len(shown))]
    html = xmb_page(1, told) if kind == "xmb" else forge.ALL_KINDS[kind][1](1, told)
    if kind == "xenforo-1":  # times of old posts stand in a title alone
        html = html.replace("<abbr", "<span").replace("</abbr>", "</span>")
        for one in told:
            html = html.replace(f'data-time="{int(when(one.minute).timestamp())}"', "")
    for one, words in zip(told, shown, strict=True):
        assert SHOWN[kind](one.minute) in html, (kind, one.minute)
        html = html.replace(SHOWN[kind](one.minute), words)
    (page,) = read_pages(forge.encode_page(kind, html), "x.html", capture=CaptureFacts(time=fetched))
    assert len(page.posts) == len(shown)
    return page


def days_of(page: Page) -> list[str]:
    return ["|".join(one[:10] for one in days.readings(post.posted)) for post in page.posts]


@pytest.mark.parametrize("kind", SHOWN)
def test_a_day_after_the_12th_in_any_post_tells_for_the_page(kind: str) -> None:
    for shown in ("05/11/2026 9:00 pm", "05-11-2026 21:00"):
        assert days_of(save_page(kind, shown, "13/11/2026 9:00 pm")) == ["2026-11-05", "2026-11-13"]
        assert days_of(save_page(kind, shown, "05/13/2026 21:00")) == ["2026-05-11", "2026-05-13"]


@pytest.mark.parametrize("kind", SHOWN)
def test_the_order_of_the_posts_tells_where_one_reading_breaks_it(kind: str) -> None:
    assert days_of(save_page(kind, "12/11/2026 9:00 pm", "01/12/2026 9:00 pm")) == ["2026-11-12", "2026-12-01"]
    assert days_of(save_page(kind, "11-12-2026 21:00", "12-01-2026 21:00")) == ["2026-11-12", "2026-12-01"]
    both = ["2026-11-05|2026-05-11", "2026-11-06|2026-06-11"]
    assert days_of(save_page(kind, "05/11/2026 9:00 pm", "06/11/2026 9:00 pm")) == both


@pytest.mark.parametrize("kind", SHOWN)
def test_another_page_of_the_thread_tells(kind: str) -> None:
    pages = [save_page(kind, "05-11-2026 9:00 pm"), save_page(kind, "13-11-2026 9:00 pm", first=2)]
    (joined,) = threads_of(reversed(pages))
    assert [one.posted[:10] for one in joined.posts] == ["2026-11-05", "2026-11-13"]
    pages = [
        save_page(kind, "12-11-2026 9:00 pm"),
        save_page(kind, "01-12-2026 9:00 pm", first=2),
    ]  # by their order alone
    (joined,) = threads_of(reversed(pages))
    assert [one.posted[:10] for one in joined.posts] == ["2026-11-12", "2026-12-01"]


def test_nothing_is_posted_after_its_page_was_fetched() -> None:
    assert days_of(save_page("smf", "05-11-2026 21:00", fetched="2026-06-01T00:00:00+00:00")) == ["2026-05-11"]
    assert "|" in days_of(save_page("smf", "05-11-2026 21:00", fetched="2026-12-01T00:00:00+00:00"))[0]


def page(*posts: Post) -> Page:
    return Page("phpbb", "77", "Dust", posts)


def test_an_edit_is_not_before_its_post_nor_a_post_before_one_of_a_sure_time() -> None:
    sure = post(1, "Alice", "Order: (6M)", posted="2026-11-01T12:00:00+00:00")
    edited = settle_page(page(sure._replace(edited="2026-11-05T21:00:00|2026-05-11T21:00:00")))
    assert edited.posts[0].edited == "2026-11-05T21:00:00"
    later = settle_page(page(sure, post(2, "Bob", "Order: A(7M)", posted=EITHER)))
    assert later.posts[1].posted == "2026-11-05T21:00:00"


def test_what_contradicts_itself_tells_nothing() -> None:
    read = settle_page(
        page(
            *(
                post(at, "Alice", "Hi", posted=one)
                for at, one in enumerate(("2026-11-13T21:00:00|", EITHER, "|2026-11-14T21:00:00"), 1)
            )
        )
    )
    assert [one.posted for one in read.posts] == ["2026-11-13T21:00:00", EITHER, "2026-11-14T21:00:00"]
    assert read.day_first is None


def test_what_may_be_a_quote_is_no_evidence() -> None:
    quote = post(2, "Bob", "Hi", posted="2026-11-13T21:00:00|", doubt="may be a quote")
    assert settle_page(page(post(1, "Alice", "Hi", posted=EITHER), quote)).posts[0].posted == EITHER


def test_figures_with_dots_begin_with_the_day_unless_the_page_shows_otherwise() -> None:
    assert days_of(save_page("smf", "05.11.2026 21:00", "06.11.2026 21:00")) == ["2026-11-05", "2026-11-06"]
    assert days_of(save_page("smf", "11.05.2026 21:00", "11.21.2026 21:00")) == ["2026-11-05", "2026-11-21"]


def test_pasted_text_may_stand_in_reverse_and_no_other_text_tells_of_its_dates() -> None:
    text = "Alice wrote on 01-12-2026 21:00:\nOrder: (6M)\n\nBob wrote on 12-11-2026 21:00:\nOrder: A(7M)\n"
    (reverse,) = read_pages(text.encode(), "a.txt")
    assert days_of(reverse) == ["2026-12-01|2026-01-12", "2026-11-12|2026-12-11"]
    (other,) = read_pages(b"Carol wrote on 13-11-2026 21:00:\nOrder: (5M)\n", "b.txt")
    (joined,) = threads_of([reverse, other])
    assert "|" in joined.posts[0].posted


def test_the_date_of_a_mail_is_sure_and_one_that_a_program_shows_may_be_two() -> None:
    sure, shown = (
        threads_of(read_pages(f"From: Alice <a@example.org>\nDate: {date}\nSubject: Dust\n\nOrder: (6M)\n".encode(), "m"))[0]
        for date in ("Thu, 05 Nov 2026 21:00:00 +0100", "5/11/2026 9:00 PM")
    )  # fmt: skip
    assert sure.posts[0].posted == "2026-11-05T20:00:00+00:00"
    assert shown.posts[0].posted == EITHER


# What comes of it


@pytest.mark.parametrize(
    ("deadline", "verdict"),
    [("2026-11-30", "in"), ("2026-11-01", "asked"), ("2026-11-05", "asked"), ("2026-05-01", "late")],
)
def test_an_order_counts_or_not_as_both_readings_say_and_else_the_game_master_is_asked(
    dust: Path, deadline: str, verdict: str
) -> None:
    bounds = Bounds(deadline=f"{deadline}T20:00:59+00:00")
    for __ in range(2):  # collected again, it is the same
        outcome = run(dust, post(1, "Alice", "Order: (6M)", posted=EITHER), bounds=bounds)
        assert hand(dust).get("A", "") == ("(6M)" if verdict == "in" else "")
        assert row(outcome).wants is (verdict == "asked")
        assert [one.seat for one in outcome.late] == (["A"] if verdict == "late" else [])


def test_of_such_an_order_is_said_who_posted_it_and_when_it_may_have_been(dust: Path) -> None:
    told = post(1, "Alice", "Order: (6M)", posted=EITHER)
    verdict = row(run(dust, told, bounds=DUE)).verdict
    assert "post 1 by Alice was posted Thu 2026-11-05 21:00 UTC or Mon 2026-05-11 21:00 UTC" in verdict
    assert "--accept A" in verdict
    run(dust, told, bounds=DUE, accept=["A"])
    assert hand(dust)["A"] == "(6M)"


def test_an_edit_of_either_day_is_asked_about_where_one_is_too_late(dust: Path) -> None:
    told = post(1, "Alice", "Order: (6M)", posted="2026-05-10T12:00:00+00:00", edited=EITHER, edited_span=60)
    assert "perhaps after the deadline" in row(run(dust, told, bounds=DUE)).verdict
    assert not hand(dust)
    run(dust, told, bounds=Bounds(deadline="2026-11-30T20:00:59+00:00"))
    assert hand(dust)["A"] == "(6M)"


def test_a_post_that_may_be_older_than_what_is_counted_from_is_asked_about(dust: Path) -> None:
    bounds = Bounds(since="2026-10-01 12:00 UTC")
    outcome = run(dust, post(1, "Alice", "Order: (6M)", posted=EITHER), bounds=bounds)
    assert not hand(dust)
    assert row(outcome).wants
    for since, is_in in (("2026-05-01 12:00 UTC", True), ("2026-11-20 12:00 UTC", False)):
        outcome = run(dust, post(1, "Alice", "Order: (6M)", posted=EITHER), bounds=Bounds(since=since))
        assert bool(hand(dust)) is is_in
        run(dust, post(2, "Alice", "I retract my order.", posted="2026-12-01T12:00:00+00:00"))


def test_either_time_lasts_from_the_earlier_to_the_later_one() -> None:
    either = times.in_utc(EITHER, "Europe/Berlin")
    assert either == "2026-11-05T20:00:00+00:00|2026-05-11T19:00:00+00:00"
    assert days.span(either) == ("2026-05-11T19:00:00+00:00", "2026-11-05T20:00:00+00:00")
    assert in_time.is_in_time(either, 60, "2026-11-05T20:05:59+00:00")
    assert not in_time.is_in_time(either, 60, "2026-11-05T20:00:30+00:00")
    assert not in_time.is_in_time(either, 60, "2026-06-01T20:00:59+00:00")
