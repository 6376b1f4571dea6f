"""What is drawn beside a Tacara board: the order of play, and what comes of each shift on the shift table."""

from __future__ import annotations

import re
from math import dist, floor, hypot
from typing import TYPE_CHECKING

from gm_tools.core.blocks import Picture
from gm_tools.core.drawing import Arrow, Gate, Piece, Target, middle
from gm_tools.core.paths import folder
from gm_tools.core.problems import Problem
from gm_tools.games import find
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.check import check, slot_of
from gm_tools.games.tacara.drawing import draw_course, draw_pad, draw_race, draw_shifts
from gm_tools.games.tacara.drive import carry_out
from gm_tools.games.tacara.orders import parse_order
from gm_tools.games.tacara.position import Position, format_chips
from gm_tools.games.tacara.shift import format_shift
from gm_tools.render.drawing import draw, draw_layers, elements
from gm_tools.render.drawing.arrows import arrow
from gm_tools.render.drawing.gates import gates
from gm_tools.render.thread_picture import _place_table
from tests.ground import GROUNDS
from tests.page.conftest import until
from tests.samples import play
from tests.tacara.scenes import scene

if TYPE_CHECKING:
    from pathlib import Path

# Where a piece is drawn, and how large
PIECE = r'class="piece" transform="translate\((\S+) (\S+)\) scale\((\S+)\)"'


def test_a_race_that_is_over_has_neither_an_order_of_play_nor_a_shift_table() -> None:
    position = scene("A@3,3/E2/1 C@1,1/E1/-")
    assert draw_race(position, "").queue is not None
    tables = [isinstance(block, Picture) for block in GAME.turn_blocks((), position)].count(True)
    over = position._replace(over=True)
    assert draw_race(over, "").queue is None
    assert [isinstance(block, Picture) for block in GAME.turn_blocks((), over)].count(True) == tables - 1


def test_the_order_of_play_says_who_has_acted_who_acts_and_what_each_holds() -> None:
    for step in play("tacara", GROUNDS["tacara"].samples[0], 11, 20):
        position = step.after
        acts = slot_of(position)
        queue = draw_race(position, acts).queue
        if not position.row:
            assert queue is None
            continue
        assert queue is not None
        assert [go.piece.seat for go in queue.goes] == list(position.row)
        assert [go.piece.seat for go in queue.goes if not go.is_done] == list(position.left)
        assert [go.piece.seat for go in queue.goes if go.piece.is_next] == [acts] * bool(acts in position.row)
        for go in queue.goes:
            car = position.car(go.piece.seat)
            assert go.note == format_shift(car.shift)
            assert go.chips == tuple(format_chips(car.hand))
            assert (go.piece.state == "flipped") == car.flipped
        if position.rows and not position.over:
            assert [piece.seat for piece in queue.next_pieces] == list(position.rows[0])


def test_each_shift_says_if_it_crashes_and_which_leg_has_to_be_first() -> None:
    seen: set[str] = set()
    for seed in (3, 11, 12):
        for step in play("tacara", GROUNDS["tacara"].samples[0], seed, 40):
            view = step.after
            seat = slot_of(view)
            pad = draw_pad(view, seat) if seat and not view.over else None
            if pad is None:
                continue
            for goal in pad.targets:
                ends = {}
                for axis in ("", " H", " V"):
                    order = parse_order(goal.order + axis)
                    assert not isinstance(order, Problem)
                    if not check(view, seat, order):
                        ends[axis.strip()] = carry_out(view, seat, order).crash < 0
                good = {axis for axis, is_good in ends.items() if is_good}
                assert (goal.role == "sure") == bool(good), (goal, ends)
                assert goal.label == (good.pop() if len(good) == 1 < len(ends) else ""), (goal, ends)
                seen.add(goal.role + goal.label)
    assert {"sure", "crash"} < seen


def test_the_shift_table_shows_all_chips_and_where_neutral_is() -> None:
    for step in play("tacara", GROUNDS["tacara"].samples[0], 11, 30):
        drawing = draw_shifts(step.after, slot_of(step.after))
        assert sorted(piece.seat for piece in drawing.pieces) == sorted(
            car.mark for car in step.after.cars if not car.gone
        )
        assert [label.text for label in drawing.labels].count("0") == 2


def test_no_chip_on_the_small_table_of_shifts_lies_on_a_letter_however_many_share_a_shift() -> None:
    view = next(step.after for step in play("tacara", GROUNDS["tacara"].samples[0], 3, 40) if slot_of(step.after))
    seat = slot_of(view)
    others = [car for car in view.cars if car.mark != seat] * 5
    for count in range(1, 10):
        crowd = tuple(
            car._replace(mark=mark, shift=view.car(seat).shift)
            for mark, car in zip("PQSUVWXYZ"[:count], others, strict=False)
        )
        pad = draw_pad(view._replace(cars=(*crowd, view.car(seat))), seat)
        assert pad is not None
        svg = draw(pad._replace(targets=()), "")
        drawn = [tuple(map(float, each)) for each in re.findall(PIECE, svg)]
        rings = ['class="acts"' in each for each in svg.split('class="piece"')[1:]]
        assert len(drawn) == count + 1
        for number, (x, y, size) in enumerate(drawn):
            for (u, v, other), is_ringed in list(zip(drawn, rings, strict=True))[number + 1 :]:
                aside, above = max(0, abs(u - x) - 0.35 * size), max(0, abs(v - y) - 0.36 * size)
                assert hypot(aside, above) > (1.1 if is_ringed else 0.72) * other, (count, number)
            if count < 6:
                assert {floor(x) for x, _, _ in drawn} == {floor(drawn[0][0])}, "all stay on their shift"


def test_in_a_picture_no_chip_of_the_shift_table_hides_a_mark_of_another_shift() -> None:
    for step in (one for seed in (3, 11) for one in play("tacara", GROUNDS["tacara"].samples[0], seed, 40)):
        table = draw_shifts(step.after, slot_of(step.after))
        svg, _bottom = _place_table(table, 0)
        drawn = re.findall(PIECE, svg)
        assert len(drawn) == len(table.pieces)
        for x, y, size in (map(float, each) for each in drawn):
            for goal in table.targets:
                if (floor(x), floor(y)) != (floor(goal.at[0]), floor(goal.at[1])):
                    assert hypot(x - goal.at[0], y - goal.at[1]) > 0.62 * size + 0.2, step.after


def test_in_a_picture_the_ring_of_who_acts_hides_no_letter_beside_a_crowd(tmp_path: Path) -> None:
    table = until("lighthouse", 6, tmp_path / "lighthouse")
    assert isinstance(table.position, Position)
    drawing = draw_shifts(table.position, slot_of(table.position))
    svg, _bottom = _place_table(drawing, 0)
    (own,) = [piece for piece in drawing.pieces if piece.is_next]
    found = 0
    for goal in (one for one in drawing.targets if one.label):
        x, y = map(elements.number, goal.at)
        for radius in re.findall(rf'<circle cx="{x}" cy="{y}" r="(\S+)"', svg):
            assert dist(goal.at, own.at) > 1.1 * own.size + float(radius), goal
            found += 1
    assert found > 3


def test_the_legend_says_nothing_twice_and_names_the_letters_on_the_board() -> None:
    board = find("tacara").parse_board((folder("tracks") / "tacara" / "lighthouse_bay.txt").read_text(encoding="utf-8"))
    drawing = draw_course(board)
    said = dict(drawing.legend)
    assert len({name.rpartition(": ")[2] for name in said.values()}) == len(said)
    assert said["grass yellow_band"] == "g, y: track for 5 cars or more"
    assert said["pits"] == "b: pits"
    letters = {area.letter for area in drawing.areas if area.letter}
    assert letters == set(" ".join(said.values()).replace(",", "").replace(":", "").split()) & set("gyrb")


def test_the_names_of_lines_make_room_for_cars_that_stand_there() -> None:
    pattern = r'class="plate"><rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"'
    hidden = []
    for name in ("lighthouse_bay", "quarry_twist", "harbour_ring"):
        board = find("tacara").parse_board((folder("tracks") / "tacara" / f"{name}.txt").read_text(encoding="utf-8"))
        bare = draw_course(board, board.course_lines("full"))
        cells = [middle(cell) for area in bare.areas if area.role == "usable" for cell in area.cells]
        for least in (0, 1.2):
            plates = re.findall(pattern, "".join(draw_layers(bare, least)))
            for left, top, wide, high in (tuple(map(float, plate)) for plate in plates):
                near = [(x, y) for x, y in cells if left < x < left + wide and top < y < top + high]
                for at in near[:1] + near[-1:]:
                    svg = "".join(draw_layers(bare._replace(pieces=(Piece("A", 0, at, is_next=True),)), least))
                    ((x, y, size),) = (map(float, one) for one in re.findall(PIECE, svg))
                    for a, b, w, h in (map(float, plate) for plate in re.findall(pattern, svg)):
                        if abs(a + w / 2 - x) < w / 2 + 0.5 * size and abs(b + h / 2 - y) < h / 2 + 0.5 * size:
                            hidden.append((name, least, at))
    assert hidden == []


def test_the_names_of_lines_lie_under_no_mark_and_on_the_whole_board_under_no_car() -> None:
    pattern = r'class="plate"><rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"'
    for name in ("lighthouse_bay", "quarry_twist", "harbour_ring"):
        board = find("tacara").parse_board((folder("tracks") / "tacara" / f"{name}.txt").read_text(encoding="utf-8"))
        bare = draw_course(board, board.course_lines("full"))
        cells = {middle(cell) for area in bare.areas if area.role == "usable" for cell in area.cells}
        for left, top, wide, high in (map(float, one) for one in re.findall(pattern, "".join(draw_layers(bare)))):
            x, y = floor(left + wide / 2) + 0.5, floor(top + high / 2) + 0.5
            under = {(x + dx, y + dy) for dx in range(-4, 5) for dy in (-1, 0, 1)} & cells
            marked = bare._replace(targets=tuple(Target(at, "") for at in under))
            crowded = bare._replace(has_rulers=False)
            for drawn, later in (
                (draw_layers(marked), ()),
                (draw_layers(crowded, 1.5, later=(Piece("A", 0, (x, y), is_next=True),)), ((x, y, 1.7),)),
            ):
                for a, b, w, h in (map(float, one) for one in re.findall(pattern, "".join(drawn))):
                    taken = later or [(*at, 0.4) for at in under]
                    assert not any(a - r < u < a + w + r and b - r < v < b + h + r for u, v, r in taken), (name, x, y)


def test_the_name_of_a_line_at_the_edge_of_a_board_hides_no_line() -> None:
    line = Gate("later", (71, 9.5), (79, 9.5), 180, "1 hairpin")
    svg = "".join(gates([line], (), (0, 0, 80, 29), 1.5))
    left, wide = map(float, re.findall(r'class="plate"><rect x="(\S+)" y="\S+" width="(\S+)"', svg)[0])
    assert left + wide < 71


def test_letters_of_spaces_lie_over_the_areas_beside_them() -> None:
    """The tail of a g or y reaches the space below: under a wall a y would be a v."""
    board = find("tacara").parse_board((folder("tracks") / "tacara" / "harbour_ring.txt").read_text(encoding="utf-8"))
    svg = "".join(draw_layers(draw_course(board)))
    assert svg.index('class="letter"') > max(svg.index(f'class="{role}"') for role in ("wall", "kerb", "hatch", "pits"))


def test_the_head_of_a_shift_stops_before_a_piece_that_would_hide_it() -> None:
    acts, other = Piece("C", 0, (28.5, 11.5), is_next=True), Piece("F", 1, (31.5, 10.5))
    (_stem, head) = arrow(Arrow("shift", other.at, (27.5, 12.5), 0, "white"), (acts, other))
    tip = [float(at) for at in head.split('data-to="')[1].split()[:2]]
    assert 0.95 < dist(tip, acts.at) < 1.05
    assert head.startswith('<g class="tip rival"')
    (_stem, head) = arrow(Arrow("shift", acts.at, (23.5, 13.5), 0, "cyan"), (acts, other))
    assert 'data-to="23.5 13.5 ' in head
    assert head.startswith('<g class="tip"')
    rings = list(arrow(Arrow("shift", other.at, (30.5, 10.5), 0, "white"), (other, acts._replace(at=(30.5, 10.5)))))
    assert len(rings) == 3  # beside it there is room for no arrow: the ring in its colour says where it leads
