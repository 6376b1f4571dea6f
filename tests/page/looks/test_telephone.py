"""What a stranger found on a telephone: what is cut off by the shut sheet, what moves under the thumb, what says less than it knows."""

from __future__ import annotations

import pytest

from tests import effort
from tests.browser import findings
from tests.page.conftest import TABLES, Space, resize
from tests.page.looks.test_still_camera import choose_held
from tests.page.test_looks import IN_VIEW
from tests.page.test_orders import HALF, type_order
from tests.page.test_review import boxes
from tests.page.test_touch import telephone
from tests.page.visitor import UNSEEN, tell_hand

GERMAN = effort.choose(("sandstorm",), tuple(TABLES))
SIZES = effort.choose([(360, 640)], [(360, 640), (390, 844)])
# What the shut sheet has cut through, of what stands below the board
CUT = """() => {
  const sheet = document.getElementById('order').getBoundingClientRect().top;
  return ['.bar', '.bar .headline', '#queue', '#marks'].filter((name) => {
    const one = document.querySelector(name);
    const {top, bottom, height} = one.getBoundingClientRect();
    return height && top < sheet - 1 && bottom > sheet + 1;
  });
}"""
# The buttons above the sheet whose lower edge is taken by something else
TAKEN = """() => [...document.querySelectorAll('#steps :is(a, input), #view button')].filter((one) => {
  const {left, width, bottom} = one.getBoundingClientRect();
  return width && one.checkVisibility({visibilityProperty: true}) && document.elementFromPoint(left + width / 2, bottom - 2) !== one;
}).map((one) => one.id)"""
# The marks that cost something without showing it
SILENT = """() => [...document.querySelectorAll('#stage .mark')].filter((mark) =>
  getComputedStyle(mark.querySelector('text')).display === 'none' && !mark.matches('.bare')).length"""


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["sandstorm", "marbles"], list(TABLES)))
def test_what_stands_between_the_board_and_the_shut_sheet_is_whole_in_both_languages(space: Space, name: str) -> None:
    for page in [telephone(space, name), *([space.german(name)] if name in GERMAN else [])]:
        for width, height in SIZES:
            resize(page, width, height)
            if page.is_visible("#handle[aria-expanded=true]"):
                page.click("#handle")
            assert page.evaluate(CUT) == []
            assert page.evaluate(UNSEEN, ["#back", "#turn"]) == []
            assert page.evaluate(TAKEN) == []
            (said,), (verdict,) = boxes(page, "#state"), boxes(page, "#verdict")
            assert said[3] <= verdict[3], "the hint is not cut either"


# What is seen above the shut sheet in windows of some sizes
ABOVE = (
    (390, 844, ["#queue .goes", "#queue .after", "#marks", ".bar .headline"]),
    (360, 740, ["#queue .goes"]),
    (360, 640, ["#queue .goes"]),
)


# Whether what is said on the copy key below the forum's name stands in its line
ONE_LINE = """() => { const [name, more] = ['#copy small', '#copy i'].map((one) => document.querySelector(one).getBoundingClientRect());
  return name.top <= more.top && more.bottom <= name.bottom && more.width > 0; }"""


@pytest.mark.long
@pytest.mark.parametrize("language", effort.some("de", ""))
def test_who_acts_when_is_seen_above_the_shut_sheet(space: Space, language: str) -> None:
    page = space.german("lighthouse") if language else telephone(space, "lighthouse")
    for width, height, names in effort.choose(ABOVE[::2], ABOVE):
        resize(page, width, height)
        ((_left, sheet, *_),) = boxes(page, "#order")
        assert all(bottom <= sheet + 1 for name in names for *_, bottom in boxes(page, name)), (width, height)
        assert len({top for _left, top, *_ in boxes(page, "#queue .goes .badge")}) == 1
        assert page.evaluate("() => document.getElementById('stage').offsetHeight") > 160


def test_the_line_below_a_chip_that_counts_later_is_whole(space: Space) -> None:
    page = telephone(space, "lighthouse")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#queue.close .later")
    line = "() => { const {borderBottomWidth, borderRadius} = getComputedStyle(document.querySelector('#queue .later')); return [borderBottomWidth, borderRadius]; }"
    width, radius = page.evaluate(line)
    assert float(width.removesuffix("px")) >= 1
    assert radius == "0px"  # bent, only bits of so short a line are seen


def test_a_forum_with_a_long_name_leaves_the_link_beside_the_copy_key_its_room(space: Space) -> None:
    page = telephone(space, "papers", 360, 640)
    page.select_option("#forum", "bgg", force=True)
    ((_, _, end, _),), ((link, *_),) = (boxes(page, one) for one in ("#forum", "#share-link"))
    assert end <= link
    assert page.is_visible("#copy small:has-text('BoardGameGeek')")
    page.select_option("#forum", "phpbb", force=True)
    assert page.evaluate(ONE_LINE)  # what follows a short name is seen


@pytest.mark.long
def test_a_place_that_costs_something_never_looks_free(space: Space) -> None:
    page = telephone(space, "lighthouse")
    for width in effort.some(360, 390):
        resize(page, width, 844)
        assert page.locator("#stage .reach .mark:not(.bare)").count() > 50
        assert page.evaluate(SILENT) == 0
        assert not page.is_visible("#marks .bare")
    page.evaluate("() => document.querySelector('[data-view=whole]').click()")
    page.wait_for_selector("#stage .reach .bare .dot", state="visible")
    assert page.evaluate(SILENT) == 0
    assert "costs something: tap it" in page.inner_text("#marks")
    # By light and dark, not by a hue: what is free is filled, what costs something is a white disc.
    free, priced = (
        page.eval_on_selector_all(
            f"#stage .reach {kind}",
            "all => all.map((one) => [getComputedStyle(one).fill, one.getBoundingClientRect().width])",
        )
        for kind in ("g:not(.mark) > .spot.sure", ".bare .spot.sure")
    )
    assert free
    assert {fill for fill, _wide in free} == {"rgb(11, 110, 79)"}
    assert {fill for fill, _wide in priced} == {"rgb(255, 255, 255)"}
    assert min(wide for _fill, wide in free) > 3


def test_copy_undo_and_erase_stand_in_the_same_places_open_and_shut(space: Space) -> None:
    page = telephone(space, "sandstorm")
    places = []
    for _ in range(2):
        sides = [round(one[0]) for one in boxes(page, "#keys .side")]
        places.append((sides, [round(one[side]) for one in boxes(page, "#copy") for side in (0, 2)]))
        assert page.is_visible("#share-link")
        page.tap("#handle")
    assert places[0] == places[1]


def test_half_an_order_is_called_unfinished_before_it_is_copied(space: Space) -> None:
    page = space.ready("willow")
    type_order(page, "R3 P2", HALF)
    page.click("#copy")
    assert page.inner_text("#asking span") == "This order is not finished: 2 of 6 dice. Copy it anyway?"


def test_until_the_moves_are_known_the_hint_and_a_tap_say_so(space: Space) -> None:
    page = space.ready("lighthouse")
    choose_held(page, "C")
    assert page.inner_text("#state") == "Working out your moves…"
    said = page.evaluate(
        """() => {
          const stage = document.getElementById('stage');
          const {left, top, width, height} = stage.getBoundingClientRect();
          const place = {clientX: left + width / 2, clientY: top + height / 2, pointerId: 1, bubbles: true};
          for (const kind of ['pointerdown', 'pointerup']) stage.dispatchEvent(new PointerEvent(kind, place));
          return document.getElementById('pointed').textContent;
        }"""
    )
    assert said == "Working out your moves…"
    page.evaluate("() => { window.goOn(); delete window.goOn; }")
    page.wait_for_function(
        "() => document.getElementById('state').textContent === 'Type an order, or tap a place on the board.'"
    )


def test_balls_that_a_tap_has_shown_larger_are_shown_as_a_whole_again(space: Space) -> None:
    page = telephone(space, "marbles", 360, 640)
    tell_hand(page, space)
    whole = page.get_attribute("#stage > svg", "viewBox")
    assert not page.is_visible("#view")
    for _ in range(2):
        page.evaluate(
            "() => document.getElementById('stage').dispatchEvent(new WheelEvent('wheel', {deltaY: -1, clientX: 100, clientY: 200}))"
        )
    page.wait_for_function("was => document.querySelector('#stage > svg').getAttribute('viewBox') !== was", arg=whole)
    page.tap("#view [data-view=whole]")
    page.wait_for_function("was => document.querySelector('#stage > svg').getAttribute('viewBox') === was", arg=whole)
    assert not page.is_visible("#view")
    assert findings(page) == []
    page.fill("#private", "")


@pytest.mark.long
@pytest.mark.parametrize("size", effort.choose([(360, 640)], [(390, 844), (360, 640)]))
def test_on_a_telephone_the_board_and_the_copy_button_stay_in_sight(space: Space, size: tuple[int, int]) -> None:
    page = telephone(space, "sandstorm", *size)
    assert page.evaluate(IN_VIEW, ["#title", "#must", "#stage", "#text", "#copy", "#handle"]) == []
    page.tap("#handle")
    type_order(page, "M", HALF)
    assert page.evaluate(IN_VIEW, ["#stage", "#text", "#copy", "#keys button"]) == []
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('#keys button, #copy, #forum')].map((one) => one.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44
    board = page.evaluate("() => document.getElementById('stage').getBoundingClientRect().bottom")
    assert page.evaluate("() => document.getElementById('order').getBoundingClientRect().top") >= board - 1
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.tap("#handle")


@pytest.mark.long
def test_on_the_smallest_telephones_the_board_has_what_it_needs(space: Space) -> None:
    page = telephone(space, "lighthouse")
    for width, height, least in effort.choose(
        ((345, 568, 120), (320, 640, 125)), ((345, 640, 150), (345, 568, 120), (320, 640, 125))
    ):
        resize(page, width, height)
        assert boxes(page, "#stage")[0][3] - boxes(page, "#stage")[0][1] >= least, (width, height)
        assert min(right - left for left, _, right, _ in boxes(page, "#keys button")) >= 44
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_head_of_another_height_has_nothing_styled_anew_but_what_stands_by_it(space: Space) -> None:
    page = telephone(space, "lighthouse")
    hears = "ids => ids.filter((id) => getComputedStyle(document.getElementById(id)).getPropertyValue('--head'))"
    assert page.evaluate(hears, ["play", "stage", "order", "standings", "mini", "keys"]) == ["play", "stage", "order"]


def test_on_a_small_telephone_a_ring_has_the_room_of_the_headline(space: Space) -> None:
    page = telephone(space, "marbles", 360, 640)
    assert boxes(page, "#stage")[0][3] - boxes(page, "#stage")[0][1] >= 220
    assert page.locator("#rest > [data-name=summary]").count() == 1
    page.evaluate("() => document.querySelector('#rest > [data-name=summary]').scrollIntoView()")
    assert page.is_visible("#rest > [data-name=summary]")


# How wide the letters of balls are, as shares of the balls
BALLS = """() => [...document.querySelectorAll('#stage .piece')].map((ball) => {
  const [body, letter] = [ball.querySelector('path'), ball.querySelector('text')].map((one) => one.getBoundingClientRect().width);
  return letter / body;
})"""


# A headline that tells nothing but the score
SCORE = """() => document.querySelector('#news .headline').replaceChildren(
  Object.assign(document.createElement('span'), {textContent: 'Kugeln im Haus: Anna und Carla 1, Bert und Dora 0.'}))"""
SEEN = """() => { const [news, sheet] = ['#news .headline', '#order'].map((name) => document.querySelector(name));
return [news.scrollHeight <= news.clientHeight + 1, news.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().top]; }"""


def test_on_a_small_telephone_the_score_of_a_ring_is_whole_where_nothing_else_happened(space: Space) -> None:
    page = telephone(space, "marbles", 360, 640)
    was = page.evaluate("() => document.querySelector('#news .headline').innerHTML")
    page.evaluate(SCORE)
    resize(page, 361, 640)  # the board has its height anew
    seen = page.evaluate(SEEN)
    page.evaluate("was => { document.querySelector('#news .headline').innerHTML = was; }", was)
    assert seen == [True, True]


def test_on_a_small_telephone_a_ring_has_the_line_that_says_only_that_the_reader_is_awaited(space: Space) -> None:
    page = telephone(space, "marbles", 360, 640)
    tell_hand(page, space)
    (stage,), (news,), (sheet,) = (boxes(page, one) for one in ("#stage", "#news .headline", "#order"))
    assert stage[3] - stage[1] >= 262
    assert stage[3] < news[1] < news[3] <= sheet[1]
    assert page.eval_on_selector("#news .headline", "one => one.scrollHeight <= one.clientHeight")  # whole
    assert max(page.evaluate(BALLS)) <= 1.2
    assert not page.is_visible("#awaited")
    page.fill("#private", "")
    page.select_option("#seat", "G", force=True)
    assert page.is_visible("#awaited")


CLIPPED = """() => {
  const seen = (one) => one.getClientRects().length && getComputedStyle(one).visibility !== 'hidden';
  const texts = [...document.querySelectorAll('.top *, .bar *, #standings *, #order *, #mini *')].filter(
    (one) => seen(one) && one.closest('svg, .gone, #best td:first-child, option, select, textarea') === null
      && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  return texts.filter((one) => {
    if (getComputedStyle(one).clipPath !== 'none') return false;  // for those who listen
    const {left, right} = one.getBoundingClientRect();
    const room = one.closest('#keys, #order, .bar, #standings, #mini, .top').getBoundingClientRect();
    const style = getComputedStyle(one);
    const isClipped = style.overflowX !== 'visible' && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2);
    return left < room.left - 1 || right > room.right + 1 || isClipped;
  }).map((one) => one.textContent.trim());
}"""


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["sandstorm", "marbles"], list(TABLES)))
def test_in_german_nothing_is_cut_off(space: Space, name: str) -> None:
    page = space.german(name)
    page.fill("#text", TABLES[name][2])
    page.wait_for_selector("#state[data-state=legal]")
    for width, height in effort.choose(((1280, 800), (360, 640)), ((1440, 900), (1280, 800), (390, 844), (360, 640))):
        resize(page, width, height)
        for is_open in (False, True) if width < 900 else (False,):
            page.evaluate("open => document.documentElement.classList.toggle('open', open)", is_open)
            assert (width, page.evaluate(CLIPPED)) == (width, [])
            assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_line_of_the_own_car_is_tinted_without_a_gap_on_an_earlier_turn(space: Space) -> None:
    page = space.ready("papers")
    resize(page, 390, 844)
    page.evaluate("() => { location.hash = 'turn=17'; }")
    page.wait_for_selector("html.old #standings .me", state="attached")
    (row,), cells = boxes(page, "#standings .me"), boxes(page, "#standings .me > :not(.deed)")
    seen = [cell for cell in cells if cell[2] > cell[0]]
    edges = [row[0], *(edge for left, _, right, _ in seen for edge in (left, right)), row[2]]
    assert edges[::2] == pytest.approx(edges[1::2], abs=1)


def test_the_frame_of_the_sandbox_goes_round_the_board_as_well(space: Space) -> None:
    page = space.sandbox("sandstorm")
    resize(page, 390, 844)
    above = "() => { const [frame, stage] = [getComputedStyle(document.querySelector('.stagebox'), '::after'), getComputedStyle(document.querySelector('#stage'))]; return frame.outlineStyle === 'dashed' && frame.zIndex - stage.zIndex; }"
    assert page.evaluate(above) > 0


# Cards of the own hand that are drawn, and those of which something is out of sight or lies under something else
CARDS = """() => {
  const stage = document.getElementById('stage');
  const drawn = [...stage.querySelectorAll('[data-tap]')].filter((one) => one.checkVisibility());
  const isSeen = (one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    const points = [[left + 3, top + 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
    return left >= 0 && right <= innerWidth && points.every((point) => stage.contains(document.elementFromPoint(...point)));
  };
  return [drawn.map((one) => one.dataset.tap), drawn.filter((one) => !isSeen(one)).map((one) => one.dataset.tap)];
}"""


def test_all_drawn_cards_of_the_own_hand_are_in_sight(space: Space) -> None:
    page = telephone(space, "marbles")
    tell_hand(page, space)
    assert page.evaluate(CARDS) == [list(space.tables["marbles"].position.hands[0]), []]
    page.fill("#private", "")


# Of each row of who acts when, where its pieces stand, and whether a shift reaches into the next column
COLUMNS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const rows = [...document.querySelectorAll('#queue ol')].filter((row) => row.checkVisibility());
  const middles = rows.map((row) => [...row.querySelectorAll('.badge')].map((one) => { const {left, right} = box(one); return Math.round((left + right) / 2); }));
  const items = [...document.querySelectorAll('#queue .goes li')];
  const met = items.filter((one, at) => items[at + 1] && box(one.querySelector('.chips')).right > box(items[at + 1].querySelector('.badge')).left - 3);
  return [middles, met.length];
}"""


def test_who_acts_when_is_a_table_of_a_column_each(space: Space) -> None:
    for page in (telephone(space, "lighthouse"), space.german("lighthouse")):
        for size, rows in (((390, 844), 2), ((360, 640), 1), ((844, 390), 1)):
            resize(page, *size)
            middles, met = page.evaluate(COLUMNS)
            assert len(middles) == rows, size
            assert met == 0, size
            (first, second, *_), *_ = middles
            pitch = second - first
            for row in middles:
                assert all(abs(at - first - pitch * number) <= 6 for number, at in enumerate(row)), (size, row)
