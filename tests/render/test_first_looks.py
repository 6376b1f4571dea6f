"""Pictures as a stranger sees them: nothing overruns its place, has a seam, or is lost on dark ground."""

from __future__ import annotations

import re

import pytest

from gm_tools.core.drawing import Drawing
from gm_tools.core.languages import speak
from gm_tools.core.sources import shown_source
from gm_tools.games import find
from gm_tools.render import html
from gm_tools.render.drawing import draw
from gm_tools.render.drawing.board_colours import WHITE
from gm_tools.render.drawing.legend import sample
from gm_tools.reports.base import first_drawing
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests.page.make_start import TOP

TURNS = TOP / "turns"


def _drawing(name: str, turn: int = -1) -> Drawing:
    table = open_table(TURNS / name)
    drawing = first_drawing(turn_post(table, table.turn if turn < 0 else turn, "public").blocks)
    assert drawing is not None
    return drawing


def test_the_strip_below_a_board_is_as_wide_as_the_board() -> None:
    """A narrower one would end in the middle of its box, on a ground of another colour."""
    table = open_table(TURNS / "lighthouse")
    page = html.render(turn_post(table, table.turn - 1, "public"))  # the race is over then, and nobody acts any more
    board, strip = re.findall(r'<svg class="drawn" role="img"[^>]*? width="(\d+)"', page)[:2]
    assert board == strip


def test_the_ground_of_a_picture_has_the_same_corners_in_every_part_of_it() -> None:
    """A part is cut out of the whole: corners that are round there would be round on one side only."""
    ground = re.search('<rect class="ground"[^>]*>', draw(_drawing("papers"), ""))
    assert ground is not None
    assert "rx=" not in ground[0]


def test_a_padlock_is_seen_on_dark_ground_too() -> None:
    shackles = re.findall('<path d="M-.13[^>]*>', sample("locked"))
    assert f'stroke="{WHITE}"' in shackles[0]
    assert len(shackles) == 2


def test_a_wall_is_seen_in_the_legend_of_a_dark_page_too() -> None:
    assert 'stroke="currentColor"' in sample("wall")


def test_several_winners_of_a_game_of_cards_are_winners() -> None:
    assert "winners" in {label.text for label in _drawing("marbles").labels}


def test_chips_of_a_pool_are_counted_as_the_report_counts_them() -> None:
    queue = _drawing("lighthouse", 80).queue  # before it is over
    assert queue is not None
    assert queue.words == "pool: 10 of 1, 8 of 2, 7 of 3"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_colour_on_the_plate_of_a_seat_has_room_there(language: str) -> None:
    """On a board that nobody plays on, the plates bear the colours: 'Transparent' is longer than 'clear'."""
    speak(language)
    path = next((TOP / "tracks" / "tac").glob("six*"))
    game = find("tac")
    drawing = first_drawing(game.board_blocks(game.parse_board(path.read_text(encoding="utf-8"))))
    assert drawing is not None
    names = [label for label in drawing.labels if label.anchor == "start" and label.role == "words"]
    assert len(names) == 6
    assert all(label.room for label in names)


@pytest.mark.parametrize(
    ("source", "shown"),
    [("bot", "Bot"), ("by hand", "von Hand"), ("implied by: bot", "folgt aus: Bot"), ("post 7", "post 7")],
)
def test_where_an_order_came_from_is_told_in_the_language_of_the_reader(source: str, shown: str) -> None:
    speak("de")
    assert shown_source(source) == shown


def test_letters_and_numbers_of_squares_lie_over_frames_and_ways() -> None:
    """They have a rim in their square's colour: neither a frame nor the way of a car cuts through them."""
    drawing = _drawing("willow", 6)
    svg = draw(drawing, "")
    last_way = svg.rindex('<g class="went">')
    last_frame = svg.rindex('<g class="within">', 0, last_way)  # not that of the legend
    numbers = [label.text for label in drawing.labels if label.is_painted and label.needs]
    assert numbers
    assert all(svg.rindex(f">{number}<") > last_way for number in numbers)
    letters = list(re.finditer('<text[^>]*stroke-width=".22"[^>]*>[^<]*[RYGBWP]!?</text>', svg))
    squares = [part for part in drawing.shapes if part.label and len(part.points) > 2]
    assert len(letters) == len(squares)
    assert all(match.start() > last_frame for match in letters)
