"""What players write comes out as text, whatever markup it is shown in."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gm_tools.core.blocks import Column, Grid, Lines
from gm_tools.render import render
from gm_tools.render.layout import printable
from gm_tools.reports.base import Report
from tests import effort

NASTY = [
    "[b]Bob[/b]",
    "[url=http://x.example]click[/url]",
    "[/code][img]http://x.example/a.png[/img]",
    "<script>alert(1)</script>",
    "</td></table>",
    "*bold* _em_ `code` ~~gone~~",
    "![img](http://x.example/a.png)",
    "[link](http://x.example)",
    "a|b||c",
    "\\| \\\\| \\`",
    "# heading",
    "- item",
    "+ item",
    "1. item",
    "12) item",
    "> quote",
    "---",
    "===",
    "```",
    "&lt;b&gt; &#91;",
    "$x^2$",
    "| --- |",
    "[x]: http://x.example",
    ":---",
    "    code",
    "`` ` ``",
    "{{ x }} {% y %}",
]
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def report_of(word: str) -> Report:
    """Return a report that says a player's word in all places where one can stand."""
    grid = Grid("", (Column("Player"), Column("Order", right=True)), ((word, "A"), ("B", word)))
    return Report("turn", word, (grid, Lines(word, (word, f"Bob: {word}"))), {})


def texts_of(post: str) -> list[str]:
    """Return the texts that a Markdown post shows, block by block; fail if there is anything but text in them."""
    shown = []
    for token in MARKDOWN.parse(post):
        assert token.type not in {"html_block", "code_block", "hr", "blockquote_open", "ordered_list_open"}
        if token.type == "inline":
            children = token.children or []
            assert {child.type for child in children} <= {"text", "text_special"}, token
            shown.append("".join(child.content for child in children))
        if token.type == "fence":
            shown.append(token.content)
    return shown


@pytest.mark.parametrize("word", NASTY)
def test_markdown_shows_a_word_in_every_block_as_it_was_written(word: str) -> None:
    shown = texts_of(render(report_of(word), "markdown"))
    trimmed = word.strip()
    if word.startswith(" "):  # set in columns, so the lines are fenced
        assert shown == [trimmed, "Player", "Order", trimmed, "A", "B", trimmed, trimmed, f"{word}\nBob: {word}\n"]
    else:
        assert shown == [word, "Player", "Order", word, "A", "B", word, word, word, f"Bob: {word}"]


@effort.search(daily=40, long=1000)
@given(st.text("ab1.)( *_`~[]<>#|\\!&;:+-=$'\"/{}^é漢", min_size=1, max_size=12).map(str.strip).filter(bool))
def test_markdown_shows_any_word_as_it_was_written(word: str) -> None:
    assert texts_of(render(report_of(word), "markdown")).count(word) == 5


@pytest.mark.parametrize("word", NASTY)
def test_bbcode_holds_no_tag_of_a_player(word: str) -> None:
    post = render(report_of(word), "bbcode")
    outside = re.sub(r"\[code\]\n.*?\n\[/code\]", "", post, flags=re.DOTALL)
    tags = re.findall(r"\[[a-z/*][^\]\n]*\]", outside, re.IGNORECASE)
    assert set(tags) <= {"[b]", "[/b]", "[list]", "[*]", "[/list]", "[code]", "[/code]"}
    assert outside.count("[b]") == 2
    assert not re.search(r"<[a-z/!]", outside, re.IGNORECASE)
    assert post.count("[code]") == post.count("[/code]") == (2 if word.startswith(" ") else 1)
    assert word.strip() in post.replace("\u200b", "")


@pytest.mark.parametrize("markup", ["bbcode", "markdown"])
@pytest.mark.parametrize("word", ["@everyone", "x @here", "@Alice", "http://x.example", "www.x.example"])
def test_no_word_of_a_player_calls_people_or_becomes_a_link(word: str, markup: str) -> None:
    post = render(report_of(word), markup)
    outside = re.sub(r"\[code\]\n.*?\n\[/code\]", "", post, flags=re.DOTALL)
    assert not re.search(r"@\w|://|www\.", outside.replace("\\:", ":\\").replace("www\\.", ""))
    assert "@everyone" not in post
    assert "@here" not in post


@effort.search(daily=40, long=1000)
@given(st.text("[]/bcodeBCODE=*<>a ", max_size=20))
@example("[CODE]")
@example("[/Code]")
def test_bbcode_code_blocks_are_closed_by_nobody_else(word: str) -> None:
    post = render(report_of(f"x{word}"), "bbcode")
    opened = [match.start() for match in re.finditer(r"\[code\]", post, re.IGNORECASE)]
    closed = [match.start() for match in re.finditer(r"\[/code\]", post, re.IGNORECASE)]
    assert len(opened) == len(closed) == 1


@pytest.mark.parametrize("markup", ["text", "terminal", "bbcode", "markdown"])
@pytest.mark.parametrize("word", ["Bob\x1b[2J", "a\rb", "a\nb", "\x9b31m", "\u202ebob", "x\u2028y", "\ud800", "\x00"])
def test_no_character_of_a_player_drives_the_screen(word: str, markup: str) -> None:
    shown = render(report_of(word), markup)
    shown = re.sub("\x1b\\[[0-9;]*m", "", shown)  # the terminal's own colours
    bad = {glyph for glyph in shown if not glyph.isprintable()} - {"\n", "\u200b"}
    assert not bad
    shown.encode("utf-8")


def test_printable_keeps_every_character_in_its_column() -> None:
    assert printable("a\tb\x07cé漢👍") == "a\ufffdb\ufffdcé漢👍"
