"""Orders that are being written: how many moves are given, which letters may follow, where the car can still come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core import grammar
from gm_tools.core.drawing import middle
from gm_tools.core.growth import Growth, Key
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.games.nascar.board import BANK, OFF
from gm_tools.games.nascar.check import TURNS, check, marked, take_apart
from gm_tools.games.nascar.orders import MOVES, Order, format_order, parse_order

if TYPE_CHECKING:
    from gm_tools.core.drawing import Point
    from gm_tools.games.nascar.position import Car, Position

_KEYS = {
    "A": N_("faster"),
    "B": N_("brake"),
    "S": N_("slip"),
    "M": N_("on"),
    "L": N_("left"),
    "R": N_("right"),
}
_FEW_MOVES = "N2.2"  # the rule that says how many moves an order needs


def grow(view: Position, seat: str, text: str) -> Growth:
    """Return how far an order has come: the moves given of those that its speed asks for, and the letters that may follow."""
    car = view.car(seat)
    order = _read(text)
    if car is None or not car.runs or order is None:
        return Growth(is_half=False)
    keys = []
    for letter, name in _KEYS.items():
        longer = marked(car, order.letters + letter, order.marks)
        keys.append(Key(letter, _(name), format_order(longer) if _may_stand(view, car, longer) else ""))
    undo = marked(car, order.letters[:-1], order.marks)
    parts = take_apart(car, order)
    given = sum(letter in MOVES for letter in parts.moves)
    needed = _needed(car, parts.begin)
    is_half = bool(order.letters) and given < needed and _may_stand(view, car, marked(car, order.letters, order.marks))
    return Growth(
        is_half,
        tuple(keys),
        format_order(undo) if undo.letters else "",
        given,
        needed,
        _reach(view, car, parts.moves, needed - given) if given and given <= needed else None,
    )


def _read(text: str) -> Order | None:
    """Return the letters of a text so far; a parenthesis that is still open is closed first, or left out."""
    if not text.strip():
        return Order("")
    for attempt in (text, text + ")", text + "+1)", text.rpartition("(")[0]):
        if not attempt.strip():
            return Order("")
        with grammar.probing():
            order = parse_order(attempt)
        if not isinstance(order, Problem):
            return order
    return None


def _needed(car: Car, begin: str) -> int:
    return max(0, car.speed + begin.count("A") + begin.count("S") - begin.count("B"))


def _may_stand(view: Position, car: Car, order: Order) -> bool:
    """Tell whether an order is legal, or would be with more moves."""
    with grammar.probing():
        problems = check(view, car.seat, order)
    if not problems:
        return True
    parts = take_apart(car, order)
    given = sum(letter in MOVES for letter in parts.moves)
    return (
        {problem.rule for problem in problems} == {_FEW_MOVES} and given < _needed(car, parts.begin) and not parts.end
    )


def _reach(view: Position, car: Car, moves: str, left: int) -> tuple[Point, ...]:
    """Return the tiles on which a car can still end that has driven some moves and has so many left, chance left aside."""
    board, tiles = view.board, view.tiles
    most = 2 if view.settings.wild_card_limit else 99
    start = (car.at, car.heading, 0, 0, False, True)
    states = {start}
    for letter in (*moves, *[""] * left):
        following = set()
        for at, heading, lefts, rights, was_bank, may_turn in states:
            if tiles[at] == OFF:
                following.add((at, heading, lefts, rights, False, may_turn))
                continue
            for turn in letter or MOVES:
                counts = lefts + (turn == "L"), rights + (turn == "R")
                if max(counts) > most and not letter:
                    continue
                ahead = (heading + TURNS[turn]) % 8
                there = at + board.steps[ahead]
                is_bank = tiles[there] == BANK
                turns = is_bank and was_bank and may_turn
                if turns:
                    ahead = (ahead + board.bank_of(there)) % 8
                following.add((there, ahead, *counts, is_bank, may_turn and not turns))
        states = following
    return tuple({middle(_cell(view, at)) for at, *__ in states})


def _cell(view: Position, at: int) -> tuple[int, int]:
    row, column = view.board.place(at)
    return row, column
