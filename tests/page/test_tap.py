"""What a tap on the board writes: the best way to the tile that it is on, what goes on from there, and nothing where nobody can end."""

from __future__ import annotations

from math import hypot, inf
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.drawing import Point, Target
from gm_tools.games.tac.drawing import field_middle
from gm_tools.games.tac.position import view
from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, opened_by_hand
from tests.page.test_orders import type_order

if TYPE_CHECKING:
    from playwright.sync_api import Page

BUSY = "L(2M)R(5M)A(A+1)"  # of car M in the sandstorm: legal
SPOT = """([x, y]) => {
  const ground = document.querySelector('#stage > svg > g').lastElementChild;
  const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(ground.getScreenCTM());
  return [left, top];
}"""
IN_SIGHT = """([left, top]) => document.elementFromPoint(left, top)?.closest('#stage > svg') !== null
  && document.elementFromPoint(left, top) !== null"""
ANSWERED = "text => document.getElementById('verdict').dataset.order === text"


def find_drawn(page: Page, at: Point) -> tuple[float, float]:
    """Return where a point of the board is on the screen."""
    x, y = page.evaluate(SPOT, list(at))
    return x, y


def wait_known(page: Page, text: str) -> None:
    """Write a text, and wait until the engine has told what it is."""
    page.fill("#text", text)
    page.wait_for_function(ANSWERED, arg=text)


def ways(space: Space, name: str, seat: str) -> dict[Point, list[Target]]:
    """Return the targets of a seat by place, the best first."""
    snapshot = space.snapshot(name)
    found: dict[Point, list[Target]] = {}
    for target in snapshot.game.targets(snapshot.position, seat):
        found.setdefault(target.at, []).append(target)
    return found


def choose(space: Space, name: str, seat: str) -> Page:
    page = space.ready(name)
    choose_seat(page, seat)
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    return page


@pytest.mark.long
def test_with_an_order_written_a_tap_writes_what_it_writes_into_an_empty_box(space: Space) -> None:
    page = choose(space, "sandstorm", "M")
    best = {at: each[0] for at, each in ways(space, "sandstorm", "M").items()}
    wanted = [(38.5, 0.5), (38.5, 1.5), *sorted(best)[:: effort.choose(22, 11)]]
    seen = 0
    for at in wanted:
        type_order(page, BUSY, "Legal")
        spot = find_drawn(page, at)
        if not page.evaluate(IN_SIGHT, list(spot)):
            continue
        page.mouse.click(*spot)
        page.wait_for_function(
            f"was => {{ const {{value}} = document.getElementById('text'); return value !== was && ({ANSWERED})(value); }}",
            arg=BUSY,
        )
        assert page.input_value("#text") == best[at].order
        seen += 1
    assert seen >= effort.choose(3, 5)


def test_what_is_written_goes_on_where_that_costs_no_more(space: Space) -> None:
    page = space.ready("lighthouse")
    reached = [each for each in ways(space, "lighthouse", "C").values() if each[0].role == "sure"]
    begun = [(each[0], way, way.order.split()[0]) for each in reached for way in each[1:] if way.role == "sure"]
    begun = [(best, way, text) for best, way, text in begun if way.order != text and not best.order.startswith(text)]
    alike = next(each for each in begun if each[1].cost == each[0].cost)
    dearer = next(each for each in begun if each[1].cost > each[0].cost)
    for (best, way, text), goes_on in ((alike, True), (dearer, False)):
        wait_known(page, text)
        page.mouse.click(*find_drawn(page, best.at))
        page.wait_for_function("was => document.getElementById('text').value !== was", arg=text)
        assert page.input_value("#text") == (way if goes_on else best).order


def test_half_an_order_goes_on_where_an_order_that_begins_so_is_as_good_as_the_best(space: Space) -> None:
    """However it is written: `MM` begins `(5M)RAA`, which is as good as the `RL(4M)AA` that an empty box gets."""
    page, text, snapshot = choose(space, "sandstorm", "K"), "MM", space.snapshot("sandstorm")
    known = ways(space, "sandstorm", "K")
    begun: dict[Point, Target] = {}
    for way in snapshot.game.targets_begun(snapshot.position, "K", text):
        best = known[way.at][0]
        if (way.role, way.cost, way.chance, way.loss) == (best.role, best.cost, best.chance, best.loss):
            begun.setdefault(way.at, way)
    one = next(
        way
        for at, way in begun.items()
        if known[at][0].order != way.order and page.evaluate(IN_SIGHT, list(find_drawn(page, at)))
    )
    wait_known(page, text)
    page.wait_for_selector(f"html[data-begun={text}]", state="attached")
    page.mouse.click(*find_drawn(page, one.at))
    page.wait_for_function("was => document.getElementById('text').value !== was", arg=text)
    assert page.input_value("#text") == one.order


def test_what_is_written_does_not_go_on_where_that_loses_more_than_it_costs(space: Space) -> None:
    """Of the ways off the track to a tile one may leave less max speed: that is no wild card."""
    page, text = choose(space, "sandstorm", "C"), "L"
    best, worse = next(
        (each[0], way)
        for each in ways(space, "sandstorm", "C").values()
        for way in each
        if way.order.startswith(text)
        if not any(one.order.startswith(text) for one in each if one.loss == each[0].loss)
        if (way.role, way.cost, way.chance) == (each[0].role, each[0].cost, each[0].chance)
        if page.evaluate(IN_SIGHT, list(find_drawn(page, way.at)))
    )
    wait_known(page, text)
    page.mouse.click(*find_drawn(page, worse.at))
    page.wait_for_function("was => document.getElementById('text').value !== was", arg=text)
    assert page.input_value("#text") == best.order


@pytest.mark.long
def test_taps_go_round_all_ways_to_a_place(space: Space) -> None:
    page = space.ready("lighthouse")
    every = [item for item in ways(space, "lighthouse", "C").items() if len(item[1]) < effort.choose(8, inf)]
    at, each = max(every, key=lambda item: (item[1][0].role == "sure", len(item[1])))
    orders = []
    for _ in range(len(each) + 1):
        was = page.input_value("#text")
        page.mouse.click(*find_drawn(page, at))
        page.wait_for_function("was => document.getElementById('text').value !== was", arg=was)
        orders.append(page.input_value("#text"))
    assert orders == [*(one.order for one in each), each[0].order]


@pytest.mark.parametrize(
    ("name", "seat", "off", "tiles"),
    [("sandstorm", "M", 0.3, ((3, 47), (5, 45))), ("lighthouse", "C", 0.4, ((8, 27), (13, 33)))],
)
@pytest.mark.long
@pytest.mark.parametrize("text", effort.choose(["written"], ["", "written"]))
def test_a_tap_where_nobody_can_end_writes_nothing_and_says_so(
    space: Space, name: str, seat: str, off: float, tiles: tuple[tuple[int, int], ...], text: str
) -> None:
    page = choose(space, name, seat)
    written = (BUSY if name == "sandstorm" else TABLES[name][2]) if text else ""
    if written:
        type_order(page, written, "Legal")
    reached = ways(space, name, seat)
    for row, column in tiles:
        assert (column + 0.5, row + 0.5) not in reached
        page.mouse.click(*find_drawn(page, (column + 0.5 + off, row + 0.5)))
        page.wait_for_selector(f"#pointed:text-is('Row {row} column {column} cannot be reached this turn.')")
        assert page.input_value("#text") == written


@pytest.mark.long
@pytest.mark.parametrize("mark", effort.choose(["D", "M"], ["D", "K", "M"]))
def test_a_tap_on_ones_own_car_writes_what_ends_there_and_nothing_where_nothing_does(space: Space, mark: str) -> None:
    page = choose(space, "sandstorm", mark)
    car = space.snapshot("sandstorm").position.car(mark)
    row, column = space.snapshot("sandstorm").position.board.place(car.at)
    here = ways(space, "sandstorm", mark).get((column + 0.5, row + 0.5), [])
    assert bool(here) == (mark != "D")
    page.mouse.click(*find_drawn(page, (column + 0.5, row + 0.5)))
    if here:
        page.wait_for_selector("#verdict[data-risk=grave][data-state=legal]")
    else:
        page.wait_for_selector("#pointed:text-is('You are here: choose a place where you can end.')")
    assert page.input_value("#text") == (here[0].order if here else "")
    page.fill("#text", "")


@pytest.mark.long
def test_what_is_reached_only_by_leaving_the_track_is_written_on_its_own_tile_and_is_red(space: Space) -> None:
    page = choose(space, "sandstorm", "M")
    reached = ways(space, "sandstorm", "M")
    car = space.snapshot("sandstorm").position.car("M")
    row, column = space.snapshot("sandstorm").position.board.place(car.at)
    bad = [at for at, each in reached.items() if each[0].role == "off" and at != (column + 0.5, row + 0.5)]
    at = next(at for at in bad if page.evaluate(IN_SIGHT, list(find_drawn(page, at))))
    for dx, dy in effort.some((-0.42, -0.42), (0.42, 0.42)):  # anywhere on it
        page.fill("#text", "")
        # A tap on a way that still lies there takes it back
        page.wait_for_selector("#state:not([data-state])", state="attached")
        page.mouse.click(*find_drawn(page, (at[0] + dx, at[1] + dy)))
        page.wait_for_selector("#verdict[data-risk=grave][data-state=legal]")
        assert page.input_value("#text") == reached[at][0].order
    page.fill("#text", "")


def test_a_crash_is_written_on_its_own_tile_and_is_red(space: Space) -> None:
    page = space.ready("papers")
    (bad,) = [each[0] for each in ways(space, "papers", "B").values() if each[0].role == "crash"]
    assert page.locator("#stage .reach .spot.crash").count() == 1
    page.mouse.click(*find_drawn(page, bad.at))
    page.wait_for_selector("#verdict[data-risk=grave][data-state=legal]")
    assert page.input_value("#text") == bad.order == "SE"


@pytest.mark.long
def test_a_sure_crash_has_the_colour_of_a_crash_in_every_game(space: Space) -> None:
    for name, seat, order in effort.some(("lighthouse", "C", "GSS V"), ("papers", "B", "SE")):
        page = choose(space, name, seat)
        type_order(page, order, "Legal")
        page.wait_for_selector("#verdict[data-risk=grave][data-state=legal]")
        page.fill("#text", "")


@pytest.mark.long
@pytest.mark.parametrize(("name", "seat"), [("willow", "P"), ("sandstorm", "M")])
def test_a_tap_on_a_place_that_orders_only_pass_writes_the_beginning_that_leads_there(
    space: Space, name: str, seat: str
) -> None:
    page = choose(space, name, seat)
    snapshot = space.snapshot(name)
    ends = ways(space, name, seat)
    written, begun = "", []
    for _ in range(long := effort.choose(2, 3)):  # each goes on from the one before
        passed = snapshot.game.waypoints(snapshot.position, seat, written)
        at, order = next((at, order) for at, order in passed.items() if at not in ends)
        page.mouse.move(*find_drawn(page, at))
        page.wait_for_selector("#stage.pick")
        page.mouse.click(*find_drawn(page, at))
        page.wait_for_function(ANSWERED, arg=order)
        written = order
        begun.append(page.inner_text("#state"))
        page.wait_for_function("text => document.getElementById('pointed').textContent.startsWith(text)", arg=order)
    assert begun == long * ["Not finished yet"]
    page.fill("#text", "")


SQUARE_ENDS = """at => { const square = [...document.querySelectorAll('#stage path.square')].find((one) => one.isPointInFill(new DOMPoint(...at)));
  const length = square.getTotalLength();
  const rim = Array.from({length: 40}, (_, n) => square.getPointAtLength(n * length / 40)).map(({x, y}) => [x, y]);
  return rim.sort((one, other) => Math.hypot(other[0] - at[0], other[1] - at[1]) - Math.hypot(one[0] - at[0], one[1] - at[1]))
    .map(([x, y]) => [at[0] + .85 * (x - at[0]), at[1] + .85 * (y - at[1])]); }"""


@pytest.mark.long
def test_a_tap_at_the_end_of_a_long_square_of_a_road_means_that_square(space: Space) -> None:
    page = choose(space, "willow", "P")
    tapped = 0
    for at, (best, *_) in ways(space, "willow", "P").items():
        far = page.evaluate(SQUARE_ENDS, list(at))[0]
        spot = find_drawn(page, far)
        if hypot(far[0] - at[0], far[1] - at[1]) < 1.6 or not page.evaluate(IN_SIGHT, list(spot)):
            continue
        page.fill("#text", "")
        page.wait_for_selector("#state:not([data-state])", state="attached")
        page.mouse.click(*spot)
        page.wait_for_function(ANSWERED, arg=best.order)
        tapped += 1
        if tapped == effort.choose(2, inf):
            break
    assert tapped
    page.fill("#text", "")


def test_the_board_is_walked_with_arrow_keys_and_enter_goes_round_the_ways_of_the_place(space: Space) -> None:
    page = space.ready("sandstorm")
    page.focus("#stage")
    for arrow in ("ArrowRight", "ArrowUp", "ArrowRight"):
        page.keyboard.press(arrow)
    page.wait_for_selector("#pointed[role=status]:text-matches('^Row \\\\d+ column \\\\d+ · 1 of [2-9]')")
    for number in (1, 2):
        was = page.input_value("#text")
        page.keyboard.press("Enter")
        page.wait_for_function("was => document.getElementById('text').value !== was", arg=was)
        page.wait_for_selector("#state[data-state=legal]")
        assert page.inner_text("#pointed").startswith(f"{number} of ")


@pytest.mark.long
@pytest.mark.parametrize("name", effort.some("lighthouse", "sandstorm"))
def test_an_order_that_is_erased_leaves_nothing_narrowed(space: Space, name: str) -> None:
    """Else a place that is pointed at is drawn among the others, and not over them."""
    page = space.ready(name)
    type_order(page, TABLES[name][2], "Legal")
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    assert page.locator("#stage > svg.narrowed").count() == 0


def test_a_card_that_is_written_goes_on_wherever_it_leads(space: Space, tmp_path: Path) -> None:
    page = space.ready("marbles")
    with opened_by_hand(page, tmp_path, "marbles", 94) as table:
        page.fill("#private", " ".join(table.position.hands[0]))
        page.wait_for_selector("html[data-surveyed=R]", state="attached")
        for card, order in (("7", "7 R55>58 R1>5"), ("3", "3 R55>58")):
            wait_known(page, card)
            page.mouse.click(*find_drawn(page, field_middle(table.position.track, 57)))
            page.wait_for_function("was => document.getElementById('text').value !== was", arg=card)
            assert page.input_value("#text") == order


def test_what_an_old_hand_could_do_is_not_done_by_a_tap_while_a_new_one_is_read(space: Space) -> None:
    page, table = space.ready("marbles"), space.tables["marbles"]
    page.fill("#private", " ".join(table.position.hands[0]))
    page.wait_for_selector("html[data-surveyed=R]", state="attached")
    target = table.game.targets(view(table.position, "R"), "R")[0]
    page.mouse.click(*find_drawn(page, target.at))
    page.wait_for_function(ANSWERED, arg=target.order)
    page.fill("#text", "")
    page.fill("#private", "2 2 2")
    page.mouse.click(*find_drawn(page, target.at))
    assert (page.input_value("#text"), page.inner_text("#pointed")) == ("", "Working out your moves…")
