"""Words on a board that have only so much room: closer, in two lines, or cut; and the letters of tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist

from gm_tools.core.drawing import Area, Cell, Label
from gm_tools.render.drawing.board_colours import NAMED, ink_on
from gm_tools.render.drawing.elements import disc, measure, needs, number, rim_of, text
from gm_tools.render.drawing.room import is_inside

_CLOSEST = 0.68  # of their breadth at most: how close letters come before words are cut
_SPARSE = 7  # one in so many tiles of an area shows its letter
_SMALLER, _PITCH = 0.93, 1.04  # of the size: letters in two lines, and how far the lines are apart


def label(words: Label) -> str:
    """Return a few words on the board, as many of them as there is room for."""
    is_bold = words.bold or words.role == "words"
    shown, size = words.text, words.size
    if words.room and measure(shown, size, bold=is_bold) > words.room:
        shown = words.short or shown
    lines = [shown]
    if words.lines > 1 and measure(shown, size, bold=is_bold) > words.room:
        lines, size, is_bold = halve(shown), _SMALLER * size, False
    x, y = (0.0, 0.0) if words.turn else words.at
    first = y - 0.5 * _PITCH * words.size * (len(lines) - 1)
    # Lines that would have to grow lie on each other: a page shows one then, of as much as there is room for
    more = needs(size) if len(lines) > 1 else ""
    drawn = "".join(
        _line(words, line, (x, first + _PITCH * words.size * at), size, bold=is_bold, more=more)
        for at, line in enumerate(lines)
    )
    if more:
        instead = f' data-instead="{number(size)}" display="none"'
        drawn += _line(words, shown, (x, y), words.size, bold=is_bold, more=instead)
    if words.turn:
        at = f"translate({number(words.at[0])} {number(words.at[1])}) rotate({number(words.turn)})"
        return f'<g transform="{at}">{drawn}</g>'
    return drawn


def _line(words: Label, shown: str, at: tuple[float, float], size: float, *, bold: bool, more: str) -> str:
    """Return one line of a label: its letters move closer, then its end is cut off, so that it has room."""
    more = (more or needs(words.needs)) + (f' data-room="{number(words.room)}"' if words.room else "")
    if words.room and measure(shown, size, bold=bold) > words.room:
        if measure(shown, size, bold=bold) * _CLOSEST > words.room:
            while len(shown) > 1 and measure(f"{shown}…", size, bold=bold) * _CLOSEST > words.room:
                shown = shown[:-1]
            shown = f"{shown.rstrip()}…"
        more += f' textLength="{number(words.room)}" lengthAdjust="spacingAndGlyphs"'
    role = "words" if words.role == "player" else words.role
    ground = NAMED.get(role.removeprefix("on_"), "") if words.is_painted else ""
    ink = ink_on(ground) if ground else ""
    more += rim_of(ground) if ground else ""
    return text(shown, at, size, role="" if ink else role, ink=ink, anchor=words.anchor, bold=bold, more=more)


def halve(words: str) -> list[str]:
    """Return words in two lines that are about as long as each other, parted at a blank or behind a hyphen."""
    parts = re.findall(r"[^\s-]*-|[^\s-]+|\s+", words)
    halves = [("".join(parts[:at]).strip(), "".join(parts[at:]).strip()) for at in range(1, len(parts))]
    whole = [(one, other) for one, other in halves if one and other]
    return list(min(whole, key=lambda both: max(map(len, both)))) if whole else [words]


def find_lettered(area: Area, taken: frozenset[Cell] = frozenset()) -> list[Cell]:
    """Return the tiles of an area that show its letter; one that is `taken` leaves it to the nearest that is not."""
    shown = [cell for cell in area.cells if area.letter and _is_lettered(cell)]
    if taken.isdisjoint(shown):
        return shown
    free = set(area.cells) - taken - set(shown)
    found = []
    for cell in shown:
        at = min(free, key=lambda other: dist(other, cell), default=cell) if cell in taken else cell
        free.discard(at)
        found.append(at)
    return found


def draw_tile_letters(
    area: Area,
    least: float,
    window: tuple[float, float, float, float] | None,
    taken: frozenset[Cell],
    closed: frozenset[Cell] = frozenset(),
) -> Iterator[str]:
    """Yield the letters on the tiles of an area, none if they have no room there.

    On tiles that are hatched (`closed`) each has a plate in the area's colour: no line strikes it through.
    """
    letters = max(0.7, least)
    for row, column in find_lettered(area, taken) if letters <= 1 else ():
        if window and not (is_inside((column, row), window) and is_inside((column + 1, row + 1), window)):
            continue
        if (row, column) in closed:
            yield disc((column + 0.45, row + 0.5), max(0.38, 0.46 * letters), f'class="{area.role}"')
        yield text(area.letter, (column + 0.36, row + 0.56), letters, role="letter")  # leaves a corner to a mark


def _is_lettered(cell: Cell) -> bool:
    return (3 * cell[0] + cell[1]) % _SPARSE == 0
