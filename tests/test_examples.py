"""The example tables: verified from the seed, and the waiting turn of the example race resolves as often as one likes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gm_tools.games import NAMES
from gm_tools.table import open_table, seat_orders
from gm_tools.table.resolve import resolve
from gm_tools.table.verify import verify

TURNS = Path(__file__).parent.parent / "turns"
TABLES = [pytest.param(path.parent, id=path.parent.name) for path in sorted(TURNS.glob("*/table.toml"))]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name not in {"table.lock", "previews.toml"}
    }


def test_every_game_has_an_example() -> None:
    assert {open_table(path.parent).game.name for path in TURNS.glob("*/table.toml")} == set(NAMES)


@pytest.mark.parametrize("table", TABLES)
def test_an_example_verifies_and_is_left_as_it_is(table: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(table, tmp_path / table.name)
    before = files(copy)
    assert verify(copy) == ()
    assert files(copy) == before


def test_the_waiting_turn_of_the_example_race_shows_the_same_as_often_as_one_likes(tmp_path: Path) -> None:
    copy = shutil.copytree(TURNS / "sandstorm", tmp_path / "sandstorm")
    before = files(copy)
    table = open_table(copy)
    assert len(table.seats) >= 8
    assert table.turn >= 5
    assert all(one.ready for one in seat_orders(table))
    command = [sys.executable, "-m", "gm_tools", "resolve", str(copy), "--preview"]
    first, second = (subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(2))
    assert first == second
    assert "Standings" in first
    assert files(copy) == before
    resolve(copy)
    written = open_table(copy)
    assert written.turn == table.turn + 1
    assert verify(copy) == ()
