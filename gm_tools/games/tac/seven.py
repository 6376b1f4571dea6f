"""The 7: seven single steps, spread over the own balls in any way (rule T6.4).

A *run* is one ball going some steps in one direction without a turn: along the ring, home, inwards or outwards in the
house. Runs throw what they meet on the ring and nothing in the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gm_tools.games.tac.balls import BLOCKED, FRESH, HOUSE, STILL_FRESH, colour_at, is_home, locked, move, on_ring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gm_tools.games.tac.balls import Track

    Colours = Callable[[bytes], tuple[int, ...]]

STEPS = 7
Way = tuple[tuple[int, int], ...]  # runs, each from field to field


class Run(NamedTuple):
    """Where a run of a ball ends, and why it is not possible: `""`, BLOCKED or FRESH. `outwards` is for the house only."""

    to: int
    fails: str
    outwards: bool = False


def runs(track: Track, cells: bytes, field: int, steps: int) -> list[Run]:
    """Return where the ball on a field comes with so many steps: past its house, home; in the house inwards, outwards.

    What could not be reached on an empty board is left out.
    """
    if field >= track.ring:
        house = track.houses[track.house_of(field)]
        found = []
        if field + steps < house + HOUSE:
            found.append(Run(field + steps, BLOCKED if any(cells[field + 1 : field + steps + 1]) else ""))
        if field - steps >= house:
            found.append(Run(field - steps, BLOCKED if any(cells[field - steps : field]) else "", outwards=True))
        return found
    found = [Run((field + steps) % track.ring, "")]
    colour = colour_at(cells, field)
    deep = steps - (track.starts[colour] - field) % track.ring
    if 1 <= deep <= HOUSE:
        house = track.houses[colour]
        fails = BLOCKED if any(cells[house : house + deep]) else STILL_FRESH if cells[field] & FRESH else ""
        found.append(Run(house + deep - 1, fails))
    return found


def distance(track: Track, cells: bytes, field: int, to: int) -> int:
    """Return how many steps lead from a ball's field to another one on an empty board, 0 if no run does."""
    for steps in range(1, STEPS + 1):
        if any(run.to == to for run in runs(track, cells, field, steps)):
            return steps
    return 0


def run_on(track: Track, cells: bytes, field: int, to: int) -> tuple[bytes, tuple[int, ...]]:
    """Return the cells after a run that is possible, and the ring fields on which it threw a ball, in their order."""
    after = bytearray(cells)
    ball = after[field] & ~FRESH
    thrown = []
    if field < track.ring:
        end = to if to < track.ring else track.starts[colour_at(cells, field)]
        for step in range(1, (end - field) % track.ring + 1):
            there = (field + step) % track.ring
            if after[there]:
                thrown.append(there)
                after[there] = 0
    after[field] = 0
    after[to] = ball
    return bytes(after), tuple(thrown)


def is_usable(track: Track, cells: bytes, colours: tuple[int, ...]) -> bool:
    """Tell whether a 7 can be used for one of the colours.

    A ring ball can always run seven steps past its house (T6.4.3); with none of them any unlocked ball in the house
    makes the 7 usable, since the innermost one can go to and fro (T6.4.6).
    """
    for colour in colours:
        if on_ring(track, cells, colour):
            return True
        house = track.houses[colour]
        if any(cells[house : house + HOUSE - locked(track, cells, colour)]):
            return True
    return False


def spread(track: Track, cells: bytes, colours_of: Colours) -> Iterator[tuple[bytes, Way]]:
    """Yield every board that a 7 can lead to, with a way of the fewest runs there, those of fewer runs first.

    `colours_of` says whose balls a card may move on given cells. One colour takes all steps; when the 7 itself brings its
    last ball home the rest goes to a colour that may be moved then (T6.4.8). States (board, colour, steps left) are
    visited once, however many orders of steps lead to them: about two thousand for four balls, where the plain
    tree of single steps has 4^7 leaves.
    """
    stuck = frozenset(
        field
        for colour, house in enumerate(track.houses)
        for field in range(house + HOUSE - locked(track, cells, colour), house + HOUSE)
    )
    seen: dict[tuple[int, int], set[bytes]] = {}
    done: set[bytes] = set()
    layer: list[tuple[bytes, int, int, Way]] = [(cells, colour, STEPS, ()) for colour in colours_of(cells)]
    while layer:
        following: list[tuple[bytes, int, int, Way]] = []
        for state, colour, left, way in layer:
            for after, used, run in _single_runs(track, state, colour, left, stuck, way[-1] if way else None):
                rest = left - used
                if not rest:
                    if after not in done:
                        done.add(after)
                        yield after, (*way, run)
                    continue
                moved = colours_of(after) if is_home(track, after, colour) else (colour,)
                for next_colour in moved:
                    known = seen.setdefault((next_colour, rest), set())
                    if after not in known:
                        known.add(after)
                        following.append((after, next_colour, rest, (*way, run)))
        layer = following


def _single_runs(
    track: Track, cells: bytes, colour: int, left: int, stuck: frozenset[int], before: tuple[int, int] | None
) -> Iterator[tuple[bytes, int, tuple[int, int]]]:
    """Yield board, steps and run for every run of a ball of a colour of at most `left` steps.

    A run that only goes on with the run `before` is left out: a longer run has led there already.
    """
    ring, start, house = track.ring, track.starts[colour], track.houses[colour]
    inside = cells[house : house + HOUSE]
    free = next((deep for deep, ball in enumerate(inside) if ball), HOUSE)  # house fields one can come to from outside
    ball = bytes((colour + 1,))
    from_field, at_field = before or (-1, -1)
    for field in on_ring(track, cells, colour):
        if field == at_field:
            continue
        # A run past the house leaves nothing on the fields it passes: they are replaced by zeros.
        for steps in range(1, left + 1):
            to = field + steps
            if to < ring:
                after = cells[:field] + bytes(steps) + ball + cells[to + 1 :]
            else:
                to -= ring
                after = bytes(to) + ball + cells[to + 1 : field] + bytes(ring - field) + cells[ring:]
            yield after, steps, (field, to)
        to_start = (start - field) % ring
        if free and to_start < left and not cells[field] & FRESH:
            for deep in range(1, min(left - to_start, free) + 1):
                to = house + deep - 1
                yield run_on(track, cells, field, to)[0], to_start + deep, (field, to)
    for field in range(house, house + HOUSE):
        if not cells[field] or field in stuck:
            continue
        for direction in (1, -1):
            if field == at_field and (from_field < ring or from_field < at_field) == (direction == 1):
                continue
            to, steps = field + direction, 1
            while house <= to < house + HOUSE and not cells[to] and steps <= left:
                yield move(cells, field, to), steps, (field, to)
                to, steps = to + direction, steps + 1
