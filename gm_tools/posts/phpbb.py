"""phpBB 3.0 to 3.3: `div#p123.post`, prosilver and its children."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.words import tr
from gm_tools.posts import times
from gm_tools.posts.body import read_body
from gm_tools.posts.dom import Node, attr, by_class, by_id, classes, elements, find, text_of
from gm_tools.posts.make import link, made, query, whole
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from gm_tools.posts.make import Source

SOURCE = "phpbb"


def is_here(source: Source) -> bool:
    """Tell whether a page is phpBB's."""
    return source.body_id == "phpbb" or (
        find(source.root, lambda node: node.name == "div" and "post" in classes(node) and _id_of(node) != "")
        is not None
        and find(source.root, by_class("postbody")) is not None
    )


def _id_of(node: Node) -> str:
    """Return the number in `p123`, empty if this is no such id."""
    name = attr(node, "id")
    return name[1:] if name[:1] == "p" and name[1:].isascii() and name[1:].isdigit() else ""


def read(source: Source) -> Page:
    """Return what a page of a topic holds. phpBB numbers no posts: their ids are their order."""
    offset = _offset(source.root)
    topic = find(source.root, by_class("topic-title")) or find(source.root, lambda node: node.name == "h2")
    title_link = find(topic, lambda node: node.name == "a") if topic is not None else None
    thread = query(source.canonical, "t") or query(attr(title_link, "href") if title_link is not None else "", "t")
    posts, warnings = [], []
    for node in elements(source.root):
        if node.name != "div" or "post" not in classes(node) or not _id_of(node):
            continue
        number = _id_of(node)
        content = find(node, by_class("content", tag="div"))
        author_line = find(node, by_class("author"), content)
        name = author_line and find(author_line, lambda one: {"username", "username-coloured"} & set(classes(one)))
        name = name or (author_line and find(author_line, lambda one: one.name == "strong"))
        name = name or find(node, lambda one: {"username", "username-coloured"} & set(classes(one)), content)
        clock = author_line and find(author_line, lambda one: one.name == "time")
        posted = times.from_iso(attr(clock, "datetime")) if clock else ""
        shown = text_of(author_line) if author_line is not None else ""
        posted = posted or times.from_shown(shown.rpartition("»")[2] or shown, offset)
        notice = find(node, lambda one: "notice" in classes(one) and "edited" in text_of(one).lower(), content)
        edited = _edited(notice, offset) if notice is not None else ""
        is_deleted = "deleted" in classes(node) or find(node, by_class("post_deleted_msg")) is not None
        hidden = find(node, by_id(f"post_hidden{number}"), content)
        is_deleted = is_deleted or (hidden is not None and "delete" in text_of(hidden).lower())
        if name is None or content is None:
            if not is_deleted:
                warnings.append(tr("post {number}: its author or its text was not found", number=number))
                continue
        elif not posted:
            warnings.append(tr("post {number}: its time {shown!r} cannot be read", number=number, shown=shown))
        posts.append(
            made(
                source,
                SOURCE,
                thread,
                number,
                text_of(name) if name is not None else "",
                posted=posted,
                edited=edited,
                body=read_body(content) if content is not None and not is_deleted else None,
                permalink=link(source, f"viewtopic.php?p={number}#p{number}"),
                deleted=is_deleted,
            )
        )
    page, pages, total = _paging(source.root)
    return Page(SOURCE, thread, text_of(topic), tuple(posts), page, pages, total, tuple(warnings), source.file)


def _edited(notice: Node, offset: int | None) -> str:
    """Return when a post was last edited: a <time>, or the date in the sentence (whose words depend on the language)."""
    clock = find(notice, lambda node: node.name == "time")
    return (
        (times.from_iso(attr(clock, "datetime")) if clock else "") or times.from_shown(text_of(notice), offset) or "?"
    )


def _offset(root: Node) -> int | None:
    """Return what the foot of the page says of its times: `All times are UTC+01:00`."""
    for node in elements(root):
        if node.name in {"li", "p", "span", "div"} and {"timezone", "rightside", "copyright", "page-footer"} & set(
            classes(node)
        ):
            offset = times.offset_of(text_of(node))
            if offset is not None:
                return offset
    return None


def _paging(root: Node) -> tuple[int, int, int]:
    """Return page, pages and posts: `24 posts • Page 1 of 2`, or a list of page numbers with one active."""
    box = find(root, by_class("pagination"))
    if box is None:
        return 0, 0, 0
    words = text_of(box).replace("•", " ").split()
    total = whole(words[0]) if words else 0
    active = find(box, lambda node: node.name == "li" and "active" in classes(node))
    if active is not None:
        numbers = [whole(text_of(node)) for node in elements(box) if node.name in {"a", "span"}]
        return whole(text_of(active)), max(numbers, default=0), total
    strong = [whole(text_of(node)) for node in elements(box) if node.name == "strong"]
    return (strong[0], strong[-1], total) if len(strong) >= 2 else (1, 1, total)
