"""Discord: the JSON of DiscordChatExporter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.posts import times
from gm_tools.posts.formats.make_post import RawPost, get_text, make_page
from gm_tools.posts.formats.markdown import read_markdown

if TYPE_CHECKING:
    from gm_tools.posts.formats.make_post import SourceFile
    from gm_tools.posts.thread import Page

SOURCE = "discord"


def is_export(data: Any) -> bool:
    """Tell whether JSON is an export of a channel."""
    return isinstance(data, dict) and isinstance(data.get("messages"), list) and isinstance(data.get("channel"), dict)


def read_export(source: SourceFile) -> Page:
    """Return the messages of a channel; what Discord itself says (somebody joined, a message was pinned) is left out."""
    data = source.data
    channel, guild = get_text(data, "channel", "id"), get_text(data, "guild", "id")
    posts = []
    for row in data["messages"]:
        number = get_text(row, "id")
        if not number or get_text(row, "type") not in {"Default", "Reply", "0", "19", "ThreadStarterMessage"}:
            continue
        address = f"https://discord.com/channels/{guild}/{channel}/{number}"
        posts.append(
            RawPost(
                number,
                get_text(row, "author", "name"),
                posted=times.from_iso(get_text(row, "timestamp")),
                edited=times.from_iso(get_text(row, "timestampEdited")),
                body=read_markdown(get_text(row, "content"), indented_code=False),
                author_id=get_text(row, "author", "id"),
                automated=_is_automated(row),
                permalink=address if (guild + channel + number).isdigit() else "",
            )
        )
    return make_page(source, SOURCE, channel, get_text(data, "channel", "name"), posts)


def _is_automated(row: dict[str, Any]) -> bool:
    """Tell whether a bot, an application or a webhook wrote a message, as Discord itself flags them."""
    author = row.get("author")
    flags = (author.get("isBot"), author.get("bot")) if isinstance(author, dict) else ()
    names = ("webhook_id", "webhookId", "application_id", "applicationId", "application")
    return any(flag is True for flag in flags) or any(row.get(name) for name in names)
