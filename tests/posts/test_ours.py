"""What the game master posted: reports in every language and of several posts, errata; and the table's own deadline."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.i18n import languages
from gm_tools.core.languages import speak
from gm_tools.posts import times
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.day_order import settle_page
from gm_tools.posts.formats.make_post import SourceFile
from gm_tools.posts.formats.markdown import read_markdown
from gm_tools.posts.formats.pasted import read
from gm_tools.posts.passages import passages
from gm_tools.posts.thread import Post
from gm_tools.posts.window import Bounds, is_report
from gm_tools.render.forum_posts import posts
from gm_tools.render.forums import PROFILES
from gm_tools.reports.collected_orders import rows_of
from gm_tools.reports.turn_post import erratum_post, turn_post
from gm_tools.table import open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from tests.cli.conftest import Ran
from tests.posts.conftest import Gm
from tests.posts.threads import post, thread


def run(path: Path, *told: tuple[str, str] | Post, bounds: Bounds | None = None) -> Outcome:
    return collect(path, [thread(*told)], bounds or Bounds())


def hand(path: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(path).hand}


def on_discord(path: Path, author: str = "Gus") -> list[Post]:
    """Return the report of the last turn as posts on Discord, as they are read."""
    made = posts(turn_post(open_table(path), open_table(path).turn, "public"), "discord")
    return [post(at, author, "")._replace(text=read_markdown(text).text) for at, text in enumerate(made, 1)]


@pytest.mark.parametrize("posted_in", languages())
@pytest.mark.parametrize("read_in", languages())
def test_a_report_is_known_whatever_language_it_is_in(dust: Path, posted_in: str, read_in: str) -> None:
    speak(posted_in)
    ours = on_discord(dust)
    speak(read_in)
    outcome = run(
        dust, ("Alice", "Order: A(7M)"), *(one._replace(number=at, id=str(at)) for at, one in enumerate(ours, 2))
    )
    assert is_report(ours[0], "dust")
    assert hand(dust) == {}
    assert outcome.notes == ()


def test_the_posts_that_continue_a_report_belong_to_it(dust: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROFILES, "discord", PROFILES["discord"]._replace(limit=500))  # a report in several posts
    ours = on_discord(dust)
    assert len(ours) > 1
    outcome = run(dust, *ours, post(9, "Alice", "Order: A(7M)"))
    assert hand(dust) == {"A": "A(7M)"}
    assert outcome.notes == ()
    assert run(dust, *ours, post(8, "Gus", "Good luck to you all!"), post(9, "Alice", "Order: A(7M)")).notes == ()


def test_a_game_master_who_plays_orders_behind_the_report(dust: Path) -> None:
    ours = on_discord(dust, "Alice")
    run(dust, *ours, post(9, "Alice", "Order: A(7M)"))
    assert hand(dust) == {"A": "A(7M)"}


def test_an_erratum_is_ours_and_orders_from_before_it_count(dust: Path) -> None:
    for seat in open_table(dust).seats:
        put_order(dust, seat.mark, "(6M)")
    resolve(dust)
    ours = on_discord(dust)
    speed = open_table(dust).position.cars[0].speed
    amend(dust, {"cars.A.speed": speed - 1}, "a slip")
    for language in languages():
        speak(language)
        report, _ = erratum_post(open_table(dust), None, "public", "", "")
        (text, *_) = posts(report, "discord")
        erratum = post(22, "Gus", "")._replace(text=read_markdown(text).text)
        assert is_report(erratum, "dust")
        outcome = run(dust, *ours, post(21, "Bob", "Order: (7M)"), erratum)
        assert [row.seat for row in rows_of(outcome) if row.has_order] == ["O"]


@pytest.mark.parametrize(
    ("text", "how", "order", "turn"),
    [
        ("Befehl: A(7M)", "label", "A(7M)", None),
        ("Befehle:\nA(7M)", "label", "A(7M)", None),
        ("Mein neuer Befehl: A(7M)", "label", "A(7M)", None),
        ("Befehl für Alice: A(7M)", "label", "A(7M)", None),
        ("Zug: A(7M)", "label", "A(7M)", None),
        ("Mein Zug (Alice): A(7M)", "label", "A(7M)", None),
        ("Hier ist mein Zug:\nA(7M)", "label", "A(7M)", None),
        ("Zug 7: A(7M)", "label", "A(7M)", 7),
        ("Für Zug 7\n\nA(7M)", "line", "A(7M)", 7),
        ("Befehl (Zug 7): A(7M)", "label", "A(7M)", 7),
        ("Befehl für Zug 7: A(7M)", "label", "A(7M)", 7),
    ],
)
def test_german_words_lead_to_orders(text: str, how: str, order: str, turn: int | None) -> None:
    found = [(one.how, one.text, one.turn) for one in passages(text)]
    assert (how, order, turn) in found


@pytest.mark.parametrize(
    "text",
    [
        "Ich ziehe meinen Befehl zurück.",
        "Ich nehme meinen Zug zurück",
        "Sorry, ignoriert meinen Befehl bitte",
        "Bitte streiche meinen Befehl.",
        "Mein Befehl ist hinfällig!",
        "Befehl: keiner",
        "Befehl: zurückgezogen",
    ],
)
def test_german_words_retract_an_order(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", "Befehl: A(7M)"), ("Alice", text))
    assert next(row for row in rows_of(outcome) if row.seat == "A").state == "retracted"


@pytest.mark.parametrize(
    "text",
    [
        "Zug um Zug geht es weiter: schön",
        "Der Zug: das war knapp",
        "Befehl ist Befehl, oder?",
        "Ich ziehe den Hut vor Bob",
    ],
)
def test_german_prose_is_prose(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", "Befehl: A(7M)"), ("Alice", text))
    assert hand(dust) == {"A": "A(7M)"}
    assert next(row for row in rows_of(outcome) if row.seat == "A").state == "in"


@pytest.mark.parametrize("lead", ["Alice schrieb:", "Alice hat geschrieben:", "Alice schrieb am 21.11.2026 um 12:02:"])
def test_german_headings_of_pasted_posts_are_read(lead: str) -> None:
    page = settle_page(read(SourceFile("thread.txt", text=f"{lead}\nBefehl: A(7M)\n\nBob wrote:\nOrder: (6M)\n")))
    assert [one.author for one in page.posts] == ["Alice", "Bob"]


# The table's deadline


def test_the_table_s_deadline_counts_with_its_grace_unless_another_is_given(gm: Gm, dust: Path, tmp_path: Path) -> None:
    (tmp_path / "thread.json").write_text(DISCORD, encoding="utf-8")

    def collect_again(*words: str) -> Ran:
        return gm("collect", str(dust), "thread.json", *words)

    assert "deadline" not in collect_again().out
    assert hand(dust) == {"A": "A(7M)", "O": "(6M)"}
    for seat in ("A", "O"):
        gm("order", str(dust), seat, "(6M)")
    gm("deadline", str(dust), "2026-11-21 12:02 UTC", "--now", "2026-11-20 12:00 UTC")
    out = collect_again().out
    assert "posts count until the table's deadline: Sat 2026-11-21 12:02 UTC" in out
    assert "post 3 by Bob came after the deadline, Sat 2026-11-21 12:03 UTC, and was not counted" in out
    assert "came after the deadline" not in collect_again("--deadline", "2026-11-21 12:03 UTC").out
    gm("deadline", str(dust), "--grace", "5m", "--now", "2026-11-20 12:00 UTC")
    out = collect_again().out
    assert "posts count until the table's deadline and the grace after it: Sat 2026-11-21 12:07 UTC" in out
    assert "came after the deadline" not in out
    gm("deadline", str(dust), "--pause", "--now", "2026-11-20 12:00 UTC")
    assert "the deadline is paused: posts count whenever they were made" in collect_again().out


DISCORD = """{"guild": {"id": "1", "name": "g"}, "channel": {"id": "2", "name": "dust"}, "messages": [
{"id": "1", "type": "Default", "timestamp": "2026-11-21T12:02:59+00:00", "timestampEdited": null, "content": "Order: A(7M)",
 "author": {"id": "7", "name": "Alice", "nickname": "Alice"}, "attachments": [], "embeds": []},
{"id": "3", "type": "Default", "timestamp": "2026-11-21T12:03:00+00:00", "timestampEdited": null, "content": "Order: (6M)",
 "author": {"id": "8", "name": "Bob", "nickname": "Bob"}, "attachments": [], "embeds": []}], "messageCount": 2}
"""


@pytest.mark.parametrize(
    ("line", "edited"),
    [
        ("Last edited by Alice on 21 Nov 2026, 20:31, edited 1 time in total.", "2026-11-21T20:31:00"),
        ("Zuletzt geändert von Alice am 21.11.2026, 20:31, insgesamt 1-mal geändert.", "2026-11-21T20:31:00"),
        ("Last edited by Alice 2 hours ago", "?"),
    ],
)
def test_pasted_text_tells_when_a_post_was_changed(line: str, edited: str) -> None:
    page = settle_page(
        read(SourceFile("thread.txt", text=f"Post by Alice » Sat Nov 21, 2026 5:30 pm\nOrder: A(7M)\n{line}\n"))
    )
    assert [(one.text, one.edited) for one in page.posts] == [("Order: A(7M)", edited)]


def test_a_name_in_brackets_does_not_give_its_order_to_whoever_wrote_before() -> None:
    text = "Alice wrote:\nHello\n[GM] Bob wrote:\nOrder: (6M)\n[quote=Al]\n[QUOTE] Al wrote:\nno[/quote]"
    page = settle_page(read(SourceFile("paste.txt", text=text)))
    assert [(one.author, one.text.split("\n")[0]) for one in page.posts] == [
        ("Alice", "Hello"),
        ("[GM] Bob", "Order: (6M)"),
    ]


@pytest.mark.parametrize(
    ("time", "zone", "shown"),
    [
        ("2026-11-21T20:07:00+00:00", "UTC", "Sat 2026-11-21 20:07 UTC"),
        ("2026-11-21T20:07:00", "Europe/Berlin", "Sat 2026-11-21 20:07 Europe/Berlin (19:07 UTC)"),
        ("2026-11-21T23:30:05+00:00", "MEZ", "Sun 2026-11-22 00:30:05 +01:00 (2026-11-21 23:30:05 UTC)"),
        ("?", "UTC", "at an unknown time"),
        ("0001-01-01T00:00:00", "Europe/Berlin", "0001-01-01T00:00:00"),
        ("1970-01-01T00:00:00+00:00", "Europe/Berlin", "1970-01-01T00:00:00+00:00"),
    ],
)
def test_times_of_posts_are_shown_as_deadlines_are(time: str, zone: str, shown: str) -> None:
    assert times.show_time(time, zone) == shown
