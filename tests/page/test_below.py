"""What stands below the board of the page: events, guides, the map as text, notes, the check of a turn; and how a game ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.events import PUBLIC
from gm_tools.core.languages import speak
from gm_tools.page.parts import parts
from gm_tools.render import text
from gm_tools.render.drawing import draw
from gm_tools.reports.base import first_drawing
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests import effort
from tests.browser import findings
from tests.page import make_start
from tests.page.conftest import TABLES, Space, resize, until

# Every game at all sizes, light and dark, in a long run; every day the smallest telephone for one of them.
STATES = effort.choose(
    [("sandstorm", (360, 640), "light")],
    [
        (name, size, scheme)
        for name in TABLES
        for size in ((1280, 800), (1440, 900), (390, 844), (360, 640))
        for scheme in ("light", "dark")
    ],
)
OPEN = """isOpen => {
  for (const one of document.querySelectorAll('#more details')) one.open = isOpen;
  const columns = document.querySelector('.columns');
  if (columns && Boolean(document.querySelector('#standings .full')) !== isOpen) columns.click();
}"""
BELOW = """() => {
  const box = (one) => one.getBoundingClientRect();
  const gaps = (all) => all.slice(1).flatMap((one, at) => { const [was, now] = [box(all[at]), box(one)];
    return Math.abs(was.left - now.left) < 1 && now.width ? [Math.round(now.top - was.bottom)] : []; });
  const folded = [...document.querySelectorAll('#more > details')].filter((one) => box(one).width);
  const guides = folded.filter((one) => one.id.startsWith('guide-')).map((one) => [...one.querySelectorAll(':scope > section')]);
  const edge = (one) => { const {paddingLeft, borderRadius, borderTopWidth} = getComputedStyle(one); return [paddingLeft, borderRadius, borderTopWidth].join(); };
  return {rest: gaps([...document.querySelectorAll('#rest > *')].filter((one) => box(one).width)), folded: gaps(folded),
    guides: guides.flatMap(gaps), edges: [...new Set(folded.map(edge))]};
}"""


@effort.nightly
@pytest.mark.parametrize(("name", "size", "scheme"), STATES)
def test_what_can_be_opened_below_the_board_has_no_fault_of_accessibility(
    space: Space, name: str, size: tuple[int, int], scheme: str
) -> None:
    page = space.ready(name)
    resize(page, *size)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.evaluate(OPEN, True)
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    found = findings(page)
    page.evaluate(OPEN, False)
    assert found == []


def test_what_stands_below_the_board_stands_apart_and_alike(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate(OPEN, True)
    found = page.evaluate(BELOW)
    page.evaluate(OPEN, False)
    assert min(found["rest"]) >= 12
    assert len(found["guides"]) > 2
    assert min(found["guides"]) >= 8
    assert len(set(found["folded"])) == 1
    assert len(found["edges"]) == 1


def test_a_guide_on_the_page_leads_to_nothing_that_the_reader_is_at(space: Space) -> None:
    page = space.ready("sandstorm")
    assert page.locator("#guide-player a, #guide-fair a").count() == 0
    told = page.locator("#guide-player").text_content() or ""
    assert "If you change your mind" in told
    assert "gm rules" not in told
    assert "Try it" not in told


def test_how_a_game_ended_is_not_told_as_in_a_post() -> None:
    table = open_table(make_start.TOP / "turns" / "lighthouse")
    post = turn_post(table, table.turn, PUBLIC)
    assert "at the end of this post" in text.render(post)
    told = "".join(parts(post).values())
    assert "Thank you all for playing." in told
    assert "this post" not in told


def test_a_legend_of_short_words_is_about_the_columns_that_are_seen(space: Space) -> None:
    page = space.ready("sandstorm")
    told = "() => document.querySelector('#standings [data-name=words]').innerText"
    assert "Wild: wild cards left" in page.evaluate(told)
    assert "Dir: heading" not in page.evaluate(told)
    page.evaluate(OPEN, True)
    assert "Dir: heading" in page.evaluate(told)
    page.evaluate(OPEN, False)


FITTED = """async (board) => {
  const url = document.querySelector('link[rel=modulepreload][href*="pieces.js"]').href;
  const { fitPieces } = await import(url);
  const holder = document.createElement('div');
  holder.innerHTML = board;
  const svg = holder.firstElementChild;
  const [margin, columns, rows, ruled] = svg.dataset.board.split(' ').map(Number);
  const pieces = [...svg.querySelectorAll('g.piece')]; // they may come to lie in another order
  const places = () => pieces.map((one) => one.getAttribute('transform'));
  const was = places();
  fitPieces(svg, false, 8, { margin, columns, rows, ruled: Boolean(ruled) });
  const isParked = (place) => Number(place.match(/translate\\(\\S+ (\\S+)\\)/)[1]) > rows + margin;
  return was.filter(isParked).map((place) => [place, places()[was.indexOf(place)]]);
}"""


def test_cars_that_have_finished_stay_in_their_row_below_the_board(space: Space) -> None:
    table = open_table(make_start.TOP / "turns" / "lighthouse")
    drawing = first_drawing(turn_post(table, table.turn, PUBLIC).blocks)
    assert drawing is not None
    assert len(drawing.parked) > 2
    found = space.ready("sandstorm").evaluate(FITTED, draw(drawing._replace(legend=()), ""))
    assert len(found) == len(drawing.parked)
    assert [now for _was, now in found] == [was for was, _now in found]


def test_a_car_that_has_finished_stands_on_no_tile_from_near(space: Space) -> None:
    table = open_table(make_start.TOP / "turns" / "lighthouse")
    drawing = first_drawing(turn_post(table, table.turn, PUBLIC).blocks)
    assert drawing is not None
    near = FITTED.replace("fitPieces(svg, false,", "fitPieces(svg, true,")
    found = space.ready("sandstorm").evaluate(near, draw(drawing._replace(legend=()), ""))
    assert [float(now.split()[1].rstrip(")")) > drawing.rows for _was, now in found] == [True] * len(drawing.parked)


HEAD = """() => {
  const table = document.querySelector('#standings table');
  const head = table.querySelector('thead th.deed');
  const was = head.textContent;
  head.textContent = was.repeat(9); // as beside more columns
  const isWhole = head.scrollWidth <= head.clientWidth + 1;
  head.textContent = was;
  return [isWhole, getComputedStyle(table.querySelector('thead th')).overflowWrap];
}"""


@effort.nightly
def test_heads_of_the_standings_are_neither_cut_nor_broken_in_a_word(space: Space) -> None:
    page = space.ready("lighthouse")
    assert page.evaluate(HEAD)[0] is True
    resize(page, 390, 844)
    assert page.evaluate(HEAD)[1] == "normal"


def test_the_colour_that_orders_call_a_car_by_is_told_in_german_too(tmp_path: Path) -> None:
    table = until("lighthouse", 20, tmp_path / "lighthouse")
    assert "<td>white</td>" in parts(turn_post(table, 20, PUBLIC))["standings"]
    speak("de")
    try:
        told = parts(turn_post(table, 20, PUBLIC))
    finally:
        speak("")
    assert "<td>white</td>" in told["standings"]
    assert "Genannt: cyan türkis, white weiß, black schwarz, red rot · " in told["rest"]


@effort.nightly
def test_with_all_columns_what_happened_is_no_narrow_pillar(space: Space) -> None:
    page = space.ready("lighthouse")
    resize(page, 390, 844)
    page.evaluate(OPEN, True)
    wide = page.evaluate("() => document.querySelector('#standings td.deed').getBoundingClientRect().width")
    page.evaluate(OPEN, False)
    assert wide >= 150


@effort.nightly
def test_on_a_telephone_on_its_side_what_happened_is_no_pillar_either(space: Space) -> None:
    page = space.ready("sandstorm")
    resize(page, 844, 390)
    assert page.evaluate("() => document.querySelector('#standings td.deed').getBoundingClientRect().width") >= 150


PLACED = "() => JSON.stringify(['stage', 'told'].map((one) => document.getElementById(one).getBoundingClientRect()))"


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm",), ("sandstorm", "marbles")))
def test_the_log_tells_the_whole_game_and_a_line_of_it_leads_to_its_turn_and_place(space: Space, name: str) -> None:
    page = space.ready(name)
    last = TABLES[name][0]
    asked = [url for url in space.asked if "log.json" in url]
    assert asked == [], "it weighs nothing as long as it is shut"
    board = page.evaluate(PLACED)
    page.click("#tabs [data-shelf=log]")
    page.wait_for_selector("#log [aria-current]")
    assert page.evaluate(PLACED) == board, "nothing jumps"
    assert page.evaluate("() => document.getElementById('log').getBoundingClientRect().bottom <= innerHeight")
    assert findings(page) == []
    assert page.locator("#log > li").count() == last + 1
    assert page.locator("#log [aria-current] b").inner_text() == f"Turn {last}"
    told = page.locator("#log > li:first-child li").all_inner_texts()
    assert told
    below = page.text_content("#rest") or ""
    assert all(line in below for line in told)
    page.locator("#log > li:nth-child(3) li").first.click()
    page.wait_for_selector(f"#shown:text-is('after turn {last - 2} of {last}')")
    assert page.locator("#log [aria-current] b").inner_text() == f"Turn {last - 2}"
    page.wait_for_selector("#stage .lit", state="attached")
    assert page.evaluate("() => document.getElementById('stage').getBoundingClientRect().top") >= 0
    page.locator("#log > li button").first.click()
    page.wait_for_selector(f"#shown:text-is('after turn {last} of {last}')")
    assert page.locator("#stage .lit").count() == 0
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#stage .lit", state="attached")
    for _line in told:
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # the headline of the turn before
    page.wait_for_selector(f"#shown:text-is('after turn {last - 1} of {last}')")
    assert page.evaluate(PLACED) == board
    page.focus("#tabs [data-shelf=log]")
    page.keyboard.press("Tab")
    assert page.locator("#log :focus").inner_text().startswith(f"Turn {last - 1}"), "one stop of the Tab key"
    page.keyboard.press("Tab")
    assert page.locator("#log :focus").count() == 0
    page.click("#tabs [data-shelf=standings]")
    page.focus("#standings tbody tr:first-child")
    page.wait_for_selector("#stage .lit", state="attached")
    page.click("#now")


def test_a_score_that_stays_is_told_once_and_a_turn_of_one_card_is_one_line_of_the_log(space: Space) -> None:
    page = space.ready("marbles")
    page.click("#tabs [data-shelf=log]")
    page.wait_for_selector("#log [aria-current]")
    turns = "all => all.map((one) => [one.innerText.replace(/\\s+/g, ' '), one.getBoundingClientRect().height < 34])"
    told = page.locator("#log > li").evaluate_all(turns)
    assert told[0] == ["Turn 30 Dora throws R1. K Dora: warrior K49 (K49>1, throws R1)", False]
    assert told[1] == ["Turn 29 B Carla: 10 B33>43", True]
    scores = [text for text, _ in told if "Balls at home" in text]
    assert len(scores) == len({text.partition("Balls at home")[2].partition(".")[0] for text in scores}) == 2
    page.click("#tabs [data-shelf=standings]")
