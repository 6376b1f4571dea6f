"""XenForo 1 and 2: `li.message[data-author]` and `article.message[data-author]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.words import tr
from gm_tools.posts import times
from gm_tools.posts.body import read_body
from gm_tools.posts.dom import Node, attr, by_class, classes, elements, find, text_of
from gm_tools.posts.make import link, made, whole
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from gm_tools.posts.make import Source

SOURCE = "xenforo"


def is_here(source: Source) -> bool:
    """Tell whether a page is XenForo's."""
    return source.html_id in {"XF", "XenForo"} or find(source.root, _is_post) is not None


def _is_post(node: Node) -> bool:
    return "message" in classes(node) and bool(_id_of(node)) and node.name in {"article", "li", "div"}


def _id_of(node: Node) -> str:
    """Return the number in `data-content="post-123"` or `id="post-123"`."""
    for name in ("data-content", "id"):
        mark = attr(node, name).removeprefix("js-")
        if mark.startswith("post-") and mark[5:].isascii() and mark[5:].isdigit():
            return mark[5:]
    return ""


def read(source: Source) -> Page:
    """Return what a page of a thread holds."""
    title = find(source.root, by_class("p-title-value")) or find(source.root, lambda node: node.name == "h1")
    thread = _thread(source)
    posts, warnings = [], []
    for node in elements(source.root):
        if not _is_post(node):
            continue
        number = _id_of(node)
        content = (
            find(node, by_class("bbWrapper"))
            if node.name != "li"
            else find(node, by_class("messageText", tag="blockquote"))
        )
        is_deleted = bool({"message--deleted", "deleted"} & set(classes(node)))
        author = attr(node, "data-author") or text_of(find(node, by_class("username"), content))
        outside = list(elements(node, content))
        marks = [one for one in outside if one.name == "a" and text_of(one)[:1] == "#"]
        place = next((whole(text_of(one)) for one in marks if whole(text_of(one))), 0)
        posted = _time(outside, ("message-lastEdit", "editDate"), inside=False)
        edited = _time(outside, ("message-lastEdit", "editDate"), inside=True)
        if content is None and not is_deleted:
            warnings.append(tr("post {number}: its text was not found", number=place or number))
            continue
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
                edited=edited,
                body=None if is_deleted or content is None else read_body(content),
                permalink=link(source, next((attr(one, "href") for one in marks), f"posts/{number}/")),
                deleted=is_deleted,
            )
        )
    return Page(SOURCE, thread, text_of(title), tuple(posts), *_paging(source.root), 0, tuple(warnings), source.file)


def _thread(source: Source) -> str:
    html = find(source.root, lambda node: node.name == "html")
    key = attr(html, "data-content-key") if html is not None else ""
    if key.startswith("thread-"):
        return key[7:]
    last = (
        source.canonical.split("/threads/")[-1].split("/")[0].rpartition(".")[2]
        if "/threads/" in source.canonical
        else ""
    )
    return last if last.isdigit() else ""


def _time(nodes: list[Node], edits: tuple[str, ...], *, inside: bool) -> str:
    """Return the first time among nodes, of those in (or not in) the line about edits; `?` for one that cannot be read."""
    of_edits = [node for node in nodes if not set(edits).isdisjoint(classes(node))]
    below = {id(one) for node in of_edits for one in (node, *elements(node))}
    for node in nodes:
        if (id(node) in below) != inside:
            continue
        kinds = classes(node)
        if node.name == "time" and attr(node, "datetime"):
            return times.from_epoch(attr(node, "data-time")) or times.from_iso(attr(node, "datetime"))
        if "DateTime" in kinds:
            shown = attr(node, "title") or text_of(node)
            return times.from_epoch(attr(node, "data-time")) or times.from_shown(shown)
    return "?" if inside and of_edits else ""


def _paging(root: Node) -> tuple[int, int]:
    box = find(root, by_class("PageNav"))
    if box is not None:
        return whole(attr(box, "data-page")), whole(attr(box, "data-last"))
    box = find(root, by_class("pageNav-main"))
    if box is None:
        return 0, 0
    current = find(box, by_class("pageNav-page--current"))
    numbers = [whole(text_of(node)) for node in elements(box) if "pageNav-page" in classes(node)]
    return whole(text_of(current)), max(numbers, default=0)
