"""What is told of the cars of a race, for programs and people (rules C53, C59, C61)."""

from __future__ import annotations

from gm_tools.core.game import Standing
from gm_tools.core.i18n import N_, _
from gm_tools.core.standings import Figure, figures_of
from gm_tools.games.tacara.position import COLOURS, Car, Position, format_chips
from gm_tools.games.tacara.rules import points_of, running_order, steps_to_go
from gm_tools.games.tacara.shift import format_shift

POSITION_WORDS = {
    "at": N_("on the board"),
    "gone": N_("out of the race"),
    "place": N_("place"),
    "flipped": N_("flipped"),
    "refuelled": N_("has refuelled"),
    "bonus": N_("draft bonus"),
}
_POINTS: Figure[Position, Car] = Figure(
    "points", N_("Points"), points_of, lambda race, car: str(points_of(race, car) or "-"), right=True
)
_TAKEN: Figure[Position, Car] = Figure(
    "",
    N_("Chips from"),
    None,
    lambda race, car: " ".join(map(race.board.space, car.taken)) or "-",
    meaning=N_("spaces on which it took a chip, each only once"),
    is_minor=True,
    shows=("taken",),
)
_FIGURES: tuple[Figure[Position, Car], ...] = (
    Figure(
        "lines",
        N_("Lines"),
        lambda _race, car: car.crossed,
        lambda race, car: f"{car.crossed}/{len(race.lines)}",
        right=True,
        shows=("crossed",),
    ),
    Figure(
        "steps",
        N_("To go"),
        steps_to_go,
        lambda race, car: "-" if car.gone or (steps := steps_to_go(race, car)) is None else str(steps),
        right=True,
        meaning=N_("steps to cross the next line"),
    ),
    Figure(
        "",
        N_("Row, column"),
        lambda _race, _car: None,
        lambda race, car: "-" if car.gone else ",".join(map(str, race.board.place(car.at))),
        is_minor=True,
        shows=("at",),
    ),
    Figure(
        "shift",
        N_("Shift"),
        lambda _race, car: format_shift(car.shift),
        lambda _race, car: "-" if car.gone else format_shift(car.shift),
        shows=("shift",),
        meaning=N_("E east, W west, N north, S south"),
    ),
    Figure(
        "chips",
        N_("Turbo"),
        lambda _race, car: format_chips(car.hand),
        lambda _race, car: format_chips(car.hand) or "-",
        meaning=N_("turbo chips"),
        shows=("chips", "under"),
        is_spaced=True,
    ),
)


def figures(position: Position) -> tuple[Figure[Position, Car], ...]:
    """Return what is told of each car in the standings (C61); points only in a race for points (C59).

    What no car has is left out: a name, a space that it took a chip on.
    """
    named = (_names(position),) if any(car.names for car in position.cars) else ()
    taken = (_TAKEN,) if any(car.taken for car in position.cars) else ()
    return (*named, *_FIGURES, *taken, *((_POINTS,) if position.settings.points else ()))


def _names(position: Position) -> Figure[Position, Car]:
    """Return what orders call each car by; who reads another language is told which colours these are."""
    names = [car.names[0] for car in position.cars if car.names]
    told = [(name, _(name).lower()) for name in names if name in COLOURS]
    meaning = ", ".join(f"{name} {colour}" for name, colour in told if name != colour)
    return Figure(
        "", N_("Called"), None, lambda _race, car: car.names[0] if car.names else "-", meaning=meaning, shows=("names",)
    )


def standings(position: Position) -> tuple[Standing, ...]:
    """Return the cars in the order of C53."""
    told = figures(position)
    return tuple(
        Standing(car.place or None, car.mark, figures_of(told, position, car)) for car in running_order(position)
    )
