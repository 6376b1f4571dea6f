"""An evening in each game, from the first lines of a new table to the copied post: the desk knows no game, and none needs the shell."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from gm_tools.desk.tables import stamp
from gm_tools.games import NAMES
from gm_tools.table import open_table, put_order
from gm_tools.table.boards import tracks
from gm_tools.table.bots import chosen_order
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.resolve import resolve
from tests import effort
from tests.desk.conftest import HERE, Browser, text_of
from tests.desk.test_tools import wait_for

pytestmark = pytest.mark.usefixtures("inside")

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")


def begin(browser: Browser, game: str) -> Path:
    """Begin a table by the page of new tables with nothing but names."""
    track = next(name for each, name in tracks(game) if each == game)
    data = {"game": game, "name": "club night", "track": track, "seats": "\n".join(PLAYERS)}
    page = browser.client.post("/new", data=data, headers={"origin": HERE})
    assert page.url.path == "/table/club night/post"
    return browser.tables / "club night"


def thread_of(place: Path) -> tuple[str, list[str]]:
    """Return a thread in which all who are awaited order, the first after some words, and who they are."""
    table = open_table(place)
    players = {seat.mark: seat.player for seat in table.seats}
    seats = list(table.game.awaited(table.position))
    posts = [
        f"{players[seat]} wrote on 2026-11-22 20:{10 + at}:\n{'' if at else 'Phew.'}\nOrder: {chosen_order(place, seat, 'easy')}\n"
        for at, seat in enumerate(seats)
    ]
    chat = f"{next((name for name in PLAYERS if name not in seats), 'Eve')} wrote on 2026-11-22 20:50:\nGood luck everybody, I have to think.\n"
    return "\n".join([*posts, chat]), seats


@pytest.mark.long
@pytest.mark.parametrize("game", effort.choose(["monza", "tac"], NAMES))
def test_an_evening_in_every_game(browser: Browser, game: str) -> None:
    place = begin(browser, game)
    while not list(open_table(place).game.awaited(open_table(place).position)):
        resolve(place)  # a deal, a roll
    thread, seats = thread_of(place)
    turn = open_table(place).turn + 1
    said = text_of(browser.press("club night", "paste", step="thread", text=thread).text)
    assert f"{len(seats)} of {len(seats)} orders in hand" in said
    page = browser.get("/table/club%20night/orders")
    assert page.count('<mark class="ok">') == len(seats) + 1  # and the one in the key
    page = browser.press("club night", "preview").text
    assert "Resolve and copy the post" in text_of(page)
    assert open_table(place).turn == turn - 1
    data = {"action": "resolve", "stamp": stamp(place), "step": "preview"}
    headers = {"origin": HERE, "accept": "application/json"}
    copied = browser.client.post("/table/club%20night/do", data=data, headers=headers).json()["text"]
    assert open_table(place).turn == turn
    assert copied.startswith("[b]club night")
    page = unescape(browser.get("/table/club%20night/post"))
    assert copied.strip() in page
    due = list(hands_due(open_table(place)))
    assert all(f'id="hand-{seat}"' in page for seat in due)
    assert bool(due) == (game == "tac")
    browser.press("club night", "undo", step="game")
    assert open_table(place).turn == turn - 1
    assert "before the turn was taken back" in text_of(browser.get("/table/club%20night/orders"))


def test_a_hand_is_in_no_post_and_in_nobody_elses_message(browser: Browser) -> None:
    place = begin(browser, "tac")
    for __ in range(2):
        table = open_table(place)
        for seat in table.game.awaited(table.position):
            put_order(place, seat, chosen_order(place, seat, "easy"))
        resolve(place)
    table = open_table(place)
    page = browser.get("/table/club%20night/post")
    assert 'id="hand-' in page
    look = page.partition('class="panel look')[2].partition("</details>")[0]
    for one in table.seats:
        only = f"seat {one.mark}, only"
        assert only not in text_of(look)
        message = page.partition(f'id="hand-{one.mark}">')[2].partition("</textarea>")[0]
        assert [other.mark for other in table.seats if f"seat {other.mark}, only" in message] == (
            [one.mark] if message else []
        )


@pytest.mark.long
@pytest.mark.parametrize("game", effort.choose(["tac"], NAMES))
def test_where_a_seat_of_a_new_table_could_go_is_drawn(browser: Browser, game: str) -> None:
    place = begin(browser, game)
    while not list(open_table(place).game.awaited(open_table(place).position)):
        resolve(place)  # a deal, a roll
    table = open_table(place)
    seat = next(iter(table.game.awaited(table.position)))
    page = browser.get("/table/club%20night/game")
    chosen = re.findall(r'<option value="(.)" selected>', page)
    players = {one.mark: one.player for one in table.seats}
    cards = text_of(browser.get("/"))
    if len(table.game.awaited(table.position)) > 1 or table.turn:  # before the first post nobody can know
        assert f"{players[seat]} is awaited." not in cards
    else:  # a roll may leave no choice
        assert f"{players[seat]} is awaited." in cards or "All orders are in and legal." in cards
    assert set(chosen) == {seat}  # who is awaited is asked about, and not who comes first
    answer = browser.press("club night", "plan", seat=seat, reach="yes")
    assert f"gm plan 'club night' {seat} --reach" in unescape(answer.text)
    wait_for(browser, answer.url.path)
    page = browser.get(answer.url.path)
    assert page.count("data-board") == 1
    assert "<thead>" in page
    assert "&lt;main&gt;" not in page
