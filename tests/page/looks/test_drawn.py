"""What is drawn on the page's boards stays to be seen and is explained: marks, cars on one tile, rings, the legend, rulers."""

from __future__ import annotations

import pytest

from gm_tools.core.languages import speak
from gm_tools.games.tac.drawing import _card
from gm_tools.render.drawing.cards import token
from tests import effort
from tests.page.conftest import TABLES, Space, choose_seat, resize


@pytest.mark.parametrize("name", ["sandstorm", "lighthouse"])
def test_marks_do_not_hide_signs_letters_or_cars(space: Space, name: str) -> None:
    """A mark stands in a corner of a tile on which something lies: its middle is not on a sign, a ground's letter, a car's letter."""
    page = space.ready(name)
    hidden = page.evaluate("""() => {
      const box = (one) => one.getBoundingClientRect();
      const marks = [...document.querySelectorAll('#stage .reach :is(.spot, .cross)')].map(box);
      const texts = [...document.querySelectorAll('#stage > svg > g :is(g.sign, text.letter, g.piece > text)')]
        .filter((one) => !one.closest('.layer')).map(box);
      const inside = (a, x, y) => a.left < x && x < a.right && a.top < y && y < a.bottom;
      const count = texts.filter((text) => marks.some((mark) => inside(mark, (text.left + text.right) / 2, (text.top + text.bottom) / 2)));
      return [marks.length, texts.length, count.length];
    }""")
    assert min(hidden[:2]) > 5
    assert hidden[2] == 0


def test_cars_on_one_tile_stay_on_it_and_their_letters_are_read(space: Space) -> None:
    page = space.ready("sandstorm")
    page.click("#view button[data-view='near']")
    letters = page.evaluate("""() => [...document.querySelectorAll('#stage g.piece[data-near]')].filter((one) => !one.closest('.layer'))
      .map((one) => { const [text, body, tile] = [one.querySelector('text'), one.querySelector('path'), one.closest('svg').querySelector('rect.reached')];
        const [a, b] = [text.getBoundingClientRect(), tile.getBoundingClientRect()];
        return [text.textContent, a.left, a.top, a.right, a.bottom, b.width, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a]; })""")
    assert sorted(one[0] for one in letters) == ["G", "K"]
    (_, a, b, c, d, tile, high), (_, e, f, g, h, _, other) = letters
    assert min(high, other) > 9.9
    assert max(c, g) - min(a, e) < tile * 1.1
    assert max(d, h) - min(b, f) < tile * 1.25
    assert d < f + 3 or h < b + 3  # one over the other: neither hides the other


def test_who_acts_is_ringed_once_and_in_amber(space: Space) -> None:
    for name in ("sandstorm", "lighthouse"):
        page = space.ready(name)
        for text in ("", TABLES[name][2]):
            page.fill("#text", text)
            page.wait_for_function(
                "text => (document.getElementById('verdict').dataset.order ?? '') === text", arg=text
            )
            rings = page.evaluate("""() => [...document.querySelectorAll('#stage :is(.acts, .mine-ring)')]
              .filter((one) => getComputedStyle(one).display !== 'none').map((one) => getComputedStyle(one).stroke)""")
            assert rings == ["rgb(242, 169, 0)"]


def test_pale_marks_have_a_word_and_only_they(space: Space) -> None:
    page = space.ready("sandstorm")
    words = "not with what is written"
    assert words not in page.inner_text("#marks")
    page.fill("#text", "A(3M)")
    page.wait_for_selector("#state[data-state=half]")
    page.wait_for_selector("#stage .pale > g", state="attached")
    page.wait_for_selector("#stage .pale .price", state="attached")  # what they cost is to be seen still
    assert words in page.inner_text("#marks")
    page.fill("#text", "")
    page.wait_for_selector("#stage .pale:empty", state="attached")
    page.wait_for_function("words => !document.getElementById('marks').innerText.includes(words)", arg=words)


def test_the_rulers_of_the_shift_table_are_read_and_whole(space: Space) -> None:
    page = space.ready("lighthouse")
    found = page.evaluate("""() => { const pad = document.querySelector('#pad svg.drawn').getBoundingClientRect();
      return [...document.querySelectorAll('#pad text.ruler')].map((one) => { const box = one.getBoundingClientRect();
        return [one.textContent, parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a,
          box.left >= pad.left && box.right <= pad.right && box.top >= pad.top && box.bottom <= pad.bottom]; }); }""")
    assert found
    assert all(high > 10.9 and is_whole for _text, high, is_whole in found)


SEEN = """() => { const stage = document.getElementById('stage').getBoundingClientRect();
  const shown = (one) => { const box = one.getBoundingClientRect(); return box.width > 0 && box.left >= stage.left - 1 && box.right <= stage.right + 1
    && box.top >= stage.top - 1 && box.bottom <= stage.bottom + 1; };
  return [...document.querySelectorAll('#stage > svg.drawn > g text')].filter((one) => one.textContent.trim() && shown(one))
    .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b)]); }"""


LEAST = {
    ("willow", (390, 844)): 9.9,
    ("marbles", (360, 640)): 9.9,
    ("sandstorm", (1280, 800)): 8.99,
    ("lighthouse", (390, 844)): 8.99,
    ("papers", (1280, 800)): 8.99,
}
LEAST_OF_ALL = LEAST | {
    ("willow", (1280, 800)): 10.9,
    ("marbles", (1280, 800)): 9.99,
    ("marbles", (390, 844)): 9.9,
    ("sandstorm", (390, 844)): 8.99,
    ("lighthouse", (1280, 800)): 8.99,
    ("papers", (390, 844)): 8.99,
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "size", "least"), [(*at, least) for at, least in effort.choose(LEAST, LEAST_OF_ALL).items()]
)
def test_words_on_the_board_are_read(space: Space, name: str, size: tuple[int, int], least: float) -> None:
    page = space.ready(name)
    resize(page, *size)
    for view in ("near", "whole"):
        page.evaluate("view => document.querySelector(`[data-view=${view}]`).click()", view)
        words = page.evaluate(SEEN)
        assert len(words) > 3
        assert min(high for _text, high in words) > least, sorted(words, key=lambda word: word[1])[:3]


def test_numbers_of_a_ring_are_whole_however_small_it_is(space: Space) -> None:
    page = space.ready("marbles")
    resize(page, 390, 560)
    squeezed = "() => [...document.querySelectorAll('#stage text[data-whole]')].filter((one) => /^[0-9]+$/.test(one.dataset.whole))"
    page.wait_for_function(f"() => ({squeezed})().some((one) => one.hasAttribute('textLength'))", timeout=9000)
    assert page.evaluate(f"() => ({squeezed})().filter((one) => one.textContent !== one.dataset.whole).length") == 0
    resize(page, 1280, 800)


def test_on_a_telephone_the_dice_are_as_large_as_fingers(space: Space) -> None:
    page = space.ready("willow")
    page.wait_for_function("() => !document.getElementById('pinned')")
    # On a small board they are left out, and a page that is opened there finds them so.
    page.evaluate("() => document.querySelectorAll('#stage [data-tap]').forEach((one) => (one.style.display = 'none'))")
    resize(page, 390, 844)
    page.wait_for_selector("#pinned [data-tap='R']")
    assert page.locator("#pinned [data-tap]:visible").count() == 6
    dice = page.evaluate(
        "() => [...document.querySelectorAll('#pinned [data-tap] > rect:first-child')].map((one) => [one.parentNode.dataset.tap, one.getBoundingClientRect().width])"
    )
    assert "".join(letter for letter, _wide in dice) == "PRYGPG"
    assert min(wide for _letter, wide in dice) > 30
    page.click("#pinned [data-tap='R']")
    page.wait_for_function("() => document.getElementById('text').value === 'R3'")
    page.wait_for_selector("#pinned [data-tap='R'][data-spent]", state="attached")
    assert page.locator("#pinned [data-spent]").count() == 1
    assert page.locator("#pinned .turn").all_text_contents() == ["1"]  # its number in the order, and its colour stays
    assert page.evaluate("() => getComputedStyle(document.querySelector('#pinned [data-spent]')).filter") == "none"
    rolled = "() => [...document.querySelectorAll('{} > rect:first-child')].map((one) => one.parentNode.matches('[data-spent]'))"
    assert page.evaluate(rolled.format("#stage [data-pinned]")) == page.evaluate(rolled.format("#pinned [data-tap]"))
    page.fill("#text", "")
    page.wait_for_selector("#pinned:not(:has([data-spent]))", state="attached")
    resize(page, 1280, 800)
    page.wait_for_function("() => !document.getElementById('pinned')")
    assert page.locator("#stage > svg [data-tap]").count() == 6


def test_the_last_move_steps_back_while_an_order_is_written(space: Space) -> None:
    page = space.ready("willow")
    faint = "() => Number(getComputedStyle(document.querySelector('#stage g.went')).opacity)"
    assert page.evaluate(faint) == 0.5  # what can be tapped is louder
    page.fill("#text", TABLES["willow"][2])
    page.wait_for_selector("#stage > svg.tried")
    assert page.evaluate(faint) < 0.5
    page.fill("#text", "")
    page.wait_for_selector("#stage > svg:not(.tried)")


# Of each square that an order's way crosses: its letters that are seen, and whether they lie over the way.
CROSSED = """() => {
  const [over, squares] = [document.querySelector('#stage .layer.over'), [...document.querySelectorAll('#stage path.square')]];
  const ways = [...over.querySelectorAll(':scope > path')].map((one) => [one, one.getTotalLength()]);
  const texts = [...over.parentNode.querySelectorAll(':scope > text[paint-order], .layer.over > text[paint-order]')].filter((one) => getComputedStyle(one).visibility === 'visible' && !one.textContent.includes('.'));
  return squares.flatMap((square) => {
    const isIn = (x, y) => square.isPointInFill(new DOMPoint(x, y));
    const crossing = ways.filter(([one, long]) => [...Array(200).keys()].some((k) => { const {x, y} = one.getPointAtLength(long * k / 199); return isIn(x, y); }));
    if (!crossing.length) return [];
    const found = texts.filter((one) => { const {x, y, width, height} = one.getBBox(); return isIn(x + width / 2, y + height / 2); });
    const places = new Set(found.map((one) => `${one.getAttribute('x')} ${one.getAttribute('y')}`));
    const isOver = found.some((one) => crossing.every(([way]) => way.compareDocumentPosition(one) & 4));
    return [[found[0]?.textContent ?? '', places.size, isOver]];
  });
}"""


@pytest.mark.long
@pytest.mark.parametrize("order", effort.some("R3 P2 P1 G1 G2 Y3", "R3 P2 P1 W1"))
def test_the_way_of_an_order_crosses_no_letter_of_a_road(space: Space, order: str) -> None:
    page = space.ready("willow")
    page.fill("#text", order)
    page.wait_for_selector("#stage > svg.tried")
    page.wait_for_function("order => document.getElementById('verdict').dataset.order === order", arg=order)
    found = page.evaluate(CROSSED)
    page.fill("#text", "")
    page.wait_for_selector("#stage > svg:not(.tried)")
    assert len(found) >= 4
    assert [one for one in found if one[1:] != [1, True]] == []


def test_the_end_of_an_order_and_its_number_hide_no_number_of_a_field(space: Space) -> None:
    page = space.ready("marbles")
    page.fill("#text", TABLES["marbles"][2])
    page.wait_for_selector("#stage > svg.tried .over .count")
    hidden = page.evaluate("""() => { const box = (one) => one.getBoundingClientRect();
      const counts = [...document.querySelectorAll('#stage .over :is(.count, .end)')].map(box);
      const numbers = [...document.querySelectorAll('#stage > svg > g text')].filter((one) => /^[0-9]+$/.test(one.textContent) && !one.closest('.layer') && one.checkVisibility());
      return numbers.filter((one) => counts.some((count) => count.left < box(one).right && box(one).left < count.right && count.top < box(one).bottom && box(one).top < count.bottom)).map((one) => one.textContent); }""")
    page.fill("#text", "")
    page.wait_for_selector("#stage > svg:not(.tried)")
    assert hidden == []


ROW = "() => [...document.querySelectorAll('#marks [data-role]')].map((one) => one.lastChild.textContent)"


def test_the_marks_of_an_order_are_named_while_it_is_on_the_board_and_nothing_moves(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    assert page.evaluate(ROW) == []
    place = "() => JSON.stringify(document.getElementById('stage').getBoundingClientRect())"
    was = page.evaluate(place)
    page.fill("#text", "A(3M)L(3M)R(2M)B")
    page.wait_for_selector("#state[data-state=legal]")
    assert page.evaluate(ROW) == [
        "way of the order",
        "where chance may lead",
        "leaves the track",
        "ends here by chance",
    ]
    assert page.evaluate(place) == was
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")
    assert page.evaluate(ROW) == []


CRASHES = {"papers": "SE", "lighthouse": "GNN +2W +3N +1E"}


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(("papers",), tuple(CRASHES)))
def test_a_crash_is_explained_once_though_it_can_be_reached_too(space: Space, name: str) -> None:
    page = space.ready(name)
    page.fill("#text", CRASHES[name])
    page.wait_for_selector("#state[data-state=legal]")
    page.wait_for_selector("#stage .layer.over [data-marks*=crash_end]", state="attached")
    told = [text.strip() for text in page.locator("#marks li").all_inner_texts()]
    assert told.count("crashes here") == 1
    assert len(told) == len(set(told))
    page.fill("#text", "")
    page.wait_for_selector("#state:not([data-state])", state="attached")


def test_the_legend_is_that_of_the_turn_that_is_shown(space: Space) -> None:
    page = space.ready("sandstorm")
    words = "() => document.querySelector('#mini .signs').innerText"
    assert "crash in the last turn" in page.evaluate(words)
    page.evaluate("() => { location.hash = 'turn=0'; }")
    page.wait_for_function("() => document.getElementById('shown').textContent.includes('turn 0')")
    began = page.evaluate(words)
    assert "asphalt" in began
    assert "crash in the last turn" not in began
    assert "way of the last move" not in began
    page.click("#now")
    page.wait_for_function("() => document.querySelector('#mini .signs').innerText.includes('crash in the last turn')")


def test_a_cross_on_ones_own_tile_is_told_by_its_words(space: Space) -> None:
    page = space.ready("sandstorm")
    words = "only by leaving the track (its own tile, too)"
    told = "() => document.getElementById('marks').innerText"
    choose_seat(page, "M")
    assert words in page.evaluate(told)


def test_where_a_telephone_has_no_room_for_all_numbers_of_a_ring_every_fifth_one_stays(space: Space) -> None:
    page = space.ready("marbles")
    shown = """() => [...document.querySelectorAll('#stage > svg > g text.carved')].filter((one) => getComputedStyle(one).display !== 'none')
      .map((one) => one.textContent).filter((text) => /^\\d+$/.test(text)).map(Number).sort((a, b) => a - b)"""
    assert page.evaluate(shown) == list(range(1, 65))
    resize(page, 360, 640)
    assert page.evaluate(shown) == list(range(5, 65, 5))
    resize(page, 1280, 800)
    assert page.evaluate(shown) == list(range(1, 65))


@pytest.mark.long
@pytest.mark.parametrize("name", effort.choose(["lighthouse"], ["sandstorm", "lighthouse", "papers"]))
def test_the_rulers_of_a_small_board_are_thinned_until_they_are_read(space: Space, name: str) -> None:
    page = space.ready(name)
    resize(page, 390, 844)
    page.evaluate("() => document.querySelector('[data-view=whole]').click()")
    numbers = page.evaluate("""() => { const stage = document.getElementById('stage').getBoundingClientRect();
      return [...document.querySelectorAll('#stage .edge-ruler')].filter((one) => getComputedStyle(one).display !== 'none').map((one) => {
        const box = one.getBoundingClientRect();
        return [Number(one.textContent), parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a, box.left >= stage.left - 1 && box.right <= stage.right + 1]; }); }""")
    assert {number for number, _high, _whole in numbers} >= {10, 20, 30, 40}
    assert all(number % 10 == 0 and high > 9.9 and is_whole for number, high, is_whole in numbers)
    assert page.locator("#small text.ruler:visible").count() == 0
    page.evaluate("() => document.querySelector('[data-view=near]').click()")
    resize(page, 1280, 800)


def test_an_order_that_ends_on_a_taken_square_has_its_signs_beside_each_other(space: Space) -> None:
    """The car that stands there, the one that comes, its number and the letter of the square: none lies on another, and no mark on them."""
    page = space.ready("willow")
    marks = "() => [...document.querySelectorAll('#stage .reach > g')].filter((one) => one.getAttribute('visibility') !== 'hidden').length"
    before = page.evaluate(marks)
    page.fill("#text", TABLES["willow"][2])
    page.wait_for_selector("#stage > svg.tried")
    page.wait_for_selector("#state[data-state=legal]")
    boxes = page.evaluate("""() => { const seen = (one) => getComputedStyle(one).display !== 'none';
      const words = [...document.querySelectorAll('#stage .over :is(.piece, .count) > text')];
      const other = [...document.querySelectorAll('#stage g.piece')].filter((one) => !one.closest('.layer') && !seen(one)).map((one) => one.textContent);
      return [other, words.map((one) => { const box = one.getBoundingClientRect(); return [one.textContent, box.left, box.top, box.right, box.bottom]; })]; }""")
    assert boxes[0] == ["B"]  # it has moved aside
    words = boxes[1]
    end = next(one for one in words if one[0] == "6")
    near = [one for one in words if abs(one[1] - end[1]) < 50 and abs(one[2] - end[2]) < 40 and one[0] in "6PB"]
    assert sorted(one[0] for one in near) == ["6", "B", "P"]
    for at, (_text, left, top, right, bottom) in enumerate(near):
        for _other, a, b, c, d in near[at + 1 :]:
            assert min(right, c) - max(left, a) < 2 or min(bottom, d) - max(top, b) < 3
    assert page.evaluate(marks) <= max(0, before - 1)
    page.fill("#text", "")
    page.wait_for_selector("#stage > svg:not(.tried)")


def test_the_readers_own_piece_is_called_so_where_that_hides_nothing(space: Space) -> None:
    page = space.ready("sandstorm")
    choose_seat(page, "M")
    hidden = page.evaluate("""() => { const tag = document.querySelector('#stage .you').getBoundingClientRect();
      const piece = [...document.querySelectorAll('#stage g.piece.own')][0].getBoundingClientRect();
      const far = Math.hypot((tag.left + tag.right - piece.left - piece.right) / 2, (tag.top + tag.bottom - piece.top - piece.bottom) / 2);
      const inside = (x, y) => tag.left < x && x < tag.right && tag.top < y && y < tag.bottom;
      const others = [...document.querySelectorAll('#stage :is(.reach > g, g.piece)')].map((one) => one.getBoundingClientRect());
      return [far, others.filter((one) => inside((one.left + one.right) / 2, (one.top + one.bottom) / 2)).length]; }""")
    assert hidden[0] < 60
    assert hidden[1] == 0
    page.evaluate("() => document.querySelector('[data-view=whole]').click()")
    assert page.locator("#stage .you").count() == 0  # tiles are too small for a word
    page.evaluate("() => document.querySelector('[data-view=near]').click()")


# How often a word beside the own piece lies on an arrow, or under the numbers of columns
CALLED = """() => [...document.querySelectorAll('#stage .you')].filter((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const arrows = [...document.querySelectorAll('#stage .points path')];
  const points = arrows.flatMap((path) => [...Array(21).keys()].map((at) =>
    path.getPointAtLength(path.getTotalLength() * at / 20).matrixTransform(path.getScreenCTM())));
  const isHit = points.some(({x, y}) => left < x && x < right && top < y && y < bottom);
  return isHit || top < document.getElementById('stage').getBoundingClientRect().top + 18;
}).length"""


def test_the_word_beside_the_readers_own_piece_lies_on_no_arrow(space: Space) -> None:
    page = space.ready("lighthouse")
    for turn in (6, 14, 16):
        page.evaluate("turn => { location.hash = `turn=${turn}`; }", turn)
        page.wait_for_function("turn => document.querySelector('#shown').textContent.includes(` ${turn} `)", arg=turn)
        assert page.evaluate(CALLED) == 0, turn
    page.click("#now")


# Words of the board that lie on one another, from the top of capitals to the foot of long letters
CROWDED = """() => {
  const words = [...document.querySelectorAll('#stage > svg.drawn > g text:is(.carved, .words, .said)')]
    .map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width);
  const lies = ([, one], [, other]) => one.left < other.right && other.left < one.right
    && Math.abs(one.top + one.bottom - other.top - other.bottom) / 2 < 0.42 * (one.height + other.height);
  return words.flatMap((one, number) => words.slice(number + 1).filter((other) => lies(one, other)).map((other) => [one[0], other[0]]));
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    "size", effort.choose([(360, 640), (844, 390)], [(360, 640), (390, 844), (844, 390), (1280, 800)])
)
def test_words_of_a_ring_do_not_lie_on_one_another(space: Space, size: tuple[int, int]) -> None:
    page = space.ready("marbles")
    resize(page, *size)
    assert page.evaluate(CROWDED) == []


# What words of cards do, at so many pixels a tile: how far they are from the card's inner edge in their own direction, in shares
# of its width, and how far the lines that are seen are apart, in shares of their height
WORDS_OF_CARDS = """async ([cards, pixels]) => {
  const letters = await import(document.querySelector('link[href*="/letters.js"]').href);
  const board = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  document.body.append(board);
  board.setAttribute('width', 10 * pixels);
  board.setAttribute('height', 10 * pixels);
  board.setAttribute('viewBox', '0 0 10 10');
  board.style.cssText = 'position:fixed;inset:0 auto auto 0';
  const found = cards.map((card) => {
    board.innerHTML = `<g text-anchor="middle">${card}</g>`;
    for (const _ of [1, 2]) letters.fitLetters(board, pixels, false);
    const inner = board.querySelectorAll('rect')[1].getBoundingClientRect();
    const words = [...board.querySelectorAll('text')].filter((one) => one.style.display !== 'none');
    const rooms = words.map((one) => {
      const box = one.getBoundingClientRect();
      const [low, high] = one.parentNode.matches('[transform*=rotate]') ? [box.top - inner.top, inner.bottom - box.bottom] : [box.left - inner.left, inner.right - box.right];
      return Math.min(low, high) / inner.width;
    });
    const [y, size] = ['y', 'font-size'].map((name) => words.map((one) => Number(one.getAttribute(name))));
    const lines = y.slice(1).map((one, at) => (2 * (one - y[at])) / (size[at] + size[at + 1]));
    return [Math.min(...rooms), Math.min(...lines, 9), words.map((one) => one.textContent).join(' ')];
  });
  board.remove();
  return found;
}"""


@pytest.mark.long
def test_words_on_cards_keep_off_their_edges_and_each_other_at_every_size(space: Space) -> None:
    page = space.ready("marbles")
    names = [*map(str, range(1, 14)), "trick", "tac", "jester", "warrior", "angel", "devil"]
    for language in effort.some("de", "en"):
        speak(language)
        try:
            cards = [token(_card(name, (5, 5), 4.6)) for name in names]
        finally:
            speak("")
        for pixels in (4.9, 6.5, 9.4, 14, 22):
            found = page.evaluate(WORDS_OF_CARDS, [cards, pixels])
            assert {
                name: said for name, said in zip(names, found, strict=True) if said[0] < 0.02 or said[1] < 0.75
            } == {}, (
                language,
                pixels,
            )
            assert not any("…" in said for _, _, said in found), (language, pixels)


def test_a_few_keys_keep_off_the_edges_of_a_narrow_telephone_and_a_german_verdict_is_seen_whole(space: Space) -> None:
    page = space.german("papers")
    resize(page, 360, 640)
    page.fill("#text", "NE")
    page.wait_for_selector("#verdict[data-state=legal]")
    edges = "() => [...document.querySelectorAll('#keys button')].map((one) => one.getBoundingClientRect()).flatMap(({left, right}) => [left, innerWidth - right])"
    assert min(page.evaluate(edges)) >= 5
    assert (
        page.evaluate(
            "() => { const box = document.getElementById('verdict'); return box.scrollHeight - box.clientHeight; }"
        )
        <= 1
    )
    page.fill("#text", "")


def test_the_key_shows_a_letter_on_a_tile_where_the_board_does(space: Space) -> None:
    page = space.ready("sandstorm")
    shown = """selector => [...document.querySelectorAll(selector)].filter(
        (text) => text.textContent === '?' && !text.matches('.unread, [style*=none]')).length > 0"""
    found = set()
    for size in ((1280, 800), (390, 844)):
        resize(page, *size)
        for view in ("whole", "near"):
            page.evaluate("view => document.querySelector(`[data-view=${view}]`).click()", view)
            on_board = page.evaluate(shown, "#stage > svg .sign text")
            assert page.evaluate(shown, "#mini .signs text") == on_board, (size, view)
            found.add(on_board)
    assert found == {False, True}
