"""How the page looks and is used: telephone and desktop, dark and light, by keyboard, by those who do not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.core.blocks import Picture, picture_lines
from tests.page.conftest import AXE, TABLES
from tests.page.test_orders import LEGAL, UNREAD, answered, maps, pictures, tried

if TYPE_CHECKING:
    from tests.page.conftest import Space

# Telephone and desktop, each dark and light on the one table, and one of each on the others.
SCHEMES = {
    (True, 390): ("light", "dark"),
    (True, 1280): ("light", "dark"),
    (False, 390): ("dark",),
    (False, 1280): ("light",),
}


@pytest.mark.parametrize("name", TABLES)
def test_it_fits_and_has_no_fault_of_accessibility(space: Space, name: str) -> None:
    page = space.ready(name)
    _, seat, order = TABLES[name]
    report = tried(space, name, seat, order)
    grounds = set()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        answered(page, order, LEGAL)
        place = "#maps" if width > 1000 else "#way"
        page.wait_for_selector(f"{place} .path")
        assert maps(page, place) == pictures(report)
        for scheme in SCHEMES[name == "sandstorm", width]:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
            grounds.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
            page.evaluate(AXE.read_text(encoding="utf-8"))
            found = page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
            assert [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found] == []
    assert len(grounds) == 2


def test_the_way_is_in_view(space: Space) -> None:
    page = space.ready("lighthouse")
    page.set_viewport_size({"width": 390, "height": 844})
    answered(page, TABLES["lighthouse"][2], LEGAL)
    seen = """() => {
      const frame = document.querySelector("#way .box").getBoundingClientRect();
      return [...document.querySelector("#way .map").querySelectorAll(".path")].every((mark) => {
        const place = mark.getBoundingClientRect();
        return place.left >= frame.left && place.right <= frame.right && place.top >= frame.top && place.bottom <= frame.bottom;
      });
    }"""
    assert page.evaluate(seen) is True


def test_on_a_telephone_no_line_is_cut_off_and_no_sign_explained_twice(space: Space) -> None:
    page = space.ready("lighthouse")
    page.set_viewport_size({"width": 390, "height": 844})
    answered(page, TABLES["lighthouse"][2], LEGAL)
    wider = "() => [...document.querySelectorAll('pre:not(.map)')].filter((one) => one.parentNode.scrollWidth > one.parentNode.clientWidth)"
    assert page.evaluate(f"({wider})().map((one) => one.textContent)") == []
    signs = "(place) => [...document.querySelectorAll(`${place} .legend li`)].filter((one) => one.checkVisibility()).map((one) => one.innerText)"
    board, way = page.evaluate(signs, "#maps"), page.evaluate(signs, "#way")
    assert len(board) > 3
    assert len(way) > 1
    assert set(board).isdisjoint(way)


def test_what_texts_look_like_is_not_what_maps_look_like(space: Space) -> None:
    page = space.ready("lighthouse")
    answered(page, "GN(", UNREAD)
    displays = "() => [...new Set([...document.querySelectorAll('#maps .map span')].map((one) => getComputedStyle(one).display))]"
    assert page.evaluate(displays) == ["inline"]
    grounds = (
        "() => [...document.querySelectorAll('pre:not(.map) *')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert set(page.evaluate(grounds)) == {"rgba(0, 0, 0, 0)"}


def test_the_board_stands_still_while_an_order_is_typed(space: Space) -> None:
    page = space.ready("sandstorm")
    top = "() => document.querySelector('#maps .box').getBoundingClientRect().top"
    was = page.evaluate(top)
    answered(page, "A(2M)RM(R+1)", LEGAL)  # its heading is longer than a line
    assert page.evaluate(top) == was


def test_tiles_are_told_by_signs_and_a_legend_not_by_colour_alone(space: Space) -> None:
    page = space.ready("lighthouse")
    kinds = page.evaluate(
        "() => [...document.querySelector('#maps .map').querySelectorAll('span')].map((one) => [one.className, one.textContent])"
    )
    signs: dict[str, set[str]] = {}
    for role, text in kinds:
        if not role.startswith("car"):
            signs.setdefault(role, set()).update(text.strip())
    legend = page.inner_text("#maps .legend")
    for role in ("green", "yellow", "track"):
        assert len(signs[role]) == 1
        assert signs[role].pop() in legend
    colours = page.evaluate(
        "() => ['green', 'yellow', 'track'].map((role) => getComputedStyle(document.querySelector(`#maps .${role}`)).backgroundColor)"
    )
    assert len(set(colours)) == 3


def test_the_keyboard_is_enough(space: Space) -> None:
    page = space.visit("sandstorm")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip"
    assert page.evaluate("() => document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.id") == "seat"
    page.keyboard.type("A")
    assert page.input_value("#seat") == "A"
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.id") == "text"
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.type("A(2M)RM(R+1)")
    page.wait_for_selector("#mend:text-is('Write A(2M)RM(R+1)(3M)')")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#state:text-is('Legal')")
    assert page.evaluate("() => document.activeElement.id") == "text"
    while page.evaluate("() => document.activeElement.id") != "copy":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#copied:not(:empty)")
    page.focus("#maps .box")
    size = "() => parseFloat(getComputedStyle(document.querySelector('#maps .map')).fontSize)"
    was = page.evaluate(size)
    page.keyboard.press("+")
    assert page.evaluate(size) == pytest.approx(was * 1.25, rel=1e-3)
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.evaluate(size) == pytest.approx(was * 0.8, rel=1e-3)
    page.keyboard.press("0")
    assert page.evaluate(size) == pytest.approx(was, rel=1e-3)
    page.context.close()


def test_a_large_board_scrolls_and_zooms(space: Space) -> None:
    page = space.ready("lighthouse")
    page.set_viewport_size({"width": 390, "height": 844})
    room = "() => { const box = document.querySelector('#maps .box'); return box.scrollWidth - box.clientWidth; }"
    assert page.evaluate(room) > 100
    for _ in range(3):
        page.click("#zoom [data-zoom='-1']")
    assert page.evaluate(room) == 0
    page.click("#zoom [data-zoom='0']")
    assert page.evaluate(room) > 100


def test_steps_from_turn_to_turn(space: Space) -> None:
    page = space.ready("sandstorm")
    title, newest = page.inner_text("#title"), maps(page)
    page.click("#back")
    page.wait_for_selector("#shown:text-is('turn 8 of 9')")
    eighth = maps(page)
    assert eighth != newest
    assert "turn 8" in page.inner_text("#title")
    page.focus("#turn")
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#shown:text-is('turn 0 of 9')")
    assert not page.is_visible("#back")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#shown:text-is('turn 1 of 9')")
    answered(page, "A(2M)RM(R+1)", LEGAL)  # an order is for now
    page.wait_for_selector("#shown:text-is('turn 9 of 9')")
    assert page.inner_text("#title") == title
    assert maps(page) == pictures(tried(space, "sandstorm", "D", "A(2M)RM(R+1)"))
    page.fill("#text", "")
    page.wait_for_selector("#answer:empty", state="attached")
    assert maps(page) == newest


def test_all_there_is_to_read_is_there_without_scripts(space: Space) -> None:
    page = space.visit("sandstorm", java_script_enabled=False)
    table = space.tables["sandstorm"]
    report = table.game.turn_blocks((), table.position)
    (board,) = [block for block in report if isinstance(block, Picture)]
    assert page.text_content("#maps .map") == "\n".join(picture_lines(board))
    text = page.inner_text("body")
    assert all(seat.player in text for seat in table.seats)
    for heading in ("What happened", "Standings", "How orders are written", "Order sheets, in every game", "Turns"):
        assert heading in text
    assert "Orders can be tried here with JavaScript" in text
    assert not page.is_visible("#box")
    page.click("#back")
    assert "turn 8" in page.inner_text("h1")
    page.click("text=newest")
    assert page.url.endswith("/sandstorm/index.html")
    page.context.close()
