"""Drawings as SVG: one visual language for the boards of all games, on light and on dark ground.

Whoever reads a picture knows from one game what the others mean: a piece has a light and a dark rim and its letter, the last move
is a line in the piece's colour on white on dark, a crash is a yellow star. Colour never says anything alone.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

from gm_tools.render.layout import printable, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gm_tools.core.drawing import Cell, Drawing, Piece, Point, Sign, Trail

# Twelve colours for pieces. The nearest two differ by 34 (CIE 1976), for readers with any form of colour blindness, too.
# A thirteenth piece has the first colour again and a stripe.
PIECES = (
    "#eb630c", "#0087fe", "#eef313", "#660890", "#0aff84", "#cbffff",
    "#0e0000", "#c07f7b", "#074300", "#4600e0", "#a28fc6", "#8b145d",
)  # fmt: skip
_DARK_LETTERS = frozenset((0, 1, 2, 4, 5, 7, 10))  # of the pieces whose colour is light
MARGIN = 2.2  # tiles round the board: for rulers, and for cars that left the track
LEGEND_ROW = 2.4  # tiles
_LETTER = 0.62  # a letter's width for its size

_COLOURS = {  # role: light, dark
    "ground": ("#dfe8d6", "#1b241d"),
    "track": ("#5b616a", "#4a5058"),
    "pit": ("#6b7480", "#5a636f"),
    "bank": ("#4a5a7d", "#3d4c70"),
    "sand": ("#e6cb8c", "#8f7a45"),
    "finish": ("#ffffff", "#f4f4f4"),
    "pit_line": ("#ffd34d", "#ffd34d"),
    "repair": ("#0e7c86", "#0e7c86"),
    "edge": ("#ffffff", "#c9ced6"),
    "mesh": ("#00000026", "#00000040"),
    "ruler": ("#4d574c", "#a7b3a6"),
}
STYLE = "".join(
    [f".drawn .{role}{{fill:{light}}}" for role, (light, _dark) in _COLOURS.items()]
    + [
        ".drawn{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif}",
        ".drawn .edge{fill:none;stroke:#ffffff;stroke-width:.34;stroke-linejoin:round}",
        ".drawn .mesh{fill:none;stroke:#00000026;stroke-width:.05}",
        "@media (prefers-color-scheme:dark){",
        *(f".drawn .{role}{{fill:{dark}}}" for role, (_light, dark) in _COLOURS.items()),
        ".drawn .edge{fill:none;stroke:#c9ced6}.drawn .mesh{fill:none;stroke:#00000040}}",
    ]
)


def draw(drawing: Drawing, title: str, wide: int = 1200) -> str:
    """Return a drawing as an element of a page, `wide` units wide; its style is `STYLE`, which stands once in the page."""
    body, (columns, rows) = contents(drawing)
    scale = wide / columns
    return (
        f'<svg class="drawn" role="img" width="{wide}" height="{rows * scale:.0f}" '
        f'viewBox="0 0 {_number(columns)} {_number(rows)}"><title>{_escape(title)}</title>{body}</svg>'
    )


def contents(drawing: Drawing) -> tuple[str, tuple[float, float]]:
    """Return what the drawing's element holds, in tiles, and how many tiles wide and high it is."""
    columns = drawing.columns + 2 * MARGIN
    legend, lines = _legend(drawing, columns)
    rows = drawing.rows + 2 * MARGIN + lines * LEGEND_ROW
    parts = [
        f'<rect class="ground" width="{_number(columns)}" height="{_number(rows)}" rx="1"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
        *_rulers(drawing),
        *_surfaces(drawing),
        *(_sign(sign) for sign in drawing.signs),
        *(line for trail in drawing.trails for line in _trail(trail)),
        *_steps(drawing.steps),
        *map(_crash, drawing.crashes),
        *map(_piece, sorted(drawing.pieces, key=_lead)),
        *_covered(drawing),
        "</g>",
        f'<g transform="translate({MARGIN} {_number(drawing.rows + 2 * MARGIN)})">{legend}</g>',
    ]
    return "".join(parts), (columns, rows)


# Surfaces


def outlines(cells: Iterable[Cell]) -> list[list[tuple[int, int]]]:
    """Return the edges of tiles joined to rings of (x, y), each corner once; holes run the other way round.

    >>> outlines([(0, 0), (0, 1)])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    filled = set(cells)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in sorted(filled):
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        beyond = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for side, other in enumerate(beyond):
            if other not in filled:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    rings = []
    while edges:
        begin = at = next(iter(edges))
        ring: list[tuple[int, int]] = []
        heading = (0, 0)
        while True:
            ways = edges[at]
            # Where two tiles touch at a corner only, the turn to the right keeps to one of them.
            way = max(ways, key=lambda to, a=at, h=heading: h[0] * (to[1] - a[1]) - h[1] * (to[0] - a[0]))  # type: ignore[misc]
            ways.remove(way)
            if not ways:
                del edges[at]
            turned = (way[0] - at[0], way[1] - at[1])
            if turned != heading:
                ring.append(at)
            heading, at = turned, way
            if at == begin:
                break
        rings.append(ring)
    return rings


def _surfaces(drawing: Drawing) -> Iterator[str]:
    """Yield the areas, the mesh of tiles over the track, and its edge."""
    for area in drawing.areas:
        path = _path(outlines(area.cells))
        if area.role == "finish":
            yield f'<path class="finish" d="{path}"/>{_chequers(area.cells)}'
        elif area.role == "pit_line":
            yield from (
                f'<rect class="pit_line" x="{c + 0.38}" y="{r}" width=".24" height="1"/>' for r, c in area.cells
            )
        else:
            yield f'<path class="{area.role}" d="{path}"/>'
        if area.role == "track":
            yield f'<path class="edge" d="{path}"/><path class="{area.role}" d="{path}"/>'
            yield f'<path class="mesh" d="{_mesh(area.cells)}"/>'


def _mesh(cells: Iterable[Cell]) -> str:
    """Return the lines between neighbouring tiles, each as long as it runs on. Without ids: boards may stand side by side."""
    filled = set(cells)
    between = {
        "H": sorted((row, column) for row, column in filled if (row - 1, column) in filled),
        "V": sorted((column, row) for row, column in filled if (row, column - 1) in filled),
    }
    lines = []
    for way, places in between.items():
        begin = last = (-1, -1)
        for line, at in [*places, (-1, -1)]:
            if (line, at - 1) != last:
                if last[0] >= 0:
                    across, along = begin
                    move = f"M{along} {across}" if way == "H" else f"M{across} {along}"
                    lines.append(f"{move}{way}{last[1] + 1}")
                begin = (line, at)
            last = (line, at)
    return "".join(lines)


def _path(rings: Iterable[Sequence[Point]]) -> str:
    return "".join("M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in ring) + "Z" for ring in rings)


def _chequers(cells: Iterable[Cell]) -> str:
    squares = "".join(
        f"M{_number(column + x / 4)} {_number(row + y / 4)}h.25v.25h-.25Z"
        for row, column in cells
        for y in range(4)
        for x in range(4)
        if (x + y) % 2
    )
    return f'<path d="{squares}" fill="#14181c"/>'


def _rulers(drawing: Drawing) -> Iterator[str]:
    """Yield the numbers of rows and columns on all four sides, every fifth one."""
    for column in range(0, drawing.columns, 5):
        for y in (-1.05, drawing.rows + 1.5):
            yield _text(str(column), (column + 0.5, y), 0.85, "ruler", "")
    for row in range(0, drawing.rows, 5):
        for x in (-1.3, drawing.columns + 1.3):
            yield _text(str(row), (x, row + 0.8), 0.85, "ruler", "")


# What lies on tiles


def _sign(sign: Sign, size: float = 1) -> str:
    x, y = sign.cell[1] + 0.5, sign.cell[0] + 0.5
    return f'<g transform="translate({_number(x)} {_number(y)}){"" if size == 1 else f" scale({size})"}">{_SIGNS[sign.role]}</g>'


_ARC = (
    '<path d="M-.28 .3A.42 .42 0 0 1 {far} -.26" transform="scale({side} 1)" fill="none" stroke="#c7d6ff" stroke-width=".11"/>'
    '<path d="M.02 -.4L.34 -.24L.04 -.08Z" transform="scale({side} 1)" fill="#c7d6ff"/>'
)
_SIGNS = {
    "unknown": '<text y=".24" text-anchor="middle" font-size=".66" fill="#6b4f12">?</text>',
    "bag": '<path d="M-.38 .32L-.24 -.2Q0 -.42 .24 -.2L.38 .32Z" fill="#8a5a12" stroke="#3d2703" stroke-width=".06"/>',
    "flat_bag": '<rect x="-.38" y="-.02" width=".76" height=".3" rx=".12" fill="#b98f4e" stroke="#5f420f" stroke-width=".05"/>',
    "oil": '<path d="M-.4 .06C-.46 -.3 -.1 -.34 .06 -.3C.4 -.34 .5 -.02 .36 .16C.24 .4 -.3 .42 -.4 .06Z" fill="#0b0b14" '
    'stroke="#ffffff" stroke-width=".07"/><path d="M-.2 -.02Q0 -.2 .2 -.06" fill="none" stroke="#b48cff" stroke-width=".08"/>',
    "repair": '<text y=".27" text-anchor="middle" font-size=".74" font-weight="700" fill="#ffffff">P</text>',
    "slot": '<path d="M-.3 -.3H.3V.3H-.3Z" fill="none" stroke="#ffffff" stroke-width=".1"/>',
    "bank_left": _ARC.format(far=".1", side=-1),
    "bank_right": _ARC.format(far=".1", side=1),
}


def _crash(cell: Cell) -> str:
    x, y = cell[1] + 0.5, cell[0] + 0.5
    points = [
        (x + radius * sin(pi * k / 9), y - radius * cos(pi * k / 9))
        for k in range(18)
        for radius in ((1.5 if k % 2 else 0.85),)
    ]
    return f'<path d="{_path([points])}" fill="#ffb000" stroke="#7a1010" stroke-width=".12"/>'


# Pieces and their ways


def _trail(trail: Trail) -> Iterator[str]:
    """Yield the way of a piece on white on dark, each move a little clearer than the one before."""
    colour = PIECES[trail.number % len(PIECES)]
    way = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in trail.points)
    yield f'<path d="{way}" fill="none" stroke="#14181c" stroke-width=".5" stroke-linejoin="round" stroke-linecap="round" opacity=".35"/>'
    yield f'<path d="{way}" fill="none" stroke="#ffffff" stroke-width=".36" stroke-linejoin="round" stroke-linecap="round" opacity=".55"/>'
    for number, (begin, end) in enumerate(pairwise(trail.points), 1):
        move = f"M{_number(begin[0])} {_number(begin[1])}L{_number(end[0])} {_number(end[1])}"
        clear = _number(0.35 + 0.65 * number / (len(trail.points) - 1))
        yield f'<path d="{move}" stroke="{colour}" stroke-width=".24" stroke-linecap="round" opacity="{clear}"/>'


def _steps(points: Sequence[Point]) -> Iterator[str]:
    """Yield the numbered path of an order."""
    if points:
        way = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
        for ink, breadth in (("#14181c", 0.5), ("#ffffff", 0.32)):
            yield f'<path d="{way}" fill="none" stroke="{ink}" stroke-width="{breadth}" stroke-linejoin="round"/>'
    for number, (x, y) in enumerate(points, 1):
        yield f'<circle cx="{_number(x)}" cy="{_number(y)}" r=".44" fill="#ffffff" stroke="#14181c" stroke-width=".1"/>'
        yield _text(str(number), (x, y + 0.2), 0.56, "", "#14181c")


def _lead(piece: Piece) -> float:
    """Return how far ahead a piece is in its own direction: who is ahead is drawn over the nose behind, so that letters stay free."""
    angle = radians(piece.heading or 0)
    return piece.at[0] * sin(angle) - piece.at[1] * cos(angle)


def _piece(piece: Piece) -> str:
    """Return a piece: a body that points where it is heading, rimmed light and dark, with its letter upright."""
    x, y = piece.at
    colour = PIECES[piece.number % len(PIECES)]
    ink = "#14181c" if piece.number % len(PIECES) in _DARK_LETTERS else "#ffffff"
    body = "M-.5 -.47H.3Q.58 -.4 .82 0Q.58 .4 .3 .47H-.5Q-.64 .47 -.64 .33V-.33Q-.64 -.47 -.5 -.47Z"
    turn = 0 if piece.heading is None else piece.heading - 90
    if piece.heading is None:
        body = "M-.62 0A.62 .62 0 1 1 .62 0A.62 .62 0 1 1 -.62 0Z"
    stripe = '<path d="M-.54 -.4V.4" stroke="#ffffff" stroke-width=".2"/>' if piece.number >= len(PIECES) else ""
    letter = printable(piece.seat)
    size = min(0.86, 1.5 / max(1, _LETTER * width(letter) * 1.6))
    return (
        f'<g class="piece" transform="translate({_number(x)} {_number(y)}) scale({_number(piece.size)})"><g transform="rotate({_number(turn)})">'
        f'<path d="{body}" fill="#14181c" stroke="#14181c" stroke-width=".28"/>'
        f'<path d="{body}" fill="{colour}" stroke="#ffffff" stroke-width=".13"/>{stripe}</g>'
        f"{_text(letter, (0, size * 0.36), size, '', ink, bold=True)}</g>"
    )


def _covered(drawing: Drawing) -> Iterator[str]:
    """Yield, small and at the corner of its tile, each sign that a piece would hide."""
    taken = {(int(piece.at[1]), int(piece.at[0])) for piece in drawing.pieces}
    for sign in drawing.signs:
        row, column = sign.cell
        if sign.cell in taken:
            yield (
                f'<g transform="translate({_number(column + 1.1)} {_number(row - 0.1)})">'
                '<circle r=".34" fill="#e6cb8c" stroke="#14181c" stroke-width=".07"/>'
                f'<g transform="scale(.62)">{_SIGNS[sign.role]}</g></g>'
            )


# Words


def _legend(drawing: Drawing, columns: float) -> tuple[str, int]:
    """Return the legend, and how many lines it takes."""
    size, room = 1.05, columns - 2 * MARGIN
    x, line, out = 0.0, 0, []
    for role, name in drawing.legend:
        long = 2.2 + width(name) * size * 0.56
        if x and x + long > room:
            x, line = 0.0, line + 1
        y = line * LEGEND_ROW
        ground = role if role in _COLOURS else "sand" if role in ("unknown", "bag", "flat_bag") else "track"
        sample = f'<rect class="{ground}" width="1" height="1" rx=".15"/>'
        if role == "finish":
            sample += _chequers([(0, 0)])
        if role == "pit_line":
            sample = '<rect class="track" width="1" height="1" rx=".15"/><rect class="pit_line" x=".38" width=".24" height="1"/>'
        if role in _SIGNS or role == "bank":
            sample += f'<g transform="translate(.5 .5)">{_SIGNS[role if role in _SIGNS else "bank_left"]}</g>'
        out.append(f'<g transform="translate({_number(x)} {_number(y)}) scale(1.25)">{sample}</g>')
        out.append(_text(name, (x + 1.7, y + 1.0), size, "ruler", "", anchor="start"))
        x += long + 1.4
    return "".join(out), line + 1 if drawing.legend else 0


def _text(text: str, at: Point, size: float, role: str, ink: str, *, bold: bool = False, anchor: str = "middle") -> str:
    kind = f' class="{role}"' if role else f' fill="{ink}"'
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{_number(at[0])}" y="{_number(at[1])}" font-size="{_number(size)}" text-anchor="{anchor}"{kind}{weight}>'
        f"{_escape(text)}</text>"
    )


def _escape(text: str) -> str:
    return printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.") if value % 1 else str(int(value))
