"""Tracks of Vector Rally: squared paper as text (V1).

A set of squares is one number, with a bit for each square of the flat map. Row and column count from 0 at the top left;
x counts columns to the east, y rows to the south.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from typing import Any, TypeVar

from gm_tools.core.boards import check_front, refuse_unknown, split_board
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import Map, Tile, free_letters, search
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import take
from gm_tools.games.rally.geometry import Vector

F = TypeVar("F", bound="Callable[..., Any]")
CHECKPOINTS = "123456789"
TILES = (  # all that there is to a sign of the map
    Tile(" ", N_("nothing"), "off", "ground"),
    Tile(".", N_("road"), "track", "track"),
    Tile(":", N_("gravel"), "sand", "sand"),
    Tile("~", N_("slick"), "oil", "oil"),
    Tile("=", N_("finish line"), "line", "finish"),
    Tile("|", N_("finish line"), "line", "finish"),
    *(Tile(digit, N_("checkpoint"), "pit", "pit") for digit in CHECKPOINTS),
    Tile("x", N_("start square"), "track", "slot"),
)
PALETTE = tuple((tile.glyph, tile.meaning) for tile in TILES)
GLYPHS = "".join(glyph for glyph, _meaning in PALETTE)
OFF, ROAD, GRAVEL, SLICK, *_LINE, START = tuple(GLYPHS.replace(CHECKPOINTS, ""))
LINE = "".join(_LINE)
MARKS = free_letters(TILES)  # of cars
KING_MOVES = tuple((right, down) for down in (-1, 0, 1) for right in (-1, 0, 1) if right or down)
MOST_SQUARES = 40_000  # of a map: a search looks at every square at every velocity
MOST_LAPS = 99


class Board(Map):
    """A track, compiled.

    `road` are all squares that a car may be on, `gates` the checkpoints in order and then the finish line. `road`,
    `gravel`, `slick` and each of `gates` are sets of squares.
    """

    kinds = TILES

    def __init__(self, header: str, front: Mapping[str, Any], lines: tuple[str, ...], first_line: int) -> None:
        super().__init__(header, front, lines, first_line)
        self.about = take(front, "about", str, "")
        self.laps = take(front, "laps", int, 1)
        if not 1 <= self.laps <= MOST_LAPS:
            allowed = _("a whole number from {} to {}").format(1, MOST_LAPS)
            raise InputError(_("found {value}", value=self.laps), key="laps", allowed=allowed)
        self.road = self._squares(GLYPHS.replace(OFF, ""))
        self.gravel, self.slick = self._squares(GRAVEL), self._squares(SLICK)
        found = [self._squares(digit) for digit in CHECKPOINTS if digit in self.tiles]
        self.gates = (*found, self._squares(LINE))
        self.known: dict[Any, Any] = {}  # what searches have worked out of this track

    def _squares(self, glyphs: str) -> int:
        return sum(1 << index for index, glyph in enumerate(self.tiles) if glyph in glyphs)

    def offset(self, vector: Vector) -> int:
        """Return what a vector adds to a flat index."""
        return vector[1] * self.stride + vector[0]

    def all_gates(self, laps: int) -> int:
        """Return how many gates a car passes in so many laps (V4.3)."""
        return laps * len(self.gates)

    def next_distances(self, passed: int) -> dict[int, int]:
        """Return the `distances` to the gate that is next for a car that has passed so many."""
        return self.distances[passed % len(self.gates)]

    def is_road(self, index: int) -> bool:
        """Tell whether a car may be on a square."""
        return bool(self.road >> index & 1)

    @cached_property
    def distances(self) -> tuple[dict[int, int], ...]:
        """Return for each gate the fewest king moves to it from every square that leads there.

        The gate's own squares have 1.
        """
        steps = [self.offset(move) for move in KING_MOVES]
        tables = []
        for gate in self.gates:
            squares = [index for index in range(len(self.tiles)) if gate >> index & 1]
            tables.append(search(squares, lambda here: (here + step for step in steps if self.is_road(here + step))))
        return tuple(tables)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """Return the start squares: the one nearest to the first gate first, then by row and column (V1.4)."""
        far = self.distances[0]
        found = [index for index, glyph in enumerate(self.tiles) if glyph == START]
        return tuple(sorted(found, key=lambda index: (far.get(index, len(self.tiles)), index)))


def keep(work_out: F) -> F:
    """Let what a function works out of a track be kept with the track, once for the same arguments."""

    @wraps(work_out)
    def look_up(board: Board, *arguments: Any) -> Any:
        key = work_out, *arguments
        if key not in board.known:
            board.known[key] = work_out(board, *arguments)
        return board.known[key]

    return look_up  # type: ignore[return-value]


def shift(squares: int, offset: int) -> int:
    """Return a set of squares moved by an offset."""
    return squares << offset if offset >= 0 else squares >> -offset


def members(squares: int) -> Iterator[int]:
    """Yield the squares of a set, in order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def parse_board(text: str) -> Board:
    """Return a track file as a board; raise InputError with line and column for what cannot be read.

    Lenient about what a race needs beyond that (a line, start squares: `check_board`), so that cases may use scraps of
    a track.
    """
    parts = split_board(text)
    check_front(parts, "rally", ("name", "about", "laps"))
    refuse_unknown(parts, GLYPHS, "V1.1", _("squares are {glyphs} and blank", glyphs=" ".join(GLYPHS[1:])))
    if len(parts.lines) * max(map(len, parts.lines)) > MOST_SQUARES:
        found = _("found {count} squares", count=len(parts.lines) * max(map(len, parts.lines)))
        raise InputError(found, line=parts.first_line, allowed=_("at most {most}", most=MOST_SQUARES))
    with at_key("front matter"):
        return Board(parts.header, parts.front, parts.lines, parts.first_line)


def check_board(board: Board, cars: int) -> tuple[Problem, ...]:
    """Return every fault that spoils a race of so many cars (0: of any number) (V1)."""
    return tuple(_faults(board, cars))


def _faults(board: Board, cars: int) -> Iterator[Problem]:
    if not board.gates[-1]:
        yield board.fault("V1.2", _("there is no finish line: draw one with = or |"))
    present = [digit for digit in CHECKPOINTS if digit in board.tiles]
    for wanted, digit in zip(CHECKPOINTS, present, strict=False):
        if wanted != digit:
            message = _("checkpoint {found} without checkpoint {missing}", found=digit, missing=wanted)
            yield board.fault("V1.3", message, board.tiles.index(digit))
            break
    if board.laps > 1 and not present:
        message = _("laps = {laps} needs a checkpoint (1) on the far side of the track", laps=board.laps)
        yield Problem("invalid", "V1.3", message, "", 1)
    slots = [index for index, glyph in enumerate(board.tiles) if glyph == START]
    if len(slots) < max(cars, 1):
        message = ngettext(
            "{n} start square (x) for {cars} cars",
            "{n} start squares (x) for {cars} cars",
            len(slots),
            cars=max(cars, 1),
        )
        yield board.fault("V1.4", message)
    if not board.gates[-1]:
        return
    for number, (gate, reached) in enumerate(zip(board.gates, board.distances, strict=True)):
        name = gate_name(board, number)
        for index in slots:
            if index not in reached:
                yield board.fault("V1.5", _("there is no way from here to {gate}", gate=name), index)
        if board.laps > 1 or number:
            before = board.gates[number - 1]
            cut_off = [index for index in members(before) if index not in reached]
            if cut_off and gate:
                yield board.fault("V1.5", _("there is no way from here to {gate}", gate=name), cut_off[0])


def gate_name(board: Board, number: int) -> str:
    """Return what a gate is called: `checkpoint 2`, `the finish line`."""
    if number % len(board.gates) == len(board.gates) - 1:
        return _("the finish line")
    return _("checkpoint {number}", number=number % len(board.gates) + 1)
