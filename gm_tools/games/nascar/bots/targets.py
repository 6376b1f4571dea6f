"""Where a car can end this turn, tile by tile, each with the cheapest legal order that leads there.

A tap on a tile writes that order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.drawing import Target, middle
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.race import other_cars
from gm_tools.core.text import one_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import HEADINGS, degrees
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.terrain import indices
from gm_tools.games.nascar.bots.waves import Outcome, Source
from gm_tools.games.nascar.check import charged_marks
from gm_tools.games.nascar.orders import Order, format_order
from gm_tools.games.nascar.risk import span

if TYPE_CHECKING:
    from gm_tools.games.nascar.driving_rules import End
    from gm_tools.games.nascar.position import Car, Position

_RANKS = {"sure": 0, "occupied": 1, "chance": 2, "off": 3}


class _Way(NamedTuple):
    """A way to a tile: how bad, how costly, how unlikely it is, what it leaves of the car, and in all its outcomes."""

    rank: int
    cost: float
    unlikely: float
    end: End
    outcome: Outcome
    source: Source | Order


def targets(view: Position, seat: str) -> tuple[Target, ...]:
    """Return all tiles where a car can end this turn, and with which heading and speed, the cheapest and surest first.

    The others stand still. Orders that come to the same tile, heading and speed are one target, with the cheapest of
    them; the wild cards that it spends are its cost.
    """
    car = view.car(seat)
    assert car is not None
    search = Search(view, seat)
    others = {other.at for other in other_cars(view.cars, seat)}
    found: dict[tuple[int, int, int], _Way] = {}

    def note(outcome: Outcome, at: int, chance: float, end: End, source: Source | Order | None = None) -> None:
        """Keep a way if it is the best to its tile; where one of `sets` comes from is looked up only then."""
        is_sure = end.finish is not None and len(outcome) == 1
        role = "chance" if chance < 1 else "occupied" if at in others and not is_sure else "sure"
        way = _RANKS[role], max(0.0, car.wild_cards - float(end.wild_cards)), 1 - chance
        known = found.get((at, end.heading, end.speed))
        if known is not None and way >= known[:3]:
            return
        begun = source or search.source(outcome, at)
        if source is None and not is_sure and isinstance(begun, Source) and begun.rest:  # moves are left: off the track
            way = _RANKS["off"], *way[1:]
            if known is not None and way >= known[:3]:
                return
        found[at, end.heading, end.speed] = _Way(*way, end, outcome, begun)

    for outcome, tiles in search.sets():  # on one tile each, whatever chance does
        ((_at, chance, end),) = _tiles(outcome)
        for at in indices(tiles):
            note(outcome, at, chance, end)
    for outcome, source in search.single_outcomes():
        for at, chance, end in _tiles(outcome):
            note(outcome, at, chance, end, source)
    roles = tuple(_RANKS)
    found = {key: _charge(view, car, way, search.order(way.source)) for key, way in found.items()}
    ways = sorted(found.items(), key=lambda item: (item[0][0], item[1][:3], -item[1].end.speed))
    begin = middle(view.board.place(car.at))
    out = []
    for (at, heading, speed), way in ways:
        cost = round(way.cost)
        out.append(
            Target(
                middle(view.board.place(at)),
                format_order(search.order(way.source)),
                roles[way.rank],
                str(cost) if cost else "",
                way.cost,
                1 - way.unlikely,
                begin,
                "",
                degrees(heading),
                speed,
                _note(way, cost),
                _("wild cards it costs"),
            )
        )
    return tuple(out)


def _charge(view: Position, car: Car, way: _Way, order: Order) -> _Way:
    """Return a way off the track with what its order costs as written.

    Its car leaves the track before all of that is spent.
    """
    if way.rank != _RANKS["off"]:
        return way
    return way._replace(cost=max(way.cost, float(len(charged_marks(view.settings, car, order)))))


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
