"""A Nascar track drawn.

It shows surfaces, what lies on them, cars that point where they are heading, and the ways of the last turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from math import cos, radians, sin

from gm_tools.core.drawing import (
    Area,
    Cell,
    Drawing,
    Landing,
    Sign,
    Trail,
    look_at,
    middle,
    put_cars,
    ring,
)
from gm_tools.core.draws import Branch
from gm_tools.core.events import Event
from gm_tools.core.i18n import _
from gm_tools.core.maps import draw_legend
from gm_tools.games.nascar.board import IN_ZONE, SAND, TILES, Board, degrees
from gm_tools.games.nascar.position import Position
from gm_tools.games.nascar.risk import end_words, shares_of
from gm_tools.games.nascar.trial import Trial, notes_of

_ROLES = {tile.glyph: tile.role for tile in TILES}
_SURFACES = ("track", "pit", "bank", "sand", "finish", "pit_line", "repair")  # from the ground up
_SIGNS = ("unknown", "bag", "flat_bag", "oil", "repair", "slot")  # lie on them


def tile_roles() -> dict[str, str]:
    """Return the role that each sign of the palette has in a drawing."""
    return _ROLES


def draw_track(board: Board, tiles: str) -> Drawing:
    """Return the track without cars; `tiles` is its flat map as it is now."""
    areas, signs = _ground(board, tiles)
    return Drawing(board.columns, board.rows, areas, signs=signs, legend=draw_legend(TILES, tiles))


@lru_cache(maxsize=4)  # a page draws one track again at each key
def _ground(board: Board, tiles: str) -> tuple[tuple[Area, ...], tuple[Sign, ...]]:
    """Return the surfaces of a track, and what lies on them."""
    by_role: dict[str, list[Cell]] = {role: [] for role in _SURFACES}
    signs = []
    for index, glyph in enumerate(tiles):
        role = _ROLES[glyph]
        if role == "ground":
            continue
        row, column = board.place(index)
        cell = row, column
        surfaces = {"track", "sand" if glyph in SAND else role}
        if board.flags[index] & IN_ZONE:
            surfaces.add("pit")
        for surface in surfaces & by_role.keys():
            by_role[surface].append(cell)
        if role == "bank":
            signs.append(Sign("bank_left" if board.bank_of(index) < 0 else "bank_right", cell))
        elif role in _SIGNS:
            signs.append(Sign(role, cell))
    return tuple(Area(role, tuple(cells)) for role, cells in by_role.items() if cells), tuple(signs)


def draw_race(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the track with its cars; the `events` of the last turn give their ways and the crashes."""
    board = position.board
    numbers = {car.seat: number for number, car in enumerate(position.cars)}
    trails, crashes = [], []
    for event in events:
        if event.kind == "moved" and event.data["path"]:
            way = (event.data["from"], *event.data["path"])
            trails.append(Trail(numbers[event.seats[0]], tuple(map(middle, way))))
        elif event.kind == "crashed":
            row, column = event.data["at"]
            crashes.append((row, column))
    drawing = put_cars(draw_track(board, position.tiles), position.cars, board.place, lambda car: degrees(car.heading))
    return drawing._replace(trails=tuple(trails), crashes=tuple(dict.fromkeys(crashes)))


def draw_trial(
    view: Position,
    seat: str,
    path: Sequence[int],
    branches: Sequence[Branch],
    step_notes: tuple[str, ...] = (),
    *,
    whole: bool = False,
) -> Drawing:
    """Return the part of the track round an order's planned path, with every end that chance can make of it.

    If wanted, it is the whole track. The path is numbered. Branches that end on the same tile are put together, with
    the way of the first.
    """
    steps = tuple(middle(view.board.place(at)) for at in path)
    together: dict[int, Landing] = {}
    for branch in branches:
        tried: Trial = branch.outcome
        heading, at = degrees(tried.after.heading), tried.after.at
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
    words = end_words(view, branches, notes_of)
    landings = tuple(landing._replace(words=words[at]) for at, landing in together.items())
    drawing = draw_race(view)
    legend = (("end", _("ends here by chance")),) if len(landings) > 1 else ()
    pieces = ring(drawing.pieces, steps[0])
    shares = shares_of(view, seat, branches)
    drawing = drawing._replace(
        pieces=pieces,
        steps=steps,
        step_notes=step_notes,
        landings=landings,
        shares=shares,
        legend=(*legend, *drawing.legend),
    )
    return drawing if whole else look_at(drawing, (*steps, *(landing.at for landing in landings)), 5)
