"""Discourse: the JSON of a topic, `/t/77.json`, with raw posts (`include_raw=1`) or cooked ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import Node, classes, parse_fragment
from gm_tools.posts.formats.make_post import link, made, text_in, whole
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from gm_tools.posts.formats.make_post import SourceFile

SOURCE = "discourse"


def is_export(data: Any) -> bool:
    """Tell whether JSON is a topic of Discourse, or more posts of one."""
    return (
        isinstance(data, dict)
        and isinstance(data.get("post_stream"), dict)
        and isinstance(data["post_stream"].get("posts"), list)
    )


def read_export(source: SourceFile) -> Page:
    """Return what a file of a topic holds. `updated_at` moves with every like: only a version above 1 is an edit."""
    data = source.data
    rows = [row for row in data["post_stream"]["posts"] if isinstance(row, dict)]
    thread = text_in(data, "id") or next((text_in(row, "topic_id") for row in rows if text_in(row, "topic_id")), "")
    posts, here = [], set()
    for row in rows:
        number = text_in(row, "id")
        if not number:
            continue
        here.add(number)
        is_deleted = bool(row.get("deleted_at")) or bool(row.get("user_deleted"))
        body = None
        if not is_deleted:
            raw = row.get("raw")
            if isinstance(raw, str):
                from gm_tools.posts.formats.markdown import read_markdown

                body = read_markdown(raw)
            else:
                body = read_body(parse_fragment(text_in(row, "cooked")), _is_quote)
        version = row.get("version", 1)
        posts.append(
            made(
                source,
                SOURCE,
                thread,
                number,
                text_in(row, "username") or text_in(row, "name"),
                place=whole(text_in(row, "post_number")),
                posted=times.from_iso(text_in(row, "created_at")),
                edited=(times.from_iso(text_in(row, "updated_at")) or "?")
                if isinstance(version, int) and version > 1
                else "",
                body=body,
                permalink=link(source, text_in(row, "post_url")),
                deleted=is_deleted,
                author_id=text_in(row, "user_id"),
                automated=_is_automated(row),
            )
        )
    stream = data["post_stream"].get("stream")
    ids = [str(one) for one in stream] if isinstance(stream, list) else []
    absent = [one for one in ids if one not in here]
    return Page(SOURCE, thread, text_in(data, "title"), tuple(posts), 0, 0, len(posts) + len(absent), (), source.file)


def _is_automated(row: dict[str, Any]) -> bool:
    """Tell whether a program posted: accounts below 1 are Discourse's own, and a plugin may flag a bot."""
    user = row.get("user_id")
    return row.get("is_bot") is True or row.get("bot") is True or (isinstance(user, int) and user < 0)


def _is_quote(node: Node) -> bool:
    return node.name == "aside" and "quote" in classes(node)
