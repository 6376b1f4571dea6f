"""Maps: a picture as a flat text with a border, searched and drawn."""

from __future__ import annotations

import pytest

from gm_tools.core.blocks import Span
from gm_tools.core.boards import check_front, split_board
from gm_tools.core.maps import Map, crop_around, draw_rows, search
from gm_tools.core.problems import InputError
from tests.ground import format_board

LINES = ("  **", "*", "", " **")


class Wide(Map):
    border, edge = 3, "#"


@pytest.mark.parametrize("kind", [Map, Wide])
def test_rows_are_padded_and_come_back(kind: type[Map]) -> None:
    board = kind("", {"name": "some"}, LINES, 4)
    assert (board.name, board.rows, board.columns) == ("some", 4, 4)
    assert board.rows_of(board.tiles) == LINES
    assert format_board(board) == "+++\n+++\n  **\n*\n\n **\n"
    for row, line in enumerate(LINES):
        for column in range(4):
            index = board.index(row, column)
            assert board.place(index) == [row, column]
            assert board.tiles[index] == line.ljust(4)[column]
    assert board.has(3, 3)
    assert not board.has(4, 0)
    assert {board.tiles[0], board.tiles[-1]} == {kind.edge}


def test_a_search_counts_the_fewest_steps_from_any_beginning() -> None:
    ways = {1: [2], 2: [3, 1], 3: [4], 9: [4], 4: [], 7: [8]}
    assert search([1, 9], lambda here: ways.get(here, [])) == {1: 1, 9: 1, 2: 2, 4: 2, 3: 3}


def test_a_part_of_a_map_is_drawn_with_marks_and_numbers() -> None:
    board = Map("", {}, LINES, 1)
    crop = crop_around(board, [board.index(0, 3)], 1)
    assert crop == (0, 1, 2, 3)
    marks = {board.index(1, 3): ("A", "car")}
    rows, shown = draw_rows(board, board.tiles, marks, lambda _index, _glyph: "track", crop)
    assert rows == ((Span("**", "track"),), (Span(" ", "track"), Span("A", "car")))
    assert shown == {"*", " "}
    rows, __ = draw_rows(board, board.tiles, marks, lambda _index, _glyph: "track", is_numbered=True)
    assert ["".join(span.text for span in row) for row in rows] == [
        "     0",
        "     0123",
        "   0   **",
        "   1 *  A",
        "   2 ",
        "   3  **",
    ]


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ('game = "tac"', "front matter.game: found 'tac' (allowed: nascar)"),
        ("format = 2", "front matter.format: found 2 (allowed: 1)"),
        ("lapps = 2", "front matter.lapps"),
    ],
)
def test_front_matter_of_another_game_or_format_is_refused(front: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        check_front(split_board(f"+++\n{front}\n+++\n**\n"), "nascar", ("laps",))
    assert str(error.value).startswith(message)
