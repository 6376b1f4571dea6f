"""Where keys, pad and verdict of a game stand: all of it in sight, undo and erase never alone, the board still under a finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import effort
from tests.page.conftest import TABLES, Space, resize, settle
from tests.page.test_review import boxes
from tests.page.test_touch import telephone

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANSWERED = "text => (document.getElementById('verdict').dataset.order ?? '') === text"
# The rows of keys: of each key whether it is undo or erase
ROWS = """() => { const rows = new Map();
  for (const key of document.querySelectorAll('#keys button')) {
    const top = Math.round(key.getBoundingClientRect().top);
    rows.set(top, [...(rows.get(top) ?? []), key.matches('.side')]);
  }
  return [...rows.entries()].sort(([one], [other]) => one - other).map(([, row]) => row); }"""
OUT = """names => names.filter((name) => {
  const one = document.querySelector(name).getBoundingClientRect();
  const box = document.querySelector('.scroll').getBoundingClientRect();
  const [top, low] = document.querySelector(name).closest('.scroll') ? [box.top, box.bottom] : [0, innerHeight];
  return !one.width || one.top < top - 1 || one.bottom > low + 1 || one.left < 0 || one.right > innerWidth; })"""
# Keys that are too narrow for a finger, or for what they say
OVER = """() => [...document.querySelectorAll('#keys button')].filter((one) => one.offsetWidth < (innerWidth > 900 ? 36 : 44) || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
STAGE = (
    "() => { const {top, height} = document.getElementById('stage').getBoundingClientRect(); return [top, height]; }"
)


def write(page: Page, text: str) -> None:
    """Write a text without touching the sheet, and wait for what is said of it."""
    page.evaluate(
        "text => { const box = document.getElementById('text'); box.value = text; box.dispatchEvent(new Event('input')); }",
        text,
    )
    page.wait_for_function(ANSWERED, arg=text)


def forget(page: Page, name: str) -> None:
    """Have a page forget what was erased, as it does where its seat is chosen: no key brings it back."""
    page.dispatch_event("#seat", "change")
    page.wait_for_selector(f"html[data-surveyed={TABLES[name][1]}]", state="attached")


@pytest.mark.long
def test_the_table_of_shifts_verdict_and_copy_are_in_sight_on_every_telephone(space: Space) -> None:
    page = telephone(space, "lighthouse")
    for each in [page, space.german("lighthouse")] if effort.IS_LONG else [page]:
        for size in effort.some((360, 640), (390, 844), (844, 390)):
            resize(each, *size)
            each.evaluate("() => document.documentElement.classList.add('open')")
            for text in (TABLES["lighthouse"][2], "GWN H +1W +2N +3N"):
                write(each, text)
                each.evaluate("() => { document.querySelector('.scroll').scrollTop = 0; }")
                assert each.evaluate(OUT, ["#text", "#pad svg", "#verdict", "#copy"]) == [], (size, text)
            each.evaluate("() => document.documentElement.classList.remove('open')")


def test_a_tablet_has_the_table_of_shifts_on_the_shut_sheet_as_high_as_the_keys(space: Space) -> None:
    page = telephone(space, "lighthouse", 768, 1024)
    for text in ("", TABLES["lighthouse"][2]):
        write(page, text)
        assert page.evaluate(OUT, ["#pad svg", "#keys", "#verdict", "#copy"]) == [], text
        ((_, high, right, low),) = boxes(page, "#pad svg.drawn")
        ((left, top, _, bottom),) = boxes(page, "#keys")
        assert right < left
        assert (abs(high - top) <= 1, abs(low - bottom) <= 1) == (True, True), text
    write(page, "")


@pytest.mark.long
def test_undo_and_erase_stand_in_a_row_of_keys_or_fill_one_together(space: Space) -> None:
    page = space.ready("lighthouse")
    for size in effort.some((360, 640), (1280, 800), (390, 844), (844, 390)):
        resize(page, *size)
        for is_open in (True, False):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            for text in effort.choose(("", "GN", "+1N"), ("", "G", "GN", "GNN", "+1N")):
                write(page, text)
                last = page.evaluate(ROWS)[-1]
                halves = page.eval_on_selector_all("#keys .side", "all => all.map((one) => one.style.gridColumnStart)")
                assert not all(last) or (len(last) == 2 and halves == ["1", "3"]), (size, is_open, text)
    page.evaluate("() => document.documentElement.classList.remove('open')")
    write(page, "")


# Orders of which more and more is said: a risk, and costs, and where it leads, in more lines than there are
LONG = (TABLES["lighthouse"][2], "GN", "GSS V", "+1N GSS H +2N +3W", "GEN H +1E +2E +3N")


@pytest.mark.long
@pytest.mark.parametrize("size", effort.choose([(360, 640)], [(390, 844), (360, 640)]))
def test_the_board_is_as_large_after_a_tap_however_much_is_said_of_the_order(
    space: Space, size: tuple[int, int]
) -> None:
    page = telephone(space, "lighthouse", *size)
    was = page.evaluate(STAGE)
    for text in effort.choose(LONG[2:], LONG):
        write(page, text)
        assert page.evaluate(STAGE) == was, text
    write(page, "")


@pytest.mark.long
def test_the_table_of_shifts_says_what_it_shows_and_its_tips_name_the_cars(space: Space) -> None:
    for open_page, said, cars in effort.some(
        (space.german, "Nächsten Gang antippen", "Autos mit diesem Gang: A, E"),
        (space.ready, "Tap your next shift", "cars with this shift: A, E"),
    ):
        page = open_page("lighthouse")
        page.fill("#text", "")
        page.wait_for_selector(f"#pad figcaption:text-is('{said}')")
        assert page.get_attribute("#pad > div", "title") == said
        assert page.locator("#pad .spots title", has_text=cars).count() == 1


def test_the_shift_after_an_order_is_told_without_what_comes_of_it_alone(space: Space) -> None:
    page = space.ready("lighthouse")
    assert page.locator("#pad .spots title", has_text="W5S4, crashes (GSS)").count() == 1
    write(page, "+3N GSS")  # a chip may lead past what the shift alone would hit
    assert page.inner_text("#pad figcaption") == "shift after this: W5S4"
    write(page, "")


# Put five best orders where they would stand; return how many of them are in sight on the open sheet, and the title and figures that meet.
FIVE = """([title, ...heads]) => {
  const best = document.getElementById('best');
  const row = (kind, cells) => `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`;
  const orders = row('td', ['<button class="mono whole">GNN +1N +2W +3N</button>', '1/4', '10', '0.2 turns later']).repeat(5);
  best.hidden = false;
  document.getElementById('best-title').textContent = title;
  best.lastElementChild.innerHTML = `<table><thead>${row('th', heads)}</thead><tbody>${orders}</tbody></table>`;
  const box = (one) => one.getBoundingClientRect();
  const { bottom } = box(document.querySelector('.scroll'));
  const [switched, ...figures] = [document.querySelector('#helps'), ...best.querySelectorAll('th:not(:first-child)')].map(box);
  return [[...best.querySelectorAll('td button')].filter((one) => (box(one).top + box(one).bottom) / 2 + 7 <= bottom).length,
    figures.filter((head) => head.left + 2 < switched.right && switched.top < head.bottom && head.top < switched.bottom).length];
}"""


def test_the_best_orders_are_in_sight_below_the_table_of_shifts(space: Space) -> None:
    page = telephone(space, "lighthouse")
    page.evaluate("() => { document.documentElement.classList.add('open'); }")
    write(page, TABLES["lighthouse"][2])
    for size, least in (((360, 640), 1), ((390, 844), 2), ((768, 1024), 5)):
        resize(page, *size)
        assert boxes(page, "#seat")[0][1] >= boxes(page, "#order")[0][1] - 1, size
        count, met = page.evaluate(FIVE, ["Best five", "Order", "Lines", "Turns to go", "Against the best"])
        assert (min(count, least), met) == (least, 0), size
        _, met = page.evaluate(FIVE, ["Die besten fünf", "Befehl", "Linien", "Züge bis Ziel", "Im Vergleich"])
        assert met == 0, size
    page.evaluate(
        "() => { document.getElementById('best').hidden = true; document.documentElement.classList.remove('open'); }"
    )
    write(page, "")


def test_on_a_low_telephone_the_order_of_play_says_what_the_reader_holds_and_the_board_has_the_room(
    space: Space,
) -> None:
    page = telephone(space, "lighthouse", 360, 640)
    assert not page.is_visible("#asked")
    assert page.locator("#queue .acts >> visible=true").inner_text().split() == ["C", "W5S2", "1", "2", "3"]
    assert page.evaluate(STAGE)[1] >= 195
    resize(page, 390, 844)
    assert page.is_visible("#asked")


def test_no_key_beside_a_wide_table_of_shifts_is_cut_on_a_telephone_on_its_side(space: Space) -> None:
    page = telephone(space, "lighthouse", 844, 390)
    page.evaluate("() => { document.querySelector('#pad svg.drawn').style.width = '176px'; }")  # as at a start
    assert max(right for _left, _top, right, _bottom in boxes(page, "#keys button")) <= 844
    page.evaluate("() => { document.querySelector('#pad svg.drawn').style.width = ''; }")


# Stand all chips of the pad in a ring round the shift of who acts, as many on one do; half of a shift away some are on others.
CROWD = """() => {
  const all = [...document.querySelectorAll('#pad g.piece')];
  const [x, y] = all.find((one) => one.querySelector('.acts')).getAttribute('transform').match(/[.0-9]+/g).map((one) => Math.floor(one) + 0.5);
  all.forEach((one, number) => one.setAttribute('transform', `translate(${x + 0.6 * Math.cos(1.26 * number)} ${y + 0.6 * Math.sin(1.26 * number)}) scale(.32)`));
}"""
HEAPS = """() => [...document.querySelectorAll('#pad .heap')].map((one) => [one.querySelector('text').textContent, one.querySelectorAll('.acts').length])"""


def test_cars_on_one_shift_whose_letters_cannot_be_read_are_one_chip_with_their_number(space: Space) -> None:
    page = space.ready("lighthouse")
    assert page.evaluate(HEAPS) == []  # of two each is read
    page.evaluate(CROWD)
    write(page, "GNN")
    assert page.evaluate(HEAPS) == [["5", 1]]
    assert page.locator("#pad g.piece:not(.heap) >> visible=true").count() == 0
    assert page.locator("#pad .spots title", has_text="cars with this shift: A, C, D, E, F").count() == 1
    forget(page, "lighthouse")
    assert page.evaluate(HEAPS) == []


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["lighthouse"], ["sandstorm", "lighthouse"]))
def test_rows_of_keys_are_as_long_as_each_other_whatever_room_there_is(space: Space, name: str) -> None:
    page = space.ready(name)
    page.evaluate("() => document.documentElement.classList.remove('open')")
    # Beside a scrollbar that takes its room a telephone is so much narrower.
    few = ((320, 640), (829, 390))
    for size in effort.choose(few, (*few, (375, 844), (390, 844), (360, 640), (345, 640), (920, 800), (1280, 800))):
        resize(page, *size)
        for text in ("", "GN", "A(2M)RM(R+1"):
            write(page, text)
            # Beside a pad, and on a desktop, chips stand in rows of a value each.
            if page.evaluate("() => getComputedStyle(document.querySelector('#keys button')).gridRowStart") == "auto":
                rows = [len(row) for row in page.evaluate(ROWS)]
                assert max(rows) == -(-sum(rows) // len(rows)), (size, text, rows)
                assert rows[:-1] == [rows[0]] * (len(rows) - 1), (size, text, rows)
                assert page.evaluate(OVER) == [], (size, text)


# Texts that more keys go on from than an order begins with, or of which more is said; the last is an order
MORE = {
    "sandstorm": ("A(2M)RM(R+1", "AAAA(9M)"),
    "lighthouse": ("G", "GWN H +1W +2N +3N"),
    "willow": ("R3 P2", "R3 R3"),
    "papers": ("N", "NEE"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["lighthouse"], list(MORE)))
def test_the_board_has_its_size_before_the_engine_is_there_and_keeps_it_whatever_is_written(
    space: Space, name: str
) -> None:
    context = space.context(has_engine=False, has_touch=True, is_mobile=True, viewport={"width": 360, "height": 640})
    new = space.look(context, name, f"#seat={TABLES[name][1]}")
    new.wait_for_selector("#loading", state="visible")
    page = telephone(space, name, 360, 640)
    for size in effort.some((360, 640), (390, 844), (844, 390)):
        for one in (new, page):
            resize(one, *size)
        was = page.evaluate(STAGE)
        assert was[1] >= 170 or name == "sandstorm", size
        assert new.evaluate(STAGE) == was, size
        for text in (*MORE[name], TABLES[name][2], ""):
            write(page, text)
            assert page.evaluate(STAGE) == was, (size, text)
    assert new.locator("#keys button:enabled").count() == 0


def test_the_board_has_its_size_when_a_seat_is_chosen_before_the_engine_is_there(space: Space) -> None:
    name = "lighthouse"
    context = space.context(has_engine=False, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    new = space.look(context, name, is_known=False)
    new.wait_for_selector("#who button", state="visible")
    settle(new)
    new.select_option("#seat", TABLES[name][1], force=True)
    page = telephone(space, name, 390, 844)
    assert new.evaluate(STAGE) == page.evaluate(STAGE)
    forget(page, name)


@pytest.mark.long
def test_the_board_keeps_its_size_from_a_hand_that_is_told_to_an_order(space: Space) -> None:
    page = telephone(space, "marbles", 360, 640)
    page.fill("#private", "2 9 10")
    page.wait_for_selector("#stage [data-tap='9']", state="attached")
    if page.is_visible("#handle[aria-expanded=true]"):
        page.tap("#handle")
    for size in effort.some((360, 640), (390, 844), (844, 390)):
        resize(page, *size)
        was = page.evaluate(STAGE)
        for text in ("2", TABLES["marbles"][2], "9 R17>19", ""):
            write(page, text)
            assert page.evaluate(STAGE) == was, (size, text)
    page.fill("#private", "")
    page.wait_for_selector("#hidden.lacks", state="attached")
    forget(page, "marbles")


WRONG = {
    "sandstorm": "AAAA(9M)",
    "lighthouse": "GWN H +1W +2N +3N +3N",
    "willow": "R3 P2 P1 G1 G2 Y3 Y3",
    "marbles": "2 R17>20",
    "papers": "NEE",
}


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["lighthouse"], list(WRONG)))
def test_the_button_of_the_mended_order_is_in_sight_on_every_telephone(space: Space, name: str) -> None:
    for page in [space.german(name), *([telephone(space, name)] if effort.IS_LONG else [])]:
        for size in effort.choose(((844, 390), (360, 640)), ((844, 390), (390, 844), (360, 640))):
            resize(page, *size)
            write(page, WRONG[name])
            page.evaluate("() => { document.querySelector('.scroll').scrollTop = 0; }")
            assert page.is_visible("#mend"), "there is one"
            assert page.evaluate(OUT, ["#mend"]) == [], size
        write(page, "")

        forget(page, name)


def test_a_shift_that_crashes_without_chips_leaves_where_chips_lead_from_it(space: Space) -> None:
    page = space.ready("lighthouse")
    snapshot = space.snapshot("lighthouse")
    with_chips = {target.at for target in snapshot.game.targets(snapshot.position, "C") if target.by == "W5S4"}
    spot = """() => { const title = [...document.querySelectorAll('#pad .spots title')].find((one) => one.textContent.startsWith('W5S4'));
      const { left, top, width, height } = title.parentElement.firstElementChild.getBoundingClientRect();
      return [left + width / 2, top + height / 2]; }"""
    page.mouse.click(*page.evaluate(spot))
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'GSS'")
    assert page.locator("#stage .reach > g").count() == len(with_chips) > 0
    write(page, "")
