"""Boards that are drawn: plain data in units of a tile, by role and seat. Colours and pixels are rendering's.

A point is (x, y): x counts columns to the right, y rows down, both from the top left corner of the board. The middle of the tile
[row, column] is (column + 0.5, row + 0.5), which `middle` returns.
"""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]
Cell = tuple[int, int]  # (row, column)


class Area(NamedTuple):
    """Tiles of one role (`track`, `sand`, `bank`, `pit`, `finish` …), drawn as one surface with one edge."""

    role: str
    cells: tuple[Cell, ...]


class Sign(NamedTuple):
    """What lies on one tile: `unknown`, `bag`, `flat_bag`, `oil`, `repair`, `slot`; it may be turned, in degrees clockwise."""

    role: str
    cell: Cell
    turn: float = 0


class Piece(NamedTuple):
    """A piece of a seat: its letter, where its middle is, and where it points, in degrees clockwise from north (None: nowhere).

    `number` counts the seats from 0 and chooses the colour, so that a seat keeps it all game. `size` is below 1 for pieces that
    share a tile.
    """

    seat: str
    number: int
    at: Point
    heading: float | None = None
    size: float = 1


class Trail(NamedTuple):
    """The way of a piece in the last turn, from its beginning; drawn the fainter the longer ago."""

    number: int
    points: tuple[Point, ...]


class Drawing(NamedTuple):
    """A board as a picture: `columns` by `rows` tiles, from the ground up. Whatever lies under a piece is shown beside it.

    `crashes` are tiles; `steps` is the numbered path of an order. `legend` gives roles with what they are called.
    """

    columns: int
    rows: int
    areas: tuple[Area, ...]
    signs: tuple[Sign, ...] = ()
    trails: tuple[Trail, ...] = ()
    pieces: tuple[Piece, ...] = ()
    crashes: tuple[Cell, ...] = ()
    steps: tuple[Point, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


def middle(cell: Cell) -> Point:
    """Return the middle of a tile.

    >>> middle((2, 5))
    (5.5, 2.5)
    """
    row, column = cell
    return column + 0.5, row + 0.5
