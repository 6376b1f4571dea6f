"""Where balls go by an action that is tried, from the first place to the last.

They are the mover, and those that change places with it or are thrown.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_tools.core.drawing import Point
from gm_tools.games.tac.balls import HOUSE, Track, colour_at, field_of, in_pen, next_ball
from gm_tools.games.tac.drawn_board import lay
from gm_tools.games.tac.orders import Action
from gm_tools.games.tac.paths import path_of


def journeys_of(track: Track, letters: str, cells: bytes, action: Action) -> list[tuple[Point, ...]]:
    """Return the way of each ball that a legal action in canonical form moves on cells, thrown ones last.

    Each ends where it comes to lie.
    """
    board = _Board(track, cells)
    match action.verb:
        case "enter":
            board.enter(letters.index(action.colour))
        case "strike":
            colour = letters.index(action.parts[0].colour)
            field = field_of(track, colour, action.parts[0].at)
            to = next_ball(track, cells, field)
            if to == field:
                board.throw(field)
            else:
                board.go((field, to))
        case "exchange":
            (__, there), (__, back) = path_of(track, letters, action)
            board.exchange(there, back)
        case _:
            for __, fields in path_of(track, letters, action):
                board.go(fields)
    return [*(tuple(way) for way in board.ways.values() if len(way) > 1), *map(tuple, board.thrown)]


class _Board:
    """Balls by their fields as an action goes on, with the way that each has come."""

    def __init__(self, track: Track, cells: bytes) -> None:
        self.disc = lay(track)
        self.track = track
        self.colours = {field: colour_at(cells, field) for field, cell in enumerate(cells) if cell}
        self.ways = {field: [self.disc.field(field)] for field in self.colours}
        self.thrown: list[list[Point]] = []
        self._waiting = [in_pen(track, cells, colour) for colour in range(track.seats)]

    def go(self, fields: Sequence[int]) -> None:
        """Take a ball along fields; it throws whatever it meets, which only a 7 does before the last of them."""
        begin, *others = fields
        way, colour = self.ways.pop(begin), self.colours.pop(begin)
        for field in others:
            if field in self.colours:
                self.throw(field)
        self._put(others[-1] if others else begin, colour, [*way, *map(self.disc.field, others)])

    def exchange(self, one: Sequence[int], other: Sequence[int]) -> None:
        """Have two balls change places."""
        held = [(self.colours.pop(way[0]), self.ways.pop(way[0])) for way in (one, other)]
        for (colour, way), fields in zip(held, (one, other), strict=True):
            self._put(fields[1], colour, [*way, self.disc.field(fields[1])])

    def enter(self, colour: int) -> None:
        """Bring in the last ball that waits in a pen."""
        self._waiting[colour] -= 1
        begin, start = self.disc.pen(colour)[self._waiting[colour]], self.track.starts[colour]
        if start in self.colours:
            self.throw(start)
        self._put(start, colour, [begin, self.disc.field(start)])

    def throw(self, field: int) -> None:
        """Send a ball into its pen."""
        colour = self.colours.pop(field)
        place = self.disc.pen(colour)[min(self._waiting[colour], HOUSE - 1)]
        self._waiting[colour] += 1
        self.thrown.append([*self.ways.pop(field), place])

    def _put(self, field: int, colour: int, way: list[Point]) -> None:
        self.colours[field], self.ways[field] = colour, way
