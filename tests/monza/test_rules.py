"""The course of a race: start, turns, ousting, extra steps, the end; and what holds in every race."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Scripted, Seeded
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.problems import Problem
from gm_tools.core.toml import format_toml
from gm_tools.games.monza import GAME
from gm_tools.games.monza.check import check, legal_orders
from gm_tools.games.monza.options import OPTIONS
from gm_tools.games.monza.orders import Move, Order, parse_order
from gm_tools.games.monza.position import Position, dump_position, free_ahead, load_position
from gm_tools.games.monza.rules import (
    awaited,
    check_seats,
    choose,
    default_order,
    is_over,
    replaces,
    resolve,
    setup,
    stays_in_hand,
    tell_amendment,
)
from gm_tools.games.monza.standings import standings
from tests import effort
from tests.effort import search
from tests.monza.samples import load_shipped, places, race


def read(text: str) -> Order:
    order = parse_order(text)
    assert not isinstance(order, Problem), order
    return order


def carry_out(position: Position, order: str) -> tuple[list[Event], Position]:
    """Carry out the order of the seat awaited, which must be legal."""
    (seat,) = awaited(position)
    assert check(position, seat, read(order)) == ()
    events, after = resolve(position, {seat: read(order)}, Scripted({}), ())
    return list(events), after


def tell(events: list[Event]) -> list[tuple[Any, ...]]:
    return [(event.kind, *event.seats, dict(event.data)) for event in events]


# Z1-Z6: the start


def test_the_cars_stand_on_the_start_in_the_order_of_the_seats() -> None:
    seats = (Seat("G", "Nina", ("nini",)), Seat("R", "Jan"))
    position = setup(load_shipped("pine_oval"), seats, {"extra_step": True}, Scripted({}))
    assert places(position) == "G@S R@S"
    assert (position.turn_of, position.round, position.roll) == ("G", 1, "")
    assert position.cars[0].names == ("Nina", "nini")
    assert position.settings.extra_step
    assert not awaited(position)  # the roll comes first


def test_the_starter_is_drawn_before_the_first_roll() -> None:
    seats = [Seat(mark, mark) for mark in "RGB"]
    position = setup(load_shipped("pine_oval"), seats, {"starter": "draw"}, Scripted({}))
    assert (position.turn_of, is_over(position)) == ("", False)
    assert not awaited(position)
    draws = Scripted({"starter": ["G"], "roll": ["RRYYGB"]})
    events, after = resolve(position, {}, draws, ())
    assert places(after) == "G@S B@S R@S"
    assert tell(list(events)) == [
        ("starter_drawn", "G", {}),
        ("rolled", "G", {"roll": "RRYYGB", "round": 1}),
    ]
    assert [draw.label for draw in draws.taken] == ["starter", "round/1/roll/G"]
    assert awaited(after)["G"].text == "a move with the roll R R Y Y G B"


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        ([Seat("R", "a"), Seat("B", "b")], []),
        ([Seat(mark, mark) for mark in "RYGBWP"], []),
        ([Seat("R", "a")], ["Z1"]),
        ([Seat(mark, mark) for mark in "RYGBWPX"], ["Z1", "Z3"]),
        ([Seat("A", "a"), Seat("R", "b")], ["Z3"]),
        ([Seat("r", "a"), Seat("B", "b")], ["Z3"]),
        ([Seat("R", "a"), Seat("R", "b")], ["Z3"]),
        ([Seat("R", "a", (), "blue"), Seat("B", "b")], ["Z3"]),
        ([Seat("", "a"), Seat("RY", "b")], ["Z3", "Z3"]),
    ],
)
def test_seats_are_two_to_six_cars_marked_with_their_colours(seats: list[Seat], rules: list[str]) -> None:
    assert [problem.rule for problem in check_seats(load_shipped("pine_oval"), seats, {})] == rules


# A turn, told


def test_a_move_is_told_with_its_path() -> None:
    events, after = carry_out(race("R@1.2 B@S", "YBGBBB"), "y b g1")
    assert tell(events) == [
        ("moved", "R", {"from": "1.2", "path": ["2.2", "2.3", "1.4"], "order": "Y2 B2 G1", "dice": 3})
    ]
    assert (places(after), after.turn_of, after.roll, after.cars[0].used) == ("R@1.4 B@S", "B", "", 3)


def test_a_car_that_cannot_move_is_said_to_be_stuck() -> None:
    events, after = carry_out(race("R@1.2 B@S", "GGGGGG"), "PASS")
    assert tell(events) == [("stuck", "R", {"at": "1.2", "roll": "GGGGGG"})]
    assert (after.cars[0].used, after.turn_of) == (0, "B")


def test_ousting_is_told_with_both_squares() -> None:
    events, after = carry_out(race("R@2.2 B@3.3 G@S", "GWWWWW"), "G3")
    assert tell(events)[1:] == [("ousted", "B", {"from": "3.3", "to": "3.1", "by": "R"})]
    assert places(after) == "R@3.3 B@3.1 G@S"


def test_an_arrival_begins_the_last_round() -> None:
    events, after = carry_out(race("B@S R@1.5 G@S", "WWRRRR", turn_of="R"), "W1")
    assert tell(events)[1:] == [("arrived", "R", {"at": "1.6"}), ("last_round", "R", {"left": ["G"]})]
    assert (after.turn_of, after.last_turns, is_over(after)) == ("G", (), False)


def test_the_race_is_judged_when_nobody_is_left() -> None:
    events, after = carry_out(race("B@1.6/2 R@1.4", "PWRRRR", turn_of="R"), "P1 W1")
    assert tell(events)[1:] == [("arrived", "R", {"at": "1.6"}), ("race_over", "B", "R", {"used": {"B": 2, "R": 2}})]
    assert (after.winners, after.turn_of, is_over(after)) == (("B", "R"), "", True)
    assert not awaited(after)


def test_an_extra_step_is_offered_to_the_car_of_the_colour_used_last() -> None:
    position = race("R@1.2 B@S G@2.1", "YBGBBB", extra_step=True)
    events, after = carry_out(position, "Y2 B2 G1")
    assert tell(events)[1:] == [("extra_offered", "G", {"by": "R", "squares": ["1.2", "2.2"]})]
    assert (after.extra, after.turn_of, after.roll) == ("G", "R", "")
    assert awaited(after)["G"].text == "the extra step; X1, X2, or X0 to decline"
    events, moved = carry_out(after, "X2")
    assert tell(events) == [("extra_stepped", "G", {"from": "2.1", "to": "2.2"})]
    assert (places(moved), moved.turn_of, moved.cars[2].used) == ("R@1.4 B@S G@2.2", "B", 0)
    for text in ("X0", "PASS"):
        events, stayed = carry_out(after, text)
        assert tell(events) == [("extra_declined", "G", {})]
        assert (places(stayed), stayed.turn_of) == ("R@1.4 B@S G@2.1", "B")


def test_a_missed_turn_comes_first_among_the_events() -> None:
    position = race("R@1.2 B@S", "RGWWWW")
    order = default_order(position, "R", "drive_on")
    assert order == read("R1 G1 W2")
    events, _ = resolve(position, {"R": order}, Scripted({}), ("R",))
    assert tell(list(events))[0] == ("order_missed", "R", {"order": "R1 G1 W2"})


def test_waiting_is_the_default_for_missing_orders() -> None:
    position = race("R@1.2 B@S", "RGWWWW")
    assert default_order(position, "R", "wait") is None
    assert default_order(position, "B", "drive_on") is None  # nobody waits for it


# Z40


@given(
    cars=st.sampled_from(("R@S B@1.3", "R@1.3 B@S", "R@2.2 B@S", "R@2.3 B@1.4", "R@1.4 B@S", "R@3.4 B@S")),
    roll=st.text("RYGBWP", min_size=6, max_size=6),
    obligation=st.sampled_from(("most", "stuck")),
)
@effort.search(daily=15, long=1500)
def test_the_default_goes_to_a_target_with_the_fewest_dice_else_furthest_on(
    cars: str, roll: str, obligation: str
) -> None:
    position = race(cars, roll, obligation=obligation)
    board = position.board
    ends = {}
    for order in legal_orders(position, "R"):
        car = resolve(position, {"R": order}, Scripted({}), ()).position.cars[0]
        assert isinstance(order, Move)
        ends[GAME.format_order(order)] = (car.at, len(order.steps))
    home = {text: used for text, (at, used) in ends.items() if at in board.targets}
    far = {text: board.far[at] for text, (at, _) in ends.items()}
    best = (
        [text for text, used in home.items() if used == min(home.values())]
        if home
        else [text for text in far if far[text] == max(far.values())]
    )
    chosen = default_order(position, "R", "drive_on")
    assert chosen is not None
    assert GAME.format_order(chosen) == min(best)


# Orders in hand


def test_an_extra_step_may_be_posted_with_the_move() -> None:
    move, extra = read("Y2 B2 R1"), read("X2")
    assert choose(race("R@1.2 B@S", "YBGBBB"), "R", [move, extra]) == move
    due = race("R@1.4 B@S", extra="R", turn_of="R")
    assert choose(due, "R", [move, extra]) == extra
    assert choose(due, "R", [move]) == move  # which is refused, and said to be
    assert choose(due, "R", []) is None
    assert stays_in_hand(due, "R", extra)
    assert not stays_in_hand(due, "R", move)
    assert not stays_in_hand(due, "B", extra)
    assert replaces(read("B1"), move)
    assert replaces(read("X0"), extra)
    assert not replaces(extra, move)


# Standings, amendments


def test_standings_follow_the_far_ends_and_on_the_target_the_dice() -> None:
    position = race("R@1.6/3 B@2.3 G@S W@3.6/2 Y@S P@1.4", turn_of="B")
    assert [(line.place, line.seat, line.figures["square"]) for line in standings(position)] == [
        (1, "W", "3.6"),
        (2, "R", "1.6"),
        (3, "P", "1.4"),
        (4, "B", "2.3"),
        (5, "G", "S"),
        (5, "Y", "S"),
    ]
    assert standings(position)[0].figures == {"car": "white", "square": "3.6", "dice": 2}


def test_an_amendment_that_names_winners_ends_the_race() -> None:
    before = race("R@1.6/3 B@2.3", turn_of="B")
    after = before._replace(winners=("R",), turn_of="", last_turns=())
    assert tell(list(tell_amendment(before, after))) == [("race_over", "R", {"used": {"R": 3}})]
    assert tell_amendment(before, before) == tell_amendment(after, after) == ()


# What holds in every race

options = st.fixed_dictionaries({
    option.name: st.sampled_from([value for value in (True, False, *option.allowed.split(", ")) if option.valid(value)])
    for option in OPTIONS
})  # fmt: skip
TRACKS = ("pine_oval", "cliff_road", "willow_bends")


def play(
    track: str, seats: str, chosen: dict[str, Any], seed: int
) -> Iterator[tuple[Position, str, Position, list[Event]]]:
    """Play a race of random legal orders; yield every resolution: before, the seat that acted or "", after, events."""
    random = Random(seed)
    draws = Seeded(seed.to_bytes(32, "big"))
    position = setup(load_shipped(track), [Seat(mark, f"player {mark}") for mark in seats], chosen, draws)
    for number in count():
        assert number < 10_000, "the race does not end"
        if is_over(position):
            return
        orders = {seat: random.choice(list(legal_orders(position, seat))) for seat in awaited(position)}
        events, after = resolve(position, orders, draws, ())
        yield position, "".join(orders), after, list(events)
        position = after


@given(
    track=st.sampled_from(TRACKS),
    seats=st.permutations("RYGBWP").map("".join),
    cars=st.integers(2, 6),
    chosen=options,
    seed=st.integers(0, 2**32),
)
@search(daily=40, long=5000)
def test_every_race_ends_and_keeps_the_rules(
    track: str, seats: str, cars: int, chosen: dict[str, Any], seed: int
) -> None:
    turns: dict[tuple[int, str], int] = {}
    last: list[str] = []
    for before, seat, after, events in play(track, seats[:cars], chosen, seed):
        board = after.board
        kinds = [event.kind for event in events]
        # One car a square; none on a tyre.
        stands = [car.at for car in after.cars if car.at and car.at not in board.targets]
        assert len(stands) == len(set(stands))
        assert not any(board.squares[car.at].is_tyre for car in after.cars)
        # Nobody drives backwards; only who is ousted goes back; who is home stays there.
        ousted = {event.seats[0] for event in events if event.kind == "ousted"}
        for was, now in zip(
            sorted(before.cars, key=lambda car: car.seat), sorted(after.cars, key=lambda car: car.seat), strict=True
        ):
            assert (board.far[now.at] < board.far[was.at]) == (now.seat in ousted)
            assert was.at == now.at or now.seat in {*ousted, seat}
            assert was.at not in board.targets or now.at == was.at
        # One roll a round for each, the labels of draws unique; the extra step goes to the colour used last.
        if "rolled" in kinds:
            key = (after.round, after.turn_of)
            turns[key] = turns.get(key, 0) + 1
            assert turns[key] == 1
            assert not before.is_home(after.turn_of)
        if "extra_offered" in kinds:
            assert chosen["extra_step"]
            moved = next(event for event in events if event.kind == "moved")
            assert moved.data["order"][-2] == after.extra
            assert free_ahead(after, after.car(after.extra) or after.cars[0])
        if "last_round" in kinds:
            assert not last
            last = next(list(event.data["left"]) for event in events if event.kind == "last_round")
    assert after.winners
    home = {car.seat: car.used for car in after.cars if after.is_home(car.seat)}
    assert set(after.winners) == {seat for seat, used in home.items() if used == min(home.values())}


@given(
    track=st.sampled_from(TRACKS),
    seats=st.permutations("RYGBWP").map("".join),
    chosen=options,
    seed=st.integers(0, 2**32),
)
@effort.search(daily=8, long=100)
def test_positions_survive_toml_and_resolution_is_pure(
    track: str, seats: str, chosen: dict[str, Any], seed: int
) -> None:
    for before, seat, after, _ in play(track, seats[:4], chosen, seed):
        plain = tomllib.loads(format_toml(dump_position(after)))
        loaded = load_position(plain, after.board)
        assert loaded == after
        assert GAME.view(after, "public") == after
        if seat:
            order = next(legal_orders(before, seat))
            once = resolve(before, {seat: order}, Scripted({}), ())
            assert resolve(before, {seat: order}, Scripted({}), ()) == once


def test_with_one_more_everybody_but_the_first_has_exactly_one_turn_after_the_first_arrival() -> None:
    for seed in range(120):
        arrived: Event | None = None
        rolled: list[str] | None = None
        expected: list[str] = []
        home: set[str] = set()
        for before, _, after, events in play(
            "willow_bends", "RGBW", {"last_round": "one_more", "extra_step": True}, seed
        ):
            for event in events:
                if event.kind == "last_round":
                    arrived, rolled = event, []
                    turn = [car.seat for car in before.cars].index(before.turn_of)
                    order = [car.seat for car in before.cars]
                    expected = [s for s in order[turn + 1 :] + order[: turn + 1] if s != event.seats[0]]
                elif event.kind == "rolled" and rolled is not None:
                    rolled.append(event.seats[0])
                    assert not home & {event.seats[0]}
            home = {car.seat for car in after.cars if after.is_home(car.seat)}
        assert arrived is not None
        assert rolled is not None
        assert [seat for seat in expected if seat in rolled] == rolled
        assert home >= set(expected) - set(rolled)


def test_in_a_round_everybody_has_one_turn() -> None:
    for seed in range(60):
        rolled: dict[int, list[str]] = {}
        for _, _, after, events in play("pine_oval", "PGY", {}, seed):
            for event in events:
                if event.kind == "rolled":
                    rolled.setdefault(after.round, []).append(event.seats[0])
        assert all(seats == ["P", "G", "Y"] for seats in rolled.values())  # the last round too: it is played out
