"""Bots: legal orders in every phase, out of what the seat knows and nothing else, games that come to an end, the better one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Draws, Seeded
from gm_tools.core.game import STRENGTHS
from gm_tools.games.tac import GAME
from gm_tools.games.tac.orders import Action, Order, format_order
from gm_tools.games.tac.position import Position
from tests import effort
from tests.effort import search
from tests.tac.tables import FEW_KINDS, at, begin, random_game
from tests.tac.test_plan import Undrawn
from tests.tac.test_secrecy import otherwise_dealt

seeds = st.integers(0, 2**32)
MOST_TURNS = 5000  # of a game by bots, deals and swaps counted; the longest seen in some thousand games had about 1,500


def ask_bot(position: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return what a bot orders, from the view of its seat."""
    assert GAME.bot is not None
    return GAME.bot(GAME.view(position, seat), seat, strength, draws)


def best(strength: str = "hard", **keys: str) -> str:
    """Return what a bot orders that draws nothing."""
    position = at(**keys)
    (seat,) = GAME.awaited(position)
    return format_order(ask_bot(position, seat, strength, Undrawn()))


def play_game(position: Position, strengths: Mapping[str, str], draws: Draws) -> tuple[Position, int]:
    """Return the end of a game by bots, every order checked, and the number of turns."""
    for turn in range(MOST_TURNS):
        if GAME.is_over(position):
            return position, turn
        orders = {seat: ask_bot(position, seat, strengths[seat], draws) for seat in GAME.awaited(position)}
        for seat, order in orders.items():
            assert GAME.check(position, seat, order) == ()
        position = GAME.resolve(position, orders, draws, ()).position
    return position, MOST_TURNS


@pytest.mark.parametrize(("variant", "edition"), FEW_KINDS)
@search(daily=1, long=40)
@given(seed=seeds)
def test_a_game_by_any_mixture_comes_to_an_end(variant: str, edition: str, seed: int) -> None:
    random = Random(seed)
    start = begin(variant, edition, seed, play_on=variant in ("pairs6", "double6"))
    strengths = {seat: random.choice(STRENGTHS) for seat in start.letters}
    end, turns = play_game(start, strengths, Seeded(seed.to_bytes(32, "big")))
    assert turns < MOST_TURNS
    assert GAME.is_over(end)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(("variant", "edition"), [("pairs4", "master"), ("chase3", "master"), ("trios6", "basic")])
@search(daily=3, long=100)
@given(seed=seeds)
def test_other_hidden_cards_change_no_order_of_a_bot(variant: str, edition: str, strength: str, seed: int) -> None:
    random, draws = Random(seed), Seeded(bytes(32))
    compared = 0
    for step in random_game(begin(variant, edition, seed), seed, 2):
        for seat in sorted(GAME.awaited(step.before)):
            other = otherwise_dealt(step.before, seat, Action("drop", "?"), random)
            orders = [ask_bot(position, seat, strength, draws) for position in (step.before, other)]
            assert orders[0] == orders[1]
            assert GAME.check(step.before, seat, orders[0]) == ()
            compared += other != step.before
    assert compared > 10


def test_the_same_draws_give_the_same_game() -> None:
    def run() -> Position:
        strengths = dict(zip("RGBK", ("easy", "medium", "hard", "easy"), strict=True))
        return play_game(begin("pairs4", "master", 4), strengths, Seeded(bytes(32)))[0]

    assert GAME.dump_position(run()) == GAME.dump_position(run())


def test_the_draws_of_a_bot_are_labelled_by_card_and_seat() -> None:
    draws = Seeded(bytes(32))
    position = at(phase="swap", hands="R=1,5,7 G=2,3", variant="pairs4")
    ask_bot(position, "R", "easy", draws)
    ask_bot(at(pos="G:10,20", turn="G", hands="G=2,3,5"), "G", "easy", draws)
    assert {draw.kind for draw in draws.taken} == {"bot"}
    assert [draw.label for draw in draws.taken][:2] == ["bot/1.1.0/R/swap", "bot/1.1.0/G/mood"]


@pytest.mark.long
@pytest.mark.parametrize("edition", effort.choose(["master"], ["basic", "master"]))
def test_partners_of_easy_lose_to_partners_of_hard(edition: str) -> None:
    won = 0
    games = effort.choose(4, 6)
    for seed in range(games):
        hard = "RB" if seed % 2 else "GK"
        strengths = {seat: "hard" if seat in hard else "easy" for seat in "RGBK"}
        end, _ = play_game(begin("pairs4", edition, seed), strengths, Seeded(seed.to_bytes(32, "big")))
        won += "".join(end.letters[seat] for seat in end.places[0]) == hard
    assert won >= games - 1


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ({"pos": "R:62,20", "hands": "R=5,2"}, "5 R62>b"),
        ({"pos": "R:10,30 B:15,50 G:60", "hands": "R=5"}, "5 R30>35"),
        ({"pos": "R:10,30 G:15", "hands": "R=5"}, "5 R10>15"),
        ({"pos": "R:1* G:40", "hands": "R=4,9"}, "4 R1>61"),
        ({"pos": "R:30 B:50", "hands": "R=8,2 G=2"}, "8 R30>38"),  # G cannot do anything anyway
        ({"pos": "R:30 B:50 G:24", "hands": "R=8,2 G=2"}, "8 skip"),
        ({"pos": "R:a,b,c,d B:31 G:40", "hands": "R=5,6"}, "6 B31>d"),
        ({"pos": "R:a,b,c,d B:29,b,c,d K:50", "turn": "K", "hands": "K=5,4"}, "4 K50>c"),
    ],
)
def test_hard_plays_the_obvious_card(keys: dict[str, str], order: str) -> None:
    assert best(**keys) == order


@pytest.mark.parametrize(
    ("hands", "given_card"),
    [("R=1,13,5 B=2,3", ("1", "13")), ("R=5,1 B=2,3", ("5",)), ("R=13,12,9 B=1,3", ("12", "9"))],
)
@pytest.mark.parametrize("strength", ["medium", "hard"])
def test_an_opening_card_goes_to_a_partner_who_has_none_if_one_is_left(
    strength: str, hands: str, given_card: Sequence[str]
) -> None:
    position = at(phase="swap", hands=hands)
    (action,) = ask_bot(position, "R", strength, Undrawn()).actions
    assert action.card in given_card


def test_a_bot_plays_through_the_devil_against_the_other_side() -> None:
    position = at(variant="pairs4 master", pos="G:60,17 R:30 B:2", hands="R=devil,2 G=5,9 B=2 K=2")
    after = GAME.resolve(position, {"R": Order((Action("devil", "devil"),))}, Undrawn(), ()).position
    assert format_order(ask_bot(after, "R", "hard", Undrawn())) == "5 G17>22"
