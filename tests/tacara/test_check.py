"""Refusals: every fault named by its rule, with figures, a place in the order and, where one edit does it, a mended order."""

from __future__ import annotations

import pytest

from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.check import canonical, check_early, warn_early
from gm_tools.games.tacara.orders import format_order
from gm_tools.games.tacara.position import Position
from tests.tacara.scenes import DASH, PAINT, do, get_suggestion, read, rules_of, scene


@pytest.mark.parametrize(
    ("setup", "text", "rule", "suggestion"),
    [
        ("R@2,10/E5", "GEE", "C16", "GE"),
        ("R@2,10/E5", "G=E7", "C16", "GE"),
        ("R@2,10", "GEEE", "C17", "GEE"),
        ("R@2,10", "GNNN", "C17", "GNN"),
        ("R@1,10/E2N1", "G0", "C65", "G0 H"),
        ("R@2,10", "GEN", "C65", "GEN H"),
        ("R@4,4/E2N1 B@4,5", "G0", "C65", "G0 V"),
        ("R@2,10/E1/13", "+2E G0", "C36", "+3E G0"),
        ("R@2,10/E1/1", "+1E G0 +1E", "C36", "+1E G0"),
        ("R@2,10/E1", "G0 +3N", "C36", "G0"),
        ("R@2,10 pool=2,1,0", "T3", "C41", "T2"),
        ("R@2,10/0/-/k", "T3", "C39", ""),
        ("R@2,10/E1", "G0 DN", "C55", "G0"),
        ("R@2,10/E1/-/d", "G0 DN DS", "C55", "G0 DN"),
        ("R@2,10/E1/-/d", "GEEE DN", "C55", "GEEE"),
        ("R@2,10", "F GE", "C54", "GE"),
        ("R@2,10", "HOLD", "C54", ""),
        ("R@2,10", "PASS", "C14", ""),
        ("R@2,10", "blue: GE", "C64", "GE"),
        ("R@2,10 B@3,10", "b: GE", "C13", "GE"),
    ],
)
def test_one_edit_mends_what_one_edit_can(setup: str, text: str, rule: str, suggestion: str) -> None:
    position = scene(setup, drafting="/d" in setup)
    assert rules_of(position, "R", text) == [rule]
    assert get_suggestion(position, "R", text, rule) == suggestion
    if suggestion:
        assert GAME.check(position, "R", read(suggestion)) == ()


@pytest.mark.parametrize(
    ("setup", "text", "rule", "suggestion"),
    [
        ("R@1,8/E2", "G0 R333", "C44", "G0"),
        ("R@1,9/0/-/q", "G0 R1", "C46", "G0"),
        ("R@1,9 pool=5,5,1", "G0 R331", "C47", "G0 R312"),
        ("R@1,9 pool=1,1,0", "G0 R3", "C47", "G0 R21"),
        ("R@1,9 pool=0,0,0", "G0 R3", "C47", "G0"),
    ],
)
def test_fuel_is_mended_by_what_there_is(setup: str, text: str, rule: str, suggestion: str) -> None:
    position = scene(setup, PAINT)
    assert rule in rules_of(position, "R", text)
    assert get_suggestion(position, "R", text, rule) == suggestion


def test_all_faults_are_reported_together() -> None:
    position = scene("R@1,8/E1/1/q B@3,1", PAINT)
    assert rules_of(position, "R", "+3E GEEE DN R1") == ["C17", "C36", "C46", "C55"]
    assert all(not problem.suggestion for problem in GAME.check(position, "R", read("+3E GEEE DN R1")))


def test_a_second_refuelling_out_of_place_has_all_its_faults_named() -> None:
    assert rules_of(scene("R@1,8/E2/-/q B@3,1", PAINT), "R", "G0 R12") == ["C44", "C46", "C47"]


def test_an_order_for_a_car_that_has_left_the_board_is_refused_with_that_reason() -> None:
    position = scene("R@2,10 B@3,10")
    assert [GAME.why_out(position, seat) for seat in ("R", "B", "X")] == ["", "", ""]
    cars = tuple(car._replace(gone=car.mark == "B") for car in position.cars)
    assert GAME.why_out(position._replace(cars=cars), "B") == "B has left the board"
    placed = tuple(car._replace(place=2) for car in cars)
    assert GAME.why_out(position._replace(cars=placed), "B") == "B has left the board (place 2)"


def test_too_far_and_off_the_table_are_two_faults() -> None:
    assert rules_of(scene("R@2,10/E4"), "R", "G=E7") == ["C16", "C17"]


def test_a_missing_axis_is_ambiguous_and_everything_else_illegal() -> None:
    position = scene("R@2,10/E2N1")
    assert [problem.kind for problem in GAME.check(position, "R", read("G0"))] == ["ambiguous"]
    assert [problem.kind for problem in GAME.check(position, "R", read("GEEE H"))] == ["illegal"]


def test_a_fault_points_into_the_order_as_it_is_printed() -> None:
    position = scene("R@2,10/E2/1")
    order = read("+1N GEN +3E")
    found = {problem.rule: problem.column for problem in GAME.check(position, "R", order)}
    assert GAME.format_order(order) == "+1N GEN +3E"
    assert found == {"C65": 5, "C36": 9}


def test_messages_give_figures() -> None:
    position = scene("R@2,10/E2/1 B@2,20 pool=1,0,0")
    said = {text: GAME.check(position, "R", read(text))[0].message for text in ("GEEE", "+2E G0", "T3", "G=W5")}
    assert said == {
        "GEEE": "3 steps from E2; at most 2 are allowed",
        "+2E G0": "+2E: R holds 1",
        "T3": "no 3 in the pool: there are 1",
        "G=W5": "7 steps from E2; at most 2 are allowed",
    }
    (whose,) = GAME.check(position, "B", read("G0"))
    assert whose.message == "it is R's slot; the row continues with R, B"


def test_after_its_slot_a_car_is_told_the_next_row() -> None:
    after = do(scene("R@2,4 B@2,20"), "R", "GE").position
    (problem,) = GAME.check(after, "R", read("GE"))
    assert problem.message == "it is B's slot; R has had its slot in round 2, next round: R, B"


def test_an_unknown_car_does_not_crash_the_program() -> None:
    (problem,) = GAME.check(scene("R@2,4 B@2,20"), "Z", read("GE"))
    assert (problem.kind, problem.rule) == ("invalid", "C64")
    assert problem.message == "no car is called 'Z'; cars are R, B"


def test_at_an_offer_the_right_kinds_are_suggested() -> None:
    position = do(scene("R@2,9/E2 G@3,19 B@2,8/E2", drafting=True), "R", "G0").position
    assert get_suggestion(position, "B", "GE", "C54") == "F GE"
    assert get_suggestion(position, "B", "T1", "C54") == "HOLD"
    assert rules_of(position, "B", "F GEEE") == ["C17"]
    assert get_suggestion(position, "B", "F GEEE", "C17") == "F GEE"


def ahead(position: Position, text: str, seat: str = "B") -> tuple[list[str], list[str]]:
    """Return the rules for which an order ahead is refused, and those that are warned of."""
    order = read(text)
    refused, warned = check_early(position, seat, order), warn_early(position, seat, order)
    return [problem.rule for problem in refused], [problem.rule for problem in warned]


def test_c63_what_waiting_may_mend_is_a_warning() -> None:
    position = scene("R@2,9/E2 B@2,8/E2 X@3,9/E2/-/! pool=0,0,0", drafting=True)
    expected = {
        "GE": [],
        "F GE": [],
        "HOLD": [],
        "GEEE": ["C17"],
        "G=E5": ["C17"],
        "T3": ["C41"],
        "GE DN": ["C55"],
        "+3E G0": ["C36"],
        "GN": ["C65"],
        "PASS": ["C14"],
        "b: GEEE": ["C17"],
    }
    assert {text: ahead(position, text) for text in expected} == {text: ([], rules) for text, rules in expected.items()}
    assert ahead(position, "G0 R333", "R") == ([], ["C44", "C47"])
    assert ahead(position, "GE", "X") == ([], ["C29"])
    assert ahead(position, "PASS", "X") == ([], [])


def test_c63_what_options_or_the_order_itself_exclude_is_refused() -> None:
    without = scene("R@2,9/E2 B@2,8/E2")
    drafting = scene("R@2,9/E2 B@2,8/E2", drafting=True)
    refused = {text: ahead(without, text)[0] for text in ("F GE", "HOLD", "GEEE", "GE DN", "G=E99", "r: GE", "GEE")}
    assert refused == {
        "F GE": ["C54"],
        "HOLD": ["C54"],
        "GEEE": ["C17"],
        "GE DN": ["C55"],
        "G=E99": ["C16"],
        "r: GE": ["C13"],
        "GEE": [],
    }
    assert {text: ahead(drafting, text)[0] for text in ("GE DN DN", "GEEE DN", "GEEE")} == {
        "GE DN DN": ["C55"],
        "GEEE DN": ["C55"],
        "GEEE": [],
    }


def test_c17_there_is_no_bonus_without_drafting() -> None:
    for drafting, rules in ((False, ["C17"]), (True, [])):
        position = scene("R@2,1/0/-/d B@2,19", drafting=drafting)
        assert rules_of(position, "R", "GEEE") == rules
        assert any(len(order.gear) > 2 for order in GAME.legal_orders(position, "R")) is not bool(rules)
        assert ("draft bonus" in GAME.awaited(position)["R"].text) is not bool(rules)


def test_c63_a_car_that_has_finished_posts_nothing_ahead() -> None:
    position = do(scene("R@2,10/E2/-/p1 B@3,3", DASH), "R", "G0").position
    assert [problem.rule for problem in check_early(position, "R", read("GE"))] == ["C13"]


def test_c63_after_the_race_nothing_is_taken_ahead() -> None:
    over = do(do(scene("R@2,10/E2/-/p1 B@3,3", DASH), "R", "G0").position, "B", "G0").position
    assert [problem.rule for problem in check_early(over, "R", read("GE"))] == ["C53"]


@pytest.mark.parametrize(
    ("setup", "text", "form"),
    [
        ("R@2,10/E2", "g=e3n1 v", "GEN V"),
        ("R@2,10/E2", "GNE H", "GEN H"),
        ("R@2,10/E2", "GE V", "GE"),
        ("R@2,10/E2", "g=e2", "G0"),
        ("R@2,10/E2", "gew", "G0"),
        ("R@2,10/E2", "go v", "G0"),
        ("R@2,10/E2/-/d", "r: gwns", "GW"),
        ("R@2,10/E2/12", "red:+1n,gsw v,+2e", "+1N GWS V +2E"),
        ("R@2,10", "t2", "T2"),
    ],
)
def test_the_canonical_form_depends_on_the_shift(setup: str, text: str, form: str) -> None:
    assert format_order(canonical(scene(setup), "R", read(text))) == form


def test_on_a_diamond_the_canonical_steps_stay_on_the_table() -> None:
    position = scene("R@2,10/E5N1", shift_table="diamond")
    assert format_order(canonical(position, "R", read("G=E6"))) == "GSE"
