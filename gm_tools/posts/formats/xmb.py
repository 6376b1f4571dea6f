"""XMB 1.9 and 2: a post is three rows of a table.

An edit shows as a line in the message, which its author could also write.
"""

from __future__ import annotations

import re

from gm_tools.posts import times
from gm_tools.posts.days import is_either, settle
from gm_tools.posts.formats.bbcode import Body
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import Node, attr, find, matches, number_in, page_around, read_paging, text_of
from gm_tools.posts.formats.make_post import RawPost, SourceFile, link, make_page, query_number
from gm_tools.posts.thread import Page

SOURCE = "xmb"
NAME = "XMB"
_MESSAGE = "div.mediumtxt, font.mediumtxt"
# `[Edited on 11-21-2026 by Alice]`, in the board's language; the day is that of GMT, in the editor's own form of dates.
_DATE = r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}\.? \w{3,12},? \d{4}|\w{3,12} \d{1,2},? \d{4}"
_EDITED = re.compile(rf"\n*\[\w[\w .]{{2,30}}? ({_DATE}) \w[^\[\]\n]{{1,80}}\]\s*$")


def is_marked(source: SourceFile) -> bool:
    """Tell whether the top of a page says that it is XMB's: the first post stands in rows as its own do."""
    return find(source.root, is_post) is not None


def is_post(node: Node) -> bool:
    """Tell whether an element is the first row of a post, if it stands where posts stand."""
    if node.name != "tr":
        return False
    cell = next((one for one in node.children or () if one.name == "td"), None)
    return cell is not None and attr(cell, "rowspan") == "3" and _number(cell) != ""


def _number(cell: Node) -> str:
    return number_in(find(cell, lambda node: node.name == "a" and number_in(node, "name", "pid")), "name", "pid")


def _message_after(row: Node) -> Node:
    """Return the message in the row after a post's first: the last of its elements that may hold one."""
    rows = [one for one in row.parent.children or () if one.name == "tr"]
    at = next(at for at, one in enumerate(rows) if one is row)
    following = rows[at + 1] if at + 1 < len(rows) else None
    return find(following, _MESSAGE)


def read(source: SourceFile) -> Page:
    """Return what a page of a thread holds."""
    heads: list[Node] = []

    def is_cut(node: Node) -> bool:
        """Tell whether an element is a post's first row, or holds what people wrote: rows in there are no posts."""
        if is_post(node):
            heads.append(node)
            return True
        return matches(node, _MESSAGE)

    around = page_around(source.root, is_cut)
    rows = [_read_post(source, row) for row in heads]
    paging = read_paging(around.first(".multi"), "strong", "a, strong")
    thread = query_number(source.canonical, "tid")
    return make_page(source, SOURCE, thread, text_of(around.first("title")), rows, paging)


def _read_post(source: SourceFile, head: Node) -> RawPost:
    """Return what a page holds of the post that begins with a row."""
    number, message = _number(head), _message_after(head)
    own = find(head, lambda node: node.name == "a" and query_number(attr(node, "href"), "pid") == number)
    shown = text_of(own)
    body = read_body(message) if message is not None else None
    edited = _EDITED.search(body.text) if body is not None else None  # each edit adds a line: the last one counts
    return RawPost(
        number,
        text_of(find(head, "strong")),
        posted=times.from_shown(shown),
        shown=shown,
        edited=_read_edit(edited[1]) if edited else "",
        edited_span=86_400 if edited else 1,
        body=_without_lines(body) if body is not None else None,
        permalink=link(source, attr(own, "href")),
    )


def _read_edit(shown: str) -> str:
    """Return the day of an edit. Its editor chose how dates are written: those of the page do not tell."""
    day = settle(times.from_shown(shown, 0), day_first=None)
    return "?" if is_either(day) else day or "?"


def _without_lines(body: Body) -> Body:
    """Return a body without the lines about its edits."""
    text = body.text
    while (line := _EDITED.search(text)) is not None:
        text = text[: line.start()].rstrip("\n")
    return body._replace(text=text)
