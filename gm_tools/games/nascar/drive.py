"""One car's turn: its order carried out letter by letter (N2, N3.5, N5).

The ways of chance are drawn, and all is told as events. What a move makes of a car stands in `driving_rules.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.games.nascar.board import ASPHALT, HEADINGS, OFF, OIL, ON_LINE, SAND
from gm_tools.games.nascar.check import TURNS, charged_marks, end_change, speed_after, take_apart
from gm_tools.games.nascar.driving_rules import NEXT_SAND, SLIDES, CarState, End, Rules, car_after, ground_of
from gm_tools.games.nascar.orders import MOVES, Order, format_order

if TYPE_CHECKING:
    from gm_tools.core.draws import Draws
    from gm_tools.games.nascar.position import Car, Position

_AHEAD = {"pit_entered", "pit_left", "lap_completed", "finished", "bank_turned"}  # told of the tile that a move enters


class Run(Rules):
    """One car's turn: the figures that its moves change. The map's changes and the events are shared by all cars."""

    draws_sand = True

    def __init__(
        self,
        position: Position,
        car: Car,
        order: Order,
        changed: dict[int, str],
        events: list[Event],
        draws: Draws,
    ) -> None:
        super().__init__(position, car)
        self.position, self.order = position, order
        self.changed, self.events, self.draws = changed, events, draws
        self.state = self.start()
        self.at = self.there = car.at  # there: the tile that the move under way leads to
        self.speed = self.steady = car.speed  # steady: the speed of the beginning, with which all moves are made
        self.wild_cards, self.spent = car.wild_cards, 0
        self.path: list[int] = []
        self.reached = position.record  # the highest lap begun, for N7.6
        # The less the better: share of the turn, moves of it below 0 (N14.2).
        self.finish: tuple[float, int] | None = None
        self._finished = 0  # where among the events it stands that the car finished
        self.uncounted = False  # a crossing in the pits that would have finished the car

    def drive(self) -> None:
        """Carry out the whole order (N2)."""
        position, car, order = self.position, self.car, self.order
        begin, moves, end = take_apart(car, order)
        marks = charged_marks(position.settings, car, order)
        self.speed = self.steady = speed_after(car.speed, begin)
        if marks:
            self._spend(sum(place < len(begin) for place in marks))
        if "S" in begin:
            self._tell("slipstreamed", speed=self.speed)
        places = self.board.places
        moved: dict[str, Any] = {"order": format_order(order), "from": places[car.at]}
        self.events.append(Event("moved", (car.seat,), moved))  # before what comes of the moves; it says how they ended
        stayed = self._move(moves, {place - len(begin) for place in marks})
        if stayed and not self.finish:
            if marks:
                self._spend(sum(place >= len(begin) + len(moves) for place in marks))
            self._take(*self.end_turn(self.state, self.steady, end_change(end)))
        state = self.state
        moved |= {
            "path": [places[index] for index in self.path],
            "at": places[self.at],
            "heading": HEADINGS[state.heading],
            "speed": self.speed,
            "max_speed": state.max_speed,
            "wild_cards": self.wild_cards,
            "spent": self.spent,
        }
        if len(marks) > len(order.marks):
            moved["charged"] = len(marks) - len(order.marks)  # N3.4
        if self.uncounted:
            moved["uncounted"] = True
        figures = self.speed, state.max_speed, self.wild_cards, state.laps
        self.car = car_after(car, End(self.at, state.heading, *figures, None if self.finish else state.pit, None))

    def _move(self, moves: str, marked: set[int]) -> bool:
        """Carry out the moves; return whether the car stayed on the track (N5, N6)."""
        board, tiles, changed = self.position.board, self.position.tiles, self.changed
        steps, flags, along = board.steps, board.flags, board.along
        at, heading, path = self.at, self.state.heading, self.path
        here = flags[at]
        for number, letter in enumerate(moves, 1):
            heading = (heading + TURNS[letter]) % 8
            there = at + steps[heading]
            if marked and number - 1 in marked:
                self._spend(1)
            glyph = (changed and changed.get(there)) or tiles[there]
            onto = flags[there]
            if here == ON_LINE and along[heading] >= 0:
                here = 0  # on from the line, not back over it
            if not (here or onto) and glyph == ASPHALT:  # plain road: nothing can happen
                at = there
                path.append(at)
                continue
            self.at, self.there = at, there
            state = self._enter(glyph, heading, number)
            if glyph == OFF:
                self._leave_track(moves[number:])
                return False
            self.at = at = there
            path.append(at)
            if state.stop is not None:
                self.finish = number / len(moves), -len(moves)
                return True
            heading, here = state.heading, onto
        self.at = at
        if self.state.heading != heading:
            self.state = self.state._replace(heading=heading)
        return True

    def _enter(self, glyph: str, heading: int, number: int) -> CarState:
        """Let one move act, drawing among its ways where chance has a say; return what it made of the car."""
        board, at, there = self.position.board, self.at, self.there
        came = ground_of(board, at, self.changed.get(at) or self.position.tiles[at])
        onto = ground_of(board, there, glyph)
        before = self.state
        ways = self.move(before, heading, came, onto, number, self.steady, at=there)
        state = ways[0][1]
        slide = ""
        if len(ways) > 1 and state.stop is None:
            if glyph == OIL:
                label = f"turn/{self.position.turn + 1}/oil/{self.car.seat}/{number}"
                slide = self.draws.pick("oil", label, tuple(SLIDES))
                state = ways[tuple(SLIDES).index(slide)][1]
            else:
                state = ways[0 if self._has_bag(there) else 1][1]
        self._take(state, state.speed(self.steady))
        if glyph == OFF or state.stop is not None:
            return state
        self.at = there
        if slide:
            self._tell("oil_slid", turn=slide, heading=HEADINGS[state.heading])
        elif glyph in SAND:
            self._clear(glyph, has_bag=state.lost > before.lost)
        return self.state

    def _take(self, state: CarState, speed: int) -> None:
        """Take on what has become of the car; WC that the pits gave or took are booked at once."""
        if state.cards:
            self.wild_cards = max(0, self.wild_cards + state.cards)
            state = state._replace(cards=0)
        self.state, self.speed = state, speed

    def _spend(self, marks: int) -> None:
        """Spend WC, as far as there are, as the letters that bear these marks are carried out (N3.5)."""
        paid = min(marks, self.wild_cards)
        self.wild_cards, self.spent = self.wild_cards - paid, self.spent + paid

    def _has_bag(self, at: int) -> bool:
        """Draw what an unknown tile of the sand alley hides (N7.1)."""
        position = self.position
        row, column = position.board.place(at)
        label = f"alley/{position.record}/{row},{column}"
        return self.draws.pick("sand", label, (True, False), self.bag_weights)

    def _clear(self, glyph: str, *, has_bag: bool) -> None:
        """Change the tile of the sand alley that was entered, and tell of it (N7.2, N7.3)."""
        tile = NEXT_SAND[glyph] if has_bag else ASPHALT
        self.changed[self.at] = tile
        if has_bag:
            self._tell("sandbag_hit", was=glyph, tile=tile, speed=self.speed)
        if tile == ASPHALT:
            self._tell("alley_cleared", was=glyph)

    def _leave_track(self, rest: str) -> None:
        """Stop at the edge and pay for the spaces off the track, counted to the order's end or back onto it (N6.2)."""
        board, state = self.position.board, self.state
        for letter in rest:
            stop = state.stop
            if stop is None or not stop.counting:
                break
            heading = (stop.heading + TURNS[letter]) % 8
            there = stop.at + board.steps[heading]
            state = self.count_space(state, heading, there, ground_of(board, there, self.position.tiles[there]))
        spaces = state.stop.spaces if state.stop else 0
        before = self.speed, self.state.max_speed
        max_speed, self.speed = self.pay_for_leaving(self.state, self.steady, spaces)
        self.state = self.state._replace(max_speed=max_speed)
        self._tell(
            "off_track",
            heading=HEADINGS[self.state.heading],
            spaces=spaces,
            speed=[before[0], self.speed],
            max_speed=[before[1], max_speed],
            after_oil=self.state.oiled and bool(self.position.settings.oil_penalty),
        )

    def tell_place(self, place: int) -> None:
        """Add to the event of its finish the place that the car has, known after all cars (N14.2)."""
        event = self.events[self._finished]
        self.events[self._finished] = event._replace(data={**event.data, "place": place})

    def _tell(self, kind: str, **data: Any) -> None:
        self.events.append(Event(kind, (self.car.seat,), {"at": self.board.places[self.at], **data}))

    def _say(self, kind: str, state: CarState, **data: Any) -> None:
        """Tell what a move brings, as `driving_rules.py` says it."""
        if kind == "uncounted":
            self.uncounted = True
            return
        if kind in {"pit_repaired", "pit_violation"}:
            data |= {"max_speed": state.max_speed, "wild_cards": max(0, self.wild_cards + state.cards)}
        elif kind == "lap_completed":
            self.reached = max(self.reached, state.laps)
        at = self.there if kind in _AHEAD else self.at
        self.events.append(Event(kind, (self.car.seat,), {"at": self.board.places[at], **data}))
        if kind == "finished":
            self._finished = len(self.events) - 1


def ready_alone(position: Position, seat: str, order: Order, draws: Draws) -> Run:
    """Return the run that carries out one car's order, legal or not, on the map as it is.

    The others do not move, and nobody crashes. Speed changes between moves, which no legal order has (N2.1), are left
    out.
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
    return Run(position, car, order, {}, [], draws)


def drive_alone(position: Position, seat: str, order: Order, draws: Draws) -> Run:
    """Carry out one car's order by itself, see `ready_alone`."""
    run = ready_alone(position, seat, order, draws)
    run.drive()
    return run
