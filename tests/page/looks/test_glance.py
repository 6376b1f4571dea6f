"""What is seen at a glance: the own car and where it points, where an order leaves the track, its risk, who sends it, the best orders."""

from __future__ import annotations

import pytest

from tests.page.conftest import TABLES, Space, choose_seat, resize
from tests.page.looks.test_in_sight import write
from tests.page.looks.test_tablet import FIVE
from tests.page.test_review import boxes

RISKY = "A(3M)L(3M)R(2M)B"

# Where the box of the best orders begins and ends while they are looked for; how far the bar is below their title and its switch, and how far
# the ends of the bar and of the rows are from those of the box
WAITS = """() => new Promise((found) => { const [key, best] = ['helps', 'best'].map((name) => document.getElementById(name));
  delete document.documentElement.dataset.best;
  key.click();
  document.getElementById('seat').dispatchEvent(new Event('change', {bubbles: true}));
  key.click();
  const boxOf = (name) => best.querySelector(name).getBoundingClientRect();
  new MutationObserver((_, watch) => {
    if (!best.querySelector('.waits')) return;
    watch.disconnect();
    const [{top, bottom, left, right}, bar, row] = [best.getBoundingClientRect(), boxOf('progress'), boxOf('.waits td')];
    found([top, bottom, bar.top - Math.max(boxOf('h2').bottom, boxOf('#helps i').bottom),
      [bar, row].flatMap((one) => [one.left - left, one.right - right])]);
  }).observe(best, {childList: true, subtree: true}); })"""

# Have the best orders of a race on squared paper, which are short, and say where they end in words
WORDS = """() => { for (const key of document.querySelectorAll('#best td button')) key.textContent = 'NE';
  for (const cell of document.querySelectorAll('#best tr > :is(:nth-child(2), :nth-child(3))')) cell.className = 'words'; }"""
GROUNDS = """() => ['copy', 'forum'].map((name) => getComputedStyle(document.getElementById(name)).backgroundColor)"""
# In how many places it is said who sends an order
SAID = """() => [document.querySelector('#copy i'), document.getElementById('nothing')].filter((one) =>
  one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) && one.textContent.includes('you paste it yourself')).length"""
# Whether the ring lies over other cars and below the own one, which is so on the small map, too
RINGED = """() => { const [ring, own] = ['.layer.mine', '.piece.own'].map((name) => document.querySelector(`#stage ${name}`));
  const others = [...document.querySelectorAll('#stage g.piece:not(.own)')].filter((one) => !one.closest('.layer'));
  const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const small = [...document.querySelectorAll('#small g.piece')].at(-1);
  return [isBefore(ring, own), others.every((one) => isBefore(one, ring)), small.textContent.trim(), small.querySelectorAll('.mine-ring').length]; }"""
# How far the plate of an order that leaves the track is from its cross, in pixels; how its ground and its letters look
PLATE = """() => { const plate = document.querySelector('#stage .over .plate');
  const [{left, top, right, bottom}, cross] = [plate.querySelector('rect'), plate.previousElementSibling.closest('svg').querySelector('.over path[d*="l"]')].map((one) => one.getBoundingClientRect());
  const [x, y] = [(cross.left + cross.right) / 2, (cross.top + cross.bottom) / 2];
  const far = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return [far, ...['rect', 'text'].map((name) => getComputedStyle(plate.querySelector(name)).fill)]; }"""


def test_the_keys_that_copy_and_that_choose_a_forum_look_alike(space: Space) -> None:
    page = space.ready("sandstorm")
    for order in ("", TABLES["sandstorm"][2]):
        write(page, order)
        copy, forum = page.evaluate(GROUNDS)
        assert copy == forum, order
    write(page, "")


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
def test_that_the_reader_sends_an_order_is_said_once(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("sandstorm")
    resize(page, *size)
    assert page.evaluate(SAID) == 1


def test_the_ring_lies_below_the_own_car_which_stands_above_all_others_on_the_small_map(space: Space) -> None:
    page = space.ready("sandstorm")
    assert page.evaluate(RINGED) == [True, True, "D", 1]


def test_a_plate_stands_beside_the_place_where_an_order_leaves_the_track_and_is_quiet_by_night(space: Space) -> None:
    page = space.ready("sandstorm")
    write(page, TABLES["sandstorm"][2])
    far, ground, ink = page.evaluate(PLATE)
    assert far < 24
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PLATE)[1:] == ["rgb(27, 32, 36)", "rgb(233, 236, 238)"] != [ground, ink]
    write(page, "")


def test_a_shut_sheet_says_a_risk_beside_what_is_sure_and_no_sure_thing_twice(space: Space) -> None:
    page = space.ready("sandstorm")
    for size in ((360, 640), (390, 844)):
        resize(page, *size)
        write(page, TABLES["sandstorm"][2])
        assert page.inner_text("#state") == "Legal, but leaves the track by 2 tiles"
        assert page.inner_text("#worst") == "0 to 2 sandbags, 0.8 on average"
        (said,), (told,) = boxes(page, "#verdict"), boxes(page, "#worst")
        assert said[1] <= told[1] < told[3] <= said[3]
    write(page, "")


@pytest.mark.parametrize(
    ("name", "seat", "order"), [("sandstorm", "D", ""), ("sandstorm", "M", RISKY), ("papers", "B", "")]
)
def test_with_an_order_written_the_best_ones_are_in_sight(space: Space, name: str, seat: str, order: str) -> None:
    page = space.ready(name)
    choose_seat(page, seat)
    page.evaluate(FIVE)
    if name == "papers":
        page.evaluate(WORDS)
    write(page, order or TABLES[name][2])
    page.evaluate("() => document.documentElement.classList.add('open')")
    for size, least in (((390, 844), 1), ((360, 640), 1), ((844, 390), 0)):
        resize(page, *size)
        (edge,), found = boxes(page, "#post"), boxes(page, "#best td button")
        assert sum(bottom <= edge[1] for *_, bottom in found) >= least, size
        assert found[0][1] + 30 < edge[1], size  # the first of them can be read at least
    page.evaluate("() => { document.getElementById('best').hidden = true; }")
    write(page, "")


def test_how_orders_are_written_steps_aside_once_one_is(space: Space) -> None:
    page = space.ready("papers")
    page.wait_for_selector("#hint", state="visible")
    write(page, TABLES["papers"][2])
    assert page.is_hidden("#hint")
    write(page, "")


def test_the_list_of_best_orders_is_as_high_before_they_are_known_and_says_where_each_ends(space: Space) -> None:
    page = space.get_page("sandstorm", kind="best orders", small=False)
    page.wait_for_selector("html[data-best]", state="attached")
    high = boxes(page, "#best")[0]
    seconds = page.locator("#best .more >> visible=true").all_inner_texts()
    assert len(seconds) == 5
    assert all("row " in one for one in seconds)
    top, bottom, *_ = page.evaluate(WAITS)
    assert max(abs(top - high[1]), abs(bottom - high[3])) < 1
    page.wait_for_selector("html[data-best]", state="attached")


def test_while_the_best_orders_are_looked_for_the_bar_lies_below_their_title_as_wide_as_the_list(space: Space) -> None:
    page = space.get_page("sandstorm", kind="best orders", small=False)
    for size in ((1280, 800), (844, 390)):
        page.wait_for_selector("html[data-best]", state="attached")
        resize(page, *size)
        *_, apart, ends = page.evaluate(WAITS)
        assert apart >= 2, size
        assert max(map(abs, ends)) < 1, size
    page.wait_for_selector("html[data-best]", state="attached")
    resize(page, 1280, 800)


def test_in_german_nothing_lies_on_the_heads_of_the_best_orders(space: Space) -> None:
    page = space.german("sandstorm")
    page.evaluate(FIVE)
    page.evaluate("""() => { document.documentElement.classList.add('open');
      const best = document.getElementById('best');
      const title = document.getElementById('best-title').textContent = 'Die besten fünf';
      best.style.setProperty('--title', title.length);
      [...best.querySelectorAll('th')].forEach((head, at) => head.textContent = ['Befehl', 'Joker', 'Noch', 'Ziel in'][at]);
      for (const cell of best.querySelectorAll('td:last-child')) cell.textContent = '0,4 Züge später'; }""")
    for size in ((360, 640), (390, 844), (844, 390)):
        resize(page, *size)
        heads = boxes(page, "#best th:not(:first-child)")
        (switch,), (box,) = boxes(page, "#helps i"), boxes(page, "#best")
        assert switch[2] < heads[0][0] + 4, size
        assert heads[-1][2] <= box[2] + 0.5, size
    page.evaluate("() => { document.getElementById('best').hidden = true; }")


def test_nothing_shows_round_the_word_that_an_order_is_copied(space: Space) -> None:
    page = space.ready("sandstorm")
    write(page, TABLES["sandstorm"][2])
    for width, height in ((360, 640), (844, 390)):
        resize(page, width, height)
        assert page.is_visible("#copy small")
        page.click("#copy")
        page.wait_for_selector("#copied:text-is('Copied.')")
        assert not page.is_visible("#copy small")
        write(page, "")
        write(page, TABLES["sandstorm"][2])
    write(page, "")


# Of tiles that an order comes to and of others: how thick their tint is, and how strong what else marks them; and the fill of those that have none
TINTS = """() => { const look = (one) => [...one.children].map((part) => { const {fillOpacity, opacity} = getComputedStyle(part); return Number(part.matches('.reached') ? fillOpacity : opacity); });
  const tiles = [...document.querySelectorAll('#stage :is(.reach, .pale) > g')].filter((one) => one.querySelector('.reached.sure:not(.under)'));
  const under = [...document.querySelectorAll('#stage .reached.under')].map((one) => getComputedStyle(one).fill);
  return [...[true, false].map((isAhead) => tiles.filter((one) => one.matches('.ahead') === isAhead).map(look)), under]; }"""


def test_what_an_order_that_is_written_can_still_come_to_stays_bright(space: Space) -> None:
    page = space.ready("lighthouse")
    write(page, TABLES["lighthouse"][2])
    ahead, others, under = page.evaluate(TINTS)
    assert ahead
    assert {mark for _tint, mark in ahead} == {1}
    assert others
    assert {tuple(look) for look in others} == {(0.26, 0.45)}
    assert set(under) == {"none"}  # letters on the ground are not tinted now, either
    write(page, "")


# Whether the own ring lies over the tiles that can be reached and below the own car, and how far the word beside it is from the car, in tiles
OVER_TILES = """() => { const [reach, ring, own, word] = ['.layer.reach', '.layer.mine', '.piece.own', '.you rect'].map((name) => document.querySelector(`#stage ${name}`));
  const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const [car, box] = [own, word].map((one) => one.getBoundingClientRect());
  const gap = (low, high, begin, end) => Math.max(0, begin - high, low - end);
  const [x, y] = [(car.left + car.right) / 2, (car.top + car.bottom) / 2];
  return [isBefore(reach, ring), isBefore(ring, own), Math.hypot(gap(box.left, box.right, x, x), gap(box.top, box.bottom, y, y)) / own.getScreenCTM().a]; }"""


def test_the_own_ring_lies_over_the_tiles_beside_it_and_its_word_is_near(space: Space) -> None:
    page = space.ready("papers")
    resize(page, 1280, 800)
    is_over, is_below, far = page.evaluate(OVER_TILES)
    assert (is_over, is_below) == (True, True)
    assert far < 1.1


def test_letters_on_the_small_map_can_be_read_from_the_first(space: Space) -> None:
    page = space.ready("sandstorm")
    sizes = "all => all.map((one) => one.getScreenCTM().a)"
    assert min(page.eval_on_selector_all("#small g.piece:not(.heap)", sizes)) >= 10
