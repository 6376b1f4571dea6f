"""Boards that are drawn: plain data in units of a tile, by role and seat. Colours and pixels are rendering's.

A point is (x, y): x counts columns to the right, y rows down, both from the top left corner of the board. The middle of
the tile [row, column] is (column + 0.5, row + 0.5), which `middle` returns. Angles are degrees clockwise from north.
"""

from __future__ import annotations

from math import ceil, cos, floor, radians, sin, sqrt
from typing import TYPE_CHECKING, TypeVar

from gm_tools.core.blocks import BarPart, EndWords
from gm_tools.core.i18n import N_, _
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gm_tools.core.race import RaceCar

C = TypeVar("C", bound="RaceCar")
Point = tuple[float, float]
Cell = tuple[int, int]  # (row, column)
_LEAST = (30.0, 15.0)  # columns and rows that a window has at least
_WORTH = 0.75  # a window that shows more of the board than this is not worth its frame


class Area(NamedTuple):
    """Tiles of one role (`track`, `sand`, `bank`, `pit`, `finish` …), drawn as one surface with one edge.

    `letter` stands on some of its tiles, so that colour does not say it alone.
    """

    role: str
    cells: tuple[Cell, ...]
    letter: str = ""


class Shape(NamedTuple):
    """A part of the board that is no tile: a square of a road, a lane of houses, the rim of a field.

    With one point it is a disc of that `radius`, with two a bar with round ends (a `panel` or a `window` a rectangle),
    else a polygon. `label` stands at `at`, by default on the first point, at `beside` where names that lie on parts of
    the board are shown, and at `aside` when a piece or a path would hide it. `cell` is the sign of the board file that
    says what it is (row and column of the map), for pictures that can be painted. `needs` is as a label's.
    """

    role: str
    points: tuple[Point, ...]
    label: str = ""
    at: Point | None = None
    aside: Point | None = None
    beside: Point | None = None
    radius: float = 0.5
    cell: Cell | None = None
    needs: float = 0


class Sign(NamedTuple):
    """What lies on one tile.

    `role` is `unknown`, `bag`, `flat_bag`, `oil`, `repair`, `slot` or `corner`; it may be turned, in degrees clockwise.
    """

    role: str
    cell: tuple[float, float]  # row and column of its upper left corner
    turn: float = 0


class Gate(NamedTuple):
    """A line across the track, crossed in the direction `heading`.

    Its role is `next`, `passed`, `later` or `finish`; `label` is its name.
    """

    role: str
    begin: Point
    end: Point
    heading: float
    label: str = ""


class Label(NamedTuple):
    """A few words on the board; `size` is their height in tiles, `anchor` `start`, `middle` or `end`.

    With the role `player` it is the mark of a seat, for which a report writes the player's name. `room` is how long
    they may be (0: as long as they are): where they are longer, `short` takes their place, they take up to two `lines`,
    their letters move closer, or they are cut. `turn` is by how many degrees they are turned, clockwise. A page leaves
    out those with a `needs` where letters of that size, in tiles, would be too small to be read (0: they stay).
    """

    text: str
    at: Point
    size: float = 0.8
    role: str = "ruler"
    anchor: str = "middle"
    bold: bool = False
    room: float = 0
    turn: float = 0
    needs: float = 0
    short: str = ""
    lines: int = 1

    @property
    def is_painted(self) -> bool:
        """Tell whether it is painted on a square of a road, whose colour its role says (`on_red`)."""
        return self.role.startswith("on_")


class Piece(NamedTuple):
    """A piece of a seat: its letter, where its middle is, and where it points.

    It points in degrees clockwise from north, None for a piece that points nowhere. `number` counts the seats from 0
    and chooses the colour, so that a seat keeps it all game; `colour` is the game's own name of it (`black`), if it has
    one. `size` is below 1 for pieces that share a tile. `state` is `flipped`, `fresh` or `locked`; `is_next` marks the
    piece that acts now.
    """

    seat: str
    number: int
    at: Point
    heading: float | None = None
    size: float = 1
    colour: str = ""
    state: str = ""
    is_next: bool = False


class Trail(NamedTuple):
    """The way of a piece in the last turn, from its beginning; drawn the fainter the longer ago.

    It has no numbers: those are an order's. A trail that is `put` was not driven: the piece was put there. One that
    `is_pointed` has a dashed ring where it began, and chevrons along it; of one point it is only the ring.
    """

    number: int
    points: tuple[Point, ...]
    colour: str = ""
    put: bool = False
    is_pointed: bool = False


class Arrow(NamedTuple):
    """An arrow on a board.

    It is the `shift` of a car in its colour, `turn`, to who must act, or `flow`, the direction of play, by way of
    points `via`.
    """

    role: str
    begin: Point
    end: Point
    number: int = 0
    colour: str = ""
    via: tuple[Point, ...] = ()


class Prop(NamedTuple):
    """A card, a die, the back of a card, a chip or the mark of a seat.

    `kind` is `card`, `laid` (a card that is on the pile and no longer to be chosen), `back`, `die`, `spent` and `spare`
    (dice that were used in the last move, and that were not), `chip` or `mark`. `text` is what it shows. `colour` is a
    die's or a chip's; `note` stands small on a card; a token that is `used` is faint. `needs` is as a label's.
    """

    kind: str
    text: str
    at: Point
    size: float = 1
    colour: str = ""
    note: str = ""
    used: bool = False
    needs: float = 0


class Target(NamedTuple):
    """A place that a seat can come to this turn, with the cheapest legal order that leads there.

    `role` is `sure`, `chance` (only if chance is kind), `off` (only by leaving the track), `crash`, or `occupied` (a
    crash if another piece, which may move meanwhile, stays there). `label` says in a sign or two what it costs
    (`meaning`: wild cards), and `note` in words. `chance` is the probability of ending there with that order. `begin`
    is where the piece stands that goes there, `by` what moves it: a card, dice, a shift; `also` are places of pieces
    that would go there just as well; `heading` and `speed` tell ways to one tile apart. `loss` is what
    else an order loses there, what weighs most first, the less the better: of a race it may leave less max speed.
    """

    at: Point
    order: str
    role: str = "sure"
    label: str = ""
    cost: float = 0
    chance: float = 1
    begin: Point | None = None
    by: str = ""
    heading: float | None = None
    speed: int | None = None
    note: str = ""
    meaning: str = ""
    also: tuple[Point, ...] = ()
    loss: tuple[float, ...] = ()


class Heat(NamedTuple):
    """How often something is met at a place: `digit` from 1 (seldom) to 9 (most often)."""

    at: Point
    digit: int


class Landing(NamedTuple):
    """One way in which an order that is tried can come out: where, how likely, and `off` or `crash` if it is bad.

    `way` leads there from where it parts from the path of the order; empty if it does not. `words` say it.
    """

    at: Point
    chance: float
    role: str = "sure"
    heading: float | None = None
    way: tuple[Point, ...] = ()
    words: EndWords = EndWords()


class Go(NamedTuple):
    """A piece in the order of play, with the `chips` that it holds.

    `note` says in a word how it stands (`W5S2`); it `is_done` when it has acted. `later` is a chip that it has from its
    next go on.
    """

    piece: Piece
    note: str = ""
    chips: tuple[str, ...] = ()
    is_done: bool = False
    later: str = ""


class Queue(NamedTuple):
    """Who acts when, shown above a board.

    It holds the `goes` of a round under its `title`, the pieces of the round after, and a few `words`.
    """

    title: str
    goes: tuple[Go, ...]
    next_title: str = ""
    next_pieces: tuple[Piece, ...] = ()
    words: str = ""


class Drawing(NamedTuple):
    """A board as a picture: `columns` by `rows` tiles, from the ground up.

    Whatever lies under a piece is shown beside it. `away` are pieces that have left the board, for the colours of their
    seats; `parked` are those that have finished, the winner first, shown below the board. `crashes` are tiles; `steps`
    is the path of an order, numbered from its second point on, with its `landings`, all its ways of chance being
    `shares` of a bar, or, if the order `is_refused`, not numbered; `more` are paths of other pieces that it moves,
    `put` other pieces where it would put them.
    `step_notes` say in a few words what is spent or left at each of these points.
    `targets` is what can be reached, `spared` are places that what is written beside an order keeps off, `heat` is how
    often something is met where. `legend` gives roles with what they are called, several with blanks between them if
    they mean the same. `has_rulers` numbers rows and columns, the first ones as `numbered_from` says; `queue` is who
    acts when; `unit` is how many pixels a tile should have at most; `foot` is how many rows at the foot a page may
    leave out where the board would be small: what lies there can be chosen or read elsewhere, too.
    """

    columns: float
    rows: float
    areas: tuple[Area, ...] = ()
    shapes: tuple[Shape, ...] = ()
    signs: tuple[Sign, ...] = ()
    gates: tuple[Gate, ...] = ()
    labels: tuple[Label, ...] = ()
    trails: tuple[Trail, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    pieces: tuple[Piece, ...] = ()
    away: tuple[Piece, ...] = ()
    parked: tuple[Piece, ...] = ()
    props: tuple[Prop, ...] = ()
    crashes: tuple[Cell, ...] = ()
    steps: tuple[Point, ...] = ()
    step_notes: tuple[str, ...] = ()
    more: tuple[tuple[Point, ...], ...] = ()
    put: tuple[Piece, ...] = ()
    is_refused: bool = False
    landings: tuple[Landing, ...] = ()
    shares: tuple[BarPart, ...] = ()
    targets: tuple[Target, ...] = ()
    spared: tuple[Point, ...] = ()
    heat: tuple[Heat, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    has_rulers: bool = True
    numbered_from: Cell = (0, 0)
    unit: float = 40
    foot: float = 0
    queue: Queue | None = None
    names: tuple[tuple[str, Point], ...] = ()  # how events name places that have no row and column: `3.4`, `>17`, `R>a`
    window: tuple[float, float, float, float] | None = None  # left, top, right, bottom: the part that is shown
    notes: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()  # what is said of such a part when asked


def middle(cell: Sequence[int]) -> Point:
    """Return the middle of a tile, given as row and column.

    >>> middle((2, 5))
    (5.5, 2.5)
    """
    row, column = cell
    return column + 0.5, row + 0.5


TARGET_NAMES = {
    "sure": N_("can end here"),
    "chance": N_("only by chance"),
    "off": N_("only by leaving the track"),
    "crash": N_("crashes here"),
    "occupied": N_("crashes here if the car there stays"),
}
HARMFUL = ("off", "crash", "occupied")  # those that are marked with a cross: nobody wants to come there


def show_targets(drawing: Drawing, targets: tuple[Target, ...]) -> Drawing:
    """Return a board with what can be reached marked on it.

    Its legend says so, and what the figures in the marks are.
    """
    roles = [role for role in TARGET_NAMES if any(target.role == role for target in targets)]
    legend = [(role, _(TARGET_NAMES[role])) for role in roles]
    meaning = next((target.meaning for target in targets if target.label and target.meaning), "")
    if meaning:
        legend[0] = legend[0][0], f"{legend[0][1]} ({meaning})"
    begins = {target.begin for target in targets}
    pieces = ring(drawing.pieces, begins.pop()) if len(begins) == 1 else drawing.pieces
    quiet = drawing._replace(trails=(), crashes=(), arrows=(), targets=targets, pieces=pieces)
    return look_at(quiet._replace(legend=(*legend, *drawing.legend)), [target.at for target in targets])


def show_heat(drawing: Drawing, digits: Mapping[Point, int]) -> Drawing:
    """Return a board with digits from 1 to 9 on it for how often something is met; what else lies on it is left out."""
    heat = tuple(Heat(at, digit) for at, digit in digits.items())
    return drawing._replace(heat=heat, signs=(), labels=(), legend=())


def look_at(
    drawing: Drawing, points: Iterable[Point], margin: float = 4, least: tuple[float, float] = _LEAST
) -> Drawing:
    """Return a board with a window round some points, if that is much less than the whole.

    The window has `least` columns and rows. Boards without rulers stay whole.
    """
    places = list(points)
    if not places or not drawing.has_rulers:
        return drawing
    left, right = _stretch([x for x, _y in places], margin, least[0], drawing.columns)
    top, bottom = _stretch([y for _x, y in places], margin, least[1], drawing.rows)
    window = left, top, right, bottom
    shown = (window[2] - window[0]) * (window[3] - window[1])
    return drawing._replace(window=window) if shown < _WORTH * drawing.columns * drawing.rows else drawing


def _stretch(values: list[float], margin: float, least: float, most: float) -> tuple[float, float]:
    """Return whole numbers round some values, with a margin, at least so far apart, from 0 to `most`."""
    low, high = min(values) - margin, max(values) + margin
    more = max(0.0, least - (high - low)) / 2
    low, high = floor(low - more), ceil(high + more)
    low, high = low - max(0, ceil(high - most)), high + max(0, -low)
    return max(0.0, low), min(most, high)


def put_cars(
    drawing: Drawing, cars: Sequence[C], place: Callable[[int], Sequence[int]], heading: Callable[[C], float | None]
) -> Drawing:
    """Return a drawn map with the cars of a race on it; those that share a tile stand side by side.

    `place` returns row and column of a tile, `heading` where a car points, None for nowhere.
    """
    shared: dict[int, list[str]] = {}
    for car in cars:
        if car.runs:
            shared.setdefault(car.at, []).append(car.seat)

    def draw(car: C, number: int) -> Piece:
        sharing, way = shared[car.at], heading(car)
        at, size = stand_together(middle(place(car.at)), way, sharing.index(car.seat), len(sharing))
        return Piece(car.seat, number, at, way, size)

    done = sorted((car.finished, number, car) for number, car in enumerate(cars) if car.finished)
    return drawing._replace(
        pieces=tuple(draw(car, number) for number, car in enumerate(cars) if car.runs),
        away=tuple(Piece(car.seat, number, (0, 0)) for number, car in enumerate(cars) if not car.runs),
        parked=tuple(Piece(car.seat, number, (0, 0), 90) for _place, number, car in done),
    )


def stand_together(tile: Point, heading: float | None, place: int, count: int) -> tuple[Point, float]:
    """Return where one of several pieces on a tile stands, and its size.

    They stand side by side across their way, in rows if they are many. All of them stay on the tile: `tile` is its
    middle, `place` counts from 0.

    >>> stand_together((4.5, 2.5), 0, 0, 2)
    ((4.26, 2.5), 0.44)
    """
    if count == 1:
        return tile, 1
    across = ceil(sqrt(count))
    along = ceil(count / across)
    column, row = divmod(place, across)
    aside, ahead = (row + 0.5) / across - 0.5, (column + 0.5) / along - 0.5
    angle = radians(heading or 0)
    x, y = 0.96 * (aside * cos(angle) + ahead * sin(angle)), 0.96 * (aside * sin(angle) - ahead * cos(angle))
    return (round(tile[0] + x, 3), round(tile[1] + y, 3)), 0.44 if along == 1 else 0.74 / across


def ring(pieces: Iterable[Piece], at: Point | None) -> tuple[Piece, ...]:
    """Return pieces with the one that stands at a point marked as the one that acts."""
    return tuple(piece._replace(is_next=piece.at == at) for piece in pieces)
