"""What a simulation counts in a race."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Counted, Tally, cars, count_events, heat_map
from gm_tools.games.tacara.board import MOST, Board
from gm_tools.games.tacara.drawing import draw_course
from gm_tools.games.tacara.options import settle
from gm_tools.games.tacara.picture import draw_board
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.rules import MARKS, running_order

USUAL = 6


def seats(board: Board, options: Mapping[str, Any], count: int) -> tuple[Seat, ...]:
    """Return cars, each with a driver of its own."""
    course = board.courses.get(settle(options, board).course)
    start = board.starts.get(course.start) if course else None  # a board without one is refused by its check
    room = len(start.grid) if start else MOST
    return cars(MARKS, count, USUAL, min(MOST, room))


def count_turn(position: Position, events: Sequence[Event], _after: Position) -> Iterator[Counted]:
    """Yield what happened in a slot, and in the slots of flipped cars after it."""
    board = position.board
    for event in events:
        data = event.data
        if event.kind in {"moved", "turbo_played", "bonus_used"}:
            for row, column in data.get("path", ()):
                yield Counted("steps", 1, board.index(row, column))
        elif event.kind == "crashed":
            yield Counted("slots_lost", data["slots"])
    yield from count_events(_COUNTS, events, lambda place: board.index(*place))


_COUNTS = (
    Count("finished", N_("cars that finished"), event="finished"),
    Count("steps", N_("steps"), N_("Where cars drive")),
    Count("crashes", N_("crashes"), N_("Where cars crash"), "crashed", "at"),
    Count("slots_lost", N_("slots lost by crashes")),
    Count("turbo_chips", N_("turbo chips played"), event="turbo_played"),
    Count("chips_taken", N_("chips taken"), N_("Where cars take chips"), "chip_taken", "at"),
    Count("refuelled", N_("stops for fuel"), event="refuelled"),
    Count("followed", N_("slots taken by following"), event="followed"),
    Count("draft_bonuses", N_("draft bonuses used"), event="bonus_used"),
)
TALLY: Tally[Board, Position] = Tally(
    unit=N_("rounds"),
    counts=_COUNTS,
    mishaps=("crashes",),
    seats=seats,
    slots=lambda position: tuple(car.mark for car in position.cars),
    turns=lambda position: position.turn if position.over else max(position.turn - 1, 0),
    sides=lambda position: tuple((car.mark,) for car in running_order(position)),  # C53
    winners=lambda position: tuple(car.mark for car in position.cars if car.place == 1),  # C50
    count_turn=count_turn,
    place=lambda board, tile: list(board.place(tile)),
    heat_map=lambda board, digits, title: heat_map(board, draw_course(board), digits, title, draw_board),
)
