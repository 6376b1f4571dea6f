"""What is drawn on the page's boards stays to be seen and is explained: marks, cars on one tile, rings, the legend, rulers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page.conftest import TABLES

if TYPE_CHECKING:
    from tests.page.conftest import Space


@pytest.mark.parametrize("name", ["sandstorm", "lighthouse"])
def test_marks_leave_signs_letters_and_cars_to_be_seen(space: Space, name: str) -> None:
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
