"""What stands on a drawn board is told apart and stays to be seen: patterns, piles, the ground under marks, paths, finished cars."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest

from gm_tools.core.drawing import Drawing, Landing, Piece, Sign, Target, middle, put_cars, stand_together
from gm_tools.games import find
from gm_tools.games.tac.cards import CARDS
from gm_tools.render.drawing import STYLE, draw
from gm_tools.render.drawing.board_colours import BANDS, MARKS, PIECES, mark_of
from gm_tools.render.drawing.elements import long
from gm_tools.render.drawing.markers import fit, spread
from gm_tools.render.drawing.ways import REFUSED
from gm_tools.reports.base import first_drawing
from gm_tools.reports.trial import trial_report
from gm_tools.table import open_table
from tests import effort
from tests.ground import GROUNDS
from tests.page.make_start import TOP
from tests.render.test_drawing import KINDS, PLAIN, see_colour
from tests.samples import play

PAIRS = [(first, first + len(PIECES)) for first in range(len(PIECES))] + [(0, 24), (6, 30), (12, 24), (18, 30)]


@pytest.fixture(scope="module")
def pixels() -> Any:
    """Return what paints a piece, without its letter, so small that a tile takes 12 pixels; skip without a painter."""
    resvg, image = pytest.importorskip("resvg_py"), pytest.importorskip("PIL.Image")

    def paint(piece: Piece) -> list[str]:
        svg = draw(Drawing(2, 2, pieces=(piece,), has_rulers=False, unit=12), "")
        svg = re.sub(r"<text.*?</text>", "", svg).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        with image.open(BytesIO(bytes(resvg.svg_to_bytes(svg_string=svg)))) as shown:
            dots = shown.convert("RGB").tobytes().hex()
        return [f"#{dots[at : at + 6]}" for at in range(0, len(dots), 6)]

    return paint


@pytest.mark.parametrize("heading", [90, 45, None])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_pattern_is_seen_at_twelve_pixels_by_readers_of_all_kinds(
    one: int, other: int, heading: float | None, pixels: Any
) -> None:
    first, again = (pixels(Piece("A", number, (1, 1), heading)) for number in (one, other))
    for kind in KINDS:
        far = sum(
            math.dist(see_colour(a, kind), see_colour(b, kind)) > 33
            for a, b in zip(first, again, strict=True)
            if a != b
        )
        assert far >= 15  # pixels, of about 150


def test_a_seats_mark_in_tables_has_the_pattern_of_its_piece() -> None:
    roles = [mark_of(Piece("A", number, (0, 0))) for number in range(36)]
    assert len({(MARKS[role], BANDS.get(role)) for role in roles}) == 36
    for role in roles[12:]:
        assert f".{role}{{color:{MARKS[role][0]};background:linear-gradient" in STYLE
    assert not any(role in BANDS for role in roles[:12])


@pytest.mark.parametrize("count", range(2, 10))
@pytest.mark.parametrize("heading", [None, 0, 45, 270])
def test_pieces_on_one_tile_stay_on_it(count: int, heading: float | None) -> None:
    stands = [stand_together((4.5, 2.5), heading, place, count) for place in range(count)]
    assert len({at for at, _size in stands}) == count
    for (x, y), _size in stands:
        assert math.hypot(x - 4.5, y - 2.5) < 0.5
    if heading in (0, 270):  # of two cars no letter lies on another one's body
        nearest = min(math.dist(a[0], b[0]) for a, b in combinations(stands, 2))
        assert nearest > 0.62 * stands[0][1]


def test_on_the_whole_of_a_large_board_a_pile_is_spread_so_that_its_letters_are_read() -> None:
    pieces = tuple(Piece("AB"[at], at, *_place_piece(at, 2)) for at in range(2))
    places = spread(pieces, fit(pieces, 1.7), 1.7)
    (one, size), (other, _size) = places.values()
    assert size > 0.75
    assert math.dist(one, other) > 0.8
    svg = draw(Drawing(60, 30, pieces=pieces), "")
    assert all(f'data-near="translate({at:.2f}'.rstrip("0") in svg.replace('" scale', "") for at in (4.26, 4.74))


def _place_piece(place: int, count: int) -> tuple[tuple[float, float], float, float]:
    at, size = stand_together((4.5, 2.5), 0, place, count)
    return at, 0, size


@pytest.mark.parametrize("role", ["oil", "bag", "bank_left"])
def test_what_lies_under_cars_is_shown_beside_all_their_letters(role: str) -> None:
    pile = tuple(Piece("ABC"[at], at, *_place_piece(at, 3)) for at in range(3))
    pieces = (*pile, Piece("D", 3, middle((2, 5)), 0), Piece("E", 4, middle((1, 4)), 0))
    for columns in (9, 60):
        drawing = Drawing(columns, 9, signs=(Sign(role, (2, 4)),), pieces=pieces)
        big = max(1.0, min(1.7, columns / 38))
        svg = draw(drawing, "")
        (x, y) = map(float, re.findall(r'class="under" transform="translate\((\S+) (\S+)\)', svg)[0])
        assert svg.count('class="under"') == 1
        for at, size in spread(pieces, fit(pieces, big), big).values():
            assert math.dist(at, (x, y)) > 0.36 + 0.25 * size
        assert ("#3d4c70" in svg) == role.startswith("bank")


def test_a_mark_does_not_hide_what_lies_on_its_tile() -> None:
    targets = (Target((2.5, 1.5), "", label="1"), Target((4.5, 1.5), "", label="1"))
    svg = draw(PLAIN._replace(signs=(Sign("bag", (1, 2)),), targets=targets), "")
    discs = [
        (float(x), float(y)) for x, y in re.findall(r'<circle cx="(\S+)" cy="(\S+)" r="\.\d+" fill="#0b6e4f"', svg)
    ]
    assert len(discs) == 2
    assert math.dist(discs[0], (2.5, 1.5)) > 0.35
    assert discs[1] == (4.5, 1.5)


WAY = tuple(middle((1, column)) for column in range(1, 5))


def test_the_end_of_an_order_is_marked_with_its_piece() -> None:
    board = PLAIN._replace(pieces=(Piece("A", 0, WAY[0], 90, is_next=True),), steps=WAY)
    svg = draw(board, "")
    assert svg.count('class="end"') == 1
    assert svg.count(">A</text>") == 2
    assert [f">{number}</text>" in svg for number in (1, 2, 3)] == [True] * 3
    held = draw(board._replace(pieces=(*board.pieces, Piece("B", 1, WAY[-1], 0))), "")
    assert held.count(">A</text>") == held.count(">B</text>") == 1  # who stands there stays to be read
    (x, y) = map(float, re.findall(r'class="end" transform="translate\((\S+) (\S+)\)', held)[0])
    assert (x, y) == WAY[-1]


def test_an_order_that_surely_leaves_the_track_shows_where() -> None:
    piece = Piece("A", 0, WAY[0], 90, is_next=True)
    off = Landing(WAY[-1], 1, "off", 90, (WAY[-1], (6.2, 1.5)))
    svg = draw(PLAIN._replace(pieces=(piece,), steps=WAY, landings=(off,)), "")
    assert ">off the track</text>" in svg


ILLEGAL: dict[str, Callable[[str], str]] = {
    "nascar": lambda legal: legal.replace("M)", "M)M") if "M)" in legal else f"{legal}MMM",
    "tac": lambda legal: re.sub(r">(\d+)$", lambda found: f">{int(found[1]) % 60 + 4}", legal),
    "tacara": lambda legal: f"{legal}E",
    "monza": lambda legal: legal.rsplit(" ", 1)[0] if " " in legal else "",
}


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(ILLEGAL))
def test_the_path_of_an_order_that_is_not_legal_is_grey_and_dashed(name: str) -> None:
    shown = 0
    for drawing, is_legal in _trials(name):
        svg = draw(drawing, "")
        if len(drawing.steps) > 1:
            shown += not is_legal
            assert drawing.is_refused != is_legal
            assert (f'stroke="{REFUSED}"' in svg) != is_legal
            assert ('fill="none" stroke="#1668f0"' in svg) == is_legal
            assert ('class="end"' in svg or "%</text>" in svg) == is_legal
    assert shown


def _trials(name: str) -> Iterator[tuple[Drawing, bool]]:
    """Yield the boards of legal orders, and of the same ones made illegal."""
    from gm_tools.reports.base import Scene

    game: Any = find(name)
    sample = GROUNDS[name].samples[0]
    for step in play(name, sample, 5, effort.choose(18, 30) if name == "tac" else effort.choose(4, 8)):
        for seat, order in list(step.orders.items())[:2]:
            legal = game.format_order(order)
            scene = Scene("table", game, sample.seats, seat)
            for text in filter(None, (legal, ILLEGAL[name](legal))):
                report = trial_report(scene, step.before, seat, text, turn=1, whole_board=True)
                drawing = first_drawing(report.blocks)
                if drawing is not None:
                    yield drawing, report.data["legal"]


def test_cars_that_have_finished_are_parked_in_order_with_their_places() -> None:
    class Car:
        def __init__(self, seat: str, finished: int) -> None:
            self.seat, self.finished, self.at, self.runs = seat, finished, 0, not finished

    cars = [Car("A", 2), Car("B", 0), Car("C", 1)]
    drawing = put_cars(PLAIN, cars, lambda _at: (1, 1), lambda _car: None)
    assert [piece.seat for piece in drawing.parked] == ["C", "A"]
    svg = draw(drawing, "")
    assert svg.index(">1.</text>") < svg.index(">C</text>") < svg.index(">2.</text>") < svg.index(">A</text>")
    assert re.search(r'data-board="2.2 \d+ \d+ 1 3"', svg)


def test_words_on_cards_can_be_read() -> None:
    from gm_tools.games.tac.drawing import _CARD, _card
    from gm_tools.render.drawing.cards import token

    for card in CARDS:
        for high in re.findall(r'font-size="(\.\d+)"', token(_card(card, (0, 0), _CARD))):
            assert float(high) * _CARD * 14 > 10.9, card  # a ring has 14 pixels a unit on a page 1280 wide


def test_no_word_at_a_house_runs_into_a_house_or_a_pen() -> None:
    game: Any = find("tac")
    for sample in GROUNDS["tac"].samples:
        (step,) = play("tac", sample, 3, 1)
        drawing = first_drawing(game.turn_blocks((), step.after))
        assert drawing is not None
        discs = [
            shape.points[0] for shape in drawing.shapes if shape.role in ("tray", "field") and len(shape.points) == 1
        ]
        for label in drawing.labels:
            if label.role != "player" and "bring" not in label.text:
                continue
            words = "PlayerName" if label.role == "player" else label.text
            half = long(words, label.size) / 2
            middle_x = label.at[0] + {"start": half, "end": -half, "middle": 0}[label.anchor]
            for x, y in discs:
                assert abs(x - middle_x) > half + 0.5 or abs(y - label.at[1]) > 0.35 + 0.5, (label, x, y)


@pytest.mark.parametrize("name", ["monza", "tac"])
def test_the_end_of_a_game_shows_who_has_won(name: str) -> None:
    last = open_table(TOP / "turns" / {"monza": "willow", "tac": "marbles"}[name])
    drawing = first_drawing(last.game.turn_blocks((), last.position))
    assert drawing is not None
    position: Any = last.position
    won = set(position.winners) if name == "monza" else {position.letters[seat] for seat in position.places[0]}
    assert won
    assert {prop.text for prop in drawing.props if prop.kind == "chip"} == won
    assert {"winner", "winners"} & {label.text for label in drawing.labels}
