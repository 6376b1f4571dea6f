"""What a page made for players has to do, in every game: who I am, what I can reach, taps, keys, words, turns, all in sight."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, resize
from tests.page.test_looks import IN_VIEW
from tests.page.test_orders import LEGAL, type_order
from tests.page.test_play import PLACES, count_marked
from tests.page.test_review import boxes
from tests.page.test_touch import SCROLLS
from tests.page.visitor import tell_hand

if TYPE_CHECKING:
    from playwright.sync_api import Page

ILLEGAL = {"sandstorm": "A(9M)", "lighthouse": "GEEE", "willow": "P2 R3", "marbles": "2 R17>20", "papers": "(9,9)"}
TYPED = {  # letter by letter, as a player writes it who uses neither keys nor taps
    "sandstorm": "A(2M)R(R+1)M else (4M)",
    "lighthouse": "gnn h else G0",
    "willow": "r p p g g y",
    "marbles": "2 r17 else 9 r17",
    "papers": "(1,-1) ne",
}
SEEN = {"desktop": ((1280, 800), (1440, 900)), "telephone": ((360, 640), (844, 390), (390, 844))}
RED = "rgb(179, 32, 44)"
STATE = "() => [document.getElementById('state').dataset.state ?? '', getComputedStyle(document.getElementById('state')).color]"
MARKED = "() => document.querySelectorAll('#stage .reach > g').length > 0"
SAID = "text => document.getElementById('verdict').dataset.order === text"


def tables(*daily: str) -> Callable[[Any], Any]:
    """Return a decorator for a test of a table's `name`: those it is of every day; in long runs it is of each game."""
    chosen = pytest.mark.parametrize("name", effort.choose(daily, tuple(TABLES)))
    return lambda test: pytest.mark.long(chosen(test))


def ready(space: Space, name: str) -> Page:
    """Return the page of a table with its seat's hand told, if it has one: what can be reached is marked."""
    page = space.ready(name)
    if name == "marbles":
        tell_hand(page, space)
    page.wait_for_function(MARKED)
    return page


@pytest.mark.long
@tables("marbles")
def test_one_line_says_who_i_am_and_what_to_do_and_my_piece_is_marked(space: Space, name: str) -> None:
    page, table = ready(space, name), space.snapshot(name)
    awaited = table.game.awaited(table.position)
    for seat in table.seats:
        page.select_option("#seat", seat.mark)
        page.wait_for_selector(f"#me:text-is('{seat.mark}')")
        is_asked = seat.mark in awaited
        said = page.inner_text("#must")
        assert said.startswith(f"You are {seat.player}: {'order ' if is_asked else 'no order is needed now'}")
        assert page.title() == f"{'Your turn · ' * is_asked}{name}: Turn {table.turn + 1}"
        # one of the marbles of R is home for good, and goes nowhere any more
        assert page.locator("#stage .mine .mine-ring").count() == (
            {"R": 3}.get(seat.mark, 4) if name == "marbles" else 1
        )
        assert page.locator("#standings tr.me th b").all_text_contents() == [seat.mark]
    assert page.inner_text("#title") == f"Turn {table.turn + 1}"
    assert page.locator("#awaited .badge").all_text_contents() == [*awaited]


@pytest.mark.long
@tables("lighthouse")
def test_choosing_a_seat_marks_what_can_be_reached_and_an_order_that_grows_narrows_it(space: Space, name: str) -> None:
    page, seat = ready(space, name), TABLES[name][1]
    whole = count_marked(page)
    counts = [whole]
    order = {"lighthouse": "GNN H", "papers": "(1,-1)"}.get(name, TABLES[name][2])
    for at in range(1, len(order) + 1):
        page.fill("#text", order[:at])
        page.wait_for_function(SAID, arg=order[:at])
        if page.evaluate(STATE)[0] == "half":
            counts.append(count_marked(page))
    assert counts[-1] < whole or name == "willow"  # there all ways lead to one square
    assert min(counts) > 0
    page.fill("#text", "")
    table = space.snapshot(name)
    other = next(one.mark for one in table.seats if one.mark != seat)
    choose_seat(page, other)
    assert (count_marked(page) > 0) is (other in table.game.awaited(table.position))


@pytest.mark.long
@tables("willow")
def test_a_tap_writes_a_legal_order_and_another_one_there_goes_round(space: Space, name: str) -> None:
    page = ready(space, name)
    places = page.evaluate(PLACES)
    seen = page.eval_on_selector(
        "#stage",
        "one => { const r = one.getBoundingClientRect(); return [r.left + 40, r.top + 30, r.right - 20, r.bottom - 20]; }",
    )
    x, y = next((x, y) for x, y in places if seen[0] < x < seen[2] and seen[1] < y < seen[3])
    page.mouse.click(x, y)
    written = []
    for _ in range(40):
        page.wait_for_function("() => ['legal', 'half'].includes(document.getElementById('verdict').dataset.state)")
        page.wait_for_function(
            "() => document.getElementById('verdict').dataset.order === document.getElementById('text').value"
        )
        written.append(page.input_value("#text"))
        assert page.evaluate(STATE)[0] == "legal"
        if written[-1] in written[:-1]:
            break
        page.mouse.click(x, y)
    assert written[-1] == written[0], "after the last way comes the first"


@pytest.mark.long
@tables("marbles")
def test_no_key_leads_to_what_cannot_be_and_those_that_would_are_off(space: Space, name: str) -> None:
    page = ready(space, name)
    begun = {"lighthouse": "GNN", "papers": "NE", "marbles": "2"}.get(name, TABLES[name][2][:2])
    keys = "#keys button:not(.side)"
    page.fill("#text", begun)
    page.wait_for_function(SAID, arg=begun)
    for at in range(page.locator(keys).count()):
        page.fill("#text", begun)
        page.wait_for_function(SAID, arg=begun)
        key = page.locator(keys).nth(at)
        if key.is_disabled():
            assert key.evaluate(
                "one => Number(getComputedStyle(one).opacity) < 1 || getComputedStyle(one).cursor !== 'pointer'"
            )
            continue
        key.click()
        page.wait_for_function(
            "() => document.getElementById('verdict').dataset.order === document.getElementById('text').value"
        )
        assert page.evaluate(STATE)[0] in {"legal", "half", "ambiguous"}, page.input_value("#text")


@pytest.mark.long
@tables("willow")
def test_d6_no_letter_of_an_order_that_is_being_typed_turns_the_page_red(space: Space, name: str) -> None:
    page = ready(space, name)
    for at in range(1, len(TYPED[name]) + 1):
        page.fill("#text", TYPED[name][:at])
        page.wait_for_function(SAID, arg=TYPED[name][:at])
        state, colour = page.evaluate(STATE)
        assert (TYPED[name][:at], state) in {(TYPED[name][:at], right) for right in ("half", "legal", "ambiguous")}
        assert colour != RED
        assert not page.is_visible("#mend")
    page.fill("#text", ILLEGAL[name])
    page.wait_for_function(SAID, arg=ILLEGAL[name])
    assert page.evaluate(STATE) == ["illegal", RED]


@pytest.mark.long
@tables("marbles")
def test_an_illegal_order_is_asked_about_and_nothing_is_told_that_comes_of_it(space: Space, name: str) -> None:
    page = ready(space, name)
    page.evaluate("() => navigator.clipboard.writeText('nothing')")
    page.fill("#text", ILLEGAL[name])
    page.wait_for_function(SAID, arg=ILLEGAL[name])
    assert page.inner_text("#answer") == ""
    assert not page.is_visible("#risk")
    page.click("#copy")
    assert page.inner_text("#asking span") == "This order is not legal. Copy it anyway?"
    assert page.evaluate("() => navigator.clipboard.readText()") == "nothing"
    page.click("#no")
    if page.is_visible("#mend"):
        page.click("#mend")
        page.wait_for_selector("#state[data-state=legal]")
    page.fill("#text", "")  # it may have been mended to the very order that follows: its answer is waited for
    page.wait_for_selector("#state:not([data-state])", state="attached")
    type_order(page, TABLES[name][2], LEGAL)
    page.click("#copy")
    page.wait_for_selector("#copied:text-is('Copied.')")
    posted = page.evaluate("() => navigator.clipboard.readText()")
    assert posted.startswith(f"Order (turn {TABLES[name][0] + 1}):")
    assert TABLES[name][2] in posted


@pytest.mark.long
@tables("lighthouse")
def test_arrow_keys_step_through_turns_with_addresses_and_the_box_steps_aside(space: Space, name: str) -> None:
    page, turn = ready(space, name), TABLES[name][0]
    page.evaluate("() => document.activeElement.blur()")
    for back in (1, 2):
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(f"#shown:text-is('after turn {turn - back} of {turn}')")
        assert page.url.endswith(f"turn={turn - back}")
        assert page.inner_text("#note span").startswith(f"Looking back at the table after turn {turn - back}.")
        assert page.title() == f"{name}: After turn {turn - back}"
        assert not page.is_visible("#copy")
        assert count_marked(page) == 0
    page.keyboard.press("End")
    page.wait_for_selector("#note", state="hidden")
    assert "turn=" not in page.url
    page.wait_for_function(MARKED)


@pytest.mark.long
@tables("willow")
def test_what_happened_is_a_line_each_and_pointing_at_one_lights_its_place(space: Space, name: str) -> None:
    page = ready(space, name)
    lines = page.locator("#rest :is(ul.told li, section > p):visible")
    acted = [
        text for text in lines.all_inner_texts() if text.split(" ")[0] in {s.mark for s in space.snapshot(name).seats}
    ]
    assert acted
    assert len({text.split(":")[0] for text in acted}) == len(acted)
    line = lines.filter(has_text=acted[0]).first
    line.scroll_into_view_if_needed()
    line.hover()
    page.wait_for_selector("#stage .hint .lit", state="attached")
    page.evaluate("() => scrollTo(0, 0)")
    page.mouse.move(5, 5)


@pytest.mark.long
@tables("marbles")
def test_the_sandbox_plays_a_turn_goes_back_and_on_and_its_link_holds_no_secret(space: Space, name: str) -> None:
    page, turn = ready(space, name), TABLES[name][0]
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    page.select_option("#seat", TABLES[name][1])
    type_order(page, TABLES[name][2], LEGAL)
    page.click("#playing button:text-is('Play this turn')")
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    page.wait_for_selector(f"#title:text-is('Turn {turn + 2}')")
    page.click("#playing button[aria-label='One turn back']")
    page.wait_for_selector("#playing:has-text('Sandbox turn 0 of 1')")
    page.wait_for_selector(f"#title:text-is('Turn {turn + 1}')")
    page.click("#playing button[aria-label='One turn on']")
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    assert ("sandbox=" in page.url) is (name != "marbles")  # where hands are hidden, an address would give them away
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")
    page.wait_for_selector(f"#title:text-is('Turn {turn + 1}')")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "kind"),
    effort.choose([("marbles", "telephone")], [*product(TABLES, SEEN)]),
)
def test_nothing_is_cut_or_scrolls_two_ways_and_board_and_copy_are_in_reach(space: Space, name: str, kind: str) -> None:
    page = ready(space, name)
    page.fill("#text", TABLES[name][2])
    page.wait_for_function(SAID, arg=TABLES[name][2])
    for width, height in effort.choose(SEEN[kind][:2], SEEN[kind]):
        for is_open in (False, True) if width < 800 else (False,):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            resize(page, width, height)
            assert page.evaluate(SCROLLS) == []
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
            must = ["#title", "#must", "#text", "#copy"]
            must += ["#stage", "#awaited", "#standings", "#forum", "#state"] if kind == "desktop" else []
            assert page.evaluate(IN_VIEW, must) == [], (width, height, is_open)
            ((_left, top, _right, bottom),), ((_, sheet, *_),) = boxes(page, "#stage"), boxes(page, "#order")
            assert bottom <= (height if width > height else sheet) + 0.5, (width, height, is_open)
            assert bottom - top >= height * (0.4 if kind == "desktop" else 0.2), (width, height, is_open)
    page.evaluate("() => document.documentElement.classList.remove('open')")
