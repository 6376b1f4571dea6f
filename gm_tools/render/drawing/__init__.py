"""Drawings as SVG: one visual language for the boards of all games, on light and on dark ground.

Whoever reads a picture knows from one game what the others mean: a piece has a light and a dark rim and its letter, an
amber ring is who acts, the last move is a line in the piece's colour on white on dark, a green dot can be reached, a
red cross is bad, a crash is a yellow star. Colour never says anything alone.

`board.py` draws a board from the ground up, `surround.py` what is round it, `legend.py` what its marks mean.
"""

from gm_tools.render.drawing.board import draw_layers
from gm_tools.render.drawing.board_colours import MARKS, PIECES, STYLE, seat_marks
from gm_tools.render.drawing.legend import draw_legend, shown_legend
from gm_tools.render.drawing.markers import bands
from gm_tools.render.drawing.surfaces import outlines
from gm_tools.render.drawing.surround import (
    RULED,
    RULER_ROOM,
    contents,
    draw,
    draw_parked,
    frame_window,
    list_ways,
    margin_after,
    pack,
)

__all__ = [
    "MARKS",
    "PIECES",
    "RULED",
    "RULER_ROOM",
    "STYLE",
    "bands",
    "contents",
    "draw",
    "draw_layers",
    "draw_legend",
    "draw_parked",
    "frame_window",
    "list_ways",
    "margin_after",
    "outlines",
    "pack",
    "seat_marks",
    "shown_legend",
]
