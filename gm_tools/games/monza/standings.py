"""What is told of the cars of a race, for programs and people (rules Z27-Z29)."""

from __future__ import annotations

from gm_tools.core.game import Standing
from gm_tools.core.i18n import N_
from gm_tools.core.standings import Figure, figures_of
from gm_tools.games.monza.board import COLOUR_NAMES, colour
from gm_tools.games.monza.position import Car, Position
from gm_tools.games.monza.rules import running_order

POSITION_WORDS = {"at": N_("on the board"), "names": N_("names")}
DRAW_WORDS = {
    "starter": N_("Who begins"),
    "roll": N_("Colours of the dice"),
    **{f"roll {letter}": name for letter, name in COLOUR_NAMES.items()},
}
FIGURES: tuple[Figure[Position, Car], ...] = (
    Figure("car", N_("Colour"), lambda _race, car: COLOUR_NAMES[car.seat], lambda _race, car: colour(car.seat)),
    Figure(
        "square",
        N_("Square"),
        lambda race, car: race.board.squares[car.at].name,
        meaning=N_("lane.number"),
        shows=("at",),
    ),
    Figure(
        "dice", N_("Dice"), lambda _race, car: car.used, right=True, meaning=N_("used in this round"), shows=("used",)
    ),
)


def standings(position: Position) -> tuple[Standing, ...]:
    """Return the standings, leader first."""
    return tuple(
        Standing(place, car.seat, figures_of(FIGURES, position, car)) for place, car in running_order(position)
    )
