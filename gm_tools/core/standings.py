"""Standings: a game declares its figures once, and they are given to programs and shown to people."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from gm_tools.core.blocks import Column, Grid
from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple

P = TypeVar("P")
C = TypeVar("C")


class Figure(NamedTuple, Generic[P, C]):
    """A figure of a car in a position.

    `key` is its name for programs, `title` its column for people; either may be empty. `value` is plain, None where
    there is none, by default what the car has under the key; `text` is what people read, by default the value. Numbers
    stand `right`. `meaning` explains a title that is short; both are marked for the catalogues. One that `is_minor` is
    left out where there is little room. `shows` are the keys of a plain position whose values stand in the text. The
    signs of one that `is_spaced` are things of their own.
    """

    key: str
    title: str
    value: Callable[[P, C], Any] | None = None
    text: Callable[[P, C], str] | None = None
    right: bool = False
    meaning: str = ""
    is_minor: bool = False
    shows: tuple[str, ...] = ()
    is_spaced: bool = False

    def find(self, position: P, car: C) -> Any:
        """Return the figure for programs."""
        return getattr(car, self.key) if self.value is None else self.value(position, car)

    def format(self, position: P, car: C) -> str:
        """Return the figure for people."""
        return str(self.find(position, car)) if self.text is None else self.text(position, car)


class Row(NamedTuple, Generic[C]):
    """A line of the standings for people: the place in words, and what else there is to say of a car."""

    place: str
    seat: str
    car: C
    notes: Iterable[str]


def rank(cars: Iterable[C], key: Callable[[C], tuple[int, ...]]) -> list[tuple[int, C]]:
    """Return cars with their places by a measure, the least of it first; equal ones share a place."""
    ranked = sorted(cars, key=key)
    return [(1 + sum(key(other) < key(car) for other in ranked), car) for car in ranked]


def figures_of(figures: Iterable[Figure[P, C]], position: P, car: C) -> dict[str, Any]:
    """Return the figures of a car for programs."""
    values = {figure.key: figure.find(position, car) for figure in figures if figure.key}
    return {key: value for key, value in values.items() if value is not None}


def columns_of(figures: Iterable[Figure[P, C]]) -> tuple[Column, ...]:
    """Return the columns for people: one for each figure with a title."""
    return tuple(
        Column(
            _(figure.title), figure.right, _(figure.meaning), figure.is_minor, figure.shows, is_spaced=figure.is_spaced
        )
        for figure in figures
        if figure.title
    )


def cells_of(figures: Iterable[Figure[P, C]], position: P, car: C) -> tuple[str, ...]:
    """Return the figures of a car for people, one a column."""
    return tuple(figure.format(position, car) for figure in figures if figure.title)


def standings_grid(figures: Sequence[Figure[P, C]], position: P, rows: Sequence[Row[C]], notes: Column) -> Grid:
    """Return the standings for people; `notes` is the last column, that of the rows' notes."""
    columns = (Column("#", right=True), Column(_("Car")), *columns_of(figures), notes)
    cells = ((row.place, row.seat, *cells_of(figures, position, row.car), ", ".join(row.notes)) for row in rows)
    return Grid(_("Standings"), columns, tuple(cells), tuple(row.seat for row in rows))
