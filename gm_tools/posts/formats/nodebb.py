"""NodeBB: its pages (`li[component=post]`), its `/api/topic/…` JSON, and earlier versions of posts.

These are at `/api/v3/posts/3/diffs/TIME`.
"""

from __future__ import annotations

import re
from typing import Any

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_body, read_content
from gm_tools.posts.formats.html_tree import Frame, Node, attr, elements, matches, parse_fragment, split_page, text_of
from gm_tools.posts.formats.make_post import (
    LONGEST,
    Paging,
    RawPost,
    SourceFile,
    get_text,
    link,
    make_page,
    parse_count,
)
from gm_tools.posts.thread import Page, Version

SOURCE = "nodebb"
NAME = "NodeBB"
# What people wrote: a signature, the start of the post that this one answers, replies.
_WRITTEN = "[component=post/signature], [component=post/parent], [component=post/replies/container]"


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is NodeBB's: its body names the template."""
    return "page-topic" in source.body_classes


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, "[component=post]") and _is_number(attr(node, "data-pid"))


def read(source: SourceFile) -> Page:
    """Return what a page of a topic holds."""
    around, posts = split_page(source.root, is_post, "[component=post/content]", _WRITTEN)
    topic = around.first(lambda node: matches(node, "[component=topic]") and attr(node, "data-tid"))
    heading = around.first("[component=topic/title], [component=post/header]")
    rows = [_read_post(source, post) for post in posts]
    return make_page(source, SOURCE, attr(topic, "data-tid"), text_of(heading), rows, _paging(around))


def _read_post(source: SourceFile, post: Frame) -> RawPost:
    """Return what a page holds of a post."""
    node = post.node
    number = attr(node, "data-pid")
    metas = {attr(one, "itemprop"): attr(one, "content") for one in post.nodes if one.name == "meta"}
    stamp = attr(node, "data-timestamp")
    posted = times.from_epoch(int(stamp) // 1000) if _is_number(stamp) else ""
    return RawPost(
        number,
        attr(node, "data-username"),
        place=parse_count(attr(node, "data-index")) + 1 if _is_number(attr(node, "data-index")) else 0,
        posted=posted or times.from_iso(metas.get("datePublished", "")),
        edited=times.from_iso(metas.get("dateModified", "")),
        body=read_content(post, note=is_heading),
        permalink=link(source, f"/post/{number}"),
        deleted=matches(node, ".deleted"),
        author_id=attr(node, "data-uid"),
    )


def is_heading(node: Node) -> bool:
    """Tell whether this is what NodeBB sets above a quote: `@Alice said:`, with links to the member and to the post."""
    if node.name != "p" or node.parent is None or node.parent.name != "blockquote":
        return False
    row = [one for one in node.children or () if one.name != "#text" or (one.data or "").strip()]
    return (
        2 <= len(row) <= 3
        and row[0].name == row[1].name == "a"
        and matches(row[0], ".plugin-mentions-user")
        and matches(row[1], "[href*=/post/]")
        and (len(row) == 2 or (row[2].data or "").strip() == ":")
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


def _paging(around: Frame) -> Paging:
    bar = around.first("[component=pagination]")
    items = [node for node in elements(bar) if node.name == "li" and _is_number(attr(node, "data-page"))] if bar else []
    active = (parse_count(attr(node, "data-page")) for node in items if matches(node, ".active"))
    return Paging(next(active, 0), max((parse_count(attr(node, "data-page")) for node in items), default=0))


def is_export(data: Any) -> bool:
    """Tell whether JSON is a topic of NodeBB or an earlier version of a post.

    A topic may also be wrapped as its version 3 interface does it.
    """
    topic = _topic(data)
    return "tid" in topic and (isinstance(topic.get("posts"), list) or {"pid", "content"} <= topic.keys())


def _topic(data: Any) -> dict[str, Any]:
    inner = data.get("response") if isinstance(data, dict) and "status" in data else data
    return inner if isinstance(inner, dict) else {}


def read_export(source: SourceFile) -> Page:
    """Return what `/api/topic/…` holds.

    Of an earlier version of a post it is a page that has no post, but this version of one.
    """
    topic = _topic(source.data)
    thread = get_text(topic, "tid")
    if not isinstance(topic.get("posts"), list):
        return make_page(source, SOURCE, thread, get_text(topic, "topic", "title"), ())._replace(
            versions=((get_text(topic, "pid"), _read_version(source, topic)),)
        )
    rows = [
        RawPost(
            get_text(row, "pid"),
            get_text(row, "user", "username"),
            place=parse_count(row["index"]) + 1 if isinstance(row.get("index"), int) else 0,
            posted=times.from_iso(get_text(row, "timestampISO")),
            edited=times.from_iso(get_text(row, "editedISO")),
            body=read_body(parse_fragment(get_text(row, "content")), note=is_heading),
            permalink=link(source, f"/post/{get_text(row, 'pid')}"),
            deleted=bool(row.get("deleted")),
            author_id=get_text(row, "uid") or get_text(row, "user", "uid"),
        )
        for row in topic["posts"]
        if get_text(row, "pid")
    ]
    paging = topic.get("pagination")
    return make_page(
        source,
        SOURCE,
        thread,
        get_text(topic, "title"),
        rows,
        paging=Paging(
            page=parse_count(get_text(paging, "currentPage")),
            pages=parse_count(get_text(paging, "pageCount")),
            total=parse_count(get_text(topic, "postcount")),
        ),
    )


def _read_version(source: SourceFile, row: dict[str, Any]) -> Version:
    """Return an earlier version of a post.

    Its time is in the address that it was asked for at; a saved one is taken for the first.
    """
    found = re.search(r"/diffs/(\d{10,15})$", source.capture.address)
    time = times.from_epoch(int(found[1]) // 1000) if found else times.from_iso(get_text(row, "timestampISO"))
    body = read_body(parse_fragment(get_text(row, "content")), note=is_heading)
    return Version(time, body.text[:LONGEST])
