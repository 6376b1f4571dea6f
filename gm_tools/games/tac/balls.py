"""Where the balls lie and how one ball moves (rules T1.2 to T1.9, T4).

A *field* is a number from 0: first the ring, clockwise from the first seat's start field, then the houses, four fields
each, seat by seat, from a (next to the start field) to d. *Cells* are bytes, one for each field: 0 for an empty one,
else the colour (a seat's number) plus 1, plus FRESH for a fresh ball. Balls in the pens are those that the cells lack.
"""

from __future__ import annotations

from functools import cache

from gm_tools.core.tuples import NamedTuple

FRESH = 8
HOUSE_NAMES = "abcd"  # of the fields of a house, from outside in
HOUSE = len(HOUSE_NAMES)  # fields of a house, balls of a colour
_BACK = 4  # fields that a ball goes backward


class Track(NamedTuple):
    """The fields of a board: how many on the ring, each seat's start field and first house field."""

    ring: int
    starts: tuple[int, ...]
    houses: tuple[int, ...]
    names: tuple[str, ...]  # of each field: 1, 2 … and a b c d
    empty: bytes

    @property
    def seats(self) -> int:
        """Return the number of seats of the board."""
        return len(self.starts)

    def house_of(self, field: int) -> int:
        """Return the seat in whose house a house field lies."""
        return (field - self.ring) // HOUSE


@cache
def track(ring: int, seats: int) -> Track:
    """Return a track with evenly spaced start fields: 64 fields and 4 seats, or 66 and 6 (T1.3)."""
    return Track(
        ring,
        tuple(range(0, ring, ring // seats)),
        tuple(range(ring, ring + HOUSE * seats, HOUSE)),
        (*map(str, range(1, ring + 1)), *(HOUSE_NAMES * seats)),
        bytes(ring + HOUSE * seats),
    )


def colour_at(cells: bytes, field: int) -> int:
    """Return the colour of the ball on a field, -1 if there is none."""
    return (cells[field] & ~FRESH) - 1


def in_pen(track: Track, cells: bytes, colour: int) -> int:
    """Return how many balls of a colour are in its pen (T1.5)."""
    return HOUSE - cells.count(colour + 1) - (cells[track.starts[colour]] == colour + 1 | FRESH)


def on_ring(track: Track, cells: bytes, colour: int) -> list[int]:
    """Return the ring fields with balls of a colour, ascending (T4.12)."""
    fields = []
    ball, ring = colour + 1, track.ring
    field = cells.find(ball, 0, ring)
    while field >= 0:
        fields.append(field)
        field = cells.find(ball, field + 1, ring)
    start = track.starts[colour]
    if cells[start] == ball | FRESH:
        fields.append(start)
        fields.sort()
    return fields


def is_home(track: Track, cells: bytes, colour: int) -> bool:
    """Tell whether all four balls of a colour are in its house."""
    house = track.houses[colour]
    return 0 not in cells[house : house + HOUSE]


def count_locked(track: Track, cells: bytes, colour: int) -> int:
    """Return how many balls of a colour are locked: the unbroken row counted from d (T4.10)."""
    house = track.houses[colour]
    return HOUSE - 1 - cells.rfind(0, house, house + HOUSE) + house if not is_home(track, cells, colour) else HOUSE


def is_locked(track: Track, cells: bytes, field: int) -> bool:
    """Tell whether the ball on a field is locked (T4.10)."""
    if field < track.ring:
        return False
    colour = track.house_of(field)
    return field >= track.houses[colour] + HOUSE - count_locked(track, cells, colour)


def list_unlocked(track: Track, cells: bytes, colour: int) -> list[int]:
    """Return the house fields with balls of a colour that are not locked, from a inwards."""
    house = track.houses[colour]
    return [field for field in range(house, house + HOUSE - count_locked(track, cells, colour)) if cells[field]]


def _is_clear(track: Track, cells: bytes, first: int, count: int) -> bool:
    """Tell whether `count` ring fields from `first` on are empty."""
    over = first + count - track.ring
    if over <= 0:
        return cells.count(0, first, first + count) == count
    return cells.count(0, first, track.ring) + cells.count(0, 0, over) == count


def go_forward(track: Track, cells: bytes, field: int, steps: int) -> list[int]:
    """Return the fields that the ball on a field can go to with `steps` forward (T4).

    Those along the ring come first, then those home.
    """
    if field >= track.ring:
        inmost = track.houses[track.house_of(field)] + HOUSE - 1
        return [] if field + steps > inmost or any(cells[field + 1 : field + steps + 1]) else [field + steps]
    first = (field + 1) % track.ring
    fields = [(field + steps) % track.ring] if _is_clear(track, cells, first, steps - 1) else []
    to_start = (track.starts[colour_at(cells, field)] - field) % track.ring
    if 1 <= steps - to_start <= HOUSE and _is_clear(track, cells, first, to_start):
        fields += _go_home(track, cells, field, steps - to_start)
    return fields


def go_backward(track: Track, cells: bytes, field: int) -> list[int]:
    """Return the fields that the ball on a field can go to with a 4, backward (T6.3).

    Those along the ring come first, then those home.
    """
    if field >= track.ring:
        return []
    past = (field - _BACK) % track.ring
    fields = [past] if _is_clear(track, cells, (past + 1) % track.ring, _BACK - 1) else []
    start = track.starts[colour_at(cells, field)]
    to_start = (field - start) % track.ring
    if 1 <= _BACK - to_start <= HOUSE and _is_clear(track, cells, start, to_start):
        fields += _go_home(track, cells, field, _BACK - to_start)
    return fields


def _go_home(track: Track, cells: bytes, field: int, deep: int) -> list[int]:
    """Return the house field that the ball on a ring field comes to with `deep` steps into it (T4.6, T4.7).

    There is none if it cannot.
    """
    house = track.houses[colour_at(cells, field)]
    return [] if cells[field] & FRESH or any(cells[house : house + deep]) else [house + deep - 1]


def move(cells: bytes, field: int, to: int) -> bytes:
    """Return the cells after a ball has gone from field to field (T4.3, T4.7).

    It throws the ball there and is not fresh.
    """
    after = bytearray(cells)
    after[to] = after[field] & ~FRESH
    if to != field:
        after[field] = 0
    return bytes(after)


def enter(track: Track, cells: bytes, colour: int) -> bytes:
    """Return the cells after a ball of a colour has entered: it is fresh, and throws whatever stood there (T6.2.2)."""
    after = bytearray(cells)
    after[track.starts[colour]] = colour + 1 | FRESH
    return bytes(after)


def exchange(cells: bytes, one: int, other: int) -> bytes:
    """Return the cells after two balls have changed places; neither is fresh then (T6.6.6)."""
    after = bytearray(cells)
    after[one], after[other] = cells[other] & ~FRESH, cells[one] & ~FRESH
    return bytes(after)


def next_ball(track: Track, cells: bytes, field: int) -> int:
    """Return the ring field of the next ball clockwise; the field itself if no other ball is on the ring (T9.3.1)."""
    for step in range(1, track.ring):
        there = (field + step) % track.ring
        if cells[there]:
            return there
    return field


def strike(track: Track, cells: bytes, field: int) -> bytes:
    """Return the cells after a Warrior's jump: onto the next ball's field, or, alone on the ring, to the pen (T9.3)."""
    there = next_ball(track, cells, field)
    if there != field:
        return move(cells, field, there)
    after = bytearray(cells)
    after[field] = 0
    return bytes(after)


def name_of(track: Track, letters: str, cells: bytes, field: int) -> str:
    """Return the name of the ball on a field: `R17`, `Rb` (T1.8)."""
    return letters[colour_at(cells, field)] + track.names[field]


def field_of(track: Track, colour: int, place: str) -> int:
    """Return the field that a place (`17`, `b`) is for a colour, -1 if there is no such place."""
    if place in HOUSE_NAMES and len(place) == 1:
        return track.houses[colour] + HOUSE_NAMES.index(place)
    if place.isdecimal() and len(place) < 5 and 1 <= int(place) <= track.ring:
        return int(place) - 1
    return -1
