"""The shift table: C16, C17, C27, C28, C30."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.games.tacara.shift import (
    NEUTRAL,
    Shift,
    ShiftTable,
    follow,
    format_shift,
    load_table,
    lost_slots,
    parse_shift,
    reach,
    step_back,
    steps_to,
)

tables = st.builds(ShiftTable, st.integers(1, 7), st.integers(1, 7), st.sampled_from(["square", "diamond"]))


@st.composite
def table_and_shifts(draw: st.DrawFn) -> tuple[ShiftTable, Shift, Shift]:
    table = draw(tables)
    on_table = [(e, n) for e in range(-table.x, table.x + 1) for n in range(-table.y, table.y + 1) if table.holds(e, n)]
    return table, draw(st.sampled_from(on_table)), draw(st.sampled_from(on_table))


@given(st.tuples(st.integers(-20, 20), st.integers(-20, 20)))
def test_a_shift_prints_and_reads_back(shift: Shift) -> None:
    assert parse_shift(format_shift(shift)) == shift


@pytest.mark.parametrize(
    ("text", "shift"),
    [("0", (0, 0)), ("E4N2", (4, 2)), ("N2E4", (4, 2)), ("w1", (-1, 0)), ("S3", (0, -3)), ("S1W2", (-2, -1))],
)
def test_shifts_are_written_in_either_order(text: str, shift: Shift) -> None:
    assert parse_shift(text) == shift


@pytest.mark.parametrize("text", ["", "E", "E0", "E1E2", "E1W1", "X2", "4", "E-1", "00"])
def test_text_that_is_not_a_shift_is_refused(text: str) -> None:
    assert parse_shift(text) is None


def test_the_square_has_corners_and_the_diamond_has_none() -> None:
    assert ShiftTable().holds(6, 6)
    assert not ShiftTable().holds(7, 0)
    diamond = ShiftTable(6, 3, "diamond")
    assert diamond.holds(6, 0)
    assert diamond.holds(-4, 1)
    assert diamond.holds(2, -2)
    assert not diamond.holds(5, 1)


@given(table_and_shifts())
def test_the_canonical_steps_stay_on_the_table_and_are_the_fewest(drawn: tuple[ShiftTable, Shift, Shift]) -> None:
    table, start, end = drawn
    steps = steps_to(table, start, end)
    way = list(follow(start, steps))
    assert len(steps) == abs(end[0] - start[0]) + abs(end[1] - start[1])
    assert all(table.holds(*shift) for shift in way)
    assert (way[-1] if way else start) == end


@given(table_and_shifts(), st.integers(0, 3))
def test_what_is_in_reach_is_what_so_many_single_steps_reach(drawn: tuple[ShiftTable, Shift, Shift], most: int) -> None:
    table, start, _ = drawn
    found = {start}
    for _step in range(most):
        found |= {
            (e + east, n + north)
            for e, n in found
            for east, north in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if table.holds(e + east, n + north)
        }
    reached = reach(table, start, most)
    assert set(reached) == found
    assert all(len(steps) <= most for steps in reached.values())


def test_thirteen_shifts_lie_within_two_steps() -> None:
    assert len(reach(ShiftTable(), NEUTRAL, 2)) == 13


@given(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_a_crash_costs_as_many_slots_as_it_takes_to_come_back_by_two_steps_each(shift: Shift) -> None:
    slots, here = 0, shift
    while True:
        slots += 1
        here = step_back(step_back(here))
        if here == NEUTRAL:
            break
    assert slots == lost_slots(shift)


def test_the_longer_part_comes_back_first_and_the_east_west_part_if_they_are_equal() -> None:
    way = [(3, 2)]
    while way[-1] != NEUTRAL:
        way.append(step_back(way[-1]))
    assert way == [(3, 2), (2, 2), (1, 2), (1, 1), (0, 1), (0, 0)]


def test_a_crash_on_neutral_costs_one_slot() -> None:
    assert lost_slots(NEUTRAL) == 1


@pytest.mark.parametrize(
    ("plain", "key"),
    [({"x": 0}, "x"), ({"y": 21}, "y"), ({"shape": "round"}, "shape"), ({"z": 1}, "z"), ({"x": "6"}, "x")],
)
def test_an_impossible_table_is_refused_by_its_key(plain: dict[str, object], key: str) -> None:
    with pytest.raises(InputError) as caught:
        load_table(plain)
    assert caught.value.key == key
