"""What the records of a table say of themselves: late edits, draws entered by hand, who is waited for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.table import put_order
from tests.cli.conftest import Gm
from tests.table import ferry
from tests.table.crossing import change, order_all

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
    assert ran.err.count("gm: warning: turns/crossing/table.toml was edited after the game began") == 1
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


def test_a_change_that_a_game_allows_gives_no_warning(gm: Gm, table: Path) -> None:
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
    assert ran.err.startswith(f"gm: source: found {source.strip()!r}: draws entered by hand do not come from the seed")
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


def verify_lines(gm: Gm, *words: str) -> list[str]:
    """Return the lines of `gm verify` about what was done."""
    return gm("verify", "crossing", *words).out.partition("What was verified\n-----------------\n")[2].splitlines()


def test_verify_says_what_it_did(gm: Gm, table: Path) -> None:
    gm("seat", "crossing", "B", "--bot", "easy")
    put_order(table, "A", "r1")
    gm("resolve", "crossing", "--close", "--missing", "drift")
    order_all(table)
    gm("resolve", "crossing", "--draw", "tide=1", "--source", "dice thread, post 57")
    gm("amend", "crossing", "boats.A.at=20", "--reason", "the scorer's slip")
    gm("undo", "crossing")
    gm("amend", "crossing", "boats.A.at=21", "--reason", "the scorer's second slip")
    gm("seat", "crossing", "C", "--player", "Nina")
    out = gm("verify", "crossing").out
    assert out.startswith("4 files verified, 4 of them recomputed from the one before: nothing differs\n")
    found = json.loads(gm("verify", "crossing", "--json").out)
    lines = verify_lines(gm)
    by_hand = [draw for draw in found["entered"] if draw["source"] == "dice thread, post 57"]
    assert (
        [(draw["turn"], draw["kind"], draw["value"]) for draw in by_hand]
        == [(2, "tide", 1)]
        == [(draw["turn"], draw["kind"], draw["value"]) for draw in found["entered"]]
    )
    assert found["recomputed"] == found["draws"] - 1 > 0
    assert lines[0] == f"Draws: {found['recomputed']} of {found['draws']} recomputed from the seed, 1 entered by hand."
    assert lines[1:] == [
        "  turn 2: tide 1, from: dice thread, post 57",
        "Bots' orders: 1 of 1 recomputed.",
        "  B: the bot 'easy', turn 1",
        "Missed orders: 1 of 6.",
        "  turn 1: C, policy 'drift'",
        "Amendments: 1.",
        "  turn 2, amendment 1: the scorer's second slip",
        "Taken back: 1.",
        "  turn 2, amendment 1: turn-002.amend-1.undone-1.toml",
        "Seats that changed hands: 2 of 3.",
        "  B: Bob; from turn 1 on, bot easy",
        "  C: Carol Öz; from turn 3 on, Nina",
    ]
    (table / "secret.toml").unlink()
    assert verify_lines(gm)[0] == (
        f"Draws: 0 of {found['draws']} recomputed, since the seed is not known; 1 entered by hand, "
        "the others taken from the record."
    )
    assert "recomputed from the seed" not in gm("verify", "crossing").out


def test_a_bots_order_replaced_by_another_legal_one_is_found(gm: Gm, table: Path) -> None:
    gm("seat", "crossing", "B", "--bot", "easy")
    put_order(table, "A", "r1")
    put_order(table, "C", "r1")
    gm("resolve", "crossing")
    path = table / "turn-001.toml"
    text = path.read_text(encoding="utf-8")
    bots = text.partition('seat = "B"\n')[2].partition("\n\n")[0]
    given = bots.partition('canonical = "')[2].partition('"')[0]
    other = "r1" if given != "r1" else "r2"
    path.write_text(text.replace(bots, bots.replace(f'"{given}"', f'"{other}"')), encoding="utf-8", newline="")
    ran = gm("verify", "crossing")
    assert ran.status == 1
    message = f"orders: B: the file says that the bot 'easy' gave '{other}', recomputed '{given}'"
    assert f"turn 1: turn-001.toml: {message}" in ran.out
    assert "Bots' orders: 0 of 1 recomputed." in ran.out
    # Neither is it a player's if the bot is not named any more.
    path.write_text(text.replace('bot = "easy"\n', ""), encoding="utf-8", newline="")
    assert "orders: B: neither a player nor a bot gave it" in gm("verify", "crossing").out


def test_the_post_of_a_turn_resolved_again_says_so_and_what_changed(gm: Gm, table: Path) -> None:
    order_all(table)
    first = gm("resolve", "crossing").out
    assert "Resolved again" not in first
    gm("undo", "crossing")
    put_order(table, "B", "r1", "corrected")
    preview = gm("resolve", "crossing", "--preview", "--draw", "tide=1", "--source", "post 9").out
    post = gm("resolve", "crossing", "--draw", "tide=1", "--source", "post 9").out
    for text in (preview, post, gm("report", "crossing").out):
        assert "Resolved again\n--------------\nThis turn was taken back and resolved again.\n" in text
        assert "Order changed: Bob (B)\n" in text
        assert "Draws that differ: tide\n" in text
        assert "Result changed: " in text
        assert "r2 -> r1" not in text
    assert "Order changed: Bob (B): r2 -> r1" in gm("report", "crossing", "--for", "B").out
    assert "Order changed: Bob (B)\n" in gm("report", "crossing", "--for", "A").out
    document = json.loads(gm("report", "crossing", "--json").out)
    assert document["again"]["times"] == 1
    gm("undo", "crossing")
    again = gm("resolve", "crossing", "--draw", "tide=1", "--source", "post 9").out
    assert "This turn was taken back 2 times and resolved again.\nNothing came out differently.\n" in again
    (table / "turn-001.undone-2.toml").write_text("spoilt", encoding="utf-8")
    assert "This turn was taken back and resolved again.\n" in gm("report", "crossing").out


AT = "2026-11-23 20:00 Europe/Berlin"


def test_undo_says_the_deadline_it_brings_back_and_the_erratum_names_one_that_changed(gm: Gm, table: Path) -> None:
    gm("deadline", "crossing", AT, "--every", "48h", "--now", "2026-11-22 20:00 UTC")
    order_all(table)
    gm("resolve", "crossing", "--now", "2026-11-23 20:00 UTC")
    undone = gm("undo", "crossing").out
    assert "As before the turn\n------------------\nNext deadline: Mon 2026-11-23 20:00 Europe/Berlin" in undone
    assert "The next deadline is 48h after a turn is resolved." in undone
    erratum = gm("report", "crossing", "--erratum").out
    assert "Wed 2026-11-25 21:00 Europe/Berlin (20:00 UTC), for turn 2" in erratum
    assert "Mon 2026-11-23 20:00 Europe/Berlin (19:00 UTC), for turn 1" in erratum
    put_order(table, "B", "r1", "corrected")
    post = gm("resolve", "crossing", "--now", "2026-11-24 20:00 UTC").out
    assert "Next deadline: Wed 2026-11-25 21:00 Europe/Berlin (20:00 UTC), for turn 2." in post
    assert "Deadline" not in gm("report", "crossing", "--erratum").out
    gm("deadline", "crossing", "--extend", "24h")
    changed = gm("report", "crossing", "--erratum").out
    assert "Wed 2026-11-25 21:00 Europe/Berlin (20:00 UTC), for turn 2" in changed
    assert "Thu 2026-11-26 21:00 Europe/Berlin (20:00 UTC), for turn 2" in changed


def test_the_private_reminder_of_an_illegal_order_has_rule_and_mended_order(gm: Gm, table: Path) -> None:
    put_order(table, "B", "r9")
    out = gm("status", "crossing").out
    private = out.partition("To send privately")[2]
    said = "@Bob: your order for turn 1 cannot be carried out as posted. 9 tiles, 3 allowed [F2.4]; write: r3."
    assert said in private
    assert "r3" not in out.partition("To paste")[2].partition("To send privately")[0]


def test_tac_says_that_a_second_order_is_kept_behind_the_first(
    gm: Gm, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del table
    monkeypatch.setattr("gm_tools.games.NAMES", ("nascar", "tac"))
    seats = [
        word
        for mark, name in zip("RGBK", ("Rob", "Gil", "Bea", "Kim"), strict=True)
        for word in ("--seat", f"{mark}:{name}")
    ]
    assert gm("new", "ring", "--game", "tac", "--track", "four-seats", *seats).status == 0
    hand = json.loads(gm("report", "ring", "--for", "R", "--json").out)["position"]["hands"]["R"]
    cards = hand.split(",") if isinstance(hand, str) else [str(card) for card in hand]
    first, second = f"swap {cards[0]}", f"swap {next(card for card in cards if card != cards[0])}"
    assert gm("order", "ring", "R", first).err == ""
    ran = gm("order", "ring", "R", second)
    assert (
        f"{first} was posted first and counts as long as it is legal [T3.5, T3.7]; {second} is kept as its alternative."
        in ran.err
    )
    assert "gm order ring R --drop" in ran.err
    gm("order", "ring", "R", "--drop")
    assert gm("order", "ring", "R", second).err == ""
