"""Cards, dice and chips beside a board or on it."""

from __future__ import annotations

from gm_tools.core.drawing import Prop
from gm_tools.core.i18n import _
from gm_tools.render.drawing.board_colours import BAD, BLACK, BLUE, CARD, CARD_BACK, LEGAL, NAMED, WHITE, ink_on
from gm_tools.render.drawing.elements import escape, measure, needs, number, text

_PLAIN = "#3b424b"
_CARD_INKS = {"opening": LEGAL, "special": BLUE, "tac": BAD, "master": "#6b3fa0"}
_ACROSS = 0.8  # the room of words across a card
_NAME, _NOTE = 0.21, 0.27  # how high a name is on a card, and what it does, at most
_SMALL = 2.0  # below it a card has neither a frame nor its name
_LINE = 0.46  # how far from the middle both stand
# Of cards that have a name in place of a number a picture, to be known by on a card that is too small for words
_PICTURES = {
    "trick": "M-.26 -.1H.24M.1 -.24L.26 -.1L.1 .04M.26 .13H-.24M-.1 -.01L-.26 .13L-.1 .27",
    "tac": "M-.1 -.27L-.26 -.11L-.1 .05M-.26 -.11H.07A.17 .17 0 0 1 .07 .23H-.14",
    "warrior": "M-.25 -.25L.14 .14M.25 -.25L-.14 .14M.02 .24L.24 .02M-.02 .24L-.24 .02M.13 .13L.25 .25M-.13 .13L-.25 .25",
    "jester": "M-.22 .25L-.28 -.17L-.12 .01L0 -.25L.12 .01L.28 -.17L.22 .25Z",
    "angel": "M-.13 -.24A.13 .06 0 1 1 .13 -.24A.13 .06 0 1 1 -.13 -.24M0 .24C-.02 .02-.14 -.12-.3 -.1C-.3 .1-.2 .22 0 .24"
    "C.2 .22 .3 .1 .3 -.1C.14 -.12 .02 .02 0 .24",
    "devil": "M0 .28V-.28M-.08 -.19L0 -.28L.08 -.19M-.22 -.24V-.08C-.22 .1 .22 .1 .22 -.08V-.24",
}


def token(one: Prop) -> str:
    """Return a card, the back of one, a die, a chip or a mark; its size is its width in tiles."""
    inside = {
        "card": _card,
        "laid": _card,
        "back": _back,
        "die": _die,
        "spent": _die,
        "spare": _die,
        "chip": _chip,
        "mark": _mark,
    }[one.kind](one)
    faint = ' opacity=".38"' if one.used or one.kind == "spare" else ""
    x, y = one.at
    tap = f' data-tap="{escape(one.text)}"' if one.kind in ("card", "die") else ""
    return f'<g{tap} transform="translate({number(x)} {number(y)}) scale({number(one.size)})"{faint}{needs(one.needs)}>{inside}</g>'


def _card(one: Prop) -> str:
    ink = _CARD_INKS.get(one.colour, _PLAIN)
    is_small = one.size < _SMALL
    if len(one.text) < 3:
        room, more = (1.0, ' data-room="1.3"') if is_small else (_ACROSS, "")
        high = min(0.62, room / measure(one.text, 1, bold=True))
        inside = text(one.text, (0, -0.12 if one.note else 0), high, ink=ink, bold=True, more=more)
    else:
        line = f'fill="none" stroke="{ink}" stroke-width=".07" stroke-linecap="round" stroke-linejoin="round"'
        inside = f'<path d="{_PICTURES[one.text]}" {line}/>' + (
            "" if is_small else _word(one, _(one.text), -_LINE, _NAME)
        )
    inside += _word(one, one.note, _LINE, _NOTE) if one.note else ""
    frame = f'<rect x="-.44" y="-.65" width=".88" height="1.3" rx=".06" fill="none" stroke="{ink}" stroke-width=".03"/>'
    edge = (
        f'<rect x="-.5" y="-.71" width="1" height="1.42" rx=".09" fill="{CARD}" stroke="{BLACK}" stroke-width=".035"/>'
    )
    return edge + ("" if is_small else frame) + inside


def _word(card: Prop, word: str, y: float, most: float) -> str:
    """Return a bold word of a card at some height, as high as its line and its room let it be.

    The card's name may grow as long as it is whole; any other word is left out where it would be too small to read.
    """
    high = min(most, _ACROSS / measure(word, 1, bold=True))
    wanted = ' data-uncut=""' if y < 0 else needs(high * card.size)
    more = f'{wanted} data-room="{number(_ACROSS - 0.04)}"'
    return text(word, (0, y), high, ink=_CARD_INKS.get(card.colour, _PLAIN), bold=True, more=more)


def _back(one: Prop) -> str:
    count = text(one.text, (0, 0), 0.6, ink=WHITE, bold=True) if one.text else ""
    diamond = (
        "" if one.text else '<path d="M0 -.4L.26 0L0 .4L-.26 0Z" fill="none" stroke="#b9cdf0" stroke-width=".06"/>'
    )
    return (
        f'<rect x="-.5" y="-.71" width="1" height="1.42" rx=".09" fill="{CARD_BACK}" stroke="{WHITE}" stroke-width=".07"/>'
        f'<rect x="-.54" y="-.75" width="1.08" height="1.5" rx=".11" fill="none" stroke="{BLACK}" stroke-width=".03"/>{diamond}{count}'
    )


def _die(one: Prop) -> str:
    colour = NAMED.get(one.colour, WHITE)
    return (
        f'<rect x="-.5" y="-.5" width="1" height="1" rx=".2" fill="{colour}" stroke="{BLACK}" stroke-width=".07"/>'
        f'<rect x="-.4" y="-.4" width=".8" height=".8" rx=".13" fill="none" stroke="{WHITE}" stroke-opacity=".5" stroke-width=".05"/>'
        f"{text(one.text, (0, 0), 0.66, ink=ink_on(colour), bold=True)}"
    )


def _chip(one: Prop) -> str:
    colour = NAMED.get(one.colour, WHITE)
    return f'<circle r=".5" fill="{colour}" stroke="{BLACK}" stroke-width=".1"/>' + text(
        one.text, (0, 0), 0.72, ink=ink_on(colour) if one.colour else BLACK, bold=True
    )


def _mark(one: Prop) -> str:
    """Return the mark of a seat, as it stands in tables."""
    colour = NAMED.get(one.colour, WHITE)
    plate = f'<rect x="-.5" y="-.5" width="1" height="1" rx=".2" fill="{colour}" stroke="{BLACK}" stroke-width=".07"/>'
    return plate + text(one.text, (0, 0), 0.74, ink=ink_on(colour), bold=True)
