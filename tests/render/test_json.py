"""The JSON contract: documented, versioned, complete."""

from __future__ import annotations

import json

from gm_tools.core.blocks import Lines
from gm_tools.render import json as renderer
from gm_tools.render import render
from gm_tools.reports.base import Report
from tests.render.samples import REPORT


def test_a_report_is_written_as_one_json_document() -> None:
    assert json.loads(render(REPORT, "json")) == {
        "format": "gm-tools/turn",
        "version": 1,
        "title": "dust: turn 6",
        "turn": 6,
        "blocks": [
            {
                "kind": "picture",
                "title": "Track after turn 6",
                "rows": [
                    [["  ", "off"], ["**", "track"], ["A", "car1"], ["[red]", "track"], ["=", "line"]],
                    [[" ", "off"], [":car:", "track"], ["%", "crash"], ["  ", "off"]],
                ],
                "legend": [["*", "asphalt"], ["=", "finish line"]],
            },
            {
                "kind": "grid",
                "title": "Standings",
                "columns": [
                    {"title": "#", "right": True},
                    {"title": "Car", "right": False},
                    {"title": "Player", "right": False},
                ],
                "rows": [["1", "A", "Alice"], ["2", "B", "[b]Bob"]],
                "seats": ["A", "B"],
            },
            {"kind": "lines", "title": "What happened", "lines": ["A: (4M): to row 0", "B slips [N9.1]"]},
            {"kind": "lines", "title": "", "lines": ["illegal [N2.2]: 5 moves needed", "  A(4M)", "   ^"]},
        ],
    }


def test_keys_come_in_the_order_of_the_contract() -> None:
    assert list(json.loads(render(REPORT, "json"))) == ["format", "version", "title", "turn", "blocks"]


def test_the_document_is_ascii_whatever_players_are_called() -> None:
    text = render(Report("turn", "Jörg\x9b\u202e漢", (Lines("", ("\ud800",)),), {}), "json")
    assert text.isascii()
    assert json.loads(text)["title"] == "Jörg\x9b\u202e漢"


def test_the_contract_names_every_key_of_a_block() -> None:
    documented = renderer.__doc__ or ""
    for block in json.loads(render(REPORT, "json"))["blocks"]:
        for key in block:
            assert f"`{key}`" in documented
        assert f"`{block['kind']}`:" in documented
