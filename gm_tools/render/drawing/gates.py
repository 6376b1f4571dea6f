"""Lines across the track that are crossed in one direction, each with its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin

from gm_tools.core.drawing import Cell, Gate, Point
from gm_tools.render.drawing.board_colours import ACTING, BLACK, WHITE
from gm_tools.render.drawing.elements import long, number, stroke, text, way
from gm_tools.render.drawing.surfaces import flag

Disc = tuple[tuple[float, float], float]  # a middle and a radius, in tiles
Window = tuple[float, float, float, float]  # left, top, right, bottom
_NAME, _CLOSE = 1.05, 0.8  # tiles that the letters of a name are high, and at least in a picture of a part of a board
_OTHERS = 12  # places beside a line that a page is told of
_EDGE = 0.6  # tiles beyond the edge of a window that a name may take: its frame lies further out


def gates(
    lines: Iterable[Gate], free: Collection[Cell], window: Window, least: float = 0, stands: Sequence[Disc] = ()
) -> Iterator[str]:
    """Yield lines that are crossed in one direction, with chevrons and names.

    A name stands on free ground at one end of its line, or else where it hides no other name and nothing that `stands`
    on the board lies on it. If names are to be `least` tiles high, those that would hide another are left out,
    and those of lines that are passed where something lies on them.
    """
    ordered = list(lines)
    for line in ordered:
        yield from _gate(line)
    taken: list[tuple[Point, float]] = []
    for line in sorted(ordered, key=lambda one: one.role != "next") if least else ordered:
        if line.label:
            size = max(_CLOSE, least) if least else _NAME
            yield from _tag(line, free, window, size, taken, stands, may_leave=least > 0)


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
    stands: Sequence[Disc],
    *,
    may_leave: bool,
) -> Iterator[str]:
    """Yield the name of a line on a plate beyond the end that lies on free ground, else beyond its beginning.

    The plate stays in the window; where there is no room, it is left out if it `may_leave`. `taken` are the middles and
    the half widths of the plates so far, in tiles: no plate is put on another, and the new one is added to them. It
    makes room for what `stands` there, if it can.
    """
    high = 1.43 * size
    wide = long(line.label, size) + 0.86 * size
    (x, y), (u, v) = line.begin, line.end
    left, top, right, bottom = window
    if left > max(x, u) or min(x, u) > right or top > max(y, v) or min(y, v) > bottom:  # it is out of sight
        return

    def is_hit(at: Point) -> bool:
        return any(abs(at[0] - p) < wide / 2 + half and abs(at[1] - q) < high for (p, q), half in taken)

    def count_hidden(at: Point) -> float:
        """Return how much of what stands there would lie on the plate: as much as reaches over its edge."""
        return sum(
            max(0.0, min(wide / 2 + radius - abs(at[0] - p), high / 2 + radius - abs(at[1] - q), 2 * radius))
            for (p, q), radius in stands
        )

    def cost(at: Point) -> tuple[bool, float, int]:
        off = sum((int(at[1]), int(at[0] + step)) not in free for step in (-wide / 2, 0, wide / 2))
        return is_hit(at), count_hidden(at), off

    ends, aside = _list_places(line, wide, high, window)
    at = min(ends, key=lambda place: cost(place)[::2])
    if is_hit(at) or count_hidden(at):
        at = min([*ends, *aside], key=cost)
    if may_leave and (is_hit(at) or (count_hidden(at) and line.role == "passed")):
        return
    taken.append((at, wide / 2))
    others = "" if may_leave else _list_others(at, sorted(aside, key=cost)[:_OTHERS], ends)
    kind = f'fill="{ACTING}"' if line.role == "next" else 'class="panel"'
    box = (
        f'<rect x="{number(at[0] - wide / 2)}" y="{number(at[1] - high / 2)}" width="{number(wide)}" height="{number(high)}" rx="{number(0.47 * high)}" {kind} '
        f'stroke="{BLACK}" stroke-width=".08"/>'
    )
    ink = {"ink": BLACK} if line.role == "next" else {"role": "words"}
    yield f'<g class="plate"{others}>{box}{text(line.label, at, size, bold=True, **ink)}</g>'


def _list_others(at: Point, aside: Iterable[Point], ends: Iterable[Point]) -> str:
    """Return where else a name may stand as an attribute: for a page that lays more over the board than is drawn here.

    Places are as far from the middle of the plate (`at`) as it would move, in tiles.
    """
    moves = dict.fromkeys(f"{number(x - at[0])} {number(y - at[1])}" for x, y in (*ends, *aside) if (x, y) != at)
    return f' data-others="{",".join(moves)}"'


def _list_places(line: Gate, wide: float, high: float, window: Window) -> tuple[list[Point], list[Point]]:
    """Return where the plate of a line may stand in the window: beyond its ends; beside it or somewhere along it."""
    (x, y), (u, v) = line.begin, line.end
    if x == u:
        ends = [(x, min(y, v) - 0.15 - high / 2), (x, max(y, v) + 0.15 + high / 2)]
    else:
        ends = [(max(x, u) + 0.3 + wide / 2, y), (min(x, u) - 0.3 - wide / 2, y)]
    left, top, right, bottom = window
    first, last = left + wide / 2 - _EDGE, right - wide / 2 + _EDGE
    highest, lowest = top + high / 2 - _EDGE, bottom - high / 2 + _EDGE
    aside = [
        (p + dx * (wide / 2 + 0.5), q + dy * 1.1 * high)
        for share in (0.5, 0.25, 0.75, 0, 1)
        for p, q in [(x + (u - x) * share, y + (v - y) * share)]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
    ]
    moved = [(p, q, min(max(p, first), last), min(max(q, highest), lowest)) for p, q in ends]
    moved.sort(key=lambda one: abs(one[2] - one[0]) > high)  # what is moved that far along its line hides it
    return (
        [(p, q) for _x, _y, p, q in moved],
        [(p, q) for p, q in aside if first <= p <= last and highest <= q <= lowest],
    )
