"""What a player says after an order or a retraction, in words: what may change which order counts is asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.reports.collected_orders import wants_gm
from tests.posts.collecting import hand, row, run


@pytest.mark.parametrize(
    "text",
    [
        "On second thought, keep my order as it was",
        "Forget my retraction.",
        "I un-retract my order",
        "My order stands after all.",
        "Scratch that, my first order stands",
        "Never mind, original order",
        "Ignore my last post",
        "Please reinstate my order",
        "Ich bleibe bei meinem Befehl",
        "Mein Befehl gilt doch",
    ],
)
def test_words_that_may_bring_a_retracted_order_back_are_asked_about(dust: Path, text: str) -> None:
    told = (("Alice", "Order: (6M)"), ("Alice", "I retract my order."), ("Alice", text))
    for __ in range(2):
        outcome = run(dust, *told)
        assert (hand(dust), wants_gm(outcome)) == ({}, True)
        assert "post 3 by Alice" in row(outcome).verdict


def test_an_order_after_them_answers(dust: Path) -> None:
    told = ("Order: (6M)", "I retract my order.", "Forget my retraction.", "Order: A(7M)")
    outcome = run(dust, *(("Alice", text) for text in told))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "A(7M)"}, False)


@pytest.mark.parametrize("text", ["Hello again", "Still thinking about the next move", "Good luck, all! Keep it up."])
def test_talk_after_a_retraction_is_no_question(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)"), ("Alice", "I retract my order."), ("Alice", text))
    assert (hand(dust), wants_gm(outcome)) == ({}, False)


@pytest.mark.parametrize(
    "text",
    [
        "I withdraw.",
        "I resign",
        "I quit",
        "I must withdraw!",
        "Ich gebe auf.",
        "that order is wrong",
        "My last order was a mistake.",
        "I made a mistake in my order",
        "Sorry, there is a typo in my order",
        "Mein Befehl ist falsch",
        "change M to L please",
        "Please replace the last M with L",
        "remove the last M",
        "same but with 7M",
        "Use the order in post 1",
    ],
)
def test_words_that_leave_an_order_in_doubt_are_asked_about(dust: Path, text: str) -> None:
    for told in ([("Alice", f"Order: (6M)\n\n{text}")], [("Alice", "Order: (6M)"), ("Alice", text)]):
        outcome = run(dust, *told)
        assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)


@pytest.mark.parametrize(
    "text",
    [
        "I quit smoking.",
        "Bob's last order was wrong, ha!",
        "The order of the cars is wrong on the map",
        "I must change trains now",
        "Please remove me from the mailing list",
        "Same here, but no hurry",
        "My order stands.",
        "I withdraw to the kitchen.",
    ],
)
def test_talk_that_sounds_like_it_is_no_question(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", f"Order: (6M)\n\n{text}"))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


# Whose order it is


@pytest.mark.parametrize(
    "text",
    [
        "This is Bob on Alice's computer. Order: (6M)",
        "Bob here, at Alice's. Order: (6M)",
        "Order: (6M)\n- Bob",
        "Order: (6M)\n\nBob",
        "Order: (6M) - Bob",
        "Order: (6M)\n\nThanks!\n— Bob",
    ],
)
def test_an_order_that_another_player_speaks_or_signs_is_asked_about(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert (hand(dust), wants_gm(outcome)) == ({}, True)


@pytest.mark.parametrize(
    "text", ["Order: (6M)\n- Alice", "Order: (6M) - Alice", "Order: (6M)\nGo, Bob!", "Order: (6M)\nO"]
)
def test_ones_own_name_under_an_order_signs_it(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)
