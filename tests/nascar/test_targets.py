"""A tap on a tile off the track writes the cheapest order that the search has kept for it, and never marks what need not be marked."""

from __future__ import annotations

from hypothesis import given

from gm_tools.core.drawing import Target, middle
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import degrees
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.bots.terrain import indices
from gm_tools.games.nascar.check import charged_marks
from gm_tools.games.nascar.position import Position
from tests.effort import search
from tests.nascar.test_reach import positions


def costs_off_track(position: Position, seat: str) -> dict[tuple[object, float | None, int | None], float]:
    """Return what the cheapest order costs as written that leaves the track: by the tile where it ends, heading and speed."""
    car = position.car(seat)
    assert car is not None
    found = Search(position, seat)
    costs: dict[tuple[object, float | None, int | None], float] = {}
    for outcome, tiles in found.sets():
        end = outcome[0][1]
        for at in indices(tiles) if len(outcome) == 1 else ():
            for source in found.sources(outcome, at):
                marks = len(charged_marks(position.settings, car, found.order(source)))
                key = middle(position.board.place(at)), degrees(end.heading), end.speed
                costs[key] = min(costs.get(key, 99.0), max(0.0, car.wild_cards - float(end.wild_cards), float(marks)))
    return costs


@search(daily=10, long=1000)
@given(positions())
def test_no_order_off_the_track_is_written_where_a_cheaper_one_is_known(position: Position) -> None:
    costs = costs_off_track(position, "A")
    off: list[Target] = [one for one in GAME.targets(position, "A") if one.role == "off" and one.chance == 1]
    assert [one.order for one in off if one.cost > costs.get((one.at, one.heading, one.speed), one.cost)] == []
