"""The colours of roles on pages and in pictures, on light and on dark ground. Text on them has a contrast of 4.5 or more.

Colour never says anything alone: every sign of a map is a character of its own, and the legend names it.
"""

from __future__ import annotations

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


_PIECES = {
    "path": ("#2b0016", "#ff9ac6"),  # like no piece
    "crash": ("#ffffff", "#b3261e"),
    "car1": ("#1a1300", "#ffd23f"),
    "car2": ("#ffffff", "#1f55c4"),
    "car3": ("#04280d", "#6fd672"),
    "car4": ("#ffffff", "#b3261e"),
    "car5": ("#04262c", "#58d0dd"),
    "car6": ("#ffffff", "#8427b0"),
}
LIGHT = Colours(
    page="#f4f3ef",
    ground="#ffffff",
    text="#1c1e21",
    muted="#5b626d",
    edge="#d5d3cb",
    link="#1a4fb4",
    roles={
        "off": ("#6b717b", ""),
        "track": ("#5b626d", "#f0eee9"),
        "line": ("#111111", "#e2e2de"),
        "pit": ("#0b5a67", "#dff3f5"),
        "sand": ("#7a5000", "#fdf0cf"),
        "oil": ("#6a1b8f", "#f3e3fa"),
        "bank": ("#1a459e", "#e4edfd"),
        "note": ("#5b626d", ""),
        "red": ("#8f1d16", "#fde4e1"),
        "yellow": ("#664c00", "#fdf0b5"),
        "green": ("#17602b", "#dff3e2"),
        "blue": ("#1a459e", "#dfeafd"),
        "white": ("#33363b", "#f3f3f1"),
        "purple": ("#6a1b8f", "#f3e3fa"),
        "black": ("#ffffff", "#33363b"),
        "grey": ("#4c5058", "#e8e8e5"),
        "car": ("#ffffff", "#1c1e21"),
        "heat1": ("#5a4708", "#fff6d6"),
        "heat2": ("#4f3000", "#fedd92"),
        "heat3": ("#3b1b00", "#fba94c"),
        "heat4": ("#ffffff", "#c8361b"),
        "heat5": ("#ffffff", "#6d0710"),
        **_PIECES,
    },
)
DARK = Colours(
    page="#101215",
    ground="#181b20",
    text="#e7e9ec",
    muted="#a1a9b3",
    edge="#343a43",
    link="#8fb6ff",
    roles={
        "off": ("#8b939e", ""),
        "track": ("#a1a9b3", "#242930"),
        "line": ("#ffffff", "#3d434d"),
        "pit": ("#7fe0ee", "#123940"),
        "sand": ("#f2c566", "#3b2f12"),
        "oil": ("#e0a8f7", "#3a1d49"),
        "bank": ("#9cc0ff", "#1a2c52"),
        "note": ("#a1a9b3", ""),
        "red": ("#ffa59d", "#4a1c19"),
        "yellow": ("#f6d558", "#3d3410"),
        "green": ("#86dd98", "#173a20"),
        "blue": ("#9cc0ff", "#1a2c52"),
        "white": ("#f4f5f6", "#3b3f46"),
        "purple": ("#e0a8f7", "#3a1d49"),
        "black": ("#f4f5f6", "#000000"),
        "grey": ("#c3c8ce", "#2c3138"),
        "car": ("#101215", "#e7e9ec"),
        "heat1": ("#d8c98f", "#2d2811"),
        "heat2": ("#ffe3a3", "#553c0c"),
        "heat3": ("#ffffff", "#8d4410"),
        "heat4": ("#210800", "#f0713f"),
        "heat5": ("#261500", "#ffe28a"),
        **_PIECES,
    },
)
BOLD = ("line", "red", "yellow", "green", "blue", "white", "purple", "black", "car", *_PIECES)


def seat_roles(pieces: list[tuple[str, str]]) -> dict[str, str]:
    """Return the role of each sign that is drawn as a piece, from a map's runs of (text, role)."""
    return {sign: role for text, role in pieces if role.startswith("car") for sign in text}
