"""Where a car's turn can end, and what it can pass, square by square, each with what a tap on it writes."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tools.core.drawing import Point, Target
from gm_tools.core.i18n import _
from gm_tools.games.monza.board import Way, unpack
from gm_tools.games.monza.check import count_dice, legal_moves, move_of, walk
from gm_tools.games.monza.drawing import square_middle, stand_of
from gm_tools.games.monza.longest import endings
from gm_tools.games.monza.orders import Extra, Move, format_order, parse_order
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


def waypoints(view: Position, seat: str, text: str) -> Mapping[Point, str]:
    """Return the squares that legal moves pass which begin with a text, each with the fewest dice that lead there."""
    order, car = parse_order(text) if text.strip() else Move(), view.car(seat)
    if view.extra or not isinstance(order, Move):
        return {}
    begun = walk(view.board, car.at, order.steps).ways
    if len(begun) < len(order.steps):
        return {}
    found: dict[int, tuple[Way, ...]] = {}
    for ways in legal_moves(view, car):
        for count in range(len(begun) + 1, len(ways)) if ways[: len(begun)] == begun else ():
            there = ways[count - 1].there
            if there not in found or count < len(found[there]):
                found[there] = ways[:count]
    return {square_middle(view.board, there): format_order(move_of(ways)) for there, ways in found.items()}
