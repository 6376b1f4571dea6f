"""Intervals, quartiles and the test of chance, against textbook values and brute force."""

from __future__ import annotations

import math
from collections import Counter
from statistics import fmean, quantiles, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.simulate import intervals
from gm_tools.simulate.intervals import chi_square, chi_square_tail, share, spread, z_for


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_a_wilson_interval_holds_the_share_and_solves_its_equation(numbers: tuple[int, int]) -> None:
    hits, of = numbers
    found = share(hits, of)
    assert 0 <= found.low <= found.share <= found.high <= 1
    for edge in (found.low, found.high):
        if 0 < edge < 1:  # the edges are the shares from which the one seen is just z standard errors away
            assert abs(found.share - edge) == pytest.approx(intervals.Z * math.sqrt(edge * (1 - edge) / of), abs=1e-9)


def test_the_interval_for_no_games_is_everything() -> None:
    assert share(0, 0) == (0, 0, 0.0, 0.0, 1.0)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=60))
def test_a_spread_is_that_of_the_values_themselves(values: list[int]) -> None:
    found = spread(Counter(values))
    assert found.mean == pytest.approx(fmean(values))
    assert found.quartiles == pytest.approx(tuple(quantiles(values, n=4, method="inclusive")))
    assert (found.least, found.most) == (min(values), max(values))
    assert found.low is not None
    low = found.mean - intervals.student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    assert found.low == pytest.approx(max(0, low) if min(values) >= 0 else low, abs=1e-9)


def test_one_game_has_no_interval() -> None:
    found = spread({7: 1})
    assert (found.mean, found.low, found.high, found.quartiles) == (7, None, None, (7, 7, 7))


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [(6.635, 1, 0.01), (9.210, 2, 0.01), (16.919, 9, 0.05), (31.410, 20, 0.05), (72.055, 39, 0.001), (0.0, 5, 1.0)],
)
def test_chi_square_agrees_with_printed_tables(statistic: float, degrees: int, p: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(p, rel=2e-3)


@given(st.floats(0.01, 300), st.integers(1, 60))
def test_the_tail_of_chi_square_falls_with_the_statistic_and_rises_with_the_degrees(value: float, degrees: int) -> None:
    tail = chi_square_tail(value, degrees)
    least = 1e-12  # for rounding
    assert 0 <= chi_square_tail(value + 1, degrees) <= tail + least
    assert tail <= chi_square_tail(value, degrees + 1) + least <= 1 + 2 * least


def test_observed_as_expected_is_pure_chance() -> None:
    assert chi_square([5, 5, 5], [5, 5, 5], 2).p == 1


def test_more_tests_want_wider_intervals() -> None:
    assert z_for(1) == pytest.approx(intervals.Z)
    assert z_for(2) < z_for(20)


@pytest.mark.parametrize(
    ("degrees", "t"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (19, 2.093), (120, 1.980)]
)
def test_few_games_have_wider_intervals(degrees: int, t: float) -> None:
    assert intervals.student(degrees) == pytest.approx(t, rel=0.002)
