"""Orders as text: every notation, what is proposed for a slip, what is never guessed."""

from __future__ import annotations

import pytest

from gm_tools.core.problems import Problem
from gm_tools.games.rally.orders import ACCELERATIONS, Order, format_order, format_vector, parse_order

NE = ((1, -1),)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        *(
            (text, NE)
            for text in (
                "NE",
                "ne",
                " Ne ",
                "9",
                "(+1,-1)",
                "(1,-1)",
                "( +1 , -1 )",
                "+1,-1",
                "1,-1",
                "NE.",
                "NE!",
                "（+1，−1）",
            )
        ),
        *((text, ((0, 0),)) for text in ("0", ".", "5", "(0,0)", "0,0", "(+0,-0)")),
        ("7 8 9", ((-1, -1), (0, -1), (1, -1))),
        ("4 5 6", ((-1, 0), (0, 0), (1, 0))),
        ("1 2 3", ((-1, 1), (0, 1), (1, 1))),
        ("N NE E SE S SW W NW 0", ACCELERATIONS),
        ("NE . ne\n(0,+1)", ((1, -1), (0, 0), (1, -1), (0, 1))),
        ("(0,0)(1,1)", ((0, 0), (1, 1))),
        ("(+2,0)", ((2, 0),)),
    ],
)
def test_an_order_is_read(text: str, steps: tuple[tuple[int, int], ...]) -> None:
    order = parse_order(text)
    assert order == Order(steps)
    assert parse_order(format_order(order)) == order


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("NENE", "NE NE"),
        ("99", "NE NE"),
        ("9, 8, 7", "NE N NW"),
        ("NE,N", "NE N"),
        ("NE -> N", "NE N"),
        ("north-east", "NE"),
        ("South West", "SW"),
        ("[1,-1]", "NE"),
        ("(1;1)", "SE"),
        ("+1 -1", "NE"),
        ("0,0,0", "(0,0) (0,0) (0,0)"),
        ("coast", "(0,0)"),
        ("-", "(0,0)"),
        ("S 3", "S SE"),
        ("NE 9 0", "NE NE (0,0)"),
    ],
)
def test_a_slip_is_refused_with_what_was_meant(text: str, meant: str) -> None:
    problem = parse_order(text)
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.rule, problem.suggestion) == ("invalid", "V2.3", meant)


@pytest.mark.parametrize(
    "text", ["", "   ", "x", "hello", "NORD", "10,10,10", "(1,2,3)", "(+1,-1", "1.5", "NE 20", "N" * 5000]
)
def test_text_that_is_not_an_order_is_refused_with_a_message(text: str) -> None:
    problem = parse_order(text)
    assert isinstance(problem, Problem)
    assert problem.message


def test_a_sequence_has_a_longest_one() -> None:
    assert isinstance(parse_order("N " * 200), Order)
    problem = parse_order("N " * 201)
    assert isinstance(problem, Problem)
    assert "201 turns are too many" in problem.message


def test_a_vector_is_written_with_its_signs() -> None:
    assert [format_vector(vector) for vector in ((3, -1), (0, 0), (-12, 4))] == ["(+3,-1)", "(0,0)", "(-12,+4)"]
