"""MyBB shows times without a zone; its foot shows the reader's clock, and a page fetched at a known time tells its zone by it."""

from __future__ import annotations

import pytest

from gm_tools.core.problems import InputError
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts

FETCHED = "2026-11-12T01:20:40+00:00"  # the clock of a page is 20 seconds old: it has no seconds


def mybb(posted: str, foot: str, edited: str = "") -> bytes:
    """Return a page of MyBB 1.8 with one post, as its default theme frames it."""
    line = (
        f'<span class="edited_post">(Last modified: {edited} by <a href="member.php">Gus</a>.)</span>' if edited else ""
    )
    return f"""<!DOCTYPE html><html><head><title>Race</title></head><body><div id="container"><div id="content">
<div class="post classic" id="post_101"><div class="post_author"><div class="author_information">
<strong><span class="largetext"><a href="member.php?action=profile&amp;uid=2">Gus</a></span></strong></div></div>
<div class="post_content"><div class="post_head"><div class="float_right"><strong>
<a href="showthread.php?tid=9&amp;pid=101#pid101">#1</a></strong></div>
<span class="post_date">{posted} <span class="post_edit" id="edited_by_101">{line}</span></span></div>
<div class="post_body scaleimages" id="pid_101">Order: (6M)</div></div></div>
</div><div id="footer"><span id="current_time"><strong>Current time:</strong> {foot}</span></div></div></body></html>""".encode()


def times_on(data: bytes, fetched: str = FETCHED) -> tuple[str, str]:
    (page,) = read_pages(data, "page.html", capture=CaptureFacts("http://127.0.0.1/showthread.php?tid=9", fetched))
    (post,) = page.posts
    return post.posted, post.edited


@pytest.mark.parametrize(
    ("posted", "foot"),
    [
        ("11-11-2026, 02:14 AM", "11-12-2026, 02:20 AM"),  # Berlin
        ("11-11-2026, 06:44 AM", "11-12-2026, 06:50 AM"),  # Kolkata
        ("11.11.2026, 02:14", "12.11.2026, 02:20"),
        ("11th November, 2026, 02:14 AM", "12th November, 2026, 02:20 AM"),
        ("Mittwoch, 11. November, 2026, 02:14", "Donnerstag, 12. November, 2026, 02:20"),
        ('<span title="11-11-2026">Yesterday</span>, 02:14 AM', "11-12-2026, 02:20 AM"),
        # Its clock is wrong by minutes
        ('<span title="11-11-2026, 02:14 AM">1 day ago</span>', "11-12-2026, 02:16 AM"),
    ],
)
def test_the_clock_at_the_foot_tells_the_zone_of_all_times(posted: str, foot: str) -> None:
    assert times_on(mybb(posted, foot, posted)) == ("2026-11-11T01:14:00+00:00",) * 2


@pytest.mark.parametrize(
    ("posted", "foot", "time"),
    [
        ("10-11-2026, 02:14 AM", "12-11-2026, 02:20 AM", "2026-11-10T01:14:00+00:00"),  # d-m-Y
        ("11-10-2026, 02:14 AM", "11-12-2026, 02:20 AM", "2026-11-10T01:14:00+00:00"),  # m-d-Y
        ("11.10.2026, 02:14", "11.12.2026, 02:20", "2026-11-10T01:14:00+00:00"),  # m.d.Y
    ],
)
def test_the_clock_at_the_foot_tells_which_number_is_the_day(posted: str, foot: str, time: str) -> None:
    assert times_on(mybb(posted, foot))[0] == time


def test_a_saved_page_tells_the_order_of_day_and_month_but_no_zone() -> None:
    assert times_on(mybb("10-11-2026, 02:14 AM", "23-11-2026, 02:20 AM"), "")[0] == "2026-11-10T02:14:00"
    either = "2026-10-11T02:14:00|2026-11-10T02:14:00"
    assert times_on(mybb("11-10-2026, 02:14 AM", "11-12-2026, 02:20 AM"), "")[0] == either


def test_a_clock_whose_day_and_month_are_alike_tells_the_zone_and_not_their_order() -> None:
    """New York, m-d-Y."""
    posted = times_on(mybb("11-10-2026, 08:14 PM", "11-11-2026, 08:20 PM"))[0]
    assert posted == "2026-10-12T01:14:00+00:00|2026-11-11T01:14:00+00:00"


@pytest.mark.parametrize("foot", ["", "soon", "01-01-2020, 02:20 AM", "11-12-2026", "99-99-9999, 99:99 PM"])
def test_a_clock_that_cannot_be_right_tells_nothing(foot: str) -> None:
    assert times_on(mybb("11-11-2026, 02:14 AM", foot))[0] == "2026-11-11T02:14:00"


def test_the_print_view_is_named() -> None:
    page = b"""<html><head><title> Race - Printable Version</title></head><body><table><tr><td>
<span class="largetext"> <a href="showthread.php?tid=9">Race</a> - Printable Version</span></td></tr><tr><td>
<strong>Race</strong> - <a href="http://127.0.0.1/member.php?action=profile&amp;uid=2">Gus</a> - <strong>11-23-2026</strong>
<br />Order: (6M)<hr /></td></tr></table></body></html>"""
    with pytest.raises(InputError, match="MyBB's archive or print view"):
        read_pages(page, "print.html")
