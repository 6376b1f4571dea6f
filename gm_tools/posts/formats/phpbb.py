"""phpBB 3.0 to 3.3: `div#p123.post`, prosilver and its children.

The forum's own words are told by their place, in whatever language: the author's line, `div.notice` about an edit, notices
of posts that are deleted or wait for approval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
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
from gm_tools.posts.formats.make_post import RawPost, link, make_page, parse_count, query_number
from gm_tools.posts.thread import digest

if TYPE_CHECKING:
    from gm_tools.posts.formats.html_tree import Frame, Test
    from gm_tools.posts.formats.make_post import SourceFile
    from gm_tools.posts.thread import Page

SOURCE = "phpbb"
_ANONYMOUS = "1"  # phpBB's account of all who write without one
_FEET = frozenset({"timezone", "rightside", "copyright", "page-footer"})
_NAMES = frozenset({"username", "username-coloured"})


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is phpBB's."""
    return source.body_id == "phpbb"


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return node.name == "div" and "post" in classes(node) and bool(number_in(node, "id", "p"))


class Clock(NamedTuple):
    """How a page shows times: the reader's zone, and what day its words (`Today`) mean."""

    zone: int | str | None
    days: dict[str, str]

    def read(self, shown: str) -> str:
        """Return a time that the page shows, empty if it cannot be read."""
        found = times.from_shown(shown, self.zone)
        if found:
            return found
        day = next((day for word, day in self.days.items() if word in shown.lower()), "")
        return times.from_day_word(shown, day, self.zone) if day else ""


def read(source: SourceFile) -> Page:
    """Return what a page of a topic holds. phpBB numbers no posts: their ids are their order."""
    outside = list(elements(source.root, is_post))
    nodes = outermost(source.root, is_post)
    if not nodes:
        return _read_print(source)
    frames = [frame_of(node, by_class("content", tag="div"), by_class("signature")) for node in nodes]
    clock = _clock(source, frames)
    topic = next((node for node in outside if "topic-title" in classes(node)), None)
    topic = topic or next((node for node in outside if node.name == "h2"), None)
    title_link = find(topic, "a")
    thread = query_number(source.canonical, "t") or query_number(attr(title_link, "href"), "t")
    guest = _ANONYMOUS if any(map(_account, frames)) else ""
    rows = [_read_post(source, node, frame, clock, guest) for node, frame in zip(nodes, frames, strict=True)]
    page, pages, total = _paging(outside)
    return make_page(source, SOURCE, thread, text_of(topic), rows, page=page, pages=pages, total=total)


def _read_post(source: SourceFile, node: Node, frame: Frame, clock: Clock, guest: str) -> RawPost:
    """Return what a page holds of a post; `guest` is the account of an author who has none."""
    number, name = number_in(node, "id", "p"), _name(frame)
    shown, posted = _posted(frame, clock)
    edited, span = _edited(frame, clock)
    return RawPost(
        number,
        text_of(name),
        posted=posted,
        shown=shown,
        edited=edited,
        edited_span=span,
        body=read_body(frame.content) if frame.content is not None and name is not None else None,
        permalink=link(source, f"viewtopic.php?p={number}#p{number}"),
        deleted=_is_deleted(node, frame, number),
        author_id=_account(frame) or (guest if name is not None else ""),
        held=_is_held(frame),
    )


def _is_printed(node: Node) -> bool:
    return node.name == "div" and "post" in classes(node)


def _read_print(source: SourceFile) -> Page:
    """Return what the print view holds: names, minutes and texts. It has neither ids nor accounts nor edits, and warns so."""
    outside = list(elements(source.root, _is_printed))
    topic = next((node for node in outside if node.name == "h2"), None)
    thread = next(
        (found for node in outside if node.name == "a" and (found := query_number(attr(node, "href"), "t"))), ""
    )
    zone = _clock(source, [], _is_printed).zone
    rows: list[RawPost] = []
    ids: dict[str, int] = {}
    for node in outermost(source.root, _is_printed):
        frame = frame_of(node, by_class("content"), by_class("signature"))
        date, author = frame.first(by_class("date")), _author_line(frame)
        if frame.content is None or author is None:
            continue
        name = text_of(find(author, "strong") or author)
        posted = times.from_shown(text_of(date), zone)
        body = read_body(frame.content)
        number = digest(f"{name}\n{posted}\n{body.text}")[:16]
        ids[number] = ids.get(number, 0) + 1
        number = number if ids[number] == 1 else f"{number}-{ids[number]}"
        rows.append(RawPost(number, name, posted=posted, body=body))
    strong = next((node for node in outside if "page-number" in classes(node)), None)
    counts = (
        [parse_count(text_of(node)) for node in elements(strong) if node.name == "strong"] if strong is not None else []
    )
    page, pages = (counts[0], counts[-1]) if len(counts) >= 2 else (0, 0)
    warning = _("a print view shows neither edits nor ids of posts; save the page of the topic itself")
    warnings = (warning,) if rows else ()
    return make_page(source, SOURCE, thread, text_of(topic), rows, page=page, pages=pages, warnings=warnings)


def _author_line(frame: Frame) -> Node:
    return frame.first(by_class("author"))


def _is_name(node: Node) -> bool:
    return not _NAMES.isdisjoint(classes(node))


def _name(frame: Frame) -> Node:
    line = _author_line(frame)
    name = find(line, _is_name) or find(line, "strong")
    return name if name is not None else frame.first(_is_name)


def _account(frame: Frame) -> str:
    """Return the account of an author: of the link to the profile, or to his posts."""
    name = _name(frame)
    found = query_number(attr(name, "href") or attr(find(name, "a"), "href"), "u")
    if found:
        return found
    own = frame.first(lambda node: node.name == "a" and query_number(attr(node, "href"), "author_id") != "")
    return query_number(attr(own, "href"), "author_id")


def _posted(frame: Frame, clock: Clock) -> tuple[str, str]:
    """Return what the author's line shows beside the name, and the time that it tells."""
    line = _author_line(frame)
    time = find(line, "time")
    shown = text_of(line, _is_name)
    posted = times.from_iso(attr(time, "datetime"))
    return shown, posted or clock.read(shown.rpartition("»")[2] or shown)


def _edited(frame: Frame, clock: Clock) -> tuple[str, int]:
    """Return when a post was last edited, and how exactly: a notice after the text, before any line break in it.

    A notice that begins with line breaks tells that the topic was bumped. Who edited, and the reason given, are people's words.
    """
    for notice in frame.nodes:
        if "notice" not in classes(notice) or "post_deleted_msg" in classes(notice):
            continue
        first = next((one for one in notice.children or () if one.name != "#text" or (one.data or "").strip()), None)
        if first is None or first.name == "br":
            continue
        time = find(notice, "time")
        exact = times.from_iso(attr(time, "datetime"))
        if exact:
            return exact, 1
        shown = _own_words(notice)
        return clock.read(shown) or "?", times.span_of(shown)
    return "", 1


def _own_words(notice: Node) -> str:
    """Return the forum's words of a notice: its own text up to the first line break."""
    words = []
    for child in notice.children or ():
        if child.name == "br":
            break
        if child.name == "#text":
            words.append(child.data or "")
    return " ".join(words)


def _is_deleted(node: Node, frame: Frame, number: str) -> bool:
    if "deleted" in classes(node):
        return True
    for one in frame.nodes:
        kinds = classes(one)
        if "post_deleted_msg" in kinds or ("post-notice" in kinds and "deleted" in kinds):
            return True
        if attr(one, "id") == f"post_hidden{number}" and "delete" in text_of(one).lower():
            return True
    return False


def _is_held(frame: Frame) -> bool:
    """Tell whether a post waits for approval: only moderators are shown such a post, with a notice."""
    return any(
        "unapproved" in classes(node)
        or (node.name == "a" and "i=queue" in attr(node, "href") and "mode=approve" in attr(node, "href"))
        for node in frame.nodes
    )


def _clock(source: SourceFile, frames: list[Frame], is_one: Test = is_post) -> Clock:
    """Return how a page shows times: the foot names the zone, exact times beside words tell what the words mean."""
    zone: int | str | None = None
    feet = outermost(source.root, lambda node: is_one(node) or not _FEET.isdisjoint(classes(node)))
    for node in feet:
        zone = None if is_one(node) else times.offset_of(text_of(node))
        if zone is not None:
            named = find(node, lambda one: one.name == "span" and times.is_zone(attr(one, "title")))
            zone = attr(named, "title") if named is not None else zone
            break
    days: dict[str, str] = {}
    for frame in frames:
        line = _author_line(frame)
        time = find(line, "time")
        shown = text_of(time).lower()
        if time is not None and shown and not times.from_shown(shown):
            word = shown.partition(",")[0].strip()
            if word and not any(sign.isdigit() for sign in word):
                days[word] = times.local_day(times.from_iso(attr(time, "datetime")), zone)
    return Clock(zone, days)


def _paging(outside: list[Node]) -> tuple[int, int, int]:
    """Return page, pages and posts: `24 posts • Page 1 of 2`, or a list of page numbers with one active."""
    box = next((node for node in outside if "pagination" in classes(node)), None)
    if box is None:
        return 0, 0, 0
    words = text_of(box).replace("•", " ").split()
    total = parse_count(words[0]) if words else 0
    active = find(box, lambda node: node.name == "li" and "active" in classes(node))
    if active is not None:
        numbers = [parse_count(text_of(node)) for node in elements(box) if node.name in {"a", "span"}]
        return parse_count(text_of(active)), max(numbers, default=0), total
    strong = [parse_count(text_of(node)) for node in elements(box) if node.name == "strong"]
    return (strong[0], strong[-1], total) if len(strong) >= 2 else (1, 1, total)
