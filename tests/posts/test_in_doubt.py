"""What leaves an order in doubt beside it: words of its label, of the line above or below; each doubt is of its own seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.label_words import is_understood
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.table import open_table
from tests.posts.collecting import hand, row, run

NONE_YET = ["old", "cancelled", "withdrawn", "next", "T2", "round 2", "bluff"]
LABELS = [
    *(f"Order ({word}):" for word in NONE_YET), "Order from last turn:", "Befehl Runde 2:", "Order R2:",
    "Order for turn after next:", "Order übernächste Runde:", "Order, if needed:", "Order unless Gus says no:", "Order after this:",
]  # fmt: skip
PLAIN_LABELS = [
    "Order T1:", "Order (final):", "My order is in. Order:", "As it was so much fun:\nOrder:", "My new order for this turn:", "Order [edited]:", "Order v2:", "Order of Alice:", "Order (car A, Alice):",
    "Order (sorry for the delay):", "Befehl für die nächste Runde:", "Endgültiger Befehl für Zug 1:",
    "Order (Nascar):", "Order at speed 6:", "Order for Alice's car:", "Order, turn 1/10:", "My order this week:", "Order, with love:",
]  # fmt: skip
ABOVE = [
    "Last turn I posted:", "Zum Beispiel:", "Letzte Runde schrieb ich:", "Just testing:", "My friend's order:", "He can't log in. His order:",
]  # fmt: skip
BELOW = [
    "GM: please treat the above as a placeholder", "This is a bluff, real order by PM", "NVM", "wait, no", "Nein", "Hmm, no.", "hang on",
    "Subject to change", "May edit later", "Don't lock it yet", "unter Vorbehalt", "Das ist nur ein Platzhalter", "and then R", "+ R",
    "das letzte M soll L sein", "Kommando zurück", "Habs mir anders überlegt", "annulliert", "On second thought...", "Ähm, nein.", "Bin raus",
    "please don't move me this turn", "If that's not possible then straight ahead.", "Bremsen, wenn nötig", "please hold",
]  # fmt: skip
CHAT = [
    "GG and GL", "If you brake I'm dead", "If we all go straight it will be a mess", "Cheers Bob", "no pun intended", "No risk no fun",
    "Hang in there, Bob", "If I remember right, this is my best start", "Here's the order:",
    "Just a thought: nice track", "I don't play chess",
]  # fmt: skip


@pytest.mark.parametrize("label", LABELS)
def test_a_label_with_words_that_may_make_its_order_none_is_asked_about(dust: Path, label: str) -> None:
    outcome = run(dust, ("Alice", f"{label} (6M)"))
    assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)


@pytest.mark.parametrize("label", PLAIN_LABELS)
def test_a_label_that_says_whose_and_for_when_an_order_is_asks_nothing(dust: Path, label: str) -> None:
    outcome = run(dust, ("Alice", f"{label} (6M)"))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


def test_only_the_number_of_the_next_turn_is_understood_in_a_label() -> None:
    assert [is_understood(f"Order {words}:", 12, ()) for words in ("T12", "round 12", "R1", "#13")] == [
        True,
        True,
        False,
        False,
    ]


def test_another_number_behind_a_label_is_not_that_of_how_many_turns_there_are() -> None:
    labels = (
        "Order, turn 12/30:",
        "Order T12 of 30:",
        "Order for turn/13:",
        "Order of 7:",
        "Order 1 of 2:",
        "Order for Friday:",
    )
    assert [is_understood(label, 12, ()) for label in labels] == [True, True, False, False, False, False]


@pytest.mark.parametrize("line", ABOVE)
def test_a_line_above_that_makes_an_order_past_or_anothers_is_asked_about(dust: Path, line: str) -> None:
    outcome = run(dust, ("Alice", f"{line}\nOrder: (6M)"))
    assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)


@pytest.mark.parametrize("line", BELOW)
def test_a_line_below_that_takes_back_or_adds_is_asked_about(dust: Path, line: str) -> None:
    outcome = run(dust, ("Alice", f"Order: (6M)\n{line}"))
    assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)


@pytest.mark.parametrize("line", CHAT)
def test_talk_above_or_below_is_no_question(dust: Path, line: str) -> None:
    for text in (f"Order: (6M)\n{line}", f"{line}\nOrder: (6M)"):
        outcome = run(dust, ("Alice", text))
        assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


@pytest.mark.parametrize(
    "text",
    [
        "Quote from: Bob\nOrder: (6M)",
        "Bob DMed this to me\nOrder: (6M)",
        "Bob's phone is dead so here you go\nOrder: (6M)",
        "Order: (6M)\n\nLG Bob",
        "Order: (6M)\nGreetings from Bob",
        "Order: (6M)\n/Bob",
    ],
)
def test_what_another_player_wrote_or_signs_is_not_taken(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert (hand(dust), wants_gm(outcome)) == ({}, True)


@pytest.mark.parametrize(
    "text",
    [
        "(6M) because Bob is slow",
        "(6M), Bob!",
        "(6M) wie Bob",
        "I do (6M), Bob.",
        "Hi Bob, my order: (6M)",
        "Order was A(7M), is now (6M)",
        "My order was A(7M), make that (6M)",
    ],
)
def test_an_own_order_in_words_that_name_others_is_asked_about(dust: Path, text: str) -> None:
    assert wants_gm(run(dust, ("Alice", text)))
    assert hand(dust) == {}


@pytest.mark.parametrize("text", ["(6M) was Bob's move", "Bob's (6M) was great", "(6M) is what Bob did last turn"])
def test_talk_of_anothers_order_is_no_question(dust: Path, text: str) -> None:
    assert not wants_gm(run(dust, ("Alice", text)))


@pytest.mark.parametrize("words", [", thanks", " Good luck all", " please", " LOL", " Los geht's", " und danke!"])
def test_courtesy_behind_a_labelled_order_is_no_question(dust: Path, words: str) -> None:
    outcome = run(dust, ("Alice", f"Order: (6M){words}"))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


# Several seats


@pytest.mark.parametrize("line", ["Scratch that.", "F: retracted"])
def test_an_order_for_another_seat_leaves_a_doubt_standing(dust: Path, line: str) -> None:
    outcome = run(dust, ("Fay", f"F: (6M)\n{line}\nG: A(7M)"))
    assert [row(outcome, seat).wants for seat in "FG"] == [True, False]


def test_an_order_for_the_same_seat_answers_a_doubt(dust: Path) -> None:
    outcome = run(dust, ("Fay", "F: A(7M)"), ("Fay", "Scratch that.\nF: (6M)\nG: A(7M)"))
    assert (hand(dust), wants_gm(outcome)) == ({"F": "(6M)", "G": "A(7M)"}, False)


def test_a_line_for_ones_own_seat_that_is_bound_to_something_is_asked_about(dust: Path) -> None:
    outcome = run(dust, ("Fay", "F: (6M) only if Bob is out\nG: A(7M)"))
    assert [row(outcome, seat).wants for seat in "FG"] == [True, False]
    assert hand(dust) == {"G": "A(7M)"}


@pytest.mark.parametrize("words", ["I retract G's order", "Order G: none", "I withdraw my order for G"])
def test_what_is_taken_back_of_one_seat_leaves_the_other(dust: Path, words: str) -> None:
    outcome = run(dust, ("Fay", "F: (6M)\nG: (6M)"), ("Fay", words))
    assert (hand(dust), row(outcome, "G").state) == ({"F": "(6M)"}, "retracted")


@pytest.mark.parametrize("words", ["G: same", "G: none", "G: waiting for Bob", "Same for G"])
def test_words_for_one_of_several_seats_are_asked_about(dust: Path, words: str) -> None:
    for told in ([("Fay", f"F: (6M)\n{words}")], [("Fay", "F: (6M)"), ("Fay", words)]):
        outcome = run(dust, *told)
        assert row(outcome, "G").wants
        assert hand(dust) == {"F": "(6M)"}


@pytest.mark.parametrize("words", ["I retract my order for turn 2", "Order (turn 2): none"])
def test_an_order_for_a_later_turn_that_is_taken_back_leaves_this_ones(dust: Path, words: str) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)\nTurn 2: A(7M)"), ("Alice", words))
    assert wants_gm(outcome)
    assert [one.text for one in open_table(dust).hand] == ["(6M)", "A(7M)"]
