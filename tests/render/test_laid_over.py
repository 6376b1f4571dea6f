"""What a page lays over a board: it hides nothing that the page shows there, and says nothing twice."""

from __future__ import annotations

import re
from math import dist

from gm_tools.core.drawing import Area, Drawing, Landing, Piece, Sign
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.monza.drawing import draw_track, square_middle
from gm_tools.render.drawing.layers import overlay

ROAD = tuple((row, column) for row in range(5) for column in range(60))
LEAVES = Drawing(
    60,
    30,
    (Area("track", ROAD), Area("sand", ((0, 20), (0, 30)))),
    signs=(Sign("unknown", (0, 20)), Sign("unknown", (2, 50))),
    pieces=(Piece("D", 1, (22.5, 1.5), 270, is_next=True),),
    steps=((22.5, 1.5), (21.5, 1.5), (20.5, 0.5)),
    landings=(Landing((20.5, 0.5), 1, "off", 315, ((20.5, 0.5), (19.5, -0.5))),),
)


def test_signs_that_the_board_has_are_not_drawn_once_more() -> None:
    """They would lie on what the page writes over the board: "you" beside a car in the sand."""
    laid = overlay(LEAVES)
    assert "off the track" in laid
    assert "sign" not in laid
    assert "sand" not in laid


def test_where_an_order_leaves_the_road_is_said_beside_it() -> None:
    """On the road are marks of what else can be reached."""
    (plate,) = re.findall(r'class="plate"><rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"', overlay(LEAVES))
    _left, top, _wide, high = map(float, plate)
    assert top + 0.8 * high < 0.2  # seen from near it is smaller


def test_the_line_to_a_number_beside_a_car_leaves_its_letter_free_and_goes_with_the_number() -> None:
    steps = ((22.5, 1.5), (21.5, 1.5), (20.5, 1.5), (19.5, 1.5))
    passed = LEAVES._replace(pieces=(*LEAVES.pieces, Piece("F", 2, (21.5, 1.5), 270)), steps=steps, landings=())
    laid = overlay(passed)
    ((needed, path),) = re.findall(r'<g data-needs="(\S+)"><path d="M(.+?)L', laid)
    assert dist((21.5, 1.5), tuple(map(float, path.split()))) > 0.15
    assert re.findall(rf'class="count" [^>]*data-needs="{needed}"', laid)


def test_no_letter_of_a_square_lies_on_the_letter_of_the_car_that_an_order_brings_there() -> None:
    for path in sorted((folder("tracks") / "monza").glob("*.txt")):
        board = find("monza").parse_board(path.read_text(encoding="utf-8"))
        track = draw_track(board)
        for number, square in enumerate(board.squares):
            end = square_middle(board, number)
            begin = end[0] - 3, end[1]
            laid = overlay(track._replace(pieces=(Piece("R", 0, begin, 90, is_next=True),), steps=(begin, end)))
            letters = re.findall(rf'<text x="(\S+)" y="(\S+)" font-size="(\S+)"[^>]*>{square.colour}</text>', laid)
            places = [(float(x), float(y) - 0.36 * float(high)) for x, y, high in letters]
            assert min((dist(end, place) for place in places), default=1) > 0.8, (path.stem, square.name)
