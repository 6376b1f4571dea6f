"""What is seen at a glance: the own car and where it points, where an order leaves the track, its risk, who sends it, the best orders."""

from __future__ import annotations

import pytest

from tests.page.conftest import TABLES, Space, resize
from tests.page.test_in_sight import write

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
