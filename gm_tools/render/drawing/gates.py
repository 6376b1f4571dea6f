"""Lines across the track that are crossed in one direction, each with its name."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from gm_tools.render.drawing.board_colours import ACTING, BLACK, WHITE
from gm_tools.render.drawing.elements import long, number, stroke, text, way
from gm_tools.render.drawing.surfaces import flag

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from gm_tools.core.drawing import Cell, Gate, Point

Window = tuple[float, float, float, float]  # left, top, right, bottom
_EDGE = 0.6  # tiles beyond the edge of a window that a name may take: its frame lies further out


def gates(lines: Iterable[Gate], free: Collection[Cell], window: Window, least: float = 0) -> Iterator[str]:
    """Yield lines that are crossed in one direction, with chevrons and names.

    A name stands on free ground at one end of its line, or else where it hides no other name. If names are to be
    `least` tiles high, those without such a place are left out.
    """
    ordered = list(lines)
    for line in ordered:
        yield from _gate(line)
    taken: list[tuple[Point, float]] = []
    for line in sorted(ordered, key=lambda one: one.role != "next") if least else ordered:
        if line.label:
            yield from _tag(line, free, window, max(1.05, least), taken, may_leave=least > 0)


def _gate(line: Gate) -> Iterator[str]:
    (x, y), (u, v) = line.begin, line.end
    if line.role == "finish":
        across = (0.5, 0.0) if x == u else (0.0, 0.5)
        yield flag(
            (
                (x - across[0], y - across[1]),
                (u - across[0], v - across[1]),
                (u + across[0], v + across[1]),
                (x + across[0], y + across[1]),
            )
        )
    else:
        ink = {"next": ACTING, "passed": "#d5d9dc"}.get(line.role, WHITE)
        for colour, breadth in ((BLACK, 0.62), (ink, 0.46)):
            yield f'<path d="{way((line.begin, line.end))}" stroke="{colour}" stroke-width="{breadth}"/>'
    length = hypot(u - x, v - y)
    dx, dy = sin(radians(line.heading)), -cos(radians(line.heading))
    count = max(1, int(length / 2.5)) if line.role != "finish" else 0
    for k in range(count):
        share = (k + 0.5) / count
        px, py = x + (u - x) * share, y + (v - y) * share
        chevron = [
            (px - 0.2 * dx - 0.22 * dy, py - 0.2 * dy + 0.22 * dx),
            (px + 0.18 * dx, py + 0.18 * dy),
            (px - 0.2 * dx + 0.22 * dy, py - 0.2 * dy - 0.22 * dx),
        ]
        yield stroke(way(chevron), BLACK, 0.13)


def _tag(
    line: Gate,
    free: Collection[Cell],
    window: Window,
    size: float,
    taken: list[tuple[Point, float]],
    *,
    may_leave: bool,
) -> Iterator[str]:
    """Yield the name of a line on a plate beyond the end that lies on free ground, else beyond its beginning.

    The plate stays in the window; where there is no room, it is left out if it `may_leave`. `taken` are the middles and
    the half widths of the plates so far, in tiles: no plate is put on another, and the new one is added to them.
    """
    high = 1.43 * size
    wide = long(line.label, size) + 0.86 * size
    (x, y), (u, v) = line.begin, line.end
    ends: tuple[Point, ...]
    if x == u:
        ends = ((x, min(y, v) - 0.15 - high / 2), (x, max(y, v) + 0.15 + high / 2))
    else:
        ends = ((max(x, u) + 0.3 + wide / 2, y), (min(x, u) - 0.3 - wide / 2, y))

    left, top, right, bottom = window
    if left > max(x, u) or min(x, u) > right or top > max(y, v) or min(y, v) > bottom:  # it is out of sight
        return
    ends = tuple(
        (
            min(max(p, left + wide / 2 - _EDGE), right - wide / 2 + _EDGE),
            min(max(q, top + high / 2 - _EDGE), bottom - high / 2 + _EDGE),
        )
        for p, q in ends
    )

    def is_hit(at: Point) -> bool:
        return any(abs(at[0] - p) < wide / 2 + half and abs(at[1] - q) < high for (p, q), half in taken)

    def is_seen(at: Point) -> bool:
        across = left + wide / 2 - _EDGE <= at[0] <= right - wide / 2 + _EDGE
        return across and top + high / 2 - _EDGE <= at[1] <= bottom - high / 2 + _EDGE

    def cost(at: Point) -> tuple[bool, int]:
        return is_hit(at), sum((int(at[1]), int(at[0] + step)) not in free for step in (-wide / 2, 0, wide / 2))

    at = min(ends, key=cost)
    if is_hit(at):  # beside the line, further away or somewhere along it
        aside = [
            (p + dx * (wide / 2 + 0.5), q + dy * 1.1 * high)
            for share in (0.5, 0.25, 0.75, 0, 1)
            for p, q in [(x + (u - x) * share, y + (v - y) * share)]
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
        ]
        at = next(filter(lambda place: not is_hit(place) and is_seen(place), aside), at)
    if is_hit(at) and may_leave:
        return
    taken.append((at, wide / 2))
    kind = f'fill="{ACTING}"' if line.role == "next" else 'class="panel"'
    box = (
        f'<rect x="{number(at[0] - wide / 2)}" y="{number(at[1] - high / 2)}" width="{number(wide)}" height="{number(high)}" rx="{number(0.47 * high)}" {kind} '
        f'stroke="{BLACK}" stroke-width=".08"/>'
    )
    ink = {"ink": BLACK} if line.role == "next" else {"role": "words"}
    yield f'<g class="plate">{box}{text(line.label, at, size, bold=True, **ink)}</g>'
