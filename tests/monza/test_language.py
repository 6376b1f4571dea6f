"""Languages: whatever is told comes from the catalogue, piece by piece; only notation, names and numbers do not.

In the language of these tests every piece of a message stands in ⟦ ⟧ and what is filled in stands outside: so a word outside
is one that nobody would translate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest

from gm_tools.core import i18n
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.events import Event
from gm_tools.core.game import STRENGTHS, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.rules_sheet import set_lines
from gm_tools.games.monza import GAME
from gm_tools.games.monza.board import parse_board
from gm_tools.games.monza.orders import format_order, parse_order
from gm_tools.games.monza.position import Position
from gm_tools.games.monza.report import describe
from tests import effort
from tests.brackets import Bracketed, texts
from tests.monza.samples import SHORT, load_shipped, race

SEATS = (Seat("R", "Ann"), Seat("B", "Bob"), Seat("G", "Cid"), Seat("P", "Dora"))
NAMES = {"Ann", "Bob", "Cid", "Dora", "Willow", "Bends", "Short", "PASS", "pass", "RYGBWP", "jim"}
COLOURS = {"red", "yellow", "green", "blue", "white", "purple"}  # as orders name cars
ORDERS = (
    "B1",
    "B1 R2 Y2",
    "W3 W3 W3",
    "R",
    "X1",
    "X0",
    "X3",
    "PASS",
    "blue: B1",
    "jim: B1",
    "Y1 Y1 Y1 Y1",
    "G B R Y W P",
)


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", Bracketed())


def bare_words(text: str, allowed: Iterable[str] = NAMES) -> list[str]:
    """Return the words outside ⟦ ⟧ that are no notation."""
    found = re.findall(r"[^\W\d_]{2,}", re.sub(r"⟦[^⟧]*⟧", " ", text))
    return [word for word in found if word not in allowed and not set(word) <= set("RYGBWP")]


def tell(problem: Problem) -> str:
    return problem.message


def every_text(position: Position, seat: str) -> Iterator[str]:
    """Yield all that is told to or about a seat at one moment of a race: request, tries, problems, plan, reach."""
    yield from (request.text for request in GAME.awaited(position).values())
    yield GAME.headline(position)
    legal = [format_order(order) for order in GAME.legal_orders(position, seat)]
    for text in (*legal[:3], *ORDERS):
        order = parse_order(text)
        assert not isinstance(order, Problem)
        yield from map(tell, GAME.check(position, seat, order))
        branches = list(fork(partial(GAME.trial, position, seat, order)))
        yield from texts(GAME.trial_blocks(position, seat, order, branches, False))
    plan = GAME.plan(position, seat, 2, lambda _done, _count: None)
    yield from (text for column in plan.columns for text in (column.title, column.meaning))
    yield from (cell for choice in plan.choices for cell in choice.cells)
    yield from plan.notes
    yield from texts(GAME.reach_blocks(position, seat))


@pytest.mark.long
@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("seed", effort.choose([3], range(4)))
@pytest.mark.parametrize(
    "options", [{}, {"extra_step": True, "last_round": "one_more"}, {"obligation": "stuck", "starter": "draw"}]
)
def test_every_word_about_a_race_comes_from_the_catalogue(options: dict[str, Any], seed: int) -> None:
    draws = Seeded(bytes([seed] * 32))
    position = GAME.setup(load_shipped("willow_bends"), SEATS, options, draws)
    kinds = set()
    moments = count(seed)
    while not GAME.is_over(position):
        orders = {}
        for seat in GAME.awaited(position):
            orders[seat] = GAME.bot(position, seat, STRENGTHS[seed % 3], draws)
            for text in every_text(position, seat) if next(moments) % effort.choose(13, 1) == 0 else ():
                assert bare_words(text, NAMES | COLOURS) == [], text
        missed = tuple(orders) if seed == 3 else ()
        events, after = GAME.resolve(position, orders, draws, missed)
        for text in texts(GAME.turn_blocks(events, after)):
            assert bare_words(text) == [], text
        kinds |= {event.kind for event in events}
        position = after
    assert bare_words(GAME.headline(position)) == []
    assert {"rolled", "moved", "arrived", "last_round", "race_over"} <= kinds


@pytest.mark.usefixtures("brackets")
def test_words_are_found_that_nobody_would_translate() -> None:
    assert bare_words(_("{car} rolls {roll}", car="red", roll="R R Y G B P")) == ["red"]
    assert bare_words("1.2 -> 2.2, X2 or B1 R2") == ["or"]


def list_refusals(text: str, cars: str = "R@1.3 B@S", roll: str = "GPWBWR", **given: Any) -> Iterator[str]:
    order = parse_order(text)
    if isinstance(order, Problem):
        yield order.message
    else:
        position = race(cars, roll, **given)
        for seat in ("R", "B", "Q"):
            yield from map(tell, GAME.check(position, seat, order))


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(
    "messages",
    [
        lambda: list_refusals(""),
        lambda: list_refusals("R7"),
        lambda: list_refusals("B1 (R2)"),
        lambda: list_refusals("jim: B1"),
        lambda: list_refusals("X1"),
        lambda: list_refusals("G1"),
        lambda: list_refusals("PASS"),
        lambda: list_refusals("R1", roll=""),
        lambda: list_refusals("R1", cars="R@1.6 B@3.6"),
        lambda: list_refusals("Y1", obligation="stuck"),
        lambda: list_refusals("X1", cars="R@1.1 B@1.2 G@S", roll="", extra="R", extra_step=True),
        lambda: list_refusals("X3", cars="R@1.1 B@1.2 G@S", roll="", extra="R", extra_step=True),
        lambda: list_refusals("B1", cars="R@1.1 B@1.2 G@S", roll="", extra="R", extra_step=True),
        lambda: map(tell, GAME.check_seats(parse_board(SHORT), [Seat("R", "Ann", (), "turbo")], {})),
        lambda: map(
            tell, GAME.check_seats(parse_board(SHORT), [Seat("R", "Ann"), Seat("R", "Bob"), Seat("q", "Cid")], {})
        ),
    ],
)
def test_every_word_about_refusals_comes_from_the_catalogue(messages: Any) -> None:
    found = list(messages())
    assert found
    for text in found:
        assert bare_words(re.sub(r"'[^']*'", "", text), NAMES | COLOURS) == [], text


BOARDS = (
    SHORT.replace("1 |", "9 |"),
    SHORT.replace("|  W! |", "|  W!"),
    SHORT.replace("|  W! |", "|  W! | tail"),
    SHORT.replace("2    |", "2  q |"),
    SHORT.replace("|  Y  |  R  |  G  |", "|     | QQ  |  G  |"),
    SHORT.replace("2    |  R  |  Y  |  B  |  W  |   #    |", "2   no squares"),
    SHORT.replace("2    |  R  |  Y  |  B  |  W  |   #    |\n", ""),
    SHORT + "\n1   | R |\n2  | R |\n3     | Y |\n",
    SHORT.replace('name = "Short"', "format = 2"),
    SHORT.replace('name = "Short"', 'game = "chess"'),
    SHORT.replace('name = "Short"', 'colours = "RGB"'),
    SHORT.replace("W! ", "W  ").replace(">B ", "B  ").replace("G  |  P", ">G |  P").replace(" B! ", " B  "),
    SHORT.replace("|  R  |  Y  |", "|  R! |  Y  |")
    .replace(">W ", ">P ")
    .replace("|  G  |  Y  |  R  |  B! |", "|  G  |  #  |  #  |  B! |"),
    SHORT.replace("|  P  |", "|" + "P".center(80) + "|"),
)


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_every_word_about_faults_of_boards_comes_from_the_catalogue(number: int) -> None:
    found = []
    try:
        found += [problem.message for problem in GAME.check_board(parse_board(BOARDS[number]), 0)]
    except InputError as error:
        found += [error.message, error.allowed, *map(tell, error.problems)]
    assert found
    for text in found:
        assert bare_words(re.sub(r"'[^']*'", "", text), {*NAMES, "monza"}) == [], text


CHANGES: tuple[dict[str, Any], ...] = (
    {"round": 0},
    {"roll": "RR"},
    {"roll": "RRYYGG", "turn_of": ""},
    {"turn_of": "Q"},
    {"turn_of": ""},
    {"winners": ["R"]},
    {"winners": ["R", "R"]},
    {"extra": "B"},
    {
        "extra": "B",
        "settings": {"extra_step": True},
        "cars": {"R": {"at": "1.1"}, "B": {"at": "S"}, "G": {"at": "3.1"}},
    },
    {"settings": {"obligation": "lots"}},
    {"cars": {}},
    {"cars": {"q": {"at": "S"}}},
    {"cars": {"R": 3}},
    {"cars": {"R": {"at": "9.9"}}},
    {"cars": {"R": {"at": "3.2"}}},
    {"cars": {"R": {"at": "1.2"}, "B": {"at": "1.2"}}},
    {"cars": {"R": {"at": "1.2", "used": 9}}},
    {"cars": {"R": {"at": "1.2", "names": [3]}}},
    {"cars": {"R": {"at": "1.6"}, "B": {"at": "S"}}},
    {"cars": {"R": {"at": "1.6"}, "B": {"at": "S"}}, "last_turns": ["B"]},
    {"cars": {"R": {"at": "1.6"}, "B": {"at": "S"}}, "last_turns": [], "winners": ["R"]},
)


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_every_word_about_faults_of_turn_files_comes_from_the_catalogue(change: dict[str, Any]) -> None:
    position = race("R@S B@S")
    plain = GAME.dump_position(position) | change
    with pytest.raises(InputError) as caught:
        GAME.load_position(plain, position.board)
    for text in (caught.value.message, caught.value.allowed):
        bare = re.sub(r"'[^']*'", "", text)
        assert bare_words(bare, {*NAMES, "most", "stuck"}) == [], text


@pytest.mark.usefixtures("brackets")
def test_sheet_options_and_empty_tracks_come_from_the_catalogue() -> None:
    for text in (GAME.sheet(), _(GAME.title), *(_(option.help) for option in GAME.options)):
        assert bare_words(text) == []
    for text in texts(GAME.board_blocks(parse_board(SHORT))):
        assert bare_words(text) == [], text


@pytest.mark.usefixtures("german")
def test_a_turn_is_told_in_german() -> None:
    position = race("R@1.2 B@1.3 G@1.5 Y@1.4 P@S", "RGPYYY", extra_step=True)
    order = parse_order("Y2 R1 G1 P1")
    assert not isinstance(order, Problem)
    events: tuple[Event, ...] = GAME.resolve(position, {"R": order}, Seeded(bytes(32)), ()).events
    assert [describe(event) for event in events] == [
        "Rot: Y2 R1 G1 P1: 1.2 -> 2.2 -> 1.3 -> 1.4 -> 1.5, 4 Würfel",
        "Grün wird durch Rot von 1.5 auf 1.2 zurückgesetzt [Z17]",
        "Lila darf ein Feld weiterfahren, auf 1.1 oder 3.1 [Z31]",
    ]
    assert GAME.headline(position) == "Runde 1, Rot fährt"
    assert max(map(len, set_lines(GAME.sheet()))) <= 100
