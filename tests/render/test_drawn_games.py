"""Boards of all games, drawn from positions of random games: every piece once, inside the picture, nothing secret, no ids."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from itertools import islice, pairwise
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import pytest

from gm_tools.core.blocks import Picture
from gm_tools.core.drawing import Drawing, Heat, Piece, Shape, Target, middle, show_heat
from gm_tools.core.events import PUBLIC
from gm_tools.core.paths import folder
from gm_tools.games import NAMES, find
from gm_tools.games.monza.drawing import draw_race as draw_road
from gm_tools.games.monza.drawn_road import draw_track
from gm_tools.games.tac.balls import FRESH, HOUSE, colour_at
from gm_tools.games.tac.cards import UNKNOWN
from gm_tools.games.tac.drawing import draw_game, field_middle
from gm_tools.render import html, render, svg, thread_picture
from gm_tools.render.drawing import STYLE, contents, draw, draw_layers, seat_marks
from gm_tools.render.drawing.board_colours import BLACK, NAMED, PIECES, WHITE, contrast, ink_on
from gm_tools.render.drawing.elements import long
from gm_tools.render.drawing.markers import fit
from gm_tools.reports.base import Report, Scene, first_drawing
from gm_tools.reports.turn import PlayedTurn, turn_report
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests import effort
from tests.ground import GROUNDS
from tests.page.conftest import TABLES, until
from tests.page.make_start import TOP
from tests.render.words import outside, overlapping, words_of
from tests.samples import play

TRACKS = sorted(path for name in NAMES for path in (folder("tracks") / name).glob("*.txt"))


def drawings(blocks: Iterable[Any]) -> list[Drawing]:
    return [block.drawing for block in blocks if isinstance(block, Picture) and block.drawing is not None]


def on_board(name: str, position: Any) -> Counter[str]:
    """Return how often each seat's letter has to stand on the board."""
    match name:
        case "nascar":
            return Counter(car.seat for car in position.cars if car.runs)
        case "tacara":
            return Counter(car.mark for car in position.cars if not car.gone)
        case "tac":
            return Counter({position.letters[seat]: HOUSE for seat in position.use})
    return Counter(car.seat for car in position.cars)


@pytest.mark.long
@pytest.mark.parametrize("name", GROUNDS)
def test_every_piece_is_drawn_once_and_inside_the_picture(name: str) -> None:
    game = find(name)
    for sample in GROUNDS[name].samples:
        for step in islice(play(name, sample, 7, 12), 0, None, effort.choose(4, 1)):
            events = [event for event in step.events if event.audience is None]
            board = drawings(game.turn_blocks(events, game.view(step.after, "public")))[0]
            assert Counter(piece.seat for piece in board.pieces) == on_board(name, step.after)
            svg = draw(board, "")
            ET.fromstring(svg)
            assert svg.count('class="piece"') == len(board.pieces)
            assert not re.search(r'\bid=|url\(|https?:|style="', svg)
            for piece in board.pieces:
                assert -2 <= piece.at[0] <= board.columns + 2
                assert -2 <= piece.at[1] <= board.rows + 2


@pytest.mark.parametrize("path", TRACKS, ids=lambda path: path.stem)
def test_every_shipped_board_is_drawn(path: Any) -> None:
    game = find(path.parent.name)
    board = game.parse_board(path.read_text(encoding="utf-8"))
    (drawing,) = drawings(game.board_blocks(board))
    inside, (wide, high) = contents(drawing)
    ET.fromstring(f"<svg>{inside}</svg>")
    assert 0.4 < wide / high < 4


def test_a_road_is_drawn_to_scale_square_by_square() -> None:
    board = find("monza").parse_board((folder("tracks") / "monza" / "willow_bends.txt").read_text(encoding="utf-8"))
    (drawing,) = drawings(find("monza").board_blocks(board))
    squares = [shape for shape in drawing.shapes if shape.label]
    assert [shape.label for shape in squares] == [square.text for square in board.squares[1:] if not square.is_tyre]
    assert {shape.role for shape in squares} <= NAMED.keys()


def test_a_hand_lies_face_up_only_for_who_may_see_it() -> None:
    game = find("tac")
    seen = 0
    for step in play("tac", GROUNDS["tac"].samples[0], 3, 12):
        for viewer in ("public", "gm", *step.after.letters):
            view = game.view(step.after, viewer)
            cards = [token.text for token in draw_game(view).props if token.kind in {"card", "laid"}]
            last = [view.last.card] if view.phase == "play" and view.last is not None else []
            known = [card for hand in view.hands for card in hand if card != UNKNOWN]
            assert Counter(cards) == Counter(last + known)
            assert UNKNOWN not in cards
            seen += bool(known)
            if viewer == "public" and not view.is_open():
                assert cards == last
    assert seen


def test_every_ball_lies_on_its_field() -> None:
    for step in play("tac", GROUNDS["tac"].samples[0], 5, 30):
        position = step.after
        balls = {(piece.seat, piece.at): piece.state for piece in draw_game(position).pieces}
        for field, cell in enumerate(position.cells):
            if cell:
                key = position.letters[colour_at(position.cells, field)], field_middle(position.track, field)
                assert (balls[key] == "fresh") == bool(cell & FRESH)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "word"), [("willow", r"-> (\d)(\.\d+)"), ("marbles", r"(?:pen|[A-Z]\d+)(>\d+)|([A-Z])\d+(>[a-d])")]
)
def test_a_board_without_rows_and_columns_knows_the_places_that_events_name(name: str, word: str) -> None:
    table = open_table(TOP / "turns" / name)
    drawing = first_drawing(turn_post(table, table.turn, PUBLIC).blocks)
    assert drawing is not None
    told = " ".join(
        render(turn_post(table, turn, PUBLIC), "text") for turn in range(1, table.turn, effort.choose(2, 1))
    )
    found = {"".join(groups) for groups in re.findall(word, told)}
    assert len(found) > 10
    assert found <= {place for place, _at in drawing.names}
    assert all(0 < x < drawing.columns and 0 < y < drawing.rows for _place, (x, y) in drawing.names)


def test_letters_of_squares_stand_in_the_middle_where_squares_have_no_names_and_above_frames(tmp_path: Path) -> None:
    table = until("willow", 6, tmp_path / "willow")
    (block,) = (
        block
        for block in table.game.reach_blocks(table.game.view(table.position, "P"), "P")
        if isinstance(block, Picture)
    )
    drawing = block.drawing
    assert drawing is not None
    bare = drawing._replace(pieces=(), trails=(), targets=(), steps=())
    squares = [part for part in bare.shapes if part.beside is not None and part.at is not None]
    assert len(squares) > 20
    for least, share in ((0.0, 1), (1.2, 0)):  # with names on the squares, and in a picture whose letters are too large
        layers = list(draw_layers(bare, least))
        drawn = [re.search(r'<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)".*>(.*)</text>', part) for part in layers]
        stand = {(one[4], float(one[1]), float(one[2]) - 0.36 * float(one[3])) for one in drawn if one}
        for part in squares:
            assert part.at is not None
            assert part.beside is not None
            x, y = part.beside if share else part.at
            assert any(
                word == part.label.replace(">", "&gt;") and hypot(x - u, y - v) < 0.02 for word, u, v in stand
            ), part.label
        frames = [at for at, part in enumerate(layers) if 'class="within"' in part]
        words = [at for at, one in enumerate(drawn) if one and one[4] in "RYGBWP"]
        assert max(frames) < min(words)


def test_letters_of_squares_make_room_for_how_often_something_took_place_there() -> None:
    square = Shape("white", ((0, 0), (4, 0), (4, 2), (0, 2)), "W", (2, 1), (3.5, 0.4))
    for heat, x in (((), "2"), ((Heat((2, 1), 3),), "3.5")):
        drawn = "".join(draw_layers(Drawing(4, 2, shapes=(square,), heat=heat, has_rulers=False), 1.2))
        assert re.search(r'<text x="([^"]*)"[^>]*>W</text>', drawn)[1] == x  # type: ignore[index]


def test_no_car_is_drawn_over_the_letter_of_one_that_its_nose_points_at() -> None:
    for turn in range(10):
        drawing = first_drawing(turn_post(open_table(TOP / "turns" / "sandstorm"), turn, PUBLIC).blocks)
        assert drawing is not None
        svg = "".join(draw_layers(thread_picture.focus(drawing), 0.9))
        shown = [
            (float(x), float(y), float(size), int(turned or 0))
            for x, y, size, turned in re.findall(
                r'class="piece" transform="translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)".*?rotate\((-?\d+)', svg
            )
        ]
        assert shown
        for number, (x, y, size, turned) in enumerate(shown):
            nose = x + 0.9 * size * cos(radians(turned)), y + 0.9 * size * sin(radians(turned))
            for u, v, below, _turned in shown[:number]:  # half of a letter is as wide and as high as that
                assert max(abs(nose[0] - u), abs(nose[1] - v)) > 0.3 * below, (turn, number)


def test_a_crash_is_seen_round_pieces_that_are_large_because_the_board_is_small() -> None:
    drawing = first_drawing(turn_post(open_table(TOP / "turns" / "sandstorm"), 9, PUBLIC).blocks)
    assert drawing is not None
    for least in (1.5, 2.2):
        svg = "".join(draw_layers(drawing, least))
        stars = [float(size) for size in re.findall(r'class="crash" transform="[^"]*scale\(([\d.]+)\)', svg)]
        cars = [float(size) for size in re.findall(r'class="piece" transform="[^"]*scale\(([\d.]+)\)', svg)]
        assert min(stars) >= 1.04 * max(cars)


@pytest.mark.parametrize("name", ["four-seats", "six-seats"])
def test_numbers_of_fields_lie_between_the_ring_and_the_rim(name: str) -> None:
    game = find("tac")
    (board,) = drawings(
        game.board_blocks(game.parse_board((folder("tracks") / "tac" / f"{name}.txt").read_text("utf-8")))
    )
    disc = next(one for one in board.shapes if one.role == "wood")
    (x, y), inner = disc.points[0], disc.radius - 0.16  # half of the rim's line lies inside
    for one in board.labels:
        if one.role == "carved" and one.text.isdecimal():
            wide, high = 0.5 * long(one.text, one.size), 0.37 * one.size
            corners = [
                (one.at[0] + across - x, one.at[1] + along - y) for across in (-wide, wide) for along in (-high, high)
            ]
            assert max(hypot(*corner) for corner in corners) <= inner, one.text


@pytest.mark.parametrize("path", [path for path in TRACKS if path.parent.name == "monza"], ids=lambda path: path.stem)
def test_numbers_beside_a_road_lie_clear_of_its_kerb(path: Path) -> None:
    game = find("monza")
    (road,) = drawings(game.board_blocks(game.parse_board(path.read_text("utf-8"))))
    verge = next(one for one in road.shapes if one.role == "verge").points  # half of its dashes' width lies beyond
    numbers = [one for one in road.labels if re.fullmatch(r"\d\.\d+", one.text) and one.role == "ruler"]
    assert len(numbers) > 20
    for one in numbers:
        wide, high = 0.5 * long(one.text, one.size), 0.36 * one.size
        assert -0.3 < one.at[0] - wide < one.at[0] + wide < road.columns + 0.3  # a margin of 0.6 is round that
        for begin, end in pairwise(verge):
            for share in (0.0, 0.5):
                x, y = (a + share * (b - a) - c for a, b, c in zip(begin, end, one.at, strict=True))
                assert hypot(max(0, abs(x) - wide), max(0, abs(y) - high)) > 0.17, one.text


def test_no_letter_of_a_tile_is_cut_by_the_edge_of_a_window() -> None:
    drawing = first_drawing(turn_post(open_table(TOP / "turns" / "lighthouse"), 40, PUBLIC).blocks)
    assert drawing is not None
    near = thread_picture.focus(drawing)
    left, top, right, bottom = near.window or (0, 0, 0, 0)
    svg = "".join(draw_layers(near, 0.9))
    letters = [
        (float(x), float(y)) for x, y in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*class="letter">[gryb]<', svg)
    ]
    assert len(letters) > 6
    for x, y in letters:  # beside its middle and over its foot, within what is shown inside its frame
        assert left - 0.6 <= x - 0.3 < x + 0.3 <= right + 0.6
        assert top - 0.6 <= y - 0.6 < y <= bottom + 0.6


def test_the_letter_of_a_tile_makes_room_for_cars_ways_arrows_and_lines() -> None:
    table = open_table(TOP / "turns" / "lighthouse")
    for turn in (12, 20, 60):
        drawing = first_drawing(turn_post(table, turn, PUBLIC).blocks)
        assert drawing is not None
        hidden = [
            (one.at[0] + x, one.at[1] + y) for one in drawing.pieces for x in (-0.9, 0, 0.9) for y in (-0.9, 0, 0.9)
        ]
        hidden += [point for trail in drawing.trails for point in trail.points]
        lines = [(one.begin, one.end, 0.0) for one in drawing.arrows]
        lines += [(one.begin, one.end, 0.25) for one in drawing.gates]
        for (x, y), (u, v), wide in lines:
            along = [(x + k * (u - x) / 20, y + k * (v - y) / 20) for k in range(21)]
            hidden += [(a + side, b + side) for a, b in along for side in (-wide, wide)]
        shown, bare = (
            re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*class="letter">([gryb])<', "".join(draw_layers(board)))
            for board in (drawing, drawing._replace(pieces=(), arrows=(), crashes=(), trails=(), gates=()))
        )
        tiles = {(int(float(x)), int(float(y))) for x, y, _letter in shown}
        assert tiles.isdisjoint((int(x), int(y)) for x, y in hidden), turn
        assert len(tiles) == len(shown)
        assert Counter(letter for *_at, letter in shown) == Counter(letter for *_at, letter in bare)


def test_letters_can_be_read_on_every_colour() -> None:
    for colour in (*PIECES, *NAMED.values()):
        assert contrast(colour, ink_on(colour)) >= 4.5
        assert ink_on(colour) in (BLACK, WHITE)


def test_pieces_that_stand_near_each_other_are_smaller() -> None:
    apart = (Piece("A", 0, (1.5, 1.5), 90), Piece("B", 1, (9.5, 1.5), 90))
    near = (Piece("A", 0, (1.5, 1.5), 90), Piece("B", 1, (2.5, 1.5), 90))
    assert set(fit(apart, 1.6).values()) == {1.6}
    assert max(fit(near, 1.6).values()) < 1.2


@pytest.mark.parametrize("track", ["cliff_road", "pine_oval", "willow_bends"])
def test_discs_of_a_heat_map_lie_on_no_letter_of_a_road(track: str) -> None:
    board = find("monza").parse_board((folder("tracks") / "monza" / f"{track}.txt").read_text(encoding="utf-8"))
    drawing = draw_track(board)
    hot = show_heat(drawing, {part.at: 9 for part in drawing.shapes if part.at and part.aside})
    for least in (0, 1.2):
        svg = "".join(draw_layers(hot, least))
        discs = [tuple(map(float, one)) for one in re.findall(r'<circle cx="(\S+)" cy="(\S+)" r=".62"', svg)]
        letters = re.findall(r'<text x="(\S+)" y="(\S+)" font-size="(\S+)"[^>]*>([^<\d]+)<', svg)
        assert len(discs) == len(hot.heat)
        for x, y, high, words in ((float(x), float(y), float(high), words) for x, y, high, words in letters):
            middle_of = y - 0.36 * high  # of what stands on that line
            for u, v in discs:
                aside = max(0.0, abs(u - x) - 0.3 * high * len(words.replace("&gt;", ">")))
                assert hypot(aside, max(0.0, abs(v - middle_of) - 0.3 * high)) > 0.45, (least, words, u, v)


def test_cars_of_a_board_are_nearly_alike_wherever_they_crowd() -> None:
    alone = [Piece("AB"[at], at, (1.5 + 40 * at, 1.5), 90) for at in range(2)]
    crowd = [Piece("CDE"[at], 2 + at, (20.5 + at, 3.5), 90) for at in range(3)]
    board = Drawing(80, 9, pieces=(*alone, *crowd))
    for least in (0, 0.9, 1.6):
        drawn = "".join(draw_layers(board, least))
        found = re.findall(r'class="piece" transform="translate\(\S+ \S+\) scale\((\S+)\)', drawn)
        sizes = [float(size) for size in found]
        assert len(sizes) == 5
        assert max(sizes) < 1.34 * min(sizes)
        if least < 1:
            assert sizes[0] > sizes[2]  # what has room is larger


def test_a_label_moves_aside_from_a_piece() -> None:
    part = Shape("red", ((0, 0), (3, 0), (3, 2), (0, 2)), "R", (1.5, 1), (2.6, 0.4))
    alone = draw(Drawing(4, 4, shapes=(part,)), "")
    hidden = draw(Drawing(4, 4, shapes=(part,), pieces=(Piece("G", 0, (1.5, 1), 90),)), "")
    assert '<text x="1.5"' in alone
    assert '<text x="2.6"' in hidden


@pytest.mark.parametrize("count", [1, 2, 5, 26])
def test_cars_on_one_tile_all_show(count: int) -> None:
    from gm_tools.games.nascar.drawing import draw_race
    from tests.samples import start

    position = start("nascar", GROUNDS["nascar"].samples[0], bytes(32))
    first = position.cars[0]
    crowd = tuple(first._replace(seat=chr(65 + number)) for number in range(count))
    pieces = draw_race(position._replace(cars=crowd)).pieces
    assert len({piece.at for piece in pieces}) == count
    tile = middle((pieces[0].at[1].__floor__(), pieces[0].at[0].__floor__()))
    assert all(abs(piece.at[0] - tile[0]) < 3.2 and abs(piece.at[1] - tile[1]) < 3.2 for piece in pieces)


def test_marks_in_tables_have_the_colours_of_their_pieces() -> None:
    game = find("tacara")
    *_steps, last = play("tacara", GROUNDS["tacara"].samples[0], 7, 6)
    report = Report("turn", "t", tuple(game.turn_blocks((), last.after)), {"turn": 1})
    page, picture = html.render(report), svg.render(report)
    for number, car in enumerate(last.after.cars):
        if not car.gone:
            assert re.search(rf'class="piece-\w+">{car.mark}</b>', page), number
            assert re.search(rf'class="piece-\w+"[^>]*>{car.mark}</text>', picture)
    assert STYLE in page


@pytest.mark.parametrize("name", TABLES)
def test_a_seat_keeps_its_colour_to_the_end_of_the_game(name: str, tmp_path: Path) -> None:
    """Also when its piece has left the board."""
    begun, last = until(name, 1, tmp_path / name), open_table(TOP / "turns" / name)
    marks, now = (seat_marks(table.game.turn_blocks((), table.position)) for table in (begun, last))
    assert marks == now
    assert set(now) == {seat.mark for seat in last.seats}


def test_below_a_road_stand_the_last_move_the_order_of_play_and_the_roll() -> None:
    shown = 0
    for step in play("monza", GROUNDS["monza"].samples[0], 7, 30):
        position = step.after
        drawing = draw_road(position, step.events)
        dice = [prop for prop in drawing.props if prop.kind == "die"]
        paths = [event.data["path"] for event in step.events if event.kind == "moved"]
        squares = [position.board.find(name) for name in (paths[-1] if paths else ())]
        used = "".join(position.board.squares[at].colour for at in squares if at is not None)
        assert "".join(prop.text for prop in drawing.props if prop.kind == "spent") == used
        assert "".join(prop.text for prop in dice) == position.roll
        # A die of the last move is no longer to be tapped.
        assert "".join(re.findall(r'data-tap="(\w)"', draw(drawing, ""))) == position.roll
        chips = [prop for prop in drawing.props if prop.kind == "chip"]
        if chips:
            assert [chip.text for chip in chips] == [car.seat for car in position.cars]
            assert max(chips, key=lambda chip: chip.size).text == (position.extra or position.turn_of)
            (frame,) = (one.points for one in drawing.shapes if one.role == "panel_next")
            (acting,) = (chip for chip in chips if frame[0][0] < chip.at[0] < frame[1][0])
            assert acting.at[0] - acting.size / 2 > frame[0][0] + 0.2  # clear of the frame
        left = {
            kind: [one.at[0] - one.size / 2 for one in drawing.props if one.kind == kind] for kind in ("mark", "spent")
        }
        if used and not position.extra:
            assert min(left["mark"]) == pytest.approx(min(left["spent"]), abs=0.05)
        assert all(prop.at[1] + prop.size / 2 < drawing.rows for prop in drawing.props)
        shown += bool(used and chips)
    assert shown


def test_players_names_stand_at_their_houses() -> None:
    game, sample = find("tac"), GROUNDS["tac"].samples[0]
    seats = (sample.seats[0]._replace(player="Bartholomew the Long"), *sample.seats[1:])
    (step,) = play("tac", sample, 3, 1)
    report = turn_report(Scene("table", game, seats, "public"), PlayedTurn(1, step.after, step.events))
    (board,) = drawings(report.blocks)
    names = [label for label in board.labels if label.role == "player"]
    assert [label.text for label in names] == ["Bartholomew the Long", *(seat.player for seat in seats[1:])]
    svg = draw(board, "")
    words = words_of(svg)
    assert not overlapping(words)
    assert not outside(words, svg)
    for label in names:
        assert set(label.text.split()) <= {part for word in words for part in word.text.split()}
        assert all(hypot(label.at[0] - piece.at[0], label.at[1] - piece.at[1]) > 1 for piece in board.pieces)


@pytest.mark.parametrize("name", ["tac", "monza"])
def test_names_of_six_are_whole_and_longer_ones_are_cut(name: str) -> None:
    sample = max(GROUNDS[name].samples, key=lambda one: len(one.seats))
    names = ("Bartholomäus Wolfram", "Maximiliane Schulze", "Christoph-Alexander", "Annegret von Thünen", "Wilhelmine")
    players = (*names, "Ferdinandus Magellan the Great of Portugal and Spain")
    seats = tuple(seat._replace(player=player) for seat, player in zip(sample.seats, players, strict=True))
    (*_steps, step) = play(name, sample, 3, 3)
    report = turn_report(Scene("table", find(name), seats, "public"), PlayedTurn(1, step.after, step.events))
    for drawing in drawings(report.blocks):
        svg = draw(drawing, "")
        words = words_of(svg)
        assert not overlapping(words)
        assert not outside(words, svg)
        parts = [part for word in words for part in word.text.split()]
        assert {part for player in names for part in re.findall("[^ -]+-?", player)} <= set(parts)
        assert [part for part in parts if part.endswith("…")]


def test_no_car_hides_what_can_be_reached_on_the_tiles_beside_its_own() -> None:
    cars = tuple(Piece(seat, at, (5.5 + 9 * at, 2.5), 90) for at, seat in enumerate("AB"))
    beside = tuple(Target((5.5 + x, 2.5 + y), "M") for x in (-1, 0, 1) for y in (-1, 0, 1))
    drawing = Drawing(20, 10, pieces=cars, targets=beside)
    for least in (0, 0.5):
        drawn = "".join(draw_layers(drawing, least))
        for size in re.findall(r'class="piece" transform="translate\(\S+ \S+\) scale\((.+?)\)', drawn):
            assert 0.82 * float(size) < 0.7  # its nose ends before the marks in the middle of the next tile
