"""The command line in this process, for the real games."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest

from gm_tools.cli.main import main
from tests.cli.conftest import Ran


class Gm(Protocol):
    """Runs `gm simulate` with words."""

    def __call__(self, *words: str) -> Ran: ...


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gm:
    """`gm simulate` in an empty folder, without processes unless they are asked for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("gm_tools.simulate.run._cores", lambda: 1)

    def run(*words: str) -> Ran:
        with pytest.raises(SystemExit) as end:
            main(["simulate", *words])
        shown = capsys.readouterr()
        return Ran(int(end.value.code or 0), shown.out, shown.err)

    return run
