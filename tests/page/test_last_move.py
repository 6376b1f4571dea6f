"""A board that the page draws anew keeps the last move, and what it is drawn of is everybody's to know; no browser is needed."""

from __future__ import annotations

from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.events import PUBLIC, dump_event, view_events
from gm_tools.page import engine
from gm_tools.page.parts import parts
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Table, read_turn
from gm_tools.table.snapshot import open_snapshot, snapshot
from tests.page.conftest import TABLES, until


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    """Return an example table in the middle of its game."""
    return until(request.param, TABLES[request.param][0], tmp_path / request.param)


def draw_move(table: Table, *shown_to: str) -> dict[str, Any]:
    """Return what the page shows of the snapshot of a table."""
    engine.load(snapshot(table), "en")
    return dict(loads(engine.show(*shown_to)))


def test_a_board_drawn_anew_is_the_one_that_was_published(table: Table) -> None:
    published = parts(turn_post(table, table.turn, PUBLIC))
    assert draw_move(table)["board"] == published["board"]
    seat = TABLES[table.name][1]
    hand = table.game.private is not None
    known = draw_move(table, seat, " ".join(table.position.hands[table.position.letters.index(seat)]) if hand else "")
    assert known["board"].count('class="went"') == published["board"].count('class="went"') > 0
    assert (known["board"] == published["board"]) == (not hand)


def test_the_sandbox_begins_with_the_last_move_and_goes_on_with_its_own(table: Table) -> None:
    before = draw_move(table)
    played = loads(engine.play(dumps({"go": "on", "orders": {}, "seed": "1"})))
    assert played["board"] != before["board"]
    assert loads(engine.show())["board"] == played["board"]
    back = loads(engine.play(dumps({"go": "to", "step": 0})))
    assert back["board"] == before["board"]


def test_a_snapshot_tells_of_the_last_turns_what_everybody_was_told(table: Table) -> None:
    first = max(0, table.turn - table.game.recalls)
    for viewer in (PUBLIC, table.seats[0].mark):
        told = open_snapshot(snapshot(table, viewer)).told
        assert [one.turn for one in told] == list(range(first, table.turn + 1))
        for turn, events in told:
            assert list(map(dump_event, events)) == list(
                map(dump_event, view_events(read_turn(table, turn).record.events, PUBLIC))
            )


def test_a_snapshot_from_before_turns_were_told_is_shown_without_a_last_move(table: Table) -> None:
    text = snapshot(table)
    old = text[: text.index("\n[[told]]")] + text[text.index("\n[position]") :]
    assert open_snapshot(old) == open_snapshot(text)._replace(told=())
    engine.load(old, "en")
    assert 'class="went"' not in loads(engine.show())["board"]
