"""NodeBB's pages, exports of NodeBB, Discourse, BoardGameGeek and Reddit, mails and pasted text."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from tests.posts.forge_base import LOOKS, Tag, iso, simple, slug, to_html, user, when
from tests.posts.story import SIGNATURES, STORY, TITLE, Told

# NodeBB


def escape_links(words: str) -> str:
    """Markdown takes `[order](5M)` for a link."""
    return re.sub(r"\[(order)\]\(([^()\s]+)\)", r'<a href="\2" rel="nofollow ugc">\1</a>', words)


def nodebb_body(text: str) -> str:
    """NodeBB's posts are Markdown made HTML."""

    def quote(author: str) -> Tag:
        return (
            f'<p dir="auto"><a class="plugin-mentions-user plugin-mentions-a" href="/user/{slug(author)}">@{author}</a> said:</p><blockquote><p dir="auto">',
            "</p></blockquote>",
        )

    def smilie(sign: str) -> str:
        name = {":D": "grinning", ";)": "wink", ":)": "slightly_smiling_face"}[sign]
        return f'<img src="/assets/plugins/nodebb-plugin-emoji/emoji/android/1f600.png?v=x" class="not-responsive emoji emoji-android emoji--{name}" style="height: 23px; width: auto; vertical-align: middle;" title="{sign}" alt="{sign}" />'

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple("<pre><code>", "\n</code></pre>"),
        "s": simple("<del>", "</del>"),
        "color": simple("", ""),
    }
    return f'<p dir="auto">{escape_links(to_html(text, tags, smilie, "<br />" + chr(10)))}</p>'


def nodebb_page(number: int, posts: Sequence[Told]) -> str:
    out = []
    for told in posts:
        name, iso_time = told.author, f"{when(told.minute):%Y-%m-%dT%H:%M:%S.000Z}"
        modified = f"{when(told.edited):%Y-%m-%dT%H:%M:%S.000Z}" if told.edited else ""
        content = '<p dir="auto">This post is deleted!</p>' if told.deleted else nodebb_body(told.text)
        sign = SIGNATURES.get(name, "")
        signature = (
            f'<div component="post/signature" data-uid="{user(told)}" class="post-signature">{nodebb_body(sign)}</div>'
            if sign
            else ""
        )
        out.append(
            f'<li component="post" class="pt-4 {"deleted" if told.deleted else ""}" data-index="{told.number - 1}" data-pid="{told.id}" data-uid="{user(told)}" data-timestamp="{int(when(told.minute).timestamp() * 1000)}" data-username="{name}" data-userslug="{slug(name)}" itemprop="comment" itemtype="http://schema.org/Comment" itemscope>'
            f'<a component="post/anchor" data-index="{told.number - 1}" id="{told.number}"></a><meta itemprop="datePublished" content="{iso_time}"><meta itemprop="dateModified" content="{modified}">'
            f'<div class="d-flex align-items-start gap-3"><div class="post-container"><div class="post-header"><a class="fw-bold" href="/user/{slug(name)}" data-username="{name}" data-uid="{user(told)}">{name}</a> <a class="timeago" title="{iso_time}"></a></div>'
            f'<div class="content mt-2 text-break" component="post/content" itemprop="text">{content}</div>{signature}<div component="post/footer" class="post-footer"><a component="post/reply" href="#">Reply</a></div></div></div></li>'
        )
    items = "".join(
        f'<li class="page-item page {"active" if page == number else ""}" data-page="{page}"><a class="page-link" href="?page={page}" data-page="{page}">{page}</a></li>'
        for page in (1, 2)
    )
    return (
        f'<!DOCTYPE html><html lang="en-GB" data-dir="ltr"><head><title>{TITLE} | Example</title><meta charset="UTF-8"><link rel="canonical" href="https://forum.example.org/topic/77/dust"></head><body class="page-topic template-topic"><h1 component="post/header"><span class="topic-title" component="topic/title">{TITLE}</span></h1>'
        '<ul component="topic" class="posts timeline list-unstyled" data-tid="77" data-cid="5">\n'
        + "\n".join(out)
        + f'</ul><nav component="pagination" class="pagination-container"><ul class="pagination">{items}</ul></nav></body></html>\n'
    )


def nodebb_json(number: int, posts: Sequence[Told]) -> str:
    rows = [
        {
            "pid": told.id,
            "tid": 77,
            "content": "This post is deleted!" if told.deleted else nodebb_body(told.text),
            "uid": user(told),
            "timestamp": int(when(told.minute).timestamp() * 1000),
            "timestampISO": f"{when(told.minute):%Y-%m-%dT%H:%M:%S.000Z}",
            "editedISO": f"{when(told.edited):%Y-%m-%dT%H:%M:%S.000Z}" if told.edited else "",
            "deleted": int(told.deleted),
            "index": told.number - 1,
            "user": {
                "uid": user(told),
                "username": told.author,
                "signature": nodebb_body(SIGNATURES.get(told.author, "")),
            },
        }
        for told in posts
    ]
    topic = {
        "tid": 77,
        "title": TITLE,
        "postcount": len(STORY),
        "posts": rows,
        "pagination": {"currentPage": number, "pageCount": 2},
    }
    return json.dumps(topic, indent=1, ensure_ascii=False) + "\n"


# Discourse


def to_markdown(text: str, *, quotes: str) -> str:
    """Turn BBCode into Markdown; `quotes` is `bbcode` (Discourse), `lines` (Reddit) or `discord`."""
    while quotes != "bbcode":
        inner = re.search(r"\[quote=[^\]]*\]((?:(?!\[quote).)*?)\[/quote\]\n?", text, re.DOTALL)
        if inner is None:
            break
        block = "\n".join(f"> {line}" for line in inner[1].split("\n"))
        text = text[: inner.start()] + block + ("\n\n" if quotes == "lines" else "\n") + text[inner.end() :]
    if quotes == "bbcode":
        text = re.sub(r"\[quote=(\w+)\]", r'[quote="\1, post:4, topic:77"]\n', text).replace("[/quote]", "\n[/quote]\n")
    text = re.sub(r"\[code\]\n?(.*?)\n?\[/code\]", lambda found: f"\n```text\n{found[1]}\n```\n", text, flags=re.DOTALL)
    text = re.sub(r"\[url=([^\]]*)\](.*?)\[/url\]", r"[\2](\1)", text)
    for tag, mark in (("b", "**"), ("i", "*"), ("s", "~~")):
        text = re.sub(rf"\[/?{tag}\]", mark, text)
    text = re.sub(r"\[/?color(=\w+)?\]", "", text)
    parts = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    if quotes != "discord":  # a line feed alone breaks no line in Reddit's Markdown
        return "".join(part if part.startswith("```") else re.sub(r"(?<!\n)\n(?!\n)", "  \n", part) for part in parts)
    return "".join(parts)


def cook(text: str) -> str:
    def quote(author: str) -> Tag:
        return (
            f'<aside class="quote no-group" data-username="{author}" data-post="4" data-topic="77"><div class="title"><div class="quote-controls"></div><img alt="" width="24" height="24" src="/user_avatar/x.png" class="avatar"> {author}:</div><blockquote><p>',
            "</p></blockquote></aside>",
        )

    def smilie(sign: str) -> str:
        return f'<img src="/images/emoji/twitter/smile.png?v=12" title="{sign}" class="emoji" alt="{sign}" loading="lazy" width="20" height="20">'

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple('<pre><code class="lang-text">', "\n</code></pre>"),
        "color": simple("", ""),
    }
    return f"<p>{escape_links(to_html(text, tags, smilie, '<br>' + chr(10)))}</p>"


def discourse_json(number: int, posts: Sequence[Told], *, raw: bool) -> str:
    rows = []
    for told in posts:
        row = {
            "id": told.id,
            "name": told.author,
            "username": told.author,
            "user_id": user(told),
            "created_at": f"{when(told.minute):%Y-%m-%dT%H:%M:%S.000Z}",
            "cooked": "<p>(post deleted by author)</p>" if told.deleted else cook(told.text),
            "post_number": told.number,
            "updated_at": f"{when(told.edited or told.minute + 3):%Y-%m-%dT%H:%M:%S.000Z}",
            "version": 2 if told.edited else 1,
            **({"bot": True} if told.is_bot else {}),
            "topic_id": 77,
            "user_deleted": told.deleted,
            "deleted_at": None,
            "post_url": f"/t/dust/77/{told.number}",
        }
        if raw:
            row["raw"] = "(post deleted by author)" if told.deleted else to_markdown(told.text, quotes="bbcode")
        rows.append(row)
    stream: dict[str, object] = {"posts": rows}
    if number == 1:
        stream["stream"] = [told.id for told in STORY]
        topic: dict[str, object] = {
            "post_stream": stream,
            "id": 77,
            "title": TITLE,
            "posts_count": len(STORY),
            "slug": "dust",
        }
    else:
        topic = {"post_stream": stream, "id": 77}
    return json.dumps(topic, indent=1, ensure_ascii=False) + "\n"


# BoardGameGeek, Reddit


def bgg_xml(number: int, posts: Sequence[Told]) -> str:
    def quote(author: str) -> Tag:
        return (
            f"<font color=#2121A4><div class='quote'><div class='quotetitle'><p><b>{author} wrote:</b></p></div><div class='quotebody'><i>",
            "</i></div></div></font>",
        )

    def smilie(sign: str) -> str:
        return f"<img src='//cf.geekdo-static.com/images/smiles/smile.gif' alt='{sign}' border=0>"

    tags = {
        **LOOKS,
        "quote": quote,
        "code": simple("<pre style='overflow-x:auto'>", "</pre>"),
        "s": simple("<strike>", "</strike>"),
        "b": simple("<b>", "</b>"),
    }
    articles = []
    for told in posts:
        if told.deleted:
            continue
        link = f"https://boardgamegeek.com/thread/77/article/{told.id}#{told.id}"
        edit = iso(told.edited or told.minute)
        articles.append(
            f'<article id="{told.id}" username={quoteattr(told.author)} link="{link}" postdate="{iso(told.minute)}" editdate="{edit}" numedits="{1 if told.edited else 0}">'
            f"<subject>{escape('Re: ' + TITLE)}</subject><body>{escape(to_html(told.text, tags, smilie, '<br/>'))}</body></article>"
        )
    del number
    count = sum(not told.deleted for told in STORY)
    return (
        f'<?xml version="1.0" encoding="utf-8"?><thread id="77" numarticles="{count}" link="https://boardgamegeek.com/thread/77" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse"><subject>{escape(TITLE)}</subject><articles>\n'
        + "\n".join(articles)
        + "\n</articles></thread>\n"
    )


def reddit_json(number: int, posts: Sequence[Told]) -> str:
    def data(told: Told, field: str) -> dict[str, Any]:
        body = "[deleted]" if told.deleted else to_markdown(told.text, quotes="lines")
        return {
            "id": f"c{told.id}",
            "author": "[deleted]" if told.deleted else told.author,
            **({} if told.deleted else {"author_fullname": f"t2_{user(told)}"}),
            field: html.escape(body, quote=False),
            "created_utc": when(told.minute).timestamp(),
            "edited": when(told.edited).timestamp() if told.edited else False,
            "permalink": f"/r/dust/comments/c1007/dust/c{told.id}/",
            "link_id": "t3_c1007",
        }

    def listing(children: list[dict[str, Any]]) -> dict[str, Any]:
        return {"kind": "Listing", "data": {"children": children, "after": None, "before": None}}

    first = {"kind": "t3", "data": {**data(STORY[0], "selftext"), "title": TITLE}}
    chain: dict[str, Any] | None = None
    comments: list[dict[str, Any]] = []
    for told in reversed([told for told in posts if told.number > 1]):
        comment: dict[str, Any] = {"kind": "t1", "data": {**data(told, "body"), "replies": ""}}
        if told.number % 5 == 0:  # some are replies to the one before
            chain = listing([comment])
            continue
        comment["data"]["replies"] = chain or ""
        chain = None
        comments.insert(0, comment)
    if chain:
        comments.insert(0, chain["data"]["children"][0])
    del number
    return json.dumps([listing([first]), listing(comments)], indent=1, ensure_ascii=False) + "\n"


# Mail and pasted text


def to_plain(text: str) -> str:
    while True:
        inner = re.search(r"\[quote=([^\]]*)\]((?:(?!\[quote).)*?)\[/quote\]\n?", text, re.DOTALL)
        if inner is None:
            break
        text = (
            text[: inner.start()]
            + "\n".join(f"> {line}" for line in inner[2].split("\n"))
            + "\n\n"
            + text[inner.end() :]
        )
    return re.sub(r"\[/?(?:b|i|color|url)(?:=[^\]]*)?\]", "", text)


def mail_text(number: int, posts: Sequence[Told]) -> str:
    del number
    out = []
    for told in posts:
        if told.deleted:
            continue
        sign = SIGNATURES.get(told.author, "")
        signature = f"\n-- \n{to_plain(sign)}\n" if sign else ""
        out.append(
            f"From: {told.author} <{user(told)}@example.org>\nTo: Gus <gus@example.org>\nDate: {when(told.minute):%a, %d %b %Y %H:%M:%S +0000}\nSubject: Re: {TITLE}\nMessage-ID: <{told.id}@example.org>\n\n{to_plain(told.text)}\n{signature}"
        )
    return "\n".join(out)


def pasted_text(number: int, posts: Sequence[Told]) -> str:
    del number
    return "\n".join(
        f"{told.author} wrote on {when(told.minute):%Y-%m-%d %H:%M}:\n{to_plain(told.text)}\n"
        for told in posts
        if not told.deleted
    )
