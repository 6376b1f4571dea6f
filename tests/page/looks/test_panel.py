"""The page's panels hold what matters: the order without scrolling, the standings a line a car, the head in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, resize, settle
from tests.page.test_orders import HALF, ILLEGAL, LEGAL, UNREAD, type_order
from tests.page.test_review import boxes
from tests.page.test_tap import BUSY, wait_known

if TYPE_CHECKING:
    from playwright.sync_api import Page

TWO = "Can be read in two ways: which one?"
STATES = {
    "sandstorm": (
        ("A(2M)", HALF),
        ("A(3M)L(3M)R(2M)B", LEGAL),
        ("A(A+1)(2M)LRMLM(R+1)(3M)", LEGAL),
        ("A(12M)", ILLEGAL),
        ("A(3M)x", UNREAD),
    ),
    "lighthouse": (
        ("G", HALF),
        ("GNN", LEGAL),
        ("GEE", TWO),
        ("GEEE", ILLEGAL),
        ("+1E +3N G0 H", LEGAL),  # but it crashes
    ),
    "willow": (("R3 P2", HALF), ("R3 P2 P1 G1 G2 Y3", LEGAL), ("R3 P9", UNREAD)),
    "marbles": (("2", HALF), ("2 R17>19", LEGAL), ("zz", UNREAD)),
    "papers": (("NE", LEGAL), ("NE NE NE", LEGAL), ("ZZ", UNREAD)),
}
# The kept page runs one engine, which works no best orders out: five of the length that the longest have take their room.
FIVE = """order => {
  const rows = Array(5).fill(`<tr><td><button class="mono">${order}</button></td><td>9/12</td><td>2</td><td>86</td></tr>`);
  const head = '<tr><th>Order</th><th>Speed</th><th>Wild cards</th><th>To go</th></tr>';
  document.querySelector('#best > div:last-child').innerHTML = `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
  document.querySelector('#best').hidden = false;
}"""
HIDDEN = """async () => {
  const box = document.querySelector('.scroll');
  const hidden = () => box.scrollHeight - box.clientHeight;
  for (let tries = 0; tries < 50 && hidden() > 0; tries += 1) await new Promise((done) => setTimeout(done, 20));
  return hidden();
}"""  # the words on how to order go when there is no room for them
LINES = """name => [...document.querySelectorAll(name)].filter((one) => one.offsetParent).map((one) => {
  const {fontSize} = getComputedStyle(one);
  return [one.textContent, one.scrollHeight > 1.9 * Number.parseFloat(fontSize), one.scrollWidth - one.clientWidth];
}).filter(([, isFolded, cut]) => isFolded || cut > 1)"""


def choose(space: Space, name: str, seat: str) -> Page:
    """Return the page of a table with a seat of it."""
    page = space.ready(name)
    choose_seat(page, seat)
    return page


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse",), tuple(TABLES)))
def test_all_of_an_order_stands_in_its_panel_without_scrolling(space: Space, name: str) -> None:
    page = choose(space, name, "M" if name == "sandstorm" else TABLES[name][1])
    if name != "marbles":  # of a hand that is not known nobody knows the best orders
        page.evaluate(FIVE, "A(A+1)(2M)LRMLM(R+1)(3M)" if name == "sandstorm" else "GNN +1N +2W +3N")
    found = {}
    for text, state in (("", None), *STATES[name]):
        if state:
            type_order(page, text, state)
        for size in effort.choose(((1280, 800),), ((1280, 800), (1440, 900))):
            resize(page, *size)
            found[text, *size] = page.evaluate(HIDDEN)
    page.evaluate("() => { document.querySelector('#best').hidden = true; }")
    assert {state: more for state, more in found.items() if more > 0} == {}


def test_each_end_of_an_order_is_one_line_and_unfolds(space: Space) -> None:
    page = choose(space, "sandstorm", "M")
    type_order(page, "A(3M)L(3M)R(2M)B", LEGAL)
    rows = page.locator("#answer .end summary")
    assert rows.all_inner_texts() == [
        "33%\noff at row 4 col 40\n↙ SW\nspeed 1–5/9",
        "33%\nrow 1 col 37\n↖ NW\nspeed 3–8/12",
        "33%\nrow 4 col 37\n← W\nspeed 1–8/12",
    ]
    assert all(bottom - top < 30 for _, top, _, bottom in boxes(page, "#answer .end summary"))
    rows.nth(1).focus()
    assert page.locator("#stage .lit").count() == 1
    page.keyboard.press("Enter")
    assert page.inner_text("#answer .end[open] p").endswith("speed 3–8/12: 1 to 6 sandbags, oil: right")
    rows.first.hover()
    assert page.eval_on_selector("#stage .lit", "one => [one.getAttribute('cx'), one.getAttribute('cy')]") == [
        "40.5",
        "4.5",
    ]


def test_the_order_is_said_once(space: Space) -> None:
    page = space.ready("willow")
    type_order(page, "R3 P2 P1 G1 G2 Y3", LEGAL)
    assert page.inner_text("#reason") == "6 of 6 dice: as many as possible · Blue is put back from 3.5 to 3.4 by purple"
    assert "3.1\xa0→ 3.2" not in page.inner_text("#order")
    page.click("#longer summary")
    assert page.inner_text("#longer").replace("\xa0", " ").count("3.1 → 3.2 → 2.2") == 1


def test_what_a_deed_says_is_not_noted_of_its_car_a_second_time(space: Space) -> None:
    page = space.ready("papers")
    page.evaluate(
        "() => { const slider = document.getElementById('turn'); slider.value = 17; for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind)); }"
    )
    page.wait_for_function("() => document.querySelector('#standings').textContent.includes('✸ crash')")
    told = [one for one in page.locator("#standings .deed").all_inner_texts() if "✸" in one]
    assert told == ["S ✸ crash · sits out 1 turn"]


def test_the_standings_tell_what_each_was_ordered_to_do_and_what_came_of_it(space: Space) -> None:
    page = choose(space, "sandstorm", "M")
    told = dict(
        page.eval_on_selector_all(
            "#standings tbody tr",
            "all => all.map((row) => [row.querySelector('b').textContent, row.querySelector('.deed').textContent])",
        )
    )
    assert told["M"] == "AML(7M) 9 tiles"
    assert told["D"] == "A(8M) 4 sandbags"
    assert told["G"] == "BLR(6M) ✸ crash with K"
    titles = page.locator("#standings thead th:visible").all_inner_texts()
    assert titles == ["#", "Car", "Player", "To go", "Speed", "Wild", "Turn 9: what happened", "Turn 10"]
    page.click("#standings .columns")
    assert page.locator("#standings thead th:visible").count() == len(titles) + 3
    (left, _top, right, _bottom), (beside, *_) = boxes(page, "#standings thead :is(.deed,.next)")
    assert right - left >= 150
    assert beside >= right - 1  # nothing lies on it
    page.click("#standings .columns")
    page.click("#back")
    page.wait_for_selector("#standings thead th:text-is('Turn 8: what happened')")
    assert page.locator("#standings tbody code").count() == 10  # the turns before have theirs
    page.click("#now")


def test_on_a_telephone_what_a_car_did_stands_below_its_name(space: Space) -> None:
    page = choose(space, "sandstorm", "M")
    resize(page, 390, 844)
    names, deeds = boxes(page, "#standings tbody th"), boxes(page, "#standings td.deed")
    assert all(deed[1] >= name[3] - 6 and deed[2] - deed[0] > 250 for name, deed in zip(names, deeds, strict=True))
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0


def test_the_head_is_one_line_with_ten_seats_and_counts_those_that_have_no_room(space: Space) -> None:
    page = choose(space, "sandstorm", "M")
    assert page.evaluate(LINES, "#title, #table, #must, #asked, #awaited small") == []
    badges = boxes(page, "#awaited .badge")
    assert len(badges) == 10
    assert len({top for _, top, _, _ in badges}) == 1
    many = (
        "async (n) => { const {wait} = await import(document.querySelector('link[href*=\"head.js\"]').href); wait(n); }"
    )
    seats = [{"mark": chr(65 + number), "asked": "x", "in": False, "role": ""} for number in range(60)]
    page.evaluate(many, seats)
    settle(page)  # the head measures its room before the next frame
    said = page.inner_text("#awaited span").split()
    page.evaluate(many, json.loads(page.inner_text("#data"))["seats"])
    shown = len(said) - 1
    assert 10 <= shown < 60
    assert said == [*(one["mark"] for one in seats[:shown]), f"+{60 - shown}"]


def test_the_slider_goes_through_the_turns_and_leaves_one_step_back(space: Space) -> None:
    page = space.ready("sandstorm")
    before = page.evaluate("() => history.length")
    page.evaluate(
        """() => {
          const slider = document.getElementById('turn');
          for (const turn of [8, 6, 4]) { slider.value = turn; slider.dispatchEvent(new Event('input')); }
          slider.dispatchEvent(new Event('change'));
        }"""
    )
    page.wait_for_selector("#shown:text-is('after turn 4 of 9')")
    page.wait_for_function("() => location.hash.includes('turn=4')")
    assert page.evaluate("() => history.length") <= before + 1
    page.focus("#turn")
    page.keyboard.press("Home")
    page.wait_for_selector("#shown:text-is('after turn 0 of 9')")
    page.go_back()
    page.wait_for_selector("#shown:text-is('after turn 4 of 9')")
    page.go_back()
    page.wait_for_selector("#shown:text-is('after turn 9 of 9')")


def test_chips_stand_beside_the_shifts_by_number_and_direction_and_letters_can_be_read(space: Space) -> None:
    page = space.ready("lighthouse")
    keys = boxes(page, "#keys button:not(.side)")
    labels = page.locator("#keys button:not(.side)").evaluate_all("all => all.map((one) => one.firstChild.textContent)")
    assert labels[-2:] == ["G", "T"]
    places = dict(zip(labels, keys, strict=True))
    assert places["+1E"][0] == places["+2E"][0] == places["+3E"][0]
    assert places["+2E"][1] == places["+2W"][1]
    (pad,) = boxes(page, "#pad svg.drawn")
    assert all(box[0] >= pad[2] for box in keys)
    letters = page.eval_on_selector_all(
        "#pad g.piece text", "all => all.map((one) => one.getBBox().height * one.getScreenCTM().a)"
    )
    assert len(letters) == 5
    assert min(letters) >= 11


@pytest.mark.long
def test_letters_on_the_table_of_shifts_are_read_or_left_out(space: Space) -> None:
    page = space.ready("lighthouse")
    for size in effort.choose(((390, 844), (360, 640)), ((1280, 800), (1440, 900), (390, 844), (360, 640), (844, 390))):
        resize(page, *size)
        if page.is_visible("#handle[aria-expanded=false]"):
            page.click("#handle")
        found = page.eval_on_selector_all(
            "#pad g.piece text",
            """all => all.filter((one) => one.getClientRects().length).map((one) =>
              parseFloat(one.getAttribute('font-size')) * one.getScreenCTM().a)""",
        )
        assert min(found, default=99) >= 7, size
        if size[0] in (1280, 390):
            assert found, "those that can be read stay"


def test_a_board_that_is_shown_once_has_one_legend(space: Space) -> None:
    page = space.ready("willow")
    assert not page.is_visible("#mini")
    assert "blocked by tyres" in page.inner_text("#marks")


# Put the best order of a road race where it would stand, alone and so with room for a second line; return by how much its figures are cut.
ONLY = """() => { const [best, box] = [document.querySelector('#best'), document.querySelector('.scroll')];
  const titles = ['Befehl', 'Nächste Würfel', 'Züge bis Ziel', 'Chance auf Sieg'].map((one) => `<th>${one}</th>`).join('');
  const cells = ['2,9', '8,4', '31,2 %'].map((one) => `<td>${one}</td>`).join('');
  best.hidden = false;
  best.classList.add('roomy');
  best.lastElementChild.innerHTML = `<table><thead><tr>${titles}</tr></thead><tbody><tr><td><button class="mono whole">R3 P2 P1 G1 G2 Y3</button></td>${cells}</tr></tbody></table>`;
  return box.scrollWidth - box.clientWidth; }"""


def test_a_narrow_desk_cuts_no_figures_of_the_best_orders_with_long_titles(space: Space) -> None:
    page = space.german("willow")
    resize(page, 1024, 768)
    assert page.evaluate(ONLY) <= 0
    assert page.evaluate("() => document.querySelector('#marks').offsetHeight") <= 3 * 16 + 2, (
        "three lines of what marks mean"
    )


# Put the best orders of a race on squared paper where they would stand; return the texts of cells that are cut or that break, or of a title under the switch.
SQUARES = """() => {
  const best = document.querySelector('#best');
  const rows = [['NE', 'row 14 column 24', '1E 2N', '10'], ['(0,0)', 'row 5 column 123', '11W 10N', '11']];
  const head = ['Order', 'Square', 'Velocity', 'Finish in'].map((one, at) => `<th class="${at % 3 ? 'words' : ''}">${one}</th>`).join('');
  const cells = (row) => row.map((one, at) => at ? `<td class="${at % 3 ? 'words' : ''}">${one}</td>` : `<td><button class="mono whole">${one}</button></td>`);
  best.lastElementChild.innerHTML = `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</tbody></table>`;
  best.hidden = false;
  const bad = [...best.querySelectorAll('td.words')].filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().height > 40);
  const words = document.createRange();
  const [last] = [...best.querySelectorAll('th')].slice(-1);
  words.selectNodeContents(last);
  if (words.getBoundingClientRect().top < document.querySelector('#helps i').getBoundingClientRect().bottom) bad.push(last);
  best.hidden = true;
  return bad.map((one) => one.textContent);
}"""


@pytest.mark.long
def test_the_square_of_a_best_order_is_whole_and_on_one_line(space: Space) -> None:
    page = space.ready("papers")
    for width, height in effort.some((1280, 800), (1440, 900)):
        resize(page, width, height)
        assert page.evaluate(SQUARES) == []


# Orders beside figures that are not on a line, and whether a figure is cut
FIGURES = """(orders) => {
  const best = document.querySelector('#best');
  const was = best.lastElementChild.innerHTML;
  const head = ['Order', 'Lines', 'Turns to go', 'Against the best'].map((one) => `<th>${one}</th>`).join('');
  const rows = orders.map((order) => `<tr><td><button class="mono whole">${order}</button></td><td>0/5</td><td>23</td><td>0.2 turns later</td></tr>`).join('');
  best.lastElementChild.innerHTML = `<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
  best.hidden = false;
  best.classList.remove('roomy'); // a line more, which lists before may have had room for
  best.style.setProperty('--more', '0px');
  const bad = [...best.querySelectorAll('td')].filter((one) => one.getBoundingClientRect().height > 30 || one.scrollWidth > one.clientWidth);
  const isWide = best.querySelector('table').offsetWidth > best.clientWidth;
  best.hidden = true;
  best.lastElementChild.innerHTML = was;
  return [isWide, ...bad.map((one) => one.textContent)];
}"""
DEEDS = """() => [...document.querySelectorAll('#standings td.deed')].filter((one) => {
  const was = one.innerHTML;
  one.innerHTML = '<code>GEE +3E</code> to row 5 column 28, plays +3E: 3 spaces to row 5 column 31, gains the draft bonus';
  const isCut = one.scrollWidth > one.clientWidth;
  one.innerHTML = was;
  return isCut;
}).length"""


@pytest.mark.long
def test_of_ten_cars_the_best_orders_are_on_a_line_each_and_what_each_did_is_not_cut(space: Space) -> None:
    page = space.ready("sandstorm")
    for width, height in effort.some((1280, 800), (1440, 900)):
        resize(page, width, height)
        assert page.evaluate(FIGURES, ["+1N GEE +2E +3E", "A(3M)RL(L+1)(2M)B(9)"]) == [False]
        assert page.evaluate(DEEDS) == 0


@pytest.mark.long
def test_keys_of_directions_lie_as_the_compass_does(space: Space) -> None:
    page = space.ready("papers")
    for size in effort.choose(((320, 640), (844, 390)), ((1280, 800), (390, 844), (320, 640), (844, 390))):
        resize(page, *size)
        labels = page.locator("#keys button:not(.side) span").all_inner_texts()
        places = dict(zip(labels, boxes(page, "#keys button:not(.side)"), strict=True))
        rows = (("NW", "N", "NE"), ("W", "(0,0)", "E"), ("SW", "S", "SE"))
        assert tuple(sorted(places)) == tuple(sorted(label for row in rows for label in row))
        assert all(len({places[label][1] for label in row}) == 1 for row in rows)
        assert all(len({places[label][0] for label in column}) == 1 for column in zip(*rows, strict=True))
        assert places["NW"][0] < places["N"][0] < places["NE"][0]
        assert places["N"][1] < places["(0,0)"][1] < places["S"][1]


# The keys that cannot be pressed or are not whole, after whether the panel must be scrolled sideways
UNREACHED = """() => {
  const panel = document.querySelector('#order').getBoundingClientRect();
  const scroll = document.querySelector('#order .scroll');
  const out = [...document.querySelectorAll('#keys button')].filter((key) => {
    key.scrollIntoView({block: 'nearest'});
    const {left, right, top, bottom} = key.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < panel.left || right > panel.right || hit?.closest('button') !== key || key.scrollWidth > key.clientWidth + 1;
  });
  scroll.scrollTop = 0;
  return [scroll.scrollWidth > scroll.clientWidth, ...out.map((key) => key.innerText)];
}"""
TEXTS = {
    "lighthouse": (
        *("", "G", "GNN", "+1N +2W", "+1N GEN", "T"),
        *effort.choose((), ("GN", "GEN H", "GNN +1N", "+1N", "+1N +2W +3N", "+1N G")),
    ),
    "sandstorm": ("", "A", "A(2M)", "A(2M", BUSY),
    "willow": ("", "R3", "R3 P2 P1"),
    "papers": ("", "N", "NE NE"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse",), tuple(TEXTS)))
def test_every_key_is_in_reach_whatever_is_written(space: Space, name: str) -> None:
    page = space.ready(name)
    found = {}
    for text in TEXTS[name]:
        if text:
            wait_known(page, text)
        for size in effort.some((1024, 768), (1280, 800), (1440, 900)):
            resize(page, *size)
            found[text, *size] = page.evaluate(UNREACHED)
    assert {state: out for state, out in found.items() if out != [False]} == {}


def test_in_a_window_of_1024_pixels_the_headline_the_keys_and_the_best_orders_are_whole(space: Space) -> None:
    cut = """() => { const [news, keys, best, scroll] = ['#news .headline', '#keys', '#best', '.scroll'].map((name) => document.querySelector(name));
      const row = (kind, cells) => `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`;
      best.lastElementChild.innerHTML = `<table><thead>${row('th', ['Befehl', 'Joker', 'Noch', 'Ziel in'])}</thead><tbody>`
        + row('td', ['<button class="mono whole">A(2M)RL(L+1)(A+1)</button>', '2', '79', '0,4 Züge später']) + '</tbody></table>';
      best.hidden = false;
      const isWide = best.querySelector('table').offsetWidth > best.clientWidth;
      best.hidden = true;
      return [news.scrollHeight > news.clientHeight, keys.getBoundingClientRect().right > scroll.getBoundingClientRect().right, isWide]; }"""
    for page in (space.ready("sandstorm"), space.german("sandstorm")):
        resize(page, 1024, 768)
        assert page.evaluate(cut) == [False, False, False]


def test_what_each_car_did_and_each_sign_of_the_map_stand_on_one_line(space: Space) -> None:
    page = choose(space, "sandstorm", "M")  # the widest name, beside which stands "you"
    folded = """name => [...document.querySelectorAll(name)].filter((one) => one.offsetHeight > 1.8 * Number.parseFloat(getComputedStyle(one).fontSize))
        .map((one) => one.textContent)"""
    resize(page, 1280, 800)
    assert page.evaluate(folded, "#standings td.deed") == []
    resize(page, 1440, 900)
    assert page.evaluate(folded, "#mini .signs li") == []


def test_with_a_pad_and_five_best_orders_the_key_for_a_second_order_is_whole_on_a_laptop(space: Space) -> None:
    page = space.get_page("lighthouse", kind="best orders", small=False)
    resize(page, 1280, 800)
    page.wait_for_selector("html[data-best]", state="attached")
    type_order(page, TABLES["lighthouse"][2], "Legal")
    assert page.eval_on_selector(".scroll", "one => one.scrollHeight <= one.clientHeight")
    page.fill("#text", "")


def test_what_is_to_do_and_that_nothing_is_sent_take_a_line_each_in_german_too(space: Space) -> None:
    page = space.german("sandstorm")
    for size in ((1280, 800), (1440, 900)):
        resize(page, *size)
        assert all(bottom - top < 30 for name in ("#state", "#nothing") for _, top, _, bottom in boxes(page, name))
