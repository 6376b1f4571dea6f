"""What squares are worth: against every roll tried one by one; chances to win: against every way in which two rolls can fall."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.games.monza.board import COLOURS, START, Board, Way, parse_board
from gm_tools.games.monza.bots.evaluate import chance
from gm_tools.games.monza.bots.square_worths import NEVER, RANKS, worths
from gm_tools.games.monza.check import legal_moves
from gm_tools.games.monza.longest import endings, reach
from gm_tools.games.monza.options import Settings
from gm_tools.games.monza.position import Car, Position
from tests import effort
from tests.monza.oracle import HEADER, pictures
from tests.monza.samples import SHORT, load_shipped, race

FEW = effort.search(daily=10, long=500)
ROLLS = ["".join(roll) for roll in combinations_with_replacement(COLOURS, 6)]


def weight(roll: str) -> float:
    """Return how probable it is to roll these colours, in any order."""
    return factorial(6) / prod(factorial(roll.count(colour)) for colour in COLOURS) / 6**6


def one_by_one(board: Board, at: int, obligation: str) -> tuple[float, float]:
    """Return the turns and dice expected from a square, given the worth of those further on: every roll, every legal order."""
    table = worths(board, obligation).squares
    turns, stuck, dice = 1.0, 0.0, 0.0
    for roll in ROLLS:
        position = Position(board, Settings(obligation=obligation), (Car("R", at), Car("B")), "R", roll=roll)
        ends = [ways[-1].there for ways in legal_moves(position, Car("R", at)) if ways]
        dice += weight(roll) * reach(board, at, roll).most
        if ends:
            turns += weight(roll) * min(table[end].turns for end in ends)
        else:
            stuck += weight(roll)
    return (NEVER if stuck > 1 - 1e-9 else min(NEVER, turns / (1 - stuck))), dice


@FEW
@given(picture=pictures(colours="RYG", squares=6), obligation=st.sampled_from(("most", "stuck")), data=st.data())
def test_a_square_is_worth_what_trying_every_roll_says(picture: str, obligation: str, data: st.DataObject) -> None:
    board = parse_board(HEADER + picture)
    squares = [at for at, square in enumerate(board.squares) if not square.is_tyre and at not in board.targets]
    at = data.draw(st.sampled_from(squares))
    worth = worths(board, obligation).squares[at]
    assert (worth.turns, worth.dice) == pytest.approx(one_by_one(board, at, obligation))
    assert sum(end.chance for end in worth.ends) == pytest.approx(1)


@pytest.mark.parametrize("obligation", ["most", "stuck"])
@pytest.mark.parametrize("name", ["pine_oval", "cliff_road", "willow_bends"])
def test_squares_of_the_shipped_tracks_are_worth_what_trying_every_roll_says(name: str, obligation: str) -> None:
    board = load_shipped(name)
    table = worths(board, obligation).squares
    for at in (START, 7, len(board.squares) // 2):
        if not board.squares[at].is_tyre:
            assert (table[at].turns, table[at].dice) == pytest.approx(one_by_one(board, at, obligation))


@pytest.mark.parametrize("name", ["pine_oval", "cliff_road", "willow_bends"])
def test_arrivals_add_up_and_take_the_turns_that_are_expected(name: str) -> None:
    board = load_shipped(name)
    table = worths(board, "most")
    for at, worth in enumerate(table.squares):
        if at not in board.targets and not board.squares[at].is_tyre:
            assert sum(table.arrivals[at]) == pytest.approx(1, abs=1e-4)
            turns = sum(chance * (rank // RANKS + 1) for rank, chance in enumerate(table.arrivals[at]))
            assert turns == pytest.approx(worth.turns, abs=5e-3)


def test_worths_are_cached_by_the_look_of_the_track() -> None:
    steps: list[tuple[int, int]] = []
    board = parse_board(SHORT.replace("  Y  |  R  |  G  ", "  Y  |  R  |  R  "))
    first = worths(board, "most", lambda done, count: steps.append((done, count)))
    assert steps == [(done, len(board.squares)) for done in range(1, len(board.squares) + 1)]
    again = parse_board(SHORT.replace("  Y  |  R  |  G  ", "  Y  |  R  |  R  "))
    assert worths(again, "most") is first
    assert worths(parse_board(SHORT), "most") is not first
    assert worths(board, "stuck") is not first


@FEW
@given(picture=pictures(colours="RYGBWP", squares=7), roll=st.text(COLOURS, min_size=6, max_size=6), data=st.data())
def test_endings_are_the_first_of_the_legal_moves_that_do_the_same(
    picture: str, roll: str, data: st.DataObject
) -> None:
    board = parse_board(HEADER + picture)
    squares = [at for at, square in enumerate(board.squares) if not square.is_tyre]
    at = data.draw(st.sampled_from(squares))
    obligation = data.draw(st.sampled_from(("most", "stuck")))
    position = Position(board, Settings(obligation=obligation), (Car("R", at), Car("B")), "R", roll=roll)
    first: dict[object, tuple[Way, ...]] = {}
    for ways in legal_moves(position, Car("R", at)):
        does = (ways[-1].there, tuple(sorted(way.colour for way in ways)), ways[-1].colour) if ways else None
        first.setdefault(does, ways)
    assert [ending.ways for ending in endings(board, at, roll, obligation)] == list(first.values())


# Chances to win


def test_the_last_turn_of_a_race_is_exact() -> None:
    """Blue alone has a turn left, on 1.4 with red home with 2 dice: it wins with one die, shares with two."""
    position = race("R@1.6/2 B@1.4", turn_of="B")
    board = position.board
    alone = shared = 0.0
    at = board.find("1.4")
    assert at is not None
    for roll in ROLLS:
        home = [len(ways) for ways, _ in endings(board, at, roll, "most") if ways and ways[-1].there in board.targets]
        alone += weight(roll) * (min(home, default=9) < 2)
        shared += weight(roll) * (min(home, default=9) == 2)
    assert chance(position, "B") == pytest.approx(alone + shared / 2)
    assert chance(position, "R") == pytest.approx(1 - alone - shared / 2)


def test_chances_of_two_cars_add_up_to_one() -> None:
    for track in ("pine_oval", "cliff_road", "willow_bends"):
        board = load_shipped(track)
        for cars in ((0, 0), (5, 0), (3, 40)):
            position = Position(board, Settings(), (Car("R", cars[0]), Car("B", cars[1])), "B")
            assert chance(position, "R") + chance(position, "B") == pytest.approx(1, abs=1e-3)


def test_a_car_with_no_turn_left_does_not_win() -> None:
    position = race("R@1.3 B@1.6/2 G@1.4", turn_of="G")
    assert chance(position, "R") == 0
    assert chance(position, "B") + chance(position, "G") == pytest.approx(1)


def test_winners_have_won() -> None:
    position = race("R@1.6/1 B@3.6/1 G@S")._replace(winners=("R", "B"), turn_of="", last_turns=())
    assert [chance(position, seat) for seat in "RBG"] == [0.5, 0.5, 0]


def test_the_owner_of_an_extra_step_does_what_is_best_for_itself() -> None:
    position = race("R@1.5 B@S", turn_of="B", extra="R", extra_step=True)
    assert chance(position, "R") > 0.99  # one step from a target
