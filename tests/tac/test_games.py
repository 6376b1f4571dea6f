"""Random games of every variant: cards and balls conserved, the duty to play kept, an end in sight (T3, T5, T10, T11)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.games.tac import GAME
from gm_tools.games.tac.balls import FRESH, HOUSE
from gm_tools.games.tac.cards import deck
from gm_tools.games.tac.orders import format_order
from gm_tools.games.tac.position import Position
from tests.effort import search
from tests.tac.plainly import TEAMS, Plain, read
from tests.tac.tables import SOME_KINDS, Step, begin, random_game

seeds = st.integers(0, 2**32)


def cards_of(position: Position) -> Counter[str]:
    """Return all cards of a position, wherever they are."""
    cards = Counter((*position.rest, *position.pile, *position.aside, *filter(None, position.swaps)))
    for hand in position.hands:
        cards.update(hand)
    return cards


def check_balls(position: Position) -> None:
    """Assert that no colour has more than four balls, none a place it cannot have, and only start fields fresh ones."""
    for field, ball in enumerate(position.cells):
        colour = (ball & ~FRESH) - 1
        assert colour in (-1, *position.use)
        if ball & FRESH:
            assert field == position.track.starts[colour]
        if ball and field >= position.track.ring:
            assert position.track.house_of(field) == colour
    for seat in position.use:
        assert sum((ball & ~FRESH) == seat + 1 for ball in position.cells) <= HOUSE


def check_duty(step: Step) -> None:
    """Assert that a card was laid unused only by a skipped seat or with nothing usable, and a waiting win was stopped."""
    before = step.before
    ((_, order),) = step.orders.items()
    (action,) = order.actions
    plain = Plain(before)
    if before.must_tac:
        assert action.tac
    elif before.skip:
        assert action.tac or action.verb == "drop"
    else:
        usable = [card for card in sorted(set(before.hands[before.turn])) if plain.usable(before.turn, card)]
        if action.verb == "drop":
            assert not usable
        else:
            assert action.laid in usable


def check_jump(step: Step) -> None:
    """Assert that a number card has walked to where it is, from the board it was used on."""
    before = step.before
    ((_, order),) = step.orders.items()
    (action,) = order.actions
    if action.verb != "move" or action.card in ("7", "angel"):
        return
    restore = before.last.restore if action.tac and before.last is not None else None
    plain, balls = Plain(before), read(before, restore)
    reached = plain.number_results(balls, before.turn, int(action.card))
    assert read(step.after) in reached


@pytest.mark.parametrize(("variant", "edition"), SOME_KINDS)
@search(daily=1, long=100)
@given(seed=seeds)
def test_random_games_keep_cards_balls_and_the_duty_to_play(variant: str, edition: str, seed: int) -> None:
    all_cards = Counter(deck(len(begin(variant).letters), edition))
    laid = 0
    for step in random_game(begin(variant, edition, seed), seed, deals=6):
        after = step.after
        assert cards_of(after) == all_cards
        check_balls(after)
        assert after.laid - laid == (step.before.phase == "play")
        laid = after.laid
        if step.before.phase == "play":
            check_duty(step)
            check_jump(step)
        if after.phase == "play":
            assert after.hands[after.turn], "the turn is never a seat without cards"
            assert set(GAME.awaited(after)) == {after.letters[after.decider]}
        if after.phase == "deal":
            assert not any(after.hands)
            assert after.last is None


@pytest.mark.long
@pytest.mark.parametrize(("variant", "edition"), SOME_KINDS)
def test_games_come_to_an_end_and_the_winners_are_home(variant: str, edition: str) -> None:
    position = begin(variant, edition, 7, play_on=variant in ("pairs6", "double6"))
    all_cards = Counter(deck(len(position.letters), edition))
    for step in random_game(position, 7, deals=400):
        position = step.after
        assert cards_of(position) == all_cards
    assert GAME.is_over(position), f"{position.laid} cards laid"
    assert GAME.awaited(position) == {}
    plain, balls = Plain(position), read(position)
    assert position.places
    for team in position.places:
        assert team in TEAMS[variant]
        assert all(plain.home(balls, seat) == HOUSE for seat in team)
    assert len(position.places) == (2 if position.settings.play_on else 1)


@pytest.mark.parametrize("variant", ["pairs4", "trios6"])
def test_the_same_seed_plays_the_same_game(variant: str) -> None:
    def run() -> list[str]:
        return [
            format_order(order)
            for step in random_game(begin(variant, "master", 3), 3, 8)
            for order in step.orders.values()
        ]

    assert run() == run()
