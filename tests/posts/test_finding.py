"""Where orders are found in posts, and where only letters stand, in every game."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.core.game import Seat
from gm_tools.games import NAMES, find
from gm_tools.posts.clean_order import could_be_words
from gm_tools.posts.order_reader import OrderReader
from gm_tools.posts.passages import passages
from gm_tools.posts.statements import read_statements
from tests.posts.threads import post
from tests.samples import SAMPLES, board_of

SEED = bytes(32)


@cache
def reader_of(name: str) -> tuple[OrderReader, str, str]:
    """Return a reader, a seat that is asked something, and a legal order of it that is no word."""
    game = find(name)
    sample = SAMPLES[name][0]
    draws = Seeded(SEED)
    position = game.setup(board_of(game, sample), sample.seats, sample.options, draws)
    while True:
        awaited = list(game.awaited(position))
        for seat in awaited:
            for order in islice(game.legal_orders(position, seat), 50):
                text = game.format_order(order)
                if not could_be_words(text):
                    return OrderReader(game, position, sample.seats), seat, text
        orders = {seat: next(iter(game.legal_orders(position, seat))) for seat in awaited}
        position = game.resolve(position, orders, draws, ()).position


@pytest.fixture(params=NAMES)
def played(request: pytest.FixtureRequest) -> tuple[OrderReader, str, str]:
    return reader_of(request.param)


def texts(reader: OrderReader, seat: str, text: str) -> list[str]:
    """Return what is taken for orders (empty: one that cannot be read); a word that is only asked about is none."""
    said = read_statements(reader, post(1, "x", text), (seat,))
    assert all(one.seat == seat for one in said.found)
    return [one.text for one in said.given if not one.is_word]


@pytest.mark.parametrize(
    "form",
    [
        "{0}",
        "  {0}  ",
        "Hello.\n\n{0}\n\nGood luck!",
        "Order: {0}",
        "ORDERS: {0}",
        "My new order: {0}",
        "Order:\n\n{0}",
        "Order ({1}): {0}",
        "Order for {1}: {0}",
        "{1}: {0}",
        "Order: {1}: {0}",
        "[order]{0}[/order]",
        "I say [order]{0}[/order] and mean it",
        "[order]\n{0}\n[/order]",
        "[order]{1}: {0}[/order]",
        "[code]{0}[/code]",
        "[code]\n{0}\n[/code]",
        "Order:\n[code]{0}[/code]",
        "Turn 1: {0}",
        "Turn 1\n\nOrder: {0}",
    ],
)
def test_orders_are_found_in_every_game(played: tuple[OrderReader, str, str], form: str) -> None:
    reader, seat, order = played
    assert texts(reader, seat, form.format(order, seat)) == [order]


@pytest.mark.parametrize(
    "form",
    [
        "[quote=Bob]Order: {0}[/quote]",
        "[quote=Bob]{0}[/quote]\nNice.",
        "[s]Order: {0}[/s]",
        "[quote][quote]{0}[/quote]{0}[/quote]",
        "[quote]{0}",
        "Would {0} have been better, I wonder?",
        "I think that {0} is what he will do",
    ],
)
def test_quotes_struck_text_and_prose_are_left(played: tuple[OrderReader, str, str], form: str) -> None:
    reader, seat, order = played
    assert texts(reader, seat, form.format(order)) == []


WORDS = [
    "arm",
    "mall",
    "slam",
    "alarm",
    "small",
    "balls",
    "all",
    "lambs",
    "go",
    "hold",
    "on",
    "by",
    "pry",
    "grab",
    "hmm",
    "ok",
    "lol",
    "no",
    "yes",
    "in",
    "tactic",
    "bar",
    "mars",
    "salsa",
    "mamma",
    "hi",
]


def test_words_alone_on_a_line_are_never_taken(played: tuple[OrderReader, str, str]) -> None:
    reader, seat, _ = played
    others = ["arm!", "go go go", "-", "--", "...", "A", "1.", ":)", "?", "1", "S."]
    for word in (*WORDS, *(word.capitalize() for word in WORDS), *others):
        assert texts(reader, seat, f"Well.\n\n{word}\n\nSee you") == [], word


PROSE = """Arm in arm we go to the mall, by the bar, all small balls.
Ball! All alarm. Slam!
I can. I cannot say more in public; drop by, 7 of us are in.
Note: pass
Result: hold
PS: all
See you at 8 in the bar
https://example.org/AMM?RR=1
"""


def test_prose_is_never_taken(played: tuple[OrderReader, str, str]) -> None:
    reader, seat, _ = played
    assert texts(reader, seat, PROSE) == []


def test_a_word_that_would_be_a_legal_order_is_asked_about() -> None:
    game = find("tacara")
    reader, seat, _ = reader_of("tacara")
    (found,) = read_statements(reader, post(1, "x", "go"), (seat,)).found
    assert (found.text, found.guess, found.is_word, found.tier) == ("", "go", True, "guessed")
    assert texts(reader, seat, "Order: go") == ["go"]
    assert texts(reader, seat, game.format_order(game.parse_order("go"))) == ["G0"]


@pytest.mark.parametrize(
    ("posted", "order"),
    [
        ("（６Ｍ）", "(6M)"),
        ("Order\uff1a (6M)", "(6M)"),
        ("Order: (6M) :D", "(6M)"),
        ("(6M) \U0001f697\U0001f4a8", "(6M)"),
        ("(6M) :racing_car:", "(6M)"),
        ("“(6M)”", '"(6M)"'),
        ("(6M)\u200b", "(6M)"),
        ("Order: A(7M) – wish me luck", "A(7M)"),
        ("Order: A(7M) (if that is legal)", "A(7M)"),
        ("**(6M)**", "(6M)"),
        ("[b]A[/b][color=red](7M)[/color]", "A(7M)"),
        ("A(2M)RM(R+1)MM", "A(2M)RM(R+1)MM"),
        ("mmrmmm", "mmrmmm"),
        ("A (2M) R, M, (R +1) MM", "A (2M) R, M, (R +1) MM"),
    ],
)
def test_words_that_players_type_round_an_order_are_dropped(posted: str, order: str) -> None:
    reader, seat, _ = reader_of("nascar")
    assert texts(reader, seat, posted) == [order]


def test_a_board_in_code_is_not_read_as_an_order() -> None:
    reader, seat, _ = reader_of("nascar")
    assert texts(reader, seat, "[code]\nMMMMMM\nSSAAMM\nMMLLMM\nRRRRRR\n[/code]") == []


def test_smilies_that_were_part_of_an_order_are_part_of_it() -> None:
    reader, seat, _ = reader_of("nascar")
    said = read_statements(reader, post(1, "x", "Order: A(4M)R(M)(M)", smilies=("(M)",)), (seat,))
    assert [one.text for one in said.found] == ["A(4M)R(M)(M)"]


def test_the_car_in_front_tells_the_seat() -> None:
    game = find("monza")
    sample = SAMPLES["monza"][0]
    seats = tuple(Seat(seat.mark, "Alice") for seat in sample.seats)
    draws = Seeded(SEED)
    position = game.setup(board_of(game, sample), seats, sample.options, draws)
    while not game.awaited(position):
        position = game.resolve(position, {}, draws, ()).position
    (asked,) = game.awaited(position)
    order = next(iter(game.legal_orders(position, asked)))
    text = f"{asked}: {game.format_order(order)}"
    said = read_statements(OrderReader(game, position, seats), post(1, "Alice", text), [seat.mark for seat in seats])
    assert [one.seat for one in said.found] == [asked]


def test_passages_know_the_turn_that_they_are_about() -> None:
    found = list(passages("Turn 7\n\nA(4M)\n\nOrder for turn 8: (4M)\n\nturn 9: (5M)"))
    assert [(one.text, one.turn) for one in found] == [("A(4M)", 7), ("(4M)", 8), ("(5M)", 9)]
