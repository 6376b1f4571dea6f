"""What is told of the seats of a game: places, and where their balls are (rules T8.5, T10.2.4, T11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.game import Standing
from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import HOUSE, in_pen, on_ring

if TYPE_CHECKING:
    from gm_tools.games.tac.position import Position

POSITION_WORDS = {"pos": N_("on the board"), "hands": N_("hand")}
SEAT_TEXTS = ("pos",)


class BallCount(NamedTuple):
    """Where the four balls of a seat are."""

    pen: int
    ring: int
    home: int


def count_balls(position: Position, seat: int) -> BallCount:
    """Return how many balls of a seat are in its pen, on the ring and in its house."""
    pen, ring = in_pen(position.track, position.cells, seat), len(on_ring(position.track, position.cells, seat))
    return BallCount(pen, ring, HOUSE - pen - ring)


def standings(position: Position) -> tuple[Standing, ...]:
    """Return a line a seat: balls by where they are, cards in hand, and the place of its team.

    A team has one if it has finished or is the last one left. In a co-operative game `score` is the number of cards
    laid so far; fewer are better (T10.2.4).
    """
    lines = []
    for seat in position.use:
        team = position.sides.team[seat]
        place = position.places.index(team) + 1 if team in position.places else None
        balls = count_balls(position, seat)
        figures: dict[str, Any] = {
            "team": "".join(position.letters[other] for other in team),
            "home": balls.home,
            "ring": balls.ring,
            "pen": balls.pen,
            "cards": len(position.hands[seat]),
        }
        if position.together:
            figures["score"] = position.laid
        lines.append(Standing(place, position.letters[seat], figures))
    last = len(position.places) + 1
    if position.phase == "over" and last > 1 and (position.settings.play_on or last == len(position.sides.teams)):
        return tuple(line if line.place else line._replace(place=last) for line in lines)
    return tuple(lines)
