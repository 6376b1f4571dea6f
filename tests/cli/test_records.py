"""What the records of a table say of themselves: late edits, draws entered by hand, who is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gm_tools.table.hand import put_order
from tests.table import ferry
from tests.table.crossing import change, order_all

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Gm

READERS = (
    ("status", "crossing"),
    ("report", "crossing", "--json"),
    ("history", "crossing"),
    ("verify", "crossing"),
    ("plan", "crossing", "A"),
    ("deadline", "crossing"),
    ("try", "crossing", "A", "r1"),
    ("order", "crossing", "A", "r1"),
    ("resolve", "crossing", "--close", "--preview"),
)


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
def test_every_command_that_reads_a_table_warns_once_of_an_edit_that_comes_too_late(
    gm: Gm, table: Path, words: tuple[str, ...]
) -> None:
    change(table / "table.toml", 'mark = "A"\n', 'mark = "A"\nextra = "turbo"\n')
    ran = gm(*words)
    assert ran.err.count("gm: warning: turns/crossing/table.toml was edited after the game was begun") == 1
    assert "seats.A.extra: turn 0 says '', table.toml says 'turbo'" in ran.err
    assert "edited" not in ran.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[[seats]]\nmark = "A"', '[options]\noars = 2\n\n[[seats]]\nmark = "A"', "options.oars: turn 0 has none"),
        (ferry.RIVER.split("\n")[3], "~" * 60, "board: line 1 of the map: turn 0 says"),
        ('game = "ferry"', 'game = "nascar"', "game: turn 0 says 'ferry', table.toml says 'nascar'"),
        ('mark = "A"', 'mark = "Q"', "seats #1: turn 0 says 'A', table.toml says 'Q'"),
    ],
)
def test_a_late_edit_is_named_by_its_key(gm: Gm, table: Path, old: str, new: str, said: str) -> None:
    change(table / "table.toml", old, new)
    assert said in gm("status", "crossing").err


def test_what_may_change_during_a_game_is_not_warned_of(gm: Gm, table: Path) -> None:
    change(table / "table.toml", 'player = "Bob"', 'player = "Bertha"\nbot = "easy"')
    text = (table / "table.toml").read_text(encoding="utf-8")
    (table / "table.toml").write_text(f'{text}\n[options]\nmissing_orders = "wait"\n', encoding="utf-8")
    assert gm("status", "crossing").err == ""
    assert "missing_orders" not in gm("verify", "crossing").out


@pytest.mark.parametrize("source", ["seed", "Seed", " SEED ", "s e e d"])
def test_draws_entered_by_hand_are_not_said_to_be_the_seeds(gm: Gm, table: Path, source: str) -> None:
    order_all(table)
    ran = gm("resolve", "crossing", "--draw", "tide=1", "--source", source)
    assert ran.status == 2
    assert ran.err.startswith(f"gm: source: found {source.strip()!r}: the seed did not make draws")
    assert not (table / "turn-001.toml").exists()
    ran = gm("new", "two", "--game", "ferry", "--track", "x", "--seat", "A:Alice", "--draw", "a=1", "--source", source)
    assert ran.status == 2


def test_a_draw_entered_by_hand_is_marked_in_the_record(gm: Gm, table: Path) -> None:
    order_all(table)
    ran = gm("resolve", "crossing", "--draw", "tide=1", "--source", "The Seed of Doubt, post 3")
    assert "Draws entered by hand" in ran.out
    text = (table / "turn-001.toml").read_text(encoding="utf-8")
    assert text.count("entered = true") == text.count('source = "The Seed of Doubt, post 3"') == 1
    # A word put in afterwards changes nothing: the flag says it.
    (table / "turn-001.toml").write_text(text.replace("The Seed of Doubt, post 3", "seed"), encoding="utf-8")
    assert "tide: seed" in gm("report", "crossing").out


def test_closing_with_wait_lists_no_bots_seat_as_missing(gm: Gm, table: Path) -> None:
    gm("seat", "crossing", "B", "--bot", "easy")
    put_order(table, "A", "r1")
    ran = gm("resolve", "crossing", "--close", "--missing", "wait")
    assert ran.status == 1
    assert ran.err.startswith("gm: no orders from C, and the policy is 'wait'\n  Carol Öz (C): no order")
    assert "Bob" not in ran.err
