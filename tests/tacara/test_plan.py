"""Plans: every end of a slot and its cheapest order, against all legal orders tried one by one; the pace against a plain search."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.blocks import Lines, Picture, picture_lines
from gm_tools.core.draws import Draws, Seeded, fork
from gm_tools.core.languages import speak
from gm_tools.core.plans import Plan
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.bots.evaluate import Outlook
from gm_tools.games.tacara.bots.pace import LOST, TURN, pace_of, turns_of
from gm_tools.games.tacara.bots.search import cost, end_of, ends
from gm_tools.games.tacara.drive import carry_out
from gm_tools.games.tacara.orders import HOLD, Order, format_order
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.shift import reach
from tests import effort
from tests.effort import search
from tests.tacara.driver import anything, drive_home
from tests.tacara.scenes import DASH, LANE, PAINT, RING, board_of, do, scene, seats

seeds = st.integers(0, 2**32 - 1)


def quiet(_done: int, _count: int) -> None:
    pass


def make_plan(position: Position, seat: str, turns: int = 1) -> Plan[Order]:
    assert GAME.plan is not None
    return GAME.plan(position, seat, turns, quiet)


def some_moment(seed: int, drafting: bool) -> tuple[Position, str]:
    """Return a moment of a race in which somebody is awaited; his chips are few enough for a list of all orders."""
    random = Random(seed)
    draws = Seeded(seed.to_bytes(32, "big"))
    position = GAME.setup(board_of(RING), seats("ABC1234890"[: random.randint(3, 10)]), {"drafting": drafting}, draws)
    for _ in range(random.randrange(120)):
        orders = {
            seat: anything(position, seat, random) if random.random() < 0.3 else drive_home(position, seat)
            for seat in GAME.awaited(position)
        }
        after = GAME.resolve(position, orders, draws, ()).position
        if after.over:
            break
        position = after
    while not GAME.awaited(position):
        position = GAME.resolve(position, {}, draws, ()).position
    seat = next(iter(GAME.awaited(position)))
    car = position.car(seat)
    few = random.choice([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1)])
    if car.bonus:
        few = (few[0], 0, 0)
    spent = [mine - kept for mine, kept in zip(car.hand, few, strict=True)]
    pool = tuple(max(0, there + more) for there, more in zip(position.pool, spent, strict=True))
    changed = position.with_car(car._replace(chips=few, under=0))
    return changed._replace(pool=pool), seat  # type: ignore[arg-type]


def outcome(position: Position, seat: str, order: Order) -> Any:
    """Return what an order leaves of its car, by the rules themselves; HOLD leaves all as it is."""
    if order == HOLD:
        return HOLD
    branches = list(fork(lambda draws: after(position, seat, order, draws)))
    assert [branch.probability for branch in branches] == [1]
    return branches[0].outcome


def after(position: Position, seat: str, order: Order, draws: Draws) -> Any:
    car = GAME.trial(position, seat, order, draws).after.car(seat)
    return (end_of(car), car.under, car.taken)


@search(daily=3, long=500)
@given(seeds, st.booleans())
def test_a_plan_lists_the_cheapest_order_for_everything_that_any_legal_order_comes_to(
    seed: int, drafting: bool
) -> None:
    position, seat = some_moment(seed, drafting)
    cheapest: dict[Any, tuple[int, int, int]] = {}
    for order in GAME.legal_orders(position, seat):
        end = outcome(position, seat, order)
        cheapest[end] = min(cost(order), cheapest.get(end, (99, 0, 0)))
    plan = make_plan(position, seat)
    assert plan.complete
    listed = {outcome(position, seat, choice.order): choice.order for choice in plan.choices}
    assert len(listed) == len(plan.choices)
    assert {end: cost(order) for end, order in listed.items()} == cheapest
    for choice in plan.choices:
        assert GAME.check(position, seat, choice.order) == ()
        assert len(choice.cells) == len(plan.columns)


@effort.search(daily=5, long=500)
@given(seeds, st.booleans())
def test_cells_and_data_say_what_the_order_really_does(seed: int, drafting: bool) -> None:
    position, seat = some_moment(seed, drafting)
    for choice in islice(make_plan(position, seat).choices, 0, None, 7):
        car = GAME.trial(position, seat, choice.order, Seeded(bytes(32))).after.car(seat)
        assert choice.data["space"] == list(position.board.place(car.at))
        assert choice.data["crashed"] == car.flipped
        assert choice.data["lines"] == car.crossed
        assert ("C28" in choice.cells[-1]) == car.flipped
    worths = [choice.worth for choice in make_plan(position, seat).choices]
    assert worths == sorted(worths, reverse=True)


def test_more_chips_than_a_list_could_hold_are_planned_too() -> None:
    position = scene("R@2,9/E3N1/112233 B@2,19")
    plan = make_plan(position, "R")
    assert any(len(choice.order.turbos) == 6 for choice in plan.choices)
    assert 1_000 < len(plan.choices) < 50_000


# The pace


def plain_turns(position: Position, most: int) -> dict[tuple[int, tuple[int, int], int], int]:
    """Return the fewest turns to the finish by a plain search over single drives, for all states within so many turns."""
    alone = position._replace(cars=position.cars[:1])
    table, mask = position.settings.shift_table, position.board.mask(position.starters)
    shifts = [(e, n) for e in range(-table.x, table.x + 1) for n in range(-table.y, table.y + 1) if table.holds(e, n)]
    states = [
        (at, shift, crossed)
        for at in range(len(mask))
        if mask[at]
        for shift in shifts
        for crossed in range(len(position.lines))
    ]
    follow: dict[tuple[int, tuple[int, int], int], list[tuple[int, tuple[int, int], int]]] = {}
    for at, shift, crossed in states:
        car = position.cars[0]._replace(at=at, shift=shift, crossed=crossed, chips=(0, 0, 0))
        here = alone.with_car(car)
        drives = [
            carry_out(here, car.mark, Order("drive", gear=steps, axis=axis))
            for steps in reach(table, shift, 2).values()
            for axis in "HV"
        ]
        follow[at, shift, crossed] = [
            (drive.car.at, drive.car.shift, drive.car.crossed) for drive in drives if drive.crash < 0
        ]
    found: dict[tuple[int, tuple[int, int], int], int] = {}
    for turn in range(1, most + 1):
        new = {
            state
            for state in states
            if state not in found
            and any(end[2] == len(position.lines) or found.get(end, turn) < turn for end in follow[state])
        }
        found |= dict.fromkeys(new, turn)
    return found


SMALL = """\
+++
shift_table = { x = 2, y = 2 }
[line.half]
dir = "E"
at = 4
span = [1, 2]
[line.home]
dir = "W"
at = 4
span = [4, 5]
inside = "N"
[course.round]
lines = ["half", "home"]
+++
############
#..........#
#..........#
#.#######..#
#..........#
#..........#
############
"""


def test_the_pace_is_what_a_plain_search_finds() -> None:
    position = scene("R@1,1 B@2,1", SMALL)
    pace = pace_of(position)
    found = plain_turns(position, 40)
    mask = position.board.mask(position.starters)
    for at in range(len(mask)):
        for e in range(-2, 3):
            for n in range(-2, 3):
                for crossed in range(2):
                    score = pace._table(crossed, (e, n))[at] if mask[at] else LOST
                    turns = None if score == LOST else turns_of(score)
                    assert found.get((at, (e, n), crossed)) == turns, (position.board.place(at), (e, n), crossed)


def test_ties_are_broken_by_the_distance_past_the_finish() -> None:
    pace = pace_of(scene("R@2,1 B@3,1", DASH))
    at = board_of(DASH).index
    # From row 2 column 10 at E2 a car can be 1 to 3 past the line [column 11] with two steps more: E4 ends on row 2 column 14.
    assert pace.score(at(2, 10), (2, 0), 1) == TURN - 3
    assert pace.score(at(2, 11), (6, 0), 1) == TURN - 6


def test_a_car_that_is_bound_to_crash_pays_for_it() -> None:
    position = scene("R@2,19/E6/-/p1 B@3,1", DASH.replace("at = 11", "at = 21"))
    pace = pace_of(position)
    at = position.cars[0].at
    assert pace.is_bound_to_crash(at, (6, 0), 1)
    assert pace.score(at, (6, 0), 1) == pace.score(at, (0, 0), 1) + 4 * TURN


@effort.search(daily=4, long=100)
@given(seeds, st.integers(2, 4))
def test_on_an_empty_track_looking_ahead_comes_to_the_pace(seed: int, turns: int) -> None:
    position, seat = some_moment(seed, drafting=False)
    alone = position._replace(cars=(position.car(seat),), left=(seat,))
    outlook = Outlook(alone, seat, turns)
    for end in islice(ends(alone, alone.cars[0]), 0, None, 5):
        score, orders = outlook.look_ahead(end)
        bound = not end.flipped and outlook.pace.is_bound_to_crash(end.at, end.shift, end.crossed)
        if not bound and outlook.road(end) < LOST // 2 and not outlook.is_home(end):
            assert score == outlook.score(end)
            assert end.flipped or len(orders) <= turns - 1


def test_cars_in_the_way_are_seen_when_looking_ahead() -> None:
    setup = "R@2,1/E2/-/p1 X@1,8 Y@2,8 Z@3,8 U@4,8"
    position = scene(setup, DASH)
    now, later = (make_plan(position, "R", turns).choices for turns in (1, 3))
    # Four cars bar the whole track: at once the fastest shift looks best, three turns on it is known to crash.
    assert format_order(now[0].order) == "GEE"
    assert later[0].order != now[0].order
    assert len(later[0].data["then"]) == 2


# The cells and the picture


def test_an_offer_can_be_declined() -> None:
    position = do(scene("R@2,9/E2 G@3,19 B@2,8/E2", drafting=True), "R", "G0").position
    plan = make_plan(position, "B")
    assert HOLD in [choice.order for choice in plan.choices]
    assert all(choice.order.is_answer for choice in plan.choices)


def test_a_plan_says_crash_fuel_finish_and_chips_taken() -> None:
    position = scene("R@2,10/E2/3/p1 B@2,13 C@3,3", DASH)
    notes = {format_order(choice.order): choice.cells[-1] for choice in make_plan(position, "R").choices}
    past = "crosses goal [C48], over the finish, 1 space past it [C50]"
    assert notes["G0"] == past
    assert notes["GE"] == f"{past}, crashes into car B at row 2 column 13: out for 2 slots [C26, C28]"
    assert notes["T2"] == "takes a 2, which can be played from the next slot on [C38, C40]"
    notes = {
        format_order(choice.order): choice.cells[-1]
        for choice in make_plan(scene("R@1,8/E1 B@3,1", PAINT), "R").choices
    }
    assert notes["G0 R333"] == "refuels 333 [C45]"


def test_reach_draws_every_space_that_an_end_is_on() -> None:
    position = scene("R@2,9/E3N1/12 B@2,12 C@4,3", LANE)
    assert GAME.reach_blocks is not None
    picture, said = GAME.reach_blocks(position, "R")
    assert isinstance(picture, Picture)
    assert isinstance(said, Lines)
    reached = {end.at for end in ends(position, position.car("R")) if not end.flipped}
    drawn = "".join(row[5:] for row in picture_lines(picture)[2:])
    assert sum(map(drawn.count, "o12")) == len(reached - {position.car("R").at})
    assert dict(picture.legend)["o"] == "ends here without turbo chips"


def test_the_best_choice_wins_by_as_much_as_can_be() -> None:
    best = make_plan(scene("R@2,10/E2/123/p1 B@3,3", DASH), "R").choices[0]
    # Four spaces by the shift, six by the chips.
    assert best.data["finished"]
    assert best.data["space"] == [2, 20]
    assert best.cells[3:6] == ("2/2", "-", "best")


def test_a_german_plan_says_what_an_order_is_worth_as_one_would_say_it() -> None:
    speak("de")
    try:
        plan = make_plan(scene("R@2,9/E3N1/12 B@2,12 C@4,3", LANE), "R")
    finally:
        speak("")
    assert [plan.columns[5].title, plan.choices[0].cells[5]] == ["Im Vergleich", "am besten"]
