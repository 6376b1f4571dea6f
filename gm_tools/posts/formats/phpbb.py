"""phpBB 3.0 to 3.3: `div#p123.post`, prosilver and its children.

The forum's own words are told by their place, in whatever language: the author's line, `div.notice` about an edit,
notices of posts that are deleted or wait for approval.
"""

from __future__ import annotations

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import times
from gm_tools.posts.days import settle
from gm_tools.posts.formats.html_text import read_content
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    Which,
    as_test,
    attr,
    elements,
    find,
    find_outermost,
    matches,
    number_in,
    split_page,
    text_of,
)
from gm_tools.posts.formats.make_post import Paging, RawPost, SourceFile, link, make_page, parse_count, query_number
from gm_tools.posts.thread import Page, digest

SOURCE = "phpbb"
NAME = "phpBB"
_FEET = ".timezone, .rightside, .copyright, .page-footer"
_NAMES = ".username, .username-coloured"
# Pages that show posts and are no topic: what was found, what one answers, what a moderator sees of it. They lack edits.
_OTHER_PAGES = frozenset({"section-search", "section-posting", "section-mcp", "section-ucp"})


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is phpBB's."""
    return source.body_id == "phpbb"


def is_post(node: Node) -> bool:
    """Tell whether an element is a post, if it stands where posts stand."""
    return matches(node, "div.post") and bool(number_in(node, "id", "p"))


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
    if not _OTHER_PAGES.isdisjoint(source.body_classes):
        return make_page(source, SOURCE, "", "", ())
    around, posts = split_page(source.root, is_post, "div.content", ".signature")
    if not posts:
        return _read_print(source)
    clock = _clock(source, posts)
    topic = around.first(".topic-title") or around.first("h2")
    thread = query_number(source.canonical, "t") or query_number(attr(find(topic, "a"), "href"), "t")
    rows = [_read_post(source, post, clock) for post in posts]
    return make_page(source, SOURCE, thread, text_of(topic), rows, _paging(around))


def _read_post(source: SourceFile, post: Frame, clock: Clock) -> RawPost:
    """Return what a page holds of a post."""
    number, name = number_in(post.node, "id", "p"), _name(post)
    shown, posted = _read_posted(post, clock)
    edited, span = _read_edit(post, clock)
    return RawPost(
        number,
        text_of(name),
        posted=posted,
        shown=shown,
        edited=edited,
        edited_span=span,
        body=read_content(post) if name is not None else None,
        permalink=link(source, f"viewtopic.php?p={number}#p{number}"),
        deleted=_is_deleted(post, number),
        author_id=_account(post),
        held=_is_held(post),
    )


def _read_print(source: SourceFile) -> Page:
    """Return what the print view holds: names, minutes and texts.

    It has neither ids nor accounts nor edits, and warns so.
    """
    around, posts = split_page(source.root, "div.post", ".content", ".signature")
    numbers = (query_number(attr(node, "href"), "t") for node in around.nodes if node.name == "a")
    zone = _clock(source, [], "div.post").zone
    rows: list[RawPost] = []
    ids: dict[str, int] = {}
    for post in posts:
        body, author = read_content(post), post.first(".author")
        if body is None or author is None:
            continue
        name = text_of(find(author, "strong") or author)
        posted = times.from_shown(text_of(post.first(".date")), zone)
        number = digest(f"{name}\n{settle(posted, day_first=None)}\n{body.text}")[:16]
        ids[number] = ids.get(number, 0) + 1
        number = number if ids[number] == 1 else f"{number}-{ids[number]}"
        rows.append(RawPost(number, name, posted=posted, body=body))
    counts = _strong_numbers(around.first(".page-number"))
    paging = Paging(counts[0], counts[-1]) if len(counts) >= 2 else Paging()
    warning = _("a print view shows neither edits nor ids of posts; save the page of the topic itself")
    thread, title = next(filter(None, numbers), ""), text_of(around.first("h2"))
    return make_page(source, SOURCE, thread, title, rows, paging, warnings=(warning,) if rows else ())


def _name(frame: Frame) -> Node:
    line = frame.first(".author")
    name = find(line, _NAMES) or find(line, "strong")
    return name if name is not None else frame.first(_NAMES)


def _account(frame: Frame) -> str:
    """Return the account of an author: of the link to the profile, or to his posts."""
    name = _name(frame)
    found = query_number(attr(name, "href") or attr(find(name, "a"), "href"), "u")
    if found:
        return found
    own = frame.first(lambda node: node.name == "a" and query_number(attr(node, "href"), "author_id") != "")
    return query_number(attr(own, "href"), "author_id")


def _read_posted(frame: Frame, clock: Clock) -> tuple[str, str]:
    """Return what the author's line shows beside the name, and the time that it tells."""
    line = frame.first(".author")
    time = find(line, "time")
    shown = text_of(line, _NAMES)
    posted = times.from_iso(attr(time, "datetime"))
    return shown, posted or clock.read(shown.rpartition("»")[2] or shown)


def _read_edit(frame: Frame, clock: Clock) -> tuple[str, int]:
    """Return when a post was last edited, and how exactly: a notice after the text, before any line break in it.

    A notice that begins with line breaks tells that the topic was bumped, one that begins with a list who thanked the
    author (an extension). Who edited, and the reason given, are people's words.
    """
    for notice in frame.nodes:
        if not matches(notice, ".notice") or matches(notice, ".post_deleted_msg"):
            continue
        first = next((one for one in notice.children or () if one.name != "#text" or (one.data or "").strip()), None)
        if first is None or first.name in {"br", "dl"}:
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


def _is_deleted(frame: Frame, number: str) -> bool:
    if matches(frame.node, ".deleted") or frame.first(".post_deleted_msg, .post-notice.deleted") is not None:
        return True
    hidden = (one for one in frame.nodes if attr(one, "id") == f"post_hidden{number}")
    return any("delete" in text_of(one).lower() for one in hidden)


def _is_held(frame: Frame) -> bool:
    """Tell whether a post waits for approval: only moderators are shown such a post, with a notice."""
    return frame.first(".unapproved, a[href*=i=queue][href*=mode=approve]") is not None


def _clock(source: SourceFile, frames: list[Frame], post: Which = is_post) -> Clock:
    """Return how a page shows times: the foot names the zone, exact times beside words tell what the words mean."""
    zone: int | str | None = None
    is_one = as_test(post)
    feet = find_outermost(source.root, lambda node: is_one(node) or matches(node, _FEET))
    for node in feet:
        zone = None if is_one(node) else times.offset_of(text_of(node))
        if zone is not None:
            named = find(node, lambda one: one.name == "span" and times.is_zone(attr(one, "title")))
            zone = attr(named, "title") if named is not None else zone
            break
    days: dict[str, str] = {}
    for frame in frames:
        line = frame.first(".author")
        time = find(line, "time")
        shown = text_of(time).lower()
        if time is not None and shown and not times.from_shown(shown):
            word = shown.partition(",")[0].strip()
            if word and not any(sign.isdigit() for sign in word):
                days[word] = times.local_day(times.from_iso(attr(time, "datetime")), zone)
    return Clock(zone, days)


def _paging(around: Frame) -> Paging:
    """Return page, pages and posts: `24 posts • Page 1 of 2`, or a list of page numbers with one active."""
    bar = around.first(".pagination")
    if bar is None:
        return Paging()
    words = text_of(bar).replace("•", " ").split()
    total = parse_count(words[0]) if words else 0
    active = find(bar, "li.active")
    if active is not None:
        numbers = [parse_count(text_of(node)) for node in elements(bar) if node.name in {"a", "span"}]
        return Paging(parse_count(text_of(active)), max(numbers, default=0), total)
    counts = _strong_numbers(bar)
    return Paging(counts[0], counts[-1], total) if len(counts) >= 2 else Paging(1, 1, total)


def _strong_numbers(node: Node) -> list[int]:
    """Return the numbers that stand out below a node: page and pages."""
    return [parse_count(text_of(one)) for one in elements(node) if one.name == "strong"] if node is not None else []
