"""The rules of Vector Rally, after the game on squared paper that is known as Racetrack.

V1 The track. V1.1 Squares: road `.`, start `x`, finish line `=` or `|`, checkpoints `1` to `9`, gravel `:`, slick `~`;
a blank is off the road. V1.2 There is a finish line. V1.3 Checkpoints are numbered without a gap; a race of several
laps has one at least. V1.4 Cars start on start squares, at rest, the nearest to the first gate first: in the order of
the seats, or drawn (`grid`). V1.5 Every gate can be reached.

V2 Orders. V2.1 All order at once; an order changes the velocity by -1, 0 or +1 on each axis. V2.2 The car moves by its
new velocity. V2.3 It is written by compass (`NE`), by number pad (`9`), as a pair of columns to the east and rows to
the south (`(+1,-1)`), `0` or `.` for no change. V2.4 Several with blanks between them are a sequence, one for each turn
from this one on, by compass or by number pad. V2.5 Who has finished, is out or sits a turn out orders nothing; what a
sequence has for that turn is void. V2.6 A missing order is waited for, or the car keeps its velocity (`coast`) or slows
down on both axes (`brake`).

V3 Lines. V3.1 A move is the straight line from the middle of a square to the middle of another; it enters the squares
of which it passes through the inside. V3.2 A line that enters a square off the road leaves the road there. V3.3 A line
through the corner of a square off the road stays on it (`corners = "touch"`), but not between two such squares; `slip`:
between two as well; `clear`: it leaves the road at any.

V4 Gates. V4.1 A gate, a checkpoint or the line, is passed when the line of a move enters or touches one of its squares.
V4.2 Gates count in their order, and a square counts for one gate. V4.3 A lap is all checkpoints and then the finish
line. V4.4 With the line of the last lap the car has finished: what lies behind it in the move does not count. V4.5 Who
finishes in an earlier turn is ahead, in one turn who reaches the line in the smaller part of its move; equal cars share
the place.

V5 Crashes. V5.1 A car that leaves the road stops on the last square that it entered, at rest (`crash = "stop"`); V5.2
it sits out the next turn, or as many as `lost_turns` says; a turn that all sit out passes at once. V5.3 `back`: it is
put back to where the move began, at rest, and the move has passed no gate. V5.4 `out`: it is out of the race.

V6 Meetings. V6.1 Cars that end a turn on one square lose their velocity, if one of them has come there in this turn
(`meeting = "bump"`). V6.2 `pass`: cars do not matter to each other. V6.3 `back`: those that came there go back to where
their move began, at rest, and so on until no square is shared; their moves have passed no gate. Who has left the road
on that move sits out all the same (V5.2).

V7 Surfaces. V7.1 A car whose move enters gravel is slower by one on each axis after it. V7.2 A car that stands on slick
cannot change its velocity, unless it is at rest. V7.3 With `surfaces = false` both are road.

V8 The end. V8.1 The race is over when no car is racing any more. V8.2 The others stand in the order of gates passed,
then of the distance to the next gate in king moves; those that are out come last.

Order of resolution: all moves at once (V2 to V5, V7), places of those that have finished (V4.5), meetings (V6), turns
sat out.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.core.game import Request, Resolution, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem
from gm_tools.core.standings import rank
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.board import GLYPHS, Board
from gm_tools.games.rally.geometry import Vector, trace
from gm_tools.games.rally.moves import CRASHES, FINISHES, Ending, add, ending_of, has_grip, outcome
from gm_tools.games.rally.options import settle
from gm_tools.games.rally.orders import Order, format_step, tell_velocity
from gm_tools.games.rally.position import Car, Position

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from fractions import Fraction

    from gm_tools.core.draws import Draws


def check_seats(board: Board, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return what is wrong with number and marks of the seats (V1.1, V1.4)."""
    del options
    found = []
    if len(seats) > len(board.slots):
        message = _("{slots} start squares for {cars} cars", slots=len(board.slots), cars=len(seats))
        found.append(Problem("illegal", "V1.4", message))
    for seat in seats:
        if len(seat.mark) != 1 or seat.mark in GLYPHS:
            message = _("a car's mark is one letter that no square is drawn with, found {found!r}", found=seat.mark)
            found.append(Problem("illegal", "V1.1", message, seat.mark))
        if seat.extra:
            message = _("found {found!r}; all cars are alike", found=seat.extra)
            found.append(Problem("illegal", "V1.4", message, seat.mark))
    return tuple(found)


def setup(board: Board, seats: Sequence[Seat], options: Mapping[str, Any], draws: Draws) -> Position:
    """Return the cars on their start squares, at rest (V1.4)."""
    settings = settle(options, board)
    marks = [seat.mark for seat in seats]
    if settings.grid == "draw":
        marks = list(draws.shuffle("grid", "grid", marks))
    return Position(board, settings, 0, tuple(Car(mark, slot) for mark, slot in zip(marks, board.slots, strict=False)))


# Who is asked for what


def awaited(position: Position) -> dict[str, Request]:
    """Return every car that races and does not sit the turn out (V2.5)."""
    if is_over(position):
        return {}
    requests = {}
    for car in position.cars:
        if car.runs and not car.waits:
            text = _("a change of velocity (now {velocity})", velocity=tell_velocity(car.velocity))
            if not has_grip(position.board, position.settings, car.at, car.velocity):
                text = _("0: on slick the velocity stays as it is ({velocity})", velocity=tell_velocity(car.velocity))
            if car.missed >= 3:
                text = _("{request}; no order {turns} turns in a row", request=text, turns=car.missed)
            requests[car.seat] = Request(text, "V2.1")
    return requests


def is_over(position: Position) -> bool:
    """Tell whether no car races any more (V8.1), or the game master has ended the race."""
    return position.ended or not any(car.runs for car in position.cars)


def is_alone(position: Position, seat: str) -> bool:
    """Tell whether a car is the only one that races: the turns that it sits out pass at once (V5.2)."""
    return not any(car.runs for car in position.cars if car.seat != seat)


def default_order(position: Position, seat: str, policy: str) -> Order | None:
    """Return the order of a car that has none at the deadline; None: wait for it (V2.6)."""
    car = position.car(seat)
    if policy == "wait" or car is None:
        return None
    if policy == "coast" or not has_grip(position.board, position.settings, car.at, car.velocity):
        return Order(((0, 0),))
    return Order((tuple((part < 0) - (part > 0) for part in car.velocity),))  # type: ignore[arg-type]  # a pair


# The turn


class Drive(NamedTuple):
    """A car's move: from where, by which velocity, how it ended, and the car after it."""

    car: Car
    move: Vector
    ending: Ending
    after: Car

    @property
    def time(self) -> Fraction:
        """The part of the move that was made, from 0 to 1."""
        return trace(self.move)[self.ending.entered - 1].time


def drive(position: Position, car: Car, step: Vector) -> Drive:
    """Return what a change of velocity makes of a car, alone on the track (V2 to V5, V7)."""
    board, settings = position.board, position.settings
    move = add(car.velocity, step)
    ending = ending_of(board, settings, car.at, move, car.passed)
    done = outcome(board, settings, move, ending, car.passed)
    after = car._replace(
        at=car.at + done.offset, velocity=done.velocity, passed=done.passed, waits=done.waits, out=done.out
    )
    return Drive(car, move, ending, after)


def resolve(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str] = ()
) -> Resolution[Position]:
    """Carry out a turn, in the order of resolution that stands at the top.

    Without orders all cars sit it out (V5.2).
    """
    del draws
    events: list[Event] = []
    drives: dict[str, Drive] = {}
    for car in position.cars:
        if car.seat in orders:
            step = orders[car.seat].steps[0]
            if car.seat in missed:
                events.append(
                    Event("order_missed", (car.seat,), {"order": format_step(step), "in_a_row": car.missed + 1})
                )
            drives[car.seat] = drive(position, car._replace(missed=car.missed + 1 if car.seat in missed else 0), step)
            events += drive_events(position, drives[car.seat], step)
    cars = {car.seat: car for car in position.cars}
    cars |= {seat: done.after for seat, done in drives.items()}
    _finish(position, drives, cars, events)
    _meet(position, drives, cars, events)
    for car in position.cars:
        if car.runs and car.waits:
            cars[car.seat] = car._replace(waits=car.waits - 1)
            events.append(Event("sat_out", (car.seat,), {"left": car.waits - 1}))
    after = position._replace(turn=position.turn + 1, cars=tuple(cars[car.seat] for car in position.cars))
    return Resolution(tuple(events), after)


def drive_events(position: Position, done: Drive, step: Vector) -> list[Event]:
    """Return what happened to a car on its way."""
    board, seat = position.board, (done.car.seat,)
    line = trace(done.move)
    way = [board.place(done.car.at)]
    way += [board.place(done.car.at + board.offset(square.square)) for square in line[: done.ending.entered]]
    data = {
        "order": format_step(step),
        "from": way[0],
        "at": way[-1],
        "path": way[1:],
        "velocity": list(done.move),
    }
    events = [Event("moved", seat, data)]
    for count in range(done.car.passed, done.ending.passed):
        lap, gate = divmod(count, len(board.gates))
        if gate == len(board.gates) - 1:
            if count + 1 < position.gates:
                events.append(Event("lap_completed", seat, {"laps": lap + 1}))
        else:
            events.append(Event("checkpoint_passed", seat, {"number": gate + 1}))
    if done.ending.slowed:
        events.append(Event("slowed", seat, {"velocity": list(done.after.velocity)}))
    if done.ending.fate == CRASHES:
        how = position.settings.crash
        crash = {"how": how, "edge": way[-1], "at": board.place(done.after.at), "turns": done.after.waits}
        events.append(Event("crashed", seat, crash))
    return events


def _finish(position: Position, drives: Mapping[str, Drive], cars: dict[str, Car], events: list[Event]) -> None:
    """Give their places to the cars that have come home in this turn (V4.5)."""
    home = {seat: done.time for seat, done in drives.items() if done.ending.fate == FINISHES}
    before = sum(bool(car.finished) for car in position.cars)
    for seat, time in sorted(home.items(), key=lambda item: item[1]):
        place = before + 1 + sum(other < time for other in home.values())
        cars[seat] = cars[seat]._replace(finished=place)
        data = {"place": place, "turn": position.turn + 1, "part": [time.numerator, time.denominator]}
        events.append(Event("finished", (seat,), data))


def _meet(position: Position, drives: Mapping[str, Drive], cars: dict[str, Car], events: list[Event]) -> None:
    """Let cars meet that have come to one square (V6)."""
    how = position.settings.meeting
    if how == "pass":
        return
    moved = {seat for seat, done in drives.items() if done.after.at != done.car.at}
    while True:
        stands = Counter(car.at for car in cars.values() if car.runs)
        shared = [
            (at, [car.seat for car in cars.values() if car.runs and car.at == at])
            for at, count in stands.items()
            if count > 1
        ]
        found = [(at, seats) for at, seats in shared if moved.intersection(seats)]
        for at, seats in found:
            place = position.board.place(at)
            events.append(Event("met", tuple(seats), {"at": place, "how": how}))
            for seat in seats:
                if how == "bump":
                    cars[seat] = cars[seat]._replace(velocity=(0, 0))
                elif seat in moved:
                    waits = drives[seat].after.waits  # a crash is told, and costs its turns (V5.2)
                    cars[seat] = drives[seat].car._replace(velocity=(0, 0), waits=waits)
        if how == "bump" or not found:
            return
        moved -= {seat for __, seats in found for seat in seats}


# Standings, amendments


def running_order(position: Position) -> list[tuple[int, Car]]:
    """Return the cars with their places (V4.5, V8.2). Equal cars share a place."""
    board = position.board
    lost = len(board.tiles)

    def key(car: Car) -> tuple[int, ...]:
        if car.finished:
            return 0, car.finished
        far = board.next_distances(car.passed).get(car.at, lost)
        return 2 if car.out else 1, -car.passed, far

    return rank(position.cars, key)


def tell_amendment(before: Position, after: Position) -> tuple[Event, ...]:
    """Return what an amendment amounts to: cars that are out of the race by it."""
    was_out = {car.seat for car in before.cars if car.out}
    return tuple(Event("retired", (car.seat,), {}) for car in after.cars if car.out and car.seat not in was_out)
