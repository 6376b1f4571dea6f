"""How the page looks and is used: telephone and desktop, dark and light, by keyboard, by those who do not see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.blocks import Picture, picture_lines
from gm_tools.core.drawing import Piece
from gm_tools.table import open_table
from tests import effort
from tests.browser import findings
from tests.page import make_start
from tests.page.conftest import TABLES, Space, choose_seat, chosen_tables, resize
from tests.page.test_orders import HALF, ILLEGAL, LEGAL, UNREAD, maps, type_order

if TYPE_CHECKING:
    from playwright.sync_api import Route

# A light telephone and a dark desktop; in a long run each both ways on the one table.
SCHEMES = {
    (True, 390): effort.choose(("light",), ("light", "dark")),
    (True, 1280): effort.choose(("dark",), ("light", "dark")),
    (False, 390): ("dark",),
    (False, 1280): ("light",),
}


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm",), tuple(TABLES)))
def test_it_fits_and_has_no_fault_of_accessibility(space: Space, name: str) -> None:
    page = space.ready(name)
    _, _seat, order = TABLES[name]
    grounds = set()
    for width in (390, 1280):
        resize(page, width, 844)
        type_order(page, order, LEGAL)
        if width == 390:
            page.evaluate("() => document.documentElement.classList.add('open')")
        for scheme in SCHEMES[name == "sandstorm", width]:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
            grounds.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
            assert findings(page) == []
        page.evaluate("() => document.documentElement.classList.remove('open')")
    assert len(grounds) == 2


IN_VIEW = """(names) => names.filter((name) => {
  const all = [...document.querySelectorAll(name)];
  return !all.length || !all.every((one) => {
    const {left, top, right, bottom, width, height} = one.getBoundingClientRect();
    return width > 0 && height > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });
})"""


@pytest.mark.long
@pytest.mark.parametrize("size", effort.choose([(1280, 800)], [(1280, 800), (1440, 900)]))
@pytest.mark.parametrize("name", chosen_tables())
def test_board_and_box_stand_beside_each_other_without_scrolling(
    space: Space, name: str, size: tuple[int, int]
) -> None:
    page = space.ready(name)
    resize(page, *size)
    page.evaluate("() => scrollTo(0, 0)")
    type_order(page, TABLES[name][2], LEGAL)
    must = ["#title", "#must", "#awaited", "#stage", "#seat", "#text", "#state", "#copy", "#forum", "#standings"]
    assert page.evaluate(IN_VIEW, must) == []
    assert page.evaluate("() => document.getElementById('stage').clientHeight") > 0.42 * size[1]


COVERED = """() => {
  return [...document.querySelectorAll("#more li, #more h2")].filter((one) => {
    one.scrollIntoView({block: "center"});
    const {left, right, top, width} = one.getBoundingClientRect();
    return width && document.elementFromPoint(Math.min(right, innerWidth) - 2, top + 4)?.closest("#order");
  }).map((one) => one.textContent);
}"""


@pytest.mark.long
@pytest.mark.parametrize("width", effort.choose([1000], [1000, 1280, 1440]))
def test_the_order_box_covers_nothing_of_what_stands_below_the_board(space: Space, width: int) -> None:
    page = space.ready("sandstorm")
    resize(page, width, 800)
    page.evaluate("() => document.querySelectorAll('[id^=guide-]').forEach((one) => { one.open = true; })")
    assert page.evaluate("() => document.querySelectorAll('#more details[id^=guide-] li').length") > 10
    assert page.evaluate(COVERED) == []


def test_my_car_is_marked_and_named_in_full_words(space: Space) -> None:
    page = space.ready("sandstorm")
    for seat, player in (("M", "Magneto Mags"), ("T", "Tumbleweed")):
        page.select_option("#seat", seat)
        page.wait_for_function("seat => document.getElementById('me').textContent === seat", arg=seat)
        assert page.inner_text("#must").startswith(f"You are {player}: order ")
        assert page.locator("#stage .mine .mine-ring").count() == 1
        assert page.inner_text("#standings tr.me th b") == seat
        assert page.title().startswith("Your turn")


def test_a18_every_car_has_a_colour_of_its_own_in_the_standings(space: Space) -> None:
    page = space.ready("sandstorm")
    colours = page.eval_on_selector_all(
        "#standings th b", "all => all.map((one) => [one.textContent, getComputedStyle(one).backgroundColor])"
    )
    assert len({colour for _, colour in colours}) == len(colours) == 10


def test_a5_a_car_has_the_colour_that_the_game_calls_it(space: Space) -> None:
    page = space.ready("lighthouse")
    grounds = dict(
        page.eval_on_selector_all(
            "#standings th b", "all => all.map((one) => [one.textContent, getComputedStyle(one).backgroundColor])"
        )
    )
    notes = {
        row[0]: row[1]
        for row in page.eval_on_selector_all(
            "#standings tbody tr", "all => all.map((one) => [one.querySelector('th b').textContent, one.innerText])"
        )
    }
    (white,) = (seat for seat, text in notes.items() if "white" in text)
    (black,) = (seat for seat, text in notes.items() if "black" in text)
    assert grounds[white] == "rgb(255, 255, 255)"
    assert sum(map(int, grounds[black].removeprefix("rgb(").removesuffix(")").split(", "))) < 120


@effort.nightly
def test_the_board_stands_still_while_an_order_is_typed(space: Space) -> None:
    page = space.ready("lighthouse")
    place = "() => JSON.stringify(document.querySelector('#stage').getBoundingClientRect())"
    was = page.evaluate(place)
    for text, state in (("G", HALF), ("GN(", UNREAD), ("GEEE", ILLEGAL), ("GNN", LEGAL)):
        type_order(page, text, state)
        assert page.evaluate(place) == was


def test_no_line_of_text_is_cut_off(space: Space) -> None:
    page = space.ready("lighthouse")
    resize(page, 390, 844)
    type_order(page, TABLES["lighthouse"][2], LEGAL)
    wider = "() => [...document.querySelectorAll('pre:not(.map)')].filter((one) => one.parentNode.scrollWidth > one.parentNode.clientWidth)"
    assert page.evaluate(f"({wider})().map((one) => one.textContent)") == []


def test_the_keyboard_is_enough(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate(
        "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
    )
    page.keyboard.press("Tab")  # from the top, as on a page that was just opened
    assert page.evaluate("() => document.activeElement.className") == "skip"
    assert page.evaluate("() => document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.id") == "seat"
    page.keyboard.type("A")
    assert page.input_value("#seat") == "A"
    while page.evaluate("() => document.activeElement.id") != "text":
        page.keyboard.press("Tab")
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.type("A(9M)")
    page.wait_for_selector("#mend:text-is('Write A(8M)')")
    while page.evaluate("() => document.activeElement.id") != "mend":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#state:text-is('Legal')")
    page.focus("#text")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#copied:not(:empty)")
    assert "A(8M)" in page.evaluate("() => navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    assert page.input_value("#text") == ""
    page.wait_for_selector("html[data-surveyed=A]", state="attached")
    page.focus("#stage")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#state[data-state=legal]")
    box = "() => document.querySelector('#stage svg').viewBox.baseVal.width"
    was = page.evaluate(box)
    page.keyboard.press("+")
    assert page.evaluate(box) == pytest.approx(was / 1.25, rel=1e-3)
    page.keyboard.press("-")
    assert page.evaluate(box) == pytest.approx(was, rel=1e-3)
    page.keyboard.press("z")
    assert page.get_attribute("#view [data-view=whole]", "aria-pressed") == "true"


def test_steps_from_turn_to_turn_have_addresses_and_the_box_steps_aside(space: Space) -> None:
    page = space.ready("sandstorm")
    title, newest = page.inner_text("#title"), maps(page)
    page.click("#back")
    page.wait_for_selector("#shown:text-is('after turn 8 of 9')")
    assert page.url.endswith("#turn=8")
    assert maps(page) != newest
    assert "turn 8" in page.inner_text("#title").lower()
    assert page.is_visible("#note")
    assert page.locator("#stage .reach > *").count() == 0
    page.focus("#copy")
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#shown:text-is('after turn 0 of 9')")
    assert not page.is_visible("#back")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#shown:text-is('after turn 1 of 9')")
    page.keyboard.press("End")
    page.wait_for_selector("#shown:text-is('after turn 9 of 9')")
    page.focus("#copy")
    page.keyboard.press("Home")
    page.wait_for_selector("#shown:text-is('after turn 0 of 9')")
    type_order(page, "A(2M)RM(R+1)", LEGAL)  # an order is for now
    page.wait_for_selector("#shown:text-is('after turn 9 of 9')")
    assert page.inner_text("#title") == title
    assert "#turn" not in page.url
    assert not page.is_visible("#note")
    page.fill("#text", "")
    page.wait_for_selector("#answer:empty", state="attached")
    assert maps(page) == newest


def test_everything_can_be_read_without_scripts(space: Space) -> None:
    page = space.visit("sandstorm", java_script_enabled=False)
    assert page.is_hidden("#seat")  # nothing comes of a choice without a program
    table = space.tables["sandstorm"]
    report = table.game.turn_blocks((), table.position)
    (board,) = [block for block in report if isinstance(block, Picture)]
    assert page.text_content("#maps .map") == "\n".join(picture_lines(board))
    assert page.is_visible("#stage svg")
    text = page.inner_text("body")
    assert all(seat.player in text for seat in table.seats)
    assert page.is_visible("#sheet")
    for heading in ("What happened", "Standings", "How orders are written", "Order sheets, in every game", "Turns"):
        assert heading in text
    assert "To try orders here, turn on JavaScript" in text
    assert not page.is_visible("#box")
    page.click("#back")
    assert "turn 8" in page.inner_text("h1")
    page.click("text=newest")
    assert page.url.endswith("/sandstorm/index.html")


@pytest.mark.long
@pytest.mark.parametrize("size", effort.some((1280, 800), (1440, 900)))
def test_a_line_of_the_standings_is_one_line_high_and_all_of_them_are_seen(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("sandstorm")
    resize(page, *size)
    heights = (
        "() => [...document.querySelectorAll('#standings tbody tr')].map((one) => one.getBoundingClientRect().height)"
    )
    found = page.evaluate(heights)
    assert len(found) == 10
    assert page.locator("#standings tbody .waits").count() == 10
    assert max(found) < 30
    assert page.evaluate(IN_VIEW, ["#standings tbody tr"]) == []


@effort.nightly
def test_a_mark_steps_aside_from_the_car_that_it_would_hide(space: Space) -> None:
    page = space.ready("sandstorm")
    snapshot = space.snapshot("sandstorm")
    stands = {tuple(piece.at): piece.seat for piece in _pieces(space)}
    for seat in snapshot.game.awaited(snapshot.position):
        bad = [
            target
            for target in snapshot.game.targets(snapshot.position, seat)
            if target.at in stands and target.role in ("off", "occupied")
        ]
        if bad:
            break
    else:
        pytest.fail("no car of the example stands on a place that is reached badly")
    choose_seat(page, seat)
    (x, y), mark = bad[0].at, stands[tuple(bad[0].at)]
    letter = page.evaluate(
        """([x, y, mark]) => {
          const all = [...document.querySelectorAll('#stage g.piece')].filter((one) => one.textContent === mark && !one.closest('.layer'));
          const {left, top, width, height} = all[0].querySelector('text').getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }""",
        [x, y, mark],
    )
    crosses = page.eval_on_selector_all(
        "#stage .reach .cross",
        "all => all.map((one) => { const {left, top, right, bottom} = one.getBoundingClientRect(); return [left, top, right, bottom]; })",
    )
    assert crosses
    assert not any(a < letter[0] < c and b < letter[1] < d for a, b, c, d in crosses)


def _pieces(space: Space) -> tuple[Piece, ...]:
    snapshot = space.snapshot("sandstorm")
    blocks = snapshot.game.turn_blocks((), snapshot.position)
    (drawing,) = [block.drawing for block in blocks if isinstance(block, Picture) and block.drawing]
    return drawing.pieces


@pytest.mark.long
def test_a_row_of_the_outcome_leads_to_its_place_on_the_board(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    type_order(page, "A(3M)L(3M)R(2M)B", LEGAL)
    page.click("#longer summary")  # all ways to the ends
    ends, ways = page.locator("#answer .end summary"), page.locator("#longer tbody tr")
    assert (ends.count(), ways.count()) == (3, 19)
    for one in (*ends.all(), *(way.locator("button.find") for way in ways.all()[:: effort.choose(5, 1)])):
        said = one.text_content() or ""
        whole = said if "row" in said else one.locator("xpath=ancestor::tr").inner_text()
        row, column = map(int, re.findall(r"row (\d+) col(?:umn)? (\d+)", whole)[0])
        one.click()
        place = page.eval_on_selector(
            "#stage .lit", "one => [one.getAttribute('cx'), one.getAttribute('cy')].map(Number)"
        )
        assert place == [column + 0.5, row + 0.5]
    page.fill("#text", "")
    page.wait_for_selector("#answer:empty", state="attached")


def test_when_the_game_is_over_the_box_of_the_order_tells_who_has_won(space: Space) -> None:
    space.publish("ended", open_table(make_start.TOP / "turns" / "papers"), package=False)
    page = space.visit("ended", has_engine=False)
    page.wait_for_selector("#order [data-name=result]")
    assert page.locator("[data-name=result]").count() == 1
    assert "Chidi wins" in page.inner_text("#order")
    assert page.inner_text("#news").replace("\N{NO-BREAK SPACE}", " ") == "1. Chidi · 2. Ben · 3. Anouk · 4. Dora"
    assert not page.is_visible("#seat")
    assert page.locator("#standings .you").count() == 0
    assert page.locator("#standings th b[class^=piece-]").count() == 4  # though no car is left on the board
    assert page.inner_text("#table").strip() == "papers"
    for width in (360, 390):
        resize(page, width, 700)
        page.evaluate(
            "() => { document.getElementById('title').textContent = 'Round 9, the race is over: Blue and Purple win together'; }"
        )
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    resize(page, 1280, 800)
    page.click("#back")
    page.wait_for_selector("#shown:text-is('after turn 43 of 44')")
    assert page.locator("[data-name=result]").count() == 0
    page.click("#on")
    page.wait_for_selector("#order [data-name=result]")
    assert page.locator("[data-name=result]").count() == 1
    context = space.context(has_engine=False)  # of two players the list has the second alone

    def unlist(route: Route) -> None:
        route.fulfill(body=route.fetch().text().replace("<li>1. Chidi</li>", ""), content_type="text/html")

    context.route("**/ended/", unlist)
    page = space.look(context, "ended")
    page.wait_for_selector("#news .headline > :text-is('Chidi wins. Congratulations!')")


def test_who_acts_when_stands_above_a_board_in_turn(space: Space) -> None:
    page = space.ready("lighthouse")
    queue = page.locator("#queue")
    assert queue.locator(".goes .badge").all_text_contents() == ["C", "F", "A", "D", "E"]
    assert queue.locator(".acts .badge").all_text_contents() == ["C"]
    assert queue.locator(".goes li").first.inner_text().split() == ["C", "W5S2", "1", "2", "3"]
    assert queue.locator(".after .badge").all_text_contents() == ["E", "F", "A", "C", "D"]


@effort.nightly
def test_all_that_is_written_beside_the_ends_of_an_order_is_in_sight(space: Space) -> None:
    page = space.ready("sandstorm")
    resize(page, 1280, 800)
    type_order(page, "A(2M)RM(R+1)", LEGAL)
    cut = """() => {
      const stage = document.getElementById("stage").getBoundingClientRect();
      return [...document.querySelectorAll("#stage .over .plate")].filter((plate) => {
        const { left, top, right, bottom } = plate.getBoundingClientRect();
        return left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom;
      }).length;
    }"""
    for view in ("near", "whole"):
        page.click(f"[data-view={view}]")
        assert page.locator("#stage .over .plate").count()
        assert page.evaluate(cut) == 0


@effort.nightly
def test_cars_seen_from_far_are_large_and_apart(space: Space) -> None:
    page = space.ready("sandstorm")
    resize(page, 390, 844)
    page.evaluate("() => document.querySelector('[data-view=whole]').click()")
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("#stage g.piece")].filter((piece) => !piece.closest(".layer"))
        .map((piece) => { const { x, y, width, height } = piece.querySelector("text").getBoundingClientRect(); return [x + width / 2, y + height / 2, height]; })"""
    )
    assert len(boxes) == 10
    for number, (x, y, high) in enumerate(boxes):
        assert high > 9
        assert all(abs(x - u) + abs(y - v) > 9 for u, v, _high in boxes[:number])
    resize(page, 1280, 800)
    page.click("[data-view=near]")


@effort.nightly
def test_standings_in_german_take_one_line_a_car(space: Space) -> None:
    page = space.german("papers")
    resize(page, 1280, 800)
    lines = "() => [...document.querySelectorAll('#standings tbody tr')].map((row) => row.offsetHeight)"
    assert max(page.evaluate(lines)) < 30
