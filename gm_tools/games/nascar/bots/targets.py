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
from gm_tools.games.nascar.check import charged_marks
from gm_tools.games.nascar.orders import Order, format_order
from gm_tools.games.nascar.risk import span

if TYPE_CHECKING:
    from gm_tools.games.nascar.bots.waves import Outcome, Source
    from gm_tools.games.nascar.driving_rules import End
    from gm_tools.games.nascar.position import Car, Position

_RANKS = {"sure": 0, "occupied": 1, "chance": 2, "off": 3}


class _Way(NamedTuple):
    """A way to a tile: how bad, costly and unlikely it is, what it loses, how plain its order, empty until asked for.

    It loses the more, the less max speed, laps and wild cards it leaves: one off the track may cost more than that.
    An order is the plainer, the fewer steers, letters and signs it has. With it comes what it leaves of the car, that
    in all its outcomes, and where it comes from, if that is one place alone.
    """

    rank: int
    cost: float
    unlikely: float
    loss: tuple[float, ...]
    signs: tuple[int, int, int]
    order: str
    end: End
    outcome: Outcome
    source: Source | Order | None


def targets(view: Position, seat: str) -> tuple[Target, ...]:
    """Return all tiles where a car can end this turn, and with which heading and speed, the cheapest and surest first.

    The others stand still. Orders that come to the same tile, heading and speed are one target, with the cheapest of
    them, of those with the one that loses least otherwise, and of those the plainest; the wild cards that it spends are
    its cost.
    """
    car = view.car(seat)
    assert car is not None
    search = Search(view, seat)
    others = {other.at for other in other_cars(view.cars, seat)}
    found: dict[tuple[int, int, int], list[_Way]] = {}  # of each what may be the best

    def note(outcome: Outcome, at: int, chance: float, end: End, source: Source | Order | None = None) -> None:
        """Keep a way if none to its tile is surely better; what one off the track costs is known by its order alone."""
        is_sure = end.finish is not None and len(outcome) == 1
        rank = _RANKS["chance" if chance < 1 else "occupied" if at in others and not is_sure else "sure"]
        cost = max(0.0, car.wild_cards - float(end.wild_cards))
        loss = -end.max_speed, -end.laps, cost
        way = _Way(rank, cost, 1 - chance, loss, (0, 0, 0), "", end, outcome, source)
        known = found.setdefault((at, end.heading, end.speed), [])
        if known and way[:3] > known[0][:3]:
            return
        if source is None and not is_sure and search.source(outcome, at).rest:  # moves are left: off the track
            way = way._replace(rank=_RANKS["off"])
            if known and known[0].rank < way.rank:
                return
        elif known and way[:3] < known[0][:3]:
            known.clear()
        known.append(way)

    for outcome, tiles in search.sets():  # on one tile each, whatever chance does
        ((_at, chance, end),) = _tiles(outcome)
        for at in indices(tiles):
            note(outcome, at, chance, end)
    for outcome, source in search.single_outcomes():
        for at, chance, end in _tiles(outcome):
            note(outcome, at, chance, end, source)
    roles = tuple(_RANKS)
    best = ((key, _choose(view, car, search, key[0], ways)) for key, ways in found.items())
    begin = middle(view.board.place(car.at))
    out = []
    for (at, heading, speed), way in sorted(best, key=lambda item: (item[0][0], item[1][:4], -item[1].end.speed)):
        cost = round(way.cost)
        out.append(
            Target(
                middle(view.board.place(at)),
                way.order,
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


def _choose(view: Position, car: Car, search: Search, at: int, ways: list[_Way]) -> _Way:
    """Return the cheapest of the ways to a tile, of those the likeliest, of those what loses least, then the plainest.

    A way off the track costs what its order says, for its car leaves the track before all of that is spent.
    """
    best: _Way | None = None
    for way in sorted(ways, key=lambda way: way[:3]):
        if best is not None and way[:2] > best[:2]:  # its order can only cost more
            break
        for source in [way.source] if way.source is not None else search.sources(way.outcome, at):
            order = search.order(source)
            marks = float(len(charged_marks(view.settings, car, order))) if way.rank == _RANKS["off"] else 0.0
            text = format_order(order)
            signs = sum(letter in "LR" for letter in order.letters), len(order.letters), len(text)
            one = way._replace(cost=max(way.cost, marks), signs=signs, order=text)
            if best is None or one[:6] < best[:6]:
                best = one
    assert best is not None
    return best


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
