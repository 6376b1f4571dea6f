"""Board files: pictures drawn and read, the position notation, the public state of a game, faults by key and place (T14, T15.1)."""

from __future__ import annotations

import pytest

from gm_tools.core.blocks import Picture, picture_lines
from gm_tools.core.problems import InputError
from gm_tools.games.tac import GAME
from gm_tools.games.tac.board import standard_board
from gm_tools.games.tac.notation import format_cells, parse_cells
from gm_tools.games.tac.picture import draw, picture_text
from tests.ground import format_board
from tests.tac.tables import at, begin, board, random_game

FOUR = """\
+++
game = "tac"
variant = "pairs4"
edition = "master"
ring = 64
seats = ["R", "G", "B", "K"]
use = ["R", "G", "B", "K"]
people = { R = "Anna", G = "Bert", B = "Carla", K = "Dora" }
dealer = "K"
turn = "G"
decider = "G"
phase = "play"
deal = 3
stack = 44
cards = { R = 3, G = 4, B = 4, K = 4 }
laid = 45
pos = "R:1*,5,c,d G:17,40 K:48"
can = { R = true, G = false, B = true, K = false }
last = "1"
undo = "R:5,c,d G:17,40 K:48"
skip = false
+++

 25  26  27  28  29  30  31  32 (33) 34  35  36  37  38  39 G40  41
 24                         BBBB  a                              42
 23                               b                              43
 22                               c                              44
 21                               d                              45
 20                                                              46
 19                                                     KKK.     47
 18                                                             K48
G17)  a   b   c   d                               d   c   b   a (49)
 16                                                              50
 15     GG..                                                     51
 14                                                              52
 13                              Rd                              53
 12                              Rc                              54
 11                               b                              55
 10                               a ....                         56
 09  08  07  06 R05  04  03  02 R01* 64  63  62  61  60  59  58  57
"""

SIX = """\
 20  21  22 (23) 24  25  26  27  28 K29  30  31  32  33 (34) 35  36  37  38
 19     BBBB  a                                     KKK.  a              39
 18           b                                           b              40
 17           c                                           c              41
 16           d                                           d              42
 15                                                             WW..     43
 14                                                                      44
 13                                                       d   c  Wb  Wa (45)
G12)  a   b   c   d                                                      46
 11                                                                      47
 10     GG..                                                             48
 09              Rd                                           d          49
 08              Rc                                           c         G50
 07               b                                           b          51
 06               a ....                                      a CCCC     52
R05  04  03  02 R01* 66  65  64  63  62  61  60  59  58  57 (56) 55  54  53"""


def test_the_four_seat_board_is_read_and_drawn() -> None:
    found = GAME.parse_board(FOUR)
    assert format_board(found) == FOUR
    assert format_cells(found.track, found.cells, found.letters) == "R:1*,5,c,d G:17,40 K:48"
    assert FOUR.endswith("\n".join(picture_text(draw(found.track, found.cells, found.letters, found.use))) + "\n")


def test_the_six_seat_board_is_drawn() -> None:
    six = board(6)
    cells = parse_cells("R:1*,5,c,d G:12,50 W:a,b K:29", six.track, six.letters, range(6))
    assert "\n".join(picture_text(draw(six.track, cells, six.letters, range(6)))) == SIX


def test_houses_and_pens_of_unused_seats_are_left_out_their_start_fields_are_drawn() -> None:
    position = at(variant="duel2", pos="R:17 B:40")
    lines = picture_text(draw(position.track, position.cells, position.letters, position.use))
    assert lines[8] == "R17)                                                            (49)"
    assert "G" not in "".join(lines)
    assert "K" not in "".join(lines)


def test_letters_of_the_board_are_drawn() -> None:
    german = standard_board("RGBS")
    assert "SSSS" in format_board(german)
    assert german.letters == "RGBS"


def test_no_line_of_a_picture_is_longer_than_80_characters() -> None:
    for variant in ("pairs4", "pairs6"):
        for step in random_game(begin(variant), 2, 2):
            for block in GAME.turn_blocks(step.events, step.after):
                if isinstance(block, Picture):
                    assert max(map(len, picture_lines(block))) <= 76


def test_a_board_file_may_have_pos_without_a_picture() -> None:
    head = '+++\ngame = "tac"\nring = 64\nseats = ["R", "G", "B", "K"]\npos = "R:1*,b"\n+++\n'
    found = GAME.parse_board(head)
    assert format_cells(found.track, found.cells, found.letters) == "R:1*,b"
    assert format_board(found) == head


def change(old: str, new: str) -> str:
    assert old in FOUR
    return FOUR.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (change('game = "tac"', 'game = "tic"'), "game: found 'tic' (allowed: tac)"),
        (change("ring = 64", "ring = 66"), "ring: found 66 (allowed: 64 with 4 seats)"),
        (change("ring = 64\n", ""), "ring: is missing (allowed: a whole number)"),
        (change('seats = ["R", "G", "B", "K"]', 'seats = ["R", "G", "B"]'), "seats: found ['R', 'G', 'B'] (allowed: four or six different capital letters, clockwise)"),
        (change('seats = ["R", "G", "B", "K"]', 'seats = ["R", "G", "B", "R"]'), "seats: found ['R', 'G', 'B', 'R'] (allowed: four or six different capital letters, clockwise)"),
        (change('variant = "pairs4"', 'variant = "pair4"'), "variant: found 'pair4' (allowed: pairs4, team4, "),
        (change('phase = "play"', 'phase = "deal"'), "phase: found 'deal' (allowed: swap, play, over)"),
        (change('dealer = "K"', 'dealer = "S"'), "dealer: found 'S' (allowed: a seat in use: R G B K)"),
        (change("deal = 3", "deal = -1"), "deal: found -1 (allowed: a whole number from 0)"),
        (change("skip = false", 'skip = "no"'), "skip: found 'no' (allowed: true or false)"),
        (change('last = "1"', 'last = "11"'), "last: found '11' (allowed: \"\", 1, 2, 3"),
        (change("cards = { R = 3", "cards = { X = 3"), "cards: found 'X' (allowed: a seat in use: R G B K)"),
        (change("cards = { R = 3", "cards = { R = true"), "cards.R: found True (allowed: a whole number)"),
        (change('G:17,40 K:48"\ncan', 'G:17,41 K:48"\ncan'), "pos: on ring field 40 the picture shows a ball of G, pos says no ball (allowed: the same balls in both)"),
        (change("R:1*,5,c,d G", "R:1,5,c,d G"), "pos: on ring field 1 the picture shows a fresh ball of R, pos says a ball of R"),
        (change("R:1*,5,c,d G", "R:1*,5,b,d G"), "pos: on house field b of R the picture shows no ball, pos says a ball of R"),
        (change('variant = "pairs4"', 'variant = "trios6"'), "variant: found 'trios6' (allowed: pairs4, team4, solo4, duel2, double2, free3, double3, chase3)"),
        (change('last = "1"', 'last = "tac"'), "last: found 'tac' (allowed: \"\", 1, 2, 3"),
        (change('undo = "R:5,c,d G:17,40 K:48"', "undo = []"), "undo: found [] (allowed: text)"),
        (change("cards = { R = 3", "cards = { R = -3"), "cards.R: found -3 (allowed: a whole number from 0)"),
        (change('undo = "R:5', 'undo = "R:65'), "undo: found '65' in 'R:65,c,d' (allowed: ring fields 1 to 64, house fields a b c d)"),
        (change("skip = false", "skipp = false"), "skipp: unknown key; did you mean skip?"),
        (change("KKK.", "KKKK"), "line 30, column 57: the pen of K has 4 balls, the board lacks 3 [T14.5]"),
        (change("G40 ", "G4O "), "line 24, column 61: 'G' is not a token of a board [T14.5]"),
        (change("R05 ", "R10 ").replace(" 10   ", "R10   "), "line 40, column 17: 'R10': there is a ball on 10 already [T14.5]"),
        (change("K48", "X48"), "line 31, column 65: 'X48' is not a token of a board with the seats R G B K [T14.5]"),
        (change("G17)", "G17*").replace("R01*", "R02*"), "'R02*': a ball is fresh on its own start field only [T14.5]"),
        (change("K48", "K84"), "line 31, column 65: 'K84': the ring has the fields 1 to 64 [T14.5]"),
        (change(" ....", "     ").replace("Rd", " d"), "the pen of R is not drawn, and the board lacks 1 ball [T14.5]"),
    ],
)  # fmt: skip
def test_a_faulty_board_file_is_refused_by_key_or_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        GAME.parse_board(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("R", "found 'R'"),
        ("X:1", "found 'X:1'"),
        ("R:0", "found '0' in 'R:0'"),
        ("R:e", "found 'e' in 'R:e'"),
        ("R:5*", "found '5*' in 'R:5*'"),
        ("R:5 G:5", "found '5' in 'G:5': there is a ball already"),
        ("R:1,2,3,4,5", "found 'R:1,2,3,4,5'"),
        ("R:1,,2", "found '' in 'R:1,,2'"),
    ],
)
def test_a_faulty_position_notation_is_refused_by_its_word(text: str, message: str) -> None:
    four = board(4)
    with pytest.raises(InputError) as caught:
        parse_cells(text, four.track, four.letters, range(4))
    assert caught.value.message == message
    assert caught.value.allowed


def test_a_new_game_begins_on_an_empty_board_with_the_right_number_of_seats() -> None:
    assert GAME.check_board(board(4), 4) == ()
    assert [problem.message for problem in GAME.check_board(board(4), 6)] == [
        "this board is for 2, 3 or 4 seats, not 6"
    ]
    assert [problem.rule for problem in GAME.check_board(board(6), 4)] == ["T1.1"]
    assert [problem.rule for problem in GAME.check_board(GAME.parse_board(FOUR), 4)] == ["T2.3"]
