"""Posts for each forum: the board comes back out of the forum's page, nobody's name is markup, no post is too long."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gm_tools.core.blocks import Column, Grid, Lines, Picture, Span
from gm_tools.core.paths import folder
from gm_tools.games import NAMES, find
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import parse_fragment
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.render import forum_posts
from gm_tools.render.forums import FORUMS
from gm_tools.render.layout import grid_lines
from gm_tools.reports.base import Report, Scene
from gm_tools.reports.turn import PlayedTurn, turn_report
from tests import effort
from tests.render.samples import CARET, EVENTS, GRID, REPORT
from tests.render.shown import SHOWN
from tests.render.test_escape import NASTY, report_of
from tests.samples import SAMPLES, play

GAP = "\u200b"
SIGNS = "*=|#P.Ssob xX`~[]\\<>&_'\"+-@:)8(1."
BOARDS = sorted(folder("tracks").glob("*/*.txt"))
BBCODE = ("phpbb", "xenforo", "vbulletin", "bgg")
EACH = pytest.mark.parametrize(("forum", "shown"), SHOWN, ids=[f"{forum}-{shown.__name__}" for forum, shown in SHOWN])


def draw_report(lines: Sequence[str]) -> Report:
    """Return a report with a board between other things."""
    picture = Picture("Board", tuple((Span(line),) for line in lines), (("*", "asphalt"), ("<", "a line")))
    return Report("turn", "dust: turn 6", (EVENTS, picture, GRID, CARET), {})


def codes(posts: Sequence[str], shown: Callable[[str], str]) -> list[list[str]]:
    """Return the blocks of code that the reader of saved pages finds in posts, as lines, signs that stand for others put back."""
    found = []
    for post in posts:
        text = read_body(parse_fragment(shown(post))).text
        found += re.findall(r"\[code\](.*?)\n?\[/code\]", text, re.DOTALL)
    texts = [text.replace("\u00a0", " ").replace(GAP, "").replace("‹", "<") for text in found]
    return [text.split("\n") for text in texts]


def strip_lines(lines: Sequence[str]) -> list[str]:
    """Return lines without blanks at their ends: they say nothing, and posts do not carry them."""
    return [line.rstrip() for line in lines]


def test_every_forum_is_shown_a_report() -> None:
    assert {forum for forum, _ in SHOWN} == set(FORUMS)


@EACH
def test_a_shipped_board_comes_out_of_the_page(forum: str, shown: Callable[[str], str]) -> None:
    for path in BOARDS:
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        report = Report("track", "", (Picture("", tuple((Span(line),) for line in lines)),), {})
        back = [line for block in codes(forum_posts.posts(report, forum), shown) for line in strip_lines(block)]
        assert back == strip_lines(lines), path.stem


@EACH
@pytest.mark.parametrize("name", NAMES)
def test_the_board_of_a_turn_comes_out_of_the_page(name: str, forum: str, shown: Callable[[str], str]) -> None:
    sample = SAMPLES[name][0]
    step = list(play(name, sample, 3, 9))[-1]
    report = turn_report(Scene("dust", find(name), sample.seats, "public"), PlayedTurn(9, step.after, step.events))
    pictures = [block for block in report.blocks if isinstance(block, Picture)]
    assert pictures
    back = [line for block in codes(forum_posts.posts(report, forum), shown) for line in strip_lines(block)]
    for picture in pictures:
        lines = strip_lines(["".join(span.text for span in row) for row in picture.rows])
        if sum(map(len, lines)) > 1900 and FORUMS[forum].limit == 2000:
            for row, __ in picture.focus:  # the part with the cars, its rows by their numbers
                assert any(f"{line} ".startswith(f"{row:4} ") and line[5:] in lines[row + 2] for line in back)
            continue
        assert any(back[at : at + len(lines)] == lines for at in range(len(back))), picture.title


@EACH
@effort.search(daily=24, long=600)
@given(st.lists(st.text(SIGNS, max_size=12), min_size=1, max_size=6).filter(lambda lines: any(map(str.strip, lines))))
def test_any_board_comes_out_of_the_page(forum: str, shown: Callable[[str], str], lines: list[str]) -> None:
    blocks = codes(forum_posts.posts(draw_report(lines), forum), shown)
    expected = [strip_lines(lines)]
    if not FORUMS[forum].tables:
        expected.append(strip_lines(grid_lines(GRID)))
    expected.append(strip_lines(CARET.lines))
    assert [strip_lines(block) for block in blocks] == expected


@effort.search(daily=40, long=1000)
@given(st.sampled_from(BBCODE), st.text("[]/bcodeBCODE=*<>a ", max_size=20))
@example("phpbb", "[CODE]")
@example("bgg", "[/C]")
def test_code_is_ended_by_nobody_else(forum: str, word: str) -> None:
    (post,) = forum_posts.posts(report_of(f"x{word}"), forum)
    opened, closed = (re.escape(tag) for tag in FORUMS[forum].code)
    assert len(re.findall(opened, post, re.IGNORECASE)) == len(re.findall(closed, post, re.IGNORECASE)) == 1


@pytest.mark.parametrize("forum", ["discourse", "reddit", "discord"])
def test_the_raw_post_reads_the_same(forum: str) -> None:
    lines = ["   ***", "", "  *A*  >", " `*`_ "]
    (post,) = forum_posts.posts(draw_report(lines), forum)
    text = read_markdown(post, indented_code=forum != "discord").text
    (board, *_) = re.findall(r"\[code\]\n?(.*?)\n?\[/code\]", text, re.DOTALL)
    assert board.replace("\u00a0", " ").replace(GAP, "").split("\n") == strip_lines(lines)


def test_bgg_gets_no_sign_that_ends_the_post() -> None:
    (post,) = forum_posts.posts(draw_report(["..<.."]), "bgg")
    assert "<" not in post
    assert "..‹.." in post


@pytest.mark.parametrize("forum", BBCODE)
@pytest.mark.parametrize("word", NASTY)
def test_tags_written_by_players_have_no_effect(word: str, forum: str) -> None:
    post = "\n".join(forum_posts.posts(report_of(word), forum))
    tag = FORUMS[forum].code[0][1:-1]
    outside = re.sub(rf"\[{tag}\]\n.*?\n\[/{tag}\]", "", post, flags=re.DOTALL)
    tags = re.findall(r"\[[a-z/*][^\]\n]*\]", outside, re.IGNORECASE)
    assert set(tags) <= {"[b]", "[/b]", "[list]", "[*]", "[/list]", f"[{tag}]"}
    assert post.count(f"[{tag}]") == post.count(f"[/{tag}]") == (2 if word.startswith(" ") else 1)
    assert word.strip().replace("<", "‹" if forum == "bgg" else "<") in post.replace(GAP, "")


@pytest.mark.parametrize("forum", ["nodebb", "discourse", "reddit"])
@effort.search(daily=30, long=750)
@given(
    st.one_of(
        st.sampled_from(NASTY), st.text("ab1R.)( *_`~[]<>#|\\!&;:+-=$'\"/{}^@é漢", min_size=1, max_size=12)
    ).filter(lambda word: word.strip() == word != "")
)
def test_markdown_is_text(forum: str, word: str) -> None:
    parser = MarkdownIt("commonmark", {"typographer": forum == "discourse"}).enable(["table", "strikethrough"])
    if forum == "discourse":
        parser.enable(["replacements", "smartquotes"])
    texts = []
    for token in parser.parse("\n\n".join(forum_posts.posts(report_of(word), forum))):
        assert token.type not in {"html_block", "code_block", "hr", "blockquote_open", "ordered_list_open", "fence"}
        if token.type == "inline":
            children = token.children or []
            assert {child.type for child in children} <= {"text", "text_special"}, token
            texts.append("".join(child.content for child in children).replace(GAP, ""))
    assert texts == [word, "Player", "Order", word, "A", "B", word, word, word, f"Bob: {word}"]


@effort.search(daily=30, long=750)
@given(st.one_of(st.sampled_from(NASTY), st.text("ab1.)( *_`~[]<>#|\\:-@e", min_size=1, max_size=12)))
def test_discord_gets_nothing_that_acts(word: str) -> None:
    post = "\n".join(forum_posts.posts(report_of(f"x{word}"), "discord"))
    outside = re.sub(r"```text\n.*?\n```", "", post, flags=re.DOTALL)
    assert post.count("```") == 2
    acting = re.sub(r"\\[^0-9A-Za-z\s]", "", outside)
    assert not set(re.sub("^##+ ", "", acting, flags=re.MULTILINE)) & set("*_`~<>[]|#\\")


def test_discord_calls_nobody() -> None:
    (post,) = forum_posts.posts(
        Report("turn", "@everyone", (Lines("@here", ("@everyone", "x@everyone")),), {}), "discord"
    )
    assert "@everyone" not in post
    assert "@here" not in post
    assert post.replace(GAP, "") == "## @everyone\n\n### @here\n\n- @everyone\n- x@everyone"


def test_orders_do_not_turn_into_faces_and_signs() -> None:
    report = Report("turn", "", (Lines("Orders", ("M(R)M:D", "(8) 8) :)", "1...2")),), {})
    (post,) = forum_posts.posts(report, "discourse")
    assert post == f"### Orders\n\n- M({GAP}R)M:{GAP}D\n- (8{GAP}) 8{GAP}) :{GAP})\n- 1\\.{GAP}.{GAP}.2"
    (post,) = forum_posts.posts(report, "phpbb")
    assert post == f"[b]Orders[/b]\n[list]\n[*]M(R)M:{GAP}D\n[*](8{GAP}) 8{GAP}) :{GAP})\n[*]1...2\n[/list]"


def test_long_lists_are_folded_where_a_forum_can_and_whole_elsewhere() -> None:
    report = Report("turn", "", (Lines("What happened", tuple(f"event {at}" for at in range(13))),), {})
    firsts = {forum: forum_posts.posts(report, forum)[0].split("event")[0] for forum in FORUMS}
    assert firsts["xenforo"] == '[b]What happened[/b]\n[spoiler="13 lines"]\n[list]\n[*]'
    assert firsts["bgg"] == "[b]What happened[/b]\n[o]\n• "
    assert firsts["discourse"] == '### What happened\n\n[details="13 lines"]\n\n- '
    assert firsts["discord"] == firsts["reddit"] == firsts["nodebb"] == "### What happened\n\n- "
    assert firsts["phpbb"] == firsts["vbulletin"] == "[b]What happened[/b]\n[list]\n[*]"
    assert all(forum_posts.posts(report, forum)[0].count("event ") == 13 for forum in FORUMS)


def test_several_posts_are_parted_and_each_stands_alone() -> None:
    rows = tuple((Span(f"{at:3}" + "*" * 77, "track"),) for at in range(60))
    report = Report("turn", "dust", (EVENTS, Picture("Map", rows), GRID), {})
    made = forum_posts.posts(report, "discord")
    assert len(made) == 3
    assert all(len(post) <= 2_000 for post in made)
    assert all(post.count("```") % 2 == 0 for post in made)
    text = forum_posts.render(report, "discord")
    for at, post in enumerate(made, 1):
        assert f"======== post {at} of 3: copy what is below this line ========\n{post}\n" in text
    shown = [line for block in codes(made, SHOWN[-1][1]) for line in block]
    assert shown[:60] == [row[0].text for row in rows]
    assert "========" not in forum_posts.render(REPORT, "discord")


@effort.search(daily=12, long=500)
@given(
    st.sampled_from(sorted(FORUMS)),
    st.lists(st.text("a*`\\[]<é漢👍 ", max_size=3_000), min_size=1, max_size=8),
    st.text("ab*[", max_size=4_000),
)
def test_no_post_is_longer_than_the_forum_takes(forum: str, lines: list[str], title: str) -> None:
    grid = Grid(title, (Column("Player"), Column("Order")), ((lines[0], lines[-1]),))
    picture = Picture(title, tuple((Span(line),) for line in lines))
    report = Report("turn", title, (Lines(title, tuple(lines)), picture, grid), {})
    for post in forum_posts.posts(report, forum):
        assert post
        assert len(post.encode("utf-16-le")) // 2 <= FORUMS[forum].limit


def test_an_empty_report_makes_no_post() -> None:
    assert forum_posts.posts(Report("turn", "", (), {}), "discord") == ()
