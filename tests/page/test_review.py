"""The faults that a first review of the page found, each with its number there (A1 to A20), seen in a browser.

Where those are that are not here, and the small ones, test_review_list.py says.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.blocks import Picture
from gm_tools.core.text import share_text
from gm_tools.table import open_table, put_order
from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, resize, until
from tests.page.test_orders import HALF, ILLEGAL, LEGAL, try_order, type_order

if TYPE_CHECKING:
    from playwright.sync_api import Page

CRASH = "AMMMLMMMRMMB"  # an order of M that leads over the two cars that crashed, and over their oil
BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def boxes(page: Page, selector: str) -> list[tuple[float, float, float, float]]:
    """Return where elements stand on the screen: left, top, right, bottom."""
    return [tuple(box) for box in page.evaluate(BOXES, selector)]


def take(page: Page, seat: str, text: str, state: str) -> None:
    """Write an order of a seat."""
    choose_seat(page, seat)
    type_order(page, text, state)


def test_a6_what_lies_under_a_path_can_still_be_seen(space: Space) -> None:
    page = space.ready("sandstorm")
    take(page, "M", CRASH, LEGAL)
    letters = dict(
        zip(
            page.eval_on_selector_all("#stage .over g.piece text", "all => all.map((one) => one.textContent)"),
            boxes(page, "#stage .over g.piece text"),
            strict=True,
        )
    )
    discs = boxes(page, "#stage .over > circle[fill='#ffffff']")
    assert {"G", "K"} <= letters.keys()
    for seat in "GK":
        left, top, right, bottom = letters[seat]
        x, y = (left + right) / 2, (top + bottom) / 2
        assert not any(a < x < c and b < y < d for a, b, c, d in discs), f"a number lies on {seat}"
    oil = [one for one in try_order(space, "sandstorm", "M", CRASH).blocks if "oil" in str(one)]
    assert oil
    assert page.locator("#stage .over path[fill='#0b0b14']").count()  # the oil under the cars, beside them


def test_a7_every_end_that_chance_can_make_is_marked_with_its_probability(space: Space) -> None:
    page = space.ready("sandstorm")
    take(page, "M", CRASH, LEGAL)
    report = try_order(space, "sandstorm", "M", CRASH)
    (drawing,) = {block.drawing for block in report.blocks if isinstance(block, Picture) and block.drawing}
    assert len(drawing.landings) == 3
    plates = page.locator("#stage .over .plate").all_text_contents()
    words = {"off": " off the track", "crash": " crash"}  # not by colour alone
    assert sorted(plates) == sorted(share_text(end.chance) + words.get(end.role, "") for end in drawing.landings)
    assert "33% off the track, onto the tile of G and K" in page.inner_text("#risk")


def test_a8_nothing_of_chance_is_cut_off(space: Space) -> None:
    page = space.ready("sandstorm")
    take(page, "M", "(9M)", LEGAL)
    said = page.inner_text("#answer") + (page.text_content("#longer") or "")
    assert "Only the first" not in said
    assert not re.search(r"(?<!\d)0\.0%", said)
    shares = [float(share) for share in re.findall(r"(\d+\.\d)%", said)]
    assert sum(shares) == pytest.approx(100, abs=0.5)


def test_a9_a_mended_order_is_legal(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "A")
    type_order(page, "A(", HALF)
    offered = 0
    for text in ("(2R+1)", "R(R+1)", "A(9M)", "A(9M"):
        page.fill("#text", text)
        page.wait_for_function("text => document.getElementById('verdict').dataset.order === text", arg=text)
        if page.is_visible("#mend"):
            page.click("#mend")
            page.wait_for_selector("#state[data-state=legal]")
            offered += 1
    assert offered


@pytest.mark.long
@pytest.mark.parametrize("size", effort.choose([(360, 640)], [(390, 844), (360, 640)]))
def test_a10_the_whole_board_is_one_tap_on_a_telephone(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("sandstorm")
    resize(page, *size)
    page.evaluate("() => document.documentElement.classList.remove('open')")  # the sheet of the order
    page.click("#view [data-view=whole]")
    (stage,) = boxes(page, "#stage")
    pieces = boxes(page, "#stage g.piece")
    assert len(pieces) >= 10
    for left, top, right, bottom in pieces:
        assert stage[0] <= left < right <= stage[2]
        assert stage[1] <= top < bottom <= stage[3]
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.click("#view [data-view=near]")


def test_a12_an_earlier_turn_says_so_and_has_an_address_and_the_box_steps_aside(space: Space) -> None:
    page = space.ready("sandstorm")
    type_order(page, "(4M)", LEGAL)
    page.keyboard.press("Escape")
    page.focus("#back")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.hash.includes('turn=8')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.hash.includes('turn=7')")
    assert page.inner_text("#note span") == "Looking back at the table after turn 7. Orders are for the current turn."
    assert boxes(page, "#note")[0][3] <= boxes(page, ".stagebox")[0][1], "the board and its legend are free"
    assert "urn 7" in page.inner_text("#title")
    assert page.locator("#stage .over > *").count() == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash.includes('turn=8')")
    page.click("#now")
    page.wait_for_function("() => !location.hash.includes('turn')")
    assert not page.is_visible("#note")
    assert page.inner_text("#title") == "Turn 10"


def test_a13_only_one_thing_is_called_a_turn(space: Space) -> None:
    page = space.ready("lighthouse")
    assert page.inner_text("#title") == "Turn 21"  # the one that orders are posted for
    assert page.inner_text("#where") == "round 5, C to act"
    assert page.inner_text("#shown") == "after turn 20 of 20"


def test_a14_short_words_above_the_standings_are_explained_below_them(space: Space) -> None:
    page = space.ready("sandstorm")
    assert "WC" not in page.inner_text("body")
    assert "Wild: wild cards left" in str(page.text_content("#standings"))
    take(page, "A", "AA(10M)", ILLEGAL)
    assert "WC" not in page.inner_text("#order")


def test_a15_rows_and_columns_are_numbered_where_they_are(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    page.click("#view [data-view=near]")
    car = next(car for car in space.snapshot("sandstorm").position.cars if car.seat == "M")
    row, column = space.snapshot("sandstorm").position.board.place(car.at)
    ticks = {
        (text, "column" if bottom < 160 else "row"): ((left + right) / 2, (top + bottom) / 2)
        for text, (left, top, right, bottom) in zip(
            page.eval_on_selector_all("#stage .tick", "all => all.map((one) => one.textContent)"),
            boxes(page, "#stage .tick"),
            strict=True,
        )
    }
    (box,) = boxes(page, "#stage .mine .mine-ring")
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    assert ticks[str(column), "column"][0] == pytest.approx(x, abs=2)
    assert ticks[str(row), "row"][1] == pytest.approx(y, abs=3)


def test_a20_no_costs_and_no_outcome_are_shown_for_an_illegal_order(space: Space) -> None:
    page = space.ready("sandstorm")
    take(page, "A", "AA(10M)", ILLEGAL)
    said = page.inner_text("#answer") + page.inner_text("#reason")
    assert not re.search(r"Outcome|\d of \d+ wild cards|speed changes \[", said)
    assert not page.is_visible("#risk")


def test_a_number_of_each_fault_stands_in_the_name_of_a_test() -> None:
    folder = Path(__file__).parent
    files = [*folder.glob("test_*.py"), folder.parent / "render" / "test_terminal_colours.py"]
    names = re.findall(
        r"^def test_((?:a\d+_)+)", "\n".join(file.read_text(encoding="utf-8") for file in files), re.MULTILINE
    )
    assert {int(number) for name in names for number in re.findall(r"\d+", name)} == set(range(1, 21))


def test_a_seat_whose_order_is_in_is_marked_and_no_longer_awaited(space: Space, tmp_path: Path) -> None:
    table = until("sandstorm", 9, tmp_path / "given")
    put_order(table.path, "D", "MMLR", "post 1")
    space.publish("given", open_table(table.path), package=False)
    page = space.visit("given", "#seat=D", has_engine=False)
    page.wait_for_selector("#box", state="visible")
    assert page.locator("#standings tbody tr:has(.given) th b").all_text_contents() == ["D"]
    assert page.locator("#standings tbody tr:has(.waits)").count() == 9
    assert sorted({*page.locator("#standings td.next").all_inner_texts()}) == ["○ awaited", "✓ in"]
    assert "D" not in page.locator("#awaited .badge").all_text_contents()
    page.select_option("#seat", "D")
    page.wait_for_selector("#must:text-is('You are Dune Buggy: your order is in')")
    assert "Your turn" not in page.title()
    assert "MMLR" not in page.content()


def test_the_own_row_and_those_awaited_are_marked_in_the_standings(space: Space) -> None:
    page = space.ready("marbles")  # R plays
    assert page.eval_on_selector_all("#standings tr:has(.you)", "all => all.map((one) => one.className)") == ["me"]
    waits = "#standings tbody tr:has(.waits) th b"
    assert page.locator(waits).all_text_contents() == ["R"]
    assert [*filter(None, page.locator("#standings td.next").all_inner_texts())] == ["○ awaited"]
    page.select_option("#seat", "G")
    page.wait_for_selector("#standings tr:has(.you) th b:text-is('G')")
    assert page.locator(waits).all_text_contents() == ["R"]
    page.select_option("#seat", "R")
    page.click("#back")
    page.wait_for_function("() => document.documentElement.classList.contains('old')")
    assert page.locator("#standings .waits").count() == 0  # of an earlier turn nobody is awaited
    assert page.inner_text("#standings tr:has(.you) th b") == "R"
    page.click("#now")
    page.wait_for_selector(waits)
    assert page.locator("#standings .you").count() == 1
    page = space.ready("sandstorm")  # beside the name also where the place stands first
    page.select_option("#seat", "D")
    assert page.inner_text("#standings td:has(.you)").split() == ["Dune", "Buggy", "you"]


@effort.nightly
@pytest.mark.parametrize("hand", effort.some(True, False))
def test_a_ring_is_seen_whole_on_a_small_telephone(space: Space, hand: bool) -> None:
    page = space.ready("marbles")
    resize(page, 360, 640)
    if hand:
        page.fill("#private", " ".join(space.tables["marbles"].position.hands[0]))
        page.wait_for_selector("#stage [data-tap='9']")
    page.wait_for_selector("#view", state="hidden")
    (stage,) = boxes(page, "#stage")
    pieces = boxes(page, "#stage g.piece")
    assert len(pieces) == 16
    for left, top, right, bottom in pieces:
        assert stage[0] <= left < right <= stage[2]
        assert stage[1] <= top < bottom <= stage[3]
    page.fill("#private", "")


def test_what_an_order_costs_is_told_without_what_costs_nothing(space: Space) -> None:
    page = space.ready("sandstorm")
    take(page, "D", TABLES["sandstorm"][2], LEGAL)
    assert page.inner_text("#reason").startswith("spends no wild card: the drive ends early")
    assert "1 of 14 wild cards: 1 for steers" in str(page.text_content("#folds"))
    assert page.text_content("#why small.rule") == "N3.2"


def test_a_finger_on_a_rule_opens_the_rules_in_short(space: Space) -> None:
    page = space.ready("sandstorm")
    resize(page, 390, 844)
    page.evaluate("() => document.getElementById('how').open = false")
    page.evaluate("() => document.documentElement.classList.add('open')")
    take(page, "D", TABLES["sandstorm"][2], LEGAL)
    page.click("#why summary")
    refs = boxes(page, "#why .ref")
    assert refs
    assert all(right - left >= 44 and bottom - top >= 44 for left, top, right, bottom in refs)
    page.locator("#why .ref").first.click()
    assert page.locator("#how[open] summary").evaluate("one => one === document.activeElement")
    page.evaluate("() => document.documentElement.classList.remove('open')")
    page.evaluate("() => document.getElementById('how').open = false")


def test_keys_of_chips_say_what_they_are(space: Space) -> None:
    page = space.ready("lighthouse")
    type_order(page, "GNN", LEGAL)
    key = page.locator("#keys button", has_text="+1E")
    assert key.locator("small").inner_text() == "turbo"


def test_the_roll_is_told_once_above_the_board(space: Space) -> None:
    page = space.ready("willow")
    assert page.inner_text("header").count("P R Y G P G") == 1


def test_the_news_is_above_the_board_and_an_event_lights_its_place(space: Space) -> None:
    page = space.ready("sandstorm")
    assert "Gasket and Kettle crash" in page.inner_text("#news .headline")
    line = page.locator("#rest section:has(h2) ul.told li").first
    line.scroll_into_view_if_needed()
    line.hover()
    page.wait_for_selector("#stage .hint .lit", state="attached")
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('#stage .hint .lit')")


def test_dice_are_tapped_on_the_picture(space: Space) -> None:
    page = space.ready("willow")
    die = "#stage [data-tap='{}']:not([data-spent])"
    for letter, text in (("R", "R3"), ("P", "R3 P2"), ("P", "R3 P2 P1"), ("G", "R3 P2 P1 G1")):
        page.locator(die.format(letter)).first.click()
        page.wait_for_function("text => document.getElementById('verdict').dataset.order === text", arg=text)
        if text == "R3":  # only a P can follow: the other dice are dim, not as one that is used
            late = page.locator("#stage .late")
            assert sorted(late.evaluate_all("all => all.map((one) => one.dataset.tap)")) == ["G", "G", "Y"]
            assert page.locator("#stage [data-spent].late").count() == 0
    assert page.locator("#stage [data-spent]").count() == 4
    page.locator(die.format("Y")).first.click()  # not next: nothing is written
    page.wait_for_timeout(300)
    assert page.input_value("#text").startswith("R3 P2 P1 G1")


def test_a_card_is_tapped_on_the_picture_and_then_a_marble(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", " ".join(space.tables["marbles"].position.hands[0]))
    page.wait_for_selector("#stage [data-tap='9']")
    page.click("#stage [data-tap='9']")
    page.wait_for_function("() => document.getElementById('text').value === '9'")
    page.wait_for_selector("#state:text-is('Not finished yet')")
    page.wait_for_function("() => document.querySelectorAll('#stage .reach > g').length === 1")
    (spot,) = boxes(page, "#stage .reach > g")
    page.mouse.click((spot[0] + spot[2]) / 2, (spot[1] + spot[3]) / 2)
    page.wait_for_selector("#state:text-is('Legal')")
    assert page.input_value("#text") == "9 R17>26"
    page.click("#stage [data-tap='10']")  # another card begins another order
    page.wait_for_function("() => document.getElementById('text').value === '10'")
    page.fill("#private", "")


def test_the_card_on_the_pile_cannot_be_tapped(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#private", "2 7 warrior")
    page.wait_for_selector("#stage [data-tap=warrior]")
    type_order(page, "warrior R17", LEGAL)
    assert page.locator("#stage [data-tap]").evaluate_all("all => all.map((one) => one.dataset.tap)") == [
        "2",
        "7",
        "warrior",
    ]
    assert page.locator("#stage [data-spent]").evaluate_all("all => all.map((one) => one.dataset.tap)") == ["warrior"]
    page.fill("#text", "")
    page.fill("#private", "")


def test_a_shift_is_tapped_on_its_table_and_then_a_space(space: Space) -> None:
    page = space.ready("lighthouse")
    marked = page.locator("#stage .reach > g").count()
    dot = page.locator("#pad .spots > g", has=page.locator("title:text-is('W5 (GNN)')"))
    dot.scroll_into_view_if_needed()
    dot.click(force=True)
    page.wait_for_function("count => document.querySelectorAll('#stage .reach > g').length < count", arg=marked)
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'GNN'")
    assert page.locator("#stage .reach > g").count() > 0
    assert page.inner_text("#pad figcaption") == "shift after this: W5"
    spots = boxes(page, "#stage .reach > g")
    page.mouse.click((spots[-1][0] + spots[-1][2]) / 2, (spots[-1][1] + spots[-1][3]) / 2)
    page.wait_for_function("() => document.getElementById('verdict').dataset.state === 'legal'")
    targets = space.snapshot("lighthouse").game.targets(space.snapshot("lighthouse").position, "C")
    assert page.input_value("#text") in {target.order for target in targets if target.by == "W5"}


def test_a_sandbox_of_a_game_with_hidden_hands_is_never_an_address(space: Space) -> None:
    page = space.ready("marbles")
    page.click("#try")
    page.wait_for_selector("#sandbox .row", state="visible")
    page.select_option("#seat", TABLES["marbles"][1])
    type_order(page, TABLES["marbles"][2], LEGAL)
    page.evaluate("() => { crypto.getRandomValues = (bytes) => bytes; }")  # draws no Devil
    page.click("#playing button:text-is('Play this turn')")
    page.wait_for_selector("#playing:has-text('Sandbox turn 1 of 1')")
    page.click("#playing button:text-is('Play this turn')")  # hands were drawn for all: bots play on
    page.wait_for_selector("#playing:has-text('Sandbox turn 2 of 2')")
    page.evaluate("() => delete crypto.getRandomValues")
    assert page.locator("#sandbox .warned, #playing .warned").count() == 0
    seat = page.input_value("#seat")
    page.wait_for_selector(f"#stage:has-text('hand of {seat}')")  # the hand that was drawn for whoever plays next
    assert "sandbox=" not in page.url
    assert page.locator(":is(#playing, #sandbox) button:has-text('link')").count() == 0
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")


@pytest.mark.parametrize("name", ["sandstorm", "lighthouse"])
def test_what_the_marks_on_the_board_mean_stands_in_its_corner(space: Space, name: str) -> None:
    page = space.ready(name)
    cost = {"sandstorm": "wild cards it costs", "lighthouse": "turbo chips it costs"}[name]
    bad = {"sandstorm": "only by leaving the track", "lighthouse": "crashes here"}[name]
    told = [text.strip("123\n") for text in page.locator("#marks li").all_inner_texts()]
    assert told == ["can end here", cost, bad]
    assert page.locator("#marks li").nth(1).locator("text").text_content() in {"1", "2", "3"}
    page.click("#back")
    page.wait_for_selector("#now")
    assert page.locator("#marks li").count() == 0
    page.click("#now")
    assert page.locator("#marks li").count() == 3


def test_the_small_picture_frames_what_the_large_one_shows(space: Space) -> None:
    page = space.ready("sandstorm")
    lens = page.locator("#small .lens")
    assert lens.is_visible()
    assert page.evaluate("() => getComputedStyle(document.querySelector('.lens')).stroke") == "rgb(22, 104, 240)"
    page.click("#view button[data-view='whole']")
    assert not lens.is_visible()
    page.click("#view button[data-view='near']")


def test_a_fault_of_the_engine_is_told_in_a_sentence(space: Space) -> None:
    page = space.ready("sandstorm")
    scripts = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    module = next(name for name in scripts if "/engine.js" in name)
    said = "module => import(module).then((engine) => engine.call('answer', 1)).catch((error) => error.message)"
    assert page.evaluate(said, module) == (
        "This could not be worked out: it is a fault of the page. Reload it, or try something else."
    )
    # It stands in the console, for who can mend it
    space.heard = [heard for heard in space.heard if "answer()" not in heard]
