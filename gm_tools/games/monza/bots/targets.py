"""Where a car's turn can end, square by square, each with a legal order: what a tap on a square writes."""

from __future__ import annotations

from gm_tools.core.drawing import Target
from gm_tools.core.i18n import _
from gm_tools.games.monza.board import unpack
from gm_tools.games.monza.check import count_dice, move_of
from gm_tools.games.monza.drawing import square_middle, stand_of
from gm_tools.games.monza.longest import endings
from gm_tools.games.monza.orders import Extra, format_order
from gm_tools.games.monza.position import Position, free_ahead


def targets(view: Position, seat: str) -> tuple[Target, ...]:
    """Return all squares where a car's turn can end, with the dice used and those left; fewer dice first.

    Where an extra step is due, these are the squares that it can go to.
    """
    car = view.car(seat)
    board = view.board
    begin = stand_of(view, car)[0]
    if view.extra:
        lanes = {there: board.squares[there].lane for there in free_ahead(view, car)}
        return tuple(
            Target(
                square_middle(board, there),
                format_order(Extra(lane)),
                label=str(lane),
                begin=begin,
                note=board.squares[there].name,
                meaning=_("lane"),
            )
            for there, lane in lanes.items()
        )
    found = []
    for ways, left in endings(board, car.at, view.roll, view.settings.obligation):
        if ways:
            there, dice = ways[-1].there, "".join(way.colour for way in ways)
            rest = " ".join(unpack(left))
            is_taken = (
                any(other.at == there and other.seat != seat for other in view.cars) and there not in board.targets
            )
            name, words = board.squares[there].name, count_dice(len(ways))
            note = f"{name}, {words}" + (_(", not used: {rest}", rest=rest) if rest else "")
            note += "; " + _("puts a car back") if is_taken else ""
            at = square_middle(board, there)
            found.append(
                Target(
                    at,
                    format_order(move_of(ways)),
                    label=str(len(ways)),
                    cost=len(ways),
                    begin=begin,
                    by=dice,
                    note=note,
                    meaning=_("dice used"),
                )
            )
    return tuple(sorted(found, key=lambda target: (target.at, -target.cost, target.order)))
