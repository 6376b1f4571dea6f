"""What stands on a board: signs on tiles, pieces with their letters, crashes; and what would be hidden under them."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING

from gm_tools.core.tally import heat_role
from gm_tools.render.drawing.board_colours import ACTING, BAD, BLACK, INKS, PIECES, WHITE, colour_of, ink_on
from gm_tools.render.drawing.elements import LETTER, disc, number, path, text
from gm_tools.render.layout import printable, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gm_tools.core.drawing import Cell, Drawing, Heat, Piece, Point, Sign

_ARC = (
    '<path d="M-.28 .3A.42 .42 0 0 1 {far} -.26" transform="scale({side} 1)" fill="none" stroke="#c7d6ff" stroke-width=".11"/>'
    '<path d="M.02 -.4L.34 -.24L.04 -.08Z" transform="scale({side} 1)" fill="#c7d6ff"/>'
)
SIGNS = {
    "unknown": '<text y=".2" font-size=".56" fill="#6b4f12">?</text>',
    "bag": '<path d="M-.38 .32L-.24 -.2Q0 -.42 .24 -.2L.38 .32Z" fill="#8a5a12" stroke="#3d2703" stroke-width=".06"/>',
    "flat_bag": '<rect x="-.38" y="-.02" width=".76" height=".3" rx=".12" fill="#b98f4e" stroke="#5f420f" stroke-width=".05"/>',
    "oil": '<path d="M-.4 .06C-.46 -.3 -.1 -.34 .06 -.3C.4 -.34 .5 -.02 .36 .16C.24 .4 -.3 .42 -.4 .06Z" fill="#0b0b14" '
    'stroke="#ffffff" stroke-width=".07"/><path d="M-.2 -.02Q0 -.2 .2 -.06" fill="none" stroke="#b48cff" stroke-width=".08"/>',
    "repair": '<text y=".27" font-size=".74" font-weight="700" fill="#ffffff">P</text>',
    "slot": '<path d="M-.3 -.3H.3V.3H-.3Z" fill="none" stroke="#ffffff" stroke-width=".1"/>',
    "corner": '<circle r=".2" fill="#ffffff" stroke="#14181c" stroke-width=".1"/>',
    "pump": '<rect x="-.4" y="-.4" width=".8" height=".8" rx=".14" fill="#1f57b8"/>'
    '<text y=".25" font-size=".68" font-weight="700" fill="#ffffff">T</text>',
    "tyre": '<circle r=".34" fill="#20262d" stroke="#9aa2ab" stroke-width=".16"/><circle r=".12" fill="#9aa2ab"/>',
    "bank_left": _ARC.format(far=".1", side=-1),
    "bank_right": _ARC.format(far=".1", side=1),
}
CAR = "M-.5 -.47H.3Q.58 -.4 .82 0Q.58 .4 .3 .47H-.5Q-.64 .47 -.64 .33V-.33Q-.64 -.47 -.5 -.47Z"
_CHIP = "M-.62 0A.62 .62 0 1 1 .62 0A.62 .62 0 1 1 -.62 0Z"
_APART = 1.25  # how far apart two pieces of size 1 have to be so that the letters of both stay free
_SMALL = 0.92  # of pieces on neighbouring tiles
_WHEELS = '<path d="M-.72 -.62h.34v.34h-.34ZM.38 -.62h.34v.34h-.34ZM-.72 .28h.34v.34h-.34ZM.38 .28h.34v.34h-.34Z" fill="#14181c" stroke="#ffffff" stroke-width=".07"/>'
_LOCK = (
    '<g transform="translate(.42 .4)"><path d="M-.13 -.02V-.14A.13 .13 0 0 1 .13 -.14V-.02" fill="none" stroke="#14181c" stroke-width=".1"/>'
    '<rect x="-.22" y="-.04" width=".44" height=".34" rx=".06" fill="#ffffff" stroke="#14181c" stroke-width=".07"/></g>'
)


def sign(one: Sign) -> str:
    """Return what lies on a tile."""
    turn = f" rotate({number(one.turn)})" if one.turn else ""
    x, y = one.cell[1] + 0.5, one.cell[0] + 0.5
    return f'<g transform="translate({number(x)} {number(y)}){turn}">{SIGNS[one.role]}</g>'


def warmth(one: Heat, *, is_square: bool) -> str:
    """Return a place of a heat map: its digit on its colour, a tile of a ruled board or a disc."""
    ink, ground = INKS[heat_role(one.digit)]
    x, y = one.at
    if is_square:
        plate = f'<rect x="{number(x - 0.5)}" y="{number(y - 0.5)}" width="1" height="1" fill="{ground}"/>'
    else:
        plate = disc(one.at, 0.62, f'fill="{ground}" stroke="{BLACK}" stroke-width=".08"')
    return plate + text(str(one.digit), one.at, 0.78, ink=ink, bold=True)


def crash(cell: Cell) -> str:
    """Return the star of a crash, larger than the pieces on it."""
    x, y = cell[1] + 0.5, cell[0] + 0.5
    points = [
        (x + radius * sin(pi * k / 9), y - radius * cos(pi * k / 9))
        for k in range(18)
        for radius in ((1.5 if k % 2 else 0.95),)
    ]
    return f'<path d="{path([points])}" fill="#ffb000" stroke="#7a1010" stroke-width=".08"/>'


def fit(pieces: Sequence[Piece], big: float) -> Mapping[Piece, float]:
    """Return how large each piece is drawn: `big` where there is room, as large as a tile where others are near.

    Pieces whose size is below 1 keep it.
    """
    sizes = {}
    for one in pieces:
        others = (hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) for other in pieces if other is not one)
        sizes[one] = one.size if one.size < 1 else min(big, max(_SMALL, min(others, default=99.0) / _APART))
    return sizes


def in_order(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces with those behind first: who is ahead is drawn over the nose behind, so that letters stay free."""

    def lead(piece: Piece) -> float:
        angle = radians(piece.heading or 0)
        return piece.at[0] * sin(angle) - piece.at[1] * cos(angle)

    return sorted(pieces, key=lead)


def piece(one: Piece, size: float) -> str:
    """Return a piece: a body that points where it is heading, rimmed light and dark, with its letter upright."""
    colour = colour_of(one)
    body = _CHIP if one.heading is None else CAR
    turn = 0 if one.heading is None else one.heading - 90
    again = 0 if one.colour else one.number // len(PIECES)  # the colour comes a second or a third time: with stripes
    band = "".join(
        f'<path d="M{number(-0.5 + 0.22 * k)} -.38V.38" stroke="#ffffff" stroke-width=".13"/>' for k in range(again)
    )
    letter = printable(one.seat)
    high = min(0.86, 1.5 / max(1, LETTER * width(letter) * 1.6))
    before, after = "", ""
    if one.is_next:
        before = f'<circle r=".98" fill="none" stroke="{BLACK}" stroke-width=".26"/><circle r=".98" fill="none" stroke="{ACTING}" stroke-width=".17"/>'
    if one.state == "flipped":
        before += _WHEELS
        after = f'<circle cx=".55" cy="-.55" r=".32" fill="{BAD}" stroke="#ffffff" stroke-width=".07"/>' + text(
            "!", (0.55, -0.55), 0.5, ink=WHITE, bold=True
        )
    elif one.state == "fresh":
        before += f'<circle r=".82" fill="none" stroke="{BLACK}" stroke-width=".26"/><circle r=".82" fill="none" stroke="{ACTING}" stroke-width=".17" stroke-dasharray=".26 .17"/>'
    elif one.state == "locked":
        after = _LOCK
    gloss = (
        '<ellipse cx="-.18" cy="-.3" rx=".2" ry=".11" fill="#ffffff" opacity=".35"/>'
        if one.state != "flipped" and one.heading is None
        else ""
    )
    return (
        f'<g class="piece" transform="translate({number(one.at[0])} {number(one.at[1])}) scale({number(size)})">{before}'
        f'<g transform="rotate({number(turn)})"><path d="{body}" fill="{BLACK}" stroke="{BLACK}" stroke-width=".22"/>'
        f'<path d="{body}" fill="{colour}" stroke="#ffffff" stroke-width=".1"/>{band}</g>{gloss}'
        f"{text(letter, (0, 0), high, ink=ink_on(colour), bold=True)}{after}</g>"
    )


def covered(drawing: Drawing, sizes: Mapping[Piece, float]) -> Iterator[str]:
    """Yield, small and beside the piece or the number that would hide it, each sign of its tile."""
    hidden: dict[tuple[float, float], float] = {(int(one.at[1]), int(one.at[0])): size for one, size in sizes.items()}
    marked = {(int(y), int(x)) for x, y in (*drawing.steps[1:], *(goal.at for goal in drawing.targets))} - hidden.keys()
    for one in drawing.signs:
        if one.cell in marked and one.role != "unknown":  # sand without a bag is sand that nobody knows
            yield badge((one.cell[1] + 0.8, one.cell[0] + 0.82), SIGNS[one.role], 0.7)
        if one.cell in hidden:
            row, column = one.cell
            off = 0.6 * hidden[one.cell]
            yield badge((column + 0.5 + off, row + 0.5 - off), SIGNS[one.role])


def badge(at: Point, inside: str, size: float = 1) -> str:
    """Return a sign on a small plate of its own."""
    plate = disc((0, 0), 0.36, 'fill="#e6cb8c" stroke="#14181c" stroke-width=".07"')
    return f'<g transform="translate({number(at[0])} {number(at[1])}) scale({number(size)})">{plate}<g transform="scale(.66)">{inside}</g></g>'
