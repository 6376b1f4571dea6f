"""Luck: what was drawn is counted against what could have been drawn, exactly, and nothing hidden is counted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gm_tools.core.blocks import Grid
from gm_tools.core.draws import fork
from gm_tools.reports.luck import WeighedDraw, count_luck, luck_report, weigh_turn
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import ChanceSource, open_table, read_turn
from tests.begin import begin_table
from tests.table import ferry
from tests.table.crossing import play

TOP = Path(__file__).resolve().parents[1]
HALF = (("heads", Fraction(1, 2)), ("tails", Fraction(1, 2)))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    ferry.register(monkeypatch)
    path = tmp_path / "crossing"
    begin_table(path, "ferry", ferry.RIVER, ferry.SEATS, track="river", chance=ChanceSource(root=bytes(32)))
    play(path, 4, "r3")
    return path


def test_chances_are_exact_against_every_way_of_falling() -> None:
    """Six draws of a quarter and a half: all 64 ways walked."""
    odds = [Fraction(1, 4), Fraction(1, 2)] * 3
    ways = [(("a", chance), ("b", 1 - chance)) for chance in odds]
    drawn = [WeighedDraw("dice", "A", "a" if at < 5 else "b", way) for at, way in enumerate(ways)]
    row = next(row for row in count_luck(drawn) if (row.seat, row.outcome) == ("A", "a"))
    weights = [(1, chance.denominator - 1) for chance in odds]
    branches = fork(lambda draws: sum(draws.pick("x", str(at), (1, 0), two) for at, two in enumerate(weights)))
    far = sum(branch.probability for branch in branches if abs(branch.outcome - sum(odds)) >= abs(5 - sum(odds)))
    assert (row.drawn, row.draws, row.expected) == (5, 6, 2.25)
    assert row.chance == pytest.approx(float(far), abs=1e-4)


def test_what_everybody_drew_is_the_sum_of_the_seats() -> None:
    drawn = [WeighedDraw("coin", seat, "heads", HALF) for seat in "AAB"]
    rows = {(row.seat, row.outcome): row for row in count_luck(drawn)}
    assert rows["", "heads"].drawn == rows["A", "heads"].drawn + rows["B", "heads"].drawn == 3
    assert rows["", "heads"].chance == 0.25
    assert rows["", "tails"].expected == 1.5


def test_a_table_counts_its_draws_and_nothing_hidden(table: Path) -> None:
    opened = open_table(table)
    rows = luck_report(opened).data["luck"]
    assert {row["kind"] for row in rows} == {"tide", "eddy"}  # not the deals
    tides = [row for row in rows if row["kind"] == "tide"]
    assert [(row["seat"], row["draws"]) for row in tides] == [("", 4), ("", 4)]
    assert sum(row["drawn"] for row in tides) == 4
    assert [row["expected"] for row in sorted(tides, key=lambda row: row["outcome"])] == [3.0, 1.0]


def test_the_report_of_a_turn_has_its_luck(table: Path) -> None:
    opened = open_table(table)
    data = turn_post(opened, 2, "public").data["luck"]()
    assert sum(row["drawn"] for row in data if row["kind"] == "tide" and not row["seat"]) == 1
    assert len(weigh_turn(opened, read_turn(opened, 2))) >= 1


@pytest.mark.parametrize("name", ["sandstorm", "willow"])
def test_luck_is_told_in_words_of_the_language_not_as_draws_are_typed(name: str) -> None:
    """Each kind of draw and each outcome has words of its own; programs are told as ever."""
    table = open_table(TOP / "turns" / name)
    report, words = luck_report(table), table.game.draw_words
    rows = report.data["luck"]
    asked = {row["kind"] for row in rows} | {f"{row['kind']} {row['outcome']}" for row in rows}
    assert not asked - set(words)
    grids = [block for block in report.blocks if isinstance(block, Grid)]
    assert {grid.title for grid in grids} == {words[row["kind"]] for row in rows}
    assert {cells[1] for grid in grids for cells in grid.rows} == {words[f"{r['kind']} {r['outcome']}"] for r in rows}
