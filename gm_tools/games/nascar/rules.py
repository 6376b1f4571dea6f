"""The rules of the forum Nascar race.

Order of resolution: the cars one by one, in the order of the standings at the start of the turn (N5.3). Each car:
changes of the beginning (N2.2, N11), then move by move: mark spent (N3.5), the pits (zone entered, limit N12.2, repairs
N12.3, zone left N12.6), off the track (N6) or onto the next tile, lap line (N13.1), then what the tile does: sand (N7),
bank (N8), oil (N9); after the last move the changes of the end (N2.3) and the pit limit again (N12.2). After all cars:
places of those who finished (N14.2), crashes (N10), the alley laid anew (N7.6). What a move makes of its car stands in
`driving_rules.py`; `drive.py` takes a car through its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.core.game import Request, Resolution, Seat
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.problems import InputError, Problem
from gm_tools.games.nascar.board import GLYPHS, HEADINGS, IN_ZONE, MARKS, OIL, UNKNOWN, Board, without_slots
from gm_tools.games.nascar.drive import Run
from gm_tools.games.nascar.driving_rules import suffer
from gm_tools.games.nascar.options import SPECIALS, settle, times_cards
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Car, Position

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.core.draws import Draws


# N1, N13: the start


def check_seats(board: Board, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return what is wrong with marks and specials: one free letter a car, a special that the race allows (N4, N15)."""
    del board
    taken = {seat.mark for seat in seats}
    free = " ".join(mark for mark in MARKS if mark not in taken)
    allowed = options.get("specials", SPECIALS)
    found = []
    for seat in seats:
        if len(seat.mark) != 1 or not (seat.mark.isascii() and seat.mark.isalpha()):
            message = _("a car's mark is one letter, found {found!r}; unused: {free}", found=seat.mark, free=free)
            found.append(Problem("illegal", "N13", message, seat.mark))
        elif seat.mark in GLYPHS:
            tile = N_("{glyph} is a tile of the map and cannot mark a car; unused: {free}")
            message = _(tile, glyph=seat.mark, free=free)
            found.append(Problem("illegal", "N13", message, seat.mark))
        if seat.extra and seat.extra not in allowed:
            message = _("no special is called {found!r}; this race has none", found=seat.extra)
            if allowed:
                unknown = N_("no special is called {found!r}; this race has {specials}")
                message = _(unknown, found=seat.extra, specials=", ".join(allowed))
            found.append(Problem("illegal", "N4", message, seat.mark))
    return tuple(found)


def setup(board: Board, seats: Sequence[Seat], options: Mapping[str, Any], draws: Draws) -> Position:
    """Return the grid: cars on the start slots, in the order of the seats or drawn (N1.3, N4.3, N13)."""
    settings = settle(options, board)
    if settings.start_speed > settings.start_max_speed:
        allowed = _("at most start_max_speed, {speed}", speed=settings.start_max_speed)
        raise InputError(_("found {value}", value=settings.start_speed), key="start_speed", allowed=allowed)
    order = list(seats)
    if settings.grid == "draw":
        row = draws.shuffle("grid", "grid", [seat.mark for seat in seats])
        order.sort(key=lambda seat: row.index(seat.mark))
    laps = -1 if settings.start_behind_line else 0
    cars = tuple(
        Car(
            seat.mark,
            slot,
            board.start_heading,
            settings.start_speed,
            settings.start_max_speed,
            settings.start_wild_cards * times_cards(seat.extra),
            laps,
            seat.extra,
        )
        for seat, slot in zip(order, board.slots, strict=False)
    )
    return Position(board, settings, 0, without_slots(board.tiles), cars, laps)


def awaited(position: Position) -> dict[str, Request]:
    """Return every running car with what it has to order: so many moves (N2.2)."""
    if is_over(position):
        return {}
    requests = {}
    for car in position.cars:
        if car.runs:
            known = {"heading": HEADINGS[car.heading], "wild_cards": car.wild_cards}
            if car.speed:
                text = ngettext(
                    "{n} move at speed {n}, heading {heading}, {wild_cards} wild cards",
                    "{n} moves at speed {n}, heading {heading}, {wild_cards} wild cards",
                    car.speed,
                    **known,
                )
            else:
                text = _("A to drive off or - to wait at speed 0, heading {heading}, {wild_cards} wild cards", **known)
            if car.missed >= 3:
                silent = N_("{request}; no order {turns} turns in a row: consider retiring the car")
                text = _(silent, request=text, turns=car.missed)
            requests[car.seat] = Request(text, "N2.2")
    return requests


def is_over(position: Position) -> bool:
    """Tell whether all cars have finished or retired, or the game master has ended the race (N14.3)."""
    return position.ended or not any(car.runs for car in position.cars)


def running_order(position: Position) -> list[Car]:
    """Return the cars in the order of the standings (N14.1). Without a finish line: by start slot."""
    board = position.board
    far = board.distances if board.has_line else {}
    lost = len(position.tiles)

    def key(item: tuple[int, Car]) -> tuple[int, ...]:
        slot, car = item
        if car.finished:
            return 0, car.finished, slot
        if not board.has_line:
            return 2 if car.retired else 1, slot
        return 2 if car.retired else 1, -car.laps, far.get(car.at, lost), -car.speed, slot

    return [car for __, car in sorted(enumerate(position.cars), key=key)]


def distance(position: Position, car: Car) -> int:
    """Return the fewest moves to the next lap crossing, 0 where there is no line (N13.2)."""
    return position.board.distances.get(car.at, 0)


def default_order(position: Position, seat: str, policy: str) -> Order | None:
    """Return the order of a car that has none: straight on, or braking (N15). None: the game master waits."""
    car = position.car(seat)
    if car is None or policy not in {"straight", "brake"}:
        return None
    if policy == "brake" and car.speed:
        return Order("B" + "M" * (car.speed - 1))
    return Order("M" * car.speed)


# N5: the turn


def resolve(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str] = ()
) -> Resolution[Position]:
    """Resolve one turn (N5.3): an order for every running car, those in `missed` by default."""
    turn = position.turn + 1
    changed: dict[int, str] = {}  # tiles that this turn makes something else
    events: list[Event] = []
    runs: list[Run] = []
    # The cars one by one (N5.3)
    for car in running_order(position):
        if car.runs:
            counted = _count_missed(car, events, has_missed=car.seat in missed)
            runs.append(Run(position, counted, orders[car.seat], changed, events, draws))
            runs[-1].drive()
    # Places of those who finished (N14.2)
    _place_finishers(position, runs)
    # Crashes (N10)
    cars = {run.car.seat: run.car for run in runs}
    _crash(position, [run.car.seat for run in runs], cars, changed, events)
    # The alley laid anew (N7.6)
    record = _lay_alley(position, max((run.reached for run in runs), default=position.record), changed, events)
    after = tuple(cars.get(car.seat, car) for car in position.cars)
    tiles = _with_changes(position.tiles, changed)
    return Resolution(tuple(events), position._replace(turn=turn, tiles=tiles, cars=after, record=record))


def _count_missed(car: Car, events: list[Event], *, has_missed: bool) -> Car:
    """Return a car with its turns missed in a row and in all counted, and tell of one missed."""
    if not has_missed:
        return car._replace(missed=0) if car.missed else car
    events.append(Event("order_missed", (car.seat,), {"in_a_row": car.missed + 1}))
    return car._replace(missed=car.missed + 1, missed_in_all=car.missed_in_all + 1)


def _with_changes(tiles: str, changed: Mapping[int, str]) -> str:
    if not changed:
        return tiles
    glyphs = list(tiles)
    for index, glyph in changed.items():
        glyphs[index] = glyph
    return "".join(glyphs)


def _place_finishers(position: Position, runs: list[Run]) -> None:
    """Give the cars that finished this turn their places (N14.2).

    The smaller share of the turn comes first, then more moves; else a place is shared.
    """
    ahead = sum(1 for car in position.cars if car.finished)
    finishes = [run.finish for run in runs if run.finish is not None]
    for run in runs:
        if run.finish is None:
            continue
        place = 1 + ahead + sum(other < run.finish for other in finishes)
        # It ends its turn at the line: what the slipstream gave beyond max speed is not kept (N1.4, N11.2).
        run.car = run.car._replace(finished=place, speed=min(run.car.speed, run.car.max_speed))
        run.tell_place(place)


def _crash(
    position: Position, order: list[str], cars: dict[str, Car], changed: dict[int, str], events: list[Event]
) -> None:
    """Let cars that ended the turn on one tile crash, each once; the tile becomes oil outside the pits (N10)."""
    board, (slow, damage) = position.board, position.settings.crash_penalty
    stands: dict[int, list[str]] = {}
    for seat in order:
        if cars[seat].runs:
            stands.setdefault(cars[seat].at, []).append(seat)
    for at, seats in sorted(stands.items()):
        if len(seats) == 1:
            continue
        figures = {}
        for seat in seats:
            car = cars[seat]
            max_speed, speed = suffer(car.max_speed, car.speed, slow, damage)
            figures[seat] = {"speed": [car.speed, speed], "max_speed": [car.max_speed, max_speed]}
            cars[seat] = car._replace(max_speed=max_speed, speed=speed, crashed=True)
        leaves_oil = not board.flags[at] & IN_ZONE
        if leaves_oil:
            changed[at] = OIL
        events.append(Event("crashed", tuple(seats), {"at": board.place(at), "oil": leaves_oil, "figures": figures}))


def _lay_alley(position: Position, reached: int, changed: dict[int, str], events: list[Event]) -> int:
    """Lay the alley anew after a new highest lap count, the opening crossing aside (N7.6); return the record."""
    if reached <= position.record:
        return position.record
    board = position.board
    if reached > 0 and board.alley:
        for index in board.alley:
            if (changed.get(index) or position.tiles[index]) != OIL:
                changed[index] = UNKNOWN
        events.append(Event("alley_laid", (), {"lap": reached}))
    return reached


def tell_amendment(before: Position, after: Position) -> tuple[Event, ...]:
    """Return `retired` for every car that an amendment took out of the race; refuse another count of turns, or of laps.

    The label of every draw holds the turn: counted anew, the same chance would come a second time. A car that has
    completed the race's last lap has finished: none that still runs has completed them all.
    """
    if after.turn != before.turn:
        allowed = _("{turn}: gm undo takes turns back", turn=before.turn)
        raise InputError(_("found {value}", value=after.turn), key="turn", allowed=allowed)
    events = []
    for car in after.cars:
        earlier = before.car(car.seat)
        if _has_all_laps(after, car) and not (earlier and _has_all_laps(before, earlier)):
            allowed = _("at most {laps} for a car that still runs", laps=after.settings.laps - 1)
            message = _("laps counts completed laps, found {value} of {laps}", value=car.laps, laps=after.settings.laps)
            raise InputError(message, key=f"cars.{car.seat}.laps", allowed=allowed)
        if car.retired and earlier is not None and not earlier.retired:
            events.append(Event("retired", (car.seat,), {"at": after.board.place(car.at)}))
    return tuple(events)


def _has_all_laps(position: Position, car: Car) -> bool:
    """Tell whether a car still runs although it has completed all laps of the race."""
    return car.runs and car.laps >= position.settings.laps


def view(position: Position, viewer: str) -> Position:
    """Return the position as it is: what the alley hides is in nobody's position, it is drawn when a car meets it."""
    del viewer
    return position
