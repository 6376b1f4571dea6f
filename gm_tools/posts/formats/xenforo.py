"""XenForo 1 and 2: `li.message[data-author]` and `article.message[data-author]`."""

from __future__ import annotations

from collections.abc import Iterable

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    attr,
    classes,
    elements,
    find,
    matches,
    number_in,
    read_paging,
    split_page,
    text_of,
)
from gm_tools.posts.formats.make_post import Paging, RawPost, SourceFile, link, make_page, parse_count
from gm_tools.posts.thread import Page

SOURCE = "xenforo"
NAME = "XenForo"
_EDITS = ".message-lastEdit, .editDate"
_DELETED = frozenset({"message--deleted", "deleted", "messageNotice--deleted in it"})
_HELD = frozenset({"message--moderated", "moderated", "messageNotice--moderated in it", "moderatedNotice in it"})


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is XenForo's."""
    return source.html_id in {"XF", "XenForo"}


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, "article.message, li.message, div.message") and bool(_id_of(node))


def _id_of(node: Node) -> str:
    """Return the number in `data-content="post-123"` or `id="post-123"`."""
    return number_in(node, "data-content", "post-") or number_in(node, "id", "post-", "js-post-")


def read(source: SourceFile) -> Page:
    """Return what a page of a thread holds."""
    around, posts = split_page(
        source.root, is_post, ".bbWrapper, blockquote.messageText", ".message-signature, .signature"
    )
    title = around.first(".p-title-value") or around.first("h1")
    rows = [_read_post(source, post) for post in posts]
    return make_page(source, SOURCE, _thread(source), text_of(title), rows, _paging(around))


def _read_post(source: SourceFile, post: Frame) -> RawPost:
    """Return what a page holds of a post."""
    number = _id_of(post.node)
    kinds = {*classes(post.node), *(f"{kind} in it" for one in post.nodes for kind in classes(one))}
    # A name may begin with the same sign.
    marks = [one for one in post.nodes if matches(one, f"a[href*=post-{number}]") and text_of(one)[:1] == "#"]
    edited, span = _read_edit(post)
    return RawPost(
        number,
        attr(post.node, "data-author") or text_of(post.first(".username")),
        place=next(filter(None, (parse_count(text_of(one)) for one in marks)), 0),
        posted=_time(_outside_edits(post))[0],
        edited=edited,
        edited_span=span,
        body=read_content(post),
        permalink=link(source, next((attr(one, "href") for one in marks), f"posts/{number}/")),
        deleted=not _DELETED.isdisjoint(kinds),
        author_id=_account(post),
        held=not _HELD.isdisjoint(kinds),
    )


def _account(frame: Frame) -> str:
    """Return the account of an author: `data-user-id`, in XenForo 1 the end of the profile's address.

    `0` is a guest's.
    """
    name = frame.first(lambda node: matches(node, ".username") and attr(node, "data-user-id"))
    if name is not None:
        return attr(name, "data-user-id")
    # The first name: a guest's has no link, and others may follow, of those who like the post.
    last = attr(frame.first(".username"), "href").rstrip("/").rpartition(".")[2]
    return last if last.isascii() and last.isdigit() else ""


def _outside_edits(frame: Frame) -> list[Node]:
    """Return what the forum wrote of a post, without the line about edits."""
    edits: set[int] = set()
    for node in frame.nodes:
        if matches(node, _EDITS) and id(node) not in edits:
            edits |= {id(one) for one in (node, *elements(node))}
    return [node for node in frame.nodes if id(node) not in edits]


def _read_edit(frame: Frame) -> tuple[str, int]:
    line = frame.first(_EDITS)
    if line is None:
        return "", 1
    edited, span = _time(elements(line))
    return edited or "?", span


def _thread(source: SourceFile) -> str:
    key = attr(find(source.root, "html"), "data-content-key")
    if key.startswith("thread-"):
        return key[7:]
    __, is_here, path = source.canonical.rpartition("/threads/")
    last = path.split("/")[0].rpartition(".")[2] if is_here else ""
    return last if last.isdigit() else ""


def _time(nodes: Iterable[Node]) -> tuple[str, int]:
    """Return the first time among nodes, with how exact it is in seconds; empty if there is none."""
    for node in nodes:
        exact = times.from_epoch(attr(node, "data-time")) if attr(node, "data-time") else ""
        if node.name == "time" and attr(node, "datetime"):
            return exact or times.from_iso(attr(node, "datetime")), 1
        if matches(node, ".DateTime"):
            shown = attr(node, "title") or text_of(node)
            return (exact, 1) if exact else (times.from_shown(shown), times.span_of(shown))
    return "", 1


def _paging(around: Frame) -> Paging:
    bar = around.first(".PageNav")
    if bar is not None:
        return Paging(parse_count(attr(bar, "data-page")), parse_count(attr(bar, "data-last")))
    return read_paging(around.first(".pageNav-main"), ".pageNav-page--current", ".pageNav-page")
