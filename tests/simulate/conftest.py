"""The command line in this process, for the real games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from json import dumps, loads
from pathlib import Path
from typing import Protocol

import pytest

from gm_tools.cli.main import main
from gm_tools.simulate.play import Outcome, play_games
from tests.cli.conftest import Ran


class Gm(Protocol):
    """Runs `gm simulate` with words."""

    def __call__(self, *words: str) -> Ran: ...


@cache
def _play(setup: str, number: int) -> str:
    return dumps(play_games(setup, (number,))[0])


def play_once(setup: str, numbers: Sequence[int]) -> list[Outcome]:
    """Play games as `play_games` does, each but once in this process: test_run.py shows that a game comes out the same anywhere."""
    return [loads(_play(setup, number)) for number in numbers]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gm:
    """`gm simulate` in an empty folder, without processes unless they are asked for, and no game played twice."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("gm_tools.simulate.run._cores", lambda: 1)
    monkeypatch.setattr("gm_tools.simulate.workers.play_games", play_once)

    def run(*words: str) -> Ran:
        with pytest.raises(SystemExit) as end:
            main(["simulate", *words])
        shown = capsys.readouterr()
        return Ran(int(end.value.code or 0), shown.out, shown.err)

    return run
