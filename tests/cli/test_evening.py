"""The evening of tests/bench/evening.py in this process: what the game master types leads from the saved thread to the post."""

from __future__ import annotations

from pathlib import Path

from gm_tools.table import open_table, read_turn
from tests.bench.evening import PLAYERS, play
from tests.cli.conftest import Gm


def test_an_evening_with_mistakes_late_posts_and_a_substitute_takes_six_commands(gm: Gm, tmp_path: Path) -> None:
    typed = play(gm, tmp_path)
    assert [one.status for one in typed] == [1, 0, 0, 0, 0, 0]
    first, seat, __, second, __, post = typed
    assert "3 of 4 moves at speed 4: write 1 more" in first.out
    assert "@Cy: post 1028 by Cy holds two different orders" in first.out
    assert "no order found in post 1035 by Finn: 'I have to leave the game" in first.out
    assert first.out.count("came after the deadline") == 2
    assert "@Noor: a seat" in seat.out
    assert "Finn" in seat.out
    assert "ambiguous" not in second.out
    assert post.out.startswith("[b]dust: turn 1")
    table = open_table(tmp_path / "turns" / "dust")
    assert table.turn == 1
    orders = {one.seat: one.canonical for one in read_turn(table, 1).record.orders}
    assert orders == {"A": "(4M)", "B": "(4M)", "C": "A(5M)", "D": "(4M)", "E": "A(5M)", "F": "(4M)"}
    for player in (*PLAYERS[:-1], "Noor"):
        assert post.out.count(f"{player}: ") == 1
