"""Boards that are shown small, and tight places on them: what has to be read is large enough, and nothing lies on anything else."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist, hypot
from pathlib import Path

import pytest

from gm_tools.core.drawing import Drawing, Label, Piece
from gm_tools.core.paths import folder
from gm_tools.games.monza.drawing import draw_race as draw_road
from gm_tools.games.monza.drawing import draw_track, square_middle
from gm_tools.games.monza.drawing import draw_trial as draw_road_trial
from gm_tools.games.monza.drawn_road import lay_out
from gm_tools.games.rally.board import parse_board as parse_rally
from gm_tools.games.rally.drawing import draw_track as draw_rally
from gm_tools.games.tac.balls import HOUSE
from gm_tools.games.tac.drawn_board import Plate, draw_board, lay
from gm_tools.render.drawing import draw, draw_layers
from gm_tools.render.drawing.elements import measure
from gm_tools.render.drawing.layers import overlay
from gm_tools.render.drawing.room import face_inwards, thin_labels
from tests.monza.samples import load_shipped, race
from tests.render.test_drawing import PLAIN
from tests.render.words import outside, overlapping, smallest, words_of
from tests.tac.tables import board as tac_board


@pytest.mark.parametrize("columns", [20, 48, 80, 120])
def test_those_that_have_finished_are_read_on_a_telephone_that_shows_the_whole_board(columns: int) -> None:
    parked = tuple(Piece(seat, at, (0, 0), 90) for at, seat in enumerate("ABCDE"))
    svg = draw(PLAIN._replace(columns=columns, rows=columns / 2, parked=parked), "")
    high = smallest(words_of(svg), svg, (390, 844))
    assert min(high[seat] for seat in "ABCDE") > 9.4
    assert not overlapping([word for word in words_of(svg) if not word.text.isdecimal()])
    assert not outside([word for word in words_of(svg) if word.text in "ABCDE"], svg)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_the_winners_of_a_road_are_read_on_a_telephone(count: int) -> None:
    position = race(" ".join(f"{seat}@S" for seat in "RGBWY"))._replace(winners=tuple("RGBWY"[:count]), turn_of="")
    drawing = draw_road(position._replace(board=load_shipped("cliff_road")))
    svg = draw(drawing, "")
    chips = [prop for prop in drawing.props if prop.kind == "chip"][:count]
    (panel,) = (part for part in drawing.shapes if part.role == "panel" and part.points[0] == (0.2, 0.2))
    (left, top), (right, bottom) = panel.points
    for chip in chips:
        assert 0.72 * chip.size * 390 / float(re.findall(r'viewBox="0 0 (\S+)', svg)[0]) > 7.5
        assert left <= chip.at[0] - chip.size / 2 <= chip.at[0] + chip.size / 2 <= right
        assert top <= chip.at[1] - chip.size / 2 <= chip.at[1] + chip.size / 2 <= bottom


@pytest.mark.parametrize("seats", [4, 6])
def test_what_stands_on_a_plate_keeps_off_its_edges(seats: int) -> None:
    board = tac_board(seats)
    plates = [Plate(cards=3, partners="K", can=True)] * seats
    drawing = draw_board(board.track, bytes(board.track.ring + HOUSE * seats), board.letters, range(seats), plates)
    backs = [(one.at, 0.75 * one.size) for one in drawing.props if one.kind == "back"]
    words = [(one.at, 0.4 * one.size) for one in drawing.labels if one.role == "said"]
    assert len(words) == seats
    assert len(backs) == 3 * seats
    for left, top, wide, high in map(lay(board.track).plate, range(seats)):
        for (x, y), half in backs + words:
            if left < x < left + wide and top - 1 < y < top + high + 1:
                assert top + 0.05 <= y - half <= y + half <= top + high - 0.15


@pytest.mark.parametrize("seats", [4, 6])
def test_the_numbers_of_a_ring_keep_off_the_balls_and_a_pen_off_its_words(seats: int) -> None:
    board = tac_board(seats)
    disc = lay(board.track)
    drawing = draw_board(board.track, bytes(board.track.ring + HOUSE * seats), board.letters, range(seats))
    numbers = [one for one in drawing.labels if one.text.isdecimal()]
    assert len(numbers) == board.track.ring
    for field, one in enumerate(numbers):
        wide, high = 0.64 * one.size * len(one.text) / 2, 0.73 * one.size / 2
        x, y = (max(0.0, abs(a - b) - half) for a, b, half in zip(one.at, disc.field(field), (wide, high), strict=True))
        assert hypot(x, y) > 0.95  # the ring of a ball that is fresh
    for seat in range(seats):
        pen = disc.pen(seat)
        assert min(hypot(a - c, b - d) for (a, b), (c, d) in pairwise(pen)) > 1.46
        left, _top, wide, _high = disc.plate(seat)
        assert left < pen[0][0] - 0.73
        assert pen[-1][0] + 0.78 < left + wide - 0.2 - 0.84 * 1.3  # the sign beside it
    plates = [Plate(cards=5, partners="BW", can=True)] * seats
    named = draw_board(board.track, bytes(board.track.ring + HOUSE * seats), board.letters, range(seats), plates)
    for one in (label for label in named.labels if label.role == "said" and label.anchor == "start"):
        hole = min((at for seat in range(seats) for at in disc.pen(seat)), key=lambda at: dist(at, one.at))
        assert one.at[0] + one.room < hole[0] - 0.7


def test_a_name_in_two_lines_has_one_line_for_a_board_that_is_shown_small() -> None:
    """A page that has to make the lines grow would lay one on the other."""
    name = Label("Ernestine von Habermas", (1, 2), 1.15, "player", "start", room=6, lines=2)
    svg = draw(PLAIN._replace(columns=12, rows=8, labels=(name,)), "")
    lines = re.findall(r"<text [^>]*>(?:Ern|von)[^<]*", svg)
    assert [re.findall(r' data-needs="[^"]+"| display="none"', line) for line in lines] == [
        [' data-needs="1.07"'],
        [' data-needs="1.07"'],
        [' display="none"'],
    ]
    assert 'data-instead="1.07"' in lines[-1]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_way_that_ends_on_a_taken_square_ends_beside_the_cars_there(count: int) -> None:
    position = race("P@S " + " ".join(f"{seat}@1.2" for seat in "RGBW"[:count]), "RRYYGB", turn_of="P")
    square = position.car("R").at
    drawing = draw_road_trial(position, (position.car("P").at, square))
    others = [piece for piece in drawing.pieces if piece.seat != "P"]
    middle = square_middle(position.board, square)
    assert min(hypot(one.at[0] - drawing.steps[-1][0], one.at[1] - drawing.steps[-1][1]) for one in others) > 0.75
    for x, y in [drawing.steps[-1], *(one.at for one in others)]:
        assert hypot(x - middle[0], y - middle[1]) < 2


@pytest.mark.parametrize("seats", [4, 6])
def test_on_a_ring_large_numbers_keep_off_the_rim_and_the_number_of_a_last_step_off_all_fields(seats: int) -> None:
    board = tac_board(seats)
    plates = [Plate(cards=3, partners="K", can=True)] * seats
    drawing = draw_board(board.track, bytes(board.track.ring + HOUSE * seats), board.letters, range(seats), plates)
    wood = next(one for one in drawing.shapes if one.role == "wood")
    for one in drawing.labels:
        if one.text.isdecimal() and one.role == "carved" and not one.needs:
            wide, high = min(one.room, 0.7 * 1.3 * len(one.text)) / 2, 0.73 * 1.3 / 2  # as a telephone shows them
            x, y = (abs(a - b) for a, b in zip(one.at, wood.points[0], strict=True))
            assert hypot(x + wide, y + high) < wood.radius - 0.16, one.text
    fields = [at for __, at in drawing.names]
    for field, (x, y) in enumerate(fields[: board.track.ring]):
        across, down = face_inwards((x, y), drawing)
        room = 0.9 if field in board.track.starts else 1.0  # a house begins beside a start field
        assert min(dist((x + 0.73 * across, y + 0.73 * down), at) for at in fields) > room, field


def test_cards_on_a_plate_in_a_corner_lie_clear_of_the_mark_above_and_the_pen_below() -> None:
    board = tac_board(4)
    disc = lay(board.track)
    drawing = draw_board(
        board.track, bytes(board.track.ring + HOUSE * 4), board.letters, range(4), [Plate(cards=3)] * 4
    )
    for seat in range(4):
        left, top, wide, high = disc.plate(seat)
        mark, *backs = (one for one in drawing.props if left < one.at[0] < left + wide and top < one.at[1] < top + high)
        assert len(backs) == 3
        assert all(one.at[1] - 0.75 * one.size > mark.at[1] + mark.size / 2 + 0.15 for one in backs)
        assert all(one.at[1] + 0.75 * one.size < disc.pen(seat)[0][1] - 0.73 - 0.15 for one in backs)


@pytest.mark.parametrize("track", ["cliff_road", "pine_oval", "willow_bends"])
def test_an_arrow_of_travel_belongs_to_one_stretch_of_a_road(track: str) -> None:
    layout = lay_out(load_shipped(track))
    road = [(at, layout.place(at, 0)) for at in range(int(layout.length))]
    for one in draw_track(layout.board).arrows:
        near, own = min((dist(one.begin, place), at) for at, place in road)
        assert near + 0.8 < min(dist(one.begin, place) for at, place in road if abs(at - own) > 12)


@pytest.mark.parametrize("track", ["cliff_road", "pine_oval", "willow_bends"])
def test_the_number_of_a_square_keeps_clear_of_the_edge_of_the_picture(track: str) -> None:
    drawing = draw_track(load_shipped(track))
    numbers = [label for label in drawing.labels if label.text[0].isdigit() and not label.is_painted]
    assert len(numbers) > 15
    for one in numbers:
        half = measure(one.text, one.size) / 2
        assert one.at[0] - half > 0.1, one
        assert one.at[0] + half < drawing.columns - 0.1, one


def test_on_a_ring_the_frame_at_the_end_of_a_way_hides_no_number() -> None:
    fields = tuple((1 + 1.36 * at, 1.0) for at in range(5))
    laid = overlay(Drawing(9, 2, pieces=(Piece("R", 0, fields[0]),), steps=fields, has_rulers=False))
    assert re.findall(r">(\d)</text>", laid) == ["1", "2", "4"]


def test_a_meaning_longer_than_its_board_is_wide_takes_two_lines() -> None:
    drawing = PLAIN._replace(
        columns=12, rows=8, legend=(("sure", "can end here"), ("off", "only with this part of it, or far off"))
    )
    svg = draw(drawing, "")
    words = words_of(svg)
    assert not outside(words, svg)
    assert not overlapping(words)
    assert "or far off" in " ".join(word.text for word in words)


def test_an_empty_start_field_has_no_letter_that_looks_like_a_ball() -> None:
    board = tac_board(4)
    drawing = draw_board(board.track, bytes(board.track.ring + HOUSE * 4), board.letters, range(4))
    for start in board.track.starts:
        at = lay(board.track).field(start)
        on = [shape for shape in drawing.shapes if shape.points == (at,)]
        assert [shape.label for shape in on] == ["", ""]
        assert on[0].radius > on[1].radius  # a ring of its colour
    assert ("start", "a start field") in drawing.legend


@pytest.mark.parametrize("track", ["cliff_road", "pine_oval", "willow_bends"])
def test_frames_on_squares_lie_beside_letters_and_names(track: str) -> None:
    board = load_shipped(track)
    layout = lay_out(board)
    drawing = draw_track(board)
    names = {label.text: (label.at, 0.275) for label in drawing.labels}  # with half of the height of their capitals
    letters = {shape.beside: (shape.beside, 0.36 * 1.15) for shape in drawing.shapes if shape.beside}
    seen = 0
    for index, square in enumerate(board.squares[1:], 1):
        frame, middle = layout.frame(index), layout.middle(index)
        for (x, y), half in (*filter(None, [names.get(square.name)]), *letters.values()):
            if hypot(x - middle[0], y - middle[1]) > 0.9:  # of another square, or beside the road
                continue
            seen += 1
            across = min(dist_to(a, b, (x, y)) for a, b in pairwise((*frame, frame[0])))
            assert across > half, (square.name, across)
    assert seen > 8


def dist_to(a: tuple[float, float], b: tuple[float, float], at: tuple[float, float]) -> float:
    """Return how far a point is from a line between two others."""
    (x, y), (u, v) = a, b
    along = ((at[0] - x) * (u - x) + (at[1] - y) * (v - y)) / max(1e-9, dist(a, b) ** 2)
    share = min(1.0, max(0.0, along))
    return hypot(x + share * (u - x) - at[0], y + share * (v - y) - at[1])


def test_names_on_squares_are_left_out_of_a_picture_where_they_would_have_to_grow() -> None:
    drawing = draw_road(race("R@S B@S")._replace(board=load_shipped("willow_bends")))
    named = {one.text for one in drawing.labels if one.role.startswith("on_") and one.needs}
    assert {words.text for words in thin_labels(drawing.labels, 0)} >= named
    assert not named & {words.text for words in thin_labels(drawing.labels, 1.0)}


@pytest.mark.parametrize("path", sorted((folder("tracks") / "rally").glob("*.txt")), ids=lambda path: path.stem)
def test_the_number_of_each_checkpoint_is_read_on_a_whole_track_and_lies_on_no_road(path: Path) -> None:
    board = parse_rally(path.read_text(encoding="utf-8"))
    drawing = draw_rally(board)
    least = 10 * drawing.columns / 800
    drawn = "".join(draw_layers(drawing._replace(areas=()), least))
    numbers = [str(number) for number in range(1, len(board.gates))]
    assert [word for word in re.findall(r">(\d)</text>", drawn) if word in numbers] == numbers
    assert not any(board.is_road(board.index(int(one.at[1]), int(one.at[0]))) for one in drawing.labels)
