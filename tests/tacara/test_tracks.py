"""The shipped boards, driven alone by the fewest turns there are: what the rules say of them, and what holds for ours."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.board import PUMP, Board
from gm_tools.games.tacara.cases import parse_setup
from gm_tools.games.tacara.drive import legs
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.shift import NEUTRAL, Shift, reach
from tests import effort
from tests.tacara.scenes import TRACKS, track

State = tuple[int, Shift, int, bool]  # space, shift, lines crossed, has refuelled


def quickest(board: Board, course: str, *, fuel: bool = False) -> list[Order]:
    """Return the fewest orders from the first start space over the finish, cars and chips aside: a search by turns."""
    lines, mask = board.course_lines(course), board.mask(3)
    crossing = [{(index, line.step) for index in line.before} for line in lines]

    @cache
    def straight(at: int, direction: str, count: int, crossed: int) -> tuple[int, int]:
        step = board.step[direction]
        for _ in range(count):
            if crossed < len(lines) and (at, step) in crossing[crossed]:
                crossed += 1
            elif crossed and (at + step, -step) in crossing[crossed - 1]:
                crossed -= 1
            at += step
            if not mask[at]:
                return -1, 0
        return at, crossed

    @cache
    def ways(shift: Shift) -> list[tuple[Shift, Order, tuple[tuple[str, int], ...]]]:
        return [
            (after, Order("drive", gear=steps, axis=axis), legs(after, axis))
            for after, steps in reach(board.table, shift, 2).items()
            for axis in ("HV" if all(after) else ("",))
        ]

    start: State = (board.index(*board.starts[board.courses[course].start].grid[0]), NEUTRAL, 0, False)
    came: dict[State, tuple[State, Order]] = {}
    layer = [start]
    seen = {start}
    while layer:
        following = []
        for state in layer:
            for after, order, way in ways(state[1]):
                at, crossed = state[0], state[2]
                for direction, count in way:
                    at, crossed = straight(at, direction, count, crossed)
                    if at < 0:
                        break
                if at < 0:
                    continue
                reached: list[tuple[State, Order]] = [((at, after, crossed, state[3]), order)]
                if fuel and not state[3] and board.tiles[at] == PUMP:
                    reached.append(((at, NEUTRAL, crossed, True), order._replace(fuel="333")))
                for there, done in reached:
                    if there in seen:
                        continue
                    seen.add(there)
                    came[there] = (state, done)
                    if crossed == len(lines) and there[3] == fuel:
                        return _way_back(came, there)
                    following.append(there)
        layer = following
    raise AssertionError("the finish cannot be reached")


def _way_back(came: dict[State, tuple[State, Order]], state: State) -> list[Order]:
    orders = []
    while state in came:
        state, order = came[state]
        orders.append(order)
    return orders[::-1]


FEWEST = [
    ("lighthouse_bay", "sprint", False, 16),
    ("lighthouse_bay", "short", False, 17),
    ("harbour_ring", "full", True, 29),
    ("harbour_ring", "full", False, 27),
    ("quarry_twist", "full", False, 29),
    ("quarry_twist", "full", True, 31),
    ("lighthouse_bay", "full", False, 32),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "course", "fuel", "turns"),
    effort.choose(FEWEST[:1], FEWEST),
)
def test_the_fewest_turns_alone_are_driven_as_found(name: str, course: str, fuel: bool, turns: int) -> None:
    board = track(name)
    orders = quickest(board, course, fuel=fuel)
    assert len(orders) == turns
    row, column = board.starts[board.courses[course].start].grid[0]
    position = parse_setup(f"A@{row},{column}", board, {"course": course})
    draws = Seeded(bytes(32))
    kinds = []
    for order in orders:
        assert not position.over
        assert GAME.check(position, "A", order) == ()
        events, position = GAME.resolve(position, {"A": order}, draws, ())
        kinds += [event.kind for event in events]
        if not position.over:
            position = GAME.resolve(position, {}, draws, ()).position
    assert position.over
    assert position.cars[0].place == 1
    assert ("refuelled" in kinds) == fuel
    assert "crashed" not in kinds


@pytest.mark.parametrize("name", TRACKS)
def test_start_places_lie_one_behind_another_but_for_the_stagger(name: str) -> None:
    board = track(name)
    # Lighthouse Bay starts in rows of four, whose ends lie two steps apart; the boards of the rules in pairs.
    width, stagger = (4, 2) if name == "lighthouse_bay" else (2, 1)
    for course in board.courses.values():
        start = board.starts[course.start]
        for cars in (3, 5, 7):
            steps = [board.distances(course.lines[0], cars)[board.index(*place)] for place in start.grid]
            assert all(behind >= ahead - stagger for ahead, behind in pairwise(steps))
            assert all(behind > ahead for ahead, behind in zip(steps, steps[width:], strict=False))
        assert start.heading


@pytest.mark.parametrize("name", TRACKS)
def test_every_board_has_pits_with_pumps_that_all_can_reach(name: str) -> None:
    board = track(name)
    pumps = [index for index, glyph in enumerate(board.tiles) if glyph == PUMP]
    assert len(pumps) >= 4
    for course in board.courses.values():
        assert all(pump in board.distances(course.lines[-1], 3) for pump in pumps)
