"""A table of Ferry in a temporary folder, begun from a known seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table import ferry
from tests.table.crossing import begin


@pytest.fixture(autouse=True)
def _ferry(monkeypatch: pytest.MonkeyPatch) -> None:
    ferry.register(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a new table."""
    return begin(tmp_path / "crossing").path
