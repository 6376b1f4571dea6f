"""What must hold in every race, whatever is ordered; and what a race looks like from setup to the flag."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded, fork
from gm_tools.core.game import Seat
from gm_tools.core.problems import InputError
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import HEADINGS, OFF, Board
from gm_tools.games.nascar.driving_rules import Rules
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position
from tests import effort
from tests.effort import search

KINDS = {
    "slipstreamed", "moved", "oil_slid", "sandbag_hit", "alley_cleared", "bank_turned", "off_track", "pit_entered",
    "pit_repaired", "pit_violation", "pit_left", "lap_completed", "finished", "crashed", "alley_laid", "order_missed",
}  # fmt: skip

# Something of everything: banks, sand, oil, pits, a short lap.
TRACK = """\
+++
game = "nascar"
name = "Scrapyard"
laps = 2
finish_heading = "E"
start_speed = 3
bank_turn = "left"
sand_density = 0.5
+++
  bbb**********bbb
 bbb***.S.s***obbbb
bbb*************bbb
bb***        ***bbb
****          *****
***            ****
***            ****
****    ###P###****
*****  **      ****
bbb**x*x*=********
 bbb**x*x=***ooo*
  bb*x*x*=*****
"""
SEATS = tuple(
    Seat(mark, mark.lower(), (), special)
    for mark, special in zip("ACDEFG", ("turbo", "swaybars", "performance", "", "", ""), strict=True)
)


def board() -> Board:
    return GAME.parse_board(TRACK)


def random_race(seed: int, turns: int, edition: str = "x") -> list[tuple[Position, Position, tuple[str, ...]]]:
    random = Random(seed)
    secret = seed.to_bytes(32, "big")
    position = GAME.setup(board(), SEATS, {"edition": edition}, Seeded(secret))
    steps = []
    for _ in range(turns):
        if GAME.is_over(position):
            break
        orders = {
            seat: random.choice(list(islice(GAME.legal_orders(position, seat), random.choice((1, 30, 300)))))
            for seat in GAME.awaited(position)
        }
        events, after = GAME.resolve(position, orders, Seeded(secret), ())
        steps.append((position, after, tuple(event.kind for event in events)))
        position = after
    return steps


@search(daily=2, long=400)
@given(st.integers(0, 2**64), st.sampled_from(["x", "xii", "ix", "vi", "v", "iii"]))
def test_every_race_keeps_its_invariants(seed: int, edition: str) -> None:
    for before, after, kinds in random_race(seed, 25, edition):
        assert set(kinds) <= KINDS
        assert kinds.count("moved") == sum(car.runs for car in before.cars)
        assert after.turn == before.turn + 1
        for car in after.cars:
            assert after.tiles[car.at] != OFF
            assert 0 <= car.speed <= car.max_speed
            assert car.max_speed >= 6
            assert car.wild_cards >= 0
            assert (car.pit is not None) == (car.runs and bool(after.board.flags[car.at] & 1))
        for glyph, now, drawn in zip(before.tiles, after.tiles, after.board.tiles, strict=True):
            assert (now == OFF) == (drawn == OFF)
            assert glyph != "o" or now == "o"
            if now not in (glyph, "o"):
                assert drawn in ".Ss"
        places = sorted(car.finished for car in after.cars if car.finished)
        assert all(place == 1 + sum(better < place for better in places) for place in places)


@effort.search(daily=3, long=500)
@given(st.integers(0, 2**64))
def test_a_car_driving_alone_ends_in_one_of_the_branches_its_dry_run_shows(seed: int) -> None:
    random = Random(seed)
    for before, _, _ in random_race(seed, 6):
        car = random.choice([car for car in before.cars if car.runs])
        alone = before._replace(cars=(car,))
        order = random.choice(list(islice(GAME.legal_orders(alone, car.seat), 200)))
        branches = list(fork(lambda draws, p=alone, o=order, s=car.seat: GAME.trial(p, s, o, draws)))  # type: ignore[misc]
        _, after = GAME.resolve(alone, {car.seat: order}, Seeded(bytes(32)), ())
        ends = [branch.outcome.after._replace(finished=0) for branch in branches]
        assert after.cars[0]._replace(finished=0) in ends


def test_marks_that_are_tiles_are_refused_with_the_free_letters() -> None:
    (problem,) = GAME.check_seats(board(), (Seat("P", "Pat"), Seat("A", "Al")), {})
    assert "P is a tile of the map" in problem.message
    assert "B C D" in problem.message
    assert "A" not in problem.message.split("unused: ")[1]


@pytest.mark.parametrize("mark", ["", "AB", "1", "é", "%", " "])
def test_a_mark_is_one_letter(mark: str) -> None:
    assert GAME.check_seats(board(), (Seat(mark, "X"),), {})


def test_a_special_that_the_race_does_not_have_is_refused() -> None:
    assert GAME.check_seats(board(), (Seat("A", "Al", (), "rocket"),), {})
    assert GAME.check_seats(board(), (Seat("A", "Al", (), "turbo"),), {"specials": ["swaybars"]})
    assert not GAME.check_seats(board(), (Seat("A", "Al", (), "turbo"),), {})


def test_the_grid_may_be_drawn() -> None:
    grids = {
        tuple(car.seat for car in GAME.setup(board(), SEATS, {"grid": "draw"}, Seeded(bytes([n]) * 32)).cars)
        for n in range(9)
    }
    assert len(grids) > 5


def test_missed_turns_are_counted_and_three_in_a_row_suggest_retiring() -> None:
    position = GAME.setup(board(), SEATS, {}, Seeded(bytes(32)))
    for _ in range(3):
        orders = {seat: GAME.default_order(position, seat, "brake") for seat in GAME.awaited(position)}
        position = GAME.resolve(position, {s: o for s, o in orders.items() if o}, Seeded(bytes(32)), ("A",)).position
    assert "consider retiring" in GAME.awaited(position)["A"].text
    assert "consider retiring" not in GAME.awaited(position)["C"].text
    assert position.cars[0].missed_in_all == 3


def test_each_policy_gives_its_default_order() -> None:
    position = GAME.setup(board(), SEATS, {}, Seeded(bytes(32)))
    assert GAME.default_order(position, "A", "straight") == Order("MMM")
    assert GAME.default_order(position, "A", "brake") == Order("BMM")
    assert GAME.default_order(position, "A", "wait") is None
    standing = position._replace(cars=(position.cars[0]._replace(speed=0),))
    assert GAME.default_order(standing, position.cars[0].seat, "brake") == Order("")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("cars.A.speed", 13, "at most max_speed"),
        ("cars.A.speed", "fast", "a whole number"),
        ("cars.A.max_speed", 5, "6 or more"),
        ("cars.A.heading", "X", "N, NE, E, SE, S, SW, W, NW"),
        ("cars.A.at", [0, 0], "on the track"),
        ("cars.A.at", [99, 0], "on the track"),
        ("cars.A.special", "rocket", "turbo"),
        ("cars.A.finished", True, "the place"),
        ("cars.A.pit", {"violated": False}, "not in the pits"),
        ("cars.A.colour", "red", "unknown key"),
        ("map", "*\n", "12 lines"),
        ("settings.laps", 0, "from 1"),
        ("turn", None, "missing"),
    ],
)
def test_a_bad_value_in_a_position_is_named(key: str, value: object, said: str) -> None:
    position = GAME.setup(board(), SEATS, {}, Seeded(bytes(32)))
    plain = GAME.dump_position(position)
    *path, last = key.split(".")
    table = plain
    for part in path:
        table = table[part]
    if value is None:
        del table[last]
    else:
        table[last] = value
    with pytest.raises(InputError, match=said) as caught:
        GAME.load_position(plain, position.board)
    assert caught.value.key.startswith(key)


def test_the_rules_of_a_move_are_asked_only_where_something_can_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    move = Rules.move

    def note(self: Rules, *words: Any, **named: Any) -> Any:
        asked.append(words[4])  # the number of the move
        return move(self, *words, **named)

    monkeypatch.setattr(Rules, "move", note)
    road = '+++\ngame = "nascar"\nname = "Road"\nlaps = 9\nfinish_heading = "E"\nstart_heading = "E"\nstart_speed = 6\n+++\n'
    for heading, numbers, laps in (("E", [4], 1), ("W", [3, 4], -1)):  # onto the line; back over it
        position = GAME.setup(GAME.parse_board(road + "**x*" + "**=*" + "***\n"), SEATS[:1], {}, Seeded(bytes(32)))
        (car,) = position.cars
        at = car.at if heading == "E" else car.at + 7
        position = position._replace(cars=(car._replace(at=at, heading=HEADINGS.index(heading), laps=0),))
        asked.clear()
        done = GAME.resolve(position, {"A": Order("M" * 6)}, Seeded(bytes(32)), ()).position
        assert (asked, done.cars[0].laps) == (numbers, laps)
