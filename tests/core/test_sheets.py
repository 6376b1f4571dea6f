"""Order sheets: parse(format(sheet)) is the sheet; faults say where; no game's own order is ever split."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.problems import Problem, format_problem
from gm_tools.core.sheets import Alternative, Part, chosen_index, parse_part, parse_sheet
from gm_tools.games import NAMES, find
from tests.samples import SAMPLES, play


def game_of(*orders: str) -> Any:
    """Return what stands for a game in which these texts are orders."""
    parse: Any = lambda text: text if text in orders else Problem("invalid", "", "?")  # noqa: E731
    return SimpleNamespace(parse_order=parse)


def parts_of(game: Any, text: str) -> list[tuple[Any, ...]] | None:
    """Return the parts of a sheet, each as its turn and the texts of its alternatives; None if it is no sheet."""
    sheet = parse_sheet(game, text)
    return None if sheet.problem else [(part.turn, *(one.text for one in part.alternatives)) for part in sheet.parts]


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
        (turn, *each) for turn, each in zip([0, *made[1]] if made[0] or not made[1] else made[1], made[2], strict=False)
    )
)


@given(SHEETS)
def test_a_sheet_prints_and_reads_back(sheet: tuple[tuple[Any, ...], ...]) -> None:
    parts = [Part(game_of(), turn, tuple(Alternative(text, None) for text in texts)) for turn, *texts in sheet]
    text = "; ".join(f"turn {part.turn}: {part.text}" if part.turn else part.text for part in parts)
    assert parts_of(game_of(), text) == list(sheet)


@given(st.text("turn7:;else AB\n", max_size=30))
def test_any_text_is_a_sheet_or_a_problem_in_its_place(text: str) -> None:
    sheet = parse_sheet(game_of(), text)
    if sheet.problem is not None:
        assert sheet.parts == ()
        assert 1 <= sheet.problem.line <= text.count("\n") + 1
        assert 1 <= sheet.problem.column <= len(text.split("\n")[sheet.problem.line - 1]) + 1
    else:
        assert sheet.parts
        assert len({part.turn for part in sheet.parts}) == len(sheet.parts)
        for one in (one for part in sheet.parts for one in part.alternatives):
            assert text[one.start :].startswith(one.text)


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
def test_a_sheet_is_split_into_parts_and_alternatives(text: str, parts: list[tuple[int, str]]) -> None:
    assert parts_of(game_of(), text) == parts


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
def test_a_fault_of_a_sheet_is_named_with_its_place(text: str, said: str) -> None:
    problem = parse_sheet(game_of(), text).problem
    assert problem is not None
    assert format_problem(problem, text) == said


def test_what_the_game_takes_as_one_order_is_not_split() -> None:
    game = game_of("A else B")
    assert parts_of(game, "A else B; turn 8: C else D") == [(0, "A else B"), (8, "C", "D")]


def test_a_text_for_one_turn_is_a_part_or_says_why_not() -> None:
    game = game_of("A", "B")
    assert parse_part(game, " A else C;").orders == ("A",)
    for text, said in (
        ("A; turn 8: B", "several turns in one order; expected an order for one turn"),
        ("A else", "no"),
    ):
        part = parse_part(game, text)
        assert part.orders == ()
        (problem,) = part.judge_early("S").problems
        assert problem.message.startswith(said)
        assert problem.seat == "S"


@pytest.mark.parametrize("name", NAMES)
def test_orders_of_every_game_are_sheets_of_one_part(name: str) -> None:
    game = find(name)
    for sample in SAMPLES[name]:
        for step in play(name, sample, 5, 8):
            for order in step.orders.values():
                text = game.format_order(order)
                assert parts_of(game, text) == [(0, text)]
                assert parse_part(game, text).orders == (order,)
                assert parts_of(game, f"turn 8: {text}\nturn 9: {text}") == [(8, text), (9, text)]
                own = not isinstance(game.parse_order(f"{text} else {text}"), Problem)
                either = (0, f"{text} else {text}") if own else (0, text, text)
                assert parts_of(game, f"{text} else {text}") == [either]


def test_one_game_has_an_else_of_its_own() -> None:
    """T13.8: its engine tries its alternatives itself, and is handed them whole."""
    own = [name for name in NAMES if parts_of(find(name), "5 R10 else drop 2") == [(0, "5 R10 else drop 2")]]
    assert len(own) == 1


def test_the_parts_of_a_sheet_are_told_apart_by_turn() -> None:
    game = game_of("A", "B", "C")
    sheet = parse_sheet(game, "A; turn 8: B; turn 5: C")
    now, ahead, _ = sheet.parts
    assert (sheet.for_turn(7), sheet.after_turn(7), sheet.past_turns(7)) == (now, (ahead,), (5,))
    assert sheet.find_problem(7) is None
    twice = sheet.find_problem(8)
    assert twice is not None
    assert twice.kind == "ambiguous"
    later = parse_sheet(game, "turn 5: C; turn 8: B")
    assert (later.for_turn(7), later.for_turn(5), later.for_turn(8)) == (None, *later.parts)
    gone = later.find_problem(9)
    assert gone is not None
    assert gone.message == "turns 5, 8 are past; the next is turn 9"


def test_the_first_legal_alternative_counts_else_the_first_that_can_be_read() -> None:
    legal, unread = Alternative("A", 1), Alternative("B", None, (Problem("invalid", "", "?"),))
    illegal = Alternative("C", 2, (Problem("illegal", "", "no"),))
    assert chosen_index([unread, illegal, legal, legal]) == 2
    assert chosen_index([unread, illegal, illegal]) == 1
    assert chosen_index([unread, unread]) == 0


def test_one_alternative_is_mended_where_it_stands() -> None:
    sheet = parse_sheet(find("nascar"), "(4M) else M ;\n Turn 8:  BB")
    (__, second), (ahead,) = (part.alternatives for part in sheet.parts)
    assert sheet.substitute(second, "(7M)") == "(4M) else (7M) ;\n Turn 8:  BB"
    assert sheet.substitute(ahead, "B") == "(4M) else M ;\n Turn 8:  B"


def test_a_zero_width_character_does_not_split_an_order() -> None:
    assert parse_part(find("rally"), "N\u200bE").orders == parse_part(find("rally"), "NE").orders


def test_each_text_is_parsed_once() -> None:
    """However often it is judged: from `gm order` to the report."""
    read: list[str] = []
    game = find("nascar")

    def parse(text: str) -> Any:
        read.append(text)
        return game.parse_order(text)

    parse_sheet(game._replace(parse_order=parse), "A(4M) else (5M); turn 8: BB")
    assert read == ["A(4M) else (5M)", "A(4M)", "(5M)", "BB"]
