"""The race: set-up, slots, turns, the finish (rules C1–C14, C38–C41, C48–C63).

The order of resolution. A resolution is one slot, or one answer to an offer:

1. The order of the car whose slot it is: its drive (in the order of `drive.py`) or the chip it takes.
2. With drafting, as things stood just before the slot: cars gain the slipstream bonus (C55, C57); cars directly behind
   may follow (C54). While there is an offer, the car that is asked comes next.
3. Flipped cars whose slots come now recover by themselves (C27).
4. After the last slot of the turn: finishers are placed (C50, C51), in a points race they leave (C60); the race ends.

If it has not ended, nobody is awaited, and a resolution without orders begins the next turn: the rows move up, a row is
drawn (C8), flipped cars at its head recover. The first turn is begun in the same way after the set-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.core.game import Request, Resolution, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.games.tacara.board import FEWEST, MOST, Board, depth, distance_past
from gm_tools.games.tacara.check import slot_of, takeable_values
from gm_tools.games.tacara.drive import carry_out, cars_by_place, fronts, is_in_front, passes
from gm_tools.games.tacara.options import settle
from gm_tools.games.tacara.orders import HOLD, Order
from gm_tools.games.tacara.position import EACH, NO_CHIPS, PODIUM, Car, Position, add_chips, format_chips, with_chip
from gm_tools.games.tacara.shift import NEUTRAL, format_shift, step_back

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.core.draws import Draws
    from gm_tools.games.tacara.position import Chips

MARKS = "1234567890ACDEFHIJKLMNOPQSUVWXZ"  # what can be told from floor on a posted board (C67)
CARS_EACH = 3  # at most, for one player (C1)
ROWS = 2  # rows of chips that lie on the table, this turn's and the next one's (C8)


def check_seats(board: Board, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return every fault of a table's cars: their number, marks, names (C1, C64, C67).

    Raises InputError for the course.
    """
    settle(options, board)
    problems = []
    if not FEWEST <= len(seats) <= MOST:
        message = _("{count} cars; a race needs {least} to {most}", count=len(seats), least=FEWEST, most=MOST)
        problems.append(Problem("illegal", "C1", message))
    players = [seat.player for seat in seats]
    names = {seat.mark.casefold(): seat.mark for seat in seats}
    for number, seat in enumerate(seats):
        if len(seat.mark) != 1 or seat.mark not in MARKS:
            message = _("mark {mark!r}: a digit, or a capital letter other than R G Y B T", mark=seat.mark)
            problems.append(Problem("illegal", "C67", message, seat.mark))
        if players[: number + 1].count(seat.player) == CARS_EACH + 1:
            message = _("{player} drives more than {most} cars", player=seat.player, most=CARS_EACH)
            problems.append(Problem("illegal", "C1", message, seat.mark))
        for name in car_names(seat):
            if not _is_name(name):
                message = _("car name {name!r}: a letter, then letters, digits, _ or -", name=name)
                problems.append(Problem("illegal", "C64", message, seat.mark))
            elif names.setdefault(name, seat.mark) != seat.mark:
                message = _("car name {name!r} is {other}'s too", name=name, other=names[name])
                problems.append(Problem("illegal", "C64", message, seat.mark))
    return tuple(problems)


def car_names(seat: Seat) -> tuple[str, ...]:
    """Return what orders may call a seat's car besides its mark, in small letters.

    That is the name given at the start, and aliases.
    """
    aliases = [alias for alias in seat.aliases if _is_name(alias)]
    return tuple(dict.fromkeys(name.casefold() for name in (seat.extra, *aliases) if name))


def _is_name(name: str) -> bool:
    return name.isascii() and name[0].isalpha() and all(glyph.isalnum() or glyph in "_-" for glyph in name)


def setup(board: Board, seats: Sequence[Seat], options: Mapping[str, Any], draws: Draws) -> Position:
    """Return the race on its grid, the rows of the first turns drawn (C4–C8).

    Turn 1 is begun by the first resolution.
    """
    settings = settle(options, board)
    by_mark = {seat.mark: seat for seat in seats}
    grid = draws.shuffle("grid", "setup/grid", list(by_mark))
    places = board.starts[board.courses[settings.course].start].grid
    cars = tuple(
        Car(mark, board.index(*place), chips=(1, 1, 1), names=car_names(by_mark[mark]))
        for mark, place in zip(grid, places, strict=False)
    )
    rows = [grid] if settings.first_turn == "grid" else []
    while len(rows) <= ROWS:
        rows.append(_draw_row(draws, grid, len(rows) + 1))
    spare = EACH - len(cars)
    return Position(board, settings, len(cars), 0, (), (), tuple(rows), cars, (spare, spare, spare))


def _draw_row(draws: Draws, cars: Sequence[str], turn: int) -> tuple[str, ...]:
    """Return the order of a turn, drawn from the chips of the cars still racing (C62)."""
    return draws.shuffle("row", f"turn/{turn}/row", cars)


def awaited(position: Position) -> dict[str, Request]:
    """Return the one car that must act or answer now; none if the race is over or a turn is to be begun."""
    mark = slot_of(position)
    if not mark:
        return {}
    car = position.car(mark)
    chips = " ".join(format_chips(car.hand))  # 123 would be read as a number
    held = _("turbo chips {chips}", chips=chips) if chips else _("no turbo chips")
    has = {"shift": format_shift(car.shift), "held": held}
    state = (
        _("shift {shift}, {held}, draft bonus", **has) if position.has_bonus(car) else _("shift {shift}, {held}", **has)
    )
    if position.offers:
        text = _("F and a drive to follow {leader}, or HOLD; {state}", leader=position.last, state=state)
        return {mark: Request(text, "C54")}
    if takeable_values(position, car):
        return {mark: Request(_("a drive, or a chip (T); {state}", state=state), "C14")}
    return {mark: Request(_("a drive; {state}", state=state), "C14")}


def is_over(position: Position) -> bool:
    """Tell whether the race is over (C53, C60)."""
    return position.over


def resolve(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str] = ()
) -> Resolution[Position]:
    """Carry out the order of the car that is awaited, or without orders begin the next turn (see the top)."""
    race = _Race(position)
    for seat, order in orders.items():
        if seat in missed:
            race.tell("order_missed", seat)
        race.act(seat, order)
    if not orders:
        race.go_on(draws)
    return Resolution(tuple(race.events), race.position)


class _Race:
    """A resolution under way: the position so far, and what has happened."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []

    def tell(self, kind: str, *seats: str, **data: Any) -> None:
        self.events.append(Event(kind, seats, data))

    def change(self, **changes: Any) -> None:
        self.position = self.position._replace(**changes)

    def place(self, index: int) -> list[int]:
        return list(self.position.board.place(index))

    # Slots

    def act(self, mark: str, order: Order) -> None:
        """Carry out a car's slot, or its answer to an offer."""
        position = self.position
        if order.verb == "hold":
            self.tell("held", mark, leader=position.last)
            self.change(offers=position.offers[1:])
        else:
            if order.follows:
                self.tell("followed", mark, leader=position.last)
            self.slot(mark, order)
        if self.position.offers:
            self.tell("follow_offered", self.position.offers[0], leader=self.position.last)
        else:
            self.settle()

    def slot(self, mark: str, order: Order) -> None:
        """Carry out the drive or the take of a car, and what it gives to cars behind (C54, C55)."""
        before = self.position
        start = before.car(mark).at
        path: tuple[int, ...] = ()
        if order.verb == "take":
            self.take(before.car(mark), order.value)
        else:
            drive = carry_out(before, mark, order)
            path = drive.path
            self.events += drive.events
            self.position = before.with_car(drive.car)._replace(pool=drive.pool)
        left = tuple(other for other in before.left if other != mark)
        self.change(left=left, last=mark, offers=())
        after = self.position.car(mark)
        if before.settings.drafting:
            self.give_bonus(before, mark, (start, *path))
            if after.at != start:
                self.change(offers=followers(before, left, start))
        if self.position.has_finished(after):
            line = before.lines[-1]
            self.tell("finished", mark, line=line.name, distance=distance_past(before.board, line, after.at))

    def take(self, car: Car, value: int) -> None:
        """Put a chip from the pool under a car; the one that lay there joins the others (C38–C41)."""
        if car.under:
            self.tell("chip_gained", car.mark, value=car.under)
        self.tell("chip_taken", car.mark, value=value, at=self.place(car.at))
        taken = car._replace(chips=car.hand, under=value, taken=(*car.taken, car.at), bonus=False)
        self.position = self.position.with_car(taken)._replace(pool=with_chip(self.position.pool, value, -1))

    def give_bonus(self, before: Position, mover: str, way: tuple[int, ...]) -> None:
        """Give the slipstream bonus to every car that has seen the car directly in front of it passed (C55–C57)."""
        stands = cars_by_place(before, mover)
        board, mask = before.board, before.board.mask(before.starters)
        for car in before.cars:
            if car.mark == mover or car.flipped or car.gone or car.bonus or before.has_finished(car):
                continue
            for direction in fronts(car.shift):
                ahead = car.at + board.step[direction]
                if ahead in stands and passes(board, mask, direction, way, ahead):
                    self.position = self.position.with_car(car._replace(bonus=True))
                    self.tell("bonus_gained", car.mark, passed=stands[ahead], by=mover)
                    break

    def recover(self, car: Car) -> None:
        """Move a flipped car's chip two steps back; on neutral it is put on its wheels again (C27, C28)."""
        if car.under:
            self.tell("chip_gained", car.mark, value=car.under)
        shift = car.shift
        for __ in range(2):
            if shift != NEUTRAL:
                before, shift = shift, step_back(shift)
                self.tell("chip_back", car.mark, before=format_shift(before), after=format_shift(shift))
        if shift == NEUTRAL:
            self.tell("righted", car.mark)
        self.position = self.position.with_car(
            car._replace(shift=shift, flipped=shift != NEUTRAL, chips=car.hand, under=0, bonus=False)
        )

    def settle(self) -> None:
        """Let flipped cars at the head of the row recover; close the turn after its last slot."""
        while self.position.left and (car := self.position.car(self.position.left[0])).flipped:
            self.recover(car)
            self.change(left=self.position.left[1:])
        if not self.position.left:
            self.close()

    # Turns

    def close(self) -> None:
        """Place the finishers of the turn, and end the race if that is due (C49–C53, C60)."""
        position = self.position
        finished = [car for car in position.cars if not car.place and not car.gone and position.has_finished(car)]
        finished.sort(key=lambda car: _rank(position, car))
        place = max((car.place for car in position.cars), default=0)
        for car in finished:
            place += 1
            self.position = self.position.with_car(car._replace(place=place))
        if not position.settings.points:
            if finished or all(car.gone for car in position.cars):
                self.end()
            return
        for car in finished:
            self.leave(self.position.car(car.mark))
        racing = [car for car in self.position.cars if not car.gone]
        if len(racing) < len(self.position.cars) and (place >= PODIUM or len(racing) <= 1):
            for car in racing if len(racing) == 1 else ():
                self.position = self.position.with_car(car._replace(place=place + 1))
            self.end()

    def leave(self, car: Car) -> None:
        """Take a car off the board, its chips to the pool and out of the rows (C60)."""
        pool = add_chips(self.position.pool, car.hand)
        self.position = self.position.with_car(car._replace(gone=True, chips=NO_CHIPS, under=0))
        row, *rows = (
            tuple(mark for mark in row if mark != car.mark) for row in (self.position.row, *self.position.rows)
        )
        self.change(pool=pool, row=row, rows=tuple(rows))
        self.tell("left", car.mark, place=car.place)

    def end(self) -> None:
        self.change(over=True, left=(), offers=())
        self.tell("race_over", *ranking(self.position))

    def go_on(self, draws: Draws) -> None:
        """Begin the next turn: rows move up, a row is drawn where one is missing (C8)."""
        position = self.position
        if position.left:  # a flipped car at the head of a row that was changed by hand
            self.settle()
            return
        self.close()
        if self.position.over:
            return
        if not position.turn:
            self.tell("grid_drawn", *(car.mark for car in position.cars))
            drawn = position.rows[position.settings.first_turn == "grid" :]
            for number, row in enumerate(drawn, ROWS + 2 - len(drawn)):
                self.tell("row_drawn", *row, turn=number)
        rows = list(self.position.rows)
        racing = [car.mark for car in self.position.cars if not car.gone]
        while len(rows) < ROWS:
            number = position.turn + len(rows) + 1
            rows.append(_draw_row(draws, racing, number))
            self.tell("row_drawn", *rows[-1], turn=number)
        self.change(turn=position.turn + 1, row=rows[0], left=rows[0], rows=tuple(rows[1:]), offers=())
        self.settle()


def followers(before: Position, left: Sequence[str], start: int) -> tuple[str, ...]:
    """Return the cars that are asked whether they follow a car that has left `start`, in row order (C54).

    Nobody is asked if the next car of the row, flipped ones not counted, has the right: its slot comes anyway.
    """
    waiting = [car for car in map(before.car, left) if not car.flipped]
    having = tuple(car.mark for car in waiting if is_in_front(before.board, car, start))
    return () if waiting and waiting[0].mark in having else having


# Order of the cars


def _rank(position: Position, car: Car) -> tuple[int, int]:
    """Return the key by which finishers of one turn are ranked (C50, C51).

    Further past the line comes first, then nearer to the inside.
    """
    line = position.lines[-1]
    return -distance_past(position.board, line, car.at), depth(position.board, line, car.at)


def steps_to_go(position: Position, car: Car) -> int | None:
    """Return the fewest steps over the next line of the course, None if there is none or no way (C53)."""
    if car.crossed >= len(position.lines):
        return None
    return position.board.distances(position.lines[car.crossed].name, position.starters).get(car.at)


def running_order(position: Position) -> tuple[Car, ...]:
    """Return the cars as they are shown: placed, over the finish, the others by lines and steps to go (C53)."""

    def key(item: tuple[int, Car]) -> tuple[int, ...]:
        number, car = item
        if car.place:
            return 0, car.place
        if car.gone:
            return 3, number
        if position.has_finished(car):
            return 1, *_rank(position, car), number
        steps = steps_to_go(position, car)
        return 2, -car.crossed, len(position.board.tiles) if steps is None else steps, number

    return tuple(car for __, car in sorted(enumerate(position.cars), key=key))


def ranking(position: Position) -> tuple[str, ...]:
    """Return the placed cars, the winner first."""
    return tuple(car.mark for car in sorted(position.cars, key=lambda car: car.place) if car.place)


def points_of(position: Position, car: Car) -> int:
    """Return the points of a car's place in a points race (C59)."""
    table = position.settings.points_table
    return table[car.place - 1] if position.settings.points and 0 < car.place <= len(table) else 0


def tell_amendment(before: Position, after: Position) -> tuple[Event, ...]:
    """Return what an amendment amounts to: cars taken out, a points race ended (C60).

    Raises InputError if it cannot be ended now.
    """
    events = [
        Event("left", (car.mark,), {"place": car.place})
        for car in after.cars
        if car.gone and not before.car(car.mark).gone
    ]
    if after.over and not before.over:
        if not ranking(after):
            raise InputError(_("no car is placed yet: the race cannot be ended"), key="over", status=1)
        if after.left and after.last not in after.left and not after.car(after.last).gone:
            message = _("round {turn} is played to its end first [C49]", turn=after.turn)
            raise InputError(message, key="over", status=1)
        events.append(Event("race_over", ranking(after), {}))
    return tuple(events)


# Orders in hand (C63)


def choose(position: Position, seat: str, orders: Sequence[Order]) -> Order | None:
    """Return what a car does out of the orders it has in hand, oldest first; None: it is asked (C63).

    At an offer its answer, or HOLD if it has but a plain order; in its own slot its plain order.
    """
    plain = next((order for order in reversed(orders) if order.verb in ("drive", "take") and not order.follows), None)
    if not position.offers or position.offers[0] != seat:
        return plain
    answer = next((order for order in reversed(orders) if order.is_answer), None)
    return answer or (HOLD if plain else None)


def stays_in_hand(position: Position, seat: str, _order: Order) -> bool:
    """Tell whether a car's orders stay in hand: until its slot is over, also past a HOLD (C63)."""
    return not position.over and position.last != seat


def replaces(new: Order, old: Order) -> bool:
    """Tell whether an order in hand takes the place of another.

    An answer takes that of an answer, a plain one that of a plain one.
    """
    return new.is_answer == old.is_answer


def can_try_early(position: Position, seat: str) -> bool:
    """Tell whether a car has a slot to come for which an order can wait in hand (C63).

    It is judged on its wheels as things stand.
    """
    car = position.car(seat)
    return not (position.over or car.gone or car.flipped or position.has_finished(car))


def total_chips(position: Position) -> Chips:
    """Return all turbo chips of the race, on cars, under them and in the pool: ten of each value (C2)."""
    return add_chips(position.pool, *(car.hand for car in position.cars))
