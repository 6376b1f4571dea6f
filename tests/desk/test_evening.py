"""An evening at the desk: what the buttons do is what the commands do."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

from gm_tools.core.game import Standing
from gm_tools.desk.commands import Command, run
from gm_tools.desk.tables import stamp
from gm_tools.table import drop_order, open_table, read_turn
from gm_tools.table.asked_file import note_asked, read_asked
from gm_tools.table.settings import change_settings
from tests import effort
from tests.desk.conftest import HERE, OTHERS, THREAD, Browser, text_of, wait_until

pytestmark = pytest.mark.usefixtures("inside")


def orders_in_hand(folder: Path) -> dict[str, str]:
    """Return the last order in hand of each seat."""
    return {posted.seat: posted.text for posted in open_table(folder).hand if posted.only in {0, 10}}


def test_the_tables_say_what_they_want(browser: Browser) -> None:
    browser.add(*OTHERS)
    said = text_of(browser.get("/"))
    assert "sandstorm needs you." in said
    assert "All orders are in and legal." in said
    assert "gm resolve sandstorm --preview" in said
    browser.press("sandstorm", "order", seat="A", order="(2M)")
    assert "10 of 10 orders are in, 1 is not legal." in text_of(browser.get("/"))


def test_the_tables_say_how_many_decisions_wait_and_what_is_not_posted(browser: Browser) -> None:
    browser.press("sandstorm", "paste", step="thread", text=THREAD.replace("Turn 11: BB", ""))
    said = text_of(browser.get("/"))
    assert "10 of 10 orders are in, 3 need you. Settle the 3" in said
    browser.press("sandstorm", "preview", policy="straight")
    browser.press("sandstorm", "resolve", step="preview")
    assert "not posted yet" not in text_of(browser.get("/"))  # nobody knows: the table has no thread
    change_settings(browser.tables / "sandstorm", address="https://forum.example.org/viewtopic.php?t=77", forum="phpbb")
    assert "Turn 10 is resolved and not posted yet. Copy the post" in text_of(browser.get("/"))
    browser.press("sandstorm", "post", step="post", arrived="1234")
    assert "not posted yet" not in text_of(browser.get("/"))


def test_a_table_that_waits_has_the_reminder_that_the_command_gives(browser: Browser) -> None:
    browser.add(*OTHERS)

    def reminders() -> list[str]:
        return [unescape(one) for one in re.findall(r'data-copy="([^"]*)" data-line="gm status', browser.get("/"))]

    assert reminders() == []
    browser.press("sandstorm", "drop", seat="F")
    browser.press("sandstorm", "drop", seat="T")
    assert "8 of 10 orders are in, missing: Fuse, Tumbleweed." in text_of(browser.get("/"))
    status = Command(("status", "sandstorm", "--json"))
    printed = run(status, browser.tables.parent).out
    assert reminders() == ["\n".join(json.loads(printed)["reminders"])]
    assert reminders()[0].count("your order for turn 10 is missing") == 2
    file = browser.tables / "sandstorm" / "table.toml"
    file.write_text(f'language = "de"\n{file.read_text(encoding="utf-8")}', encoding="utf-8")
    assert reminders()[0].count("der Befehl für Zug 10 fehlt") == 2
    assert reminders() == ["\n".join(json.loads(run(status, browser.tables.parent).out)["reminders"])]
    assert '<html lang="en">' in browser.get("/")


def test_what_is_to_be_sent_in_private_is_not_among_the_reminders_to_paste(browser: Browser) -> None:
    browser.press("sandstorm", "drop", seat="F")
    browser.press("sandstorm", "order", seat="A", order="(2M)")
    said = text_of(browser.get("/table/sandstorm/orders"))
    to_paste, __, private = said.partition("Reminders to paste")[2].partition("Reminders to send in private")
    assert "@Fuse" in to_paste
    assert "@Axle" not in to_paste
    assert "@Axle: your order for turn 10 cannot be carried out as posted" in private


def test_the_news_of_the_turn_is_above_its_preview_and_its_post(browser: Browser) -> None:
    browser.add("papers")
    news = r'<p class="news"><b>([^<]*)</b> ([^<]*)</p>'
    assert re.findall(news, browser.get("/table/sandstorm/preview")) == []
    said = re.findall(news, browser.press("sandstorm", "preview", policy="straight").text)
    assert said[0][0].startswith("Axle leads, ")
    browser.press("sandstorm", "resolve", step="preview")
    assert re.findall(news, browser.get("/table/sandstorm/post")) == said
    printed = run(Command(("report", "sandstorm", "--forum", "phpbb")), browser.tables.parent).out
    assert said[0][0] in printed.splitlines()
    assert re.findall(news, browser.get("/table/papers/post"))[0][0].endswith("wins. Congratulations!")


def test_the_evening_knows_how_far_it_is(browser: Browser) -> None:
    def ticks() -> list[str]:
        return re.findall(r'/sandstorm/(\w+)"[^>]* class="done"', browser.get("/table/sandstorm/orders"))

    assert ticks() == []
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    assert ticks() == ["thread"]
    assert "In hand from posts before these:" in browser.get("/table/sandstorm/orders")
    browser.press("sandstorm", "order", seat="A", order="(2M)")
    browser.press("sandstorm", "preview", policy="straight")
    assert ticks() == ["thread", "orders", "preview"]
    page = browser.get("/table/sandstorm/orders")
    assert "<option selected>straight</option>" in page
    assert "gm resolve sandstorm --preview --close --missing straight" in page
    browser.press("sandstorm", "order", seat="A", order="(7M)")
    assert ticks() == ["thread"]


def test_the_post_says_whether_all_turns_verify(browser: Browser) -> None:
    def proof() -> str:
        wait_until(lambda: browser.client.get("/table/sandstorm/proof").status_code != 202)
        return text_of(browser.get("/table/sandstorm/proof"))

    assert "/table/sandstorm/proof" in browser.get("/table/sandstorm/post")
    assert "✓ Turns 0 to 9 verify. 10 files verified" in proof()
    file = browser.tables / "sandstorm" / "turn-008.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("speed = 7", "speed = 6"), encoding="utf-8")
    assert "Turns 0 to 9 do not verify: turn 8" in proof()
    file.write_text("what?", encoding="utf-8")
    said = proof()
    assert "turn-008.toml" in said
    assert "✓" not in said


def test_a_table_that_cannot_be_opened_does_not_hide_the_others(browser: Browser) -> None:
    browser.add("willow")
    (browser.tables / "willow" / "table.toml").write_text("seats = 7\n", encoding="utf-8")
    said = text_of(browser.get("/"))
    assert "This table cannot be opened." in said
    assert "sandstorm" in said
    assert browser.client.get("/table/willow/orders").status_code == 400


def test_an_evening_from_the_thread_to_the_post(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD).text
    said = text_of(page)
    assert "3 need you" in said
    assert "holds two different orders" in said
    assert orders_in_hand(folder)["A"] == "(7M)"
    page = browser.press("sandstorm", "accept", seat="M").text
    assert "2 need you" in text_of(page)
    assert orders_in_hand(folder)["M"] == "(9M)"
    browser.press("sandstorm", "order", seat="E", order="L(8M)")
    assert orders_in_hand(folder)["E"] == "L(8M)"
    assert "asked at" in text_of(browser.press("sandstorm", "ask", seat="F").text)
    assert "Resolve and copy" not in text_of(browser.get("/table/sandstorm/preview"))
    page = browser.press("sandstorm", "preview", policy="straight").text
    assert "Resolve and copy the post" in text_of(page)
    assert "Track after turn 10" in text_of(page)
    assert open_table(folder).turn == 9
    page = browser.press("sandstorm", "resolve", step="preview").text
    assert open_table(folder).turn == 10
    assert "[b]sandstorm: turn 10" in unescape(page)
    said = text_of(browser.press("sandstorm", "undo", step="game").text)
    assert "turn 10 is taken back" in said
    assert open_table(folder).turn == 9


def test_a_button_takes_one_of_two_readings_and_makes_a_near_name_an_alias(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    page = unescape(browser.press("sandstorm", "paste", step="thread", text=THREAD).text)
    assert "Is Gaskett Gasket?" in page
    assert 'name="order" value="(6M)L"' in page
    browser.press("sandstorm", "order", seat="F", order="(6M)L")
    assert orders_in_hand(folder)["F"] == "(6M)L"
    said = text_of(browser.press("sandstorm", "alias", seat="G", name="Gaskett").text)
    assert "also known as Gaskett" in said
    assert "Is Gaskett Gasket?" not in said
    assert orders_in_hand(folder)["G"] == "(5M)"


def test_desk_and_shell_remember_whom_the_game_master_has_asked(browser: Browser) -> None:
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    assert "asked at" in text_of(browser.press("sandstorm", "ask", seat="F").text)
    assert list(read_asked(browser.tables / "sandstorm", 10)) == ["F"]
    assert "Fuse (F) was asked" in text_of(browser.press("sandstorm", "again").text)
    note_asked(browser.tables / "sandstorm", "F", "")
    assert "asked at" not in text_of(browser.get("/table/sandstorm/orders"))


def test_an_order_changed_after_the_preview_is_marked_on_the_screen_as_in_the_post(browser: Browser) -> None:
    browser.press("sandstorm", "preview", policy="straight")
    assert "after the preview" not in text_of(browser.get("/table/sandstorm/orders"))
    browser.press("sandstorm", "order", seat="A", order="B(6M)")
    page = text_of(browser.get("/table/sandstorm/orders"))
    assert "after the preview" in page
    page = text_of(browser.press("sandstorm", "preview", policy="straight").text)
    assert "Axle was changed after the draws were known" in page
    browser.press("sandstorm", "resolve", step="preview")
    assert open_table(browser.tables / "sandstorm").turn == 10
    assert read_turn(open_table(browser.tables / "sandstorm"), 10).record.changed == ("A",)


def test_the_boards_of_earlier_turns_can_be_looked_at(browser: Browser) -> None:
    for turn in (0, 5, 9):
        assert "<svg" in browser.get(f"/table/sandstorm/board/{turn}")
    assert 'data-ways="' in browser.get("/table/sandstorm/board/9")
    assert browser.client.get("/table/sandstorm/board/10").status_code == 404


def test_a_page_older_than_the_table_writes_nothing(browser: Browser) -> None:
    folder = browser.tables / "sandstorm"
    browser.press("sandstorm", "order", seat="A", order="(7M)")
    said = text_of(browser.press("sandstorm", "undo", seen="0" * 20).text)
    assert "was changed after this page was made" in said
    assert open_table(folder).turn == 9


def test_what_takes_an_order_shows_the_command_that_could_be_typed(browser: Browser) -> None:
    page = unescape(browser.press("sandstorm", "paste", step="thread", text=THREAD).text)
    assert "data-line=\"gm order sandstorm F '(6M)L'\"" in page
    assert "gm order sandstorm A --drop" in page
    browser.press("sandstorm", "order", seat="F", order="(6M)L")
    undo = re.findall(r'title="(gm order[^"]*)"', unescape(browser.get("/table/sandstorm/orders")))
    before = orders_in_hand(browser.tables / "sandstorm")["F"]
    assert before == "(6M)L"
    assert run(Command(tuple(shlex.split(undo[0])[1:])), browser.tables.parent).status == 0
    assert orders_in_hand(browser.tables / "sandstorm")["F"] != before


def test_an_order_typed_is_judged_as_by_the_command(browser: Browser) -> None:
    said = text_of(browser.press("sandstorm", "order", seat="A", order="(2M)").text)
    assert "2 of 7 moves at speed 7: write 5 more" in unescape(said)
    assert orders_in_hand(browser.tables / "sandstorm")["A"] == "(2M)"
    said = text_of(browser.press("sandstorm", "order", seat="A", order="hello").text)
    assert "was not accepted" in said


def test_text_posted_by_a_stranger_is_escaped(browser: Browser) -> None:
    nasty = "<img src=x onerror=alert(1)><script>alert(2)</script> {{ 7*7 }} \"'&"
    thread = f"Axle wrote on 21 Nov 2026, 18:02:\n{nasty}\nOrder: (7M)\n\nDune Buggy wrote on 21 Nov 2026, 18:40:\n(4M) {nasty}\n"
    page = browser.press("sandstorm", "paste", step="thread", text=thread).text
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "{{ 7*7 }}" in page
    said = browser.press("sandstorm", "order", seat="A", order=nasty).text
    assert "<img src=x" not in said


@pytest.mark.parametrize("word", ["--drop", "--help", "--bot=hard", "$(touch x)", "; rm -rf ."])
def test_no_word_of_a_player_is_an_option_or_a_command(browser: Browser, word: str) -> None:
    before = orders_in_hand(browser.tables / "sandstorm")
    browser.press("sandstorm", "order", seat="A", order=word)
    assert orders_in_hand(browser.tables / "sandstorm") == before


def test_files_are_read_as_dropped_and_their_names_are_no_paths(browser: Browser) -> None:
    files = {"files": ("../../etc/passwd", THREAD.encode(), "text/plain")}
    data = {"action": "paste", "stamp": "x", "step": "thread"}
    answer = browser.client.post("/table/sandstorm/do", data=data, files=files, headers={"origin": HERE})
    assert "3 need you" in text_of(answer.text)
    assert "1-passwd" in answer.text


def test_an_empty_paste_or_a_picture_is_refused_with_a_reason(browser: Browser) -> None:
    assert "There was nothing to read" in text_of(browser.press("sandstorm", "paste", step="thread").text)
    data = {"action": "paste", "stamp": "x", "step": "thread"}
    files = {"files": ("board.png", b"\x89PNG....", "image/png")}
    answer = browser.client.post("/table/sandstorm/do", data=data, files=files, headers={"origin": HERE})
    assert "is a picture" in text_of(answer.text)


def test_a_table_is_begun_with_marks_made_of_names(browser: Browser) -> None:
    data = {
        "game": "nascar",
        "name": "evening",
        "track": "dust-bowl",
        "seats": "Alice\nAnna\nC:Bob",
        "option.laps": "2",
    }
    answer = browser.client.post("/new", data=data, headers={"origin": HERE})
    assert "evening: turn 0" in text_of(answer.text)
    table = open_table(browser.tables / "evening")
    assert [(seat.mark, seat.player) for seat in table.seats] == [("A", "Alice"), ("N", "Anna"), ("C", "Bob")]
    assert table.options["laps"] == 2
    answer = browser.client.post("/new", data={**data, "name": "../evil"}, headers={"origin": HERE})
    assert answer.status_code == 400
    assert not (browser.tables.parent / "evil").exists()


def test_what_was_typed_for_a_table_that_cannot_begin_is_there_again(browser: Browser) -> None:
    data = {
        "game": "nascar",
        "name": "evening",
        "track": "dust-bowl",
        "seats": "A:Alice\nA:<b>Bob</b>",
        "option.laps": "2",
    }
    page = browser.client.post("/new", data=data, headers={"origin": HERE}).text
    assert not (browser.tables / "evening").exists()
    assert "<b>Bob</b>" not in page
    assert "\nA:Alice\nA:<b>Bob</b></textarea>" in unescape(page)
    assert 'name="option.laps" data-word="--option=laps=" value="2"' in page
    assert "A:Alice\nA:" not in browser.get("/new?game=nascar")  # once


def test_the_one_filled_button_is_the_next_step(browser: Browser) -> None:
    def list_filled() -> list[str]:
        found = re.findall(r'class="btn go"[^>]*>([^<]*)<', browser.get("/table/sandstorm/orders"))
        return [unescape(words).strip() for words in found]

    assert list_filled() == ["Preview turn 10"]
    for seat in open_table(browser.tables / "sandstorm").seats:
        drop_order(browser.tables / "sandstorm", seat.mark)
    assert list_filled() == ["Read the thread"]
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    assert list_filled() == ["Preview turn 10"]
    browser.desk.evenings.clear()  # as in a desk that was opened again
    assert list_filled() == ["Read the thread again"]


def test_a_seat_that_needs_a_decision_is_not_counted_as_missing(browser: Browser) -> None:
    browser.press("sandstorm", "drop", seat="F")
    browser.press("sandstorm", "drop", seat="T")
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD).text
    assert "8 of 10 orders in hand · 3 need you · 1 missing" in text_of(page)


def test_the_post_is_in_the_markup_of_the_tables_forum(browser: Browser) -> None:
    assert "[b]sandstorm" in unescape(browser.get("/table/sandstorm/post"))
    change_settings(browser.tables / "sandstorm", forum="discord")
    page = unescape(browser.get("/table/sandstorm/post"))
    assert "[b]sandstorm" not in page
    assert "--forum discord" in page
    assert "[b]sandstorm" in unescape(browser.get("/table/sandstorm/post?forum=phpbb"))


def test_hands_are_shown_to_their_player_alone(browser: Browser) -> None:
    browser.add("marbles")
    page = text_of(browser.get("/table/marbles/post?viewer=R"))
    assert "for" in page
    assert "seat R, only" in page
    assert "seat R, only" not in text_of(browser.get("/table/marbles/post"))


def test_the_preview_shows_the_post_as_the_forum_will_and_what_was_drawn(browser: Browser) -> None:
    browser.press("sandstorm", "preview", policy="straight")
    page = browser.get("/table/sandstorm/preview?forum=discord")
    assert 'class="wide look look-discord small"' in page
    said = text_of(page)
    assert "13 draws: oil right 1, sand 5 of 12" in said
    assert "Resolve and copy the post" in said
    assert "(preview)" not in said.partition("The post, for")[2]
    browser.press("sandstorm", "order", seat="A", order="B(6M)")
    assert "Resolve and copy the post" not in text_of(browser.get("/table/sandstorm/preview"))


def test_resolve_and_copy_hands_over_the_post_that_the_command_prints(browser: Browser) -> None:
    browser.press("sandstorm", "preview", policy="straight")
    data = {"action": "resolve", "stamp": stamp(browser.tables / "sandstorm"), "step": "preview"}
    headers = {"origin": HERE, "accept": "application/json"}
    answer = browser.client.post("/table/sandstorm/do", data=data, headers=headers).json()
    assert answer["to"] == "/table/sandstorm/post"
    printed = run(Command(("report", "sandstorm", "--forum", "phpbb")), browser.tables.parent).out
    assert answer["text"].strip() == printed.strip()
    assert "Turn 10 is resolved" in text_of(browser.get("/table/sandstorm/post"))


def test_the_post_is_in_the_tables_own_words(browser: Browser) -> None:
    folder = browser.tables.parent
    shipped = run(Command(("report", "--print-template")), folder).out
    (folder / "mine.txt").write_text(f"Hear, hear!\n{shipped}", encoding="utf-8")
    assert run(Command(("settings", "sandstorm", "template=mine.txt")), folder).status == 0
    page = unescape(browser.get("/table/sandstorm/post"))
    printed = run(Command(("report", "sandstorm", "--forum", "phpbb")), folder).out
    assert printed.startswith("Hear, hear!")
    assert printed.strip() in page
    (folder / "mine.txt").unlink()
    answer = browser.client.get("/table/sandstorm/post")
    assert answer.status_code in {400, 404}
    assert "mine.txt" in text_of(answer.text)


@pytest.mark.parametrize(("seat", "action"), [("M", "accept"), ("F", "order")])
def test_what_was_decided_can_be_taken_back_until_the_turn_is_resolved(
    browser: Browser, seat: str, action: str
) -> None:
    folder = browser.tables / "sandstorm"
    early = (
        "Fuse wrote on 21 Nov 2026, 17:02:\nOrder: (7M)\n\nMagneto Mags wrote on 21 Nov 2026, 17:03:\nOrder: B(8M)\n\n"
    )
    browser.press("sandstorm", "paste", step="thread", text=early)
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    before = orders_in_hand(folder)
    asks = re.findall(r'id="ask-(.)"', browser.get("/table/sandstorm/orders"))
    assert seat in asks
    browser.press("sandstorm", action, seat=seat, order="(6M)L")
    assert orders_in_hand(folder) != before
    page = browser.get("/table/sandstorm/orders")
    assert f'id="ask-{seat}"' not in page
    assert "decided by you" in text_of(page)
    browser.press("sandstorm", "take-back", seat=seat)
    assert orders_in_hand(folder) == before
    page = browser.get("/table/sandstorm/orders")
    assert re.findall(r'id="ask-(.)"', page) == asks
    assert "decided by you" not in text_of(page)


def test_the_line_that_is_meant_is_marked_of_two_with_the_same_order(browser: Browser) -> None:
    browser.press("sandstorm", "paste", step="thread", text=THREAD)
    page = unescape(browser.get("/table/sandstorm/orders"))
    assert '<mark class="ok">Order: (6M)</mark>' in page
    assert '<mark class="ok">Sorry, trains' not in page


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["100%", "a b&c"], ["cup?a=1", "lap#2", "100%", "a b&c"]))
def test_a_table_of_any_name_is_reached_by_its_links_and_buttons(browser: Browser, name: str) -> None:
    (browser.tables / "sandstorm").rename(browser.tables / name)
    to_table = re.compile(r'(?:href|action)="(/table/[^"]*)"')
    pages = [one for one in to_table.findall(browser.get("/")) if one.startswith(f"/table/{quote(name)}/")]
    assert pages
    for step in ("thread", "orders", "preview", "post", "game"):
        page = browser.get(f"/table/{quote(name)}/{step}")
        found = to_table.findall(page)
        assert found
        assert all(one.startswith(f"/table/{quote(name)}/") for one in found)
    data = {"action": "order", "stamp": stamp(browser.tables / name), "step": "orders", "seat": "F", "order": "(6M)R"}
    answer = browser.client.post(f"/table/{quote(name)}/do", data=data, headers={"origin": HERE})
    assert answer.status_code == 200
    assert "(6M)R" in answer.text
    assert browser.client.get(f"/table/{quote(name)}").status_code == 200


def test_the_preview_says_what_changes_seat_by_seat(browser: Browser) -> None:
    assert "What changes" not in browser.get("/table/sandstorm/preview")
    page = browser.press("sandstorm", "preview", policy="straight").text
    table = re.findall(r'<table class="tab">.*?</table>', page, re.DOTALL)[0]
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr><td>.*?</tr>", table, re.DOTALL)]
    assert len(rows) == 10
    was = {line.seat: line.figures for line in standings_of(browser)}
    browser.press("sandstorm", "resolve", step="preview")
    now = {line.seat: line.figures for line in standings_of(browser)}
    for row in rows:
        seat = text_of(row[1])
        one, other = was[seat], now[seat]
        speeds = [f"{one['speed']}/{one['max_speed']}", f"{other['speed']}/{other['max_speed']}"]
        assert row[5] == (" → ".join(speeds) if speeds[0] != speeds[1] else speeds[1])


def standings_of(browser: Browser) -> tuple[Standing, ...]:
    table = open_table(browser.tables / "sandstorm")
    return tuple(table.game.standings(table.position))


def test_a_late_post_says_by_how_much(browser: Browser) -> None:
    browser.press("sandstorm", "deadline", when="2026-11-21 20:00 UTC", step="game")
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD).text
    assert "7 minutes late" in page  # Kettle at 20:07: 20:00 counts up to its last second
    assert '<mark class="no">Order: (6M)</mark>' in page


def test_a_post_that_was_changed_is_asked_about_with_what_it_says_now(browser: Browser) -> None:
    browser.press("sandstorm", "deadline", when="2026-11-21 20:00 UTC", step="game")
    buttons = r'<article class="ask" id="ask-E".*?</article>'
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD).text
    said = re.findall(buttons, page, re.DOTALL)[0]
    assert re.findall(r'class="btn[^>]*>(.*?)</button>', said)[:3] == [
        "Ask Elkie",
        'Take <span class="mono">R(8M)</span>',
        'Take <span class="mono">(8M)L</span>',
    ]
    assert '<span class="tag w">changed</span>' in said
    page = browser.press("sandstorm", "paste", step="thread", text=THREAD.replace(" Here is my order: R(8M)", "")).text
    said = re.findall(buttons, page, re.DOTALL)[0]
    assert re.findall(r'class="btn[^>]*>(.*?)</button>', said)[:2] == [
        "Ask Elkie",
        'Take <span class="mono">(8M)L</span>',
    ]


def test_the_words_of_the_post_can_be_changed_before_they_are_copied(browser: Browser) -> None:
    browser.add("papers")
    box = re.search(r'<textarea[^>]*id="post-1"[^>]*>', browser.get("/table/papers/post"))
    assert box is not None
    assert "readonly" not in box[0]
