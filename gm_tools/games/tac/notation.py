"""The position notation: `R:1*,5,c,d G:17,40`, colours in clockwise order, places along the ring, then a to d (T15.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.problems import InputError
from gm_tools.games.tac.balls import FRESH, HOUSE, Track, colour_at, field_of, in_pen

if TYPE_CHECKING:
    from collections.abc import Collection

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
        raise InputError("is empty", allowed=f"balls, such as R:1*,5,c,d G:17,40, or {START} for none")
    for word in words:
        letter, colon, places = word.partition(":")
        colour = letters.find(letter) if len(letter) == 1 else -1
        if colour not in use or not colon:
            allowed = f"COLOUR:place,place… with the colours {' '.join(letters[seat] for seat in sorted(use))}"
            raise InputError(f"found {word!r}", allowed=allowed)
        for place in places.split(","):
            _put(cells, track, colour, place, word)
        if in_pen(track, bytes(cells), colour) < 0:
            raise InputError(f"found {word!r}", allowed=f"{HOUSE} balls of a colour at most")
    return bytes(cells)


def _put(cells: bytearray, track: Track, colour: int, place: str, word: str) -> None:
    name = place.removesuffix("*")
    field = field_of(track, colour, name)
    if field < 0:
        allowed = f"ring fields 1 to {track.ring}, house fields a b c d"
        raise InputError(f"found {place!r} in {word!r}", allowed=allowed)
    if name != place and field != track.starts[colour]:
        allowed = f"* behind the own start field {track.names[track.starts[colour]]} only"
        raise InputError(f"found {place!r} in {word!r}", allowed=allowed)
    if cells[field]:
        raise InputError(f"found {place!r} in {word!r}: there is a ball already", allowed="one ball a field")
    cells[field] = colour + 1 | (FRESH if name != place else 0)
