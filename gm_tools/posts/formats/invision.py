"""Invision Community 4: `article#elComment_123.ipsComment`. Times are exact, in `datetime`."""

from __future__ import annotations

import re

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import Frame, Node, attr, author_of, find, matches, number_in, split_page, text_of
from gm_tools.posts.formats.make_post import Paging, RawPost, SourceFile, group_in, link, make_page, parse_count
from gm_tools.posts.thread import Page

SOURCE = "invision"
NAME = "Invision"
_PROFILE = re.compile(r"/profile/(\d{1,18})-")
_TOPIC = re.compile(r"/topic/(\d{1,18})-")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is Invision's: its body does."""
    return "ipsApp" in source.body_classes


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, "article.ipsComment") and bool(number_in(node, "id", "elComment_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a topic holds."""
    around, posts = split_page(source.root, is_post, "[data-role=commentContent]", "[data-role=memberSignature]")
    if not posts and around.first("article.ipsEntry") is not None:
        message = _("is a page of Invision 5, of which no posts can be read: only those of Invision 4 can")
        raise InputError(message, file=source.file, allowed=_("its posts, copied as text: gm collect --forms"))
    rows = [_read_post(source, post) for post in posts]
    bar = around.first(lambda node: matches(node, ".ipsPagination") and attr(node, "data-pages"))
    page = parse_count(text_of(find(bar, ".ipsPagination_active")))
    thread, title = group_in(_TOPIC, source.canonical), text_of(around.first("title"))
    return make_page(source, SOURCE, thread, title, rows, Paging(page, parse_count(attr(bar, "data-pages"))))


def _read_post(source: SourceFile, post: Frame) -> RawPost:
    """Return what a page holds of a post."""
    number = number_in(post.node, "id", "elComment_")
    # The name of an author is a link to the profile, in the pane that tells of him; a guest has none.
    author, account = author_of(post.first(".cAuthorPane_author"), _PROFILE)
    meta = post.first(".ipsComment_meta")
    time = find(meta, "time")
    own = find(meta, f"a[href*=comment={number}]")
    line = _edit_line(post)
    edited = find(line, "time")
    return RawPost(
        number,
        author,
        posted=times.from_iso(attr(time, "datetime")),
        shown=text_of(time),
        edited=(times.from_iso(attr(edited, "datetime")) if edited is not None else "?") if line is not None else "",
        body=read_content(post, note=lambda one: one is line or matches(one, ".ipsQuote_citation")),
        permalink=link(source, attr(own, "href")),
        author_id=account,
        held=matches(post.node, ".ipsModerated"),
    )


def _edit_line(post: Frame) -> Node:
    """Return the line about an edit: the forum writes it as the last element of the content itself."""
    inner = [one for one in (post.content.children or ()) if one.name != "#text"] if post.content is not None else []
    is_line = bool(inner) and inner[-1].name == "span" and "data-excludequote" in (inner[-1].attrs or {})
    return inner[-1] if is_line else None
