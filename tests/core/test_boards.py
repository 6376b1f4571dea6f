"""Board files: blanks are geometry, nothing is guessed, faults are named by line and column."""

from __future__ import annotations

import pytest

from gm_tools.core.boards import drop_common_indent, join_board, split_board
from gm_tools.core.problems import InputError

FILE = '+++\nname = "x"\n+++\n  **\n*\n\n **\n'


def test_a_board_file_prints_back() -> None:
    parts = split_board(FILE)
    assert parts.front == {"name": "x"}
    assert parts.lines == ("  **", "*", "", " **")
    assert parts.first_line == 4
    assert join_board(parts.header, parts.lines) == FILE


@pytest.mark.parametrize("text", ["\ufeff" + FILE, FILE.replace("\n", "\r\n"), "\n\n" + FILE, FILE + "\n\n   \n"])
def test_what_editors_do_to_files_does_no_harm(text: str) -> None:
    assert split_board(text).lines == ("  **", "*", "", " **")


def test_a_pasted_board_loses_its_common_indentation_only() -> None:
    pasted = "\n".join("    " + row if row else "" for row in FILE.split("\n"))
    assert split_board(drop_common_indent(pasted)).lines == ("  **", "*", "", " **")
    with pytest.raises(InputError):
        split_board(pasted)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        (" \n\n", "empty"),
        ("***\n", "1:1"),
        ('+++\nname = "x"\n', "not closed"),
        ("+++\n+++\n", "no map"),
        ("+++\nname = \n+++\n*\n", "2"),
        ("+++\n+++\n**\n*\t*\n", "line 4, column 2: a tab"),
    ],
)
def test_faults_are_named(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        split_board(text)
    assert said in str(caught.value.within("b.txt"))
