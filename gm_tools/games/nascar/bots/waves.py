"""What the search of `search.py` is about.

There are waves of cars that share a state, beliefs of states of one order, and what comes of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.driving_rules import CarState, Chance, End

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.games.nascar.bots.costs import Changes
    from gm_tools.games.nascar.orders import Order

# Every way in which chance can fall, equal ends put together, in one fixed order.
Outcome = tuple[tuple[Chance, End], ...]
# The planned path where oil leads off it (N7.5): tile, heading, whether a bank may turn it.
Plan = tuple[int, int, bool]
PLAN_ENDED: Plan = (0, -1, False)  # it has left the track
LETTERS = (("M", 0, 0), ("L", 1, 0), ("R", 0, 1))  # with the steers to the left and right in them


class Wave:
    """Cars that steered alike and came to the same; `speeds` are those (numbers of moves) for which all this holds.

    `bags` are the visible ones on the planned path, as far as they count (N7.5).
    """

    __slots__ = ("after", "bags", "ends", "left", "letters", "origins", "quiet", "right", "speeds", "state")

    def __init__(self, left: int, right: int, speeds: tuple[int, ...], state: CarState, bags: int) -> None:
        self.left, self.right, self.speeds, self.state, self.bags = left, right, speeds, state, bags
        self.letters: list[tuple[str, int, int, tuple[int, int]]] = []  # with heading, step, steers with it
        self.quiet: dict[str, Wave] = {}  # by letter: what comes of it where nothing happens
        self.after: dict[tuple[object, ...], list[Any]] = {}  # what comes of it, on which grounds
        # After so many moves: outcomes without their tile, by number
        self.ends: dict[int, list[tuple[int, Changes]]] = {}
        self.origins: set[tuple[Wave, int]] = set()  # waves and steps that can lead here


class Waves:
    """The waves of all searches for cars with the same figures.

    What a letter or the end of the turn makes of one is worked out once.
    """

    def __init__(self) -> None:
        self.by_key: dict[tuple[object, ...], Wave] = {}
        self.numbers: dict[CarState, int] = {}  # of states in which cars have stopped
        self.states: list[CarState] = []  # by number
        self.outcomes: list[Outcome] = []
        self.outcome_numbers: dict[Outcome, int] = {}

    def outcome(self, outcome: Outcome) -> int:
        """Return the number of an outcome: a search asks for it so often that to compare them takes its time."""
        number = self.outcome_numbers.setdefault(outcome, len(self.outcomes))
        if number == len(self.outcomes):
            self.outcomes.append(outcome)
        return number


@lru_cache(maxsize=128)  # a race on sand meets about a hundred, 0.2 MB each
def shared_waves(*_figures: object) -> Waves:
    """Return the waves for all that decides what comes of them."""
    return Waves()


class Ways:
    """The tiles of an outcome, and all groups of cars that come to it, those found first in front."""

    __slots__ = ("groups", "tiles")

    def __init__(self) -> None:
        self.tiles = 0
        self.groups: list[Group] = []


class Move(NamedTuple):
    """A letter carried out by a wave: the heading and the step it takes, the steers with it, its number."""

    wave: Wave
    letter: str
    heading: int
    step: int
    steers: tuple[int, int]
    number: int


class Trace:
    """How a belief is come by: the first way to it, and before its last letter all beliefs and cars of waves."""

    __slots__ = ("before", "way")

    def __init__(self, way: Way) -> None:
        self.way = way
        self.before: list[tuple[Node, str]] = []


class Source(NamedTuple):
    """How an outcome is come by.

    A `wave` was on tile `at` after `number` moves; `rest` are the letters after them, `changes` stand round all.
    """

    wave: Wave
    number: int
    at: int
    rest: str
    changes: Changes
    trace: Trace | None = None  # of a belief: all ways to it, of which this is the first


class Kept(NamedTuple):
    """A way to an outcome: the marks that it asks for if it leaves the track, and how plain its order is.

    `steers` and `letters` count those of the order; `marks` are `STAYS` of one that does not leave the track for sure.
    """

    marks: int
    steers: int
    letters: int
    source: Source | Order


class Belief(NamedTuple):
    """An order whose ways chance has parted.

    `left` and `right` count its steers, `moves` all its moves; `bags` and `plan` are those of the path planned,
    `states` its states by number, with chances.
    """

    left: int
    right: int
    moves: int
    bags: int
    plan: Plan | None
    states: tuple[tuple[int, Chance], ...]


# Where an outcome comes from: its tiles, the step to them from those of a wave, that wave, moves until then, letters
# after.
Entry = tuple[int, int, Wave, int, str]
# Cars that come to one outcome: their tiles, entries, the changes round their moves, how many these are, and the WC that
# an order asks for which leaves the track: more than are spent, for the car stops before some of its marks (N3.5).
Group = tuple[int, "list[Entry]", "Changes", int, int]
STAYS = -1  # instead of those, where cars do not leave the track
Loss = tuple[int, int, int]  # of a car that has stopped: spaces off the track, WC paid, WC asked for
Way = tuple[Wave, int, int, str]  # where a belief left the waves: wave, moves until then, its tile, letters since then

Node = Trace | tuple[Wave, int, int]  # what an order has come to on its way: a belief, or a wave, moves, tile


def put_together(ends: Sequence[tuple[Chance, End]]) -> Outcome:
    """Return ends in one fixed order, equal ones put together."""
    if len(ends) == 1:
        return ((1, ends[0][1]),)
    chances: dict[End, Chance] = {}
    for chance, end in ends:
        chances[end] = chances[end] + chance if end in chances else chance  # 0 + a fraction takes its time
    if len(chances) == 1:
        return ((1, ends[0][1]),)
    return tuple(sorted(((chance, end) for end, chance in chances.items()), key=lambda item: repr(item[1])))


def make_source(entry: Entry, tile: int, changes: Changes, moves: int) -> Source:
    """Return where an entry comes from on one of its tiles."""
    _tiles, step, wave, number, rest = entry
    return Source(wave, number, tile - step, rest + "M" * (moves - number - len(rest)), changes)
