"""One car's turn, move by move (rules N2, N3.5, N5 to N9, N12, N13.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.games.nascar.board import (
    ASPHALT,
    BAG,
    BANK,
    FLAT_BAG,
    HEADINGS,
    IN_ZONE,
    OFF,
    OIL,
    ON_LINE,
    PIT_REPAIR,
    UNKNOWN,
)
from gm_tools.games.nascar.check import TURNS, charged_marks, take_apart
from gm_tools.games.nascar.orders import MOVES, Order, format_order
from gm_tools.games.nascar.position import Car, Pit, Position

if TYPE_CHECKING:
    from gm_tools.core.draws import Draws

PIT_LIMIT = 6
LOWEST_MAX_SPEED = 6
DENSITY_PARTS = 10_000  # whole-number weights of a sand density


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
        "uncounted",
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
        self.uncounted = False  # a crossing in the pits that would have finished the car

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
        if self.uncounted:
            moved["uncounted"] = True
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
            after_oil=self.oiled and bool(settings.oil_penalty),
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
            bags = round(position.settings.sand_density * DENSITY_PARTS)
            has_bag = self.draws.pick(
                "sand", f"alley/{position.record}/{row},{column}", (True, False), (bags, DENSITY_PARTS - bags)
            )
        tile = {UNKNOWN: BAG if has_bag else ASPHALT, BAG: FLAT_BAG, FLAT_BAG: ASPHALT}[glyph]
        self.changed[self.at] = tile
        if has_bag:
            self._set_speed(self.speed - 1)
            self._tell("sandbag_hit", was=glyph, tile=tile, speed=self.speed)
        if tile == ASPHALT:
            self._tell("alley_cleared", was=glyph)

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
            self.uncounted = True
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


@lru_cache(maxsize=4096)
def suffered(max_speed: int, speed: int, slow: int | str, damage: int) -> tuple[int, int]:
    """Return max speed and speed after a penalty; `"stop"` is speed 0 (N1.4, N15)."""
    max_speed = max(min(max_speed, LOWEST_MAX_SPEED), max_speed - damage)
    return max_speed, min(max_speed, 0 if isinstance(slow, str) else max(0, speed - slow))


def drive_alone(position: Position, seat: str, order: Order, draws: Draws) -> Run:
    """Carry out one car's order, legal or not, on the map as it is; the others do not move, and nobody crashes.

    Speed changes between moves, which no legal order has (N2.1), are left out.
    """
    car = position.car(seat)
    if car is None or not car.runs:
        raise ValueError(seat)
    begin, moves, _ = take_apart(car, order)
    inside = range(len(begin), len(begin) + len(moves))
    kept = [place for place, letter in enumerate(order.letters) if place not in inside or letter in MOVES]
    if len(kept) < len(order.letters):
        marks = tuple(kept.index(place) for place in order.marks if place in kept)
        order = Order("".join(order.letters[place] for place in kept), marks)
    run = Run(position, car, order, {}, [], draws)
    run.drive()
    return run
