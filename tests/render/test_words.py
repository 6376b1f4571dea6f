"""The words on the boards of all games: none runs into another one or out of the picture, and all can be read at their size on a page."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from gm_tools.games import find
from gm_tools.render.drawing import draw
from gm_tools.reports.base import Scene, first_drawing
from gm_tools.reports.turn import PlayedTurn, turn_report
from tests import effort
from tests.ground import GROUNDS
from tests.render.words import Word, outside, overlapping, smallest, words_of
from tests.samples import play

TURNS = {"monza": 30, "tac": 40}
# The stage of a page 1280 by 800, and how high letters are there at least, in pixels: how small they may be is for near cameras to mend.
STAGE = (858, 498)
LEAST = {"monza": 10.6, "tac": 11.0, "nascar": 5.6, "rally": 8.5, "tacara": 7.5}


@cache
def boards(name: str) -> list[tuple[str, list[Word]]]:
    """Return boards of random games as everybody sees them, as SVG elements, their legends beside them; and their words."""
    found = []
    for sample in GROUNDS[name].samples:
        for step in islice(play(name, sample, 7, TURNS.get(name, 12)), 0, None, effort.choose(4, 1)):
            events = [event for event in step.events if event.audience is None]
            report = turn_report(Scene("table", find(name), sample.seats, "public"), PlayedTurn(1, step.after, events))
            drawing = first_drawing(report.blocks)
            assert drawing is not None
            svg = draw(drawing._replace(legend=()), "")
            found.append((svg, words_of(svg)))
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", LEAST)
def test_words_on_a_board_stand_apart_and_inside(name: str) -> None:
    for svg, words in boards(name):
        assert words
        assert not overlapping(words)
        assert not outside(words, svg)


@pytest.mark.long
@pytest.mark.parametrize("name", LEAST)
def test_words_on_a_board_can_be_read_on_a_page(name: str) -> None:
    for svg, words in boards(name):
        high = smallest(words, svg, STAGE)
        assert min(high.values()) > LEAST[name], min(high, key=high.__getitem__)
