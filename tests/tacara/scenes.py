"""Boards as pictures and positions in the notation of the rules, for the tests of Tacara."""

from __future__ import annotations

from functools import cache
from typing import Any

from gm_tools.core.draws import Draws, Seeded
from gm_tools.core.game import Resolution, Seat
from gm_tools.core.paths import folder
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.board import Board
from gm_tools.games.tacara.cases import parse_setup
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import Position

TRACKS = tuple(sorted(path.stem for path in (folder("tracks") / "tacara").glob("*.txt")))

LANE = """\
+++
+++
##############################
#............................#
#............................#
#............................#
#............................#
##############################
"""

PAINT = """\
+++
+++
################
#....gyrbt.....#
#....gyrbt.....#
#..............#
################
"""

DASH = """\
+++
[line.mid]
dir = "E"
at = 5
span = [1, 4]
[line.goal]
dir = "E"
at = 11
span = [1, 4]
inside = "N"
[course.dash]
lines = ["mid", "goal"]
+++
########################
#......................#
#......................#
#......................#
#......................#
########################
"""

# A whole board, small enough for hundreds of races: clockwise, walls in the middle, pits in the north.
RING = """\
+++
[start.1]
heading = "E"
grid = [[3, 17], [4, 16], [3, 15], [4, 14], [3, 13], [4, 12], [3, 11], [4, 10], [3, 9], [4, 8]]
[line.east]
dir = "S"
at = 7
span = [20, 26]
[line.west]
dir = "N"
at = 7
span = [1, 6]
[line.home]
dir = "E"
at = 7
span = [1, 5]
inside = "S"
[course.round]
title = "once round"
start = "1"
lines = ["east", "west", "home"]
[course.half]
title = "to the west"
start = "1"
lines = ["east", "half"]
[line.half]
dir = "W"
at = 12
span = [9, 13]
inside = "N"
+++
############################
#rrrrrrrrrrrrrrrrrrrrrrrrrr#
#rggggggggggggyyyyyyyyyyyyr#
#rg......................yr#
#rg......................yr#
#rg...gbbtbbtbb##yyyy....yr#
#rg...g###############...yr#
#rg...r#             #...yr#
#rg...g###############...yr#
#rg...ggggggggyyyyyyyy...yr#
#rg......................yr#
#rg......................yr#
#rggggggggggggyyyyyyyyyyyyr#
#rrrrrrrrrrrrrrrrrrrrrrrrrr#
############################
"""


@cache
def board_of(text: str) -> Board:
    return GAME.parse_board(text)


@cache
def track(name: str) -> Board:
    return GAME.parse_board((folder("tracks") / "tacara" / f"{name}.txt").read_text(encoding="utf-8"))


def scene(setup: str, board: str = LANE, **options: Any) -> Position:
    """Return the position of a set-up as in the rules' case notation: `R@2,4/E2/123 B@2,19`."""
    return parse_setup(setup, board_of(board), options)


def read(text: str) -> Order:
    order = GAME.parse_order(text)
    assert isinstance(order, Order), order
    return order


def do(position: Position, seat: str, text: str) -> Resolution[Position]:
    """Carry out one legal order."""
    order = read(text)
    assert GAME.check(position, seat, order) == ()
    return GAME.resolve(position, {seat: order}, Seeded(bytes(32)), ())


def seats(marks: str) -> list[Seat]:
    return [Seat(mark, f"driver {mark}") for mark in marks]


def begin(board: Board, marks: str, draws: Draws, **options: Any) -> Position:
    """Return a race with its first turn begun."""
    position = GAME.setup(board, seats(marks), options, draws)
    return GAME.resolve(position, {}, draws, ()).position


def rules_of(position: Position, seat: str, text: str) -> list[str]:
    """Return the rules by which an order is refused, sorted."""
    return sorted(problem.rule for problem in GAME.check(position, seat, read(text)))


def get_suggestion(position: Position, seat: str, text: str, rule: str) -> str:
    """Return the mended order that comes with the refusal by a rule."""
    return next(problem.suggestion for problem in GAME.check(position, seat, read(text)) if problem.rule == rule)
