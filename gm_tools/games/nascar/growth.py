"""Orders that are being written.

This tells how many moves are given, which letters may follow, and where the car can still come to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm_tools.core import grammar
from gm_tools.core.drawing import Point, Target, middle
from gm_tools.core.growth import Growth, Key
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import Problem
from gm_tools.games.nascar.board import OFF, OIL, SAND
from gm_tools.games.nascar.bots.places import reach_places
from gm_tools.games.nascar.bots.targets import targets
from gm_tools.games.nascar.check import (
    MOST_ALIKE,
    Parts,
    Planned,
    check,
    mark_order,
    most_alike,
    plan_move,
    speed_after,
    take_apart,
)
from gm_tools.games.nascar.orders import MOST_COUNTED, MOVES, Order, format_order, parse_order
from gm_tools.games.nascar.position import Car, Position

_KEYS = {
    "A": N_("faster"),
    "B": N_("brake"),
    "S": N_("slip"),
    "M": N_("on"),
    "L": N_("left"),
    "R": N_("right"),
}
_BEGINNING = re.compile("[^MLR]*")  # what stands before the moves
_CHANGING = OIL + SAND  # what may change where a car goes that has come there
_FEW_MOVES = "N2.2"  # the rule that says how many moves an order needs
_WHOLE, _OPEN, _BEGUN = "whole", "open", "begun"  # how a text ends


def grow(view: Position, seat: str, text: str) -> Growth:
    """Return how far an order has come.

    The growth counts the moves given of those that the speed asks for, and names the letters that may follow.
    """
    car = view.car(seat)
    if car is None or not car.runs:
        return Growth(is_half=False)
    order, end = _read(view, car, text)
    if order is None:
        return Growth(is_half=False)
    digits = text[len(text.rstrip().rstrip("0123456789")) :].strip()
    count = int(digits) if end == _BEGUN and digits else 1
    keys = []
    for letter, name in _KEYS.items():
        longer = mark_order(car, order.letters + count * letter, order.marks)
        keys.append(Key(letter, _(name), format_order(longer) if _may_stand(view, car, longer) else ""))
    if end == _OPEN:
        keys.append(Key(")", _("close"), format_order(order)))
    undo = mark_order(car, order.letters[:-1], order.marks)
    parts = take_apart(car, order)
    given, needed = len(parts.drives), _count_needed(car, parts.begin)
    if end == _BEGUN:
        is_half = any(key.text for key in keys)
    else:
        is_half = (
            bool(order.letters)
            and (end == _OPEN or given < needed)
            and _may_stand(view, car, mark_order(car, order.letters, order.marks))
        )
    return Growth(
        is_half,
        tuple(keys),
        format_order(undo) if undo.letters else "",
        given,
        needed,
        _reach(view, car, order.letters) if order.letters else None,
    )


def _read(view: Position, car: Car, text: str) -> tuple[Order | None, str]:
    """Return the letters of a text so far, None if they are no beginning of an order, and how it ends.

    It is whole; or a parenthesis is open, which is closed in the way that may stand if there is one; or there is a
    parenthesis or a count to which a letter has to come: that is left out.
    """
    found = None
    for ending in ("", ")", "+1)", "1)", "1"):
        order = _parse(text + ending)
        if order is not None and (not ending or _may_stand(view, car, order)):
            return order, _OPEN if ending else _WHOLE
        found = found or order
    uncounted = text.rstrip("0123456789 ")
    before = uncounted.removesuffix("(")
    if before != text.rstrip() and (before != uncounted or not before.upper().endswith((*MOVES, "+"))):
        return _parse(before), _BEGUN
    return found, _OPEN


def _parse(text: str) -> Order | None:
    if not text.strip():
        return Order("")
    with grammar.probing():
        order = parse_order(text)
    return None if isinstance(order, Problem) else order


def _count_needed(car: Car, begin: str) -> int:
    return max(0, speed_after(car.speed, begin))


def _may_stand(view: Position, car: Car, order: Order) -> bool:
    """Tell whether an order is legal, or would be with more moves."""
    with grammar.probing():
        problems = check(view, car.seat, order)
    if not problems:
        return True
    parts = take_apart(car, order)
    is_short = len(parts.drives) < _count_needed(car, parts.begin)
    return {problem.rule for problem in problems} == {_FEW_MOVES} and is_short and not parts.end


def begin_with(car: Car, letters: str) -> Parts:
    """Return letters that an order begins with, taken apart: those of one without moves may all stand before them."""
    return take_apart(car, Order(letters)) if set(letters) & set(MOVES) else Parts(letters, "", "")


def _reach(view: Position, car: Car, letters: str) -> tuple[Point, ...]:
    """Return the tiles on which a car can end by any legal order that begins with some letters, and by chance."""
    begun = begin_with(car, letters)
    counts = range(most_alike(car, is_limited=view.settings.wild_card_limit) + 1)
    ends = (letters + letter * count for letter in "AB" for count in counts)
    if begun.end and not any(_is_legal(view, car, text) for text in ends):
        return ()
    return tuple(middle(view.board.place(at)) for at in reach_places(view, car, begun))


def _is_legal(view: Position, car: Car, letters: str) -> bool:
    with grammar.probing():
        return not check(view, car.seat, mark_order(car, letters))


def targets_begun(view: Position, seat: str, text: str) -> tuple[Target, ...]:
    """Return where a car can end this turn by orders that begin with a text, each with the best of these.

    Those that take back what is written, as a brake does behind `A`, are left out.
    """
    car = view.car(seat)
    order = _read(view, car, text)[0] if car is not None and car.runs else None
    if car is None or order is None:
        return ()
    begun = begin_with(car, order.letters)
    found = targets(view, seat, begun)
    if {"A", "B"} <= set(begun.begin):
        return found
    return tuple(one for one in found if not {"A", "B"} <= set(_BEGINNING.findall(one.order)[0]))


def waypoints(view: Position, seat: str, text: str) -> Mapping[Point, str]:
    """Return the tiles that a car can drive over with an order that begins with a text, each with the fewest moves.

    Of ways with as few moves that comes first on which the least oil and sand can keep the car from it. A car that
    stands has to go faster first.
    """
    car = view.car(seat)
    order = _read(view, car, text)[0] if car is not None and car.runs else None
    if car is None or order is None:
        return {}
    begin, moves, end = take_apart(car, order)
    if not moves:  # of a car that would stand all letters are its end
        begin, end = begin + end, ""
        begin += "" if _count_needed(car, begin) else "A"
    found: dict[int, Order] = {}
    waves = _waves(view, car, moves, _count_needed(car, begin) - len(moves))[len(moves) + 1 :] if not end else []
    for wave in waves:
        for (planned, *__), (_risk, letters) in sorted(wave.items(), key=lambda item: item[1][0]):
            longer = mark_order(car, begin + letters, order.marks)
            if planned.at not in found and view.tiles[planned.at] != OFF and _may_stand(view, car, longer):
                found[planned.at] = longer
    return {middle(view.board.place(at)): format_order(longer) for at, longer in found.items()}


def _waves(view: Position, car: Car, moves: str, left: int) -> list[dict[tuple[Planned, int, int], tuple[int, str]]]:
    """Return for each number of moves, from none on, where the car can be then, with the steers to the left and right.

    With each come the moves that lead there over the fewest tiles of oil and sand, and how many these are. The car
    drives some moves, and so many more of any kind.
    """
    most = MOST_ALIKE if view.settings.wild_card_limit else MOST_COUNTED
    waves = [{(Planned(car.at, car.heading), 0, 0): (0, "")}]
    for letter in (*moves, *[""] * left):
        following: dict[tuple[Planned, int, int], tuple[int, str]] = {}
        for (planned, lefts, rights), (risk, letters) in sorted(waves[-1].items(), key=lambda item: item[1][0]):
            tile = view.tiles[planned.at]
            if tile == OFF:
                following.setdefault((planned, lefts, rights), (risk, letters))
                continue
            more = risk + (planned.moves > 0 and tile in _CHANGING)
            for turn in letter or MOVES:
                counts = lefts + (turn == "L"), rights + (turn == "R")
                key = plan_move(view, planned, turn), *counts
                if (letter or max(counts) <= most) and (key not in following or more < following[key][0]):
                    following[key] = more, letters + turn
        waves.append(following)
    return waves
