"""Invision Community 4: `article#elComment_123.ipsComment`. Times are exact, in `datetime`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import (
    Node,
    attr,
    by_attr,
    by_class,
    classes,
    elements,
    find,
    frame_of,
    linked_account,
    number_in,
    outermost,
    text_of,
)
from gm_tools.posts.formats.make_post import RawPost, link, make_page, parse_count

if TYPE_CHECKING:
    from gm_tools.posts.formats.html_tree import Frame
    from gm_tools.posts.formats.make_post import SourceFile
    from gm_tools.posts.thread import Page

SOURCE = "invision"
_PROFILE = re.compile(r"/profile/(\d{1,18})-")
_TOPIC = re.compile(r"/topic/(\d{1,18})-")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is Invision's: its body does."""
    return "ipsApp" in source.body_classes


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return node.name == "article" and "ipsComment" in classes(node) and bool(number_in(node, "id", "elComment_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a topic holds."""
    outside = list(elements(source.root, is_post))
    nodes = outermost(source.root, is_post)
    frames = [
        frame_of(node, by_attr("data-role", "commentContent"), by_attr("data-role", "memberSignature"))
        for node in nodes
    ]
    guest = "0" if any(_author(frame)[1] for frame in frames) else ""
    rows = [_read_post(source, node, frame, guest) for node, frame in zip(nodes, frames, strict=True)]
    title = next((node for node in outside if node.name == "title"), None)
    found = _TOPIC.search(source.canonical)
    box = next((node for node in outside if "ipsPagination" in classes(node) and attr(node, "data-pages")), None)
    active = find(box, by_class("ipsPagination_active"))
    pages = parse_count(attr(box, "data-pages"))
    return make_page(
        source, SOURCE, found[1] if found else "", text_of(title), rows, page=parse_count(text_of(active)), pages=pages
    )


def _read_post(source: SourceFile, node: Node, frame: Frame, guest: str) -> RawPost:
    """Return what a page holds of a post; `guest` is the account of an author who has none."""
    number = number_in(node, "id", "elComment_")
    author, account = _author(frame)
    meta = frame.first(by_class("ipsComment_meta"))
    time = find(meta, "time")
    own = find(meta, lambda one: one.name == "a" and f"comment={number}" in attr(one, "href"))
    line = _edit_line(frame)
    edited = find(line, "time")
    return RawPost(
        number,
        author,
        posted=times.from_iso(attr(time, "datetime")),
        shown=text_of(time),
        edited=(times.from_iso(attr(edited, "datetime")) if edited is not None else "?") if line is not None else "",
        body=read_body(frame.content, is_note=lambda one: one is line or _is_heading(one))
        if frame.content is not None
        else None,
        permalink=link(source, attr(own, "href")),
        author_id=account or guest,
        held="ipsModerated" in classes(node),
    )


def _author(frame: Frame) -> tuple[str, str]:
    """Return the name and the account of an author: the link to the profile in the pane that tells of him; a guest has none."""
    return linked_account(frame.first(by_class("cAuthorPane_author")), _PROFILE)


def _edit_line(frame: Frame) -> Node:
    """Return the line about an edit: the forum writes it as the last element of the content itself."""
    inner = [one for one in (frame.content.children or ()) if one.name != "#text"] if frame.content is not None else []
    is_line = bool(inner) and inner[-1].name == "span" and "data-excludequote" in (inner[-1].attrs or {})
    return inner[-1] if is_line else None


def _is_heading(node: Node) -> bool:
    """Tell whether this is what Invision sets above a quote."""
    return "ipsQuote_citation" in classes(node)
