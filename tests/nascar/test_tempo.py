"""Turns to go, worked out backwards with sets of tiles, are those that driving by the rulebook finds, order by order."""

from __future__ import annotations

from itertools import accumulate
from operator import or_

from hypothesis import assume, given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import IN_ZONE, OIL, ON_LINE, Board
from gm_tools.games.nascar.bots.tempo import MOST_TURNS, Tempo, tempo
from gm_tools.games.nascar.bots.terrain import find_first_met
from gm_tools.games.nascar.check import legal_orders
from gm_tools.games.nascar.drive import Run, drive_alone
from gm_tools.games.nascar.driving_rules import PIT_LIMIT
from gm_tools.games.nascar.position import Position
from tests.effort import search
from tests.nascar.test_rules import SEATS, TRACK

TOP = 8
ROAD = TRACK.replace(".S.s", "****").replace("P", "#")


def free_runs(position: Position) -> list[Run]:
    """Return what the orders without wild cards come to that never meet oil or leave the track, and mind the pits."""
    runs = []
    car = position.cars[0]
    for order in legal_orders(position, car.seat):
        run = drive_alone(position, car.seat, order, Seeded(bytes(32)))
        moves = sum(letter in "MLR" for letter in order.letters)
        tiles = [car.at, *run.path]
        flags = [position.board.flags[at] for at in tiles]
        steps = zip(tiles, tiles[1:], flags, flags[1:], strict=False)
        if (
            (run.finish or len(run.path) == moves)
            and not any(position.board.tiles[at] == OIL for at in tiles)
            and not (moves > PIT_LIMIT and any(flag & IN_ZONE for flag in flags))
            and not any(
                before & ON_LINE and not after & ON_LINE and _along(position.board, there - here) < 0
                for here, there, before, after in steps
            )
        ):
            runs.append(run)
    return runs


def _along(board: Board, step: int) -> float:
    return board.along[board.steps.index(step)]


def fewest(found: Tempo, position: Position) -> int:
    """Return the turns to go by the best of the free orders, taking those of its end for right."""
    laps = position.settings.laps
    return min(
        (
            1 if run.finish else 1 + found.turns_to_go(laps - run.car.laps, run.at, run.car.heading, run.speed)
            for run in free_runs(position)
        ),
        default=MOST_TURNS,
    )


@search(daily=2, long=500)
@given(
    st.sampled_from(["left", "right"]),
    st.integers(0, 10_000),
    st.integers(0, 7),
    st.integers(0, TOP),
    st.integers(0, 1),
    st.booleans(),
)
def test_turns_to_go_are_one_more_than_after_the_best_order(
    turn: str, place: int, heading: int, speed: int, laps: int, in_pits: bool
) -> None:
    board = GAME.parse_board(ROAD.replace('bank_turn = "left"', f'bank_turn = "{turn}"'))
    road = [at for at, glyph in enumerate(board.tiles) if glyph not in " o"]
    start = GAME.setup(board, SEATS[3:4], {"finish_in_pits": in_pits}, Seeded(bytes(32)))
    at = road[place % len(road)]
    car = start.cars[0]._replace(at=at, heading=heading, speed=speed, max_speed=TOP, wild_cards=0, laps=laps)
    position = start._replace(cars=(car,))
    found = tempo(board, TOP, finish_in_pits=in_pits)
    told = found.turns_to_go(position.settings.laps - laps, car.at, heading, speed)
    expected = fewest(found, position)
    assume(told < MOST_TURNS or expected < MOST_TURNS)
    assert told == expected


@given(st.lists(st.integers(0, 63), max_size=8), st.integers(1, 63), st.integers(0, 9))
def test_the_first_set_that_meets_some_tiles_is_found_from_any_guess(more: list[int], tiles: int, guess: int) -> None:
    growing = list(accumulate(more, or_))
    expected = next((index for index, known in enumerate(growing) if known & tiles), len(growing))
    assert find_first_met(growing, tiles, guess) == expected
