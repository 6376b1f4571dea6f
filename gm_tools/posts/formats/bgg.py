"""BoardGameGeek: the XML of a thread (a saved file: the interface itself wants a token)."""

from __future__ import annotations

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import parse_fragment
from gm_tools.posts.formats.make_post import Paging, RawPost, SourceFile, make_page, parse_count, parse_xml
from gm_tools.posts.thread import Page

SOURCE = "bgg"
NAME = "BoardGameGeek"


def is_here(text: str) -> bool:
    """Tell whether XML is a thread of BoardGameGeek."""
    head = text[:2000].lstrip()
    return head.startswith(("<?xml", "<thread")) and "<thread" in head


def read(source: SourceFile) -> Page:
    """Return what the XML of a thread holds; raise InputError with line and column where it is broken."""
    thread: dict[str, str] = {}
    rows: list[dict[str, str]] = []
    path: list[str] = []
    words: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        path.append(name)
        words.clear()
        if name == "thread":
            thread.update(attributes)
        elif name == "article":
            rows.append(dict(attributes))

    def end(name: str) -> None:
        path.pop()
        if name == "subject" and path == ["thread"]:
            thread["subject"] = "".join(words)
        elif name == "body" and rows:
            rows[-1]["body"] = "".join(words)
        words.clear()

    parse_xml(source, start, end, words.append)
    posts = [
        RawPost(
            row["id"],
            row.get("username", ""),
            posted=times.from_iso(row.get("postdate", "")),
            edited=(times.from_iso(row.get("editdate", "")) or "?") if parse_count(row.get("numedits", "")) else "",
            body=read_body(parse_fragment(row.get("body", ""))),
            permalink=row["link"] if row.get("link", "").startswith(("https://", "http://")) else "",
            author_id=row.get("userid", "") or row.get("username", "").lower(),
            deleted=not row.get("body", "").strip(),
        )
        for row in rows
        if row.get("id")
    ]
    total = parse_count(thread.get("numarticles", ""))
    return make_page(source, SOURCE, thread.get("id", ""), thread.get("subject", ""), posts, paging=Paging(total=total))
