"""The page on a telephone, upright and on its side: what is in reach, what stands where, what a finger does to the sheet and the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, resize, settle
from tests.page.test_review import boxes
from tests.page.test_touch import LEGAL_NOW, PLACE, SMALL_TARGETS, WIDTH, tap_place, telephone
from tests.page.visitor import UNDO, UNSEEN, tell_hand

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

IS_OPEN = "() => document.documentElement.classList.contains('open')"
GAMES = effort.choose(["sandstorm"], list(TABLES))


def finger(touch: CDPSession, *places: tuple[float, float]) -> None:
    """Draw one finger from place to place."""
    for at, (x, y) in enumerate(places):
        kind = "touchMove" if at else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["sandstorm"], ["sandstorm", "marbles"]))
def test_in_every_window_a_slider_leads_through_the_turns_and_says_which_is_shown(space: Space, name: str) -> None:
    page = telephone(space, name)
    last = TABLES[name][0]
    for width, height in effort.choose(
        ((740, 360), (360, 640)), ((390, 844), (844, 390), (740, 360), (1024, 768), (360, 640))
    ):
        resize(page, width, height)
        (slider,), (said,) = boxes(page, "#turn"), boxes(page, "#shown")
        assert max(slider[2] - slider[0], slider[3] - slider[1]) >= 60
        assert page.inner_text("#shown") == f"after turn {last} of {last}"
        assert page.evaluate("() => parseFloat(getComputedStyle(document.getElementById('shown')).fontSize)") >= 10
        if width < 900:
            assert min(slider[2] - slider[0], slider[3] - slider[1]) >= 44
        for one in (slider, said):
            assert 0 <= one[0] < one[2] <= width
            assert 0 <= one[1] < one[3] <= height
        page.evaluate("() => { document.activeElement.blur(); document.getElementById('back').click(); }")
        page.wait_for_selector("#note", state="visible")
        assert boxes(page, "#on")[0][2] <= width
        if width < 900:
            assert [round(side) for side in boxes(page, "#turn")[0][::2]] == [round(side) for side in slider[::2]], (
                "it keeps its place under the finger"
            )
        page.evaluate("() => document.getElementById('now').click()")
        page.wait_for_selector("#note", state="hidden")
    resize(page, 390, 844)


def test_a_finger_has_one_button_for_the_camera_and_it_leads_to_the_other_one(space: Space) -> None:
    page = telephone(space, "sandstorm")
    for shown, other in (("whole", "near"), ("near", "whole")):
        assert not page.is_visible(f"[data-view={other}]")
        page.focus(f"[data-view={shown}]")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-view={other}]:focus")
        assert not page.is_visible(f"[data-view={shown}]")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("width", "height"), effort.some((740, 360), (844, 390)))
def test_on_its_side_a_telephone_has_the_board_left_and_the_order_right(
    space: Space, name: str, width: int, height: int
) -> None:
    page = telephone(space, name, width, height)
    if name == "marbles":
        tell_hand(page, space)
    (stage,), (order,) = boxes(page, "#stage"), boxes(page, "#order")
    assert stage[2] <= order[0] + 1
    assert stage[3] - stage[1] >= height * 0.6
    assert stage[2] - stage[0] >= width * 0.45
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(SMALL_TARGETS) == []
    if name == "lighthouse":  # its moves lie too near each other to be told apart by a finger
        page.fill("#text", TABLES[name][2])
        page.wait_for_function(LEGAL_NOW)
    else:
        tap_place(page, 3)
    assert page.evaluate(UNSEEN, ["#text", "#state", "#copy"]) == []


@pytest.mark.long
def test_a_swipe_on_the_handle_opens_and_shuts_the_sheet(space: Space) -> None:
    for width, height in effort.some((360, 640), (390, 844)):
        page = telephone(space, "sandstorm", width, height)
        touch = page.context.new_cdp_session(page)
        for is_open in (True, False):
            ((left, top, right, bottom),) = boxes(page, "#handle i")
            x, y = (left + right) / 2, (top + bottom) / 2
            up = -90 if is_open else 90
            finger(touch, (x, y), (x, y + up / 3), (x, y + up))
            assert page.evaluate(IS_OPEN) is is_open
            assert page.evaluate("() => scrollY") == 0
        high = page.evaluate(
            """() => {
              const {left, top, width} = document.querySelector('#handle').getBoundingClientRect();
              const isHandle = (y) => document.elementFromPoint(left + width / 2, y)?.closest('#handle') ? 1 : 0;
              return [...Array(120).keys()].reduce((sum, far) => sum + isHandle(top - 50 + far), 0);
            }"""
        )
        assert high >= 43
        page.tap("#handle")
        assert page.evaluate(IS_OPEN) is True
        page.tap("#handle")


@pytest.mark.long
def test_a_tap_on_the_handle_presses_nothing_that_has_moved_under_the_finger(space: Space) -> None:
    page = telephone(space, "lighthouse")
    page.evaluate(
        "() => { window.clicked = []; addEventListener('click', (event) => window.clicked.push(event.target.id), true); }"
    )
    for is_open in effort.choose((True, False), (True, False, True, False)):
        page.tap("#handle")
        assert page.evaluate(IS_OPEN) is is_open
        settle(page)
    assert page.evaluate("() => window.clicked.filter((name) => name !== 'handle')") == []
    assert page.input_value("#text") == ""


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_what_was_erased_or_replaced_is_brought_back(space: Space, name: str) -> None:
    page = telephone(space, name)
    if name == "marbles":
        tell_hand(page, space)
    order = TABLES[name][2]
    is_there = "order => document.getElementById('text').value === order"
    for bring_back in effort.choose((UNDO, "Control+z"), (UNDO, "Control+z", "Meta+z")):
        page.fill("#text", order)
        page.wait_for_function(LEGAL_NOW)
        page.press("#text", "Escape")
        page.wait_for_selector("#state:not([data-state])", state="attached")
        if bring_back.startswith("#"):
            page.tap(bring_back)
        else:
            page.press("#text", bring_back)
        page.wait_for_function(is_there, arg=order)
        page.wait_for_function(LEGAL_NOW)
    if name not in {"marbles", "willow"}:  # there a tap on the only end that is left writes the same order
        tap_place(page, 0)
        page.press("#text", "Control+z")
        page.wait_for_function(is_there, arg=order)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_keys_undo_and_erase_are_in_reach_with_the_sheet_shut(space: Space, name: str) -> None:
    page = telephone(space, name)
    if name == "marbles":
        tell_hand(page, space)
    if name == "lighthouse":
        page.fill("#text", TABLES[name][2])
        page.tap("#handle")
    else:
        tap_place(page, 2)
    page.wait_for_function(LEGAL_NOW)
    assert page.evaluate(IS_OPEN) is False
    assert page.evaluate(UNSEEN, ["#keys .side:nth-last-child(2)", "#keys .side:last-child", "#state", "#copy"]) == []
    (news,) = boxes(page, "#news .headline")
    assert news[3] <= boxes(page, "#order")[0][1]
    page.tap("#keys .side:last-child")
    assert page.input_value("#text") == ""
    assert page.evaluate(IS_OPEN) is False


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["lighthouse", "marbles"], list(TABLES)))
def test_every_key_is_in_reach_with_the_sheet_shut_and_the_board_in_sight(space: Space, name: str) -> None:
    page = telephone(space, name)
    if name == "marbles":
        tell_hand(page, space)
    for width, height in effort.some((360, 640), (375, 667), (390, 844)):
        resize(page, width, height)
        keys = page.locator("#keys button").count()
        assert keys >= 3
        unseen = [at for at in range(keys) if page.evaluate(UNSEEN, [f"#keys button:nth-child({at + 1})"])]
        assert unseen == []
        sizes = [(round(right - left), round(bottom - top)) for left, top, right, bottom in boxes(page, "#keys button")]
        assert min(map(min, sizes)) >= 44, (width, sizes, page.inner_text("#keys"))
        ((_, _, _, stage),), ((_, sheet, _, _),) = boxes(page, "#stage"), boxes(page, "#order")
        assert stage <= sheet
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        assert boxes(page, "#more")[0][3] <= boxes(page, "#order")[0][1] + 1, "all of the page can be drawn above it"
        page.evaluate("() => scrollTo(0, 0)")
    resize(page, 390, 844)
    if name == "marbles":
        page.fill("#private", "")
        page.wait_for_selector("#keys", state="hidden")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_verdict_is_in_sight_on_a_small_telephone(space: Space, name: str) -> None:
    page = telephone(space, name, 360, 640)
    page.fill("#text", TABLES[name][2])
    page.wait_for_function(LEGAL_NOW)
    page.tap("#handle")
    assert page.evaluate(IS_OPEN) is False
    ((_, top, _, bottom),) = boxes(page, "#state")
    assert page.evaluate(UNSEEN, ["#state"]) == []
    assert top < bottom <= boxes(page, "#post")[0][1] + 24  # of a long one the first line


@pytest.mark.long
def test_the_hand_keeps_its_place_above_the_order(space: Space) -> None:
    page = telephone(space, "marbles")
    page.fill("#private", "")
    page.wait_for_function(
        "() => document.getElementById('state').textContent.startsWith('Tap the cards that you hold')"
    )
    if page.evaluate(IS_OPEN):
        page.tap("#handle")
    gaps = []
    for is_told in (False, True):
        if is_told:
            tell_hand(page, space)
        for _ in range(2):
            (hand,), (text,) = boxes(page, "#private" if is_told else "#cards"), boxes(page, "#text")
            gaps.append(round(text[1] - hand[3]))
            page.tap("#handle")
    assert 0 <= min(gaps) <= max(gaps) <= 12
    assert gaps[0] == gaps[1]
    assert gaps[2] == gaps[3]
    page.fill("#private", "")


def test_what_is_said_of_a_tapped_place_does_not_cover_it_and_goes_with_the_order(space: Space) -> None:
    page = telephone(space, "sandstorm")
    x, y = page.evaluate(PLACE, 3)
    tap_place(page, 3)
    (said,) = boxes(page, "#pointed")
    (stage,) = boxes(page, "#stage")
    assert said[1] >= stage[1]
    assert said[3] <= stage[3]
    assert stage[0] <= said[0] < said[2] <= stage[2]
    assert not (said[0] < x < said[2] and said[1] < y < said[3])
    page.fill("#text", "A")
    assert not page.is_visible("#pointed")


@pytest.mark.long
def test_a_shut_sheet_says_the_worst_risk_in_the_verdict_and_never_cuts_it(space: Space) -> None:
    page = telephone(space, "sandstorm")
    page.select_option("#seat", "M", force=True)
    page.fill("#text", "A(3M)L(3M)R(2M)B")
    page.wait_for_selector("#verdict[data-risk=grave]")
    if page.is_visible("#handle[aria-expanded=true]"):  # writing opens it
        page.tap("#handle")
    for width, height in effort.some((360, 640), (390, 844)):
        resize(page, width, height)
        worst = page.inner_text("#worst")
        assert re.fullmatch(r"\d+% off the track, onto the tile of \w and \w", worst)
        (said,), (told,) = boxes(page, "#said"), boxes(page, "#worst")
        assert said[1] <= told[1] < told[3] <= said[3] + 1
        assert page.evaluate("() => getComputedStyle(document.getElementById('state'), '::before').content") == '"!"'
    colours = """() => ['state', 'verdict'].map((one) => {
        const {color, backgroundColor} = getComputedStyle(document.getElementById(one)); return [color, backgroundColor]; })"""
    shut = page.evaluate(colours)
    page.tap("#handle")
    assert page.evaluate(colours) == shut  # one verdict, open and shut
    page.tap("#handle")
    page.fill("#text", "")
    page.wait_for_selector("#verdict[data-risk='']", state="attached")
    page.select_option("#seat", TABLES["sandstorm"][1], force=True)


# How many points of the way that is drawn lie below the tip; other pieces are drawn with it
COVERED = """() => {
  const tip = document.getElementById('pointed').getBoundingClientRect();
  const points = [...document.querySelectorAll('#stage .layer.over path:not(.piece *)')].flatMap((line) => Array.from({length: 41}, (_, at) =>
    line.getPointAtLength(line.getTotalLength() * at / 40).matrixTransform(line.getScreenCTM())));
  if (!points.length || !tip.width) throw new Error('nothing is drawn, or nothing said');
  return points.filter(({x, y}) => x > tip.left && x < tip.right && y > tip.top && y < tip.bottom).length;
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    "name", effort.choose(["sandstorm", "lighthouse"], [name for name in TABLES if name != "marbles"])
)
def test_what_is_said_of_a_tap_keeps_off_the_way_and_goes_with_the_next_thing_done(space: Space, name: str) -> None:
    page = telephone(space, name)
    for number in effort.choose((0, 8), (0, 3, 8)):
        if name == "willow":  # all dice lead to one place: a second tap on it would write the same order
            page.fill("#text", "")
            page.wait_for_selector("#state:not([data-state])", state="attached")
        tap_place(page, number)
        page.wait_for_selector("#stage .layer.over path", state="attached")
        page.wait_for_function(f"() => !({COVERED})()")  # it keeps off in the next frame
    acts: list[Callable[[], None]] = [
        lambda: page.tap("#title"),
        lambda: page.mouse.wheel(0, 10),
        lambda: page.keyboard.press("Shift"),
    ]
    for act in acts:
        page.evaluate("() => { document.getElementById('pointed').textContent = 'Here.'; }")
        act()
        page.wait_for_selector("#pointed", state="hidden")


def test_pinching_ends_where_the_next_tiles_are_in_sight_and_a_finger_moves_what_is_cut_off(space: Space) -> None:
    page = telephone(space, "sandstorm")
    touch = page.context.new_cdp_session(page)
    ((left, top, right, bottom),) = boxes(page, "#stage")
    x, y = (left + right) / 2, (top + bottom) / 2
    edge = "() => document.querySelector('#stage svg').viewBox.baseVal.x"
    begun = page.evaluate(edge)
    finger(touch, (x, y), (x - 40, y), (x - 120, y))
    page.wait_for_function(f"begun => ({edge})() > begun + 1", arg=begun)  # a page hears of fingers when it draws
    for _ in range(3):
        for kind, far in (("touchStart", 20), ("touchMove", 60), ("touchMove", 150)):
            points = [{"x": x + side * far, "y": y, "id": at} for at, side in enumerate((-1, 1))]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"() => Math.abs(({WIDTH})() - 8) < 0.1")
    # By no finger: what follows a pinch at once is part of it for Chromium, and no click comes of it.
    page.evaluate("() => document.querySelector('#view [data-view=near]').click()")
    page.wait_for_function(f"begun => Math.abs(({edge})() - begun) < 0.001", arg=begun)
    assert page.input_value("#text") == ""


def test_there_is_no_gap_below_the_verdict(space: Space) -> None:
    page = telephone(space, "marbles")
    page.fill("#text", TABLES["marbles"][2])
    page.wait_for_function(LEGAL_NOW)
    if not page.evaluate(IS_OPEN):
        page.tap("#handle")
    below = boxes(page, "#folds, #answer:not(:empty), #best")
    assert min(one[1] for one in below if one[3] > one[1]) - boxes(page, "#verdict")[0][3] < 40
    page.tap("#handle")
    resize(page, 390, 844)


BEST = """() => {
  const sheet = document.querySelector('#best').getBoundingClientRect();
  return [...document.querySelectorAll('#best :is(th, td)')].filter((one) => {
    const {left, right} = one.getBoundingClientRect();
    return left < sheet.left - 1 || right > sheet.right + 1 || one.scrollWidth > one.clientWidth + 1;
  }).map((one) => one.textContent);
}"""
LINES = """() => [...document.querySelectorAll('#best td button')].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getClientRects().length > one.textContent.split(' ').length;
}).map((one) => one.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("width", effort.some(360, 390))
def test_the_best_orders_fit_in_the_sheet(space: Space, width: int) -> None:
    page = telephone(space, "marbles", width, 844)
    page.evaluate(
        """() => {
          const row = (kind, cells) => `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`;
          const order = (text) => row('td', [`<button class="mono">${text}</button>`, 'R17 to 43; throws B43', '3.8 fields better', 'R17, R21']);
          document.documentElement.classList.add('open');
          const best = document.querySelector('#best');
          best.hidden = false;
          best.lastElementChild.innerHTML = `<table><thead>${row('th', ['Order', 'Outcome', 'Gain', 'In danger'])}</thead>`
            + `<tbody>${order('2 R17>19')}${order('warrior R17')}</tbody></table>`;
          for (const cell of best.querySelectorAll(':is(th, td):not(:first-child)')) cell.className = 'words';
        }"""
    )
    assert page.evaluate(BEST) == []
    assert page.evaluate(LINES) == []
    page.evaluate(
        "() => { document.querySelector('#best').hidden = true; document.documentElement.classList.remove('open'); }"
    )


@pytest.mark.long
def test_in_german_a_second_order_and_the_notation_stand_side_by_side(space: Space) -> None:
    page = space.german("sandstorm")
    resize(page, 1280, 800)
    page.fill("#text", TABLES["sandstorm"][2])
    page.wait_for_selector("#else", state="visible")
    words = """() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('#how summary'));
      return [...range.getClientRects()].map((one) => one.right);
    }"""
    assert max(page.evaluate(words)) <= boxes(page, "#else")[0][0]
    for width in effort.some(360, 390):
        resize(page, width, 844)
        assert page.evaluate(IS_OPEN)
        assert boxes(page, "#share-link")[0][2] <= width - 4
    page.click("#handle")


@pytest.mark.long
def test_in_a_window_of_1024_pixels_the_notation_is_under_no_second_order_and_an_end_is_whole(space: Space) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page("sandstorm")
        resize(page, 1024, 768)
        page.fill("#text", TABLES["sandstorm"][2])
        page.wait_for_selector("#else", state="visible")
        summary, other = boxes(page, "#how summary")[0], boxes(page, "#else")[0]
        assert summary[2] <= other[0] or summary[1] >= other[3]
        cut = """() => [...document.querySelectorAll('#how summary, #answer .end summary > *')]
            .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
        assert page.evaluate(cut) == []


def test_coming_back_to_now_shows_the_hand_that_was_told(space: Space) -> None:
    page = space.ready("marbles")
    tell_hand(page, space)
    page.wait_for_selector("#stage [data-tap='9']")
    for _ in range(2):
        page.click("#back")
    page.wait_for_selector("#shown:text-is('after turn 28 of 30')")
    assert page.locator("#stage [data-tap='9']").count() == 0
    page.click("#now")
    page.wait_for_selector("#stage [data-tap='9']")
    page.mouse.click(*page.evaluate(PLACE, 0))
    page.wait_for_function("() => document.querySelector('#text').value || document.querySelector('#stage .unfit')")
    page.fill("#private", "")
    page.wait_for_selector("#stage [data-tap='9']", state="detached")
    page.click("#back")
    page.wait_for_selector("#note", state="visible")
    page.click("#now")
    page.wait_for_selector("#note", state="hidden")
    assert page.locator("#stage [data-tap='9']").count() == 0, "nobody knows it any more"
