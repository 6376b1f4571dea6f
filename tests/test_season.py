"""Seasons: points for places, summed over tables of any game, ties settled as the help says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from gm_tools.reports.season import TableResult, season
from tests.cli.conftest import Gm, gm

__all__ = ["gm"]


def test_points_of_all_seats_of_a_player_count() -> None:
    lines = season([TableResult("one", (("Ann", 1), ("Bob", 2), ("ann", 3), ("Cid", None)))])
    assert [(line.place, line.player, line.total) for line in lines] == [(1, "Ann", 14), (2, "Bob", 6), (3, "Cid", 0)]


def test_a_tie_goes_to_more_wins_then_more_second_places_else_it_is_shared() -> None:
    first = TableResult("one", (("Ann", 1), ("Bob", 2), ("Cid", 3), ("Dot", 4)))
    second = TableResult("two", (("Bob", 3), ("Ann", None), ("Cid", 2), ("Dot", 1)))
    lines = season([first, second])
    assert [(line.place, line.player, line.total) for line in lines] == [
        (1, "Dot", 13),
        (2, "Ann", 10),
        (3, "Bob", 10),
        (3, "Cid", 10),
    ]


def test_shared_places_get_the_points_of_the_place_each_and_places_beyond_the_scheme_none() -> None:
    lines = season([TableResult("one", (("Ann", 1), ("Bob", 1), ("Cid", 3)))], (5, 3))
    assert [(line.place, line.player, line.total) for line in lines] == [(1, "Ann", 5), (1, "Bob", 5), (3, "Cid", 0)]


def test_a_player_has_no_points_at_a_table_that_he_did_not_play() -> None:
    lines = season([TableResult("one", (("Ann", 1),)), TableResult("two", (("Bob", 1),))])
    assert [line.points for line in lines] == [(10, None), (None, 10)]


@pytest.mark.parametrize(("command", "told"), [("season", "standings"), ("players", "players")])
def test_a_table_that_is_named_twice_counts_once(
    gm: Gm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, told: str
) -> None:
    monkeypatch.setattr("gm_tools.games.NAMES", ("rally",))
    shutil.copytree(folder("tracks").parent / "turns" / "papers", tmp_path / "turns" / "papers")
    once = json.loads(gm(command, "papers", "--json").out)
    assert once[told]
    assert json.loads(gm(command, "turns/papers", "papers", "turns/../turns/papers", "--json").out) == once
