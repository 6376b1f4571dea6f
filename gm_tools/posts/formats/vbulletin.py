"""vBulletin 3, 4 and 5: `table#post123`, `li#post_123`, `li[data-node-id]`."""

from __future__ import annotations

import re

from gm_tools.posts import times
from gm_tools.posts.days import is_day
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    attr,
    classes,
    elements,
    find,
    find_outermost,
    frame_of,
    matches,
    number_in,
    page_around,
    text_before,
    text_of,
)
from gm_tools.posts.formats.make_post import (
    Paging,
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

SOURCE = "vbulletin"
NAME = "vBulletin"
_DELETED = frozenset({"postbitdeleted", "b-post--deleted"})
_HELD = frozenset({"moderated", "postbitmoderated", "b-post--moderated", "b-post--unapproved"})
_EDITED = ".lastedited, .post-edited, .b-post__edit-info"
_AUTHORS = ".bigusername, .username, .author"
_COUNTS = ".b-post__count, .postcounter"
_HEADS = ".postdate, div.thead, td.thead, div.normal, td.normal"
_BARS = ".vbmenu_control, .popupctrl, .pagination, .pagenav, .pagenav-controls"
_THREAD = re.compile(r"[/?](\d+)-")
_PROFILE = re.compile(r"member(?:s|\.php)?(?:/|\?u=|\?)(\d{1,18})\b")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is vBulletin's."""
    return (
        source.generator.lower().startswith("vbulletin")
        or source.html_id == "vbulletin_html"
        or source.body_id == "vb-page-body"
    )


def _id_of(node: Node) -> str:
    """Return the number of the post that an element is: of `table#post123`, `li#post_123`, `li[data-node-id]`."""
    if node.name == "table":
        return number_in(node, "id", "post")
    if node.name == "li":
        # vBulletin 5 gives its announcements node ids too.
        is_node = matches(node, ".b-post, .js-post")
        return number_in(node, "id", "post_") or (number_in(node, "data-node-id", "") if is_node else "")
    return ""


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return bool(_id_of(node))


def _is_signature(node: Node) -> bool:
    """Tell whether an element is a signature: of a class, in vBulletin 3 the one behind a comment `sig`."""
    kinds = classes(node)
    if any("signature" in kind for kind in kinds):
        return True
    if node.name != "div" or kinds or node.parent is None or not node.children:
        return False
    first = node.children[0]
    return first.name == "#text" and (first.data or "").lstrip().startswith("_" * 10)


def read(source: SourceFile) -> Page:
    """Return what a page of a thread holds. Times are as the page shows them: it seldom says in which zone."""
    around = page_around(source.root, is_post)
    words = (_own_text(node) for node in around.nodes if node.name in {"div", "p", "span"})
    offsets = (times.offset_of(shown) for shown in words if "GMT" in shown or "WEZ" in shown)
    offset = next((one for one in offsets if one is not None), None)
    thread = query_number(source.canonical, "t") or group_in(_THREAD, source.canonical)
    posts = [_frame(node) for node in find_outermost(source.root, is_post)]
    clock = times.PageClock(offset)
    rows = [_read_post(source, post, clock) for post in posts]
    return make_page(source, SOURCE, thread, text_of(around.first("title")), rows, _paging(around))


def _frame(node: Node) -> Frame:
    """Return a post as a frame. Its text is known by its id, in vBulletin 5 by its class."""
    return frame_of(node, f"#post_message_{_id_of(node)}, .js-post__content-text, [itemprop=text]", _is_signature)


def _read_post(source: SourceFile, post: Frame, clock: PageClock) -> RawPost:
    """Return what a page holds of a post; `clock` is how its times are shown."""
    node, number = post.node, _id_of(post.node)
    content = find(post.content, "blockquote.postcontent") or post.content
    author, account = _author(post, number)
    edited, span = _read_edit(post, clock)
    return RawPost(
        number,
        author,
        place=_place(post, number),
        posted=_read_posted(post, clock),
        edited=edited,
        edited_span=span,
        body=read_content(post._replace(content=content), _is_quote, _is_heading),
        permalink=link(source, _address(post, number)),
        deleted=not _DELETED.isdisjoint(classes(node)) or (content is None and "deleted" in text_of(node).lower()),
        author_id=account,
        held=not _HELD.isdisjoint(classes(node)),
    )


def _own_text(node: Node) -> str:
    return " ".join((child.data or "") for child in node.children or () if child.name == "#text")


def _author(post: Frame, number: str) -> tuple[str, str]:
    """Return the name of an author and the account, the number in the address of the profile."""
    for node in post.nodes:
        if matches(node, _AUTHORS) or attr(node, "id") == f"postmenu_{number}":
            name = find(node, lambda one: one.name in {"a", "strong"} or attr(one, "itemprop") == "name")
            found = text_of(name if name is not None else node)
            if found:
                links = (attr(one, "href") for one in (node, *elements(node)) if one.name == "a")
                return found, next(filter(None, (group_in(_PROFILE, address) for address in links)), "")
    return "", ""


def _place(post: Frame, number: str) -> int:
    for node in post.nodes:
        if attr(node, "id") == f"postcount{number}":
            return parse_count(attr(node, "name"))
        if matches(node, _COUNTS):
            return parse_count(text_of(node))
    return 0


def _address(post: Frame, number: str) -> str:
    """Return the address of a post: a constant one, in vBulletin 5 the one that its number in the thread links to."""
    if attr(post.node, "id"):
        return f"showthread.php?p={number}#post{number}"
    marks = [node for node in post.nodes if matches(node, ".b-post__count")]
    anchors = (attr(one, "href") for mark in marks for one in (mark, *elements(mark)) if one.name == "a")
    return next(anchors, "")


def _read_posted(post: Frame, clock: PageClock) -> str:
    if attr(post.node, "data-node-publishdate"):
        return times.from_epoch(attr(post.node, "data-node-publishdate"))
    for node in post.nodes:
        if node.name == "time" and attr(node, "datetime"):
            return times.from_iso(attr(node, "datetime")) or clock.read(text_of(node))
    found = [time for node in post.nodes if matches(node, _HEADS) and (time := clock.read(text_of(node)))]
    return next((time for time in found if not is_day(time)), next(iter(found), ""))


def _read_edit(frame: Frame, clock: PageClock) -> tuple[str, int]:
    """Return when a post was last edited, and how exactly; `?` if the line about it holds no date that can be read.

    The line is told by its place, since its words depend on the language: `.lastedited`, `.post-edited`, in vBulletin 3
    what stands under a rule in small print. The name and the reason in it are people's words.
    """
    for node in frame.nodes:
        row = _children(node)
        is_small = matches(node, ".smallfont") and [one.name for one in row] == ["hr", "em"]
        if not is_small and not matches(node, _EDITED):
            continue
        line = row[1] if is_small else node
        exact = times.from_iso(attr(find(line, "time"), "datetime"))
        if exact:
            return exact, 1
        shown = text_of(line, lambda one: one.name == "a" or "reason" in " ".join(classes(one)))
        mark = find(line, ".time")
        if mark is None:
            when = shown.partition(";")[2] or shown  # a name may look like a date
            return times.from_edit(when, clock.offset) or "?", times.span_of(when)
        when = times.date_before(text_before(line, mark)) + " " + text_of(mark)
        return clock.read(when) or "?", times.span_of(when)
    return "", 1


def _children(node: Node) -> list[Node]:
    return [child for child in node.children or () if child.name[:1] not in "#!"]


def _is_quote(node: Node) -> bool:
    """Tell whether this is vBulletin 3's quote: a box whose heading `Quote:` stands above a table."""
    if node.name != "div" or "margin:20px" not in attr(node, "style").replace(" ", ""):
        return False
    row = _children(node)
    return len(row) >= 2 and matches(row[0], ".smallfont") and row[1].name == "table"


def _is_heading(node: Node) -> bool:
    """Tell whether this is the heading `Code:` of a box of vBulletin 3."""
    if not matches(node, "div.smallfont") or node.parent is None:
        return False
    row = _children(node.parent)
    return len(row) >= 2 and row[0] is node and row[1].name == "pre"


def _paging(around: Frame) -> Paging:
    for node in around.nodes:
        if matches(node, _BARS):
            found = re.search(r"\b(?:Page|Seite) (\d+) (?:of|von) (\d+)", text_of(node))
            if found:
                return Paging(int(found[1][:9]), int(found[2][:9]))
        if matches(node, ".js-pagenum"):
            last = find(node.parent.parent, ".pagetotal")
            if last is not None:
                return Paging(parse_count(attr(node, "value")), parse_count(text_of(last)))
    return Paging()
