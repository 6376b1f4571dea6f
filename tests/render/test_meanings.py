"""Every mark that can be drawn on a board is named beside it, in every language."""

from __future__ import annotations

import re

import pytest

from gm_tools.core.blocks import Picture
from gm_tools.core.drawing import Arrow, Drawing, Landing, Piece, Trail
from gm_tools.core.languages import speak
from gm_tools.games import NAMES, find
from gm_tools.render.drawing import draw
from gm_tools.render.drawing.layers import legend, overlay, table_of_marks
from gm_tools.render.drawing.meanings import MARKS, TRIED, list_marks
from gm_tools.render.layout import legend_items
from tests import effort
from tests.ground import GROUNDS
from tests.samples import play

BARE = Drawing(9, 9)
LINE = ((1.0, 1.0), (3.0, 2.0))
PIECE = Piece("A", 0, (2, 2))
# A board for each kind of mark that shows what moved and who acts
MARKED = {
    "way": BARE._replace(trails=(Trail(0, LINE),)),
    "put": BARE._replace(trails=(Trail(0, LINE, put=True),)),
    "began": BARE._replace(trails=(Trail(0, LINE, is_pointed=True),)),
    "star": BARE._replace(crashes=((1, 1),)),
    **{role: BARE._replace(arrows=(Arrow(role, *LINE),)) for role in ("shift", "turn", "flow")},
    **{state: BARE._replace(pieces=(PIECE._replace(state=state),)) for state in ("flipped", "fresh", "locked")},
    "acts": BARE._replace(pieces=(PIECE._replace(is_next=True),)),
    "end": BARE._replace(landings=(Landing((1, 1), 0.5), Landing((2, 1), 0.5))),
}
# What an order lays over a board, and the kinds of marks that it draws there
STEPS = BARE._replace(steps=LINE, landings=(Landing((3, 2), 1),))
LAID = {
    ("path",): STEPS,
    ("refused",): STEPS._replace(is_refused=True),
    ("path", "branch", "end"): STEPS._replace(landings=(Landing((3, 2), 0.5), Landing((1, 3), 0.5, way=LINE))),
    ("path", "off_end"): STEPS._replace(landings=(Landing((3, 2), 1, "off"),)),
    ("path", "crash_end", "end"): STEPS._replace(landings=(Landing((3, 2), 0.5), Landing((1, 3), 0.5, "crash"))),
    (): BARE._replace(pieces=(PIECE._replace(is_next=True),)),
}
# What a drawing has besides: ground that the legends of games name, what says itself what it is, and what is only about showing it.
_NAMED = {"areas", "shapes", "signs", "gates", "targets", "heat", "legend"}
_PLAIN = {"labels", "queue", "props", "away", "parked", "shares", "put"}
_SHOWN = {
    "columns",
    "rows",
    "foot",
    "step_notes",
    "has_rulers",
    "numbered_from",
    "unit",
    "window",
    "names",
    "notes",
    "spared",
}


@pytest.mark.parametrize("language", ["", "de"])
def test_every_kind_of_mark_is_named(language: str) -> None:
    speak(language)
    try:
        texts = {role: legend(drawing) for role, drawing in MARKED.items()}
    finally:
        speak("")
    assert {mark.role for mark in MARKS} == set(texts)
    for mark in MARKS:
        assert texts[mark.role].count("<li ") == 1
        assert (mark.meaning in texts[mark.role]) == (language == "")
    assert legend(BARE) == ""


def test_a_games_own_name_is_given_once() -> None:
    assert legend(MARKED["fresh"]._replace(legend=(("fresh", "new"),))).count("<li ") == 1


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_no_legend_says_anything_twice(name: str) -> None:
    game = find(name)
    for step in play(name, GROUNDS[name].samples[0], 5, effort.choose(4, 8)):
        seats = sorted(game.awaited(step.after))[:1]
        blocks = [*game.turn_blocks(step.events, step.after)]
        for seat in seats:
            blocks += game.reach_blocks(game.view(step.after, seat), seat)
        for block in blocks:
            if not isinstance(block, Picture):
                continue
            said = [legend_items(block.legend)]
            if block.drawing is not None:
                said.append(re.findall(r"</svg>([^<]*)</li>", legend(block.drawing)))
                svg = draw(block.drawing, "").rpartition('<g transform="translate')[2]
                said.append([words for words in re.findall(r">([^<>]+)</text>", svg) if len(words) > 2])
            for words in said:
                assert len(words) == len(set(words)), block.title


def test_a_legend_entry_given_twice_is_shown_once() -> None:
    twice = (("crash", "crashes here"), ("sure", "can end here"), ("off", "crashes here"))
    assert legend(BARE._replace(legend=twice)).count("crashes here") == 1
    assert draw(BARE._replace(legend=twice), "").count("crashes here") == 1


def test_every_field_of_a_drawing_has_its_marks_listed() -> None:
    tried = {"steps", "more", "is_refused", "landings"}
    assert set(Drawing._fields) - _NAMED - _PLAIN - _SHOWN == {"trails", "crashes", "arrows", "pieces", *tried}


@pytest.mark.parametrize("roles", LAID)
def test_an_order_that_is_laid_over_a_board_names_the_marks_that_it_draws(roles: tuple[str, ...]) -> None:
    assert list_marks(LAID[roles]) == list(roles)
    assert overlay(LAID[roles]).startswith(f'<g data-marks="{" ".join(roles)}"/>')
    assert set(roles) <= set(table_of_marks())


def test_each_mark_of_the_table_has_a_tile_and_words() -> None:
    table = table_of_marks()
    assert list(table) == [mark.role for mark in (*TRIED, *MARKS)]
    for mark in (*TRIED, *MARKS):
        assert table[mark.role].startswith(f'<li data-role="{mark.role}"><svg ')
        assert table[mark.role].endswith(f"{mark.meaning}</li>")
