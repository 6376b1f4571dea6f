"""`gm post`: a turn goes to the thread once, whatever happens on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from gm_tools.live.hosts import variable_of
from gm_tools.posts.sent import read_sent
from gm_tools.render.forums import PROFILES
from gm_tools.table.settings import change_settings
from tests.cli.conftest import Gm
from tests.live.server import Asked, Forum, Say

JSON = (("Content-Type", "application/json"),)
PATHS = {
    "discourse": "/t/dust/77",
    "nodebb": "/topic/77/dust",
    "reddit": "/r/x/comments/77/dust/",
    "discord": "/channels/1/22",
}


class Inbox:
    """What a forum took: texts in their order. `fault` answers the n-th post (from 1) in its place."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.texts: list[str] = []
        self.answered: list[object] = []
        self.fault: dict[int, Say] = {}
        self.tried = 0

    def answer(self, asked: Asked) -> Say:
        if asked.method == "GET":
            return Say(json.dumps({"channel_id": "22"}).encode(), headers=JSON)
        self.tried += 1
        fault = self.fault.get(self.tried)
        if fault is not None and fault.status != 504:
            return fault
        number = 500 + len(self.texts)
        said = self._take(asked, number)
        return fault or Say(json.dumps(said).encode(), headers=JSON)

    def _take(self, asked: Asked, number: int) -> object:
        if self.kind == "reddit":
            form = {key: value[0] for key, value in parse_qs(asked.body.decode()).items()}
            self.texts.append(form["text"])
            self.answered.append(form["thing_id"])
            return {"json": {"errors": [], "data": {"things": [{"kind": "t1", "data": {"id": f"c{number}"}}]}}}
        data = json.loads(asked.body)
        self.texts.append(data.get("raw") or data["content"])
        self.answered.append(data.get("reply_to_post_number") or data.get("toPid") or data.get("topic_id"))
        return {
            "discourse": {"id": number, "post_number": len(self.texts) + 1},
            "nodebb": {"status": {"code": "ok"}, "response": {"pid": number, "tid": 77}},
            "discord": {"id": str(number), "channel_id": "22"},
        }[self.kind]


@pytest.fixture
def inbox(forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Inbox]:
    """A table with a thread at a forum of a kind, and the user's token for it."""

    def make(kind: str) -> Inbox:
        found = Inbox(kind)
        forum.answer = found.answer
        change_settings(dust, address=forum.url + PATHS[kind], forum=kind)
        if kind == "discord":
            short = PROFILES["discord"]._replace(limit=700)  # several parts, however short a report is
            monkeypatch.setitem(PROFILES, "discord", short)
            monkeypatch.setenv(variable_of("webhook", f"{forum.host}/22"), f"{forum.url}/api/webhooks/5/s-e_samE")
        else:
            monkeypatch.setenv(variable_of("token", forum.host), "gus:sesame" if kind == "discourse" else "sesame")
        monkeypatch.setattr("gm_tools.live.web.sleep", lambda _seconds: None)
        return found

    return make


@pytest.mark.parametrize("kind", PATHS)
def test_a_turn_is_posted_once_and_in_order(gm: Gm, dust: Path, inbox: Callable[[str], Inbox], kind: str) -> None:
    box = inbox(kind)
    ran = gm("post", str(dust), "--yes")
    assert ran.status == 0, ran.err
    assert "".join(box.texts)[:4] in ran.out
    assert box.texts == [one.text for one in read_sent(dust)]
    assert {one.state for one in read_sent(dust)} == {"sent"}
    count = len(box.texts)
    assert "was posted before" in gm("post", str(dust), "--yes").err
    # The post's last line would be another
    gm("deadline", str(dust), "2026-11-23 20:00 UTC", "--now", "2026-11-22 20:00 UTC")
    assert "was posted before" in gm("post", str(dust), "--yes").err
    assert len(box.texts) == count
    files = b"".join(path.read_bytes() for path in dust.rglob("*") if path.is_file())
    assert b"sesame" not in files
    assert b"s-e_samE" not in files
    assert "s-e_samE" not in ran.out + ran.err


def test_nothing_is_posted_without_a_yes(gm: Gm, dust: Path, inbox: Callable[[str], Inbox]) -> None:
    box = inbox("nodebb")
    ran = gm("post", str(dust))
    assert (ran.status, box.tried) == (2, 0)
    assert "--yes" in ran.err


@pytest.mark.parametrize(
    ("kind", "say", "said"),
    [
        ("nodebb", Say(b'{"status":{"code":"forbidden","message":"You may not."},"response":{}}', 403, JSON), "You may not.; look"),
        ("discord", Say(b'{"message":"401: Unauthorized","code":0}', 401, JSON), "401: Unauthorized; look"),
        ("discourse", Say(b'{"errors":["Body is too short"],"error_type":"x"}', 422, JSON), "status 422; Body is too short"),
        ("discourse", Say(b'{"status":5,"errors":{},"message":["x"]}', 403, JSON), "(403); look"),
        ("nodebb", Say(b'{"broken', 403, JSON), "(403); look"),
        ("nodebb", Say(b"<html>Forbidden</html>", 403), "(403); look"),
    ],
)  # fmt: skip
def test_a_forums_reason_for_a_refusal_is_passed_on(
    gm: Gm, dust: Path, inbox: Callable[[str], Inbox], kind: str, say: Say, said: str
) -> None:
    box = inbox(kind)
    box.fault = {1: say}
    ran = gm("post", str(dust), "--yes")
    assert (ran.status, said in ran.err) == (3, True), ran.err
    variable = "GM_WEBHOOK_127_0_0_1_" if kind == "discord" else "GM_TOKEN_127_0_0_1_"
    assert (f"look at your {variable}" in ran.err) == (say.status != 422)


@pytest.mark.parametrize(
    "say", [Say(b'{"error":"expired"}', 401, JSON), Say(b"", 403), Say(b'{"errors":["too short"]}', 422, JSON)]
)
def test_a_token_that_expires_in_mid_post_loses_nothing_and_posts_nothing_twice(
    gm: Gm, dust: Path, inbox: Callable[[str], Inbox], say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROFILES, "discord", PROFILES["discord"]._replace(limit=500))  # a post in several parts
    box = inbox("discord")
    box.fault = {2: say}
    ran = gm("post", str(dust), "--yes")
    assert ran.status == 3
    assert "s-e_samE" not in ran.err
    assert [one.state for one in read_sent(dust)][:2] == ["sent", "waiting"]
    first = list(box.texts)
    assert gm("post", str(dust), "--yes").status == 0
    assert box.texts == [one.text for one in read_sent(dust)]
    assert box.texts[0] == first[0]


@pytest.mark.parametrize(
    "say", [Say(b"", 504), Say(b"", 500), Say(b"x", hang=True), Say(b"<html>", 200), Say(b"{}", 200, JSON, cut=1)]
)
def test_a_part_of_which_nobody_knows_is_not_sent_again_by_itself(
    gm: Gm, dust: Path, inbox: Callable[[str], Inbox], monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    box = inbox("nodebb")
    box.fault = {1: say}
    with monkeypatch.context() as patched:
        if say.hang:
            patched.setattr("gm_tools.live.web.TIMEOUT", 2.0)
        assert gm("post", str(dust), "--yes").status == 3
    tried = box.tried
    ran = gm("post", str(dust), "--yes")
    assert (ran.status, box.tried) == (1, tried)
    assert "part 1 of 1 was sent, but it is not known whether it arrived" in ran.err
    assert "--arrived ID" in ran.err
    if say.status == 504:  # it had arrived
        assert gm("post", str(dust), "--arrived", "500").status == 0
        assert len(box.texts) == 1
    else:
        assert gm("post", str(dust), "--again", "--yes").status == 0
        assert len(box.texts) == 1
    assert "was posted before" in gm("post", str(dust), "--yes").err


def test_a_post_in_the_queue_is_said_to_wait(gm: Gm, dust: Path, inbox: Callable[[str], Inbox]) -> None:
    box = inbox("nodebb")
    box.fault = {
        1: Say(b'{"status":{"code":"ok"},"response":{"queued":true,"message":"awaiting approval"}}', 200, JSON)
    }
    assert "waits for a moderator" in gm("post", str(dust), "--yes").err
    assert "was posted before" in gm("post", str(dust), "--yes").err
    assert [one.state for one in read_sent(dust)] == ["held"]


def test_an_erratum_answers_the_post_of_the_turn(gm: Gm, dust: Path, inbox: Callable[[str], Inbox]) -> None:
    box = inbox("nodebb")
    gm("post", str(dust), "--yes")
    gm("amend", str(dust), "cars.A.speed=5", "--reason", "a slip")
    ran = gm("post", str(dust), "--erratum", "--yes")
    assert ran.status == 0, ran.err
    assert box.answered[-1] == 500
    assert "a slip" in box.texts[-1]
    count = len(box.texts)
    assert "was posted before" in gm("post", str(dust), "--erratum", "--yes").err
    assert len(box.texts) == count


def test_a_forum_without_an_interface_gets_a_text_to_paste_and_an_id_is_remembered(
    gm: Gm, forum: Forum, dust: Path
) -> None:
    gm("thread", str(dust), forum.url + "/viewtopic.php?t=77", "--forum", "phpbb")
    ran = gm("post", str(dust))
    assert ran.status == 0
    assert "[code]" in ran.out
    assert forum.url + "/viewtopic.php?t=77" in ran.err
    assert forum.asked == []
    assert gm("post", str(dust), "--arrived", "viewtopic.php?p=1007").status == 0
    assert [one.post_key for one in read_sent(dust)] == ["phpbb/77/1007"]
    assert gm("post", str(dust), "--arrived", "../x").status in {1, 2}


def test_without_a_token_the_variable_is_named(gm: Gm, forum: Forum, dust: Path) -> None:
    gm("thread", str(dust), forum.url + "/topic/77", "--forum", "nodebb")
    ran = gm("post", str(dust))
    assert variable_of("token", forum.host) in ran.err
    assert ran.status == 0


def test_a_webhook_of_another_host_is_refused(
    gm: Gm, forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm("thread", str(dust), forum.url + "/channels/1/22", "--forum", "discord")
    monkeypatch.setenv(variable_of("webhook", f"{forum.host}/22"), "https://evil.example/api/webhooks/5/x")
    ran = gm("post", str(dust), "--yes")
    assert ran.status == 2
    assert "not the address of a webhook" in ran.err


def test_orders_are_counted_from_what_was_posted_from_here(
    gm: Gm, forum: Forum, dust: Path, inbox: Callable[[str], Inbox]
) -> None:
    inbox("nodebb")
    gm("account", str(dust), "--gm", "Gus", "--remove")
    gm("post", str(dust), "--yes")
    (part, *__) = read_sent(dust)
    board = "<p>dust: turn 0, before the start line</p><pre><code>x</code></pre>"
    user = {"username": "robot", "uid": 9}
    posts = [
        {"pid": 498, "index": 0, "uid": 3, "user": {"username": "Alice", "uid": 3}, "timestampISO": "2026-11-20T10:00:00Z", "content": "<p>Order: A(7M)</p>"},
        {"pid": int(part.id), "index": 1, "uid": 9, "user": user, "timestampISO": "2026-11-21T10:00:00Z", "content": board},
        {"pid": 520, "index": 2, "uid": 3, "user": {"username": "Alice", "uid": 3}, "timestampISO": "2026-11-21T11:00:00Z", "content": "<p>Order: (6M)</p>"},
    ]  # fmt: skip
    page = {"tid": 77, "title": "dust", "posts": posts, "pagination": {"currentPage": 1, "pageCount": 1}}
    forum.answer = lambda _asked: Say(json.dumps(page).encode(), headers=JSON)
    ran = gm("fetch", str(dust), "--json", "--now", "2026-11-21 12:00 UTC")
    data = json.loads(ran.out)
    assert data["start"].endswith(part.id), data["notes"]
    assert [one["text"] for one in data["taken"]] == ["(6M)"]


def test_replies_go_to_those_who_have_to_answer(
    gm: Gm, forum: Forum, dust: Path, inbox: Callable[[str], Inbox]
) -> None:
    box = inbox("nodebb")
    posts = [
        {"pid": 520, "index": 0, "uid": 3, "user": {"username": "Alice", "uid": 3}, "timestampISO": "2026-11-21T11:00:00Z", "content": "<p>Order: (6M)<br>or<br>Order: A(7M)</p>"},
    ]  # fmt: skip
    page = {"tid": 77, "title": "dust", "posts": posts, "pagination": {"currentPage": 1, "pageCount": 1}}
    forum.answer = lambda asked: (
        Say(json.dumps(page).encode(), headers=JSON) if asked.method == "GET" else box.answer(asked)
    )
    now = ("--now", "2026-11-21 12:00 UTC")
    assert gm("fetch", str(dust), *now).status == 1
    assert gm("post", str(dust), "--replies", "--yes", *now).status == 0
    assert len(box.texts) == 1
    assert "Alice" in box.texts[0]
    assert box.answered == [520]
    assert "was posted before" in gm("post", str(dust), "--replies", "--yes", *now).err
    assert len(box.texts) == 1
