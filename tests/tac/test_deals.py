"""Cards, deals, dealers, swapping: how a game goes round (T1.6, T2.5, T3, T10.9, T11.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from gm_tools.core.draws import Scripted, Seeded
from gm_tools.core.events import PUBLIC, view_events
from gm_tools.core.game import Resolution
from gm_tools.games.tac import GAME
from gm_tools.games.tac.cards import CARDS, COPIES, deal_size, deck
from gm_tools.games.tac.orders import format_order
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.report import describe
from gm_tools.games.tac.variants import NAMES, VARIANTS
from tests import effort
from tests.tac.tables import at, begin, board, order, play, random_game, seats_of


def test_there_are_100_cards_and_four_master_cards() -> None:
    assert sum(COPIES.values()) == 104
    assert COPIES["1"] == COPIES["13"] == 9
    assert COPIES["7"] == 8
    assert COPIES["tac"] == 4
    assert "11" not in COPIES
    assert len(deck(4, "basic")) == 100
    assert len(deck(4, "master")) == 104


def test_six_seats_leave_out_two_twelves_and_in_the_basic_edition_a_nine_and_a_ten() -> None:
    assert Counter(deck(4, "master")) - Counter(deck(6, "master")) == Counter({"12": 2})
    assert Counter(deck(4, "basic")) - Counter(deck(6, "basic")) == Counter({"12": 2, "9": 1, "10": 1})


@pytest.mark.parametrize(
    ("seats", "edition", "hands", "deals", "left"),
    [
        (4, "basic", 4, [5, 5, 5, 5, 5], 0),
        (4, "master", 4, [5, 5, 5, 5, 6], 0),
        (4, "basic", 2, [5] * 10, 0),
        (4, "master", 2, [5] * 10, 4),
        (4, "basic", 3, [5] * 6, 10),
        (4, "master", 3, [5] * 6, 14),
        (6, "basic", 6, [5, 5, 6], 0),
        (6, "master", 6, [6, 5, 6], 0),
        (6, "basic", 4, [5, 5, 6], 32),
        (6, "master", 4, [6, 5, 6], 34),
    ],
)
def test_a_stack_is_dealt_in_hands_of_five_or_six(
    seats: int, edition: str, hands: int, deals: list[int], left: int
) -> None:
    cards = len(deck(seats, edition))
    sizes: list[int] = []
    while size := deal_size(seats, edition, hands, cards, len(sizes)):
        sizes.append(size)
        cards -= size * hands
    assert (sizes, cards) == (deals, left)


def deal(position: Position, seed: int = 5) -> Resolution[Position]:
    return GAME.resolve(position, {}, Seeded(seed.to_bytes(32, "big")), ())


def test_the_first_dealer_is_drawn_and_the_next_seat_begins() -> None:
    draws = Scripted({"dealer": ["G"], "deck": [list(deck(4, "basic"))]})
    position = GAME.setup(board(4), seats_of("pairs4"), {"variant": "pairs4"}, draws)
    events, after = GAME.resolve(position, {}, draws, ())
    assert after.letters[after.dealer] == "G"
    assert after.letters[after.turn] == "B"
    assert [describe(event) for event in events[:2]] == [
        "G shuffles all 100 cards [T3.3]",
        "G deals 5 cards to each player; 80 are left [T3.1]",
    ]
    assert after.hands[2] == ("1", "1", "1", "1", "1"), "the top of the stack goes to the start player"
    assert [draw.label for draw in draws.taken] == ["setup/dealer", "deck/1"]


@pytest.mark.parametrize(
    ("variant", "dealers", "starters"),
    [
        ("pairs4", "RGBKR", "GBKRG"),
        ("duel2", "RBRBR", "BRBRB"),
        ("free3", "RGBRG", "GBRGB"),
        ("chase3", "RGBRG", "GBRGB"),
        ("pairs6", "RGBKW", "GBKWC"),
    ],
)
def test_the_deal_goes_round_the_seats_in_use(variant: str, dealers: str, starters: str) -> None:
    made = [step.after for step in random_game(begin(variant, dealer="R"), 1, 6) if not step.orders]
    found = [(after.letters[after.dealer], after.letters[after.turn]) for after in made]
    assert ["".join(letters) for letters in zip(*found[:5], strict=True)] == [dealers, starters]


@pytest.mark.long
@pytest.mark.parametrize("variant", effort.choose(("pairs4", "duel2", "chase3", "pairs6"), NAMES))
def test_a_stack_is_used_up_before_all_cards_are_shuffled_again(variant: str) -> None:
    shuffled, sizes = [], []
    for step in random_game(begin(variant, "master"), 4, 12):
        if step.orders:
            continue
        shuffled.append(any(event.kind == "shuffled" for event in step.events))
        sizes.append(step.after.size)
        if shuffled[-1]:
            assert step.after.deal == 1
            assert step.after.pile == ()
    hands = len(VARIANTS[variant].use)
    plan = {4: [5, 5, 5, 5, 6], 2: [5] * 10, 3: [5] * 6, 6: [6, 5, 6]}[hands]
    assert sizes == (plan * 12)[: len(sizes)]
    assert [at for at, is_new in enumerate(shuffled) if is_new] == list(range(0, len(shuffled), len(plan)))


def test_announcements_are_made_for_all_and_tell_no_more_than_can_and_cannot() -> None:
    events, after = deal(begin("pairs4", dealer="K"))
    (announced,) = (event for event in view_events(events, PUBLIC) if event.kind == "announced")
    can = [letter for letter, hand in zip("RGBK", after.hands, strict=True) if {"1", "13"} & set(hand)]
    assert announced.data == {"can": can, "cannot": [letter for letter in "RGBK" if letter not in can]}


@pytest.mark.parametrize("variant", NAMES)
def test_every_seat_with_a_partner_is_asked_for_a_swap_card(variant: str) -> None:
    position = deal(begin(variant)).position
    swap = {
        "duel2": "",
        "free3": "",
        "chase3": "GB",
    }.get(variant, "".join(position.letters[seat] for seat in position.use))
    asked = GAME.awaited(position)
    if not swap:
        assert position.phase == "play"
        assert set(asked) == {position.letters[position.turn]}
        return
    assert "".join(asked) == swap


def test_swap_cards_come_all_at_once_or_one_by_one_to_the_same_hands() -> None:
    position = at(phase="swap", hands="R=1,2 G=3,4 B=5,6 K=9,10")
    orders = {"R": order("swap 1"), "G": order("swap 4"), "B": order("B: swap 6"), "K": order("swap 9")}
    together = GAME.resolve(position, orders, Seeded(bytes(32)), ()).position
    for seat in "KGRB":
        position = GAME.resolve(position, {seat: orders[seat]}, Seeded(bytes(32)), ()).position
    assert position == together
    assert together.hands == (("2", "6"), ("3", "9"), ("1", "5"), ("4", "10"))
    assert together.phase == "play"


def test_an_announcement_typed_among_swap_cards_changes_nothing() -> None:
    position = at(phase="swap", hands="R=1,2 G=3,4 B=5,6 K=9,10")
    events, after = GAME.resolve(position, {"R": order("can")}, Seeded(bytes(32)), ())
    assert (events, after) == ((), position)


def test_a_seat_that_misses_its_turn_is_reported() -> None:
    position = at(pos="R:10", hands="R=5,2")
    events, _ = GAME.resolve(position, {"R": order("2 R10")}, Seeded(bytes(32)), ("R",))
    assert [describe(event) for event in events] == [
        "no order from R: played by the rule for missing orders",
        "R: 2 R10>12",
    ]


def test_the_policy_for_missing_orders_gives_away_what_is_least_wanted() -> None:
    position = at(phase="swap", hands="R=1,tac,5,12")
    default = GAME.default_order(position, "R", "auto")
    assert default is not None
    assert format_order(default) == "swap 12"
    assert GAME.default_order(position, "R", "wait") is None
    position = at(pos="R:10", hands="R=13,5")
    default = GAME.default_order(position, "R", "auto")
    assert default is not None
    assert format_order(default) == "5 R10>15"


def test_the_score_of_a_co_operative_game_counts_every_card_laid() -> None:
    position = at(variant="team4", pos="R:a,b,c,d G:a,b,c,d B:31,b,c,d K:a,b,c,d", turn="B", hands="B=3,2 K=tac,2 R=5")
    position = play(position._replace(laid=60), "3 B31>a", "tac 3 B31>a")
    assert GAME.is_over(position)
    assert {line.figures["score"] for line in GAME.standings(position)} == {62}
    assert {line.place for line in GAME.standings(position)} == {1}


def test_three_pairs_playing_on_have_three_places() -> None:
    position = at(
        variant="pairs6 play-on",
        pos="R:a,b,c,d K:32,b,c,d W:43,b,c,d G:a,b,c,d",
        turn="K",
        hands="K=3,2 W=3,2 C=2 G=2 B=2 R=2",
    )
    position = play(position, "3 K32>a")
    assert {line.seat: line.place for line in GAME.standings(position)} == dict.fromkeys("GBWC") | {"R": 1, "K": 1}
    position = play(position, "3 W43>a")
    assert GAME.is_over(position)
    assert [(line.seat, line.place) for line in GAME.standings(position)] == [
        ("R", 1),
        ("G", 2),
        ("B", 3),
        ("K", 1),
        ("W", 2),
        ("C", 3),
    ]


def test_finished_seats_get_no_cards_in_later_deals() -> None:
    position = at(variant="pairs6 play-on", pos="R:a,b,c,d K:32,b,c,d", turn="K", hands="K=3 W=2 C=2 G=2 B=2 R=2")
    position = play(position, "3 K32>a", "drop 2", "drop 2", "drop 2", "drop 2")
    assert position.phase == "deal"
    position = deal(position._replace(stacks=0)).position
    assert [len(hand) for hand in position.hands] == [0, 5, 5, 0, 5, 5]
    assert "".join(GAME.awaited(position)) == "GBWC"
    assert position.letters[position.dealer] not in "RK"


def test_every_card_has_a_place_in_the_list_of_the_least_wanted() -> None:
    from gm_tools.games.tac.rules import LEAST_WANTED

    assert sorted(LEAST_WANTED) == sorted(CARDS)
