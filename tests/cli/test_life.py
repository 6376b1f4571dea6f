"""A table's life on a forum, from its first post to its last: what posts, notes and lists say of who played what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm_tools.games import find
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests.cli.conftest import Gm

SEATS = ("--seat", "A:Ann", "--seat", "B:Ben", "--seat", "C:Cy")
COURSES = {
    "nascar": ("dust-bowl", "Dust Bowl, 3 laps."),
    "rally": ("envelope", "Envelope, 2 laps."),
    "tacara": ("harbour_ring", "Harbour Ring, 5 lines to cross."),
    "monza": ("cliff_road", "Cliff Road, until a car is on the target."),
    "tac": ("four-seats", "TAC: R and B against G and K; a team has won when all its balls are at home."),
}


def begin(gm: Gm, *more: str) -> None:
    assert gm("new", "dust", "--game", "nascar", "--track", "dust-bowl", *SEATS, *more).status == 0


@pytest.mark.parametrize("game", sorted(COURSES))
def test_the_first_post_says_what_is_played_and_how_long(gm: Gm, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr("gm_tools.games.NAMES", tuple(COURSES))
    track, course = COURSES[game]
    marks = {"monza": "RGB", "tac": "RGBK", "tacara": "123"}.get(game, "ABC")
    seats = [word for mark in marks for word in ("--seat", f"{mark}:Player {mark}")]
    first = gm("new", "demo", "--game", game, "--track", track, *seats).out
    assert course in first
    assert find(game).title in first
    assert course in gm("report", "demo", "--turn", "0", "--forum", "phpbb").out


def test_a_turn_whose_post_cannot_be_made_is_said_to_be_resolved(
    gm: Gm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The post of a turn of Monza recalls the turns before."""
    monkeypatch.setattr("gm_tools.games.NAMES", ("monza",))
    gm("new", "demo", "--game", "monza", "--track", "cliff_road", "--seat", "R:Ann", "--seat", "G:Ben")
    gm("order", "demo", "R", "--bot", "easy")
    gm("resolve", "demo")
    gm("order", "demo", "G", "--bot", "easy")
    (tmp_path / "turns" / "demo" / "turn-000.toml").write_text("format = 1\n", encoding="utf-8")
    ran = gm("resolve", "demo")
    assert ran.status == 2
    assert "gm: turn 2 is resolved: when this is mended, gm report prints its post\n" in ran.err
    assert "turn-000.toml:2: is cut short" in ran.err
    assert open_table(tmp_path / "turns" / "demo").turn == 2


def test_a_turns_post_names_who_played_it_and_not_who_came_later(gm: Gm) -> None:
    begin(gm)
    gm("order", "dust", "A", "--bot", "easy")
    gm("order", "dust", "B", "--bot", "easy")
    assert gm("resolve", "dust", "--close", "--missing", "straight").status == 0
    gm("seat", "dust", "C", "--player", "Nina")
    last = gm("report", "dust").out
    assert "No order from Cy." in last
    assert "Cy (C): no order" in last
    assert "C Cy: " in last
    assert "Nina" in last  # who has the seat from here on
    for seat in "ABC":
        gm("order", "dust", seat, "--bot", "easy")
    gm("resolve", "dust")
    old = gm("report", "dust", "--turn", "1").out
    assert "Nina" not in old
    assert "No order from Cy." in old
    assert "C Nina: " in gm("report", "dust").out


def test_the_name_of_a_seat_that_a_bot_played_is_its_players(gm: Gm) -> None:
    begin(gm)
    gm("seat", "dust", "C", "--bot", "easy")
    gm("order", "dust", "A", "--bot", "easy")
    gm("order", "dust", "B", "--bot", "easy")
    gm("resolve", "dust")
    old = gm("report", "dust", "--turn", "1").out
    assert "C Cy: " in old
    assert "bot easy" not in old
    assert "  C: the bot 'easy', turn 1\n" in gm("verify", "dust").out


def test_history_lists_the_orders_of_turns_that_were_taken_back(gm: Gm) -> None:
    begin(gm)
    for order in ("(6M)", "A(7M)"):
        gm("order", "dust", "A", order)
        gm("order", "dust", "B", "--bot", "easy")
        gm("order", "dust", "C", "--bot", "easy")
        assert gm("resolve", "dust").status == 0
        if order == "(6M)":
            assert gm("undo", "dust", "--reason", "an order was overlooked").status == 0
    rows = [line.split() for line in gm("history", "dust", "--orders").out.splitlines()]
    assert next(row for row in rows if "(6M)" in row)[:5] == ["1,", "taken", "back", "A", "(6M)"]
    assert next(row for row in rows if "A(7M)" in row)[:3] == ["1", "A", "A(7M)"]
    assert [row["seat"] for row in json.loads(gm("history", "dust", "--json").out)["undone"][0]["orders"]] == [
        "A",
        "B",
        "C",
    ]


def test_resolve_says_what_to_do_next(gm: Gm) -> None:
    begin(gm)

    def resolve() -> str:
        for seat in "ABC":
            gm("order", "dust", seat, "--bot", "easy")
        return gm("resolve", "dust").err

    assert "next: paste into the thread what this prints: gm report dust --forum FORUM\n" in resolve()
    gm("thread", "dust", "--forum", "phpbb")
    assert "next: paste into the thread what this prints: gm report dust\n" in resolve()
    gm("thread", "dust", "https://forum.example.org/viewtopic.php?t=77")
    assert "next: gm post dust\n" in resolve()
    assert "next:" not in gm("resolve", "dust", "--preview").err


def test_a_trial_names_the_cars_that_one_could_crash_into(gm: Gm) -> None:
    begin(gm)
    row, column = json.loads(gm("report", "dust", "--json").out)["position"]["cars"]["A"]["at"]
    ahead = {"E": column + 6, "W": column - 6}[
        json.loads(gm("report", "dust", "--json").out)["position"]["cars"]["A"]["heading"]
    ]
    assert gm("amend", "dust", f"cars.B.at=[{row},{ahead}]", "--reason", "test").status == 0
    assert "\nonto the tile of B: a crash if B stays" in gm("try", "dust", "A", "(6M)").out


def test_the_words_beside_a_seat_are_explained(gm: Gm) -> None:
    shown = " ".join(gm("rules", "nascar").out.split())
    for word in ("turbo", "swaybars", "performance: twice as many wild cards at the start"):
        assert word in shown


def test_the_team_that_loses_at_tac_has_the_last_place() -> None:
    table = open_table(Path(__file__).parents[2] / "turns" / "marbles")
    post = turn_post(table, table.turn, "public")
    result = post.find("result")
    assert "2. " in "\n".join(result.lines)  # type: ignore[union-attr]
    assert not any("Not placed" in line for line in result.lines)  # type: ignore[union-attr]
