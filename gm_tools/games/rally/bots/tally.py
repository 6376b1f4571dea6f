"""What a simulation counts in a race."""

from __future__ import annotations

from functools import partial

from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Tally, count_events, first_cars, heat_map
from gm_tools.games.rally.board import MARKS, Board
from gm_tools.games.rally.drawing import draw_track
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import running_order

USUAL = 4  # cars of a race on paper


_COUNTS = (
    Count("finished", N_("cars that finished"), event="finished"),
    Count("moves", N_("moves"), N_("Where moves end"), "moved", "at"),
    Count("crashes", N_("crashes"), N_("Where cars leave the road"), "crashed", "edge"),
    Count("meetings", N_("cars in meetings"), N_("Where cars meet"), "met", "at", each_seat=True),
    Count("slowed", N_("moves slowed by gravel"), event="slowed"),
    Count("sat_out", N_("turns sat out"), event="sat_out"),
)
TALLY: Tally[Board, Position] = Tally(
    unit=N_("turns"),
    counts=_COUNTS,
    mishaps=("crashes", "meetings"),
    seats=partial(first_cars, MARKS, USUAL),
    sides=lambda position: tuple((car.seat,) for __, car in running_order(position)),  # V4.5, V8.2
    count_turn=lambda position, events, _after: count_events(
        _COUNTS, events, lambda place: position.board.index(*place)
    ),
    heat_map=lambda board, digits, title: heat_map(board, draw_track(board), digits, title),
)
