"""Of the orders that come to one end of a turn, the plainest: the fewest steers, letters and signs."""

from __future__ import annotations

from functools import lru_cache
from itertools import product, takewhile
from typing import TYPE_CHECKING

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import OFF
from gm_tools.games.nascar.bots.waves import LETTERS, STAYS, Kept, Trace, make_source
from gm_tools.games.nascar.check import TURNS, mark_order, steer_cost
from gm_tools.games.nascar.options import MOST_SPACES
from gm_tools.games.nascar.orders import MOVES, Order, format_order
from gm_tools.games.nascar.position import Car

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gm_tools.games.nascar.bots.costs import Changes
    from gm_tools.games.nascar.bots.search import Search
    from gm_tools.games.nascar.bots.waves import Entry, Node, Outcome, Source

Plainness = tuple[int, int, int]  # steers, letters, signs
# Beginnings of moves: by their last run, which may grow, its letter and how long it is (none behind a mark), the shortest
# text before it with its length.
Heads = dict[tuple[str, int], tuple[int, str]]
_NO_MOVES: Heads = {("", 0): (0, "")}


class _Way(NamedTuple):
    """Cars alike in how plain their orders are: steers, letters, and where they come from, on many tiles."""

    steers: int
    letters: int
    entry: Entry
    changes: Changes
    moves: int


class Plainest:
    """The plainest orders of a search's ends. What leads to an outcome is sorted once for all its tiles."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._sorted: dict[tuple[int, int], list[_Way]] = {}  # by number of the outcome and marks
        self._known: dict[tuple[Node, int], Heads] = {}

    def ends(self) -> Iterator[tuple[int, Outcome, int, int]]:
        """Yield the outcomes on one tile, by number, with marks and the tiles on which these are the fewest to it.

        The cars that leave the track are told apart from those that do not.
        """
        for number, outcome, groups in self._search.groups():
            tiles_by_marks: dict[int, int] = {}
            for tiles, _entries, _changes, _moves, marks in groups:
                tiles_by_marks[marks] = tiles_by_marks.get(marks, 0) | tiles
            seen = 0
            for marks, tiles in sorted(tiles_by_marks.items()):
                yield number, outcome, marks, tiles & ~seen
                seen |= tiles if marks != STAYS else 0

    def choose(self, number: int, tile: int, marks: int) -> tuple[Plainness, str]:
        """Return the plainest order to an outcome on one of its tiles with so many marks, and how plain it is."""
        key = number, marks
        if key not in self._sorted:
            self._sorted[key] = self._sort(number, marks)
        found = (way for way in self._sorted[key] if way.entry[0] >> tile & 1)
        first = next(found)
        alike = [first, *takewhile(lambda way: way[:2] == first[:2], found)]
        sources = [make_source(way.entry, tile, way.changes, way.moves) for way in alike]
        return self.plainest([Kept(marks, *first[:2], source) for source in sources])

    def plainest(self, ways: Sequence[Kept]) -> tuple[Plainness, str]:
        """Return the plainest order of some ways, and how plain it is."""
        least = min(way[1:3] for way in ways)
        signs, text = min(self._write(way.source, way.marks) for way in ways if way[1:3] == least)
        return (*least, signs), text

    def _write(self, source: Source | Order, marks: int) -> tuple[int, str]:
        """Return the shortest text of all orders that come from a source, with its length."""
        if isinstance(source, Order):
            text = format_order(source)
            return len(text), text
        changes = source.changes
        begin, end = _write_changes(self._search.car.special, changes.begin, changes.end)
        if source.rest and source.trace is None:
            moves = min(self._write_stopped(source, marks))
        else:
            wave, car = source.wave, self._search.car
            lefts, rights = wave.left + source.rest.count("L"), wave.right + source.rest.count("R")
            node: Node = source.trace or (wave, source.number, source.at)
            moves = min(_close(self._heads(node, steer_cost(car, lefts, rights))))
        return len(begin) + moves[0] + len(end), begin + moves[1] + end or "-"

    def _write_stopped(self, source: Source, marks: int) -> Iterator[tuple[int, str]]:
        """Yield texts of the moves of a car that stops with the first of the rest, the shortest among them.

        What follows may stand in any order that leaves it as it is, with as many steers. Off the track it has to count
        as many spaces, and to ask for as many marks; of one that finishes it has to leave as many to pay for.
        """
        search, (wave, number, at, rest, changes, _trace) = self._search, source
        car, letter, tail = search.car, rest[0], rest[1:]
        lefts, rights = wave.left + (letter == "L"), wave.right + (letter == "R")
        void, own = len(tail) - tail.count("M"), steer_cost(car, lefts + tail.count("L"), rights + tail.count("R"))
        is_off = marks != STAYS
        leading, given = self._leading(source) if is_off else None, search.given[number + 1 :]
        for left in range(void + 1):
            right = void - left
            asked = steer_cost(car, lefts + left, rights + right)
            if not search.allows(lefts + left, rights + right) or asked + changes.cost > car.wild_cards:
                continue
            if asked != own if is_off else max(0, asked - void) != max(0, own - void):
                continue
            is_marked = letter != "M" and asked > void
            heads = self._heads((wave, number, at), max(0, asked - void - is_marked))
            for run, (length, text) in _go_on(heads, letter, is_marked=is_marked).items():
                for more, ending in _shortest_tail(run, len(tail), (left, right), min(asked, void), leading, given):
                    yield length + more, text + ending

    def _leading(self, source: Source) -> frozenset[str]:
        """Return the letters with which orders can lead on off the track and count as many spaces as an order does."""
        board, tiles = self._search.board, self._search.position.tiles
        letter, tail = source.rest[0], source.rest[1:]
        length = min(len(tail), MOST_SPACES - 1)
        heading = (source.wave.state.heading + TURNS[letter]) % 8
        off = source.at + self._search.base + board.steps[heading]
        spaces = {}
        for letters in map("".join, product(MOVES, repeat=length)):
            spaces[letters] = 1
            at, after = off, heading
            for turn in letters:
                after = (after + TURNS[turn]) % 8
                at += board.steps[after]
                if tiles[at] != OFF:
                    break
                spaces[letters] += 1
        return frozenset(letters for letters, count in spaces.items() if count == spaces[tail[:length]])

    def _heads(self, node: Node, marked: int) -> Heads:
        """Return the shortest beginnings of moves that lead to a node, of whose steers the last so many are marked."""
        if not isinstance(node, Trace) and node[1] == 0:
            return _NO_MOVES
        known = self._known.get((node, marked))
        if known is None:
            known = self._known[node, marked] = {}
            for before, letter in self._search.nodes_before(node):
                is_marked = letter != "M" and marked > 0
                _add(known, _go_on(self._heads(before, marked - is_marked), letter, is_marked=is_marked))
        return known

    def _sort(self, number: int, marks: int) -> list[_Way]:
        ways = []
        for _tiles, entries, changes, moves, asked in self._search.ends[number].groups:
            if asked == marks:
                letters = len(changes.begin) + moves + len(changes.end)
                for entry in entries:
                    wave, rest = entry[2], entry[4]
                    steers = wave.left + wave.right + len(rest) - rest.count("M")
                    ways.append(_Way(steers, letters, entry, changes, moves))
        return sorted(ways, key=lambda way: way[:2])


def _go_on(heads: Heads, letter: str, *, is_marked: bool) -> Heads:
    """Return beginnings of moves with one letter more."""
    further: Heads = {}
    for (last, count), (length, text) in heads.items():
        if last == letter and not is_marked:
            further[letter, count + 1] = length, text
            continue
        closed = _write_run(last, count) + (f"({letter}+1)" if is_marked else "")
        _add(further, {("", 0) if is_marked else (letter, 1): (length + len(closed), text + closed)})
    return further


def _add(known: Heads, more: Heads) -> None:
    """Keep of beginnings with the same last run the shorter one."""
    for run, text in more.items():
        if run not in known or text < known[run]:
            known[run] = text


def _close(heads: Heads) -> Iterator[tuple[int, str]]:
    """Yield beginnings of moves as they are written if nothing follows, with their lengths."""
    for run, (length, text) in heads.items():
        last = _write_run(*run)
        yield length + len(last), text + last


@lru_cache(maxsize=16384)
def _shortest_tail(
    run: tuple[str, int], count: int, steers: tuple[int, int], marked: int, leading: frozenset[str] | None, given: str
) -> tuple[tuple[int, str], ...]:
    """Return the shortest text, with its length, of a run and so many moves after it with so many steers; or nothing.

    The last steers are marked. It begins with the letters `given`, and with one of some others: those of a car that has
    left the track.
    """
    layer: dict[tuple[str, int, int], Heads] = {("", 0, 0): {run: (0, "")}}
    for place in range(count):
        following: dict[tuple[str, int, int], Heads] = {}
        for (before, left, right), heads in layer.items():
            for letter, more_left, more_right in LETTERS:
                lefts, rights = left + more_left, right + more_right
                later = steers[0] - lefts + steers[1] - rights
                if lefts > steers[0] or rights > steers[1] or later >= count - place:
                    continue
                if given[place : place + 1] not in ("", letter):
                    continue
                letters = before + letter if leading and place < MOST_SPACES - 1 else ""
                if letters and not any(one.startswith(letters) for one in leading or ()):
                    continue
                further = _go_on(heads, letter, is_marked=letter != "M" and later < marked)
                _add(following.setdefault((letters, lefts, rights), {}), further)
        layer = following
    found = [text for heads in layer.values() for text in _close(heads)]
    return (min(found),) if found else ()


def _write_run(letter: str, count: int) -> str:
    return format_order(Order(letter * count)) if count > 1 else letter


@lru_cache(maxsize=256)
def _write_changes(special: str, begin: str, end: str) -> tuple[str, str]:
    """Return how the changes before and after the moves are written with their marks (N3.3)."""
    order = mark_order(Car("", 0, 0, special=special), begin + end)
    texts = [f"({letter}+1)" if place in order.marks else letter for place, letter in enumerate(order.letters)]
    return "".join(texts[: len(begin)]), "".join(texts[len(begin) :])
