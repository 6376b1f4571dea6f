"""A Vector Rally track drawn: surfaces, gates, cars that point where they are going, the lines of the last moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm_tools.core.drawing import Area, Cell, Drawing, Label, Point, Sign, Trail, middle, put_cars
from gm_tools.core.events import Event
from gm_tools.core.i18n import _
from gm_tools.core.maps import draw_legend
from gm_tools.games.rally.board import CHECKPOINTS, KING_MOVES, ROAD, TILES, Board, members
from gm_tools.games.rally.geometry import heading_of, trace
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import Drive

_NUMBER = 1.2  # how high those of checkpoints are


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return {tile.glyph: tile.role for tile in TILES}


def draw_track(board: Board) -> Drawing:
    """Return the track without cars."""

    def cells(squares: int) -> tuple[Cell, ...]:
        return tuple((row, column) for row, column in map(board.place, members(squares)))

    areas = (
        Area("track", cells(board.road)),
        Area("sand", cells(board.gravel)),
        *(Area("pit", cells(gate)) for gate in board.gates[:-1]),
        Area("finish", cells(board.gates[-1])),
    )
    signs = [Sign("oil", cell) for cell in cells(board.slick)]
    signs += [Sign("slot", cell) for cell in cells(sum(1 << slot for slot in board.slots))]
    legend = draw_legend((tile for tile in TILES if tile.glyph != ROAD), board.tiles)
    shown = tuple(area for area in areas if area.cells)
    names = tuple(_name_checkpoints(board))
    return Drawing(board.columns, board.rows, shown, signs=tuple(signs), labels=names, legend=legend)


def _name_checkpoints(board: Board) -> Iterator[Label]:
    """Yield the number of each checkpoint on free ground beside it, where no car hides it and there is room to read it.

    Where there is no such ground, the number stands on the checkpoint.
    """
    around = [board.offset(move) for move in KING_MOVES]
    for gate, digit in zip(board.gates[:-1], CHECKPOINTS, strict=False):
        squares = list(members(gate))
        beside = sorted({square + step for square in squares for step in around})
        free = [square for square in beside if not board.is_road(square) and board.has(*board.place(square))]
        room = {square: sum(not board.is_road(square + step) for step in around) for square in free or squares}
        yield Label(digit, middle(board.place(max(room, key=room.__getitem__))), _NUMBER, "words", bold=True)


def draw_race(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the track with its cars; the `events` of the last turn give the lines of their moves and the crashes."""
    numbers = {car.seat: number for number, car in enumerate(position.cars)}
    trails: list[Trail] = []
    crashes: list[Cell] = []
    for event in events:
        if event.kind == "moved":
            ends = event.data["from"], event.data["at"]
            trails.append(Trail(numbers[event.seats[0]], tuple(map(middle, ends))))
        elif event.kind in ("crashed", "met"):
            row, column = event.data["edge" if event.kind == "crashed" else "at"]
            crashes.append((row, column))
    board = position.board
    drawing = put_cars(draw_track(board), position.cars, board.place, lambda car: heading_of(car.velocity))
    return drawing._replace(trails=tuple(trails), crashes=tuple(dict.fromkeys(crashes)))


def draw_corners(drawing: Drawing, board: Board, drives: Iterable[Drive]) -> Drawing:
    """Return a drawing with a ring on each corner through which the lines of moves go (V3.3).

    Lines count as far as the cars come.
    """
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


def aim_of(board: Board, done: Drive) -> Point:
    """Return the middle of the square that a move leads to, or of the last one of its line that the map has."""
    row, column = board.place(done.car.at)
    squares = [(row + south, column + east) for east, south in ((0, 0), *(step.square for step in trace(done.move)))]
    return middle(next(square for square in reversed(squares) if board.has(*square)))
