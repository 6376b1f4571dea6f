"""vBulletin 3, 4 and 5: `table#post123`, `li#post_123`, `li[data-node-id]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.core.words import tr
from gm_tools.posts import times
from gm_tools.posts.body import read_body
from gm_tools.posts.dom import Node, attr, by_class, by_id, classes, elements, find, text_of
from gm_tools.posts.make import link, made, query, whole
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from gm_tools.posts.make import Source

SOURCE = "vbulletin"


def is_here(source: Source) -> bool:
    """Tell whether a page is vBulletin's."""
    return (
        source.generator.lower().startswith("vbulletin")
        or source.html_id == "vbulletin_html"
        or source.body_id == "vb-page-body"
        or find(source.root, lambda node: bool(_id_of(node))) is not None
    )


def _id_of(node: Node) -> str:
    """Return the number of the post that an element is: of `table#post123`, `li#post_123`, `li[data-node-id]`."""
    name = attr(node, "id")
    if node.name == "table" and name.startswith("post"):
        number = name[4:]
    elif node.name == "li":
        number = name[5:] if name.startswith("post_") else attr(node, "data-node-id")
    else:
        return ""
    return number if number.isascii() and number.isdigit() else ""


def read(source: Source) -> Page:
    """Return what a page of a thread holds. Times are as the page shows them: it seldom says in which zone."""
    offset = next(
        (
            offset
            for node in elements(source.root)
            if node.name in {"div", "p", "span"}
            and "All times are GMT" in (shown := _own_text(node))
            and (offset := times.offset_of(shown)) is not None
        ),
        None,
    )
    thread = query(source.canonical, "t") or _number_in(source.canonical)
    title = find(source.root, lambda node: node.name == "title")
    posts, warnings = [], []
    for node in elements(source.root):
        number = _id_of(node)
        if not number:
            continue
        content = _content(node, number)
        is_deleted = "postbitdeleted" in classes(node) or (content is None and "deleted" in text_of(node).lower())
        if content is None and not is_deleted:
            if node.name == "li" and not attr(node, "id"):
                continue  # vBulletin 5 gives its comments and its announcements node ids too
            warnings.append(tr("post {number}: its text was not found", number=number))
            continue
        outside = list(elements(node, content))
        author = _author(outside, number)
        place = _place(outside, number)
        posted = _posted(node, outside, offset)
        if not posted and not is_deleted:
            warnings.append(tr("post {number}: its time cannot be read", number=place or number))
        posts.append(
            made(
                source,
                SOURCE,
                thread,
                number,
                author,
                place=place,
                posted=posted,
                edited=_edited(outside, offset),
                body=None if is_deleted or content is None else read_body(content, _is_quote, _is_heading),
                permalink=link(source, _address(node, outside, number)),
                deleted=is_deleted,
            )
        )
    return Page(SOURCE, thread, text_of(title), tuple(posts), *_paging(source.root), 0, tuple(warnings), source.file)


def _own_text(node: Node) -> str:
    return " ".join((child.data or "") for child in node.children or () if child.name == "#text")


def _content(node: Node, number: str) -> Node:
    box = find(node, by_id(f"post_message_{number}"))
    if box is not None:
        return find(box, by_class("postcontent", tag="blockquote")) or box
    return find(node, by_class("js-post__content-text")) or find(node, lambda one: attr(one, "itemprop") == "text")


def _author(nodes: list[Node], number: str) -> str:
    for node in nodes:
        kinds = classes(node)
        if (
            "bigusername" in kinds
            or "username" in kinds
            or "author" in kinds
            or attr(node, "id") == f"postmenu_{number}"
        ):
            name = find(node, lambda one: one.name in {"a", "strong"} or attr(one, "itemprop") == "name")
            found = text_of(name if name is not None else node)
            if found:
                return found
    return ""


def _place(nodes: list[Node], number: str) -> int:
    for node in nodes:
        if attr(node, "id") == f"postcount{number}":
            return whole(attr(node, "name"))
        if {"b-post__count", "postcounter"} & set(classes(node)):
            return whole(text_of(node))
    return 0


def _address(post: Node, nodes: list[Node], number: str) -> str:
    """Return the address of a post: a constant one, in vBulletin 5 the one that its number in the thread links to."""
    if attr(post, "id"):
        return f"showthread.php?p={number}#post{number}"
    marks = [node for node in nodes if "b-post__count" in classes(node)]
    anchors = [one for mark in marks for one in (mark, *elements(mark)) if one.name == "a"]
    return attr(anchors[0], "href") if anchors else ""


def _posted(post: Node, nodes: list[Node], offset: int | None) -> str:
    if attr(post, "data-node-publishdate"):
        return times.from_epoch(attr(post, "data-node-publishdate"))
    for node in nodes:
        if node.name == "time" and attr(node, "datetime"):
            return times.from_iso(attr(node, "datetime")) or times.from_shown(text_of(node), offset)
        if "postdate" in classes(node) or (node.name in {"div", "td"} and {"thead", "normal"} & set(classes(node))):
            found = times.from_shown(text_of(node), offset)
            if found:
                return found
    return ""


def _edited(nodes: list[Node], offset: int | None) -> str:
    """Return when a post was last edited, `?` if the line about it holds no date that can be read."""
    for node in nodes:
        if node.name in {"em", "blockquote", "div", "span", "p"}:
            is_line = any("edit" in kind.lower() for kind in classes(node) if "editor" not in kind.lower())
            shown = text_of(node) if is_line or node.name == "em" else ""
            if shown and re.match(r"(last edited|zuletzt|geändert|edited)", shown, re.IGNORECASE):
                clock = find(node, lambda one: one.name == "time")
                return (
                    (times.from_iso(attr(clock, "datetime")) if clock is not None else "")
                    or times.from_shown(shown, offset)
                    or "?"
                )
    return ""


def _children(node: Node) -> list[Node]:
    return [child for child in node.children or () if child.name[:1] not in "#!"]


def _is_quote(node: Node) -> bool:
    """Tell whether this is vBulletin 3's quote: a box whose heading `Quote:` stands above a table."""
    if node.name != "div" or "margin:20px" not in attr(node, "style").replace(" ", ""):
        return False
    row = _children(node)
    return len(row) >= 2 and "smallfont" in classes(row[0]) and row[1].name == "table"


def _is_heading(node: Node) -> bool:
    """Tell whether this is the heading `Code:` of a box of vBulletin 3."""
    if node.name != "div" or "smallfont" not in classes(node) or node.parent is None:
        return False
    row = _children(node.parent)
    return len(row) >= 2 and row[0] is node and row[1].name == "pre"


def _number_in(address: str) -> str:
    found = re.search(r"[/?](\d+)-", address)
    return found[1] if found else ""


def _paging(root: Node) -> tuple[int, int]:
    for node in elements(root):
        kinds = set(classes(node))
        if {"vbmenu_control", "popupctrl", "pagination", "pagenav", "pagenav-controls"} & kinds:
            found = re.search(r"\b(?:Page|Seite) (\d+) (?:of|von) (\d+)", text_of(node))
            if found:
                return int(found[1][:9]), int(found[2][:9])
        if "js-pagenum" in kinds:
            last = find(node.parent.parent, by_class("pagetotal")) if node.parent.parent is not None else None
            if last is not None:
                return whole(attr(node, "value")), whole(text_of(last))
    return 0, 0
