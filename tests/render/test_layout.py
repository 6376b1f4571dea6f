"""Columns, legends and prose in a monospaced font."""

from __future__ import annotations

from gm_tools.core.blocks import Column, Grid
from gm_tools.render.layout import fill, grid_lines, legend_lines, pad, prose, width


def test_numbers_stand_right_and_no_line_ends_in_blanks() -> None:
    grid = Grid("", (Column("Car"), Column("Speed", right=True), Column("Note")), (("A", "12", ""), ("Bo", "4", "x")))
    assert grid_lines(grid) == [
        "Car  Speed  Note",
        "---  -----  ----",
        "A       12",
        "Bo       4  x",
    ]


def test_wide_and_combining_characters_keep_the_columns() -> None:
    assert [width(text) for text in ("abc", "漢字", "e\u0301", "é", "")] == [3, 4, 1, 1, 0]
    grid = Grid("", (Column("Player"), Column("At")), (("漢字", "1"), ("e\u0301", "2"), ("Öz", "3")))
    assert grid_lines(grid)[2:] == ["漢字    1", "e\u0301       2", "Öz      3"]


def test_a_row_that_is_too_short_is_filled_up() -> None:
    assert grid_lines(Grid("", (Column("A"), Column("B")), (("1",),)))[2:] == ["1"]


def test_a_grid_without_rows_shows_its_titles() -> None:
    assert grid_lines(Grid("", (Column("A"), Column("Bc", right=True)), ())) == ["A  Bc", "-  --"]


def test_text_is_padded_left_or_right_and_never_cut() -> None:
    assert (pad("a", 3), pad("a", 3, right=True), pad("abcd", 3)) == ("a  ", "  a", "abcd")


def test_a_legend_is_broken_between_its_entries() -> None:
    legend = [(sign, "m" * 30) for sign in "abcd"]
    assert legend_lines(legend) == [
        "   ".join(f"{sign} {'m' * 30}" for sign in "ab"),
        "   ".join(f"{sign} {'m' * 30}" for sign in "cd"),
    ]
    assert legend_lines([(" ", "off the track")]) == ["blank off the track"]


def test_filling_never_cuts_an_item() -> None:
    assert fill(["x" * 30, "y"], " ", 10) == ["x" * 30, "y"]


def test_prose_is_taken_apart_at_line_feeds() -> None:
    assert prose(["a\nb", "c"]) == ["a", "b", "c"]
