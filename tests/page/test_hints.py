"""What the page shows before and while somebody plays: ways under the pointer, what a marble can do, keys, the way back through turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from gm_tools.reports.base import first_drawing
from gm_tools.reports.turn_post import turn_post
from tests.page.conftest import TABLES, Space, choose_seat, chosen_tables, resize
from tests.page.test_orders import HALF, ILLEGAL, LEGAL, type_order
from tests.page.test_play import PLACES
from tests.page.test_tap import find_drawn, ways
from tests.page.visitor import HELD, walk

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHOWN = "() => document.querySelectorAll('#stage .over > *').length"
WIDTH = "() => document.querySelector('#stage svg').viewBox.baseVal.width"
MARBLES = """([x, y]) => [...document.querySelectorAll('#stage g.piece')].filter((one) => {
    const [a, b] = one.getAttribute('transform').match(/translate\\((\\S+) (\\S+)\\)/).slice(1).map(Number);
    return Math.hypot(a - x, b - y) < 0.1;
  }).map((one) => { const {left, top, width, height} = one.getBoundingClientRect(); return [left + width / 2, top + height / 2]; })"""


def rest(page: Page, x: float, y: float) -> None:
    """Point at a place and wait for what is told of it."""
    page.mouse.move(x, y)
    page.wait_for_function("() => document.getElementById('pointed').textContent !== ''")


def test_pointing_at_a_place_draws_its_way_and_taps_count_its_ways(space: Space) -> None:
    page = space.ready("sandstorm")
    page.mouse.move(2, 2)
    places = page.evaluate(PLACES)
    x, y = places[len(places) // 2]
    wide = page.evaluate(WIDTH)
    rest(page, x, y)
    assert page.inner_text("#pointed").startswith("1 of ")
    page.wait_for_function(f"() => ({SHOWN})() > 0")
    assert page.input_value("#text") == ""  # only shown
    assert page.evaluate(WIDTH) == wide  # the camera stays
    page.mouse.move(2, 2)
    page.wait_for_function(f"() => ({SHOWN})() === 0")
    for number in (1, 2):
        page.mouse.click(x, y)
        page.wait_for_function("() => document.getElementById('verdict').dataset.state === 'legal'")
        assert page.inner_text("#pointed").startswith(f"{number} of ")


LATER = """async () => { const { call } = await import(document.querySelector('link[href*="/engine.js"]').href);
  await call('keys', 'C', ''); }"""


def test_an_order_that_was_pointed_at_before_another_was_written_is_not_drawn(space: Space) -> None:
    page = space.ready("lighthouse")
    place = find_drawn(page, next(iter(ways(space, "lighthouse", "C"))))
    page.evaluate(HELD, "answer")
    page.mouse.move(*place)
    page.wait_for_function("() => window.goOn")  # its way is asked for
    page.fill("#text", " ")
    page.evaluate("() => { window.goOn(); delete window.goOn; }")
    page.evaluate(LATER)
    assert page.locator("#stage .over > *").count() == 0
    page.mouse.move(0, 0)
    page.mouse.move(*place)
    page.evaluate("() => document.getElementById('text').dispatchEvent(new Event('input'))")  # before it is asked for
    page.wait_for_timeout(150)
    page.evaluate(LATER)
    assert page.locator("#stage .over > *").count() == 0


def test_without_a_hand_the_page_says_that_it_needs_it(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", "")
    page.wait_for_function(
        "() => document.getElementById('state').textContent.startsWith('Tap the cards that you hold')"
    )
    assert page.get_attribute("#private", "placeholder") == "e.g. 3 trick trick"
    for hand, wrong in (
        ("2 3", "R holds 3 cards, found R: 2, 3"),
        ("2 trick 17", "17 is no card"),
    ):  # said before an order is
        page.fill("#private", hand)
        page.wait_for_selector(f"#refused:has-text('{wrong}')")
        assert page.inner_text("#state").startswith("Correct the box above")
    page.fill("#private", "")
    page.wait_for_selector("#refused:empty", state="attached")
    type_order(page, "2", HALF)  # it may go on: grey, not red
    type_order(page, "2 R17>19", "Possible, if you hold the 2")
    type_order(page, "zz", "Not understood")


def test_a_marble_may_be_tapped_before_a_card(space: Space) -> None:
    page = space.ready("marbles")
    table = space.tables["marbles"]
    begin = table.game.targets(table.position, "R")[0].begin
    page.fill("#private", " ".join(table.position.hands[0]))
    page.wait_for_selector("#stage .reach > g", state="attached")
    page.wait_for_function("() => document.getElementById('state').textContent.startsWith('Type an order')")
    page.wait_for_timeout(400)
    spots = page.evaluate(PLACES)
    ((x, y),) = page.evaluate(MARBLES, list(begin or ()))
    page.mouse.click(x + 9, y)  # beside the disc: there is room for a finger
    page.wait_for_selector("#state:text-is('Ball of R: choose 2, 9, 10, or tap where it should go.')")
    assert page.input_value("#text") == ""
    page.mouse.click(*spots[0])
    page.wait_for_selector("#state:text-is('Legal')")
    for first, second in (("card", "marble"), ("marble", "card")):  # each of which is moved to one place only
        page.fill("#text", "")
        page.wait_for_selector("#state:not([data-state])", state="attached")
        for what in (first, second):
            page.mouse.click(x, y) if what == "marble" else page.click("#stage [data-tap='9']")
            wanted = "Legal" if what == second else "Not finished yet" if what == "card" else "Ball of R"
            page.wait_for_selector(f"#state:has-text('{wanted}')")
        assert page.input_value("#text") == "9 R17>26"
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    page.focus("#stage")  # by keys: a marble, then where it goes
    walk(page, "Ball of R: choose 2, 9, 10")
    page.keyboard.press("Enter")
    page.wait_for_selector("#state:has-text('Ball of R')")
    walk(page, "9 R17>26")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('text').value === '9 R17>26'")
    (u, v), *_ = page.evaluate(MARBLES, [31.62, 8.96])
    page.mouse.click(u, v)
    assert page.inner_text("#pointed") == "None of your cards can move this ball of B."
    # Later in the sandbox no hand has to be told, and marbles are chosen in the same way.
    page.fill("#text", "2 R17>19")
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    # A hand for G that can bring a marble in
    page.evaluate("() => { crypto.getRandomValues = (bytes) => bytes.fill(2); }")
    page.click("#playing button.main")
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    page.wait_for_selector("html[data-surveyed=G]", state="attached")
    page.wait_for_selector("#stage .reach > g", state="attached")
    page.mouse.click(u, v)
    assert page.inner_text("#pointed") == "None of your cards can move this ball of B."
    page.evaluate("() => { delete crypto.getRandomValues; }")
    page.click("#try")
    page.fill("#private", "")


def test_the_camera_has_buttons_a_wheel_and_keys_which_a_list_tells(space: Space) -> None:
    page = space.ready("sandstorm")
    wide = page.evaluate(WIDTH)
    page.click("#nearer")
    assert page.evaluate(WIDTH) < wide
    page.click("#farther")
    assert abs(page.evaluate(WIDTH) - wide) < 0.01
    page.hover("#stage")
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"wide => ({WIDTH})() < wide", arg=wide)
    page.click("#shown")  # the focus is nowhere in particular
    page.keyboard.press("0")
    assert abs(page.evaluate(WIDTH) - wide) < 0.01
    page.click("#nearer")
    assert page.locator("#view [aria-pressed=true]").count() == 0, "neither is what is shown"
    # It says that it goes no farther, and does not.
    page.evaluate("() => { for (let i = 0; i < 20; i += 1) document.getElementById('farther').click(); }")
    assert page.get_attribute("[data-view=whole]", "aria-pressed") == "true"
    assert page.evaluate(WIDTH) > wide
    page.keyboard.press("z")
    assert page.get_attribute("[data-view=near]", "aria-pressed") == "true"
    page.keyboard.press("z")
    assert page.get_attribute("[data-view=whole]", "aria-pressed") == "true"
    page.click("#small")
    assert page.get_attribute("[data-view=near]", "aria-pressed") == "true"
    page.keyboard.press("?")
    assert page.is_visible("#shortcuts kbd:text-is('Z')")
    assert page.is_visible("#shortcuts kbd:text-is('right button')")
    page.keyboard.press("Escape")
    assert not page.is_visible("#shortcuts")


def test_back_goes_through_the_turns_and_an_earlier_turn_offers_no_copy(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate("() => history.replaceState(null, '', '#seat=D')")
    for turn in (8, 7):
        page.click("#back")
        page.wait_for_selector(f"#shown:text-is('after turn {turn} of 9')")
    assert page.url.endswith("#seat=D&turn=7")
    assert not page.is_visible("#copy")
    page.go_back()
    page.wait_for_selector("#shown:text-is('after turn 8 of 9')")
    assert "turn 8" in page.title().lower()
    assert not page.title().startswith("Your turn")
    page.go_back()
    page.wait_for_selector("#shown:text-is('after turn 9 of 9')")
    assert page.is_visible("#copy")
    assert page.url.endswith("#seat=D")


def test_an_order_that_surely_leaves_the_track_ends_where_the_table_says(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    type_order(page, "A(4M)RL(L+1)(3M)", LEGAL)
    assert "row 0 col 43" in page.inner_text("#answer")
    assert sorted(page.locator("#stage .tick.hot").all_text_contents()) == ["0", "43", "47"]


@pytest.mark.long
@pytest.mark.parametrize("name", chosen_tables())
def test_players_read_no_numbers_of_rules(space: Space, name: str) -> None:
    page = space.ready(name)
    type_order(page, TABLES[name][2], LEGAL)
    read = "() => ['verdict', 'risk', 'answer', 'standings', 'rest', 'news'].map((one) => document.getElementById(one).innerText).join(' ')"
    number = re.compile(r"\[[A-Z]+\d|\b[NCZTV]\d+\.\d")
    page.evaluate("() => { document.getElementById('why').hidden = true; }")  # there they stand, folded
    assert not number.search(page.evaluate(read))
    if page.is_visible("#back"):
        page.click("#back")
        page.wait_for_selector("#now", state="visible")
        assert not number.search(page.evaluate(read))
        page.click("#now")
    if name == "marbles":
        type_order(page, "2 R17>20", ILLEGAL)
        assert page.inner_text("#reason") == "R17 would move to 19"


def test_the_letters_of_an_order_are_nobodys_marks(space: Space) -> None:
    page = space.ready("sandstorm")
    news = page.locator("#rest .told .news").all_inner_texts()
    assert {text.partition(":")[0] for text in news} == {"K Kettle", "G Gasket"}


def test_pointing_at_a_ball_names_its_field_and_at_a_plate_or_the_card_says_what_is_too_small_there(
    space: Space,
) -> None:
    page = space.ready("marbles")
    place = "([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(document.querySelector('#stage > svg > g').lastElementChild.getScreenCTM()); return [p.x, p.y]; }"
    drawing = first_drawing(turn_post(space.tables["marbles"], TABLES["marbles"][0], "public").blocks)
    assert drawing is not None
    named, (wide, high) = dict(drawing.names), (drawing.columns, drawing.rows)
    told = {
        named["R>d"]: "Field Rd",
        (wide - 3, high - 3): "R · with B · 3 cards · cannot bring a ball in",
        (wide - 3, 3): "K · with G · 3 cards · can bring a ball in",
        (wide / 2, high / 2): "K played · warrior K49 · throws R1",
    }
    for size in ((1280, 800), (390, 844)):
        resize(page, *size)
        page.mouse.move(1, 1)
        for at, words in told.items():
            page.mouse.move(*page.evaluate(place, list(at)))
            assert page.inner_text("#pointed") == words, size
    page.mouse.click(*page.evaluate(place, [wide - 3, high - 3]))
    assert page.inner_text("#pointed") == "R · with B · 3 cards · cannot bring a ball in"
    assert page.input_value("#text") == ""
