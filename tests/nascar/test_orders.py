"""The notation of N17: what is read, what is refused with the reading that was probably meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from gm_tools.core.paths import folder
from gm_tools.core.problems import Problem
from gm_tools.games.nascar.orders import Order, column_of, format_order, parse_order


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A(2M)RM(R+1)", "A(2M)RM(R+1)"),
        ("a(a+1)mmrmmm", "A(A+1)(2M)R(3M)"),
        ("S(A)(A+1)(9M)LM(B)", "SA(A+1)(9M)LMB"),
        ("A(A+1)(4M)R(3M)(R+1)B", "A(A+1)(4M)R(3M)(R+1)B"),
        ("2M r+1 2m", "(2M)(R+1)(2M)"),
        ("R(R +1)", "R(R+1)"),
        ("A2M", "A(2M)"),
        ("R+1 2M", "(R+1)(2M)"),
        ("(R+1)2M", "(R+1)(2M)"),
        ("(2A)(3M)", "AA(3M)"),
        ("(m)(A)", "MA"),
        ("M,M, R M", "(2M)RM"),
        ("M M\nM", "(3M)"),
        ("ＡＭ（２Ｍ）", "A(3M)"),
        ("“AMM”.", "A(2M)"),
        ("'AMM';", "A(2M)"),
        ("– AMM –", "A(2M)"),
        ("-", "-"),
        (" — ", "-"),
        ("LLRR", "(2L)(2R)"),
        ("M(M+1)", "M(M+1)"),
    ],
)
def test_every_spelling_of_an_order_is_read(text: str, canonical: str) -> None:
    order = parse_order(text)
    assert isinstance(order, Order)
    assert format_order(order) == canonical


@pytest.mark.parametrize(
    ("text", "column", "meant"),
    [
        ("M2", 2, "(2M)"),
        ("MM2R", 3, "MM(2R)"),
        ("AMx2", 3, "A(2M)"),
        ("A(2R+1)", 5, "AR(R+1)"),
        ("(MM)", 3, "MM"),
        ("A0M", 2, "A"),
        ("A(2M", 5, "A(2M)"),
        ("MM;MM", 3, "MMMM"),
        ("AMMM!", 5, "AMMM"),
        ("D3M", 1, "3M"),
    ],
)
def test_a_slip_in_an_order_is_refused_with_what_was_meant(text: str, column: int, meant: str) -> None:
    problem = parse_order(text)
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.rule, problem.line, problem.column) == ("invalid", "N17", 1, column)
    assert problem.suggestion == meant
    assert isinstance(parse_order(meant), Order)


@pytest.mark.parametrize("text", ["", "  ", ".", "hello", "1M1", "100M", "(", "+1", "M" * 5000, "\x00", "A(99999999M)"])
def test_text_that_is_not_an_order_is_refused(text: str) -> None:
    problem = parse_order(text)
    assert isinstance(problem, Problem)
    assert problem.message


def test_a_fault_in_the_second_line_is_found_there() -> None:
    problem = parse_order("AMM\nM?M")
    assert isinstance(problem, Problem)
    assert (problem.line, problem.column) == (2, 2)


letters = st.text(alphabet="ABSMLR", max_size=14)


@given(letters, st.sets(st.integers(0, 13)))
def test_every_order_prints_and_reads_back(text: str, places: set[int]) -> None:
    order = Order(text, tuple(sorted(place for place in places if place < len(text))))
    assert parse_order(format_order(order)) == order


def test_a_count_has_two_digits_and_longer_runs_take_several() -> None:
    order = Order("M" * 199)
    assert format_order(order) == "(99M)(99M)M"
    assert parse_order("(99M)(99M)M") == order


@given(letters.filter(bool), st.data())
def test_the_column_of_a_letter_stands_in_its_piece(text: str, data: st.DataObject) -> None:
    order = Order(text)
    place = data.draw(st.integers(0, len(text) - 1))
    assert text[place] in format_order(order)[column_of(order, place) - 1 :][:5]


@given(
    st.deferred(
        lambda: from_lark(Lark((folder("grammars") / "nascar.lark").read_text(encoding="utf-8"), parser="lalr"))
    )
)
def test_whatever_the_grammar_makes_is_read(text: str) -> None:
    order = parse_order(text)
    if isinstance(order, Order):
        assert parse_order(format_order(order)) == order
