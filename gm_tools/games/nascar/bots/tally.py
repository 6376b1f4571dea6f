"""What a simulation counts in a race."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from gm_tools.core.events import Event
from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Counted, Tally, count_events, first_cars, heat_map
from gm_tools.games.nascar.board import MARKS, Board
from gm_tools.games.nascar.drawing import draw_track
from gm_tools.games.nascar.position import Position
from gm_tools.games.nascar.rules import running_order

USUAL = 8  # cars of a race in a thread


def count_turn(position: Position, events: Sequence[Event], after: Position) -> Iterator[Counted]:
    """Yield what happened in a turn, car by car.

    A crash counts for each car in it (N10); a lap gone back does not count (N13.2).
    """
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
    yield from count_events(_COUNTS, events, lambda place: board.index(*place))


_COUNTS = (
    Count("finished", N_("cars that finished"), event="finished"),
    Count("laps", N_("laps completed")),
    Count("moves", N_("moves"), N_("Where cars drive")),
    Count("off_track", N_("times off the track"), N_("Where cars leave the track"), "off_track", "at"),
    Count("crashes", N_("cars in crashes"), N_("Where cars crash"), "crashed", "at", each_seat=True),
    Count("wild_cards", N_("wild cards spent")),
    Count("slipstreams", N_("slipstreams"), "", "slipstreamed", "at"),
    Count("sandbags", N_("sandbags hit"), "", "sandbag_hit", "at"),
    Count("oil", N_("slid on oil"), "", "oil_slid", "at"),
    Count("banks", N_("turned by banks"), "", "bank_turned", "at"),
    Count("repairs", N_("repairs in the pits"), "", "pit_repaired", "at"),
    Count("pit_violations", N_("too fast in the pits"), "", "pit_violation", "at"),
)
TALLY: Tally[Board, Position] = Tally(
    unit=N_("turns"),
    counts=_COUNTS,
    mishaps=("off_track", "crashes"),
    seats=partial(first_cars, MARKS, USUAL),
    sides=lambda position: tuple((car.seat,) for car in running_order(position)),  # N14.1
    count_turn=count_turn,
    heat_map=lambda board, digits, title: heat_map(board, draw_track(board, board.tiles), digits, title),
)
