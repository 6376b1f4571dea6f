"""A Monza track drawn to scale: every square two rows high, its colour letter above, cars, steps or its number below.

```
1 | >B  |  R  |#####|
  |     |=G> |#####|
2    |  P  |  Y  |
     |     |1=R> |
```
Colours are never the only sign: letters stay. `=G>` is the green car, a digit the number of a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.blocks import Picture, Span, merge_spans
from gm_tools.games.monza.board import COLOUR_NAMES, COLOURS, LANES, START, TYRE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.games.monza.board import Board, Square

Cell = tuple[str, str]  # a character and its role

_TYRE_ROLE = "grey"
_LEGEND = (("=R>", "the red car"), (TYRE, "tyres"), (">B", "way out of the start S"), ("R!", "target"))
_STEPS = ("123", "steps of the order")


def draw(
    board: Board,
    title: str,
    *,
    cars: Mapping[int, Sequence[str]] | None = None,
    steps: Mapping[int, int] | None = None,
    strips: Collection[int] | None = None,
    is_numbered: bool = False,
) -> Picture:
    """Return the track with the marks of cars by square and the numbers of steps by square.

    Only these `strips` (from 0), all by default; `is_numbered` shows the squares' own numbers. Cars on the start
    are listed above the track, cars on the targets below it, for several may stand there.
    """
    cars, steps = cars or {}, steps or {}
    rows: list[tuple[Span, ...]] = []
    if cars.get(START):
        rows += [_listed("S", cars[START]), ()]
    for strip in range(len(board.shifts)) if strips is None else sorted(strips):
        if strip and rows and rows[-1]:
            rows.append(())
        for lane in LANES:
            squares = [
                (index, board.squares[index]) for index in board.lanes[lane - 1] if board.squares[index].strip == strip
            ]
            below = {
                index: _number(square) if is_numbered else _marks(square, cars.get(index, ()), steps.get(index, 0))
                for index, square in squares
            }
            rows.append(_row(f"{lane} ", squares, board.shifts[strip], {}))
            rows.append(_row("  ", squares, board.shifts[strip], below))
    home = [index for index in sorted(board.targets) if cars.get(index)]
    if home:
        rows += [(), *(_listed(f"{board.squares[index].name}!", cars[index]) for index in home)]
    colours = tuple((letter, COLOUR_NAMES[letter]) for letter in COLOURS)
    return Picture(title, tuple(rows), colours + _LEGEND[1 if not cars else 0 :] + ((_STEPS,) if steps else ()))


def dice(roll: str) -> tuple[Span, ...]:
    """Return a roll as a row of letters in their colours."""
    spans: list[Span] = []
    for letter in roll:
        spans += [Span(" ")] if spans else []
        spans.append(Span(letter, COLOUR_NAMES[letter]))
    return tuple(spans)


def _listed(name: str, marks: Sequence[str]) -> tuple[Span, ...]:
    spans = [Span(f"{name} ", "note")]
    for mark in marks:
        spans += [Span(" "), Span(f"={mark}>", COLOUR_NAMES[mark])]
    return tuple(spans)


def _row(
    prefix: str, squares: Sequence[tuple[int, Square]], shift: int, below: Mapping[int, Sequence[Cell]]
) -> tuple[Span, ...]:
    """Return one row of a lane: with `below` the lower one, which holds those cells; else the upper one, with letters."""
    cells: list[Cell] = [(glyph, "note") for glyph in prefix]
    for index, square in squares:
        near, far = square.near - shift, square.far - shift
        cells += [(" ", "off")] * (near - len(cells))
        if len(cells) == near:
            cells.append(("|", "track"))
        width = far - near - 1
        if square.is_tyre:
            cells += [(TYRE, _TYRE_ROLE)] * width
        elif below:
            cells += _centred(below[index], width, COLOUR_NAMES[square.colour])
        else:
            before = square.at - square.near - 1
            cells += _centred([(glyph, COLOUR_NAMES[square.colour]) for glyph in square.text], width, "", before)
        cells.append(("|", "track"))
    return merge_spans(cells)


def _centred(cells: Sequence[Cell], width: int, role: str, before: int | None = None) -> list[Cell]:
    """Return cells with blanks round them: `before` of them in front, as many as behind by default."""
    left = (width - len(cells)) // 2 if before is None else before
    return [(" ", role)] * left + list(cells) + [(" ", role)] * (width - left - len(cells))


def _number(square: Square) -> list[Cell]:
    digits = str(square.number)
    return [(digit, "note") for digit in digits] if len(digits) < square.far - square.near else []


def _marks(square: Square, cars: Sequence[str], step: int) -> list[Cell]:
    """Return what stands in the lower row of a square, as much of it as there is room for, the step first."""
    room = square.far - square.near - 1
    number: list[Cell] = [(str(step % 10), "path")] if step else []
    letters: list[Cell] = [(mark, COLOUR_NAMES[mark]) for mark in cars]
    drawn: list[Cell] = []
    if len(cars) == 1:
        role = COLOUR_NAMES[cars[0]]
        drawn = [("=", role), *letters, (">", role)]
    several: list[Cell] = [*letters[:1], ("+", "car")] if len(cars) > 1 else []
    for choice in (drawn, letters, several, letters[:1]):
        if choice and len(number) + len(choice) <= room:
            return number + choice
    return number
