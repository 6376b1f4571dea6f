"""Moves without a choice, looks at the draws before a turn, private messages to send, what a table remembers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.core.events import PUBLIC
from gm_tools.core.sources import FORCED
from gm_tools.games import find
from gm_tools.render import FORMATS, render
from gm_tools.reports.base import scene_of
from gm_tools.reports.status_post import status_post
from gm_tools.reports.turn import PlayedTurn, turn_report
from gm_tools.table import open_table, read_turn
from gm_tools.table.forced import forced_orders, only_order
from gm_tools.table.preferences import change_preferences, read_preferences
from gm_tools.table.verify import verify
from tests.cli.conftest import Gm, gm

__all__ = ["gm"]
CARDS = ("new", "cards", "--game", "tac", "--track", "four-seats", *(f"--seat={mark}:P{mark}" for mark in "RGBK"))


@pytest.fixture(autouse=True)
def _every_game(monkeypatch: pytest.MonkeyPatch, gm: Gm) -> None:
    del gm
    monkeypatch.setattr("gm_tools.games.NAMES", ("monza", "nascar", "tac", "tacara"))


def play_until_forced(gm: Gm, tmp_path: Path) -> Path:
    """Return a table of Monza at which the seat awaited has one legal order."""
    gm("new", "cliff", "--game", "monza", "--track", "cliff_road", "--seat", "R:Rudi", "--seat", "G:Gerd")
    folder = tmp_path / "turns" / "cliff"
    for __ in range(300):
        table = open_table(folder)
        seat = next(iter(table.game.awaited(table.position)))
        if only_order(table, seat) is not None:
            return folder
        gm("order", "cliff", seat, "--bot", "hard")
        assert gm("resolve", "cliff").status == 0
    raise AssertionError("nobody was ever without a choice")


def test_a_seat_without_a_choice_is_not_waited_for_and_the_post_says_so(gm: Gm, tmp_path: Path) -> None:
    folder = play_until_forced(gm, tmp_path)
    table = open_table(folder)
    seat = next(iter(table.game.awaited(table.position)))
    shown = gm("status", "cliff").out
    assert "forced: " in shown
    assert "Awaited:" not in shown
    assert shown.rstrip().endswith("Next: gm resolve cliff")
    gm("deadline", "cliff", "2026-11-24 20:00 UTC", "--half-missing", "24h", "--now", "2026-11-23 20:00 UTC")
    ran = gm("resolve", "cliff", "--close", "--now", "2026-11-24 20:30 UTC")  # nothing is missing: no more time for it
    assert ran.status == 0, ran.err
    assert "the only legal order" in ran.out
    used = read_turn(open_table(folder), open_table(folder).turn).record.orders
    assert [(row.seat, row.source) for row in used] == [(seat, FORCED)]
    assert verify(folder) == ()
    assert json.loads(gm("report", "cliff", "--json").out)["forced"] == [seat]


def test_a_table_can_be_set_to_wait_for_a_forced_order(gm: Gm, tmp_path: Path) -> None:
    play_until_forced(gm, tmp_path)
    assert gm("settings", "cliff", "forced=wait").status == 0
    assert "missing" in gm("status", "cliff").out
    assert gm("resolve", "cliff").status == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [(FORCED, "was not the only legal order"), ("implied by: post 2", "does not follow from any order")],
)
def test_an_order_that_is_on_record_as_forced_and_was_not_is_found(
    gm: Gm, tmp_path: Path, source: str, said: str
) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice")
    gm("order", "dust", "Alice", "(6M)", "--source", "post 2")
    gm("resolve", "dust")
    file = tmp_path / "turns" / "dust" / "turn-001.toml"
    text = file.read_text(encoding="utf-8")
    forged = text.replace('source = "post 2"', f'source = "{source}"').replace("number = 1\n", "")
    assert forged != text
    file.write_text(forged, encoding="utf-8")
    assert any(said in str(found) for found in verify(file.parent))


def test_what_is_hidden_is_never_told_by_skipping_a_seat(gm: Gm, tmp_path: Path) -> None:
    assert gm(*CARDS).status == 0
    table = open_table(tmp_path / "turns" / "cards")
    assert table.game.private_events
    assert all(only_order(table, seat) is None for seat in table.game.awaited(table.position))


def test_two_tables_that_differ_in_hands_alone_look_the_same_to_everybody(gm: Gm, tmp_path: Path) -> None:
    assert gm(*CARDS).status == 0
    folder = tmp_path / "turns" / "cards"
    while open_table(folder).position.phase != "play":
        for seat in open_table(folder).game.awaited(open_table(folder).position):
            gm("order", "cards", seat, "--bot", "easy")
        assert gm("resolve", "cards").status == 0
    table = open_table(folder)
    position = table.position
    shown = set()
    few = many = 0
    for cards in (["5"] * 6, ["2"] * 6, ["2", "3", "5", "6", "8", "9"], ["1", "13", "5", "2", "8", "9"]):
        hands = list(position.hands)
        hands[position.turn] = tuple(cards[: len(hands[position.turn])])
        other = table._replace(position=position._replace(hands=tuple(hands)))
        seat = next(iter(other.game.awaited(other.position)))
        count = sum(1 for __ in other.game.legal_orders(other.position, seat))
        few, many = few + (count == 1), many + (count > 1)
        assert forced_orders(other, [seat]) == {}
        scene = scene_of(other, PUBLIC)
        reports = (turn_report(scene, PlayedTurn(other.turn, other.position, ())), status_post(other, PUBLIC))
        shown.add("".join(render(report, markup) for report in reports for markup in FORMATS))
    assert few
    assert many
    assert len(shown) == 1


def test_a_look_at_the_draws_is_in_the_post_with_the_orders_that_changed_after_it(gm: Gm, tmp_path: Path) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice", "--seat", "B:Bob")
    for name in ("Alice", "Bob"):
        gm("order", "dust", name, "(6M)")
    for __ in range(2):
        assert gm("resolve", "dust", "--preview").status == 0
    gm("order", "dust", "Bob", "A(7M)")
    ran = gm("resolve", "dust")
    line = "The game master previewed this turn 2 times before it was resolved; orders changed after that: Bob (B)"
    assert line in ran.out
    assert line in gm("report", "dust", "--forum", "phpbb").out
    assert verify(tmp_path / "turns" / "dust") == ()
    for name in ("Alice", "Bob"):
        gm("order", "dust", name, "B(5M)")
    gm("resolve", "dust", "--close", "--missing", "straight")
    assert "previewed" not in gm("report", "dust").out


def test_a_look_without_a_change_says_so(gm: Gm) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice")
    gm("order", "dust", "Alice", "(6M)")
    gm("resolve", "dust", "--preview")
    assert "previewed this turn once before it was resolved; no order changed after that" in gm("resolve", "dust").out


def test_private_messages_are_printed_for_all_and_noted_as_sent(gm: Gm, tmp_path: Path) -> None:
    begun = gm(*CARDS)
    assert "private messages are to be sent to R, G, B, K: gm hands cards" in begun.err
    assert "Next: send the private messages: gm hands cards" in gm("status", "cards").out
    ran = gm("hands", "cards")
    assert [ran.out.count(f"for P{mark} ({mark}) alone") for mark in "RGBK"] == [1, 1, 1, 1]
    table = open_table(tmp_path / "turns" / "cards")
    messages = {row["seat"]: row["message"] for row in json.loads(gm("hands", "cards", "--json").out)["messages"]}
    for at, mark in enumerate("RGBK"):
        held = ", ".join(table.position.hands[at])
        assert f"{mark}: {held}" in messages[mark]
        assert sum(f"{other}: " in messages[mark] and len(messages[other]) > 0 for other in "RGBK") >= 1
    written = gm("hands", "cards", "--board", "--forum", "phpbb", "--out", "mail")
    assert len(written.out.split()) == 4
    assert "[code]" in (tmp_path / "mail" / "cards-G.txt").read_text(encoding="utf-8")
    assert gm("hands", "cards", "--sent").status == 0
    assert "gm hands" not in gm("status", "cards").out
    assert gm("hands", "cards", "--sent").status == 1
    assert "all messages have been sent" in gm("hands", "cards").err
    assert gm("hands", "cards", "R").out.count("alone") == 1


def test_a_message_holds_nobody_elses_cards(gm: Gm, tmp_path: Path) -> None:
    gm(*CARDS)
    table = open_table(tmp_path / "turns" / "cards")
    messages = {
        row["seat"]: row["message"] for row in json.loads(gm("hands", "cards", "--json", "--board").out)["messages"]
    }
    for at, mark in enumerate("RGBK"):
        for other, message in messages.items():
            if other != mark:
                assert f"{mark}: {', '.join(table.position.hands[at])}" not in message


def test_a_game_that_hides_nothing_has_no_private_messages(gm: Gm) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice")
    assert gm("hands", "dust").status == 1
    assert find("nascar").private_events == ()


def test_a_table_remembers_its_forum_and_its_template(gm: Gm, tmp_path: Path) -> None:
    begun = gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice", "--forum", "phpbb")
    assert begun.out.startswith("[b]")
    assert gm("report", "dust").out == gm("report", "dust", "--forum", "phpbb").out == begun.out
    assert "[b]" not in gm("report", "dust", "--format", "text").out
    (tmp_path / "mine.txt").write_text("Hello {table}\n", encoding="utf-8")
    assert gm("settings", "dust", "template=mine.txt").status == 0
    assert gm("report", "dust").out == "Hello dust\n"
    gm("settings", "dust", "template=")
    assert gm("report", "dust").out == begun.out


@pytest.mark.parametrize(
    "word",
    [
        "colour=red",
        "forced=no",
        "template=none.txt",
        "forum",
    ],
)
def test_a_wrong_setting_is_refused_with_what_is_allowed(gm: Gm, word: str) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice")
    ran = gm("settings", "dust", word)
    assert ran.status == 2
    assert "allowed" in ran.err or "there is no such file" in ran.err


def test_settings_come_back_from_their_file(gm: Gm, tmp_path: Path) -> None:
    gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", "--seat", "A:Alice")
    folder = tmp_path / "turns" / "dust"
    changed = change_preferences(folder, {"template": "x.txt", "forced": "wait"})
    assert read_preferences(folder) == changed


def test_messages_are_written_all_or_none_and_nothing_of_a_killed_run_stays(gm: Gm, tmp_path: Path) -> None:
    gm(*CARDS)
    (tmp_path / "mail" / "cards-K.txt").mkdir(parents=True)
    cut_off = tmp_path / "mail" / "cards-G.txt.0123abcd.new"
    cut_off.write_text("G: 2, 3", encoding="utf-8")
    other = tmp_path / "mail" / "mine.0123abcd.new"
    other.touch()
    refused = gm("hands", "cards", "--out", "mail")
    assert refused.status == 2
    assert "mail/cards-K.txt: is a folder" in refused.err
    assert {path.name for path in (tmp_path / "mail").iterdir()} == {"cards-K.txt", other.name}
    (tmp_path / "file").touch()
    assert "file: cannot be written, and nothing was changed" in gm("hands", "cards", "--out", "file").err


def test_messages_are_not_written_where_everybody_can_read_them(gm: Gm, tmp_path: Path) -> None:
    gm(*CARDS)
    gm("publish", "cards", "web")
    files = set((tmp_path / "web").rglob("*"))
    assert (
        "web: is a publication, which everybody can read (allowed: another folder)"
        in gm("hands", "cards", "--out", "web").err
    )
    assert set((tmp_path / "web").rglob("*")) == files


def test_messages_are_not_noted_as_sent_where_they_are_to_be_written(gm: Gm, tmp_path: Path) -> None:
    """Who asks for both would believe that the files are there."""
    gm(*CARDS)
    for words in (["--out", "mail"], ["--json"]):
        assert f"{words[0]}: --sent prints and writes nothing" in gm("hands", "cards", "--sent", *words).err
    assert not (tmp_path / "mail").exists()
    assert "private messages: gm hands cards" in gm("status", "cards").out
