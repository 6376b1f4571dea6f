"""What is told of the cars of a race, for programs and people (rules V4.5, V8.2)."""

from __future__ import annotations

from gm_tools.core.game import Standing
from gm_tools.core.i18n import N_
from gm_tools.core.standings import Figure, figures_of
from gm_tools.games.rally.orders import shorten_velocity
from gm_tools.games.rally.position import Car, Position
from gm_tools.games.rally.rules import running_order


def lap_of(position: Position, car: Car) -> int:
    """Return the lap that a car is on, the last one when it has finished (V4.3)."""
    return min(car.passed // len(position.board.gates) + 1, position.settings.laps)


def place_text(position: Position, car: Car) -> str:
    """Return where a car is for a table: `4,12`; nothing for one that has finished or is out."""
    return ",".join(map(str, position.board.place(car.at))) if car.runs else ""


VELOCITY = N_("Velocity")
POSITION_WORDS = {
    "at": N_("on the board"),
    "missed": N_("turns missed"),
    "passed": N_("gates passed"),
    "waits": N_("turns to sit out"),
    "finished": N_("place"),
    "out": N_("out of the race"),
}
FIGURES: tuple[Figure[Position, Car], ...] = (
    Figure(
        "at",
        N_("Row, column"),
        lambda race, car: list(race.board.place(car.at)),
        place_text,
        is_minor=True,  # the board shows it
        shows=("at",),
    ),
    Figure(
        "velocity",
        VELOCITY,
        lambda _race, car: list(car.velocity),
        lambda _race, car: shorten_velocity(car.velocity),
        meaning=N_("2E 1N: 2 columns to the east and 1 row to the north"),
        shows=("velocity",),
    ),
    Figure("lap", N_("Lap"), lap_of, right=True),
    Figure("passed", ""),
)


def standings(position: Position) -> tuple[Standing, ...]:
    """Return the standings, leader first; a car that is out has no place."""
    return tuple(
        Standing(None if car.out else place, car.seat, figures_of(FIGURES, position, car))
        for place, car in running_order(position)
    )
