"""What people type that looks like something else: dashes that are orders, boards that are at fault, texts without end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Gm
from tests.cli.race import TRACK


@pytest.fixture
def ring(gm: Gm, tmp_path: Path) -> str:
    """Return the name of a race of one car, at speed 0."""
    (tmp_path / "ring.txt").write_text(TRACK, encoding="utf-8")
    seat = ("--seat", "A:Alice")
    assert gm("new", "ring", "--game", "nascar", "--track", "ring.txt", *seat, "--option", "start_speed=0").status == 0
    return "ring"


@pytest.mark.parametrize("text", ["- ", "-.", "-\n", "---", " -", "\u2013"])
def test_a_dash_is_an_order(gm: Gm, ring: str, text: str) -> None:
    assert gm("order", ring, "A", text).out == f"Alice (A): {text.strip()} is in hand for turn 1.\n"
    assert gm("try", ring, "A", text).out.startswith("ring: Alice (A) tries -\n")


def test_an_order_may_begin_and_end_with_a_dash(gm: Gm, ring: str) -> None:
    ran = gm("order", ring, "A", "- A -", "--source", "post 3")
    assert (ran.status, ran.out, ran.err) == (0, "Alice (A): - A - is in hand for turn 1.\n", "")


def test_a_dash_as_an_order_does_not_disable_options(gm: Gm, ring: str) -> None:
    assert gm("order", ring, "A", "- ", "--json").out.startswith("{")
    assert "--sorce" in gm("order", ring, "A", "--sorce", "x").err
    assert gm("order", ring, "A", "-", stdin=b"-").out.startswith("Alice (A): - is in hand for turn 1")


@pytest.mark.parametrize("command", ["order", "try"])
def test_an_empty_stdin_is_not_a_dash(gm: Gm, ring: str, command: str) -> None:
    ran = gm(command, ring, "A", "-", stdin=b"\n")
    allowed = 'an order; write an order that is only a dash as "- " here'
    assert (ran.status, ran.out, ran.err) == (2, "", f"gm: standard input: is empty (allowed: {allowed})\n")


def test_a_text_without_end_is_not_repeated(gm: Gm, ring: str) -> None:
    ran = gm("try", ring, "A", "-", stdin=b"M" * 900_000)
    assert ran.status == 1
    assert max(map(len, ran.out.splitlines())) < 200


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TRACK.replace("laps = 2", "laps = 0"), "front matter.laps: found 0 (allowed: a whole number from 1 to 99)"),
        ("", "the board file is empty (allowed: TOML between two lines +++, then the map)"),
    ],
    ids=["front matter", "empty"],
)
def test_a_board_at_fault_is_named(gm: Gm, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "ring.txt").write_text(text, encoding="utf-8")
    ran = gm("new", "ring", "--game", "nascar", "--track", "ring.txt", "--seat", "A:Alice")
    assert (ran.status, ran.err) == (2, f"gm: ring.txt: {message}\n")


def test_faults_without_end_are_counted(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text(TRACK + "Z" * 900, encoding="utf-8")
    ran = gm("new", "ring", "--game", "nascar", "--track", "ring.txt", "--seat", "A:Alice")
    lines = ran.err.splitlines()
    assert (ran.status, len(lines), lines[-1]) == (2, 22, "  and 880 more")
