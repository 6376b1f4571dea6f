"""The example table: a whole master game of four, and the private message of every turn to every seat (T12.1, T12.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.core.blocks import Lines
from gm_tools.core.events import PUBLIC, view_events
from gm_tools.games.tac import GAME
from gm_tools.games.tac.cards import MASTERS
from gm_tools.reports.base import Report, Scene
from gm_tools.reports.turn import PlayedTurn, turn_report
from gm_tools.table import Table, Turn, open_table, read_turn

FOLDER = Path(__file__).parent.parent.parent / "turns" / "marbles"


@pytest.fixture(scope="module")
def table() -> Table:
    return open_table(FOLDER)


@pytest.fixture(scope="module")
def turns(table: Table) -> list[Turn]:
    return [read_turn(table, number) for number in range(table.turn + 1)]


def report(table: Table, turn: Turn, viewer: str) -> Report:
    scene = Scene(table.name, table.game, table.seats, viewer)
    return turn_report(scene, PlayedTurn(turn.record.turn, turn.after, turn.record.events))


def hands_in(shown: Report) -> dict[str, str]:
    """Return the hands that a report shows, by seat."""
    lines = [
        line for block in shown.blocks if isinstance(block, Lines) and block.title == "Hands" for line in block.lines
    ]
    return dict(line.split(": ") for line in lines if ": " in line)


def test_the_example_is_a_finished_master_game_with_every_master_card_used(table: Table, turns: list[Turn]) -> None:
    assert (table.position.settings.variant, table.position.settings.edition) == ("pairs4", "master")
    assert GAME.is_over(table.position)
    played = {event.data["card"] for turn in turns for event in turn.record.events if event.kind == "played"}
    assert {*MASTERS, "tac", "trick", "7", "8"} <= played
    assert len({event.data["stack"] for turn in turns for event in turn.record.events if event.kind == "shuffled"}) > 1


def test_the_public_report_of_no_turn_shows_a_hand(table: Table, turns: list[Turn]) -> None:
    for turn in turns:
        shown = report(table, turn, PUBLIC)
        assert hands_in(shown) == {}
        assert not any(
            "cards" in event.data
            for event in view_events(turn.record.events, PUBLIC)
            if event.kind in ("hand", "looked")
        )


@pytest.mark.parametrize("seat", "RGBK")
def test_the_private_report_of_every_turn_shows_the_own_hand_and_what_a_devil_looks_at(
    table: Table, turns: list[Turn], seat: str
) -> None:
    for turn in turns:
        after = turn.after
        number = after.letters.index(seat)
        expected = {number}
        if after.phase == "play" and after.decider == number:
            expected.add(after.turn)
        hands = {
            after.letters[other]: ", ".join(after.hands[other]) for other in sorted(expected) if after.hands[other]
        }
        assert hands_in(report(table, turn, seat)) == hands


def test_secret_events_reach_only_the_seats_they_concern(turns: list[Turn]) -> None:
    for turn in turns:
        for seat in "RGBK":
            for event in view_events(turn.record.events, seat):
                if event.kind == "hand" and "cards" in event.data:
                    assert event.seats == (seat,)
                if event.kind == "given" and "card" in event.data:
                    assert seat in event.seats
