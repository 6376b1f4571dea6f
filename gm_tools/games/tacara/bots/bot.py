"""Bots: drivers of three strengths, from what everybody sees, the same from the same draws.

- *easy* is a newcomer: as far as possible this slot, a look at the next one if he remembers, a turbo chip when he feels
  like it;
- *medium* knows the way: he brakes in time (`pace.py`) and plays one chip where it pays, but now and then is content
  with a drive that is nearly as good, and does not see others in his way;
- *hard* compares every end of its slot with up to two chips, three in the last turns, and looks at the slot after it
  for cars that will not be gone by then.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.bots.evaluate import Outlook
from gm_tools.games.tacara.bots.pace import TURN
from gm_tools.games.tacara.bots.search import End, car_after, cost, end_of, ends
from gm_tools.games.tacara.check import takeable_values
from gm_tools.games.tacara.orders import HOLD, Order
from gm_tools.games.tacara.position import Car, Position, with_chip
from gm_tools.games.tacara.shift import NEUTRAL

if TYPE_CHECKING:
    from gm_tools.core.draws import Draws

NEAR_MISS = TURN - 1  # what a medium driver may give away in a turn
LAST = 2 * TURN  # a score from which on the chips are for the finish
LOOKED_AT = 6  # ends of which a hard driver looks at the slot after


class Driver(NamedTuple):
    """A bot about to drive. `luck` draws one of so many things, under a label of its own."""

    view: Position
    car: Car
    draws: Draws

    def luck(self, what: str, chances: tuple[int, ...]) -> int:
        """Return a number from 0, drawn with these chances, under `bot/<turn>/<seat>/<slot>/<what>`."""
        view = self.view
        slot = f"after-{view.last}" if view.offers else "slot"
        label = f"bot/{view.turn}/{self.car.mark}/{slot}/{what}"
        return self.draws.pick("bot", label, range(len(chances)), chances)


def bot(view: Position, seat: str, strength: str, draws: Draws) -> Order:
    """Return the legal order that a bot of this strength gives for a seat that is awaited."""
    driver = Driver(view, view.car(seat), draws)
    return {"easy": _easy, "medium": _medium, "hard": _hard}[strength](driver)


def _easy(driver: Driver) -> Order:
    view, car = driver.view, driver.car
    plays = driver.luck("chip", (6, 1)) if any(car.hand) else 0
    found = ends(view, car, chips=plays, follows=bool(view.offers))
    clear = sorted((_way_to_go(view, end), cost(order), end, order) for end, order in found.items() if not end.flipped)
    if not clear:
        return HOLD if view.offers else _take(driver) or next(iter(found.values()))  # all that is left is to crash
    if not driver.luck("look", (1, 4)):
        return clear[0][-1]
    sure = (order for _, _, end, order in clear if _can_go_on(view, car, end))
    safe = list(islice(sure, 3)) or [clear[0][-1]]
    return safe[min(driver.luck("choice", (5, 2, 1)), len(safe) - 1)]


def _way_to_go(view: Position, end: End) -> tuple[int, int]:
    """Return how far a car has still to go, as a newcomer sees it: lines, then steps over the next line."""
    lines = view.lines
    if end.crossed >= len(lines):
        return 0, 0
    steps = view.board.distances(lines[end.crossed].name, view.starters).get(end.at, len(view.board.tiles))
    return len(lines) - end.crossed, steps


def _can_go_on(view: Position, car: Car, end: End) -> bool:
    """Tell whether some drive without chips of the next slot does not crash, the others standing still."""
    after = car_after(car, end)
    return any(not further.flipped for further in ends(view.with_car(after), after, chips=0))


def _take(driver: Driver) -> Order | None:
    values = takeable_values(driver.view, driver.car)
    return Order("take", value=values[-1]) if values else None


def _medium(driver: Driver) -> Order:
    view, car = driver.view, driver.car
    outlook = Outlook(view, car.mark)
    found = ends(view, car, chips=1, follows=bool(view.offers))
    scored = sorted((outlook.score(end), cost(order), order, end.flipped) for end, order in found.items())
    best, _, order, is_crash = scored[0]
    if is_crash:
        return HOLD if view.offers else _take(driver) or order
    good = [order for score, _, order, _ in scored if score <= best + NEAR_MISS]
    if not driver.luck("care", (2, 3)):
        return good[driver.luck("choice", (1,) * len(good))]
    return good[0]


def _hard(driver: Driver) -> Order:
    view, car = driver.view, driver.car
    outlook = Outlook(view, car.mark)
    here = end_of(car)._replace(chips=car.hand)
    chips = 1 if view.has_bonus(car) else 2
    if outlook.road(here) <= LAST:
        chips = 3
    found = ends(view, car, chips=chips, follows=bool(view.offers))
    scored = sorted((outlook.score(end), cost(order), end, order) for end, order in found.items())
    lasting = Outlook(_lasting(view, car), car.mark, turns=2)
    looked_at = [(lasting.look_ahead(end)[0], order) for _, _, end, order in scored[:LOOKED_AT]]
    if view.offers:
        looked_at.append((outlook.score(here), HOLD))
    else:
        for value in takeable_values(view, car)[-1:]:
            end = here._replace(chips=with_chip(car.hand, value))
            looked_at.append((lasting.look_ahead(end)[0], Order("take", value=value)))
    return min(looked_at, key=lambda option: option[0])[1]


def _lasting(view: Position, car: Car) -> Position:
    """Return the position with only those other cars that may still be where they are in the car's next slot."""
    return view._replace(
        cars=tuple(other for other in view.cars if other.mark == car.mark or other.flipped or other.shift == NEUTRAL)
    )
