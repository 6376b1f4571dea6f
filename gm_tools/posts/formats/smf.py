"""SMF 2.0 and 2.1: `div.post_wrapper`, its message in `div.inner#msg_123`. Times have seconds and no zone."""

from __future__ import annotations

import re

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    attr,
    author_of,
    elements,
    find,
    matches,
    number_in,
    read_paging,
    split_page,
    text_of,
)
from gm_tools.posts.formats.make_post import RawPost, SourceFile, group_in, link, make_page
from gm_tools.posts.thread import Page

SOURCE = "smf"
NAME = "SMF"
_PROFILE = re.compile(r"action=profile;u=(\d{1,18})\b")
_HEADINGS = ".codeheader, .quoteheader, .quotefooter"  # what SMF sets above code or a quote
_YEAR = re.compile(r"\b\d{4}\b")
_TOPIC = re.compile(r"[?&;/]topic[=,](\d{1,18})\b")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is SMF's: its posts stand in an element of this name."""
    return find(source.root, "#forumposts", is_post) is not None


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, "div.post_wrapper")


def _is_message(node: Node) -> bool:
    return matches(node, ".inner") and bool(number_in(node, "id", "msg_"))


def _is_edit(node: Node) -> bool:
    return matches(node, ".modified") and bool(number_in(node, "id", "modified_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a topic holds."""
    around, posts = split_page(source.root, is_post, _is_message, ".signature")
    rows = [_read_post(source, post) for post in posts if post.content is not None]
    bar = around.first(".pagelinks, .pagesection")
    current = ".current_page" if find(bar, ".current_page") is not None else "strong"
    paging = read_paging(bar, current, ".nav_page, strong")
    return make_page(source, SOURCE, group_in(_TOPIC, source.canonical), text_of(around.first("title")), rows, paging)


def _read_post(source: SourceFile, post: Frame) -> RawPost:
    """Return what a page holds of a post."""
    number = number_in(post.content, "id", "msg_")
    # The name of an author is a link to the profile, in what tells of him; a guest has none.
    author, account = author_of(find(post.first(".poster"), "h4"), _PROFILE)
    info = post.first(".keyinfo")
    own = find(info, f"a[href*=#msg{number}]", _is_edit)
    shown = _find_time(info) or text_of(own)
    edited = text_of(post.first(_is_edit))
    return RawPost(
        number,
        author,
        place=_place(info),
        posted=times.from_shown(shown),
        shown=shown,
        edited=(times.from_edit(edited) or "?") if edited else "",
        edited_span=times.span_of(edited) if edited else 1,
        body=read_content(post, note=_HEADINGS),
        permalink=link(source, attr(own, "href")),
        author_id=account,
        held=_is_held(post),
    )


def _is_held(post: Frame) -> bool:
    """Tell whether a post waits for approval: moderators see it in a frame of its own, its author with a notice."""
    if post.first(
        lambda node: matches(node, ".approve_post") or (matches(node, ".noticebox") and not attr(node, "id"))
    ):
        return True
    node = post.node.parent
    while node is not None and attr(node, "id") != "forumposts":
        if matches(node, ".approvebg, .approvebg2"):
            return True
        node = node.parent
    return False


def _find_time(info: Node) -> str:
    """Return the words that tell when a post was made: the first beside the subject that hold a clock, or a year."""
    small = (node for node in elements(info, _is_edit) if matches(node, ".smalltext")) if info is not None else ()
    words = [text_of(node) for node in small]
    clocks = (one for one in words if re.search(r"\d[:.]\d\d", one))
    return next(clocks, next((one for one in words if _YEAR.search(one)), ""))


def _place(info: Node) -> int:
    """Return the number of a post in its topic: the first is 1, and `Reply #1` is the second.

    The subject, which also ends the title of the post's own link, is somebody's words, as are names, and may hold a
    number.
    """
    frame = elements(info, _is_written) if info is not None else ()
    subject = text_of(find(info, _is_subject))
    heads = (text_of(node, _is_written) + " " + attr(node, "title").removesuffix(subject) for node in frame)
    found = next((one for head in heads if (one := re.search(r"#(\d{1,9})\b", head))), None)
    return int(found[1]) + 1 if found else 0


def _is_written(node: Node) -> bool:
    return _is_edit(node) or _is_subject(node)


def _is_subject(node: Node) -> bool:
    return bool(number_in(node, "id", "subject_"))
