"""Track files: read, drawn back byte for byte, and every fault found by line and column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError, Problem
from gm_tools.games.monza.board import Board, check_board, pack, parse_board
from tests import effort
from tests.ground import format_board
from tests.monza.oracle import HEADER, ahead, draw_lane, fields, pictures
from tests.monza.samples import SHORT, load_shipped

TRACKS = sorted(path.stem for path in (folder("tracks") / "monza").glob("*.txt"))


def names_ahead(board: Board, name: str) -> list[str]:
    at = board.find(name)
    assert at is not None
    return [board.squares[there].name for there in board.ahead[at]]


def faults(text: str) -> list[tuple[int, int, str]]:
    """Return the faults that reading a file reports, as (line, column, words)."""
    with pytest.raises(InputError) as error:
        parse_board(text)
    return [(problem.line, problem.column, problem.message) for problem in error.value.problems]


def unsound(picture: str) -> list[tuple[str, int, int, str]]:
    """Return the faults of a track that can be read, as (rule, line, column, words)."""
    problems: tuple[Problem, ...] = check_board(parse_board(HEADER + picture), 0)
    return [(problem.rule, problem.line, problem.column, problem.message) for problem in problems]


@pytest.mark.parametrize("name", TRACKS)
def test_shipped_tracks_are_sound_and_print_back(name: str) -> None:
    text = (folder("tracks") / "monza" / f"{name}.txt").read_bytes().decode("utf-8")
    board = parse_board(text)
    assert format_board(board) == text
    assert check_board(board, 0) == ()


@given(picture=pictures())
def test_any_track_prints_back_with_its_fillers(picture: str) -> None:
    text = '+++\nname = "of blanks, dots or lines"\n+++\n' + picture
    assert format_board(parse_board(text)) == text


@given(picture=pictures())
@effort.search(daily=12, long=500)
def test_squares_ahead_are_those_of_the_rule(picture: str) -> None:
    """Z11, Z14, Z15, Z24, against a comparison of every square with every other."""
    board = parse_board(HEADER + picture)
    track = fields(picture)
    for here in (None, *(field for field in track if field.text != "#")):
        at = board.find(here.name if here else "S")
        assert at is not None
        assert {board.squares[way.there].name for way in board.ways[at]} == {field.name for field in ahead(track, here)}
        assert [way.name for way in board.ways[at]] == sorted(way.name for way in board.ways[at])


@given(picture=pictures(squares=6), data=st.data())
@effort.search(daily=12, long=500)
def test_a_track_cut_into_strips_is_the_same_track(picture: str, data: st.DataObject) -> None:
    """Z13: squares are not split; a later strip is shifted as a whole."""
    track = fields(picture)
    cut = {lane: data.draw(st.integers(1, sum(f.lane == lane for f in track) - 1)) for lane in (1, 2, 3)}
    ends = {f.lane: f.far for f in track if f.number == cut[f.lane]}
    shift = min(ends.values()) - data.draw(st.integers(2, 9))
    upper, lower = [], []
    for lane in (1, 2, 3):
        own = [f for f in track if f.lane == lane]
        columns = [(f.far - f.near, f.text) for f in own]
        upper.append(draw_lane(lane, own[0].near, columns[: cut[lane]]))
        lower.append(draw_lane(lane, ends[lane] - shift, columns[cut[lane] :]))
    whole = parse_board(HEADER + picture)
    strips = parse_board(HEADER + "\n".join([*upper, "", *lower]) + "\n")
    assert [(s.name, s.near, s.far, s.text) for s in strips.squares] == [
        (s.name, s.near, s.far, s.text) for s in whole.squares
    ]
    assert strips.ahead == whole.ahead


def test_squares_ahead_on_a_short_track() -> None:
    board = parse_board(SHORT)
    assert names_ahead(board, "S") == ["1.1", "3.1"]
    assert names_ahead(board, "1.1") == ["1.2", "2.1"]
    assert names_ahead(board, "2.1") == ["1.2", "2.2", "3.2"]  # 3.2 is a tyre
    assert names_ahead(board, "2.2") == ["1.3", "2.3", "3.3"]
    assert names_ahead(board, "1.6") == []


def test_level_divisions_and_corners_are_no_lane_change() -> None:
    board = parse_board(
        HEADER + "1 | >B  |  R  |  Y  | W! |\n2 |  G  |  P  |    R    |# |\n3 |   >W    |   B   |  R! |\n"
    )
    assert names_ahead(board, "1.1") == ["1.2"]
    assert names_ahead(board, "2.1") == ["2.2", "3.1"]  # which begins level with it, but ends further on


def test_a_roll_is_packed_three_bits_a_colour() -> None:
    assert pack("RRRRRR") == 6
    assert pack("YRY") == 0b010_001


def test_fillers_stand_for_blanks() -> None:
    drawn = SHORT.replace("  Y  ", "__Y__").replace("  G  ", "..G..").replace("2    |", "2 ...|")
    assert parse_board(drawn).ahead == parse_board(SHORT).ahead


# Faults


def test_a_lane_that_begins_elsewhere_is_reported_by_lane_strip_and_column() -> None:
    text = HEADER + (
        "1 | >B  |  Y  |  R  |\n2    |  R  |  Y  |  B  |\n3 | >W  |  #  |  G  |\n\n"
        "1 |  G  |  P  |  W! |\n2     |  W  |   #    |\n3 |  Y  |  R  |  B! |\n"
    )
    assert faults(text) == [(8, 7, "lane 2, strip 2, column 6: should begin in column 5")]


def test_the_lane_that_differs_from_the_others_is_reported_also_if_it_is_the_first() -> None:
    text = HEADER + (
        "1 | >B  |  Y  |  R  |\n2    |  R  |  Y  |  B  |\n3 | >W  |  #  |  G  |\n\n"
        "1  |  G  |  P  |  W! |\n2    |  W  |   #    |\n3 |  Y  |  R  |  B! |\n"
    )
    assert faults(text) == [(7, 4, "lane 1, strip 2, column 3: should begin in column 2")]


def test_where_all_lanes_differ_the_first_is_taken_at_its_word() -> None:
    text = HEADER + (
        "1 | >B  |  Y  |  R  |\n2    |  R  |  Y  |  B  |\n3 | >W  |  #  |  G  |\n\n"
        "1   |  G  |  P  |  W! |\n2    |  W  |   #    |\n3  |  Y  |  R  |  B! |\n"
    )
    assert faults(text) == [
        (8, 6, "lane 2, strip 2, column 5: should begin in column 7"),
        (9, 4, "lane 3, strip 2, column 3: should begin in column 4"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        ("  Y  |  R  |  G", "  y  |  R  |  G", 4, 12, "found 'y'; a square is"),
        ("  Y  |  R  |  G", "     |  R  |  G", 4, 10, "an empty square; a square is"),
        ("  Y  |  R  |  G", "  Y R|  R  |  G", 4, 12, "found 'Y R'; a square is"),
        ("  Y  |  R  |  G", " >>Y |  R  |  G", 4, 11, "found '>>Y'; a square is"),
        ("  Y  |  R  |  G", "  #! |  R  |  G", 4, 12, "found '#!'; a square is"),
        ("  Y  |  R  |  G", " >Y! |  R  |  G", 4, 11, "found '>Y!'; a square is"),
        ("2    |", "2  x |", 5, 4, "found 'x' before the first division |"),
        ("2    |", "1    |", 5, 1, "found '1 '; the line of lane 2 begins with '2 '"),
        ("2    |", "2|   |", 5, 1, "found '2|'; the line of lane 2 begins with '2 '"),
        ("|   #    |\n", "|   #    | x\n", 5, 41, "found 'x' after the last division |: is a | missing?"),
        ("|  W! |\n", "|  W!\n", 4, 36, "found 'W!' after the last division |: is a | missing?"),
    ],
)
def test_a_bad_line_is_reported(old: str, new: str, line: int, column: int, message: str) -> None:
    assert old in SHORT
    ((found_line, found_column, words),) = faults(SHORT.replace(old, new, 1))
    assert (found_line, found_column, words[: len(message)]) == (line, column, message)


def test_all_faults_are_reported_at_once() -> None:
    text = SHORT.replace("  Y  |  R  |  G", "  y  |  Q  |  G", 1).replace("| >W", "| >w")
    assert [(line, column) for line, column, _ in faults(text)] == [(4, 12), (4, 18), (6, 5)]


def test_a_strip_has_three_lines() -> None:
    text = HEADER + "1 | >B  |  Y! |\n2 |  R  |  R! |\n"
    assert faults(text) == [(3, 1, "strip 1 has 2 lines; a strip has three, one for each lane")]
    assert faults(HEADER + "1 | >B |\n\n2 | R |\n3 | >W |\n")[0] == (
        3, 1, "strip 1 has 1 line; a strip has three, one for each lane",
    )  # fmt: skip


def test_a_line_without_squares_is_a_fault() -> None:
    assert faults(HEADER + "1 | >B  |  Y! |\n2 nothing\n3 | >W  |  Y! |\n") == [
        (4, 1, "lane 2 has no square here: a square is written between two divisions |")
    ]


def test_a_line_is_at_most_100_columns_wide() -> None:
    wide = "1 | >B  |" + "  Y  |" * 16
    assert len(wide) == 105
    assert faults(HEADER + f"{wide}\n2 |  R  |  R! |\n3 | >W  |  R! |\n") == [
        (3, 101, "the line has 105 columns; at most 100")
    ]


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("format = 2", "front matter.format: found 2 (allowed: 1)"),
        ('game = "tac"', "front matter.game: found 'tac' (allowed: monza)"),
        ('colours = "RYGB"', "front matter.colours: found 'RYGB' (allowed: RYGBWP)"),
        ("name = 3", "front matter.name: found 3 (allowed: text)"),
        ('nane = "x"', "front matter.nane: unknown key; did you mean name? (allowed: format, game, name, colours)"),
    ],
)
def test_front_matter_is_checked(front: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_board(SHORT.replace('name = "Short"', front))
    assert str(error.value) == message


def test_colours_may_stand_in_any_order() -> None:
    assert parse_board(SHORT.replace('name = "Short"', 'colours = "PWBGYR"')).find("1.6") is not None


def test_a_sound_track_has_two_entries() -> None:
    assert unsound("1 |  B  |  Y! |\n2 |  R  |  R! |\n3 | >W  |  #  |\n") == [
        ("Z11", 3, 0, "0 entry squares >B; the start has one blue and one white exit"),
        ("Z14", 5, 5, "a dead end: no square ahead of 3.1 can be entered"),
    ]
    assert ("Z11", 3, 0, "2 entry squares >W; the start has one blue and one white exit") in unsound(
        "1 | >B  |  Y! |\n2 | >W  |  R! |\n3 | >W  |  R  |\n"
    )


def test_entry_squares_are_blue_or_white_and_first() -> None:
    found = unsound("1 | >B  |  Y! |\n2 | >R  |  R! |\n3 |  G  | >W  |  R  |\n")
    assert ("Z11", 4, 5, "an entry square is blue or white: '>R'") in found
    assert ("Z11", 5, 11, "an entry square is the first of its lane") in found


def test_a_sound_track_has_two_targets_at_the_ends() -> None:
    assert ("Z24", 3, 0, "1 target square; there must be two, written with ! after the colour") in unsound(
        "1 | >B  |  Y! |\n2 |  R  |  #  |\n3 | >W  |  R  |\n"
    )
    assert ("Z24", 3, 12, "a target square is the last of its lane") in unsound(
        "1 | >B  |  Y! |  R  |\n2 |  R  |  R! |\n3 | >W  |  R! |\n"
    )


def test_a_dead_end_is_reported() -> None:
    found = unsound("1 | >B  |  Y  |  Y! |\n2 |  R  |  #  |  #  |\n3 | >W  |  R  |  R! |\n")
    assert found == [("Z14", 4, 6, "a dead end: no square ahead of 2.1 can be entered")]


@pytest.mark.parametrize("name", TRACKS)
def test_every_square_of_a_shipped_track_but_one_can_be_driven_to(name: str) -> None:
    """All but one of Cliff Road, where level divisions and a tyre shut off 1.4: a car can only be put back to it."""
    board = load_shipped(name)
    found, todo = {0}, [0]
    while todo:
        for way in board.ways[todo.pop()]:
            if way.there not in found:
                found.add(way.there)
                todo.append(way.there)
    missed = [square.name for at, square in enumerate(board.squares) if square.colour and at not in found]
    assert missed == (["1.4"] if name == "cliff_road" else [])
