"""Threads as real forum software served them, read without a difference: `../shared/pages`, which is not part of the project."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.problems import InputError
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts
from gm_tools.posts.thread import Post, threads_of

PAGES = next(
    (folder for up in Path(__file__).parents for folder in [up / "shared" / "pages"] if folder.is_dir()), Path("absent")
)
pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the pages lie beside the repository")

VIEWS = [
    ("phpbb", "expected", ["page-1.html", "page-2.html"]),
    ("phpbb", "struck-expected", ["struck-1.html"]),
    ("phpbb", "expected", ["feed.xml"]),
    ("phpbb", "expected", ["print-1.html", "print-2.html"]),
    ("nodebb", "expected", ["page-1.html", "page-2.html"]),
    ("nodebb", "expected", ["api-1.json", "api-2.json"]),
    ("nodebb", "expected", ["feed.rss"]),
    ("mybb", "expected", ["page-1.html", "page-2.html"]),
]
ACCOUNTS = {
    "phpbb": {"Alice": "58", "Bob": "59", "Carol": "60", "Gus": "61", "Dave": "62"},
    "nodebb": {"Gus": "2", "Alice": "3", "Bob": "4", "Carol": "5", "Dave": "6"},
    "mybb": {"Gus": "2", "Alice": "3", "Bob": "4", "Carol": "5", "Dave": "6"},
}


def posts_of(forum: str, files: Sequence[str]) -> tuple[Post, ...]:
    pages = [page for file in files for page in read_pages((PAGES / forum / file).read_bytes(), file)]
    (thread,) = threads_of(pages)
    return thread.posts


def list_quoted(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield row["text"]
        yield from list_quoted(row["quotes"])


def plain(text: str) -> str:
    """Return text without the marks of code, which the pages tell of elsewhere."""
    return text.replace("[code]", "").replace("[/code]", "").replace("\n\n", "\n").strip()


def list_inked(text: str) -> str:
    """Return text without markup and without what no reader sees: every sign that is left has to be on the page."""
    text = re.sub(r"\[/?(?:b|code|list|\*)\]", "", text)
    return re.sub(r"[\s\u200b]+", "", text)


@pytest.mark.parametrize(("forum", "name", "files"), VIEWS)
def test_a_thread_is_read_as_the_forums_database_has_it(forum: str, name: str, files: list[str]) -> None:
    rows = json.loads((PAGES / forum / f"{name}.json").read_text())["posts"]
    is_public = [row for row in rows if not (forum == "phpbb" and row.get("deleted"))]
    if files == ["feed.rss"]:
        is_public = [row for row in is_public[1:] if not row.get("deleted")]
    posts = posts_of(forum, files)
    is_print, is_rss = files[0].startswith("print"), files == ["feed.rss"]
    assert [post.author for post in posts] == [row["author"] for row in is_public]
    if not is_print:
        assert [post.id for post in posts] == [row["id"] for row in is_public]
    for post, row in zip(posts, is_public, strict=True):
        minutes = is_print or forum == "mybb"
        if not is_rss:
            assert post.author_id == ("" if is_print else ACCOUNTS[forum][post.author])
            assert post.posted[:16] == row["posted"][:16]
            assert minutes or post.posted[:19] == row["posted"][:19]
        assert not post.held
        if row.get("deleted"):
            assert (post.deleted, post.text) == (True, "")
            continue
        if row.get("text_note") is None:
            assert plain(post.text) == row["text"]
        elif row["text"].startswith("[b]"):  # our report, as it was posted: the page shows all that its markup says
            assert list_inked(post.text) == list_inked(row["text"])
        assert list(post.struck) == row["struck"]
        assert list(post.quotes) == list(list_quoted(row["quotes"]))
        edit = row["edited"]
        if not is_print and not is_rss:
            assert bool(post.edited) == bool(edit and edit["shown_on_page"])
            if post.edited:
                exact = post.edited_span == 1
                assert exact == (forum == "nodebb" or files == ["feed.xml"])
                assert post.edited[: 19 if exact else 16] == edit["recorded"][: 19 if exact else 16]


@pytest.mark.parametrize("view", ["later-yesterday", "later-3h"])
def test_relative_times_are_resolved_by_their_titles(view: str) -> None:
    rows = json.loads((PAGES / "mybb" / "expected.json").read_text())["posts"]
    posts = posts_of("mybb", [f"{view}-1.html", f"{view}-2.html"])
    day, back = ("2026-11-21", 0) if view == "later-yesterday" else ("2026-11-22", 3)
    for post, row in zip(posts, rows, strict=True):
        hour = int(row["posted"][11:13]) - back
        assert post.posted == f"{day}T{hour:02}:{row['posted'][14:16]}:00"
        assert bool(post.edited) == bool(row["edited"])
        assert not post.edited or (post.edited_span, post.edited[:10]) == (60, day)


def test_a_board_comes_out_of_a_real_page_sign_for_sign() -> None:
    report = posts_of("phpbb", ["page-1.html"])[0]
    row = json.loads((PAGES / "phpbb" / "expected.json").read_text())["posts"][0]
    board = row["text"].partition("[code]\n")[2].partition("\n[/code]")[0].replace("\xa0", " ")
    assert report.text.partition("[code]")[2].partition("[/code]")[0].strip("\n") == board


def test_an_earlier_version_from_a_real_nodebb_belongs_to_its_post() -> None:
    folder, name = PAGES / "nodebb", "api-v3-post-3-diff-first.json"
    row = json.loads((folder / "expected.json").read_text())["posts"][1]
    times = json.loads((folder / "api-v3-post-3-diffs.json").read_text())["response"]["timestamps"]
    assert times == [str(row["edited"]["recorded_ms"]), str(row["posted_ms"])]
    address = f"http://127.0.0.1/api/v3/posts/3/diffs/{times[-1]}"
    pages = read_pages((folder / name).read_bytes(), name, capture=CaptureFacts(address))
    pages += read_pages((folder / "api-1.json").read_bytes(), "api-1.json")
    (thread,) = threads_of(pages)
    post = next(post for post in thread.posts if post.id == "3")
    assert [tuple(one) for one in post.versions] == [(post.posted, row["edited"]["text_before"])]
    assert post.text == row["text"]


@pytest.mark.parametrize("name", ["api-v3-topic.json", "api-v3-post-3-diffs.json"])
def test_answers_of_a_real_nodebb_without_posts_say_where_these_are(name: str) -> None:
    with pytest.raises(InputError, match="the posts of a topic are at /api/topic/NUMBER"):
        read_pages((PAGES / "nodebb" / name).read_bytes(), name)


@pytest.mark.parametrize("name", ["archive-1.html", "archive-2.html"])
def test_the_archive_view_of_a_real_mybb_says_what_to_save_instead(name: str) -> None:
    with pytest.raises(InputError, match="MyBB's archive or print view"):
        read_pages((PAGES / "mybb" / name).read_bytes(), name)
