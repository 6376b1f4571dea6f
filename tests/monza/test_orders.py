"""Orders as text: `B1 Y2 R2 G3`, `X2`, `PASS`, and what is said about text that is none (Z38)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import Problem
from gm_tools.games.monza.orders import Extra, Move, Order, Step, column_of, format_order, parse_order

steps = st.builds(Step, st.sampled_from("RYGBWP"), st.integers(0, 3))
cars = st.from_regex(r"([a-z][a-z0-9_-]{0,8})?", fullmatch=True)
orders = st.builds(Move, st.lists(steps, max_size=8).map(tuple), cars) | st.builds(Extra, st.integers(0, 3), cars)


def problem(text: str) -> Problem:
    found = parse_order(text)
    assert isinstance(found, Problem), found
    assert (found.kind, found.rule) == ("invalid", "Z38")
    return found


@given(order=orders)
def test_orders_print_and_read_back(order: Order) -> None:
    assert parse_order(format_order(order)) == order


@given(order=orders, data=st.data())
def test_case_blanks_and_commas_do_not_matter(order: Order, data: st.DataObject) -> None:
    car, colon, body = format_order(order).rpartition(":")
    tokens = ["PASS"] if body.strip() == "PASS" else list(body.replace(" ", ""))
    between = st.text(" ,", max_size=3)
    spread = "".join(token + data.draw(between) for token in tokens)
    text = car + colon + data.draw(between) + spread
    assert parse_order(data.draw(st.sampled_from((text, text.lower(), text.upper())))) == order


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B1", "B1"),
        ("B", "B"),
        ("B1 Y2 R2 G3", "B1 Y2 R2 G3"),
        ("B1Y2R2G3", "B1 Y2 R2 G3"),
        ("b1, y2, r2, g3", "B1 Y2 R2 G3"),
        ("BYRG", "B Y R G"),
        ("B Y2 R G", "B Y2 R G"),
        ("W3 W3 W3", "W3 W3 W3"),
        ("Y1 Y1 G2 G2 B3 B3", "Y1 Y1 G2 G2 B3 B3"),
        ("PASS", "PASS"),
        ("pass", "PASS"),
        ("-", "PASS"),
        (" – ", "PASS"),
        ("X1", "X1"),
        ("x 3", "X3"),
        ("X0", "X0"),
        ("xo", "X0"),
        ("red: B1 Y2", "red: B1 Y2"),
        ("GREEN: X2", "green: X2"),
        ("nina: X0", "nina: X0"),
        ("red:w3,r2,y", "red: W3 R2 Y"),
        ("b:b", "b: B"),
        ("car-2 : -", "car-2: PASS"),
        ("W R Y2 Y1", "W R Y2 Y1"),
        ("Ｂ１　Ｙ２，Ｒ２", "B1 Y2 R2"),
    ],
)
def test_every_notation_is_read_and_written_canonically(text: str, canonical: str) -> None:
    order = parse_order(text)
    assert not isinstance(order, Problem), order
    assert format_order(order) == canonical


@pytest.mark.parametrize(
    ("text", "column", "suggestion"),
    [
        ("B4", 2, "B"),
        ("B1; Y2", 3, "B1 Y2"),
        ("B1 -> Y2", 4, "B1 Y2"),
        ("(B1)(Y2)", 1, "B1 Y2"),
        ("1B 2Y", 1, "B1 Y2"),
        ("blue 1, yellow 2", 2, "B1 Y2"),
        ("blue lane 1, yellow lane 2", 2, "B1 Y2"),
        ("red B1", 2, "red: B1"),
        ("nina X2", 1, "nina: X2"),
        ("B1 -", 4, "B1"),
        ("B1.", 3, "B1"),
        ("Q1", 1, ""),
        ("X", 2, ""),
        ("X4", 2, ""),
        ("B0", 2, "B"),
        ("red:", 5, ""),
        ("PASS B1", 6, ""),
        ("B1 PASS", 5, ""),
        ("I drive B1", 1, ""),
        ("two\nlines", 1, ""),
    ],
)
def test_what_cannot_be_read_is_pointed_at_and_mended(text: str, column: int, suggestion: str) -> None:
    found = problem(text)
    assert (found.line, found.column, found.suggestion) == (1, column, suggestion)


@pytest.mark.parametrize("text", ["", " ", "\n", "\u3000"])
def test_an_empty_text_is_not_an_order(text: str) -> None:
    assert problem(text).message == "there is no order here; write PASS if no die can be used"


def test_a_fault_says_what_is_expected() -> None:
    assert problem("B1 7").message == "'7' does not fit here; write a colour R Y G B W P"
    assert problem("X").message == "the order ends too early; write 0 to decline or a lane 1 2 3 next"


def test_an_endless_order_is_refused() -> None:
    assert "too many for an order" in problem("B1" * 3000).message


@given(order=orders)
def test_columns_point_at_steps(order: Order) -> None:
    text = format_order(order)
    if isinstance(order, Move):
        for place, step in enumerate(order.steps):
            assert text[column_of(order, place) - 1] == step.colour
    else:
        assert text[column_of(order, 0) - 1] == "X"
