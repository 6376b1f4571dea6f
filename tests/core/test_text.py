"""What players type is read as its plain form, column by column; near words are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tools.core.languages import speaking
from gm_tools.core.problems import InputError, Problem, format_problem
from gm_tools.core.text import decimal, find_nearest, is_one_edit, normalize_glyphs, percent, share_text
from gm_tools.core.times import parse_moment, show_moment
from gm_tools.core.toml import format_toml, known_keys, parse_toml, take


@given(st.text())
def test_normalizing_keeps_every_character_in_its_column(text: str) -> None:
    assert len(normalize_glyphs(text)) == len(text)


@pytest.mark.parametrize(
    ("typed", "read"),
    [("Ａ（２Ｍ）", "A(2M)"), ("“A”", '"A"'), ("—", "-"), ("A\u00a0M", "A M"), ("−", "-"), ("В\u0421", "BC")],
)
def test_typographic_forms_are_read_as_plain_ones(typed: str, read: str) -> None:
    assert normalize_glyphs(typed) == read


@pytest.mark.parametrize(
    ("wrong", "right", "is_one"),
    [
        ("turbo", "turob", True),
        ("lap", "laps", True),
        ("laps", "lap", True),
        ("lops", "laps", True),
        ("laps", "laps", False),
        ("a", "abc", False),
        ("abcd", "badc", False),
    ],
)
def test_one_edit_is_told_from_two(wrong: str, right: str, is_one: bool) -> None:
    assert is_one_edit(wrong, right) is is_one


def test_the_nearest_word_is_found_if_it_is_near_enough() -> None:
    assert find_nearest("Nascra", ["monza", "nascar"]) == "nascar"
    assert find_nearest("chess", ["monza", "nascar"]) == ""


def test_a_single_letter_is_near_to_itself_alone() -> None:
    assert find_nearest("Z", ["A", "B", "ZZ"]) == ""
    assert find_nearest("", ["A", "B"]) == ""
    assert find_nearest("b", ["A", "B"]) == "B"
    assert find_nearest("ZA", ["A", "B"]) == "A"


def test_a_problem_shows_its_place_with_a_caret() -> None:
    problem = Problem("illegal", "N2.1", "A between moves", "B", 1, 2, "(3M)A")
    assert format_problem(problem, "MA(2M)") == "illegal [N2.1]: A between moves\n  MA(2M)\n   ^\n  write: (3M)A"


def test_toml_errors_name_file_line_and_column() -> None:
    with pytest.raises(InputError) as caught:
        parse_toml("a = 1\nb = =\n", "table.toml")
    assert str(caught.value).startswith("table.toml:2:5: not TOML")
    with pytest.raises(InputError, match=r"^line 2, column 5: not TOML"):
        parse_toml("a = 1\nb = =\n")


@pytest.mark.parametrize("value", ["1", True, 1.5, None, [1]])
def test_a_value_of_another_type_is_refused_with_what_is_allowed(value: object) -> None:
    with pytest.raises(InputError, match=r"laps: found .* \(allowed: a whole number\)"):
        take({"laps": value}, "laps", int)


def test_a_missing_or_unknown_key_is_refused() -> None:
    with pytest.raises(InputError, match="laps: is missing"):
        take({}, "laps", int)
    assert take({}, "laps", int, 3) == 3
    assert take({"x": 2}, "x", float) == 2.0
    with pytest.raises(InputError, match="lasp: unknown key; did you mean laps"):
        known_keys({"lasp": 1}, ("laps", "name"))


def test_only_none_is_left_out_of_toml() -> None:
    data = {"a": [1, {"b": "x\ny"}], "c": None, "d": {"e": True}}
    assert parse_toml(format_toml(data)) == {"a": [1, {"b": "x\ny"}], "d": {"e": True}}


def test_a_number_has_the_decimal_sign_of_the_language() -> None:
    with speaking("de"):
        assert [decimal(3.14), decimal(0.125, ".2g"), decimal(2.0, "g")] == ["3,1", "0,12", "2"]
        assert [share_text(share) for share in (0.2345, 0.001, 0.999)] == ["23\u00a0%", "<1\u00a0%", ">99\u00a0%"]
        assert percent(0.0254, ".1f") == "2,5\u00a0%"
        assert (
            show_moment(parse_moment("2026-11-23 20:00 Europe/Berlin"))
            == "Mo 23.11.2026 20:00 Europe/Berlin (19:00 UTC)"
        )
