"""What a page lays over a board: it hides nothing that the page shows there, and says nothing twice."""

from __future__ import annotations

import re

from gm_tools.core.drawing import Area, Drawing, Landing, Piece, Sign
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
