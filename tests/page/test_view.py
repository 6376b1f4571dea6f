"""What is looked at beside the board: the standings with all that they tell, and what lies over the board and about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.conftest import resize

if TYPE_CHECKING:
    from tests.page.conftest import Space

CELLS = """() => {
    const panel = document.getElementById("standings").getBoundingClientRect();
    const seen = [...document.querySelectorAll("#standings :is(th, td)")].filter((cell) => cell.offsetWidth);
    return seen.map((cell) => [cell.textContent, cell.getBoundingClientRect(), cell])
        .filter(([, { left, right }, cell]) => left < panel.left - 1 || right > panel.right + 1 || cell.scrollWidth > cell.clientWidth + 1)
        .map(([text]) => text);
}"""


def test_all_columns_of_the_standings_fit_and_a_button_leaves_the_fewer(space: Space) -> None:
    page = space.ready("sandstorm")
    button = page.locator("#standings .columns")
    assert button.inner_text() == "All columns"
    button.click()
    assert button.inner_text() == "Fewer columns"
    for size in ((1280, 800), (1440, 900)):
        resize(page, *size)
        assert page.evaluate(CELLS) == []
    button.click()
    assert button.inner_text() == "All columns"
    page.click("#back")
    page.click("#now")
    assert page.locator("#standings .columns").count() == 1


def test_the_standings_tell_the_last_order_of_each_car_and_no_note_that_all_share(space: Space) -> None:
    page = space.ready("papers")
    assert sorted(page.locator("#standings td.deed").all_inner_texts()) == [
        "E velocity (0,-1)",
        "N velocity (-1,-3)",
        "NE velocity (+1,-1)",
        "NE velocity (+2,-2)",
    ]
    page = space.ready("lighthouse")
    assert page.locator("#standings thead th.deed").inner_text() == "What each did last"
    cells = page.locator("#standings td.deed").all_inner_texts()
    assert cells[0].startswith("GWW V shift W5S2, to [11,28]")
    assert page.locator("#standings td.deed code").count() == 5
    dashes = "all => all.filter((one) => one.offsetWidth && one.textContent === '-').length"
    assert page.eval_on_selector_all("#standings tbody :is(th, td)", dashes) == 0
