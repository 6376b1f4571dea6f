"""A table on a picture for a thread, in letters that can be read on a telephone.

Each seat has a row, and below it, quieter, what it did last.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.render.drawing import MARKS, bands
from gm_tools.render.drawing.board_colours import BAD, BLACK
from gm_tools.render.drawing.elements import escape, measure, number, text
from gm_tools.render.fitting import break_words, shorten, wrap
from gm_tools.render.layout import NOTHING, filled_rows, keep_columns, printable, row_seats, without_blanks
from gm_tools.render.text_colours import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gm_tools.core.blocks import Column, Grid
    from gm_tools.reports.deeds import Deed

LETTER = 18.5  # the least height of letters: 9 pixels on a telephone 390 wide
_MARK, _BELOW = 21, 20  # the sizes of letters in marks of seats, and in the lines below a row
_ROW, _SECOND = 34, 26  # how high a row is, and a line below it
# The sizes of letters in cells, each with the gap between columns, the best first: the last one cuts cells if need be.
_SIZES = (21.0, 22.0), (21.0, 14.0), (20.0, 14.0), (20.0, 11.0), (LETTER, 14.0)
_WIDEST = 0.5  # of the room: no cell of a table with several columns takes more
_NAME = 20 * 0.64  # of the size of letters: words of so many letters are whole while others have room
_STAR = "★"  # what begins the news of a crash
_MOST = 3  # lines below a row
_SAYS_NOTHING = 5  # signs of news that are cut to so few
_RULE = re.compile(r" ?\[[A-Z]+\d[\d.]*(, [A-Z]+\d[\d.]*)*\]")  # numbers of rules, for which there is no room


class _Cells(NamedTuple):
    """The columns of a table that have room: the cells of each from its title on, and how wide they are.

    Below each row stands an order, and what else there is to say. `size` is that of the letters.
    """

    columns: list[Column]
    shown: list[list[str]]
    widths: list[float]
    below: list[tuple[str, str]]
    size: float
    gap: float


def _choose(grid: Grid, deeds: Mapping[str, Deed] | None, room: float) -> _Cells:
    """Choose the columns that have room: minor ones go first, from the right, then the others; the first one stays.

    Before any column goes, all move closer, in smaller letters, and long names are cut if deeds are told; before one
    goes that is not minor, cells end after the last phrase that has room. If no deeds are told, nothing is cut: what
    has no room stands below its row.
    """
    rows = filled_rows(grid)
    titles = [column.title for column in grid.columns]
    cells = list(zip(titles, *rows, strict=True))
    most = room if len(cells) == 1 else _WIDEST * room
    kept = list(range(len(cells)))

    def measure_columns(size: float) -> list[float]:
        return [max(measure(cell, size) for cell in column) for column in cells]

    def fits(size: float, gap: float) -> bool:
        return sum(min(most, wide) for wide in measure_columns(size)) + gap * (len(cells) - 1) <= room

    size, gap = next((one for one in _SIZES if fits(*one)), _SIZES[-1])
    full = measure_columns(size)
    widths = [min(most, wide) for wide in full]

    def sum_used() -> float:
        return sum(widths[at] for at in kept) + gap * (len(kept) - 1)

    if sum_used() > room and deeds is not None:  # names are cut at last; of phrases, none is
        widths = [wide if _has_phrases(cells[at]) else min(wide, _NAME * size) for at, wide in enumerate(widths)]
        major = [at for at in kept if not at or not grid.columns[at].is_minor]
        if keep_columns(grid.columns, widths, gap, room, major) != major:
            kept = major
            widths = [min(wide, _measure_first(cells[at], size)) for at, wide in enumerate(widths)]
    if deeds is None:  # what would be cut stands below
        kept = [at for at in kept if not at or full[at] <= most]
    kept = keep_columns(grid.columns, widths, gap, room, kept)
    free = room - sum_used()
    for at in kept:
        more = min(free, full[at] - widths[at])
        widths[at] += more
        free -= more
    shown = [[_cut(cell, size, widths[at] + 0.1) for cell in cells[at]] for at in kept]
    if deeds is not None:
        done = (deeds.get(seat) for seat in row_seats(grid))
        below = [("", "") if deed is None else (deed.order, deed.news) for deed in done]
    else:
        rest = [at for at in range(len(cells)) if at not in kept]
        told = ((f"{titles[at]}: {row[at]}" for at in rest if row[at] not in NOTHING) for row in rows)
        below = [("", " · ".join(words)) for words in told]
    return _Cells([grid.columns[at] for at in kept], shown, [widths[at] for at in kept], below, size, gap)


def _has_phrases(cells: Sequence[str]) -> bool:
    return any(", " in cell for cell in cells)


def _measure_first(cells: Sequence[str], size: float) -> float:
    """Return how much room the first phrases of a column take: less than all of it if others follow them."""
    return max(measure(cell.partition(", ")[0], size) for cell in cells)


def _cut(cell: str, size: float, room: float) -> str:
    """Return what has room of a cell: of several phrases whole ones alone, of a name its beginning."""
    told = shorten(cell, size, room)
    if told == cell or ", " not in cell:
        return told
    first, *more = cell.split(", ")
    for phrase in more:
        if measure(f"{first}, {phrase}", size) > room:
            break
        first = f"{first}, {phrase}"
    return shorten(first, size, room)


def draw_table(
    grid: Grid, marks: Mapping[str, str], room: tuple[float, float], deeds: Mapping[str, Deed] | None, most: int = _MOST
) -> tuple[list[str], float]:
    """Return a table from the top on, and how high it is; `room` is where it begins and how wide it may be.

    Columns that say nothing, or only what the `deeds` of the seats say at more length, are left out. Columns that have
    no room stand below their row if deeds are not told at all (None). `most` lines stand below a row.
    """
    left, wide = room
    grid = without_blanks(_without_notes(grid, deeds) if deeds else grid)
    cells = _choose(grid, deeds, wide)
    begin = left + _begin(cells)
    size, length = min(_BELOW, cells.size), left + wide - begin  # nothing below a row is larger than what is in it
    told = [_lines_below(deed, size, length, most) for deed in cells.below]
    used = wide if any(told) else min(wide, sum(cells.widths) + cells.gap * len(cells.widths))
    tops = [0, *accumulate((_ROW + _SECOND * len(lines) for lines in told), initial=_ROW)]
    body = [
        f'<rect x="{number(left - 6)}" y="{tops[row]}" width="{number(used + 12)}" height="{tops[row + 1] - tops[row]}" fill="{LIGHT.page}"/>'
        for row in range(2, len(grid.rows) + 1, 2)
    ]
    body += _draw_cells(cells, ["", *row_seats(grid)], marks, left, tops)
    for top, lines in zip(tops[1:], told, strict=False):
        for at, line in enumerate(lines):
            drawn = text("", (begin, top + _ROW + (at + 0.4) * _SECOND), size, ink=LIGHT.text, anchor="start")
            body.append(drawn.replace("</text>", f"{line}</text>"))
    body.append(f'<path d="M{number(left)} {_ROW}h{number(used)}" stroke="{LIGHT.edge}" stroke-width="2"/>')
    return body, tops[-1]


def _without_notes(grid: Grid, deeds: Mapping[str, Deed]) -> Grid:
    """Return standings without their last column if that tells of this turn, or the same of all: the deeds say more.

    Of other notes those are left out that the deed of the row has, too.
    """
    rows = filled_rows(grid)
    notes = [row[-1] for row in rows]
    is_alike = len(notes) > 1 and len(set(notes)) == 1 and all(seat in deeds for seat in grid.seats)
    if grid.columns[-1].is_news or is_alike:
        return grid._replace(columns=grid.columns[:-1], rows=tuple(row[:-1] for row in rows))
    told = [deeds[seat].news.replace("✸ ", "").split(", ") if seat in deeds else () for seat in row_seats(grid)]
    left = [", ".join(one for one in note.split(", ") if one not in own) for note, own in zip(notes, told, strict=True)]
    return grid._replace(rows=tuple((*row[:-1], note) for row, note in zip(rows, left, strict=True)))


def _begin(cells: _Cells) -> float:
    """Return where the second lines begin: below the first column of words that is no mark."""
    x = 0.0
    for column, kind, wide in zip(cells.shown, cells.columns, cells.widths, strict=True):
        if not kind.right and max(map(len, column[1:]), default=0) > 3:
            return x
        x += wide + cells.gap
    return 0.0


def _draw_cells(
    cells: _Cells, seats: Sequence[str], marks: Mapping[str, str], left: float, tops: Sequence[int]
) -> Iterator[str]:
    of_marks = next((column for column in cells.shown if column[1:] == seats[1:]), None)
    for kind, column, room in zip(cells.columns, cells.shown, cells.widths, strict=True):
        anchor, at = ("end", left + room) if kind.right else ("start", left)
        for row, (seat, cell) in enumerate(zip(seats, column, strict=True)):
            y = tops[row] + _ROW / 2
            if seat and column is of_marks and marks.get(seat) in MARKS:
                yield from _draw_mark(cell, marks[seat], (left - 3, y))
            elif cell:
                yield text(cell, (at, y), cells.size, ink=LIGHT.text if row else LIGHT.muted, anchor=anchor)
        left += room + cells.gap


def _draw_mark(mark: str, role: str, at: tuple[float, float]) -> Iterator[str]:
    """Yield the mark of a seat in the colour of its piece, with its pattern."""
    x, y = at
    ink, ground = MARKS[role]
    box = max(26.0, measure(mark, _MARK, bold=True) + 10)
    yield (
        f'<rect x="{number(x)}" y="{number(y - 13)}" width="{number(box)}" height="26" rx="5" fill="{ground}" '
        f'stroke="{BLACK}" stroke-width="1.4"/>{bands(role, (x, y - 13, box, 26))}'
    )
    drawn = text(mark, (x + box / 2, y), _MARK, ink=ink, bold=True)
    yield drawn.replace("<text ", f'<text class="{role}" text-anchor="middle" ')


def _lines_below(deed: tuple[str, str], size: float, room: float, most: int) -> list[str]:
    """Return the lines below a row as SVG: an order and what came of it, as far as there is room in so many lines.

    What is too long ends with a whole phrase. A crash is red and has a star.
    """
    order, news = deed
    news = _RULE.sub("", printable(news)).replace("✸", _STAR)
    ink = f'class="red" fill="{BAD}"' if news.startswith(_STAR) else f'fill="{LIGHT.muted}"'
    order = shorten(order, size, room)
    parts = [*([order] if order else ()), *break_words(f"·\u00a0{news}" if order and news else news, size, room)]
    lines = wrap(parts, size, room, bold=False)
    if len(lines) > most:
        cut = _cut_at_comma(shorten(" ".join(lines[most - 1 :]), size, room))
        if most < _MOST and cut.endswith("…"):  # else it would be cut within the first that is told
            return _lines_below(deed, size, room, most + 1)
        lines[most - 1 :] = [cut]
    own = [order, *[""] * len(lines)]
    found = [
        (mine, line.removeprefix(mine).replace(" ·", "\u00a0·", 1)) for mine, line in zip(own, lines, strict=False)
    ]
    return [
        escape(mine) + (f"<tspan {ink}>{escape(rest)}</tspan>" if len(rest) > _SAYS_NOTHING or "…" not in rest else "")
        for mine, rest in found
    ]


def _cut_at_comma(line: str) -> str:
    """Return a line that was cut, up to the end of its last whole phrase: the rest stands in the post."""
    told, comma, _cut = line.rpartition(", ")
    return told if comma else line
