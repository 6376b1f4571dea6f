"""Races over a map of tiles: how their cars are marked and drawn, and what a turn's report shows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from gm_tools.core.blocks import Block, Grid, what_happened
from gm_tools.core.events import Event
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _
from gm_tools.core.maps import ROLES, Crop, Map, Mark, draw_map, focus_on, piece_marks


class RaceCar(Protocol):
    """A car on a tile of a map; one that no longer `runs` has left it."""

    @property
    def seat(self) -> str:
        """The mark of its seat."""

    @property
    def at(self) -> int:
        """The flat index of its tile."""

    @property
    def runs(self) -> bool:
        """Tell whether it is still racing."""

    @property
    def finished(self) -> int:
        """Its place if it has finished, else 0."""


C = TypeVar("C", bound=RaceCar)


class Race(Protocol):
    """The position of a race, its cars in the order of their start tiles."""

    @property
    def board(self) -> Map:
        """The map."""

    @property
    def cars(self) -> Sequence[RaceCar]:
        """The cars."""

    @property
    def turn(self) -> int:
        """How many turns are resolved."""


def tile_text(place: Sequence[int]) -> str:
    """Return a tile `[row, column]` in words, without a comma: what lists them is cut at commas."""
    return _("row {row} column {column}", row=place[0], column=place[1])


def car_roles(race: Race) -> dict[str, str]:
    """Return a role for each car, so that neighbours in the grid differ in colour."""
    return {car.seat: f"car{number % ROLES + 1}" for number, car in enumerate(race.cars)}


def car_marks(race: Race) -> tuple[dict[int, Mark], list[tuple[str, str]]]:
    """Return the marks of the cars that race, and for the legend every tile on which several stand."""
    stands = [(car.seat, car.at) for car in race.cars if car.runs]
    return piece_marks(stands, car_roles(race), lambda at: tile_text(race.board.place(at)))


def other_cars(cars: Iterable[C], seat: str) -> tuple[C, ...]:
    """Return the cars that race beside that of a seat."""
    return tuple(car for car in cars if car.runs and car.seat != seat)


def title_crop(title: str, crop: Crop | None) -> str:
    """Return the title of a picture with the part of the map that it shows, if it is not all."""
    if crop is None:
        return title
    part = N_("{title} (rows {top}-{bottom}, columns {left}-{right})")
    return _(part, title=title, top=crop[0], bottom=crop[1], left=crop[2], right=crop[3])


def turn_blocks(
    game: str, race: Race, events: Sequence[Event], describe: Callable[[Event], str], standings: Grid, tiles: str = ""
) -> tuple[Block, ...]:
    """Return the map after a turn, what happened in words, and the standings; a game's `draw_race` draws the map."""
    marks, crowded = car_marks(race)
    title = _("Track after turn {number}", number=race.turn) if race.turn else _("Grid")
    picture = draw_map(race.board, marks, title, tiles=tiles, is_numbered=True)
    drawn = picture._replace(
        draw=draw_later(game, "draw_race", race, events),
        focus=focus_on(race.board, marks),
        legend=(*picture.legend, *crowded),
    )
    return drawn, *what_happened(map(describe, events)), standings
