"""Maps: a picture of one character a space, compiled into a flat text with a border, to be searched and drawn.

A space is an index into that text, so that a step is an addition and never asks where the map ends. Row and column
count from 0 at the top left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Picture, Span, merge_spans
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.core.toml import take
from gm_tools.core.tuples import NamedTuple

Mark = tuple[str, str]  # a glyph and its role
Crop = tuple[int, int, int, int]  # first and last row, first and last column
RULER_ROWS, RULER_COLUMNS = 2, 5  # of a numbered picture: its first rows, and the first columns of each

BLANK = " "  # where there is nothing
SEVERAL = "%"  # drawn where more than one piece stands
ROLES = 6  # colours of pieces in text


class Tile(NamedTuple):
    """A sign of a board file: what it means, and its role in a picture of text and in a drawing.

    Its meaning is marked for the catalogues.
    """

    glyph: str
    meaning: str
    text_role: str
    role: str


def draw_legend(tiles: Iterable[Tile], shown: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return the roles in a drawing of those of some tiles that are `shown`, each with what it means.

    A tile that is blank needs no words.
    """
    named = (tile for tile in tiles if tile.glyph in shown and tile.glyph != BLANK)
    return tuple(dict.fromkeys((tile.role, _(tile.meaning)) for tile in named))


def tell_size(board: Map) -> str:
    """Return how large a map is: `80 columns, 37 rows`."""
    columns, rows = (
        ngettext("{n} column", "{n} columns", board.columns),
        ngettext("{n} row", "{n} rows", board.rows),
    )
    return f"{columns}, {rows}"


def signs_by_role(tiles: Sequence[Tile]) -> dict[str, str]:
    """Return the signs of each role in a drawing, with blanks between them: what a rules sheet names them by."""
    return {tile.role: " ".join(one.glyph for one in tiles if one.role == tile.role) for tile in tiles}


def free_letters(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Return the letters that no tile is drawn with, capital ones first: marks of cars."""
    taken = {tile.glyph for tile in tiles}
    capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return tuple(letter for letter in capitals + capitals.lower() if letter not in taken)


def piece_marks(
    stands: Iterable[tuple[str, int]], roles: Mapping[str, str], describe: Callable[[int], str]
) -> tuple[dict[int, Mark], list[tuple[str, str]]]:
    """Return the marks of pieces, given as seats and indices, and for the legend every space with several.

    `describe` says where such a space is.
    """
    found: dict[int, list[str]] = {}
    for seat, at in stands:
        found.setdefault(at, []).append(seat)
    marks = {at: (seats[0], roles[seats[0]]) if len(seats) == 1 else (SEVERAL, "crash") for at, seats in found.items()}
    legend = [(SEVERAL, f"{describe(at)}: {', '.join(seats)}") for at, seats in sorted(found.items()) if len(seats) > 1]
    return marks, legend


class _Places(dict[int, list[int]]):
    """`[row, column]` by flat index, worked out once each: a turn tells some hundreds of them."""

    def __init__(self, stride: int, border: int) -> None:
        super().__init__()
        self._stride, self._border = stride, border

    def __missing__(self, index: int) -> list[int]:
        row, column = divmod(index, self._stride)
        place = self[index] = [row - self._border, column - self._border]
        return place


class Map:
    """A board file, compiled: `tiles` is its picture as one flat text, `border` characters `edge` wide all round.

    `header` and `lines` are as in the file, `first_line` is the number of the first of the lines there, for messages.
    `stride` is what a step of one row adds to an index.
    """

    border = 1
    edge = BLANK
    kinds: tuple[Tile, ...] = ()  # of tiles; none if the game draws its maps in its own way

    def __init__(self, header: str, front: Mapping[str, Any], lines: tuple[str, ...], first_line: int) -> None:
        self.header = header
        self.lines = lines
        self.first_line = first_line
        self.name = take(front, "name", str, "")
        self.rows, self.columns = len(lines), max(map(len, lines), default=0)
        self.stride = self.columns + 2 * self.border
        self.tiles = self.flatten(lines)
        self.places = _Places(self.stride, self.border)

    def index(self, row: int, column: int) -> int:
        """Return the flat index of a space."""
        return (row + self.border) * self.stride + column + self.border

    def place(self, index: int) -> list[int]:
        """Return `[row, column]` of a flat index; the list is shared, and nobody changes it."""
        return self.places[index]

    def read_place(self, value: Any) -> int | None:
        """Return the flat index of `[row, column]` as a file has it, None if the value is no place on the map."""
        match value:
            case [int(row), int(column)] if bool not in {type(row), type(column)} and self.has(row, column):
                return self.index(row, column)
            case _other:
                return None

    def has(self, row: int, column: int) -> bool:
        """Tell whether the map has this row and column."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def fault(self, rule: str, message: str, index: int | None = None) -> Problem:
        """Return what is wrong with the board file by a rule, at a space or at the map as a whole."""
        if index is None:
            return Problem("invalid", rule, message, "", self.first_line)
        row, column = self.place(index)
        return Problem("invalid", rule, message, "", self.first_line + row, column + 1)

    def flatten(self, lines: Sequence[str]) -> str:
        """Return rows drawn on this map as a flat text, padded with blanks."""
        side, edge = self.edge * self.border, self.edge * (self.stride * self.border)
        return edge + "".join(side + line.ljust(self.columns) + side for line in lines) + edge

    def rows_of(self, tiles: str) -> tuple[str, ...]:
        """Return the rows of a flat text of this map (the reverse of `flatten`), blanks at line ends cut."""
        starts = (self.index(row, 0) for row in range(self.rows))
        return tuple(tiles[start : start + self.columns].rstrip() for start in starts)


def search(first: Iterable[int], following: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Return the fewest steps to each space that can be reached, breadth first: 1 for the `first` ones.

    `following(space)` are the spaces one step on; searched backwards from a line, those one step before.
    """
    found = dict.fromkeys(first, 1)
    layer = list(found)
    count = 1
    while layer:
        count += 1
        reached = []
        for here in layer:
            for there in following(here):
                if there not in found:
                    found[there] = count
                    reached.append(there)
        layer = reached
    return found


def crop_around(board: Map, spaces: Iterable[int], margin: int) -> Crop:
    """Return the part of a map that holds some spaces and `margin` more on every side."""
    rows, columns = zip(*map(board.place, spaces), strict=True)
    return (
        max(0, min(rows) - margin),
        min(board.rows - 1, max(rows) + margin),
        max(0, min(columns) - margin),
        min(board.columns - 1, max(columns) + margin),
    )


def focus_on(board: Map, spaces: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the places (row, column) of spaces: what a picture that has to be cropped is about."""
    return tuple((row, column) for row, column in map(board.place, spaces))


def is_in(crop: Crop, place: Sequence[int]) -> bool:
    """Tell whether `[row, column]` lies in a part of a map."""
    return crop[0] <= place[0] <= crop[1] and crop[2] <= place[1] <= crop[3]


def ruler(columns: Sequence[int]) -> tuple[str, str]:
    """Return the two lines above a picture with the numbers of its columns, which begin behind those of its rows."""
    tens = "".join(str(at // 10 % 10) if at % 10 == 0 or at == columns[0] else " " for at in columns)
    return tuple(" " * RULER_COLUMNS + line for line in (tens.rstrip(), "".join(str(at % 10) for at in columns)))  # type: ignore[return-value]


def draw_map(
    board: Map,
    marks: Mapping[int, Mark],
    title: str,
    crop: Crop | None = None,
    *,
    tiles: str = "",
    is_numbered: bool = False,
) -> Picture:
    """Return a map with marks drawn over it, cropped if asked.

    `tiles` is its flat text if that is no longer as the file draws it.
    """
    roles = {kind.glyph: kind.text_role for kind in board.kinds}
    rows, shown = draw_rows(
        board, tiles or board.tiles, marks, lambda _index, glyph: roles[glyph], crop, is_numbered=is_numbered
    )
    legend = tuple((kind.glyph, _(kind.meaning)) for kind in board.kinds if kind.glyph in shown and kind.glyph != BLANK)
    return Picture(title, rows, legend)


def draw_rows(
    board: Map,
    tiles: str,
    marks: Mapping[int, Mark],
    role: Callable[[int, str], str],
    crop: Crop | None = None,
    *,
    is_numbered: bool = False,
) -> tuple[tuple[tuple[Span, ...], ...], Collection[str]]:
    """Return the rows of a picture of a map with marks drawn over it, and which glyphs of the map lie in it.

    `role(index, glyph)` is the role of a space without a mark; `is_numbered` puts the numbers of rows and columns round
    it.
    """
    top, bottom, left, right = crop or (0, board.rows - 1, 0, board.columns - 1)
    columns = range(left, right + 1)
    rows = []
    if is_numbered:
        rows = [merge_spans([(line, "note")]) for line in ruler(columns)]
    shown: set[str] = set()
    for row in range(top, bottom + 1):
        cells = [(f"{row:{RULER_COLUMNS - 1}} ", "note")] if is_numbered else []
        first, last = board.index(row, left), board.index(row, right)
        glyphs = tiles[first : last + 1]
        shown.update(glyphs)
        cells += [marks.get(index) or (glyph, role(index, glyph)) for index, glyph in enumerate(glyphs, first)]
        while cells and cells[-1][0] == " ":
            cells.pop()
        rows.append(merge_spans(cells))
    return tuple(rows), shown
