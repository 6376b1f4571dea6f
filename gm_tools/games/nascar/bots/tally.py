"""What a simulation counts in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.game import Seat
from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Counted, Tally, first_marks, heat_map
from gm_tools.games.nascar.board import MARKS
from gm_tools.games.nascar.drawing import draw_track
from gm_tools.games.nascar.rules import running_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.core.events import Event
    from gm_tools.games.nascar.board import Board
    from gm_tools.games.nascar.position import Position

USUAL = 8  # cars of a race in a thread

_AT_TILE = {  # events that happen on one tile, and what they are counted as
    "off_track": "off_track",
    "sandbag_hit": "sandbags",
    "oil_slid": "oil",
    "bank_turned": "banks",
    "pit_repaired": "repairs",
    "pit_violation": "pit_violations",
    "slipstreamed": "slipstreams",
}


def seats(board: Board, _options: Mapping[str, Any], count: int) -> tuple[Seat, ...]:
    """Return cars for the first start slots."""
    return tuple(Seat(mark, f"car {mark}") for mark in first_marks(MARKS, count, USUAL, len(board.slots)))


def sides(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the cars in the order of the standings (N14.1), each for itself."""
    return tuple((car.seat,) for car in running_order(position))


def winners(position: Position) -> tuple[str, ...]:
    """Return the cars that share the first place (N14.2)."""
    return tuple(car.seat for car in position.cars if car.finished == 1)


def counted(position: Position, events: Sequence[Event], after: Position) -> Iterator[Counted]:
    """Yield what happened in a turn, car by car; a crash counts for each car in it (N10), a lap gone back does not count (N13.2)."""
    board = position.board
    for car in position.cars:
        now = after.car(car.seat)
        laps = max(0, now.laps) - max(0, car.laps) if now else 0
        if laps:
            yield Counted("laps", laps)
    for event in events:
        data = event.data
        if event.kind == "moved":
            for row, column in data["path"]:
                yield Counted("moves", 1, board.index(row, column))
            yield Counted("wild_cards", data["spent"])
        elif event.kind == "crashed":
            yield Counted("crashes", len(event.seats), board.index(*data["at"]))
        elif event.kind == "finished":
            yield Counted("finished")
        elif event.kind in _AT_TILE:
            yield Counted(_AT_TILE[event.kind], 1, board.index(*data["at"]))


TALLY: Tally[Board, Position] = Tally(
    unit=N_("turns"),
    counts=(
        Count("finished", N_("cars that finished")),
        Count("laps", N_("laps completed")),
        Count("moves", N_("moves"), N_("Where cars drive")),
        Count("off_track", N_("off the track"), N_("Where cars leave the track")),
        Count("crashes", N_("cars in crashes"), N_("Where cars crash")),
        Count("wild_cards", N_("wild cards spent")),
        Count("slipstreams", N_("slipstreams")),
        Count("sandbags", N_("sandbags hit")),
        Count("oil", N_("slid on oil")),
        Count("banks", N_("turned by banks")),
        Count("repairs", N_("repairs in the pits")),
        Count("pit_violations", N_("too fast in the pits")),
    ),
    mishaps=("off_track", "crashes"),
    seats=seats,
    slots=lambda position: tuple(car.seat for car in position.cars),
    turns=lambda position: position.turn,
    sides=sides,
    winners=winners,
    counted=counted,
    place=lambda board, tile: board.place(tile),
    heat_map=lambda board, digits, title: heat_map(board, draw_track(board, board.tiles), digits, title),
)
