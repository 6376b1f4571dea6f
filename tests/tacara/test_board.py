"""Boards: the text format of section 14, C9, C48, C50, C51, C53."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.board import CLASSES, Board, class_of, distance_past
from tests.ground import format_board
from tests.tacara.scenes import DASH, LANE, PAINT, RING, TRACKS, board_of, track


def faults(text: str) -> list[tuple[str, int, int, str]]:
    """Return the faults of a board as (rule, line, column, message)."""
    return [
        (fault.rule, fault.line, fault.column, fault.message) for fault in GAME.check_board(GAME.parse_board(text), 0)
    ]


def line_of(text: str, row: str) -> int:
    return text.split("\n").index(row) + 1


def usable(board: Board, starters: int) -> str:
    """Return the map, `o` for each space that is track with so many cars."""
    mask = board.mask(starters)
    return "\n".join(
        "".join("o" if mask[board.index(row, column)] else "." for column in range(board.columns))
        for row in range(board.rows)
    )


@pytest.mark.parametrize("text", [LANE, PAINT, DASH, RING])
def test_a_board_prints_back(text: str) -> None:
    assert format_board(GAME.parse_board(text)) == text


maps = st.lists(st.text(alphabet="# .gyrbt", min_size=1, max_size=12), min_size=1, max_size=8)


@given(maps)
def test_any_map_prints_back(rows: list[str]) -> None:
    rows = [row.rstrip() for row in rows]
    while rows and not rows[-1]:
        rows.pop()
    if not rows:
        rows = ["."]
    text = "+++\n+++\n" + "\n".join(rows) + "\n"
    assert format_board(GAME.parse_board(text)) == text


@pytest.mark.parametrize(("cars", "kind"), [(3, 0), (4, 0), (5, 1), (6, 1), (7, 2), (10, 2)])
def test_the_classes_of_c9(cars: int, kind: int) -> None:
    assert class_of(cars) == kind


def test_three_cars_drive_on_grey_and_blue() -> None:
    assert usable(board_of(PAINT), 3).split("\n")[1] == ".oooo...oooooooo"[:15] + "."


def test_five_cars_drive_on_green_and_yellow_too_and_seven_on_red() -> None:
    assert usable(board_of(PAINT), 5).split("\n")[1] == ".oooooo.ooooooo."
    assert usable(board_of(PAINT), 7).split("\n")[1] == ".oooooooooooooo."


def test_short_lines_are_filled_up_with_walls() -> None:
    board = GAME.parse_board("+++\n+++\n....\n..\n")
    assert usable(board, 3) == "oooo\noo.."


def test_the_first_space_behind_the_line_is_one() -> None:
    board = board_of(DASH)
    goal = board.gates["goal"]
    assert [distance_past(board, goal, board.index(2, column)) for column in (11, 12, 15)] == [0, 1, 4]


def test_steps_to_a_line_are_counted_over_it_and_never_backwards_over_it() -> None:
    board = board_of(DASH)
    mid = board.distances("mid", 3)
    assert mid[board.index(2, 5)] == 1
    assert mid[board.index(2, 2)] == 4
    assert board.index(2, 6) not in mid


def test_steps_go_round_walls() -> None:
    board = board_of(RING)
    assert board.distances("east", 3)[board.index(10, 22)] == 1 + board.distances("east", 3)[board.index(10, 21)]


@pytest.mark.parametrize("name", TRACKS)
def test_shipped_boards_are_valid(name: str) -> None:
    assert GAME.check_board(track(name), 10) == ()


def test_the_ring_is_valid() -> None:
    assert faults(RING) == []


def test_an_unknown_space_is_named_by_line_and_column() -> None:
    with pytest.raises(InputError) as caught:
        GAME.parse_board("+++\n+++\n....\n..x.\nq...\n")
    assert [(fault.line, fault.column) for fault in caught.value.problems] == [(4, 3), (5, 1)]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('dir = "S"', 'dir = "SE"', "front matter.line.east.dir"),
        ("at = 12", 'at = "twelve"', "front matter.line.half.at"),
        ("span = [9, 13]", "span = [13, 9]", "front matter.line.half.span"),
        ("span = [9, 13]", "span = [9]", "front matter.line.half.span"),
        ('heading = "E"', 'heading = "up"', "front matter.start.1.heading"),
        ("[3, 17], ", "[3, 17.5], ", "front matter.start.1.grid"),
        ('lines = ["east", "half"]', "lines = [1]", "front matter.course.half.lines"),
        ("[start.1]", "[starts.1]", "front matter.starts"),
        ('title = "once round"', 'name = "once round"', "front matter.course.round.name"),
        ("[start.1]", "shift_table = { x = 6, y = 0 }\n[start.1]", "front matter.shift_table.y"),
        ("[start.1]", 'game = "nascar"\n[start.1]', "front matter.game"),
        ("[start.1]", "format = 2\n[start.1]", "front matter.format"),
    ],
)
def test_front_matter_that_cannot_be_read_is_named_by_its_key(old: str, new: str, key: str) -> None:
    assert old in RING
    with pytest.raises(InputError) as caught:
        GAME.parse_board(RING.replace(old, new, 1))
    assert caught.value.key == key


def test_a_start_off_grey_is_shown_on_the_map() -> None:
    text = RING.replace("[3, 17]", "[2, 5]", 1)
    assert faults(text) == [
        ("C6", line_of(text, "#rggggggggggggyyyyyyyyyyyyr#"), 6, "start 1, place 1 [2, 5] is not grey")
    ]


def test_a_start_space_given_twice_is_a_fault() -> None:
    text = RING.replace("[4, 8]", "[3, 17]", 1)
    assert faults(text) == [
        ("C6", line_of(text, "#rg......................yr#"), 18, "start 1, place 10 [3, 17] is the same as place 1")
    ]


def test_a_start_with_nine_spaces_and_one_off_the_map() -> None:
    text = RING.replace(", [4, 8]]", "]", 1).replace("[3, 9]", "[3, 99]", 1)
    line = line_of(text, "[start.1]")
    assert faults(text) == [
        ("C6", line, 1, "start 1 has 9 spaces; 10 are needed"),
        ("C6", line, 1, "start 1, place 9 [3, 99] lies off the map"),
    ]


def test_a_course_that_names_a_missing_line_is_reported() -> None:
    text = RING.replace('["east", "west", "home"]', '["east", "north", "home"]', 1)
    assert faults(text) == [("C3", line_of(text, "[course.round]"), 1, "course round: there is no line north")]


def test_a_course_with_a_missing_or_unknown_start_is_a_fault() -> None:
    text = RING.replace('title = "to the west"\nstart = "1"', 'start = "2"', 1)
    assert faults(text) == [("C3", line_of(text, "[course.half]"), 1, "course half: there is no start 2")]
    text = RING.replace('title = "to the west"\nstart = "1"\n', "", 1)
    assert faults(text)[0][3] == "course half: there is no start (none named)"


def test_a_finish_without_an_inside_is_a_fault() -> None:
    text = RING.replace('inside = "S"\n', "", 1)
    assert faults(text) == [("C51", line_of(text, "[line.home]"), 1, "line home is a finish and has no inside")]


def test_an_inside_along_the_driving_direction() -> None:
    text = RING.replace('inside = "S"', 'inside = "W"', 1)
    assert [(rule, line) for rule, line, _, _ in faults(text)] == [("C51", line_of(text, "[line.home]"))]


@pytest.mark.parametrize("last", [15, 10**18])
def test_a_line_that_leaves_the_map_is_a_fault(last: int) -> None:
    text = RING.replace("span = [9, 13]", f"span = [9, {last}]", 1)
    assert faults(text) == [("C48", line_of(text, "[line.half]"), 1, "line half leaves the map")]


ALLEY = """\
+++
[start.1]
grid = [[1, 1], [3, 1], [1, 3], [2, 3], [3, 3], [1, 4], [2, 4], [3, 4], [1, 5], [2, 5]]
[line.first]
dir = "E"
at = 6
span = [1, 3]
[line.end]
dir = "E"
at = 14
span = [1, 3]
inside = "N"
[course.on]
start = "1"
lines = ["first", "end"]
+++
##################
#................#
#................#
#................#
##################
"""


def with_rows(*rows: str) -> str:
    """Return the alley with other rows 1 to 3."""
    return ALLEY.replace("#................#\n" * 3, "".join(f"{row}\n" for row in rows), 1)


def test_a_line_that_few_cars_cannot_reach() -> None:
    assert faults(ALLEY) == []
    text = with_rows("#.........r......#", "#.........r......#", "#.........r......#")
    line = line_of(text, "[course.on]")
    assert faults(text) == [
        ("C48", line, 1, "course on: line end cannot be reached from line first with 3 or 4 cars"),
        ("C48", line, 1, "course on: line end cannot be reached from line first with 5 or 6 cars"),
    ]


def test_a_start_shut_in_is_shown_on_the_map() -> None:
    text = with_rows("#.#..............#", "##...............#", "#................#")
    place = ("C48", line_of(text, "#.#..............#"), 2)
    assert faults(text) == [
        (*place, f"course on: line first cannot be reached from start 1, place 1, with {name}")
        for _least, name in CLASSES
    ]


def test_a_line_that_nobody_can_reach_is_one_fault_a_class() -> None:
    text = with_rows(*["#.....#..........#"] * 3)
    assert [message for _, _, _, message in faults(text) if "start" in message] == [
        f"course on: line first cannot be reached from start 1, places 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, with {name}"
        for _least, name in CLASSES
    ]


def test_a_wide_map_and_a_blank_left_edge() -> None:
    wide = RING.replace("############################\n", "#" * 101 + "\n", 1)
    assert ("C10", line_of(wide, "#" * 101), 101, "101 columns; a map has at most 100") in faults(wide)
    head, _, rows = RING.rpartition("+++\n")
    moved = head + "+++\n" + "\n".join(" " + row for row in rows.split("\n"))
    assert faults(moved)[0][3] == "a blank column at the left edge of the map"


def test_a_scrap_of_track_can_be_used_in_a_case_and_has_no_race() -> None:
    assert [message for _, _, _, message in faults(LANE)] == [
        "there is no start: add [start.1] with heading and grid",
        "there is no course: add [course.full] with start and lines",
    ]


def test_a_course_without_lines_is_a_fault() -> None:
    text = RING.replace('lines = ["east", "half"]', "lines = []", 1)
    assert faults(text) == [("C3", line_of(text, "[course.half]"), 1, "course half has no lines")]
