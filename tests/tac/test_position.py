"""Positions as plain data, set-ups, orders in hand: what may be written, and what is said about it (T14.6, T10.1, T3.7)."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.core.game_options import check_options
from gm_tools.core.problems import InputError
from gm_tools.games.tac import GAME
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.report import hands_lines
from tests.tac.tables import at, begin, board, order, play, random_game, seats_of


def mid_game() -> Position:
    """Return a position in the middle of a deal of the master edition, with something to undo."""
    for step in random_game(begin("pairs4", "master", 5), 5, 3):
        if step.after.last is not None and step.after.last.restore is not None and step.after.laid > 20:
            return step.after
    raise AssertionError


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("pos", "R:5 R:6", ""),
        ("pos", "R:99", "pos: found '99' in 'R:99' (allowed: ring fields 1 to 64, house fields a b c d)"),
        ("undo", "X", "undo: found 'X' (allowed: COLOUR:place,place… with the colours R G B K)"),
        ("phase", "later", "phase: found 'later' (allowed: deal, swap, play, over)"),
        ("turn", "Q", "turn: found 'Q' (allowed: a seat in use: R G B K)"),
        ("hands", {"R": ["11"]}, "hands.R: found '11'"),
        ("hands", {"X": ["1"]}, "hands: found 'X' (allowed: a seat in use: R G B K)"),
        ("hands", {"R": "1"}, "hands.R: found '1' (allowed: a list of texts)"),
        ("deal", -1, "deal: found -1 (allowed: 0 or more)"),
        ("laid", "many", "laid: found 'many' (allowed: a whole number)"),
        ("settings", {"variant": "pairs5"}, "settings.variant: found 'pairs5'"),
        ("settings", {"edition": "basic", "colour": 1}, "settings.colour: unknown key"),
        ("last", "twelve", "last: found 'twelve'"),
        ("last", "tac", "last: found 'tac'"),
        ("follow", "angel", "follow: found 'angel' (allowed: jester, devil)"),
        ("people", ["RX"], "people: found 'RX' (allowed: different seats out of RGBK)"),
        ("places", "RB", "places: found 'RB' (allowed: a list of texts)"),
        ("must_tac", "yes", "must_tac: found 'yes' (allowed: true or false)"),
        ("seats", "RGB", "seats: found 'RGB' (allowed: 4 different letters)"),
        ("surprise", 1, "surprise: unknown key"),
        ("rest", [], "hands: hands, rest, pile, swaps and aside hold"),
        ("rest", ["1"] * 10, "hands: hands, rest, pile, swaps and aside hold"),
        ("phase", "swap", "phase: no swap card is due"),
    ],
)
def test_a_wrong_value_is_refused_with_its_key_and_what_is_allowed(key: str, value: Any, message: str) -> None:
    plain = GAME.dump_position(mid_game())
    plain[key] = value
    if key == "phase" and value == "swap":
        plain["swaps"] = {seat: plain["rest"].pop() for seat in "RGBK"}
    if not message:
        assert GAME.load_position(plain, board(4)).track.ring == 64
        return
    with pytest.raises(InputError) as caught:
        GAME.load_position(plain, board(4))
    assert str(caught.value).startswith(message)


def test_a_missing_key_is_refused_by_name() -> None:
    for key in ("settings", "seats", "use", "pos", "dealer", "turn", "decider", "phase"):
        plain = GAME.dump_position(mid_game())
        del plain[key]
        with pytest.raises(InputError) as caught:
            GAME.load_position(plain, board(4))
        assert caught.value.key == key
        assert caught.value.message == "is missing"


def test_the_turn_of_a_seat_without_cards_is_refused() -> None:
    plain = GAME.dump_position(mid_game())
    plain["pile"] += plain["hands"][plain["turn"]]
    plain["hands"][plain["turn"]] = []
    with pytest.raises(InputError) as caught:
        GAME.load_position(plain, board(4))
    assert caught.value.key == "turn"


def test_a_position_of_another_board_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        GAME.load_position(GAME.dump_position(mid_game()), board(6))
    assert caught.value.key == "seats"


@pytest.mark.parametrize(
    ("variant", "seats", "options", "message"),
    [
        ("pairs4", "RGBK", {}, ""),
        ("pairs4", "RGBS", {"letters": "RGBS"}, ""),
        ("pairs4", "KBGR", {}, ""),
        ("pairs4", "RGB", {}, "pairs4 uses the seats R G B K, found R G B"),
        ("pairs4", "RGBX", {}, "X is not a seat of the board: R G B K"),
        ("pairs6", "RGBKWC", {}, "pairs6 is played on 6 seats, found 4 seats"),
        ("pairs4", "RGBK", {"letters": "RGBKWC"}, "pairs4 is played on 4 seats, found 6 letters"),
        ("duel2", "RB", {}, ""),
        ("duel2", "RG", {}, "duel2 uses the seats R B, found R G"),
        ("free3", "RGK", {}, ""),
        ("chase3", "RGK", {}, "chase3 uses the seats R G B, found R G K"),
        ("pairs4", "RGBK", {"dealer": "X"}, "the first dealer X is not one of R G B K"),
        ("duel2", "RB", {"dealer": "G"}, "the first dealer G is not one of R B"),
        ("pairs4", "RGBK", {"play_on": True}, "pairs4 ends with the first win: there is nothing to play on for"),
        ("team4", "RGBK", {"people": "RB GK"}, ""),
        ("team4", "RGBK", {"people": "GK"}, ""),
        ("team4", "RGBK", {"people": "RG"}, "who runs two seats of team4: found RG, allowed: nobody with two seats, RB GK, RB or GK"),
        ("pairs4", "RGBK", {"people": "RB"}, "who runs two seats of pairs4: found RB, allowed: nobody with two seats"),
        ("double2", "RGBK", {"people": "RB GK"}, ""),
        ("double2", "RGBK", {}, "who runs two seats of double2: found nobody with two seats, allowed: RB GK; the seats of one person have the same player"),
        ("double3", "RGBK", {"people": "GK"}, ""),
        ("double2", "RGBK", {"people": "RX"}, "people: X is not one of R G B K"),
    ],
)  # fmt: skip
def test_seats_that_do_not_fit_the_variant_are_refused(
    variant: str, seats: str, options: dict[str, Any], message: str
) -> None:
    at_table = tuple(Seat(mark, f"player {mark}") for mark in seats)
    check_options(GAME, options)
    problems = GAME.check_seats(board(4), at_table, {"variant": variant, **options})
    assert [problem.message for problem in problems] == ([message] if message else [])


def test_seats_of_the_same_player_are_run_by_one_person() -> None:
    seats = (Seat("R", "Anna"), Seat("G", "Bert"), Seat("B", "anna"), Seat("K", "Dora"))
    options = {"variant": "team4"}
    assert GAME.check_seats(board(4), seats, options) == ()
    position = GAME.setup(board(4), seats, options, Seeded(bytes(32)))
    assert position.people == (0, 1, 0, 3)
    assert [problem.rule for problem in GAME.check_seats(board(4), seats, {"variant": "pairs4"})] == ["T10.1"]


@pytest.mark.parametrize(
    ("variant", "people"),
    [
        ("pairs4", (0, 1, 2, 3)),
        ("double2", (0, 1, 0, 1)),
        ("double3", (0, 1, 0, 3)),
        ("solo4", (0, 0, 0, 0)),
        ("double6", (0, 1, 2, 0, 1, 2)),
        ("team6", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_players_of_the_same_name_run_their_seats_together(variant: str, people: tuple[int, ...]) -> None:
    assert begin(variant).people == people


def test_talk_is_open_in_the_co_operative_games_unless_said_otherwise() -> None:
    assert begin("pairs4").settings.talk == "closed"
    assert begin("team4").settings.talk == "open"
    assert begin("team4", talk="closed").settings.talk == "closed"
    assert begin("pairs4", talk="open").settings.talk == "open"


def test_wrong_options_are_refused() -> None:
    for name, value in (
        ("variant", "pairs5"),
        ("letters", "RGBB"),
        ("letters", "rgbk"),
        ("dealer", "RG"),
        ("people", "R-B"),
    ):
        with pytest.raises(InputError) as caught:
            check_options(GAME, {name: value})
        assert caught.value.key == name


def test_an_ended_game_ignores_whose_turn_it_was() -> None:
    ended = GAME.load_position(GAME.dump_position(mid_game()) | {"phase": "over"}, board(4))
    assert "turn" not in GAME.dump_position(ended)
    hands = hands_lines(ended)
    assert hands.title == "Hands"
    assert GAME.turn_blocks((), ended)[-1] == hands


def test_an_amendment_cannot_ask_for_swap_cards_of_empty_hands() -> None:
    plain = GAME.dump_position(mid_game()) | {"phase": "swap"}
    plain["pile"] += plain["hands"]["G"]
    plain["hands"]["G"] = []
    with pytest.raises(InputError, match="a seat that still has to swap a card holds none"):
        GAME.load_position(plain, board(4))


def test_an_amendment_that_ends_the_game_is_an_event() -> None:
    before = mid_game()
    after = before._replace(phase="over")
    assert [event.kind for event in GAME.tell_amendment(before, after)] == ["ended"]
    assert GAME.tell_amendment(before, before) == ()


# Orders in hand


def test_the_first_legal_order_counts() -> None:
    position = at(pos="R:10", hands="R=5,2")
    orders = [order("can"), order("swap 5"), order("9 R10"), order("5 R10"), order("2 R10")]
    assert GAME.choose(position, "R", orders) == orders[3]
    assert GAME.choose(position, "R", orders[:3]) == orders[2]
    assert GAME.choose(position, "R", orders[:2]) is None
    assert not GAME.replaces(orders[4], orders[3])


def test_a_card_to_play_may_be_posted_together_with_the_swap_card() -> None:
    position = at(phase="swap", hands="R=1,2 G=3,3 B=5,5 K=9,9")
    both = [order("1 in"), order("swap 2")]
    assert GAME.choose(position, "R", both) == both[1]
    for seat, card in zip("RGBK", ("2", "3", "5", "9"), strict=True):
        position = GAME.resolve(position, {seat: order(f"swap {card}")}, Seeded(bytes(32)), ()).position
    assert GAME.stays_in_hand(position, "R", both[0])
    assert not GAME.stays_in_hand(position, "R", order("swap 1"))
    assert not GAME.stays_in_hand(position, "R", order("can"))
    position = play(position, "1 in")
    assert not GAME.stays_in_hand(position, "R", both[0])


def test_the_conformance_samples_seat_every_variant() -> None:
    for variant in ("pairs4", "duel2", "free3", "chase3", "pairs6"):
        assert len(seats_of(variant)) == len(begin(variant).use)
