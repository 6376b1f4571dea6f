"""Orders in any words, in every game: a second one in a post is never passed over, and what looks meant never goes unsaid."""

from __future__ import annotations

import pytest

from gm_tools.games import NAMES
from gm_tools.posts.order_reader import OrderReader
from gm_tools.posts.rivals import Orders
from gm_tools.posts.statements import Statements, read_statements
from tests.posts.test_finding import reader_of
from tests.posts.test_prose import CHATTER
from tests.posts.threads import post

PAIRS = [
    ("nascar", "(6M)", "MMMMMR"),
    ("nascar", "MMMMMM", "A(7M)"),
    ("nascar", "mmmmmm", "mmmmmr"),
    ("tacara", "G0", "GEE"),
    ("tacara", "GEE", "GEN H"),
    ("tacara", "GE", "GN"),
    ("tacara", "g0", "gee"),
    ("monza", "W3 P2 R1 G2 Y1", "W P R Y G"),
    ("monza", "w p r y g", "w p r g y"),
    ("tac", "swap 2", "swap 3"),
    ("tac", "swap 8", "TAUSCH 12"),
]
BETWEEN = [
    "\n{0}", "\nthen {0}", "\nThen {0}.", "\nand {0}", "\nOr {0}?", "\nnow {0}", "\nalso {0}", "\nthen: {0}", "\nthen maybe {0}",
    "\n{0} then", "\n{0} please", "\ndann {0}", "\noder {0}", "\nand then {0}, please", "\nI go {0}", "\nthen I do {0}", "\n(or {0})",
    "\nor perhaps better {0}", "\nHmm, {0}", "\nno, {0}", "\nEDIT: {0}", "\nand after that {0}", "\n2. {0}", "\n- {0}", "\nthen\n{0}",
    "\nor:\n{0}", "\nalternatively {0}", "\nsecond choice: {0}", "\nIf not, {0}", "\nplan b: {0}", "\n[b]{0}[/b] instead", "\nfinal: {0}",
    "\nactually it's {0}", "\n{0} it is", "\n{0} is my order", "\n=> {0}", "\n... {0}", "\n{0}!!!", "\nand, well, {0}",
    "; then {0}", " -- then {0}", " (or {0})", ". Then {0}", " / {0}", ", then {0}", " or {0}", " // {0}", " # {0}", " | {0}",
]  # fmt: skip


def read(reader: OrderReader, seat: str, text: str) -> Statements:
    return read_statements(reader, post(1, "x", text), (seat,))


@pytest.mark.parametrize("between", BETWEEN)
def test_a_second_order_is_never_passed_over(between: str) -> None:
    passed = []
    for name, one, other in PAIRS:
        reader, seat, _ = reader_of(name)
        for text in (f"Order: {one}{between.format(other)}", f"{one}{between.format(other)}"):
            said = read(reader, seat, text)
            is_asked = not any(found.text for found in said.found) or any(found.problems for found in said.found)
            if not is_asked and not Orders(reader).find_rivals(said.found):
                passed.append((name, text))
    assert passed == []


@pytest.mark.parametrize("name", NAMES)
def test_prose_beside_an_order_is_no_second_order(name: str) -> None:
    reader, seat, order = reader_of(name)
    for words in [*CHATTER, "AM I LATE? SLAM!", "PASS the salt", "Good luck then!", "now go", "Go!", "I hold my breath", "then I was out", "And now M"]:  # fmt: skip
        said = read(reader, seat, f"Order: {order}\n{words}")
        own = [found for found in Orders(reader).find_rivals(said.found) if "Bob" not in words]
        assert own == [], words


@pytest.mark.parametrize(
    "words", ["{0}", "then {0}", "or {0}", "[s]{0}[/s]", "[quote=Bob]{0}[/quote]", "as I said, {0}"]
)
def test_an_order_said_twice_struck_out_or_quoted_is_one(words: str) -> None:
    for name, order, __ in PAIRS:
        reader, seat, _ = reader_of(name)
        said = read(reader, seat, f"Order: {order}\n{words.format(order)}")
        assert Orders(reader).find_rivals(said.found) == []
        assert [found.text for found in said.found if found.text][:1] == [order]


def test_small_words_alone_do_not_make_an_order_of_prose() -> None:
    for name in NAMES:
        reader, seat, order = reader_of(name)
        for words in ("then {0}", "or maybe {0}, I think"):
            assert [found.text for found in read(reader, seat, words.format(order)).found if found.text] == []


MEANT = [
    "Order {0}", "ORDER = {0}", "My turn: {0}", "I do {0}, then hope.", "{0} or maybe {0}R", "<@123> my order: {0}", "order;{0}", "Order.{0}",
    "Order| {0}", "order - {0}", "Order → {0}", "ORDERS\n{0}", "Order (turn 1) {0}", "Turn 1 {0}", "t1: {0}", "{1} {0}", "{1}: {0} thanks",
    "Oder: {0}", "Move: {0}", "||Order: {0}||", "• {0}", "1) {0}", "ok {0} it is", "my order is {0}", "my order: {0} (I think)", "I'll play {0}",
    "going with {0}", "{0} please", "Final answer {0}", "Mein Zug: {0}", "ich nehme {0}", "Let it be {0}", "here: {0}", "{0} then", "(order {0})",
    "order:={0}", "Order #1: {0}", "Orders for today {0}", "Gus, {0}", "@Gus {0}", "gm: {0}", "Hi, my order for this turn would be {0}. Good luck",
    "I am thinking {0}", "{0}, final", "ordr {0}", "order\n\n{0}\n\nthanks!",
]  # fmt: skip


@pytest.mark.parametrize(
    "form",
    ["I go {0}", "I'll go {0} this time", "Ich gehe nach {0}", "ich nehme {0}", "I do {0}, then hope.", "{0} for me", "Going {0}", "I play {0}.",
     "Well, I'll just take {0}", "Ich fahre jetzt {0}, danke", "{0} it is", "Going with {0} - good luck"],
)  # fmt: skip
@pytest.mark.parametrize(("name", "order"), [("rally", "NE"), ("rally", "S"), ("rally", "9"), ("tacara", "GE")])
def test_a_short_order_that_words_announce_is_asked_about(name: str, order: str, form: str) -> None:
    reader, seat, _ = reader_of(name)
    said = read(reader, seat, f"What a turn!\n{form.format(order)}")
    assert [found.guess for found in said.found] == [order]
    assert [found.text for found in said.found] == [""]


@pytest.mark.parametrize(
    "words",
    [
        "We live in NE England",
        "I go SO fast",
        "I say NO.",
        "I take 9 of them",
        "Bob goes NE",
        "You go NE",
        "Would I go NE?",
        "NE looks bad",
    ],
)
def test_a_short_order_in_talk_is_talk(words: str) -> None:
    reader, seat, _ = reader_of("rally")
    assert read(reader, seat, words).found == ()


@pytest.mark.parametrize("form", MEANT)
def test_text_that_looks_like_an_order_is_always_reported(form: str) -> None:
    for name, order, __ in PAIRS:
        if len(order) > 2 and order.upper() == order:
            reader, seat, _ = reader_of(name)
            said = read(reader, seat, form.format(order, seat))
            assert [found for found in said.found if found.text or found.guess or found.problems or found.mentioned]
