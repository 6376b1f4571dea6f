"""The fields that the balls of an action come over, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.games.tac.balls import HOUSE, Track, field_of
from gm_tools.games.tac.orders import Action


def path_of(track: Track, letters: str, action: Action) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the colour of each ball of a canonical move and its fields, the first and the last included.

    `5 R62>b` is 62, 63, 64, 1, a, b. Balls that change places go straight to each other's field; other actions have
    nothing to show, nor has a ball that is not on the board, or would leave its home.
    """
    if action.verb == "exchange":
        one, other = ((letters.index(part.colour), part) for part in action.parts[:2])
        fields = tuple(field_of(track, colour, part.at) for colour, part in (one, other))
        yield one[0], fields
        yield other[0], fields[::-1]
    for part in action.parts if action.verb == "move" else ():
        colour = letters.find(part.colour)
        field, to = (field_of(track, colour, place) if colour >= 0 else -1 for place in (part.at, part.to))
        if min(field, to) < 0 or to < track.ring <= field:
            continue
        step = -1 if action.card == "4" else 1
        fields = (field,)
        while field != to:
            field = _next(track, colour, field, to, step)
            fields += (field,)
        yield colour, fields


def _next(track: Track, colour: int, field: int, to: int, step: int) -> int:
    """Return the field after `field` on the way of a colour's ball to `to`.

    It goes along the ring in the direction of `step`.
    """
    house = track.houses[colour]
    if field >= track.ring:
        return field + 1 if field < to else field - 1
    if field == track.starts[colour] and house <= to < house + HOUSE:
        return house
    return (field + step) % track.ring
