"""What is looked at beside the board: the standings with all that they tell, and what lies over the board and about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.conftest import Space, resize

if TYPE_CHECKING:
    from playwright.sync_api import Page

CELLS = """() => {
    const panel = document.getElementById("standings").getBoundingClientRect();
    const seen = [...document.querySelectorAll("#standings :is(th, td)")].filter((cell) => cell.offsetWidth);
    return seen.map((cell) => [cell.textContent, cell.getBoundingClientRect(), cell])
        .filter(([, { left, right }, cell]) => left < panel.left - 1 || right > panel.right + 1 || cell.scrollWidth > cell.clientWidth + 1)
        .map(([text]) => text);
}"""


def test_all_columns_of_the_standings_fit_and_a_button_leaves_the_fewer(space: Space) -> None:
    page = space.ready("sandstorm")
    button = page.locator("#standings .columns")
    assert button.inner_text() == "All columns"
    button.click()
    assert button.inner_text() == "Fewer columns"
    for size in ((1280, 800), (1440, 900)):
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
    assert cells[0].startswith("GWW V to [11,28]")
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


def test_while_something_is_tried_in_the_sandbox_the_head_says_that_it_is_not_the_game(space: Space) -> None:
    page = space.sandbox("sandstorm")
    assert page.inner_text("#unreal").strip() == "Sandbox: not the game"
    assert not page.is_visible("#awaited")
    assert page.locator("#standings td.deed code").count() == 10  # what happened before is still told
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
    page.evaluate(
        "() => { window.was = Worker.prototype.postMessage; Worker.prototype.postMessage = () => {}; }"
    )  # the engine is busy
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


def test_the_board_stands_still_when_it_is_tapped(space: Space) -> None:
    page = space.ready("sandstorm")
    view = "() => document.querySelector('#stage > svg').getAttribute('viewBox')"
    page.select_option("#seat", "E")
    page.wait_for_selector("html[data-surveyed=E]", state="attached")
    page.click("[data-view=near]")
    was = page.evaluate(view)
    off = page.evaluate("""() => [...document.querySelectorAll("#stage .reach > g")]
        .filter((one) => one.querySelector(".cross")).map((one) => one.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])""")
    for x, y in off[::3]:
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
