"""Every message of a race, one by one, comes from the catalogue; only orders, headings, marks, names and numbers do not.

Whole races are in `test_language.py`; here stands what chance and bots seldom bring: each event, refusal and fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.draws import Seeded, fork
from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.rules_sheet import set_lines
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import parse_board
from gm_tools.games.nascar.check import faults
from gm_tools.games.nascar.options import SPECIALS
from gm_tools.games.nascar.orders import Order, parse_order
from gm_tools.games.nascar.position import Position, load_car
from gm_tools.games.nascar.report import describe
from gm_tools.games.nascar.rules import tell_amendment
from tests import brackets, effort
from tests.nascar.test_rules import KINDS, SEATS, TRACK, board
from tests.nascar.test_several_turns import HEAD, race, turn

NAMES = {*SPECIALS, "Scrapyard", "NE", "SE", "SW", "NW"}


def assert_told(text: str, names: set[str] = NAMES) -> None:
    """Assert that all words come from the catalogue but for names, orders, and values quoted as they were found."""
    assert brackets.bare_words(re.sub(r"'[^']*'", "", text), names, "ABSMLR") == [], text


def messages(position: Position, seat: str, order: Order | Problem) -> list[str]:
    problems = (order,) if isinstance(order, Problem) else GAME.check(position, seat, order)
    return [problem.message for problem in problems]


def scenes() -> Iterator[tuple[Position, dict[str, list[object]], dict[str, str]]]:
    """Yield positions, what is drawn, and orders, in which between them all happens that can be told."""
    car = {"at": [0, 0], "speed": 3}
    yield race(HEAD + "*****\n", A=car, C={**car, "at": [0, 1]}), {}, {"A": "S(4M)", "C": "(3M)"}
    for way in ("left", "same", "right"):
        yield race(HEAD + " ****\n****o\n ****\n", A={**car, "at": [1, 1]}), {"oil": [way]}, {"A": "(3M)"}
    for was, bags in ((".", [True]), (".", [False]), ("S", []), ("s", [])):
        yield race(HEAD + f"**{was}**\n", A=car), {"sand": list(bags)}, {"A": "(3M)"}
    bank = '+++\nfinish_heading = "E"\nbank_turn = "left"\n+++\n*****\n*bb**\n'
    yield race(bank, A={**car, "at": [1, 0]}), {}, {"A": "(3M)"}
    pits = HEAD + "**#*P***#**\n"
    yield race(pits, A={**car, "speed": 6}), {}, {"A": "(6M)A"}
    yield race(pits, A={**car, "speed": 9}), {}, {"A": "(9M)"}
    yield race(HEAD + "*#*P*=*#*\n", A={"at": [0, 3], "speed": 3, "laps": 1}), {}, {"A": "(3M)"}
    yield race(HEAD + "*=***\n", {"unmarked_wild_cards": "charge"}, A={**car, "speed": 1}), {}, {"A": "AA(3M)"}
    yield race(HEAD + "*=*.*\n", A={**car, "speed": 2, "laps": 0}), {}, {"A": "(2M)"}
    yield race(HEAD + "*=***\n", A={**car, "laps": 1}), {}, {"A": "(3M)"}
    yield race(HEAD + "**\n", A=car), {}, {"A": "(3M)"}
    yield (
        race(HEAD + "***\n***\n", A={**car, "speed": 1}, C={**car, "at": [1, 1], "speed": 0}),
        {},
        {"A": "R", "C": "-"},
    )


def test_every_word_about_all_that_can_happen_comes_from_the_catalogue() -> None:
    kinds = set()
    with brackets.speaking_brackets():
        for position, draws, orders in scenes():
            events, after = turn(position, draws, **orders)
            retired = after._replace(cars=tuple(car._replace(retired=True) for car in after.cars))
            missed = GAME.resolve(position, dict.fromkeys(orders, Order("")), Seeded(bytes(32)), tuple(orders)).events
            events += (*missed, *tell_amendment(after, retired))
            for event in events:
                kinds.add(event.kind)
                assert_told(describe(event))
            for shown in (after, retired):
                assert_told(GAME.headline(shown))
                for text in brackets.texts(GAME.turn_blocks(events, shown)):
                    assert_told(text)
            for seat, text in orders.items():
                order = parse_order(text)
                assert isinstance(order, Order)
                branches = list(fork(partial(GAME.trial, position, seat, order)))
                for said in brackets.texts(GAME.trial_blocks(position, seat, order, branches, False)):
                    assert_told(said)
    assert kinds == {*KINDS, "retired"}


@pytest.mark.parametrize("missed", range(5))
def test_every_word_about_what_is_awaited_comes_from_the_catalogue(missed: int) -> None:
    car = {"at": [0, 0], "speed": 1, "missed": missed, "missed_in_all": missed}
    position = race(HEAD + "****\n", A=car, B=car | {"at": [0, 2], "speed": 0})
    with brackets.speaking_brackets():
        for request in GAME.awaited(position).values():
            assert_told(request.text)


def test_a_car_at_speed_0_is_asked_to_drive_off_or_to_wait_not_for_no_moves() -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0], "speed": 0})
    assert GAME.awaited(position)["A"].text.startswith("A to drive off or - to wait at speed 0, heading ")
    assert [
        GAME.check(position, "A", order) for order in map(parse_order, ("-", "AM")) if isinstance(order, Order)
    ] == [(), ()]


@effort.search(daily=30, long=750)
@given(
    st.text(alphabet="ABSMLR", max_size=9),
    st.sets(st.integers(0, 8), max_size=3),
    st.integers(0, 3),
    st.integers(0, 4),
    st.booleans(),
)
def test_every_word_about_refused_orders_comes_from_the_catalogue(
    letters: str, marks: set[int], speed: int, wild_cards: int, crashed: bool
) -> None:
    road = HEAD + "*" * 9 + "\n" + "**SSS****\n"
    edition = {"edition": "vi", "unmarked_wild_cards": "reject", "wild_card_limit": True}
    position = race(
        road, edition, A={"at": [1, 1], "speed": speed, "wild_cards": wild_cards, "max_speed": 6, "crashed": crashed}
    )
    order = Order(letters, tuple(sorted(place for place in marks if place < len(letters))))
    with brackets.speaking_brackets():
        found = messages(position, "A", order)
        assert len(found) == len(faults(position, position.cars[0], order))
        for text in found:
            assert_told(text)


@pytest.mark.parametrize(
    "text", ["", "hello", "M2", "AM?", "(MM)", "100M", "(", "+1", "A+", "(2R+1)", "M-M", "M" * 5000, "A(M"]
)
def test_every_word_about_orders_that_cannot_be_read_comes_from_the_catalogue(text: str) -> None:
    with brackets.speaking_brackets():
        problem = parse_order(text)
        assert isinstance(problem, Problem)
        assert_told(problem.message)


def test_every_word_about_cars_that_take_no_orders_comes_from_the_catalogue() -> None:
    road = HEAD + "****\n"
    gone = race(road, A={"at": [0, 0], "finished": 1}, C={"at": [0, 1], "retired": True}, D={"at": [0, 2]})
    with brackets.speaking_brackets():
        for position, seat in ((gone, "A"), (gone, "C"), (gone, "Q"), (gone._replace(ended=True), "D")):
            (text,) = messages(position, seat, Order(""))
            assert_told(text)


BOARDS = (
    TRACK.replace("*=*", "***"),
    TRACK.replace('finish_heading = "E"\n', ""),
    TRACK.replace('bank_turn = "left"\n', ""),
    TRACK.replace("###P###", "##*P***"),
    TRACK.replace("###P###", "###P#x#"),
    TRACK.replace("x", "*"),
    TRACK.replace("o", "q"),
    TRACK + "\n  **\n",
    TRACK.split("+++\n")[0] + "+++\n+++\n \n",
    TRACK.replace("sand_density = 0.5", "sand_density = 2.0"),
    TRACK.replace("start_speed = 3", "start_speed = -1"),
    *(
        TRACK.replace("laps = 2", line)
        for line in (
            "laps = 0",
            'laps = "many"',
            'start_heading = "up"',
            "bank_areas = [3]",
            "bank_areas = [{ rows = [3, 1] }]",
            'bank_areas = [{ rows = [1, 3], columns = 3, turn = "left" }]',
            'bank_areas = [{ rows = [1, 3], columns = [1, 3], turn = "up" }]',
            "wheels = 4",
        )
    ),
    TRACK.replace('bank_turn = "left"', 'bank_turn = "up"'),
    TRACK.replace('"nascar"', '"chess"'),
)
KEYS = {"nascar", "left", "right", "rows", "columns", "turn"}  # as they are typed


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_every_word_about_faults_of_tracks_comes_from_the_catalogue(number: int) -> None:
    found: list[str] = []
    with brackets.speaking_brackets():
        try:
            found += [problem.message for problem in GAME.check_board(parse_board(BOARDS[number]), 99)]
        except InputError as error:
            found += [error.message, *(problem.message for problem in error.problems)]
            if "," not in error.allowed or "⟦" in error.allowed:  # else the keys that there are
                found.append(error.allowed)
    assert found
    for text in found:
        assert_told(text, NAMES | KEYS)


FIELDS: tuple[dict[str, Any], ...] = (
    {"at": [9, 9]},
    {"heading": "up"},
    {"special": "wings"},
    {"speed": 13},
    {"speed": -1},
    {"finished": -1},
    {"finished": [3]},
    {"pit": {"violated": True}},
    {"pit": 3},
    {"pit": {"repairs": 3}},
)


@pytest.mark.parametrize("fields", FIELDS, ids=str)
def test_every_word_about_faults_of_cars_comes_from_the_catalogue(fields: dict[str, Any]) -> None:
    road = parse_board(HEAD + "****\n")
    with brackets.speaking_brackets():
        with pytest.raises(InputError) as caught:
            load_car("A", {"at": [0, 0], **fields}, road, road.tiles)
        assert_told(caught.value.message)
        assert_told(caught.value.allowed, {*NAMES, "false", "violated", "repairs"})


@pytest.mark.parametrize(
    "change",
    [
        {"settings": {"edition": "I"}},
        {"settings": {"off_track_penalties": [3]}},
        {"settings": {"laps": 0}},
        {"map": "*\n*\n"},
        {"map": "** *\n"},
        {"cars": {"A": 3}},
    ],
    ids=str,
)
def test_every_word_about_faults_of_turn_files_comes_from_the_catalogue(change: dict[str, Any]) -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0]})
    with brackets.speaking_brackets():
        with pytest.raises(InputError) as caught:
            GAME.load_position(GAME.dump_position(position) | change, position.board)
        assert_told(caught.value.message)
        assert_told(caught.value.allowed, {*NAMES, "x", "xii", "ix", "vi", "v", "iii"})


def no_turns_back() -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0]})
    tell_amendment(position, position._replace(turn=3))


def no_laps_left() -> None:
    position = race(HEAD + "****\n", A={"at": [0, 0]})
    tell_amendment(position, position._replace(cars=(position.cars[0]._replace(laps=9),)))


@pytest.mark.parametrize(
    "refused",
    [no_turns_back, no_laps_left, lambda: GAME.setup(board(), SEATS, {"start_speed": 13}, Seeded(bytes(32)))],
)
def test_every_word_about_other_refusals_comes_from_the_catalogue(refused: Callable[[], object]) -> None:
    with brackets.speaking_brackets():
        with pytest.raises(InputError) as caught:
            refused()
        assert_told(caught.value.message)
        assert_told(caught.value.allowed)


def test_every_word_about_seats_sheet_options_and_empty_tracks_comes_from_the_catalogue() -> None:
    with brackets.speaking_brackets():
        seats = (Seat("1", "Ann"), Seat("o", "Bob"), Seat("A", "Cid", (), "wings"))
        found = [problem.message for problem in GAME.check_seats(board(), seats, {})]
        found += [problem.message for problem in GAME.check_seats(board(), seats, {"specials": []})]
        assert len(found) == 6
        for text in (*found, GAME.sheet(), _(GAME.title), _(GAME.seat_extra)):
            assert_told(text)
        for option in GAME.options:
            assert_told(_(option.help))
        for text in brackets.texts(GAME.board_blocks(board())):
            assert_told(text)


def test_words_are_found_that_nobody_could_translate() -> None:
    with brackets.speaking_brackets():
        with pytest.raises(AssertionError):
            assert_told(_("{order} ({charged} not marked, charged [N3.4])", order="order MLM", charged=2))
        assert_told(_("{order} ({charged} not marked, charged [N3.4])", order="A(2M)(R+1)", charged=2))


CRASH = (
    "Unfall von C und D in Zeile 0 Spalte 1, dort bleibt Öl: C Tempo 1 -> 0, Höchsttempo 9 -> 8; "
    "D Tempo 1 -> 0, Höchsttempo 7 -> 6 [N10.1]"
)


@pytest.mark.usefixtures("german")
def test_a_turn_is_told_in_german() -> None:
    road = HEAD + "****o  \n" + "****  \n" + " " * 6 + "\n"
    position = race(
        road,
        {"unmarked_wild_cards": "charge"},
        A={"at": [0, 1], "speed": 5},
        C={"at": [1, 0], "speed": 1, "max_speed": 9, "heading": "NE"},
        D={"at": [0, 0], "speed": 1, "max_speed": 7},
    )
    events, after = turn(position, {"oil": ["right"]}, A="AA(7M)", C="M", D="M")
    assert [describe(event) for event in events] == [
        "A: AA(7M), 1 Joker (1 nicht markiert, abgezogen [N3.4]): nach Zeile 0 Spalte 4, Richtung SE, Tempo 3/9",
        "A rutscht auf Öl nach rechts: Zeile 0 Spalte 4, Richtung SE [N9.1]",
        "A kommt in Zeile 0 Spalte 4 um 3 Felder von der Strecke ab: Tempo 7 -> 3, Höchsttempo 12 -> 9 [N6.4]",
        "C: M: nach Zeile 0 Spalte 1, Richtung NE, Tempo 1/9",
        "D: M: nach Zeile 0 Spalte 1, Richtung E, Tempo 1/7",
        CRASH,
    ]
    assert GAME.headline(after) == "Zug 1, Runde 1 von 2"
    assert GAME.awaited(after)["A"].text == "3 Felder bei Tempo 3, Richtung SE, 7 Joker"


@pytest.mark.usefixtures("german")
def test_the_german_sheet_is_as_wide_as_the_english_one() -> None:
    english = GAME.rules_sheet.format(**GAME.sheet_fields)
    assert max(map(len, set_lines(GAME.sheet()))) <= max(map(len, set_lines(english)))
