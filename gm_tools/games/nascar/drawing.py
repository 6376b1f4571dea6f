"""A Nascar track drawn: surfaces, what lies on them, cars that point where they are heading, the ways of the last turn."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from math import ceil, cos, radians, sin, sqrt
from typing import TYPE_CHECKING

from gm_tools.core.drawing import Area, Cell, Drawing, Landing, Piece, Sign, Trail, look_at, middle, ring
from gm_tools.core.i18n import N_, _
from gm_tools.games.nascar.board import (
    ASPHALT,
    BAG,
    BANK,
    FINISH,
    FLAT_BAG,
    IN_ZONE,
    OFF,
    OIL,
    PIT_LINE,
    PIT_REPAIR,
    SLOT,
    UNKNOWN,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.draws import Branch
    from gm_tools.core.events import Event
    from gm_tools.games.nascar.board import Board
    from gm_tools.games.nascar.position import Car, Position
    from gm_tools.games.nascar.trial import Trial

_SIGNS = {UNKNOWN: "unknown", BAG: "bag", FLAT_BAG: "flat_bag", OIL: "oil", PIT_REPAIR: "repair", SLOT: "slot"}
_LEGEND = (
    ("track", ASPHALT, N_("asphalt")),
    ("bank", BANK, N_("banked curve")),
    ("unknown", UNKNOWN, N_("sand alley, unknown")),
    ("bag", BAG, N_("sandbag")),
    ("flat_bag", FLAT_BAG, N_("flattened sandbag")),
    ("oil", OIL, N_("oil")),
    ("finish", FINISH, N_("finish line")),
    ("pit_line", PIT_LINE, N_("pit delimiter")),
    ("repair", PIT_REPAIR, N_("pit repair line")),
    ("slot", SLOT, N_("start slot")),
)


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return {OFF: "ground"} | {glyph: role for role, glyphs, _name in _LEGEND for glyph in glyphs}


def draw_track(board: Board, tiles: str) -> Drawing:
    """Return the track without cars; `tiles` is its flat map as it is now."""
    areas, signs = _ground(board, tiles)
    legend = tuple((role, _(name)) for role, glyphs, name in _LEGEND if any(glyph in tiles for glyph in glyphs))
    return Drawing(board.columns, board.rows, areas, signs=signs, legend=legend)


@lru_cache(maxsize=4)  # a page draws one track again at each key
def _ground(board: Board, tiles: str) -> tuple[tuple[Area, ...], tuple[Sign, ...]]:
    """Return the surfaces of a track, and what lies on them."""
    by_role: dict[str, list[Cell]] = {
        role: [] for role in ("track", "pit", "bank", "sand", "finish", "pit_line", "repair")
    }
    signs = []
    for index, glyph in enumerate(tiles):
        if glyph == OFF:
            continue
        row, column = board.place(index)
        cell = row, column
        by_role["track"].append(cell)
        if board.flags[index] & IN_ZONE:
            by_role["pit"].append(cell)
        if glyph == BANK:
            by_role["bank"].append(cell)
            signs.append(Sign("bank_left" if board.bank_of(index) < 0 else "bank_right", cell))
        elif glyph in FINISH:
            by_role["finish"].append(cell)
        elif glyph == PIT_LINE:
            by_role["pit_line"].append(cell)
        elif glyph == PIT_REPAIR:
            by_role["repair"].append(cell)
        if glyph in (UNKNOWN, BAG, FLAT_BAG):
            by_role["sand"].append(cell)
        if glyph in _SIGNS:
            signs.append(Sign(_SIGNS[glyph], cell))
    return tuple(Area(role, tuple(cells)) for role, cells in by_role.items() if cells), tuple(signs)


def draw_race(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the track with its cars; the `events` of the last turn give their ways and the crashes."""
    board = position.board
    numbers = {car.seat: number for number, car in enumerate(position.cars)}
    shared: dict[int, list[str]] = {}
    for car in position.cars:
        if car.runs:
            shared.setdefault(car.at, []).append(car.seat)
    pieces = [_piece(board, car, numbers[car.seat], shared[car.at]) for car in position.cars if car.runs]
    trails, crashes = [], []
    for event in events:
        if event.kind == "moved" and event.data["path"]:
            way = (event.data["from"], *event.data["path"])
            trails.append(Trail(numbers[event.seats[0]], tuple(middle((row, column)) for row, column in way)))
        elif event.kind == "crashed":
            row, column = event.data["at"]
            crashes.append((row, column))
    return draw_track(board, position.tiles)._replace(
        pieces=tuple(pieces),
        away=tuple(Piece(car.seat, numbers[car.seat], (0, 0)) for car in position.cars if not car.runs),
        trails=tuple(trails),
        crashes=tuple(dict.fromkeys(crashes)),
    )


def draw_trial(view: Position, path: Sequence[int], branches: Iterable[Branch], *, whole: bool = False) -> Drawing:
    """Return the part of the track round an order's planned path or, if wanted, the whole, with every end that chance can make of it.

    The path is numbered. Branches that end on the same tile are put together, with the way of the first.
    """
    steps = tuple(middle(view.board.place(at)) for at in path)
    together: dict[int, Landing] = {}
    for branch in branches:
        tried: Trial = branch.outcome
        heading, at = tried.after.heading * 45, tried.after.at
        way = [middle(view.board.place(tile)) for tile in (tried.before.at, *tried.path)]
        is_off = any(event.kind == "off_track" for event in tried.events)
        if is_off:  # to the edge, and beyond
            (x, y), angle = way[-1], radians(heading)
            way.append((x + 1.7 * sin(angle), y - 1.7 * cos(angle)))
        shared = sum(1 for _same in takewhile(lambda both: both[0] == both[1], zip(way, steps, strict=False)))
        known = together.get(at) or Landing(
            middle(view.board.place(at)), 0.0, "sure", heading, tuple(way[shared - 1 :])
        )
        role = "off" if is_off else known.role
        together[at] = known._replace(chance=known.chance + float(branch.probability), role=role)
    landings = tuple(together.values())
    drawing = draw_race(view)
    legend = (("end", _("ends here by chance")),) if len(landings) > 1 else ()
    pieces = ring(drawing.pieces, steps[0])
    drawing = drawing._replace(pieces=pieces, steps=steps, landings=landings, legend=(*legend, *drawing.legend))
    return drawing if whole else look_at(drawing, (*steps, *(landing.at for landing in landings)), 5)


def _piece(board: Board, car: Car, number: int, sharing: Sequence[str]) -> Piece:
    """Return a car; cars that share a tile stand side by side, across their way, in rows if they are many."""
    x, y = middle(board.place(car.at))
    if len(sharing) == 1:
        return Piece(car.seat, number, (x, y), car.heading * 45)
    rows = len(sharing) if len(sharing) < 4 else ceil(sqrt(len(sharing)))
    columns = ceil(len(sharing) / rows)
    column, row = divmod(sharing.index(car.seat), rows)
    apart = min(1.05, 3.2 / rows)
    across, along = (row - (rows - 1) / 2) * apart, (column - (columns - 1) / 2) * apart * 1.3
    angle = radians(car.heading * 45)
    return Piece(
        car.seat,
        number,
        (x + across * cos(angle) + along * sin(angle), y + across * sin(angle) - along * cos(angle)),
        car.heading * 45,
        apart * 1.05,
    )
