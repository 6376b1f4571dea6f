"""The last move on the boards of Monza and TAC: dice and cards of every kind, and nothing that it hides."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, islice, product
from math import dist
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.blocks import Lines
from gm_tools.core.drawing import Piece, Trail
from gm_tools.core.events import Event
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.monza.board import START
from gm_tools.games.monza.bots.targets import targets
from gm_tools.games.monza.check import walk
from gm_tools.games.monza.drawing import draw_race
from gm_tools.games.monza.drawn_road import draw_track, lay_out
from gm_tools.games.monza.longest import reach
from gm_tools.games.tac.cards import UNKNOWN
from gm_tools.games.tac.drawing import draw_game, field_middle
from gm_tools.games.tac.drawn_board import lay
from gm_tools.games.tac.orders import parse_order
from gm_tools.render import text
from gm_tools.render.drawing import draw
from gm_tools.reports.base import first_drawing
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table, read_turn
from tests import effort
from tests.ground import GROUNDS
from tests.page.conftest import until
from tests.page.make_start import TOP
from tests.render.words import words_of
from tests.samples import play
from tests.tac.tables import at


def test_after_an_extra_step_the_dice_of_the_move_are_shown_used_and_unused(tmp_path: Path) -> None:
    """Turn 5 of the example is a move, turn 6 the extra step that belongs to it."""
    table = until("willow", 6, tmp_path / "willow")
    move = next(event for event in read_turn(table, 5).record.events if event.kind == "moved")
    rolled = next(event for event in read_turn(table, 4).record.events if event.kind == "rolled").data["roll"]
    drawing = first_drawing(turn_post(table, 6, "public").blocks)
    assert drawing is not None
    used = "".join(prop.text for prop in drawing.props if prop.kind == "spent")
    spare = "".join(prop.text for prop in drawing.props if prop.kind == "spare")
    assert used == move.data["order"].translate(str.maketrans("", "", "123 "))
    assert Counter(used + spare) == Counter(rolled)
    said = {label.text for label in drawing.labels}
    assert {"1.1→3.4", "3.4→3.3", "3.4→3.5"} <= said  # the move, who was put back, the extra step
    assert [trail.put for trail in drawing.trails] == [False, True, False]


def test_the_recalled_events_are_drawn_and_said_nowhere(tmp_path: Path) -> None:
    report = turn_post(until("willow", 6, tmp_path / "willow"), 6, "public", full_events=True)
    assert "recalled" not in text.render(report)
    assert "5 dice" not in "\n".join(
        line for block in report.blocks if isinstance(block, Lines) for line in block.lines
    )
    assert [event["kind"] for event in report.data["events"]] == ["extra_stepped", "rolled"]


def test_frames_stand_on_the_squares_that_the_roll_reaches() -> None:
    shown = 0
    for step in play("monza", GROUNDS["monza"].samples[1], 7, 40):
        position = step.after
        frames = {shape.points: shape.role for shape in draw_race(position).shapes if shape.role.startswith("reach")}
        if position.roll and not position.extra:
            board, car = position.board, position.car(position.turn_of)
            layout, most = lay_out(board), reach(board, car.at, position.roll).most
            begins: set[int] = set()
            squares: set[int] = set()
            for order in find("monza").legal_orders(position, car.seat):
                ways = walk(board, car.at, order.steps).ways
                squares.update(way.there for way in ways)
                if len(ways) == most and ways:
                    begins.add(ways[0].there)
            assert {points for points, role in frames.items() if role == "reach_first"} == {
                layout.frame(square) for square in begins
            }
            assert {layout.frame(square) for square in squares} <= frames.keys()
            shown += bool(begins)
    assert shown > 5


@pytest.mark.long
@pytest.mark.parametrize("sample", GROUNDS["monza"].samples, ids=lambda sample: sample.track)
def test_no_car_stands_on_the_letter_of_a_square(sample: Any) -> None:
    for step in islice(play("monza", sample, 5, 40), 0, None, effort.choose(3, 1)):
        drawing = draw_race(step.after, step.events)
        letters = Counter(shape.label for shape in drawing.shapes if shape.label)
        words = words_of(draw(drawing._replace(legend=()), ""))
        margin = 0.6
        for piece in drawing.pieces:
            x, y = piece.at[0] + margin, piece.at[1] + margin
            for word in words:
                own = word.text == piece.seat and abs((word.box[0] + word.box[2]) / 2 - x) < 0.01
                a, b, c, d = word.box
                assert own or not (a < x < c and b < y < d), (piece.seat, word)
        assert letters <= Counter(word.text for word in words)


def trails_of(events: tuple[Event, ...], after: Any) -> list[Trail]:
    return list(draw_game(after, events).trails)


def test_the_last_card_of_every_kind_shows_what_it_moved() -> None:
    met = Counter[str]()
    for sample in GROUNDS["tac"].samples:
        for seed in (1, 3):
            for step in play("tac", sample, seed, 110):
                for event in step.events:
                    if event.kind != "played":
                        continue
                    action: Any = parse_order(event.data["order"])
                    action = action.actions[0]
                    trails = trails_of((event,), step.after)
                    met[action.verb] += 1
                    moves = {"move": len(action.parts), "exchange": 2, "strike": 1, "enter": 1}
                    if action.verb == "strike" and "way" not in event.data:
                        continue  # alone on the ring: it goes to its pen
                    assert len(trails) == moves.get(action.verb, 0), event.data
                    assert all(trail.is_pointed for trail in trails)
                    if action.verb == "move" and len(action.parts) == 1:
                        part = action.parts[0]
                        begin = field_middle(step.after.track, int(part.at) - 1) if part.at.isdecimal() else None
                        assert begin is None or trails[0].points[0] == begin
    assert {"move", "exchange", "strike", "enter", "jester", "devil"} <= met.keys()


@pytest.mark.long
def test_a_plate_says_what_everybody_knows_and_no_more() -> None:
    for sample in GROUNDS["tac"].samples:
        for step in islice(play("tac", sample, 3, 30), 0, None, effort.choose(4, 1)):
            view = find("tac").view(step.after, "public")
            drawing = draw_game(view, [event for event in step.events if event.audience is None])
            backs = [prop for prop in drawing.props if prop.kind == "back" and not prop.text]
            assert len(backs) == sum(min(5, len(hand)) for hand in view.hands)
            assert {prop.text for prop in drawing.props if prop.kind == "mark"} == {
                view.letters[seat] for seat in view.use
            }
            acting = [shape for shape in drawing.shapes if shape.role == "panel_next"]
            assert len(acting) == (1 if view.phase == "play" else len(view.due()))
            assert UNKNOWN not in {label.text for label in drawing.labels}
            ET.fromstring(draw(drawing, ""))


@pytest.mark.parametrize("variant", ["", "trios6"])
def test_while_cards_are_swapped_the_plate_of_each_seat_is_amber_that_still_owes_one(variant: str) -> None:
    hands = "R=1 G=3 B=5 K=9"
    position = at(variant=variant, phase="swap", hands=f"{hands} W=5 C=6") if variant else at(phase="swap", hands=hands)
    disc, some = lay(position.track), position._replace(swaps=("1", *position.swaps[1:]))
    for each, due in ((position, set(position.use)), (some, set(position.use[1:]))):
        plates = [shape for shape in draw_game(each).shapes if shape.role == "panel_next"]
        assert {shape.points[0] for shape in plates} == {disc.plate(seat)[:2] for seat in due}


def test_plates_lie_outside_the_disc_and_the_pens_on_them() -> None:
    for sample in GROUNDS["tac"].samples:
        (step,) = play("tac", sample, 3, 1)
        drawing = draw_game(step.after)
        wood = next(shape for shape in drawing.shapes if shape.role == "wood")
        plates = [shape.points for shape in drawing.shapes if shape.role.startswith("panel")]
        for (a, b), (c, d) in plates:
            x, y = wood.points[0]
            assert dist((min(max(x, a), c), min(max(y, b), d)), (x, y)) > wood.radius
        for piece in drawing.pieces:
            if _is_waiting(piece):
                assert any(a < piece.at[0] < c and b < piece.at[1] < d for (a, b), (c, d) in plates)


def _is_waiting(piece: Piece) -> bool:
    return piece.size < 1


def test_the_example_tables_are_drawn_to_their_end() -> None:
    for name in ("willow", "marbles"):
        table = open_table(TOP / "turns" / name)
        for turn in range(0, table.turn + 1, 7):
            drawing = first_drawing(turn_post(table, turn, "public").blocks)
            assert drawing is not None
            ET.fromstring(draw(drawing, ""))


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_the_rings_of_cars_on_the_start_leave_its_word_free(count: int) -> None:
    path = min((folder("tracks") / "monza").glob("*.txt"))
    board = find("monza").parse_board(path.read_text(encoding="utf-8"))
    (start,) = [label for label in draw_track(board).labels if label.text == "START"]
    for number in range(count):
        (x, y), _heading, size = lay_out(board).stand(START, number, count)
        assert x - 1.1 * size > start.at[0] + 0.38 * start.size  # the ring from outside, half of a capital letter
        assert math.dist((x, y), lay_out(board).place(1.75, 0)) + 0.5 * size < 3.4  # it is on the start


def test_the_panel_of_the_roll_leaves_room_before_the_word_at_the_start() -> None:
    position = next(step.after for step in play("monza", GROUNDS["monza"].samples[0], 7, 9) if step.after.roll)
    board = find("monza").parse_board((TOP / "tracks/monza/willow_bends.txt").read_text(encoding="utf-8"))
    drawing = draw_race(position._replace(board=board))
    (start,) = [one for one in drawing.labels if one.text == "START"]
    (side,) = [form.points[1][0] for form in drawing.shapes if form.role == "panel" and form.points[0] == (0.2, 0.2)]
    assert side + 0.25 < start.at[0] - 0.38 * start.size  # half of a capital letter


@pytest.mark.parametrize("path", sorted((folder("tracks") / "monza").glob("*.txt")), ids=lambda path: path.stem)
def test_a_car_alone_on_a_square_leaves_its_letter_free_within_a_bend_and_before_chequers(path: Path) -> None:
    layout = lay_out(find("monza").parse_board(path.read_text(encoding="utf-8")))
    for index, square in enumerate(layout.board.squares):
        if index == START or square.is_tyre:
            continue
        (x, y), heading, size = layout.stand(index, 0, 1)
        u, v = layout.letter_aside(square)
        turn = math.radians(heading - 90)
        for across, down in product((-0.22 * len(square.text), 0, 0.22 * len(square.text)), (-0.3, 0, 0.3)):
            far_x, far_y = (u + across - x) / size, (v + down - y) / size
            along, aside = (
                far_x * math.cos(turn) + far_y * math.sin(turn),
                abs(far_y * math.cos(turn) - far_x * math.sin(turn)),
            )
            assert along > 0.82 - max(0, aside - 0.05) or along < -0.64 or aside > 0.47, square.name


@pytest.mark.parametrize("path", sorted((folder("tracks") / "monza").glob("*.txt")), ids=lambda path: path.stem)
def test_however_many_cars_share_a_square_none_lies_on_another(path: Path) -> None:
    layout = lay_out(find("monza").parse_board(path.read_text(encoding="utf-8")))
    squares = [index for index, one in enumerate(layout.board.squares) if index != START and not one.is_tyre]
    for index in squares:
        for count in range(2, 7):
            stands = [layout.stand(index, number, count) for number in range(count)]
            for (one, heading, size), (other, _heading, _size) in combinations(stands, 2):
                turn = math.radians(heading - 90)
                x, y = other[0] - one[0], other[1] - one[1]
                along, aside = (
                    abs(x * math.cos(turn) + y * math.sin(turn)),
                    abs(y * math.cos(turn) - x * math.sin(turn)),
                )
                assert along > 1.5 * size or aside > 0.9 * size, (layout.board.squares[index].name, count)


def test_the_tip_of_a_square_names_no_dice_where_none_are_left() -> None:
    for step in play("monza", GROUNDS["monza"].samples[0], 7, 30):
        for one in find("monza").awaited(step.after):
            assert all("-" not in target.note for target in targets(step.after, one))
