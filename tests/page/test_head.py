"""The head of the page: which turn it is, when orders are due, who the reader is; on a telephone with room for what is below."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.core.times import Moment, parse_moment
from gm_tools.table.deadline_file import DeadlineChange, change_deadline
from gm_tools.table.seats import set_bot
from gm_tools.table.store import open_table
from tests import effort
from tests.begin import begin_table
from tests.page.conftest import Space, choose_seat, resize, settle, short_race, until
from tests.page.test_looks import IN_VIEW
from tests.page.test_orders import HALF, LEGAL, type_order
from tests.page.test_review import boxes

UPRIGHT = """() => [...document.querySelectorAll('.top :is(h1, p, strong, small, b, time)')].filter((one) => {
  const {width, height} = one.getBoundingClientRect();
  return width && one.textContent.trim().length > 3 && height > width;
}).map((one) => one.textContent)"""


@pytest.mark.long
def test_a_deadline_is_told_once_in_the_readers_own_time_and_leaves_room_on_a_telephone(
    space: Space, tmp_path: Path
) -> None:
    table = until("sandstorm", 9, tmp_path / "due")
    due = parse_moment("2031-11-25 20:00 Europe/Berlin")
    table, _ = change_deadline(table.path, DeadlineChange(at=due), Moment(due.seconds - 86400 * 4000))
    space.publish("due", table, package=False)
    narrow = {"width": 390, "height": 844}
    page = space.visit("due", "#seat=M", viewport=narrow, has_touch=True, timezone_id="UTC", has_engine=False)
    page.wait_for_selector("#due b:not(:empty)")
    assert page.inner_text("#due b") == "Tue 2031-11-25 19:00 UTC"
    full = "Tue 2031-11-25 19:00 UTC · Tue 2031-11-25 20:00 Europe/Berlin (19:00 UTC)"
    assert page.get_attribute("#due", "title") == full
    assert page.get_attribute("#due time", "aria-label") == full
    assert page.inner_text("#due .left").startswith("in ")
    assert page.inner_text("#title") == "Turn 10"
    assert page.inner_text("#where") == "lap 1 of 3"
    for width, height in effort.some((360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for is_open in (False, True):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            page.wait_for_timeout(50)
            assert page.evaluate(UPRIGHT) == []
            assert page.evaluate(IN_VIEW, ["#title", "#due", "#must", "#stage", "#text", "#copy"]) == []


def test_a_stranger_is_asked_who_it_is_and_is_nobody_till_then(space: Space) -> None:
    page = space.visit("sandstorm", is_known=False, has_engine=False)
    assert page.inner_text("#who strong") == "Who are you?"
    assert not page.is_visible("#duty")
    resize(page, 844, 390)  # on its side a telephone has one line for all marks that can be chosen
    (who,), marks = boxes(page, "#who"), boxes(page, "#who button")
    assert [mark for mark in marks if mark[2] > who[2]] == []
    resize(page, 1280, 800)
    assert page.locator("#stage .mine-ring, #standings .you, #standings .me").count() == 0
    page.fill("#text", "(4M)")
    # Behind the bar of the engine: it is read when that is there.
    page.wait_for_selector("#state:has-text('Say first who you are')", state="attached")
    page.click("#who button[title='Magneto Mags']")
    page.wait_for_selector("#must:has-text('You are Magneto Mags')")
    assert not page.is_visible("#who")
    assert page.inner_text("#standings tr.me th b") == "M"
    page.reload()
    page.wait_for_selector("#must:has-text('You are Magneto Mags')")  # it is remembered


@effort.nightly
@pytest.mark.parametrize("size", effort.choose([(360, 640)], [(390, 844), (360, 640)]))
def test_twenty_seats_that_are_awaited_leave_room_on_a_telephone(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("sandstorm")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        "() => { const all = document.querySelector('#awaited span'); window.was = all.innerHTML;"
        " for (let i = 0; i < 20; i += 1) all.append(all.firstElementChild.cloneNode(true)); }"
    )
    page.wait_for_timeout(50)
    found = page.evaluate(UPRIGHT), page.evaluate(IN_VIEW, ["#title", "#must", "#stage", "#text", "#copy"])
    page.evaluate("() => { document.querySelector('#awaited span').innerHTML = window.was; }")
    assert found == ([], [])


@effort.nightly
@pytest.mark.parametrize("size", effort.choose([(1280, 800)], [(1280, 800), (390, 844)]))
def test_the_board_stands_still_and_nothing_lies_on_it_when_an_order_is_taken(
    space: Space, size: tuple[int, int]
) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(100)
    (stage,), (marks,) = boxes(page, "#stage"), boxes(page, "#marks")
    assert marks[1] >= stage[3] - 1
    assert page.locator("#marks li").count() > 2
    page.focus("#text")  # on a telephone it opens the sheet, which has its part of the board's room
    settle(page)
    seen = "() => document.querySelector('#stage svg').getAttribute('viewBox')"
    was = page.evaluate(seen), boxes(page, "#order"), boxes(page, "#post"), boxes(page, "#stage")
    for text, state in (("A(3M)", HALF), ("(9M)", LEGAL), ("A(3M)L(3M)R(2M)B", LEGAL)):
        type_order(page, text, state)
        assert (page.evaluate(seen), boxes(page, "#order"), boxes(page, "#post"), boxes(page, "#stage")) == was


def test_a_seat_that_a_bot_plays_is_not_awaited(space: Space, tmp_path: Path) -> None:
    short_race(tmp_path / "bots")
    set_bot(tmp_path / "bots", "C", "easy")
    space.publish("bots", open_table(tmp_path / "bots"), package=False)
    page = space.get_page("bots", has_engine=False)
    assert page.inner_text("#awaited small") == "Awaited, 2 of 2"
    assert page.locator("#awaited b.badge").all_inner_texts() == ["A", "D"]
    told = page.locator("#standings td.next")
    assert sorted(told.all_inner_texts()) == ["bot", "○ awaited", "○ awaited"]
    page.select_option("#seat", "C")
    assert "due" not in str(page.get_attribute("#duty", "class"))


@effort.nightly
def test_on_a_telephone_the_dice_are_in_sight(space: Space) -> None:
    page = space.ready("willow")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(100)
    (stage,) = boxes(page, "#stage")
    dice = boxes(page, "#stage [data-tap]")
    assert len(dice) == 6
    assert all(
        stage[0] <= left < right <= stage[2] and top >= stage[1] and bottom <= stage[3]
        for left, top, right, bottom in dice
    )


@effort.nightly
@pytest.mark.parametrize("size", effort.choose([(360, 640)], [(390, 844), (360, 640)]))
def test_on_a_telephone_a_hand_leaves_order_keys_verdict_and_copy_in_sight(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("marbles")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => document.documentElement.classList.add('open')")
    page.fill("#private", " ".join(space.tables["marbles"].position.hands[0]))
    page.wait_for_selector("#keys .side")
    page.fill("#text", "2 R17>19")
    page.wait_for_selector("#verdict[data-state=legal]")
    page.wait_for_selector("#keys .side:enabled")  # a verdict known from before comes sooner than they do
    found = page.evaluate(IN_VIEW, ["#stage", "#text", "#keys .side", "#state", "#copy"])
    page.fill("#private", "")
    page.evaluate("() => document.documentElement.classList.remove('open')")
    assert found == []


def test_a_visitor_asked_for_a_seat_sees_names_and_how_orders_are_sent(space: Space) -> None:
    page = space.visit("marbles", is_known=False)
    assert page.locator("#who button").all_inner_texts() == ["R\nAnna", "G\nBert", "B\nCarla", "K\nDora"]
    page.wait_for_selector("html[data-ready]", state="attached")
    assert not page.is_visible("#hidden")  # who is nobody yet has no hand
    copy = "text => document.querySelector('#copy span').textContent === text"
    public, private = "Copy order for the forum", "Copy private message to the game master"
    page.wait_for_function(copy, arg=public)
    for text, said in (("2 R17>19", public), ("swap 2", private), ("", public)):
        page.fill("#text", text)
        page.wait_for_function(copy, arg=said)
    page.click("#who button[title='Anna']")
    page.wait_for_selector("html[data-surveyed=R]", state="attached")
    assert page.inner_text("#copy span") == public
    assert page.is_visible("#hidden")
    page.select_option("#seat", "B")
    page.wait_for_selector("#state:has-text('No order is needed now; you can try one in the sandbox.')")


SHOWN = """() => {
  const [line, space, top] = ['#awaited span', '.top>.grow', '.top'].map((one) => document.querySelector(one));
  const [last, high] = [line.lastElementChild, top.offsetHeight];
  const found = {
    badges: line.querySelectorAll('.badge').length,
    more: Number(line.querySelector('.rest')?.textContent ?? 0),
    room: line.parentElement.offsetWidth - (last.offsetLeft + last.offsetWidth - line.offsetLeft) + space.offsetWidth,
    isSeen: last.offsetHeight > 0,
    isOver: top.scrollWidth > top.clientWidth,
  };
  line.style.display = 'none';
  found.isHigher = top.offsetHeight < high;
  line.style.display = '';
  return found;
}"""


@effort.nightly
def test_as_many_badges_of_awaited_seats_are_shown_as_the_head_has_room_for(space: Space, tmp_path: Path) -> None:
    board = (folder("tracks") / "nascar" / "thunder-bank.txt").read_text(encoding="utf-8")
    seats = tuple(Seat(mark, f"Player {mark}") for mark in "ABCDEFGHIJKLMNO")
    space.publish("badges", begin_table(tmp_path / "crowd", "nascar", board, seats, track="a track"), package=False)
    page = space.visit("badges", "#seat=A", has_engine=False)
    page.wait_for_selector("#awaited .badge")
    for size, least in effort.choose(
        (((1280, 800), 15), ((844, 390), 7)), (((1280, 800), 15), ((1440, 900), 15), ((1024, 768), 7), ((844, 390), 7))
    ):
        resize(page, *size)
        settle(page)
        found = page.evaluate(SHOWN)
        assert (size, found["isSeen"], found["isOver"], found["isHigher"]) == (size, True, False, False)
        assert found["badges"] + found["more"] == 15
        assert found["badges"] >= least
        assert not found["more"] or found["room"] < 32  # less than a badge and another digit take
