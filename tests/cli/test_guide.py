"""The guides: every command in them runs, every order in them is legal, in both languages and for every game."""

from __future__ import annotations

import json
import re
import shlex
from itertools import product
from pathlib import Path

import pytest

from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.guide import GUIDES, example_order
from gm_tools.render.forums import FORUMS
from gm_tools.table import ChanceSource, open_table
from gm_tools.table.assign import assign_seats, seat_choice
from gm_tools.table.new import new_table
from gm_tools.table.waiting import Applicant
from tests import effort
from tests.begin import begin_table
from tests.cli.conftest import Gm

GAMES = sorted(path.name for path in folder("tracks").iterdir() if path.is_dir())


@pytest.fixture(autouse=True)
def _every_game(monkeypatch: pytest.MonkeyPatch, gm: Gm) -> None:
    del gm
    monkeypatch.setattr("gm_tools.games.NAMES", tuple(GAMES))
    monkeypatch.setattr("gm_tools.cli.tracks.NAMES", tuple(GAMES))


def begin(game: str, path: Path) -> None:
    """Begin a table of a game called `demo`, and save what its guides speak of: a thread."""
    text = min((folder("tracks") / game).glob("*.txt"), key=lambda one: one.stat().st_size).read_text(encoding="utf-8")
    found = find(game)
    board = found.parse_board(text)
    choice = seat_choice(found, board, {})
    count = choice.most if found.private_events else 3
    seats = assign_seats([Applicant(f"Player {number}") for number in range(count)], choice)
    begin_table(path / "turns" / "demo", game, text, seats, track="mine")
    (path / "thread.html").write_text("Player 0 wrote on 21 Nov 2026, 18:02:\nhello\n", encoding="utf-8")


# A command within a sentence goes as far as there are options, names that are known, and files.
_WORD = r"--[a-z-]+|demo|mine|phpbb|[a-z_0-9-]+\.(?:html|txt|toml)"


def commands(gm: Gm, game: str, which: str, *more: str) -> list[str]:
    """Return every command in a guide: those that have a line of their own, and those within a sentence."""
    lines = json.loads(gm("guide", which, "demo", "--json", *more).out)["lines"]
    inner = rf"\bgm [a-z]+(?: (?:{_WORD}|{game}))*"
    return [one for line in lines for one in ([line] if line.startswith("gm ") else re.findall(inner, line))]


@pytest.mark.usefixtures("no_png")
@pytest.mark.long
@pytest.mark.parametrize(("game", "lang"), effort.choose([("nascar", "de")], list(product(GAMES, ["en", "de"]))))
def test_every_command_of_every_guide_runs(gm: Gm, tmp_path: Path, game: str, lang: str) -> None:
    begin(game, tmp_path)
    gm("thread", "demo", "--page", "https://example.org/demo/")
    assert gm("deadline", "demo", "2026-11-23 20:00 UTC", "--every", "48h").status == 0
    counts = {}
    for which in GUIDES:
        found = commands(gm, game, which, "--lang", lang)
        counts[which] = len(found)
        for line in found:
            words = shlex.split(line)[1:]
            if words[0] == "resolve" and "--close" not in words:
                table = open_table(tmp_path / "turns" / "demo")
                for seat in table.game.awaited(table.position):
                    assert gm("order", "demo", seat, "--bot", "easy").status == 0
            if words[0] == "simulate":
                words[words.index("--games") + 1] = "1"
            ran = gm(*words)
            if words[0] == "reveal":  # which the guide names for the end of the game
                assert "the game is not over" in ran.err
                continue
            assert ran.status == 0, (line, ran.out, ran.err)
    assert counts["player"] >= 1
    assert counts["gm"] >= 9
    assert counts["board"] == 4
    assert counts["fair"] >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_player_without_a_page_tries_orders_on_a_snapshot(gm: Gm, tmp_path: Path, game: str) -> None:
    begin(game, tmp_path)
    (tmp_path / "demo.toml").write_text(gm("report", "demo", "--format", "snapshot").out, encoding="utf-8")
    found = [line for line in commands(gm, game, "player") if line.startswith("gm try")]
    assert len(found) == 1
    if find(game).private_events:  # an order would tell a hand
        assert found[0].endswith('SEAT "ORDER"')
    else:
        assert gm(*shlex.split(found[0])[1:]).status == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_order_in_a_guide_is_legal(gm: Gm, tmp_path: Path, game: str) -> None:
    begin(game, tmp_path)
    table = open_table(tmp_path / "turns" / "demo")
    seat, order = example_order(table)
    if table.game.private_events:
        assert (seat, order) == ("", "")  # it would tell a hand
        return
    assert order in gm("guide", "player", "demo").out
    ran = gm("order", "demo", seat, order)
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.parametrize("forum", sorted(FORUMS))
def test_a_players_guide_is_one_post_in_every_forum(gm: Gm, tmp_path: Path, forum: str) -> None:
    begin("nascar", tmp_path)
    for lang in ("en", "de"):
        shown = gm("guide", "player", "demo", "--forum", forum, "--lang", lang)
        assert shown.status == 0
        assert "post 1 of" not in shown.out
        assert len(shown.out) < 2000


@pytest.mark.parametrize("which", GUIDES)
def test_a_guide_is_written_for_the_tables_forum(gm: Gm, tmp_path: Path, which: str) -> None:
    begin("nascar", tmp_path)
    gm("thread", "demo", "--forum", "phpbb")
    gm("thread", "demo", "--page", "https://example.org/demo/")
    shown = gm("guide", which, "demo").out
    assert shown.startswith("[b]")
    assert gm("guide", which, "demo", "--format", "text").out.startswith(("demo:", "Nascar"))
    if which == "player":
        assert "\nhttps://example.org/demo/\n" in shown


@pytest.mark.parametrize(("beacon", "unproven"), [("", "did not try many secrets"), ("drand", "without the beacon")])
def test_the_guide_on_fairness_speaks_of_keys_where_there_are_any(
    gm: Gm, tmp_path: Path, beacon: str, unproven: str
) -> None:
    board = min((folder("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")
    seats = tuple(Seat(mark, f"Player {mark}") for mark in "RGBK")
    path = tmp_path / "turns" / "demo"
    new_table(path, game="tac", board_text=board, track="", seats=seats, options={}, chance=ChanceSource(beacon=beacon))
    gm("thread", "demo", "--page", "https://example.org/demo/")
    shown = gm("guide", "fair", "demo").out
    assert "The post of a turn carries its key" in shown
    assert "What stays hidden has keys of its own." in shown
    assert ("a round of a public beacon" in shown) == bool(beacon)
    assert unproven in shown
    assert "gm reveal" not in shown
    assert "https://example.org/demo/" in shown
    (tmp_path / "demo.toml").write_text(gm("report", "demo", "--format", "snapshot").out, encoding="utf-8")
    assert "The post of a turn carries its key" in gm("guide", "fair", "demo.toml").out
    assert "Der Beitrag eines Zuges trägt seinen Schlüssel" in gm("guide", "fair", "demo", "--lang", "de").out


def test_the_guide_on_fairness_of_an_old_table_speaks_of_its_secret(gm: Gm, tmp_path: Path) -> None:
    begin("nascar", tmp_path)
    shown = gm("guide", "fair", "demo").out
    assert "a secret that the first post commits to" in shown
    assert "gm reveal demo" in shown


def test_a_wrong_guide_is_refused(gm: Gm) -> None:
    assert gm("guide", "everything", "demo").status == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_starter_is_a_board_without_faults_and_says_what_its_settings_mean(gm: Gm, tmp_path: Path, game: str) -> None:
    assert gm("tracks", "--new", "mine", "--game", game).status == 0
    assert gm("tracks", "--check", "mine.txt", "--game", game).status == 0
    text = (tmp_path / "mine.txt").read_text(encoding="utf-8")
    assert text.startswith("+++\n")
    assert 'name = "mine"' in text
    again = gm("tracks", "--new", "mine", "--game", game)
    assert again.status == 2
    assert "already exists; nothing was written" in again.err
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == text


def test_a_starter_named_by_a_dash_is_printed_and_can_be_checked(gm: Gm, tmp_path: Path) -> None:
    made = gm("tracks", "--new", "-", "--game", "nascar")
    assert made.status == 0
    assert made.out.startswith("+++\n")
    assert not list(tmp_path.glob("*.txt"))
    assert gm("tracks", "--check", "-", "--game", "nascar", stdin=made.out.encode()).status == 0


def test_a_starter_named_like_an_option_is_refused(gm: Gm, tmp_path: Path) -> None:
    refused = gm("tracks", "--new=-mine", "--game", "nascar")
    assert refused.status == 2
    assert "the name '-mine' begins with -, as an option does" in refused.err
    assert not list(tmp_path.glob("*.txt"))


def test_a_fault_is_drawn_at_its_place(gm: Gm, tmp_path: Path) -> None:
    gm("tracks", "--new", "mine", "--game", "nascar")
    text = (tmp_path / "mine.txt").read_text(encoding="utf-8").replace("|", "q", 1)
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    number = next(at for at, line in enumerate(text.split("\n"), 1) if "q" in line and line.lstrip().startswith("*"))
    shown = gm("tracks", "--check", "mine.txt").out
    assert f"mine.txt:{number}:" in shown
    lines = shown.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{number:>3} | "))
    assert lines[at][lines[at + 1].index("^")] == "q"


def test_a_board_without_front_matter_is_shown_one(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "my.txt").write_text("***\n", encoding="utf-8")
    shown = gm("tracks", "--check", "my.txt", "--game", "nascar").out
    assert "gm tracks --new mine --game GAME writes one" in shown
    assert 'name = "Mine"' in shown


def test_a_small_track_is_described_in_the_singular(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text('+++\nfinish_heading = "E"\nlaps = 1\n+++\n=***x|****\n', encoding="utf-8")
    drawn = gm("tracks", "one.txt", "--game", "nascar")
    assert "10 columns, 1 row, 10 tiles, 1 start slot\n1 lap, the line" in drawn.out


@pytest.mark.parametrize("more", [(), ("--game", "nascar")])
def test_a_tab_in_a_map_is_named_with_its_file(gm: Gm, tmp_path: Path, more: tuple[str, ...]) -> None:
    (tmp_path / "tabs.txt").write_text("+++\n+++\n=**\t|\n", encoding="utf-8")
    drawn = gm("tracks", "tabs.txt", *more)
    assert drawn.status == 2
    assert drawn.err == "gm: tabs.txt: the map holds tabs\n  line 3, column 4: a tab has no fixed width; use blanks\n"
