"""The table that the story is about, and `gm` run on it in this process."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gm_tools.core.paths import folder
from tests.begin import begin_table
from tests.cli.conftest import Gm, gm
from tests.posts.story import SEATS

__all__ = ["Gm", "gm"]


@pytest.fixture(scope="session")
def new_dust(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table `dust` as it was begun, once for all tests: they are given copies."""
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    path = tmp_path_factory.mktemp("new") / "dust"
    begin_table(path, "nascar", board, SEATS, track="dust-bowl", gm=("Gus",))
    return path


@pytest.fixture
def dust(new_dust: Path, tmp_path: Path) -> Path:
    """A table of the forum race called `dust`, before its first turn: every car is asked for 6 moves."""
    return shutil.copytree(new_dust, tmp_path / "dust")
