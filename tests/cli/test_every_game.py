"""Every registered game through the reports: each turn for each viewer, trials of legal orders and of any other."""

from __future__ import annotations

import json
from itertools import cycle

import pytest

from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.game import Seat
from gm_tools.core.sheets import parse_part
from gm_tools.games import NAMES, find
from gm_tools.render import FORMATS, render
from gm_tools.reports.base import Scene
from gm_tools.reports.status import OpenTurn, status_report
from gm_tools.reports.trial import trial_report
from gm_tools.reports.turn import PlayedTurn, turn_report
from gm_tools.table import Posted, SeatOrder
from tests import effort
from tests.ground import Sample
from tests.samples import SOME, Step, play

GAMES = [(name, sample) for name in NAMES for sample in SOME[name]]
TURNS = effort.choose(3, 12)


def steps(name: str, sample: Sample) -> list[Step]:
    """Return a short random game."""
    return list(play(name, sample, 7, TURNS))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "sample"),
    effort.choose([one for one in GAMES if one[0] in {"nascar", "tac"}], GAMES),
    ids=lambda part: part if isinstance(part, str) else part.track or "any",
)
def test_every_turn_is_reported_to_every_viewer_in_every_format(name: str, sample: Sample) -> None:
    formats = cycle(FORMATS)
    for turn, step in enumerate(steps(name, sample), 1):
        for viewer in (PUBLIC, GM, *(seat.mark for seat in sample.seats)):
            scene = Scene("table", find(name), sample.seats, viewer)
            # What renders knows of no viewer: everybody's report in every format, that of the others in each in turn.
            markups = FORMATS if viewer == PUBLIC and turn % 4 == 1 else [next(formats)]
            report = turn_report(scene, PlayedTurn(turn, step.after, step.events))
            assert json.loads(render(report, "json"))["turn"] == turn
            assert all(render(report, markup) for markup in markups)
            verdict = parse_part(scene.game, "?!").judge(step.before, "A")
            posted = [Posted(0, seat, "?!", "post 1", turn) for seat in step.orders]
            orders = [SeatOrder(one.seat, one, verdict, None) for one in posted]
            status = status_report(scene, OpenTurn(turn, step.before, orders))
            assert all(render(status, markup) for markup in markups)
            shown = render(status, "text")
            assert ("?!" in shown) is (viewer in step.orders or (viewer == GM and bool(step.orders)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "sample"), GAMES, ids=lambda part: part if isinstance(part, str) else part.track or "any"
)
def test_any_order_can_be_tried_at_any_time_by_anybody(name: str, sample: Sample) -> None:
    game = find(name)
    played = steps(name, sample)
    texts = {game.format_order(order) for step in played for order in step.orders.values()}
    for step in played[::4]:
        for seat in sample.seats:
            scene = Scene("table", game, sample.seats, seat.mark)
            for text in sorted(texts)[:8]:
                report = trial_report(scene, step.before, seat.mark, text, whole_board=len(text) % 2 == 0)
                assert report.data["legal"] is (report.data["problems"] == [])
                assert render(report, "text")
            if seat.mark in step.orders:
                text = game.format_order(step.orders[seat.mark])
                report = trial_report(scene, step.before, seat.mark, text)
                assert report.data["legal"]
                assert report.data["branches"] >= 1


@pytest.mark.long
def test_names_stand_beside_the_marks_in_the_standings() -> None:
    named = 0
    for name, sample in GAMES:
        scene = Scene("table", find(name), [Seat(seat.mark, f"Player<{seat.mark}>") for seat in sample.seats], PUBLIC)
        step = steps(name, sample)[-1]
        text = render(turn_report(scene, PlayedTurn(1, step.after, step.events)), "text")
        named += all(f"Player<{seat.mark}>" in text for seat in sample.seats)
    assert named == len(GAMES)
