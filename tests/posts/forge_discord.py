"""Exports of a channel of Discord by DiscordChatExporter: JSON, and a page."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from typing import Any

from tests.posts.forge_base import LOOKS, Tag, american, iso, simple, to_html, user, when
from tests.posts.forge_exports import to_markdown
from tests.posts.story import Told


def discord_json(number: int, posts: Sequence[Told]) -> str:
    messages: list[dict[str, Any]] = [
        {
            "id": str(9_000_000_000 + told.id),
            "type": "Default",
            "timestamp": iso(told.minute),
            "timestampEdited": iso(told.edited) if told.edited else None,
            "callEndedTimestamp": None,
            "isPinned": told.number == 1,
            "content": to_markdown(told.text, quotes="discord").replace(":D", "\U0001f604").replace(";)", "\U0001f609"),
            "author": {
                "id": str(user(told)),
                "name": told.author,
                "discriminator": "0000",
                "nickname": told.author.upper(),
                "isBot": told.is_bot,
            },
            "attachments": [],
            "embeds": [],
            "mentions": [],
        }
        for told in posts
        if not told.deleted  # a deleted message is gone
    ]
    messages.insert(
        1,
        {
            "id": "9000000999",
            "type": "ChannelPinnedMessage",
            "timestamp": iso(1),
            "timestampEdited": None,
            "content": "Pinned a message.",
            "author": {"id": "1", "name": "Alice"},
        },
    )
    del number
    export = {
        "guild": {"id": "5", "name": "Races"},
        "channel": {"id": "77", "type": "GuildTextChat", "name": "dust", "topic": None},
        "dateRange": {"after": None, "before": None},
        "messages": messages,
        "messageCount": len(messages),
    }
    return json.dumps(export, indent=1, ensure_ascii=False) + "\n"


def snowflake(told: Told) -> int:
    """Return the number that Discord would give a message: when it was posted, and a count."""
    return (int(when(told.minute).timestamp() * 1000) - 1_420_070_400_000 << 22) + told.number


def discord_long(minute: int) -> str:
    """`Saturday, November 21, 2026 2:02\u202fPM`, an hour ahead of UTC."""
    time = when(minute + 60)
    return f"{time:%A, %B} {time.day}, {time.year} {time.hour % 12 or 12}:{time:%M}\u202f{'PM' if time.hour >= 12 else 'AM'}"


def discord_page(number: int, posts: Sequence[Told]) -> str:
    """What DiscordChatExporter writes as HTML, minified: messages of one author within seven minutes share a head."""

    def quote(_author: str) -> Tag:
        return (
            "<div class=chatlog__markdown-quote><div class=chatlog__markdown-quote-border></div><div class=chatlog__markdown-quote-content>",
            "</div></div>",
        )

    def smilie(sign: str) -> str:
        name = {":D": "smile", ";)": "wink", ":)": "slight_smile"}[sign]
        return f'<img loading="lazy" class="chatlog__emoji " alt="\U0001f642" title="{name}" src="x.svg">'

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple('<code class="chatlog__markdown-pre chatlog__markdown-pre--multiline nohighlight">', "</code>"),
        "color": simple("", ""),
    }
    out, last = [], None
    kept = [told for told in posts if not told.deleted]
    for told in kept:
        key, time = snowflake(told), discord_long(told.minute)
        answers = "[quote" in told.text  # a reply, which shows the message that it answers
        is_first = answers or last is None or user(last) != user(told) or told.minute - last.minute > 7
        if is_first:
            out.append(f"{'</div>' if last else ''}<div class=chatlog__message-group>")
        reply = (
            "<div class=chatlog__reply><img class=chatlog__reply-avatar src=a.png alt=Avatar loading=lazy><div class=chatlog__reply-author title=carol>CAROL</div>"
            f'<div class=chatlog__reply-content><span class=chatlog__reply-link onclick="scrollToMessage(event,\'{key - 1}\')">Order: BBBBBB</span><span class=chatlog__reply-edited-timestamp title="{time}">(edited)</span></div></div>'
            if answers
            else ""
        )
        head = (
            f"<div class=chatlog__header><span class=chatlog__author title={html.escape(told.author)} data-user-id={user(told)}>{html.escape(told.author.upper())}</span>"
            f'{"<span class=chatlog__author-tag>BOT</span>" if told.is_bot else ""}<span class=chatlog__timestamp title="{time}"><a href=#chatlog__message-container-{key}>{american(told.minute)}</a></span></div>'
        )
        short = f'<div class=chatlog__short-timestamp title="{time}">{time[-8:]}</div>'
        edit = (
            f'<span class=chatlog__edited-timestamp title="{discord_long(told.edited)}">(edited)</span>'
            if told.edited
            else ""
        )
        out.append(
            f'<div id=chatlog__message-container-{key} class="chatlog__message-container" data-message-id={key}><div class=chatlog__message><div class=chatlog__message-aside>{"<img class=chatlog__avatar src=a.png alt=Avatar>" if is_first else short}</div>'
            f"<div class=chatlog__message-primary>{reply + head if is_first else ''}<div class='chatlog__content chatlog__markdown'><span class=chatlog__markdown-preserve>{to_html(told.text, tags, smilie, chr(10))}</span>{edit}</div>"
            '<div class=chatlog__embed><div class=chatlog__embed-description><div class="chatlog__markdown chatlog__markdown-preserve">Order: BBBBBB</div></div></div>'
            "<div class=chatlog__reactions><div class=chatlog__reaction title=R><img class='chatlog__emoji chatlog__emoji--small' alt=R src=r.svg><span class=chatlog__reaction-count>2</span></div></div></div></div></div>"
        )
        last = told
    notice = (
        '</div><div class=chatlog__message-group><div id=chatlog__message-container-7 class="chatlog__message-container" data-message-id=7><div class=chatlog__message><div class=chatlog__message-primary>'
        "<span class=chatlog__system-notification-author title=Alice data-user-id=1>Alice</span> <span class=chatlog__system-notification-content><span>pinned </span><a class=chatlog__system-notification-link>a message</a></span></div></div></div></div>"
    )
    del number
    return (
        "<!DOCTYPE html><html lang=en><head><title>Races - dust</title><meta charset=utf-8><svg style=display:none><defs><symbol id=pin-icon></symbol></defs></svg><body>"
        "<div class=preamble><div class=preamble__entries-container><div class=preamble__entry>Races</div><div class=preamble__entry>Text / dust</div></div></div><div class=chatlog>\n"
        + "\n".join(out)
        + notice
        + f"</div><div class=postamble><div class=postamble__entry>Exported {len(kept) + 1} message(s)</div><div class=postamble__entry>Timezone: UTC+1</div></div>\n"
    )
