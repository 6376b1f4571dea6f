"""From wherever a bot stands, chance aside, its orders lead to the finish: none of its ways is a ring that it drives for ever."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded, fork
from gm_tools.core.game import STRENGTHS
from gm_tools.core.paths import folder
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import HEADINGS
from gm_tools.games.nascar.bots.bot import bot
from gm_tools.games.nascar.bots.homing import Creeper, creeping
from gm_tools.games.nascar.bots.terrain import terrain
from gm_tools.games.nascar.drive import drive_alone
from gm_tools.games.nascar.position import Car, Position
from tests import effort
from tests.nascar.test_several_turns import HEAD, race

# Races leave oil where cars crash: on the outer edge, across the road, in a corner.
EDGE = """\
***********
***********
***********
***     ***
***  =  ***
****=******
****=******
****=**oo**
"""
WALL = """\
********
********
**   o**
**   oo*
***=****
***=****
"""
POCKET = """\
*******
**oo***
** o***
*****=*
*o***=*
"""


def make_race(picture: str, **car: object) -> Position:
    """Return a race on a track whose oil was left by cars, with one car on it."""
    position = race(HEAD.replace("laps = 2", "laps = 1") + picture.replace("o", "*"), A={"laps": 0, **car})
    board = position.board
    tiles = board.flatten(tuple(picture.splitlines()))
    return position._replace(tiles=tiles)


def follow(position: Position, car: Car, strength: str) -> list[Car | None]:
    """Return what a bot's order makes of a car, all ways of chance; None is one in which it finishes."""
    position = position.with_car(car)
    order = bot(position, car.seat, strength, Seeded(bytes(32)))
    assert GAME.check(position, car.seat, order) == ()
    runs = [branch.outcome for branch in fork(lambda draws: drive_alone(position, car.seat, order, draws))]
    return [None if run.finish else run.car for run in runs]


@pytest.mark.long
@pytest.mark.parametrize(
    ("picture", "strength", "cards"),
    effort.choose(
        [(EDGE, "easy", 0), (WALL, "medium", 0), (POCKET, "hard", 0)],
        [
            (picture, *bot)
            for picture in (EDGE, WALL, POCKET)
            for bot in (*((strength, 0) for strength in STRENGTHS), ("hard", 2))
        ],
    ),
)
def test_a_bot_comes_to_the_finish_from_every_tile_heading_and_speed_beside_oil(
    picture: str, strength: str, cards: int
) -> None:
    position = make_race(picture, at=[0, 0], max_speed=6, wild_cards=cards)
    board = position.board
    oil = [at for at, glyph in enumerate(position.tiles) if glyph == "o"]
    beside = sorted({at + step for at in oil for step in (0, *board.steps)})
    todo = [
        position.cars[0]._replace(at=at, heading=heading, speed=speed)
        for at in beside
        if position.tiles[at] != " "
        for heading in range(8)
        for speed in effort.choose([6], [0, 1, 2, 6])
    ]
    led: dict[Car, list[Car | None]] = {}
    while todo:
        car = todo.pop()
        if car not in led:
            led[car] = follow(position, car, strength)
            todo += [after for after in led[car] if after is not None]
    home: set[Car | None] = {None}
    while nearer := {car for car, after in led.items() if car not in home and not home.isdisjoint(after)}:
        home |= nearer
    assert set(led) <= home


def test_a_ring_of_three_turns_on_a_wide_road() -> None:
    """Off the track, on oil, and back: each of the three looked like a step on to a car that thought of turns alone."""
    straight = "*" * 60 + "\n"
    far = "****" + " " * 52 + "****\n"
    near = "".join("*" * 30 + "=" + "*" * 29 + "\n" for _ in range(7))
    position = make_race(
        straight * 4 + far * 10 + near + "*" * 30 + "=" + "*" * 9 + "oo" + "*" * 18 + "\n",
        at=[0, 0],
        max_speed=6,
        wild_cards=0,
    )
    for heading in range(8):
        for speed in range(4):
            at = position.board.index(21, 40)
            now = position.with_car(position.cars[0]._replace(at=at, heading=heading, speed=speed))
            secret = bytes(32)
            while not GAME.is_over(now) and now.turn < 60:
                order = bot(now, "A", "hard", Seeded(secret))
                now = GAME.resolve(now, {"A": order}, Seeded(secret), ()).position
            assert GAME.is_over(now)


@pytest.mark.parametrize("track", ["thunder-bank", "penny-egg"])
def test_a_creeping_car_comes_over_the_line_from_each_tile_in_each_heading(track: str) -> None:
    board = GAME.parse_board((folder("tracks") / "nascar" / f"{track}.txt").read_text(encoding="utf-8"))
    found = creeping(board, terrain(board, board.tiles).oil, finish_in_pits=False)
    road = [at for at, glyph in enumerate(board.tiles) if glyph != " "]
    turns = {(at, heading): found.turns(at, heading) for at in road for heading in range(8)}
    assert all(1 <= count < 2 * found.lap for count in turns.values())
    # None is fewer than the distance to the line.
    assert all(count >= board.distances[at] for (at, _), count in turns.items())


def test_a_creeping_car_turns_on_the_spot_off_the_track() -> None:
    board = GAME.parse_board('+++\ngame = "nascar"\nfinish_heading = "W"\n+++\n*=*****\n')
    found = creeping(board, 0, finish_in_pits=False)
    west, east = (found.turns(board.index(0, 6), HEADINGS.index(heading)) for heading in ("W", "E"))
    assert west == 5
    assert east == 3 + 5  # steers off the track to the NE, N and NW, then one that drives on


def test_oil_turns_a_creeping_car_by_chance() -> None:
    board = GAME.parse_board('+++\ngame = "nascar"\nfinish_heading = "E"\n+++\n***=*\n')
    oil = 1 << board.index(0, 1)
    found = creeping(board, oil, finish_in_pits=False)
    assert found.turns(board.index(0, 1), HEADINGS.index("E")) == 2
    # Straight on, or turned by 45 degrees, which the next order steers back.
    assert found.turns(board.index(0, 0), HEADINGS.index("E")) == 3


@effort.search(daily=12, long=500)
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=12), st.booleans())
def test_creeping_past_new_oil_is_what_a_search_that_has_seen_none_finds(oil: list[int], in_pits: bool) -> None:
    board = GAME.parse_board((folder("tracks") / "nascar" / "thunder-bank.txt").read_text(encoding="utf-8"))
    road = [at for at, glyph in enumerate(board.tiles) if glyph != " "]
    used, tiles = Creeper(board, finish_in_pits=in_pits), 0
    for place in oil:  # a tile named twice is dry again
        tiles ^= 1 << road[place % len(road)]
        found, fresh = used.within(tiles), Creeper(board, finish_in_pits=in_pits).within(tiles)
        assert found == fresh
