"""Discord: the JSON of DiscordChatExporter, and what Discord's own interface answers.

That is a list of messages, the newest first.
"""

from __future__ import annotations

import re
from typing import Any

from gm_tools.core.i18n import N_, _
from gm_tools.posts import times
from gm_tools.posts.formats.make_post import RawPost, SourceFile, get_text, make_page
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.thread import Page

SOURCE = "discord"
NAME = "Discord"
_NO_SERVER = "0"  # an export's for direct messages
_NO_INTENT = N_(
    "no message has a text: switch on the Message Content Intent of your bot (Discord's developer portal, Bot)"
)


def is_export(data: Any) -> bool:
    """Tell whether JSON is an export of a channel, or a list of messages as Discord itself gives them.

    An empty list follows the newest message.
    """
    if isinstance(data, list):
        return all(isinstance(row, dict) and {"channel_id", "author", "content"} <= row.keys() for row in data)
    return isinstance(data, dict) and isinstance(data.get("messages"), list) and isinstance(data.get("channel"), dict)


def _as_export(source: SourceFile) -> dict[str, Any]:
    """Return a list of messages as an export has them.

    The server's id is in the address that it was fetched from, if at all.
    """
    found = re.search(r"/channels/(\d+)/(\d+)", source.canonical)
    channel = next((get_text(row, "channel_id") for row in source.data), found[2] if found else "")
    guild = found[1] if found and found[2] == channel else ""
    rows = [
        {
            **row,
            "type": get_text(row, "type"),
            "author": {**_table(row, "author"), "name": get_text(row, "author", "username")},
            "timestampEdited": get_text(row, "edited_timestamp"),
        }
        for row in reversed(source.data)
    ]
    return {"channel": {"id": channel}, "guild": {"id": guild}, "messages": rows}


def _table(row: dict[str, Any], key: str) -> dict[str, Any]:
    found = row.get(key)
    return found if isinstance(found, dict) else {}


def read_export(source: SourceFile) -> Page:
    """Return the messages of a channel.

    What Discord itself says (somebody joined, a message was pinned) is left out.
    """
    data = _as_export(source) if isinstance(source.data, list) else source.data
    channel, guild = get_text(data, "channel", "id"), get_text(data, "guild", "id")
    posts = []
    warnings = (_(_NO_INTENT),) if isinstance(source.data, list) and _is_mute(source.data) else ()
    for row in data["messages"]:
        number = get_text(row, "id")
        if not number or get_text(row, "type") not in {"Default", "Reply", "0", "19", "ThreadStarterMessage"}:
            continue
        address = f"https://discord.com/channels/{guild}/{channel}/{number}"
        posts.append(
            RawPost(
                number,
                get_text(row, "author", "name"),
                nick=get_text(row, "author", "nickname"),
                posted=times.from_iso(get_text(row, "timestamp")),
                edited=times.from_iso(get_text(row, "timestampEdited")),
                body=read_markdown(get_text(row, "content"), indented_code=False),
                author_id=get_text(row, "author", "id"),
                automated=_is_automated(row),
                permalink=address if (guild + channel + number).isdigit() else "",
            )
        )
    page = make_page(source, SOURCE, channel, get_text(data, "channel", "name"), posts, warnings=warnings)
    return page._replace(is_private=guild == _NO_SERVER or "/channels/@me/" in source.canonical)


def _is_mute(rows: list[dict[str, Any]]) -> bool:
    """Tell whether people have written messages and none of them came with its text."""
    written = [row for row in rows if get_text(row, "type") in {"0", "19"} and not _is_automated(row)]
    return bool(written) and not any(row.get("content") or row.get("attachments") for row in written)


def _is_automated(row: dict[str, Any]) -> bool:
    """Tell whether a bot, an application or a webhook wrote a message, as Discord itself flags them."""
    author = row.get("author")
    flags = (author.get("isBot"), author.get("bot")) if isinstance(author, dict) else ()
    names = ("webhook_id", "webhookId", "application_id", "applicationId", "application")
    return any(flag is True for flag in flags) or any(row.get(name) for name in names)
