"""Lines of sight, against a count with fractions that asks every square whether the line passes through its inside."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.games.rally.board import parse_board
from gm_tools.games.rally.geometry import trace
from gm_tools.games.rally.moves import CRASHES, FINISHES, STAYS, endings
from gm_tools.games.rally.options import Settings
from tests import effort

MOVES = [(east, south) for east in range(-9, 10) for south in range(-9, 10)]
HALF = Fraction(1, 2)


def inside(move: tuple[int, int], square: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """Return when a line is in the closed square, None if never."""
    begin, end = Fraction(0), Fraction(1)
    for part, middle in zip(move, square, strict=True):
        if not part:
            if abs(middle) > HALF:
                return None
            continue
        times = sorted(((middle - HALF) / part, (middle + HALF) / part))
        begin, end = max(begin, times[0]), min(end, times[1])
    return (begin, end) if begin <= end else None


@pytest.mark.long
@pytest.mark.parametrize("east", range(-9, 10, effort.choose(6, 1)))
def test_a_line_enters_the_squares_whose_inside_it_passes_through(east: int) -> None:
    for south in range(-9, 10):
        line = trace((east, south))
        wanted, corners = squares_on((east, south))
        assert {step.square: step.time for step in line} == wanted
        assert [step.time for step in line] == sorted(wanted.values())
        assert {corner for step in line for corner in step.corners} == corners


def squares_on(move: tuple[int, int]) -> tuple[dict[tuple[int, int], Fraction], set[tuple[int, int]]]:
    """Return when a line enters the squares that it passes through, and the squares that it only touches."""
    wanted, corners = {}, set()
    for square in product(range(-10, 11), range(-10, 11)):
        times = inside(move, square)
        if times is not None and times[0] < times[1]:
            wanted[square] = times[0]
        elif times is not None and any(move):
            corners.add(square)
    wanted.pop((0, 0), None)
    return wanted, corners


def test_a_line_back_enters_the_same_squares() -> None:
    for east, south in MOVES:
        there = [(0, 0), *(step.square for step in trace((east, south)))]
        back = [(0, 0), *(step.square for step in trace((-east, -south)))]
        assert [(x + east, y + south) for x, y in reversed(back)] == there


MAPS = st.lists(st.text(" ...:~12=", min_size=6, max_size=6), min_size=4, max_size=4)


@given(
    rows=MAPS,
    move=st.tuples(st.integers(-6, 6), st.integers(-4, 4)),
    passed=st.integers(0, 5),
    corners=st.sampled_from(("touch", "slip", "clear")),
    surfaces=st.booleans(),
)
def test_all_squares_searched_at_once_give_what_each_gives_alone(
    rows: list[str], move: tuple[int, int], passed: int, corners: str, surfaces: bool
) -> None:
    text = "\n".join(["......", *rows, "1.2..="])  # so that there are gates
    board = parse_board(f"+++\n+++\n{text}\n")
    settings = Settings(laps=2, corners=corners, surfaces=surfaces)
    found = endings(board, settings, move, passed)
    seen = 0
    for one in found:
        assert not seen & one.squares
        seen |= one.squares
    assert seen == board.road
    lines = text.split("\n")
    for row, line in enumerate(lines):
        for column, glyph in enumerate(line):
            if glyph != " ":
                (one,) = [one for one in found if one.squares >> board.index(row, column) & 1]
                assert tuple(one[1:]) == follow(lines, (column, row), move, passed, corners, surfaces)


def follow(
    lines: list[str], at: tuple[int, int], move: tuple[int, int], passed: int, corners: str, surfaces: bool
) -> tuple[str, int, int, bool]:
    """Return how a move ends by the words of V3, V4 and V7, one square after another."""

    def glyph(square: tuple[int, int]) -> str:
        column, row = at[0] + square[0], at[1] + square[1]
        return lines[row][column] if 0 <= row < len(lines) and 0 <= column < len(lines[row]) else " "

    slowed = False
    for number, step in enumerate(trace(move)):
        walls = sum(glyph(corner) == " " for corner in step.corners)
        is_shut = walls > {"slip": 2, "touch": 1, "clear": 0}[corners]
        if glyph(step.square) == " " or is_shut:
            return CRASHES, number, passed, False
        for square in (*step.corners, step.square):
            passed += glyph(square) == "12="[passed % 3]
            if passed == 6:
                break
        if passed == 6:
            return FINISHES, number + 1, 6, False
        slowed |= surfaces and glyph(step.square) == ":"
    return STAYS, len(trace(move)), passed, slowed
