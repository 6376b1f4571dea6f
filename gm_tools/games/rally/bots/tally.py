"""What a simulation counts in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.game import Seat
from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Counted, Tally, first_marks, heat_map
from gm_tools.games.rally.board import MARKS
from gm_tools.games.rally.drawing import draw_track
from gm_tools.games.rally.rules import running_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.core.events import Event
    from gm_tools.games.rally.board import Board
    from gm_tools.games.rally.position import Position

USUAL = 4  # cars of a race on paper


def seats(board: Board, _options: Mapping[str, Any], count: int) -> tuple[Seat, ...]:
    """Return cars for the first start squares."""
    return tuple(Seat(mark, f"car {mark}") for mark in first_marks(MARKS, count, USUAL, len(board.slots)))


def sides(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the cars in the order of the standings, each for itself (V4.5, V8.2)."""
    return tuple((car.seat,) for __, car in running_order(position))


def counted(position: Position, events: Sequence[Event], _after: Position) -> Iterator[Counted]:
    """Yield what happened in a turn: a meeting counts for each car in it (V6)."""
    board = position.board
    for event in events:
        data = event.data
        if event.kind == "moved":
            yield Counted("moves", 1, board.index(*data["at"]))
        elif event.kind == "crashed":
            yield Counted("crashes", 1, board.index(*data["edge"]))
        elif event.kind == "met":
            yield Counted("meetings", len(event.seats), board.index(*data["at"]))
        elif event.kind == "slowed":
            yield Counted("slowed")
        elif event.kind == "sat_out":
            yield Counted("sat_out")
        elif event.kind == "finished":
            yield Counted("finished")


TALLY: Tally[Board, Position] = Tally(
    unit=N_("turns"),
    counts=(
        Count("finished", N_("cars that finished")),
        Count("moves", N_("moves"), N_("Where moves end")),
        Count("crashes", N_("crashes"), N_("Where cars leave the road")),
        Count("meetings", N_("cars in meetings"), N_("Where cars meet")),
        Count("slowed", N_("moves slowed by gravel")),
        Count("sat_out", N_("turns sat out")),
    ),
    mishaps=("crashes", "meetings"),
    seats=seats,
    slots=lambda position: tuple(car.seat for car in position.cars),
    turns=lambda position: position.turn,
    sides=sides,
    winners=lambda position: tuple(car.seat for car in position.cars if car.finished == 1),
    counted=counted,
    place=lambda board, tile: board.place(tile),
    heat_map=lambda board, digits, title: heat_map(board, draw_track(board), digits, title),
)
