"""The command line run in this process: `gm(…)` gives exit status, stdout and stderr."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from gm_tools.cli.main import main
from tests.table import ferry
from tests.table.crossing import begin


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


class Gm(Protocol):
    """Runs `gm` with words and what stands on its standard input."""

    def __call__(self, *words: str, stdin: bytes = b"") -> Ran: ...


@pytest.fixture
def gm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gm:
    """`gm` in an empty folder with a folder turns/, with Ferry among the games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "turns").mkdir()
    monkeypatch.setattr("gm_tools.games.NAMES", ("nascar",))
    ferry.register(monkeypatch)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "GM_LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            main(words)
        shown = capsys.readouterr()
        return Ran(int(end.value.code or 0), shown.out, shown.err)

    return run


@pytest.fixture
def table(gm: Gm, tmp_path: Path) -> Path:
    """A table of Ferry called `crossing` below turns/, begun from a known seed."""
    del gm
    return begin(tmp_path / "turns" / "crossing").path


@pytest.fixture
def no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish without pictures, which are made from the drawings and take most of the time; they are in test_pictures."""
    monkeypatch.setattr("gm_tools.page.publication.can_render_png", lambda: False)
