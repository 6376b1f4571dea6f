"""What people see: the dry run with its line and corners, the shortest way with its proof, the drawing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gm_tools.core.blocks import Grid, Lines, Picture, picture_lines
from gm_tools.core.draws import Branch, Seeded
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.games import find
from gm_tools.games.rally.board import parse_board
from gm_tools.games.rally.drawing import draw_race
from gm_tools.games.rally.options import Settings
from gm_tools.games.rally.orders import parse_order
from gm_tools.games.rally.position import Car, Position
from gm_tools.games.rally.report import turn_blocks
from gm_tools.render import FORMATS, render
from gm_tools.render.drawing import draw
from gm_tools.render.drawing.layers import overlay
from gm_tools.render.drawing.markers import SIGNS
from gm_tools.reports.base import Scene, first_drawing
from gm_tools.reports.best_orders import best_report

GAME = find("rally")
MAP = """\
......
.. ...
......
x....=
"""
BOARD = parse_board(f"+++\n+++\n{MAP}")


def race(at: Sequence[int], velocity: tuple[int, int], **options: Any) -> Position:
    return Position(BOARD, Settings(**options), 0, (Car("A", BOARD.index(*at), velocity), Car("B", BOARD.index(0, 5))))


def try_order(position: Position, text: str) -> tuple[list[str], list[str]]:
    """Return the map and the lines that a dry run shows."""
    order = parse_order(text)
    run = GAME.trial(position, "A", order, Seeded(bytes(32)))
    blocks = GAME.trial_blocks(position, "A", order, [Branch(Fraction(1), (), run)], True)
    (picture,) = [block for block in blocks if isinstance(block, Picture)]
    return list(picture_lines(picture)), [line for block in blocks if isinstance(block, Lines) for line in block.lines]


def test_the_line_its_end_and_the_corner_that_it_touches_are_drawn() -> None:
    assert try_order(race((0, 0), (2, 0)), "E") == (
        ["A++1.B", ".. ...", "......", "x....="],
        ["ends on row 0 column 3, velocity 3 east"],
    )
    rows, lines = try_order(race((2, 2), (1, -1)), "0")
    assert rows == [".....B", "..'1..", "..A'..", "x....="]
    assert lines == ["ends on row 1 column 3, velocity 1 east and 1 north"]
    rows, lines = try_order(race((0, 1), (1, 1)), "0")
    assert rows == [".1'..B", ".'!...", "......", "x....="]
    assert lines[0] == "ends on row 0 column 1, velocity 0"
    assert lines[1] == "A leaves the road at row 0 column 1 and stops there; it sits out 1 turn [V5.1]"


def test_the_option_decides_about_the_corner_and_the_dry_run_shows_it() -> None:
    for corners, fate, row in (
        ("touch", "ends on row 1 column 3", "..'1.."),
        ("clear", "ends on row 2 column 2, velocity 0", "..'!.."),
    ):
        rows, lines = try_order(race((2, 2), (1, -1), corners=corners), "0")
        assert lines[0].startswith(fate)
        assert rows[1] == row


@pytest.mark.parametrize(
    ("at", "velocity", "rings"),
    [
        ((2, 2), (1, -1), [(1.5, 2.5)]),
        ((3, 0), (3, -3), [(2.5, 0.5), (1.5, 1.5)]),  # leaves the road at the second
        ((0, 0), (2, 0), []),
        ((0, 1), (1, 1), [(0.5, 1.5)]),  # leaves the road at this corner
        ((0, 0), (3, 3), [(0.5, 0.5), (1.5, 1.5), (2.5, 2.5)]),
    ],
)
def test_the_picture_rings_the_corners_as_the_map_marks_the_squares_beside_them(
    at: tuple[int, int], velocity: tuple[int, int], rings: list[tuple[float, float]]
) -> None:
    position = race(at, velocity)
    run = GAME.trial(position, "A", parse_order("0"), Seeded(bytes(32)))
    blocks = GAME.trial_blocks(position, "A", parse_order("0"), [Branch(Fraction(1), (), run)], True)
    (picture,) = [block for block in blocks if isinstance(block, Picture)]
    drawing = picture.drawing
    assert drawing is not None
    assert [one.cell for one in drawing.signs if one.role == "corner"] == rings
    assert ("corner", "touched corner") in drawing.legend or not rings
    svg = draw(drawing, "A")
    assert svg.count(SIGNS["corner"]) == len(rings) + bool(rings)  # one more in the legend
    assert ("touched corner" in svg) == bool(rings)


def test_a_sequence_is_drawn_turn_by_turn_and_ends_at_the_finish() -> None:
    rows, lines = try_order(race((3, 0), (0, 0)), "E E E E")
    assert rows[3] == "A1+2+3"
    assert lines[0] == "finishes at row 3 column 5 after 1/2 of the move [V4.4]"


def test_the_shortest_way_is_shown_with_its_proof_in_every_format() -> None:
    position = GAME.setup(BOARD, (Seat("A", "Alice"),), {}, Seeded(bytes(32)))
    report = best_report(Scene("papers", GAME, (Seat("A", "Alice"),), "A"), position, "A")
    assert (report.data["order"], report.data["turns"]) == ("E E (0,0)", 3)
    assert len(report.data["states"]) == 3
    assert report.data["states"][0] == 1
    text = render(report, "text")
    assert "3 turns to the finish, alone on the track; fewer are not enough." in text
    assert all(render(report, markup) for markup in FORMATS)


def test_the_next_gate_is_told_on_a_track_with_checkpoints_alone() -> None:
    for board, told in (
        (BOARD, []),
        (parse_board(f"+++\n+++\n{MAP.replace('.. ...', '.. .1.')}"), ["next: checkpoint 1"] * 2),
    ):
        cars = (Car("A", board.index(0, 0)), Car("B", board.index(0, 5)))
        (grid,) = [block for block in turn_blocks((), Position(board, Settings(), 1, cars)) if isinstance(block, Grid)]
        assert [cell for row in grid.rows for cell in row if str(cell).startswith("next")] == told


def test_games_without_the_search_say_so() -> None:
    nascar = find("nascar")
    with pytest.raises(InputError, match="nascar has no search for a shortest way"):
        best_report(Scene("dust", nascar, (), "A"), None, "A")


def test_a_drawing_has_a_piece_a_car_that_points_where_it_goes() -> None:
    drawing = draw_race(race((2, 1), (1, -1)))
    assert [(piece.seat, piece.heading) for piece in drawing.pieces] == [("A", 45.0), ("B", None)]
    assert {area.role for area in drawing.areas} == {"track", "finish"}
    order = parse_order("0")
    done = GAME.resolve(race((2, 1), (1, -1)), {"A": order, "B": order}, Seeded(bytes(32)), ())
    drawing = draw_race(done.position, done.events)
    assert drawing.trails[0].points == ((1.5, 2.5), (1.5, 2.5))
    assert drawing.crashes == ((2, 1),)


def test_the_word_on_a_crash_hides_no_square_that_another_order_leads_to() -> None:
    covered = []
    for east, south in product((-2, -1, 0, 1, 2), repeat=2):
        before = race((2, 2), (east, south))
        squares = [(2.5 + east + x, 2.5 + south + y) for x, y in product((-1, 0, 1), repeat=2)]
        for text in ("NW", "N", "NE", "W", "0", "E", "SW", "S", "SE"):
            order = parse_order(text)
            done = GAME.trial(before, "A", order, Seeded(b""))
            drawing = first_drawing(GAME.trial_blocks(before, "A", order, [Branch(Fraction(1), (), done)], True))
            assert drawing is not None
            for plate in re.findall(
                r'class="plate"><rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"', overlay(drawing)
            ):
                left, top, wide, high = map(float, plate)
                hidden = [(x, y) for x, y in squares if left < x < left + wide and top < y < top + high]
                covered.append(len(hidden))
    assert len(covered) > 90
    assert not any(covered)


def test_the_only_step_of_an_order_has_no_number() -> None:
    before = race((2, 2), (1, 0))
    done = GAME.trial(before, "A", parse_order("0"), Seeded(b""))
    drawing = first_drawing(GAME.trial_blocks(before, "A", parse_order("0"), [Branch(Fraction(1), (), done)], True))
    assert drawing is not None
    laid = overlay(drawing)
    assert 'class="end"' in laid
    assert 'class="count"' not in laid
