"""A table with a beacon at the keyboard: the round is announced, waited for, pasted, and shown in the post."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Gm
from tests.table import ferry
from tests.table.crossing import begin_beacon
from tests.table.test_beacon import OUT, ROUND, VECTORS


@pytest.fixture
def circuit(gm: Gm, tmp_path: Path) -> str:
    """A table of Ferry with a beacon, in which every turn draws the tide."""
    (tmp_path / "river.txt").write_text(ferry.RIVER, encoding="utf-8")
    seats = ("--seat", "A:Alice", "--seat", "B:Bob", "--bot", "A=easy", "--bot", "B=easy")
    begun = gm("new", "mz", "--game", "ferry", "--track", str(tmp_path / "river.txt"), *seats, "--beacon", "drand")
    assert "Turn 0 was drawn without the beacon." in begun.out
    return "mz"


def test_an_evening_with_a_beacon(gm: Gm, circuit: str) -> None:
    refused = gm("resolve", circuit)
    assert (refused.status, refused.out) == (1, "")
    assert "all orders are in: the draws of turn 1 wait for round" in refused.err
    assert "\n  Next deadline: " in refused.err
    seconds = OUT - 1  # 11:20:02, to the second
    minutes, left = divmod(seconds % 86400, 60)
    at = f"2023-09-{1 + (seconds - 1693526400) // 86400:02}T{minutes // 60:02}:{minutes % 60:02}:{left:02}+00:00"
    said = gm("deadline", circuit, at, "--now", "2023-09-01 12:00 UTC")
    announced = f"Dice of turn 1: drand quicknet, round {ROUND}."
    assert announced in said.out
    assert announced in gm("report", circuit).out
    early = gm("resolve", circuit, "--now", "2023-09-02 12:00 UTC")
    assert early.status == 1
    assert f"round {ROUND}" in early.err
    shown = gm("resolve", circuit, "--preview", "--json", "--now", "2023-09-02 12:00 UTC")
    assert json.loads(shown.out)["format"] == "gm-tools/branches"
    wrong = gm("resolve", circuit, "--beacon-signature", VECTORS[1000])
    assert (wrong.status, wrong.out) == (2, "")
    resolved = gm("resolve", circuit, "--beacon-signature", VECTORS[ROUND])
    assert f"Beacon: drand quicknet, round {ROUND}, signature {VECTORS[ROUND]}" in resolved.out
    out = gm("verify", circuit).out
    assert "nothing differs" in out
    assert "Beacon: 1 turns drawn with a round whose signature is right; without the beacon: 0." in out


def test_a_set_up_that_waits_is_announced_and_drawn_by_the_commands(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "river.txt").write_text(ferry.RIVER, encoding="utf-8")
    words = ("--game", "ferry", "--track", str(tmp_path / "river.txt"), "--seat", "A:Alice", "--beacon", "drand")
    begun = gm("new", "mz", *words, "--setup-at", "30m")
    assert "Dice of turn 0: drand quicknet, round " in begun.out
    assert "setup.toml " in begun.out
    assert gm("report", "mz").out == begun.out
    assert json.loads(gm("report", "mz", "--json").out)["format"] == "gm-tools/waiting"
    early = gm("resolve", "mz")
    assert (early.status, early.out) == (1, "")
    assert "the draws of turn 0 wait for round" in early.err
    assert gm("status", "mz").status == 1
    assert "Nothing is drawn yet" in gm("verify", "mz").out
    late = gm("new", "old", *words, "--setup-at", "2023-09-01 12:00 UTC")
    assert (late.status, "that time has already passed" in late.err) == (2, True)
    path = tmp_path / "turns" / "crossing"
    begin_beacon(path, setup_round=ROUND)
    drawn = gm("resolve", str(path), "--beacon-signature", VECTORS[ROUND])
    assert f"Beacon: drand quicknet, round {ROUND}, signature {VECTORS[ROUND]}" in drawn.out
    assert "nothing differs" in gm("verify", str(path)).out


def test_the_status_says_until_when_the_draws_wait(gm: Gm, circuit: str) -> None:
    gm("deadline", circuit, "2026-11-23 20:00 UTC", "--now", "2026-11-22 20:00 UTC")
    line = "Next: all orders are in. The draws wait until Mon 2026-11-23 20:01 UTC, then: gm resolve mz"
    assert line in gm("status", circuit, "--now", "2026-11-22 20:00 UTC").out
    gm("deadline", circuit, "--early", "--now", "2026-11-22 20:00 UTC")
    line = "Next: all orders are in: gm resolve mz. The draws wait until Mon 2026-11-23 20:01 UTC at the latest"
    assert line in gm("status", circuit, "--now", "2026-11-22 20:00 UTC").out
