"""The plan of a turn: complete against brute force over the permutations of the dice, best first, drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.blocks import Picture, picture_lines
from gm_tools.core.draws import Scripted
from gm_tools.core.plans import Plan
from gm_tools.core.problems import Problem
from gm_tools.games.monza import GAME
from gm_tools.games.monza.board import COLOURS, parse_board
from gm_tools.games.monza.bots.plan import plan, reach_blocks
from gm_tools.games.monza.check import check
from gm_tools.games.monza.options import Settings
from gm_tools.games.monza.orders import Order, format_order, parse_order
from gm_tools.games.monza.position import Car, Position
from gm_tools.games.monza.rules import make_consistent, resolve
from gm_tools.reports.base import how_to_order
from tests import effort
from tests.monza.oracle import HEADER, Field, ahead, fields, legal, paths, pictures, rolls
from tests.monza.samples import SHORT, load_shipped, race
from tests.monza.test_worth import ROLLS, weight

SOME = effort.search(daily=16, long=500)
FLAGS = st.fixed_dictionaries(
    {
        "extra_step": st.booleans(),
        "obligation": st.sampled_from(("most", "stuck")),
        "last_round": st.sampled_from(("finish", "one_more")),
    }
)


def make_plan(position: Position, turns: int = 1) -> Plan[Order]:
    return plan(position, position.extra or position.turn_of, turns, lambda _done, _count: None)


def outcome(position: Position, seat: str, text: str) -> Position:
    order = parse_order(text)
    assert not isinstance(order, Problem)
    assert check(position, seat, order) == ()
    return resolve(position, {seat: order}, Scripted({})).position


def texts(plan: Plan[Order]) -> list[str]:
    return [format_order(choice.order) for choice in plan.choices]


@SOME
@given(picture=pictures(colours="RYGW"), roll=rolls(colours="RYGBW"), flags=FLAGS, data=st.data())
def test_a_plan_has_every_order_that_does_something_else_and_of_each_the_first(
    picture: str, roll: str, flags: dict[str, object], data: st.DataObject
) -> None:
    track = fields(picture)
    board = parse_board(HEADER + picture)
    stands = [None, *(field for field in track if field.text != "#" and not field.text.endswith("!"))]
    here = data.draw(st.sampled_from(stands))
    others = data.draw(st.lists(st.sampled_from(stands), max_size=3, unique=True))
    names = [here.name if here else "S", *(field.name if field else "S" for field in others if field != here)]
    cars = tuple(Car(seat, board.find(name) or 0) for seat, name in zip("RBGW", names, strict=False))
    position = make_consistent(Position(board, Settings(**flags), cars, "R"))._replace(roll=roll)  # type: ignore[arg-type]

    orders = sorted(legal(track, here, roll, str(flags["obligation"])))
    first: dict[tuple[Position, str], str] = {}
    for text in orders:
        left = roll
        for step in text.split():
            left = left.replace(step[0], "", 1) if text != "PASS" else left
        first.setdefault((outcome(position, "R", text), "".join(sorted(left))), text)
    found = make_plan(position)
    assert sorted(texts(found)) == sorted(first.values())
    assert found.complete
    assert [choice.worth for choice in found.choices] == sorted((one.worth for one in found.choices), reverse=True)

    # What the cells say, from the squares alone.
    ends = {" ".join(f"{f.colour}{f.lane}" for f in path): path for path in paths(track, here, roll) if path}
    for choice in found.choices:
        text = format_order(choice.order)
        path = ends.get(text, ())
        assert choice.data["square"] == choice.cells[0] == (path[-1].name if path else names[0])
        assert choice.data["dice"] == len(path) == int(choice.cells[1])
        assert sorted(str(choice.data["left"]) + "".join(field.colour for field in path)) == sorted(roll)
        assert len(choice.cells) == len(found.columns)


@SOME
@given(data=st.data(), name=st.sampled_from(("pine_oval", "cliff_road", "willow_bends")), flags=FLAGS)
def test_plans_of_shipped_tracks_are_those_of_brute_force(
    name: str, flags: dict[str, object], data: st.DataObject
) -> None:
    """By every legal order that the game lists, which other tests compare with brute force."""
    board = load_shipped(name)
    squares = [at for at, square in enumerate(board.squares) if not square.is_tyre and at not in board.targets]
    at = data.draw(st.lists(st.sampled_from(squares), min_size=2, max_size=4, unique=True))
    cars = tuple(Car(seat, place) for seat, place in zip("RBGW", at, strict=False))
    position = Position(board, Settings(**flags), cars, "R", roll=data.draw(rolls()))  # type: ignore[arg-type]
    first: dict[tuple[Position, str], str] = {}
    for order in GAME.legal_orders(position, "R"):
        text = format_order(order)
        used = sorted(text[::3]) if text != "PASS" else []
        first.setdefault((outcome(position, "R", text), "".join(used)), text)
    assert sorted(texts(make_plan(position))) == sorted(first.values())


def test_a_plan_says_what_comes_of_each_order() -> None:
    found = make_plan(race("R@1.2 B@1.3 G@1.5 Y@1.4 P@S", "RGPYYY", extra_step=True))
    assert [column.title for column in found.columns] == [
        "Square",
        "Dice",
        "Unused",
        "Dice next",
        "Turns to go",
        "Chance to win",
        "Also",
    ]
    shown = {format_order(choice.order): choice.cells for choice in found.choices}
    assert shown["Y2 R1 G1 P1"][:3] == ("1.5", "4", "Y Y")
    assert shown["Y2 R1 G1 P1"][-1] == "green back to 1.2; extra step for purple"
    assert {len(cells) for cells in shown.values()} == {7}


def test_arriving_with_the_fewest_dice_is_best() -> None:
    found = make_plan(race("R@1.3 B@S", "GPWBWR"))
    assert texts(found)[0] == "G1 P1 W1"
    assert found.choices[0].cells[-1] == "on the target"
    over = make_plan(race("B@S R@1.3", "GPWBWR", turn_of="R"))
    assert over.choices[0].cells[-1] == "on the target; the race is over"
    assert over.choices[0].worth == 1


def test_an_extra_step_is_planned_too() -> None:
    position = race("R@1.1 B@S", turn_of="B", extra="R", extra_step=True)
    found = make_plan(position, 2)
    assert [column.title for column in found.columns] == [
        "Square", "Dice next", "Turns to go", "Covered in 2", "Target in 2", "Chance to win", "Also",
    ]  # fmt: skip
    assert sorted(texts(found)) == ["X0", "X1", "X2"]
    assert texts(found)[-1] == "X0"


def test_a_car_that_no_die_fits_passes() -> None:
    found = make_plan(race("R@S B@S", "RRRRRR"))
    assert texts(found) == ["PASS"]
    assert found.choices[0].cells[:3] == ("S", "0", "R R R R R R")
    assert found.notes[0].startswith("1 order; of orders")


def test_looking_ahead_says_how_far_and_how_likely_home() -> None:
    """From 1.3 red can go home now; from the start its chance grows with the turns it has."""
    position = race("R@1.3 B@S", "GPWBWR")
    best = make_plan(position, 3).choices[0]
    assert (best.data["way"], best.data["home"]) == (1, 1)
    position = race("R@S B@S", "BYYYYG")
    chances = [make_plan(position, turns).choices[0].data["home"] for turns in (2, 3, 4, 5)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


Dice = frozenset[tuple[str, int]]


def dice(colours: str) -> Dice:
    """Return dice so that to hold others is to be a superset of theirs: every die with its number."""
    return frozenset((colour, number) for colour in COLOURS for number in range(colours.count(colour)))


def ways_home(track: list[Field], at: Field, used: str = "") -> Iterator[Dice]:
    """Yield the dice of every way from a square to a target in one turn."""
    if at.text.endswith("!"):
        yield dice(used)
    elif len(used) < 6:
        for field in ahead(track, at):
            yield from ways_home(track, field, used + field.colour)


def test_looking_one_turn_ahead_is_what_every_next_roll_says() -> None:
    """The chance to be home in two turns is that of the rolls with which the next turn can end on a target."""
    track = fields(SHORT.split("+++\n")[2])
    for choice in make_plan(race("R@1.2 B@S", "RGYYYY"), 2).choices:
        (at,) = (field for field in track if field.name == choice.data["square"])
        ways = list(ways_home(track, at))
        home = sum(weight(roll) for roll in ROLLS if any(way <= dice(roll) for way in ways))
        assert choice.data["home"] == pytest.approx(home, abs=1e-4)


def test_progress_is_told_to_the_end() -> None:
    board = parse_board(SHORT.replace("|  W  |   #", "|  G  |   #"))
    position = Position(board, Settings(), (Car("R"), Car("B")), "R", roll="BYYYYG")
    told: list[tuple[int, int]] = []
    plan(position, "R", 1, lambda done, count: told.append((done, count)))
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)
    assert len({count for _, count in told}) == 1


# What can be reached, drawn


def draw(position: Position) -> tuple[str, Picture]:
    (picture,) = reach_blocks(position, position.extra or position.turn_of)
    assert isinstance(picture, Picture)
    return "\n".join(line.rstrip() for line in picture_lines(picture)) + "\n", picture


def test_the_squares_where_a_turn_can_end_are_marked_with_the_dice_used() -> None:
    text, picture = draw(race("R@1.2 B@1.3 G@1.5 Y@1.4 P@S", "RGPYYY", extra_step=True))
    assert picture.title == "Red from 1.2: R G P Y Y Y"
    assert picture.legend[-1] == ("123", "a turn can end there, using at most this many dice")
    assert (
        text
        == """\
S  =P>

1 | >B  |  Y  |  R  |  G  |  P  |  W! |
  |     | =R> | =B> | =Y> |4=G> |     |
2    |  R  |  Y  |  B  |  W  |########|
     |     |     |     |     |########|
3 | >W  |#####|  G  |  Y  |  R  |  B! |
  |     |#####|     |     |  4  |     |
"""
    )


def test_the_lanes_of_an_extra_step_are_marked() -> None:
    text, picture = draw(race("R@1.1 B@S", turn_of="B", extra="R", extra_step=True))
    assert picture.title == "Red from 1.1: extra step"
    assert picture.legend[-1] == ("123", "the extra step can go there, in this lane")
    assert "| =R> |  1  |" in text


@SOME
@given(picture=pictures(colours="RYGW", squares=6), roll=rolls(colours="RYGBW"), data=st.data())
def test_every_end_square_of_brute_force_is_marked_and_no_other(picture: str, roll: str, data: st.DataObject) -> None:
    track = fields(picture)
    board = parse_board(HEADER + picture)
    here = data.draw(st.sampled_from([None, *(field for field in track if field.text != "#")]))
    position = Position(board, Settings(), (Car("R", board.find(here.name if here else "S") or 0),), "R", roll=roll)
    ends = {" ".join(f"{f.colour}{f.lane}" for f in path): path for path in paths(track, here, roll)}
    most: dict[str, int] = {}
    for text in legal(track, here, roll) - {"PASS"}:
        name = ends[text][-1].name
        most[name] = max(len(ends[text]), most.get(name, 0))
    (block,) = reach_blocks(position, "R")
    assert isinstance(block, Picture)
    marks = [span.text for row in block.rows for span in row if span.role == "path"]
    assert sorted(marks) == sorted(str(count) for count in most.values())


def test_an_extra_step_is_asked_for_in_its_own_notation() -> None:
    position = race("R@1.1 B@S", turn_of="B", extra="R", extra_step=True)
    said = how_to_order(GAME, GAME.awaited(position))
    assert "X0" in said
    assert "PASS" not in said
    assert "PASS" in how_to_order(GAME, GAME.awaited(race("R@1.2 B@1.3", "RGPYYY")))


def test_titles_of_figures_say_of_what_and_are_explained() -> None:
    found = make_plan(race("R@1.2 B@1.3 G@1.5 Y@1.4 P@S", "RGPYYY"))
    meanings = {column.title: column.meaning for column in found.columns}
    assert all(meanings[title] for title in ("Dice next", "Turns to go", "Chance to win"))
