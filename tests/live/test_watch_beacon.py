"""`gm watch` at a table with a beacon: the round is named in the thread, waited for, and used."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.beacon import find_announced, time_of
from gm_tools.core.game import Seat
from gm_tools.core.times import Moment, show_moment
from gm_tools.live.hosts import variable_of
from gm_tools.table import beacon, open_table, read_turn
from gm_tools.table.settings import change_settings
from tests.cli.conftest import Gm
from tests.live.server import Forum
from tests.live.test_watch import FIRST, NodeBB, watch
from tests.table.crossing import begin_beacon


def test_the_round_is_posted_waited_for_and_used(
    gm: Gm, forum: Forum, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, path = NodeBB(), tmp_path / "crossing"
    forum.answer = thread.answer
    seats = (Seat("A", "Alice", bot="easy"), Seat("B", "Bob", bot="easy"))
    begin_beacon(path, seats, gm=("Gus",))
    change_settings(path, address=f"{forum.url}/topic/77", forum="nodebb")
    monkeypatch.setenv(variable_of("token", forum.host), "sesame")
    assert gm("post", str(path), "--yes", "--now", FIRST).status == 0
    thread.clock = "2026-11-21T10:00:00Z"
    status, did, waiting = watch(gm, path, "2026-11-21 10:00 UTC", "--resolve")
    assert (status, did[1:], waiting) == (0, ["posted the round of the beacon, part 1"], [])
    ((turn, number),) = find_announced(str(thread.posts[-1]["content"]))
    assert turn == 1
    assert show_moment(Moment(time_of(number))).startswith("Sat 2026-11-21 10:06")
    assert watch(gm, path, "2026-11-21 10:03 UTC", "--resolve") == (0, ["fetched 1 new post"], [])
    monkeypatch.setattr(beacon, "_fetch_signature", lambda asked: f"{asked:096x}")
    status, did, __ = watch(gm, path, "2026-11-21 10:07 UTC", "--resolve")
    assert (status, did[0]) == (0, "resolved turn 1")
    assert read_turn(open_table(path), 1).record.round == number
