"""The position notation: `R:1*,5,c,d G:17,40` (T15.1).

Colours are in clockwise order, places along the ring, then a to d.
"""

from __future__ import annotations

from collections.abc import Collection

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.games.tac.balls import FRESH, Track, colour_at, field_of, in_pen

START = "-"


def format_cells(track: Track, cells: bytes, letters: str) -> str:
    """Return cells in position notation; `parse_cells` takes it back. The start position is a dash."""
    places: dict[int, list[str]] = {}
    for field, ball in enumerate(cells):
        if ball:
            name = track.names[field] + ("*" if ball & FRESH else "")
            places.setdefault(colour_at(cells, field), []).append(name)
    return " ".join(f"{letters[colour]}:{','.join(places[colour])}" for colour in sorted(places)) or START


def parse_cells(text: str, track: Track, letters: str, use: Collection[int]) -> bytes:
    """Return the cells in position notation; raise InputError saying which word is wrong and what is allowed."""
    cells = bytearray(track.empty)
    if text.strip() == START:
        return bytes(cells)
    words = text.split()
    if not words:
        allowed = _("balls, such as R:1*,5,c,d G:17,40, or {start} for none", start=START)
        raise InputError(_("is empty"), allowed=allowed)
    for word in words:
        letter, colon, places = word.partition(":")
        colour = letters.find(letter) if len(letter) == 1 else -1
        if colour not in use or not colon:
            seats = " ".join(letters[seat] for seat in sorted(use))
            allowed = _("COLOUR:place,place… with the colours {seats}", seats=seats)
            raise InputError(_("found {value!r}", value=word), allowed=allowed)
        for place in places.split(","):
            _put(cells, track, colour, place, word)
        if in_pen(track, bytes(cells), colour) < 0:
            allowed = _("four balls of a colour at most")
            raise InputError(_("found {value!r}", value=word), allowed=allowed)
    return bytes(cells)


def _put(cells: bytearray, track: Track, colour: int, place: str, word: str) -> None:
    name = place.removesuffix("*")
    field = field_of(track, colour, name)
    if field < 0:
        allowed = _("ring fields 1 to {ring}, house fields a b c d", ring=track.ring)
        raise InputError(_("found {part!r} in {word!r}", part=place, word=word), allowed=allowed)
    if name != place and field != track.starts[colour]:
        allowed = _("* only directly after its own start field {field}", field=track.names[track.starts[colour]])
        raise InputError(_("found {part!r} in {word!r}", part=place, word=word), allowed=allowed)
    if cells[field]:
        message = _("found {part!r} in {word!r}: there is a ball already", part=place, word=word)
        raise InputError(message, allowed=_("one ball a field"))
    cells[field] = colour + 1 | (FRESH if name != place else 0)
