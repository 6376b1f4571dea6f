"""Every mark that can be drawn on a board is named beside it, in every language."""

from __future__ import annotations

import pytest

from gm_tools.core.drawing import Arrow, Drawing, Landing, Piece, Trail
from gm_tools.core.languages import speak
from gm_tools.render.drawing.layers import legend
from gm_tools.render.drawing.meanings import MARKS

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
# What a drawing has besides: ground that the legends of games name, what says itself what it is, and what is only about showing it.
_NAMED = {"areas", "shapes", "signs", "gates", "targets", "heat", "legend"}
_PLAIN = {"labels", "queue", "props", "away", "parked", "steps", "more", "is_refused", "shares"}
_SHOWN = {"columns", "rows", "has_rulers", "numbered_from", "unit", "window"}


@pytest.mark.parametrize("language", ["", "de"])
def test_every_kind_of_mark_is_named(language: str) -> None:
    speak(language)
    try:
        texts = {role: legend(drawing) for role, drawing in MARKED.items()}
    finally:
        speak("")
    assert {mark.role for mark in MARKS} == set(texts)
    for mark in MARKS:
        assert texts[mark.role].count("<li>") == 1
        assert (mark.meaning in texts[mark.role]) == (language == "")
    assert legend(BARE) == ""


def test_what_a_game_names_itself_is_named_once() -> None:
    assert legend(MARKED["fresh"]._replace(legend=(("fresh", "new"),))).count("<li>") == 1


def test_there_is_nothing_else_to_be_drawn() -> None:
    assert set(Drawing._fields) - _NAMED - _PLAIN - _SHOWN == {"trails", "crashes", "arrows", "pieces", "landings"}
