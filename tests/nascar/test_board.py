"""Every fault of N13.3 is found, by line and column of the file."""

from __future__ import annotations

import pytest

from gm_tools.core.problems import InputError
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import GLYPHS, check_board, parse_board

HEAD = '+++\nfinish_heading = "E"\n+++\n'
RING = """\
 *************
***************
***         ***
***         ***
****x*x=*******
****x*x=*******
 ***x*x=******
"""


def faults(text: str, cars: int = 1) -> list[str]:
    return [f"{p.line}:{p.column} {p.message}" for p in check_board(parse_board(text), cars)]


def test_a_sound_track_has_no_faults() -> None:
    assert faults(HEAD + RING, 6) == []


def test_slots_are_numbered_by_nearness_to_the_line_then_row_then_column() -> None:
    board = parse_board(HEAD + RING)
    assert [board.place(slot) for slot in board.slots] == [[4, 6], [5, 6], [6, 6], [4, 4], [5, 4], [6, 4]]


def test_too_few_start_slots_are_a_fault() -> None:
    assert faults(HEAD + RING, 7) == ["4:0 6 start slots (x) for 7 cars"]
    assert faults(HEAD + RING.replace("x", "*"), 0) == ["4:0 0 start slots (x) for 1 cars"]


def test_the_marks_announced_are_the_letters_that_no_tile_uses() -> None:
    letters = [word for word in GAME.seat_marks.split() if len(word) == 1 and word != "a"]
    assert set(letters) == {glyph for glyph in GLYPHS if glyph.isalpha()}


def test_unknown_tiles_are_all_named() -> None:
    with pytest.raises(InputError) as caught:
        parse_board(HEAD + RING.replace("***         ***", "**q         q**", 1))
    places = [(problem.line, problem.column, problem.rule) for problem in caught.value.problems]
    assert places == [(6, 3, "N13.3"), (6, 13, "N13.3")]
    assert "'q'" in caught.value.problems[0].message


def test_a_track_without_a_finish_line_is_refused() -> None:
    assert faults(HEAD + RING.replace("=", "*")) == ["4:0 there is no finish line: draw one with = or |"]


def test_a_track_without_a_finish_heading_is_refused() -> None:
    assert faults("+++\n+++\n" + RING) == ["1:0 finish_heading is missing: N NE E SE S SW W NW"]


def test_a_tile_that_cannot_reach_the_line_is_a_fault() -> None:
    assert faults(HEAD + RING + "\n  *\n") == ["12:3 the finish line cannot be reached from here"]


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_line_with_a_gap_can_be_passed(row: int) -> None:
    rows = RING.split("\n")
    rows[4 + row] = rows[4 + row].replace("=", "*")
    found = faults(HEAD + "\n".join(rows))
    assert found
    assert all("passed without entering" in fault for fault in found)


def test_a_line_can_be_passed_through_the_pits_beside_it() -> None:
    rows = [
        "  ****************************  ",
        " ****************************** ",
        "****                        ****",
        "***                          ***",
        "***    #****P****#           ***",
        "***   *           *          ***",
        "****x*x*****=******************",
        "****x*x*****=******************",
        " ***x*x*****=*****************",
    ]
    found = faults(HEAD + "\n".join(rows) + "\n")
    assert len(found) == 1
    assert "passed without entering" in found[0]


def test_a_bank_needs_a_turn() -> None:
    banked = RING.replace(" *************", " b************", 1)
    assert faults(HEAD + banked) == ["4:2 a bank without bank_turn, outside all bank areas"]
    area = 'bank_areas = [{ rows = [0, 1], columns = [0, 3], turn = "right" }]\n'
    assert faults(HEAD.replace("+++\n", "+++\n" + area, 1) + banked) == []
    assert faults(HEAD.replace("+++\n", '+++\nbank_turn = "left"\n', 1) + banked) == []


def test_pits_that_are_not_closed_off_are_a_fault() -> None:
    assert any(
        "not closed off by #" in fault for fault in faults(HEAD + RING.replace("***         ***", "P**         ***", 1))
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('bank_turn = "up"', "bank_turn: found 'up' (allowed: left, right)"),
        ("bank_turn = []", "bank_turn: found [] (allowed: left, right)"),
        ("laps = 0", "laps: found 0"),
        ("laps = 120", "laps: found 120 (allowed: a whole number from 1 to 99)"),
        ("start_speed = 100", "start_speed: found 100 (allowed: a whole number from 0 to 99)"),
        ('laps = "three"', "laps: found 'three'"),
        ("sand_density = 2", "sand_density: found 2.0"),
        ('start_heading = "north"', "start_heading: found 'north'"),
        ("lasp = 3", "lasp: unknown key; did you mean laps?"),
        ('game = "tacara"', "game: found 'tacara'"),
        ("bank_areas = [1]", "bank_areas[0]: found 1"),
        ("bank_areas = [{ rows = [3, 1], columns = [0, 1], turn = 'left' }]", "bank_areas[0].rows: found [3, 1]"),
        ("bank_areas = [{ rows = [0, 1], columns = [0, 1] }]", "bank_areas[0].turn: is missing"),
    ],
)
def test_a_bad_value_in_the_front_matter_is_named(line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_board(f'+++\n{line}\nfinish_heading = "E"\n+++\n' + RING)
    assert said in str(caught.value)
