"""`gm watch`: one run for a timer; what was asked for happens once, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gm_tools.cli.commands import find_command
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.live.hosts import variable_of
from gm_tools.table import open_table
from gm_tools.table.settings import change_settings
from tests.begin import begin_table
from tests.cli.conftest import Gm
from tests.live.server import Asked, Forum, Say

JSON = (("Content-Type", "application/json"),)
USERS = {"Gus": 2, "Alice": 3, "Bob": 4}
FIRST = "2026-11-20 10:00 UTC"
DUE = "2026-11-23 20:00 UTC"


class NodeBB:
    """A thread at NodeBB that people and programs post to."""

    def __init__(self) -> None:
        self.posts: list[dict[str, object]] = []
        self.clock = "2026-11-20T10:00:00Z"

    def say(self, author: str, text: str, at: str) -> None:
        uid = USERS[author]
        row = {"pid": 500 + len(self.posts), "index": len(self.posts), "uid": uid, "timestampISO": at, "content": text}
        self.posts.append({**row, "user": {"username": author, "uid": uid}})

    def answer(self, asked: Asked) -> Say:
        if asked.method == "POST":
            text = json.loads(asked.body)["content"].replace("```text\n", "<pre><code>").replace("```", "</code></pre>")
            self.say("Gus", text.replace("## ", "").replace("\\", ""), self.clock)
            return Say(json.dumps({"response": {"pid": self.posts[-1]["pid"]}}).encode(), headers=JSON)
        page = {"tid": 77, "title": "race", "posts": self.posts, "pagination": {"currentPage": 1, "pageCount": 1}}
        return Say(json.dumps(page).encode(), headers=JSON)


@pytest.fixture
def thread(forum: Forum, tmp_path: Path, gm: Gm, monkeypatch: pytest.MonkeyPatch) -> NodeBB:
    """A race of two whose thread is at NodeBB, its first post made, its deadline set."""
    found = NodeBB()
    forum.answer = found.answer
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    seats = (Seat("A", "Alice"), Seat("B", "Bob"))
    path = tmp_path / "race"
    begin_table(path, "nascar", board, seats, track="dust-bowl", gm=("Gus",))
    change_settings(path, address=f"{forum.url}/topic/77", forum="nodebb")
    monkeypatch.setenv(variable_of("token", forum.host), "sesame")
    assert gm("post", str(path), "--yes", "--now", FIRST).status == 0
    gm("deadline", str(path), DUE, "--grace", "1h", "--every", "48h", "--now", FIRST)
    return found


def watch(gm: Gm, path: Path, now: str, *words: str) -> tuple[int, list[str], list[str]]:
    ran = gm("watch", str(path), "--json", "--now", now, *words)
    data = json.loads(ran.out) if ran.out else {"did": [ran.err], "waiting": []}
    return ran.status, data["did"], data["waiting"]


def test_a_turn_runs_by_itself_and_each_run_does_nothing_twice(gm: Gm, tmp_path: Path, thread: NodeBB) -> None:
    race, every = tmp_path / "race", ("--remind", "12h", "--resolve")
    thread.say("Alice", "<p>Order: (6M)</p>", "2026-11-21T10:00:00Z")
    assert watch(gm, race, "2026-11-21 11:00 UTC", *every)[1] == ["fetched 2 new posts", "took orders from A"]
    assert watch(gm, race, "2026-11-21 12:00 UTC", *every) == (0, [], [])
    thread.clock = "2026-11-23T09:00:00Z"
    assert watch(gm, race, "2026-11-23 09:00 UTC", *every)[1] == ["posted the reminder, part 1"]
    assert "@" in str(thread.posts[-1]["content"])
    assert "Bob" in str(thread.posts[-1]["content"])
    assert watch(gm, race, "2026-11-23 10:00 UTC", *every)[1] == ["fetched 1 new post"]
    assert watch(gm, race, "2026-11-23 11:00 UTC", *every) == (0, [], [])
    thread.say("Bob", "<p>Order: A(7M)</p>", "2026-11-23T12:00:00Z")
    thread.clock = "2026-11-23T13:00:00Z"
    status, did, __ = watch(gm, race, "2026-11-23 13:00 UTC", *every)
    assert (status, did[:3]) == (0, ["fetched 1 new post", "took orders from B", "resolved turn 1"])
    assert open_table(race).turn == 1
    assert any(line.startswith("posted turn 1") for line in did)
    count = len(thread.posts)
    assert watch(gm, race, "2026-11-23 14:00 UTC", *every)[0] == 0
    assert watch(gm, race, "2026-11-23 15:00 UTC", *every) == (0, [], [])
    assert len(thread.posts) == count
    log = (race / "watch.log").read_text()
    assert "2026-11-23T13:00:00+00:00 resolved turn 1" in log
    assert "sesame" not in log


def test_a_turn_is_closed_after_the_deadline_and_its_grace(gm: Gm, tmp_path: Path, thread: NodeBB) -> None:
    race = tmp_path / "race"
    file = race / "table.toml"
    thread.say("Alice", "<p>Order: (6M)</p>", "2026-11-21T10:00:00Z")
    assert watch(gm, race, "2026-11-23 20:30 UTC", "--resolve")[1][-1] == "took orders from A"
    assert open_table(race).turn == 0
    status, did, __ = watch(gm, race, "2026-11-23 21:30 UTC", "--resolve")
    if open_table(race).turn == 0:  # the table's policy is to wait: it stays open, and the run says so
        assert (status, "Bob" in str(did) or "policy" in str(did)) == (1, True)
        assert "missing_orders" in file.read_text() or "wait" in str(did)
    else:
        assert "closed turn 1: its time is up" in did


def test_nothing_is_resolved_that_was_not_asked_for_or_while_something_is_unclear(
    gm: Gm, tmp_path: Path, thread: NodeBB
) -> None:
    race = tmp_path / "race"
    thread.say("Alice", "<p>Order: (6M)</p>", "2026-11-21T10:00:00Z")
    thread.say("Bob", "<p>Order: A(7M)</p>", "2026-11-21T10:00:00Z")
    assert watch(gm, race, "2026-11-21 11:00 UTC")[0] == 0
    assert open_table(race).turn == 0
    thread.say("Bob", "<p>Order: (6M)</p><p>or</p><p>Order: A(7M)</p>", "2026-11-21T12:00:00Z")
    status, __, waiting = watch(gm, race, "2026-11-24 13:00 UTC", "--resolve")
    assert (status, open_table(race).turn) == (1, 0)
    assert "gm collect race" in waiting[0]


def test_a_forum_that_is_down_is_logged_and_nothing_is_done(
    gm: Gm, tmp_path: Path, forum: Forum, thread: NodeBB
) -> None:
    race = tmp_path / "race"
    forum.answer = lambda _asked: Say(b"", 404)
    ran = gm("watch", str(race), "--resolve", "--now", "2026-11-24 13:00 UTC")
    assert (ran.status, open_table(race).turn) == (3, 0)
    assert "stopped: " in (race / "watch.log").read_text()
    del thread


def test_whose_orders_are_in_is_published_without_the_orders(gm: Gm, tmp_path: Path, thread: NodeBB) -> None:
    race = tmp_path / "race"
    thread.say("Alice", "<p>Order: (6M)</p>", "2026-11-21T10:00:00Z")
    public = ("--publish", str(tmp_path / "public"))
    assert any("published" in line for line in watch(gm, race, "2026-11-21 11:00 UTC", *public)[1])
    shown = json.loads((tmp_path / "public" / "status.json").read_text())
    assert [(one["seat"], one["in"]) for one in shown["awaited"]] == [("A", True), ("B", False)]
    assert "(6M)" not in (tmp_path / "public" / "status.html").read_text()
    assert watch(gm, race, "2026-11-21 12:00 UTC", *public) == (0, [], [])


def test_a_post_that_broke_off_is_finished_by_the_next_run(
    gm: Gm, tmp_path: Path, forum: Forum, thread: NodeBB
) -> None:
    race = tmp_path / "race"
    thread.say("Alice", "<p>Order: (6M)</p>", "2026-11-21T10:00:00Z")
    thread.say("Bob", "<p>Order: A(7M)</p>", "2026-11-21T10:00:00Z")
    forum.answer = lambda asked: Say(b"", 401) if asked.method == "POST" else thread.answer(asked)
    assert gm("watch", str(race), "--resolve", "--now", "2026-11-21 11:00 UTC").status == 3
    assert open_table(race).turn == 1
    forum.answer = thread.answer
    did = watch(gm, race, "2026-11-21 12:00 UTC", "--resolve")[1]
    assert did == ["posted turn 1, part 1"]


def test_the_workflow_calls_files_that_exist() -> None:
    file = Path(__file__).parents[2] / ".github" / "watch.example.yml"
    (call,) = re.findall(r"run: gm watch turns/dust (.*)", file.read_text(encoding="utf-8"))
    options = {name for option in find_command("watch").params for name in option.opts}
    assert {word for word in call.split() if word.startswith("--")} <= options
