"""The rules of the forum Nascar race.

Order of resolution: the cars one by one, in the order of the standings at the start of the turn (N5.3). Each car: changes
of the beginning (N2.2, N11), then move by move: mark spent (N3.5), off the track (N6) or onto the next tile, pit limit and
repairs (N12.2, N12.3), zone entered or left, lap line (N13.1), then what the tile does: sand (N7), bank (N8), oil (N9); after the
last move the changes of the end (N2.3) and the pit limit again (N12.2). After all cars: places of those who finished (N14.2),
crashes (N10), the alley laid anew (N7.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.core.game import Request, Resolution, Seat, Standing
from gm_tools.core.problems import Problem
from gm_tools.games.nascar.board import (
    ASPHALT,
    BAG,
    BANK,
    FLAT_BAG,
    GLYPHS,
    HEADINGS,
    IN_ZONE,
    OFF,
    OIL,
    ON_LINE,
    PIT_REPAIR,
    UNKNOWN,
    Board,
)
from gm_tools.games.nascar.check import TURNS, charged_marks, take_apart
from gm_tools.games.nascar.orders import Order, format_order
from gm_tools.games.nascar.position import SPECIALS, Car, Pit, Position, settle

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.core.draws import Draws

PIT_LIMIT = 6
LOWEST_MAX_SPEED = 6
_DENSITY_PARTS = 10_000


# N1, N13: the start


def check_seats(board: Board, seats: Sequence[Seat], options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return what is wrong with marks and specials: one free letter a car, a special that the race allows (N4, N15)."""
    del board
    taken = {seat.mark for seat in seats} | set(GLYPHS)
    free = " ".join(chr(code) for code in (*range(65, 91), *range(97, 123)) if chr(code) not in taken)
    allowed = options.get("specials", SPECIALS)
    found = []
    for seat in seats:
        if len(seat.mark) != 1 or not (seat.mark.isascii() and seat.mark.isalpha()):
            message = f"a car's mark is one letter, found {seat.mark!r}; free are {free}"
            found.append(Problem("illegal", "N13", message, seat.mark))
        elif seat.mark in GLYPHS:
            message = f"{seat.mark} is a tile of the map and cannot mark a car; free are {free}"
            found.append(Problem("illegal", "N13", message, seat.mark))
        if seat.extra and seat.extra not in allowed:
            message = f"no special is called {seat.extra!r}; this race has {', '.join(allowed) or 'none'}"
            found.append(Problem("illegal", "N4", message, seat.mark))
    return tuple(found)


def setup(board: Board, seats: Sequence[Seat], options: Mapping[str, Any], draws: Draws) -> Position:
    """Return the grid: cars on the start slots, in the order of the seats or drawn (N1.3, N4.3, N13)."""
    settings = settle(options, board)
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
            min(settings.start_speed, settings.start_max_speed),
            settings.start_max_speed,
            settings.start_wild_cards * (2 if seat.extra == "performance" else 1),
            seat.extra,
            laps,
        )
        for seat, slot in zip(order, board.slots, strict=False)
    )
    return Position(board, settings, 0, board.tiles.replace("x", ASPHALT), cars, laps)


def awaited(position: Position) -> dict[str, Request]:
    """Return every running car with what it has to order: so many moves (N2.2)."""
    if is_over(position):
        return {}
    requests = {}
    for car in position.cars:
        if car.runs:
            text = f"{car.speed} moves at speed {car.speed}, heading {HEADINGS[car.heading]}, {car.wild_cards} WC"
            if car.missed >= 3:
                text += f"; no order {car.missed} turns in a row: consider retiring the car"
            requests[car.seat] = Request(text, "N2.2", secret=True)
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

    return [car for _, car in sorted(enumerate(position.cars), key=key)]


def distance(position: Position, car: Car) -> int:
    """Return the fewest moves to the next lap crossing, 0 where there is no line (N13.2)."""
    return position.board.distances.get(car.at, 0)


def standings(position: Position) -> tuple[Standing, ...]:
    """Return the standings, leader first; finished cars have their place, shared or not (N14)."""
    return tuple(
        Standing(
            car.finished or None,
            car.seat,
            {
                "laps": car.laps,
                "distance": 0 if car.finished else distance(position, car),
                "speed": car.speed,
                "max_speed": car.max_speed,
                "heading": HEADINGS[car.heading],
                "wild_cards": car.wild_cards,
                "special": car.special,
                "state": "finished" if car.finished else "retired" if car.retired else "running",
            },
        )
        for car in running_order(position)
    )


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
    for car in running_order(position):
        if not car.runs:
            continue
        has_missed = car.seat in missed
        if has_missed:
            events.append(Event("order_missed", (car.seat,), {"in_a_row": car.missed + 1}))
        run = Run(position, car, orders[car.seat], changed, events, draws)
        run.drive()
        if has_missed:
            run.car = run.car._replace(missed=car.missed + 1, missed_in_all=car.missed_in_all + 1)
        elif car.missed:
            run.car = run.car._replace(missed=0)
        runs.append(run)
    _place_finishers(position, runs)
    cars = {run.car.seat: run.car for run in runs}
    _crash(position, [run.car.seat for run in runs], cars, changed, events)
    record = _lay_alley(position, max((run.reached for run in runs), default=position.record), changed, events)
    after = tuple(cars.get(car.seat, car) for car in position.cars)
    tiles = _with_changes(position.tiles, changed)
    return Resolution(tuple(events), position._replace(turn=turn, tiles=tiles, cars=after, record=record))


def _with_changes(tiles: str, changed: Mapping[int, str]) -> str:
    if not changed:
        return tiles
    glyphs = list(tiles)
    for index, glyph in changed.items():
        glyphs[index] = glyph
    return "".join(glyphs)


class Run:
    """One car's turn: the figures that its moves change. The map's changes and the events are shared by all cars."""

    __slots__ = (
        "at",
        "car",
        "changed",
        "draws",
        "events",
        "finish",
        "finished_data",
        "heading",
        "laps",
        "max_speed",
        "oiled",
        "order",
        "path",
        "pit",
        "position",
        "reached",
        "speed",
        "spent",
        "wild_cards",
    )

    def __init__(
        self,
        position: Position,
        car: Car,
        order: Order,
        changed: dict[int, str],
        events: list[Event],
        draws: Draws,
    ) -> None:
        self.position, self.car, self.order = position, car, order
        self.changed, self.events, self.draws = changed, events, draws
        self.at, self.heading, self.speed, self.max_speed = car.at, car.heading, car.speed, car.max_speed
        self.wild_cards, self.laps, self.pit = car.wild_cards, car.laps, car.pit
        self.path: list[int] = []
        self.spent = 0  # wild cards
        self.oiled = False
        self.reached = position.record  # the highest lap begun, for N7.6
        self.finish: tuple[float, int] | None = None  # share of the turn and moves of it (N14.2)
        self.finished_data: dict[str, Any] = {}

    def drive(self) -> None:
        """Carry out the whole order (N2)."""
        position, car, order = self.position, self.car, self.order
        begin, moves, end = take_apart(car, order)
        marks = set(charged_marks(position.settings, car, order))
        self.speed += begin.count("A") + begin.count("S") - begin.count("B")
        for place in marks:
            self._spend(is_marked=place < len(begin))
        if "S" in begin:
            self._tell("slipstreamed", speed=self.speed)
        moved: dict[str, Any] = {"order": format_order(order), "from": position.board.place(car.at)}
        self.events.append(Event("moved", (car.seat,), moved))
        stayed = self._move(moves, {place - len(begin) for place in marks})
        if stayed and not self.finish:
            for place in marks:
                self._spend(is_marked=place >= len(begin) + len(moves))
            # A bag met may have brought speed below what the end takes off, or one not met leave it too high (N7.5).
            self._set_speed(self.speed + end.count("A") - end.count("B"))
            if position.board.flags[self.at] & IN_ZONE and self.speed > PIT_LIMIT:
                self._violate()
        places = position.board.places
        moved |= {
            "path": [places[index] for index in self.path],
            "at": position.board.place(self.at),
            "heading": HEADINGS[self.heading],
            "speed": self.speed,
            "max_speed": self.max_speed,
            "wild_cards": self.wild_cards,
            "spent": self.spent,
        }
        if len(marks) > len(order.marks):
            moved["charged"] = len(marks) - len(order.marks)  # N3.4
        self.car = car._replace(
            at=self.at,
            heading=self.heading,
            speed=self.speed,
            max_speed=self.max_speed,
            wild_cards=self.wild_cards,
            laps=self.laps,
            pit=None if self.finish else self.pit,
            crashed=False,
        )

    def _move(self, moves: str, marked: set[int]) -> bool:
        """Carry out the moves; return whether the car stayed on the track (N5, N6)."""
        board, tiles, changed, car = self.position.board, self.position.tiles, self.changed, self.car
        steps, flags = board.steps, board.flags
        at, heading, path = self.at, self.heading, self.path
        here = flags[at]
        was_bank, bonus_left = False, True
        for number, letter in enumerate(moves, 1):
            heading = (heading + TURNS[letter]) % 8
            there = at + steps[heading]
            if number - 1 in marked:
                self._spend(is_marked=True)
            glyph = changed.get(there) or tiles[there]
            onto = flags[there]
            if not (here or onto) and glyph == ASPHALT:  # plain road: nothing can happen
                at = there
                path.append(at)
                was_bank = False
                continue
            if here & IN_ZONE or onto & IN_ZONE:
                self.at, self.heading = at, heading
                self._pass_pits(at, there, glyph)
            if glyph == OFF:
                self.at, self.heading = at, heading
                self._leave_track(moves[number:], there)
                return False
            was_on_line = here & ON_LINE
            at = there
            self.at, self.heading = at, heading
            here = onto
            path.append(at)
            if (onto & ON_LINE) != was_on_line and self._cross_line(bool(was_on_line), number, len(moves)):
                return True
            if glyph == OIL:
                self._slide(f"turn/{self.position.turn + 1}/oil/{car.seat}/{number}")
                heading = self.heading
            elif glyph == BANK:
                if was_bank and bonus_left:
                    self.heading = heading = (heading + board.bank_of(at)) % 8
                    bonus_left = False  # once a turn only (N8.2)
                    self._tell("bank_turned", heading=HEADINGS[heading])
            elif glyph in ".Ss":
                self._meet_sand(glyph)
            was_bank = glyph == BANK
        self.at, self.heading = at, heading
        return True

    def _spend(self, is_marked: bool) -> None:
        """Spend a WC as the letter that bears the mark is carried out (N3.5)."""
        if is_marked and self.wild_cards:
            self.wild_cards -= 1
            self.spent += 1

    def _set_speed(self, speed: int) -> None:
        self.speed = max(0, min(speed, self.max_speed))  # N1.4

    def _tell(self, kind: str, **data: Any) -> None:
        self.events.append(Event(kind, (self.car.seat,), {"at": self.position.board.place(self.at), **data}))

    # N6

    def _leave_track(self, rest: str, there: int) -> None:
        """Stop at the edge and pay for the spaces off the track, counted to the order's end or back onto it (N6.2)."""
        settings, steps = self.position.settings, self.position.board.steps
        heading, spaces = self.heading, 1
        for letter in rest:
            heading = (heading + TURNS[letter]) % 8
            there += steps[heading]
            if spaces == 3 or self.position.tiles[there] != OFF:  # three is the most that counts, and the map's border
                break
            spaces += 1
        slow, damage = settings.off_track_penalties[spaces - 1]
        if self.oiled and spaces > 1 and settings.oil_penalty:
            slow, damage = settings.oil_penalty[0], int(settings.oil_penalty[1])  # N6.4
        before = self.speed, self.max_speed
        self._suffer(slow, damage)
        self._tell(
            "off_track",
            heading=HEADINGS[self.heading],
            spaces=spaces,
            speed=[before[0], self.speed],
            max_speed=[before[1], self.max_speed],
            after_oil=self.oiled,
        )

    def _suffer(self, slow: int | str, damage: int) -> None:
        self.max_speed, self.speed = suffered(self.max_speed, self.speed, slow, damage)

    # N7, N9

    def _meet_sand(self, glyph: str) -> None:
        """Enter a tile of the sand alley: unknown, bag or flattened bag (N7.2, N7.3)."""
        has_bag = glyph != UNKNOWN
        if not has_bag:
            position = self.position
            row, column = position.board.place(self.at)
            bags = round(position.settings.sand_density * _DENSITY_PARTS)
            has_bag = self.draws.pick(
                "sand", f"alley/{position.record}/{row},{column}", (True, False), (bags, _DENSITY_PARTS - bags)
            )
        tile = {UNKNOWN: BAG if has_bag else ASPHALT, BAG: FLAT_BAG, FLAT_BAG: ASPHALT}[glyph]
        self.changed[self.at] = tile
        if has_bag:
            self._set_speed(self.speed - 1)
            self._tell("sandbag_hit", tile=tile, speed=self.speed)
        if tile == ASPHALT:
            self._tell("alley_cleared")

    def _slide(self, label: str) -> None:
        """Enter oil: the heading turns left, right or not at all (N9.1)."""
        turn = self.draws.pick("oil", label, ("left", "same", "right"))
        self.heading = (self.heading + {"left": -1, "same": 0, "right": 1}[turn]) % 8
        self.oiled = self.oiled or turn != "same"
        self._tell("oil_slid", turn=turn, heading=HEADINGS[self.heading])

    # N12

    def _pass_pits(self, at: int, there: int, glyph: str) -> None:
        """Judge a move that starts or ends in the pit zone: limit, repairs, entered, left (N12.2, N12.3, N12.6)."""
        flags = self.position.board.flags
        if glyph != OFF and flags[there] & IN_ZONE and not flags[at] & IN_ZONE:
            self.pit = Pit()
            self.events.append(
                Event("pit_entered", (self.car.seat,), {"at": self.position.board.place(there), "speed": self.speed})
            )
        if self.speed > PIT_LIMIT:
            self._violate()
        if glyph == OFF:
            return
        if self.position.tiles[at] == PIT_REPAIR and glyph != PIT_REPAIR:
            self._repair()
        if not flags[there] & IN_ZONE:
            self.pit = None
            self.events.append(
                Event("pit_left", (self.car.seat,), {"at": self.position.board.place(there), "speed": self.speed})
            )

    def _repair(self) -> None:
        """Grant the repairs, once a visit, at the speed of the moment (N12.3)."""
        if self.pit is None or self.pit.violated or self.pit.repairs is not None:
            return
        gained = 10 - self.speed, (10 - self.speed) // 3 * (2 if self.car.special == "performance" else 1)
        self.pit = Pit(violated=False, repairs=gained)
        self.max_speed += gained[0]
        self.wild_cards += gained[1]
        self._tell("pit_repaired", gained=list(gained), max_speed=self.max_speed, wild_cards=self.wild_cards)

    def _violate(self) -> None:
        """Break the limit of the pits, once a visit: no repairs, and those had are reversed (N12.5)."""
        if self.pit is None or self.pit.violated:
            return
        speed = self.speed
        reversed_ = self.pit.repairs
        self.pit = Pit(violated=True)
        if reversed_ is not None:
            self.max_speed = max(LOWEST_MAX_SPEED, self.max_speed - reversed_[0])
            self.wild_cards = max(0, self.wild_cards - reversed_[1])
            self._set_speed(self.speed)
        self._tell(
            "pit_violation",
            speed=speed,
            reversed=list(reversed_ or ()),
            max_speed=self.max_speed,
            wild_cards=self.wild_cards,
        )

    # N13.1, N14.2

    def _cross_line(self, was_on_line: bool, number: int, moves: int) -> bool:
        """Count a crossing of the line by the move just made; return whether it finished the car."""
        position = self.position
        component = position.board.along[self.heading]
        if was_on_line:
            if component < 0:
                self.laps -= 1
            return False
        if component <= 0:
            return False
        finishes = self.laps + 1 >= position.settings.laps
        if finishes and position.board.flags[self.at] & IN_ZONE and not position.settings.finish_in_pits:
            return False  # N12.8
        self.laps += 1
        if finishes:
            self.finish = number / moves, moves
            self._tell("finished", laps=self.laps)
            self.finished_data = self.events[-1].data  # type: ignore[assignment]  # the place is known after all cars
            return True
        self.reached = max(self.reached, self.laps)
        self._tell("lap_completed", laps=self.laps)
        return False


def suffered(max_speed: int, speed: int, slow: int | str, damage: int) -> tuple[int, int]:
    """Return max speed and speed after a penalty; `"stop"` is speed 0 (N1.4, N15)."""
    max_speed = max(min(max_speed, LOWEST_MAX_SPEED), max_speed - damage)
    return max_speed, min(max_speed, 0 if isinstance(slow, str) else max(0, speed - slow))


def _place_finishers(position: Position, runs: list[Run]) -> None:
    """Give the cars that finished this turn their places: smaller share of the turn, then more moves, else shared (N14.2)."""
    ahead = sum(1 for car in position.cars if car.finished)
    finishers = sorted(
        (run for run in runs if run.finish is not None),
        key=lambda run: (run.finish[0], -run.finish[1]) if run.finish else (0.0, 0),
    )
    previous = None
    place = 0
    for count, run in enumerate(finishers, ahead + 1):
        if run.finish != previous:
            place = count
        previous = run.finish
        run.car = run.car._replace(finished=place)
        run.finished_data["place"] = place


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
            max_speed, speed = suffered(car.max_speed, car.speed, slow, damage)
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


def amended(before: Position, after: Position) -> tuple[Event, ...]:
    """Return `retired` for every car that an amendment took out of the race."""
    events = []
    for car in after.cars:
        earlier = before.car(car.seat)
        if car.retired and earlier is not None and not earlier.retired:
            events.append(Event("retired", (car.seat,), {"at": after.board.place(car.at)}))
    return tuple(events)


def view(position: Position, viewer: str) -> Position:
    """Return the position as it is: what the alley hides is in nobody's position, it is drawn when a car meets it."""
    del viewer
    return position
