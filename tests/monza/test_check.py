"""Refusals in words: what is wrong, with its rule, and the order to write instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import Problem
from gm_tools.games.monza.check import canonical, check, legal_orders
from gm_tools.games.monza.orders import Order, format_order, parse_order
from gm_tools.games.monza.position import Position
from tests import effort
from tests.monza.samples import LONG, race


def read(text: str) -> Order:
    order = parse_order(text)
    assert not isinstance(order, Problem), order
    return order


def list_faults(position: Position, text: str, seat: str = "R") -> list[tuple[str, str, int, str]]:
    """Return the faults of an order as (rule, words, column, order to write instead)."""
    return [(p.rule, p.message, p.column, p.suggestion) for p in check(position, seat, read(text))]


@pytest.mark.parametrize(
    ("cars", "roll", "order", "rule", "message", "column", "suggestion"),
    [
        ("R@S B@S", "RBBBBB", "R2 B1", "Z11", "the start can only be left by B1 or W3", 1, ""),
        ("R@S B@S", "BWRRRR", "B3 R2", "Z11", "the start can only be left by B1 or W3", 1, "B1 R2"),
        ("R@3.1 B@S", "GGGYYY", "G3", "Z15", "3.2 is a tyre; ahead of 3.1 lie R2", 1, "PASS"),
        ("R@3.1 B@S", "RYBGPW", "R2 Y3", "Z15", "3.2 is a tyre; ahead of 2.1 lie Y1, Y2", 4, ""),
        ("R@1.1 B@S", "RYGGGG", "Y1 R2 G1", "Z14", "no red square lies ahead of 1.2 in lane 2; there are R1, Y2", 4, "Y1 R1 G1"),
        ("R@1.2 B@S", "GGGGGG", "G", "Z14", "no green square lies ahead of 1.2; there are R1, Y2", 1, "PASS"),
        ("R@1.5 B@S", "WWRRRR", "W1 W1", "Z24", "a car that enters the target 1.6 stops there", 4, "W1"),
        ("R@2.1 B@S", "YWWWWW", "Y", "Z39", "yellow lies ahead in lanes 1 and 2: write Y1 or Y2", 1, ""),
        ("R@2.1 B@S", "YBWWWW", "Y B", "Z39", "yellow lies ahead in lanes 1 and 2: write Y1 or Y2", 1, "Y2 B2 W2"),
        ("R@2.1 B@S", "YRGPWB", "Y R G P W", "Z39", "yellow lies ahead in lanes 1 and 2: write Y1 or Y2", 1, ""),
        ("R@S B@S", "BWRRRR", "B1 R2 Y1 P2 G", "Z7", "no die left with yellow: the roll is B W R R R R", 7, "B1 R2"),
        ("R@1.1 B@S", "YGGGGG", "Y1 Y2", "Z7", "no die left with yellow: the roll is Y G G G G G", 4, "Y1"),
    ],
)  # fmt: skip
def test_an_illegal_move_is_refused_with_rule_message_place_and_suggestion(
    cars: str, roll: str, order: str, rule: str, message: str, column: int, suggestion: str
) -> None:
    assert list_faults(race(cars, roll), order)[0] == (rule, message, column, suggestion)


def test_all_faults_are_reported() -> None:
    faults = list_faults(race("R@1.1 B@S", "YGGGGG"), "Y1 P2 P2")
    assert [(rule, column) for rule, _, column, _ in faults] == [("Z7", 4), ("Z7", 7), ("Z14", 4)]


def test_an_order_may_break_two_rules_at_once() -> None:
    faults = list_faults(race("R@1.1 B@S", "RYGGGG"), "Y1 Y2")
    assert [rule for rule, *_ in faults] == ["Z7", "Z20"]


def test_a_refusal_says_how_many_dice_can_be_used_and_shows_one_such_order() -> None:
    position = race("R@1.2 B@S", "YRRRRR")
    assert list_faults(position, "R1") == [("Z20", "1 die used, but 2 can be used: Y2 R1", 0, "Y2 R1")]
    assert list_faults(position, "PASS") == [("Z20", "no die used, but 2 can be used: Y2 R1", 0, "Y2 R1")]


def test_the_order_shown_goes_on_from_the_one_refused_where_one_does() -> None:
    position = race("R@1.1 B@S", "RYGGGG")
    assert list_faults(position, "R2") == [("Z20", "1 die used, but 3 can be used: R2 Y2 G3", 0, "R2 Y2 G3")]
    assert list_faults(position, "Y1") == [("Z20", "1 die used, but 3 can be used: Y1 R1 G1", 0, "Y1 R1 G1")]


def test_a_refusal_says_how_to_drive_furthest() -> None:
    position = race("R@1.1 B@S", "RYGBBB", board=LONG)
    assert list_faults(position, "R1 G2") == [
        ("Z20", "2 dice used, but 3 can be used: R1 Y1 G2; or drive furthest, to 2.2: G2 R2", 0, "R1 Y1 G2")
    ]


def test_a_refusal_under_the_stuck_option_says_which_die_fits() -> None:
    position = race("R@1.1 B@S", "RYGBBB", board=LONG, obligation="stuck")
    assert list_faults(position, "R1") == [
        ("Z20", "1 die used, but another die still fits: G2 onto 2.1", 0, "R1 G2"),
    ]


def test_an_ambiguous_step_is_filled_in_if_only_one_way_is_legal() -> None:
    ((rule, _, _, suggestion),) = list_faults(race("R@1.1 B@S", "RYYYYY"), "R Y Y")
    assert (rule, suggestion) == ("Z39", "R2 Y1 Y2")


def test_a_missing_die_is_ambiguous_and_a_wrong_one_illegal() -> None:
    (ambiguous,) = check(race("R@2.1 B@S", "YWWWWW"), "R", read("Y"))
    assert ambiguous.kind == "ambiguous"
    (illegal,) = check(race("R@2.1 B@S", "YWWWWW"), "R", read("B2"))[1:]
    assert illegal.kind == "illegal"


# Whose turn it is


def test_before_the_roll_there_is_nothing_to_order() -> None:
    assert list_faults(race("R@S B@S"), "PASS") == [("Z37", "the dice have not been rolled yet", 0, "")]
    assert list_faults(race("R@S B@S", starter="draw")._replace(turn_of=""), "B1", "B")[0][0] == "Z37"


def test_an_order_out_of_turn_is_refused() -> None:
    assert list_faults(race("R@S B@S", "BBBBBB"), "B1", "B") == [("Z5", "it is the red car's turn", 0, "")]


def test_after_the_race() -> None:
    over = race("R@1.6 B@S")._replace(winners=("R",), turn_of="")
    assert list_faults(over, "B1", "B") == [("Z27", "the race is over", 0, "")]


def test_an_extra_step_that_is_not_due_is_refused() -> None:
    position = race("R@S B@S", "BBBBBB")
    assert list_faults(position, "X1") == [("Z31", "no extra step of the red car is due", 0, "")]
    assert [rule for rule, *_ in list_faults(position, "X0", "B")] == ["Z31", "Z5"]


def test_only_the_extra_step_may_be_ordered_while_it_is_due() -> None:
    position = race("R@2.3 B@1.1 G@2.2", extra="G")
    assert list_faults(position, "B2", "B") == [("Z32", "the green car must decide about its extra step first", 0, "")]
    assert list_faults(position, "X0", "R")[0][0] == "Z32"
    assert list_faults(position, "G1", "G") == [
        ("Z32", "the extra step of the green car is due: write X1, X3 or X0", 1, "")
    ]
    assert list_faults(position, "X2", "G") == [("Z33", "2.3 holds red: write X1, X3 or X0", 1, "")]
    assert list_faults(position, "PASS", "G") == list_faults(position, "X3", "G") == []


def test_an_extra_step_to_no_square_is_refused_with_those_that_are_legal() -> None:
    position = race("R@2.3 B@1.2 G@3.1", extra="G")
    assert list_faults(position, "X3", "G") == [("Z33", "3.2 is a tyre: write X2 or X0", 1, "X2")]
    assert list_faults(position, "X1", "G") == [("Z33", "no square lies ahead in lane 1: write X2 or X0", 1, "X2")]


def test_a_name_in_front_of_an_order_must_be_the_cars_own() -> None:
    position = race("R@S B@S", "YYYYYY")
    cars = tuple(
        car._replace(names=names) for car, names in zip(position.cars, (("Nina", "N1"), ("Bob",)), strict=True)
    )
    position = position._replace(cars=cars)
    for name in ("red", "R", "nina", "n1"):
        assert list_faults(position, f"{name}: PASS") == []
    assert list_faults(position, "bob: PASS") == [("Z5", "this is an order of the blue car, not of the red one", 1, "")]
    assert list_faults(position, "bob: X1")[0][0] == "Z32"
    assert list_faults(position, "rod: PASS") == [
        ("Z38", "no car or player is called 'rod'; cars are red, blue", 1, "red: PASS")
    ]
    assert list_faults(position, "pink: PASS")[0][0] == "Z38"
    assert list_faults(position, "PASS", "G") == [
        ("Z38", "there is no car 'G' in this race; cars are red, blue", 0, "")
    ]


# Canonical orders and suggestions


def test_the_canonical_order_names_every_lane_and_no_car() -> None:
    position = race("R@1.2 B@S", "RGWWWW")
    assert canonical(position, "R", read("red: R G1 w")) == "R1 G1 W2"
    assert canonical(position, "R", read("R P")) == "R1 P"
    assert canonical(race("R@2.3 B@S G@1.1", extra="G"), "G", read("-")) == "X0"


@given(
    cars=st.sampled_from(("R@S B@1.3", "R@1.1 B@S", "R@2.2 B@S", "R@2.3 B@1.4", "R@1.4 B@S")),
    roll=st.text("RYGBWP", min_size=6, max_size=6),
    text=st.lists(st.sampled_from([f"{c}{n}" for c in "RYGBWP" for n in ("", 1, 2, 3)]), max_size=7).map(" ".join),
    obligation=st.sampled_from(("most", "stuck")),
)
@effort.search(daily=30, long=1500)
def test_what_is_suggested_is_legal_and_canonical(cars: str, roll: str, text: str, obligation: str) -> None:
    position = race(cars, roll, obligation=obligation)
    problems = check(position, "R", read(text or "PASS"))
    listed = {format_order(order) for order in legal_orders(position, "R")}
    for problem in problems:
        assert problem.message
        assert problem.suggestion in listed | {""}
    assert all(problem.suggestion for problem in problems if problem.rule == "Z20")
