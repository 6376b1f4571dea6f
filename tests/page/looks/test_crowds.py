"""Where pieces stand close together each of them is seen, and what lies under them, beside them, and at the foot of the stage."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from tests import effort
from tests.begin import begin_table
from tests.page.conftest import Space, choose_seat, resize, settle

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

TELEPHONES = ((360, 640), (390, 844))
# Of each piece in sight: its letter, and whether that is seen in its middle and towards its corners.
LETTERS = """place => {
  const stage = document.getElementById(place).getBoundingClientRect();
  return [...document.querySelectorAll(`#${place} g.piece`)].filter((one) => one.style.display !== 'none').flatMap((piece) => {
    const {x, y, width, height} = piece.querySelector('text').getBoundingClientRect();
    const [u, v] = [x + width / 2, y + height / 2];
    if (u < stage.left + 30 || u > stage.right - 10 || v < stage.top + 30 || v > stage.bottom - 10) return [];
    const points = [[0, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a, b]) => [u + a * width * 0.25, v + b * height * 0.2]);
    return [[piece.textContent.trim(), points.every(([a, b]) => document.elementFromPoint(a, b)?.closest('g.piece')?.textContent === piece.textContent)]];
  });
}"""
BOXES = """names => names.map((name) => [...document.querySelectorAll(`#stage ${name}`)]
  .filter((one) => !one.closest('.layer') && one.style.display !== 'none').map((one) => one.getBoundingClientRect()).map(({left, top, right, bottom}) => [left, top, right, bottom]))"""
AMBER = """() => ['.mine-ring', '.amber'].map((name) => getComputedStyle(document.querySelector(`#stage ${name}`)).stroke)"""
# Of each star how many of its points no piece hides.
STARS = """() => {
  const bodies = [...document.querySelectorAll('#stage g.piece g[transform^=rotate] > path:first-child')].filter((one) => !one.closest('.layer'));
  return [...document.querySelectorAll('#stage .crash > path')].map((star) => {
    const corners = star.getAttribute('d').match(/[-.0-9]+ [-.0-9]+/g).map((pair) => new DOMPoint(...pair.split(' ').map(Number)));
    const free = corners.filter(({x, y}) => Math.hypot(x, y) > 1.2).map((one) => one.matrixTransform(star.getScreenCTM()))
      .filter((point) => bodies.every((body) => !body.isPointInFill(point.matrixTransform(body.getScreenCTM().inverse()))));
    return free.length;
  });
}"""


def _open_crowd(space: Space, place: Path) -> Page:
    """Return the page of a race of fifteen that stand at its start; it stays open."""
    if "crowd" not in space.tables:
        board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
        seats = [Seat(mark, f"Player {mark}") for mark in "ABCDEFGHIJKLMNO"]
        space.publish("crowd", begin_table(place / "crowd", "nascar", board, seats), package=False)
    return space.get_page("crowd", has_engine=False)


def _meet(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.long
def test_a_crowd_on_the_whole_board_hides_no_numbers_and_each_of_it_is_led_to_its_tile(
    space: Space, tmp_path: Path
) -> None:
    page = _open_crowd(space, tmp_path)
    for size in effort.choose(((390, 844), (360, 640)), ((390, 844), (360, 640), (1280, 800))):
        resize(page, *size)
        page.evaluate("() => document.querySelector('[data-view=whole]').click()")
        pieces, numbers = page.evaluate(BOXES, ["g.piece", ".edge-ruler"])
        assert len(pieces) == 15
        assert not [(one, other) for one in pieces for other in numbers if _meet(one, other)], size
        seen = page.evaluate(LETTERS, "stage")
        assert [letter for letter, is_seen in seen if not is_seen] == [], size
        moved, led = page.evaluate(
            """() => { const all = [...document.querySelectorAll('#stage g.piece')].filter((one) => !one.closest('.layer'));
            const place = (text) => text.match(/translate\\((\\S+) (\\S+)\\)/).slice(1).map(Number);
            const far = (one) => { const [[x, y], [u, v]] = [one.dataset.near ?? one.dataset.place, one.getAttribute('transform')].map(place); return Math.hypot(u - x, v - y); };
            return [all.filter((one) => far(one) > 2).length, document.querySelectorAll('#stage .lead-from').length]; }"""
        )
        assert led >= moved, size


def test_cars_on_the_small_map_are_read_or_counted(space: Space, tmp_path: Path) -> None:
    page = _open_crowd(space, tmp_path)
    resize(page, 1280, 800)
    seen = page.evaluate(LETTERS, "small")
    assert [letter for letter, is_seen in seen if not is_seen] == []
    heaps = page.eval_on_selector_all(
        "#small .heap", "all => all.map((one) => [...one.children].map((part) => part.textContent))"
    )
    assert [int(number) for _title, _plate, number in heaps] == [len(title.split()) for title, _plate, _number in heaps]
    alone = [letter for letter in page.locator("#small g.piece:not(.heap)").all_text_contents() if letter]
    assert sorted([*alone, *" ".join(title for title, _plate, _number in heaps).split()]) == list("ABCDEFGHIJKLMNO")


@pytest.mark.long
def test_a_crash_is_seen_round_the_cars_in_it_however_small_the_board(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in effort.some(*TELEPHONES, (1280, 800)):
        resize(page, *size)
        page.evaluate("() => document.querySelector('[data-view=whole]').click()")
        stars = page.evaluate(STARS)
        assert stars
        assert min(stars) >= 3, size


# How far a crash on the first tile of a board reaches over its edges, in pixels
OVER = """() => { const board = document.querySelector('#stage svg'), piece = board.querySelector('g.piece');
  const star = document.querySelector('#stage .crash').cloneNode(true);
  star.setAttribute('transform', 'translate(.5 .5)');
  delete star.dataset.place;
  piece.before(star);
  document.querySelector('[data-view=whole]').click();
  const [edge, found] = [board.querySelector('rect.ground'), star].map((one) => one.getBoundingClientRect());
  star.remove();
  return [found.width > 20, Math.max(edge.left - found.left, edge.top - found.top)]; }"""


@pytest.mark.long
def test_a_crash_reaches_over_no_edge_of_a_small_board(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in effort.some(*TELEPHONES):
        resize(page, *size)
        is_large, over = page.evaluate(OVER)
        assert is_large
        assert over < 1, size


def test_no_car_hides_much_of_what_can_be_reached_on_the_whole_board(space: Space) -> None:
    page = space.ready("papers")
    page.click("[data-view=whole]")
    settle(page)
    seen = page.evaluate("""() => [...document.querySelectorAll('#stage .reach > g')].filter((one) => {
      const {left, top, width, height} = one.querySelector('.spot, .cross').getBoundingClientRect();
      return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest('g.piece, .mine');
    }).length""")
    assert seen >= 7  # of nine, one of them under the own car


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["lighthouse"], ["lighthouse", "sandstorm"]))
def test_no_mark_no_number_and_no_other_car_hides_a_letter(space: Space, name: str) -> None:
    page = space.ready(name)
    short = {"lighthouse": "GNN", "sandstorm": "B(3M)"}[name]  # a path that ends beside its beginning
    for size, order in product(effort.some(*TELEPHONES), ("", short)):
        resize(page, *size)
        page.fill("#text", order)
        page.wait_for_function("text => (document.getElementById('verdict').dataset.order ?? '') === text", arg=order)
        for view in ("near", "whole"):
            page.evaluate("view => document.querySelector(`[data-view=${view}]`).click()", view)
            seen = page.evaluate(LETTERS, "stage")
            assert len(seen) > 2
            assert [letter for letter, is_seen in seen if not is_seen] == [], (size, order, view)


@pytest.mark.long
def test_the_dice_at_the_foot_of_the_stage_hide_nothing_of_the_board(space: Space) -> None:
    page = space.ready("willow")
    for size in effort.choose(((360, 640), (844, 390)), (*TELEPHONES, (844, 390))):
        resize(page, *size)
        page.evaluate("() => document.querySelector('[data-view=near]').click()")
        ((dice,), (board,)) = page.evaluate(BOXES, ["#pinned", "> svg.drawn"])
        assert not _meet(dice, board), size
        page.evaluate("() => document.querySelector('[data-view=whole]').click()")
        none, (whole,) = page.evaluate(BOXES, ["#pinned", "> svg.drawn"])
        assert none == []
        assert whole[3] > board[3] + 40  # which has the room of the dice


def test_whoever_acts_is_ringed_and_framed_in_one_amber_by_night_as_well(space: Space) -> None:
    page = space.ready("willow")
    assert page.evaluate(AMBER) == ["rgb(242, 169, 0)"] * 2
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(AMBER) == ["rgb(255, 194, 51)"] * 2
    page.emulate_media(color_scheme="light")


def test_who_was_chosen_before_leaves_no_trace_in_the_order_of_pieces(space: Space) -> None:
    page = space.ready("lighthouse")
    drawn = "() => [...document.querySelectorAll('#stage g.piece')].filter((one) => !one.closest('.layer')).map((one) => one.textContent.trim())"
    was = page.evaluate(drawn)
    for mark in [*was[:2], "C"]:
        choose_seat(page, mark)
    assert page.evaluate(drawn) == was


@pytest.mark.long
def test_no_number_of_a_row_or_column_is_cut_by_the_edge_of_the_stage(space: Space) -> None:
    page = space.ready("lighthouse")
    for size in effort.choose(((1300, 800), (360, 640)), ((1280, 800), (1300, 800), (390, 844), (360, 640))):
        resize(page, *size)
        cut = page.evaluate("""() => { const stage = document.getElementById('stage').getBoundingClientRect();
          return [...document.querySelectorAll('#stage .tick')].map((one) => [one.textContent, one.getBoundingClientRect()])
            .filter(([, box]) => box.left < stage.left - 1 || box.right > stage.right + 1).map(([text]) => text); }""")
        assert cut == [], size


# In windows of which widths a car stands on which side of another
BESIDE = ((1300, [0, 1]), (1310, [-1, 0]), (1300, [1, 0]), (1310, [0, -1]))


@pytest.mark.long
def test_the_ring_of_who_acts_hides_nobodys_letter_on_the_whole_board(space: Space) -> None:
    page = space.ready("lighthouse")
    choose_seat(page, "D")
    page.click("[data-view=whole]")
    move = """aside => { const [acting, other] = ['C', 'A'].map((letter) => [...document.querySelectorAll('#stage g.piece')].find((one) => !one.closest('.layer') && one.textContent.trim() === letter));
      other.dataset.was ??= other.dataset.place;
      other.dataset.place = aside ? acting.dataset.place.replace(/translate\\((\\S+) (\\S+)\\)/, (_all, x, y) => `translate(${Number(x) + aside[0]} ${Number(y) + aside[1]})`) : other.dataset.was; }"""
    for wide, aside in effort.choose(BESIDE[:2], BESIDE):
        page.evaluate(move, aside)
        resize(page, wide, 800)
        assert [letter for letter, is_seen in page.evaluate(LETTERS, "stage") if not is_seen] == [], aside
    page.evaluate(move, None)


@pytest.mark.long
def test_no_name_of_a_line_lies_on_a_number_of_a_column(space: Space) -> None:
    page = space.ready("lighthouse")
    page.click("[data-view=whole]")
    for size in effort.some((360, 640), (390, 844), (1280, 800)):
        resize(page, *size)
        plates, numbers = page.evaluate(BOXES, [".plate > rect", ".edge-ruler"])
        digits = [
            [left, top, right, bottom - (bottom - top) / 5] for left, top, right, bottom in numbers if right > left
        ]
        assert not [(one, other) for one in plates for other in digits if _meet(one, other)], size


# Names of lines, in tiles, before what can be reached lies under them, with that, and after it; and whether a mark lies under one then.
NAMES = """async (view) => {
  const board = await import(document.querySelector('link[href*="/board.js"]').href);
  document.querySelector(`[data-view=${view}]`).click();
  const plates = () => [...document.querySelectorAll('#stage .plate[data-others]')].map((plate) => {
    const {x, y, width, height} = plate.firstElementChild.getBBox();
    return [x + width / 2, y + height / 2];
  });
  const boxes = () => [...document.querySelectorAll('#stage .plate[data-others] > rect')].map((one) => one.getBoundingClientRect());
  const lies = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  board.reach([]);
  const before = plates();
  const reached = before.flatMap(([x, y]) => [-1, 0, 1].map((by) => ({at: [Math.floor(x) + 0.5 + by, Math.floor(y) + 0.5], begin: null, role: 'sure', order: 'G0', label: '', by: ''})));
  board.reach(reached);
  const [during, shown] = [plates(), boxes()];
  const marks = [...document.querySelectorAll('#stage .reach .reached')].map((one) => one.getBoundingClientRect());
  const hidden = shown.filter((box) => marks.some((mark) => lies(box, mark))).length;
  const met = shown.filter((box, number) => shown.slice(number + 1).some((other) => lies(box, other))).length;
  board.reach([]);
  return [before, during, plates(), marks.length, hidden, met];
}"""


@pytest.mark.long
@pytest.mark.parametrize("view", effort.some("whole", "near"))
def test_names_of_lines_step_aside_of_what_can_be_reached_and_come_back(space: Space, view: str) -> None:
    page = space.ready("lighthouse")
    resize(page, 1280, 800)
    before, during, after, marks, hidden, met = page.evaluate(NAMES, view)
    page.select_option("#seat", "A")  # what can be reached is shown again when a seat is chosen
    page.select_option("#seat", "C")
    page.wait_for_function("() => document.querySelectorAll('#stage .reach .reached').length > 20")
    assert len(before) == 4
    assert marks == 3 * len(before)
    assert all(was != stands for was, stands in zip(before, during, strict=True))
    assert after == before
    assert (hidden, met) == (0, 0)


TIPS = """() => [...document.querySelectorAll("#stage .tip")].map((one) => {
  const { left, top, right, bottom } = one.lastElementChild.getBoundingClientRect();
  const marks = [...document.querySelectorAll("#stage .reach .mark")];
  const hidden = marks.map((mark) => mark.querySelector("circle").getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  const isOver = marks.every((mark) => one.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_PRECEDING);
  return [isOver, right - left > 5, hidden.some(([x, y]) => left < x && x < right && top < y && y < bottom)];
})"""


@pytest.mark.long
@pytest.mark.parametrize("size", effort.some((390, 844), (1280, 800)))
def test_the_head_of_an_arrow_is_seen_among_marks_and_hides_none(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("lighthouse")
    resize(page, *size)
    assert page.locator("#stage .reach .mark").count() > 60
    assert page.evaluate(TIPS) == [[True, True, False]] * 5


# Whether the word beside the reader's piece is there, and what it lies on: words, plates, panels and other pieces
CALLED = """() => {
  const tag = document.querySelector('#stage .you')?.getBoundingClientRect();
  const others = [...document.querySelectorAll('#stage :is(text:not(.letter, .sign text), .plate, .panel, g.sign, g.piece:not(.own))')].filter((one) => !one.closest('.layer, .own'));
  const isHit = (one) => Math.min(tag.right, one.right) - Math.max(tag.left, one.left) > 1.5 && Math.min(tag.bottom, one.bottom) - Math.max(tag.top, one.top) > 1.5;
  return [Boolean(tag), others.filter((one) => tag && isHit(one.getBoundingClientRect())).map((one) => one.textContent || one.getAttribute('class'))];
}"""


@pytest.mark.long
def test_the_word_beside_a_car_of_six_lies_on_no_word_plate_or_other_car(space: Space, tmp_path: Path) -> None:
    if "six" not in space.tables:
        seats = [Seat(mark, f"Player {mark}") for mark in "RYGBWP"]
        board = (folder("tracks") / "monza" / "willow_bends.txt").read_text(encoding="utf-8")
        space.publish("six", begin_table(tmp_path / "six", "monza", board, seats), package=False)
    page = space.get_page("six", has_engine=False)
    found = {}
    for size in effort.choose(((1280, 800), (390, 844)), ((1280, 800), (390, 844), (768, 1024))):
        resize(page, *size)
        for mark in "RYGBWP":
            page.evaluate(
                "mark => { const seat = document.getElementById('seat'); seat.value = mark; seat.dispatchEvent(new Event('change', {bubbles: true})); }",
                mark,
            )
            settle(page)
            found[size, mark] = page.evaluate(CALLED)
    assert {key: on for key, (_is_there, on) in found.items() if on} == {}
    assert sum(is_there for is_there, _on in found.values()) > 6
    resize(page, 1440, 900)
    assert (
        page.evaluate("""() => { const panel = document.querySelector('#stage .panel').getBoundingClientRect();
      return [...document.querySelectorAll('#stage [data-tap]')].map((one) => one.getBoundingClientRect())
        .filter(({left, top, right, bottom}) => panel.left < left && panel.top < top && right < panel.right && bottom < panel.bottom).length; }""")
        == 6
    )
    resize(page, 360, 640)
    page.evaluate("() => document.querySelector('[data-view=whole]').click()")
    settle(page)
    hidden = page.evaluate("""() => [...document.querySelectorAll('#stage text')].filter((one) => one.textContent === 'START' || /^>?[RYGBWP]!?$/.test(one.textContent) && !one.closest('.piece, .layer, .sign'))
      .filter((one) => one.checkVisibility()).flatMap((one) => { const {left, top, right, bottom} = one.getBoundingClientRect();
        const points = [0.25, 0.5, 0.75].flatMap((part) => [0.3, 0.7].map((share) => [left + share * (right - left), top + part * (bottom - top)]));
        return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('g.piece')).map(() => one.textContent); })""")
    assert hidden == []


def test_who_is_not_asked_sees_who_acts_and_the_cars_beside_the_own(space: Space) -> None:
    page = space.ready("lighthouse")
    choose_seat(page, "F")
    for size in ((1280, 800), (390, 844)):
        resize(page, *size)
        assert {letter for letter, is_seen in page.evaluate(LETTERS, "stage") if is_seen} == set("CFAED")


# How often the word beside the own piece, if there is room for it, lies on a mark of what can be reached
MARKED = """() => { const word = document.querySelector('#stage .you rect')?.getBoundingClientRect();
  if (!word) return 0;
  return [...document.querySelectorAll('#stage .reach > g > g:last-child')].map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < word.right && one.right > word.left && one.top < word.bottom && one.bottom > word.top).length; }"""


def test_the_word_beside_the_own_piece_hides_no_mark_in_a_corner_of_its_tile(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in ((1280, 800), (390, 844), (360, 640)):
        resize(page, *size)
        assert page.evaluate(MARKED) == 0, size


# Whose the piece is that is nearest to the word beside the own one: where there is no room for that it is left out
NEAREST = """() => {
  const middle = (one) => { const {left, top, width, height} = one.getBoundingClientRect(); return [left + width / 2, top + height / 2]; };
  const word = document.querySelector('#stage .you rect');
  if (!word) return '';
  const [x, y] = middle(word);
  const far = ([u, v]) => Math.hypot(u - x, v - y);
  const pieces = [...document.querySelectorAll('#stage g.piece')].filter((one) => !one.closest('.over'));
  return pieces.sort((one, other) => far(middle(one)) - far(middle(other)))[0].querySelector('text').textContent;
}"""


@pytest.mark.long
def test_the_word_beside_the_own_piece_is_nearer_to_no_other(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in effort.choose(((390, 844),), ((1440, 900), (844, 390), (390, 844), (360, 640))):
        resize(page, *size)
        assert page.evaluate(NEAREST) in {"", "D"}, size
    resize(page, 1280, 800)
    assert page.evaluate(NEAREST) == "D"


# The tint of tiles that can be reached by what they cost, and what is filled with a colour of its own below their figures
TINTS = """() => {
  const tints = {};
  for (const tile of document.querySelectorAll('#stage .reach > g:not([visibility])')) {
    const [frame, cost] = [tile.querySelector('.reached:not(.under)'), tile.querySelector('.price')?.textContent ?? '0'];
    if (frame) (tints[cost] ??= new Set()).add(Number(getComputedStyle(frame).fillOpacity));
  }
  const discs = [...document.querySelectorAll('#stage .reach .mark:not(.aside) .spot')].filter((one) => getComputedStyle(one).fill !== 'none');
  return [Object.values(tints).map((one) => [...one]), discs.length];
}"""


def test_what_a_tile_costs_is_a_figure_on_a_tint_which_is_the_paler_the_more_it_costs(space: Space) -> None:
    for name, costs in (("lighthouse", 4), ("sandstorm", 2)):
        tints, discs = space.ready(name).evaluate(TINTS)
        assert discs == 0
        assert len(tints) == costs
        assert all(len(each) == 1 for each in tints)
        assert tints == sorted(tints, reverse=True)
        assert tints[0] != tints[-1]
