"""What is said of an order is said in whole lines: all of it, or as much as there is room for and "…"; and where more follows, it is seen to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, resize
from tests.page.looks.test_in_sight import write
from tests.page.looks.test_pad_places import WRONG

if TYPE_CHECKING:
    from playwright.sync_api import Page

HAND = "2 9 10"
UNREAD = {"sandstorm": "XX", "lighthouse": "XX", "willow": "XX", "marbles": "trick", "papers": "NEEEEE"}
# How many lines of the verdict are cut, and whether those that are out of sight are announced by "…": `null` if all are in sight
CUT = """() => {
  const [verdict, said, reason] = ['verdict', 'said', 'reason'].map((name) => document.getElementById(name));
  const end = Math.min(...[verdict, said].map((one) => one.getBoundingClientRect().bottom));
  const lines = new Map();
  for (const one of verdict.querySelectorAll('p')) {
    const range = document.createRange();
    range.selectNodeContents(one);
    if (one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize))
      for (const {top, bottom, width} of range.getClientRects()) if (width > 1) lines.set(Math.round((top + bottom) / 8), [top, bottom]);
  }
  const limit = Math.max(...[verdict, reason].map((one) => Number(getComputedStyle(one).webkitLineClamp) || 0));
  const all = [...lines.values()].sort(([one], [other]) => one - other);
  const shown = all.filter(([top], at) => top < end - 4 && !(limit && at >= limit));
  return [shown.filter(([, bottom]) => bottom > end + 1).length, all.length > shown.length ? limit > 0 : null];
}"""
LAST_ROW = """() => { const [keys, box] = [document.getElementById('keys'), document.querySelector('.scroll')];
  const low = keys.lastElementChild.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
  return [low > 0, box.classList.contains('goes-on')]; }"""
TOUCHED = """() => { const note = document.querySelector('#note'), {top, bottom} = note.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(note.firstElementChild);
  const words = range.getBoundingClientRect();
  return Math.min(words.top - top, bottom - words.bottom); }"""


def tell(page: Page, hand: str) -> None:
    """Tell a hand, or take it back."""
    page.fill("#private", hand)
    page.wait_for_selector("#keys button" if hand else "#hidden.lacks", state="attached")
    page.evaluate("() => { document.activeElement.blur(); document.documentElement.classList.remove('open'); }")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("sandstorm", "marbles"), tuple(TABLES)))
def test_a_shut_sheet_cuts_no_line_of_what_it_says_of_an_order(space: Space, name: str) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page(name)
        if name == "marbles":
            tell(page, HAND)
        for size in effort.some((360, 640), (390, 844)):
            resize(page, *size)
            for order in (WRONG[name], UNREAD[name], TABLES[name][2]):
                write(page, order)
                cut, announced = page.evaluate(CUT)
                assert (cut, announced is not False) == (0, True), (size, order)
        write(page, "")
        if name == "marbles":
            tell(page, "")


# How much of the verdict has no room, and what is said of why, as far as it is shown
SAID = """() => { const verdict = document.getElementById('verdict');
  const reason = document.getElementById('reason');
  return [verdict.scrollHeight - verdict.clientHeight, reason.checkVisibility() ? reason.innerText : '']; }"""


def test_a_shut_sheet_leaves_out_whole_parts_of_what_it_says_of_an_order_and_the_open_one_none(space: Space) -> None:
    page = space.german("sandstorm")
    for size, left in (
        ((360, 640), ""),
        ((390, 844), ""),
        ((768, 1024), "kostet keinen Joker: Die Fahrt endet vorzeitig"),
    ):
        resize(page, *size)
        write(page, TABLES["sandstorm"][2])
        over, said = page.evaluate(SAID)
        assert over <= 1, size
        assert said == left, size
        page.evaluate("() => document.documentElement.classList.add('open')")
        assert "kostet keinen Joker: Die Fahrt endet vorzeitig" in page.evaluate(SAID)[1], size
        page.evaluate("() => document.documentElement.classList.remove('open')")
    write(page, "")


def test_what_goes_on_below_the_edge_of_the_sheet_or_of_the_standings_fades_there(space: Space) -> None:
    page = space.german("lighthouse")
    resize(page, 360, 640)
    page.evaluate("() => document.documentElement.classList.add('open')")
    page.wait_for_function(f"() => ({LAST_ROW})().every(Boolean)")
    page.evaluate("() => { document.querySelector('.scroll').scrollTop = 1e4; }")
    page.wait_for_selector(".scroll:not(.goes-on)")
    page.evaluate(
        "() => { document.querySelector('.scroll').scrollTop = 0; document.documentElement.classList.remove('open'); }"
    )
    page = space.ready("sandstorm")
    resize(page, 1280, 620)
    page.wait_for_selector("#standings.goes-on")
    page.evaluate("() => { document.querySelector('#standings').scrollTop = 1e4; }")
    page.wait_for_selector("#standings:not(.goes-on)")
    page.evaluate("() => { document.querySelector('#standings').scrollTop = 0; }")


@pytest.mark.long
def test_an_order_covers_no_row_above_the_sheet_of_a_hand(space: Space) -> None:
    page = space.ready("marbles")
    tell(page, HAND)
    resize(page, 360, 640)
    row = "() => [document.getElementById('order').offsetTop, document.querySelector('.bar').getBoundingClientRect().bottom]"
    was = page.evaluate(row)
    for order in effort.choose((WRONG["marbles"],), (TABLES["marbles"][2], WRONG["marbles"], UNREAD["marbles"])):
        write(page, order)
        sheet, bar = page.evaluate(row)
        assert [sheet, bar] == was
        assert bar <= sheet + 1
    write(page, "")
    tell(page, "")


def test_looking_back_keeps_off_its_frame(space: Space) -> None:
    page = space.ready("sandstorm")
    resize(page, 360, 640)
    page.click("#back")
    page.wait_for_selector("#note", state="visible")
    assert page.evaluate(TOUCHED) >= 4
    page.click("#now")


TITLES = """async () => {
  const { titleOf } = await import(document.querySelector('link[href*="/best.js"]').href);
  return [1, 2, 3, 4, 5].map((count) => titleOf({ choices: Array(count).fill({}) }));
}"""


def test_the_title_of_the_best_orders_says_how_many_there_are(space: Space) -> None:
    assert space.ready("papers").evaluate(TITLES) == ["Best orders", "Best two", "Best three", "Best four", "Best five"]
    german = space.german("papers").evaluate(TITLES)
    assert german == [f"Die besten {many}" for many in ("Befehle", "zwei", "drei", "vier", "fünf")]


BOLD = """() => [...document.querySelectorAll('#stage .words text, #stage text')].filter((one) => /^(last move|letzter Zug|\\d of \\d|dice fit|\\d von \\d|Würfeln passen)/.test(one.textContent))
  .map((one) => [one.textContent, one.getAttribute('font-weight')])"""


@pytest.mark.long
def test_what_a_panel_beside_a_road_is_about_is_bold_in_every_language(space: Space) -> None:
    for open_page in effort.some(space.german, space.ready):
        bold = open_page("willow").evaluate(BOLD)
        assert len(bold) >= 2
        assert {weight for _, weight in bold} == {"700"}, bold


def test_the_result_stands_apart_from_what_is_said_above_it(space: Space) -> None:
    page = space.ready("papers")
    gap = page.evaluate("""() => {
      const [sheet, closed] = ['order', 'closed'].map((name) => document.getElementById(name));
      const result = document.createElement('section');
      result.dataset.name = 'result';
      result.innerHTML = '<h2>Result</h2>';
      closed.after(result);
      closed.hidden = false;
      const { height } = result.firstChild.getBoundingClientRect();
      const gap = result.firstChild.getBoundingClientRect().top - closed.getBoundingClientRect().bottom;
      result.remove();
      closed.hidden = true;
      return gap / height;
    }""")
    assert gap >= 0.5  # of the height of its title
