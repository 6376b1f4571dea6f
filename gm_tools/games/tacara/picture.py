"""Pictures of a race: the board with its numbers and lines, the shift table with the chips on it (rules C16, C67)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gm_tools.core.blocks import Picture, merge_spans
from gm_tools.core.i18n import _
from gm_tools.core.maps import Crop, Mark, crop_around, draw_rows, is_in
from gm_tools.games.tacara.board import PUMP, SPACES, Board, Line, Space, class_of
from gm_tools.games.tacara.drive import allowed_steps
from gm_tools.games.tacara.position import Car, Position
from gm_tools.games.tacara.rules import MARKS
from gm_tools.games.tacara.shift import NEUTRAL, Shift, ShiftTable, format_shift, reach

SEVERAL, REACH, GOES = "%", "o", "*"
OWN, OTHER = "@", "&"  # cars in a picture that numbers a way
ARROWS = {"E": ">", "W": "<", "N": "^", "S": "v"}
_ROLES = {space.glyph: space.text_role for space in SPACES}
_AROUND = 4  # spaces shown round what a cropped picture is about


def signs(position: Position) -> dict[str, Mark]:
    """Return how each car is drawn (C67).

    It is its mark, or the digit of its start position where the mark could be taken for floor.
    """
    return {
        car.mark: (
            car.mark if len(car.mark) == 1 and car.mark in MARKS else str((number + 1) % 10),
            f"car{number % 6 + 1}",
        )
        for number, car in enumerate(position.cars)
    }


def car_marks(position: Position) -> dict[int, Mark]:
    """Return the marks of the cars on the board."""
    drawn = signs(position)
    return {car.at: drawn[car.mark] for car in position.cars if not car.gone}


def car_marks_beside_numbers(
    position: Position, mark: str, crop: Crop | None
) -> tuple[dict[int, Mark], list[tuple[str, str]]]:
    """Return the marks of the cars where a numbered way is drawn too, with a legend if there are digits among them."""
    drawn = signs(position)
    marks = car_marks(position)
    if not any(glyph.isdecimal() for glyph, __ in drawn.values()):
        return marks, []
    legend = []
    for car in position.cars:
        if not car.gone:
            glyph = OWN if car.mark == mark else OTHER
            marks[car.at] = (glyph, drawn[car.mark][1])
            if crop is None or is_in(crop, position.board.place(car.at)):
                legend.append((glyph, _("car {car} at {space}", car=car.mark, space=position.board.space(car.at))))
    return marks, sorted(legend, reverse=True)


def line_marks(board: Board, lines: Iterable[Line], starters: int) -> dict[int, Mark]:
    """Return an arrow for each usable space from which a line is crossed; a T stays to be seen."""
    mask = board.mask(starters)
    return {
        index: (ARROWS[line.direction], "line")
        for line in lines
        for index in sorted(line.before)
        if mask[index] and board.tiles[index] != PUMP
    }


def crop_round(board: Board, spaces: Iterable[int]) -> Crop:
    """Return the part of the map round some spaces."""
    return crop_around(board, spaces, _AROUND)


def draw_board(
    board: Board,
    marks: Mapping[int, Mark],
    title: str,
    lines: Sequence[Line] = (),
    starters: int = 10,
    crop: Crop | None = None,
) -> Picture:
    """Return the map with row and column numbers, marks (index: glyph and role) and lines drawn over it (C67)."""
    marks = {**line_marks(board, lines, starters), **marks}
    mask = board.mask(starters)
    rows, shown = draw_rows(
        board, board.tiles, marks, lambda index, glyph: _ROLES[glyph] if mask[index] else "off", crop, is_numbered=True
    )
    legend = [(space.glyph, _meaning(space, starters)) for space in SPACES if space.words and space.glyph in shown]
    legend += [
        (ARROWS[line.direction], _about(line, line is lines[-1]))
        for line in lines
        if any(crop is None or is_in(crop, board.place(index)) for index in line.before)
    ]
    return Picture(title, rows, tuple(legend))


def _meaning(space: Space, starters: int) -> str:
    words = _(space.words)
    return words if class_of(starters) >= space.since else _("{meaning}; a wall here", meaning=words)


def _about(line: Line, is_finish: bool) -> str:
    first, last = line.span
    named = {"line": line.name, "at": line.at, "first": first, "last": last}
    if line.direction in "EW":
        if is_finish:
            return _("finish {line}, behind column {at}, rows {first}-{last}", **named)
        return _("line {line}, behind column {at}, rows {first}-{last}", **named)
    if is_finish:
        return _("finish {line}, behind row {at}, columns {first}-{last}", **named)
    return _("line {line}, behind row {at}, columns {first}-{last}", **named)


def draw_table(
    table: ShiftTable, marks: Mapping[Shift, Mark], title: str, legend: Sequence[tuple[str, str]] = ()
) -> Picture:
    """Return the shift table, north up, with marks (shift: glyph and role) on it (C16)."""
    across = range(-table.x, table.x + 1)
    head = "W" + " " * (2 * table.x - 1) + "0" + " " * (2 * table.x - 1) + "E"
    rows = [
        merge_spans([(f"    {head}", "note")]),
        merge_spans([("    " + " ".join(str(abs(e) % 10) for e in across), "note")]),
    ]
    for n in range(table.y, -table.y - 1, -1):
        cells = [(f"{format_shift((0, n)):>3} ", "note")]
        for e in across:
            empty = ("+" if (e, n) == NEUTRAL else ".", "track") if table.holds(e, n) else (" ", "off")
            cells += [marks.get((e, n), empty), (" ", "off")]
        while cells[-1][0] == " ":
            cells.pop()
        rows.append(merge_spans(cells))
    return Picture(title, tuple(rows), tuple(legend))


def chips_on_table(position: Position, next_car: str) -> Picture:
    """Return the shift table with the chips of all cars, and where the chip of the car that acts next may go."""
    drawn = signs(position)
    stands: dict[Shift, list[Mark]] = {}
    for car in position.cars:
        if not car.gone:
            stands.setdefault(car.shift, []).append(drawn[car.mark])
    marks = {shift: here[0] if len(here) == 1 else (SEVERAL, "car") for shift, here in stands.items()}
    legend = [
        (SEVERAL, f"{format_shift(shift)}: " + " ".join(glyph for glyph, __ in here))
        for shift, here in sorted(stands.items())
        if len(here) > 1
    ]
    if next_car:
        car = position.car(next_car)
        marks = {**_reach_marks(position, car), **marks}
        legend.append((REACH, _("where {car} may shift", car=drawn[next_car][0])))
    return draw_table(position.settings.shift_table, marks, _("Shift table"), legend)


def shift_reach(position: Position, car: Car, after: Shift | None, title: str) -> Picture:
    """Return the shift table with one car's chip, where it may go, and where it goes (None: not at all)."""
    glyph, role = signs(position)[car.mark]
    marks = {**_reach_marks(position, car), car.shift: (glyph, role)}
    legend = [
        (glyph, _("the chip at {shift}", shift=format_shift(car.shift))),
        (REACH, _("where it may go, {steps} steps", steps=allowed_steps(position, car))),
    ]
    if after is not None and after != car.shift:
        marks[after] = (GOES, "path")
        legend.append((GOES, _("shift now {shift}", shift=format_shift(after))))
    return draw_table(position.settings.shift_table, marks, title, legend)


def _reach_marks(position: Position, car: Car) -> dict[Shift, Mark]:
    reached = reach(position.settings.shift_table, car.shift, allowed_steps(position, car))
    return {shift: (REACH, "path") for shift in reached if shift != car.shift}
