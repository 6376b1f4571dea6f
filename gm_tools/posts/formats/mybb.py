"""MyBB 1.8: `div#post_4.post`. Times are to the minute and without a zone; relative ones have their date in a title.

The foot of a page shows the reader's clock: on a page whose time of capture is known it tells the offset of all times
there.
"""

from __future__ import annotations

import re

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    attr,
    author_of,
    find,
    matches,
    number_in,
    read_paging,
    split_page,
    text_of,
)
from gm_tools.posts.formats.make_post import (
    RawPost,
    SourceFile,
    group_in,
    link,
    make_page,
    parse_count,
    query_number,
)
from gm_tools.posts.thread import Page
from gm_tools.posts.times import PageClock

SOURCE = "mybb"
NAME = "MyBB"
_PROFILE = re.compile(r"(?:[?&]uid=|/user-)(\d{1,18})\b")
_THREAD = re.compile(r"(?:[?&]tid=|/thread-)(\d{1,18})\b")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is MyBB's.

    Views other than the thread's page do so by their frame.
    """
    first = find(source.root, "div#container, div#fullversion")
    if first is not None:
        return find(first, "#fullversion", is_post) is not None
    heading = find(source.root, ".largetext")  # the print view: its own heading is the first
    title = find(heading, "a[href*=showthread.php?tid=]")
    return title is not None and attr(heading.parent, "class") == "" and text_of(heading) != text_of(title)


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, "div.post") and bool(number_in(node, "id", "post_"))


def read(source: SourceFile) -> Page:
    """Return what a page of a thread holds; raise InputError for the archive's and the print view."""
    around, posts = split_page(source.root, is_post, ".post_body", ".signature")
    if not posts:
        raise InputError(
            _("is MyBB's archive or print view, which shows neither the ids of posts nor edits"),
            file=source.file,
            allowed=_("the page of the thread itself (showthread.php)"),
        )
    clock = times.read_clock(text_of(around.first("#current_time")), source.capture.time)
    rows = [_read_post(source, post, clock) for post in posts]
    paging = read_paging(around.first(".pagination"), ".pagination_current", ".pagination_page")
    return make_page(source, SOURCE, _thread(source, posts), text_of(around.first("title")), rows, paging)


def _read_post(source: SourceFile, post: Frame, clock: PageClock) -> RawPost:
    """Return what a page holds of a post; `clock` is the one at its foot."""
    # The name of an author is a link to the profile, in what tells of him; a guest has none.
    box = post.first(".author_information, .deleted_post_author")
    author, account = author_of(find(box, ".largetext") or find(box, "strong"), _PROFILE)
    mark = post.first(lambda one: matches(one, "a[href*=pid]") and text_of(one)[:1] == "#")
    date, line = post.first(".post_date"), post.first(".edited_post")
    edited, span = _time(line, clock) if line is not None else ("", 1)
    is_deleted = matches(post.node, ".deleted_post, .deleted_post_hidden")
    return RawPost(
        number_in(post.node, "id", "post_"),
        author,
        place=parse_count(text_of(mark)),
        posted=_time(date, clock)[0],
        shown=text_of(date, ".post_edit"),
        edited=edited or ("?" if line is not None else ""),
        edited_span=span,
        body=read_content(post, note=_is_heading),
        permalink=link(source, attr(mark, "href")),
        deleted=is_deleted,
        author_id=account,
        held=matches(post.node, ".unapproved_post") and not is_deleted,
    )


def _thread(source: SourceFile, posts: list[Frame]) -> str:
    links = (attr(node, "href") for post in posts for node in post.nodes if node.name == "a")
    numbers = (group_in(_THREAD, address) for address in (source.canonical, *links))
    return query_number(source.canonical, "tid") or next(filter(None, numbers), "")


def _time(line: Node, clock: PageClock) -> tuple[str, int]:
    """Return the time that a line shows, and how exactly."""
    shown = _find_words(line)
    return clock.read(shown), times.span_of(shown)


def _find_words(line: Node) -> str:
    """Return a time as a line shows it.

    It reads the words up to a link, and takes a date from the title of a relative one. `<span
    title="11-21-2026">Yesterday</span>, 10:01 AM`, `<span title="11-22-2026, 10:01 AM">2 minutes ago</span>`.
    """
    words: list[str] = []
    for child in line.children or () if line is not None else ():
        if child.name == "#text":
            words.append(child.data or "")
        elif matches(child, "a, .post_edit"):
            break
        elif child.name == "span":
            words.append(attr(child, "title") or text_of(child))
    return " ".join(words)


def _is_heading(node: Node) -> bool:
    """Tell whether this is what MyBB sets above code: `Code:`."""
    return matches(node, ".title") and node.parent is not None and matches(node.parent, ".codeblock")
