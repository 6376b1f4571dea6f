"""Pages as other versions, styles and languages of a forum's software serve them."""

from __future__ import annotations

import json

import pytest

from gm_tools.core.problems import InputError
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Page
from tests.posts import forge
from tests.posts.forge_base import american, when
from tests.posts.forge_more import long_time
from tests.posts.story import STORY, TITLE, Told

SHOWN = {"smf": long_time, "mybb": american, "vbulletin-3": american}  # how each shows a time
TWO = [STORY[0], Told(2, "Alice", 20, "Order: (6M)", edited=500)]


def read(kind: str, *changes: tuple[str, str], posts: list[Told] = TWO) -> Page:
    """Return a page of a kind in whose source words are others."""
    text = forge.ALL_KINDS[kind][1](1, posts)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    (page,) = read_pages(forge.encode_page(kind, text), "x.html")
    return page


def test_a_page_that_singlefile_saved_is_not_taken_for_one_that_is_cut() -> None:
    """It leaves out the ends of the last elements."""
    whole = forge.ALL_KINDS["phpbb-3.3"][1](1, TWO)
    note = "<!--\n Page saved with SingleFile \n url: https://forum.example.org/ \n-->"
    for end in ("", "</html>\n"):
        for place in ("<head>", "<div "):  # what stands in the page is not the program's
            text = whole.replace("</body></html>\n", end).replace(place, note + place, 1)
            (page,) = read_pages(text.encode(), "x.html")
            assert any("cut off" in one for one in page.warnings) is (not end and place == "<div ")


@pytest.mark.parametrize("kind", SHOWN)
def test_a_post_whose_day_alone_is_shown_has_that_day(kind: str) -> None:
    """Midnight would be before every deadline of that day."""
    page = read(kind, (SHOWN[kind](20), f"{when(20):%d %B %Y}"))
    assert ["T" in post.posted for post in page.posts] == [True, False]
    assert page.posts[1].posted == f"{when(20):%Y-%m-%d}" + ("+00:00" if kind == "vbulletin-3" else "")


@pytest.mark.parametrize("kind", SHOWN)
def test_a_day_after_the_12th_tells_for_a_page_how_its_dates_are_written(kind: str) -> None:
    page = read(kind, (SHOWN[kind](0), "05-11-2026, 21:30"), (SHOWN[kind](20), "13-11-2026, 21:30"))
    assert [post.posted[:10] for post in page.posts] == ["2026-11-05", "2026-11-13"]


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("smf", f"{long_time(500)} by Alice", "Today at 08:20:00 PM by Alice&nbsp;Reason: Nov 1, 2026"),
        ("smf", f"{long_time(500)} by Alice", "Today at 08:20:00 PM by 11-01-2026"),
        ("vbulletin-3", f"{when(500):%m-%d-%Y} at", "Today at"),
    ],
)
def test_a_date_in_the_reason_of_an_edit_is_not_when_it_was_made(kind: str, old: str, new: str) -> None:
    changes = [(old, new)]
    if kind == "vbulletin-3":
        changes.append(("</span>.</em>", "</span>.. Reason: Nov 1, 2026</em>"))
    assert read(kind, *changes).posts[1].edited == "?"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<div class="windowbg" id="msg1014">', '<div class="approvebg" id="msg1014">'),
        ('<div class="windowbg" id="msg1014">', '<div class="approvebg2"><span class="topslice"></span>'),
        ('<div class="post"><div class="inner" data-msgid="1014"', '<div class="post"><div class="noticebox">Waits</div><div class="inner"'),
    ],
)  # fmt: skip
def test_a_post_that_waits_for_approval_at_smf_is_held(old: str, new: str) -> None:
    """A moderator sees the frame, in SMF 2.0 with `approvebg2`; the author sees a notice."""
    assert [post.held for post in read("smf", (old, new)).posts] == [False, True]


def test_a_post_of_smf_by_somebody_who_is_ignored_is_not_held() -> None:
    notice = '<div class="post"><div id="msg_1014_ignored_prompt" class="noticebox">Ignored</div><div class="inner" data-msgid="1014"'
    assert not read("smf", ('<div class="post"><div class="inner" data-msgid="1014"', notice)).posts[1].held


def test_the_stub_of_a_deleted_post_of_mybb_names_its_author() -> None:
    text = forge.ALL_KINDS["mybb"][1](1, TWO)
    at = text.index('<div class="post " style="" id="post_1014">')
    stub = (
        '<div class="post deleted_post_hidden" id="post_1014"><div class="deleted_post_author"><strong><span class="largetext"><a'
        ' href="member.php?action=profile&amp;uid=7">Alice</a></span></strong></div><div class="post_content"><em>Gone.</em></div></div>'
    )
    (page,) = read_pages(f"{text[:at]}{stub}</div></div></body></html>".encode(), "x.html")
    assert [(post.author, post.author_id, post.deleted) for post in page.posts[1:]] == [("Alice", "7", True)]
    assert page.warnings == ()


@pytest.mark.parametrize(
    "kind", sorted(forge.ALL_KINDS.keys() - {"discord", "discord-page", "mail", "phpbb-feed", "text"})
)
def test_the_subject_of_a_thread_is_somebodys_words(kind: str) -> None:
    """A number or a time in it is not the forum's."""
    rows = []
    for subject in (TITLE, "#12: page 3 of 9, 1-2-2026 10:00"):
        page = read(kind, (TITLE, subject))
        rows.append(([(post.id, post.number, post.posted, post.edited) for post in page.posts], page[4:7]))
    assert rows[0] == rows[1]


# XMB writes the name of whoever edited into the text; the forge of Discord's page sets no quotes about a name.
@pytest.mark.parametrize("kind", sorted(forge.ALL_KINDS.keys() - {"discord-page", "mail", "text", "xmb"}))
def test_a_name_is_somebodys_words(kind: str) -> None:
    """It may look like the forum's number of a post, or like its time."""
    rows = []
    for name in ("Alice", "#12", "Reply #7 on: Nov 1, 2026, 1:00 AM", "a; Nov 1, 2026 at 1:00 AM", "(1.11.2026 10:00"):
        posts = [STORY[0], Told(2, name, 20, "Order: (6M)", edited=500, account=77), Told(3, "Bob", 30, "(6M)")]
        rows.append([(post.id, post.number, post.posted, post.edited) for post in read(kind, posts=posts).posts])
    assert all(row == rows[0] for row in rows)


@pytest.mark.parametrize("section", ["search", "posting", "mcp"])
@pytest.mark.parametrize("kind", ["phpbb-3.0", "phpbb-3.3"])
def test_a_page_of_phpbb_that_shows_posts_without_their_edits_is_refused(kind: str, section: str) -> None:
    """What was searched for, what one answers, what a moderator looks at."""
    text = forge.ALL_KINDS[kind][1](1, TWO)
    assert "section-viewtopic" in text
    with pytest.raises(InputError, match="holds no posts of a thread"):
        read_pages(text.replace("section-viewtopic", f"section-{section}").encode(), "x.html")


@pytest.mark.parametrize("raw", [True, False])
def test_what_an_answer_by_mail_quotes_is_not_its_text_at_discourse(raw: bool) -> None:
    folded = "<details class='elided'>\n<summary title='Show trimmed content'>&#183;&#183;&#183;</summary>\n\nOrder: A(7M)\n</details>"
    data = json.loads(forge.ALL_KINDS["discourse-raw" if raw else "discourse-cooked"][1](1, TWO))
    data["post_stream"]["posts"][1]["raw" if raw else "cooked"] += f"\n\n{folded}"
    (page,) = read_pages(json.dumps(data).encode(), "x.json")
    assert (page.posts[1].text, page.posts[1].quotes[0].split("\n")[-1]) == ("Order: (6M)", "Order: A(7M)")


@pytest.mark.parametrize(
    ("written", "quotes", "struck"),
    [
        ("<blockquote>\n\n{}\n\n</blockquote>", ("{}",), ()),
        ("<blockquote>a<blockquote>{}</blockquote>{}</blockquote>", ("a{}{}",), ()),
        ('[chat quote="bob;29856;2022-07-01T10:59:19Z" channel="General" channelId="2"]\n{}\n[/chat]', ("{}",), ()),
        ("~~{}\nand more~~", (), ("{}\nand more",)),
        ("<del>\n{}\n</del>", (), ("{}",)),
        ("<!-- {} -->", (), ("{}",)),
    ],
)
@pytest.mark.parametrize("kind", ["discourse-raw", "reddit", "discord"])
def test_quotes_and_struck_text_of_several_lines_are_taken_out_of_markdown(
    kind: str, written: str, quotes: tuple[str, ...], struck: tuple[str, ...]
) -> None:
    forged = "Order: A(7M)"
    (page,) = read_pages(forge.ALL_KINDS[kind][1](1, [STORY[0], TWO[1]]).replace("Order: (6M)", "MARK").encode(), "x")
    assert page.posts[1].text == "MARK"
    text = json.dumps(f"{written.replace('{}', forged)}\n\nOrder: (6M)")[1:-1]
    (page,) = read_pages(forge.ALL_KINDS[kind][1](1, TWO).replace("Order: (6M)", text).encode(), "x")
    post = page.posts[1]
    assert post.text.strip() == "Order: (6M)"
    assert ("".join(post.quotes).split(), post.struck) == (
        "".join(quotes).replace("{}", forged).split(),
        tuple(one.replace("{}", forged) for one in struck),
    )


@pytest.mark.parametrize(
    "written",
    [
        "`~~` Order: (6M) `~~`",
        "```\n<del>\n```\nOrder: (6M)",
        "~~\n\nOrder: (6M)\n\n~~",
        "a --> Order: (6M)",
        "a <s> b\n\nOrder: (6M)",
    ],
)
def test_signs_in_code_and_over_paragraphs_strike_nothing_out_of_markdown(written: str) -> None:
    text = json.dumps(written)[1:-1]
    (page,) = read_pages(forge.ALL_KINDS["discord"][1](1, TWO).replace("Order: (6M)", text).encode(), "x")
    assert "Order: (6M)" in page.posts[1].text


@pytest.mark.parametrize("words", ["[removed]", "[deleted by user]", "[ Removed by Reddit ]"])
def test_what_reddit_leaves_of_a_post_is_nobodys_text(words: str) -> None:
    (page,) = read_pages(forge.ALL_KINDS["reddit"][1](1, TWO).replace("Order: (6M)", words).encode(), "x")
    assert (page.posts[1].deleted, page.posts[1].text) == (True, "")
