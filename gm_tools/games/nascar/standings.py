"""What is told of the cars of a race, for programs and people (rules N13.2, N14)."""

from __future__ import annotations

from gm_tools.core.game import Standing
from gm_tools.core.i18n import N_, _
from gm_tools.core.standings import Figure, figures_of
from gm_tools.games.nascar.board import HEADINGS
from gm_tools.games.nascar.position import Car, Position
from gm_tools.games.nascar.rules import distance, running_order

_SPECIALS = {"turbo": N_("turbo"), "swaybars": N_("swaybars"), "performance": N_("performance")}
POSITION_WORDS = {
    "at": N_("on the board"),
    "max_speed": N_("highest speed"),
    "missed": N_("turns missed"),
    "retired": N_("out of the race"),
    "finished": N_("place"),
    "crashed": N_("crash in the last turn"),
    "missed_in_all": N_("turns missed in all"),
    "pit violated": N_("pit limit broken"),
    "pit repairs": N_("repairs in the pits"),
}
DRAW_WORDS = {
    "sand": N_("What lies in the sand"),
    "sand true": N_("a sandbag"),
    "sand false": N_("nothing"),
    "oil": N_("Where oil takes a car"),
    "oil left": N_("to the left"),
    "oil same": N_("straight on"),
    "oil right": N_("to the right"),
}
FIGURES: tuple[Figure[Position, Car], ...] = (
    Figure(
        "laps",
        N_("Lap"),
        text=lambda _race, car: str(max(0, car.laps + 1)) if car.runs else "-",
        right=True,
        is_minor=True,
        shows=("laps",),
    ),
    Figure(
        "distance",
        N_("To go"),
        lambda race, car: 0 if car.finished else distance(race, car),
        lambda race, car: str(distance(race, car)) if car.runs and race.board.has_line else "-",
        right=True,
        meaning=N_("tiles to the finish line"),
    ),
    Figure(
        "speed",
        N_("Speed"),
        text=lambda _race, car: f"{car.speed}/{car.max_speed}" if car.runs else "-",
        right=True,
        shows=("speed", "max_speed"),
    ),
    Figure("max_speed", ""),
    Figure(
        "heading",
        N_("Dir"),
        lambda _race, car: HEADINGS[car.heading],
        lambda _race, car: HEADINGS[car.heading] if car.runs else "-",
        meaning=N_("heading: N north, E east, S south, W west"),
        is_minor=True,
        shows=("heading",),
    ),
    Figure("wild_cards", N_("Wild"), right=True, meaning=N_("wild cards left"), shows=("wild_cards",)),
    Figure(
        "special",
        N_("Special"),
        text=lambda _race, car: _(_SPECIALS[car.special]) if car.special else "-",
        is_minor=True,
        shows=("special",),
    ),
    Figure("state", "", lambda _race, car: "finished" if car.finished else "retired" if car.retired else "running"),
)


def standings(position: Position) -> tuple[Standing, ...]:
    """Return the standings, leader first; finished cars have their place, shared or not (N14)."""
    return tuple(
        Standing(car.finished or None, car.seat, figures_of(FIGURES, position, car)) for car in running_order(position)
    )
