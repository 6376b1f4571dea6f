"""The shortest drive of a car that is alone on the track, proven: what `gm plan --best` shows."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tools.core.i18n import ngettext
from gm_tools.core.plans import Shortest
from gm_tools.games.rally.bots.search import shortest
from gm_tools.games.rally.geometry import Vector
from gm_tools.games.rally.orders import Order
from gm_tools.games.rally.position import Position
from gm_tools.games.rally.rules import drive, is_alone


def best(view: Position, seat: str) -> Shortest[Order] | None:
    """Return a shortest drive home of a seat's car as if it were alone, as one sequence (V2.4).

    None if it cannot come home. The proof is the search itself: layer by layer it has met every state that fewer turns
    lead to, and none of them is home.
    """
    car = view.car(seat)
    assert car is not None, seat
    found = shortest(view.board, view.settings, car)
    if found is None:
        return None
    proof = [
        ngettext(
            "{n} turn to the finish, alone on the track; fewer are not enough.",
            "{n} turns to the finish, alone on the track; fewer are not enough.",
            found.turns,
        ),
        ngettext(
            "{n} state (place, velocity and gates) was searched, the one that the car is in: it has not finished there.",
            "All {n} states (place, velocity and gates) that can be reached in up to {turns} turns were searched: in none of them has the car finished.",
            sum(found.layers),
            turns=found.turns - 1,
        ),
    ]
    sat_out = found.turns - len(found.changes)
    if sat_out:
        proof.append(
            ngettext(
                "{n} of the turns is sat out after a crash, which costs less than braking.",
                "{n} of the turns are sat out after crashes, which cost less than braking.",
                sat_out,
            )
        )
    return Shortest(_sequence(view, seat, found.changes), found.turns, found.layers, tuple(proof))


def _sequence(view: Position, seat: str, changes: Sequence[Vector]) -> Order:
    """Return changes of velocity as a sequence, with a 0 for each turn that is sat out while others order (V2.4)."""
    car = view.car(seat)
    steps: list[Vector] = []
    for change in changes:
        assert car is not None
        steps.append(change)
        car = drive(view, car, change).after
        if not is_alone(view, seat):
            steps += [(0, 0)] * car.waits
        car = car._replace(waits=0)
    return Order(tuple(steps))
