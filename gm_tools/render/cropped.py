"""Maps that a post has no room for: the part around the pieces, with the numbers of its rows and columns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gm_tools.core.blocks import Picture, picture_lines
from gm_tools.core.i18n import _
from gm_tools.core.maps import RULER_COLUMNS, RULER_ROWS, ruler
from gm_tools.render.pieces import size

_MARGINS = (6, 4, 3, 2, 1, 0)  # places shown around the pieces, the most that has room
_GAP = " " * (RULER_COLUMNS - 2) + "…"


def crop_lines(picture: Picture, room: int) -> tuple[list[str], str] | None:
    """Return the lines of the part of a map around its pieces that fit into `room` characters, and what is left out.

    The second value is a sentence that says so. First a rectangle is tried, with as much around the pieces as there is
    room for, then only the rows near them. None if the picture is not a map with rulers, or if not even that fits.
    """
    if not picture.focus:
        return None
    lines = picture_lines(picture)[RULER_ROWS:]
    rows, columns = zip(*picture.focus, strict=True)
    for near in (range(min(rows), max(rows) + 1), rows):
        for margin in _MARGINS:
            left, right = max(0, min(columns) - margin), max(columns) + margin
            kept = {row for row in range(len(lines)) if any(abs(row - one) <= margin for one in near)}
            shown = _cut(lines, kept, left, right)
            if sum(size(line) + 1 for line in shown) <= room:
                return shown, _say_room(sorted(kept), left, _last(shown, left))
    return None


def _cut(lines: Sequence[str], kept: Collection[int], left: int, right: int) -> list[str]:
    """Return the rows that are kept, from one column to another, under a ruler; a gap where rows are left out."""
    parts = [
        (line[:RULER_COLUMNS] + line[RULER_COLUMNS + left : RULER_COLUMNS + right + 1]).rstrip()
        if row in kept
        else _GAP
        for row, line in enumerate(lines)
        if min(kept) <= row <= max(kept)
    ]
    shown = [line for line, before in zip(parts, ["", *parts], strict=False) if line != _GAP or before != _GAP]
    end = max(left, _last(shown, left))
    return [*ruler(range(left, end + 1)), *shown]


def _last(shown: Sequence[str], left: int) -> int:
    """Return the last column that has something on it."""
    return left + max(len(line) for line in shown) - RULER_COLUMNS - 1


def _say_room(rows: Sequence[int], left: int, right: int) -> str:
    spans = ", ".join(f"{first}-{last}" if first != last else f"{first}" for first, last in _runs(rows))
    return _("Only rows {rows} and columns {left}-{right} have room here.", rows=spans, left=left, right=right)


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = rows[0]
    for row, following in zip(rows, [*rows[1:], -1], strict=True):
        if following != row + 1:
            yield first, row
            first = following
