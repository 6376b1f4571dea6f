"""Boards of Tacara: text in, flat tables out (rules C9–C12, C48, section 14).

A space is an index into a flat map with one wall all round it, so that a step never asks where the map ends. Row and
column count from 0 at the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from gm_tools.core.boards import check_front, refuse_unknown, split_board
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.maps import Map, search
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.race import tile_text
from gm_tools.core.toml import known_keys, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.shift import DIRECTIONS, load_table


class Space(NamedTuple):
    """A sign of the map.

    It has a meaning and a role in text and in a drawing each, and the first class that has it as track (C9). Meanings
    are marked for the catalogues. What has the role `off` in text is track for nobody.
    """

    glyph: str
    words: str
    meaning: str
    text_role: str
    role: str
    since: int = 0


SPACES = (
    Space(" ", "", N_("nothing"), "off", "ground"),
    Space(".", N_("grey: track"), N_("track"), "track", "plain"),
    Space("g", N_("green: track for 5 cars or more"), N_("track for 5 cars or more"), "green", "grass", 1),
    Space("y", N_("yellow: track for 5 cars or more"), N_("track for 5 cars or more"), "yellow", "yellow_band", 1),
    Space("r", N_("red: track for 7 cars or more"), N_("track for 7 cars or more"), "red", "red_band", 2),
    Space("b", N_("blue: pits"), N_("pits"), "pit", "pits"),
    Space("t", N_("blue with T: pits, refuelling"), N_("refuelling"), "pit", "pump"),
    Space("#", N_("wall"), N_("wall"), "off", "wall"),
)
PALETTE = tuple((space.glyph, space.meaning) for space in SPACES)
PUMP, WALL = "t", "#"
# Of races: from so many cars (C9)
CLASSES = ((3, N_("3 or 4 cars")), (5, N_("5 or 6 cars")), (7, N_("7 cars or more")))
TRACKS = tuple(  # of each class, the signs of the spaces that are track
    "".join(space.glyph for space in SPACES if space.text_role != "off" and space.since <= number)
    for number in range(len(CLASSES))
)
WIDEST = 100  # columns
FEWEST, MOST = CLASSES[0][0], 10  # cars (C1)
_KEYS = ("name", "shift_table", "start", "line", "course")
BOARD_HELP = (
    ("shift_table", N_("how far the shift table reaches, and its shape")),
    ("start", N_("a start: the heading, and the grid as [row, column], the first place first")),
    ("line", N_("a line: the direction in which it is crossed, where it lies, how far it reaches")),
    ("course", N_("a course: its start, and its lines in the order in which they are crossed")),
)


class Start(NamedTuple):
    """A start: the direction in which cars are drawn to stand, and its spaces `(row, column)` in order."""

    heading: str
    grid: tuple[tuple[int, int], ...]


class Line(NamedTuple):
    """A line across the track, crossed by a step in `direction` from one of the spaces `before` it.

    `at` is the row or column of those spaces, `span` the first and last column or row; `inside` is the side of
    the track nearer to its middle, of a finish ("" if the board does not say).
    """

    name: str
    direction: str
    at: int
    span: tuple[int, int]
    inside: str
    step: int
    before: frozenset[int]


class Course(NamedTuple):
    """A way to race on a board: a start, and lines to be crossed in order, the last being the finish."""

    name: str
    title: str
    start: str
    lines: tuple[str, ...]


class Board(Map):
    """A board, compiled. `tiles` is the flat map as the file draws it, `step` the index change of each direction."""

    edge = WALL

    def __init__(self, header: str, front: Mapping[str, Any], lines: tuple[str, ...], first_line: int) -> None:
        super().__init__(header, front, lines, first_line)
        stride = self.stride
        self.step = {"E": 1, "N": -stride, "S": stride, "W": -1}
        self.masks = tuple(bytes(glyph in usable for glyph in self.tiles) for usable in TRACKS)
        self.has_pumps = PUMP in self.tiles
        with at_key("shift_table"):
            self.table = load_table(take(front, "shift_table", dict, {}))
        self.starts = _tables(front, "start", lambda _name, plain: _start(plain))
        self.gates = _tables(front, "line", self._line)
        self.courses = _tables(front, "course", _course)
        self._distances: dict[tuple[str, int], dict[int, int]] = {}

    def mask(self, starters: int) -> bytes:
        """Return which spaces are usable in a race of so many cars: 1 usable, 0 wall (C9)."""
        return self.masks[class_of(starters)]

    def space(self, index: int) -> str:
        """Return a space in words."""
        return tile_text(self.place(index))

    def course_lines(self, course: str) -> tuple[Line, ...]:
        """Return the lines of a course in order; none if the board has no such course."""
        chosen = self.courses.get(course)
        return tuple(self.gates[name] for name in chosen.lines if name in self.gates) if chosen else ()

    def distances(self, line: str, starters: int) -> dict[int, int]:
        """Return for each usable space the fewest steps over a line, cars ignored (C53).

        The line itself is never crossed backwards. The space before the line has 1. Spaces from which the line cannot
        be reached are left out.
        """
        key = (line, class_of(starters))
        if key not in self._distances:
            self._distances[key] = self._distances_to(self.gates[line], self.masks[key[1]])
        return self._distances[key]

    def _distances_to(self, line: Line, mask: bytes) -> dict[int, int]:
        def before(there: int) -> Iterator[int]:
            for step in self.step.values():
                if mask[there - step] and not (step == -line.step and there in line.before):
                    yield there - step

        return search(sorted(index for index in line.before if mask[index] and mask[index + line.step]), before)

    def _line(self, name: str, plain: Mapping[str, Any]) -> Line:
        known_keys(plain, ("dir", "at", "span", "inside"))
        direction = _direction(plain, "dir")
        at = take(plain, "at", int)
        span = take(plain, "span", list)
        if not is_pair(span) or not 0 <= span[0] <= span[1]:
            raise InputError(_("found {value!r}", value=span), key="span", allowed=_("[first, last], counted from 0"))
        first, last = span
        inside = _direction(plain, "inside") if "inside" in plain else ""
        end = min(last, self.rows + self.columns) + 1  # a span may be any number; what lies off the map is a fault
        across = [(row, at) if direction in "EW" else (at, row) for row in range(first, end)]
        before = frozenset(self.index(*place) for place in across if self.has(*place))
        return Line(name, direction, at, (first, last), inside, self.step[direction], before)


def class_of(starters: int) -> int:
    """Return the class of a race by the number of cars that start: 0, 1, 2 (C9)."""
    return sum(starters >= least for least, __ in CLASSES[1:])


def is_finished(lines: Sequence[Line], crossed: int) -> bool:
    """Tell whether a car that is over so many lines of a course is over the finish (C48)."""
    return 0 < len(lines) <= crossed


def measure_forward(direction: str, row: int, column: int) -> int:
    """Return how far along a direction a place lies: more is further on."""
    return {"E": column, "W": -column, "S": row, "N": -row}[direction]


def places_past(line: Line, row: int, column: int) -> int:
    """Return how many whole rows or columns a place lies past a line; the first space behind it is 1 (C50)."""
    return measure_forward(line.direction, row, column) - measure_forward(line.direction, line.at, line.at)


def distance_past(board: Board, line: Line, index: int) -> int:
    """Return how many whole rows or columns a space lies past a line (C50)."""
    return places_past(line, *board.place(index))


def depth(board: Board, line: Line, index: int) -> int:
    """Return how far outside a space lies: fewer is nearer to the inside of the track at the line (C51)."""
    return -measure_forward(line.inside, *board.place(index)) if line.inside else 0


def _tables(front: Mapping[str, Any], key: str, load: Any) -> dict[str, Any]:
    """Return the tables `[key.NAME]` of the front matter, each loaded by `load(name, plain)`."""
    found = {}
    for name, plain in take(front, key, dict, {}).items():
        place = f"{key}.{name}"
        if not isinstance(plain, dict):
            raise InputError(_("found {value!r}", value=plain), key=place, allowed=_("a table"))
        with at_key(place):
            found[name] = load(name, plain)
    return found


def is_pair(value: Any) -> bool:
    """Tell whether a plain value is a list of two whole numbers."""
    return isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)


def _direction(plain: Mapping[str, Any], key: str) -> str:
    value = take(plain, key, str)
    if value not in tuple(DIRECTIONS):
        raise InputError(_("found {value!r}", value=value), key=key, allowed="N, E, S, W")
    return value


def _start(plain: Mapping[str, Any]) -> Start:
    known_keys(plain, ("heading", "grid"))
    grid = []
    for number, place in enumerate(take(plain, "grid", list), 1):
        if not is_pair(place):
            message = _("place {number}: found {value!r}", number=number, value=place)
            raise InputError(message, key="grid", allowed=_("[row, column], counted from 0"))
        grid.append((place[0], place[1]))
    return Start(_direction(plain, "heading") if "heading" in plain else "", tuple(grid))


def _course(name: str, plain: Mapping[str, Any]) -> Course:
    known_keys(plain, ("title", "start", "lines"))
    lines = take(plain, "lines", list)
    if not all(isinstance(line, str) for line in lines):
        raise InputError(
            _("found {value!r}", value=lines), key="lines", allowed=_("names of lines, in the order of driving")
        )
    return Course(name, take(plain, "title", str, name), take(plain, "start", str, ""), tuple(lines))


def parse_board(text: str) -> Board:
    """Return a board file as a board; raise InputError with line and column for what cannot be read.

    Lenient about what a race needs beyond that (starts, courses: `check_board`), so that cases may use scraps.
    """
    parts = split_board(text)
    check_front(parts, "tacara", _KEYS)
    refuse_unknown(
        parts, TRACKS[-1] + "# ", "C9", _("spaces are {signs}, walls # and blank", signs=" ".join(TRACKS[-1]))
    )
    with at_key("front matter"):
        return Board(parts.header, parts.front, parts.lines, parts.first_line)


def check_board(board: Board, cars: int) -> tuple[Problem, ...]:
    """Return every fault of section 14 that would spoil a race of so many cars (0: of any number)."""
    return (*_map_faults(board), *_start_faults(board, cars), *_line_faults(board), *_course_faults(board))


def _fault(board: Board, section: str, message: str, rule: str = "C48") -> Problem:
    """Return a fault of the front matter, at the line of its `[section]`."""
    rows = board.header.split("\n")
    first = board.first_line - 1 - len(rows)
    wanted = f"[{section}]"
    for number, row in enumerate(rows):
        if row.split("#")[0].translate({ord(glyph): None for glyph in " \t\"'"}) == wanted:
            return Problem("invalid", rule, message, "", first + number, 1)
    return Problem("invalid", rule, message, "", 1)


def _spot_fault(board: Board, row: int, column: int, message: str, rule: str) -> Problem:
    return Problem("invalid", rule, message, "", board.first_line + row, column + 1)


def _map_faults(board: Board) -> Iterator[Problem]:
    for row, line in enumerate(board.lines):
        if len(line) > WIDEST:
            yield _spot_fault(
                board, row, WIDEST, _("{count} columns; a map has at most {most}", count=len(line), most=WIDEST), "C10"
            )
    if all(line[:1] in ("", " ") for line in board.lines):
        yield _spot_fault(board, 0, 0, _("a blank column at the left edge of the map"), "C10")


def _start_faults(board: Board, cars: int) -> Iterator[Problem]:
    if not board.starts:
        yield Problem("invalid", "C3", _("there is no start: add [start.1] with heading and grid"), "", 1)
    for name, start in board.starts.items():
        section = f"start.{name}"
        needed = max(MOST, cars)
        if len(start.grid) < needed:
            message = _(
                "start {name} has {count} spaces; {needed} are needed", name=name, count=len(start.grid), needed=needed
            )
            yield _fault(board, section, message, "C6")
        for number, (row, column) in enumerate(start.grid, 1):
            what = _("start {name}, place {number} [{row}, {column}]", name=name, number=number, row=row, column=column)
            if not board.has(row, column):
                yield _fault(board, section, _("{what} lies off the map", what=what), "C6")
            elif board.tiles[board.index(row, column)] != ".":
                yield _spot_fault(board, row, column, _("{what} is not grey", what=what), "C6")
            elif (row, column) in start.grid[: number - 1]:
                other = start.grid.index((row, column)) + 1
                message = _("{what} is the same as place {other}", what=what, other=other)
                yield _spot_fault(board, row, column, message, "C6")


def _line_faults(board: Board) -> Iterator[Problem]:
    for line in board.gates.values():
        section = f"line.{line.name}"
        size = line.span[1] - line.span[0] + 1
        if len(line.before) < size:
            yield _fault(board, section, _("line {line} leaves the map", line=line.name))
        elif line.inside and (line.inside in "EW") == (line.direction in "EW"):
            message = _(
                "line {line}: inside {inside} lies along the driving direction {direction}, not beside it",
                line=line.name,
                inside=line.inside,
                direction=line.direction,
            )
            yield _fault(board, section, message, "C51")


def _course_faults(board: Board) -> Iterator[Problem]:
    if not board.courses:
        yield Problem("invalid", "C3", _("there is no course: add [course.full] with start and lines"), "", 1)
    for course in board.courses.values():
        section = f"course.{course.name}"
        missing = [name for name in course.lines if name not in board.gates]
        for name in missing:
            yield _fault(
                board, section, _("course {course}: there is no line {line}", course=course.name, line=name), "C3"
            )
        if not course.lines:
            yield _fault(board, section, _("course {course} has no lines", course=course.name), "C3")
        elif not missing and not board.gates[course.lines[-1]].inside:
            finish = course.lines[-1]
            yield _fault(board, f"line.{finish}", _("line {line} is a finish and has no inside", line=finish), "C51")
        start = board.starts.get(course.start)
        if start is None:
            message = (
                _("course {course}: there is no start {start}", course=course.name, start=course.start)
                if course.start
                else _("course {course}: there is no start (none named)", course=course.name)
            )
            yield _fault(board, section, message, "C3")
        elif course.lines and not missing:
            yield from _reach_faults(board, course, start)


def _reach_faults(board: Board, course: Course, start: Start) -> Iterator[Problem]:
    """Yield a fault for every line that cannot be reached from the one before (the first: from the start), by class."""
    section = f"course.{course.name}"
    for starters, name in CLASSES:
        mask = board.mask(starters)
        first = board.distances(course.lines[0], starters)
        lost = [
            place
            for place, (row, column) in enumerate(start.grid, 1)
            if board.has(row, column) and mask[board.index(row, column)] and board.index(row, column) not in first
        ]
        if lost:
            message = ngettext(
                "course {course}: line {line} cannot be reached from start {start}, place {places}, with {cars}",
                "course {course}: line {line} cannot be reached from start {start}, places {places}, with {cars}",
                len(lost),
                course=course.name,
                line=course.lines[0],
                start=course.start,
                places=", ".join(map(str, lost)),
                cars=_(name),
            )
            row, column = start.grid[lost[0] - 1]
            yield _spot_fault(board, row, column, message, "C48")
        for before, after in pairwise(course.lines):
            gate = board.gates[before]
            behind = {index + gate.step for index in gate.before if mask[index] and mask[index + gate.step]}
            if not behind & board.distances(after, starters).keys():
                message = _(
                    "course {course}: line {line} cannot be reached from line {before} with {cars}",
                    course=course.name,
                    line=after,
                    before=before,
                    cars=_(name),
                )
                yield _fault(board, section, message)
