"""What each square of a track is worth to a car on it.

The figures are exact over all rolls, with the car driving alone by its quickest way. Of the 46,656 rolls of six dice
462 differ in the colours they show. A *set of rolls* is a whole number with a bit for each of these, so that one `&`
tells for all rolls at once which of them two conditions leave. So a whole track is worked out in about the time that
six of its squares would take roll by roll, and nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import accumulate, combinations_with_replacement, pairwise
from math import factorial, prod
from operator import or_

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import COLOURS, START, Board
from gm_tools.games.monza.position import DICE

NEVER = 999.0  # turns to the target from a dead end, which a sound board does not have
LONGEST = 40.0  # turns of a race that is looked at to its end
RANKS = DICE + 1  # arrivals of one round that differ: with no die (by an extra step) up to six
ALL_ROLLS: int = len(COLOURS) ** DICE


class End(NamedTuple):
    """A way in which a turn can end when the car takes its quickest way.

    With this chance it is on a square and has used so many dice.
    """

    chance: float
    square: int
    dice: int


class Worth(NamedTuple):
    """What a square is worth: the turns from it to a target and the dice that its next roll lets it use, both expected.

    `ends` are the ends of its next turn by the quickest way; their chances add up to 1.
    """

    turns: float
    dice: float
    ends: tuple[End, ...]


class Worths(NamedTuple):
    """The worth of every square of a track, by index.

    `arrivals[square][RANKS * turn + dice]` is the chance to enter a target in that turn of its own (from 0), with so
    many dice. In a race where all have the same number of turns the car with the smallest of these indices, its *rank*,
    wins (Z26-Z28). `later[square][rank]` is the chance to arrive with a higher rank than that; with the same one counts
    half.
    """

    squares: tuple[Worth, ...]
    arrivals: tuple[tuple[float, ...], ...]
    later: tuple[tuple[float, ...], ...]


# Sets of rolls


class _Rolls(NamedTuple):
    """All rolls, as sets.

    `with_dice[colour][n]` holds those with `n` dice of a colour or more, `by_weight` those that come up equally often.
    """

    every: int
    with_dice: tuple[tuple[int, ...], ...]
    by_weight: tuple[tuple[int, int], ...]


@cache
def _rolls() -> _Rolls:
    counts = [tuple(roll.count(colour) for colour in COLOURS) for roll in combinations_with_replacement(COLOURS, DICE)]
    weights = [factorial(DICE) // prod(map(factorial, count)) for count in counts]
    return _Rolls(
        (1 << len(counts)) - 1,
        tuple(
            tuple(_set_of(count[colour] >= least for count in counts) for least in range(DICE + 2))
            for colour in range(len(COLOURS))
        ),
        tuple((weight, _set_of(other == weight for other in weights)) for weight in sorted(set(weights))),
    )


def _set_of(members: Iterable[bool]) -> int:
    return sum(is_member << place for place, is_member in enumerate(members))


@cache
def _rolls_with(dice: int) -> int:
    """Return the rolls that hold these dice (packed) at least."""
    rolls = _rolls()
    found = rolls.every
    for colour, sets in enumerate(rolls.with_dice):
        found &= sets[dice >> 3 * colour & 7]
    return found


def _chance(rolls: int) -> float:
    """Return how probable it is that a roll is one of a set."""
    count: int = sum(weight * (rolls & members).bit_count() for weight, members in _rolls().by_weight)
    return count / ALL_ROLLS


# The squares

_known: dict[tuple[tuple[str, ...], str], Worths] = {}  # by lines of the track and obligation
_MOST_KNOWN = 16


def worths(board: Board, obligation: str, progress: Callable[[int, int], None] = lambda _done, _count: None) -> Worths:
    """Return what the squares of a track are worth under an `obligation` (Z20); worked out once for each track.

    From the targets back to the start: every step leads further on, so all that a turn can end on has been worked out
    before.
    """
    key = (tuple(board.lines), obligation)
    if key not in _known:
        order = sorted(range(len(board.squares)), key=lambda index: -board.far[index])
        done: dict[int, Worth] = {}
        for index in order:
            done[index] = _worth(board, index, obligation, done)
            progress(len(done), len(order))
        if len(_known) == _MOST_KNOWN:
            del _known[next(iter(_known))]
        arrivals = _arrivals(board, done, order)
        _known[key] = Worths(
            tuple(done[at] for at in range(len(order))), arrivals, tuple(map(_later_chances, arrivals))
        )
    return _known[key]


def _worth(board: Board, here: int, obligation: str, done: dict[int, Worth]) -> Worth:
    """Return what a square is worth, given the worth of all squares further on."""
    if here in board.targets:
        return Worth(0.0, 0.0, ())
    every = _rolls().every
    layers = _layers(board, here)
    using = [_unite(layer.values()) for layer in layers]  # the rolls that can use so many dice
    legal = _ends_most(board, layers, using) if obligation == "most" else _stuck_ends(board, layers)
    best = sorted(legal, key=lambda end: (done[end[0]].turns, end[1], end[0]))
    ends = []
    left = using[1]
    for square, dice in best:
        taken = legal[square, dice] & left
        if taken:
            ends.append(End(_chance(taken), square, dice))
            left &= ~taken
    stuck = _chance(every & ~using[1])
    turns = NEVER
    if stuck < 1:
        turns = min(NEVER, (1 + sum(end.chance * done[end.square].turns for end in ends)) / (1 - stuck))
    if stuck:
        ends.append(End(stuck, here, 0))
    return Worth(turns, sum(map(_chance, using[1:])), tuple(ends))


def _arrivals(board: Board, done: dict[int, Worth], order: list[int]) -> tuple[tuple[float, ...], ...]:
    """Return when, and with how many dice, a car enters a target from each square."""
    turns = 8 + int(1.6 * min(done[START].turns, LONGEST))  # hardly any car needs more
    found: dict[int, list[float]] = {}
    for here in order:
        later = [0.0] * (RANKS * turns)
        stuck = 0.0
        for chance, square, dice in done[here].ends:
            if square in board.targets:
                later[dice] += chance
            elif square == here:
                stuck = chance
            else:
                for rank, its in enumerate(found[square][:-RANKS], RANKS):
                    later[rank] += chance * its
        if stuck:
            for rank in range(RANKS, len(later)):
                later[rank] += stuck * later[rank - RANKS]
        found[here] = later
    return tuple(tuple(found[index]) for index in range(len(order)))


def _later_chances(arrivals: Sequence[float]) -> tuple[float, ...]:
    return tuple(1 - until + here / 2 for here, until in zip(arrivals, accumulate(arrivals), strict=True))


_Layer = dict[tuple[int, int], int]  # by square and dice used (packed): the rolls that can drive there with these dice
_Ends = dict[tuple[int, int], int]  # by square and number of dice used: the rolls with which a turn may end so


def _layers(board: Board, here: int) -> list[_Layer]:
    """Return where the car can be after none, one … six dice, whatever the roll."""
    layers: list[_Layer] = [{(here, 0): _rolls().every}]
    for _ in range(DICE):
        places = {(way.there, used + way.unit) for at, used in layers[-1] for way in board.ways[at]}
        layers.append({(at, used): _rolls_with(used) for at, used in places})
    return layers


def _unite(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _ends_most(board: Board, layers: list[_Layer], using: list[int]) -> _Ends:
    """Return the ends that are far enough by Z20, or targets (Z21).

    Those have the most dice, or are furthest where fewer dice get further.
    """
    reaching: _Ends = {}
    for dice, layer in enumerate(layers[1:], 1):
        for (at, _), rolls in layer.items():
            reaching[at, dice] = reaching.get((at, dice), 0) | rolls
    most = [rolls & ~more for rolls, more in pairwise([*using, 0])]  # the rolls that can use so many dice and not more
    legal = {(at, dice): rolls if at in board.targets else rolls & most[dice] for (at, dice), rolls in reaching.items()}
    left = using[1]
    for far in sorted({board.far[at] for at, _ in reaching}, reverse=True):
        ends = [end for end in reaching if board.far[end[0]] == far]
        furthest = left & _unite(reaching[end] for end in ends)  # the rolls that get so far and not further
        fewer = furthest & ~_unite(reaching[end] & most[end[1]] for end in ends)
        for end in ends:
            legal[end] |= reaching[end] & fewer
        left &= ~furthest
    return legal


def _stuck_ends(board: Board, layers: list[_Layer]) -> _Ends:
    """Return the ends that are far enough by the milder reading of Z20: where no die left fits; or targets (Z21)."""
    legal: _Ends = {}
    for dice, layer in enumerate(layers[1:], 1):
        for (at, used), rolls in layer.items():
            further = _unite(_rolls_with(used + way.unit) for way in board.ways[at])
            legal[at, dice] = legal.get((at, dice), 0) | (rolls & ~further)
    return legal
