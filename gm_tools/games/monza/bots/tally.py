"""What a simulation counts in a race."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Picture, Span
from gm_tools.core.drawing import show_heat
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.i18n import N_
from gm_tools.core.tally import Count, Counted, Tally, cars, count_events, heat_role
from gm_tools.games.monza.board import COLOURS, Board
from gm_tools.games.monza.drawing import draw_track, square_middle
from gm_tools.games.monza.picture import draw
from gm_tools.games.monza.position import DICE, Position
from gm_tools.games.monza.rules import running_order

UNUSED = {colour: f"unused_{colour}" for colour in COLOURS}


def seats(_board: Board, _options: Mapping[str, Any], count: int) -> tuple[Seat, ...]:
    """Return cars in the order of the colours (Z3)."""
    return cars(COLOURS, count, len(COLOURS), len(COLOURS))


def count_turn(position: Position, events: Sequence[Event], _after: Position) -> Iterator[Counted]:
    """Yield what happened in a turn: a die that is left over counts at the square where its car had to stop."""
    board = position.board
    for event in events:
        data = event.data
        if event.kind in {"moved", "stuck"}:
            path = [board.by_name[name] for name in data.get("path", ())]
            left = list(position.roll)
            for square in path:
                yield Counted("moves", 1, square)
                left.remove(board.squares[square].colour)
            stop = path[-1] if path else board.by_name[data["at"]]
            yield Counted("dice", DICE)
            if stop not in board.targets:
                for colour in left:
                    yield Counted("unused", 1, stop)
                    yield Counted(UNUSED[colour], 1, stop)
    yield from count_events(_COUNTS, events, board.by_name.__getitem__)


def heat_map(board: Board, digits: Mapping[int, int], title: str) -> Picture:
    """Draw the track with digits in squares, where a try would have the numbers of its steps."""
    picture = draw(board, title, steps=digits)
    rows = tuple(
        tuple(Span(span.text, heat_role(int(span.text))) if span.role == "path" else span for span in row)
        for row in picture.rows
    )
    places = {square_middle(board, at): digit for at, digit in digits.items()}
    drawing = show_heat(draw_track(board), places)
    return picture._replace(rows=rows, legend=picture.legend[:-1], draw=lambda: drawing)


_COUNTS = (
    Count("arrived", N_("cars on a target"), event="arrived"),
    Count("dice", N_("dice rolled")),
    Count("moves", N_("dice used"), N_("Where cars drive")),
    Count("unused", N_("dice left over before the target"), N_("Where dice are left over")),
    Count(UNUSED["R"], N_("red ones")),
    Count(UNUSED["Y"], N_("yellow ones")),
    Count(UNUSED["G"], N_("green ones")),
    Count(UNUSED["B"], N_("blue ones")),
    Count(UNUSED["W"], N_("white ones")),
    Count(UNUSED["P"], N_("purple ones")),
    Count("stuck", N_("turns without any move"), N_("Where cars cannot move at all"), "stuck", "at"),
    Count("ousted", N_("cars put back"), N_("Where cars are put back"), "ousted", "from"),
    Count("extra_steps", N_("extra steps"), event="extra_stepped"),
)
TALLY: Tally[Board, Position] = Tally(
    unit=N_("rounds"),
    counts=_COUNTS,
    mishaps=("stuck", "ousted"),
    seats=seats,
    slots=lambda position: position.seats,
    turns=lambda position: position.round if position.winners else position.round - 1,
    sides=lambda position: tuple((car.seat,) for __, car in running_order(position)),
    winners=lambda position: position.winners,
    count_turn=count_turn,
    place=lambda board, tile: board.squares[tile].name,
    heat_map=heat_map,
)
