"""The runner of case files: defaults filled in, results told apart from files that are themselves wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gm_tools.games
from gm_tools.conform import Result, load_cases, run_case
from gm_tools.core.cases import CaseRun
from gm_tools.core.game_options import choice
from gm_tools.core.problems import InputError

Write = Callable[..., Path]


class Echo(CaseRun[Any, Any, Any]):
    """A game that does nothing: a case comes out as its key `says` says, or as its board does."""

    keys = ("says", "broken", "rolls")

    def run(self) -> list[str]:
        if self.case.keys.get("broken"):
            raise InputError("found 7", key="broken", allowed="nothing")
        if self.case.keys.get("rolls"):
            self.draws.pick("die", "turn/1/die", [1, 2])
        wanted, found = self.case.expect["says"], self.case.keys.get("says", self.case.board_text.strip())
        return [] if found == wanted else [f"says: expected {wanted!r}, found {found!r}"]


def run_file(path: Path) -> tuple[Result, ...]:
    return tuple(run_case(case, str(path)) for case in load_cases(path))


ECHO = SimpleNamespace(name="echo", options=(choice("edition", ("x", "ix"), "E1", "the edition"),), cases=lambda: Echo)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return a function that writes a case file for a game that echoes, and gives back its path."""
    find = gm_tools.games.find

    def find_echo(name: str) -> Any:
        return ECHO if name == "echo" else find(name)

    monkeypatch.setattr("gm_tools.conform.find", find_echo)

    def to_file(text: str | bytes, name: str = "some.toml") -> Path:
        path = tmp_path / name
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
        return path

    return to_file


def test_a_file_fills_in_what_its_cases_leave_out(write: Write) -> None:
    path = write(
        "game = 'echo'\nboard = 'wide'\noptions = { edition = 'ix' }\n"
        "[[case]]\nid = 'one'\nrules = ['E1', 'E2']\nexpect.says = 'wide'\n"
        "[[case]]\nid = 'two'\nboard = 'narrow'\noptions = { edition = 'x' }\nexpect.says = 'narrow'\n"
    )
    one, two = load_cases(path)
    assert (one.game, one.id, one.rules, one.board_text, one.options) == (
        "echo",
        "one",
        ("E1", "E2"),
        "wide",
        {"edition": "ix"},
    )
    assert (two.rules, two.board_text, two.options, two.draws, two.keys) == ((), "narrow", {"edition": "x"}, {}, {})
    assert [result.passed for result in run_file(path)] == [True, True]


def test_a_track_beside_the_file_is_read_and_a_board_of_the_case_goes_before_it(write: Write) -> None:
    write("hills", "hills.txt")
    path = write(
        "game = 'echo'\ntrack = 'hills.txt'\n"
        "[[case]]\nid = 'one'\nexpect.says = 'hills'\n"
        "[[case]]\nid = 'two'\nboard = 'flat'\nexpect.says = 'flat'\n"
    )
    assert [result.differences for result in run_file(path)] == [(), ()]


def test_a_case_that_differs_is_a_failed_result_and_the_next_one_runs(write: Write) -> None:
    path = write(
        "game = 'echo'\n"
        "[[case]]\nid = 'one'\nrules = ['E1']\nsays = 'no'\nexpect.says = 'yes'\n"
        "[[case]]\nid = 'two'\nsays = 'yes'\nexpect.says = 'yes'\n"
    )
    one, two = run_file(path)
    assert one == (str(path), "one", ("E1",), False, ("says: expected 'yes', found 'no'",))
    assert two == (str(path), "two", (), True, ())


@pytest.mark.parametrize(
    ("draws", "difference"),
    [
        ("{}", "a draw of kind 'die' was asked for (turn/1/die) and none is scripted"),
        ("{ die = [6] }", "draw 'die': found 6, allowed: 1, 2"),
    ],
)
def test_a_draw_that_does_not_fit_the_script_is_a_difference(write: Write, draws: str, difference: str) -> None:
    path = write(f"game = 'echo'\n[[case]]\nid = 'one'\nrolls = true\ndraws = {draws}\nexpect.says = ''\n")
    assert run_file(path)[0].differences == (difference,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = 1\ngame = ]\n", "{file}:2:8: not TOML: Invalid value"),
        ("", "{file}: game: is missing (allowed: text)"),
        ("game = 7\n", "{file}: game: found 7 (allowed: text)"),
        ("game = 'naskar'\n", "{file}: game: no game is called 'naskar'; did you mean nascar?"),
        ("game = 'echo'\nbord = ''\n", "{file}: bord: unknown key; did you mean board?"),
        ("game = 'echo'\n", "{file}: case: there are no cases (allowed: tables [[case]])"),
        (
            "game = 'echo'\n[case]\nid = 'one'\n",
            "{file}: case: found {{'id': 'one'}} (allowed: tables, each under a line [[case]])",
        ),
        ("game = 'echo'\ncase = 3\n", "{file}: case: found 3 (allowed: tables, each under a line [[case]])"),
        ("game = 'echo'\ncase = [3]\n", "{file}: case: found [3] (allowed: tables, each under a line [[case]])"),
        ("game = 'echo'\nboard = 3\n", "{file}: board: found 3 (allowed: text)"),
        ("game = 'echo'\nboard = ''\ntrack = ''\n", "{file}: track: there is a board too (allowed: one of the two)"),
        ("game = 'echo'\ntrack = 'moon'\n", "{file}: track: no track is called 'moon' (allowed: a shipped track, or"),
        ("game = 'echo'\ntrack = ''\n", "{file}: track: no track is called ''"),
        ("game = 'echo'\noptions = { edition = 'iix' }\n", "{file}: options.edition: found 'iix' (allowed: x, ix)"),
        ("game = 'echo'\n[[case]]\nexpect = {}\n", "{file}: case 1.id: is missing (allowed: text)"),
        ("game = 'echo'\n[[case]]\nid = ' '\nexpect = {}\n", "{file}: case 1.id: is empty (allowed: text)"),
        ("game = 'echo'\n[[case]]\nid = 1\nexpect = {}\n", "{file}: case 1.id: found 1 (allowed: text)"),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\nexpect = {}\n[[case]]\nid = 'a'\nexpect = {}\n",
            "{file}: case 'a'.id: cases 1 and 2 have the same (allowed: unique ids)",
        ),
        ("game = 'echo'\n[[case]]\nid = 'a'\n", "{file}: case 'a'.expect: is missing"),
        ("game = 'echo'\n[[case]]\nid = 'a'\nexpect = 3\n", "{file}: case 'a'.expect: found 3 (allowed: a table)"),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\nexpct = {}\n",
            "{file}: case 'a'.expct: unknown key; did you mean expect? (allowed: id, rules, options, board, track, draws",
        ),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\nrules = 'E1'\nexpect = {}\n",
            "{file}: case 'a'.rules: found 'E1' (allowed: a list)",
        ),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\nrules = [1]\nexpect = {}\n",
            "{file}: case 'a'.rules: found [1] (allowed: a list of rule IDs)",
        ),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\ndraws = { die = 6 }\nexpect = {}\n",
            "{file}: case 'a'.draws.die: found 6 (allowed: a list)",
        ),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\noptions = { editon = 'x' }\nexpect = {}\n",
            "{file}: case 'a'.options.editon: echo has no such option; did you mean edition? (allowed: edition)",
        ),
        (
            "game = 'nascar'\n[[case]]\nid = 'a'\nexpect = {}\n",
            "{file}: case 'a'.board: is missing (allowed: a board or a track",
        ),
        (
            "game = 'echo'\n[[case]]\nid = 'a'\nbroken = true\nexpect = {}\n",
            "{file}: case 'a'.broken: found 7 (allowed: nothing)",
        ),
        (
            "game = 'nascar'\n[[case]]\nid = 'a'\nboard = '***'\ncars.A = {}\norders.A = '-'\nexpect = {}\n",
            "{file}: case 'a'.board: line 1, column 1: found '***' (allowed: a line +++, then settings such as",
        ),
        (b"game = '\xff'\n", "{file}:1:9: found byte 0xFF (allowed: text in UTF-8)"),
    ],
)
def test_a_file_that_is_itself_wrong_says_file_case_key_and_what_is_allowed(
    write: Write, text: str | bytes, message: str
) -> None:
    path = write(text)
    with pytest.raises(InputError) as caught:
        run_file(path)
    assert str(caught.value).startswith(message.format(file=path))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml: there is no such file"):
        run_file(tmp_path / "nowhere.toml")
    with pytest.raises(InputError, match="is a folder"):
        run_file(tmp_path)


def test_an_unreadable_track_names_itself_and_the_case(write: Write) -> None:
    write(b"\xff", "bad.txt")
    path = write("game = 'echo'\n[[case]]\nid = 'a'\ntrack = 'bad.txt'\nexpect = {}\n")
    with pytest.raises(InputError, match=r"bad\.txt:1:1: case 'a'\.track: found byte 0xFF"):
        run_file(path)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(write: Write) -> None:
    path = write(b"\xef\xbb\xbfgame = 'echo'\r\n[[case]]\r\nid = 'a'\r\nsays = 'x'\r\nexpect.says = 'x'\r\n")
    assert run_file(path)[0].passed
