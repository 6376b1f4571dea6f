"""The rules of Monza.

Order of resolution. A chance step: the starter is drawn if that was asked for (Z5), then the dice are rolled for the
car whose turn it is (Z6). A move: the steps (Z7); cars on the square where it ends are put back (Z17); arrival on a
target, with which the last round begins (Z24, Z26); the extra step is offered (Z31), and then its owner decides before
anything else (Z41). A decision: the step (Z33), arrival. After each of them, unless an extra step is due, the turn is
over: the next car that does not stand on a target has its turn (Z30), a new round begins, or the race is over
(Z27-Z29).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.core.game import Request, Resolution, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.standings import rank
from gm_tools.games.monza.board import COLOURS, START, Board, Way, colour, last_square
from gm_tools.games.monza.check import canonical, decisions, legal_moves, move_of, walk
from gm_tools.games.monza.options import Settings
from gm_tools.games.monza.orders import Extra, Move, Order, format_order
from gm_tools.games.monza.position import DICE, Car, Position, free_ahead

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.core.draws import Draws


# Z1-Z5: the start


def check_seats(board: Board, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return what is wrong with number and marks of the seats.

    There are two to six cars, each marked with its colour (Z1, Z3).
    """
    del board, options
    colours = ", ".join(f"{letter} {colour(letter)}" for letter in COLOURS)
    found = []
    if not 2 <= len(seats) <= len(COLOURS):
        found.append(Problem("illegal", "Z1", _("two to six cars race, found {count}", count=len(seats))))
    for at, seat in enumerate(seats):
        if seat.mark not in tuple(COLOURS):
            message = _(
                "a car's mark is the letter of its colour, found {found!r}; there are {colours}",
                found=seat.mark,
                colours=colours,
            )
            found.append(Problem("illegal", "Z3", message, seat.mark))
        elif any(other.mark == seat.mark for other in seats[:at]):
            message = _("there is only one {car} car", car=colour(seat.mark))
            found.append(Problem("illegal", "Z3", message, seat.mark))
        if seat.extra:
            message = _("found {found!r}; a car is named by its mark alone", found=seat.extra)
            found.append(Problem("illegal", "Z3", message, seat.mark))
    return tuple(found)


def setup(board: Board, seats: Sequence[Seat], options: Mapping[str, Any], draws: Draws) -> Position:
    """Return the cars on the start square, in the order of the seats (Z4, Z5).

    The first chance step draws who starts.
    """
    del draws
    settings = Settings(**options)
    cars = tuple(Car(seat.mark, START, 0, (seat.player, *seat.aliases)) for seat in seats)
    return Position(board, settings, cars, cars[0].seat if settings.starter == "first" else "")


# Who is asked for what


def awaited(position: Position) -> dict[str, Request]:
    """Return the one seat that has to speak: to drive with its roll, or to decide about an extra step (Z37, Z41)."""
    if position.extra:
        __, *free = decisions(position, position.car(position.extra))
        text = _("the extra step; {orders}, or X0 to decline", orders=", ".join(map(format_order, free)))
        how = _(
            'To order, write "Order:" and then X with the lane of the extra step, for example X2, or X0 to decline it.'
        )
        return {position.extra: Request(text, "Z31", how)}
    if position.roll:
        return {position.turn_of: Request(_("a move with the roll {roll}", roll=" ".join(position.roll)), "Z6")}
    return {}


def is_over(position: Position) -> bool:
    """Tell whether the race is over (Z27)."""
    return bool(position.winners)


def default_order(position: Position, seat: str, policy: str) -> Order | None:
    """Return the order of a silent player under `drive_on` (Z40).

    It goes to a target with the fewest dice, else as far as it can.
    """
    if policy == "wait" or seat not in awaited(position):
        return None
    board = position.board
    car = position.car(seat)
    if position.extra:
        squares = [board.squares[there] for there in free_ahead(position, car)]
        return Extra(min(squares, key=lambda square: (-square.far, square.lane)).lane)

    def key(ways: tuple[Way, ...]) -> tuple[int, int]:
        at = last_square(ways, car.at)
        return (0, len(ways)) if at in board.targets else (1, -board.far[at])

    return move_of(min(legal_moves(position, car), key=key))  # of equal ones the first, and they come in ASCII order


def choose(position: Position, seat: str, orders: Sequence[Order]) -> Order | None:
    """Return the newest order in hand of the kind that is asked for, else the newest of all.

    An extra step may be posted ahead.
    """
    wanted = Extra if position.extra == seat else Move
    return next((order for order in reversed(orders) if isinstance(order, wanted)), orders[-1] if orders else None)


def stays_in_hand(position: Position, seat: str, order: Order) -> bool:
    """Tell whether an order stays in hand after its seat has driven.

    A decision about an extra step does if that step is now due to it (Z34).
    """
    return position.extra == seat and isinstance(order, Extra)


def replaces(new: Order, old: Order) -> bool:
    """Tell whether a new order replaces an old one: a move a move, a decision a decision."""
    return type(new) is type(old)


# The turn


def resolve(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str] = ()
) -> Resolution[Position]:
    """Carry out the order of the seat awaited, or roll if nobody is; see the order of resolution at the top."""
    events: list[Event] = []
    if not orders:
        after = _roll(position, draws, events)
        return Resolution(tuple(events), after)
    ((seat, order),) = orders.items()
    if seat in missed:
        events.append(Event("order_missed", (seat,), {"order": canonical(position, seat, order)}))
    after = (_decide if position.extra else _drive)(position, order, events)
    return Resolution(tuple(events), after)


def _roll(position: Position, draws: Draws, events: list[Event]) -> Position:
    """Draw the starter if there is none yet, and roll for the car whose turn it is (Z5, Z6)."""
    if not position.turn_of:
        starter = draws.pick("starter", "starter", position.seats)
        first = position.seats.index(starter)
        position = position._replace(cars=position.cars[first:] + position.cars[:first], turn_of=starter)
        events.append(Event("starter_drawn", (starter,), {}))
    roll = draws.roll("roll", f"round/{position.round}/roll/{position.turn_of}", COLOURS, DICE)
    events.append(Event("rolled", (position.turn_of,), {"roll": roll, "round": position.round}))
    return position._replace(roll=roll)


def _drive(position: Position, order: Order, events: list[Event]) -> Position:
    """Carry out a move up to the point where an extra step is due, or to the end of the turn (Z7-Z19, Z31, Z34)."""
    board = position.board
    car = position.car(position.turn_of)
    ways = walk(board, car.at, order.steps).ways if isinstance(order, Move) else ()
    names = [board.squares[at].name for at in (car.at, *(way.there for way in ways))]
    if ways:
        data = {"from": names[0], "path": names[1:], "order": canonical(position, car.seat, order), "dice": len(ways)}
        events.append(Event("moved", (car.seat,), data))
        position = position.with_car(car._replace(at=ways[-1].there, used=len(ways)))
        position = _arrive(_oust(position, car.seat, events), car.seat, events)
    else:
        events.append(Event("stuck", (car.seat,), {"at": names[0], "roll": position.roll}))
    position = position._replace(roll="")
    owner = _extra_owner(position, ways)
    if not owner:
        return _next_turn(position, events)
    free = [board.squares[there].name for there in free_ahead(position, position.car(owner))]
    events.append(Event("extra_offered", (owner,), {"by": car.seat, "squares": free}))
    return position._replace(extra=owner)


def _oust(position: Position, mover: str, events: list[Event]) -> Position:
    """Put back whoever stands where the mover's turn ends, unless that is a target (Z17-Z19, Z25)."""
    at = position.car(mover).at
    if at in position.board.targets:
        return position
    for other in position.cars_on(at):
        if other.seat != mover:
            back = free_behind(position, at)
            squares = position.board.squares
            data = {"from": squares[at].name, "to": squares[back].name, "by": mover}
            events.append(Event("ousted", (other.seat,), data))
            position = position.with_car(other._replace(at=back))
    return position


def free_behind(position: Position, at: int) -> int:
    """Return the next square behind in the same lane that is no tyre and holds no car, else the start (Z17, Z18)."""
    lane = position.board.lanes[position.board.squares[at].lane - 1]
    for back in reversed(lane[: lane.index(at)]):
        if not position.board.squares[back].is_tyre and not position.cars_on(back):
            return back
    return START


def _arrive(position: Position, seat: str, events: list[Event]) -> Position:
    """Begin the last round if a car has come to a target, and is the first (Z24, Z26)."""
    if not position.is_home(seat):
        return position
    car = position.car(seat)
    events.append(Event("arrived", (seat,), {"at": position.board.squares[car.at].name}))
    if position.last_turns is not None:
        return position
    seats = position.seats
    turn = seats.index(position.turn_of)
    left = seats[turn + 1 :]
    if position.settings.last_round == "one_more":
        left = tuple(other for other in (*left, *seats[: turn + 1]) if other != seat)
        # Only the dice of the last turns count; an arrival in another's turn has used none.
        kept = seat if seat == position.turn_of else ""
        position = position._replace(
            cars=tuple(other if other.seat == kept else other._replace(used=0) for other in position.cars)
        )
    events.append(Event("last_round", (seat,), {"left": list(left)}))
    return position._replace(last_turns=left)


def _extra_owner(position: Position, ways: tuple[Way, ...]) -> str:
    """Return the seat that the extra step is due to (Z31, Z34).

    The car of the colour used last takes it, if it can go anywhere.
    """
    if not position.settings.extra_step or not ways or ways[-1].colour not in position.seats:
        return ""
    car = position.car(ways[-1].colour)
    return car.seat if free_ahead(position, car) else ""


def _decide(position: Position, order: Order, events: list[Event]) -> Position:
    """Carry out a decision about an extra step: it uses no die, ousts nobody, and calls for no other (Z32, Z35)."""
    car = position.car(position.extra)
    squares = position.board.squares
    lane = order.lane if isinstance(order, Extra) else 0
    position = position._replace(extra="")
    if lane:
        there = next(there for there in free_ahead(position, car) if squares[there].lane == lane)
        events.append(Event("extra_stepped", (car.seat,), {"from": squares[car.at].name, "to": squares[there].name}))
        position = _arrive(position.with_car(car._replace(at=there)), car.seat, events)
    else:
        events.append(Event("extra_declined", (car.seat,), {}))
    return _next_turn(position, events)


def _next_turn(position: Position, events: list[Event]) -> Position:
    """Give the turn to the next car; begin a round, or end the race if the last one has been played (Z5, Z26-Z30)."""
    seats = position.seats
    if position.last_turns is None:
        following = seats[(seats.index(position.turn_of) + 1) % len(seats)]
    else:
        left = [seat for seat in position.last_turns if not position.is_home(seat)]
        if not left:
            return _end_race(position, events)
        following = left[0]
        position = position._replace(last_turns=tuple(left[1:]))
    if seats.index(following) <= seats.index(position.turn_of):
        position = position._replace(round=position.round + 1)
        if position.last_turns is None:
            position = position._replace(cars=tuple(car._replace(used=0) for car in position.cars))
    return position._replace(turn_of=following)


def _dice_at_home(position: Position) -> dict[str, int]:
    """Return the dice used in this round by each car on a target (Z28)."""
    return {car.seat: car.used for car in position.cars if position.is_home(car.seat)}


def _end_race(position: Position, events: list[Event]) -> Position:
    """Find the winners: of the cars on the target those that used the fewest dice in the last round (Z27-Z29)."""
    used = _dice_at_home(position)
    winners = tuple(seat for seat, dice in used.items() if dice == min(used.values()))
    events.append(Event("race_over", winners, {"used": used}))
    return position._replace(turn_of="", last_turns=(), winners=winners)


def make_consistent(position: Position) -> Position:
    """Return a position set up by hand, made consistent.

    With a car on a target the last round is being played (Z30).
    """
    seats = position.seats
    if any(position.is_home(seat) for seat in seats) and position.last_turns is None:
        position = position._replace(last_turns=tuple(seats[seats.index(position.turn_of) + 1 :]))
        if position.is_home(position.turn_of):
            position = _next_turn(position, [])
    return position


# Views, standings, amendments


def running_order(position: Position) -> list[tuple[int, Car]]:
    """Return the cars with their places: winners, others on the target by dice used, the rest by their far ends.

    The rules name winners only (Z27-Z29); the other places follow the same measure. Equal cars share a place.
    """

    def key(car: Car) -> tuple[int, ...]:
        return (0, car.used) if position.is_home(car.seat) else (1, -position.board.far[car.at])

    return rank(position.cars, key)


def tell_amendment(before: Position, after: Position) -> tuple[Event, ...]:
    """Return what an amendment amounts to: the end of the race, if it names winners."""
    if is_over(after) and not is_over(before):
        return (Event("race_over", after.winners, {"used": _dice_at_home(after)}),)
    return ()
