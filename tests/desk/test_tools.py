"""What a table's page offers besides the evening: each form is the command that it shows."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from gm_tools.core.deadline import Deadline
from gm_tools.desk.tools import TOOLS, FormField
from gm_tools.live.hosts import variable_of
from gm_tools.posts.sent import read_sent
from gm_tools.table import open_table
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.settings import change_settings, read_settings
from gm_tools.table.waiting import FILE, Applicant, write_applicants
from tests.desk.conftest import HERE, Browser, text_of, wait_until
from tests.live.server import Forum
from tests.live.test_fetch import serve
from tests.live.test_post import Inbox
from tests.page.conftest import until
from tests.posts.story import DEADLINE

pytestmark = pytest.mark.usefixtures("inside")


@pytest.fixture
def forum(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forum]:
    """A forum on this machine, asked without pauses, and no secret of whoever runs the tests."""
    monkeypatch.setattr("gm_tools.live.web.PAUSE", 0.0)
    for name in [name for name in os.environ if name.startswith(("GM_TOKEN", "GM_COOKIE", "GM_WEBHOOK"))]:
        monkeypatch.delenv(name)
    server = Forum()
    yield server
    server.close()


def wait_for(browser: Browser, page: str) -> str:
    """Return the page of a job once it is done."""
    wait_until(lambda: "Working" not in browser.get(page))
    return text_of(browser.get(page))


def test_every_tool_stands_on_the_page_with_its_command(browser: Browser) -> None:
    page = unescape(browser.get("/table/sandstorm/game"))
    for tool in TOOLS:
        assert f'data-command="{tool.line("sandstorm")}"' in page
        assert f'name="action" value="{tool.name}"' in page


def test_what_is_typed_into_a_form_is_never_an_option() -> None:
    for tool in TOOLS:
        command = tool.command("dust", lambda field: "A" if field.kind in {"seat", "tick"} else "--help")
        end = command.words.index("--") if "--" in command.words else len(command.words)
        assert "--help" not in command.words[:end], tool.name
    assert FormField("what", "", kind="choice", choices=("--pause",)).words("--resume") == []


def test_the_deadline_and_the_thread_are_set_as_by_their_commands(browser: Browser) -> None:
    table = browser.tables / "sandstorm"
    browser.press("sandstorm", "deadline", when="2030-01-02 20:00 UTC", every="48h", grace="6h")
    due = read_deadline(table)
    assert isinstance(due, Deadline)
    assert due.at is not None
    browser.press("sandstorm", "deadline", what="--pause")
    assert read_deadline(table).paused is not None  # type: ignore[union-attr]
    address = "https://forum.example.org/viewtopic.php?t=77"
    browser.press("sandstorm", "thread", address=address, forum="mybb", hour="20:00")
    assert read_settings(table)[:2] == (address, "mybb")
    said = text_of(browser.press("sandstorm", "thread", hour="25:99").text)
    assert "an hour of the day" in said
    browser.press("sandstorm", "thread", remove="hour")
    assert read_settings(table).hour == ""
    browser.press("sandstorm", "settings", forced="wait")
    assert 'forced = "wait"' in (table / "settings.toml").read_text(encoding="utf-8")


def test_another_name_and_a_substitute_are_given_by_button(browser: Browser) -> None:
    table = browser.tables / "sandstorm"
    browser.press("sandstorm", "seat", seat="G", alias="Gaskett")
    assert "Gaskett" in next(seat.aliases for seat in open_table(table).seats if seat.mark == "G")
    said = text_of(browser.press("sandstorm", "substitute", seat="T").text)
    assert "nobody is on the waiting list" in said
    browser.press("sandstorm", "waiting", add="Nina")
    assert "Nina" in text_of(browser.get("/table/sandstorm/game"))
    page = browser.press("sandstorm", "substitute", seat="T").text
    assert "@Nina: a seat has come free for you" in unescape(page)
    assert next(seat.player for seat in open_table(table).seats if seat.mark == "T") == "Nina"


def test_what_was_taken_back_gets_an_erratum_to_copy(browser: Browser) -> None:
    browser.press("sandstorm", "amend", changes="cars.A.speed=5", reason="I had misread it")
    page = unescape(browser.press("sandstorm", "erratum", reason="sorry", forum="phpbb").text)
    assert 'id="printed"' in page
    assert "I had misread it" in page.partition('id="printed">')[2]
    page = browser.press("sandstorm", "undo", reason="it was right").text
    assert "is taken back" in text_of(page)


def test_the_result_of_a_try_comes_first_and_the_order_can_be_changed(browser: Browser) -> None:
    page = browser.press("sandstorm", "try", step="game", seat="C", order="(<b>9M)").text
    tried, report = page.index('class="tried"'), page.index("Track after turn 9")
    assert tried < report
    assert "<b>9M" not in page
    assert '<option value="C" selected>' in page
    assert 'value="(&lt;b&gt;9M)"' in page


def test_a_form_whose_command_failed_is_open_with_what_was_typed(browser: Browser) -> None:
    page = browser.press("sandstorm", "deadline", step="game", when="tomorrow 8pm", grace="6h").text
    form = page.partition('id="tool-deadline" open')[2].partition("</details>")[0]
    assert 'value="tomorrow 8pm"' in form
    assert 'value="6h"' in form
    page = browser.press("sandstorm", "amend", step="game", changes="nothing.at.all=5", reason="typo").text
    assert "nothing.at.all=5</textarea>" in page
    assert 'id="tool-deadline" open' not in page
    page = browser.press("sandstorm", "deadline", step="game", when="2030-01-02 20:00 UTC").text
    assert not [tool.name for tool in TOOLS if f'id="tool-{tool.name}" open' in page]


def test_what_a_seat_could_order_is_printed_beside_the_desk(browser: Browser) -> None:
    answer = browser.press("sandstorm", "plan", seat="A", turns="1")
    assert "gm plan sandstorm A --turns=1" in unescape(answer.text)
    assert "sandstorm: what Axle (A) can do" in wait_for(browser, answer.url.path)


def test_the_picture_of_a_turn_is_the_one_that_the_command_makes(browser: Browser) -> None:
    assert "gm report sandstorm --format png &gt; turn-9.png" in browser.get("/table/sandstorm/post")
    answer = browser.client.get("/table/sandstorm/picture/9")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert browser.client.get("/table/sandstorm/picture/10").status_code == 404


def test_a_table_is_published_and_verified_beside_the_desk(browser: Browser) -> None:
    until("papers", 1, browser.tables / "papers")  # each turn costs its pictures
    answer = browser.press("papers", "publish", folder="../public", replay="yes")
    assert "gm publish papers --replay -- ../public" in unescape(answer.text)
    said = wait_for(browser, answer.url.path)
    assert (browser.tables.parent.parent / "public" / "index.html").exists(), said
    answer = browser.press("papers", "verify")
    assert "2 files verified" in wait_for(browser, answer.url.path)


def test_all_private_messages_stand_on_one_page_and_are_ticked_off(browser: Browser) -> None:
    table = until("marbles", 30, browser.tables / "marbles")
    due = list(hands_due(table))
    assert len(due) > 1
    page = unescape(browser.get("/table/marbles/post"))
    for seat in due:
        assert f'id="hand-{seat}"' in page
    page = browser.press("marbles", "sent", step="post", seat=due[0]).text
    assert f'id="hand-{due[0]}"' not in page
    assert f'id="hand-{due[1]}"' in page
    assert 'id="hand-' not in browser.press("marbles", "sent", step="post").text
    assert not hands_due(open_table(browser.tables / "marbles"))


def test_a_sign_up_becomes_a_table(browser: Browser) -> None:
    posts = (
        "Nina wrote on 21 Nov 2026, 18:02:\nI'm in\n\nBob wrote on 21 Nov 2026, 18:40:\nSign up: Q\n\n"
        "Eve wrote on 21 Nov 2026, 18:50:\n<script>alert(1)</script> hm\n"
    )
    data = {"game": "nascar", "name": "spring cup", "track": "dust-bowl", "action": "signup", "posts": posts}
    page = browser.client.post("/new", data=data, headers={"origin": HERE}).text
    assert "Nina" in text_of(page)
    assert "<script>alert" not in page
    assert "gm new 'spring cup' --from-signup" in unescape(page)
    said = text_of(unescape(browser.get("/")))
    assert "Look at the sign-up gm signup 'spring cup'" in said
    del data["posts"]
    page = browser.client.post("/new", data={**data, "add": "Olga:O"}, headers={"origin": HERE}).text
    assert "Begin it with those who signed up" in text_of(page)
    browser.client.post("/new", data={**data, "action": "seat"}, headers={"origin": HERE})
    table = open_table(browser.tables / "spring cup")
    assert {(seat.mark, seat.player) for seat in table.seats} == {("N", "Nina"), ("Q", "Bob"), ("O", "Olga")}
    assert "Look at the sign-up" not in text_of(browser.get("/"))


def test_the_track_of_a_new_table_is_drawn_and_checked_for_its_players(browser: Browser) -> None:
    found = browser.client.get("/new/track?game=nascar&track=penny-egg&seats=4").json()
    assert found["faults"] == []
    assert "<svg" in found["picture"]
    found = browser.client.get("/new/track?game=nascar&track=penny-egg&seats=40").json()
    assert "40 cars" in found["faults"][0]["message"]
    own = browser.tables.parent / "mine.txt"
    own.write_text('+++\ngame = "nascar"\nname = "Mine"\n+++\n**=*\n', encoding="utf-8")
    assert "mine.txt" in browser.get("/new?game=nascar")
    assert browser.client.get("/new/track?game=nascar&track=mine.txt").json()["faults"]
    assert browser.client.get("/new/track?game=nascar&track=../../etc/passwd").status_code == 404


def test_the_thread_is_fetched_by_button_and_read_like_a_pasted_one(browser: Browser, forum: Forum, dust: Path) -> None:
    shutil.move(dust, browser.tables / "dust")
    assert "Fetch the thread" not in text_of(browser.get("/table/dust/thread"))
    serve(forum, "phpbb-3.3")
    change_settings(browser.tables / "dust", address=forum.url + "/viewtopic.php?f=2&t=77", forum="phpbb")
    browser.press("dust", "deadline", when=DEADLINE)
    assert "Fetch the thread" in text_of(browser.get("/table/dust/thread"))
    page = browser.press("dust", "fetch", step="thread").text
    assert "24 posts" in text_of(page)
    assert open_table(browser.tables / "dust").hand
    assert "gm collect dust" in page


def test_a_post_is_sent_once_where_there_is_an_interface(
    browser: Browser, forum: Forum, dust: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.move(dust, browser.tables / "dust")
    inbox = Inbox("discourse")
    forum.answer = inbox.answer
    change_settings(browser.tables / "dust", address=forum.url + "/t/dust/77", forum="discourse")
    assert "Remember that it was posted" in text_of(browser.get("/table/dust/post"))
    monkeypatch.setenv(variable_of("token", forum.host), "gus:sesame")
    assert "Post it" in text_of(browser.get("/table/dust/post"))
    page = browser.press("dust", "post", step="post").text
    assert len(inbox.texts) == 1, text_of(page)
    assert "posted: 500" in text_of(page)
    assert "sesame" not in page
    browser.press("dust", "post", step="post")
    assert len(inbox.texts) == 1
    assert json.dumps([one.state for one in read_sent(browser.tables / "dust")]) == '["sent"]'


def test_a_post_made_by_hand_is_remembered(browser: Browser) -> None:
    address = "https://forum.example.org/viewtopic.php?t=77"
    change_settings(browser.tables / "sandstorm", address=address, forum="phpbb")
    assert f'href="{address}"' in browser.get("/table/sandstorm/post")
    said = text_of(browser.press("sandstorm", "post", step="post", arrived="1234").text)
    assert "posted: 1234" in said


def test_the_waiting_list_is_shown_beside_the_form_for_a_substitute(browser: Browser) -> None:
    write_applicants(browser.tables / "sandstorm" / FILE, [Applicant("<b>Nasty</b>")])
    page = browser.get("/table/sandstorm/game")
    assert "<b>Nasty</b>" not in page
    assert "<b>Nasty</b>" in unescape(page)


def test_the_defaults_of_options_are_shown_as_they_would_be_typed(browser: Browser) -> None:
    assert 'placeholder="[[3, 2], [6, 4], [9, 8]]"' in browser.get("/new?game=nascar")
    assert 'placeholder="false"' in browser.get("/new?game=tacara")
