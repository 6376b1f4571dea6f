"""Cards, dice and chips beside a board or on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.render.drawing.board_colours import BAD, BLACK, BLUE, CARD, CARD_BACK, LEGAL, NAMED, WHITE, ink_on
from gm_tools.render.drawing.elements import escape, measure, needs, number, text

if TYPE_CHECKING:
    from gm_tools.core.drawing import Prop

_PLAIN = "#3b424b"
_CARD_INKS = {"opening": LEGAL, "special": BLUE, "tac": BAD, "master": "#6b3fa0"}
_ACROSS, _ALONG, _PITCH = 0.78, 1.18, 0.27  # the room of words across a card and along it, and from line to line


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
    if len(one.text) < 3:
        high = min(0.62, _ACROSS / measure(one.text, 1, bold=True))
        inside = text(one.text, (0, -0.12 if one.note else 0), high, ink=ink, bold=True)
        inside += _word(one, one.note, 0.46, _ACROSS) if one.note else ""
    else:  # words run along the card: there is more room
        words = [_(one.text), *one.note.split()]  # what it is called; taps write what orders call it
        lines = [_word(one, word, (at - (len(words) - 1) / 2) * _PITCH, _ALONG) for at, word in enumerate(words)]
        inside = f'<g transform="rotate(-90)">{"".join(lines)}</g>'
    return (
        f'<rect x="-.5" y="-.71" width="1" height="1.42" rx=".09" fill="{CARD}" stroke="{BLACK}" stroke-width=".035"/>'
        f'<rect x="-.44" y="-.65" width=".88" height="1.3" rx=".06" fill="none" stroke="{ink}" stroke-width=".03"/>{inside}'
    )


def _word(card: Prop, word: str, y: float, room: float) -> str:
    """Return a bold word of a card at some height, as high as its line and its room let it be.

    The card's name may grow along the card; any other word is left out where it would be too small to read.
    """
    high = min(_PITCH, room / measure(word, 1, bold=True))
    wanted = "" if word == _(card.text) else needs(high * card.size)
    more = f'{wanted} data-room="{number(room)}"'
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
