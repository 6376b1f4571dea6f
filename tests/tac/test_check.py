"""Refusals: their words, rules and sentences, what to write instead, and who may write for whom (T13.3, T13.9)."""

from __future__ import annotations

import pytest

from gm_tools.core.problems import Problem
from gm_tools.games.tac import GAME
from gm_tools.games.tac.cases import WORDS
from gm_tools.games.tac.orders import format_order
from tests.tac.tables import at, order, play


def refuse(position: object, seat: str, text: str) -> Problem:
    """Return the one problem of an order."""
    (problem,) = GAME.check(position, seat, order(text))  # type: ignore[arg-type]
    assert problem.seat == seat
    return problem


@pytest.mark.parametrize(
    ("keys", "text", "rule", "message", "suggestion"),
    [
        ({"hands": "R=5"}, "9 R10", "T3.6", "CARD: the hand of R holds 5", ""),
        ({"pos": "R:10 B:15", "hands": "R=5"}, "drop 5", "T5.1", "MUST_PLAY: a card can be used, so one must be: 5 R10>15", "5 R10>15"),
        ({"pos": "R:10,20,30,40", "hands": "R=5,9"}, "drop 5", "T5.1", "MUST_PLAY: a card can be used, so one must be: 5 R10>15; 5 R20>25; 5 R30>35; 5 R40>45; 9 R10>19; 9 R20>29; …", ""),
        ({"pos": "R:10", "hands": "R=5"}, "5 R10-15", "T13.4", "STEPS: a 5 moves exactly 5 fields forward, not -15", "5 R10>15"),
        ({"pos": "R:10", "hands": "R=5"}, "5 R10+4", "T13.4", "STEPS: a 5 moves exactly 5 fields forward, not +4", "5 R10>15"),
        ({"pos": "R:10", "hands": "R=5"}, "5 R10>16", "T4.1", "DISTANCE: R10 would move to 15", "5 R10>15"),
        ({"pos": "R:20", "hands": "R=4"}, "4 R20+4", "T13.4", "STEPS: a 4 moves exactly 4 fields backward, not +4", "4 R20>16"),
        ({"pos": "R:a", "hands": "R=4"}, "4 Ra", "T6.3.3", "DISTANCE: Ra cannot go there", ""),
        ({"pos": "R:62 G:64", "hands": "R=5"}, "5 R62>b", "T4.2", "BLOCKED: a ball is in the way of R62 to b", ""),
        ({"pos": "R:62,a", "hands": "R=5"}, "5 R62>b", "T4.2", "BLOCKED: a ball is in the way of R62 to b", "5 R62>3"),
        ({"pos": "R:1*", "hands": "R=3"}, "3 R1>c", "T4.7", "FRESH: R1 has just come in: it must leave the start field before it may go home", "3 R1>4"),
        ({"pos": "R:62", "hands": "R=5"}, "5 R62", "T13.4", "say where to: 5 R62>3 or 5 R62>b", ""),
        ({"pos": "R:10 G:20", "hands": "R=5"}, "5 G20", "T4.5", "OWNER: G20 may not be moved now, only balls of R", ""),
        ({"pos": "R:10", "hands": "R=5"}, "5 Ra", "T1.8", "BALL: there is no ball Ra in the house", ""),
        ({"pos": "R:10", "hands": "R=5"}, "5 X10", "T13.2", "X10 is not a ball of this game; the seats are R G B K", ""),
        ({"pos": "R:10", "hands": "R=5"}, "G: 5 R10", "T13.3", "TURN: the card comes from the hand of R", "R: 5 R10"),
        ({"pos": "R:10,20,a,b", "hands": "R=1"}, "1 in", "T6.2.1", "PEN: no ball of R waits in its pen", ""),
        ({"pos": "R:d,20", "hands": "R=7"}, "7 R20+3 Rd-1 R23", "T4.10", "LOCKED: Rd is locked", ""),
        ({"pos": "R:10,20", "hands": "R=7"}, "7 R10+4 R20+2", "T6.4.1", "STEPS: 6 of 7 steps are used; all seven must be made", "7 R10>14 R20>23"),
        ({"pos": "R:10,20", "hands": "R=7"}, "7 R10 R20+2", "T13.5", "STEPS: how many steps for R10? Only the last part may leave the number out", ""),
        ({"pos": "R:62", "hands": "R=7"}, "7 R62+5 R3+2", "T13.5", "say where to: R62>3 or R62>b", ""),
        ({"hands": "R=8"}, "8 skip", "T6.5.2", "COLD: no ball of R is on the ring", ""),
        ({"pos": "R:10", "hands": "R=tac,2"}, "tac 2 R10", "T7.3", "TAC_FIRST: no card has been laid in this deal that a TAC could take over", ""),
        ({"phase": "swap", "hands": "R=1,5"}, "cannot", "T3.4", "ANNOUNCE: the hand of R holds a 1 or a 13: 1, 5", "can"),
        ({"phase": "swap", "hands": "R=1,5"}, "1 in", "T3", "PHASE: cards are being swapped; they are played after that", ""),
        ({"variant": "trios6", "pos": "R:a,b,c,d", "hands": "R=1"}, "1 in", "T13.9", "say which colour: 1 in B or 1 in W", ""),
        ({"variant": "trios6", "pos": "R:a,b,c,d", "hands": "R=1"}, "1 in G", "T4.5", "OWNER: only a ball of B and W may enter now", ""),
        ({"variant": "pairs4 master", "pos": "G:20,30,40", "hands": "R=angel"}, "angel G20+1", "T9.4.3", "PEN: a ball of G waits in its pen, so it must enter", "angel in G"),
        ({"variant": "pairs4 master", "hands": "R=jester G=- B=2 K=2"}, "jester", "T9.2.2", "LAST: G holds no card that could be passed on", ""),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_wrong_and_what_to_write(
    keys: dict[str, str], text: str, rule: str, message: str, suggestion: str
) -> None:
    problem = refuse(at(**keys), "R", text)
    assert (problem.rule, problem.message, problem.suggestion) == (rule, message, suggestion)
    assert (problem.kind == "illegal") == (message.partition(":")[0] in WORDS)
    if suggestion:
        assert GAME.check(at(**keys), "R", order(suggestion)) == ()


def test_the_column_of_a_refused_part_counts_in_the_canonical_text() -> None:
    position = at(pos="R:10,20", hands="R=7")
    problem = refuse(position, "R", "7 r10+3, r21+4")
    text = format_order(order("7 r10+3, r21+4"))
    assert text[problem.column - 1 :] == "R21+4"


def test_any_other_order_is_refused_while_a_win_waits_for_a_tac() -> None:
    position = play(at(pos="R:a,b,c,d B:29,b,c,d K:50", turn="B", hands="B=5,2 K=tac,3"), "5 B29>a")
    problem = refuse(position, "K", "3 K50")
    assert problem.message == "MUST_TAC: the win must be stopped now: tac 5 K50>55"
    assert problem.suggestion == "tac 5 K50>55"


def test_a_skipped_seat_is_refused_a_use_and_offered_a_discard() -> None:
    position = play(at(pos="R:5 G:20", hands="R=8,2 G=3,9"), "8 skip")
    problem = refuse(position, "G", "3 G20")
    assert (problem.rule, problem.suggestion) == ("T5.5", "drop 3")
    assert problem.message == "SKIPPED: the turn is skipped: lay a card unused, or answer with a TAC"


def test_only_the_person_that_decides_may_write() -> None:
    position = at(variant="pairs4 master", pos="G:20", hands="R=devil,2 G=5,9")
    position = play(position, "R: devil")
    assert list(GAME.awaited(position)) == ["R"]
    assert GAME.check(position, "R", order("5 G20")) == ()
    assert GAME.check(position, "R", order("G: 5 G20")) == ()
    assert refuse(position, "R", "R: 5 G20").message == "TURN: the card comes from the hand of G"
    for seat in "GBK":
        assert refuse(position, seat, "5 G20").message == "TURN: it is G's turn, but R decides for it"


def test_a_person_with_two_seats_writes_for_both_while_playing() -> None:
    position = at(variant="double2", pos="R:10", hands="R=5")
    assert GAME.check(position, "R", order("5 R10")) == ()
    assert GAME.check(position, "B", order("5 R10")) == ()
    assert refuse(position, "G", "5 R10").message == "TURN: it is R's turn"


def test_a_person_with_two_seats_gives_the_card_of_the_seat_that_is_asked() -> None:
    position = at(variant="double2", phase="swap", hands="R=5,9 B=6,10")
    assert GAME.check(position, "R", order("swap 5")) == ()
    assert GAME.check(position, "R", order("R: swap 5")) == ()
    assert refuse(position, "B", "swap 5").message == "CARD: the hand of B holds 6, 10"
    assert refuse(position, "R", "B: swap 6").message == "TURN: this is an order of B, but R is asked here"
    assert [format_order(one) for one in GAME.legal_orders(position, "B")] == ["swap 6", "swap 10"]


def test_an_order_from_an_unknown_seat_is_refused() -> None:
    assert refuse(at(hands="R=5"), "Q", "drop 5").message == "TURN: Q is not a seat of this game"


@pytest.mark.parametrize("text", ["5 Q10", "5 R10 else 5 Q10", "drop 5 else 5 R10>Q15 else 5 R10"])
def test_a_letter_of_no_seat_is_refused_in_every_alternative(text: str) -> None:
    problem = refuse(at(pos="R:10", hands="R=5"), "R", text)
    assert (problem.kind, problem.rule) == ("invalid", "T13.2")
    assert "the seats are" in problem.message
