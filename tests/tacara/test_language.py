"""Languages: in the language of these tests every piece of a message stands in ⟦ ⟧, and what is filled in outside.

So a word outside that is no notation, name or number is one that nobody could translate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from gm_tools.core import i18n
from gm_tools.core.blocks import picture_lines
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.game import STRENGTHS, Game, Seat
from gm_tools.core.i18n import _
from gm_tools.core.languages import speak
from gm_tools.core.problems import InputError, Problem
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.board import Board
from gm_tools.games.tacara.orders import Order, format_order
from gm_tools.games.tacara.position import Position
from tests import effort
from tests.brackets import Bracketed, texts
from tests.tacara.driver import anything
from tests.tacara.scenes import DASH, PAINT, RING, board_of, scene, seats, track

# What stays as it is: orders, names of the boards' own, marks and names of cars.
NAMES = {
    "HOLD",
    "PASS",
    "red",
    "jim",
    "east",
    "west",
    "south",
    "home",
    "half",
    "round",
    "Harbour",
    "Ring",
    "Start",
    "to",
    "Finish",
}
NOTATION = set("GENSWHVRTDF")
ORDERS = (
    *("GEE", "GENN", "GEN", "G=E9", "GE DN DE", "GEEE DE", "G0 R123", "G0 R1", "+3E +3E +3E G0", "G0 +1N", "G=0 H"),
    *("T1", "T2", "T3", "F GE", "HOLD", "PASS", "red: GE", "jim: GE", "G=W3 V", "GNN V", "GSS V", "GSS H"),
)
UNREADABLE = ("", "EE", "GE +9", "R123 +1N", "hello", "GE N", "T9", "+3 E", "F", "GEEEEE", "G=", "+")


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", Bracketed())


def bare_words(text: str) -> list[str]:
    """Return the words outside ⟦ ⟧ that are no notation."""
    found = re.findall(r"[^\W\d_]{2,}", re.sub(r"⟦[^⟧]*⟧", " ", text))
    return [word for word in found if word not in NAMES and set(word) - NOTATION]


def tries(position: Position, seat: str, orders: Iterable[Order]) -> Iterator[str]:
    """Yield what is told about orders: problems, now and ahead, and what they would do."""
    for order in orders:
        yield from (
            problem.message
            for problem in (*GAME.check(position, seat, order), *GAME.check_early(position, seat, order))
        )
        branches = list(fork(lambda draws, order=order: GAME.trial(position, seat, order, draws)))  # type: ignore[misc]
        yield from texts(GAME.trial_blocks(position, seat, order, branches, False))


def every_text(position: Position, seat: str, random: Random) -> Iterator[str]:
    yield from (request.text for request in GAME.awaited(position).values())
    orders = [GAME.parse_order(text) for text in random.sample(ORDERS, 6)]
    yield from tries(position, seat, [order for order in orders if not isinstance(order, Problem)])
    for car in position.cars:
        yield from (problem.message for problem in GAME.check(position, car.mark, anything(position, seat, random)))
    yield from texts(GAME.reach_blocks(position, seat))
    plan = GAME.plan(position, seat, random.choice((1, 3)), lambda _done, _count: None)
    yield from (column.title for column in plan.columns)
    yield from (cell for choice in random.sample(plan.choices, min(40, len(plan.choices))) for cell in choice.cells)
    yield from plan.notes


@pytest.mark.usefixtures("brackets")
@pytest.mark.long
@pytest.mark.parametrize("seed", effort.choose([3], [*range(4)]))
def test_every_word_about_a_race_comes_from_the_catalogue(seed: int) -> None:
    random = Random(seed)
    draws = Seeded(bytes([seed] * 32))
    cars = [Seat(mark, f"P{mark}", extra="red" if mark == "1" else "") for mark in "1234567"[: 4 + seed]]
    options = {"drafting": seed > 0, "points": seed > 1, "shift_table": "diamond" if seed == 3 else None}
    position = GAME.setup(board_of(RING), cars, options, draws)
    kinds = set()
    while not GAME.is_over(position):
        orders = {}
        for seat in GAME.awaited(position):
            orders[seat] = GAME.bot(position, seat, STRENGTHS[seed % 3], draws)
            if random.random() < 0.2:
                orders[seat] = anything(position, seat, random)
            if random.random() < effort.choose(0.06, 0.3):
                for text in every_text(position, seat, random):
                    assert bare_words(text) == [], text
        events, after = GAME.resolve(position, orders, draws, tuple(orders) if random.random() < 0.1 else ())
        for text in texts(GAME.turn_blocks(events, after)):
            assert bare_words(text) == [], text
        kinds |= {event.kind for event in events}
        position = after
    assert bare_words(GAME.headline(position)) == []
    assert {"shifted", "moved", "crashed", "righted", "finished", "race_over", "order_missed", "chip_taken"} <= kinds


@pytest.mark.usefixtures("brackets")
def test_every_word_about_every_kind_of_fault_comes_from_the_catalogue() -> None:
    rules = set()
    scenes = [
        scene("R@1,9/E1/3/qk B@3,1/E3/-/! C@2,2", PAINT, drafting=True),
        scene("R@1,8/E6/-/d B@3,1", PAINT, drafting=True),
        scene("R@1,9/N1 B@3,1 pool=0,0,0", PAINT),
        scene("R@2,9/E1 B@3,1/-/-/p2 C@4,4", DASH),
    ]
    for position in scenes:
        for car in position.cars:
            for text in ORDERS:
                order = GAME.parse_order(text)
                assert not isinstance(order, Problem)
                for problem in (*GAME.check(position, car.mark, order), *GAME.check(position, "Z", order)):
                    rules.add(problem.rule)
                    assert bare_words(problem.message) == [], problem.message
    for text in UNREADABLE:
        unread = GAME.parse_order(text)
        assert isinstance(unread, Problem)
        assert bare_words(unread.message.replace(text, "")) == [], unread.message
    assert {
        "C13",
        "C14",
        "C16",
        "C17",
        "C29",
        "C36",
        "C39",
        "C41",
        "C44",
        "C46",
        "C47",
        "C54",
        "C55",
        "C64",
        "C65",
    } <= rules


@pytest.mark.usefixtures("brackets")
def test_every_word_about_boards_and_their_faults_comes_from_the_catalogue() -> None:
    for text in texts(GAME.board_blocks(track("harbour_ring"))):
        assert bare_words(re.sub(r"finish[12]|full|short", "", text)) == [], text
    broken = (
        PAINT,
        DASH,
        RING.replace("[3, 17], ", ""),
        RING.replace("[3, 17]", "[0, 0]").replace("[4, 16]", "[99, 2]").replace("[3, 15]", "[4, 14]"),
        RING.replace('inside = "S"', 'inside = "E"'),
        RING.replace('"west", "home"', '"nowhere"').replace("span = [20, 26]", "span = [20, 99]"),
        RING.replace('start = "1"', 'start = "2"', 1).replace('start = "1"\n', ""),
        RING.replace("lines = [", "lines = []\n#"),
        RING.replace(
            "#rg......................yr#\n#rg......................yr#\n#rg...g",
            "#" * 28 + "\n" + "#" * 28 + "\n#rg...g",
        ),
    )
    count = 0
    for text in broken:
        for problem in GAME.check_board(board_of(text), 0):
            count += 1
            assert bare_words(re.sub("nowhere|dash|mid|goal", "", problem.message)) == [], problem.message
    assert count > 15


def refusals(text: str, game: Game[Board, Position, Order] = GAME) -> str:
    with pytest.raises(InputError) as caught:
        game.parse_board(text)
    return f"{caught.value.message} {caught.value.allowed}"


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("span = [20, 26]", "span = 3"),
        ('dir = "S"', 'dir = "Q"'),
        ("[3, 17]", "3"),
        ('lines = ["east", "half"]', "lines = [3]"),
        ("[start.1]", "shift_table = { x = 99 }\n[start.1]"),
        ("[start.1]", 'shift_table = { shape = "round" }\n[start.1]'),
        ("[start.1]", "format = 7\n[start.1]"),
    ],
)
def test_every_word_about_unreadable_boards_comes_from_the_catalogue(old: str, new: str) -> None:
    assert bare_words(refusals(RING.replace(old, new, 1)).replace("'Q'", "").replace("square, diamond", "")) == []


@pytest.mark.usefixtures("brackets")
def test_every_word_about_seats_and_options_comes_from_the_catalogue() -> None:
    marks = [Seat("red", "Ann"), *(Seat(mark, "Ann", extra="1x") for mark in "123"), Seat("4", "Bo", extra="4")]
    for problem in (*GAME.check_seats(board_of(RING), marks, {}), *GAME.check_seats(board_of(RING), marks[:1], {})):
        assert bare_words(problem.message.replace("Ann", "")) == [], problem.message
    for option in GAME.options:
        assert bare_words(_(option.help)) == []
        stays = {"square", "diamond", "shape", "true", "false", "grid", "draw", "wait", "safe", "drive"}
        assert set(bare_words(option.values())) <= stays
    assert bare_words(GAME.sheet()) == bare_words(_(GAME.title)) == bare_words(_(GAME.seat_extra)) == []


def test_orders_and_what_is_written_are_the_same_in_every_language() -> None:
    position = scene("R@2,9/E3N1/12/d B@2,12", drafting=True)
    english = [format_order(order) for order in GAME.legal_orders(position, "R")]
    dumped = GAME.dump_position(position)
    draws = Seeded(bytes(32))
    begun = GAME.setup(board_of(RING), seats("123"), {}, draws)
    events = GAME.resolve(begun, {}, draws, ()).events
    speak("de")
    assert [format_order(order) for order in GAME.legal_orders(position, "R")] == english
    assert GAME.dump_position(position) == dumped
    assert GAME.resolve(begun, {}, Seeded(bytes(32)), ()).events == events
    assert GAME.headline(begun) == "am Start"
    assert picture_lines(GAME.reach_blocks(position, "R")[0])  # type: ignore[arg-type]
