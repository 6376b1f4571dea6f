"""Every state that a car's drive can end in, each with the cheapest order that leads there (rules C15, C25, C44–C47).

A list of all orders has tens of thousands of entries once there are turbo chips (3,000 for two, 70,000 for three); what
they come to are some hundreds of states. So the states are walked, not the orders: each part of a drive takes the set
of states on, and of two ways to one state only the first is followed. The other cars stand where they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.drive import fuels, is_at_pump
from gm_tools.games.tacara.legal import Walks, play_to, possible_gears
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import VALUES, Car, Chips, Position, with_chip
from gm_tools.games.tacara.shift import DIRECTIONS, NEUTRAL, Shift


class End(NamedTuple):
    """What a drive leaves: space, shift, turbo chips, lines crossed. The pool follows from the chips (C35)."""

    at: int
    shift: Shift
    chips: Chips
    crossed: int
    refuelled: bool = False
    flipped: bool = False


def cost(order: Order) -> tuple[int, int, int]:
    """Return what an order takes to give: chips played, draft steps, steps of the shift. Fewer is cheaper."""
    return len(order.turbos), len(order.drafts), len(order.gear)


def ends(position: Position, car: Car, *, chips: int | None = None, follows: bool = False) -> dict[End, Order]:
    """Return every end of a drive of this car, each with one of its cheapest orders, playing at most so many `chips`.

    The position is taken as it is, as if the slot were the car's. Orders that crash are among them (C31).
    """
    most = sum(car.hand) if chips is None else min(chips, sum(car.hand))
    return _Search(position, car, follows=follows).run(most)


def end_of(car: Car) -> End:
    """Return a car after a drive as an end."""
    return End(car.at, car.shift, car.chips, car.crossed, car.refuelled, car.flipped)


def car_after(car: Car, end: End) -> Car:
    """Return a car as an end leaves it, on its wheels, in its next slot."""
    return car._replace(
        at=end.at, shift=end.shift, chips=end.chips, crossed=end.crossed, refuelled=end.refuelled, under=0, bonus=False
    )


State = tuple[int, int, Chips, Shift, int]  # space, lines crossed, turbo chips, shift, draft steps left
Way = tuple[tuple[str, ...], str, str, tuple[str, ...]]  # turbo chips before, steps of the shift, axis, tokens after


class _Search:
    """A search under way. Layers go by the number of chips and draft steps used, so that fewer come first."""

    def __init__(self, position: Position, car: Car, *, follows: bool) -> None:
        self.position, self.car, self.follows = position, car, follows
        self.walk = Walks(position, car).walk
        self.found: dict[End, Order] = {}

    def run(self, most: int) -> dict[End, Order]:
        car = self.car
        gears = possible_gears(self.position, car)
        fewest = sum(car.hand) - most
        # States before the normal move, and after it.
        early: dict[State, Way] = {
            (car.at, car.crossed, car.hand, car.shift, 0): ((), "", "H" if all(car.shift) else "", ())
        }
        late: dict[State, Way] = {}
        while early or late:
            for (at, crossed, hand, _, _), (before, *_) in early.items():
                for steps, shift, axis, parts, drafts in gears:
                    self.go(late, (at, crossed, hand, shift, drafts), parts, (before, steps, axis, ()))
            for state, way in late.items():
                self.stop(state, way)
            early, late = self.step_further(early, fewest, is_late=False), self.step_further(late, fewest, is_late=True)
        return self.found

    def step_further(self, states: Mapping[State, Way], fewest: int, *, is_late: bool) -> dict[State, Way]:
        """Return the states one chip or draft step further on, down to so few chips left (C33, C55)."""
        out: dict[State, Way] = {}
        for (at, crossed, hand, shift, drafts), (before, steps, axis, after) in states.items():
            extras = [(f"+{value}", value, with_chip(hand, value, -1), drafts) for value in VALUES if hand[value - 1]]
            if sum(hand) <= fewest:
                extras = []
            if drafts:
                extras.append(("D", 1, hand, 0))
            for sign, count, kept, left in extras:
                for direction in DIRECTIONS:
                    token = (sign + direction,)
                    way = (before, steps, axis, after + token) if is_late else (before + token, steps, axis, after)
                    self.go(out, (at, crossed, kept, shift, left), ((direction, count),), way)
        return out

    def go(self, out: dict[State, Way], state: State, parts: Sequence[tuple[str, int]], way: Way) -> None:
        """Walk some straight parts from a state, and note where they lead: to another state, or to a crash."""
        at, crossed, hand, shift, drafts = state
        is_clear = True
        for direction, count in parts:
            if is_clear:
                at, crossed, is_clear = self.walk(at, crossed, direction, count)
        if is_clear:
            out.setdefault((at, crossed, hand, shift, drafts), way)
        else:
            self.note(End(at, shift, hand, crossed, self.car.refuelled, flipped=True), way)

    def stop(self, state: State, way: Way) -> None:
        """Note a drive that ends here, without fuel and with every fuel there is (C44, C47)."""
        at, crossed, hand, shift, _ = state
        car = self.car
        self.note(End(at, shift, hand, crossed, car.refuelled), way)
        if not car.refuelled and is_at_pump(self.position.board, at):
            for fuel in fuels(play_to(self.position.pool, car.hand, hand)):
                chips: Chips = tuple(hand[value - 1] + fuel.count(str(value)) for value in VALUES)  # type: ignore[assignment]
                self.note(End(at, NEUTRAL, chips, crossed, refuelled=True), way, fuel)

    def note(self, end: End, way: Way, fuel: str = "") -> None:
        """Keep the order of an end, unless a cheaper one is known."""
        before, steps, axis, after = way
        known = self.found.get(end)
        if known is None or fuel:  # without fuel what comes first is cheapest: the chips left say how many were played
            order = Order("drive", "", self.follows, before, steps, axis, after, fuel)
            if known is None or cost(order) < cost(known):
                self.found[end] = order
