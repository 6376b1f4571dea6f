"""Discord: the page that DiscordChatExporter writes (HtmlDark, HtmlLight).

Messages are `div.chatlog__message-container`, in groups by author. The number of a message is Discord's own and holds
the time at which it was posted, to the second and in UTC. Edits are shown to the minute in the exporter's zone and
language: what the page shows as the times of messages tells how far that is from UTC.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta  # noqa: TID251  (compares times that are given; asks no clock)

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import times
from gm_tools.posts.days import is_day, is_either, readings, settle, split_either
from gm_tools.posts.formats.bbcode import Body
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import (
    Frame,
    Node,
    attr,
    classes,
    elements,
    find,
    find_outermost,
    matches,
    split_page,
    text_of,
)
from gm_tools.posts.formats.make_post import RawPost, SourceFile, make_page, parse_count
from gm_tools.posts.thread import Page

SOURCE = "discord"
NAME = "Discord"
_EPOCH = 1_420_070_400_000  # milliseconds: the first of 2015, from which Discord counts
_TAG = re.compile(r"#\d{4}$")  # behind the names of bots and of accounts that have not changed to the new names
# What people wrote, but not as this message: what it answers, what it forwards, what it links to.
_WRITTEN = ".chatlog__reply, .chatlog__forwarded, .chatlog__embed, .chatlog__attachment, .chatlog__sticker, .chatlog__reactions"


class ShownTimes(NamedTuple):
    """How far the times on a page are from UTC.

    `rows` are times as they are shown, in their order, each with its distance; `day_first` tells whether days come
    before months in them (None: it does not show).
    """

    rows: Sequence[tuple[datetime, timedelta]]
    day_first: bool | None = None

    def in_utc(self, shown: str) -> str:
        """Return the time of an edit in UTC.

        It is `?` where it cannot be read, or where the clocks were changed about then.
        """
        time = settle(times.from_shown(shown), day_first=self.day_first)
        if not time or is_either(time) or is_day(time) or not self.rows:
            return "?"
        at = datetime.fromisoformat(time)
        place = bisect_right(self.rows, at, key=lambda row: row[0])
        near = {distance for __, distance in self.rows[max(place - 1, 0) : place + 1]}
        return times.in_utc((at - near.pop()).isoformat(), "UTC") if len(near) == 1 else "?"


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is an export.

    Its body begins with a preamble, and the messages follow it.
    """
    body = find(source.root, "body")
    parts = [node for node in (body.children or ()) if node.name == "div"] if body is not None else []
    return [classes(node) for node in parts[:2]] == [["preamble"], ["chatlog"]]


def is_post(node: Node) -> bool:
    """Tell whether an element is a message, if it stands where messages stand."""
    number = attr(node, "data-message-id")
    return matches(node, ".chatlog__message-container") and number.isascii() and number.isdigit() and len(number) < 20


def read(source: SourceFile) -> Page:
    """Return the messages of a channel.

    What Discord itself says (somebody joined, a message was pinned) is left out.
    """
    __, posts = split_page(source.root, is_post, ".chatlog__content", _WRITTEN)
    _check_count(source, len(posts))
    clock = _clock_of(posts)
    rows: list[RawPost] = []
    warnings: list[str] = []
    group, author = None, RawPost("", "")
    for post in posts:
        if post.first(".chatlog__system-notification-content") is not None:
            continue
        if post.node.parent is not group:
            group, author = post.node.parent, RawPost("", "")
        if (header := post.first(".chatlog__header")) is not None:
            author = _author(header)
        number = attr(post.node, "data-message-id")
        if not author.author:
            warnings.append(_("post {number}: its author was not found", number=number))
            continue
        edited = _edit_mark(post)
        rows.append(
            author._replace(
                number=number,
                posted=_read_posted(number),
                edited=clock.in_utc(attr(edited, "title")) if edited is not None else "",
                edited_span=60,
                body=_body(post, edited),
            )
        )
    title = find(source.root, "title")
    return make_page(source, SOURCE, "", text_of(title), rows, warnings=tuple(warnings))


def _check_count(source: SourceFile, count: int) -> None:
    """Raise InputError unless the page holds as many messages as it says at its end that were exported.

    An export without Markdown has the text of messages as it was typed, and a message may hold the page's own elements.
    """
    foot = find_outermost(source.root, ".postamble")
    told = next((one for one in elements(foot[-1]) if matches(one, ".postamble__entry")), None) if foot else None
    if told is None or parse_count(text_of(told)) != count:
        raise InputError(
            _("is cut off, or a message in it holds parts of a page")
            if count
            else _("is an export of an old DiscordChatExporter"),
            file=source.file,
            allowed=_("an export of the whole channel by DiscordChatExporter, with Markdown, or its JSON"),
        )


def _author(header: Node) -> RawPost:
    """Return what the head of a group tells of its author: the account's name, and the name that everybody sees."""
    name = find(header, ".chatlog__author")
    if name is None:
        return RawPost("", "")
    shown, account = text_of(name), _TAG.sub("", attr(name, "title"))
    is_bot = find(header, ".chatlog__author-tag") is not None
    return RawPost("", account or shown, nick=shown, author_id=attr(name, "data-user-id"), automated=is_bot)


def _read_posted(number: str) -> str:
    return times.from_epoch(((int(number) >> 22) + _EPOCH) // 1000)


def _clock_of(posts: Sequence[Frame]) -> ShownTimes:
    """Return what the times of all messages, as they are shown, tell about the clock of the page."""
    rows, orders = [], set()
    for post in posts:
        mark = post.first(".chatlog__timestamp, .chatlog__short-timestamp")
        shown = times.from_shown(attr(mark, "title"))
        if is_day(shown):
            continue
        posted = datetime.fromisoformat(_read_posted(attr(post.node, "data-message-id"))).replace(second=0, tzinfo=None)
        by_day, is_figures, __ = split_either(shown)
        for time in readings(shown):
            at = datetime.fromisoformat(time)
            distance = at - posted
            if abs(distance) <= timedelta(hours=14) and not distance % timedelta(minutes=15):
                rows.append((at, distance))
                orders |= {time == by_day} if is_figures else set()
    return ShownTimes(sorted(rows), orders.pop() if len(orders) == 1 else None)


def _edit_mark(frame: Frame) -> Node:
    """Return the mark of an edit: the exporter writes it as the last element of the content itself."""
    inner = [one for one in (frame.content.children or ()) if one.name != "#text"] if frame.content is not None else []
    return inner[-1] if inner and matches(inner[-1], ".chatlog__edited-timestamp") else None


def _body(frame: Frame, edited: Node) -> Body:
    """Return what a message says; what it forwards is a quote. A message may be a picture alone, and say nothing."""
    if frame.content is None:
        return Body("")
    return read_body(
        frame.content,
        quote=".chatlog__markdown-quote",
        note=lambda node: node is edited,
        keeps_lines=True,
    )
