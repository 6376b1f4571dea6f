"""Reports as pages in a narrow window: boards fit, can be read and brought closer, and nothing scrolls two ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Column, Grid
from gm_tools.render import render
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests.render.test_thread_pictures import TURNS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCROLLERS = """() => [...document.querySelectorAll("*")].map((one) => {
    const style = getComputedStyle(one);
    const wide = one.scrollWidth > one.clientWidth + 1 && style.overflowX !== "visible";
    const high = one.scrollHeight > one.clientHeight + 1 && style.overflowY !== "visible";
    return [one.tagName, wide, high];
}).filter(([, wide, high]) => wide && high)"""


def test_boards_fit_a_telephone_and_come_closer(chromium: Browser) -> None:
    report = turn_post(open_table(TURNS / "lighthouse"), 14, "public")
    columns = tuple(Column(f"Column {n}") for n in range(12))
    wide = Grid("A wide table", columns, (tuple(f"what stands there {n}" for n in range(12)),))
    html = render(report._replace(blocks=(*report.blocks, wide), names=()), "html")
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_content(html)
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        shown = "all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right)"
        boards = page.eval_on_selector_all(".box > .drawn", shown)
        assert len(boards) == 2  # the course around the cars, and the table of shifts
        assert max(boards) <= width - 12
        letters = page.locator(".focused text").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().height)"
        )
        assert min(letters) > 7.5  # pixels: lines of the letters of 9 that pictures for threads have
        assert page.evaluate(SCROLLERS) == []
    closer = page.get_by_label("Show it closer")
    assert closer.count() == 1  # the table of shifts is large enough
    closer.check()
    assert page.locator(".drawn").first.evaluate("one => one.getBoundingClientRect().width") > 900
    assert not page.locator(".focused").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360  # the box scrolls, not the page
    assert page.evaluate(SCROLLERS) == []
    closer.uncheck()
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not closer.is_visible()
    assert not page.locator(".focused").is_visible()
    assert page.locator(".drawn").first.is_visible()
    page.close()
