"""How far a roll can drive a car: the exact maximum and every sequence of steps (rules Z7-Z10, Z20-Z22).

Other cars do not matter: they can be passed over (Z16) and ousted (Z17).
"""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.monza.board import Board, Way, pack


class Reach(NamedTuple):
    """What Z20 asks for.

    `most` is how many dice can be used at most, `furthest` the furthest far end with any number of dice,
    `furthest_with_most` that with most.
    """

    most: int
    furthest: int
    furthest_with_most: int

    @property
    def is_split(self) -> bool:
        """Tell whether driving furthest takes fewer dice than can be used: then either will do."""
        return self.furthest > self.furthest_with_most


def reach(board: Board, at: int, roll: str) -> Reach:
    """Return how far `roll` can drive a car from square `at`, exactly.

    Layer by layer, one die each: a layer holds every pair of a square and the dice left with which it can be reached.
    Orders that use the same dice in another order meet there, so a layer has some dozen pairs where sequences are
    hundreds. The last layer that is not empty says how many dice can be used.
    """
    ways, far = board.ways, board.far
    layer = {(at, pack(roll))}
    most = -1
    furthest = furthest_with_most = far[at]
    while layer:
        most += 1
        furthest_with_most = max(far[here] for here, _ in layer)
        furthest = max(furthest, furthest_with_most)
        layer = {(way.there, left - way.unit) for here, left in layer for way in ways[here] if left & way.mask}
    return Reach(most, furthest, furthest_with_most)


def sequences(board: Board, at: int, left: int) -> Iterator[tuple[tuple[Way, ...], int]]:
    """Yield every sequence of one step or more with the dice left after it (packed), in the ASCII order of its text.

    A sequence comes before those that go on from it: `B1`, `B1 R2`, `G1` (Z40).
    """
    for way in board.ways[at]:
        if left & way.mask:
            rest = left - way.unit
            yield (way,), rest
            for further, end in sequences(board, way.there, rest):
                yield (way, *further), end


def fits(board: Board, at: int, left: int) -> bool:
    """Tell whether some die left (packed) fits a square ahead of `at` (Z10)."""
    return any(left & way.mask for way in board.ways[at])


def is_long_enough(board: Board, found: Reach, at: int, used: int, left: int, obligation: str) -> bool:
    """Tell whether an order that ends on square `at` with `used` dice drives far enough (Z20, Z21).

    `left` are the dice not used (packed); `obligation` is the option of that name.
    """
    if at in board.targets:
        return True
    if obligation == "stuck":
        return not fits(board, at, left)
    return used == found.most or (found.is_split and board.far[at] == found.furthest)


def legal_ways(board: Board, at: int, roll: str, obligation: str) -> Iterator[tuple[Way, ...]]:
    """Yield the ways of every legal move with a roll, in the ASCII order of its text; one without ways is `PASS`."""
    found = reach(board, at, roll)
    if not found.most:
        yield ()
    for taken, left in sequences(board, at, pack(roll)):
        if is_long_enough(board, found, taken[-1].there, len(taken), left, obligation):
            yield taken


class Ending(NamedTuple):
    """A legal move, told by what it does: the ways it takes (none is `PASS`) and the dice left (packed)."""

    ways: tuple[Way, ...]
    left: int


def endings(board: Board, at: int, roll: str, obligation: str) -> list[Ending]:
    """Return the legal moves that differ in end square, dice left or the colour used last.

    They are in the ASCII order of their texts. Of moves that do the same it is the first of them. Layer by layer as in
    `reach`: what goes on from the first of several ways to one place is the first again.
    """
    found = reach(board, at, roll)
    legal = [Ending((), pack(roll))] if not found.most else []
    layer: dict[tuple[int, int], tuple[Way, ...]] = {(at, pack(roll)): ()}
    while layer:
        last: dict[tuple[int, int, int], tuple[Way, ...]] = {}
        for (here, left), ways in layer.items():
            for way in board.ways[here]:
                if left & way.mask:
                    key = way.there, left - way.unit, way.unit
                    taken = (*ways, way)
                    if key not in last or taken < last[key]:
                        last[key] = taken
        layer = {}
        for (there, left, _), taken in last.items():
            if is_long_enough(board, found, there, len(taken), left, obligation):
                legal.append(Ending(taken, left))
            if (there, left) not in layer or taken < layer[there, left]:
                layer[there, left] = taken
    return sorted(legal)
