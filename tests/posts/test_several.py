"""Two orders in one post, corrections, orders in running text, and orders for somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.posts.captures import read_captures
from gm_tools.posts.collect import Outcome, collect
from gm_tools.posts.thread import Post, Thread
from gm_tools.posts.window import Bounds
from gm_tools.reports.collected_orders import SeatRow, replies_of, rows_of, wants_gm
from gm_tools.reports.status_post import status_post
from gm_tools.table import Table, hand_file, open_table, put_order
from tests.posts.threads import post, thread
from tests.table.crossing import contents


def run(path: Path, *told: tuple[str, str] | Post, accept: str = "") -> Outcome:
    return collect(path, [thread(*told)], Bounds(), tuple(accept))


def row(outcome: Outcome, seat: str = "A") -> SeatRow:
    return next(one for one in rows_of(outcome) if one.seat == seat)


def hand(path: Path) -> dict[str, str]:
    return {posted.seat: posted.text for posted in open_table(path).hand}


# Two orders in one post

CORRECTIONS = [
    "EDIT: Order: A(7M)",
    "Edit: A(7M)",
    "Edit: Order A(7M)",
    "Sorry, new order: A(7M)",
    "Correction: A(7M)",
    "No wait, A(7M)",
    "No, wait: A(7M)!",
    "Scratch that. I mean A(7M)",
    "Scratch that, I mean A(7M).",
    "typo, should be A(7M)",
    "Oops, that should have been A(7M).",
    "Actually make that A(7M)",
    "I changed my mind: A(7M)",
    "On second thought, A(7M) would be better",
    "[code]A(7M)[/code] instead",
    "Korrektur: A(7M)",
    "Nein, doch lieber A(7M)",
    "Ich meinte A(7M)",
    "Neuer Befehl: A(7M)",
    "Tippfehler, sollte A(7M) sein",
    "UPDATE\nnew order: A(7M)",
]
RIVALS = [
    "Order: A(7M)",
    "A(7M)",
    "[code]A(7M)[/code]",
    "[code]\nboard\n***\n***\nOrder: A(7M)\n[/code]",
    "[order]A(7M)[/order]",
    "or maybe A(7M)",
    "Hmm, A(7M) looks good as well",
    "Or A(7M)?",
    "Befehl: A(7M)",
    "Zug: A(7M)",
    "my turn: A(7M)",
    "Order A(7M)",
    "Alice: A(7M)",
    "Turn 1: A(7M)",
    "I go A(7M)",
    "Order: A(8M)",
    "Order: A(7M",
    "Order: A(7M) else (6M)",
]


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\nGood luck, all of you!\n\n"])
@pytest.mark.parametrize("words", [*CORRECTIONS, *RIVALS])
def test_two_different_orders_in_one_post_are_never_decided(dust: Path, words: str, between: str) -> None:
    outcome = run(dust, ("Alice", f"Order: (6M){between}{words}"))
    assert hand(dust) == {}
    assert row(outcome).state == "asked"
    assert "two different orders" in row(outcome).verdict
    assert wants_gm(outcome)


@pytest.mark.parametrize("words", CORRECTIONS)
def test_the_last_of_them_is_offered_where_words_correct_the_first(dust: Path, words: str) -> None:
    told = ("Alice", f"Order: (6M)\n{words}")
    outcome = run(dust, told)
    if "instead" not in words:
        assert "--accept A takes A(7M)" in row(outcome).verdict
        run(dust, told, accept="A")
        assert hand(dust) == {"A": "A(7M)"}
        before = contents(dust)
        assert not wants_gm(run(dust, told))
        assert contents(dust) == before


@pytest.mark.parametrize(
    "text",
    [
        "Order: (6M) or maybe A(7M)",
        "Order: (6M) -- no, A(7M)",
        "Order: (6M). Wait, A(7M)",
        "Order: (6M) (or A(7M))",
        "(6M) or maybe A(7M)",
        "(6M), no wait, A(7M)",
        "Order: (6M); no: A(7M)",
        "Order (6M), EDIT: A(7M)",
        "Order: (6M) oder doch A(7M)",
        "[order](6M)[/order] or [order]A(7M)[/order]",
    ],
)
def test_two_orders_on_one_line_are_asked_about(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == {}
    assert "two different orders" in row(outcome).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Order: (6M)\n\nEDIT: Order: MMMMMM",
        "Order: (6M)\nEdit: typo in the words above",
        "Order: [s]A(7M)[/s] (6M)",
        "[quote=Bob]Order: A(7M)[/quote]\nOrder: (6M)",
        "Order: (6M)\n\nOrder for turn 2: A(7M)",
        "Order: (6M)\n\nI'd go A(7M) if I were you, Bob",
        "Order: (6M)\n\nNo wait, what did Bob do there?",
        "Order: (6M) (six times M, that is)",
        "Order: (6M)\nThe (2M) of it is for luck",
    ],
)
def test_one_order_is_one(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust)["A"] in {"(6M)", "A(7M)"}
    assert next(posted.text for posted in open_table(dust).hand if posted.only in {0, 1}) == "(6M)"
    assert row(outcome).state == "in"


@pytest.mark.parametrize("text", ["EDIT: new order: A(7M)", "Sorry, Order: A(7M)", "Sorry, new order:\nA(7M)"])
def test_a_labelled_correction_in_a_later_post_counts(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)"), ("Alice", text))
    assert hand(dust) == {"A": "A(7M)"}
    assert "post 2 by Alice replaces (6M) of post 1 by Alice" in row(outcome).verdict


@pytest.mark.parametrize(
    "text", ["No wait, A(7M)", "typo, should be A(7M)", "Edit: A(7M)", "Scratch that, I mean A(7M).", "I go A(7M) now"]
)
def test_a_correction_without_a_label_in_a_later_post_is_offered(dust: Path, text: str) -> None:
    told = (("Alice", "Order: (6M)"), ("Alice", text))
    outcome = run(dust, *told)
    assert hand(dust) == {"A": "(6M)"}
    assert row(outcome).state == "asked"
    run(dust, *told, accept="A")
    assert hand(dust) == {"A": "A(7M)"}


@pytest.mark.parametrize(
    "text",
    [
        "Scratch that.",
        "Ignore that, please",
        "Never mind the above.",
        "I take that back.",
        "Please don't use this yet.",
        "This is not final",
        "On second thought, wait for my next post",
        "My real order will follow tomorrow",
        "I'll post my real order tonight",
        "Scratch my last order, please",
        "Das gilt noch nicht",
        "Ich nehme das zurück",
        "typo, should be 7 moves",
        "EDIT: changed to A, seven straight",
        "Hmm, should be A with seven",
        "Korrektur: doch 7 Felder",
    ],
)
def test_words_that_may_take_back_or_change_an_order_are_asked_about(dust: Path, text: str) -> None:
    for told in ([("Alice", f"Order: (6M)\n\n{text}")], [("Alice", "Order: (6M)"), ("Alice", text)]):
        outcome = run(dust, *told)
        assert "may take back or change an order" in row(outcome).verdict
        assert (row(outcome).order, wants_gm(outcome)) == ("(6M)", True)


@pytest.mark.parametrize(
    "text",
    [
        "Sorry for being 2 hours late.",
        "Sorry for the delay",
        "Edit: thanks, all!",
        "Good luck for Bob!",
        "It's Bob's fault.",
    ],
)
def test_talk_beside_an_order_is_no_question(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", f"{text}\nOrder: (6M)\n{text}"))
    assert (hand(dust), wants_gm(outcome)) == ({"A": "(6M)"}, False)


@pytest.mark.parametrize(
    "words",
    [
        "Posting for Bob, who is ill.",
        "Posting for Bob who is ill.\nHe says hi!",
        "I'm posting this for Bob: he is away.",
        "This is Bob on her account.",
        "Bob here.",
        "Ich poste für Bob, der im Urlaub ist.",
        "Hier ist Bob.",
    ],
)
def test_an_order_under_words_that_speak_for_somebody_else_is_not_the_authors(dust: Path, words: str) -> None:
    outcome = run(dust, ("Alice", f"{words}\n\nOrder: (6M)"))
    assert (hand(dust), wants_gm(outcome)) == ({}, True)
    assert "another player's" in row(outcome).verdict


def test_a_retraction_names_what_it_takes_back(dust: Path) -> None:
    outcome = run(dust, ("Alice", "Order: (6M)"), ("Alice", "I retract my order."))
    assert row(outcome).verdict == "retracted; post 2 by Alice takes back (6M) of post 1 by Alice"


# Orders in running text


@pytest.mark.parametrize(
    "text",
    [
        "Order A(7M)",
        "ORDER = A(7M)",
        "order - A(7M)",
        "My turn: A(7M)",
        "My move: A(7M)",
        "<@123> my order: A(7M)",
        "@Gus my order: A(7M)",
        "My order is A(7M)",
        "Befehl A(7M)",
    ],
)
def test_labels_without_a_colon_lead_to_orders(dust: Path, text: str) -> None:
    run(dust, ("Alice", text))
    assert hand(dust) == {"A": "A(7M)"}


@pytest.mark.parametrize(
    "text",
    [
        "I do A(7M), then hope.",
        "Hello all, my order is A(7M) this time.",
        "I'll go A(7M)",
        "A(7M) please",
        "A(7M), I hope that is fine",
        "Let's try A(7M)!",
        "Good race so far. Going with A(7M).",
        "Ich nehme A(7M)",
        "@Gus A(7M) from me",
        "Zed: A(7M)",
        "Order A(7M",
        "Order: A(7M) I think",
        "word " * 90 + "I do A(7M).",
    ],
)
def test_text_that_looks_like_an_order_is_shown_and_offered(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == {}
    assert row(outcome).state == "asked"
    assert "--accept A takes A(7M)" in row(outcome).verdict
    assert wants_gm(outcome)
    run(dust, ("Alice", text), accept="A")
    assert hand(dust) == {"A": "A(7M)"}


@pytest.mark.parametrize("text", ["(11M) or maybe (10M)R", "I play (11M)", "Order A(2R)(7M"])
def test_text_that_looks_like_an_illegal_order_is_shown(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == {}
    assert row(outcome).state == "asked"
    assert wants_gm(outcome)


@pytest.mark.parametrize(
    "text",
    [
        "Nice race!",
        "I'd go A(7M) if I were you, Bob",
        "Would A(7M) have been better, I wonder?",
        "Is (2M) two moves, or one with a count?",
        "We meet in the Mall at 8, arm in arm",
        "The rule says R 2 means the second lane",
    ],
)
def test_a_post_without_an_order_is_shown_and_orders_nothing(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == {}
    assert (row(outcome).state, row(outcome).post) == ("posted", "post 1 by Alice")
    assert text[:20] in row(outcome).verdict
    assert row(outcome, "O").state == "missing"
    assert not wants_gm(outcome)


# Orders for somebody else


@pytest.mark.parametrize(
    "text",
    [
        "Order for Bob: (6M)",
        "Order for bob: (6M)",
        "Order for Bobb the Builder: (6M)",
        "Order for Nina: (6M)",
        "Order for my teammate: (6M)",
        "Orders for O: (6M)",
        "Order (Bob): (6M)",
        "Order Bob: (6M)",
        "Order of Bob: (6M)",
        "Order for orange: (6M)",
        "Befehl für Bob: (6M)",
        "Zug für Bob: (6M)",
        "für Bob: (6M)",
        "for Bob: (6M)",
        "for my teammate: (6M)",
        "Bob: (6M)",
        "bob: (6M)",
        "O: (6M)",
        "Bob's order: (6M)",
        "Bobs Befehl: (6M)",
        "@Bob (6M)",
        "@Bob: (6M)",
        "@Bob\n(6M)",
        "For Bob:\n\n(6M)",
        "For Bob:\nOrder: (6M)",
        "Bob's order:\n(6M)",
        "Order for my teammate\n(6M)",
        "Order for Bob (6M)",
        "Bob asked me to post this: (6M)",
        "Posting for my teammate: (6M)",
        "On behalf of Bob: (6M)",
        "[order]Bob: (6M)[/order]",
        "[code]O: (6M)[/code]",
        "Turn 1\nOrder for Bob: (6M)",
        "EDIT: Order for Bob: (6M)",
        "Order for Bob: (6M) please",
        "Bob (6M)",
    ],
)
def test_an_order_for_somebody_else_is_never_its_authors(dust: Path, text: str) -> None:
    outcome = run(dust, ("Alice", text))
    assert hand(dust) == {}
    assert row(outcome).state in {"asked", "posted"}
    run(dust, ("Alice", text), accept="A")
    assert hand(dust) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Order for Alice: (6M)",
        "Order for me: (6M)",
        "Order for this turn: (6M)",
        "Order for my car: (6M)",
        "Alice: (6M)",
        "al1ce: (6M)",
        "Order for A: (6M)",
        "Orders for the next lap: (6M)",
        "@Bob nice move!\n\nOrder: (6M)",
        "Bob: ha!\n\nOrder: (6M)",
        "Hi Bob,\n\nOrder: (6M)",
    ],
)
def test_an_order_for_its_author_is_taken(dust: Path, text: str) -> None:
    run(dust, ("Alice", text))
    assert hand(dust) == {"A": "(6M)"}


# Reminders


def test_a_reminder_tells_a_missing_order_from_one_not_found_or_not_understood(dust: Path) -> None:
    run(dust, ("Alice", "Nice race!"), ("Bob", "Order: (6M"), ("Dan", "I play A(7M), then hope"))
    data = status_post(open_table(dust), "gm").data
    told = {line.partition(":")[0]: line for line in data["reminders"]}
    assert told["@Alice"] == "@Alice: there is no order for turn 1 in what you posted (post 1). Write: Order: …"
    assert (
        told["@Bob"]
        == "@Bob: your order for turn 1 (post 2) is not clear. Post the one that counts again, alone, as: Order: …"
    )
    assert (
        told["@Dan"]
        == "@Dan: your order for turn 1 (post 3) is not clear. Post the one that counts again, alone, as: Order: …"
    )
    assert told["@Carol"] == "@Carol: your order for turn 1 is missing."
    put_order(dust, "A", "(6M)")
    assert "@Alice" not in " ".join(status_post(open_table(dust), "gm").data["reminders"])
    assert "post 1" not in repr(status_post(open_table(dust), "public"))


def test_a_message_that_only_the_game_master_has_seen_is_reminded_of_in_private(dust: Path) -> None:
    message = post(1, "Bob", "Order: (6M", source="mail")
    collect(dust, [Thread("mail", "", "", (message,), ())], Bounds())
    data = status_post(open_table(dust), "gm").data
    assert "@Bob" not in " ".join(data["reminders"])
    assert data["private_reminders"] == [
        "@Bob: your order for turn 1 (your message) is not clear. Post the one that counts again, alone, as: Order: …"
    ]


def test_a_player_who_has_ordered_since_is_not_reminded(dust: Path) -> None:
    run(dust, ("Alice", "Nice race!"))
    assert read_captures(dust).unread
    run(dust, ("Alice", "Nice race!"), ("Alice", "Order: (6M)"))
    assert read_captures(dust).unread == ()


def test_an_illegal_order_in_running_text_is_not_offered(dust: Path) -> None:
    outcome = run(dust, ("Alice", "I play (11M) now"))
    assert "--accept" not in row(outcome).verdict
    (reply,) = replies_of(outcome)
    assert reply.text == '@Alice: is "I play (11M) now" (post 1) meant as your order? Please post the order you mean.'


@pytest.mark.parametrize("text", ["Order: (6M", "Order: A(7M)"])
def test_an_order_by_a_stranger_is_shown(dust: Path, text: str) -> None:
    outcome = run(dust, ("Walter", text))
    assert "post 1 by Walter: not taken" in " ".join(outcome.strangers)
    assert wants_gm(outcome)


def test_many_orders_are_one_write(dust: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write = hand_file.write_hand

    def write_counted(table: Table) -> None:
        written.append(table.path)
        write(table)

    monkeypatch.setattr("gm_tools.posts.collect.write_hand", write_counted)
    run(dust, ("Alice", "Order: A(7M)"), ("Bob", "Order: (6M)"), ("Dan", "Order: (6M); turn 2: B"))
    assert len(open_table(dust).hand) == 4
    assert len(written) == 1
