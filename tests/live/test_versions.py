"""Posts that were edited after the deadline: what NodeBB tells members of their earlier versions (as 4.10 answers)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from gm_tools.live import versions
from gm_tools.live.archive import read_archive
from gm_tools.live.hosts import variable_of
from tests.cli.conftest import Gm
from tests.live.server import Asked, Forum, Say

JSON = (("Content-Type", "application/json; charset=utf-8"),)
DUE = "2026-11-23 20:00 UTC"
MORNING, NOON, LATE = 1795420800000, 1795435200000, 1795465800000  # 23 November: 08:00, 12:00, 20:30
FORBIDDEN = (
    b'{"status":{"code":"forbidden","message":"You do not have enough privileges for this action."},"response":{}}'
)


class Revision(NamedTuple):
    """A version of Alice's post: from when on, and its text."""

    time: int
    text: str


class Topic:
    """A topic in which Alice's post 12 has had several versions; the last is what it says now."""

    def __init__(self, *revisions: Revision) -> None:
        self.revisions = revisions
        self.diffs: Say | None = None

    def answer(self, asked: Asked) -> Say:
        if asked.path.startswith("/api/topic/77"):
            return self._say({**self._post(), "posts": [self._post()], "title": "dust"})
        if self.diffs is not None:
            return self.diffs
        newest_first = [one.time for one in reversed(self.revisions)]
        if asked.path == "/api/v3/posts/12/diffs":
            rows = [{"timestamp": str(time), "username": "Alice", "uid": "3"} for time in newest_first]
            return self._wrap({"pid": "12", "timestamps": [str(time) for time in newest_first], "revisions": rows})
        time = int(asked.path.rpartition("/")[2])
        text = next(one.text for one in self.revisions if one.time == time)
        return self._wrap({**self._post(), "content": f"<p>{text}</p>", "isMainPost": False})

    def _post(self) -> dict[str, object]:
        first, last = self.revisions[0], self.revisions[-1]
        edited = {"edited": last.time, "editedISO": iso(last.time)} if first is not last else {"edited": 0}
        user = {"uid": 3, "username": "Alice"}
        return {"pid": 12, "tid": 77, "uid": 3, "index": 0, "user": user, "content": f"<p>{last.text}</p>"} | {
            "timestamp": first.time,
            "timestampISO": iso(first.time),
            **edited,
        }

    def _say(self, data: dict[str, object]) -> Say:
        return Say(json.dumps(data).encode(), headers=JSON)

    def _wrap(self, data: dict[str, object]) -> Say:
        return self._say({"status": {"code": "ok", "message": "OK"}, "response": data})


def iso(milliseconds: int) -> str:
    hours, rest = divmod(milliseconds // 1000 - 1795392000, 3600)
    return f"2026-11-23T{hours:02}:{rest // 60:02}:00.000Z"


def fetch(gm: Gm, forum: Forum, path: Path, topic: Topic) -> tuple[str, str, str]:
    """Fetch a topic after the deadline; return Alice's order in hand, what is said of it, and the notes."""
    forum.answer = topic.answer
    gm("thread", str(path), forum.url + "/topic/77/dust", "--forum", "nodebb")
    gm("deadline", str(path), DUE, "--now", "2026-11-22 10:00 UTC")
    ran = gm("fetch", str(path), "--json", "--now", "2026-11-23 21:00 UTC")
    row = next(one for one in json.loads(ran.out)["rows"] if one["seat"] == "A")
    return row["order"], row["verdict"], ran.err


@pytest.fixture
def member(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable_of("token", forum.host), "sesame")


@pytest.mark.usefixtures("member")
def test_a_post_edited_after_the_deadline_counts_as_it_was_before(gm: Gm, forum: Forum, dust: Path) -> None:
    topic = Topic(Revision(MORNING, "Order: (6M)"), Revision(NOON, "Order: A(6M)R"), Revision(LATE, "Order: A(7M)"))
    order, said, __ = fetch(gm, forum, dust, topic)
    assert order == "A(6M)R"
    assert "at the deadline it said A: A(6M)R, now it says A: A(7M)" in said
    count = len(forum.asked)
    fetch(gm, forum, dust, topic)
    assert len(forum.asked) == count + 1  # the page alone: it has not changed
    assert [row.page for row in read_archive(dust)] == [0, 0, 1]


@pytest.mark.usefixtures("member")
@pytest.mark.parametrize(
    ("texts", "order", "words"),
    [
        (("Order: (6M)", "Order: (6M)</p><p>Good luck!"), "(6M)", "in hand"),
        (("I am thinking.", "Order: (6M)"), "", "at the deadline it held no order, now it says A: (6M)"),
        (("Order: (6M)", "Never mind."), "(6M)", "now it says no order any more"),
    ],
)
def test_a_late_edit_is_judged_by_the_version_at_the_deadline(
    gm: Gm, forum: Forum, dust: Path, texts: tuple[str, str], order: str, words: str
) -> None:
    topic = Topic(Revision(MORNING, texts[0]), Revision(LATE, texts[1]))
    found, said, __ = fetch(gm, forum, dust, topic)
    assert (found, words in said) == (order, True), said


@pytest.mark.usefixtures("member")
def test_an_edit_in_time_counts_without_a_question(gm: Gm, forum: Forum, dust: Path) -> None:
    order, said, __ = fetch(gm, forum, dust, Topic(Revision(MORNING, "Order: (6M)"), Revision(NOON, "Order: A(7M)")))
    assert (order, said.startswith("in hand")) == ("A(7M)", True)


@pytest.mark.usefixtures("member")
def test_a_forum_that_does_not_show_versions_is_believed_to_know_why(gm: Gm, forum: Forum, dust: Path) -> None:
    topic = Topic(Revision(MORNING, "Order: (6M)"), Revision(LATE, "Order: A(7M)"))
    topic.diffs = Say(FORBIDDEN, 403, JSON)
    __, said, __ = fetch(gm, forum, dust, topic)
    assert "what it said before is not known" in said


def test_a_guest_does_not_ask_for_versions(gm: Gm, forum: Forum, dust: Path) -> None:
    fetch(gm, forum, dust, Topic(Revision(MORNING, "Order: (6M)"), Revision(LATE, "Order: A(7M)")))
    assert forum.paths == ["/api/topic/77"]


@pytest.mark.usefixtures("member")
@pytest.mark.parametrize(
    "say",
    [Say(b"[]", headers=JSON), Say(b'{"response":{"timestamps":["../x",1,null]}}', headers=JSON), Say(b"<html>")],
)
def test_an_answer_of_another_kind_changes_nothing(gm: Gm, forum: Forum, dust: Path, say: Say) -> None:
    topic = Topic(Revision(MORNING, "Order: (6M)"), Revision(LATE, "Order: A(7M)"))
    topic.diffs = say
    __, said, __ = fetch(gm, forum, dust, topic)
    assert "what it said before is not known" in said
    assert [row.page for row in read_archive(dust)] == [1]


@pytest.mark.usefixtures("member")
@pytest.mark.parametrize("other", [{"pid": 13}, {"tid": 78}, {"pid": "12/../13"}, {"pid": None}, {"content": None}])
def test_a_version_of_another_post_is_not_kept(
    gm: Gm, forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch, other: dict[str, object]
) -> None:
    topic = Topic(Revision(MORNING, "Order: (6M)"), Revision(LATE, "Order: A(7M)"))
    wrapped = topic._wrap
    monkeypatch.setattr(topic, "_wrap", lambda data: wrapped({**data, **other} if "content" in data else data))
    __, said, __ = fetch(gm, forum, dust, topic)
    assert "at the deadline it said A: (6M)" not in said
    assert len([row for row in read_archive(dust) if row.page == 1]) == 1


@pytest.mark.usefixtures("member")
def test_versions_not_fetched_for_too_many_requests_are_reported(
    gm: Gm, forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MOST_REQUESTS", 1)
    topic = Topic(Revision(MORNING, "Order: (6M)"), Revision(LATE, "Order: A(7M)"))
    __, __, notes = fetch(gm, forum, dust, topic)
    assert "its earlier versions were not asked for" in notes


@pytest.mark.usefixtures("member")
def test_a_failure_between_versions_is_made_good_by_the_next_run(gm: Gm, forum: Forum, dust: Path) -> None:
    topic = Topic(Revision(MORNING, "Order: (6M)"), Revision(NOON, "Order: A(6M)R"), Revision(LATE, "Order: A(7M)"))
    topic.diffs = Say(b"", 410)
    forum.answer = topic.answer
    gm("thread", str(dust), forum.url + "/topic/77/dust", "--forum", "nodebb")
    assert gm("fetch", str(dust)).status == 3
    topic.diffs = None
    assert fetch(gm, forum, dust, topic)[0] == "A(6M)R"


def test_missing_players_of_a_nodebb_may_be_held_back(gm: Gm, forum: Forum, dust: Path) -> None:
    forum.answer = Topic(Revision(MORNING, "Order: (6M)")).answer
    gm("thread", str(dust), forum.url + "/topic/77/dust", "--forum", "nodebb")
    (note,) = [one for one in json.loads(gm("fetch", str(dust), "--json").out)["notes"] if "NodeBB" in one]
    assert note.startswith("no post of Bob, Carol, ")
    assert "Alice" not in note
