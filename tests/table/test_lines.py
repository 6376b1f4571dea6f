"""What is written comes back: every plain value, every character that a post can hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.core.toml import format_value, join_lines, pairs, parse_toml, rows, section
from gm_tools.table.values import clean_text, list_differences, to_plain

TEXTS = st.text(st.characters(codec="utf-8")) | st.sampled_from(
    ['"""', "'''", "a\r\nb", "\\", '\\"', "\x00", "\x7f", "\n"]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    TEXTS | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
@example({"text": 'quotes """ and \\ at the end \\\n"'})
@example({"a": {}, "b": {"c": {"d": [{"e": {}}]}}})
def test_a_section_prints_and_reads_back(table: dict[str, Any]) -> None:
    assert parse_toml(join_lines(section("it", table))) == {"it": table}


@given(st.lists(st.dictionaries(TEXTS, VALUES, max_size=3), min_size=1, max_size=3))
def test_rows_print_and_read_back(tables: list[dict[str, Any]]) -> None:
    assert parse_toml(join_lines(rows("it", tables))) == {"it": tables}


def test_a_path_is_printed_on_one_line() -> None:
    assert list(pairs({"path": [[1, 2], [3, 4]], "none": None})) == ["path = [[1, 2], [3, 4]]"]
    assert format_value({"kind": "rowed", "none": None}) == '{ kind = "rowed" }'


def test_a_map_keeps_its_lines() -> None:
    assert list(pairs({"map": "~~o\n~~~\n"})) == ['map = """\n~~o\n~~~\n"""']


@given(st.text(st.characters(codec=None), max_size=40))
def test_text_accepted_by_clean_text_survives_a_file(text: str) -> None:
    """Any text a program can be handed, halves of surrogate pairs and control characters among it."""
    try:
        kept = clean_text(text, "order")
    except InputError as refusal:
        kept = ""
        said = str(refusal)
    if not kept:
        assert said.startswith("order: ")
        assert "(allowed: " in said
        return
    assert parse_toml(join_lines(pairs({"text": kept})).encode().decode()) == {"text": kept}
    assert clean_text(kept, "order") == kept


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "order: is empty (allowed: some text)"),
        (" \n ", "order: is empty (allowed: some text)"),
        ("A\x00B", "order: found the character U+0000 at line 1, column 2 (allowed: text without control characters)"),
        (
            "A\nB\x1b[31m",
            "order: found the character U+001B at line 2, column 2 (allowed: text without control characters)",
        ),
        ("\udcff", "order: found the character U+DCFF at line 1, column 1 (allowed: text without control characters)"),
        ("A" * 1_000_000, "order: found 1000000 characters (allowed: at most 4000)"),
    ],
)
def test_characters_that_no_post_holds_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        clean_text(text, "order")
    assert str(caught.value) == said


def test_line_ends_are_line_feeds() -> None:
    assert clean_text(" r1\r\nr2\rr3 ", "order") == "r1\nr2\nr3"


def test_differences_between_positions_are_named_by_key() -> None:
    one = {"boats": {"A": {"at": 3, "card": "4"}}, "row": [1, 2], "flag": True, "gone": 1}
    other = {"boats": {"A": {"at": 4}}, "row": [1, 3], "flag": 1, "new": "x"}
    assert list_differences(one, other, "position") == [
        "position.boats.A.at: the file says 3, recomputed 4",
        "position.boats.A.card: the file says '4', recomputed there is none",
        "position.row #2: the file says 2, recomputed 3",
        "position.flag: the file says True, recomputed 1",
        "position.gone: the file says 1, recomputed there is none",
        "position.new: the file has none, recomputed 'x'",
    ]
    assert list_differences([1], [1, 2], "row") == ["row: the file has 1 [1], recomputed 2 [1, 2]"]


def test_plain_values_are_those_that_a_file_gives_back() -> None:
    assert to_plain({"a": (1, (2,)), "b": None, "c": {"d": None}}) == {"a": [1, [2]], "c": {}}
