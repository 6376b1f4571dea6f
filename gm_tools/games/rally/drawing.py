"""A Vector Rally track drawn: surfaces, gates, cars that point where they are going, the lines of the last moves."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from gm_tools.core.drawing import Area, Cell, Drawing, Piece, Sign, Trail, middle
from gm_tools.core.i18n import N_, _
from gm_tools.games.rally.board import CHECKPOINTS, GRAVEL, LINE, OFF, ROAD, SLICK, START, members
from gm_tools.games.rally.geometry import trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.events import Event
    from gm_tools.games.rally.board import Board
    from gm_tools.games.rally.position import Car, Position
    from gm_tools.games.rally.rules import Drive

_LEGEND = (
    ("sand", GRAVEL, N_("gravel")),
    ("oil", SLICK, N_("slick")),
    ("finish", LINE, N_("finish line")),
    ("pit", CHECKPOINTS, N_("checkpoint")),
    ("slot", START, N_("start square")),
)


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return {OFF: "ground", ROAD: "track"} | {glyph: role for role, glyphs, _name in _LEGEND for glyph in glyphs}


def draw_track(board: Board) -> Drawing:
    """Return the track without cars."""

    def cells(squares: int) -> tuple[Cell, ...]:
        return tuple((row, column) for row, column in map(board.place, members(squares)))

    areas = (
        Area("track", cells(board.road)),
        Area("sand", cells(board.gravel)),
        *(Area("pit", cells(gate), digit) for gate, digit in zip(board.gates[:-1], CHECKPOINTS, strict=False)),
        Area("finish", cells(board.gates[-1])),
    )
    signs = [Sign("oil", cell) for cell in cells(board.slick)]
    signs += [Sign("slot", cell) for cell in cells(sum(1 << slot for slot in board.slots))]
    legend = tuple((role, _(name)) for role, glyphs, name in _LEGEND if any(glyph in board.tiles for glyph in glyphs))
    shown = tuple(area for area in areas if area.cells)
    return Drawing(board.columns, board.rows, shown, signs=tuple(signs), legend=legend)


def draw_race(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the track with its cars; the `events` of the last turn give the lines of their moves and the crashes."""
    numbers = {car.seat: number for number, car in enumerate(position.cars)}
    shared: dict[int, list[str]] = {}
    for car in position.cars:
        if car.runs:
            shared.setdefault(car.at, []).append(car.seat)
    pieces = [_piece(position.board, car, numbers[car.seat], shared[car.at]) for car in position.cars if car.runs]
    trails: list[Trail] = []
    crashes: list[Cell] = []
    for event in events:
        if event.kind == "moved":
            ends = event.data["from"], event.data["at"]
            trails.append(Trail(numbers[event.seats[0]], tuple(middle((row, column)) for row, column in ends)))
        elif event.kind in ("crashed", "met"):
            row, column = event.data["edge" if event.kind == "crashed" else "at"]
            crashes.append((row, column))
    return draw_track(position.board)._replace(
        pieces=tuple(pieces),
        away=tuple(Piece(car.seat, numbers[car.seat], (0, 0)) for car in position.cars if not car.runs),
        trails=tuple(trails),
        crashes=tuple(dict.fromkeys(crashes)),
    )


def draw_corners(drawing: Drawing, board: Board, drives: Iterable[Drive]) -> Drawing:
    """Return a drawing with a ring on each corner through which the lines of moves go, as far as the cars come (V3.3)."""
    signs = []
    for done in drives:
        row, column = board.place(done.car.at)
        for step in trace(done.move)[: done.ending.entered + 1]:
            if step.corners:  # the corner lies half way between the middles of the squares beside it
                (east, south), (other_east, other_south) = step.corners
                signs.append(Sign("corner", (row + (south + other_south) / 2, column + (east + other_east) / 2)))
    if not signs:
        return drawing
    legend = (*drawing.legend, ("corner", _("touched corner")))
    return drawing._replace(signs=(*drawing.signs, *dict.fromkeys(signs)), legend=legend)


def _piece(board: Board, car: Car, number: int, sharing: Sequence[str]) -> Piece:
    """Return a car, pointing nowhere while it stands; cars that share a square are small, one above the other."""
    row, column = board.place(car.at)
    x, y = middle((row, column))
    east, south = car.velocity
    heading = degrees(atan2(east, -south)) % 360 if east or south else None
    size = 1 if len(sharing) == 1 else 1.3 / len(sharing)
    aside = (sharing.index(car.seat) - (len(sharing) - 1) / 2) * size * 1.1
    return Piece(car.seat, number, (x, y + aside), heading, size)
