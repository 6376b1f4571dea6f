"""Snapshots: what a player tries orders on, made from what that player may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.draws import commitment
from gm_tools.table import open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.snapshot import open_snapshot, snapshot
from tests.table import ferry
from tests.table.crossing import SEED, begin, play, refusal


def test_a_snapshot_opens_without_the_table(folder: Path) -> None:
    play(folder, 2)
    table = open_table(folder)
    for viewer in ("public", "A", "B"):
        opened = open_snapshot(snapshot(table, viewer), "crossing.toml")
        assert (opened.name, opened.game.name, opened.turn, opened.viewer) == ("crossing", "ferry", 2, viewer)
        assert opened.board == table.board
        assert opened.board_text == table.board_text
        assert opened.options == table.options
        assert [(seat.mark, seat.player) for seat in opened.seats] == [("A", "Alice"), ("B", "Bob"), ("C", "Carol Öz")]
        assert opened.position == table.game.view(table.position, viewer)
    assert open_snapshot(snapshot(table, "ALI")).viewer == "A"


def test_a_snapshot_holds_nothing_secret(folder: Path) -> None:
    """Two tables that differ in B's card and in the seed alone give A and the public the same snapshot."""
    put_order(folder, "B", "r1@1", "a secret plan")
    texts = []
    for card in ("4", "5"):
        amend(folder, {"boats.B.card": "2"}, "for the test")
        amend(folder, {"boats.B.card": card}, "for the test")
        texts.append((snapshot(open_table(folder), "A"), snapshot(open_table(folder), "public")))
    assert texts[0] == texts[1]
    for text in texts[0]:
        for secret in (SEED.hex(), commitment(SEED), "secret plan", "r1@1", "round/1"):
            assert secret not in text
    assert snapshot(open_table(folder), "B") != snapshot(open_table(folder), "A")


def test_the_game_masters_view_is_no_copy_to_give(folder: Path) -> None:
    error = refusal(lambda: snapshot(open_table(folder), "gm"))
    assert str(error) == "viewer: found 'gm' (allowed: public, or a seat: what the GM knows is secret)"
    assert refusal(lambda: snapshot(open_table(folder), "Dora")).key == "seat"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 3", "copy.toml: format: found 3 (allowed: 1)"),
        ('game = "ferry"', 'game = "tic"', "copy.toml: game: no game is called 'tic'"),
        ("rules_version = 1", "rules_version = 7", "copy.toml: rules_version: the game was begun under version 7"),
        ('viewer = "public"', 'viewer = "Z"', "copy.toml: viewer: found 'Z' (allowed: public, A, B, C)"),
        ("turn = 0", "tern = 0", "copy.toml: tern: unknown key; did you mean turn?"),
        ("turn = 0", "turn = false", "copy.toml: turn: found False (allowed: a whole number)"),
        ('player = "Bob"', "player = 3", "copy.toml: seats #2.player: found 3 (allowed: text)"),
        ('player = "Bob"', 'player = "Bob"\nalias = "B"', "copy.toml: seats #2.alias: unknown key"),
        ("at = 0", "at = -1", "copy.toml: position.boats.A.at: found -1 (allowed: 0 or more)"),
        ('kind = "dealt"', "kind = 3", "copy.toml: told #1.events #2.kind: found 3 (allowed: the kind of an event)"),
        ("[[told]]", "[[tolt]]", "copy.toml: tolt: unknown key; did you mean told?"),
        ("oars = 2", "oars = 7", "copy.toml: options.oars: found 7 (allowed: a whole number from 1 to 4)"),
        (
            "~~~o~~~~",
            "~~!o~~~~",
            "copy.toml: board: line 4 of the board: found no river (allowed: one line of ~ and o)",
        ),
        ("[position]", "[position", "copy.toml:"),
        ("[position]", "[posit]", "copy.toml: posit: unknown key"),
    ],
)
def test_a_snapshot_edited_wrongly_says_where(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = snapshot(begin(tmp_path / "crossing", oars=2))
    assert old in text
    assert said in str(refusal(lambda: open_snapshot(text.replace(old, new, 1), "copy.toml")))


@pytest.mark.parametrize("text", ["", "\x00", "+++", ferry.RIVER, "x" * 1_000_000])
def test_a_file_that_is_not_a_snapshot_is_refused(text: str) -> None:
    assert refusal(lambda: open_snapshot(text, "copy.toml")).file == "copy.toml"
