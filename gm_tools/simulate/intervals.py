"""Figures with what can be said for sure of them.

These are shares and means with their 95% intervals, quartiles, and a test of chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import NormalDist, quantiles

from gm_tools.core.tuples import NamedTuple

Z = 1.959963984540054  # of the normal distribution, two-sided 95%


class Share(NamedTuple):
    """A share with its 95% interval; `hits` may be a fraction where a win is shared."""

    hits: float
    of: int
    share: float
    low: float
    high: float


class Spread(NamedTuple):
    """A figure over many games.

    `low` to `high` is the 95% interval of the mean (None with fewer than two games).
    """

    mean: float
    low: float | None
    high: float | None
    least: int
    quartiles: tuple[float, float, float]
    most: int


class Chance(NamedTuple):
    """A chi-square test: the statistic, its degrees of freedom, and how often pure chance gives as much or more."""

    statistic: float
    degrees: int
    p: float


def share(hits: float, of: int, z: float = Z) -> Share:
    """Return a share with its Wilson interval, which stays within 0 and 1 and holds for few games too.

    >>> tuple(round(value, 3) for value in share(10, 40))
    (10, 40, 0.25, 0.142, 0.402)
    """
    if not of:
        return Share(hits, 0, 0.0, 0.0, 1.0)
    part, square = hits / of, z * z
    middle = (part + square / (2 * of)) / (1 + square / of)
    half = z / (1 + square / of) * math.sqrt(part * (1 - part) / of + square / (4 * of * of))
    low, high = (0.0 if not hits else middle - half), (1.0 if hits == of else middle + half)
    return Share(hits, of, part, low, high)


def spread(histogram: Mapping[int, int]) -> Spread:
    """Return the spread of a figure from how many games have which value; at least one game.

    >>> spread({3: 1, 4: 2, 9: 1}).quartiles
    (3.75, 4.0, 5.25)
    """
    values = sorted(Counter(histogram).elements())
    games = len(values)
    mean = sum(values) / games
    low = high = None
    if games > 1:
        squares = math.fsum((value - mean) ** 2 * count for value, count in sorted(histogram.items()))
        half = student(games - 1) * math.sqrt(squares / (games - 1) / games)
        low, high = mean - half, mean + half
        if values[0] >= 0:  # a count
            low = max(0.0, low)
    one, two, three = quantiles(values, n=4, method="inclusive") if games > 1 else map(float, values * 3)
    return Spread(mean, low, high, values[0], (one, two, three), values[-1])


def chi_square(observed: Sequence[float], expected: Sequence[float], degrees: int) -> Chance:
    """Return Pearson's test of observed against expected numbers.

    >>> round(chi_square([10, 20, 30], [20, 20, 20], 2).p, 5)
    0.00674
    """
    statistic = math.fsum((seen - due) ** 2 / due for seen, due in zip(observed, expected, strict=True))
    return Chance(statistic, degrees, chi_square_tail(statistic, degrees))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return how likely a chi-square variable is to be as large: the finite sums for even and odd degrees of freedom.

    >>> [round(chi_square_tail(x, k), 3) for x, k in ((3.841, 1), (5.991, 2), (14.067, 7))]
    [0.05, 0.05, 0.05]
    """
    if degrees <= 0 or statistic <= 0:
        return 1.0
    half = statistic / 2
    logs = [
        power * math.log(half) - math.lgamma(power + 1) - half
        for power in (number + 0.5 * (degrees % 2) for number in range(degrees // 2))
    ]
    tail = math.fsum(map(math.exp, logs))
    return min(1.0, tail + (math.erfc(math.sqrt(half)) if degrees % 2 else 0.0))


def student(degrees: int) -> float:
    """Return the t of a two-sided 95% interval for so many degrees of freedom.

    Worked out by Fisher and Cornish's series, right to 0.2%.

    >>> [round(student(degrees), 2) for degrees in (1, 2, 3, 5, 30, 1000)]
    [12.71, 4.3, 3.18, 2.57, 2.04, 1.96]
    """
    if degrees == 1:
        return math.tan(0.475 * math.pi)
    if degrees == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    series = (
        Z,
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return math.fsum(term / degrees**power for power, term in enumerate(series))


def z_for(tests: int) -> float:
    """Return the z of intervals so wide that all of so many hold at once with 95% (Bonferroni).

    >>> round(z_for(1), 3), round(z_for(8), 3)
    (1.96, 2.734)
    """
    return NormalDist().inv_cdf(1 - 0.025 / tests)
