"""Vanilla 2 and 3: the discussion (`#Discussion_77`) and its comments (`#Comment_123`). Times are exact, in `datetime`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import (
    Node,
    attr,
    by_class,
    classes,
    elements,
    find,
    frame_of,
    number_in,
    outermost,
    text_of,
)
from gm_tools.posts.formats.make_post import RawPost, link, make_page, parse_count

if TYPE_CHECKING:
    from gm_tools.posts.formats.html_tree import Frame
    from gm_tools.posts.formats.make_post import SourceFile
    from gm_tools.posts.thread import Page

SOURCE = "vanilla"
_FIRST = "0"  # the id of the discussion's own post, which stands before all comments
_PROFILE = re.compile(r"/profile/(\d{1,18})/")
_DISCUSSION = re.compile(r"/discussion/(\d{1,18})(?:/|$)")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is Vanilla's: its body names the application."""
    return source.body_id.startswith("vanilla_discussion")


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return "Item" in classes(node) and bool(number_in(node, "id", "Discussion_", "Comment_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a discussion holds."""
    outside = list(elements(source.root, is_post))
    rows = [_read_post(source, node) for node in outermost(source.root, is_post)]
    title = next((node for node in outside if node.name == "title"), None)
    found = _DISCUSSION.search(source.canonical)
    page, pages = _paging(outside)
    return make_page(source, SOURCE, found[1] if found else "", text_of(title), rows, page=page, pages=pages)


def _read_post(source: SourceFile, node: Node) -> RawPost:
    """Return what a page holds of a post."""
    frame = frame_of(node, by_class("Message"), by_class("Signature"))
    number = number_in(node, "id", "Comment_") or _FIRST
    author, account = _author(frame)
    box = frame.first(by_class("DateCreated"))
    time = find(box, "time")
    own = find(box, lambda one: one.name == "a" and "Permalink" in classes(one))
    line = frame.first(by_class("DateUpdated"))
    edited = find(line, "time")
    span, exact = _title_time(line) if edited is None else (1, times.from_iso(attr(edited, "datetime")))
    return RawPost(
        number,
        author,
        posted=times.from_iso(attr(time, "datetime")),
        shown=text_of(box),
        edited=(exact or "?") if line is not None else "",
        edited_span=span,
        body=read_body(frame.content, _is_quote, _is_heading) if frame.content is not None else None,
        permalink=link(source, attr(own, "href")),
        author_id=account,
    )


def _is_quote(node: Node) -> bool:
    return "UserQuote" in classes(node)


def _is_heading(node: Node) -> bool:
    """Tell whether this is what Vanilla sets above a quote."""
    return "QuoteAuthor" in classes(node)


def _title_time(line: Node) -> tuple[int, str]:
    """Return how exact the time in a title is, and the time: `Edited November 21, 2026 6:02PM by Alice`."""
    words = attr(line, "title")
    return times.span_of(words), times.from_shown(words)


def _author(frame: Frame) -> tuple[str, str]:
    """Return the name and the account of an author; links to profiles hold the account's number, or only its name."""
    name = frame.first(by_class("Username"))
    found = _PROFILE.search(attr(name, "href"))
    return text_of(name), found[1] if found else ""


def _paging(outside: list[Node]) -> tuple[int, int]:
    box = next((node for node in outside if "NumberedPager" in classes(node)), None)
    if box is None:
        return 0, 0
    numbers = [parse_count(text_of(node)) for node in elements(box) if node.name == "a"]
    here = parse_count(text_of(find(box, by_class("Highlight"))))
    return here, max((here, *numbers))
