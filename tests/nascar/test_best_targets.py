"""A tap on a tile writes the best order to it, and further taps never one that another beats in every respect."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.drawing import Target, middle
from gm_tools.core.draws import fork
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import degrees
from gm_tools.games.nascar.bots.search import Search
from gm_tools.games.nascar.check import charged_marks
from gm_tools.games.nascar.driving_rules import End, end_standing
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position
from tests import effort
from tests.page.conftest import until
from tests.samples import SAMPLES, play

ROLES = ("sure", "occupied", "chance", "off")
Worth = tuple[float, ...]


def situations(place: Path) -> Iterator[tuple[Position, str]]:
    """Yield views of several races, each with a seat: over sand and oil, on banks, in the pits."""
    position = until("sandstorm", 9, place).position
    yield from ((GAME.view(position, seat), seat) for seat in effort.choose("A", "ACDEFGHKMT"))
    for sample in SAMPLES["nascar"][: effort.choose(3, 99)]:
        for step in list(play("nascar", sample, 11, effort.choose(6, 12)))[effort.choose(5, 0) :]:
            for car in step.before.cars[: effort.choose(1, 9)]:
                if car.seat in GAME.awaited(step.before):
                    yield GAME.view(step.before, car.seat), car.seat


def worth_of(cost: float, end: End, order: Order) -> Worth:
    """Return what an order costs, what it leaves of a car and how it is written, the less the better."""
    steers = sum(letter in "LR" for letter in order.letters)
    return cost, -float(end.wild_cards), -end.max_speed, -end.laps, steers, len(order.letters)


def try_target(view: Position, seat: str, target: Target) -> End:
    """Return the likeliest end of a target's order on its tile, by the rulebook."""
    order: Any = GAME.parse_order(target.order)
    branches = fork(lambda draws: GAME.trial(view, seat, order, draws))
    ends = [(one.probability, end_standing(one.outcome.after)) for one in branches]
    there = [one for one in ends if middle(view.board.place(one[1].at)) == target.at]
    return max(there, key=lambda one: one[0])[1]


@pytest.mark.long
def test_no_order_to_the_same_end_beats_that_of_a_target_in_every_respect(tmp_path: Path) -> None:
    compared = 0
    for view, seat in situations(tmp_path / "table"):
        search, car = Search(view, seat), view.car(seat)
        assert car is not None
        sure: dict[tuple[Any, ...], list[tuple[bool, Worth]]] = {}
        for outcome, source in search.outcomes():
            if len(outcome) > 1:
                continue
            end = outcome[0][1]
            key = middle(view.board.place(end.at)), degrees(end.heading), end.speed
            leaves = end.finish is None and bool(getattr(source, "rest", ""))
            order = search.order(source)
            cost = max(0.0, car.wild_cards - float(end.wild_cards))
            written = float(len(charged_marks(view.settings, car, order))) if leaves else cost
            sure.setdefault(key, []).append((leaves, worth_of(max(cost, written), end, order)))
        for target in GAME.targets(view, seat):
            tapped: Any = GAME.parse_order(target.order)
            own = worth_of(target.cost, try_target(view, seat, target), tapped)
            for leaves, other in sure.get((target.at, target.heading, target.speed), ()):
                if target.role == "off" or not leaves:
                    assert other == own or not all(x <= y for x, y in zip(other, own, strict=True)), (seat, target)
                    compared += 1
    assert compared > 500


@pytest.mark.long
def test_ways_to_a_tile_go_from_the_best_to_the_worst(tmp_path: Path) -> None:
    for view, seat in situations(tmp_path / "table"):
        for _place, group in groupby(GAME.targets(view, seat), key=lambda target: target.at):
            told = [(ROLES.index(way.role), way.cost, 1 - way.chance) for way in group]
            assert told == sorted(told)
