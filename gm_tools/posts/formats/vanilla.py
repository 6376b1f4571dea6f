"""Vanilla 2 and 3: the discussion (`#Discussion_77`) and its comments (`#Comment_123`).

Times are exact, in `datetime`.
"""

from __future__ import annotations

import re

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    attr,
    find,
    matches,
    number_in,
    read_paging,
    split_page,
    text_of,
)
from gm_tools.posts.formats.make_post import RawPost, SourceFile, group_in, link, make_page
from gm_tools.posts.thread import Page

SOURCE = "vanilla"
NAME = "Vanilla"
_FIRST = "0"  # the id of the discussion's own post, which stands before all comments
_PROFILE = re.compile(r"/profile/(\d{1,18})/")
_DISCUSSION = re.compile(r"/discussion/(\d{1,18})(?:/|$)")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is Vanilla's: its body names the application."""
    return source.body_id.startswith("vanilla_discussion")


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, ".Item") and bool(number_in(node, "id", "Discussion_", "Comment_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a discussion holds."""
    around, posts = split_page(source.root, is_post, ".Message", ".Signature")
    rows = [_read_post(source, post) for post in posts]
    paging = read_paging(around.first(".NumberedPager"), ".Highlight", "a")
    thread = group_in(_DISCUSSION, source.canonical)
    return make_page(source, SOURCE, thread, text_of(around.first("title")), rows, paging)


def _read_post(source: SourceFile, post: Frame) -> RawPost:
    """Return what a page holds of a post."""
    name = post.first(".Username")  # its link holds the account's number, or only its name
    box = post.first(".DateCreated")
    own = find(box, "a.Permalink")
    line = post.first(".DateUpdated")
    exact, span = times.from_iso(attr(find(line, "time"), "datetime")), 1
    if find(line, "time") is None:  # the time in a title: `Edited November 21, 2026 6:02PM by Alice`
        exact, span = times.from_edit(attr(line, "title")), times.span_of(attr(line, "title"))
    return RawPost(
        number_in(post.node, "id", "Comment_") or _FIRST,
        text_of(name),
        posted=times.from_iso(attr(find(box, "time"), "datetime")),
        shown=text_of(box),
        edited=(exact or "?") if line is not None else "",
        edited_span=span,
        body=read_content(post, ".UserQuote", ".QuoteAuthor"),
        permalink=link(source, attr(own, "href")),
        author_id=group_in(_PROFILE, attr(name, "href")),
    )
