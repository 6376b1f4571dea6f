"""What takes more than one turn to see, and the options that shape the start."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gm_tools.core.draws import Scripted, Seeded
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.options import settle
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position, load_car

HEAD = '+++\nfinish_heading = "E"\nlaps = 2\n+++\n'
# One lap is eight tiles round a hole; the sand lies on the far side.
RING = HEAD + "**...**\n**   **\n**   **\nxx*=***\nxx*=***\n"


def race(board_text: str, options: Mapping[str, object] | None = None, **cars: Mapping[str, object]) -> Position:
    board = GAME.parse_board(board_text)
    loaded = tuple(load_car(seat, fields, board, board.tiles) for seat, fields in cars.items())
    record = max(car.laps for car in loaded)
    return Position(board, settle(options or {}, board), 0, board.tiles.replace("x", "*"), loaded, record)


def turn(
    position: Position, /, draws: Mapping[str, list[object]] | None = None, **orders: str
) -> tuple[list[Event], Position]:
    parsed = {}
    for seat, text in orders.items():
        order = GAME.parse_order(text)
        assert isinstance(order, Order), order
        assert GAME.check(position, seat, order) == (), (seat, GAME.check(position, seat, order))
        parsed[seat] = order
    events, after = GAME.resolve(position, parsed, Scripted(draws or {}), ())
    return list(events), after


def rules_of(position: Position, seat: str, text: str) -> list[str]:
    order = GAME.parse_order(text)
    assert isinstance(order, Order)
    return [problem.rule for problem in GAME.check(position, seat, order)]


def test_no_slipstream_out_of_a_crash_where_the_edition_says_so() -> None:
    road = HEAD + "*" * 12 + "\n" + "*" * 12 + "\n"
    for edition, refused in (("vi", True), ("v", True), ("x", False), ("ix", False)):
        position = race(
            road,
            {"edition": edition},
            A={"at": [0, 2], "speed": 2, "heading": "E"},
            C={"at": [1, 3], "speed": 1, "heading": "NE"},
            D={"at": [0, 5], "speed": 0, "heading": "E"},
        )
        events, after = turn(position, A="MM", C="M", D="-")
        assert [event.kind for event in events] == ["moved", "moved", "moved", "crashed"]
        crashed = after.car("A")
        assert crashed is not None
        assert crashed.crashed
        assert crashed.at == after.board.index(0, 4)
        follow = "S" + "M" * (crashed.speed + 1)
        assert ("N11.1" in rules_of(after, "A", follow)) is refused


def test_a_retired_car_is_off_the_track() -> None:
    position = race(
        HEAD + "*" * 8 + "\n",
        A={"at": [0, 1], "speed": 1},
        C={"at": [0, 2], "speed": 0, "retired": True},
    )
    assert list(GAME.awaited(position)) == ["A"]
    assert "N11.1" in rules_of(position, "A", "SMM")
    events, after = turn(position, A="M")
    assert [event.kind for event in events] == ["moved"]
    assert after.cars[0].at == after.cars[1].at
    assert rules_of(after, "C", "-") == ["N10.3"]
    assert [standing.seat for standing in GAME.standings(after)] == ["A", "C"]


def test_the_alley_is_laid_once_for_each_new_lap() -> None:
    position = race(RING, A={"at": [3, 2], "speed": 1, "laps": -1}, C={"at": [4, 2], "speed": 1, "laps": -1})
    events, after = turn(position, A="M", C="M")
    assert [event.kind for event in events].count("alley_laid") == 0  # the opening crossing
    known = after._replace(tiles=after.tiles.replace(".", "*"))
    cars = tuple(car._replace(at=after.board.index(3 + n, 2)) for n, car in enumerate(known.cars))
    events, after = turn(known._replace(cars=cars), A="M", C="B")
    assert [event.kind for event in events].count("alley_laid") == 1
    assert after.board.rows_of(after.tiles)[0] == "**...**"
    known = after._replace(tiles=after.tiles.replace(".", "*"))
    events, after = turn(known, A="B", C="A" + "M")
    assert [event.kind for event in events].count("alley_laid") == 0  # the second car on that lap


def test_oil_over_the_line_leaves_it_a_line() -> None:
    road = HEAD.replace("laps = 2", "laps = 9") + "**=***\n**=***\n"
    position = race(road, A={"at": [0, 1], "speed": 1}, C={"at": [1, 1], "speed": 1, "heading": "NE"}, D={"at": [0, 0]})
    events, after = turn(position, A="M", C="M", D="-")
    assert after.board.rows_of(after.tiles)[0] == "**o***"
    assert [event.kind for event in events].count("lap_completed") == 2
    events, _ = turn(after, {"oil": ["same"]}, A="-", C="-", D="A(A+1)MM")
    assert [event.kind for event in events if event.seats == ("D",)] == ["moved", "lap_completed", "oil_slid"]


def test_options_set_the_start_values() -> None:
    board = GAME.parse_board(RING)
    seats = (Seat("A", "Al", (), "performance"), Seat("C", "Cy"))
    options = {"start_speed": 7, "start_max_speed": 7, "start_wild_cards": 3, "start_behind_line": False}
    position = GAME.setup(board, seats, options, Seeded(bytes(32)))
    first, second = position.cars
    assert (first.speed, first.max_speed, first.wild_cards, first.laps) == (7, 7, 6, 0)
    assert second.wild_cards == 3
    assert [board.place(car.at) for car in position.cars] == [[3, 1], [4, 1]]
    assert "x" not in position.tiles


def test_nobody_starts_above_max_speed() -> None:
    with pytest.raises(InputError, match="at most start_max_speed, 12") as caught:
        GAME.setup(GAME.parse_board(RING), (Seat("A", "Al"),), {"start_speed": 13}, Seeded(bytes(32)))
    assert caught.value.key == "start_speed"


def test_editions_fill_in_what_is_not_said() -> None:
    board = GAME.parse_board(RING)
    assert settle({}, board).laps == 2  # the track's
    assert settle({"edition": "xii"}, board).laps == 4
    assert settle({"edition": "xii", "laps": 5}, board).laps == 5
    assert settle({"edition": "iii"}, board).start_wild_cards == 4
    assert settle({"edition": "v"}, board).off_track_penalties == ((2, 0), (3, 0), ("stop", 0))


def test_a_race_ends_when_all_are_home_or_by_the_game_masters_word() -> None:
    position = race(RING, A={"at": [3, 2], "speed": 1, "laps": 1}, C={"at": [4, 2], "speed": 1, "laps": 1})
    _, after = turn(position, A="M", C="M")
    assert GAME.is_over(after)
    assert [standing.place for standing in GAME.standings(after)] == [1, 1]
    assert GAME.is_over(position._replace(ended=True))
    assert not GAME.awaited(position._replace(ended=True))


def test_a_table_written_with_a_car_finished_above_max_speed_opens_again() -> None:
    position = race(HEAD + "*" * 12 + "\n", {"edition": "xii"}, A={"at": [0, 2], "speed": 6, "max_speed": 6, "laps": 1})
    plain = GAME.dump_position(position)
    plain["cars"]["A"] |= {"speed": 7, "finished": 1}
    assert GAME.load_position(plain, position.board).cars[0].speed == 6
    for wrong in ({"speed": 8}, {"finished": False}):
        with pytest.raises(InputError, match="at most max_speed"):
            GAME.load_position({**plain, "cars": {"A": {**plain["cars"]["A"], **wrong}}}, position.board)


@pytest.mark.parametrize(
    ("special", "text", "rules"),
    [
        ("swaybars", "LLLM", ["N2.6"]),
        ("swaybars", "LLLR", ["N2.6"]),
        ("swaybars", "LL(L+1)M", ["N2.6"]),
        ("swaybars", "L(L+1)MM", ["N3.4"]),
        ("", "LLLM", ["N2.6", "N3.4"]),
        ("", "L(L+1)LM", ["N2.6"]),
        ("", "L(L+1)(L+1)M", ["N2.6"]),
        ("turbo", "AAA(7M)", ["N2.5"]),
        ("", "AAA(7M)", ["N2.5", "N3.4"]),
    ],
)
def test_a_third_letter_is_refused_once_and_not_unpaid_as_well(special: str, text: str, rules: list[str]) -> None:
    position = race(HEAD + "*" * 12 + "\n", A={"at": [0, 2], "speed": 4, "special": special})
    assert rules_of(position, "A", text) == rules


@pytest.mark.parametrize(
    ("text", "rules"), [("AAA(4M)", ["N2.5", "N2.2"]), ("LLL", ["N2.6", "N2.2"]), ("SM", ["N11.1", "N2.2"])]
)
def test_what_no_more_letters_mend_is_said_before_how_many_are_missing(text: str, rules: list[str]) -> None:
    position = race(HEAD + "*" * 12 + "\n", A={"at": [0, 2], "speed": 4, "special": "turbo", "wild_cards": 4})
    assert [rule for rule in rules_of(position, "A", text) if not rule.startswith("N3")] == rules
