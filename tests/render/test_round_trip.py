"""A board survives a post: file, post in each markup, board again, byte for byte."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gm_tools.core.blocks import Picture, Span
from gm_tools.core.paths import folder
from gm_tools.render import render
from gm_tools.reports.base import Report
from tests import effort

BOARDS = sorted(folder("tracks").glob("*/*.txt"))


def post_file(text: str, markup: str) -> str:
    """Return a board file as `gm tracks NAME --file --format …` posts it, among other things in a post."""
    rows = tuple((Span(line),) for line in text.removesuffix("\n").split("\n"))
    return "Here it is:\n\n" + render(Report("track", "", (Picture("", rows),), {}), markup) + "\nHave fun.\n"


def from_bbcode(post: str) -> str:
    """Read a post as forums do: one line feed behind [code] and one before [/code] are not part of the code."""
    found = re.search(r"\[code\]\n?(.*?)\n?\[/code\]", post, re.DOTALL)
    assert found is not None
    return found.group(1) + "\n"


def from_markdown(post: str) -> str:
    fences = [token.content for token in MarkdownIt("commonmark").parse(post) if token.type == "fence"]
    assert len(fences) == 1
    return fences[0]


def from_text(post: str) -> str:
    return post.removeprefix("Here it is:\n\n").removesuffix("\nHave fun.\n")


READERS = {"bbcode": from_bbcode, "markdown": from_markdown, "text": from_text}


@pytest.mark.parametrize("markup", READERS)
@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_a_shipped_board_survives_a_post(path: Path, markup: str) -> None:
    text = path.read_bytes().decode()
    assert READERS[markup](post_file(text, markup)) == text


@pytest.mark.parametrize("markup", READERS)
@pytest.mark.parametrize(
    "text",
    [
        "   ***\n*** \n",  # blanks that begin the first line and end the last
        "\n  *\n\n*\n",  # a blank first line
        "  ```\n````\n~~~\n",  # what looks like the end of a fence
        "\\* <b> &amp; [b] | _ :)\n",
        "*****\n=====\n-----\n# x\n1. y\n> z\n",
        "'''\n+++\n\"\"\"\n",
    ],
)
def test_awkward_boards_survive_a_post(text: str, markup: str) -> None:
    assert READERS[markup](post_file(text, markup)) == text


@pytest.mark.parametrize("markup", READERS)
@effort.search(daily=30, long=750)
@given(st.lists(st.text("*=|#P.Ssob xX`~[]\\<>&_'\"+-", max_size=12), min_size=1, max_size=6))
def test_any_board_survives_a_post(markup: str, lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    assert READERS[markup](post_file(text, markup)) == text


def test_the_end_of_a_code_block_within_a_board_is_broken_up() -> None:
    post = post_file("**[/code]**\n", "bbcode")
    assert post.lower().count("[/code]") == 1
    assert from_bbcode(post).replace("\u200b", "") == "**[/code]**\n"
