"""What stands on a board: signs on tiles, pieces with their letters, crashes; and what would be hidden under them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import cos, floor, hypot, pi, radians, sin

from gm_tools.core.drawing import Cell, Drawing, Heat, Piece, Point, Sign
from gm_tools.core.tally import heat_role
from gm_tools.render.drawing.board_colours import (
    ACTING,
    BAD,
    BANDS,
    BANK,
    BLACK,
    BLUE,
    INKS,
    MARKS,
    OIL,
    OIL_SHINE,
    SAND,
    WHITE,
    colour_of,
    ink_on,
    repeats,
)
from gm_tools.render.drawing.elements import LETTER, disc, needs, number, path, rim_of, text
from gm_tools.render.drawing.room import HOT
from gm_tools.render.layout import printable, width

_ARC = (
    '<path d="M-.28 .3A.42 .42 0 0 1 {far} -.26" transform="scale({side} 1)" fill="none" stroke="#c7d6ff" stroke-width=".11"/>'
    '<path d="M.02 -.4L.34 -.24L.04 -.08Z" transform="scale({side} 1)" fill="#c7d6ff"/>'
)
SIGNS = {
    "unknown": '<text y=".2" font-size=".56" fill="#2e1d02">?</text>',
    "bag": '<path d="M-.38 .32L-.24 -.2Q0 -.42 .24 -.2L.38 .32Z" fill="#8a5a12" stroke="#3d2703" stroke-width=".06"/>',
    "flat_bag": '<rect x="-.38" y="-.02" width=".76" height=".3" rx=".12" fill="#b98f4e" stroke="#5f420f" stroke-width=".05"/>',
    "oil": f'<path d="M-.4 .06C-.46 -.3 -.1 -.34 .06 -.3C.4 -.34 .5 -.02 .36 .16C.24 .4 -.3 .42 -.4 .06Z" fill="{OIL}" '
    f'stroke="{WHITE}" stroke-width=".07"/><path d="M-.2 -.02Q0 -.2 .2 -.06" fill="none" stroke="{OIL_SHINE}" stroke-width=".08"/>',
    "repair": f'<text y=".27" font-size=".74" font-weight="700" fill="{WHITE}">P</text>',
    "slot": f'<path d="M-.3 -.3H.3V.3H-.3Z" fill="none" stroke="{WHITE}" stroke-width=".1"/>',
    "corner": f'<circle r=".2" fill="{WHITE}" stroke="{BLACK}" stroke-width=".1"/>',
    "pump": f'<rect x="-.4" y="-.4" width=".8" height=".8" rx=".14" fill="{BLUE}"/>'
    f'<text y=".25" font-size=".68" font-weight="700" fill="{WHITE}">T</text>',
    "tyre": '<circle r=".34" fill="#20262d" stroke="#9aa2ab" stroke-width=".16"/><circle r=".12" fill="#9aa2ab"/>',
    "bank_left": _ARC.format(far=".1", side=-1),
    "bank_right": _ARC.format(far=".1", side=1),
}
_LETTERED = re.compile(r'<text y="([\d.]+)" font-size="([\d.]+)"(.*?)</text>')
_TILE = 0.95  # how high a letter on a tile is at most
_BADGE = 0.66  # how large a sign is on a plate of its own
_GROWN = 1.9  # how many times as large as that a page draws a letter on it
# A colour that comes again has dark or white ends: on a car tail and nose, on a chip left and right; the third time its
# middle is left.
_CAR_ENDS = "M-.36 -.42V.42H-.5Q-.59 .42 -.59 .33V-.33Q-.59 -.42 -.5 -.42ZM.36 -.4Q.56 -.32 .74 0Q.56 .32 .36 .4Z"
_CHIP_ENDS = "M-.34 -.46A.57 .57 0 0 0 -.34 .46ZM.34 -.46A.57 .57 0 0 1 .34 .46Z"
CAR = "M-.5 -.47H.3Q.58 -.4 .82 0Q.58 .4 .3 .47H-.5Q-.64 .47 -.64 .33V-.33Q-.64 -.47 -.5 -.47Z"
_CHIP = "M-.62 0A.62 .62 0 1 1 .62 0A.62 .62 0 1 1 -.62 0Z"
_BALL = 1.35  # how wide a ball is with its rim
_APART = 1.25  # how far apart two pieces of size 1 have to be so that the letters of both stay free
_SHARED = 0.8  # pieces that are smaller share a tile
_NEAR = 1.6  # how far apart two pieces of size 1 may be that lie on one another
_READ = 0.5  # the least size of a piece whose letter can be read
_WHITE = ("slot", "repair", "corner")  # signs that are white: they are seen on dark plates only
_CLEAR = 0.7  # how far a sign on a plate is at least from the middle of its tile, on which a small piece has its letter
_SMALL = 0.92  # of pieces on neighbouring tiles
_MORE = 1.3  # times as large as the smallest is a piece at most that has more room
# An exclamation mark, drawn: it is seen where a letter of its size could not be read.
_ALARM = f'<g class="alarm" transform="translate(.58 -.58)"><circle r=".36" fill="{BAD}" stroke="{WHITE}" stroke-width=".07"/><path d="M0-.2V.04M0 .2v.01" stroke="{WHITE}" stroke-width=".13" stroke-linecap="round"/></g>'
_WHEELS = f'<path d="M-.72 -.62h.34v.34h-.34ZM.38 -.62h.34v.34h-.34ZM-.72 .28h.34v.34h-.34ZM.38 .28h.34v.34h-.34Z" fill="{BLACK}" stroke="{WHITE}" stroke-width=".07"/>'
_SHACKLE = "M-.13 -.02V-.14A.13 .13 0 0 1 .13 -.14V-.02"
LOCK = (
    '<g class="lock" transform="translate(.42 .4)">'
    f'<path d="{_SHACKLE}" fill="none" stroke="{WHITE}" stroke-width=".24"/>'  # seen on dark ground and on a white ball
    f'<rect x="-.2" y="-.04" width=".4" height=".32" rx=".06" fill="{BLACK}" stroke="{WHITE}" stroke-width=".09"/>'
    f'<path d="{_SHACKLE}" fill="none" stroke="{BLACK}" stroke-width=".11"/></g>'
)


def draw_sign(role: str, least: float = 0) -> str:
    """Return a sign round the middle of its tile.

    A letter in it is `least` tiles high, or left out if it cannot be.
    """

    def fit_letters(found: re.Match[str]) -> str:
        y, size = float(found[1]), float(found[2])
        high = max(size, least)
        return (
            "" if high > _TILE else f'<text y="{number(y * high / size)}" font-size="{number(high)}"{found[3]}</text>'
        )

    return _LETTERED.sub(fit_letters, SIGNS[role])


def sign(one: Sign, least: float = 0) -> str:
    """Return what lies on a tile; a letter is `least` tiles high, or is left out."""
    turn = f" rotate({number(one.turn)})" if one.turn else ""
    x, y = one.cell[1] + 0.5, one.cell[0] + 0.5
    return f'<g class="sign" transform="translate({number(x)} {number(y)}){turn}">{draw_sign(one.role, least)}</g>'


def bands(role: str, box: tuple[float, float, float, float]) -> str:
    """Return the pattern of a seat's mark over its plate in a table, empty if it has none.

    `box` is the plate: left, top, width and height.
    """
    left, top, wide, high = box
    return "".join(
        f'<rect x="{number(left + x * wide)}" y="{number(top + y * high)}" width="{number(w * wide)}" height="{number(h * high)}" '
        f'fill="{MARKS[role][0]}"/>'
        for x, y, w, h in BANDS.get(role, ())
    )


def warmth(one: Heat, *, is_square: bool, is_bare: bool = False) -> str:
    """Return a place of a heat map: its digit, unless it is bare, on its colour, a tile of a ruled board or a disc."""
    ink, ground = INKS[heat_role(one.digit)]
    x, y = one.at
    if is_square:
        plate = f'<rect x="{number(x - 0.5)}" y="{number(y - 0.5)}" width="1" height="1" fill="{ground}"/>'
    else:
        plate = disc(one.at, HOT, f'fill="{ground}" stroke="{BLACK}" stroke-width=".08"')
    return plate if is_bare else plate + text(str(one.digit), one.at, 0.78, ink=ink, bold=True)


def crash(cell: Cell, size: float = 1) -> str:
    """Return the star of a crash, larger than the pieces on it; seen from near it is about as large as its tile."""
    points = [
        (radius * sin(pi * k / 9), -radius * cos(pi * k / 9))
        for k in range(18)
        for radius in ((1.5 if k % 2 else 0.95),)
    ]
    at = f"translate({number(cell[1] + 0.5)} {number(cell[0] + 0.5)})"
    larger = "" if size == 1 else f" scale({number(size)})"
    return f'<g class="crash" transform="{at}{larger}" data-near="{at} scale(.56)"><path d="{path([points])}" fill="#ffb000" stroke="#7a1010" stroke-width=".08"/></g>'


def fit(pieces: Sequence[Piece], big: float) -> Mapping[Piece, float]:
    """Return how large each piece is drawn: `big` where there is room, as large as a tile where others are near.

    None is much larger than another, as if it were nearer. Pieces whose size is below 1 keep it.
    """
    rooms = {}
    for one in pieces:
        others = (hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) for other in pieces if other is not one)
        rooms[one] = min(big, max(_SMALL, min(others, default=99.0) / _APART))
    most = _MORE * min(rooms.values(), default=1)
    return {one: one.size if one.size < 1 else min(room, most) for one, room in rooms.items()}


def spread(pieces: Sequence[Piece], sizes: Mapping[Piece, float], big: float) -> dict[Piece, tuple[Point, float]]:
    """Return where each piece is drawn, and how large.

    Pieces that share a tile are so far from its middle that their letters can be read.
    """
    places = {}
    for one in pieces:
        (x, y), size = one.at, sizes[one]
        more = max(1.1 * big, _READ / size) if one.size < _SHARED else 1
        u, v = floor(x) + 0.5, floor(y) + 0.5
        places[one] = (u + (x - u) * more, v + (y - v) * more) if more > 1 else one.at, size * more
    return places


def leads(places: Mapping[Piece, tuple[Point, float]]) -> Iterator[str]:
    """Yield lines from the tiles of pieces that are drawn far from them, each with a dot on the tile."""
    for one, ((x, y), size) in places.items():
        u, v = one.at
        if hypot(x - u, y - v) > max(0.9, 0.45 * size):
            yield f'<path d="M{number(u)} {number(v)}L{number(x)} {number(y)}" stroke="{BLACK}" stroke-width=".16"/>'
            yield disc((u, v), 0.26, f'fill="{colour_of(one)}" stroke="{BLACK}" stroke-width=".1"')


def in_order(places: Mapping[Piece, tuple[Point, float]]) -> Iterator[Piece]:
    """Yield pieces from the ground up, by where they are drawn and how large.

    A nose lies under the piece that it points at, so that letters stay free.
    """

    def ahead(one: Piece, other: Piece) -> float:
        """Return how far before a piece another one is."""
        ((x, y), __), ((u, v), __) = places[one], places[other]
        angle = radians(one.heading or 0)
        return (u - x) * sin(angle) - (v - y) * cos(angle)

    above: dict[Piece, set[Piece]] = {one: set() for one in places}
    below = dict.fromkeys(places, 0)
    for one, other in combinations(places, 2):
        (at, size), (beside, large) = places[one], places[other]
        if hypot(at[0] - beside[0], at[1] - beside[1]) < _NEAR * max(size, large):
            low, high = (one, other) if ahead(one, other) >= ahead(other, one) else (other, one)
            above[low].add(high)
            below[high] += 1
    while below:
        lowest = min(below, key=below.__getitem__)
        del below[lowest]
        for one in above[lowest] & below.keys():
            below[one] -= 1
        yield lowest


def piece(one: Piece, size: float, at: Point | None = None) -> str:
    """Return a piece: a body that points where it is heading, rimmed light and dark, with its letter upright.

    `at` is where it is drawn, if that is not where it stands.
    """
    colour = colour_of(one)
    body, ends = (_CHIP, _CHIP_ENDS) if one.heading is None else (CAR, _CAR_ENDS)
    turn = 0 if one.heading is None else one.heading - 90
    again = repeats(one)
    ink = ink_on(colour)
    band = (
        (f'<path class="ends" d="{ends}" fill="{ink}"/>', f'<circle r=".43" fill="{colour}"/>')[again - 1]
        if again
        else ""
    )
    ground = ink if again > 1 else colour
    letter = printable(one.seat)
    high = min(0.86 if one.heading is not None else 1.0, 1.5 / max(1, LETTER * width(letter) * 1.6))
    # Grown to be read on a small board, it is no wider than its ball, and stands out on the rim of that
    more = f'{rim_of(ground)} data-room="{_BALL}"' if one.heading is None else ""
    before, after = "", ""
    if one.is_next:
        before = f'<g class="acts" fill="none"><circle r=".98" stroke="{BLACK}" stroke-width=".26"/><circle r=".98" stroke="{ACTING}" stroke-width=".17"/></g>'
    if one.state == "flipped":
        before += _WHEELS
        after = _ALARM
    elif one.state == "fresh":
        before += f'<circle r=".82" fill="none" stroke="{BLACK}" stroke-width=".26"/><circle r=".82" fill="none" stroke="{ACTING}" stroke-width=".17" stroke-dasharray=".26 .17"/>'
    elif one.state == "locked":
        after = LOCK
    gloss = (
        f'<ellipse cx="-.18" cy="-.3" rx=".2" ry=".11" fill="{WHITE}" opacity=".35"/>'
        if one.state != "flipped" and one.heading is None
        else ""
    )
    x, y = one.at if at is None else at
    near = (
        ""
        if at is None
        else f' data-near="translate({number(one.at[0])} {number(one.at[1])}) scale({number(one.size)})"'
    )
    return (
        f'<g class="piece" transform="translate({number(x)} {number(y)}) scale({number(size)})"{near}>{before}'
        f'<g transform="rotate({number(turn)})"><path d="{body}" fill="{BLACK}" stroke="{BLACK}" stroke-width=".22"/>'
        f'<path d="{body}" fill="{ground}" stroke="{WHITE}" stroke-width=".1"/>{band}</g>{gloss}'
        f"{text(letter, (0, 0), high, ink=ink, bold=True, more=more)}{after}</g>"
    )


def draw_covered(drawing: Drawing, places: Mapping[Piece, tuple[Point, float]], least: float = 0) -> Iterator[str]:
    """Yield the signs of tiles that a piece or a number would hide, small and beside them.

    They hide no letter. Letters that cannot be `least` tiles high are left out.
    """
    hidden: dict[Cell, float] = {}
    for one, (at, size) in places.items():
        tile = floor(one.at[1]), floor(one.at[0])
        reaches = hypot(at[0] - tile[1] - 0.5, at[1] - tile[0] - 0.5) + 0.6 * size
        hidden[tile] = max(reaches, hidden.get(tile, 0))
    marked = {(int(y), int(x)) for x, y in drawing.steps[1:]} - hidden.keys()
    for each in drawing.signs:
        cell = floor(each.cell[0]), floor(each.cell[1])
        if each.cell in marked and each.role != "unknown":  # sand without a bag is sand that nobody knows
            yield badge((cell[1] + 0.8, cell[0] + 0.82), each.role, 0.7, least=least)
        if each.cell in hidden:
            middle = cell[1] + 0.5, cell[0] + 0.5
            far = _free_of([at for at, _size in places.values()], middle, max(_CLEAR, hidden[cell] + 0.2))
            near = _free_of([piece.at for piece in places], middle, 0.52)
            yield badge(far, each.role, near=near, least=least)


def _free_of(taken: Sequence[Point], middle: Point, distance: float) -> Point:
    """Return the place beside the middle of a tile that is furthest from all pieces."""
    turns = [pi * k / 4 for k in (1, 3, 5, 7, 0, 2, 4, 6)]
    places = [(middle[0] + distance * cos(turn), middle[1] - distance * sin(turn)) for turn in turns]
    return max(places, key=lambda place: round(min(hypot(place[0] - x, place[1] - y) for x, y in taken), 2))


def badge(at: Point, role: str, size: float = 1, near: Point | None = None, least: float = 0) -> str:
    """Return a sign on a small plate of its own, which is on a corner of its tile when the board is seen from near.

    A sign that is only a letter is left out where it cannot be `least` tiles high.
    """
    inside = draw_sign(role, least / (_BADGE * size))
    if not inside:
        return ""
    letter = _LETTERED.fullmatch(inside)
    more = needs(_GROWN * _BADGE * size * float(letter[2])) if letter else ""
    ground = BANK if role.startswith("bank") or role in _WHITE else SAND
    plate = disc((0, 0), 0.36, f'fill="{ground}" stroke="{BLACK}" stroke-width=".07"')
    close = f' data-near="translate({number(near[0])} {number(near[1])}) scale(.55)"' if near else ""
    return f'<g class="under" transform="translate({number(at[0])} {number(at[1])}) scale({number(size)})"{close}{more}>{plate}<g transform="scale({_BADGE})">{inside}</g></g>'
