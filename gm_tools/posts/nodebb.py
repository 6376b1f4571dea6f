"""NodeBB: its pages (`li[component=post]`) and its `/api/topic/…` JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.posts import times
from gm_tools.posts.body import read_body
from gm_tools.posts.dom import Node, attr, classes, elements, find, parse_fragment, text_of
from gm_tools.posts.make import link, made, text_in, whole
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from gm_tools.posts.make import Source

SOURCE = "nodebb"


def is_here(source: Source) -> bool:
    """Tell whether a page is NodeBB's."""
    return find(source.root, _is_post) is not None


def _is_post(node: Node) -> bool:
    return attr(node, "component") == "post" and attr(node, "data-pid").isdigit()


def read(source: Source) -> Page:
    """Return what a page of a topic holds."""
    topic = find(source.root, lambda node: attr(node, "component") == "topic" and bool(attr(node, "data-tid")))
    thread = attr(topic, "data-tid") if topic is not None else ""
    heading = find(source.root, lambda node: attr(node, "component") in {"topic/title", "post/header"})
    posts = []
    for node in elements(source.root):
        if not _is_post(node):
            continue
        number = attr(node, "data-pid")
        content = find(node, lambda one: attr(one, "component") == "post/content")
        metas = {attr(one, "itemprop"): attr(one, "content") for one in elements(node, content) if one.name == "meta"}
        is_deleted = "deleted" in classes(node)
        posted = (
            times.from_epoch(float(attr(node, "data-timestamp")) / 1000)
            if _is_number(attr(node, "data-timestamp"))
            else ""
        )
        posts.append(
            made(
                source,
                SOURCE,
                thread,
                number,
                attr(node, "data-username"),
                place=whole(attr(node, "data-index")) + 1 if attr(node, "data-index") else 0,
                posted=posted or times.from_iso(metas.get("datePublished", "")),
                edited=_changed(times.from_iso(metas.get("dateModified", "")), posted),
                body=read_body(content) if content is not None and not is_deleted else None,
                permalink=link(source, f"/post/{number}"),
                deleted=is_deleted,
            )
        )
    page, pages = _paging(source.root)
    return Page(SOURCE, thread, text_of(heading), tuple(posts), page, pages, 0, (), source.file)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


def _changed(edited: str, posted: str) -> str:
    return "" if edited == posted else edited


def _paging(root: Node) -> tuple[int, int]:
    box = find(root, lambda node: attr(node, "component") == "pagination")
    if box is None:
        return 0, 0
    items = [node for node in elements(box) if node.name == "li" and _is_number(attr(node, "data-page"))]
    active = [whole(attr(node, "data-page")) for node in items if "active" in classes(node)]
    return active[0] if active else 0, max((whole(attr(node, "data-page")) for node in items), default=0)


def is_export(data: Any) -> bool:
    """Tell whether JSON is a topic of NodeBB, also as its version 3 interface wraps it."""
    topic = _topic(data)
    return isinstance(topic.get("posts"), list) and "tid" in topic


def _topic(data: Any) -> dict[str, Any]:
    inner = data.get("response") if isinstance(data, dict) and "status" in data else data
    return inner if isinstance(inner, dict) else {}


def read_export(source: Source) -> Page:
    """Return what `/api/topic/…` holds."""
    topic = _topic(source.data)
    thread = text_in(topic, "tid")
    posts = []
    for row in topic["posts"]:
        if not text_in(row, "pid"):
            continue
        posted = times.from_iso(text_in(row, "timestampISO"))
        is_deleted = bool(row.get("deleted"))
        posts.append(
            made(
                source,
                SOURCE,
                thread,
                text_in(row, "pid"),
                text_in(row, "user", "username"),
                place=whole(row["index"]) + 1 if isinstance(row.get("index"), int) else 0,
                posted=posted,
                edited=_changed(times.from_iso(text_in(row, "editedISO")), posted),
                body=None if is_deleted else read_body(parse_fragment(text_in(row, "content"))),
                permalink=link(source, f"/post/{text_in(row, 'pid')}"),
                deleted=is_deleted,
            )
        )
    paging = topic.get("pagination")
    page, pages = whole(text_in(paging, "currentPage")), whole(text_in(paging, "pageCount"))
    return Page(
        SOURCE,
        thread,
        text_in(topic, "title"),
        tuple(posts),
        page,
        pages,
        whole(text_in(topic, "postcount")),
        (),
        source.file,
    )
