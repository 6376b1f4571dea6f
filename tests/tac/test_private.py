"""A hand out of a private message: what is taken from it, and what is not."""

from __future__ import annotations

import pytest

from gm_tools.core.problems import Problem
from gm_tools.games import find
from gm_tools.games.tac.position import Position, view
from gm_tools.games.tac.private_message import view_with_message
from gm_tools.render import text as plain
from gm_tools.reports.report import Scene
from gm_tools.reports.turn import turn_report
from tests.page.conftest import until  # the example table


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> Position:
    table = until("marbles", 30, tmp_path_factory.mktemp("tac") / "marbles")
    made: Position = table.position
    return made


def test_a_private_report_gives_the_own_view(position: Position) -> None:
    game = find("tac")
    for seat in "RGBK":
        scene = Scene("marbles", game, (), seat)
        report = plain.render(turn_report(scene, 30, position, ()))
        assert view_with_message(view(position, "public"), seat, report) == view(position, seat)
        others = [other for other in "RGBK" if other != seat]
        assert all(isinstance(view_with_message(view(position, "public"), other, report), Problem) for other in others)


def test_cards_without_a_letter_are_the_own_hand(position: Position) -> None:
    hand = position.hands[position.number("G")]
    for text in (" ".join(hand), ", ".join(reversed(hand)).upper(), f"* g: {', '.join(hand)} "):
        assert view_with_message(view(position, "public"), "G", text) == view(position, "G")


def test_a_text_without_a_hand_is_refused(position: Position) -> None:
    seen = view(position, "public")
    for text in ("3 trick", "hello", "G: 3, trick, king", "R: 2, 9, 10"):
        problem = view_with_message(seen, "G", text)
        assert isinstance(problem, Problem)
        assert problem.seat == "G"
    assert "G holds 3 cards, found G: 3, trick" in str(view_with_message(seen, "G", "3 trick"))


def test_a_known_hand_stays_as_it_is(position: Position) -> None:
    seen = view(position, "G")
    assert view_with_message(seen, "G", "1 1 1") == seen
