"""The same posts give the same orders, whatever the forum."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Page, Thread, digest, threads_of
from gm_tools.posts.times import parse_time
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import rows_of
from tests.posts import forge
from tests.posts.story import DEADLINE, STORY

KINDS = sorted(forge.KINDS)
BOUNDS = Bounds(deadline=parse_time(DEADLINE, "deadline"))
KEEPS_STUBS = set(KINDS) - {
    "phpbb-3.0",
    "smf",
    "mybb",
    "invision",
    "vanilla",
    "bgg",
    "discord",
    "discord-page",
    "mail",
    "text",
}
SHOWS_EDITS = set(KINDS) - {"mail", "text"}
SHOWS_SMILIES = set(KINDS) - {"vbulletin-3", "vbulletin-4", "vbulletin-5"}
# What does not say where it was saved has no links: messages, and exports whose addresses lack the site.
LINKS = set(KINDS) - {"mail", "text", "discord-page", "nodebb-json", "discourse-raw", "discourse-cooked"}

ORDERS = {
    "A": ("in", "A(7M)", "exact"),
    "O": ("in", "(5M)R", "exact"),
    "C": ("asked", "(6M)", "normalised"),
    "D": ("in", "MMMLMM", "exact"),
    "E": ("in", "(6M)", "normalised"),
    "F": ("in", "(6M)", "exact"),
    "G": ("in", "A(7M)", "exact"),
    "H": ("asked", "", ""),
    "I": ("asked", "(4M)RM", "guessed"),
    "J": ("asked", "A(4M)RM(R+1)", "guessed"),
    "K": ("retracted", "", ""),
    "N": ("missing", "", ""),
    "M": ("in", "A(7M)", "normalised"),
}


@cache
def _pages(kind: str) -> tuple[Page, ...]:
    """Return the pages of the story as a forum saves them, read once for all tests."""
    paths = sorted((forge.FIXTURES / kind).iterdir())
    assert len(paths) == 2
    return tuple(page for path in paths for page in read_pages(path.read_bytes(), path.name))


def pages_of(kind: str) -> list[Page]:
    return [*_pages(kind)]


def thread_of(kind: str) -> Thread:
    (thread,) = threads_of(pages_of(kind))
    return thread


@pytest.mark.parametrize("kind", KINDS)
def test_the_fixtures_are_those_of_the_generator(kind: str) -> None:
    for name, data in forge.files(kind):
        assert (forge.FIXTURES / kind / name).read_bytes() == data


@pytest.mark.parametrize("kind", KINDS)
def test_every_post_is_read_with_its_author_and_its_time(kind: str) -> None:
    thread = thread_of(kind)
    told = [one for one in STORY if kind in KEEPS_STUBS or not one.deleted]
    assert len(thread.posts) == len(told) >= 20
    for post, one in zip(thread.posts, told, strict=True):
        assert post.deleted == one.deleted
        if not post.deleted:
            assert post.author == one.author
            assert post.sha256 == digest(post.text)
        if not (post.deleted and kind.startswith(("xenforo", "vbulletin"))):
            assert post.posted.startswith(forge.iso(one.minute)[:16])
        if kind in SHOWS_EDITS:
            assert bool(post.edited) == bool(one.edited)
            assert not post.edited or post.edited.startswith(forge.iso(one.edited)[:16])
        assert bool(post.permalink.startswith("https://")) == (kind in LINKS) or post.deleted
    files = "page-1.txt, page-2.txt: this text is the only evidence of who wrote what"
    assert thread.warnings == ((files,) if kind in {"mail", "text"} else ())


@pytest.mark.parametrize("kind", KINDS)
def test_quotes_struck_text_and_signatures_are_not_what_a_post_says(kind: str) -> None:
    posts = {post.author + post.posted[:16]: post for post in thread_of(kind).posts if not post.deleted}
    for one in STORY:
        if one.deleted:
            continue
        post = posts[one.author + forge.iso(one.minute)[:16]]
        assert bool(post.quotes) == ("[quote" in one.text)
        assert ("BBB" in post.text, "alarm" in post.text, "(8M)" in post.text) == (False, False, False)
        assert post.struck == (("A(7M)",) if "[s]" in one.text else ())
        if one.number == 7:
            assert post.text.endswith("[code]MMMLMM[/code]")
            assert any("Order: (6M)" in quote for quote in post.quotes)
        if one.number == 19:
            assert post.text.removeprefix("@Kim said:").strip() == "Why?"


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_in_code_comes_out_blank_by_blank(kind: str) -> None:
    report = next(post for post in thread_of(kind).posts if post.posted.startswith(forge.iso(60)[:16]))
    board = report.text.partition("[code]")[2].partition("[/code]")[0].strip("\n")
    assert board.split("\n") == ["  ****A*|***", " ****O**|****", "AMMRMM  |  B(5M)", "(6M)"]


def collect_story(dust: Path, kind: str) -> Outcome:
    return collect(dust, threads_of(pages_of(kind)), BOUNDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_orders_come_out_of_every_format(dust: Path, kind: str) -> None:
    expected = dict(ORDERS)
    if kind not in SHOWS_EDITS:  # nobody can see there that Carol changed her post after the deadline
        expected["C"] = ("in", "(5M)L", "exact")
    if kind not in SHOWS_SMILIES:  # pictures without a text: there is nothing to clean
        expected["M"] = ("in", "A(7M)", "exact")
    outcome = collect_story(dust, kind)
    assert {row.seat: (row.state, row.order, row.tier) for row in rows_of(outcome)} == expected
    # What is legible is in hand as it was posted, also what is illegal; a guess never is.
    hand = {posted.seat: posted.text for posted in outcome.table.hand if posted.only in {0, 1}}
    legible = {seat: order for seat, (state, order, tier) in expected.items() if order and tier != "guessed"}
    assert hand == {**legible, "I": "(4M)(R+1)"}


def test_pages_may_come_in_any_order_and_twice(dust: Path) -> None:
    pages = pages_of("phpbb-3.3")
    (thread,) = threads_of([pages[1], pages[0], pages[1]])
    assert thread == thread_of("phpbb-3.3")
    assert rows_of(collect(dust, [thread], BOUNDS))[0].order == "A(7M)"


@pytest.mark.parametrize(
    "kind", sorted(set(KINDS) - {"mail", "text", "discord", "discord-page", "reddit", "nodebb-json"})
)
def test_a_missing_page_warns(kind: str) -> None:
    (thread,) = threads_of(pages_of(kind)[:1])
    assert len(thread.warnings) == 1
    assert "not here" in thread.warnings[0]
