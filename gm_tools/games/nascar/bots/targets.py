"""Where a car can end this turn, tile by tile, each with the cheapest legal order that leads there.

A tap on a tile writes that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_tools.core.drawing import Target, middle
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.race import other_cars
from gm_tools.core.text import one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import HEADINGS, degrees
from gm_tools.games.nascar.bots.plain import Plainest, Plainness
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.terrain import indices
from gm_tools.games.nascar.bots.waves import STAYS, Kept, Outcome
from gm_tools.games.nascar.check import NOTHING, Parts
from gm_tools.games.nascar.driving_rules import End
from gm_tools.games.nascar.position import Car, Position
from gm_tools.games.nascar.risk import span

_ROLES = ("sure", "occupied", "chance", "off")
_SURE, _OCCUPIED, _CHANCE, _OFF = range(4)


class _Grade(NamedTuple):
    """How good a way to a tile is: how bad, costly and unlikely, and what else it loses; the less the better.

    It loses the more, the less max speed, laps and wild cards it leaves: one off the track may cost more than that.
    """

    rank: int
    cost: float
    unlikely: float
    loss: tuple[float, ...]


class _Way(NamedTuple):
    """A way to a tile: its grade, what it leaves of the car, that in all its outcomes, and what its orders are.

    They are those of an outcome by number and with so many marks, or, if chance has parted them, these.
    """

    grade: _Grade
    end: End
    outcome: Outcome
    number: int
    marks: int
    kept: Sequence[Kept] = ()


def targets(view: Position, seat: str, begun: Parts = NOTHING) -> tuple[Target, ...]:
    """Return all tiles where a car can end this turn, and with which heading and speed, the surest and cheapest first.

    The others stand still. Plainest that come to the same tile, heading and speed are one target, with the surest and
    cheapest of them, of those with the one that loses least otherwise, and of those the plainest; the wild cards that
    it spends are its cost. With `begun`, as `Search` has it, only orders count that go on from that one.
    """
    car = view.car(seat)
    assert car is not None
    search = Search(view, seat, begun=begun)
    orders = Plainest(search)
    found: dict[tuple[int, int, int], list[_Way]] = {}  # of each the best, all alike
    for at, way in _ways(car, search, orders, {other.at for other in other_cars(view.cars, seat)}):
        known = found.get((at, way.end.heading, way.end.speed))
        if known is None or way.grade < known[0].grade:
            found[at, way.end.heading, way.end.speed] = [way]
        elif way.grade == known[0].grade:
            known.append(way)
    begin, meaning = middle(view.board.place(car.at)), _("wild cards it costs")
    out = []
    for (at, heading, speed), alike in sorted(found.items(), key=lambda one: (one[0][0], one[1][0].grade, -one[0][2])):
        (_signs, text), way = min(
            ((_choose(orders, one, at - search.base), one) for one in alike), key=lambda one: one[0]
        )
        cost = round(way.grade.cost)
        out.append(
            Target(
                middle(view.board.place(at)),
                text,
                _ROLES[way.grade.rank],
                str(cost) if cost else "",
                way.grade.cost,
                1 - way.grade.unlikely,
                begin,
                "",
                degrees(heading),
                speed,
                _note(way, cost),
                meaning,
                loss=way.grade.loss,
            )
        )
    return tuple(out)


def _choose(orders: Plainest, way: _Way, tile: int) -> tuple[Plainness, str]:
    """Return the plainest order of a way to a tile, and how plain it is."""
    return orders.plainest(way.kept) if way.kept else orders.choose(way.number, tile, way.marks)


def _ways(car: Car, search: Search, orders: Plainest, others: set[int]) -> Iterator[tuple[int, _Way]]:
    """Yield all tiles where a car can end, with all ways there that may be the best."""
    for number, outcome, marks, tiles in orders.ends():  # on one tile each, whatever chance does
        ((_at, chance, end),) = _tiles(outcome)
        way = _Way(_rate(car, chance, end, marks), end, outcome, number, marks)
        crash = way._replace(grade=way.grade._replace(rank=_OCCUPIED))
        is_sure = way.grade.rank or _finishes(outcome)
        for tile in indices(tiles):
            at = tile + search.base
            yield at, crash if at in others and not is_sure else way
    for outcome, every in search.parted.items():
        for marks in {one.marks for one in every}:
            kept = [one for one in every if one.marks == marks]
            for at, chance, end in _tiles(outcome):
                grade = _rate(car, chance, end, marks)
                if at in others and not grade.rank and not _finishes(outcome):
                    grade = grade._replace(rank=_OCCUPIED)
                yield at, _Way(grade, end, outcome, 0, marks, kept)


def _finishes(outcome: Outcome) -> bool:
    """Tell whether a car finishes whatever chance does: then it is off the track at once, and crashes with nobody."""
    return all(end.finish is not None for _chance, end in outcome)


def _rate(car: Car, chance: float, end: End, marks: int) -> _Grade:
    """Return how good a way is to a free tile; one that surely leaves the track costs what its order says.

    For its car leaves the track before all of that is spent.
    """
    spent = max(0, car.wild_cards - end.wild_cards)
    loss = -end.max_speed, -end.laps, spent
    is_off = marks != STAYS and chance == 1
    return _Grade(
        _CHANCE if chance < 1 else _OFF if is_off else _SURE,
        float(max(spent, marks) if is_off else spent),
        round(1 - chance, 12),  # what differs by less is the sum of the same parts in another order
        loss,
    )


def _tiles(outcome: Outcome) -> list[tuple[int, float, End]]:
    """Return the tiles that an order can come to, each with its probability and the likeliest state there."""
    if len(outcome) == 1:
        return [(outcome[0][1].at, 1.0, outcome[0][1])]
    chances: dict[int, float] = {}
    likeliest: dict[int, tuple[float, End]] = {}
    for exact, end in outcome:
        chance = float(exact)  # a fraction is compared with a number a hundred times more slowly
        chances[end.at] = chances.get(end.at, 0.0) + chance
        if end.at not in likeliest or likeliest[end.at][0] < chance:
            likeliest[end.at] = chance, end
    if len(chances) == 1:
        return [(at, 1.0, end) for at, (_chance, end) in likeliest.items()]
    return [(at, chances[at], end) for at, (_chance, end) in likeliest.items()]


def _note(way: _Way, cost: int) -> str:
    """Return in words what a way leaves, whatever chance does on it: `heading E, speed 4–6/12, 2 wild cards`."""
    ends = [end for _chance, end in way.outcome if end.at == way.end.at]
    words = _(
        "heading {heading}, speed {speed}/{max_speed}",
        heading=one_of(dict.fromkeys(HEADINGS[end.heading] for end in (way.end, *ends))),
        speed=span(end.speed for end in ends),
        max_speed=span(end.max_speed for end in ends),
    )
    return f"{words}, " + ngettext("{n} wild card", "{n} wild cards", cost) if cost else words
