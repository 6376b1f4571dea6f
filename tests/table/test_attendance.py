"""Who missed how many turns, at one table and over several, and what the game master is asked then."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Gm, gm

__all__ = ["gm"]

NEW = ("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice", "--seat", "B:Bob")


def play(gm: Gm, turns: int) -> None:
    for __ in range(turns):
        gm("order", "dust", "Alice", "(6M)")
        assert gm("resolve", "dust", "--close", "--missing", "straight").status == 0


def test_three_missed_turns_in_a_row_ask_what_to_do(gm: Gm) -> None:
    gm(*NEW)
    play(gm, 2)
    assert "in a row. What" not in gm("status", "dust").out
    gm("order", "dust", "Alice", "(6M)")
    ran = gm("resolve", "dust", "--close", "--missing", "straight")
    assert "Bob (B) has missed 3 turns in a row: gm status dust says what can be done" in ran.err
    shown = gm("status", "dust").out
    assert "Bob (B) has missed 3 turns in a row. What should happen to the seat?" in shown
    assert "gm seat dust B --substitute" in shown
    assert "What is to become" not in gm("status", "dust", "--for", "public").out
    gm("seat", "dust", "B", "--player", "Nina")
    assert "What is to become" not in gm("status", "dust").out


def test_the_record_of_players_goes_over_tables(gm: Gm) -> None:
    gm(*NEW)
    play(gm, 2)
    gm("new", "cup", *NEW[2:])
    rows = {row["player"]: row for row in json.loads(gm("players", "--json").out)["players"]}
    assert (rows["Bob"]["due"], rows["Bob"]["missed"], rows["Bob"]["tables"]) == (2, 2, ["cup", "dust"])
    assert rows["Alice"]["missed"] == 0


def test_late_orders_and_edits_are_counted_once(gm: Gm, tmp_path: Path) -> None:
    gm(*NEW)
    thread = """\
Alice wrote on 21 Nov 2026, 21:30:
Order: (6M)

Bob wrote on 21 Nov 2026, 18:30:
Order: (6M)
Last edited by Bob on 21 Nov 2026, 20:31.
"""
    (tmp_path / "t.txt").write_text(thread, encoding="utf-8")
    for __ in range(2):
        gm("collect", "dust", "t.txt", "--deadline", "2026-11-21 20:00 UTC", "--now", "2026-11-22 09:00 UTC")
    rows = {row["player"]: (row["late"], row["edits"]) for row in json.loads(gm("players", "--json").out)["players"]}
    assert rows == {"Alice": (1, 0), "Bob": (0, 1)}


def test_a_folder_without_tables_says_so(gm: Gm) -> None:
    ran = gm("players")
    assert ran.status == 2
    assert "there are no tables" in ran.err
