"""Languages: whatever a race tells comes from the catalogue, piece by piece; only notation, names and numbers do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest

from gm_tools.core import i18n
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.game import STRENGTHS
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.rules_sheet import set_lines
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import HEADINGS, check_board, parse_board
from gm_tools.games.nascar.options import SPECIALS
from gm_tools.games.nascar.orders import format_order, parse_order
from gm_tools.games.nascar.position import Position
from tests import effort
from tests.brackets import Bracketed, texts
from tests.nascar.test_rules import SEATS, TRACK, board

NAMES = {"Scrapyard", *SPECIALS, *HEADINGS}
ORDERS = ("MAM", "A(12M)", "AAA(5M)", "(4L)(4R)", "SSM", "BBB", "(9M)S", "M(M+1)", "A(A+1)(B+1)", "-", "LLRR")


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", Bracketed())


def bare(text: str) -> list[str]:
    """Return the words outside ⟦ ⟧ that are no notation."""
    outside = re.sub(r"\[N[\d.N\]\[]*\]", " ", text)
    while "⟦" in outside and (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", outside)) != outside:
        outside = shorter
    found = re.findall(r"[^\W\d_]{2,}", outside)
    return [word for word in found if word not in NAMES and not set(word) <= set("ABSMLR")]


def tell(position: Position, seat: str) -> Iterator[str]:
    """Yield all that is told to or about a seat at one moment of a race: request, tries, problems, plan, search."""
    yield from (request.text for request in GAME.awaited(position).values())
    yield GAME.headline(position)
    for text in ("(5M)", *ORDERS):
        order = parse_order(text)
        assert not isinstance(order, Problem)
        yield from (problem.message for problem in GAME.check(position, seat, order))
        branches = list(fork(partial(GAME.trial, position, seat, order)))
        yield from texts(GAME.trial_blocks(position, seat, order, branches, False))
    assert GAME.plan is not None
    assert GAME.reach_blocks is not None
    plan = GAME.plan(position, seat, 2, lambda _done, _count: None)
    yield from (column.title for column in plan.columns)
    yield from (cell for choice in [*plan.choices][:40] for cell in choice.cells)
    yield from plan.notes
    yield from texts(view for view in GAME.reach_blocks(position, seat) if not hasattr(view, "rows"))


def lines_of_maps_left_out(texts_told: Iterator[str]) -> Iterator[str]:
    """Yield the texts that are no row of a map."""
    glyphs = set(" *b.Sso=|#Px+?!%0123456789") | {seat.mark for seat in SEATS}
    return (text for text in texts_told if not set(text) <= glyphs)


@pytest.mark.usefixtures("brackets")
@pytest.mark.long
@pytest.mark.parametrize("strength", effort.choose(STRENGTHS[:1], STRENGTHS))
def test_every_word_about_a_race_comes_from_the_catalogue(strength: str) -> None:
    secret = bytes([STRENGTHS.index(strength)] * 32)
    position = GAME.setup(board(), SEATS, {}, Seeded(secret))
    kinds: set[str] = set()
    assert GAME.bot is not None
    while not GAME.is_over(position) and position.turn < 60:
        orders = {seat: GAME.bot(position, seat, strength, Seeded(secret)) for seat in GAME.awaited(position)}
        if position.turn % effort.choose(25, 4) == 0:
            for text in lines_of_maps_left_out(tell(position, next(iter(orders)))):
                assert bare(text) == [], text
        events, after = GAME.resolve(position, orders, Seeded(secret), ("A",) if "A" in orders else ())
        for text in lines_of_maps_left_out(texts(GAME.turn_blocks(events, after))):
            assert bare(text) == [], text
        kinds |= {event.kind for event in events}
        position = after
    assert {"moved", "lap_completed", "finished", "order_missed"} <= kinds
    assert bare(GAME.headline(position)) == []


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("text", ["", "M2", "hello", "1M1", "(MM", "A(2R+1)", "MM;MM", "?"])
def test_every_word_about_an_unreadable_order_comes_from_the_catalogue(text: str) -> None:
    problem = parse_order(text)
    assert isinstance(problem, Problem)
    assert set(bare(problem.message)) <= {"hello"}


@pytest.mark.usefixtures("brackets")
def test_every_word_about_the_faults_of_a_board_comes_from_the_catalogue() -> None:
    for changed in (TRACK.replace("*=*", "***"), TRACK.replace("x", "*"), TRACK.replace("*", "q"), TRACK + "\n  *\n"):
        try:
            problems = check_board(parse_board(changed), 3)
        except InputError as error:
            problems = error.problems
        assert problems
        for problem in problems:
            assert bare(problem.message) == [] or bare(problem.message) == ["bS"], problem.message


@pytest.mark.usefixtures("brackets")
def test_every_word_about_an_empty_board_comes_from_the_catalogue() -> None:
    for text in lines_of_maps_left_out(texts(GAME.board_blocks(board()))):
        assert bare(text) == [], text


@pytest.mark.usefixtures("german")
def test_the_sheet_of_rules_is_german_in_german() -> None:
    sheet = GAME.sheet()
    assert sheet != GAME.rules_sheet.format(**GAME.sheet_fields)
    assert "Joker (wild cards, WC)" in sheet
    assert max(map(len, set_lines(sheet))) <= 125


@pytest.mark.usefixtures("german")
def test_an_order_is_written_the_same_in_german() -> None:
    order = parse_order("a(a+1) 4m r+1")
    assert not isinstance(order, Problem)
    assert format_order(order) == "A(A+1)(4M)(R+1)"
