"""The sandbox's Python alone: every game played on for ten turns, by bots and by what a player chose, with and without a hand."""

from __future__ import annotations

from functools import cache
from itertools import islice
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core import grammar
from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.growth import grow
from gm_tools.core.paths import folder
from gm_tools.core.problems import InputError, Problem
from gm_tools.games.tac.cards import UNKNOWN
from gm_tools.page import engine
from gm_tools.page.sandbox import Sandbox
from gm_tools.table.snapshot import Snapshot, open_snapshot, snapshot
from tests import effort
from tests.begin import begin_table
from tests.page.conftest import TABLES, until
from tests.tac.tables import begin, random_game

TURNS = 10
FEW = effort.choose(6, 60)  # orders of a kind that are tried


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Snapshot, Any]]:
    """Return what everybody may know of each example table, and its position as the game master knows it."""
    place = tmp_path_factory.mktemp("turns")
    found = {}
    for name, (turn, _, _) in TABLES.items():
        table = until(name, turn, place / name)
        found[name] = (open_snapshot(snapshot(table)), table.position)
    return found


def play(sandbox: Sandbox, number: int, **more: Any) -> dict[str, Any]:
    """Play one turn of a sandbox, chance drawn from a number."""
    return sandbox.run(dumps({"go": "on", "orders": {}, "seed": f"seed {number}", **more}))


@pytest.mark.parametrize("name", TABLES)
def test_every_game_is_played_on_for_ten_turns_by_bots_alone(name: str, tables: dict[str, Any]) -> None:
    sandbox = Sandbox(tables[name][0])
    for number in range(TURNS):
        told = play(sandbox, number)
        assert told["step"] == number + 1
        if told["over"]:
            break


def own_order(table: Snapshot, seat: str) -> str:
    """Return an order that a seat may give, as a player would choose one: of a seat that is awaited."""
    view = table.game.view(table.position, seat)
    return str(table.game.format_order(table.game.bot(view, seat, "medium", Seeded(bytes(32)))))


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_every_game_is_played_on_with_an_order_of_each_seat_in_turn(name: str, tables: dict[str, Any]) -> None:
    shown, position = tables[name]
    for seat in list(shown.game.awaited(shown.position))[: FEW // 3]:
        hands = getattr(position, "hands", ())
        own = {seat: " ".join(hands[position.number(seat)])} if shown.game.private is not None else {}
        known = shown._replace(position=position)
        sandbox = Sandbox(shown)
        for number in range(TURNS):
            orders = {}
            if seat in shown.game.awaited(sandbox.table.position):
                orders[seat] = own_order(known if number == 0 else sandbox.table, seat)
            if play(sandbox, number, orders=orders, hands=own)["over"]:
                break


@pytest.mark.parametrize("name", TABLES)
def test_a_sheet_is_read_as_the_game_reads_it(name: str, tables: dict[str, Any]) -> None:
    shown, position = tables[name]
    turn, seat, order = TABLES[name]
    hands = {seat: " ".join(position.hands[position.number(seat)])} if shown.game.private is not None else {}
    alone = play(Sandbox(shown), 1, orders={seat: order}, hands=hands)
    for text in (f"{order} else {order}", f"Order: {order}", f"turn {turn + 1}: {order}; turn {turn + 2}: {order}"):
        assert play(Sandbox(shown), 1, orders={seat: text}, hands=hands)["board"] == alone["board"]
    assert play(Sandbox(shown), 1, orders={seat: f"turn {turn + 2}: {order}"}, hands=hands)["step"] == 1
    with pytest.raises(InputError, match=f"turn {turn} is past"):
        play(Sandbox(shown), 1, orders={seat: f"turn {turn}: {order}"}, hands=hands)


def test_hands_that_are_not_known_are_drawn_from_what_is_unseen_and_own_cards_stay(tables: dict[str, Any]) -> None:
    shown, position = tables["marbles"]
    sandbox = Sandbox(shown)
    own = position.hands[0]
    play(sandbox, 1, orders={"R": own_order(shown._replace(position=position), "R")}, hands={"R": " ".join(own)})
    after = sandbox.table.position
    assert sorted((*after.hands[0], after.pile[-1])) == sorted(own)
    assert every_card(after) == every_card(position)


def every_card(position: Any) -> list[str]:
    """Return all cards of a game, wherever they are, sorted."""
    held = [card for hand in position.hands for card in hand]
    return sorted(filter(None, [*position.pile, *position.rest, *position.aside, *position.swaps, *held]))


@pytest.mark.long
@pytest.mark.parametrize("verb", ["move", "enter", "drop", "strike", "exchange", "swap"])
def test_a_card_played_from_an_unknown_hand_is_put_into_that_hand(verb: str, tmp_path: Path) -> None:
    table = new_tac(tmp_path / "tac")
    tried = 0
    for step in random_game(begin("pairs4", "master", seed=5), 5, 12):
        for seat, order in step.orders.items():
            if order.actions[0].verb != verb or tried == FEW:
                continue
            shown = table._replace(position=table.game.view(step.before, "public"))
            for number in range(3):
                sandbox = Sandbox(shown)
                play(sandbox, number, orders={seat: table.game.format_order(order)})
                assert UNKNOWN not in sandbox.table.position.rest
            tried += 1
    assert tried > 0


def test_a_seat_chosen_in_the_sandbox_knows_the_hand_that_was_drawn_for_it(tables: dict[str, Any]) -> None:
    shown, _ = tables["marbles"]
    engine._table, engine._sandbox = shown, None
    before = loads(engine.keys("R", ""))
    assert "why" in before
    assert not before["known"]
    told = loads(engine.play(dumps({"go": "on", "orders": {}, "seed": "x"})))
    asked = next(seat["mark"] for seat in told["seats"] if seat["asked"])
    found = loads(engine.keys(asked, ""))
    assert "why" not in found
    assert found["known"]
    drawn = loads(engine.show(asked, ""))["board"]
    assert f"hand of {asked}" in drawn
    assert ">made up<" in drawn  # nobody was dealt it
    order = next(key["text"] for key in found["keys"] if key["text"])
    assert loads(engine.answer(asked, order, ""))["assumed"] == ""


def test_without_a_hand_no_best_orders_are_listed_and_the_reason_is_given(tables: dict[str, Any]) -> None:
    engine._table, engine._sandbox = tables["marbles"][0], None
    for seat in "RB":
        found = loads(engine.best(seat, "nothing", 5, lambda _done, _count: None))
        assert (found["columns"], found["choices"]) == ([], [])


def test_a_hand_that_cannot_be_is_said_in_a_sentence(tables: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="R holds 3 cards, found R: 2, 7"):
        play(Sandbox(tables["marbles"][0]), 1, hands={"R": "2 7"})


@pytest.mark.parametrize("phase", range(4))
def test_a_game_of_hidden_hands_is_played_on_from_its_first_deal_and_its_swap(phase: int, tmp_path: Path) -> None:
    table = new_tac(tmp_path / "tac")
    position = begin("pairs4", "master", seed=phase)
    for at, step in enumerate(random_game(position, phase, 2)):
        if at == phase:
            position = step.after
            break
    shown = table._replace(position=table.game.view(position, "public"))
    sandbox = Sandbox(shown)
    for number in range(3 * TURNS):
        if play(sandbox, number)["over"]:
            break


@cache
def four_seats() -> str:
    """Return the text of a board of TAC for four."""
    return min((folder("tracks") / "tac").glob("*.txt")).read_text(encoding="utf-8")


def new_tac(place: Path) -> Snapshot:
    """Return the snapshot of a table of TAC that has just begun."""
    seats = [Seat(mark, f"player {mark}") for mark in "RGBK"]
    options = {"edition": "master"}
    made = begin_table(place, "tac", four_seats(), seats, options, track="b")
    return open_snapshot(snapshot(made))


def accepted_words(game: Any, view: Any, seat: str, begun: str, words: set[str]) -> set[str]:
    """Return those words after which the game accepts an order, by its own check: with nothing or little more behind it."""
    found = set()
    for word in words:
        for end in ("", " V", " H", " G0", " G0 V", " G0 H"):
            with grammar.probing():
                order = game.parse_order(f"{begun} {word}{end}")
            if not isinstance(order, Problem) and not game.check(view, seat, order):
                found.add(word)
    return found


@pytest.mark.parametrize("name", [name for name in TABLES if name not in {"sandstorm", "marbles"}])
def test_every_word_that_an_order_may_begin_with_and_go_on_with_is_a_key(name: str, tables: dict[str, Any]) -> None:
    sandbox = Sandbox(tables[name][0])
    for number in range(TURNS):
        game, position = sandbox.table.game, sandbox.table.position
        for seat in list(game.awaited(position))[:2]:
            view = game.view(position, seat)
            listed = [game.format_order(order) for order in islice(game.legal_orders(view, seat), 3_000)]
            words = {word for order in listed for word in order.split()}
            begun = [order.split() for order in listed]
            for text in ("", *sorted({order[0] for order in begun})[:3]):
                depth = len(text.split())
                legal = {order[depth] for order in begun if " ".join(order[:depth]) == text and len(order) > depth}
                legal |= accepted_words(game, view, seat, text, words)
                labels = tuple(key.label for key in grow(game, view, seat, text).keys)
                assert labels or not legal
                assert {word for word in legal if not word.startswith(labels)} == set(), (seat, text)
        if play(sandbox, number)["over"]:
            break


def test_chips_of_every_value_are_keys_however_many_orders_there_are(tables: dict[str, Any]) -> None:
    sandbox = Sandbox(tables["lighthouse"][0])
    most = 0
    for number in range(TURNS):
        game, position = sandbox.table.game, sandbox.table.position
        for seat in game.awaited(position):
            hand = position.car(seat).hand
            chips = {f"{value}{way}" for value, count in enumerate(hand, 1) if count for way in "ENSW"}
            if position.car(seat).flipped or not chips:
                continue
            most = max(most, sum(hand))
            assert {key.label for key in grow(game, position, seat, "+").keys} == chips
        play(sandbox, number)
    assert most > 2
