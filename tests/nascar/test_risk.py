"""What can become of an order: every way of chance is counted once, and ends that are one place are one row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.blocks import Grid, Lines, Picture
from gm_tools.core.drawing import middle
from gm_tools.core.draws import fork
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.check import planned_path
from gm_tools.games.nascar.drawing import draw_trial
from gm_tools.render.drawing import draw
from gm_tools.reports.base import Report, Scene
from gm_tools.reports.trial import trial_report
from tests.page.conftest import until

SPLIT = "A(3M)L(3M)R(2M)B"  # over oil: a third of it leaves the track, onto the tile on which G and K have crashed
OFF = "AA(4M)RL(L+1)(4M)(B+1)"


@pytest.fixture
def table(tmp_path: Path) -> Any:
    """A race in which car M is before sand, oil and two cars on one tile."""
    return until("sandstorm", 9, tmp_path / "table")


def try_order(table: Any, text: str) -> Report:
    """Return what `gm try` says of an order of car M."""
    scene = Scene(table.name, table.game, table.seats, "M")
    return trial_report(scene, table.position, "M", text, turn=10, whole_board=True)


def under(report: Report, title: str) -> tuple[str, ...]:
    """Return the lines under a heading."""
    return next((block.lines for block in report.blocks if isinstance(block, Lines) and block.title == title), ())


def test_a_way_of_chance_is_counted_once(table: Any) -> None:
    risks = under(try_order(table, SPLIT), "Risk")
    assert risks == ("33% off the track, onto the tile of G and K", "1 to 8 sandbags, 3.1 on average")
    assert under(try_order(table, SPLIT), "Surely") == ()


def test_ends_that_are_one_place_are_one_row(table: Any) -> None:
    report = try_order(table, SPLIT)
    ends, ways = (block for block in report.blocks if isinstance(block, Grid))
    assert [row[0] for row in ends.rows] == ["33.3%"] * 3
    assert ends.rows[0] == (
        "33.3%",
        "row 4 column 40, heading SW, speed 1–5/9",
        "1 to 5 sandbags, oil: left [N9.1], off the track by 3 [N6.4]",
    )
    assert len(ways.rows) > len(ends.rows)
    assert len({re.match(r"row \d+ column \d+", row[1]) for row in ends.rows}) == 3


def test_an_order_that_surely_leaves_the_track_says_so_first(table: Any) -> None:
    report = try_order(table, OFF)
    assert under(report, "Surely") == ("leaves the track by 2 tiles",)
    assert under(report, "Risk")[0] == "100% off the track"


@pytest.mark.parametrize("text", [SPLIT, OFF, "(9M)", "A(10M)B"])
def test_the_bar_has_every_way_of_chance_in_one_of_its_parts(table: Any, text: str) -> None:
    report = try_order(table, text)
    (drawing,) = (block.drawing for block in report.blocks if isinstance(block, Picture) and block.drawing)
    assert sum(share.chance for share in drawing.shares) == pytest.approx(1)
    off = sum(share.chance for share in drawing.shares if share.role == "off")
    assert off == pytest.approx({SPLIT: 1 / 3, OFF: 1}.get(text, 0))
    assert len({share.label for share in drawing.shares if share.role == "bags"}) > 2 or text == OFF


def test_costs_tell_what_is_spent_when_leaving_the_track_cuts_the_order_off(table: Any) -> None:
    costs = under(try_order(table, OFF), "Costs")
    assert costs[0].startswith("2 of 7 wild cards")
    assert costs[1] == "spends no wild card: the drive ends early"
    assert len(under(try_order(table, SPLIT), "Costs")) == 1
    assert len(under(try_order(table, "A(A+1)L(2M)R(7M)"), "Costs")) == 1


def test_a_span_of_speeds_holds_every_outcome(table: Any) -> None:
    view, seen = table.position, 0
    for seat, text in (("D", "A(A+1)(4M)LR"), ("D", "(4M)"), ("M", SPLIT), ("M", "(9M)")):
        order = GAME.parse_order(text)
        branches = list(fork(lambda draws, s=seat, o=order: GAME.trial(view, s, o, draws)))  # type: ignore[misc]
        drawing = draw_trial(view, seat, [view.car(seat).at], branches)
        for landing in drawing.landings:
            cars = [
                one.outcome.after for one in branches if middle(view.board.place(one.outcome.after.at)) == landing.at
            ]
            speeds = sorted(car.speed for car in cars)
            shown = f"{speeds[0]}–{speeds[-1]}" if speeds[0] < speeds[-1] else f"{speeds[0]}"
            assert landing.words.figures.startswith(f"speed {shown}/")
            seen += len(shown) > 1
    assert seen > 3


def test_a_place_in_reach_is_told_with_all_speeds_that_chance_leaves_there(table: Any) -> None:
    view, seen = table.position, 0
    for target in GAME.targets(view, "D"):
        order = GAME.parse_order(target.order)
        ends = [branch.outcome.after for branch in fork(lambda draws, o=order: GAME.trial(view, "D", o, draws))]  # type: ignore[misc]
        speeds = {car.speed for car in ends if middle(view.board.place(car.at)) == target.at}
        shown = f"{min(speeds)}–{max(speeds)}" if len(speeds) > 1 else str(target.speed)
        assert f"speed {shown}/" in target.note, target
        seen += len(speeds) > 1
    assert seen > 10


def test_a_step_of_an_order_is_told_with_all_speeds_that_sand_leaves_there(table: Any) -> None:
    report = trial_report(
        Scene(table.name, table.game, table.seats, "D"), table.position, "D", "(4M)", turn=10, whole_board=True
    )
    (drawing,) = (block.drawing for block in report.blocks if isinstance(block, Picture) and block.drawing)
    speeds = [note.partition(",")[0] for note in drawing.step_notes]
    assert speeds[0] == "speed 4/12"
    assert speeds[-1] == drawing.landings[0].words.figures == "speed 2–4/12"


def test_a_crash_that_hangs_on_another_order_has_no_chance_of_its_own(table: Any) -> None:
    scene = Scene(table.name, table.game, table.seats, "F")
    taken = {target.at: target for target in GAME.targets(table.position, "F") if target.role == "occupied"}
    assert taken
    assert not [target for target in GAME.targets(table.position, "F") if target.role == "crash"]
    for at, target in taken.items():
        report = trial_report(scene, table.position, "F", target.order, turn=10, whole_board=True)
        (seat,) = (car.seat for car in table.position.cars if middle(table.position.board.place(car.at)) == at)
        assert under(report, "Risk")[0] == f"onto the tile of {seat}: a crash if {seat} stays"
        (drawing,) = (block.drawing for block in report.blocks if isinstance(block, Picture) and block.drawing)
        assert {share.role for share in drawing.shares} == {"occupied"}


def test_an_end_on_the_tile_of_another_car_is_drawn_there(table: Any) -> None:
    view = table.position
    (target, *_others) = (target for target in GAME.targets(view, "F") if target.role == "occupied")
    order: Any = GAME.parse_order(target.order)
    branches = list(fork(lambda draws: GAME.trial(view, "F", order, draws)))
    path = planned_path(view, view.car("F"), order.letters.strip("ABS"))
    drawn = draw(draw_trial(view, "F", [view.car("F").at, *path], branches), "")
    x, y = target.at
    ends = re.findall(r'class="end" transform="translate\(([\d.]+) ([\d.]+)\)', drawn)
    assert [(float(u), float(v)) for u, v in ends] == [(x, y)]
