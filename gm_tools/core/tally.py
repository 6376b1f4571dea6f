"""What a simulation looks at in a game: who starts where, who leads, and what happened how often and on which tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from gm_tools.core.blocks import Picture
from gm_tools.core.drawing import Drawing, middle, show_heat
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.maps import draw_map
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple

B = TypeVar("B")
P = TypeVar("P")

HOTTEST = 9  # the digit of the tile that is met most


class Count(NamedTuple):
    """Something that is counted: its name for programs, its title for people, the title of its map ("": it has none).

    Both titles are marked for the catalogues. `event` is the kind of event that is counted, where that is all there is
    to it: once, or for each of its seats; `at` is where it says on which tile.
    """

    name: str  # off_track
    title: str
    map_title: str = ""
    event: str = ""
    at: str = ""
    each_seat: bool = False


class Counted(NamedTuple):
    """So much of a count, and the tile where it happened, as a number of the game's own; None: nowhere."""

    name: str
    amount: int = 1
    tile: int | None = None


def _seats(race: Any) -> tuple[str, ...]:
    return tuple(car.seat for car in race.cars)


def _winners(race: Any) -> tuple[str, ...]:
    return tuple(car.seat for car in race.cars if car.finished == 1)


def _turns(race: Any) -> int:
    turns: int = race.turn
    return turns


def _place(board: Any, tile: int) -> Any:
    return board.place(tile)


class Tally(NamedTuple, Generic[B, P]):
    """What a game tells a simulation. All functions are pure."""

    unit: str  # what length is counted in, marked for the catalogues: turns
    counts: tuple[Count, ...]
    mishaps: tuple[str, ...]  # those of the counts that make a game exciting, or a nuisance if there are too many
    seats: Callable[[B, Mapping[str, Any], int], tuple[Seat, ...]]
    """Return so many seats (0: as many as are usual) for a board and options, in order; raise InputError if it cannot be."""
    sides: Callable[[P], tuple[tuple[str, ...], ...]]
    """Return who wins together (in a race each seat alone), in the running order, the leaders first."""
    count_turn: Callable[[P, Sequence[Event], P], Iterator[Counted]]
    """Yield what is to be counted of a resolution: from the position before, all its events, and the position after."""
    heat_map: Callable[[B, Mapping[int, int], str], Picture]
    """Draw the board with digits from 1 (cool) to 9 (hot) on tiles, in the roles of `heat_role`, under a title."""

    # The defaults are for races over a map.

    slots: Callable[[P], tuple[str, ...]] = _seats
    """Return the seats by start slot, the first one first, from the first position in which somebody is awaited."""
    turns: Callable[[P], int] = _turns
    """Return how many turns are complete, the last one of a game that is over among them: what its length is measured in."""
    winners: Callable[[P], tuple[str, ...]] = _winners
    """Return the seats that have the first place for good; nobody as long as that is open."""
    place: Callable[[B, int], Any] = _place
    """Return a tile as reports and JSON write it: `[row, column]`, `2.7`."""


def count_events(
    counts: Iterable[Count], events: Iterable[Event], find: Callable[[Any], int] | None = None
) -> Iterator[Counted]:
    """Yield what those of some counts come to that name an event.

    `find` returns the tile that an event tells of where it was: none of a game need say so.
    """
    by_event = {count.event: count for count in counts if count.event}
    for event in events:
        count = by_event.get(event.kind)
        if count is not None:
            tile = find(event.data[count.at]) if find is not None and count.at else None
            yield Counted(count.name, len(event.seats) if count.each_seat else 1, tile)


def heat_role(digit: int) -> str:
    """Return the role of a digit of a heat map.

    >>> [heat_role(digit) for digit in (1, 2, 5, 9)]
    ['heat1', 'heat2', 'heat3', 'heat5']
    """
    return f"heat{(digit + 2) // 2}" if digit < HOTTEST else "heat5"


def heat_map(
    board: Any, drawing: Drawing, digits: Mapping[int, int], title: str, draw: Callable[..., Picture] = draw_map
) -> Picture:
    """Return a map with digits from 1 (cool) to 9 (hot) on tiles, as text by `draw` and over its `drawing`."""
    picture = draw(board, {at: (str(digit), heat_role(digit)) for at, digit in digits.items()}, title)
    drawn = show_heat(drawing, {middle(board.place(at)): digit for at, digit in digits.items()})
    return picture._replace(draw=lambda: drawn)


def first_cars(
    marks: Sequence[str], usual: int, board: Any, _options: Mapping[str, Any], count: int
) -> tuple[Seat, ...]:
    """Return cars of these marks for the first start slots of a map, as many as are `usual` if no count is given."""
    return cars(marks, count, usual, len(board.slots))


def cars(marks: Sequence[str], count: int, usual: int, most: int) -> tuple[Seat, ...]:
    """Return `count` cars of the first of some marks, or as many as are usual, each with a driver of its own.

    Raises InputError if a board has no room for them.
    """
    most = min(most, len(marks))
    if count > most:
        raise InputError(_("found {value!r}", value=count), key="--seats", allowed=_("at most {most} here", most=most))
    return tuple(Seat(mark, f"car {mark}") for mark in marks[: count or min(usual, most)])
