"""Answers of interfaces, field by field, by their documentation; each docstring says where a field is described."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gm_tools.posts.formats.bbcode import read_bbcode
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import Page, Post


def page_of(data: Any) -> Page:
    (page,) = read_pages(data if isinstance(data, bytes) else json.dumps(data).encode(), "answer")
    return page


def discourse(**row: Any) -> Post:
    """Return a post by its fields in Discourse's `GET /t/{id}.json`.

    docs.discourse.org, "Get a single topic"; app/serializers/post_serializer.rb of discourse/discourse: post_number, post_type,
    updated_at, version, user_id, hidden, deleted_at, user_deleted, raw (only with include_raw).
    """
    base = {"id": 554, "username": "Alice", "user_id": 3, "created_at": "2016-09-20T20:42:00.725Z", "post_number": 1}
    more = {"updated_at": "2016-09-20T21:30:32.033Z", "version": 1, "cooked": "<p>Order: (6M)</p>", "post_type": 1}
    data = {"id": 201, "title": "t", "post_stream": {"posts": [{**base, **more, **row}], "stream": [554, 555]}}
    page = page_of(data)
    assert (page.thread, page.total) == ("201", 2)
    return page.posts[0]


def test_discourse_names_author_account_and_times() -> None:
    post = discourse()
    assert (post.author, post.author_id, post.number, post.text) == ("Alice", "3", 1, "Order: (6M)")
    assert (post.posted, post.edited) == ("2016-09-20T20:42:00+00:00", "")


@pytest.mark.parametrize(
    ("row", "edited", "deleted", "held"),
    [
        ({"version": 2}, "2016-09-20T21:30:32+00:00", False, False),
        ({"hidden": True, "hidden_reason_id": 1}, "", False, True),  # flagged, until the staff has decided
        ({"post_type": 2}, "", False, False),  # a moderator's post
        ({"post_type": 3, "action_code": "closed.enabled", "cooked": ""}, "", True, False),  # Post.types: small_action
        ({"post_type": 4}, "", False, True),  # Post.types: whisper
        ({"user_deleted": True}, "", True, False),
        ({"deleted_at": "2016-09-21T00:00:00Z"}, "", True, False),
    ],
)
def test_discourse_tells_edits_and_what_does_not_count(
    row: dict[str, Any], edited: str, deleted: bool, held: bool
) -> None:
    post = discourse(**row)
    assert (post.edited, post.deleted, post.held) == (edited, deleted, held)


def reddit(**row: Any) -> Page:
    """Return a thread by its fields in Reddit's `GET /comments/{article}`.

    github.com/reddit-archive/reddit/wiki/JSON: t1 and t3, author, created_utc, edited, body, selftext, more (count, children);
    r2/r2/lib/jsontemplates.py there: `edited` is a boolean or seconds since 1970, a deleted account is "[deleted]".
    """
    link = {
        "id": "8xwlg",
        "author": "Gus",
        "created_utc": 1474404120.0,
        "edited": False,
        "selftext": "Hello",
        "title": "t",
    }
    base = {"id": "c3v7f8u", "author": "Alice", "author_fullname": "t2_3", "created_utc": 1474404180.0, "edited": False}
    comment = {**base, "body": "Order: (6M)", "link_id": "t3_8xwlg", "replies": "", **row}
    return page_of(
        [
            {"kind": "Listing", "data": {"children": [{"kind": "t3", "data": link}]}},
            {"kind": "Listing", "data": {"children": [{"kind": "t1", "data": comment}]}},
        ]
    )


def test_reddit_names_author_account_and_times() -> None:
    page = reddit()
    first, post = page.posts
    assert (page.thread, page.title, first.author, first.text) == ("8xwlg", "t", "Gus", "Hello")
    assert (post.id, post.author, post.author_id, post.text) == ("c3v7f8u", "Alice", "t2_3", "Order: (6M)")
    assert (post.posted, post.edited, post.deleted) == ("2016-09-20T20:43:00+00:00", "", False)


@pytest.mark.parametrize(("edited", "time"), [(1474407000.0, "2016-09-20T21:30:00+00:00"), (True, "?"), (None, "")])
def test_reddit_tells_edits_of_old_ones_without_their_time(edited: Any, time: str) -> None:
    assert reddit(edited=edited).posts[1].edited == time


def test_reddit_writes_entities_and_deleted_comments() -> None:
    assert reddit(body="a &lt; b &amp;amp; c").posts[1].text == "a < b &amp; c"
    assert reddit(body="[removed]", author="[deleted]").posts[1].deleted


def test_reddit_names_comments_that_it_did_not_send() -> None:
    more = {"kind": "more", "data": {"count": 3, "children": ["a", "b", "c"], "id": "a"}}
    page = reddit(replies={"kind": "Listing", "data": {"children": [more]}})
    assert "3 more comments were not loaded" in page.warnings[0]


def discord(**row: Any) -> Page:
    """Return a channel by its fields in Discord's `GET /channels/{id}/messages`.

    docs.discord.com/developers/resources/message: id, channel_id, author, content, timestamp, edited_timestamp, type (0 default,
    19 reply, 7 a member joined, 21 thread starter), webhook_id, application_id; content is empty without the privileged intent.
    """
    author = {"id": "53908232506183680", "username": "alice", "discriminator": "0", "global_name": "Alice"}
    base = {"id": "334385199974967042", "channel_id": "290926798999357250", "type": 0, "author": author, "tts": False}
    more = {"content": "Order: (6M)", "timestamp": "2017-07-11T17:27:07.299000+00:00", "edited_timestamp": None}
    return page_of([{**base, **more, "attachments": [], "embeds": [], **row}])


def test_discord_names_author_account_and_times() -> None:
    (post,) = discord().posts
    assert (post.thread, post.author, post.author_id) == ("290926798999357250", "alice", "53908232506183680")
    assert (post.posted, post.edited, post.text) == ("2017-07-11T17:27:07+00:00", "", "Order: (6M)")
    (post,) = discord(edited_timestamp="2017-07-11T17:30:00.000000+00:00", type=19).posts
    assert post.edited == "2017-07-11T17:30:00+00:00"


def test_discord_tells_webhooks_and_bots_and_its_own_messages() -> None:
    assert discord(webhook_id="524385199974967042").posts[0].automated
    assert discord(author={"id": "1", "username": "bot", "bot": True}).posts[0].automated
    assert discord(type=7, content="").posts == ()


def test_a_bot_without_the_intent_for_texts_is_told_so() -> None:
    assert "Message Content Intent" in discord(content="").warnings[0]
    assert discord(content="", attachments=[{"id": "1"}]).warnings == ()
    assert discord(content="", webhook_id="5").warnings == ()
    assert discord().warnings == ()


def bgg(**row: str) -> Page:
    """Return a thread by its fields in BoardGameGeek's `/xmlapi2/thread?id=NNN`.

    boardgamegeek.com/wiki/page/BGG_XML_API2; an answer as it came is in test_data/thread/thread.xml of the crate arnak 0.7.0 (docs.rs):
    numarticles, and of an article id, username, link, postdate, editdate, numedits. Without edits, editdate is postdate.
    """
    base = {
        "id": "47675007",
        "username": "Alice",
        "link": "https://boardgamegeek.com/thread/3707929/article/47675007#47675007",
    }
    times = {"postdate": "2026-05-13T12:35:39-05:00", "editdate": "2026-05-13T12:35:39-05:00", "numedits": "0"}
    words = " ".join(f'{key}="{value}"' for key, value in {**base, **times, **row}.items())
    return page_of(
        f"""<?xml version="1.0" encoding="utf-8"?>
<thread id="3707929" numarticles="25" link="https://boardgamegeek.com/thread/3707929" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
    <subject>Race</subject>
    <articles>
        <article {words}>
            <subject>Re: Race</subject>
            <body>Order: (6M)</body>
        </article>
    </articles>
</thread>""".encode()
    )


def test_bgg_names_author_and_times() -> None:
    page = bgg()
    (post,) = page.posts
    assert (page.thread, page.title, page.total) == ("3707929", "Race", 25)
    assert (post.id, post.author, post.author_id, post.text) == ("47675007", "Alice", "alice", "Order: (6M)")
    assert (post.posted, post.edited) == ("2026-05-13T17:35:39+00:00", "")
    assert post.permalink.endswith("/article/47675007#47675007")


def test_bgg_tells_edits_by_their_number() -> None:
    (post,) = bgg(editdate="2026-05-14T13:45:02-05:00", numedits="2").posts
    assert post.edited == "2026-05-14T18:45:02+00:00"


@pytest.mark.parametrize(
    ("raw", "words", "quotes", "struck"),
    [
        ('[q="Alice"]\nOrder: (6M)\n[/q]\nNice', "Nice", ("Order: (6M)",), ()),
        ("[q]a [q]b[/q] c[/q]d", "d", ("a b c",), ()),
        ("Order: [-]A(7M)[/-] (6M)", "Order:  (6M)", (), ("A(7M)",)),
        ("[o]Order: (6M)[/o]", "Order: (6M)", (), ()),
        ("Order: [-]", "Order: [-]", (), ()),
        ("[Q] Is it due?\n[A] Yes.\nOrder: (6M)", "[Q] Is it due?\n[A] Yes.\nOrder: (6M)", (), ()),
    ],
)
def test_the_short_tags_of_bgg_are_read_where_its_markup_was_pasted(
    raw: str, words: str, quotes: tuple[str, ...], struck: tuple[str, ...]
) -> None:
    body = read_bbcode(raw)
    assert (body.text.strip(), body.quotes, body.struck) == (words, quotes, struck)
