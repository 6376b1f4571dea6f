"""What is hidden stays hidden: other hands, the same public course, and not a byte of difference to anybody else (T12)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded, fork
from gm_tools.core.events import GM, PUBLIC, Event, dump_event, view_events
from gm_tools.core.toml import format_toml
from gm_tools.games.tac import GAME
from gm_tools.games.tac.cards import UNKNOWN, sorted_hand
from gm_tools.games.tac.orders import Action, Order
from gm_tools.games.tac.position import Position, view
from gm_tools.table import open_table, read_turn
from gm_tools.table.snapshot import snapshot
from gm_tools.table.turn_file import file_name, format_turn
from tests import effort
from tests.effort import search
from tests.page.conftest import until
from tests.tac.tables import at, begin, order, play, random_game

seeds = st.integers(0, 2**32)
TABLES = [("pairs4", "master"), ("double2", "basic"), ("trios6", "master"), ("free3", "master"), ("chase3", "master")]


def list_shown(position: Position, events: Sequence[Event], viewer: str) -> str:
    """Return all that a viewer gets to see of a turn, as text: report, status, standings, headline, data."""
    mine = view(position, viewer)
    told = [dump_event(event) for event in view_events(events, viewer)]
    parts: list[Any] = [
        format_toml({"position": GAME.dump_position(mine), "events": told}),
        GAME.turn_blocks(view_events(events, viewer), mine),
        sorted(GAME.awaited(mine).items()),
        GAME.standings(mine),
        [GAME.deed(view_events(events, viewer), letter) for letter in mine.letters],
        GAME.headline(mine),
    ]
    return "\n".join(map(str, parts))


def otherwise_dealt(position: Position, viewer: str, action: Action, random: Random) -> Position:
    """Return the position with all cards dealt otherwise that the viewer does not know and will not by the action.

    The turn keeps the card laid; with a Jester the hand that comes to the viewer stays as it is.
    """
    mine = view(position, viewer)
    hands = [list(hand) for hand in position.hands]
    rest, swaps = list(position.rest), list(position.swaps)
    knows = [seat for seat, hand in enumerate(mine.hands) if hand and UNKNOWN not in hand]
    comes = {position.next_seat(seat) for seat in knows} if action.verb == "jester" else set()
    if viewer != PUBLIC and action.verb == "jester":
        comes |= {
            position.next_seat(position.letters.index(seat)) for seat in position.same_person(position.number(viewer))
        }
    hidden = [seat for seat, hand in enumerate(mine.hands) if UNKNOWN in hand and seat not in comes]
    loose = list(rest)
    for seat in hidden:
        kept = [action.laid] if seat == position.turn and position.phase == "play" else []
        for card in kept:
            hands[seat].remove(card)
        loose += hands[seat]
        hands[seat] = [*kept, *[""] * len(hands[seat])]
    loose += [card for card, seen_card in zip(swaps, mine.swaps, strict=True) if seen_card == UNKNOWN]
    random.shuffle(loose)
    swaps = [loose.pop() if seen_card == UNKNOWN else seen_card for seen_card in mine.swaps]
    for seat in hidden:
        hands[seat] = [card or loose.pop() for card in hands[seat]]
    return position._replace(hands=tuple(map(sorted_hand, hands)), rest=tuple(loose), swaps=tuple(swaps))


@pytest.mark.parametrize(("variant", "edition"), effort.choose(TABLES[:2], TABLES))
@search(daily=1, long=60)
@given(seed=seeds)
def test_other_hidden_cards_change_no_byte_of_what_anybody_else_sees(variant: str, edition: str, seed: int) -> None:
    random = Random(seed)
    compared = 0
    for step in random_game(begin(variant, edition, seed), seed, effort.choose(2, 3)):
        before = step.before
        for viewer in (PUBLIC, *(before.letters[seat] for seat in before.use)):
            if before.phase != "play" or before.number(viewer) == before.turn:
                continue
            ((asked, given_order),) = step.orders.items()
            other = otherwise_dealt(before, viewer, given_order.actions[0], random)
            if GAME.check(other, asked, given_order):
                continue  # with those cards the order would not be legal: not the same public course
            events, after = GAME.resolve(other, step.orders, Seeded(bytes(32)), ())
            if any(event.kind in ("win_waits", "won") for event in (*events, *step.events)):
                continue  # that the next player holds the TAC is public (T12.1)
            assert list_shown(before, (), viewer) == list_shown(other, (), viewer)
            assert list_shown(step.after, step.events, viewer) == list_shown(after, events, viewer)
            compared += 1
    assert compared > 20


@pytest.mark.long
def test_a_snapshot_for_everybody_is_the_same_whatever_is_hidden(tmp_path: Path) -> None:
    compared = 0
    for number in range(4, 60, effort.choose(8, 1)):
        table = until("marbles", number, tmp_path / str(number))
        before, record = read_turn(table, number).before, read_turn(table, number).record
        orders = {used.seat: order(used.canonical) for used in record.orders}
        if before.phase != "play" or not orders or any(event.kind == "dealt" for event in record.events):
            continue  # who can begin with the hands dealt next is public (T3)
        ((asked, given_order),) = orders.items()
        other = otherwise_dealt(before, PUBLIC, given_order.actions[0], Random(number))
        if other == before or GAME.check(other, asked, given_order):
            continue
        events, after = GAME.resolve(other, orders, Seeded(bytes(32)), ())
        one = snapshot(table)
        changed = record._replace(position=GAME.dump_position(after), events=events)
        (table.path / file_name(number)).write_text(format_turn(changed), encoding="utf-8")
        assert open_table(table.path).position != table.position
        two = snapshot(open_table(table.path))
        # The digest is that of the whole file, salted
        assert [line for line in one.split("\n") if not line.startswith("digest = ")] == [
            line for line in two.split("\n") if not line.startswith("digest = ")
        ]
        compared += 1
    assert compared > 3


@pytest.mark.parametrize(("variant", "edition"), [("pairs4", "basic"), ("double2", "master"), ("trios6", "basic")])
@effort.search(daily=5, long=100)
@given(seed=seeds)
def test_swapping_other_cards_shows_others_nothing(variant: str, edition: str, seed: int) -> None:
    random = Random(seed)
    start = begin(variant, edition, seed)
    dealt = GAME.resolve(start, {}, Seeded(seed.to_bytes(32, "big")), ())
    one = {seat: random.choice(list(GAME.legal_orders(dealt.position, seat))) for seat in GAME.awaited(dealt.position)}
    for viewer in (PUBLIC, *GAME.awaited(dealt.position)):
        theirs = dealt.position.same_person(dealt.position.number(viewer)) if viewer != PUBLIC else ()
        gives_to = dealt.position.sides.gives_to
        letters = dealt.position.letters
        known = {seat for seat in one if seat in theirs or letters[gives_to[letters.index(seat)]] in theirs}
        two = {
            seat: order if seat in known else random.choice(list(GAME.legal_orders(dealt.position, seat)))
            for seat, order in one.items()
        }
        results = [GAME.resolve(dealt.position, orders, Seeded(bytes(32)), ()) for orders in (one, two)]
        texts = [list_shown(after, events, viewer) for events, after in results]
        assert texts[0] == texts[1]


@effort.search(daily=5, long=100)
@given(seed=seeds)
def test_a_deal_shows_each_player_only_their_own_hand(seed: int) -> None:
    start = begin("pairs4", "master", seed, dealer="R")
    dealt = GAME.resolve(start, {}, Seeded(seed.to_bytes(32, "big")), ())
    again = GAME.resolve(start, {}, Seeded((seed + 1).to_bytes(32, "big")), ())
    # The announcements are public (T3.4) and do differ; everything else of a public report is the same.
    public = [
        [dump_event(event) for event in view_events(one.events, PUBLIC) if event.kind != "announced"]
        for one in (dealt, again)
    ]
    assert public[0] == public[1]
    for seat in "RGBK":
        hands = {
            event.seats[0]: event.data["cards"] for event in view_events(dealt.events, seat) if "cards" in event.data
        }
        hands.pop("R", None) if seat != "R" else None
        assert set(hands) - {"R"} == {seat} - {"R"}
        assert tuple(hands.get(seat, dealt.position.hands[0])) == dealt.position.hands["RGBK".index(seat)]


def test_a_view_holds_the_seats_own_hand_and_the_sizes_of_the_others() -> None:
    position = at(hands="R=1,7 G=tac,3,5 B=- K=2")
    mine = view(position, "R")
    assert mine.hands == (("1", "7"), (UNKNOWN,) * 3, (), (UNKNOWN,))
    assert view(position, PUBLIC).hands[0] == (UNKNOWN, UNKNOWN)
    assert view(position, GM) == position


def test_a_person_with_two_seats_sees_both_hands_and_no_other() -> None:
    position = at(variant="double2", hands="R=1,7 G=3 B=5,6 K=2")
    for viewer in "RB":
        assert view(position, viewer).hands == (("1", "7"), (UNKNOWN,), ("5", "6"), (UNKNOWN,))


def test_a_single_player_sees_all_hands_but_not_the_stack() -> None:
    position = at(variant="solo4", hands="R=1 G=3 B=5 K=2")._replace(rest=("9", "12"))
    assert view(position, PUBLIC).hands == position.hands
    assert view(position, PUBLIC).rest == (UNKNOWN, UNKNOWN)


def test_nothing_is_hidden_and_no_order_secret_where_one_person_plays_alone() -> None:
    alone, others = (at(variant=variant, phase="swap", hands="R=5,13 G=2,3") for variant in ("solo4", "double2"))
    assert [GAME.hides(alone), GAME.hides(others)] == [False, True]
    assert [GAME.is_secret(GAME.view(one, "R"), "R", order("swap 5")) for one in (alone, others)] == [False, True]


def test_the_hand_a_devil_looks_at_is_known_to_two_until_its_card_is_laid() -> None:
    before = at(variant="pairs4 master", pos="G:20", hands="R=devil,2 G=5,tac B=3 K=3")
    events, position = GAME.resolve(before, {"R": order("devil")}, Seeded(bytes(32)), ())
    for viewer, knows in (("R", True), ("G", True), ("B", False), ("K", False), (PUBLIC, False)):
        told = [event for event in view_events(events, viewer) if event.kind == "looked"]
        assert [event.data.get("cards") for event in told] == [["5", "tac"] if knows else None]
        assert (view(position, viewer).hands[1] == ("5", "tac")) == knows
    later = play(position, "G: 5 G20")
    assert view(later, "R").hands[1] == (UNKNOWN,)


def test_a_jester_through_the_devil_shows_the_new_hand_to_the_devil_player_too() -> None:
    position = play(at(variant="pairs4 master", hands="R=devil,2 G=jester,9 B=3,5 K=6,10"), "devil")
    events, after = GAME.resolve(position, {"R": order("jester")}, Seeded(bytes(32)), ())
    hands = {
        viewer: {event.seats[0]: event.data["cards"] for event in view_events(events, viewer) if "cards" in event.data}
        for viewer in ("R", "G", "B", "K", PUBLIC)
    }
    assert hands["R"] == {"R": ["9"], "G": ["3", "5"]}
    assert hands["G"] == {"G": ["3", "5"]}
    assert hands["B"] == {"B": ["6", "10"]}
    assert hands["K"] == {"K": ["2"]}
    assert hands[PUBLIC] == {}
    assert view(after, "R").hands == (("9",), ("3", "5"), (UNKNOWN,) * 2, (UNKNOWN,))


def test_only_the_game_master_sees_cards_put_aside() -> None:
    position = at(variant="pairs6 play-on", pos="R:a,b,c,d K:32,b,c,d", turn="K", hands="K=3,9 W=2 C=2 R=12 G=2 B=2")
    position = play(position, "3 K32>a")
    assert position.aside == ("12", "9")
    for viewer in (PUBLIC, *"RGBKWC"):
        assert view(position, viewer).aside == (UNKNOWN, UNKNOWN)


def test_a_swap_card_given_is_known_to_its_giver() -> None:
    position = at(phase="swap", hands="R=1 G=3 B=5 K=9")
    position = GAME.resolve(position, {"R": order("swap 1")}, Seeded(bytes(32)), ()).position
    assert view(position, "R").swaps == ("1", "", "", "")
    for viewer in ("G", "B", "K", PUBLIC):
        assert view(position, viewer).swaps == (UNKNOWN, "", "", "")


def test_refusals_of_others_orders_do_not_depend_on_hidden_hands() -> None:
    for hand in ("tac,3", "9,3", "1,13"):
        position = at(pos="R:10 G:20", hands=f"R=5,2 G={hand}")
        problems = GAME.check(position, "B", order("5 G20"))
        assert [problem.message for problem in problems] == ["TURN: it is R's turn"]


@effort.search(daily=10, long=100)
@given(seed=seeds)
def test_orders_are_tried_on_a_view_as_on_the_board_of_the_game_master(seed: int) -> None:
    for step in random_game(begin("pairs4", "master", seed), seed, 2):
        for seat, chosen in step.orders.items():
            mine = view(step.before, seat)
            assert GAME.check(mine, seat, chosen) == ()
            assert list(GAME.legal_orders(mine, seat)) == list(GAME.legal_orders(step.before, seat))
            (branch,) = fork(lambda draws, v=mine, s=seat, o=chosen: GAME.trial(v, s, o, draws))  # type: ignore[misc]
            if not branch.outcome.doubt:
                assert branch.outcome.after.cells == step.after.cells


def test_a_trial_cannot_tell_whether_the_next_player_stops_the_win() -> None:
    texts = []
    for hand in ("tac,3", "5,3"):
        position = at(pos="R:a,b,c,d B:29,b,c,d K:50", turn="B", hands=f"B=5,2 K={hand}")
        mine = view(position, "B")
        branches = list(fork(lambda draws, v=mine: GAME.trial(v, "B", order("5 B29>a"), draws)))  # type: ignore[misc]
        texts.append(str(GAME.trial_blocks(mine, "B", order("5 B29>a"), branches, False)))
    assert texts[0] == texts[1]
    assert "unless K holds a TAC" in texts[0]


def test_a_trial_of_a_win_that_nobody_can_stop_says_so() -> None:
    position = at(pos="R:a,b,c,d B:29,b,c,d", turn="B", hands="B=5,2 K=- R=tac,3 G=3")
    mine = view(position, "B")
    branches = list(fork(lambda draws: GAME.trial(mine, "B", order("5 B29>a"), draws)))
    shown_blocks = str(GAME.trial_blocks(mine, "B", order("5 B29>a"), branches, False))
    assert "R and B have all balls home: first" in shown_blocks, "the next seat with cards is the partner"
    assert "unless" not in shown_blocks


def test_an_unknown_hand_offers_no_orders_and_may_hold_any_card() -> None:
    position = view(at(pos="R:10", hands="R=5,2"), PUBLIC)
    assert list(GAME.legal_orders(position, "R")) == []
    assert GAME.check(position, "R", Order((Action("drop", "12"),))) == ()


# Each with a position, the orders played before, the seat, its order, and what that takes for granted
GRANTED = (
    ({"pos": "R:10", "hands": "R=5,2"}, "", "R", "5 R10", "if you hold the 5"),
    ({"pos": "R:10", "hands": "R=5,2"}, "", "R", "drop 12", "if you hold the 12, and none of your cards can be used"),
    ({"pos": "R:10", "hands": "R=8,2 G=5,3"}, "8 skip", "G", "drop 5", "if you hold the 5"),
    ({"pos": "G:20", "hands": "R=devil,2 G=5,9"}, "devil", "R", "5 G20", "if G holds the 5"),
)


@pytest.mark.parametrize(("given_at", "before", "seat", "text", "granted"), GRANTED)
def test_a_legal_order_says_what_it_takes_for_granted_of_a_hand_that_is_not_known(
    given_at: dict[str, str], before: str, seat: str, text: str, granted: str
) -> None:
    position = at(variant="pairs4 master", **given_at)
    if before:
        position = play(position, before)
    seen = view(position, PUBLIC)
    assert GAME.assumed(seen, seat, order(text)) == granted
    assert GAME.can_fail(seen, seat, order(text))
    assert GAME.assumed(position, seat, order("2 R10" if seat == "R" and not before else text)) == ""


def test_a_second_order_has_a_meaning_only_where_the_first_can_fail() -> None:
    position = at(pos="R:10", hands="R=5,2")
    assert not GAME.can_fail(view(position, "R"), "R", order("5 R10"))  # nobody acts before it
    swapping = at(phase="swap", hands="R=5,2 B=3,4")
    for viewer in ("R", PUBLIC):
        assert not GAME.can_fail(view(swapping, viewer), "R", order("swap 5"))  # it is blind, and final
