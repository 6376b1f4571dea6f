"""Reports as pages in a narrow window: boards fit, can be read and brought closer, and nothing scrolls two ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.core.blocks import Column, Grid
from gm_tools.core.languages import speaking
from gm_tools.render import render
from gm_tools.render.layout import without_blanks
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests import effort
from tests.render.test_thread_pictures import CROWDED, EXAMPLES, TURNS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Cells whose longest word is wider than they are: it would be broken.
CUT_WORDS = """(all) => all.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
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
    html = render(report._replace(blocks=(*report.blocks, wide)), "html")
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


@pytest.mark.long
@pytest.mark.parametrize("language", effort.choose(["de"], ["en", "de"]))
@pytest.mark.parametrize("name", EXAMPLES)
def test_all_of_a_table_is_seen_on_a_telephone(name: str, language: str, chromium: Browser) -> None:
    with speaking(language):
        table = open_table(TURNS / name)
        report = turn_post(table, CROWDED[name][0], "public")
        html = render(report, "html")
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_content(html)
    grids = [without_blanks(block) for block in report.blocks if isinstance(block, Grid)]
    assert page.locator("table").count() == len(grids) > 0
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        for grid, shown in zip(grids, page.locator("table").all(), strict=True):
            assert shown.evaluate("one => one.parentNode.scrollWidth <= one.parentNode.clientWidth"), width
            said = shown.inner_text().replace("\u202f", "")  # which stand between turbo chips
            for row in grid.rows:
                assert all(cell in ("", "-") or cell in said for cell in row), (width, row)
            edge = shown.evaluate("one => one.parentNode.getBoundingClientRect().right")
            cells = shown.locator("th, td").evaluate_all(
                "all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())"
            )
            assert max(cell["right"] for cell in cells) <= edge <= width
            names = shown.locator("tbody td:not(.n):not(.rest)").evaluate_all(CUT_WORDS)
            assert names == []
    page.set_viewport_size({"width": 1280, "height": 844})
    assert page.locator(".rest:visible").count() == 0
    assert page.locator(".late:not(:visible)").count() == 0
    page.close()


def test_lines_that_are_set_in_full_width_wrap_on_a_telephone(chromium: Browser) -> None:
    with speaking("de"):
        html = render(turn_post(open_table(TURNS / "marbles"), 30, "public"), "html")
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_content(html)
    wide = page.eval_on_selector_all(
        "pre:not(.map)", "all => all.filter((one) => one.offsetWidth > one.parentElement.clientWidth).length"
    )
    page.close()
    assert wide == 0
