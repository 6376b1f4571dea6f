"""Feeds of one topic: phpBB's Atom (`/app.php/feed/topic/6`) and NodeBB's RSS (`/topic/2.rss`), newest posts first.

NodeBB's feed does not name the author of a topic's first post, which is therefore not among its posts.
"""

from __future__ import annotations

import re

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts import times
from gm_tools.posts.formats import nodebb, phpbb
from gm_tools.posts.formats.bbcode import Body
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import attr, elements, parse_fragment
from gm_tools.posts.formats.mail import read_date
from gm_tools.posts.formats.make_post import RawPost, SourceFile, group_in, make_page, parse_xml, query_number
from gm_tools.posts.thread import Page

_FIRST_NUMBER = re.compile(r"^(\d{1,18})\b")


class Item(NamedTuple):
    """An entry of a feed: its fields by their names without a prefix, `name` of the author among them."""

    fields: dict[str, str]

    def text(self, *names: str) -> str:
        """Return the first field of these that says something, empty if none does."""
        return next((self.fields[name] for name in names if self.fields.get(name)), "")


def is_here(head: str) -> bool:
    """Tell whether XML is a feed."""
    return bool(re.match(r"(?:<\?xml[^>]*\?>\s*)?<(?:feed|rss)[\s>]", head))


def read(source: SourceFile) -> Page:
    """Return what the feed of a topic holds; raise InputError for a feed of another kind, with what to save instead."""
    channel, items = _items(source)
    if "feed" in channel:
        thread = _number(channel.get("id", ""), "/feed/topic/")
        if not thread:
            _refuse(source)
        posts = [_of_phpbb(item) for item in reversed(items) if query_number(item.text("id"), "p")]
        return make_page(source, phpbb.SOURCE, thread, "", posts)
    thread = _number(channel.get("link", ""), "/topic/")
    if not thread:
        _refuse(source)
    posts = [_of_nodebb(item) for item in reversed(items) if _number(item.text("guid", "link"), "/post/")]
    warning = _(
        "a feed shows when a post was last changed, not when it was posted, and no accounts; save the page itself"
    )
    return make_page(source, nodebb.SOURCE, thread, channel.get("title", ""), posts, warnings=(warning,))


def _refuse(source: SourceFile) -> None:
    raise InputError(
        _("is a feed that does not say which topic it is of"),
        file=source.file,
        allowed=_("the feed of one topic of phpBB or NodeBB, or the pages of the topic"),
    )


def _items(source: SourceFile) -> tuple[dict[str, str], list[Item]]:
    """Return the fields of the feed itself and its entries."""
    channel: dict[str, str] = {}
    items: list[Item] = []
    path: list[str] = []
    words: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2] if not name.startswith("atom:") else name
        path.append(name)
        words.clear()
        if name in {"entry", "item"} and len(path) in {2, 3}:
            items.append(Item({}))
        elif name in {"feed", "rss"} and len(path) == 1:
            channel[name] = ""
        elif name == "link" and attributes.get("href") and items:
            items[-1].fields.setdefault("link", attributes["href"])

    def end(_name: str) -> None:
        name = path.pop()
        inside = {"entry", "item"} & set(path)
        into = items[-1].fields if inside else channel
        text = "".join(words)
        if text.strip():
            into.setdefault(name, text if name in {"content", "description"} else text.strip())
        words.clear()

    parse_xml(source, start, end, words.append)
    return channel, items


def _number(address: str, folder: str) -> str:
    """Return the number that stands behind a folder in an address: `2` of `/topic/2/dust`."""
    return group_in(_FIRST_NUMBER, address.partition(folder)[2])


def _of_phpbb(item: Item) -> RawPost:
    body, account = _phpbb_body(item.text("content"))
    posted, updated = times.from_iso(item.text("published")), times.from_iso(item.text("updated"))
    return RawPost(
        query_number(item.text("id"), "p"),
        item.text("name"),
        posted=posted,
        edited="" if updated == posted else updated,
        body=body,
        permalink=item.text("link", "id"),
        author_id=account,
    )


def _phpbb_body(content: str) -> tuple[Body, str]:
    """Return what an entry says, and its author's account.

    Both are in its last paragraph, which phpBB puts after the text.
    """
    root = parse_fragment(content)
    last = [one for one in root.children or () if one.name in {"p", "hr"}][-2:]
    account, tail = "", None
    if len(last) == 2 and (last[0].name, last[1].name) == ("p", "hr"):
        tail = last[0]
        links = [one for one in elements(tail) if one.name == "a"]
        account = query_number(attr(links[0], "href"), "u") if links else ""
    return read_body(root, note=lambda node: node is tail), account


def _of_nodebb(item: Item) -> RawPost:
    return RawPost(
        _number(item.text("guid", "link"), "/post/"),
        item.text("creator"),
        posted=read_date(item.text("pubDate")),
        body=read_body(parse_fragment(item.text("description")), note=nodebb.is_heading),
        permalink=item.text("link"),
    )
