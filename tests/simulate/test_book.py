"""The file that a simulation is taken up from: torn, foreign, spoilt, longer than wanted."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.simulate.book import Book
from tests.simulate.samples import a_setup

if TYPE_CHECKING:
    from pathlib import Path

OUTCOMES = [{"game": number, "turns": 10 + number} for number in range(5)]


def filled(path: Path) -> Path:
    with closing(Book(path, a_setup())) as book:
        book.add(OUTCOMES[:2])
        book.add(OUTCOMES[2:])
    return path


def test_what_was_added_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with closing(Book(filled(tmp_path / "games.jsonl"), a_setup())) as book:
        assert list(book.games()) == OUTCOMES
        book.add([{"game": 9}])
        assert list(book.games())[-1] == {"game": 9}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(cut=st.integers(1, 60))
def test_a_torn_last_line_is_dropped_and_nothing_else(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    path.unlink(missing_ok=True)
    whole = filled(path).read_bytes()
    path.write_bytes(whole[:-cut])
    with closing(Book(path, a_setup())) as book:
        kept = list(book.games())
        assert kept == OUTCOMES[: len(kept)]
        assert whole.startswith(path.read_bytes())
        assert len(path.read_bytes()) == len(whole[:-cut].rpartition(b"\n")[0]) + 1
        book.add(OUTCOMES[len(kept) :])
    assert path.read_bytes() == whole


def test_a_game_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    with closing(Book(filled(tmp_path / "games.jsonl"), a_setup())) as book:
        book.add(OUTCOMES[:3])
        assert list(book.games()) == OUTCOMES


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": "other"}, 'another set-up: seed is "test" there and "other" here'),
        ({"bots": ("hard",)}, "another set-up: bots is"),
        ({"options": {"extra_step": True}}, "another set-up: options is {} there and"),
        ({"max_turns": 41}, "another set-up: max_turns is 40 there and 41 here"),
        ({"board": "+++"}, "another board"),
    ],
)
def test_a_file_of_another_set_up_is_refused_and_untouched(tmp_path: Path, other: dict[str, object], said: str) -> None:
    path = filled(tmp_path / "games.jsonl")
    before = path.read_bytes()
    with pytest.raises(InputError, match=said):
        Book(path, a_setup()._replace(**other))  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_games_of_another_version_of_the_program_are_refused(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.jsonl")
    head, rest = path.read_text().split("\n", 1)
    path.write_text(json.dumps({**json.loads(head), "code": "0" * 64}) + "\n" + rest)
    with pytest.raises(InputError, match="another version of the program"):
        Book(path, a_setup())


@pytest.mark.parametrize("text", ["", "\n", "# Readme\n", "[1]\n", '{"format": "gm-tools/turn"}\n', "\xff", "[" * 5000])
def test_a_file_that_is_none_of_ours_is_refused_and_untouched(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match="holds no games"):
        Book(path, a_setup())
    assert path.read_text(encoding="latin-1") == text


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.jsonl")
    lines = path.read_text().split("\n")
    lines[2] = "what is this"
    path.write_text("\n".join(lines))
    with (
        closing(Book(path, a_setup())) as book,
        pytest.raises(InputError, match=r"games\.jsonl:3: the line holds no game"),
    ):
        list(book.games())


def test_a_file_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        Book(tmp_path / "nowhere" / "games.jsonl", a_setup())
    with pytest.raises(InputError, match=r"cannot be written|holds no games"):
        Book(tmp_path, a_setup())
