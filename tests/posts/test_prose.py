"""Prose of players is prose in every game: nothing in it is taken, and reading it takes no longer than it is long."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tools.core import grammar
from gm_tools.core.game import Seat
from gm_tools.core.problems import Problem
from gm_tools.games import NAMES
from gm_tools.posts.order_reader import MOST_TRIES, OrderReader
from gm_tools.posts.statements import read_statements
from tests import effort
from tests.posts.test_finding import reader_of
from tests.posts.threads import post
from tests.table.ferry import GAME as FERRY

CHATTER = """\
Great start, everybody! I never thought that the first lap would be this close.
Mall, slam, balls and lambs: that is all I can read when I am tired.
Is (2M) two tiles or one tile with a count of two?
I'd go A(7M) if I were you, Bob.
Would A(2M)RM have kept me out of the sand?
Rule R 2 and rule S 3 say different things, don't they?
See you on Saturday at 8 or 9, in the bar at B 12.
1. First, no oil. 2. Second, no walls. 3. Third: no Dan.
B5 was a good film. M6 is a road. R2 and D2 are droids. G7 met in 2015.
The score: 3-2, 4+1, 7:5.
https://example.org/a?b=R2&c=(6M)
That was 13 in one lap and 7 in the next.
LOL! BRB. AFK until 9. IIRC the SLAM was on BBL. MMORPG players know.
If he plays 5 R10 I am out of the game.
Sorry for the delay. No wait, it was not my fault!
EDIT: spelling.
Correction: it was lap 2 and not lap 3.
Actually, never mind what Bob says about the rules.
In order of speed: Alice, Bob, Carol.
Order! Order in the court!
My turn was a disaster. My move is due on Monday, I know.
Orders please, all of you, the deadline is at 20:00.
Bob's order looks like A(4M)RM, and Carol's looked like (5M)L.
In my opinion: pass, or hold, or go.
Ich würde an deiner Stelle A(7M) fahren, Bob.
Der Zug nach Bonn fährt um 8 Uhr, Gleis 7.
Alle Mann an Bord, Marsch, marsch, Salami!
Example: an order such as A(2M)RM(R+1) turns twice.
:D ;) :-P 8) (8
Turn 7 was fun.
""".splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_chatter_is_not_read_as_an_order(name: str) -> None:
    reader, seat, _ = reader_of(name)
    others = tuple(Seat(f"{mark}x", player) for mark, player in (("B", "Bob"), ("C", "Carol"), ("D", "Dan")))
    reader = OrderReader(
        reader.game, reader.position, (*(one._replace(player=f"player {one.mark}") for one in reader.seats), *others)
    )
    for line in CHATTER:
        said = read_statements(reader, post(1, "x", line), (seat,))
        assert [one.text for one in said.found if one.text] == []
        assert [one.guess for one in said.given if one.guess and not one.is_word] == []
        assert said.retracted == (), line


@pytest.mark.parametrize("name", NAMES)
def test_a_post_of_prose_yields_no_order(name: str) -> None:
    reader, seat, _ = reader_of(name)
    said = read_statements(reader, post(1, "x", "\n".join(CHATTER)), (seat,))
    assert [one.text for one in said.found if one.text] == []


@pytest.mark.parametrize(
    "form",
    ["Order {0}", "ORDER = {0}", "My turn: {0}", "<@123> my order: {0}", "Sorry, new order: {0}", "EDIT: Order: {0}"],
)
@pytest.mark.parametrize("name", NAMES)
def test_other_labels_are_read_in_every_game(name: str, form: str) -> None:
    reader, seat, order = reader_of(name)
    said = read_statements(reader, post(1, "x", form.format(order)), (seat,))
    assert [one.text for one in said.given] == [order]


@pytest.mark.parametrize("form", ["I play {0}, then hope.", "I do {0}.", "Let's try {0}!", "No wait, {0}", "Edit: {0}"])
@pytest.mark.parametrize("name", NAMES)
def test_orders_in_running_text_are_offered_in_every_game(name: str, form: str) -> None:
    reader, seat, order = reader_of(name)
    said = read_statements(reader, post(1, "x", form.format(order)), (seat,))
    assert [one.text for one in said.found] == [""]
    (guess,) = [one.guess for one in said.found]
    assert reader.format_order(reader.parse(guess)) == reader.format_order(reader.parse(order))


@pytest.mark.parametrize("text", ["Order: r2", "Order: c", "ORDER = r2", "[order]r2[/order]"])
def test_an_order_of_one_short_word_is_read_with_a_label(text: str) -> None:
    position = FERRY.setup(FERRY.parse_board("+++\nname = 'x'\n+++\n~~~~~~~~~~~~\n"), (Seat("A", "Al"),), {}, None)  # type: ignore[arg-type]
    reader = OrderReader(FERRY, position, (Seat("A", "Al"),))
    (found,) = read_statements(reader, post(1, "Al", text), ("A",)).found
    assert found.text in {"r2", "c"}
    assert read_statements(reader, post(1, "Al", "So r2 it is, in my opinion"), ("A",)).given == ()


@pytest.mark.parametrize("text", ["Order: 5", "Order = 5", "Order (A): 5", "Order:\n5"])
def test_an_order_of_one_digit_is_read_with_a_label(text: str) -> None:
    digits = FERRY._replace(
        parse_order=lambda text: FERRY.parse_order(f"r{text.strip()}"), format_order=lambda order: str(order.row)
    )
    position = digits.setup(digits.parse_board("+++\nname = 'x'\n+++\n~~~~~~~~~~~~\n"), (Seat("A", "Al"),), {}, None)  # type: ignore[arg-type]
    reader = OrderReader(digits, position, (Seat("A", "Al"),))
    assert [one.text for one in read_statements(reader, post(1, "Al", text), ("A",)).given] == ["5"]
    assert read_statements(reader, post(1, "Al", "I was 5 minutes late, 3 times"), ("A",)).found == ()


@pytest.mark.parametrize(
    "unit",
    ["(", "A(", "else ", "A(\n", "(6M) ", "(6M)\n", "[code]", "[code]A(7M)\n", "Order: ", "Order\n", "\n", " ", "no wait ", "@",
     "for ", "turn 2: ", "turn 2:\n", "A(7M) else ", "1", "R2 ", "Bob: ", "EDIT: ", "[order]\n"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["nascar", "tac"])
@pytest.mark.long
def test_a_long_post_is_read_with_a_bounded_number_of_tries(name: str, unit: str) -> None:
    reader, seat, _ = reader_of(name)
    parsed: list[str] = []
    read = reader.game.parse_order

    def parse_counted(text: str) -> object:
        parsed.append(text)
        return read(text)

    counting = reader.game._replace(parse_order=parse_counted)
    reader = OrderReader(counting, reader.position, reader.seats)
    text = unit * (effort.choose(6_000, 200_000) // len(unit))
    read_statements(reader, post(1, "x", "")._replace(text=text), (seat,))
    assert len(parsed) <= 3 * MOST_TRIES
    assert sum(map(len, parsed)) <= 4 * len(text)


def test_prose_is_not_checked_for_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders in running text are looked for in each span of it: to say what would mend a span takes longer than all else."""
    reader, seat, order = reader_of("nascar")
    asked: list[str] = []
    real = grammar._fault

    def count_mends(parser: Any, error: Any, text: str, *rest: Any) -> Problem:
        asked.append(text)
        return real(parser, error, text, *rest)

    monkeypatch.setattr(grammar, "_fault", count_mends)
    said = read_statements(reader, post(1, "x", " ".join(CHATTER)), (seat,))
    assert not any(one.text for one in said.found)
    assert len(asked) <= 2
    assert reader.find("(6M), I think") is None
    assert isinstance(reader.parse("(6M), I think"), Problem)
    assert asked[-1] == "(6M), I think"
    assert reader.find(order) is not None
