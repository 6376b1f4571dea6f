"""Every game is complete, and a new one is told in sentences what it lacks."""

from __future__ import annotations

import pytest

from gm_tools.games import NAMES
from tests.new_game import main, missing_parts
from tests.table.ferry import GAME


@pytest.mark.parametrize("name", NAMES)
def test_a_registered_game_lacks_nothing(name: str) -> None:
    assert missing_parts(name) == []


def test_a_new_game_gets_a_list_of_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.new_game.find", lambda _name: GAME._replace(options=(), tally=None))
    assert main(["ferry"]) == 1
    said = capsys.readouterr().out
    for part in ("grammar", "board", "case files", "example table", "ground.py", "missing_orders", "statistics"):
        assert part in said, part
    assert all(line.startswith("ferry has no ") and line.endswith((".", ").")) for line in said.splitlines())
