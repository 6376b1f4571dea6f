"""The pad of shifts says what the engine says of an order, however the order is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.page import engine
from gm_tools.table.snapshot import snapshot
from tests.page.conftest import until


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("GNE", "W4S1"),
        ("GEN H", "W4S1"),
        ("+1N gne v +2W", "W4S1"),
        ("GSSS H else G=W4S1 V", "W4S1"),
        ("G0 H", "W5S2"),
        ("GSS H", "W5S4, crashes"),
        ("GSSS", None),
        ("GSSS H", None),
        ("GEEW H", None),
        ("T3", None),
        ("G", None),
        ("nonsense", None),
    ],
)
def test_the_shift_that_the_pad_tells_is_that_of_the_engine(text: str, note: str | None, tmp_path: Path) -> None:
    engine.load(snapshot(until("lighthouse", 20, tmp_path / "lighthouse")), "en")
    notes = {tap["order"]: tap["note"] for tap in json.loads(engine.keys("C", ""))["taps"]}
    assert notes.get(json.loads(engine.answer("C", text, ""))["taken"]) == note


def test_the_text_that_a_key_leads_to_is_written_as_the_game_writes_it(tmp_path: Path) -> None:
    engine.load(snapshot(until("lighthouse", 20, tmp_path / "lighthouse")), "en")
    keys = {key["label"]: key["text"] for key in json.loads(engine.answer("C", "GN", ""))["keys"]}
    assert keys == {"H": "GN H", "V": "GN V", "N": "GNN"}


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("GNE", ["GEN H", "GEN V"]),
        ("GN", ["GN H", "GN V"]),
        ("GSS", ["GSS H", "GSS V"]),
        ("+1N GNE", ["+1N GEN H", "+1N GEN V"]),
    ],
)
def test_each_way_to_read_an_order_is_offered(text: str, readings: list[str], tmp_path: Path) -> None:
    engine.load(snapshot(until("lighthouse", 20, tmp_path / "lighthouse")), "en")
    assert json.loads(engine.answer("C", text, ""))["readings"] == readings
