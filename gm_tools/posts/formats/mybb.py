"""MyBB 1.8: `div#post_4.post`. Times are to the minute and without a zone; relative ones have their date in a title.

The foot of a page shows the reader's clock: on a page whose time of capture is known it tells the offset of all times there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
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
from gm_tools.posts.formats.make_post import RawPost, link, make_page, parse_count, query_number

if TYPE_CHECKING:
    from gm_tools.posts.formats.html_tree import Frame
    from gm_tools.posts.formats.make_post import SourceFile
    from gm_tools.posts.thread import Page
    from gm_tools.posts.times import PageClock

SOURCE = "mybb"
_GUEST = "0"
_PROFILE = re.compile(r"(?:[?&]uid=|/user-)(\d{1,18})\b")
_THREAD = re.compile(r"(?:[?&]tid=|/thread-)(\d{1,18})\b")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is MyBB's: its views other than the thread's page do, by their frame."""
    first = find(source.root, lambda node: node.name == "div" and attr(node, "id") in {"container", "fullversion"})
    if first is not None:
        return find(first, by_attr("id", "fullversion"), is_post) is not None
    heading = find(source.root, by_class("largetext"))  # the print view: its own heading is the first
    link_to = find(heading, lambda node: node.name == "a" and "showthread.php?tid=" in attr(node, "href"))
    return link_to is not None and attr(heading.parent, "class") == "" and text_of(heading) != text_of(link_to)


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return node.name == "div" and "post" in classes(node) and bool(number_in(node, "id", "post_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a thread holds; raise InputError for the archive's and the print view."""
    nodes = outermost(source.root, is_post)
    if not nodes:
        raise InputError(
            _("is MyBB's archive or print view, which shows neither the ids of posts nor edits"),
            file=source.file,
            allowed=_("the page of the thread itself (showthread.php)"),
        )
    outside = list(elements(source.root, is_post))
    title = next((node for node in outside if node.name == "title"), None)
    frames = [frame_of(node, by_class("post_body"), by_class("signature")) for node in nodes]
    has_accounts = any(_author(frame)[1] for frame in frames)
    foot = next((node for node in outside if attr(node, "id") == "current_time"), None)
    clock = times.read_clock(text_of(foot), source.capture.time)
    rows = [
        _read_post(source, node, frame, _GUEST if has_accounts else "", clock)
        for node, frame in zip(nodes, frames, strict=True)
    ]
    page, pages = _paging(outside)
    return make_page(source, SOURCE, _thread(source, frames), text_of(title), rows, page=page, pages=pages)


def _read_post(source: SourceFile, node: Node, frame: Frame, guest: str, clock: PageClock) -> RawPost:
    """Return what a page holds of a post; `guest` is the account of an author who has none, `clock` the one at the foot."""
    author, account = _author(frame)
    mark = frame.first(lambda one: one.name == "a" and "pid" in attr(one, "href") and text_of(one)[:1] == "#")
    date, line = frame.first(by_class("post_date")), frame.first(by_class("edited_post"))
    edited, span = _time(line, clock) if line is not None else ("", 1)
    is_deleted = "deleted_post" in classes(node)
    return RawPost(
        number_in(node, "id", "post_"),
        author,
        place=parse_count(text_of(mark)),
        posted=_time(date, clock)[0],
        shown=text_of(date, by_class("post_edit")),
        edited=edited or ("?" if line is not None else ""),
        edited_span=span,
        body=read_body(frame.content, is_note=_is_heading) if frame.content is not None else None,
        permalink=link(source, attr(mark, "href")),
        deleted=is_deleted,
        author_id=account or guest,
        held="unapproved_post" in classes(node) and not is_deleted,
    )


def _author(frame: Frame) -> tuple[str, str]:
    """Return the name and the account of an author: the link to the profile in what tells of him; a guest has none."""
    box = frame.first(by_class("author_information"))
    name = find(box, by_class("largetext")) or find(box, "strong")
    return linked_account(name, _PROFILE)


def _thread(source: SourceFile, frames: list[Frame]) -> str:
    found = query_number(source.canonical, "tid")
    links = (attr(node, "href") for frame in frames for node in frame.nodes if node.name == "a")
    numbers = (_THREAD.search(address) for address in (source.canonical, *links))
    return found or next((number[1] for number in numbers if number), "")


def _time(line: Node, clock: PageClock) -> tuple[str, int]:
    """Return the time that a line shows, and how exactly: its words up to a link, a date in the title of a relative one.

    `<span title="11-21-2026">Yesterday</span>, 10:01 AM`, `<span title="11-22-2026, 10:01 AM">2 minutes ago</span>`.
    """
    words: list[str] = []
    for child in line.children or () if line is not None else ():
        if child.name == "#text":
            words.append(child.data or "")
        elif child.name == "a" or "post_edit" in classes(child):
            break
        elif child.name == "span":
            words.append(attr(child, "title") or text_of(child))
    shown = " ".join(words)
    return times.from_shown(shown, clock.offset, day_first=clock.day_first), times.span_of(shown)


def _is_heading(node: Node) -> bool:
    """Tell whether this is what MyBB sets above code: `Code:`."""
    return "title" in classes(node) and node.parent is not None and "codeblock" in classes(node.parent)


def _paging(outside: list[Node]) -> tuple[int, int]:
    box = next((node for node in outside if "pagination" in classes(node)), None)
    if box is None:
        return 0, 0
    numbers = [parse_count(text_of(node)) for node in elements(box) if "pagination_page" in classes(node)]
    current = parse_count(text_of(find(box, by_class("pagination_current"))))
    return current, max((current, *numbers))
