"""Drawn boards: nothing is lost under a piece, nothing is told by colour alone, and several boards may stand on one page."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.drawing import Area, Drawing, Piece, Sign, Trail, middle
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.monza.board import COLOUR_NAMES
from gm_tools.games.nascar.board import UNKNOWN
from gm_tools.games.nascar.drawing import draw_race, draw_track
from gm_tools.games.tac.picture import ROLES
from gm_tools.games.tacara.position import COLOURS
from gm_tools.render.drawing import PIECES, STYLE, contents, draw, outlines
from gm_tools.render.drawing.board_colours import NAMED
from gm_tools.render.drawing.ways import LIES, trail
from tests.ground import GROUNDS
from tests.samples import start

SQUARE = tuple((row, column) for row in range(4) for column in range(6))
PLAIN = Drawing(6, 4, (Area("track", SQUARE),))
TRACKS = sorted((folder("tracks") / "nascar").glob("*.txt"))


def texts(drawing: Drawing) -> list[str]:
    """Return all that is written in a drawing, in its order."""
    return [element.text or "" for element in ET.fromstring(draw(drawing, "")).iter("text")]


def ring_area(ring: list[tuple[int, int]]) -> float:
    """Return the area of a ring by the shoelace formula: negative for a hole."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=30))
def test_outlines_hold_as_much_as_their_tiles(cells: set[tuple[int, int]]) -> None:
    rings = outlines(cells)
    assert sum(map(ring_area, rings)) == len(cells)
    for ring in rings:
        for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
            assert (x == u) != (y == v)


def test_a_hole_is_a_ring_of_its_own() -> None:
    ring = {(row, column) for row in range(3) for column in range(3)} - {(1, 1)}
    assert sorted(map(ring_area, outlines(ring))) == [-1, 9]


def test_every_piece_shows_its_letter_and_points_where_it_is_heading() -> None:
    pieces = tuple(Piece(chr(65 + n), n, middle((n % 4, n % 6)), n * 45) for n in range(16))
    svg = draw(PLAIN._replace(pieces=pieces), "")
    assert sorted(text for text in texts(PLAIN._replace(pieces=pieces)) if text.isalpha()) == [
        one.seat for one in pieces
    ]
    for piece in pieces:
        assert f">{piece.seat}</text>" in svg
        assert piece.heading is not None
        assert f"rotate({piece.heading - 90:g})" in svg


@pytest.mark.parametrize("role", ["oil", "bag", "unknown", "repair"])
def test_what_lies_under_a_piece_is_shown_once_more(role: str) -> None:
    drawing = PLAIN._replace(signs=(Sign(role, (2, 3)),))
    alone = draw(drawing, "")
    covered = draw(drawing._replace(pieces=(Piece("A", 0, middle((2, 3)), 90),)), "")
    shape = re.findall(r"<path d=\"[^\"]+\"|>[?P]</text>", alone)[-1]
    assert covered.count(shape) == alone.count(shape) + 1


@pytest.mark.parametrize("role", LIES)
def test_what_lies_on_a_tile_is_drawn_over_the_ways_of_the_last_turn(role: str) -> None:
    trails = (Trail(0, tuple(middle((2, column)) for column in range(1, 6))),)
    svg = draw(PLAIN._replace(signs=(Sign(role, (2, 3)),), trails=trails), "")
    assert svg.rindex('class="went"') < svg.index('class="sign"')


KINDS = (  # Machado, Oliveira and Fernandes 2009: nobody's, protanopia, deuteranopia, tritanopia
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
)


def see_colour(colour: str, kind: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """Return how a reader of a kind sees a colour, in CIE 1976 L*a*b*."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in kind)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize(
    ("colours", "least"),
    [
        (PIECES, 33),  # Nascar and Vector Rally: twelve, then the same with stripes
        ([NAMED[name] for name in COLOUR_NAMES.values()], 35),  # Monza
        # TAC: white and clear, which have a letter each
        ([NAMED[name.replace("grey", "clear")] for name in ROLES], 19),
        ([NAMED[name] for name in sorted(COLOURS)], 23),  # Tacara: twelve
    ],
    ids=["numbered", "monza", "tac", "tacara"],
)
def test_pieces_are_told_apart_by_readers_of_all_kinds(colours: Sequence[str], least: float) -> None:
    nearest = min(
        math.dist(see_colour(one, kind), see_colour(other, kind))
        for kind in KINDS
        for one, other in combinations(colours, 2)
    )
    assert nearest > least
    assert len(PIECES) == 12


def test_a_thirteenth_piece_differs_from_the_first() -> None:
    first, again = (draw(PLAIN._replace(pieces=(Piece("A", n, (1.5, 1.5), 0),)), "") for n in (0, len(PIECES)))
    assert first != again


def test_a_drawing_has_no_ids_and_asks_nobody() -> None:
    body, size = contents(draw_race(start("nascar", GROUNDS["nascar"].samples[0], bytes(32))))
    assert size[0] > size[1]
    assert not re.search(r'\bid=|url\(|https?:|style="', body + STYLE)


def test_players_words_stay_text() -> None:
    svg = draw(PLAIN._replace(pieces=(Piece("<&", 0, (1, 1)),), legend=(("track", '"><script>'),)), "<b>")
    ET.fromstring(svg)
    assert "<script>" not in svg


def test_a_trail_grows_clearer_towards_the_piece() -> None:
    svg = draw(PLAIN._replace(trails=(Trail(0, tuple(middle((1, column)) for column in range(5))),)), "")
    clear = [float(value) for value in re.findall(r'class="way-line"[^>]*opacity="([\d.]+)"', svg)]
    assert len(clear) == 4
    assert clear == sorted(clear)
    assert clear[-1] == 1


@pytest.mark.parametrize("path", TRACKS, ids=lambda path: path.stem)
def test_every_shipped_track_is_drawn_whole(path: object) -> None:
    board = find("nascar").parse_board(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    drawing = draw_track(board, board.tiles)
    track = next(area for area in drawing.areas if area.role == "track")
    assert len(track.cells) == sum(glyph != " " for glyph in board.tiles)
    assert sum(sign.role == "unknown" for sign in drawing.signs) == board.tiles.count(UNKNOWN)
    ET.fromstring(draw(drawing, board.name))
    assert {role for role, _name in drawing.legend} >= {"track", "finish"}


@pytest.mark.parametrize("path", TRACKS, ids=lambda path: path.stem)
def test_the_legend_shows_sand_as_the_board_does(path: object) -> None:
    board = find("nascar").parse_board(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    has_sand = UNKNOWN in board.tiles
    for wide in (400, 1200, 4000):
        svg = draw(draw_track(board, board.tiles), board.name, wide)
        assert svg.count(">?<") in {0, has_sand + board.tiles.count(UNKNOWN)}
        assert svg.count('<path class="ripple"') >= 2 * has_sand


@pytest.mark.parametrize("kind", [{}, {"is_pointed": True}, {"is_pointed": True, "put": True}])
def test_only_an_order_that_is_tried_has_numbers_and_a_double_line_whatever_the_colour_of_the_last_move(
    kind: dict[str, bool],
) -> None:
    ways = tuple(middle((1, column)) for column in range(4))
    went = "".join(trail(Trail(0, ways, "blue", **kind), 1))
    tried = draw(PLAIN._replace(steps=ways), "")
    core = re.compile(
        r'stroke="#1668f0" stroke-width="[\d.]+"[^>]*/><path [^>]*stroke="#ffffff" stroke-width="\.0[\d]*"'
    )
    assert "<text" not in went
    assert not core.search(went)
    assert len(core.findall(tried)) == 1
    assert 'class="count"' in tried


@pytest.mark.parametrize("shares", [((0, 0),), ((-0.22, 0), (0.22, 0)), ((0, -0.22), (0, 0.22))])
def test_the_number_of_a_step_stands_on_its_own_tile_whoever_stands_there(
    shares: Sequence[tuple[float, float]],
) -> None:
    ways = tuple(middle((1, column)) for column in range(4))
    x, y = ways[2]
    pieces = [Piece("A", 0, ways[0], 90, is_next=True)]
    pieces += [Piece("B", 1, (x + dx, y + dy), 90, 1 if len(shares) == 1 else 0.55) for dx, dy in shares]
    shown = draw(PLAIN._replace(steps=ways, pieces=tuple(pieces)), "")
    numbers = re.findall(
        r'class="count" transform="translate\(([\d.]+) ([\d.]+)\)[^>]*><circle[^>]*/><text[^>]*>(\d)<', shown
    )
    tiles = {int(figure): (int(float(left)), int(float(top))) for left, top, figure in numbers}
    assert tiles[1] == (1, 1)
    assert tiles[2] == (2, 1)


def test_an_end_on_a_piece_is_framed_there_and_hides_no_letter_of_it() -> None:
    ways = tuple(middle((1, column)) for column in range(4))
    pieces = Piece("A", 0, ways[0], 90, is_next=True), Piece("B", 1, ways[-1], 90)
    shown = draw(PLAIN._replace(steps=ways, pieces=pieces), "")
    ((x, y, marks),) = re.findall(r'<g class="end"[^>]*translate\(([-\d.]+) ([-\d.]+)\)[^>]*>(.*?)</g>', shown)
    assert (float(x), float(y)) == ways[-1]
    assert set(re.findall(r'fill="([^"]*)"', marks)) == {"none"}
    assert shown.count(">B</text>") == 1
