"""Tracks of Monza: three lanes drawn to scale in strips; which squares lie ahead of which (rules Z11, Z13-Z15, Z24).

A *place* is a column along the whole track: that of the first strip, later strips shifted so that each lane goes on
where it ended. A square is an index into `Board.squares`; 0 is the start square, the lanes follow one after another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gm_tools.core.boards import BoardText, check_front, split_board
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import Tile
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import take
from gm_tools.core.tuples import NamedTuple

TILES = (  # all that there is to a sign of the track; as orders name cars: `colour` says it in the language in use
    Tile("#", N_("tyres"), "grey", "tyre"),
    Tile("R", N_("red"), "red", "red"),
    Tile("Y", N_("yellow"), "yellow", "yellow"),
    Tile("G", N_("green"), "green", "green"),
    Tile("B", N_("blue"), "blue", "blue"),
    Tile("W", N_("white"), "white", "white"),
    Tile("P", N_("purple"), "purple", "purple"),
)
PALETTE = tuple((tile.glyph, tile.meaning) for tile in TILES)
TYRE = TILES[0].glyph
COLOUR_NAMES = dict(PALETTE[1:])
COLOURS = "".join(COLOUR_NAMES)
LANES = (1, 2, 3)
ENTRIES = "BW"  # the colours that the start is left by (Z11)
START = 0
WIDEST = 100  # columns of a strip
BLANKS = " _."
_ALLOWED = N_("a colour R Y G B W P, # for a tyre, >B and >W at the start, R! (any colour) at the target")
BOARD_HELP = (("colours", N_("the colours of squares and dice: six different letters")),)


class Square(NamedTuple):
    """A field of a lane (Z13). `near` and `far` are places; `colour` is empty for a tyre (Z15) and for the start.

    `text` is how the file writes it (`>B`), `at` the place where that begins; `line` and `column` (from 1) are its
    place in the file.
    """

    lane: int
    number: int
    colour: str
    near: int
    far: int
    is_entry: bool = False
    is_target: bool = False
    text: str = ""
    at: int = 0
    strip: int = 0
    line: int = 0
    column: int = 0

    @property
    def name(self) -> str:
        """Return `lane.number`, or `S` for the start."""
        return f"{self.lane}.{self.number}" if self.lane else "S"

    @property
    def is_tyre(self) -> bool:
        """Tell whether nobody can ever stand here (Z15)."""
        return not self.colour and self.lane > 0


class Way(NamedTuple):
    """A step that can be made from a square (Z7): onto square `there`, of `colour` in `lane`.

    `unit` is one die of that colour in a packed roll, `mask` the bits of that colour.
    """

    colour: str
    lane: int
    there: int
    unit: int
    mask: int

    @property
    def name(self) -> str:
        """Return the step as an order names it: `B1`."""
        return f"{self.colour}{self.lane}"


class Board:
    """A track, compiled. `ahead` lists the squares ahead of each square, tyres too (Z14); `ways` the steps (Z7).

    Ways stand in the order of their names, so that searching them in turn finds orders in ASCII order (Z40).
    """

    def __init__(self, parts: BoardText, squares: Sequence[Square], shifts: Sequence[int]) -> None:
        self.header = parts.header
        self.lines = parts.lines
        self.first_line = parts.first_line
        self.name = take(parts.front, "name", str, "")
        self.shifts = tuple(shifts)  # what to take from a place to get the column in each strip
        begin = min(square.near for square in squares)
        start = Square(0, 0, "", begin - 1, begin - 1)  # behind every square, so that all of them are further on
        self.squares = (start, *squares)
        self.far = tuple(square.far for square in self.squares)  # places of the far ends
        self.targets = frozenset(index for index, square in enumerate(self.squares) if square.is_target)
        self.lanes = tuple(
            tuple(index for index, square in enumerate(self.squares) if square.lane == lane) for lane in LANES
        )
        self.ahead = tuple(map(self._list_ahead, range(len(self.squares))))
        self.ways = tuple(map(self._ways, range(len(self.squares))))
        self.by_name = {square.name: index for index, square in enumerate(self.squares)}

    def find(self, name: str) -> int | None:
        """Return the square called `2.7` or `S`, None if there is none."""
        return self.by_name.get(name)

    def _list_ahead(self, here: int) -> tuple[int, ...]:
        """Return the squares ahead, by lane: those that Z14 names, Z11 from the start, none from a target (Z24)."""
        square = self.squares[here]
        if here == START:
            return tuple(index for index, entry in enumerate(self.squares) if entry.is_entry)
        if square.is_target:
            return ()
        found = []
        for lane, indices in zip(LANES, self.lanes, strict=True):
            if lane == square.lane:
                found += [here + 1] if here != indices[-1] else []
            elif abs(lane - square.lane) == 1:
                # The one that the far end falls inside: the first that ends further on, if it has begun before.
                place = bisect_right(indices, square.far, key=self.far.__getitem__)
                found += [index for index in indices[place : place + 1] if self.squares[index].near < square.far]
        return tuple(found)

    def _ways(self, here: int) -> tuple[Way, ...]:
        ways = []
        for there in self.ahead[here]:
            square = self.squares[there]
            if square.colour:
                place = 3 * COLOURS.index(square.colour)
                ways.append(Way(square.colour, square.lane, there, 1 << place, 7 << place))
        return tuple(sorted(ways))


def colour(letter: str) -> str:
    """Return the name of a colour in the language in use: `red`."""
    return _(COLOUR_NAMES[letter])


def pack(roll: str) -> int:
    """Return a roll as one number, three bits a colour: how many dice show it."""
    return sum(1 << 3 * COLOURS.index(colour) for colour in roll)


def unpack(dice: int) -> list[str]:
    """Return packed dice by colour: `RR`, `Y`."""
    counts = ((letter, dice >> 3 * place & 7) for place, letter in enumerate(COLOURS))
    return [letter * count for letter, count in counts if count]


def last_square(ways: Sequence[Way], at: int) -> int:
    """Return the square that some steps from a square lead to."""
    return ways[-1].there if ways else at


def parse_board(text: str) -> Board:
    """Return a track file as a board; raise InputError with every fault, by line and column, if it cannot be read."""
    parts = split_board(text)
    check_front(parts, "monza", ("name", "colours"))
    with at_key("front matter"):
        take(parts.front, "name", str, "")
        if sorted(take(parts.front, "colours", str, COLOURS)) != sorted(COLOURS):
            raise InputError(_("found {found!r}", found=parts.front["colours"]), key="colours", allowed=COLOURS)
    reading = _Reading(parts)
    reading.read()
    if reading.faults:
        raise InputError(_("the track cannot be read"), problems=reading.faults)
    return Board(parts, reading.squares(), reading.shifts)


class _Lane(NamedTuple):
    """The part of a lane that one strip draws: the columns (from 0) of its divisions, and its line in the file."""

    text: str
    bars: tuple[int, ...]
    line: int


class _Reading:
    """A track file being read: strips of three lanes, and every fault found on the way."""

    def __init__(self, parts: BoardText) -> None:
        self.parts = parts
        self.faults: list[Problem] = []
        self.strips: list[dict[int, _Lane]] = []
        self.shifts = [0]

    def read(self) -> None:
        """Read all strips, then see whether each goes on where the one before ended."""
        for number, block in enumerate(self._blocks(), 1):
            if len(block) != len(LANES):
                message = ngettext(
                    "strip {number} has {n} line; a strip has three, one for each lane",
                    "strip {number} has {n} lines; a strip has three, one for each lane",
                    len(block),
                    number=number,
                )
                self._fault(block[0][0], 1, message)
            self.strips.append({lane: self._lane(lane, *row) for lane, row in zip(LANES, block, strict=False)})
        for number in range(1, len(self.strips)):
            self._join(number)

    def squares(self) -> list[Square]:
        """Return the squares, lane by lane, numbered from 1 in each."""
        out = []
        for lane in LANES:
            number = 0
            for strip, (shift, lanes) in enumerate(zip(self.shifts, self.strips, strict=True)):
                text, bars, line = lanes[lane]
                for near, far in pairwise(bars):
                    number += 1
                    written = text[near + 1 : far].strip(BLANKS)
                    column = near + 1 + text[near + 1 : far].index(written)
                    colour = written.strip(">!").strip(TYRE)
                    is_entry, is_target = written.startswith(">"), written.endswith("!")
                    ends, place = (near + shift, far + shift), (strip, line, column + 1)
                    out.append(
                        Square(lane, number, colour, *ends, is_entry, is_target, written, column + shift, *place)
                    )
        return out

    def _fault(self, line: int, column: int, message: str) -> None:
        self.faults.append(Problem("invalid", "Z13", message, "", line, column))

    def _blocks(self) -> list[list[tuple[int, str]]]:
        """Return the strips as lists of (line in the file, text); blank lines separate them."""
        blocks: list[list[tuple[int, str]]] = []
        is_open = False
        for line, text in enumerate(self.parts.lines, self.parts.first_line):
            if text.strip() and not is_open:
                blocks.append([])
            is_open = bool(text.strip())
            if is_open:
                blocks[-1].append((line, text.rstrip()))
        return blocks

    def _lane(self, lane: int, line: int, text: str) -> _Lane:
        """Read one line: its number, blanks up to the first division, squares between divisions."""
        if len(text) > WIDEST:
            self._fault(
                line, WIDEST + 1, _("the line has {count} columns; at most {most}", count=len(text), most=WIDEST)
            )
        if text[0] != str(lane) or text[1:2] not in tuple(BLANKS):
            message = _("found {found!r}; the line of lane {lane} begins with '{lane} '", found=text[:2], lane=lane)
            self._fault(line, 1, message)
        bars = tuple(column for column, glyph in enumerate(text) if glyph == "|" and column > 1)
        if len(bars) < 2:
            message = _("lane {lane} has no square here: a square is written between two divisions |", lane=lane)
            self._fault(line, 1, message)
            return _Lane(text, bars, line)
        for column in range(2, bars[0]):
            if text[column] not in BLANKS:
                self._fault(line, column + 1, _("found {found!r} before the first division |", found=text[column]))
        if bars[-1] != len(text) - 1:
            rest = text[bars[-1] + 1 :]
            column = bars[-1] + 2 + len(rest) - len(rest.lstrip())
            message = _("found {found!r} after the last division |: is a | missing?", found=rest.strip())
            self._fault(line, column, message)
        for near, far in pairwise(bars):
            inside = text[near + 1 : far]
            written = inside.strip(BLANKS)
            if not _is_square(written):
                column = near + 1 + (inside.index(written) if written else 0)
                what = _("found {found!r}", found=written) if written else _("an empty square")
                self._fault(line, column + 1, _("{what}; a square is {allowed}", what=what, allowed=_(_ALLOWED)))
        return _Lane(text, bars, line)

    def _join(self, number: int) -> None:
        """See that all lanes of a strip are shifted alike: as most of them are, as lane 1 is if all differ."""
        before, here = self.strips[number - 1], self.strips[number]
        moved = {
            lane: before[lane].bars[-1] - here[lane].bars[0]
            for lane in LANES
            if lane in before and lane in here and before[lane].bars and here[lane].bars
        }
        values = list(moved.values())
        shift = max(values, key=values.count, default=0)
        self.shifts.append(self.shifts[-1] + shift)
        for lane, found in moved.items():
            if found != shift:
                column = here[lane].bars[0]
                message = _(
                    "lane {lane}, strip {strip}, column {column}: should begin in column {wanted}",
                    lane=lane,
                    strip=number + 1,
                    column=column,
                    wanted=column + found - shift,
                )
                self._fault(here[lane].line, column + 1, message)


def _is_square(written: str) -> bool:
    """Tell whether a square can be written so: `R`, `#`, `>B`, `R!`."""
    return written == TYRE or (1 <= len(written) <= 2 and written.removeprefix(">").removesuffix("!") in tuple(COLOURS))


def check_board(board: Board, cars: int) -> tuple[Problem, ...]:
    """Return every fault that spoils a race; the number of cars does not matter, for the start holds any (Z4)."""
    del cars
    return tuple(_faults(board))


def _faults(board: Board) -> Iterator[Problem]:
    last = {lane[-1] for lane in board.lanes}
    targets = sorted(board.targets)
    for letter in ENTRIES:
        count = sum(square.is_entry and square.colour == letter for square in board.squares)
        if count != 1:
            message = ngettext(
                "{n} entry square >{letter}; the start has one blue and one white exit",
                "{n} entry squares >{letter}; the start has one blue and one white exit",
                count,
                letter=letter,
            )
            yield Problem("invalid", "Z11", message, "", board.first_line)
    if len(targets) != 2:
        message = ngettext(
            "{n} target square; there must be two, written with ! after the colour",
            "{n} target squares; there must be two, written with ! after the colour",
            len(targets),
        )
        yield Problem("invalid", "Z24", message, "", board.first_line)
    for index, square in enumerate(board.squares):
        if square.is_entry and square.colour not in ENTRIES:
            yield _fault(square, "Z11", _("an entry square is blue or white: {found!r}", found=square.text))
        if square.is_entry and square.number != 1:
            yield _fault(square, "Z11", _("an entry square is the first of its lane"))
        if square.is_target and index not in last:
            yield _fault(square, "Z24", _("a target square is the last of its lane"))
        if index != START and square.colour and not square.is_target and not board.ways[index]:
            message = _("a dead end: no square ahead of {square} can be entered", square=square.name)
            yield _fault(square, "Z14", message)


def _fault(square: Square, rule: str, message: str) -> Problem:
    return Problem("invalid", rule, message, "", square.line, square.column)
