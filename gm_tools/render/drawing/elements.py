"""The least parts of a drawn board: numbers, words, paths and discs as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from gm_tools.core.drawing import Point
from gm_tools.render.drawing.board_colours import BLACK, WHITE
from gm_tools.render.layout import printable, width

ROUND = ' stroke-linejoin="round" stroke-linecap="round"'  # of the bends and the ends of a line
_FIRST_TIP, _TIPS = 0.5, 1.36  # where the first chevron of a way is, and how far apart they are
LETTER = 0.62  # how wide a letter is, for a size of 1


def text(
    words: str,
    at: Point,
    size: float,
    *,
    role: str = "",
    ink: str = "",
    bold: bool = False,
    anchor: str = "middle",
    more: str = "",
) -> str:
    """Return words whose middle line is at a point, in the colour of a role or in an ink of their own.

    `more` are further attributes of the element, each with a blank before it.
    """
    kind = f' class="{role}"' if role else f' fill="{ink}"'
    weight = ' font-weight="700"' if bold else ""
    where = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{number(at[0])}" y="{number(at[1] + 0.36 * size)}" font-size="{number(size)}"{where}{kind}{weight}{more}>'
        f"{escape(words)}</text>"
    )


def needs(size: float) -> str:
    """Return the attribute by which a page leaves out letters of a size that would be too small to read.

    There is no attribute for size 0.
    """
    return f' data-needs="{number(size)}"' if size else ""


def rim_of(ground: str) -> str:
    """Return the attributes of letters on a ground of a colour, which keeps what lies across them off."""
    return f' stroke="{ground}" stroke-width=".22" paint-order="stroke" stroke-linejoin="round"'


def long(words: str, size: float) -> float:
    """Return about how long words are, in tiles."""
    return width(printable(words)) * size * LETTER


_BREADTHS = {  # of the signs of DejaVu Sans, which is among the widest fonts: what signs of a breadth there are
    0.34: " .,:;'|!ijlI·",
    0.42: "frt()[]-/",
    0.56: "csz",
    0.62: "aekovxyFLT",
    0.64: "bdghnpqu0123456789?",
    0.7: "ABCEKPRSVXYZ",
    0.83: "w",
    1.0: "mMW@%…",
}
_BREADTH = {sign: breadth for breadth, signs in _BREADTHS.items() for sign in signs}
_WIDE = 0.79  # of all others
_BOLD = 1.13  # how much wider bold letters are


def measure(words: str, size: float, *, bold: bool = False) -> float:
    """Return how long words are at most, sign by sign: a closer bound than `long`, for lines that are to be filled."""
    whole = sum(_BREADTH.get(sign, max(_WIDE, LETTER * width(sign))) for sign in printable(words))
    return whole * size * (_BOLD if bold else 1)


def path(rings: Iterable[Sequence[Point]]) -> str:
    """Return closed rings as the data of a path."""
    return "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in ring) + "Z" for ring in rings)


def way(points: Iterable[Point]) -> str:
    """Return points as the data of an open path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def disc(at: Point, radius: float, style: str) -> str:
    """Return a disc; `style` are its other attributes."""
    return f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}" {style}/>'


def stroke(data: str, ink: str, breadth: float, more: str = "") -> str:
    """Return a path as a line; `more` are further attributes of it, each with a blank before it."""
    return f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{number(breadth)}"{more}/>'


def draw_case(data: str, colour: str, breadth: float) -> str:
    """Return an open path in a colour on white on dark, which is seen on every ground."""
    layers = ((BLACK, breadth + 0.26), (WHITE, breadth + 0.12), (colour, breadth))
    return "".join(stroke(data, ink, wide, ROUND) for ink, wide in layers)


def escape(words: str) -> str:
    """Return words as XML holds them; what XML cannot hold is shown as U+FFFD."""
    shown = printable(words).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=8192)  # most of a board lies on the same few tiles, halves and corners
def number(value: float) -> str:
    """Return a number with two places at most.

    >>> number(2.0), number(0.254), number(-0.5)
    ('2', '.25', '-.5')
    """
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    shown = "0" if shown in ("-0", "") else shown
    return shown.replace("-0.", "-.") if shown.startswith("-0.") else shown[1:] if shown.startswith("0.") else shown


def chevrons(points: Sequence[Point], hidden: float) -> Iterator[str]:
    """Yield chevrons along a way, about as far apart as fields are, as far as its last part is not `hidden`."""
    whole = sum(hypot(u - x, v - y) for (x, y), (u, v) in pairwise(points))
    ahead, passed = _FIRST_TIP, 0.0
    for (x, y), (u, v) in pairwise(points):
        length = hypot(u - x, v - y)
        while length and ahead <= min(passed + length, whole - hidden):
            dx, dy = (u - x) / length, (v - y) / length
            px, py = x + dx * (ahead - passed), y + dy * (ahead - passed)
            back, aside = 0.13, 0.12
            wings = [(px - back * dx - side * aside * dy, py - back * dy + side * aside * dx) for side in (-1, 1)]
            yield way((wings[0], (px + 0.05 * dx, py + 0.05 * dy), wings[1]))
            ahead += _TIPS
        passed += length
