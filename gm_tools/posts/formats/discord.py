"""Discord: the JSON of DiscordChatExporter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.posts import times
from gm_tools.posts.formats.make_post import made, text_in
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.thread import Page

if TYPE_CHECKING:
    from gm_tools.posts.formats.make_post import SourceFile

SOURCE = "discord"


def is_export(data: Any) -> bool:
    """Tell whether JSON is an export of a channel."""
    return isinstance(data, dict) and isinstance(data.get("messages"), list) and isinstance(data.get("channel"), dict)


def read_export(source: SourceFile) -> Page:
    """Return the messages of a channel; what Discord itself says (somebody joined, a message was pinned) is left out."""
    data = source.data
    channel, guild = text_in(data, "channel", "id"), text_in(data, "guild", "id")
    posts = []
    for row in data["messages"]:
        number = text_in(row, "id")
        if not number or text_in(row, "type") not in {"Default", "Reply", "0", "19", "ThreadStarterMessage"}:
            continue
        address = f"https://discord.com/channels/{guild}/{channel}/{number}"
        posts.append(
            made(
                source,
                SOURCE,
                channel,
                number,
                text_in(row, "author", "name"),
                posted=times.from_iso(text_in(row, "timestamp")),
                edited=times.from_iso(text_in(row, "timestampEdited")),
                body=read_markdown(text_in(row, "content"), indented_code=False),
                author_id=text_in(row, "author", "id"),
                automated=_is_automated(row),
                permalink=address if (guild + channel + number).isdigit() else "",
            )
        )
    return Page(SOURCE, channel, text_in(data, "channel", "name"), tuple(posts), file=source.file)


def _is_automated(row: dict[str, Any]) -> bool:
    """Tell whether a bot, an application or a webhook wrote a message, as Discord itself flags them."""
    author = row.get("author")
    flags = (author.get("isBot"), author.get("bot")) if isinstance(author, dict) else ()
    names = ("webhook_id", "webhookId", "application_id", "applicationId", "application")
    return any(flag is True for flag in flags) or any(row.get(name) for name in names)
