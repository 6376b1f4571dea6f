"""A Monza track drawn to scale: every square two rows high, its colour letter above, cars, steps or its number below.

```
1 | >B  |  R  |#####|
  |     |=G> |#####|
2    |  P  |  Y  |
     |     |1=R> |
``` Colours are never the only sign: letters stay. `=G>` is the green car, a digit the number of a step. The upper row
has the square's colour from end to end; in the lower one cars stand on plain ground, so that a red car is seen on a red
square.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gm_tools.core.blocks import Picture, Span, merge_spans
from gm_tools.core.i18n import N_, _
from gm_tools.games.monza.board import COLOURS, LANES, START, TILES, TYRE, Board, Square, colour

Cell = tuple[str, str]  # a character and its role

_ROLES = {tile.glyph: tile.text_role for tile in TILES}
# Of the palette's pieces each car has the one nearest to its colour; the white one is white on black.
_CAR_ROLES = {"R": "car4", "Y": "car1", "G": "car3", "B": "car2", "W": "car", "P": "car6"}
_LEGEND = (
    ("=R>", N_("the red car")),
    (TYRE, N_("tyres")),
    (">B", N_("way out of the start S")),
    ("R!", N_("target")),
)
_DIGITS = "123"


def draw(
    board: Board,
    title: str,
    *,
    cars: Mapping[int, Sequence[str]] | None = None,
    steps: Mapping[int, int] | None = None,
    digits: str = "",
    strips: Collection[int] | None = None,
    is_numbered: bool = False,
) -> Picture:
    """Return the track with the marks of cars by square and the numbers of steps by square.

    `digits` says what these numbers are. Only these `strips` (from 0), all by default; `is_numbered` shows the squares'
    own numbers. Cars on the start are listed above the track, cars on the targets below it, for several may stand
    there.
    """
    cars, steps = cars or {}, steps or {}
    rows: list[tuple[Span, ...]] = []
    if cars.get(START):
        rows += [_list_marks("S", cars[START]), ()]
    for strip in range(len(board.shifts)) if strips is None else sorted(strips):
        if strip and rows and rows[-1]:
            rows.append(())
        for lane in LANES:
            squares = [
                (index, board.squares[index]) for index in board.lanes[lane - 1] if board.squares[index].strip == strip
            ]
            below = [
                _number(square) if is_numbered else _marks(square, cars.get(index, ()), steps.get(index, 0))
                for index, square in squares
            ]
            fields = [square for __, square in squares]
            rows.append(_row(f"{lane} ", fields, board.shifts[strip], [_colour(square) for square in fields]))
            rows.append(_row("  ", fields, board.shifts[strip], below))
    home = [index for index in sorted(board.targets) if cars.get(index)]
    if home:
        rows += [(), *(_list_marks(f"{board.squares[index].name}!", cars[index]) for index in home)]
    legend = [(letter, colour(letter)) for letter in COLOURS]
    legend += [(sign, _(meaning)) for sign, meaning in _LEGEND[1 if not cars else 0 :]]
    legend += [(_DIGITS, digits or _("steps of the order"))] if steps else []
    return Picture(title, tuple(rows), tuple(legend))


def dice(roll: str) -> tuple[Span, ...]:
    """Return a roll as a row of letters in their colours."""
    spans: list[Span] = []
    for letter in roll:
        spans += [Span(" ")] if spans else []
        spans.append(Span(letter, _ROLES[letter]))
    return tuple(spans)


def _list_marks(name: str, marks: Sequence[str]) -> tuple[Span, ...]:
    spans = [Span(f"{name} ", "note")]
    for seat in marks:
        spans += [Span(" "), Span(f"={seat}>", _CAR_ROLES[seat])]
    return tuple(spans)


def _row(prefix: str, squares: Sequence[Square], shift: int, contents: Sequence[Sequence[Cell]]) -> tuple[Span, ...]:
    """Return one row of a lane: divisions at their columns, between them what each square holds, tyres filled."""
    cells: list[Cell] = [(glyph, "note") for glyph in prefix]
    for square, content in zip(squares, contents, strict=True):
        near, far = square.near - shift, square.far - shift
        cells += [(" ", "off")] * (near - len(cells))
        if len(cells) == near:
            cells.append(("|", "track"))
        width = far - near - 1
        left = (width - len(content)) // 2
        blanks = [(" ", "")] * left, [(" ", "")] * (width - left - len(content))
        cells += [(TYRE, _ROLES[TYRE])] * width if square.is_tyre else [*blanks[0], *content, *blanks[1]]
        cells.append(("|", "track"))
    return merge_spans(cells)


def _colour(square: Square) -> list[Cell]:
    """Return the upper row of a square: its colour from end to end, the letter where the file has it."""
    text = " " * (square.at - square.near - 1) + square.text
    return [(glyph, _ROLES.get(square.colour, "")) for glyph in text.ljust(square.far - square.near - 1)]


def _number(square: Square) -> list[Cell]:
    digits = str(square.number)
    return [(digit, "note") for digit in digits] if len(digits) < square.far - square.near else []


def _marks(square: Square, cars: Sequence[str], step: int) -> list[Cell]:
    """Return what stands in the lower row of a square, as much of it as there is room for, the step first."""
    room = square.far - square.near - 1
    number: list[Cell] = [(str(step % 10), "path")] if step else []
    letters: list[Cell] = [(mark, _CAR_ROLES[mark]) for mark in cars]
    drawn: list[Cell] = []
    if len(cars) == 1:
        role = _CAR_ROLES[cars[0]]
        drawn = [("=", role), *letters, (">", role)]
    several: list[Cell] = [*letters[:1], ("+", "car")] if len(cars) > 1 else []
    for choice in (drawn, letters, several, letters[:1]):
        if choice and len(number) + len(choice) <= room:
            return number + choice
    return number
