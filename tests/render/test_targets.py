"""What can be reached, for every game: each target is a legal order that leads there; and what chance makes of an order, in words."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from math import hypot
from typing import Any

import pytest

from gm_tools.core.blocks import Lines, Picture
from gm_tools.core.drawing import Drawing, Target, look_at
from gm_tools.core.draws import Scripted, fork
from gm_tools.games import find
from gm_tools.games.monza.drawing import square_middle
from gm_tools.games.tacara.shift import format_shift
from gm_tools.render.drawing import draw, draw_layers
from tests import effort
from tests.ground import GROUNDS
from tests.samples import play

Case = tuple[Any, Any, str, tuple[Target, ...]]


@cache
def cases(name: str, turns: int) -> list[Case]:
    """Return what two seats can reach in each of the first turns of two sample games."""
    game = find(name)
    found = []
    for sample in GROUNDS[name].samples[effort.choose(1, 0) : 2]:
        for step in play(name, sample, 11, turns):
            for seat in list(game.awaited(step.before))[: effort.choose(1, 2)]:
                view = game.view(step.before, seat)
                found.append((game, view, seat, game.targets(view, seat)))
    return found


TURNS = effort.choose(3, 9)


@pytest.mark.long
@pytest.mark.parametrize("name", GROUNDS)
def test_every_target_is_a_legal_order(name: str) -> None:
    count = 0
    for game, view, seat, targets in cases(name, TURNS):
        for target in targets[:: max(1, len(targets) // effort.choose(15, 60))]:
            order = game.parse_order(target.order)
            assert game.format_order(order) == target.order
            assert not game.check(view, seat, order), target
            count += 1
    assert count


def ends_of(name: str, game: Any, view: Any, seat: str, target: Target) -> dict[tuple[float, float], float]:
    """Return where an order ends, with probabilities, by carrying it out."""
    ends: dict[tuple[float, float], float] = {}
    for branch in fork(lambda draws: game.trial(view, seat, game.parse_order(target.order), draws)):
        after = branch.outcome.after
        at = after.at if name == "nascar" else after.car(seat).at
        row, column = view.board.place(at)
        key = column + 0.5, row + 0.5
        ends[key] = ends.get(key, 0.0) + float(branch.probability)
    return ends


@pytest.mark.long
@pytest.mark.parametrize("name", ["nascar", "tacara"])
def test_a_target_says_where_its_order_ends_and_how_likely(name: str) -> None:
    for game, view, seat, targets in cases(name, TURNS):
        for target in targets[:: max(1, len(targets) // effort.choose(8, 25))]:
            assert ends_of(name, game, view, seat, target)[target.at] == pytest.approx(target.chance)


@pytest.mark.long
def test_squares_of_a_roll_are_those_where_its_orders_end() -> None:
    for game, view, seat, targets in cases("monza", 4 * TURNS):
        reached = set()
        for order in game.legal_orders(view, seat):
            after = game.resolve(view, {seat: order}, Scripted({}), ()).position.car(seat).at
            reached.add(square_middle(view.board, after))
        assert {target.at for target in targets} == reached - {square_middle(view.board, view.car(seat).at)}


@pytest.mark.long
def test_no_order_comes_to_a_target_more_cheaply() -> None:
    for game, view, seat, targets in cases("tacara", TURNS):
        prices = {(one.at, one.by, one.role): one.cost for one in targets}
        for order in islice(game.legal_orders(view, seat), 400):
            if order.verb == "drive":
                car = game.trial(view, seat, order, Scripted({})).after.car(seat)
                row, column = view.board.place(car.at)
                key = (column + 0.5, row + 0.5), format_shift(car.shift), "crash" if car.flipped else "sure"
                assert prices[key] <= len(order.turbos), order


@pytest.mark.long
@pytest.mark.parametrize("name", GROUNDS)
def test_what_can_be_reached_is_drawn_once_a_place(name: str) -> None:
    for game, view, seat, targets in cases(name, TURNS):
        drawings = [block.drawing for block in game.reach_blocks(view, seat) if isinstance(block, Picture)]
        if not drawings[0]:
            continue
        assert {one.at for one in drawings[0].targets} == {one.at for one in targets}
        assert {role for role, _words in drawings[0].legend} >= {one.role for one in targets}


def test_a_target_under_a_piece_is_shown_beside_it() -> None:
    from gm_tools.core.drawing import Piece

    board = Drawing(9, 9, pieces=(Piece("A", 0, (4.5, 4.5), 90),), targets=(Target((4.5, 4.5), "(2M)", "crash"),))
    svg = draw(board, "")
    assert svg.index('class="piece"') < svg.index("#b3261e")
    assert '<circle cx="4.5" cy="4.5"' not in svg


@pytest.mark.long
def test_what_can_go_wrong_is_explained_in_words() -> None:
    game: Any = find("nascar")
    seen: set[str] = set()
    dashed = 0
    for _game, view, seat, targets in cases("nascar", TURNS):
        for target in [one for one in targets if one.role in ("chance", "off")][:6]:
            order = game.parse_order(target.order)
            branches = list(fork(lambda draws, v=view, s=seat, o=order: game.trial(v, s, o, draws)))  # type: ignore[misc]
            blocks = game.trial_blocks(view, seat, order, branches, False)
            off = sum(float(b.probability) for b in branches if any(e.kind == "off_track" for e in b.outcome.events))
            said = [
                line for block in blocks if isinstance(block, Lines) and block.title == "Risk" for line in block.lines
            ]
            shares = [float(share) for line in said if (share := line.partition("% off the track")[0]) != line]
            assert bool(off) == bool(shares)
            if 0.01 < off < 0.99:
                assert sum(shares) == pytest.approx(100 * off, abs=0.5 * len(shares))
            (drawing,) = [block.drawing for block in blocks if isinstance(block, Picture) and block.drawing]
            assert sum(landing.chance for landing in drawing.landings) == pytest.approx(1)
            assert len(drawing.steps) > 1 or not order.letters.strip("ABS")
            for landing in drawing.landings:
                way = landing.way or drawing.steps[-1:]
                assert way[0] in drawing.steps
                assert not set(way[1:2]) & {drawing.steps[(drawing.steps.index(way[0]) + 1) % len(drawing.steps)]}
                assert way[-1] == landing.at or landing.role == "off"
                dashed += 'stroke-dasharray=".32 .34"' in draw(drawing, "")
            seen.add(target.role)
    assert "off" in seen
    assert dashed


def test_a_window_holds_what_it_is_about() -> None:
    board = Drawing(80, 40)
    for points in ([(0.5, 0.5)], [(79.5, 39.5)], [(40.5, 20.5), (50.5, 22.5)]):
        window = look_at(board, points).window
        assert window is not None
        left, top, right, bottom = window
        assert all(left <= x <= right and top <= y <= bottom for x, y in points)
        assert 0 <= left < right <= 80
        assert 0 <= top < bottom <= 40
    assert look_at(board, [(0.5, 0.5), (79.5, 39.5)]).window is None


def test_the_mark_of_a_place_where_a_piece_stands_hides_no_part_of_its_letter() -> None:
    from gm_tools.core.drawing import Area, Piece

    cells = Area("track", tuple((row, column) for row in range(9) for column in range(9)))
    for label, role in (("2", "sure"), ("2", "chance"), ("", "off"), ("", "occupied")):
        at = Target((4.5, 4.5), "", role, label)
        board = Drawing(9, 9, (cells,), pieces=(Piece("M", 0, (4.5, 4.5), 90, is_next=True),), targets=(at,))
        for least in (0, 0.7, 0.9):
            svg = "".join(draw_layers(board, least))
            ((_x, _y, size),) = re.findall(r'class="piece" transform="translate\((\S+) (\S+)\) scale\((\S+)\)"', svg)
            ((x, y),) = re.findall(r'<g transform="translate\((\S+) (\S+)\) scale\(0?.6\)"', svg)
            inside = re.split(r" scale\(0?.6\)\">", svg)[1].partition("</g>")[0]
            radius = 0.6 * max([0.22, *(float(r) for r in re.findall(r' r="([\d.]+)"', inside))])
            half = 0.3 * float(size)
            assert hypot(abs(float(x) - 4.5) - half, abs(float(y) - 4.5) - half) > radius, (label, role, least)
