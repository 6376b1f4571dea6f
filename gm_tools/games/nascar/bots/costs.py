"""What the speed changes and the steers of a car's turn can be and cost: tables for `search.py`.

They hold for turns on the track and off it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import DIRECTIONS, OFF, Board
from gm_tools.games.nascar.bots.terrain import shift_tiles, terrain
from gm_tools.games.nascar.check import (
    TURNS,
    Parts,
    change_cost,
    end_change,
    highest_speed,
    most_alike,
    speed_after,
    steer_cost,
)
from gm_tools.games.nascar.options import Settings
from gm_tools.games.nascar.position import Car


class Changes(NamedTuple):
    """Speed changes of an order.

    `begin` and `end` are the letters before and after the moves, `net` is what the end adds to the speed, `cost` their
    WC, `bags` the bags that they need (N7.5).
    """

    begin: str
    end: str
    net: int
    cost: int
    bags: int


class SpeedChanges(NamedTuple):
    """Speed changes by the moves they ask for.

    All of them; one of those that come to the same when carried out whole; by the WC that they cost a car that stops on
    the way, marks at the end being void (N3.5), the one that asks for the fewest.
    """

    every: dict[int, list[Changes]]
    plainest: dict[int, list[Changes]]
    cut: dict[int, list[tuple[int, Changes]]]


def speed_changes(settings: Settings, car: Car, *, slips: bool, begun: Parts) -> SpeedChanges:
    """Return the speed changes that can be legal for a car, which may slipstream or not (N2, N3.1, N11).

    They are those of orders that go on from one that is `begun`.
    """
    figures = car.speed, car.max_speed, car.wild_cards, car.special
    return _speed_changes(*figures, slips, settings.slipstream_over_max, settings.wild_card_limit, begun)


@lru_cache(maxsize=4096)
def _speed_changes(
    speed_now: int,
    max_speed: int,
    cards: int,
    special: str,
    slips: bool,
    over_max: bool,
    is_limited: bool,
    begun: Parts,
) -> SpeedChanges:
    car = Car("", 0, 0, speed_now, max_speed, cards, special=special)
    most = most_alike(car, is_limited=is_limited)
    given = len(begun.moves)
    found: dict[int, list[Changes]] = {}
    for begin, end in _changes(speed_now, most, begun, slips=slips):
        speed, limit = speed_after(speed_now, begin), highest_speed(max_speed, begin, over_max=over_max)
        if not max(0, given) <= speed <= limit or (begun.end and speed > given):
            continue
        faster, slower = map((begin + end).count, "AB")
        net, cost = end_change(end), change_cost(car, faster, slower)
        if speed + net < 0 or cost > cards or max(faster, slower) > most:
            continue
        bags = max(0, speed + net - max_speed) if net > 0 else 0
        found.setdefault(speed, []).append(Changes(begin, end, net, cost, bags))
    ordered = dict(sorted(found.items()))
    plainest = {moves: _plainest(changes) for moves, changes in ordered.items()}
    return SpeedChanges(ordered, plainest, {moves: _cut(changes) for moves, changes in ordered.items()})


def _changes(speed: int, most: int, begun: Parts, *, slips: bool) -> Iterator[tuple[str, str]]:
    """Yield what may stand before the moves of an order that goes on from one that is begun, and what after them.

    Of one without moves all that is given may stand before those to come; or, if nothing moves, a part after them.
    """
    more = ["", *(letter * count for letter in "AB" for count in range(1, most + 1))]
    begins = [begun.begin]
    if not begun.moves:
        begins = [begun.begin + slip + letters for slip in ("", "S") for letters in more]
        for place in range(len(begun.begin)):
            begin, end = begun.begin[:place], begun.begin[place:]
            if speed_after(speed, begin) == 0 and "S" not in end:
                yield from ((begin, end + letters) for letters in more)
    for begin in begins:
        if begin.count("S") <= slips:
            yield from ((begin, begun.end + letters) for letters in more)


def _plainest(changes: list[Changes]) -> list[Changes]:
    found: dict[tuple[int, int], Changes] = {}
    for change in changes:
        known = found.setdefault((change.net, change.cost), change)
        if len(change.begin + change.end) < len(known.begin + known.end):
            found[change.net, change.cost] = change
    return list(found.values())


def _cut(changes: list[Changes]) -> list[tuple[int, Changes]]:
    found: dict[int, Changes] = {}
    for change in changes:
        spent = max(0, change.cost - len(change.end))
        known = found.setdefault(spent, change) if not change.bags else change
        if (change.cost, len(change.begin + change.end)) < (known.cost, len(known.begin + known.end)):
            found[spent] = change
    return list(found.items())


class Budget(NamedTuple):
    """What steers may cost a car."""

    special: str
    cards: int
    is_limited: bool


@lru_cache(maxsize=4096)
def unused_steers(
    budget: Budget, steers: tuple[int, int], left: int, right: int, free: int
) -> list[tuple[int, int, str]]:
    """Return the WC that void steers leave to pay: paid, asked for by the order, the letters still free (N3.2, N3.5).

    `steers` were carried out, `left` and `right` are void already.
    """
    special, cards, is_limited = budget
    car = Car("", 0, 0, wild_cards=cards, special=special)
    most = most_alike(car, is_limited=is_limited)
    best: dict[int, tuple[int, str]] = {}
    for more_left in range(free + 1):
        for more_right in range(free - more_left + 1):
            all_left, all_right = steers[0] + left + more_left, steers[1] + right + more_right
            cost = steer_cost(car, all_left, all_right)
            if cost > cards or max(all_left, all_right) > most:
                break
            paid = max(0, cost - left - right - more_left - more_right)
            way = cost, "L" * more_left + "R" * more_right
            if paid not in best or _weigh(way) < _weigh(best[paid]):
                best[paid] = way
    return [(paid, *way) for paid, way in best.items()]


def _weigh(way: tuple[int, str]) -> tuple[int, int]:
    """Return what tells of two ways to stop alike which is better: the fewest marks, and of those the fewest steers."""
    cost, letters = way
    return cost, len(letters) - letters.count("M")


@lru_cache(maxsize=4096)
def off_track_losses(
    budget: Budget, steers: tuple[int, int], rest: int, led: tuple[tuple[str, int], ...], given: str
) -> list[tuple[tuple[int, int, int], str]]:
    """Return what orders with `rest` moves left can come to off the track, with their letters.

    An entry is spaces, WC paid and WC asked for. `led` is how they can be led on there (`off_track_continuations`),
    `given` are letters that they begin with. The
    same spaces and WC paid stand once, with what asks for the fewest WC, and of that the fewest steers.
    """
    best: dict[tuple[int, int], tuple[int, str]] = {}
    for leading, spaces in led:
        letters = max(leading, given, key=len)
        if not (letters.startswith(given) and letters.startswith(leading)):
            continue
        for paid, cost, void in unused_steers(
            budget, steers, letters.count("L"), letters.count("R"), rest - len(letters)
        ):
            way = cost, letters + void
            if (spaces, paid) not in best or _weigh(way) < _weigh(best[spaces, paid]):
                best[spaces, paid] = way
    return [((*key, cost), letters) for key, (cost, letters) in best.items()]


@lru_cache(maxsize=256)
def off_track_continuations(board: Board, heading: int, rest: int) -> list[tuple[int, tuple[tuple[str, int], ...]]]:
    """Return the tiles off the track by how orders can lead on from there, most first.

    Each has its letters, with the spaces counted (N6.2).
    """
    off = next(tiles for ground, tiles in terrain(board, board.tiles).grounds if ground.glyph == OFF)
    parts: list[tuple[int, tuple[tuple[str, int], ...]]] = [(off, ())]
    for letters, spaces, members in _continuations(board, heading, rest, off):
        parts = [
            (tiles, ways)
            for old, known in parts
            for tiles, ways in ((old & members, (*known, (letters, spaces))), (old & ~members, known))
            if tiles
        ]
    return sorted(parts, key=lambda part: -part[0].bit_count())


def _continuations(board: Board, heading: int, rest: int, off: int) -> list[tuple[str, int, int]]:
    """Return how orders lead on off the track: letters, spaces counted, the first tiles off where it is so many."""
    ways = [("", heading, 0, off)]  # letters, heading, where they have led, first tiles for which that is off
    out: list[tuple[str, int, int]] = []
    for spaces in range(1, rest + 1):
        further = []
        for letters, before, led, members in ways:
            for letter, turn in TURNS.items():
                after = (before + turn) % 8
                there = led + board.steps[after]
                still = members & shift_tiles(off, -there)
                out.append((letters + letter, spaces, members & ~still))
                further.append((letters + letter, after, there, still))
        ways = further
    return out + [(letters, rest + 1, members) for letters, _, _, members in ways]


@lru_cache(maxsize=64)
def fewest_moves_back(heading: int, most: int) -> dict[tuple[int, int], int]:
    """Return the fewest moves, up to `most`, to each tile that a car can come to.

    Tiles are (rows, columns) away; the car's own tile is the last. Steers as one likes, and one turn more by a bank.
    """
    found: dict[tuple[int, int], int] = {}
    layer = seen = {(0, 0, heading, True)}
    for count in range(1, most + 1):
        following = set()
        for row, column, before, banks in layer:
            for turn in TURNS.values():
                after = (before + turn) % 8
                there = row + DIRECTIONS[after][0], column + DIRECTIONS[after][1]
                found.setdefault(there, count)
                following.add((*there, after, banks))
                if banks:
                    following |= {(*there, (after + 1) % 8, False), (*there, (after - 1) % 8, False)}
        layer = following - seen
        seen = seen | layer
    return found
