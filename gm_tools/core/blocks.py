"""What a report is made of, as plain data: pictures, grids and lines. Rendering knows nothing else, and no rules.

The heading of a block is in the reader's language. A block that others look for also has a `name`, the same in all
languages and the only thing that it is found by. In the post about a turn it is `board`, `standings`, `events` … (all
of them stand in `reports/summary.py`); in a trial it is `costs`, `sure`, `risk` or `outcome`, `ends` (place by place)
or `branches` (of chance), and `faults`, `alternatives` or `later`.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gm_tools.core.drawing import Drawing


class Span(NamedTuple):
    """A run of characters of one role. Roles are words that a renderer may colour: see `ROLES`."""

    text: str
    role: str = ""


ROLES = (
    *("off", "track", "line"),  # nothing there (grass, wall, the dark); where one plays; finish and other lines
    *("pit", "sand", "oil", "bank"),
    *("path", "crash", "note"),  # the way of an order, numbered; where it goes wrong; coordinates, headings
    *("red", "yellow", "green", "blue", "white", "purple", "black", "grey"),  # colours of the game itself
    *("car", "car1", "car2", "car3", "car4", "car5", "car6"),  # pieces; numbered ones take turns in colour
    *("heat1", "heat2", "heat3", "heat4", "heat5"),  # how often something is met, from seldom to often
)


class EndWords(NamedTuple):
    """An end of an order in words, for a row of a table: where, heading where, with what.

    `more` says it all, with what happens on the way.
    """

    place: str = ""
    heading: str = ""
    figures: str = ""
    more: str = ""


class BarPart(NamedTuple):
    """A part of a bar that shows how an order can come out.

    `role` is `sure`, `bags`, `off` or `crash`, `chance` how likely it is, `label` a word that stands in it.
    """

    role: str
    chance: float
    label: str = ""


class Picture(NamedTuple):
    """A board as text: rows of spans, never wrapped or cropped. `legend` says what the signs in it mean.

    `draw` returns the same board for whatever can show pictures; the text stays for terminals, for code blocks, for
    copying. `focus` are the places (row, column) of what matters most on a map with rulers: where a post has no room
    for all of it, the part around them is shown. `address` is where the picture of the drawing can be seen.
    """

    title: str
    rows: tuple[tuple[Span, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()
    draw: Callable[[], Drawing] | None = None
    focus: tuple[tuple[int, int], ...] = ()
    address: str = ""
    name: str = ""

    @property
    def drawing(self) -> Drawing | None:
        """The board as a picture, None where there is only text."""
        return self.draw() if self.draw is not None else None

    # Pictures are compared and shown by their drawings, not by what makes these.

    def _list_shown(self) -> tuple[object, ...]:
        return (*self._replace(draw=None), self.drawing)

    def __repr__(self) -> str:
        return f"Picture{self._list_shown()}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self._list_shown() == other._list_shown()

    def __hash__(self) -> int:
        return hash(self.title)


class Column(NamedTuple):
    """A column of a grid: numbers stand right. `meaning` explains a title that is short.

    One that `is_minor` is left out where there is little room: the board shows it, or it seldom changes. One that
    `is_news` tells what the turn brought. `shows` are the keys of a plain position whose values stand in its cells, of
    the seat that a row is about. The signs of one that `is_spaced` are things of their own: 1233 are four chips.
    """

    title: str
    right: bool = False
    meaning: str = ""
    is_minor: bool = False
    shows: tuple[str, ...] = ()
    is_news: bool = False
    is_spaced: bool = False


def explain(columns: Iterable[Column]) -> list[str]:
    """Return what the titles of columns mean: `Wild: wild cards left`, without those that explain themselves."""
    return [f"{column.title}: {column.meaning}" for column in columns if column.meaning]


class Grid(NamedTuple):
    """A table: `rows` are texts, one a column. `seats` may name the seat a row is about, for colours."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    seats: tuple[str, ...] = ()
    name: str = ""


def explain_grids(grids: Iterable[Grid]) -> str:
    """Return in one line what the titles of all their columns mean, each said once; empty if all explain themselves."""
    return " · ".join(dict.fromkeys(item for grid in grids for item in explain(grid.columns)))


class Lines(NamedTuple):
    """Lines of prose: events, penalties, problems.

    `link` is a web address that stands below them, checked by whoever set it. `brief` says the same in a few words
    each, for where there is no room for the lines; empty if nobody has said it shorter. `shows` are seats and keys of a
    plain position whose values stand in the lines.
    """

    title: str
    lines: tuple[str, ...]
    link: str = ""
    brief: tuple[str, ...] = ()
    shows: tuple[tuple[str, str], ...] = ()
    name: str = ""


Block = Picture | Grid | Lines


def what_happened(lines: Iterable[str]) -> list[Lines]:
    """Return the block of what is told of a turn, without the lines that are empty; no block if none is left."""
    told = tuple(filter(None, lines))
    return [Lines(_("What happened"), told, name="events")] if told else []


def merge_spans(cells: list[tuple[str, str]]) -> tuple[Span, ...]:
    """Return one row of (character, role) cells as spans, neighbours of one role joined."""
    return tuple(Span("".join(map(itemgetter(0), run)), role) for role, run in groupby(cells, itemgetter(1)))


def picture_lines(picture: Picture) -> tuple[str, ...]:
    """Return the picture as plain lines, blanks at line ends kept."""
    return tuple("".join(span.text for span in row) for row in picture.rows)
