"""The race: set-up, turns, placing, standings, options (C1–C9, C53, C59–C62, C67)."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tools.core.draws import Scripted, Seeded
from gm_tools.core.game import Seat
from gm_tools.core.game_options import check_options
from gm_tools.core.problems import InputError
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.rules import total_chips
from tests.tacara.scenes import DASH, RING, begin, board_of, do, read, scene, seats

SEEDED = Seeded(bytes(32))


def problems(marks: list[Seat], **options: Any) -> list[tuple[str, str]]:
    return [(problem.rule, problem.message) for problem in GAME.check_seats(board_of(RING), marks, options)]


def test_c1_three_to_ten_cars() -> None:
    assert problems(seats("AC")) == [("C1", "2 cars; a race needs 3 to 10")]
    assert problems(seats("ACDEFHIJKLM")) == [("C1", "11 cars; a race needs 3 to 10")]
    assert problems(seats("ACD")) == []
    assert problems(seats("1234567890")) == []


def test_c1_a_player_drives_three_cars_at_the_most() -> None:
    assert problems([Seat(mark, "Ann") for mark in "ACD"]) == []
    assert problems([Seat(mark, "Ann") for mark in "ACDE"]) == [("C1", "Ann drives more than 3 cars")]


@pytest.mark.parametrize("mark", ["R", "G", "Y", "B", "T", "a", "#", ".", "AA", ""])
def test_c67_a_mark_must_not_be_taken_for_floor(mark: str) -> None:
    assert [rule for rule, _ in problems([*seats("ACD"), Seat(mark, "Eve")])] == ["C67"]


def test_a_car_needs_a_proper_name_of_its_own() -> None:
    named = [Seat("A", "Ann", (), "red"), Seat("C", "Bob", ("Bobby", "no name!"), "Red"), Seat("D", "Cy", (), "2nd")]
    assert problems(named) == [
        ("C64", "car name 'red' is A's too"),
        ("C64", "car name '2nd': a letter, then letters, digits, _ or -"),
    ]
    assert [rule for rule, _ in problems([*seats("ACD"), Seat("E", "Eve", (), "a")])] == ["C64"]


def test_a_car_answers_to_its_name_and_aliases() -> None:
    draws = Seeded(bytes(32))
    named = [Seat("A", "Ann", ("Annie",), "red"), *seats("CD")]
    position = GAME.setup(board_of(RING), named, {}, draws)
    position = GAME.resolve(position, {}, draws, ()).position._replace(left=("A", "C", "D"))
    for text in ("red: GE", "RED: GE", "annie: GE", "a: GE", "GE"):
        assert GAME.check(position, "A", read(text)) == (), text
    assert [problem.rule for problem in GAME.check(position, "A", read("c: GE"))] == ["C13"]


def test_an_unknown_course_is_an_error_with_its_key() -> None:
    with pytest.raises(InputError) as caught:
        GAME.check_seats(board_of(RING), seats("ACD"), {"course": "long"})
    assert (caught.value.key, caught.value.allowed) == ("course", "round, half")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("drafting", 1),
        ("points_table", [3, -1]),
        ("points_table", "3"),
        ("first_turn", "row"),
        ("missing_orders", "stop"),
        ("shift_table", "round"),
        ("shift_table", {"x": 0}),
        ("shift_table", 6),
        ("course", 1),
    ],
)
def test_unknown_options_are_refused(name: str, value: object) -> None:
    with pytest.raises(InputError) as caught:
        check_options(GAME, {name: value})
    assert caught.value.key == name


def test_the_grid_is_drawn_first_then_the_rows_of_turns_2_and_3() -> None:
    draws = Scripted({"grid": ["CDA"], "row": ["ADC", "DCA"]})
    position = GAME.setup(board_of(RING), seats("ACD"), {}, draws)
    assert [(draw.kind, draw.label) for draw in draws.taken] == [
        ("grid", "setup/grid"),
        ("row", "turn/2/row"),
        ("row", "turn/3/row"),
    ]
    assert GAME.awaited(position) == {}
    assert not GAME.is_over(position)
    events, position = GAME.resolve(position, {}, draws, ())
    assert [(event.kind, event.seats) for event in events] == [
        ("grid_drawn", ("C", "D", "A")),
        ("row_drawn", ("A", "D", "C")),
        ("row_drawn", ("D", "C", "A")),
    ]
    assert (position.turn, position.row, position.rows) == (1, ("C", "D", "A"), (("A", "D", "C"), ("D", "C", "A")))
    assert [position.board.place(car.at) for car in position.cars] == [[3, 17], [4, 16], [3, 15]]


def test_an_option_draws_a_row_of_its_own_for_turn_1() -> None:
    draws = Scripted({"grid": ["CDA"], "row": ["DAC", "ADC", "DCA"]})
    position = GAME.setup(board_of(RING), seats("ACD"), {"first_turn": "draw"}, draws)
    events, position = GAME.resolve(position, {}, draws, ())
    assert [draw.label for draw in draws.taken] == ["setup/grid", "turn/1/row", "turn/2/row", "turn/3/row"]
    assert [event.data.get("turn") for event in events] == [None, 1, 2, 3]
    assert position.row == ("D", "A", "C")


def test_ending_a_turn_is_a_step_without_orders() -> None:
    position = begin(board_of(RING), "ACD", SEEDED)
    for _ in range(3):
        (mark,) = GAME.awaited(position)
        position = GAME.resolve(position, {mark: read("G0")}, SEEDED, ()).position
    assert (GAME.awaited(position), GAME.is_over(position), position.turn) == ({}, False, 1)
    events, position = GAME.resolve(position, {}, SEEDED, ())
    assert events == ()
    assert position.turn == 2
    assert len(position.rows) == 1


def test_c2_and_c5_ten_of_each_value() -> None:
    for marks in ("ACD", "1234567890"):
        position = begin(board_of(RING), marks, SEEDED)
        assert total_chips(position) == (10, 10, 10)
        assert position.pool == (10 - len(marks),) * 3


def test_c58_a_missed_order_is_told() -> None:
    position = scene("R@2,4/E3 B@2,20")
    order = GAME.default_order(position, "R", "safe_drive")
    assert order is not None
    events, after = GAME.resolve(position, {"R": order}, SEEDED, ("R",))
    assert [event.kind for event in events] == ["order_missed", "moved"]
    assert after.board.place(after.car("R").at) == [2, 7]
    assert GAME.default_order(position, "R", "wait") is None


def test_c53_the_standings_while_the_race_is_on() -> None:
    position = scene("A@2,2 B@3,4 C@1,8/0/-/p1 D@2,6/0/-/p1", DASH)
    assert [
        (line.place, line.seat, line.figures["lines"], line.figures["steps"]) for line in GAME.standings(position)
    ] == [
        (None, "C", 1, 4),
        (None, "D", 1, 6),
        (None, "B", 0, 2),
        (None, "A", 0, 4),
    ]


def test_c59_points_stand_in_the_standings_of_a_points_race() -> None:
    position = scene("R@2,10/E2/-/p1 B@3,3", DASH, points=True)
    position = do(do(position, "R", "G0").position, "B", "G0").position
    assert [(line.place, line.seat, line.figures["points"]) for line in GAME.standings(position)] == [
        (1, "R", 10),
        (2, "B", 6),
    ]
    assert "points" not in GAME.standings(scene("R@2,10 B@3,3", DASH))[0].figures


def after_first_finish() -> Any:
    position = scene("R@2,10/E2/-/p1 B@3,3 C@4,3", DASH, points=True)
    for mark in "RBC":
        position = do(position, mark, "G0").position
    return position


def edit(position: Any, **changes: Any) -> Any:
    return GAME.load_position({**GAME.dump_position(position), **changes}, position.board)


def test_c60_the_game_master_ends_a_points_race_at_the_end_of_a_turn() -> None:
    position = after_first_finish()
    over = edit(position, over=True)
    assert [(event.kind, event.seats) for event in GAME.tell_amendment(position, over)] == [("race_over", ("R",))]
    assert (GAME.is_over(over), GAME.awaited(over)) == (True, {})
    assert next((line.place, line.seat) for line in GAME.standings(over)) == (1, "R")
    begun = GAME.resolve(position, {}, SEEDED, ()).position
    assert [event.kind for event in GAME.tell_amendment(begun, edit(begun, over=True))] == ["race_over"]


def test_c60_not_in_the_middle_of_a_turn_and_not_before_the_first_finish() -> None:
    begun = GAME.resolve(after_first_finish(), {}, SEEDED, ()).position
    (mark,) = GAME.awaited(begun)
    middle = GAME.resolve(begun, {mark: read("G0")}, SEEDED, ()).position
    with pytest.raises(InputError, match="played to its end"):
        GAME.tell_amendment(middle, edit(middle, over=True))
    early = scene("R@2,10 B@3,3 C@4,3", DASH, points=True)
    with pytest.raises(InputError, match="no car is placed"):
        GAME.tell_amendment(early, edit(early, over=True))


def test_a_car_taken_out_by_the_game_master_has_no_slot_any_more() -> None:
    position = scene("R@2,10 B@3,3 C@4,3", DASH)
    cars = GAME.dump_position(position)["cars"]
    after = edit(position, cars={**cars, "R": {**cars["R"], "gone": True}})
    assert [(event.kind, event.seats) for event in GAME.tell_amendment(position, after)] == [("left", ("R",))]
    assert (after.row, after.left, after.rows) == (("B", "C"), ("B", "C"), (("B", "C"),))
    assert list(GAME.awaited(after)) == ["B"]
    assert GAME.resolve(after, {"B": read("G0")}, SEEDED, ()).position.left == ("C",)


def test_a_race_that_all_have_left_is_over() -> None:
    position = scene("R@2,10 B@3,3", DASH)
    cars = {mark: {**car, "gone": True} for mark, car in GAME.dump_position(position)["cars"].items()}
    after = GAME.resolve(edit(position, cars=cars), {}, SEEDED, ()).position
    assert GAME.is_over(after)


def test_c61_everything_is_public() -> None:
    position = scene("R@2,10/E2/123/u2k B@3,3/0/1/d", DASH, drafting=True)
    for viewer in ("R", "B", "public", "gm"):
        assert GAME.view(position, viewer) == position
    events = do(position, "R", "+1N G0").events
    assert all(event.audience is None and event.twin is None for event in events)


def test_the_events_of_a_slot_in_their_order() -> None:
    position = scene("R@2,4/E1/2/u1 B@2,3/E1 G@3,19", DASH, drafting=True)
    resolution = do(position, "R", "+2S GE +1N")
    assert [(event.kind, event.seats[0]) for event in resolution.events] == [
        ("chip_gained", "R"),
        ("turbo_played", "R"),
        ("shifted", "R"),
        ("moved", "R"),
        ("line_crossed", "R"),
        ("turbo_played", "R"),
    ]
    assert resolution.events[1].data == {"value": 2, "direction": "S", "path": [[3, 4], [4, 4]]}
    assert resolution.events[3].data == {"path": [[4, 5], [4, 6]]}
    assert resolution.events[4].data == {"line": "mid", "lines": 1, "of": 2}


def test_a_crash_says_into_what() -> None:
    wall, car = (do(scene(setup), "R", "G0").events[-1].data for setup in ("R@2,28/E1 B@1,1", "R@2,9/E3 B@2,10"))
    assert wall == {"at": [2, 28], "into": [2, 29], "shift": "E1", "slots": 1}
    assert car == {"at": [2, 9], "into": [2, 10], "car": "B", "shift": "E3", "slots": 2}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"turn": "2"}, "turn"),
        ({"pool": [1, 2]}, "pool"),
        ({"pool": [1, 2, -3]}, "pool"),
        ({"row": ["R", "R"]}, "row"),
        ({"left": ["Z"]}, "left"),
        ({"offers": ["R"], "left": ["B"]}, "offers"),
        ({"rows": [["Q"]]}, "rows[0]"),
        ({"rows": [["R", "B"], ["B"]]}, "rows[1]"),
        ({"row": ["R"], "left": []}, "row"),
        ({"offers": ["B"]}, "last"),
        ({"offers": ["B"], "last": "R"}, "last"),
        ({"grid": ["R"]}, "grid"),
        ({"last": "Q"}, "last"),
        ({"wind": 3}, "wind"),
        ({"settings": {"course": "no"}}, "settings.course"),
        ({"settings": {"drafting": "yes"}}, "settings.drafting"),
        ({"over": 1}, "over"),
    ],
)
def test_a_position_changed_by_hand_is_refused_by_its_key(change: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError) as caught:
        edit(scene("R@2,10 B@3,3", DASH), **change)
    assert caught.value.key == key
    assert caught.value.allowed


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"at": [0, 0]}, "cars.R.at"),
        ({"at": [3, 3]}, "cars.B.at"),
        ({"at": [3, True]}, "cars.R.at"),
        ({"at": [99, 3]}, "cars.R.at"),
        ({"shift": "E7"}, "cars.R.shift"),
        ({"shift": "fast"}, "cars.R.shift"),
        ({"chips": "14"}, "cars.R.chips"),
        ({"under": 4}, "cars.R.under"),
        ({"crossed": 3}, "cars.R.crossed"),
        ({"taken": [3]}, "cars.R.taken"),
        ({"names": [1]}, "cars.R.names"),
        ({"flipped": "no"}, "cars.R.flipped"),
        ({"speed": 3}, "cars.R.speed"),
    ],
)
def test_a_car_changed_by_hand_is_refused_by_its_key(change: dict[str, Any], key: str) -> None:
    position = scene("R@2,10 B@3,3", DASH)
    cars = GAME.dump_position(position)["cars"]
    with pytest.raises(InputError) as caught:
        edit(position, cars={**cars, "R": {**cars["R"], **change}})
    assert caught.value.key == key
