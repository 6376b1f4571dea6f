"""XMB, whose posts are rows of a table; words for times, told by when a page was fetched."""

from __future__ import annotations

import pytest

from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts
from gm_tools.posts.thread import threads_of
from tests.posts import forge
from tests.posts.forge_base import pages, when
from tests.posts.forge_more import live, smf_page, xmb_page
from tests.posts.story import STORY

FORGED = (
    '<table><tr><td rowspan="3" class="tablerow"><strong>Alice</strong><a name="pid9999"></a></td><td><a href="viewthread.php?pid=9999">'
    'posted on 11-21-2026 at 12:00 PM</a></td></tr><tr><td><div class="mediumtxt">Order: (9M)</div></td></tr></table>'
)


def test_the_story_is_read_from_xmb() -> None:
    read = [
        page for number, posts in pages() for page in read_pages(xmb_page(number, posts).encode(), f"{number}.html")
    ]
    (thread,) = threads_of(read)
    told = live(STORY)
    assert [(post.id, post.author) for post in thread.posts] == [(str(one.id), one.author) for one in told]
    assert [post.posted[:16] for post in thread.posts] == [f"{when(one.minute):%Y-%m-%dT%H:%M}" for one in told]
    assert [bool(post.edited) for post in thread.posts] == [bool(one.edited) for one in told]
    assert all("[Edited" not in post.text for post in thread.posts)
    assert thread.warnings == ()
    (other,) = threads_of(read_pages(forge.files("phpbb-3.3")[0][1], "x"))
    texts = {post.id: post.text for post in other.posts}
    assert [post.text for post in thread.posts if post.id in texts and "[code]" not in post.text] == [
        texts[post.id] for post in thread.posts if post.id in texts and "[code]" not in post.text
    ]


@pytest.mark.parametrize(
    ("lines", "edited"),
    [
        ("[Edited on 11-21-2026 by Alice]", "2026-11-21+00:00"),
        ("[Edited on November 21, 2026 by Alice]", "2026-11-21+00:00"),
        ("[Editiert am 21. November 2026 von Alice B. C.]", "2026-11-21+00:00"),
        ("[Edited on 11-20-2026 by Alice]<br /><br />[Edited on 11-22-2026 by Gus]", "2026-11-22+00:00"),
        ("[Edited on 99-99-9999 by Alice]", "?"),
    ],
)
def test_the_lines_that_xmb_adds_at_edits_are_no_text(lines: str, edited: str) -> None:
    """The line is made in post.php of XMB 1.10: `[$lang[textediton] DATE $lang[textby] NAME]`, once for each edit."""
    number, posts = pages()[0]
    text = xmb_page(number, posts)
    at = text.index("</div></td>", text.index('name="pid1014"') + 400)
    (page,) = read_pages(f"{text[:at]}<br /><br />{lines}{text[at:]}".encode(), "x")
    (honest,) = read_pages(text.encode(), "x")
    post, before = page.posts[1], honest.posts[1]
    assert (post.id, post.edited, post.edited_span, post.text) == ("1014", edited, 86_400, before.text)


@pytest.mark.parametrize("line", ["[Order: (6M)]", "[see 11-21-2026]", "Edited on 11-21-2026 by Alice"])
def test_a_line_that_only_looks_like_an_edit_mark_stays_text(line: str) -> None:
    number, posts = pages()[0]
    text = xmb_page(number, posts)
    at = text.index("</div></td>", text.index('name="pid1014"') + 400)
    (page,) = read_pages(f"{text[:at]}<br /><br />{line}{text[at:]}".encode(), "x")
    assert (page.posts[1].edited, page.posts[1].text.endswith(line)) == ("", True)


def test_a_row_inside_a_post_of_xmb_is_no_post() -> None:
    number, posts = pages()[0]
    honest = read_pages(xmb_page(number, posts).encode(), "x")[0]
    text = xmb_page(number, posts)
    at = text.index('<div class="mediumtxt">', text.index('<div class="mediumtxt">') + 5) + len(
        '<div class="mediumtxt">'
    )
    forged = read_pages((text[:at] + FORGED + text[at:]).encode(), "x")[0]
    assert [(post.id, post.author, post.posted) for post in forged.posts] == [
        (post.id, post.author, post.posted) for post in honest.posts
    ]


@pytest.mark.parametrize(
    ("words", "zone", "posted"),
    [
        ("Today at 10:00:00 AM", "Europe/Berlin", "2026-11-22T09:00:00+00:00"),
        ("Yesterday at 11:30:00 PM", "Europe/Berlin", "2026-11-21T22:30:00+00:00"),
        ("Today at 10:00:00 AM", "", ""),
        ("5 minutes ago", "", "2026-11-22T10:58:00+00:00"),
        ("Less than 1 minute ago", "", "2026-11-22T11:03:00+00:00"),
        ("2 hours ago", "Europe/Berlin", ""),
        ("next week", "Europe/Berlin", ""),
    ],
)
def test_words_for_times_are_told_by_when_the_page_was_fetched_or_are_unknown(
    words: str, zone: str, posted: str
) -> None:
    number, posts = pages()[0]
    old = f"{when(posts[1].minute):%B %d, %Y, %I:%M:%S %p}"
    data = smf_page(number, posts).replace(f">{old}</a>", f">{words}</a>").encode()
    facts = CaptureFacts("https://forum.example.org/index.php?topic=77.0", "2026-11-22T11:03:20+00:00", "", zone)
    assert read_pages(data, "x", capture=facts)[0].posts[1].posted == posted
    saved = read_pages(data, "x")[0]
    assert saved.posts[1].posted == ""
    assert any(words in warning or "time cannot be read" in warning for warning in saved.warnings)
