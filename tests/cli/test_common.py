"""Words read as values, tables found by name, progress shown: what the commands share."""

from __future__ import annotations

import re
import shlex
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from gm_tools.cli import common, tables
from gm_tools.core.problems import InputError
from tests.cli.conftest import Gm
from tests.table.crossing import begin


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-2", -2),
        ("0.4", 0.4),
        ("true", True),
        ('"3"', "3"),
        ("'a b'", "a b"),
        ("[3, 14]", [3, 14]),
        ("{ x = 1 }", {"x": 1}),
        ("turbo", "turbo"),
        ("a bare word", "a bare word"),
        ("True", "True"),
        ("", ""),
        ("1, 2", "1, 2"),
        ("1\nother = 2", "1\nother = 2"),
        ("1] \nother = [2", "1] \nother = [2"),
        ("1 # remark", "1 # remark"),
    ],
)
def test_a_value_is_toml_or_a_bare_word(text: str, value: Any) -> None:
    assert common.read_value(text) == value
    assert type(common.read_value(text)) is type(value)


def test_pairs_are_read_with_values_of_their_types() -> None:
    assert common.read_pairs(["laps=5", "edition = third", "a.b=[1]", "x=a=b"], "--option") == {
        "laps": 5,
        "edition": "third",
        "a.b": [1],
        "x": "a=b",
    }


@pytest.mark.parametrize("words", [["laps"], ["=5"], [""], ["a=1", "a=1"]], ids=str)
def test_pairs_without_an_equals_sign_are_refused(words: list[str]) -> None:
    with pytest.raises(InputError) as error:
        common.read_pairs(words, "--option")
    assert error.value.status == 2


@pytest.mark.parametrize(
    ("words", "draws"),
    [
        (["oil=left,same, right"], {"oil": ["left", "same", "right"]}),
        (["sand=true,false"], {"sand": [True, False]}),
        (["oil=left", "oil=same", "tide=1"], {"oil": ["left", "same"], "tide": [1]}),
        (["roll=RRYYYG"], {"roll": ["RRYYYG"]}),
        (["grid=A>B>C"], {"grid": ["A>B>C"]}),
        (["deal=['R', 'G'],['G', 'R']"], {"deal": [["R", "G"], ["G", "R"]]}),
        (["mixed=1,left,'a b'"], None),
        (["deal=[R,G]"], None),
        (["oil"], None),
    ],
    ids=str,
)
def test_draws(words: list[str], draws: dict[str, list[Any]] | None) -> None:
    if draws is None:
        with pytest.raises(InputError):
            common.read_draws(words)
    else:
        assert common.read_draws(words) == draws


def test_a_table_is_a_path_or_a_name_below_turns(gm: Gm, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del gm
    assert tables.find_table("crossing") == Path("turns/crossing")
    assert tables.find_table(str(table)) == table
    assert tables.find_table(str(table / "table.toml")) == table
    assert common.new_folder("other") == Path("turns/other")
    assert common.new_folder("./other") == Path("./other")
    assert common.new_folder("a/b") == Path("a/b")
    monkeypatch.chdir(table)
    assert tables.find_table(".") == table
    assert common.new_folder("other") == Path("other")


def test_a_folder_of_the_same_name_does_not_hide_a_table(gm: Gm, table: Path) -> None:
    del gm, table
    Path("crossing").mkdir()
    assert tables.find_table("crossing") == Path("turns/crossing")


class Screen(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_on_a_terminal_when_it_takes_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, now = Screen(), iter([0.0, 0.1, 0.6, 0.65, 0.8, 0.9])
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("gm_tools.cli.common.monotonic", lambda: next(now))
    assert list(common.progress("abcd", "files")) == list("abcd")
    assert screen.getvalue() == (
        "\r[#######.......................] 1/4 files\r[######################........] 3/4 files\r\x1b[K"
    )


def test_progress_is_not_drawn_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    assert list(common.progress("abcd", "files")) == list("abcd")
    assert stream.getvalue() == ""


def test_a_table_has_its_name_wherever_one_stands(gm: Gm, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, word in ((table, "."), (table / "thread", "..")):
        place.mkdir(exist_ok=True)
        monkeypatch.chdir(place)
        assert gm("history", word).out.startswith("crossing: history\n")
    assert gm("resolve", "..", "--close").err.splitlines()[-1].endswith("gm report crossing --forum FORUM")


def test_a_table_s_name_is_one_word_of_every_command_that_is_printed(gm: Gm, tmp_path: Path) -> None:
    folder = begin(tmp_path / "Bob's race").path
    for words in (("status", str(folder)), ("resolve", str(folder), "--close"), ("guide", "gm", str(folder))):
        shown = gm(*words)
        commands = re.findall(r"\bgm [a-z]+ ['\w].*?(?=$|[;,)\n]| --)", shown.out + shown.err)
        assert commands, words
        assert {shlex.split(command)[2].rstrip(".") for command in commands} == {"Bob's race"}
