"""Languages: a made-up one that brackets every message shows whether any text does not come from the catalogues; German is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from gm_tools.core import i18n
from gm_tools.core.blocks import Block, Grid, Lines, Picture
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.events import GM, PUBLIC, view_events
from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.rules_sheet import set_lines
from gm_tools.games.tac import GAME
from gm_tools.games.tac.board import KEYS, LETTERS, standard_board
from gm_tools.games.tac.cards import CARDS
from gm_tools.games.tac.cases import WORDS
from gm_tools.games.tac.variants import NAMES
from tests import effort
from tests.tac.tables import at, begin, board, order, play, random_game

# What is the same in every language: cards and words of the notation, the words of T13.9, keys and their values.
NEUTRAL = {
    *CARDS, *WORDS, *NAMES, *KEYS, "in", "skip", "drop", "swap", "else", "can", "cannot", "pen", "true", "false", "basic", "master",
    "play", "deal", "over", "open", "closed", "wait", "auto", "dealer",
}  # fmt: skip
PLACE = re.compile(r"[A-Z]{1,6}|[A-Z]?\d*[a-d]?|T?\d+(\.\d+)*")  # seats, teams, balls, fields, rule IDs


class Bracketing:
    """A catalogue that puts every message in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", Bracketing())


def bare(text: str) -> list[str]:
    """Return the words outside all brackets that are not the same in every language."""
    out, depth = [], 0
    for glyph in text:
        depth += glyph == "⟦"
        out.append(" " if depth else glyph)
        depth -= glyph == "⟧"
    assert not depth, text
    found = re.findall(r"\w+(?:\.\w+)*", "".join(out))
    return [word for word in found if word not in NEUTRAL and not PLACE.fullmatch(word)]


def texts_of(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield every text of blocks but the cells of pictures."""
    for block in blocks:
        yield block.title
        if isinstance(block, Lines):
            yield from block.lines
        elif isinstance(block, Grid):
            yield from (column.title for column in block.columns)
            for row in block.rows:
                yield from row
        elif isinstance(block, Picture):
            yield from (meaning for __, meaning in block.legend)


def check_bare(*texts: str) -> None:
    for text in texts:
        assert not bare(text), text


@pytest.mark.long
@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    "variant", effort.choose(["pairs6", "double2"], ["pairs4", "pairs6", "team4", "duel2", "double2", "trios6"])
)
def test_every_word_of_a_game_comes_from_the_catalogues(variant: str) -> None:
    random = Random(1)
    for number, step in enumerate(
        random_game(begin(variant, "master", 2, play_on=variant == "pairs6"), 2, effort.choose(5, 400))
    ):
        before, after = step.before, step.after
        for viewer in (PUBLIC, GM, before.letters[before.use[0]]) if number % 5 == 0 else (GM,):
            views = GAME.view(before, viewer), GAME.view(after, viewer)
            check_bare(*texts_of(GAME.turn_blocks(view_events(step.events, viewer), views[1])))
        check_bare(GAME.headline(after), *(asked.text for asked in GAME.awaited(after).values()))
        for seat, one in step.orders.items():
            view = GAME.view(before, seat)
            if number % 7 == 0:
                check_trial(view, seat, one)
                check_plan(view, seat)
        for seat in before.letters:
            for text in random.sample(TRIED, 4):
                for problem in GAME.check(before, seat, order(text)):
                    check_bare(problem.message, problem.suggestion)


def check_trial(view: Any, seat: str, one: Any) -> None:
    branches = list(fork(lambda draws: GAME.trial(view, seat, one, draws)))
    check_bare(*texts_of(GAME.trial_blocks(view, seat, one, branches, True)))


def check_plan(view: Any, seat: str) -> None:
    assert GAME.plan is not None
    assert GAME.reach_blocks is not None
    plan = GAME.plan(view, seat, 1, lambda _done, _count: None)
    check_bare(*(column.title for column in plan.columns), *plan.notes)
    check_bare(*(cell for choice in plan.choices for cell in choice.cells))
    check_bare(*texts_of(GAME.reach_blocks(view, seat)))


TRIED = [
    *(
        "5 R10",
        "5 R10-15",
        "5 R10+4",
        "5 R10>17",
        "4 R20",
        "4 Ra",
        "7 R5+3",
        "7 R5+3 R9",
        "7 Ra>d R63>b",
        "7 Ra-1 Rb",
        "1 in",
    ),
    *(
        "13 in",
        "1 in G",
        "1 R1",
        "13 R40",
        "8 skip",
        "8 R5",
        "trick R5 G20",
        "trick R5 R5",
        "tac 5 R10",
        "tac 13 in",
        "jester",
    ),
    *(
        "devil",
        "angel in",
        "angel R5+1",
        "angel G20+2",
        "warrior R5",
        "warrior Ra",
        "drop 5",
        "drop 9",
        "swap 1",
        "can",
    ),
    *(
        "cannot",
        "G: 5 G20",
        "X: 5 R10",
        "5 X10",
        "12 R64>c",
        "6 R60>b",
        "10 R1",
        "3 R1>c",
        "2 Ra>c",
        "9 B33",
        "swap 13",
    ),
]


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    ("position", "seat", "texts"),
    [
        (at(phase="swap", hands="R=1,5"), "R", ("cannot", "1 in", "G: swap 1", "X: swap 1", "swap 9")),
        (at(phase="swap", hands="R=2,5"), "R", ("can",)),
        (at(pos="R:a,b,c,d B:29,b,c,d K:50", turn="B", hands="B=5,2 K=tac,3"), "B", ("5 B29", "5 R1", "tac 5 B29>a")),
        (at(variant="trios6", pos="R:a,b,c,d", hands="R=1"), "R", ("1 in", "1 in G", "1 B1")),
        (at(variant="pairs4 master", hands="R=jester G=- B=2 K=2"), "R", ("jester",)),
        (at(variant="pairs4 master", hands="R=devil G=- B=- K=-"), "R", ("devil",)),
        (at(variant="pairs4 master", pos="G:20,30,40", hands="R=angel"), "R", ("angel G20+1", "angel K1", "angel G20-1")),
        (at(pos="R:d,20,62", hands="R=7"), "R", ("7 R20+3 Rd-1 R23", "7 R20 R62+5", "7 R20+7 R27", "7 R20-2 R62+5", "7 R20+8", "7 R20>a", "7 R62+6 Rb+1 Rc+1")),
        (at(pos="R:a,c", hands="R=7,3"), "R", ("7 Ra+3 Rd+4", "7 Ra+2", "7 Rc+4", "3 Ra", "5 R3", "3 Rd")),
        (at(hands="R=8,trick"), "R", ("8 skip", "trick G1 G2")),
        (at(pos="R:1*,62,63", hands="R=3,7,5"), "R", ("3 R1>c", "7 R1>c", "5 R62", "3 R62", "4 R62+4")),
    ],
)  # fmt: skip
def test_every_word_of_a_refusal_comes_from_the_catalogues(position: Any, seat: str, texts: Sequence[str]) -> None:
    for text in texts:
        problems = GAME.check(position, seat, order(text))
        assert problems, text
        for problem in problems:
            check_bare(problem.message, problem.suggestion)


@pytest.mark.usefixtures("bracketed")
def test_every_word_about_a_win_that_waits_comes_from_the_catalogues() -> None:
    position = at(pos="R:a,b,c,d B:29,b,c,d K:50", turn="B", hands="B=5,2 K=tac,3 R=tac,2")
    waiting = play(position, "5 B29>a")
    check_bare(GAME.headline(waiting), GAME.awaited(waiting)["K"].text)
    check_bare(
        *texts_of(GAME.turn_blocks((), waiting)),
        *texts_of(GAME.turn_blocks((), play(waiting, "tac 5 K50"))),
    )
    for text in ("3 K50", "drop tac"):
        check_bare(*(problem.message for problem in GAME.check(waiting, "K", order(text))))
    barred = play(waiting, "tac 5 K50")
    check_bare(*(problem.message for problem in GAME.check(barred, "R", order("tac 5 B29>a"))))


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    "text",
    ["", "5 R10 und R12", "11 R5", "5 in", "9 skip", "5 R10 R12", "5 R62>z", "5 rein", "tausche R5 G20", "5 R10>", "?", "swap"],
)  # fmt: skip
def test_every_word_about_an_unreadable_order_comes_from_the_catalogues(text: str) -> None:
    problem = GAME.parse_order(text)
    assert isinstance(problem, Problem)
    quoted = re.sub(r"'[^']*'", "", problem.message)
    check_bare(quoted)


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    "text",
    [
        *("+++\nring = 64\n+++\n", '+++\nring = 63\nseats = ["R", "G", "B", "K"]\n+++\n', '+++\nring = 64\nseats = ["R", "G"]\n+++\n'),
        *(f'+++\nring = 64\nseats = ["R", "G", "B", "K"]\n{more}\n+++\n' for more in (
            "", 'pos = ""', 'pos = "X:1"', 'pos = "R:99"', 'pos = "R:5*"', 'pos = "R:5,5"', 'pos = "R:1,2,3,4,5"', 'turn = "X"',
            'phase = "x"', 'use = ["X"]', "cards = { R = -1 }", "cards = { X = 1 }", 'places = [""]', 'swapped = ["X"]',
            'variant = "pairs6"', "deal = -1", "nothing = 1",
        )),
        *('+++\nring = 64\nseats = ["R", "G", "B", "K"]\n+++\n\n' + line for line in (" R99 ", " X05 ", " R05 G05", " R05*", " RRRR RRRR", "%", "RR..", "R05 R06 R07 R08 R09")),
    ],
)  # fmt: skip
def test_every_word_about_a_board_comes_from_the_catalogues(text: str) -> None:
    with pytest.raises(InputError) as caught:
        GAME.parse_board(text)
    error = caught.value
    check_bare(*(re.sub(r"\[?'[^']*'\]?", "", told) for told in (error.message, error.allowed)))
    check_bare(*(re.sub(r"'[^']*'", "", problem.message) for problem in error.problems))


@pytest.mark.usefixtures("bracketed")
def test_every_word_about_seats_and_options_comes_from_the_catalogues() -> None:
    for variant, marks, options in (
        ("pairs4", "RGB", {}),
        ("pairs4", "RGBX", {}),
        ("pairs6", "RGBK", {}),
        ("pairs4", "RGBK", {"letters": "RGBKWC"}),
        ("pairs4", "RGBK", {"dealer": "X"}),
        ("pairs4", "RGBK", {"play_on": True}),
        ("double2", "RGBK", {}),
        ("pairs4", "RGBK", {"people": "RB"}),
        ("pairs4", "RGBK", {"people": "RX"}),
    ):
        seats = [Seat(mark, mark) for mark in marks]
        problems = GAME.check_seats(standard_board(LETTERS[4]), seats, {"variant": variant, **options})
        assert problems
        check_bare(*(problem.message for problem in problems))
    check_bare(*(problem.message for problem in GAME.check_board(board(4), 6)))
    check_bare(*texts_of(GAME.board_blocks(board(4))))
    for option in GAME.options:
        check_bare(_(option.help))
        check_bare(re.sub(r'"\w*"', "", option.values()))


@pytest.mark.usefixtures("bracketed")
def test_nothing_that_is_written_to_disk_is_translated() -> None:
    for step in random_game(begin("pairs6", "master", 2, play_on=True), 2, 12):
        assert "⟦" not in str(GAME.dump_position(step.after))
        assert "⟦" not in str(step.events)
        assert "⟦" not in "".join(map(GAME.format_order, step.orders.values()))


@pytest.mark.usefixtures("german")
def test_german_is_spoken_throughout_a_turn() -> None:
    position = at(pos="R:10 B:15", hands="R=5")
    (problem,) = GAME.check(position, "R", order("drop 5"))
    assert problem.message == "MUST_PLAY: wer kann, der muss; möglich ist: 5 R10>15"
    assert GAME.headline(position) == "Stapel 1, 1. Austeilung, am Zug ist R"
    is_over = position._replace(phase="over")
    for team, won in (((0,), "hat R"), ((0, 2), "haben R und B")):
        assert GAME.headline(is_over._replace(places=(team,))).endswith(f"das Spiel ist zu Ende: gewonnen {won}")
    events, after = GAME.resolve(position, {"R": order("5 R10")}, Seeded(bytes(32)), ())
    first, *__, last = GAME.turn_blocks(events, after)
    assert isinstance(first, Lines)
    assert first == Lines("Was geschah", ("R: 5 R10>15 (wirft B15)",), name="events")
    assert isinstance(last, Lines)
    assert last.lines == ("Als Nächstes: G spielt.",)


@pytest.mark.usefixtures("german")
def test_the_german_rules_sheet_fits_on_a_screen_and_its_orders_can_be_read() -> None:
    lines = set_lines(GAME.sheet())
    assert len(lines) <= 34
    assert max(map(len, lines)) <= 84
    assert lines != set_lines(GAME.rules_sheet)
    for text in ("1 in B", "8 skip", "trick R5 G20", "tac 13 in", "warrior R5", "angel in", "drop 9", "swap 12"):
        assert any(text in line for line in lines)
        assert not isinstance(GAME.parse_order(text), Problem)
    german = (
        "1 raus B",
        "8 aussetzen",
        "trickser R5 G20",
        "tac 13 raus",
        "krieger R5",
        "engel raus",
        "ablegen 9",
        "tausche 12",
    )
    assert not [text for text in german if isinstance(GAME.parse_order(text), Problem)]
