"""What the board says and shows where the pointer is: steps of the way, what another tap writes, and nothing under anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.page.tried_order import know, try_sheet
from tests import effort
from tests.page.conftest import TABLES, Space, resize
from tests.page.test_orders import type_order
from tests.page.test_tap import choose, find_drawn, wait_known, ways
from tests.page.visitor import tell_hand, walk

if TYPE_CHECKING:
    pass

ASKED = 150  # milliseconds in which the engine has said what leads to a place


def test_a_drag_selects_nothing_and_leaves_no_order_behind_that_was_pointed_at(space: Space) -> None:
    page = space.ready("lighthouse")
    at = next(at for at, each in ways(space, "lighthouse", "C").items() if each[0].role == "sure")
    page.mouse.move(2, 2)
    x, y = find_drawn(page, at)
    page.mouse.move(x, y)
    page.wait_for_function("() => document.getElementById('pointed').textContent !== ''")
    page.wait_for_function("() => document.querySelector('#stage .layer.over').childElementCount > 1")
    page.mouse.down()
    page.mouse.move(x - 60, y - 30, steps=4)
    page.mouse.move(x + 200, y + 60, steps=4)
    page.wait_for_function("() => document.querySelector('#stage .layer.over').childElementCount === 0")
    assert page.inner_text("#pointed") == ""
    page.mouse.up()
    page.click("#view [data-view=whole]")
    left, top, width, height = page.eval_on_selector(
        "#stage", "(one) => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"
    )
    page.mouse.move(left + 5, top + 5)
    page.mouse.down()
    page.mouse.move(left + width - 90, top + height - 5, steps=6)
    page.mouse.up()
    assert page.evaluate("() => String(getSelection())") == ""
    assert page.input_value("#text") == ""
    page.click("#view [data-view=near]")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["marbles"], ["sandstorm", "marbles"]))
def test_the_pointer_shows_a_hand_over_what_a_tap_takes_and_over_nothing_else(space: Space, name: str) -> None:
    page = space.ready(name)
    if name == "marbles":
        tell_hand(page, space)
    middles = """kind => [...document.querySelectorAll(`#stage ${kind}`)].filter((one) => one.matches(".reach > g") || !one.closest(".layer"))
      .map((one) => one.getBoundingClientRect()).map(({left, top, width, height}) => [left + width / 2, top + height / 2])
      .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("#stage") && !document.elementFromPoint(x, y).closest("[data-tap]"))"""
    stage = page.locator("#stage").bounding_box()
    assert stage is not None
    empty = [
        (stage["x"] + stage["width"] * at / 9, stage["y"] + stage["height"] * at / 9)
        for at in range(1, 9, effort.choose(3, 1))
    ]
    card = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('[data-tap]'))"  # which has a hand of its own
    empty = [spot for spot in empty if not page.evaluate(card, spot)]
    hands, few = [], effort.choose(1, 4)
    for x, y in (*page.evaluate(middles, ".reach > g")[:few], *page.evaluate(middles, "g.piece")[: 2 * few], *empty):
        page.mouse.move(x, y)
        page.wait_for_timeout(ASKED)  # what only passes there is asked for
        hands.append(page.evaluate("() => document.getElementById('stage').classList.contains('pick')"))
        page.mouse.down()
        page.mouse.up()
        page.wait_for_timeout(ASKED)
        taken = page.input_value("#text") or page.locator("#stage [data-tap].unfit").count()
        said = page.inner_text("#pointed")
        assert bool(taken) is hands[-1], (x, y, said)
        if page.locator("#stage [data-tap].unfit").count():  # a marble was chosen: no longer
            page.mouse.down()
            page.mouse.up()
        page.fill("#text", "")
        page.wait_for_selector("#state:not([data-state])", state="attached")
    assert len(set(hands)) == 2


def test_a_tap_on_a_step_of_the_way_takes_back_what_was_written_after_it(space: Space) -> None:
    page = space.ready("willow")
    order = TABLES["willow"][2]
    type_order(page, order, "Legal")
    snapshot = space.snapshot("willow")
    steps = try_sheet(snapshot, "P", order, know(snapshot, "P", ""))["steps"]
    page.mouse.move(*find_drawn(page, steps[3]))
    page.wait_for_selector("#pointed:text-is('Step 3 of 6 · R3 P2 P1 · die P, left: Y G G')")
    page.wait_for_selector("#stage.pick .layer.hint circle", state="attached")
    page.mouse.click(*find_drawn(page, steps[3]))
    page.wait_for_function("() => document.getElementById('verdict').dataset.order === 'R3 P2 P1'")
    assert page.inner_text("#state") == "Not finished yet"
    page.mouse.click(*find_drawn(page, steps[1]))
    page.wait_for_function("() => document.getElementById('text').value === 'R3'")
    type_order(page, order, "Legal")
    page.focus("#stage")  # by keys, too
    walk(page, "Step ")
    page.keyboard.press("Enter")
    page.wait_for_function("order => order.startsWith(`${document.getElementById('text').value} `)", arg=order)
    page = space.ready("sandstorm")  # the first of two moves in brackets
    type_order(page, TABLES["sandstorm"][2], "Legal")
    page.mouse.move(*find_drawn(page, (33.5, 1.5)))
    page.wait_for_selector("#pointed:text-is('Step 1 of 4 · AM · speed 4–5/12, 14 wild cards left')")
    page.mouse.click(*find_drawn(page, (33.5, 1.5)))
    page.wait_for_function("() => document.getElementById('text').value === 'AM'")


def test_a_step_of_another_way_is_told_though_one_with_its_number_was_pointed_at_before(space: Space) -> None:
    page = space.ready("sandstorm")
    for order, place, told in (("(4M)", (33.5, 1.5), "Step 1 of 4 · M ·"), ("L(3M)", (33.5, 2.5), "Step 1 of 4 · L ·")):
        type_order(page, order, "Legal")
        page.mouse.move(*find_drawn(page, place))
        page.wait_for_selector(f"#pointed:has-text('{told}')", timeout=5000)


def test_a_step_at_which_no_order_can_be_cut_says_so_and_a_tap_there_writes_nothing(space: Space) -> None:
    page = space.ready("lighthouse")
    order = "+2N +3E G0 V"  # whose second chip leads past spaces where no order ends but by a crash
    wait_known(page, order)
    spot = find_drawn(page, (29.5, 9.5))
    page.mouse.move(*spot)
    said = "() => /^Step 3 of \\d+ .* cannot be cut here$/.test(document.getElementById('pointed').textContent)"
    page.wait_for_function(said)
    page.wait_for_selector("#stage:not(.pick)")
    page.mouse.click(*spot)
    page.wait_for_function(said)
    assert page.input_value("#text") == order


@pytest.mark.long
@pytest.mark.parametrize("name", effort.some("lighthouse", "sandstorm"))
def test_after_a_tap_the_tip_says_what_another_one_writes_and_whether_that_costs_more(space: Space, name: str) -> None:
    page = space.ready(name)
    every = ways(space, name, TABLES[name][1])
    at, each = next(item for item in every.items() if item[1][0].role == "sure" and item[1][-1].cost > item[1][0].cost)
    spot = find_drawn(page, at)
    page.mouse.move(*spot)
    page.wait_for_selector("#pointed:not(:empty)")
    assert "tap again" not in page.inner_text("#pointed")
    for one, then in zip(each[:4], (each * 2)[1:5], strict=False):
        page.mouse.click(*spot)
        again = f"tap again: {then.order}" + (", which costs more" if then.cost > one.cost else "")
        page.wait_for_function("said => document.getElementById('pointed').textContent.endsWith(said)", arg=again)
        assert page.input_value("#text") == one.order
        assert f" {one.order} ·" not in page.inner_text("#pointed")  # as it would hide more of a small board


def test_the_tip_at_a_step_of_the_way_says_what_the_player_has_there_in_german_too(space: Space) -> None:
    page = space.german("willow")
    type_order(page, TABLES["willow"][2], "Erlaubt")
    snapshot = space.snapshot("willow")
    steps = try_sheet(snapshot, "P", TABLES["willow"][2], know(snapshot, "P", ""))["steps"]
    page.mouse.move(*find_drawn(page, steps[3]))
    page.wait_for_selector("#pointed:text-is('Schritt 3 von 6 · R3 P2 P1 · Würfel P, übrig: Y G G')")
    page.fill("#text", "")


BARE = """() => { const stage = document.getElementById('stage').getBoundingClientRect();
  const piece = document.querySelector('#stage g.piece.own'), own = piece.getBoundingClientRect();
  const hit = (box, other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
  const pieces = [...document.querySelectorAll('#stage g.piece')].filter((one) => !one.closest('.layer') && one !== piece);
  const tag = document.querySelector('#stage .you')?.getBoundingClientRect();
  const after = (one) => piece.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  const above = [...document.querySelectorAll('#stage :is(g.piece, .plate, text)')]
    .filter((one) => !one.closest('.layer') && !piece.contains(one))
    .filter((one) => after(one) && hit(one.getBoundingClientRect(), own));
  return [Boolean(tag) && pieces.some((one) => hit(one.getBoundingClientRect(), tag)), above.map((one) => one.textContent)]; }"""


# Seats that stand so near to others that these lay over them, each in some window
NEAR = (("sandstorm", "F"), ("lighthouse", "E"), ("willow", "P"), ("papers", "B"))


@pytest.mark.long
@pytest.mark.parametrize(("name", "seat"), effort.choose(NEAR[:1], (*NEAR, ("sandstorm", "D"))))
def test_nothing_lies_over_the_own_piece_and_its_tag_hides_no_other(space: Space, name: str, seat: str) -> None:
    page = choose(space, name, seat)
    found = {}
    for size in effort.some((360, 640), (390, 844), (844, 390), (1280, 800)):
        resize(page, *size)
        for view in ("near", "whole"):
            page.evaluate("name => document.querySelector(`[data-view=${name}]`).click()", view)
            found[size, view] = page.evaluate(BARE)
    assert {size: said for size, said in found.items() if said != [False, []]} == {}


# Where the tag of a piece in the middle stands in parts of the board: in one that begins at the piece, one that ends there, one without room
TAGS = """async () => {
  const { tag } = await import(document.querySelector('link[href*="/pieces.js"]').href);
  const piece = document.querySelector('#stage g.piece');
  const tops = [[-9, -1, 9, 9], [-9, -9, 9, 1], [-1, -1, 1, 1]].map((part) => tag({ piece, u: 0, v: 0 }, [], [], part, 30, 'you').match(/ y="([^"]+)"/)?.[1]);
  return tops.map((top) => top && Math.sign(top));
}"""


def test_the_tag_of_the_own_piece_stands_where_no_edge_of_the_stage_cuts_it(space: Space) -> None:
    assert space.ready("papers").evaluate(TAGS) == [1, -1, None]


# Numbers of the rulers that the tip covers, after whether there are any
ON_NUMBERS = """async (words) => {
  const tip = document.getElementById('pointed');
  tip.textContent = words;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const one = tip.getBoundingClientRect();
  const numbers = [...document.querySelectorAll('#stage .tick')].map((each) => [each.textContent, each.getBoundingClientRect()]);
  tip.textContent = '';
  return [numbers.length > 0, ...numbers.filter(([, each]) => one.left < each.right && each.left < one.right && one.top < each.bottom && each.top < one.bottom).map(([text]) => text)];
}"""


@pytest.mark.long
def test_the_tip_lies_on_no_number_of_the_rulers(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in effort.some((360, 640), (390, 844), (1280, 800)):
        resize(page, *size)
        for words in (
            "A(3M)",
            "A(A+1)(2M)R: once more for another way to row 4 column 28",
            "nobody can come there " * 6,
        ):
            assert page.evaluate(ON_NUMBERS, words) == [True], (size, words)
