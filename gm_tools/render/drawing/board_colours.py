"""The colours of drawn boards, on light and on dark ground. Pieces, cards and dice keep theirs in both.

What only one sign or card has stands where that is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from gm_tools.core.blocks import Block, Picture
from gm_tools.core.drawing import Arrow, Piece, Trail
from gm_tools.render.text_colours import LIGHT as SCHEME

# Twelve colours for pieces. The nearest two differ by 34 (CIE 1976), for readers with any form of colour blindness,
# too. From the thirteenth piece on a colour comes again with both ends in dark or white, from the twenty-fifth with
# only its middle left.
PIECES = (
    "#eb630c", "#0087fe", "#eef313", "#660890", "#0aff84", "#cbffff",
    "#0e0000", "#c07f7b", "#074300", "#4600e0", "#a28fc6", "#8b145d",
)  # fmt: skip
# The game's own colours: a car called black is black. The nearest two differ by 36 in Monza, 23 among Tacara's twelve,
# and 19 in TAC (white and clear), for all readers, too.
NAMED = {
    "red": "#bb1f03",
    "yellow": "#efc709",
    "green": "#2caf6e",
    "blue": "#1440d8",
    "white": "#ffffff",
    "purple": "#b48dfc",
    "black": "#1b1e22",
    "clear": "#b3d4e6",
    "cyan": "#68e0fd",
    "orange": "#f1762f",
    "pink": "#ec83b9",
    "brown": "#511f09",
    "grey": "#5f646d",
}
BLACK, WHITE = "#14181c", "#ffffff"  # of rims and letters
_DARK_RIM = "#8b949c"  # of marks in tables on dark ground, on which a black one is seen
ACTING, ACTING_IN_DARK = "#f2a900", "#ffc233"
LEGAL, BAD, WARN, PATH = "#0b6e4f", "#b3261e", "#a35a00", "#1668f0"
OIL, OIL_SHINE = "#0b0b14", "#b48cff"
CARD, CARD_BACK = "#fffdf6", "#33517f"
BLUE = "#1f57b8"  # of a pump, and of the signs of special cards

INKS = {name: both for name, both in SCHEME.roles.items() if name.startswith("heat")}  # of heat maps: letter and ground
_GROUNDS = {  # role: light, dark
    "ground": ("#dfe8d6", "#1b241d"),
    "mown": ("#d6e1cb", "#1f2a22"),
    "track": ("#666d77", "#4a5058"),
    "pit": ("#7b8592", "#5a636f"),
    "bank": ("#4a5a7d", "#3d4c70"),
    "sand": ("#e6cb8c", "#a18a52"),
    "finish": ("#ffffff", "#f4f4f4"),
    "pit_line": ("#ffd34d", "#ffd34d"),
    "repair": ("#0e7c86", "#0e7c86"),
    "plain": ("#c9cdd3", "#7f868f"),
    "grass": ("#a8d3a0", "#6d9a66"),
    "yellow_band": ("#f3dd83", "#b59f47"),
    "red_band": ("#d9a39a", "#ad776d"),
    "pits": ("#9cc4ea", "#5f86ab"),
    "wall": ("#3b424b", "#0c0f12"),
    "verge": ("#3b424b", "#0c0f12"),
    "wood": ("#deb87f", "#5a4329"),
    "field": ("#fdf3e0", "#d9c6a4"),
    "tray": ("#d3aa6a", "#46331f"),
    "panel": ("#fbfcf7", "#20262b"),
    "panel_next": ("#fbfcf7", "#20262b"),
    "on_grey": ("#ffffff", "#ffffff"),
    "good": ("#0b6e4f", "#63c99b"),
    "grain": ("#ffffff", "#a07b4b"),
    "ruler": ("#4d574c", "#a7b3a6"),
    "said": ("#4d574c", "#a7b3a6"),
    "words": ("#20262d", "#eef1ea"),
    "letter": ("#20262d", "#14181c"),
    "carved": ("#4f3715", "#f0dfc0"),
    **{name: (ground, ground) for name, (_ink, ground) in INKS.items()},
}
_STROKES = {  # role: light, dark, width
    "edge": ("#ffffff", "#c9ced6", 0.3),
    "mesh": ("#00000026", "#00000040", 0.05),
    "ruled": ("#9aa1aa", "#646b74", 0.05),
    "ripple": ("#c9a45a", "#8a713c", 0.06),
    "kerb": ("#20262d", "#0c0f12", 0.2),
    "rim": ("#8a6234", "#2a1d10", 0.3),
    "hole": ("#8a6234", "#2a1d10", 0.08),
    "hatch": ("#0000004d", "#00000073", 0.12),
    "frame": ("#c8cfbd", "#3a444c", 0.08),
    "amber": (ACTING, ACTING_IN_DARK, 0.3),
    "flow": ("#8a6234", "#b08a56", 0.22),
    "travel": ("#6b7566", "#94a093", 0.22),
    "vein": ("#8a62342e", "#0000002e", 0.1),
}


def _rules(scheme: int) -> str:
    fills = "".join(f".drawn .{role}{{fill:{both[scheme]}}}" for role, both in _GROUNDS.items())
    return fills + "".join(f".drawn .{role}{{stroke:{line[scheme]}}}" for role, line in _STROKES.items())


AREAS = frozenset(_GROUNDS)
BANK, SAND = _GROUNDS["bank"][1], _GROUNDS["sand"][0]  # of plates under signs, the same in both schemes


def colour_of(piece: Piece | Trail | Arrow) -> str:
    """Return the colour of a piece and of all that is its own."""
    return NAMED.get(piece.colour) or PIECES[piece.number % len(PIECES)]


def ink_on(colour: str) -> str:
    """Return what can be read on a colour, dark or white: whichever has more contrast.

    >>> ink_on("#ffffff"), ink_on("#174a9e")
    ('#14181c', '#ffffff')
    """
    return WHITE if contrast(colour, WHITE) > contrast(colour, BLACK) else BLACK


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def repeats(piece: Piece) -> int:
    """Return how often a piece's colour has come before: such a piece has a pattern."""
    return 0 if piece.colour in NAMED else piece.number // len(PIECES) % _PATTERNS


def mark_of(piece: Piece) -> str:
    """Return the role of a seat's mark in tables: it is coloured as its piece is, with the same pattern."""
    return f"piece-{piece.colour if piece.colour in NAMED else piece.number % (_PATTERNS * len(PIECES))}"


def seat_marks(blocks: Iterable[Block]) -> dict[str, str]:
    """Return the role of each seat's mark in tables, from the pieces on the drawn boards among some blocks."""
    drawings = [block.drawing for block in blocks if isinstance(block, Picture) and block.drawing]
    return {piece.seat: mark_of(piece) for drawing in drawings for piece in (*drawing.away, *drawing.pieces)}


_PATTERNS = 3  # plain, both ends, all but the middle
_COLOURS = (*enumerate(PIECES * _PATTERNS), *NAMED.items())
MARKS = {f"piece-{name}": (ink_on(colour), colour) for name, colour in _COLOURS}  # such roles: ink and ground
# Patterns of such roles: the parts of the mark, as shares of its width and height, that have the colour of its letter.
BANDS = {
    f"piece-{number}": (
        (0, 0, 0.2, 1),
        (0.8, 0, 0.2, 1),
        *(() if number < 24 else ((0, 0, 1, 0.18), (0, 0.82, 1, 0.18))),
    )
    for number in range(len(PIECES), _PATTERNS * len(PIECES))
}


def _background(role: str) -> str:
    """Return the ground of a mark as a style: its colour, under the bands of its pattern."""
    ink, ground = MARKS[role]
    turns = ("90deg", "0deg")[: len(BANDS.get(role, ())) // 2]
    bands = "".join(f"linear-gradient({turn},{ink} 20%,#0000 20% 80%,{ink} 80%)," for turn in turns)
    return f"background:{bands[:-1]} {ground}" if bands else f"background:{ground}"


FONT = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif"
STYLE = (
    _rules(0)
    + "".join(f".drawn .{role}{{stroke-width:{line[2]};stroke-linejoin:round}}" for role, line in _STROKES.items())
    + ".drawn .edge,.drawn .mesh,.drawn .ruled,.drawn .ripple,.drawn .kerb,.drawn .hatch,.drawn .flow,.drawn .travel,.drawn .vein{fill:none}"
    + ".drawn .grain{fill-opacity:.045}.drawn .shadow{fill-opacity:.22}"
    + f".drawn{{font-family:{FONT};max-width:100%;height:auto}}"
    + "".join(
        f".{role}{{color:{ink};{_background(role)};box-shadow:0 0 0 1px {BLACK}}}"
        for role, (ink, _ground) in MARKS.items()
    )
    + f"@media (prefers-color-scheme:dark){{{_rules(1)}"
    # Whoever acts has the same amber wherever that is drawn: a ring, a frame, a line to be crossed
    + "".join(f'.drawn [{kind}="{ACTING}"]{{{kind}:{ACTING_IN_DARK}}}' for kind in ("fill", "stroke"))
    + f"{','.join(f'.{role}' for role in MARKS)}{{box-shadow:0 0 0 1px {_DARK_RIM}}}}}"
)
