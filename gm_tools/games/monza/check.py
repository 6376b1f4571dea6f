"""Every reason to refuse an order, and what would have been legal (rules Z5-Z24, Z27, Z31-Z33, Z38, Z39)."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core import grammar
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.core.text import all_of, find_nearest, one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOUR_NAMES, START, Board, Way, colour, last_square, pack
from gm_tools.games.monza.longest import fits, is_long_enough, legal_ways, reach, sequences
from gm_tools.games.monza.orders import Extra, Move, Order, Step, column_of, format_order
from gm_tools.games.monza.position import Car, Position, find_seat, free_ahead


def check(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return everything that is wrong with an order of a seat; nothing if it can be carried out."""
    if seat not in position.seats:
        cars = ", ".join(map(colour, position.seats))
        return (_problem("Z38", _("there is no car {seat!r} in this race; cars are {cars}", seat=seat, cars=cars)),)
    car = position.car(seat)
    found = [*_name_faults(position, seat, order), *_turn_faults(position, seat, order)]
    if not found and position.extra:
        found = list(_extra_faults(position, car, order))
    elif not found and isinstance(order, Move):
        found = list(_move_faults(position, car, order))
    return tuple(found)


def can_fail(_position: Position, _seat: str, _order: Order) -> bool:
    """Tell that a legal order cannot be refused any more: nobody drives before it, and its dice are rolled."""
    return False


def _problem(rule: str, message: str, column: int = 0, suggestion: str = "") -> Problem:
    return Problem(
        "ambiguous" if rule == "Z39" else "illegal", rule, message, "", 1 if column else 0, column, suggestion
    )


# Whose order it is, and whether anybody is asked for it (Z5, Z27, Z31, Z32, Z38)


def _name_faults(position: Position, seat: str, order: Order) -> Iterator[Problem]:
    if not order.car:
        return
    named = find_seat(position, order.car)
    if not named:
        cars = [COLOUR_NAMES[car.seat] for car in position.cars]  # as orders name them, in every language
        near = find_nearest(order.car, cars)
        meant = format_order(order._replace(car=near)) if near else ""
        message = _("no car or player is called {found!r}; cars are {cars}", found=order.car, cars=", ".join(cars))
        yield _problem("Z38", message, 1, meant)
    elif named != seat:
        rule = "Z32" if isinstance(order, Extra) else "Z5"
        message = _("this is an order of the {car} car, not of the {other} one", car=colour(named), other=colour(seat))
        yield _problem(rule, message, 1)


def _turn_faults(position: Position, seat: str, order: Order) -> Iterator[Problem]:
    if position.winners:
        yield _problem("Z27", _("the race is over"))
        return
    if position.extra:
        if position.extra != seat:
            message = _("the {car} car must decide about its extra step first", car=colour(position.extra))
            yield _problem("Z32", message)
        return
    if isinstance(order, Extra):
        yield _problem("Z31", _("no extra step of the {car} car is due", car=colour(seat)))
    if position.turn_of and position.turn_of != seat:
        yield _problem("Z5", _("it is the {car} car's turn", car=colour(position.turn_of)))
    elif not position.roll and not isinstance(order, Extra):
        yield _problem("Z37", _("the dice have not been rolled yet"))


# The extra step (Z31-Z35)


def _extra_faults(position: Position, car: Car, order: Order) -> Iterator[Problem]:
    board = position.board
    declined, *free = map(format_order, decisions(position, car))
    allowed = one_of([*free, declined])
    column = column_of(order, 0)
    if isinstance(order, Move):
        if order.steps:
            message = _("the extra step of the {car} car is due: write {orders}", car=colour(car.seat), orders=allowed)
            yield _problem("Z32", message, column)
        return
    if order.lane == 0 or f"X{order.lane}" in free:
        return
    there = next((there for there in board.ahead[car.at] if board.squares[there].lane == order.lane), None)
    if there is None:
        message = _("no square lies ahead in lane {lane}: write {orders}", lane=order.lane, orders=allowed)
    elif board.squares[there].is_tyre:
        message = _("{square} is a tyre: write {orders}", square=board.squares[there].name, orders=allowed)
    else:
        holder = colour(position.cars_on(there)[0].seat)
        square = board.squares[there].name
        message = _("{square} holds {car}: write {orders}", square=square, car=holder, orders=allowed)
    yield _problem("Z33", message, column, free[0] if len(free) == 1 else "")


# A move (Z6-Z24, Z39)


class Walk(NamedTuple):
    """The steps of a move followed on the board.

    `ways` are those taken, `fault` is the first step that cannot be made: (rule, message, place).
    """

    ways: tuple[Way, ...]
    fault: tuple[str, str, int] | None = None


def walk(board: Board, at: int, steps: tuple[Step, ...]) -> Walk:
    """Follow steps from a square, dice aside, up to the first that nothing or more than one square fits."""
    ways: list[Way] = []
    for place, step in enumerate(steps):
        here = last_square(ways, at)
        fitting = [way for way in board.ways[here] if _names(step, way)]
        if len(fitting) != 1:
            rule, message = _why_not(board, here, step, fitting)
            return Walk(tuple(ways), (rule, message, place))
        ways += fitting
    return Walk(tuple(ways))


def _why_not(board: Board, here: int, step: Step, fitting: list[Way]) -> tuple[str, str]:
    """Return rule and words for a step that cannot be made from a square."""
    names = [way.name for way in board.ways[here]]
    name = board.squares[here].name
    wanted = colour(step.colour)
    if fitting:
        lanes = all_of([str(way.lane) for way in fitting])
        orders = one_of([way.name for way in fitting])
        return "Z39", _(
            "{colour} lies ahead in lanes {lanes}: write {orders}", colour=wanted, lanes=lanes, orders=orders
        )
    if here in board.targets:
        return "Z24", _("a car that enters the target {square} stops there", square=name)
    if here == START:
        return "Z11", _("the start can only be left by {ways}", ways=one_of(names))
    for there in board.ahead[here]:
        square = board.squares[there]
        if square.lane == step.lane and square.is_tyre:
            message = _(
                "{tyre} is a tyre; ahead of {square} lie {ways}", tyre=square.name, square=name, ways=", ".join(names)
            )
            return "Z15", message
    ways = ", ".join(names) or _("none")
    if step.lane:
        message = _(
            "no {colour} square lies ahead of {square} in lane {lane}; there are {ways}",
            colour=wanted,
            square=name,
            lane=step.lane,
            ways=ways,
        )
    else:
        message = _(
            "no {colour} square lies ahead of {square}; there are {ways}", colour=wanted, square=name, ways=ways
        )
    return "Z14", message


def _move_faults(position: Position, car: Car, order: Move) -> Iterator[Problem]:
    board, roll, obligation = position.board, position.roll, position.settings.obligation
    walked = walk(board, car.at, order.steps)
    faults = [
        (
            "Z7",
            _("no die left with {colour}: the roll is {roll}", colour=colour(step.colour), roll=" ".join(roll)),
            place,
        )
        for place, step in enumerate(order.steps)
        if [other.colour for other in order.steps[: place + 1]].count(step.colour) > roll.count(step.colour)
    ]
    has_dice = not faults
    if walked.fault is not None:
        faults.append(walked.fault)
    for number, (rule, message, place) in enumerate(faults):
        suggestion = "" if number or grammar.is_probing() else mend(position, car, order)
        yield _problem(rule, message, column_of(order, place), suggestion)
    if walked.fault is None and (has_dice or obligation == "most"):
        ways = walked.ways
        at = last_square(ways, car.at)
        left = pack(roll) - sum(way.unit for way in ways)
        found = reach(board, car.at, roll)
        if len(ways) <= found.most and not is_long_enough(board, found, at, len(ways), left, obligation):
            yield _too_short(position, car, ways, left)


def _too_short(position: Position, car: Car, ways: tuple[Way, ...], left: int) -> Problem:
    """Return the refusal of Z20: how many dice can be used, one order that does, and how to drive furthest."""
    board = position.board
    found = reach(board, car.at, position.roll)
    used = ngettext("{n} die used", "{n} dice used", len(ways)) if ways else _("no die used")
    at = last_square(ways, car.at)
    every = list(sequences(board, car.at, pack(position.roll)))
    if position.settings.obligation == "stuck":
        further = next(way for way in board.ways[at] if left & way.mask)
        going_on = next(
            taken
            for taken, rest in every
            if taken[: len(ways) + 1] == (*ways, further) and not fits(board, taken[-1].there, rest)
        )
        square = board.squares[further.there].name
        message = _(
            "{used}, but another die still fits: {way} onto {square}", used=used, way=further.name, square=square
        )
        return _problem("Z20", message, 0, _text(going_on))
    longest = [taken for taken, __ in every if len(taken) == found.most]
    shown = max(longest, key=lambda taken: _in_common(taken, ways))  # of equal ones the first
    if found.is_split:
        furthest = next(taken for taken, __ in every if board.far[taken[-1].there] == found.furthest)
        message = _(
            "{used}, but {most} can be used: {order}; or drive furthest, to {square}: {furthest}",
            used=used,
            most=found.most,
            order=_text(shown),
            square=board.squares[furthest[-1].there].name,
            furthest=_text(furthest),
        )
    else:
        message = _("{used}, but {most} can be used: {order}", used=used, most=found.most, order=_text(shown))
    return _problem("Z20", message, 0, _text(shown))


def _in_common(one: tuple[Way, ...], other: tuple[Way, ...]) -> int:
    """Return with how many steps both begin."""
    return next((at for at, (mine, its) in enumerate(zip(one, other, strict=False)) if mine != its), len(other))


def count_dice(count: int) -> str:
    """Return a number of dice in words: `1 die`, `3 dice`."""
    return ngettext("{n} die", "{n} dice", count)


def _text(ways: tuple[Way, ...]) -> str:
    return " ".join(way.name for way in ways)


# What is legal


def legal_moves(position: Position, car: Car) -> Iterator[tuple[Way, ...]]:
    """Return the ways of every legal move with the roll, in the ASCII order of its text; one without ways is `PASS`."""
    return legal_ways(position.board, car.at, position.roll, position.settings.obligation)


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every legal order of a seat with its lanes named, in the ASCII order of its text."""
    if position.extra == seat:
        yield from decisions(position, position.car(seat))
    elif position.turn_of == seat and position.roll and not position.extra:
        yield from map(move_of, legal_moves(position, position.car(seat)))


def decisions(position: Position, car: Car) -> tuple[Extra, ...]:
    """Return what can be said about the extra step that is due to a car, `X0` first (Z32, Z33)."""
    return (Extra(0), *(Extra(position.board.squares[there].lane) for there in free_ahead(position, car)))


def move_of(ways: tuple[Way, ...]) -> Move:
    """Return the order that drives these ways, every lane named."""
    return Move(tuple(Step(way.colour, way.lane) for way in ways))


def canonical(position: Position, seat: str, order: Order) -> str:
    """Return the canonical text of an order: no car in front, every lane named as far as the steps can be made."""
    if isinstance(order, Extra) or (position.extra == seat and not order.steps):
        return f"X{order.lane if isinstance(order, Extra) else 0}"
    ways = walk(position.board, position.car(seat).at, order.steps).ways
    named = move_of(ways).steps + order.steps[len(ways) :]
    return format_order(Move(named))


# Mending


def mend(position: Position, car: Car, order: Move) -> str:
    """Return the legal order that was probably meant, empty if there is none.

    What was left out is filled in, one step is changed, or the rest is dropped. Nothing if there is none. What two
    legal orders fit alike is not guessed, but asked.
    """
    legal = list(legal_moves(position, car))
    if legal == [()]:
        return "PASS"
    meant = [ways for ways in legal if _is_meant(order.steps, ways)]
    if meant:
        return _text(meant[0]) if len(meant) == 1 else ""
    near = next((ways for ways in legal if _is_one_step_away(order.steps, ways)), ())
    begun = max((ways for ways in legal if _is_meant(order.steps[: len(ways)], ways)), key=len, default=())
    return _text(near or begun)


def _is_meant(steps: tuple[Step, ...], ways: tuple[Way, ...]) -> bool:
    return len(steps) == len(ways) and all(_names(step, way) for step, way in zip(steps, ways, strict=True))


def _names(step: Step, way: Way) -> bool:
    return step.colour == way.colour and step.lane in (0, way.lane)


def _is_one_step_away(steps: tuple[Step, ...], ways: tuple[Way, ...]) -> bool:
    """Tell whether one step added, dropped or changed makes the order drive these ways."""
    if abs(len(steps) - len(ways)) > 1:
        return False
    start = 0
    while start < min(len(steps), len(ways)) and _names(steps[start], ways[start]):
        start += 1
    behind = len(steps) > len(ways), len(ways) > len(steps)
    if not any(behind):
        behind = True, True
    return _is_meant(steps[start + behind[0] :], ways[start + behind[1] :])
