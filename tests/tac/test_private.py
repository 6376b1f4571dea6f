"""A hand out of a private message: what is taken from it, and what is not."""

from __future__ import annotations

import pytest

from gm_tools.core.events import Event
from gm_tools.core.i18n import languages
from gm_tools.core.languages import speaking
from gm_tools.core.problems import Problem
from gm_tools.games import find
from gm_tools.games.tac.cards import deck, name_card
from gm_tools.games.tac.orders import parse_order
from gm_tools.games.tac.position import Position, view
from gm_tools.games.tac.private_message import view_with_message
from gm_tools.games.tac.report import event_lines
from gm_tools.render import text as plain
from gm_tools.reports.base import Scene
from gm_tools.reports.turn import PlayedTurn, turn_report
from tests.page.conftest import until  # the example table


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> Position:
    table = until("marbles", 30, tmp_path_factory.mktemp("tac") / "marbles")
    made: Position = table.position
    return made


def test_a_private_report_shows_the_seats_own_view(position: Position) -> None:
    game = find("tac")
    for seat in "RGBK":
        scene = Scene("marbles", game, (), seat)
        report = plain.render(turn_report(scene, PlayedTurn(30, position, ())))
        assert view_with_message(view(position, "public"), seat, report) == view(position, seat)
        others = [other for other in "RGBK" if other != seat]
        assert all(isinstance(view_with_message(view(position, "public"), other, report), Problem) for other in others)


def test_cards_without_a_letter_are_ones_own_hand(position: Position) -> None:
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
    for text in ("2 trick 17", "G: 2, trick, 17"):  # not the whole text, but the word that is wrong
        assert "17 is no card" in str(view_with_message(seen, "G", text))


def test_a_known_hand_stays_as_it_is(position: Position) -> None:
    seen = view(position, "G")
    assert view_with_message(seen, "G", "1 1 1") == seen


@pytest.mark.parametrize("language", languages())
def test_a_hand_is_read_in_the_words_in_which_it_is_told(language: str, position: Position) -> None:
    game, hands = find("tac"), (("tac", "jester", "devil"), ("trick", "warrior", "angel"), *position.hands[2:])
    dealt = position._replace(hands=hands)
    with speaking(language):
        for seat in "RG":
            known = view(dealt, seat)
            report = plain.render(turn_report(Scene("marbles", game, (), seat), PlayedTurn(30, dealt, ())))
            hand = " ".join(map(name_card, hands[dealt.number(seat)]))
            assert all(name_card(card) in report for card in hands[dealt.number(seat)])
            for text in (report, hand, hand.upper(), hand.replace(" ", ", ")):
                assert view_with_message(view(position, "public"), seat, text) == known


@pytest.mark.usefixtures("german")
def test_a_german_hand_and_what_is_said_of_it_are_german(position: Position) -> None:
    seen = view(position, "public")
    known = view_with_message(seen, "R", "2 7 krieger")
    assert isinstance(known, Position)
    assert known.hands[0] == ("2", "7", "warrior")
    problem = view_with_message(seen, "R", "krieger 7")
    assert "R: Krieger, 7" in str(problem)
    (refused,) = find("tac").check(known, "R", parse_order("13 raus"))
    assert "2, 7, Krieger" in refused.message
    entry = Event("played", ("R",), {"order": "13 in R", "card": "13", "way": "pen>1"})
    assert event_lines((entry,)) == ("R: 13 in R (kommt auf 1 ins Spiel)",)


def test_a_hand_may_hold_each_card_of_the_deck_but_not_where_its_seat_orders_for_another(position: Position) -> None:
    game, seen = find("tac"), view(position, "public")
    cards, count = game.hand_cards(seen, "R")
    assert [card for card, _ in cards] == list(deck(4, "master"))
    assert count == len(position.hands[0]) == 3
    assert game.hand_cards(seen._replace(decider=seen.number("K")), "K") == ((), 0)
