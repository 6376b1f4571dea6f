"""The notation: C64 and section 13."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import Problem
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.orders import HOLD, PASS, Order, column_of, pieces
from tests.tacara.notation import orders
from tests.tacara.scenes import read


@given(orders)
def test_an_order_reads_back(order: Order) -> None:
    assert GAME.parse_order(GAME.format_order(order)) == order


@given(orders, st.lists(st.sampled_from([" ", ",", "", ", "]), min_size=12, max_size=12))
def test_case_blanks_and_commas_do_not_matter(order: Order, gaps: list[str]) -> None:
    loose = "".join(piece + gap for piece, gap in zip(pieces(order), gaps, strict=False))
    assert GAME.parse_order(loose.lower()) == order
    assert GAME.parse_order(loose.upper()) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("GEE", Order("drive", gear="EE")),
        ("G0", Order("drive")),
        ("GO", Order("drive")),
        ("gen v", Order("drive", gear="EN", axis="V")),
        ("+2E GE +1S", Order("drive", before=("+2E",), gear="E", after=("+1S",))),
        ("GW H +3N +2N", Order("drive", gear="W", axis="H", after=("+3N", "+2N"))),
        ("+1N +1W G0 V", Order("drive", before=("+1N", "+1W"), axis="V")),
        ("GSW V +1E R123", Order("drive", gear="SW", axis="V", after=("+1E",), fuel="123")),
        ("T3", Order("take", value=3)),
        ("blue: GEE", Order("drive", car="blue", gear="EE")),
        ("red:+1n,gee,+2e", Order("drive", car="red", before=("+1N",), gear="EE", after=("+2E",))),
        ("GE +2E DS +1E", Order("drive", gear="E", after=("+2E", "DS", "+1E"))),
        ("f +1n gen h dn", Order("drive", follows=True, before=("+1N",), gear="EN", axis="H", after=("DN",))),
        ("g=n2e4 h", Order("drive", gear="=E4N2", axis="H")),
        ("G=0", Order("drive", gear="=0")),
        ("+1N G=W2 DN", Order("drive", before=("+1N",), gear="=W2", after=("DN",))),
        ("HOLD", HOLD),
        ("G0H", Order("drive", axis="H")),
        ("pass", PASS),
        ("-", PASS),
        ("—", PASS),
        ("hold: hold", Order("hold", car="hold")),
        ("ｇｅｅ　＋１ｎ", Order("drive", gear="EE", after=("+1N",))),
        ("\n  GEE\n", Order("drive", gear="EE")),
    ],
)
def test_an_order_is_parsed_into_its_fields(text: str, order: Order) -> None:
    assert GAME.parse_order(text) == order


@pytest.mark.parametrize(
    ("text", "column", "suggestion"),
    [
        ("+3 GEE", 1, ""),
        ("+3 E GEE", 1, "+3E GEE"),
        ("EE", 1, "GEE"),
        ("E4N2", 1, "G=E4N2"),
        ("3E GEE", 1, "+3E GEE"),
        ("V GEN", 1, "GEN V"),
        ("GEE.", 4, "GEE"),
        ("T 3", 1, "T3"),
        ("GE N V", 4, "GEN V"),
        ("+e3 gee", 1, "+3E GEE"),
        ("GE R1, 2, 3", 8, "GE R123"),
        ("g=e4 n2", 6, "G=E4N2"),
        ("G=E0", 1, "G=0"),
        ("G=E4N0", 5, "G=E4"),
        ("G0 R123 +1N", 9, "G0 +1N R123"),
        ("GEEEE", 5, "GEEE"),
        ("G0 HOLD", 5, ""),
        ("red: GEE V V", 12, "red: GEE V"),
        ("ＧＥＥ　ＤＤ", 5, ""),
        ("GEE\nGEE", 4, ""),
    ],
)
def test_what_cannot_be_read_is_shown_and_mended(text: str, column: int, suggestion: str) -> None:
    problem = GAME.parse_order(text)
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.rule, problem.line, problem.column) == ("invalid", "C64", 1, column)
    assert problem.suggestion == suggestion


def test_the_expected_tokens_are_named_in_words() -> None:
    problem = GAME.parse_order("GEE X")
    assert isinstance(problem, Problem)
    assert problem.message == (
        "'X' does not fit here; write a turbo chip with its direction (+3E), fuel (R123), "
        "the axis to drive first (H, V) or the draft step (DN)"
    )


@pytest.mark.parametrize("text", ["", "   ", ",,", "\n"])
def test_an_empty_text_is_not_an_order(text: str) -> None:
    problem = GAME.parse_order(text)
    assert isinstance(problem, Problem)
    assert problem.message.startswith("there is no order here")


@pytest.mark.parametrize(
    "text", ["get", "rest", "go on", "F", "R123", "F T1", "T3 +3E", "T4", "G0 R1231", "1: GEE", "G=E05", "G=E1000"]
)
def test_words_and_half_orders_are_refused(text: str) -> None:
    assert isinstance(GAME.parse_order(text), Problem)


def test_columns_count_in_the_order_as_it_is_printed() -> None:
    order = read("red: F +1N GEN H DN R12")
    text = GAME.format_order(order)
    assert [text[column_of(order, number) - 1 :].split()[0] for number in range(len(pieces(order)))] == list(
        pieces(order)
    )
