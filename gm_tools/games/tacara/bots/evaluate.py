"""What the end of a drive is worth to a car: how soon it can be home from there, alone on the track, and what it keeps.

Plans and bots choose by it. How soon a car is home from each space is worked out in `pace.py`.
"""

from __future__ import annotations

from operator import itemgetter

from gm_tools.games.tacara.board import distance_past, is_finished
from gm_tools.games.tacara.bots.pace import LOST, TURN, Pace, pace_of, turns_of
from gm_tools.games.tacara.bots.search import End, car_after, ends
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.position import NO_CHIPS, VALUES, Position
from gm_tools.games.tacara.shift import NEUTRAL, lost_slots

HOME = -100 * TURN  # the score of a car over the finish, before its distance: better than any other
DOT = 1  # the score of a dot of a turbo chip kept: it is a space, and a space past the finish counts one
FAR = LOST // 2  # scores from here on mean that the finish cannot be reached


class Outlook:
    """Scores of ends: fewer is better.

    `turns` own turns are looked ahead, this one included, with the other cars standing still.
    """

    def __init__(self, position: Position, mark: str, turns: int = 1) -> None:
        self.position, self.car, self.turns = position, position.car(mark), turns
        self.pace: Pace = pace_of(position)
        self.lines = position.lines
        self._ahead: dict[tuple[End, int], tuple[int, tuple[Order, ...]]] = {}

    def score(self, end: End) -> int:
        """Return the score of an end as it stands: sixths of a turn to the finish, less the dots of the chips kept."""
        if self.is_home(end):
            return HOME - distance_past(self.position.board, self.lines[-1], end.at)
        return self.road(end) - DOT * sum(value * count for value, count in zip(VALUES, end.chips, strict=True))

    def road(self, end: End) -> int:
        """Return the sixths of a turn to the finish, of an end on this side of it.

        After a crash it counts the slots that this costs.
        """
        if end.flipped:
            return self.pace.score(end.at, NEUTRAL, end.crossed) + TURN * lost_slots(end.shift)
        return self.pace.score(end.at, end.shift, end.crossed)

    def is_home(self, end: End) -> bool:
        """Tell whether a car is over the finish (C48)."""
        return is_finished(self.lines, end.crossed)

    def turns_to_go(self, end: End) -> int | None:
        """Return the turns to go, None for a car that is home and for one that cannot get there."""
        if not self.lines or self.is_home(end):
            return None
        road = self.road(end)
        return None if road >= FAR else turns_of(road)

    def look_ahead(self, end: End) -> tuple[int, tuple[Order, ...]]:
        """Return the score of an end after the turns looked ahead, and the drives of those turns, turbo chips kept."""
        if self.turns == 1 or end.flipped or self.is_home(end):
            return self.score(end), ()
        chips = self.score(end) - self.road(end)
        road, orders = self._look_for_best(end._replace(chips=NO_CHIPS, refuelled=True), self.turns - 1)
        return road + chips, orders

    def _look_for_best(self, end: End, turns: int) -> tuple[int, tuple[Order, ...]]:
        """Return the best score from a state without chips, so many turns on, and the drives that lead there.

        Every drive is looked at that can be better than the best so far: an empty track is never slower than one with
        cars.
        """
        key = (end, turns)
        if key in self._ahead:
            return self._ahead[key]
        car = car_after(self.car, end)
        found = ends(self.position.with_car(car), car)
        clear = {further: order for further, order in found.items() if not further.flipped}
        reached = (clear or found).items()
        scored = sorted(((self._score_later(end), order, end) for end, order in reached), key=itemgetter(0))
        best: tuple[int, tuple[Order, ...]] = (2 * LOST, ())
        for near, order, further in scored:
            if near >= best[0]:
                break
            if turns > 1 and not further.flipped and not self.is_home(further):
                score, orders = self._look_for_best(further, turns - 1)
                if score + TURN < best[0]:
                    best = (score + TURN, (order, *orders))
            else:
                best = (near, (order,))
        self._ahead[key] = best
        return best

    def _score_later(self, end: End) -> int:
        """Return the score of an end a turn later, home or not."""
        if self.is_home(end):
            return TURN - min(TURN, distance_past(self.position.board, self.lines[-1], end.at))
        return TURN + self.road(end)
