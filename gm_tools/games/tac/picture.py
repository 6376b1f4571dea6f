"""The board drawn and read: a layout of cells four characters wide, the ring along its rim (rules T14.3 to T14.5)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import FRESH, HOUSE, HOUSE_NAMES, Track, colour_at, field_of, in_pen

COLOURS = (N_("red"), N_("green"), N_("blue"), N_("black"), N_("white"), N_("clear"))  # of the seats, clockwise
ROLES = (*COLOURS[:-1], "grey")  # in text, where clear is grey
WIDTH = 4  # characters of a cell
Cell = tuple[str, str]  # its text and its role
Place = tuple[int, int]  # row and column from 0


class Layout(NamedTuple):
    """Where everything lies: cells of each field, and the pen of each seat."""

    rows: int
    columns: int
    fields: tuple[Place, ...]
    pens: tuple[Place, ...]


# Rows, columns and the number of the rim cell (clockwise from the upper left corner) with ring field 1, by seats.
_SHAPES = {4: (17, 17, 40), 6: (16, 19, 47)}


def rim_of(seats: int) -> int:
    """Return how many ring fields the picture of a board of 4 or 6 seats has room for."""
    rows, columns, __ = _SHAPES[seats]
    return 2 * (rows + columns) - 4


@cache
def layout(seats: int) -> Layout:
    """Return the places of all cells of a board of 4 or 6 seats (T14.4)."""
    rows, columns, first = _SHAPES[seats]
    bottom, right = rows - 1, columns - 1
    rim = [(0, column) for column in range(columns)]
    rim += [(row, right) for row in range(1, rows)]
    rim += [(bottom, column) for column in range(right - 1, -1, -1)]
    rim += [(row, 0) for row in range(bottom - 1, 0, -1)]
    ring = len(rim)
    fields = [rim[(first + field) % ring] for field in range(ring)]
    pens = []
    for seat in range(seats):
        row, column = fields[seat * ring // seats]
        if row == bottom:
            inwards, pen = (-1, 0), (rows - 2, column + 1)
        elif column == 0:
            inwards, pen = (0, 1), (row + 2, 2)
        elif row == 0:
            inwards, pen = (1, 0), (1, column - 1)
        else:
            inwards, pen = (0, -1), (row - 2, columns - 3)
        fields += [(row + deep * inwards[0], column + deep * inwards[1]) for deep in range(1, HOUSE + 1)]
        pens.append(pen)
    return Layout(rows, columns, tuple(fields), tuple(pens))


def draw(
    track: Track, cells: bytes, letters: str, use: Collection[int], marks: Mapping[int, str] | None = None
) -> list[list[Cell]]:
    """Return the picture as rows of cells; `marks` are texts of three characters shown on fields in place of numbers.

    Houses and pens of unused seats are left out (T14.4).
    """
    seats = len(letters)
    places = layout(seats)
    picture: list[list[Cell]] = [[(" " * WIDTH, "")] * places.columns for __ in range(places.rows)]
    for field, (row, column) in enumerate(places.fields):
        if field < track.ring or track.house_of(field) in use:
            picture[row][column] = _field_cell(track, cells, letters, field, (marks or {}).get(field, ""))
    for seat in use:
        row, column = places.pens[seat]
        waiting = in_pen(track, cells, seat)
        picture[row][column] = (letters[seat] * waiting + "." * (HOUSE - waiting), ROLES[seat])
    return picture


def _field_cell(track: Track, cells: bytes, letters: str, field: int, mark: str) -> Cell:
    name, colour = track.names[field], colour_at(cells, field)
    if mark:
        return f"{mark:>3} ", "path"
    if field >= track.ring:
        owner = ROLES[track.house_of(field)]
        return (f" {letters[colour]}{name} ", ROLES[colour]) if colour >= 0 else (f"  {name} ", owner)
    if colour >= 0:
        sign = "*" if cells[field] & FRESH else ")" if field in track.starts else " "
        return f"{letters[colour]}{name:0>2}{sign}", ROLES[colour]
    if field in track.starts:
        return f"({name:0>2})", ROLES[track.starts.index(field)]
    return f" {name:0>2} ", "track"


def picture_text(picture: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """Return a picture as lines, blanks at their ends cut."""
    return tuple("".join(text for text, __ in row).rstrip() for row in picture)


def read_picture(
    track: Track, letters: str, use: Collection[int], lines: Sequence[str], first_line: int
) -> tuple[bytes, list[Problem]]:
    """Return the cells that a picture shows, and its faults by line and column.

    Every token contains its own field, so the geometry is not looked at (T14.5): `R05`, `R17)`, `R01*`, `Rb`.
    """
    cells = bytearray(track.empty)
    problems: list[Problem] = []
    pens: dict[int, tuple[int, int, int]] = {}  # seat: balls, line, column
    for number, line in enumerate(lines, first_line):
        for found in re.finditer(
            r"\(\d\d\)|\d\d|[A-Z]\d\d[*)]?|[A-Z][a-d](?![A-Za-z])|[A-Z]{1,4}\.{0,3}|\.{4}|[a-d]|\S", line
        ):
            token, column = found[0], found.start() + 1
            if token[0] in f"(.{HOUSE_NAMES}" or token.isdecimal():
                if token in ("(", "."):
                    problems.append(_fault(number, column, _("{token!r} is not a token of a board", token=token)))
                continue
            seat = letters.find(token[0])
            if seat not in use:
                message = _(
                    "{token!r} is not a token of a board with the seats {seats}", token=token, seats=" ".join(letters)
                )
                problems.append(_fault(number, column, message))
            elif len(token) > 1 and (token[1].isdecimal() or token[1] in HOUSE_NAMES):
                problem = _put(track, cells, seat, token, number, column)
                problems += [problem] if problem else []
            elif len(token) == HOUSE and set(token) <= {letters[seat], "."} and seat not in pens:
                pens[seat] = (token.count(letters[seat]), number, column)
            else:
                problems.append(_fault(number, column, _("{token!r} is not a token of a board", token=token)))
    for seat, (balls, number, column) in sorted(pens.items()):
        missing = in_pen(track, bytes(cells), seat)
        if balls != missing:
            message = ngettext(
                "the pen of {seat} has {n} ball, the board lacks {missing}",
                "the pen of {seat} has {n} balls, the board lacks {missing}",
                balls,
                seat=letters[seat],
                missing=missing,
            )
            problems.append(_fault(number, column, message))
    for seat in sorted(use):
        missing = in_pen(track, bytes(cells), seat)
        if missing < 0:
            message = _("there are {count} balls of {seat}, four at most", count=HOUSE - missing, seat=letters[seat])
            problems.append(_fault(first_line, 1, message))
        elif missing and seat not in pens:
            message = ngettext(
                "the pen of {seat} is not drawn, and the board lacks {n} ball",
                "the pen of {seat} is not drawn, and the board lacks {n} balls",
                missing,
                seat=letters[seat],
            )
            problems.append(_fault(first_line, 1, message))
    return bytes(cells), problems


def _put(track: Track, cells: bytearray, seat: int, token: str, line: int, column: int) -> Problem | None:
    """Put the ball of a token on its field; return what is wrong with it."""
    place = token[1:].rstrip("*)")
    field = field_of(track, seat, place.lstrip("0") or "0")
    is_fresh = token.endswith("*")
    if field < 0:
        return _fault(line, column, _("{token!r}: the ring has the fields 1 to {ring}", token=token, ring=track.ring))
    if cells[field]:
        return _fault(line, column, _("{token!r}: there is a ball on {place} already", token=token, place=place))
    if is_fresh and field != track.starts[seat]:
        return _fault(line, column, _("{token!r}: a ball is fresh on its own start field only", token=token))
    cells[field] = seat + 1 | (FRESH if is_fresh else 0)
    return None


def _fault(line: int, column: int, message: str) -> Problem:
    return Problem("invalid", "T14.5", message, line=line, column=column)
