"""Orders as text: canonical forms, synonyms, what is not understood and what was meant (T13)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.growth import grow
from gm_tools.core.problems import Problem
from gm_tools.games.tac import GAME
from gm_tools.games.tac.cards import CARDS
from gm_tools.games.tac.orders import Action, BallMove, Order, column_of, format_order, parse_order
from tests.tac.tables import at

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
places = st.one_of(st.integers(1, 66).map(str), st.sampled_from("abcd"))
balls = st.tuples(st.sampled_from(LETTERS), places)
numbers = st.integers(0, 80).map(str)


@st.composite
def parts(draw: st.DrawFn) -> BallMove:
    letter, place = draw(balls)
    sign = draw(st.sampled_from(("", ">", "+", "-")))
    if sign == ">":
        to = draw(st.one_of(numbers, st.sampled_from("abcd"), balls.map("".join)))
    else:
        to = draw(numbers) if sign else ""
    return BallMove(letter, place, sign, to)


bare = balls.map(lambda ball: BallMove(*ball))
letters = st.one_of(st.just(""), st.sampled_from(LETTERS))
number_cards = st.sampled_from([card for card in CARDS if card.isdecimal() and card != "7"])
plays = st.one_of(
    st.builds(lambda card, part: Action("move", card, (part,)), number_cards, parts()),
    st.builds(lambda some: Action("move", "7", tuple(some)), st.lists(parts(), min_size=1, max_size=7)),
    st.builds(lambda card, letter: Action("enter", card, (), letter), st.sampled_from(("1", "13", "angel")), letters),
    st.just(Action("skip", "8")),
    st.builds(lambda one, other: Action("exchange", "trick", (one, other)), bare, bare),
    st.builds(lambda part: Action("strike", "warrior", (part,)), bare),
    st.builds(lambda part: Action("move", "angel", (part,)), parts()),
    st.sampled_from((Action("jester", "jester"), Action("devil", "devil"))),
)
actions = st.one_of(
    plays,
    plays.map(lambda action: action._replace(tac=True)),
    st.sampled_from([Action(verb, card) for verb in ("swap", "drop") for card in CARDS]),
    st.sampled_from((Action("can"), Action("cannot"))),
)
orders = st.lists(
    st.builds(lambda action, seat: action._replace(seat=seat), actions, letters), min_size=1, max_size=3
).map(lambda some: Order(tuple(some)))


@given(order=orders)
def test_an_order_prints_and_reads_back(order: Order) -> None:
    assert parse_order(format_order(order)) == order


@given(order=orders, gap=st.sampled_from((" ", "  ", ", ", " ; ", "\n")))
def test_case_and_blanks_do_not_matter(order: Order, gap: str) -> None:
    text = format_order(order)
    assert parse_order(text.upper()) == parse_order(text.lower()) == order
    assert parse_order(text.replace(" ", gap)) == order


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("13raus", "13 in"),
        ("1 rauskommen", "1 in"),
        ("1 ENTER", "1 in"),
        ("13 Eröffnen", "13 in"),
        ("13 eröffne", "13 in"),
        ("13 EROEFFNE", "13 in"),
        ("13 ero\u0308ffne", "13 in"),
        ("8 aussetzen", "8 skip"),
        ("Tausch 5", "swap 5"),
        ("tauschen TAC", "swap tac"),
        ("tausche trickser", "swap trick"),
        ("getact 13 in", "tac 13 in"),
        ("ablegen 5", "drop 5"),
        ("Ablage 5", "drop 5"),
        ("Abwurf Narr", "drop jester"),
        ("weg 5", "drop 5"),
        ("ungenutzt Teufel", "drop devil"),
        ("discard Engel", "drop angel"),
        ("drop Krieger", "drop warrior"),
        ("trickster R5 G20", "trick R5 G20"),
        ("kann", "can"),
        ("ich kann", "can"),
        ("kannnicht", "cannot"),
        ("kann nicht", "cannot"),
        ("ich kann nicht", "cannot"),
        ("5 R10 else 9 R10 sonst 2 R10 oder drop 5", "5 R10 else 9 R10 else 2 R10 else drop 5"),
        ("7R5+3R9+4", "7 R5+3 R9+4"),
        ("7 R5 plus 3, R9 plus 4", "7 R5+3 R9+4"),
        ("4 R20−4", "4 R20-4"),
        ("4 R20 – 4", "4 R20-4"),
        ("5 R62→b", "5 R62>b"),
        ("5 R62 -&gt; b", "5 R62>b"),
        ("5 R62 nach b", "5 R62>b"),
        ("5 R62 to Rb", "5 R62>Rb"),
        ("5 r 062 > B", "5 R62>b"),
        ("５ Ｒ１０", "5 R10"),
        ('"5 R10".', "5 R10"),
        ("R: 5 R10", "R: 5 R10"),
    ],
)
def test_orders_as_players_write_them_are_read(text: str, canonical: str) -> None:
    order = parse_order(text)
    assert isinstance(order, Order), order
    assert format_order(order) == canonical


@pytest.mark.parametrize(
    ("text", "message", "suggestion"),
    [
        ("5 rein", "'rein' does not say which house field: name it, as in 5 R62>b", ""),
        ("13 rein", "'rein' goes into a house; to bring a ball into play, write 13 in", "13 in"),
        ("tac 1 rein B", "'rein' goes into a house; to bring a ball into play, write tac 1 in B", "tac 1 in B"),
        ("tausche R5 G20", "swap gives a card to the partner; balls are exchanged by the Trickser, as in trick R5 G20", "trick R5 G20"),
        ("11 R5", "there is no card 11; the numbers are 1 to 10, 12 and 13", ""),
        ("5 in", "a 5 brings no ball in; 1, 13 and the angel do", ""),
        ("9 skip", "only an 8 makes somebody skip, not a 9", ""),
        ("5 R1 R2", "a 5 moves one ball; only the 7 can be split", ""),
        ("5 R62>f", "there is no house field f; a house has a, b, c and d", ""),
        ("", "there is no order here; an order is, for example, 5 R10>15", ""),
        ("...", "there is no order here; an order is, for example, 5 R10>15", ""),
        ("5 R62 b", "'b' does not fit here; write +, -, >, a ball (R17, Rb), else or nothing more", "5 R62>b"),
        ("13", "the order ends too early; write a ball (R17, Rb), in or skip next", "13 in"),
        ("7 R5+3 und R6", "'und' does not fit here; write a ball (R17, Rb), else or nothing more", ""),
        ("angel out", "'out' does not fit here; write a ball (R17, Rb) or in", ""),
        ("5 R5 2 R6", "'2' does not fit here; write +, -, >, a ball (R17, Rb), else or nothing more", ""),
        ("can not", "'not' does not fit here; write else or nothing more", "cannot"),
        ("jestre", "'jestre' does not fit here; write a number (7), a seat and a colon (R:), angel, can, cannot, devil, drop, jester, swap, tac, trick or warrior", "jester"),
        ("5 R1O", "'O' does not fit here; write +, -, >, a ball (R17, Rb), else or nothing more", "5 R10"),
    ],
)  # fmt: skip
def test_an_unreadable_order_is_refused_with_a_hint(text: str, message: str, suggestion: str) -> None:
    problem = parse_order(text)
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.rule) == ("invalid", "T13.2")
    assert (problem.message, problem.suggestion) == (message, suggestion)


def test_the_place_of_a_fault_counts_in_the_post() -> None:
    problem = parse_order('  "R: 5 R10 ? drop 2"')
    assert isinstance(problem, Problem)
    assert (problem.line, problem.column) == (1, 13)


def test_columns_of_parts_count_in_the_canonical_text() -> None:
    order = parse_order("R: tac 7 R5+3 R9+4 else drop 2")
    assert isinstance(order, Order)
    text = format_order(order)
    assert [text[column_of(order, 0, part) - 1 :][:4] for part in (0, 1)] == ["R5+3", "R9+4"]
    assert text[column_of(order, 1, -1) - 1 :] == "drop 2"


def test_of_the_only_word_that_an_order_can_begin_with_no_key_is_needed() -> None:
    for hand, phase, verb in (("1,5,5", "swap", "swap"), ("3,5,5", "play", "drop")):
        position = at(phase=phase, hands=f"R={hand}")
        keys = grow(GAME, position, "R", "").keys
        cards = [hand[0], "5"]
        assert [(key.label, key.name, key.text) for key in keys] == [(card, verb, f"{verb} {card}") for card in cards]
        assert [grow(GAME, position, "R", text).undo for text in (verb, f"{verb} 5", "")] == ["", "", ""]
    position = at(pos="R:10", hands="R=3,5")
    assert [key.text for key in grow(GAME, position, "R", "").keys] == ["3", "5"]
    assert grow(GAME, position, "R", "3 R10>13").undo == "3"


def test_of_many_moves_the_keys_first_say_which_ball() -> None:
    position = at(pos="R:10,40", hands="R=7,5")
    first, second = grow(GAME, position, "R", "7").keys
    assert [(key.label, key.text) for key in (first, second)] == [("R10>", "7 R10>"), ("R40>", "7 R40>")]
    growth = grow(GAME, position, "R", second.text)
    assert growth.is_half
    assert growth.undo == "7"
    assert [(key.label, key.text) for key in growth.keys[:2]] == [("41", "7 R40>41"), ("42", "7 R40>42")]
    assert [key.label for key in grow(GAME, position, "R", "5").keys] == ["R10>15", "R40>45"]
