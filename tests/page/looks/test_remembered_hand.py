"""A hand that the browser remembers: what comes with it has its room before the engine has read it."""

from __future__ import annotations

import pytest

from tests import effort
from tests.page.conftest import Space, resize, settle
from tests.page.test_review import boxes

TILE = "() => { const {a, e, f} = document.querySelector('#stage > svg').getScreenCTM(); return [a, e, f].map((one) => Math.round(10 * one) / 10); }"


@pytest.mark.long
def test_a_ring_stays_where_it_is_when_the_engine_has_read_a_hand_that_is_remembered(space: Space) -> None:
    page = space.ready("marbles")
    page.click("#remember")
    page.fill("#private", "2 9 10")
    page.wait_for_selector("html[data-surveyed]", state="attached")
    kept = page.evaluate("() => Object.entries(localStorage).filter(([name]) => name.includes('hand'))")
    script = (
        f"try {{ for (const [name, value] of {kept!r}) localStorage[name] = value; }} catch {{ /* no page yet */ }}"
    )
    stands = {}
    for size in effort.some((360, 640), (390, 844), (844, 390), (1280, 800)):
        resize(page, *size)
        context = space.context(has_engine=False, viewport=page.viewport_size)
        context.add_init_script(script)
        new = space.look(context, "marbles")
        new.wait_for_selector("#loading", state="visible")
        for one in (page, new):
            settle(one)
        stands[size] = [one.evaluate(TILE) for one in (page, new)]
        assert new.is_disabled("#keys button:nth-child(3)")
    assert [size for size, (known, foreseen) in stands.items() if known != foreseen] == []


def test_a_hand_lies_beside_a_ring_where_the_stage_is_wide_and_the_ring_is_as_large_as_without_it(space: Space) -> None:
    page = space.ready("marbles")
    disc = "() => document.querySelector('#stage circle').getBoundingClientRect().height"
    was = page.evaluate(disc)
    page.fill("#private", "2 9 10")
    page.wait_for_function("() => document.querySelectorAll('#stage [data-tap]').length === 3")
    assert page.evaluate(disc) >= 0.95 * was  # the list of marks has a line more
    (stage,), cards = boxes(page, "#stage"), boxes(page, "#stage [data-tap]")
    for left, top, right, bottom in cards:
        assert stage[0] < left < right < stage[2]
        assert stage[1] < top < bottom < stage[3]
    resize(page, 844, 390)  # here it lies below
    assert min(top for _, top, _, _ in boxes(page, "#stage [data-tap]")) > boxes(page, "#stage circle")[0][3]
    page.fill("#private", "")
