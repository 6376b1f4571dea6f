"""SMF 2.0 and 2.1: `div.post_wrapper`, its message in `div.inner#msg_123`. Times have seconds and no zone."""

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

SOURCE = "smf"
_PROFILE = re.compile(r"action=profile;u=(\d{1,18})\b")
_TOPIC = re.compile(r"[?&;/]topic[=,](\d{1,18})\b")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is SMF's: its posts stand in an element of this name."""
    return find(source.root, by_attr("id", "forumposts"), is_post) is not None


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return node.name == "div" and "post_wrapper" in classes(node)


def _is_message(node: Node) -> bool:
    return "inner" in classes(node) and bool(number_in(node, "id", "msg_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a topic holds."""
    outside = list(elements(source.root, is_post))
    frames = [frame_of(node, _is_message, by_class("signature")) for node in outermost(source.root, is_post)]
    guest = "0" if any(_author(frame)[1] for frame in frames) else ""
    rows = [_read_post(source, frame, guest) for frame in frames if frame.content is not None]
    title = next((node for node in outside if node.name == "title"), None)
    found = _TOPIC.search(source.canonical)
    page, pages = _paging(outside)
    return make_page(source, SOURCE, found[1] if found else "", text_of(title), rows, page=page, pages=pages)


def _read_post(source: SourceFile, frame: Frame, guest: str) -> RawPost:
    """Return what a page holds of a post; `guest` is the account of an author who has none."""
    number = number_in(frame.content, "id", "msg_")
    author, account = _author(frame)
    info = frame.first(by_class("keyinfo"))
    own = find(info, lambda one: one.name == "a" and f"#msg{number}" in attr(one, "href"), _is_edit)
    shown = _shown(info) or text_of(own)
    line = frame.first(_is_edit)
    edited = text_of(line)
    return RawPost(
        number,
        author,
        place=_place(info),
        posted=times.from_shown(shown),
        shown=shown,
        edited=(times.from_shown(edited) or "?") if edited else "",
        edited_span=times.span_of(edited) if edited else 1,
        body=read_body(frame.content, is_note=_is_heading),
        permalink=link(source, attr(own, "href")),
        author_id=account or guest,
        held=frame.first(by_class("approve_post")) is not None,
    )


def _author(frame: Frame) -> tuple[str, str]:
    """Return the name and the account of an author: the link to the profile in what tells of him; a guest has none."""
    box = frame.first(by_class("poster"))
    name = find(box, "h4")
    return linked_account(name, _PROFILE)


def _shown(info: Node) -> str:
    """Return the words that tell when a post was made: the first beside the subject that hold a time."""
    small = (node for node in elements(info, _is_edit) if "smalltext" in classes(node)) if info is not None else ()
    return next((words for words in map(text_of, small) if re.search(r"\d[:.]\d\d", words)), "")


def _place(info: Node) -> int:
    """Return the number of a post in its topic: the first is 1, and `Reply #1` is the second."""
    heads = (text_of(node) + " " + attr(node, "title") for node in elements(info, _is_edit)) if info is not None else ()
    found = next((one for head in heads if (one := re.search(r"#(\d{1,9})\b", head))), None)
    return int(found[1]) + 1 if found else 0


def _is_edit(node: Node) -> bool:
    return "modified" in classes(node) and bool(number_in(node, "id", "modified_"))


def _is_heading(node: Node) -> bool:
    """Tell whether this is what SMF sets above code or a quote."""
    return bool({"codeheader", "quoteheader", "quotefooter"} & set(classes(node)))


def _paging(outside: list[Node]) -> tuple[int, int]:
    box = next((node for node in outside if {"pagelinks", "pagesection"} & set(classes(node))), None)
    if box is None:
        return 0, 0
    current = find(box, by_class("current_page")) or find(box, "strong")
    numbers = [
        parse_count(text_of(node)) for node in elements(box) if "nav_page" in classes(node) or node.name == "strong"
    ]
    here = parse_count(text_of(current))
    return here, max((here, *numbers))
