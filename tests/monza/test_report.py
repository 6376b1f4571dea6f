"""What people read: the track drawn to scale with cars and steps, the events as sentences, the dry run."""

from __future__ import annotations

import pytest

from gm_tools.core.blocks import Block, Grid, Lines, Picture, picture_lines
from gm_tools.core.draws import fork
from gm_tools.core.events import Event
from gm_tools.core.problems import Problem
from gm_tools.games.monza.board import parse_board
from gm_tools.games.monza.orders import parse_order
from gm_tools.games.monza.picture import draw
from gm_tools.games.monza.position import Position
from gm_tools.games.monza.report import board_blocks, describe, headline, turn_blocks
from gm_tools.games.monza.trial import trial, trial_blocks
from tests.monza.samples import LONG, SHORT, load_shipped, race


def draw_text(block: Block) -> str:
    assert isinstance(block, Picture)
    return "\n".join(line.rstrip() for line in picture_lines(block)) + "\n"


def try_order(position: Position, text: str, *, whole: bool = True) -> tuple[Block, ...]:
    (seat,) = (position.extra or position.turn_of,)
    order = parse_order(text)
    assert not isinstance(order, Problem)
    branches = list(fork(lambda draws: trial(position, seat, order, draws)))
    assert len(branches) == 1
    return trial_blocks(position, seat, order, branches, whole)


def test_cars_stand_in_the_lower_half_of_their_squares() -> None:
    position = race("R@1.2 B@1.3 G@2.4 W@1.6 Y@1.6 P@S", turn_of="R")
    picture = turn_blocks((), position)[0]
    assert (
        draw_text(picture)
        == """\
S  =P>

1 | >B  |  Y  |  R  |  G  |  P  |  W! |
  |     | =R> | =B> |     |     | WY  |
2    |  R  |  Y  |  B  |  W  |########|
     |     |     |     | =G> |########|
3 | >W  |#####|  G  |  Y  |  R  |  B! |
  |     |#####|     |     |     |     |

1.6!  =W> =Y>
"""
    )
    assert isinstance(picture, Picture)
    assert picture.title == "Short, round 1"


def test_letters_carry_their_colours_and_are_there_without_them() -> None:
    picture = draw(parse_board(SHORT), "", cars={1: ["P"]})
    first, second = picture.rows[0], picture.rows[1]
    assert [(span.text, span.role) for span in first[:5]] == [
        ("1 ", "note"),
        ("|", "track"),
        (" >B  ", "blue"),
        ("|", "track"),
        ("  Y  ", "yellow"),
    ]
    assert ("=P>", "car6") in [(span.text, span.role) for span in second]
    assert ("########", "grey") in [(span.text, span.role) for span in picture.rows[2]]


def test_narrow_squares_show_as_much_as_there_is_room_for() -> None:
    board = parse_board("+++\n+++\n1 |>B|R|Y |G! |\n2  |R|#|Y  | P |\n3 |>W|R |Y  |R!|\n")
    at = {name: board.find(name) or 0 for name in ("1.2", "1.3", "1.4", "3.4")}
    cars = {at["1.2"]: ["R"], at["1.3"]: ["B"], at["1.4"]: ["G", "W"], at["3.4"]: ["Y", "P"]}
    assert draw_text(draw(board, "", cars=cars)) == (
        "1 |>B|R|Y |G! |\n  |  |R|B |GW |\n2  |R|#|Y  | P |\n   | |#|   |   |\n3 |>W|R |Y  |R!|\n  |  |  |   |YP|\n"
        "\n1.4!  =G> =W>\n3.4!  =Y> =P>\n"
    )
    steps = {at["1.2"]: 1, at["1.3"]: 2, at["1.4"]: 3}
    assert draw_text(draw(board, "", cars=cars, steps=steps)).splitlines()[1] == "  |  |1|2B|3GW|"
    crowd = {at["3.4"]: ["Y", "P", "R"]}
    assert draw_text(draw(board, "", cars=crowd)).splitlines()[5] == "  |  |  |   |Y+|"


def test_an_empty_track_shows_the_numbers_of_its_squares() -> None:
    picture, facts = board_blocks(parse_board(LONG))
    assert (
        draw_text(picture)
        == """\
1 | >B  |  R  |  Y  |  P  |  W! |
  |  1  |  2  |  3  |  4  |  5  |
2    |        G        |  R  |#####|
     |        1        |  2  |#####|
3 | >W  |  B  |  Y  |  G  |  R! |
  |  1  |  2  |  3  |  4  |  5  |
"""
    )
    assert isinstance(facts, Lines)
    assert facts.lines[:2] == (
        "13 squares in three lanes (5, 3, 5), 1 of them tyres",
        "squares by colour: red 3, yellow 2, green 2, blue 2, white 2, purple 1",
    )


@pytest.mark.parametrize("name", ["pine_oval", "cliff_road", "willow_bends"])
def test_tracks_are_drawn_to_scale(name: str) -> None:
    """Every division stands in the column where the file has it; colours too."""
    board = load_shipped(name)
    lines = draw_text(board_blocks(board)[0]).splitlines()
    upper = [line for line in lines if line[:1] in {"1", "2", "3"}]
    drawn_in_file = [line for line in board.lines if line.strip()]
    assert len(upper) == len(drawn_in_file)
    for line, wanted in zip(upper, drawn_in_file, strict=True):
        for column, glyph in enumerate(wanted):
            assert line[column] == glyph or (line[column] == "#" and glyph == " "), (line, column)


def test_a_dry_run_numbers_the_steps_and_says_what_comes_of_it() -> None:
    position = race("R@1.2 B@1.3 G@1.5 Y@1.4 P@S", "RGPYYY", extra_step=True)
    picture, outcome = try_order(position, "y r1 g p")
    assert isinstance(picture, Picture)
    assert isinstance(outcome, Lines)
    assert picture.title == "Red: Y2 R1 G1 P1 from 1.2"
    assert (
        draw_text(picture)
        == """\
S  =P>

1 | >B  |  Y  |  R  |  G  |  P  |  W! |
  |     | =R> |2=B> |3=Y> |4=G> |     |
2    |  R  |  Y  |  B  |  W  |########|
     |     |  1  |     |     |########|
3 | >W  |#####|  G  |  Y  |  R  |  B! |
  |     |#####|     |     |     |     |
"""
    )
    assert outcome.lines == (
        "4 of 6 dice: as many as possible [Z20]; not used: Y Y",
        "Red: Y2 R1 G1 P1: 1.2 -> 2.2 -> 1.3 -> 1.4 -> 1.5, 4 dice",
        "Green is put back from 1.5 to 1.2 by red [Z17]",
        "Purple may be moved one square, to 1.1 or 3.1 [Z31]",
    )


def test_a_dry_run_says_why_fewer_dice_will_do() -> None:
    def first(position: Position, text: str) -> str:
        outcome = try_order(position, text)[1]
        assert isinstance(outcome, Lines)
        return outcome.lines[0]

    far = race("R@1.1 B@S", "RYGBBB", board=LONG)
    assert first(far, "G2 R2") == "2 of 6 dice: 3 could be used, but would not go as far [Z20]; not used: Y B B B"
    home = race("R@1.4 B@S", "RWWWWW", board=LONG)
    assert first(home, "W1") == "1 of 6 dice: a target is always far enough [Z21]; not used: R W W W W"
    stuck = race("R@1.1 B@S", "RYGBBB", board=LONG, obligation="stuck")
    assert first(stuck, "R1 G2") == "2 of 6 dice: no other die fits [Z20]; not used: Y B B B"


def test_a_dry_run_of_an_extra_step() -> None:
    position = race("R@2.3 B@1.1 G@2.2", extra="G")
    picture, outcome = try_order(position, "x3")
    assert draw_text(picture).splitlines()[5] == "  |     |#####|  1  |     |     |     |"
    assert outcome == Lines("Outcome", ("Green makes the extra step: 2.2 -> 3.3 [Z33]",), name="outcome")
    assert try_order(position, "-")[1] == Lines("Outcome", ("Green declines the extra step [Z32]",), name="outcome")


def test_the_possible_steps_of_an_illegal_order_are_drawn() -> None:
    picture, outcome = try_order(race("R@1.2 B@S", "YBRGGG"), "Y2 B3")
    assert draw_text(picture).splitlines()[5] == "     |     |  1  |     |     |########|"
    assert outcome == Lines("Outcome", ("the steps can be made as far as 2.2",), name="outcome")
    assert len(try_order(race("R@1.2 B@S", "YRRRRR"), "R1")) == 1  # too short: nothing more to say
    assert try_order(race("R@1.2 B@S", "YRRRRR"), "PASS")[0]


def test_a_dry_run_shows_the_strips_that_matter() -> None:
    text = "\n".join(load_shipped("pine_oval").lines)
    position = race("R@1.20 B@S", "PPPPPP", board=f"+++\n+++\n{text}\n")
    part = draw_text(try_order(position, "P2", whole=False)[0]).splitlines()
    whole = draw_text(try_order(position, "P2")[0]).splitlines()
    assert len(whole) == 15
    assert part == [*whole[:2], *whole[9:]]  # who stands on the start is always listed


def test_a_turn_shows_board_events_standings_and_dice() -> None:
    position = race("R@1.2 B@1.3 G@S", "RRYYGB")
    position = position._replace(cars=(position.cars[0]._replace(names=("Alice",)), *position.cars[1:]))
    rolled = Event("rolled", ("R",), {"roll": "RRYYGB", "round": 1})
    _, told, grid, dice = turn_blocks((rolled,), position)
    assert told == Lines("What happened", ("Red rolls R R Y Y G B",), name="events")
    assert isinstance(grid, Grid)
    assert grid.rows == (
        ("1", "B", "blue", "1.3", "0", ""),
        ("2", "R", "red", "1.2", "0", "to move"),
        ("3", "G", "green", "S", "0", ""),
    )
    assert isinstance(dice, Picture)
    assert dice.title == "Red (Alice) to drive with"
    assert [(span.text, span.role) for span in dice.rows[0] if span.role] == [
        ("R", "red"), ("R", "red"), ("Y", "yellow"), ("Y", "yellow"), ("G", "green"), ("B", "blue"),
    ]  # fmt: skip


def test_a_turn_says_who_decides_about_an_extra_step() -> None:
    position = race("R@2.3 B@1.1 G@2.2", extra="G")
    assert turn_blocks((), position)[-1] == Lines(
        "Now", ("Green decides about the extra step: X1 to 1.3, X3 to 3.3, or X0 to decline",)
    )


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("starter_drawn", ("G",), {}), "Green begins, by lot [Z5]"),
        (Event("rolled", ("G",), {"roll": "RRYYGB", "round": 1}), "Green rolls R R Y Y G B"),
        (
            Event("moved", ("R",), {"from": "S", "path": ["1.1"], "order": "B1", "dice": 1}),
            "Red: B1: S -> 1.1, 1 die",
        ),
        (Event("stuck", ("R",), {"at": "1.2", "roll": "GGGGGG"}), "Red stays on 1.2: no die fits [Z10]"),
        (
            Event("ousted", ("B",), {"from": "1.4", "to": "S", "by": "R"}),
            "Blue is put back from 1.4 to S by red [Z17]",
        ),
        (
            Event("extra_offered", ("G",), {"by": "R", "squares": ["1.2", "2.1"]}),
            "Green may be moved one square, to 1.2 or 2.1 [Z31]",
        ),
        (
            Event("extra_stepped", ("G",), {"from": "1.1", "to": "2.1"}),
            "Green makes the extra step: 1.1 -> 2.1 [Z33]",
        ),
        (Event("extra_declined", ("G",), {}), "Green declines the extra step [Z32]"),
        (Event("arrived", ("W",), {"at": "1.6"}), "White is on the target 1.6 [Z24]"),
        (
            Event("last_round", ("W",), {"left": ["P", "R", "B"]}),
            "The last round: Purple, Red and Blue to go [Z26]",
        ),
        (Event("last_round", ("W",), {"left": []}), "The last round: nobody is left to go [Z26]"),
        (
            Event("race_over", ("W",), {"used": {"W": 2}}),
            "White wins; dice used in the last round by the cars on the targets: white 2 dice [Z27]",
        ),
        (
            Event("race_over", ("W",), {"used": {"W": 1, "R": 2}}),
            "White wins; dice used in the last round by the cars on the targets: white 1 die, red 2 dice [Z28]",
        ),
        (
            Event("race_over", ("W", "R"), {"used": {"W": 2, "R": 2}}),
            "White and Red win together; dice used in the last round by the cars on the targets: white 2 dice, red 2 dice [Z29]",
        ),
        (
            Event("order_missed", ("P",), {"order": "X1"}),
            "Purple: no legal order; the rule for silent players gives X1 [Z40]",
        ),
        (Event("amended", (), {}), ""),
    ],
)
def test_events_are_sentences(event: Event, sentence: str) -> None:
    assert describe(event) == sentence


def test_a_headline_says_round_and_what_comes_next() -> None:
    assert headline(race("R@S B@S", starter="draw")._replace(turn_of="")) == "before the first roll"
    assert headline(race("R@S B@S")) == "round 1, red to roll"
    assert headline(race("R@S B@S", "RRYYGB")) == "round 1, red to drive"
    assert headline(race("R@1.6 B@S", "RRYYGB", turn_of="B")) == "round 1, the last, blue to drive"
    assert headline(race("R@S B@S", extra="B")) == "round 1, extra step of blue"
    over = race("R@1.6 B@S")._replace(winners=("R",), turn_of="")
    assert headline(over) == "round 1, the race is over: Red wins"
