"""A page made of what a file holds of its posts: nothing is left out without a word."""

from __future__ import annotations

from gm_tools.posts.formats.bbcode import Body
from gm_tools.posts.formats.make_post import Paging, RawPost, SourceFile, make_page

FILE = SourceFile("page.html")
BODY = Body("(6M)")
NOON = "2026-11-21T12:00:00+00:00"


def test_a_post_without_a_text_is_left_out_and_one_without_a_time_kept_each_with_a_warning() -> None:
    rows = [
        RawPost("101", "Axle", place=1, posted=NOON, body=BODY),
        RawPost("102", "Bolt", place=2, posted=NOON),
        RawPost("103", "Cog", shown="Smarch 32", body=BODY),
        RawPost("104", "Dune", body=BODY),
    ]
    page = make_page(FILE, "phpbb", "7", "Dust", rows, paging=Paging(page=2, pages=3, total=44))
    assert [post.author for post in page.posts] == ["Axle", "Cog", "Dune"]
    assert page.warnings == (
        "post 2: its text was not found",
        "post 103: its time 'Smarch 32' cannot be read",
        "post 104: its time cannot be read",
    )
    assert (page.title, page.page, page.pages, page.total, page.file) == ("Dust", 2, 3, 44, "page.html")


def test_a_deleted_post_leaves_a_stub_without_its_text() -> None:
    page = make_page(FILE, "phpbb", "7", "", [RawPost("101", "Axle", body=BODY, deleted=True)])
    assert [(post.id, post.text, post.deleted) for post in page.posts] == [("101", "", True)]
    assert page.warnings == ()
