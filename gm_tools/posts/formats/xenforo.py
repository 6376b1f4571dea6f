"""XenForo 1 and 2: `li.message[data-author]` and `article.message[data-author]`."""

from __future__ import annotations

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
    from collections.abc import Iterable

    from gm_tools.posts.formats.html_tree import Frame
    from gm_tools.posts.formats.make_post import SourceFile
    from gm_tools.posts.thread import Page

SOURCE = "xenforo"
_DELETED = frozenset({"message--deleted", "deleted", "messageNotice--deleted in it"})
_HELD = frozenset({"message--moderated", "moderated", "messageNotice--moderated in it", "moderatedNotice in it"})


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is XenForo's."""
    return source.html_id in {"XF", "XenForo"}


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return "message" in classes(node) and bool(_id_of(node)) and node.name in {"article", "li", "div"}


def _id_of(node: Node) -> str:
    """Return the number in `data-content="post-123"` or `id="post-123"`."""
    return number_in(node, "data-content", "post-") or number_in(node, "id", "post-", "js-post-")


def _is_content(node: Node) -> bool:
    kinds = classes(node)
    return "bbWrapper" in kinds or (node.name == "blockquote" and "messageText" in kinds)


def _is_signature(node: Node) -> bool:
    return not {"message-signature", "signature"}.isdisjoint(classes(node))


def read(source: SourceFile) -> Page:
    """Return what a page of a thread holds."""
    outside = list(elements(source.root, is_post))
    title = next((node for node in outside if "p-title-value" in classes(node)), None)
    title = title or next((node for node in outside if node.name == "h1"), None)
    rows = [_read_post(source, node) for node in outermost(source.root, is_post)]
    page, pages = _paging(outside)
    return make_page(source, SOURCE, _thread(source), text_of(title), rows, page=page, pages=pages)


def _read_post(source: SourceFile, node: Node) -> RawPost:
    """Return what a page holds of a post."""
    number, frame = _id_of(node), frame_of(node, _is_content, _is_signature)
    kinds = {*classes(node), *(f"{kind} in it" for one in frame.nodes for kind in classes(one))}
    marks = [one for one in frame.nodes if one.name == "a" and text_of(one)[:1] == "#"]
    edited, span = _edited(frame)
    return RawPost(
        number,
        attr(node, "data-author") or text_of(frame.first(by_class("username"))),
        place=next((parse_count(text_of(one)) for one in marks if parse_count(text_of(one))), 0),
        posted=_time(_outside_edits(frame))[0],
        edited=edited,
        edited_span=span,
        body=read_body(frame.content) if frame.content is not None else None,
        permalink=link(source, next((attr(one, "href") for one in marks), f"posts/{number}/")),
        deleted=not _DELETED.isdisjoint(kinds),
        author_id=_account(frame),
        held=not _HELD.isdisjoint(kinds),
    )


def _account(frame: Frame) -> str:
    """Return the account of an author: `data-user-id`, in XenForo 1 the end of the profile's address. `0` is a guest's."""
    name = frame.first(lambda node: "username" in classes(node) and attr(node, "data-user-id") != "")
    if name is not None:
        return attr(name, "data-user-id")
    name = frame.first(lambda node: node.name == "a" and "username" in classes(node))
    last = attr(name, "href").rstrip("/").rpartition(".")[2] if name is not None else ""
    return last if last.isascii() and last.isdigit() else ""


def _is_edit(node: Node) -> bool:
    return not {"message-lastEdit", "editDate"}.isdisjoint(classes(node))


def _outside_edits(frame: Frame) -> list[Node]:
    """Return what the forum wrote of a post, without the line about edits."""
    edits: set[int] = set()
    for node in frame.nodes:
        if _is_edit(node) and id(node) not in edits:
            edits |= {id(one) for one in (node, *elements(node))}
    return [node for node in frame.nodes if id(node) not in edits]


def _edited(frame: Frame) -> tuple[str, int]:
    line = frame.first(_is_edit)
    if line is None:
        return "", 1
    edited, span = _time(elements(line))
    return edited or "?", span


def _thread(source: SourceFile) -> str:
    html = find(source.root, "html")
    key = attr(html, "data-content-key")
    if key.startswith("thread-"):
        return key[7:]
    last = (
        source.canonical.split("/threads/")[-1].split("/")[0].rpartition(".")[2]
        if "/threads/" in source.canonical
        else ""
    )
    return last if last.isdigit() else ""


def _time(nodes: Iterable[Node]) -> tuple[str, int]:
    """Return the first time among nodes, with how exact it is in seconds; empty if there is none."""
    for node in nodes:
        exact = times.from_epoch(attr(node, "data-time")) if attr(node, "data-time") else ""
        if node.name == "time" and attr(node, "datetime"):
            return exact or times.from_iso(attr(node, "datetime")), 1
        if "DateTime" in classes(node):
            shown = attr(node, "title") or text_of(node)
            return (exact, 1) if exact else (times.from_shown(shown), times.span_of(shown))
    return "", 1


def _paging(outside: list[Node]) -> tuple[int, int]:
    box = next((node for node in outside if "PageNav" in classes(node)), None)
    if box is not None:
        return parse_count(attr(box, "data-page")), parse_count(attr(box, "data-last"))
    box = next((node for node in outside if "pageNav-main" in classes(node)), None)
    if box is None:
        return 0, 0
    current = find(box, by_class("pageNav-page--current"))
    numbers = [parse_count(text_of(node)) for node in elements(box) if "pageNav-page" in classes(node)]
    return parse_count(text_of(current)), max(numbers, default=0)
