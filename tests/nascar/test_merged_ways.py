"""A trial follows ways of chance that have come to the same together: the table is exact, and no longer than it has rows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.blocks import Grid
from gm_tools.core.draws import fork, fork_merged
from gm_tools.games.nascar.trial import on_the_way
from gm_tools.reports.base import Scene
from gm_tools.reports.trial import trial_report
from tests.page.conftest import until


def ends(ways: Any) -> Counter[tuple[Any, ...]]:
    """Return how likely each end is that a trial tells apart."""
    found: Counter[tuple[Any, ...]] = Counter()
    for way in ways:
        found[way.outcome.after, on_the_way(way.outcome.events)] += way.probability
    return found


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        ("M", "(9M)"),  # nine tiles of unknown sand: 512 ways, 9 ends
        ("M", "AMMMLMMMRMMB"),  # sand, then the oil that a crash left
        ("M", "B(8M)"),
        ("D", "A(2M)RM(R+1)"),  # off the track
        ("K", "L(L+1)(4M)"),
        ("A", "(7M)"),
    ],
)
def test_ways_that_come_to_the_same_are_as_likely_as_all_of_them(tmp_path: Path, seat: str, text: str) -> None:
    table = until("sandstorm", 9, tmp_path / "table")
    view = table.game.view(table.position, seat)
    order = table.game.parse_order(text)
    every = list(fork(lambda draws: table.game.trial(view, seat, order, draws)))
    merged = list(fork_merged(lambda draws: table.game.trial(view, seat, order, draws)))
    assert ends(merged) == ends(every)
    assert sum(way.probability for way in merged) == 1
    assert len(merged) <= len(every)


def test_five_hundred_ways_are_no_limit_for_a_field_of_sand(tmp_path: Path) -> None:
    table = until("sandstorm", 9, tmp_path / "table")
    scene = Scene(table.name, table.game, table.seats, "M")
    report = trial_report(scene, table.position, "M", "(9M)", turn=10)
    assert Fraction(report.data["covered"]) == 1
    assert report.data["branches"] < 30
    (outcomes,) = (block for block in report.blocks if isinstance(block, Grid) and "Outcomes" in block.title)
    assert outcomes.title == f"Outcomes ({len(outcomes.rows)} in all)"
    assert outcomes.rows[-1][0] == "<0.1%"  # nine sacks in a row: rare, and not "0.0%"
    shares = [float(row[0].strip("<%")) for row in outcomes.rows[:-1]]
    assert sum(shares) == pytest.approx(100, abs=0.3)
