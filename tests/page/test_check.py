"""A turn checked in the browser: what was proven is said in words, and a file that was tampered with is found."""

from __future__ import annotations

from json import dumps, loads
from typing import TYPE_CHECKING

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.table import new_table, open_table
from gm_tools.table.digests import turn_digest
from gm_tools.table.resolve import resolve

if TYPE_CHECKING:
    from pathlib import Path

    from tests.page.conftest import Space


@pytest.fixture
def circuit(space: Space, tmp_path: Path) -> str:
    """A published game of Monza with a chain of keys, three turns long."""
    board = min((folder("tracks") / "monza").glob("*.txt")).read_text(encoding="utf-8")
    seats = (Seat("R", "Rita", bot="easy"), Seat("B", "Bob", bot="easy"))
    path = new_table(
        tmp_path / "circuit", game="monza", board_text=board, track="", seats=seats, options={}, root=bytes(32)
    ).path
    for __ in range(3):
        resolve(path)
    space.publish("circuit", open_table(path))
    return "circuit"


def test_a_turn_is_checked_in_the_browser(space: Space, circuit: str) -> None:
    page = space.visit(circuit)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.click("#check summary")
    digest = turn_digest(space.tables[circuit], 3)
    assert digest is not None
    page.fill("#pasted", digest.line())
    page.click("#prove")
    page.wait_for_selector("#checked:text('holds')")
    assert page.inner_text("#checked") == "Turn 3: every check passed."
    assert page.locator("#proven li[data-holds=true]").count() == 5


def test_a_file_that_was_tampered_with_is_named(space: Space, circuit: str) -> None:
    file = space.top / circuit / "data" / "turn-003.proof.json"
    made = loads(file.read_text(encoding="utf-8"))
    made["draws"][0]["value"] = "R" * len(made["draws"][0]["value"])
    file.write_text(dumps(made), encoding="utf-8")
    page = space.visit(circuit)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.click("#check summary")
    page.click("#prove")
    page.wait_for_selector("#checked:text('does not hold')")
    assert "The draws do not match the key" in page.inner_text("#proven li[data-holds=false]")
