"""Standings: declared once, given to programs and shown to people."""

from __future__ import annotations

from typing import Any

from gm_tools.core.blocks import Column
from gm_tools.core.standings import Figure, Row, figures_of, standings_grid

FIGURES: tuple[Figure[int, dict[str, Any]], ...] = (
    Figure(
        "speed", "Speed", lambda _limit, car: car["speed"], lambda limit, car: f"{car['speed']}/{limit}", right=True
    ),
    Figure("home", "", lambda _limit, car: car.get("home")),
    Figure("", "Name", lambda _limit, _car: None, lambda _limit, car: car["name"].title()),
)


def test_programs_get_values_by_key_and_nothing_that_is_not_known() -> None:
    assert figures_of(FIGURES, 9, {"speed": 4, "name": "ann"}) == {"speed": 4}
    assert figures_of(FIGURES, 9, {"speed": 4, "name": "ann", "home": False}) == {"speed": 4, "home": False}


def test_people_get_the_figures_that_have_a_title() -> None:
    rows = [
        Row("1", "A", {"speed": 4, "name": "ann"}, ["first", "fast"]),
        Row("-", "B", {"speed": 0, "name": "bo"}, []),
    ]
    grid = standings_grid(FIGURES, 9, rows, Column("Notes"))
    assert grid.columns == (
        Column("#", right=True),
        Column("Car"),
        Column("Speed", right=True),
        Column("Name"),
        Column("Notes"),
    )
    assert grid.rows == (("1", "A", "4/9", "Ann", "first, fast"), ("-", "B", "0/9", "Bo", ""))
    assert grid.seats == ("A", "B")
