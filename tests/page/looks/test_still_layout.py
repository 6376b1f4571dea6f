"""Nothing on the page moves when the engine gets ready, in the sandbox neither; and the news has its room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, resize
from tests.page.looks.test_in_sight import BROKEN, write
from tests.page.looks.test_still_camera import choose_held
from tests.page.test_review import boxes

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ((1280, 800), (1440, 900), (390, 844), (360, 640), (844, 390))
# Where all that is seen of the order and of the board stands, to the pixel
PLACES = """() => Object.fromEntries(['stage', 'standings', 'order', 'hidden', 'text', 'pad', 'keys', 'said', 'hint', 'beside', 'post']
  .map((name) => [name, document.getElementById(name)]).filter(([, one]) => one.checkVisibility()).map(([name, one]) => {
    const {left, top, right, bottom} = one.getBoundingClientRect(); return [name, [left, top, right, bottom].map(Math.round)]; }))"""
TELEPHONES = ((390, 844), (360, 640))
GIVES = {"marbles", "lighthouse"}  # a ring, and a game with an order of play
OPEN = "isOpen => document.documentElement.classList.toggle('open', isOpen)"


def places(page: Page, size: tuple[int, int], *, is_open: bool) -> dict[str, list[int]]:
    """Return where everything stands in a window of a size, with the sheet of a telephone open or shut."""
    page.evaluate(OPEN, is_open)
    resize(page, *size)
    found: dict[str, list[int]] = page.evaluate(PLACES)
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse",), tuple(TABLES)))
def test_nothing_moves_when_the_engine_gets_ready(space: Space, name: str) -> None:
    page = space.ready(name)
    new = space.visit(name, f"#seat={TABLES[name][1]}", has_engine=False)
    new.wait_for_selector("#loading", state="visible")
    moved = []
    for size in effort.choose(SIZES[::3], SIZES):
        for is_open in (False, True) if size[0] < 600 else (False,):
            was, now = (places(one, size, is_open=is_open) for one in (new, page))
            assert new.is_visible("#loaded"), (size, is_open)
            moved += [(size, is_open, one, was.get(one), now[one]) for one in now if was.get(one) != now[one]]
    assert moved == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "sizes"),
    effort.choose((("lighthouse", SIZES[::3]), ("marbles", TELEPHONES)), tuple((name, SIZES) for name in TABLES)),
)
def test_in_the_sandbox_keys_have_their_room_before_it_is_known_what_can_be_reached(
    space: Space, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    page = space.sandbox(name)
    asked = page.evaluate("() => [...document.querySelectorAll('#sandbox .row .badge')].map((one) => one.textContent)")
    for size in sizes:
        resize(page, *size)
        choose_held(page, asked[-1])
        was = places(page, size, is_open=size[0] < 600)
        page.evaluate("() => { window.goOn(); delete window.goOn; }")
        page.wait_for_selector(f"html[data-surveyed={asked[-1]}]", state="attached")
        assert places(page, size, is_open=size[0] < 600) == was, size


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("marbles",), tuple(TABLES)))
def test_the_news_has_the_width_of_an_upright_telephone_whoever_looks(space: Space, name: str) -> None:
    for is_known in effort.some(False, True):
        page = space.visit(name, is_known=is_known, has_engine=False, viewport={"width": 390, "height": 844})
        for size in TELEPHONES:
            resize(page, *size)
            (news,), (stage,), (sheet,) = (boxes(page, one) for one in ("#news", "#stage", "#order"))
            assert news[2] - news[0] >= 0.9 * size[0], (is_known, size)
            assert stage[3] <= news[1] <= news[3] <= sheet[1], (is_known, size)
            # The ring of a small telephone has its room, and on a low one the order of play: there it stands with what else happened.
            told = "#news .headline" if size != (360, 640) or name not in GIVES else "#rest > [data-name=summary]"
            assert page.is_visible(told), (is_known, size)


# Words on keys that come nearer to an edge of theirs than to be read well, with the pixels between
NEAR_EDGES = """() => [...document.querySelectorAll('#keys button')].flatMap((key) => [...key.children].map((words) => {
  const range = document.createRange();
  range.selectNodeContents(words);
  const [outer, inner] = [key.getBoundingClientRect(), range.getBoundingClientRect()];
  return [words.textContent, Math.min(inner.left - outer.left, outer.right - inner.right), parseFloat(getComputedStyle(words).fontSize)];
})).filter(([, gap, size]) => gap < 3 || size < 9)"""
HALF = {"sandstorm": "A(2M)R", "lighthouse": "GWN", "willow": "R3 P2", "papers": "N", "marbles": "9"}


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("lighthouse",), tuple(TABLES)))
def test_words_on_keys_keep_off_their_edges(space: Space, name: str) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page(name)
        if name == "marbles":
            page.fill("#private", "2 9 10")
            page.wait_for_selector("#keys button")
        for order in ("", HALF[name]):
            write(page, order)
            for size in effort.choose(SIZES[3:], SIZES):
                for is_open in (False, True) if size[0] < 600 else (False,):
                    page.evaluate(OPEN, is_open)
                    resize(page, *size)
                    assert page.evaluate(NEAR_EDGES) == [], (size, is_open, order)
        write(page, "")
        page.fill("#private", "") if name == "marbles" else None


@pytest.mark.long
def test_what_copies_an_order_for_the_forum_is_said_in_a_line(space: Space) -> None:
    for open_page in effort.some(space.german, space.ready):
        page = open_page("willow")
        for size in effort.choose(SIZES[3:], SIZES):
            resize(page, *size)
            assert page.evaluate(BROKEN, ["#copy span"]) == [], size
