"""Shortest drives: against a search that drives car by car by the rules, and drawn back through them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.rally.board import Board, members, parse_board
from gm_tools.games.rally.bots.best import best
from gm_tools.games.rally.bots.search import UNREACHABLE, shortest, time_table
from gm_tools.games.rally.check import legal_orders
from gm_tools.games.rally.options import Settings
from gm_tools.games.rally.orders import sequence
from gm_tools.games.rally.position import Car, Position
from gm_tools.games.rally.rules import awaited, drive, is_over, resolve
from tests import effort

GAME = find("rally")
TRACKS = sorted((folder("tracks") / "rally").glob("*.txt"))
CRASHES = st.sampled_from(("stop", "back", "out"))
STRENGTHS, MEETINGS = ("easy", "medium", "hard"), ("bump", "pass", "back")
CORNERS = st.sampled_from(("touch", "slip", "clear"))


def count_by_driving(position: Position) -> int | None:
    """Return the turns home of the only car, by trying every order in every state: turn by turn, as the rules say."""
    (begin,) = position.cars
    waiting: dict[int, list[Car]] = {0: [begin]}
    seen = set()
    for turn in range(200):
        for car in waiting.pop(turn, []):
            if car in seen:
                continue
            seen.add(car)
            now = position._replace(cars=(car,))
            for order in legal_orders(now, car.seat):
                after = drive(now, car, order.steps[0]).after
                if after.passed == position.gates:
                    return turn + 1
                if not after.out:
                    waiting.setdefault(turn + 1 + after.waits, []).append(after._replace(waits=0))
        if not waiting:
            return None
    return None


def carry_out(position: Position, seat: str) -> Position:
    """Return what the rules make of the shortest drive."""
    found = best(position, seat)
    assert found is not None
    for order in sequence(found.order):
        while not awaited(position) and not is_over(position):
            position = resolve(position, {}, Seeded(bytes(32))).position
        position = resolve(position, {seat: order}, Seeded(bytes(32))).position
    return position


@effort.search(daily=12, long=500)
@given(
    rows=st.lists(st.text("....:~ 1", min_size=7, max_size=7), min_size=3, max_size=5),
    crash=CRASHES,
    corners=CORNERS,
    lost=st.integers(0, 2),
    laps=st.integers(1, 2),
    speed=st.just((0, 0)) | st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
)
def test_no_drive_is_shorter_than_the_shortest(
    rows: list[str], crash: str, corners: str, lost: int, laps: int, speed: tuple[int, int]
) -> None:
    board = parse_board("+++\n+++\n" + "\n".join(["....1..", *rows, "x.....="]) + "\n")
    race = Settings(laps=laps, crash=crash, corners=corners, lost_turns=lost)
    position = Position(board, race, 0, (Car("A", board.slots[0], speed),))
    wanted = count_by_driving(position)
    found = shortest(board, race, position.cars[0])
    assert (found and found.turns) == wanted
    if speed == (0, 0):
        assert time_table(board, race).turns(position.cars[0]) == (UNREACHABLE if wanted is None else wanted)
    if found is not None:
        after = carry_out(position, "A")
        assert (after.turn, after.cars[0].finished) == (wanted, 1)
        assert len(found.layers) == wanted


def boards() -> Iterator[Board]:
    for path in TRACKS:
        yield parse_board(path.read_text(encoding="utf-8"))


@pytest.mark.long
def test_on_every_shipped_track_the_shortest_drive_comes_home_in_the_turns_that_both_searches_count() -> None:
    known = {
        "Envelope": 50,
        "Frozen Lake": 59,
        "Goat Path": 32,
        "Grand Tour": 48,
        "Kidney Bean": 56,
        "Switchback Pass": 51,
    }
    some = effort.choose({"Frozen Lake", "Goat Path"}, {board.name for board in boards()})
    turns = {}
    for board in boards():
        if board.name not in some:
            continue
        position = GAME.setup(board, (Seat("A", "Alice"),), {"crash": "out"}, Seeded(bytes(32)))
        after = carry_out(position, "A")
        turns[board.name] = after.turn
        assert after.cars[0].finished == 1
        assert time_table(board, position.settings).turns(position.cars[0]) == after.turn
    assert turns == {name: known.get(name) for name in some}


@pytest.mark.long
def test_a_car_at_rest_comes_home_from_wherever_a_meeting_may_stop_it() -> None:
    for board in effort.choose(list(boards())[:1], boards()):
        race = GAME.setup(board, (Seat("A", "Alice"),), {}, Seeded(bytes(32))).settings
        stuck = [
            board.place(at)
            for at in members(board.road)
            if time_table(board, race).turns(Car("A", at, (0, 0))) == UNREACHABLE
        ]
        assert stuck == [], board.name


def test_a_turn_sat_out_among_others_has_a_place_in_the_sequence() -> None:
    board = parse_board("+++\n+++\nx................\n                .\n                .\nx...............=\n")
    position = GAME.setup(board, (Seat("A", "Alice"), Seat("B", "Bob")), {}, Seeded(bytes(32)))
    found = best(position, "A")
    assert found is not None
    alone = best(position._replace(cars=position.cars[:1]), "A")
    assert alone is not None
    assert len(found.order.steps) == found.turns == alone.turns
    run = GAME.trial(position, "A", found.order, Seeded(bytes(32)))
    assert run.drives[-1].after.passed == 1
    assert run.turns[-1] == found.turns


def test_a_car_that_cannot_come_home_has_no_shortest_drive() -> None:
    board = parse_board("+++\n+++\nx....  =\n")
    position = GAME.setup(board, (Seat("A", "Alice"),), {}, Seeded(bytes(32)))
    assert best(position, "A") is None
    assert GAME.bot(position, "A", "hard", Seeded(bytes(32))).steps == ((0, 0),)


@pytest.mark.long
@pytest.mark.parametrize(
    ("strength", "meeting"),
    effort.choose(list(zip(STRENGTHS, MEETINGS, strict=True)), list(product(STRENGTHS, MEETINGS))),
)
def test_races_of_bots_end(strength: str, meeting: str) -> None:
    board = parse_board((folder("tracks") / "rally" / "goat_path.txt").read_text(encoding="utf-8"))
    seats = [Seat(mark, mark) for mark in "ABCD"]
    position = GAME.setup(board, seats, {"meeting": meeting}, Seeded(bytes(32)))
    while not GAME.is_over(position):
        orders = {seat: GAME.bot(position, seat, strength, Seeded(bytes(32))) for seat in GAME.awaited(position)}
        position = GAME.resolve(position, orders, Seeded(bytes(32)), ()).position
        assert position.turn < 150
    assert all(car.finished for car in position.cars)
