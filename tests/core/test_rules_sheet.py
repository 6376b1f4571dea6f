"""How orders are written, read from the catalogue and set for a terminal."""

from __future__ import annotations

import pytest

from gm_tools.core.i18n import _
from gm_tools.core.languages import speaking
from gm_tools.core.rules_sheet import WIDTH, Explanation, group_entries, read_entries, set_lines
from gm_tools.core.sheets import SHEETS
from gm_tools.games import NAMES, find

SHEET = """\
A car keeps its velocity.
An order changes it.

NE N  a direction
0 or .  no change, which is what
        happens anyway
Not accepted: NENE.
"""


def test_names_stand_before_what_they_mean_and_all_else_is_a_sentence() -> None:
    assert read_entries(SHEET) == [
        Explanation("", "A car keeps its velocity. An order changes it."),
        Explanation("", ""),
        Explanation("NE N", "a direction"),
        Explanation("0 or .", "no change, which is what happens anyway"),
        Explanation("", "Not accepted: NENE."),
    ]
    assert [[one.name for one in entries] for entries in group_entries(SHEET)] == [[""], ["NE N", "0 or ."], [""]]


def test_what_names_mean_stands_in_a_column_and_the_dot_of_a_list_begins_no_line() -> None:
    words = " · ".join(f"{sign} {'mud' * 3}" for sign in "abcdefghijkl")
    lines = set_lines(f"Tiles  {words}\nO  none\n\nEnd.")
    assert lines[0].startswith("  Tiles  a mudmudmud · ")
    assert lines[1].startswith("         ")
    assert lines[-3:] == ("  O      none", "", "End.")
    assert [line for line in lines if line.lstrip().startswith("·") or len(line) > WIDTH] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_sheets_of_all_games_are_lists_with_short_names(language: str) -> None:
    with speaking(language):
        for sheet in (_(SHEETS), *(find(name).sheet() for name in NAMES)):
            assert max(map(len, set_lines(sheet))) <= WIDTH
            named = [one for one in read_entries(sheet) if one.name]
            assert len(named) > 1
            assert [one for one in named if len(one.name) > 22 or not one.meaning] == []
