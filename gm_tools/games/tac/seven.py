"""The 7: seven single steps, spread over the own balls in any way (rule T6.4).

A *run* is one ball going some steps in one direction without a turn: along the ring, home, inwards or outwards in the
house. Runs throw what they meet on the ring and nothing in the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import FRESH, HOUSE, Track, colour_at, count_locked, is_home, move, on_ring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Colours = Callable[[bytes], tuple[int, ...]]

STEPS = 7
Way = tuple[tuple[int, int], ...]  # runs, each from field to field


class Run(NamedTuple):
    """A run of a ball.

    `to` is the field that it ends on, `cells` are those after it, `thrown` the balls that it threw: colour and field of
    each.
    """

    to: int
    steps: int
    cells: bytes
    thrown: tuple[tuple[int, int], ...] = ()
    outwards: bool = False  # in the house


def runs(track: Track, cells: bytes, field: int, most: int) -> list[Run]:
    """Return every run of at most so many steps of the ball on a field, the shorter ones first.

    Past its house comes before home, inwards before outwards. The ball must not be locked.
    """
    colour = colour_at(cells, field)
    found: list[Run] = []
    ahead = [Run(field, 0, cells)]
    for steps in range(1, most + 1):
        longer = []
        for run in ahead:
            here = (run.to,)
            inside, outside = (here, ()) if run.to >= track.ring else ((), here)
            for after, at, to in _single_steps(track, run.cells, colour, inside, outside):
                outwards = to < at >= track.ring
                if steps == 1 or outwards == run.outwards:
                    hit = run.cells[to]
                    thrown = (*run.thrown, (colour_at(run.cells, to), to)) if hit else run.thrown
                    longer.append(Run(to, steps, after, thrown, outwards))
        longer.sort(key=lambda run: run.to >= track.ring > field)
        found += longer
        ahead = longer
    return found


def is_usable(track: Track, cells: bytes, colours: tuple[int, ...]) -> bool:
    """Tell whether a 7 can be used for one of the colours.

    A ring ball can always run seven steps past its house (T6.4.3); with none of them any unlocked ball in the house
    makes the 7 usable, since the innermost one can go to and fro (T6.4.6).
    """
    for colour in colours:
        if on_ring(track, cells, colour):
            return True
        house = track.houses[colour]
        if any(cells[house : house + HOUSE - count_locked(track, cells, colour)]):
            return True
    return False


def spread(track: Track, cells: bytes, colours_of: Colours) -> Iterator[tuple[bytes, Way]]:
    """Yield every board that a 7 can lead to, each with one way there.

    `colours_of` says whose balls a card may move on given cells. One colour takes all steps; when the 7 itself brings
    its last ball home the rest goes to a colour that may be moved then (T6.4.8). A board that several orders of steps
    lead to is gone on from once: after n steps four balls have at most as many boards as n can be shared out among
    them, 120 for the seventh step, where the tree of single steps has 4^7 ends.
    """
    # House fields of the balls that are not locked at the beginning, the innermost first (T4.10).
    inside = [
        range(house + HOUSE - count_locked(track, cells, colour) - 1, house - 1, -1)
        for colour, house in enumerate(track.houses)
    ]

    def steps(board: bytes, colour: int, before: _Link | None) -> Iterator[tuple[bytes, int, int]]:
        return _single_steps(track, board, colour, inside[colour], on_ring(track, board, colour)[::-1], before)

    level: dict[int, dict[bytes, _Link | None]] = {colour: {cells: None} for colour in colours_of(cells)}
    for _ in range(STEPS - 1):
        following: dict[int, dict[bytes, _Link | None]] = {}
        for colour, boards in level.items():
            same = following.setdefault(colour, {})
            for board, before in boards.items():
                for after, field, to in steps(board, colour, before):
                    if field < track.ring <= to and is_home(track, after, colour):
                        for other in colours_of(after):
                            following.setdefault(other, {}).setdefault(after, (before, field, to))
                    elif after not in same:
                        same[after] = (before, field, to)
        level = following
    done: set[bytes] = set()
    for colour, boards in level.items():
        for board, before in boards.items():
            for after, field, to in steps(board, colour, before):
                if after not in done:
                    done.add(after)
                    yield after, _way(track, (before, field, to))


# A step from field to field, with the one before it.
_Link = tuple[Any, int, int]


def _way(track: Track, last: _Link) -> Way:
    """Return the steps of a way as runs: a ball that goes on in its direction goes on in its run."""
    steps = []
    link: _Link | None = last
    while link is not None:
        link, field, to = link
        steps.append((field, to))
    joined: list[tuple[int, int]] = []
    outwards = False
    for field, to in reversed(steps):
        was_outwards, outwards = outwards, to < field >= track.ring
        if joined and joined[-1][1] == field and was_outwards == outwards:
            joined[-1] = (joined[-1][0], to)
        else:
            joined.append((field, to))
    return tuple(joined)


def _single_steps(
    track: Track, cells: bytes, colour: int, inside: Sequence[int], outside: Sequence[int], before: _Link | None = None
) -> Iterator[tuple[bytes, int, int]]:
    """Yield board, field and field come to for every single step of the balls of a colour (T6.4.3 to T6.4.5).

    `inside` are house fields, with a ball or not, `outside` the ring fields of balls, `before` is the last step. In the
    house a ball goes on in its direction before it turns round; with the foremost field first, out of the way of the
    others, the ways found have few runs.
    """
    ring, start, house = track.ring, track.starts[colour], track.houses[colour]
    ball = bytes((colour + 1,))
    turned = before[2] if before is not None and before[2] < before[1] >= ring else -1  # came here going outwards
    for field in inside:
        if cells[field]:
            for to in (field - 1, field + 1) if field == turned else (field + 1, field - 1):
                if house <= to < house + HOUSE and not cells[to]:
                    yield move(cells, field, to), field, to
    for field in outside:
        to = field + 1
        if field == start and not cells[house] and not cells[field] & FRESH:
            yield move(cells, field, house), field, house
        if to < ring:
            yield cells[:field] + b"\0" + ball + cells[to + 1 :], field, to
        else:
            yield ball + cells[1:field] + b"\0" + cells[ring:], field, 0
