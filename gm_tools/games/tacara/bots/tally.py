"""What a simulation counts in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.drawing import middle, show_heat
from gm_tools.core.game import Seat
from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Counted, Tally, first_marks, heat_role
from gm_tools.games.tacara.board import MOST, Board
from gm_tools.games.tacara.drawing import draw_course
from gm_tools.games.tacara.options import settle
from gm_tools.games.tacara.picture import draw_board
from gm_tools.games.tacara.rules import MARKS, running_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.core.blocks import Picture
    from gm_tools.core.events import Event
    from gm_tools.games.tacara.position import Position

USUAL = 6

_ONE_EACH = {
    "turbo_played": "turbo_chips",
    "bonus_used": "draft_bonuses",
    "followed": "followed",
    "refuelled": "refuelled",
    "finished": "finished",
}


def seats(board: Board, options: Mapping[str, Any], count: int) -> tuple[Seat, ...]:
    """Return cars, each with a driver of its own."""
    course = board.courses.get(settle(options, board).course)
    start = board.starts.get(course.start) if course else None  # a board without one is refused by its check
    room = len(start.grid) if start else MOST
    return tuple(Seat(mark, f"car {mark}") for mark in first_marks(MARKS, count, USUAL, min(MOST, room)))


def sides(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the cars in the order of C53, each for itself."""
    return tuple((car.mark,) for car in running_order(position))


def winners(position: Position) -> tuple[str, ...]:
    """Return the car that was placed first (C50)."""
    return tuple(car.mark for car in position.cars if car.place == 1)


def count_turn(position: Position, events: Sequence[Event], _after: Position) -> Iterator[Counted]:
    """Yield what happened in a slot, and in the slots of flipped cars after it."""
    board = position.board
    for event in events:
        data = event.data
        if event.kind in {"moved", "turbo_played", "bonus_used"}:
            for row, column in data.get("path", ()):
                yield Counted("steps", 1, board.index(row, column))
        if event.kind == "crashed":
            yield Counted("crashes", 1, board.index(*data["at"]))
            yield Counted("slots_lost", data["slots"])
        elif event.kind == "chip_taken":
            yield Counted("chips_taken", 1, board.index(*data["at"]))
        elif event.kind in _ONE_EACH:
            yield Counted(_ONE_EACH[event.kind])


def heat_map(board: Board, digits: Mapping[int, int], title: str) -> Picture:
    """Draw the map with digits on spaces."""
    picture = draw_board(board, {at: (str(digit), heat_role(digit)) for at, digit in digits.items()}, title)
    places = {middle(board.place(at)): digit for at, digit in digits.items()}
    drawing = show_heat(draw_course(board), places)
    return picture._replace(draw=lambda: drawing)


TALLY: Tally[Board, Position] = Tally(
    unit=N_("rounds"),
    counts=(
        Count("finished", N_("cars that finished")),
        Count("steps", N_("steps"), N_("Where cars drive")),
        Count("crashes", N_("crashes"), N_("Where cars crash")),
        Count("slots_lost", N_("slots lost by crashes")),
        Count("turbo_chips", N_("turbo chips played")),
        Count("chips_taken", N_("chips taken"), N_("Where cars take chips")),
        Count("refuelled", N_("stops for fuel")),
        Count("followed", N_("slots taken by following")),
        Count("draft_bonuses", N_("draft bonuses used")),
    ),
    mishaps=("crashes",),
    seats=seats,
    slots=lambda position: tuple(car.mark for car in position.cars),
    turns=lambda position: position.turn if position.over else max(position.turn - 1, 0),
    sides=sides,
    winners=winners,
    count_turn=count_turn,
    place=lambda board, tile: list(board.place(tile)),
    heat_map=heat_map,
)
