"""A season: finished tables of any game, summed up by a points scheme."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tools.core.blocks import Column, Grid
from gm_tools.core.i18n import _
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report

FORMULA_ONE = (10, 6, 4, 3, 2, 1)  # the first six, as from 1991 to 2002 (C59)


class TableResult(NamedTuple):
    """How one table ended: a (player, place) for every seat; a seat that was not placed has None."""

    table: str
    places: tuple[tuple[str, int | None], ...]


class SeasonLine(NamedTuple):
    """A player's season.

    `points` are those at each table (None: did not play), `taken` is how often each place was taken. `taken[0]` counts
    wins, `taken[1]` second places, and so on.
    """

    place: int
    player: str
    total: int
    points: tuple[int | None, ...]
    taken: tuple[int, ...]


def points_for(place: int | None, scheme: Sequence[int]) -> int:
    """Return the points of a place; seats that share it each get them.

    >>> points_for(2, FORMULA_ONE)
    6
    """
    return scheme[place - 1] if place is not None and place <= len(scheme) else 0


def season(results: Sequence[TableResult], scheme: Sequence[int] = FORMULA_ONE) -> tuple[SeasonLine, ...]:
    """Return the season's standings, by total (C59).

    Ties go to more wins, then more second places, and so on; else a place is shared. A player's total counts all his
    seats. Players are told apart by name, capital letters or not.
    """
    names: dict[str, str] = {}
    for result in results:
        for player, __ in result.places:
            names.setdefault(player.casefold(), player)
    lowest = max((place for result in results for __, place in result.places if place is not None), default=0)
    lines = []
    for key, player in names.items():
        own = [[place for name, place in result.places if name.casefold() == key] for result in results]
        points = tuple(sum(points_for(place, scheme) for place in places) if places else None for places in own)
        taken = tuple(sum(places.count(place) for places in own) for place in range(1, lowest + 1))
        lines.append(SeasonLine(0, player, sum(point or 0 for point in points), points, taken))
    ranks = sorted(((line.total, line.taken) for line in lines), reverse=True)
    placed = [line._replace(place=ranks.index((line.total, line.taken)) + 1) for line in lines]
    return tuple(sorted(placed, key=lambda line: (line.place, line.player.casefold())))


def season_report(results: Sequence[TableResult], scheme: Sequence[int] = FORMULA_ONE) -> Report:
    """Return the standings of a season, with the points of each table.

    Data: `tables`, `standings` (see `SeasonLine`).
    """
    lines = season(results, scheme)
    columns = (
        Column("#", right=True),
        Column(_("Player")),
        Column(_("Points"), right=True),
        *(Column(result.table, right=True) for result in results),
    )
    rows = tuple(
        (str(line.place), line.player, str(line.total), *("-" if p is None else str(p) for p in line.points))
        for line in lines
    )
    data = {"tables": [result.table for result in results], "standings": [line._asdict() for line in lines]}
    return Report("season", _("Season"), (Grid("", columns, rows),), data)
