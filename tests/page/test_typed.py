"""What is typed or pasted into the order box, as the engine reads it; no browser is needed."""

from __future__ import annotations

import json
import re
from math import dist
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.sheets import ELSE
from gm_tools.page import engine, tried_order
from gm_tools.page.posts import order_posts
from gm_tools.reports.trial import trial_report
from gm_tools.table.snapshot import snapshot
from tests.page.conftest import TABLES, until


@pytest.fixture(params=TABLES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of a table that the engine has loaded."""
    name = str(request.param)
    engine.load(snapshot(until(name, TABLES[name][0], tmp_path / name)), "en")
    return name


def try_order(name: str, text: str) -> dict[str, Any]:
    """Return what the engine says of a text in the box of a table's sample seat."""
    return dict(json.loads(engine.answer(TABLES[name][1], text, "")))


def test_an_order_is_read_as_the_page_says_to_post_it(game: str) -> None:
    turn, seat, order = TABLES[game]
    alone = try_order(game, order)
    pasted = [*order_posts(order, turn + 1).values(), *order_posts(f"Order: {order}", turn + 1).values()]
    typed = [f"Order: {order}", f"[b]Befehl:[/b] {order}", f"Mein Zug: {order}", f"**Order for {seat}:** `{order}`"]
    for text in (*typed, *pasted):
        assert (text, try_order(game, text)) == (text, alone)
    half, growing = try_order(game, "Order:"), try_order(game, f"Order: {order} else ")
    assert (half["state"], half["posts"]) == ("half", {})
    assert growing["undo"] == order
    assert {key["text"][: len(order)] for key in growing["keys"] if key["text"]} <= {order}


def test_every_beginning_of_an_order_is_carried_out_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it could also be an order it was carried out twice: to tell whether it is half of one, and for what mends it."""
    tried: list[str] = []

    def try_once(scene: Any, position: Any, seat: str, text: str, **choices: Any) -> Any:
        tried.append(text)
        return trial_report(scene, position, seat, text, **choices)

    monkeypatch.setattr(tried_order, "trial_report", try_once)
    order = TABLES[game][2]
    for end in range(1, len(order) + 1):
        tried.clear()
        try_order(game, order[:end])
        assert tried == [order[:end]]


def test_a_label_is_of_the_seat_and_the_turn_that_it_names(game: str) -> None:
    turn, _seat, order = TABLES[game]
    assert (
        try_order(game, f"Order (turn {turn}): {order}")["reason"]
        == f"turn {turn} is past; the next is turn {turn + 1}"
    )
    assert f"turn {turn + 2}: {order}" in try_order(game, f"Order (turn {turn + 2}): {order}")["posts"]["phpbb"]
    assert try_order(game, f"Order for Zoe: {order}")["state"] == "unread"


@pytest.mark.parametrize("word", [*ELSE, "SONST"])
def test_every_word_that_parts_alternatives_is_read_alike_in_every_game(game: str, word: str) -> None:
    _turn, _seat, order = TABLES[game]
    alone, both = try_order(game, order), try_order(game, f"{order} {word} {order}")
    assert (both["state"], both["overlay"]) == ("legal", alone["overlay"])
    begun = try_order(game, f"{order} {word} ")
    assert (begun["state"], begun["isnext"], begun["undo"]) == ("half", True, order)
    assert {key["text"].partition(f" {word} ")[0] for key in begun["keys"] if key["text"]} <= {order}


OTHERS = {"sandstorm": "(4M)", "lighthouse": "GNN+1N", "marbles": "3 R17>20", "papers": "N"}  # legal orders, too


@pytest.mark.parametrize(("game", "other"), OTHERS.items(), indirect=["game"])
def test_the_first_of_several_legal_alternatives_is_drawn_and_told(game: str, other: str) -> None:
    order = TABLES[game][2]
    assert try_order(game, other)["overlay"] != try_order(game, order)["overlay"]
    for first, second in ((order, other), (other, order)):
        alone, both = try_order(game, first), try_order(game, f"{first} else {second}")
        told = ("state", "overlay", "steps", "end", "ends", "shares", "sure", "risks", "taken")
        assert {each: both[each] for each in told} == {each: alone[each] for each in told}
        assert set(alone["costs"]) <= set(both["costs"])


@pytest.mark.parametrize("game", ["marbles"], indirect=True)
def test_without_a_hand_an_order_that_some_card_could_finish_is_half(game: str) -> None:
    begun = ("2 R", "2 R1", "2 R17>", "1", "13 i", "dr", "drop", "trick R17", "2 R17>19 else 3 R", "2 R17>20 else 3")
    otherwise = ("2r17>", "2 r17 nach", "2 r1", "ablegen", "krieger", "trickser k1")  # than the game writes it
    assert {text: try_order(game, text)["state"] for text in begun + otherwise} == dict.fromkeys(
        begun + otherwise, "half"
    )
    faults = {"2 R17>20": "illegal", "2 G3": "illegal", "7 R17>20": "illegal", "zz": "unread", "2 R17>19": "legal"}
    nothing = dict.fromkeys(("11", "20", "tac 9", "11 R17"), "unread")  # begins so
    assert {text: try_order(game, text)["state"] for text in faults | nothing} == faults | nothing
    assert try_order(game, "11")["reason"] == "there is no card 11; the numbers are 1 to 10, 12 and 13"
    assert [key["label"] for key in try_order(game, "2 R17>19 else 3")["keys"]] == ["R17>20"]


def test_an_order_whose_last_alternative_ends_too_early_is_half(game: str) -> None:
    _turn, seat, order = TABLES[game]
    ends = {"sandstorm": "(9", "lighthouse": "red:", "willow": "red:", "marbles": "3", "papers": "+1,"}
    for private in ("", "2 9 10") if game == "marbles" else ("",):
        half = json.loads(engine.answer(seat, f"{order} else {ends[game]}", private))
        assert (half["state"], half["undo"][: len(order)]) == ("half", order)


WRITTEN = {  # as people type it, or the beginning of it
    "sandstorm": ("AA(4M)L(L+1", "BB+1MM oder (4M); turn 11: A(5M)"),
    "lighthouse": ("gen h else GNN", "cyan: +1E GE H"),
    "willow": ("r p p g g y sonst R3 P2 P1 G1 G2 Y3",),
    "marbles": ("10 r17 else drop 2", "R: 2 R17>19"),
    "papers": ("(1,0) NE else N", "(+1,-1)", "9 3"),
}


def test_half_an_order_is_called_wrong_at_no_letter(game: str) -> None:
    hand = "2 9 10" if game == "marbles" else ""
    ahead = f"turn {TABLES[game][0] + 2}: {TABLES[game][2]}"
    begun = {text[:at] for text in (*WRITTEN[game], ahead) for at in range(1, len(text) + 1)}
    begun -= {"R", *("cyan"[:at] for at in range(1, 5))}  # a name, which may be anything until its colon comes
    states = {text: json.loads(engine.answer(TABLES[game][1], text, hand))["state"] for text in begun}
    assert {text: state for text, state in states.items() if state in {"illegal", "unread"}} == {}


def test_an_order_for_a_turn_is_written_by_keys_and_grey_as_without_it_unless_the_turn_is_past(game: str) -> None:
    turn, _seat, order = TABLES[game]
    begun = order[:1]
    alone = try_order(game, begun)
    for number in (turn + 1, turn + 2):
        ahead = try_order(game, f"turn {number}: {begun}")
        assert (ahead["state"], ahead["part"]) == (alone["state"], begun)
        assert [key["text"] for key in ahead["keys"]] == [
            key["text"] and f"turn {number}: {key['text']}" for key in alone["keys"]
        ]
    for text in (begun, order, f"{order} else {begun}"):
        assert try_order(game, f"turn {turn}: {text}")["state"] == "illegal"


def test_two_words_that_are_only_begun_are_the_beginning_of_nothing(game: str) -> None:
    turn, _seat, order = TABLES[game]
    wrong = (
        f"{order} els els",
        f"{order} els; turn {turn + 2}",
        f"turn {turn + 1} els",
        f"turn {turn + 1}: els",
        "turn:",
    )
    assert [text for text in wrong if try_order(game, text)["state"] == "half"] == []


@pytest.mark.parametrize("game", ["marbles"], indirect=True)
def test_a_word_is_answered_as_soon_as_it_can_become_nothing_legal(game: str) -> None:
    """A "t" can become the head of a turn, so it is right so far in every hand; "tr" is a card, which the hand lacks."""
    states = {
        text: json.loads(engine.answer(TABLES[game][1], text, "2 9 10"))["state"]
        for text in ("t", "turn 3", "tr", "ta", "w", "d")
    }
    assert states == {"t": "half", "turn 3": "half", "tr": "unread", "ta": "unread", "w": "unread", "d": "unread"}


def test_what_a_key_writes_is_the_order_that_is_gone_on_with(game: str) -> None:
    """Tacara's T is an order's beginning, and not that of "turn"."""
    seat, hand = TABLES[game][1], "2 9 trick" if game == "marbles" else ""
    keys = [key["text"] for key in json.loads(engine.answer(seat, "", hand))["keys"] if key["text"]]
    assert keys
    for text in keys:
        answer = json.loads(engine.answer(seat, text, hand))
        assert answer["part"] == text
        assert answer["state"] in {"half", "legal"}


def test_an_order_is_cut_at_each_step_to_which_a_part_of_it_leads(game: str) -> None:
    _turn, seat, order = TABLES[game]
    found = json.loads(engine.cuts(seat, order, ""))
    assert len(found) == len(try_order(game, order)["steps"])
    for at, cut in enumerate(found):
        if cut is not None:
            assert try_order(game, cut)["steps"] == try_order(game, order)["steps"][: at + 1]
    texts = {
        "sandstorm": ["AM", "A(2M)", "A(2M)R"],
        "willow": ["R3", "R3 P2", "R3 P2 P1", "R3 P2 P1 G1", "R3 P2 P1 G1 G2"],
    }
    assert [cut for cut in found if cut] == texts.get(game, [])


def test_the_best_orders_show_what_they_are_sorted_by_and_no_note_is_on_a_column_that_is_not_shown(game: str) -> None:
    found = json.loads(engine.best(TABLES[game][1], "3 7 10" if game == "marbles" else "", 5, lambda _done, _all: None))
    sorting = {"sandstorm": "Finish in", "lighthouse": "Against the best", "willow": "Chance to win", "marbles": "Gain"}
    shown = {column["title"]: column["meaning"] for column in found["columns"]}
    assert shown[sorting.get(game, "Finish in")]
    assert {note for note in found["notes"] if ": " in note} == {
        f"{title}: {said}." for title, said in shown.items() if said
    }


@pytest.mark.parametrize("game", ["marbles"], indirect=True)
def test_a_column_of_the_best_orders_that_says_nothing_of_any_is_left_out_with_its_note(game: str) -> None:
    found = json.loads(engine.best(TABLES[game][1], "2 9 10", 5, lambda _done, _all: None))
    assert [column["title"] for column in found["columns"]] == ["Outcome", "Gain"]
    assert all(len(one["cells"]) == 2 for one in found["choices"])
    assert not [note for note in found["notes"] if note.startswith("In danger:")]


@pytest.mark.parametrize("game", ["marbles"], indirect=True)
def test_keys_of_cards_stand_as_the_hand_does(game: str) -> None:
    seat = TABLES[game][1]
    for hand in ("3 7 10", "8 12 trick"):
        assert [key["label"] for key in json.loads(engine.keys(seat, hand))["keys"]] == hand.split()


@pytest.mark.parametrize("game", ["marbles"], indirect=True)
def test_balls_that_change_places_are_drawn_each_where_the_other_was(game: str) -> None:
    found = json.loads(engine.answer(TABLES[game][1], "trick K1 R17", "8 12 trick"))
    pieces = re.findall(r'class="piece" transform="translate\(([\d.]+) ([\d.]+)\).*?>(\w)</text>', found["overlay"])
    for place, letter in zip((found["steps"][0], found["steps"][-1]), "RK", strict=True):
        assert [mark for x, y, mark in pieces if dist(place, (float(x), float(y))) < 0.02][-1] == letter
