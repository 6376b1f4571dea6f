"""The colours of what is written: words, tables and maps of text, on pages and in pictures, on light and dark ground.

Text on them has a contrast of 4.5 or more. Colour never says anything alone: every sign of a map is a character of its
own, and the legend names it. Those of drawn boards and their pieces are in `drawing/board_colours.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from gm_tools.core.blocks import Block, Picture
from gm_tools.core.tuples import NamedTuple


class Colours(NamedTuple):
    """The colours of one scheme: of the page, and of each role its sign's and its ground's (empty: the map's)."""

    page: str
    ground: str  # of maps and tables
    text: str
    muted: str
    edge: str
    link: str
    roles: dict[str, tuple[str, str]]


_PIECES = {  # the same on light and on dark pages
    "path": ("#2b0016", "#ff9ac6"),  # like no piece
    "crash": ("#ffffff", "#b3261e"),
    "car1": ("#1a1300", "#ffd23f"),
    "car2": ("#ffffff", "#1f55c4"),
    "car3": ("#04280d", "#6fd672"),
    "car4": ("#ffffff", "#b3261e"),
    "car5": ("#04262c", "#58d0dd"),
    "car6": ("#ffffff", "#8427b0"),
}
_ROLES = {  # sign and ground on light pages, sign and ground on dark ones
    "off": ("#6b717b", "", "#8b939e", ""),
    "track": ("#5b626d", "#f0eee9", "#a1a9b3", "#242930"),
    "line": ("#111111", "#e2e2de", "#ffffff", "#3d434d"),
    "pit": ("#0b5a67", "#dff3f5", "#7fe0ee", "#123940"),
    "sand": ("#7a5000", "#fdf0cf", "#f2c566", "#3b2f12"),
    "oil": ("#6a1b8f", "#f3e3fa", "#e0a8f7", "#3a1d49"),
    "bank": ("#1a459e", "#e4edfd", "#9cc0ff", "#1a2c52"),
    "note": ("#5b626d", "", "#a1a9b3", ""),
    "red": ("#8f1d16", "#fde4e1", "#ffa59d", "#4a1c19"),
    "yellow": ("#664c00", "#fdf0b5", "#f6d558", "#3d3410"),
    "green": ("#17602b", "#dff3e2", "#86dd98", "#173a20"),
    "blue": ("#1a459e", "#dfeafd", "#9cc0ff", "#1a2c52"),
    "white": ("#33363b", "#f3f3f1", "#f4f5f6", "#3b3f46"),
    "purple": ("#6a1b8f", "#f3e3fa", "#e0a8f7", "#3a1d49"),
    "black": ("#ffffff", "#33363b", "#f4f5f6", "#000000"),
    "grey": ("#4c5058", "#e8e8e5", "#c3c8ce", "#2c3138"),
    "car": ("#ffffff", "#1c1e21", "#101215", "#e7e9ec"),
    "heat1": ("#5a4708", "#fff6d6", "#d8c98f", "#2d2811"),
    "heat2": ("#4f3000", "#fedd92", "#ffe3a3", "#553c0c"),
    "heat3": ("#3b1b00", "#fba94c", "#ffffff", "#8d4410"),
    "heat4": ("#ffffff", "#c8361b", "#210800", "#f0713f"),
    "heat5": ("#ffffff", "#6d0710", "#261500", "#ffe28a"),
}
LIGHT = Colours(
    page="#f4f3ef",
    ground="#ffffff",
    text="#1c1e21",
    muted="#5b626d",
    edge="#d5d3cb",
    link="#1a4fb4",
    roles={role: (sign, ground) for role, (sign, ground, __, __) in _ROLES.items()} | _PIECES,
)
DARK = Colours(
    page="#101215",
    ground="#181b20",
    text="#e7e9ec",
    muted="#a1a9b3",
    edge="#343a43",
    link="#8fb6ff",
    roles={role: (sign, ground) for role, (__, __, sign, ground) in _ROLES.items()} | _PIECES,
)
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
BOLD = ("line", "red", "yellow", "green", "blue", "white", "purple", "black", "car", *_PIECES)


def seat_roles(blocks: Iterable[Block]) -> dict[str, str]:
    """Return the role of each sign that is drawn as a piece on the maps of text among some blocks."""
    spans = (span for block in blocks if isinstance(block, Picture) for row in block.rows for span in row)
    return {sign: span.role for span in spans if span.role.startswith("car") for sign in span.text}
