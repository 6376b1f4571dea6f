"""Played by tap: what can be reached is marked, a tap writes a legal order, text, keys and taps stay in step; secrets stay secret."""

from __future__ import annotations

import json
import math
import re
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from gm_tools.core.growth import grow
from gm_tools.table import open_table
from gm_tools.table.resolve import resolve
from tests import effort
from tests.cli.test_publish import begin_tac
from tests.page.conftest import TABLES, Space, choose_seat
from tests.page.test_orders import HALF, ILLEGAL, LEGAL, type_order

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAY = "#playing button:text-is('Play this turn')"
PLACES = """() => [...document.querySelectorAll('#stage .reach > g')].map((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})"""


def count_marked(page: Page) -> int:
    """Return how many places are marked as those that can be reached."""
    return page.locator("#stage .reach > g").count()


def test_what_can_be_reached_is_marked_and_a_tap_writes_a_legal_order(space: Space) -> None:
    for name in ("sandstorm", "lighthouse", "willow"):
        page = space.ready(name)
        snapshot = space.snapshot(name)
        seat = TABLES[name][1]
        found = {target.at for target in snapshot.game.targets(snapshot.position, seat)}
        assert count_marked(page) == len(found)
        x, y = page.evaluate(PLACES)[0]
        page.mouse.click(x, y)
        page.wait_for_function("() => document.getElementById('verdict').dataset.state === 'legal'")
        order = page.input_value("#text")
        assert order in {target.order for target in snapshot.game.targets(snapshot.position, seat)}


def test_another_tap_takes_the_next_way_to_the_same_place(space: Space) -> None:
    page = space.ready("sandstorm")
    places = page.evaluate(PLACES)
    orders = set()
    x, y = places[len(places) // 2]
    for _ in range(3):
        page.mouse.click(x, y)
        page.wait_for_function("() => document.getElementById('verdict').dataset.state === 'legal'")
        orders.add(page.input_value("#text"))
    assert len(orders) == 3


def test_what_can_be_reached_narrows_while_an_order_grows(space: Space) -> None:
    page = space.ready("sandstorm")
    all_of_it = count_marked(page)
    type_order(page, "L", HALF)
    some = count_marked(page)
    assert 0 < some < all_of_it
    type_order(page, "LL", HALF)
    assert 0 < count_marked(page) < some
    snapshot = space.snapshot("sandstorm")
    view, seat = snapshot.position, TABLES["sandstorm"][1]
    for text in ("A", "B", "MMM"):  # by what the engine finds of all orders that begin so, those off the track, too
        type_order(page, text, HALF)
        assert count_marked(page) == len(grow(snapshot.game, view, seat, text).reach or ())
    page.fill("#text", "")
    page.wait_for_function(f"() => document.querySelectorAll('#stage .reach > g').length === {all_of_it}")


def test_keys_write_into_the_text_and_those_that_cannot_follow_are_off(space: Space) -> None:
    page = space.ready("sandstorm")
    key = "#keys button:has(span:text-is('{}'))"
    for letter, text in (("A", "A"), ("A", "A(A+1)"), ("M", "A(A+1)M"), ("M", "A(A+1)(2M)")):
        page.click(key.format(letter))
        page.wait_for_function("text => document.getElementById('verdict').dataset.order === text", arg=text)
        assert page.input_value("#text") == text
    assert page.is_disabled(key.format("A"))  # between moves nothing is accelerated
    page.click("#keys button:has(small:text-is('undo'))")
    page.wait_for_function("() => document.getElementById('text').value === 'A(A+1)M'")
    page.click("#keys button:has(small:text-is('erase'))")
    assert page.input_value("#text") == ""
    page = space.ready("willow")
    for word in TABLES["willow"][2].split():
        page.click(key.format(word))
        page.wait_for_timeout(50)
        page.wait_for_function(f"() => document.getElementById('verdict').dataset.order.endsWith('{word}')")
    assert page.input_value("#text") == TABLES["willow"][2]


def test_after_a_full_order_no_dead_key_is_seen_and_undo_stays_where_it_was(space: Space) -> None:
    page = space.ready("willow")
    seen = """() => [...document.querySelectorAll('#keys button')].filter((one) => one.checkVisibility({visibilityProperty: true}))
      .map((one) => [one.firstChild.textContent, one.disabled, one.getBoundingClientRect().left])"""
    (key, _, _), undo, erase = page.evaluate(seen)
    assert key == "R3"
    type_order(page, TABLES["willow"][2], "Legal")
    assert page.evaluate(seen) == [[name, False, left] for name, _, left in (undo, erase)]
    type_order(page, "R3 P9", "Not understood")
    assert [name for name, _, _ in page.evaluate(seen)] == ["R3", undo[0], erase[0]]
    page.fill("#text", "")


def test_a_card_is_chosen_and_then_a_marble(space: Space) -> None:
    page = space.ready("marbles")
    hand = " ".join(space.tables["marbles"].position.hands[0])
    page.fill("#private", hand)
    page.wait_for_selector("#stage .reach > g", state="attached")
    page.click("#keys button:first-child")
    page.wait_for_function("() => document.getElementById('text').value !== ''")
    page.wait_for_selector("#state:text-is('Not finished yet')")
    page.wait_for_selector("#keys button:not(:disabled):not(.side)")
    page.click("#keys button:not(:disabled):not(.side)")
    page.wait_for_selector("#state:text-is('Legal')")
    page.fill("#private", "")


def test_a19_an_order_that_is_not_legal_is_copied_only_after_a_question(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate("() => navigator.clipboard.writeText('nothing')")
    type_order(page, "A(9M)", ILLEGAL)
    page.click("#copy")
    assert page.inner_text("#asking span") == "This order is not legal. Copy it anyway?"
    assert page.evaluate("() => navigator.clipboard.readText()") == "nothing"
    page.click("#no")
    page.click("#copy")
    page.click("#yes")
    page.wait_for_selector("#copied:text-is('Copied.')")
    assert "A(9M)" in page.evaluate("() => navigator.clipboard.readText()")


def test_a1_a_secret_order_is_a_private_message_and_never_in_a_link_or_kept(space: Space, tmp_path: Path) -> None:
    table = begin_tac(tmp_path / "swap", 3)
    while table.position.phase != "swap":
        table = resolve(table.path).table
    space.publish("swap", open_table(table.path))
    page = space.visit("swap", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector("html[data-ready]", state="attached")
    seat = next(iter(table.game.awaited(table.position)))
    page.select_option("#seat", seat)
    hand = table.position.hands[table.position.number(seat)]
    type_order(page, f"swap {hand[0]}", LEGAL)
    assert page.inner_text("#copy span") == "Copy private message to the game master"
    assert "do not post it" in page.inner_text("#nothing")
    page.click("#copy")
    page.wait_for_selector("#copied:text-is('Copied.')")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    notice = "Private message to the game master of swap: do not post it in the thread."
    assert copied.split("\n\n")[:2] == [notice, f"Order for {seat} (turn {table.turn + 1}):"]
    assert not page.is_visible("#share-link")
    kept = page.evaluate("() => JSON.stringify({...localStorage}) + location.hash")
    assert "swap" not in kept.replace("gm-tools seen swap", "").replace("gm-tools seat swap", "")


def test_a17_an_order_survives_a_reload_and_a_link_holds_it(space: Space) -> None:
    page = space.visit("sandstorm", "#seat=M&order=A(9M)B", has_engine=False)
    page.wait_for_selector("#box", state="visible")
    assert page.input_value("#seat") == "M"
    assert page.input_value("#text") == "A(9M)B"
    page.select_option("#seat", "D")
    page.fill("#text", "(4M)")
    page.goto("about:blank")
    page.goto(f"{space.url}sandstorm/")
    page.wait_for_selector("#box", state="visible")
    assert page.input_value("#seat") == "D"
    assert page.input_value("#text") == "(4M)"


def test_the_best_orders_stand_under_the_box_and_one_click_takes_one(space: Space) -> None:
    page = space.get_page("sandstorm", kind="best orders", small=False)
    page.wait_for_selector("html[data-best]", state="attached")
    assert page.locator("#best tbody tr").count() == 5
    page.hover("#best tbody tr:nth-child(2)")  # pointed at, it is drawn; away from it, it is not
    page.wait_for_selector("#stage .over > *", state="attached")
    assert page.input_value("#text") == ""
    page.hover("#title")
    page.wait_for_function("() => !document.querySelector('#stage .over > *')")
    page.focus("#best tbody tr:nth-child(2) button")  # by keyboard as well
    page.wait_for_selector("#stage .over > *", state="attached")
    filled = "() => [...document.querySelectorAll('#order button')].filter((one) => one.offsetParent && getComputedStyle(one).backgroundColor === getComputedStyle(document.querySelector('#forum')).backgroundColor).map((one) => one.id)"
    order = page.inner_text("#best tbody tr:first-child button")
    page.click("#best tbody tr:first-child button")
    page.wait_for_selector("#state:text-is('Legal')")
    assert page.input_value("#text") == order
    assert page.evaluate(filled) == ["copy"]  # one button is filled: what is to be done with it
    page.click("#else")
    page.click("#best tbody tr:nth-child(2) button")
    second = page.inner_text("#best tbody tr:nth-child(2) button")
    assert page.input_value("#text") == f"{order} else {second}"
    page.press("#best summary", "Enter")
    page.wait_for_selector("#best details p:has-text('Finish in: the turns to expect')")
    page.click("#back")
    page.hover("#best tbody tr:nth-child(2)")
    page.hover("#title")
    assert page.locator("#stage .over > *").count() == 0  # it leaves nothing on an earlier turn


@pytest.mark.long
def test_the_sandbox_plays_on_with_all_seats_and_its_link_brings_it_back(space: Space) -> None:
    page = space.sandbox("short")
    assert page.inner_text("#title") == "Turn 1"
    page.select_option("#seat", "D")
    type_order(page, "BML(L+1)(2M)", LEGAL)
    page.click(PLAY)
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert page.inner_text("#title") == "Turn 2"
    board = "() => document.getElementById('small').textContent"
    played = page.evaluate(board)
    assert page.is_disabled("#playing button[aria-label='One turn on']")
    page.click("#playing button[aria-label='One turn back']")
    page.wait_for_selector("#playing:has-text('Sandbox turn 0 of 1')")
    assert page.inner_text("#title") == "Turn 1"
    address = page.url
    assert "sandbox=" in address
    assert not page.is_visible("#sandbox .lines")
    type_order(page, "BML(L+1)(2M)A", LEGAL)  # another line: the one before is kept
    page.click(PLAY)
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert page.locator("#sandbox .lines button").all_inner_texts() == ["D BML(L+1)(2M)"]
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")
    page.click("#try")
    page.wait_for_selector("#sandbox .lines")
    assert page.locator("#sandbox .lines button").all_inner_texts() == ["D BML(L+1)(2M)A", "D BML(L+1)(2M)"]
    page.click("#sandbox .lines button:text-is('D BML(L+1)(2M)')")
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    page.select_option("#seat", "D")  # whose piece stands above the others
    page.wait_for_function(f"played => ({board})() === played", arg=played)
    page.click("#try")
    page.wait_for_selector("#title:text-is('Turn 1')")
    assert not page.is_visible("#sandbox")
    if effort.IS_LONG:  # every day with a link that holds more: see the choice of chance
        other = space.visit("short", address.partition("/short/")[2])
        other.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
        other.select_option("#seat", "D")
        other.wait_for_function(f"played => ({board})() === played", arg=played)


def test_leaving_the_sandbox_brings_back_what_was_there_before(space: Space) -> None:
    page = space.ready("short")
    page.evaluate("() => history.replaceState(null, '', '#seat=A')")
    choose_seat(page, "A")
    type_order(page, "B(5M)B", LEGAL)
    page.click("#nearer")
    view = page.get_attribute("#stage > svg", "viewBox")
    page.click("#try")
    page.wait_for_selector(PLAY)
    assert page.input_value("#text") == "B(5M)B"  # it comes along
    page.select_option("#seat", "D")
    type_order(page, "BML(L+1)(2M)", LEGAL)
    page.click(PLAY)
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    page.click("#try")
    page.wait_for_selector("#playing", state="hidden")
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'B(5M)B'")
    page.wait_for_selector("html[data-surveyed=A]", state="attached")
    assert page.get_attribute("#stage > svg", "viewBox") == view
    assert page.input_value("#seat") == "A"
    assert page.text_content("#state") == LEGAL
    assert page.input_value("#text") == "B(5M)B"
    assert page.url.endswith("#seat=A")
    # Whoever tries another seat is no other reader
    assert page.evaluate("() => localStorage['gm-tools seat short']") == "A"


def list_played(page: Page) -> list[dict[str, str]]:
    """Return the orders with which turns were played in the sandbox, as its link holds them."""
    held = parse_qs(page.url.partition("#")[2])["sandbox"][0]
    return [orders for orders, _way in json.loads(b64decode(held, b"-_"))["played"]]


def test_the_sandbox_plays_the_order_in_the_box_and_asks_about_one_that_cannot_be(space: Space) -> None:
    page = space.ready("short")
    choose_seat(page, "A")
    page.click("#try")
    page.fill("#text", "(1M)")  # at once: what is typed while the sandbox opens stays
    page.wait_for_selector(PLAY)
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === '(1M)'")
    assert page.input_value("#text") == "(1M)"
    page.wait_for_selector(f"{PLAY}[aria-disabled=true][title^='A: “(1M)” is not an order that can be played.']")
    page.click(PLAY, force=True)
    page.wait_for_selector("#playing .warned:has-text('A: “(1M)” is not an order that can be played.')")
    page.click("#playing button:text-is('Back to the order')")
    page.fill("#text", "B(5M)A")
    page.click(PLAY)  # before anything was said of it
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert list_played(page) == [{"A": "B(5M)A"}]
    page.click("#playing button[aria-label='One turn back']")
    page.wait_for_selector("#playing:has-text('Sandbox turn 0 of 1')")
    assert page.input_value("#text") == "B(5M)A"  # what was played stands there again
    page.select_option("#seat", "D")
    assert page.input_value("#text") == ""
    page.click("#sandbox button:has-text('A B(5M)A')")
    main = page.query_selector(PLAY)
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'B(5M)A'")
    page.fill("#text", "(1M)")
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === '(1M)'")
    assert main is not None
    assert main.evaluate("one => one.isConnected")  # an answer takes no button away that is being pressed
    page.click(PLAY, force=True)
    page.click("#playing button:text-is('Let a bot play A')")
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert list_played(page) == [{}]
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")


def test_pinching_zooms_the_board_and_the_page_does_not_scroll_two_ways(space: Space) -> None:
    page = space.ready("sandstorm")
    width = "() => document.querySelector('#stage svg').viewBox.baseVal.width"
    was = page.evaluate(width)
    page.evaluate(
        """() => {
          const stage = document.getElementById('stage');
          const send = (kind, id, x) => stage.dispatchEvent(new PointerEvent(kind, {pointerId: id, clientX: x, clientY: 300, bubbles: true, pointerType: 'touch'}));
          send('pointerdown', 1, 300); send('pointerdown', 2, 340);
          send('pointermove', 2, 360); send('pointermove', 2, 420);
          send('pointerup', 1, 300); send('pointerup', 2, 420);
        }"""
    )
    assert not math.isclose(page.evaluate(width), was)
    assert page.evaluate(width) < was
    page.focus("#stage")
    page.keyboard.press("0")
    assert math.isclose(page.evaluate(width), was)


STANDS = """() => Object.fromEntries([...document.querySelectorAll('#stage g.piece')].filter((one) => !one.closest('.layer'))
  .map((one) => [one.querySelector('text').textContent, one.getAttribute('transform').match(/translate\\((\\S+) (\\S+)\\)/).slice(1).map(Number)]))"""
WATCH = """() => {
  [window.moves, window.rings] = [[], 0];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (!this.querySelector('text')) window.rings += 1;
    else window.moves.push([this.querySelector('text').textContent, frames.map((one) => one.transform.match(/-?[\\d.]+/g).slice(0, 2).map(Number))]);
    return animate.call(this, frames, how);
  };
}"""


def test_a_turn_is_animated_from_the_one_before_unless_a_reader_wants_no_motion(space: Space) -> None:
    page = space.visit("sandstorm", "#turn=8", has_engine=False, reduced_motion="no-preference")
    page.wait_for_selector("#shown:text-is('after turn 8 of 9')")
    page.evaluate(WATCH)
    before = page.evaluate(STANDS)
    page.click("#on")
    page.wait_for_selector("#shown:text-is('after turn 9 of 9')")
    after = page.evaluate(STANDS)
    moves = dict(page.evaluate("() => window.moves"))
    assert {mark: (way[0], way[-1]) for mark, way in moves.items()} == {
        mark: (before[mark], after[mark]) for mark in after if after[mark] != before[mark]
    }
    assert max(map(len, moves.values())) > 5  # along the way that was driven, not straight through the sand
    assert page.evaluate("() => window.rings") == 1  # the ring round the own car goes with it
    page.emulate_media(reduced_motion="reduce")
    page.click("#back")
    page.wait_for_selector("#shown:text-is('after turn 8 of 9')")
    assert page.evaluate(STANDS) == before
    assert len(page.evaluate("() => window.moves")) == len(moves)


def test_in_the_sandbox_chance_is_chosen_for_a_seat_and_the_link_brings_it_back(space: Space) -> None:
    page = space.sandbox("sandstorm")
    assert page.locator("#stage .way-begin").count() >= 1  # nothing is played yet: what is shown is the last turn
    assert page.is_visible("#news .headline")
    page.select_option("#seat", "M")
    type_order(page, "BL(2M)RMRM(L+1)A(A+1)", LEGAL)
    page.wait_for_selector("#playing .luck", state="hidden")  # nothing is left to chance
    type_order(page, "(9M)", LEGAL)
    page.wait_for_selector("#playing .luck")
    page.select_option("#seat", "A")  # for whom nothing is written
    page.wait_for_selector("#playing .luck", state="hidden")
    page.select_option("#seat", "M")
    page.click("#playing button:has-text('Choose what chance brings M')")
    ways = page.locator("#sandbox .ways button")
    ways.first.wait_for()
    assert page.locator("#sandbox > .ways:first-child").count() == 1, "above the seats, in sight"
    assert ways.first.evaluate("way => getComputedStyle(way).verticalAlign") == "top"  # so is its number
    texts = ways.all_inner_texts()
    assert not [text for text in texts if re.search(r"->|\[N\d", text)]  # signs and numbers that are not for players
    chances = [float(text.partition("%")[0]) for text in texts]
    assert len(chances) > 9
    assert sum(chances) == pytest.approx(100, abs=0.05 * len(chances))
    assert chances == sorted(chances, reverse=True)
    assert all("M: (9M): to row" in text for text in texts)
    speed = re.findall(r"speed (\d+/\d+)", texts[-1])[0]
    ways.last.click()  # what hardly ever happens
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert page.inner_text("#title") == "Turn 11"
    assert speed in page.inner_text("#standings tr:has(th b:text-is('M'))")
    stands = page.evaluate(STANDS)
    other = space.visit("sandstorm", page.url.partition("/sandstorm/")[2])
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")
    other.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert other.evaluate(STANDS) == stands


def test_the_sandbox_says_whom_one_plays_and_whose_chance_is_chosen(space: Space) -> None:
    page = space.sandbox("willow")
    try:
        assert page.inner_text("#must").startswith("Playing ")
        other = page.eval_on_selector(
            "#seat",
            "(list, asked) => [...list.options].map((one) => one.value).find((mark) => mark && mark !== asked)",
            TABLES["willow"][1],
        )
        page.select_option("#seat", other)
        tags = "all => all.map((one) => [one.closest('tr').querySelector('th b').textContent, one.textContent])"
        told = dict(page.eval_on_selector_all("#standings .you", tags))
        assert told == {TABLES["willow"][1]: "you", other: "you play"}
        assert page.evaluate("() => getComputedStyle(document.getElementById('duty')).opacity") == "1"
        assert page.inner_text("#must").endswith("no order is needed now")
    finally:
        page.click("#try")
        page.wait_for_selector("#sandbox", state="hidden")
