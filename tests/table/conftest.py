"""A table of Ferry in a temporary folder, begun from a known seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.table.store import Table, new_table
from tests.table import ferry

if TYPE_CHECKING:
    from pathlib import Path

SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def _ferry(monkeypatch: pytest.MonkeyPatch) -> None:
    ferry.register(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a new table."""
    return begin(tmp_path / "crossing").path


def begin(path: Path, **options: object) -> Table:
    """Begin a table of Ferry: three boats, five times twelve tiles."""
    return new_table(
        path, game="ferry", board_text=ferry.RIVER, track="river", seats=ferry.SEATS, options=options, seed=SEED
    )
