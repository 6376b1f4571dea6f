"""Discourse: the JSON of a topic, `/t/77.json`, with raw posts (`include_raw=1`) or cooked ones."""

from __future__ import annotations

import re
from typing import Any

from gm_tools.posts import times
from gm_tools.posts.formats.html_text import read_body
from gm_tools.posts.formats.html_tree import parse_fragment
from gm_tools.posts.formats.make_post import Paging, RawPost, SourceFile, get_text, link, make_page, parse_count
from gm_tools.posts.thread import Page

SOURCE = "discourse"
NAME = "Discourse"
# What an answer by mail quoted: Discourse folds it away.
_ELIDED = re.compile(
    r"<details class=[\"']elided[\"']>\s*(?:<summary[^>]*>[^<]*</summary>)?(.*?)(?:</details>|\Z)", re.DOTALL
)
_SMALL_ACTION, _WHISPER = 3, 4  # "closed this topic", and what only the staff sees


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
    thread = get_text(data, "id") or next((get_text(row, "topic_id") for row in rows if get_text(row, "topic_id")), "")
    posts = [_read_post(source, row) for row in rows if get_text(row, "id")]
    stream = data["post_stream"].get("stream")
    here = {post.number for post in posts}
    absent = [one for one in stream if str(one) not in here] if isinstance(stream, list) else []
    page = make_page(
        source, SOURCE, thread, get_text(data, "title"), posts, paging=Paging(total=len(posts) + len(absent))
    )
    return page._replace(is_private=get_text(data, "archetype") == "private_message")


def _read_post(source: SourceFile, row: dict[str, Any]) -> RawPost:
    """Return what a file of a topic holds of a post."""
    raw, version = row.get("raw"), row.get("version", 1)
    is_edited = isinstance(version, int) and version > 1
    if isinstance(raw, str):
        from gm_tools.posts.formats.markdown import read_markdown

        body = read_markdown(_ELIDED.sub("\n", raw))
        body = body._replace(quotes=(*body.quotes, *(found[1].strip() for found in _ELIDED.finditer(raw))))
    else:
        body = read_body(parse_fragment(get_text(row, "cooked")), "aside.quote, details.elided, .chat-transcript")
    return RawPost(
        get_text(row, "id"),
        get_text(row, "username") or get_text(row, "name"),
        place=parse_count(get_text(row, "post_number")),
        posted=times.from_iso(get_text(row, "created_at")),
        edited=(times.from_iso(get_text(row, "updated_at")) or "?") if is_edited else "",
        body=body,
        permalink=link(source, get_text(row, "post_url")),
        deleted=bool(row.get("deleted_at") or row.get("user_deleted")) or row.get("post_type") == _SMALL_ACTION,
        held=row.get("hidden") is True or row.get("post_type") == _WHISPER,
        author_id=get_text(row, "user_id"),
        automated=_is_automated(row),
    )


def _is_automated(row: dict[str, Any]) -> bool:
    """Tell whether a program posted: accounts below 1 are Discourse's own, and a plugin may flag a bot."""
    user = row.get("user_id")
    return row.get("is_bot") is True or row.get("bot") is True or (isinstance(user, int) and user < 0)
