"""Order sheets: parse(format(sheet)) is the sheet; faults say where; no game's own order is ever split."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import Problem, format_problem
from gm_tools.core.sheets import Part, Tried, by_time, format_sheet, meant, mended, parse_sheet, read_sheet
from gm_tools.games import NAMES, find
from tests.samples import SAMPLES, play


def _is_order(text: str) -> bool:
    is_edged = text != text.strip(" \t\r\n;")
    return bool(text) and not is_edged and not re.search(r"\belse\b|\bturn\b", text, re.IGNORECASE)


TEXTS = (
    st.text("AB(2M)else turn:;7+ \n@", min_size=1, max_size=12).map(lambda text: text.strip(" \n;")).filter(_is_order)
)
ALTERNATIVES = st.lists(TEXTS, min_size=1, max_size=3).map(tuple)
SHEETS = st.tuples(
    st.booleans(),
    st.lists(st.integers(1, 9999), unique=True, max_size=3),
    st.lists(ALTERNATIVES, min_size=4, max_size=4),
).map(
    lambda made: tuple(
        Part(turn, each)
        for turn, each in zip([0, *made[1]] if made[0] or not made[1] else made[1], made[2], strict=False)
    )
)


@given(SHEETS)
def test_a_sheet_comes_back(sheet: tuple[Part, ...]) -> None:
    assert parse_sheet(format_sheet(sheet)) == sheet


@given(st.text("turn7:;else AB\n", max_size=30))
def test_any_text_is_a_sheet_or_a_problem_in_its_place(text: str) -> None:
    sheet = parse_sheet(text)
    if isinstance(sheet, Problem):
        assert 1 <= sheet.line <= text.count("\n") + 1
        assert 1 <= sheet.column <= len(text.split("\n")[sheet.line - 1]) + 1
    else:
        assert sheet
        assert len({part.turn for part in sheet}) == len(sheet)
        assert all(text.count(one) for part in sheet for one in part.alternatives)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("A(4M)", [(0, "A(4M)")]),
        ("A(4M) else (5M)", [(0, "A(4M)", "(5M)")]),
        ("A(4M)\nELSE\n(5M)\nelse -", [(0, "A(4M)", "(5M)", "-")]),
        ("(2M)else(3M)", [(0, "(2M)", "(3M)")]),
        ("turn 7: A else B; turn 8: C", [(7, "A", "B"), (8, "C")]),
        ("turn 7: A\n\nTurn #8 : C;\n", [(7, "A"), (8, "C")]),
        ("A; B\nturn 8: C; D", [(0, "A; B"), (8, "C; D")]),
        ("ｔｕｒｎ　８：A ｅｌｓｅ B；ｔｕｒｎ 9: C", [(8, "A", "B"), (9, "C")]),
        ("turn left", [(0, "turn left")]),
        ("A return 8: B", [(0, "A return 8: B")]),
        ("velse selse else1", [(0, "velse selse else1")]),
        ("", [(0, "")]),
    ],
)
def test_what_a_sheet_is(text: str, parts: list[tuple[int, str]]) -> None:
    assert parse_sheet(text) == tuple(Part(turn, tuple(each)) for turn, *each in parts)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A else", "invalid: no order after 'else'; write ORDER else ORDER\n  A else\n    ^"),
        ("else A", "invalid: no order before 'else'; write ORDER else ORDER\n  else A\n  ^"),
        (
            "A else else B",
            "invalid: no order before 'else'; write ORDER else ORDER\n  A else else B\n         ^",
        ),
        ("A; turn 8:", "invalid: turn 8 has no order; an order must follow the colon\n  A; turn 8:\n            ^"),
        ("turn 0: A", "invalid: there is no turn 0; expected a turn from 1 to 9999\n  turn 0: A\n  ^"),
        (
            "turn 10000: A",
            "invalid: there is no turn 10000; expected a turn from 1 to 9999\n  turn 10000: A\n  ^",
        ),
        (
            "turn 7: A\nturn 8: B\nturn 7: C",
            "invalid: turn 7 appears twice; put 'else' between alternatives\n  turn 7: C\n  ^",
        ),
    ],
)
def test_what_is_no_sheet_says_where(text: str, said: str) -> None:
    problem = parse_sheet(text)
    assert isinstance(problem, Problem)
    assert format_problem(problem, text) == said


def test_what_the_game_takes_as_one_order_is_not_split() -> None:
    assert parse_sheet("A else B; turn 8: C else D", {"A else B"}.__contains__) == (
        Part(0, ("A else B",)),
        Part(8, ("C", "D")),
    )


@pytest.mark.parametrize("name", NAMES)
def test_orders_of_every_game_are_sheets_of_one_part(name: str) -> None:
    game = find(name)
    for sample in SAMPLES[name]:
        for step in play(name, sample, 5, 8):
            for order in step.orders.values():
                text = game.format_order(order)
                assert read_sheet(game, text) == (Part(0, (text,)),)
                ahead = read_sheet(game, f"turn 8: {text}\nturn 9: {text}")
                assert ahead == (Part(8, (text,)), Part(9, (text,)))
                either = read_sheet(game, f"{text} else {text}")
                own = not isinstance(game.parse_order(f"{text} else {text}"), Problem)
                assert either == (Part(0, (f"{text} else {text}",) if own else (text, text)),)


def test_one_game_has_an_else_of_its_own() -> None:
    """T13.8: its engine tries its alternatives itself, and is handed them whole."""
    own = [name for name in NAMES if read_sheet(find(name), "5 R10 else drop 2") == (Part(0, ("5 R10 else drop 2",)),)]
    assert len(own) == 1


def test_parts_by_their_time() -> None:
    a, b, c = Part(0, ("A",)), Part(8, ("B",)), Part(5, ("C",))
    assert by_time((a, b, c), 7) == (a, (b,), (5,), None)
    assert by_time((b,), 8) == (b, (), (), None)
    past = by_time((c, b), 9).problem
    assert past is not None
    assert past.message == "turns 5, 8 are past; the next is turn 9"
    twice = by_time((a, b), 8).problem
    assert twice is not None
    assert twice.kind == "ambiguous"


def test_the_alternative_that_is_meant() -> None:
    legal, unread = Tried("A", 1, ()), Tried("B", None, (Problem("invalid", "", "?"),))
    illegal = Tried("C", 2, (Problem("illegal", "", "no"),))
    assert meant([unread, illegal, legal, legal]) == 2
    assert meant([unread, illegal, illegal]) == 1
    assert meant([unread, unread]) == 0


def test_one_alternative_is_mended_where_it_stands() -> None:
    game = find("nascar")
    text = "(4M) else M ;\n Turn 8:  BB"
    assert mended(game, text, "M", "(7M)") == "(4M) else (7M) ;\n Turn 8:  BB"
    assert mended(game, text, "BB", "B") == "(4M) else M ;\n Turn 8:  B"
    assert mended(game, "AAM", "AAM", "A(A+1)(6M)") == "A(A+1)(6M)"
