"""Tracks and races that the tests of Monza share."""

from __future__ import annotations

from typing import Any

from gm_tools.core.paths import folder
from gm_tools.games.monza.board import Board, parse_board
from gm_tools.games.monza.options import Settings
from gm_tools.games.monza.position import Car, Position
from gm_tools.games.monza.rules import make_consistent

SHORT = """\
+++
name = "Short"
+++
1 | >B  |  Y  |  R  |  G  |  P  |  W! |
2    |  R  |  Y  |  B  |  W  |   #    |
3 | >W  |  #  |  G  |  Y  |  R  |  B! |
"""

# Driving furthest from 1.1 takes fewer dice than can be used: R1 Y1 G2 ends on 2.1, G2 R2 on 2.2.
LONG = """\
+++
+++
1 | >B  |  R  |  Y  |  P  |  W! |
2    |        G        |  R  |  #  |
3 | >W  |  B  |  Y  |  G  |  R! |
"""


def load_shipped(name: str) -> Board:
    """Return a shipped track."""
    return parse_board((folder("tracks") / "monza" / f"{name}.txt").read_text(encoding="utf-8"))


def race(cars: str, roll: str = "", board: str = SHORT, turn_of: str = "", extra: str = "", **options: Any) -> Position:
    """Return a race: `R@2.4 B@S G@1.3/2`, the first car's turn by default."""
    track = parse_board(board)
    placed = []
    for word in cars.split():
        where, _, used = word.partition("/")
        seat, _, name = where.partition("@")
        at = track.find(name)
        assert at is not None, name
        placed.append(Car(seat, at, int(used or 0)))
    position = Position(track, Settings(**options), tuple(placed), turn_of or placed[0].seat)
    return make_consistent(position)._replace(roll=roll, extra=extra)


def places(position: Position) -> str:
    """Return where the cars are: `R@2.4 B@S`."""
    return " ".join(f"{car.seat}@{position.board.squares[car.at].name}" for car in position.cars)
