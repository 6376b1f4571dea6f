"""No written turn can ever fail to load: it is read back before it is written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.problems import InputError
from gm_tools.table import open_table
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from tests.table import ferry
from tests.table.crossing import begin, contents, order_all, play, refusal

BUG = "this is a bug in gm_tools: {file} could not have been read back after writing"


def _refuse_round(number: int, data: Mapping[str, Any], board: Any) -> Any:
    """Refuse a position of the game's own making, as Nascar did a speed above the highest one."""
    if data["round"] == number:
        raise InputError("found 7", key="boats.A.at", allowed="0 to 6")
    return ferry.GAME.load_position(data, board)


def test_a_turn_that_would_not_load_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(folder, 1)
    order_all(folder)
    before = contents(folder)
    game = ferry.GAME._replace(load_position=lambda data, board: _refuse_round(3, data, board))
    ferry.register(monkeypatch, game)
    error = refusal(lambda: resolve(folder))
    assert error.message.startswith(f"{BUG.format(file='turn-002.toml')} (boats.A.at: found 7 (allowed: 0 to 6))")
    assert "Nothing was written, and the table is as it was." in error.message
    assert contents(folder) == before
    assert open_table(folder).turn == 1


def test_a_position_that_loads_as_another_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order_all(folder)
    before = contents(folder)
    game = ferry.GAME._replace(
        load_position=lambda data, board: ferry.GAME.load_position({**data, "round": max(1, data["round"] - 1)}, board)
    )
    ferry.register(monkeypatch, game)
    assert "(position would not be the same)" in refusal(lambda: resolve(folder)).message
    assert contents(folder) == before


def test_an_amendment_that_would_not_load_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(folder)
    loads: list[int] = []

    def load(data: Mapping[str, Any], board: Any) -> Any:
        loads.append(1)
        return _refuse_round(1 if len(loads) > 2 else 0, data, board)  # opened, amended, read back

    ferry.register(monkeypatch, ferry.GAME._replace(load_position=load))
    error = refusal(lambda: amend(folder, {"boats.A.at": 3}, "the scorer's slip"))
    assert error.message.startswith(BUG.format(file="turn-000.amend-1.toml"))
    assert contents(folder) == before


def test_a_table_whose_first_turn_would_not_load_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ferry.register(monkeypatch, ferry.GAME._replace(load_position=lambda data, board: _refuse_round(1, data, board)))
    error = refusal(lambda: begin(tmp_path / "new"))
    assert error.message.startswith(BUG.format(file="turn-000.toml"))
    assert not (tmp_path / "new").exists()
