"""A set-up that waits for a round of the beacon: nothing that decides it can be chosen once the round is known, and nothing before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.beacon import mix
from gm_tools.core.game import Seat
from gm_tools.core.keys import TurnKeys, chain_key
from gm_tools.core.paths import folder
from gm_tools.reports.turn_post import turn_post
from gm_tools.reports.waiting_setup import waiting_report
from gm_tools.table import ChanceSource, Table, new_table, open_table, put_order
from gm_tools.table.beacon import SERVER, WaitForBeacon
from gm_tools.table.carry_out import DrawInputs
from gm_tools.table.resolve import resolve
from gm_tools.table.set_up import draw_setup
from gm_tools.table.verify import audit, verify
from tests.begin import begin_table
from tests.table.crossing import begin_beacon, change, contents, refusal
from tests.table.test_beacon import OUT, ROUND, VECTORS

ROOT = bytes(range(32))
SEATS = tuple(Seat(mark, f"Player {mark}") for mark in "RGBK")


def announce(path: Path, *, root: bytes = ROOT) -> Table:
    """Begin a table of TAC: who deals first is drawn in the open, the first deck in hiding."""
    board = min((folder("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")
    return begin_table(path, "tac", board, SEATS, chance=ChanceSource(root=root, beacon="drand", setup_round=ROUND))


@pytest.fixture
def marbles(tmp_path: Path) -> Path:
    return announce(tmp_path / "marbles").path


def draw(path: Path, now: int = OUT) -> Table:
    return draw_setup(path, now=now, inputs=DrawInputs(signature=VECTORS[ROUND]))


def list_said(path: Path) -> list[str]:
    return [f"{finding.file}: {finding.message}" for finding in verify(path)]


def test_a_table_that_waits_has_no_turn_and_says_so(marbles: Path) -> None:
    assert sorted(contents(marbles)) == [".gitignore", "orders.toml", "secret.toml", "setup.toml", "table.toml"]
    error = refusal(lambda: open_table(marbles))
    assert (error.status, error.message) == (1, "the set-up is not drawn yet: it waits for a round of the beacon")
    assert "gm resolve TABLE" in error.allowed


def test_the_first_post_says_what_is_fixed_and_nothing_else(marbles: Path) -> None:
    text = str(waiting_report(marbles).blocks)
    assert f"Dice of turn 0: drand quicknet, round {ROUND}." in text
    assert chain_key(ROOT, "open", 4000, 0).hex() in text
    assert "setup.toml " in text
    assert chain_key(ROOT, "hidden", 4000, 0).hex() not in text
    assert ROOT.hex() not in text


def test_before_the_round_nothing_is_drawn(marbles: Path) -> None:
    before = contents(marbles)
    assert isinstance(refusal(lambda: draw_setup(marbles, now=OUT - 1)), WaitForBeacon)
    assert contents(marbles) == before
    found = audit(marbles)
    assert (found.findings, found.waiting, found.draws) == ((), ROUND, 0)


def test_the_set_up_is_drawn_from_the_round(marbles: Path) -> None:
    table = draw(marbles)
    assert table.turn == 0
    assert list_said(marbles) == []
    post = str(turn_post(table, 0, "public").blocks)
    assert f"round {ROUND}, signature {VECTORS[ROUND]}" in post
    found = audit(marbles)
    assert (found.rounds, found.without, found.shut) == (1, (), 0)
    (marbles / "secret.toml").unlink()
    assert (list_said(marbles), audit(marbles).shut) == ([], 1)  # the deck
    assert draw(marbles).turn == 0  # again: nothing to do


def test_the_game_goes_on_as_any_other(tmp_path: Path) -> None:
    path = tmp_path / "crossing"
    begin_beacon(path, root=ROOT, setup_round=ROUND)
    draw(path)
    for seat in "ABC":
        put_order(path, seat, "r1")
    assert resolve(path, inputs=DrawInputs(without_beacon=True)).turn.record.turn == 1
    assert list_said(path) == []


def test_a_root_that_was_ground_before_the_first_post_draws_nothing_that_was_seen(tmp_path: Path) -> None:
    """Whoever tries roots sees what they would draw alone; the round makes other draws of each, and none of them can be known."""
    roots = [bytes([at]) * 32 for at in range(8)]
    lucky = max(roots, key=lambda root: chain_key(root, "open", 4000, 0))
    path = announce(tmp_path / "ground", root=lucky).path
    key = TurnKeys(chain_key(lucky, "open", 4000, 0), None)
    assert mix(key, VECTORS[ROUND]).open != mix(key, VECTORS[1000]).open
    drawn = draw(path)
    alone = begin_table(tmp_path / "alone", "tac", drawn.board_text, SEATS, chance=ChanceSource(root=lucky))
    assert alone.position.hands != drawn.position.hands


def test_without_a_round_the_ground_root_passes_and_the_post_says_that_it_can(tmp_path: Path) -> None:
    """What no check can find: the root of a table whose turn 0 is drawn at once. The post of turn 0 says so where there is a beacon."""
    path = announce(tmp_path / "waits").path
    table = begin_table(
        tmp_path / "at_once",
        "tac",
        draw(path).board_text,
        SEATS,
        chance=ChanceSource(root=bytes([7]) * 32, beacon="drand"),
    )
    assert list_said(table.path) == []
    assert "Turn 0 was drawn without the beacon." in str(turn_post(table, 0, "public").blocks)
    assert audit(table.path).without == (0,)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('mark = "R"\nplayer = "Player R"', 'mark = "X"\nplayer = "Player R"'),
        ("[[seats]]", '[options]\ndealer = "R"\n\n[[seats]]'),
    ],
)
def test_seats_and_options_stay_as_they_were_announced(marbles: Path, old: str, new: str) -> None:
    text = (marbles / "table.toml").read_text(encoding="utf-8")
    (marbles / "table.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert list_said(marbles)
    before = contents(marbles)
    assert "what was announced was changed" in refusal(lambda: draw(marbles)).message
    assert contents(marbles) == before


def test_a_player_may_be_replaced_while_the_set_up_waits(marbles: Path) -> None:
    change(marbles / "table.toml", 'player = "Player R"', 'player = "Nina"')
    assert draw(marbles).seats[0].player == "Nina"
    assert list_said(marbles) == []


def test_another_secret_is_refused(marbles: Path) -> None:
    (marbles / "secret.toml").write_text(f'seed = "{bytes(32).hex()}"\n')
    assert refusal(lambda: draw(marbles)).key == "seed"


def test_another_round_for_the_set_up_is_found(marbles: Path) -> None:
    """The game master names another round afterwards: the file of turn 0 continues what was announced."""
    draw(marbles)
    change(marbles / "setup.toml", f"round = {ROUND}", "round = 1000")
    found = list_said(marbles)
    assert f"turn-000.toml: before: setup.toml {CHANGED}" in found
    assert f"turn-000.toml: round: found {ROUND}, and setup.toml named round 1000" in found


CHANGED = "is not the file that this one continues: it was changed afterwards"


def test_an_announced_set_up_cannot_be_removed_unnoticed(marbles: Path) -> None:
    draw(marbles)
    (marbles / "setup.toml").unlink()
    assert any(line.startswith("turn-000.toml: before: found ") for line in list_said(marbles))


def test_a_set_up_with_a_round_that_no_file_named_is_found(marbles: Path) -> None:
    """As if the table had begun with it: rounds could be tried until the set-up pleases."""
    draw(marbles)
    (marbles / "setup.toml").unlink()
    text = (marbles / "turn-000.toml").read_text(encoding="utf-8")
    before = text.partition('before = "')[2][:64]
    change(marbles / "turn-000.toml", before, "")
    assert list_said(marbles) == [f"turn-000.toml: round: found {ROUND}, and there is no setup.toml that named it"]


def test_the_set_up_without_the_beacon_is_told_and_found(marbles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVER, "http://127.0.0.1:1")
    table = draw_setup(marbles, now=OUT, inputs=DrawInputs(without_beacon=True))
    assert f"Turn 0 was drawn without round {ROUND} of the beacon, which was out" in str(
        turn_post(table, 0, "public").blocks
    )
    assert [line for line in list_said(marbles) if "it could have been used" in line]


def test_a_set_up_that_draws_nothing_does_not_wait(tmp_path: Path) -> None:
    board = (folder("tracks") / "nascar" / "dust-bowl.txt").read_text(encoding="utf-8")
    path = tmp_path / "x"
    arguments: dict[str, Any] = {"board_text": board, "track": "", "options": {}, "seats": (Seat("A", "Alice"),)}
    chance = ChanceSource(setup_round=5)
    error = refusal(lambda: new_table(path, game="nascar", chance=chance._replace(beacon="drand"), **arguments))
    assert error.message == "the set-up draws nothing: it need not wait"
    error = refusal(lambda: new_table(path, game="nascar", chance=chance, **arguments))
    assert (error.key, error.allowed) == ("--setup-at", "with --beacon drand")
    assert not path.exists()


def test_a_setup_file_that_is_spoilt_is_named(marbles: Path) -> None:
    (marbles / "setup.toml").write_text("format = 1\n", encoding="utf-8")
    error = refusal(lambda: draw(marbles))
    assert (error.file, error.key) == (str(marbles / "setup.toml"), "table")
