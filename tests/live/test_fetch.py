"""`gm fetch`: new pages into the archive, one after the other, and the orders in them in hand."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from gm_tools.core.problems import InputError
from gm_tools.live.archive import read_archive
from gm_tools.live.fetch import archived_threads, fetch
from gm_tools.live.sites import SITES, PageAsked, guess_forum
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.thread import threads_of
from gm_tools.table import open_table
from gm_tools.table.settings import ThreadSettings
from tests.cli.conftest import Gm
from tests.live.server import Asked, Forum, Say
from tests.posts import forge
from tests.posts.story import DEADLINE

NOW = "2026-11-22T10:03:20+00:00"
THREADS = {  # kind of fixture: kind of forum, path of the thread, where its second page is asked for
    "phpbb-3.3": ("phpbb", "/viewtopic.php?f=2&t=77", "/viewtopic.php?f=2&t=77&start=12"),
    "xenforo-2": ("xenforo", "/threads/dust.77/", "/threads/dust.77/page-2"),
    "vbulletin-4": ("vbulletin", "/showthread.php?t=77", "/showthread.php?t=77&page=2"),
    "nodebb-json": ("nodebb", "/topic/77/dust", "/api/topic/77?page=2"),
    "discourse-raw": ("discourse", "/t/dust/77", "/t/77.json?include_raw=1&page=2"),
}


def fixture(kind: str, number: int) -> bytes:
    suffix, __ = forge.KINDS[kind]
    return (forge.FIXTURES / kind / f"page-{number}.{suffix}").read_bytes()


def serve(forum: Forum, kind: str) -> None:
    """Let a forum serve the two pages of the story."""
    second = THREADS[kind][2]
    json_type = (("Content-Type", "application/json; charset=utf-8"),)
    headers = json_type if forge.KINDS[kind][0] == "json" else Say().headers
    forum.answer = lambda asked: Say(fixture(kind, 2 if asked.path == second else 1), headers=headers)


@pytest.mark.parametrize("kind", THREADS)
def test_a_thread_is_fetched_page_by_page_and_read_as_saved_pages_are(forum: Forum, dust: Path, kind: str) -> None:
    name, path, second = THREADS[kind]
    serve(forum, kind)
    settings = ThreadSettings(forum.url + path, name)
    result = fetch(dust, settings, 1, NOW)
    assert (result.new, result.posts) == ((1, 2), 24)
    assert forum.paths[-1] == second
    (thread,) = archived_threads(dust, settings, 1)
    pages = [page for number in (1, 2) for page in read_pages(fixture(kind, number), "file")]
    (saved,) = threads_of(pages)
    assert [post._replace(file="", permalink="") for post in thread.posts] == [
        post._replace(file="", permalink="") for post in saved.posts
    ]
    for row in read_archive(dust):
        data = (dust / "thread" / row.file).read_bytes()
        assert sha256(data).hexdigest() == row.sha256
        assert row.time == NOW
        assert (dust / "thread" / row.file).stat().st_mode & 0o077 == 0


def test_a_second_run_asks_only_for_what_may_have_changed_and_keeps_nothing_twice(forum: Forum, dust: Path) -> None:
    serve(forum, "phpbb-3.3")
    settings = ThreadSettings(forum.url + "/viewtopic.php?t=77", "phpbb")
    second = "/viewtopic.php?t=77&start=12"
    forum.answer = lambda asked: Say(fixture("phpbb-3.3", 2 if asked.path == second else 1))
    fetch(dust, settings, 1, NOW)
    assert fetch(dust, settings, 1, NOW).unchanged == (1, 2)
    assert len(read_archive(dust)) == 2
    forum.asked.clear()
    assert fetch(dust, settings, 2, NOW).unchanged == (2,)  # a turn later only the last page can have grown
    assert forum.paths == [second]


def test_an_unchanged_page_is_not_sent_again(forum: Forum, dust: Path) -> None:
    settings = ThreadSettings(forum.url + "/topic/77", "nodebb")
    data = json.loads(fixture("nodebb-json", 1)) | {"pagination": {"currentPage": 1, "pageCount": 1}}
    body = json.dumps(data).encode()
    forum.answer = lambda asked: (
        Say(b"", 304)
        if asked.headers.get("If-None-Match") == '"1"'
        else Say(body, headers=(("Content-Type", "application/json"), ("ETag", '"1"')))
    )
    assert fetch(dust, settings, 1, NOW).new == (1,)
    later = "2026-11-22T12:00:00+00:00"
    assert fetch(dust, settings, 1, later).unchanged == (1,)
    (row,) = read_archive(dust)
    assert (row.time, row.checked) == (NOW, later)


def test_an_edit_without_a_mark_is_seen(gm: Gm, forum: Forum, dust: Path) -> None:
    data = json.loads(fixture("nodebb-json", 1)) | {"pagination": {"currentPage": 1, "pageCount": 1}}
    state = {"text": "<p>Order: (6M)</p>"}

    def answer(_asked: Asked) -> Say:
        posts = [{**post, "editedISO": ""} for post in data["posts"][:1]]
        alice = next(post for post in data["posts"] if post["user"]["username"] == "Alice")
        posts.append({**alice, "index": 1, "content": state["text"], "editedISO": ""})
        return Say(json.dumps({**data, "posts": posts, "postcount": 2}).encode())

    forum.answer = answer
    gm("thread", str(dust), f"{forum.url}/topic/77", "--forum", "nodebb")
    before = ("--now", "2026-11-22 10:00 UTC")
    gm("deadline", str(dust), DEADLINE, *before)
    ran = gm("fetch", str(dust), *before)
    assert "(6M)" in ran.out, ran.err
    state["text"] = "<p>Order: A(7M)</p>"
    ran = gm("fetch", str(dust), "--now", "2026-11-24 10:00 UTC")
    assert ran.status == 1
    assert "A(7M)" in ran.out
    assert "changed" in ran.out
    assert [posted.text for posted in open_table(dust).hand] == ["(6M)"]


def test_the_command_fetches_collects_and_says_what_it_did(gm: Gm, forum: Forum, dust: Path) -> None:
    serve(forum, "phpbb-3.3")
    url = forum.url + "/viewtopic.php?f=2&t=77"
    ran = gm("fetch", str(dust), url, "--no-collect", "--json")
    data = json.loads(ran.out)
    assert (ran.status, data["new"], data["posts"]) == (0, [1, 2], 24)
    assert open_table(dust).hand == ()
    now = ("--now", "2026-11-22 10:00 UTC")
    ran = gm("collect", str(dust), "--deadline", DEADLINE, "--json", *now)
    again = gm("collect", str(dust), "--deadline", DEADLINE, "--json", *now)
    pages = [str(forge.FIXTURES / "phpbb-3.3" / f"page-{number}.html") for number in (1, 2)]
    assert (
        json.loads(again.out)["rows"]
        == json.loads(gm("collect", str(dust), *pages, "--deadline", DEADLINE, "--json", *now).out)["rows"]
    )
    assert json.loads(ran.out)["taken"]
    assert "nothing new" in gm("fetch", str(dust)).err


def test_without_a_thread_the_command_says_how_to_set_one(gm: Gm, dust: Path) -> None:
    ran = gm("fetch", str(dust))
    assert (ran.status, "gm thread TABLE URL" in ran.err) == (2, True)
    gm("thread", str(dust), "https://forum.example.org/viewtopic.php?t=77")
    assert "gm fetch TABLE" in gm("collect", str(dust)).err
    gm("thread", str(dust), "https://example.org/unknown")
    assert "--forum" in gm("fetch", str(dust)).err


def test_discord_is_fetched_by_its_interface_a_hundred_messages_at_a_time(
    forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {
            "id": str(5000 + at), "type": 0, "channel_id": "22", "content": f"Order: (6M) <{at}>", "timestamp": "2026-11-21T10:00:00+00:00",
            "edited_timestamp": None, "author": {"id": str(70 + at % 3), "username": f"user{at % 3}", "bot": at == 7},
        }
        for at in range(150)
    ]  # fmt: skip

    def answer(asked: Asked) -> Say:
        after = int(parse_qs(urlsplit(asked.path).query)["after"][0])
        later = [row for row in rows if int(str(row["id"])) > after][:100]
        return Say(json.dumps(later[::-1]).encode(), headers=(("Content-Type", "application/json"),))

    forum.answer = answer
    monkeypatch.setenv("GM_TOKEN_" + forum.host.upper().replace(".", "_").replace(":", "_"), "sesame")
    settings = ThreadSettings(f"{forum.url}/channels/11/22", "discord")
    assert fetch(dust, settings, 1, NOW).posts == 150
    assert {one.headers["Authorization"] for one in forum.asked} == {"Bot sesame"}
    (thread,) = archived_threads(dust, settings, 1)
    assert [post.id for post in thread.posts] == [str(5000 + at) for at in range(150)]
    assert thread.posts[7].automated
    assert thread.posts[0].author_id == "70"
    assert "sesame" not in (dust / "table.toml").read_text() + (dust / "thread" / "fetched.toml").read_text()


@pytest.mark.parametrize(
    ("forum", "address", "second"),
    [
        ("phpbb", "https://x.org/viewtopic.php?f=1&t=7&sid=abc&start=75#p9", "https://x.org/viewtopic.php?f=1&t=7&start=25"),
        ("mybb", "https://x.org/showthread.php?tid=7&pid=4", "https://x.org/showthread.php?tid=7&page=2"),
        ("mybb", "https://x.org/thread-7-page-3.html", "https://x.org/thread-7-page-2.html"),
        ("vbulletin", "https://x.org/showthread.php?t=7&page=4", "https://x.org/showthread.php?t=7&page=2"),
        ("vbulletin", "https://x.org/showthread.php?7-dust/page3", "https://x.org/showthread.php?7-dust/page2"),
        ("vbulletin", "https://x.org/forum/threads/7-dust", "https://x.org/forum/threads/7-dust/page2"),
        ("smf", "https://x.org/index.php?topic=7.msg3", "https://x.org/index.php?topic=7.25"),
        ("smf", "https://x.org/index.php/topic,7.0.html", "https://x.org/index.php/topic,7.25.html"),
        ("xenforo", "https://x.org/threads/dust.7/page-12#post-3", "https://x.org/threads/dust.7/page-2"),
        ("xenforo", "https://x.org/index.php?threads/dust.7/", "https://x.org/index.php?threads/dust.7/page-2"),
        ("invision", "https://x.org/topic/7-dust/?page=3", "https://x.org/topic/7-dust/page/2/"),
        ("vanilla", "https://x.org/discussion/7/dust/p4", "https://x.org/discussion/7/dust/p2"),
        ("xmb", "https://x.org/viewthread.php?tid=7", "https://x.org/viewthread.php?tid=7&page=2"),
        ("discourse", "https://x.org/sub/t/dust-2026/7/31", "https://x.org/sub/t/7.json?include_raw=1&page=2"),
        ("nodebb", "https://x.org/topic/7/dust/25", "https://x.org/api/topic/7?page=2"),
        ("reddit", "https://www.reddit.com/r/x/comments/7/dust/", "https://www.reddit.com/comments/7.json?limit=500&sort=old"),
        ("discord", "https://discord.com/channels/1/7", "https://discord.com/api/v10/channels/7/messages?limit=100&after=99"),
        ("bgg", "https://boardgamegeek.com/thread/7/dust", "https://boardgamegeek.com/xmlapi2/thread?id=7"),
    ],
)  # fmt: skip
def test_the_kind_of_forum_and_its_pages_are_told_by_the_address(forum: str, address: str, second: str) -> None:
    assert guess_forum(address) == forum
    assert SITES[forum].thread_of(address) == "7"
    assert SITES[forum].page_url(address, PageAsked(2, 25, "99")) == second
    assert SITES[forum].thread_of(SITES[forum].page_url(address, PageAsked())) == "7" or forum in {
        "bgg",
        "discord",
        "discourse",
    }


def test_a_capture_that_was_changed_on_disk_is_refused(forum: Forum, dust: Path) -> None:
    serve(forum, "phpbb-3.3")
    settings = ThreadSettings(forum.url + "/viewtopic.php?f=2&t=77", "phpbb")
    fetch(dust, settings, 1, NOW)
    (dust / "thread" / "0001.html").write_text("another")
    with pytest.raises(InputError, match="SHA-256"):
        archived_threads(dust, settings, 1)


def test_a_file_name_in_the_archive_cannot_leave_its_folder(forum: Forum, dust: Path) -> None:
    serve(forum, "phpbb-3.3")
    settings = ThreadSettings(forum.url + "/viewtopic.php?f=2&t=77", "phpbb")
    fetch(dust, settings, 1, NOW)
    file = dust / "thread" / "fetched.toml"
    file.write_text(file.read_text().replace('"0001.html"', '"../secret.toml"'))
    with pytest.raises(InputError, match="not a file name"):
        archived_threads(dust, settings, 1)
