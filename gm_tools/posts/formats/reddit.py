"""Reddit: the JSON of a thread, two listings, comments in a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_tools.core.i18n import ngettext
from gm_tools.posts import times
from gm_tools.posts.formats.make_post import RawPost, SourceFile, get_text, link, make_page
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.thread import Page

SOURCE = "reddit"
NAME = "Reddit"
_GONE = frozenset({"[deleted]", "[removed]", "[deleted by user]", "[ removed by reddit ]"})


def is_export(data: Any) -> bool:
    """Tell whether JSON is a thread of Reddit: one listing or several."""
    listings = data if isinstance(data, list) else [data]
    return bool(listings) and all(isinstance(one, dict) and one.get("kind") == "Listing" for one in listings)


def read_export(source: SourceFile) -> Page:
    """Return the post and its comments by their times; comments that are not in the file (`more`) warn."""
    listings = source.data if isinstance(source.data, list) else [source.data]
    thread = title = ""
    posts, more = [], 0
    for kind, row in _things(listings):
        if kind == "more":
            count = row.get("count")
            more += count if isinstance(count, int) and count > 0 else 1
            continue
        if kind not in {"t1", "t3"} or not get_text(row, "id"):
            continue
        if kind == "t3":
            thread, title = get_text(row, "id"), get_text(row, "title")
        thread = thread or get_text(row, "link_id").removeprefix("t3_")
        text = get_text(row, "selftext" if kind == "t3" else "body")
        edited = row.get("edited")
        # Reddit writes <, > and & as entities in its Markdown, unless asked not to.
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        posts.append(
            RawPost(
                get_text(row, "id"),
                get_text(row, "author"),
                posted=times.from_epoch(row.get("created_utc")),
                edited=times.from_epoch(edited) or "?" if edited else "",  # of old edits only `true` is known
                body=read_markdown(text),
                permalink=link(source._replace(canonical="https://www.reddit.com"), get_text(row, "permalink")),
                deleted=text.strip().lower() in _GONE,
                author_id=get_text(row, "author_fullname"),
                automated=row.get("author_is_bot") is True or row.get("is_bot") is True,
            )
        )
    posts.sort(key=lambda post: post.posted)
    warnings = (
        (
            ngettext(
                "{n} more comment was not loaded when it was saved: an order in it is not seen",
                "{n} more comments were not loaded when it was saved: orders among them are not seen",
                more,
            ),
        )
        if more
        else ()
    )
    return make_page(source, SOURCE, thread, title, posts, warnings=warnings)


def _things(listings: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all posts and comments, replies behind what they reply to; a loop, since replies nest without end."""
    stack = list(reversed(listings))
    while stack:
        thing = stack.pop()
        data = thing.get("data") if isinstance(thing, dict) else None
        if not isinstance(data, dict):
            continue
        kind = get_text(thing, "kind")
        if kind == "Listing":
            children = data.get("children")
            stack.extend(reversed(children if isinstance(children, list) else []))
            continue
        yield kind, data
        if isinstance(data.get("replies"), dict):
            stack.append(data["replies"])
