"""What is looked at beside the board: the standings with all that they tell, and what lies over the board and about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import LOADING, TABLES, Space, choose_seat, chosen_tables, resize

if TYPE_CHECKING:
    from playwright.sync_api import Page

CELLS = """() => {
    const panel = document.getElementById("standings").getBoundingClientRect();
    const seen = [...document.querySelectorAll("#standings :is(th, td)")].filter((cell) => cell.offsetWidth);
    return seen.map((cell) => [cell.textContent, cell.getBoundingClientRect(), cell])
        .filter(([, { left, right }, cell]) => left < panel.left - 1 || right > panel.right + 1 || cell.scrollWidth > cell.clientWidth + 1)
        .map(([text]) => text);
}"""


@pytest.mark.long
def test_all_columns_of_the_standings_fit_and_a_button_leaves_the_fewer(space: Space) -> None:
    page = space.ready("sandstorm")
    button = page.locator("#standings .columns")
    assert button.inner_text() == "All columns"
    button.click()
    assert button.inner_text() == "Fewer columns"
    for size in effort.some((1280, 800), (1440, 900)):
        resize(page, *size)
        assert page.evaluate(CELLS) == []
    button.click()
    assert button.inner_text() == "All columns"
    page.click("#back")
    page.click("#now")
    assert page.locator("#standings .columns").count() == 1


def test_the_standings_tell_the_last_order_of_each_car_and_no_note_that_all_share(space: Space) -> None:
    page = space.ready("papers")
    assert sorted(page.locator("#standings td.deed").all_inner_texts()) == [
        "E velocity 1 north",
        "N velocity 1 west and 3 north",
        "NE velocity 1 east and 1 north",
        "NE velocity 2 east and 2 north",
    ]
    page = space.ready("lighthouse")
    assert page.locator("#standings thead th.deed").inner_text() == "What each did last"
    cells = page.locator("#standings td.deed").all_inner_texts()
    assert cells[0].startswith("GWW V to row 11 column 28")
    assert page.locator("#standings td.deed code").count() == 5
    dashes = "all => all.filter((one) => one.offsetWidth && one.textContent === '-').length"
    assert page.eval_on_selector_all("#standings tbody :is(th, td)", dashes) == 0


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Return where an element is seen."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def test_the_buttons_that_zoom_leave_the_board_free(space: Space) -> None:
    page = space.ready("sandstorm")
    stage, buttons = box_of(page, "#stage"), box_of(page, "#zooms")
    assert buttons["y"] >= stage["y"] + stage["height"]
    marks = page.locator("#marks li").all()
    assert all((box := one.bounding_box()) and box["x"] + box["width"] <= buttons["x"] for one in marks), (
        "nor are they over the legend"
    )


@pytest.mark.long
def test_what_cannot_be_shown_smaller_or_larger_is_a_button_that_says_so(space: Space) -> None:
    page = space.ready("sandstorm")
    disabled = "one => one.ariaDisabled"
    page.click("[data-view=whole]")
    assert [page.eval_on_selector(name, disabled) for name in ("#farther", "#nearer")] == ["true", "false"]
    page.evaluate("() => { for (let i = 0; i < 20; i += 1) document.getElementById('nearer').click(); }")
    assert [page.eval_on_selector(name, disabled) for name in ("#farther", "#nearer")] == ["false", "true"]
    page.click("[data-view=near]")
    assert [page.eval_on_selector(name, disabled) for name in ("#farther", "#nearer")] == ["false", "false"]


@pytest.mark.long
def test_the_order_of_play_takes_one_line_whatever_it_tells(space: Space) -> None:
    page = space.ready("lighthouse")
    for size in effort.some((1024, 768), (1280, 800), (1440, 900)):
        resize(page, *size)
        assert page.evaluate("() => document.querySelector('#queue').offsetHeight") < 32
        top = box_of(page, "#stage")["y"]
        for turn in effort.choose((14, 3), (14, 11, 8, 3)):
            page.evaluate(f"() => {{ location.hash = 'turn={turn}'; }}")
            page.wait_for_selector(f"#shown:text-is('after turn {turn} of 20')")
            assert box_of(page, "#stage")["y"] == top
            line = page.evaluate("() => [...document.querySelectorAll('#queue li')].map((one) => one.offsetTop)")
            assert max(line) - min(line) < 8
            ends = page.evaluate(
                "() => ['#queue .after .badge:last-child', '#queue'].map((one) => [...document.querySelectorAll(one)].at(-1).getBoundingClientRect().right)"
            )
            assert ends[1] - ends[0] >= 8  # as far from the edge as at its beginning
        page.click("#now")
        page.wait_for_selector("#note", state="hidden")


# What can have the focus and what of its frame is cut off, by the window or a box that it stands in
CUT_FRAMES = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((one) => {
  if (!one.checkVisibility({visibilityProperty: true}) || one.disabled || one.closest('.skip, .gone')) return false;
  one.focus();
  if (document.activeElement !== one) return false;
  const {outlineStyle, outlineWidth, outlineOffset, position} = getComputedStyle(one);
  const far = parseFloat(outlineWidth) + parseFloat(outlineOffset) - .6;
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const [x, y, u, v] = [left - far, top - far, right + far, bottom + far];
  for (let box = position === 'absolute' ? one.offsetParent : one.parentElement; box !== document.body; box = box.parentElement) {
    const {overflowX, overflowY} = getComputedStyle(box);
    const edge = box.getBoundingClientRect();
    const [west, north] = [edge.left + box.clientLeft, edge.top + box.clientTop];
    if (overflowX !== 'visible' && (x < west || u > west + box.clientWidth)) return true;
    if (overflowY !== 'visible' && (y < north || v > north + box.clientHeight)) return true;
  }
  return outlineStyle === 'none' || x < 0 || u > innerWidth;
}).map((one) => one.id || `${one.tagName} ${one.textContent}`)"""


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["sandstorm"], ["sandstorm", "lighthouse"]))
def test_the_frame_of_the_focus_is_whole_on_all_that_can_have_it(space: Space, name: str) -> None:
    page = space.ready(name)
    for width, height in effort.choose(((1280, 800), (390, 844)), ((1280, 800), (390, 844), (844, 390))):
        resize(page, width, height)
        page.keyboard.press("Tab")  # frames are for those who use the keyboard
        for is_open in (False, True) if width == 390 else (False,):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            assert page.evaluate(CUT_FRAMES) == []
    page.evaluate("() => { document.documentElement.classList.remove('open'); document.activeElement.blur(); }")


def test_arrows_are_one_sign_everywhere_and_begin_no_line(space: Space) -> None:
    for name in ("sandstorm", "willow"):
        page = space.ready(name)
        page.click("#tabs [data-shelf=log]")
        page.wait_for_selector("#log [aria-current]")
        texts = page.evaluate(
            """() => { const all = document.body.cloneNode(true);
            for (const one of all.querySelectorAll('script, .map, #notation')) one.remove(); return all.textContent; }"""
        )
        assert "→" in page.inner_text("#log")
        assert "->" not in texts
        assert " →" not in page.inner_text("#log"), "a space that does not break"
        page.click("#tabs [data-shelf=standings]")


def test_nothing_moves_when_an_order_is_copied_or_the_headline_grows(space: Space) -> None:
    page = space.ready("sandstorm")
    page.fill("#text", "A(2M)RM(R+1)")
    page.wait_for_selector("#state[data-state=legal]")
    was = [box_of(page, one) for one in ("#stage", "#copy", "#post")]
    page.click("#copy")
    page.wait_for_selector("#copied:text-is('Copied.')")
    assert page.is_visible("#share-link")
    assert [box_of(page, one) for one in ("#stage", "#copy", "#post")] == was
    page.evaluate("() => { document.querySelector('#news .headline').textContent += ' and more of it'.repeat(20); }")
    assert [box_of(page, one) for one in ("#stage", "#copy", "#post")] == was


def test_how_orders_are_written_comes_into_sight_and_is_said_once(space: Space) -> None:
    page = space.ready("lighthouse")
    page.click("#how summary")
    page.wait_for_timeout(50)
    panel, how = box_of(page, "#box .scroll"), box_of(page, "#how")
    assert how["y"] - panel["y"] < 40
    said = page.inner_text("#hint") if page.is_visible("#hint") else ""
    assert said == ""
    words = page.text_content("#hint") or ""
    assert words[:30] not in page.inner_text("#rest")
    page.click("#how summary")


@pytest.mark.long
@pytest.mark.parametrize("name", chosen_tables())
def test_how_orders_are_written_flows_in_the_whole_panel_and_leaves_the_board_where_it_is(
    space: Space, name: str
) -> None:
    page = space.ready(name)
    page.fill("#text", TABLES[name][2])
    page.wait_for_selector("#state[data-state=legal]")
    page.click("#how summary")
    page.wait_for_function("document.querySelector('#notation').getClientRects().length")
    panel, notation = box_of(page, "#beside"), box_of(page, "#notation")
    assert notation["width"] == panel["width"]
    assert page.evaluate("scrollY") == 0
    words = page.locator("#notation :is(dd, p)").all_inner_texts()
    assert len(words) > 8
    assert [one for one in words if one.count("   ") > 1] == []  # no columns made of blanks
    assert [one for one in page.locator("#notation dt").all_inner_texts() if not 0 < len(one) < 40] == []
    page.click("#how summary")


def test_while_something_is_tried_in_the_sandbox_the_head_says_that_it_is_not_the_game(space: Space) -> None:
    page = space.sandbox("sandstorm")
    assert page.inner_text("#unreal").strip() == "Sandbox: not the game"
    assert not page.is_visible("#awaited")
    assert page.locator("#standings td.deed code").count() == 10  # what happened before is still told
    covered = """() => {
      const box = document.querySelector('.stagebox');
      const inside = getComputedStyle(box, '::after').content === 'none' ? 0 : 3;
      return document.querySelector('#help').getBoundingClientRect().bottom > box.getBoundingClientRect().bottom - inside;
    }"""
    assert not page.evaluate(covered), "the frame of the sandbox covers no button"
    page.click("#try")
    page.wait_for_selector("#sandbox", state="hidden")
    assert page.is_visible("#awaited")
    assert not page.is_visible("#unreal")


def test_a_row_of_the_standings_leads_to_its_car_on_the_board(space: Space) -> None:
    page = space.ready("sandstorm")
    page.click("[data-view=near]")
    seen = """mark => {
        const piece = [...document.querySelectorAll("#stage g.piece")].find((one) => one.querySelector("text").textContent === mark);
        const [stage, box] = [document.getElementById("stage"), piece].map((one) => one.getBoundingClientRect());
        return box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom;
    }"""
    for mark, press in (("T", False), ("A", True)):
        row = page.locator("#standings tbody tr", has=page.locator(f"th b:text-is('{mark}')"))
        if press:
            row.press("Enter")
        else:
            row.click()
        assert page.evaluate(seen, mark)
        assert page.locator("#stage .lit").count() == 1
    page.mouse.move(600, 5)
    page.click("[data-view=near]")


def test_a_best_order_is_drawn_at_once_even_if_the_pointer_rests_where_it_comes_to_be(space: Space) -> None:
    page = space.get_page("sandstorm", kind="best orders", small=False)
    page.fill("#text", "")
    page.wait_for_selector("#stage > svg:not(.tried)", state="attached")
    page.wait_for_selector("html[data-best]", state="attached")
    page.mouse.move(600, 5)
    # The engine is busy
    page.evaluate("() => { window.was = Worker.prototype.postMessage; Worker.prototype.postMessage = () => {}; }")
    try:
        page.hover("#best tbody tr >> nth=1")
        assert page.locator("#stage .over > *").count() > 0
        page.mouse.move(600, 5)
        assert page.locator("#stage .over > *").count() == 0
    finally:
        page.evaluate("() => { Worker.prototype.postMessage = window.was; }")
    rows = box_of(page, "#best tbody tr >> nth=1")
    page.evaluate("() => { document.getElementById('best').style.display = 'none'; }")
    page.mouse.move(rows["x"] + 9, rows["y"] + 9)
    told = """async () => {
        const { onPointed } = await import(document.querySelector('link[href*="pointing.js"]').href);
        document.getElementById('best').style.display = '';
        return new Promise((done) => {
            onPointed(document.querySelectorAll('#best tbody tr')[1], () => done(true), () => {});
            setTimeout(() => done(false), 2000);
        });
    }"""
    assert page.evaluate(told)
    page.mouse.move(600, 5)


def test_the_tip_covers_no_chance_of_the_order_that_is_pointed_at(space: Space) -> None:
    page = space.ready("sandstorm")
    page.select_option("#seat", "M")
    page.fill("#text", "A(3M)L(3M)R(2M)B")
    page.wait_for_selector("#stage .plate")
    page.evaluate(
        "() => { document.getElementById('pointed').textContent = '1 of 27 · A(3M)L(3M)R(2M)B · a long tip'; }"
    )
    page.wait_for_timeout(50)
    over = """() => {
        const tip = document.getElementById("pointed").getBoundingClientRect();
        const plates = [...document.querySelectorAll("#stage .plate")].map((one) => one.getBoundingClientRect());
        return plates.filter((one) => one.left < tip.right && one.right > tip.left && one.top < tip.bottom && one.bottom > tip.top).length;
    }"""
    assert page.evaluate(over) == 0
    plate = box_of(page, "#stage .plate >> nth=0")
    stage = box_of(page, "#stage")
    page.evaluate("() => { document.getElementById('pointed').textContent = ''; }")
    assert stage["y"] < plate["y"]


OWN_IN_SIGHT = """() => {
    const stage = document.getElementById("stage").getBoundingClientRect();
    const own = [...document.querySelectorAll("#stage g.piece.own")].find((one) => !one.closest(".layer")).getBoundingClientRect();
    return own.left >= stage.left && own.right <= stage.right && own.top >= stage.top && own.bottom <= stage.bottom;
}"""


def go_to_turn(page: Page, button: str, turn: int) -> None:
    """Press a button that leads to a turn, and wait until it is shown."""
    page.click(button)
    page.wait_for_selector(f"#shown:text-is('after turn {turn} of 9')")


@pytest.mark.long
def test_the_board_stands_still_from_turn_to_turn_and_the_camera_moves_only_to_keep_the_own_car_in_sight(
    space: Space,
) -> None:
    page = space.ready("sandstorm")
    view = "() => ['x', 'y', 'width', 'height'].map((name) => document.querySelector('#stage > svg').viewBox.baseVal[name])"
    now, stage = page.evaluate(view), box_of(page, "#stage")
    seen = {}
    for turn in (8, 7, 6, 5):
        go_to_turn(page, "#back", turn)
        seen[turn] = page.evaluate(view)
        assert box_of(page, "#stage") == stage
        assert seen[turn][2:] == now[2:], "as large as before"
        assert page.evaluate(OWN_IN_SIGHT)
    assert len(set(map(tuple, seen.values()))) < len(seen), "what shows the car already stays"
    go_to_turn(page, "#on", 6)
    assert page.evaluate(OWN_IN_SIGHT)
    go_to_turn(page, "#now", 9)
    assert page.evaluate(view) == now
    page.click("#nearer")
    nearer = page.evaluate(view)
    go_to_turn(page, "#back", 8)
    page.click("#nearer")
    go_to_turn(page, "#now", 9)
    assert page.evaluate(view) == nearer, "whoever comes back finds the board as it was"
    page.click("[data-view=near]")


@pytest.mark.long
def test_the_board_stands_still_when_it_is_tapped(space: Space) -> None:
    page = space.ready("sandstorm")
    view = "() => document.querySelector('#stage > svg').getAttribute('viewBox')"
    choose_seat(page, "E")
    page.click("[data-view=near]")
    was = page.evaluate(view)
    off = page.evaluate("""() => [...document.querySelectorAll("#stage .reach > g")]
        .filter((one) => one.querySelector(".cross")).map((one) => one.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])""")
    for x, y in off[:: effort.choose(6, 3)]:
        orders = set()
        for _ in range(2):
            page.mouse.click(x, y)
            page.wait_for_function(
                "() => document.getElementById('verdict').dataset.order === document.getElementById('text').value"
            )
            orders.add(page.input_value("#text"))
            assert page.evaluate(view) == was
        assert "cannot be reached" not in page.inner_text("#pointed")
    page.fill("#text", "")


def test_the_best_orders_can_be_switched_off_and_the_browser_remembers(space: Space) -> None:
    page = space.get_page("sandstorm", kind="best orders", small=False)
    page.wait_for_selector("html[data-best]", state="attached")
    assert page.locator("#best tbody tr:visible").count() >= 3
    page.click("#helps")
    assert page.locator("#best tbody tr:visible").count() == 0
    assert page.get_attribute("#helps", "aria-checked") == "false"
    context = page.context
    other = context.new_page()
    other.add_init_script(LOADING)
    other.goto(page.url)
    other.wait_for_selector("#helps[aria-checked=false]", state="attached")
    other.close()
    page.click("#helps")
    assert page.locator("#best tbody tr:visible").count() >= 3, "what was found is still there"
    ((head, row),) = page.evaluate(
        "() => [[...document.querySelectorAll('#best :is(thead th, tbody td):first-child')].slice(0, 2).map((one) => {"
        " const words = document.createRange(); words.selectNodeContents(one); return words.getBoundingClientRect(); })]"
    )
    assert row["top"] - head["bottom"] >= 4


def test_whoever_looks_back_is_not_told_that_orders_are_looked_for(space: Space) -> None:
    page = space.ready("sandstorm")
    page.evaluate(
        "() => { const best = document.getElementById('best'); best.hidden = false;"
        " best.lastElementChild.append(document.createElement('progress')); }"
    )
    try:
        assert page.is_visible("#best progress")
        page.click("#back")
        page.wait_for_selector("html.old", state="attached")
        assert not page.is_visible("#best progress")
        assert page.is_visible("#text")
        page.click("#now")
        page.wait_for_selector("html:not(.old)", state="attached")
        assert page.is_visible("#best progress")
    finally:
        page.evaluate(
            "() => { const best = document.getElementById('best'); best.lastElementChild.replaceChildren(); best.hidden = true; }"
        )
