"""The file that a simulation is taken up from: torn, foreign, spoilt, longer than wanted."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_tools.core.problems import InputError
from gm_tools.simulate import checkpoint as book_of_games
from gm_tools.simulate.checkpoint import Checkpoint, heading
from gm_tools.simulate.play import play_games
from tests.ground import GROUNDS
from tests.simulate.samples import a_setup, an_outcome, dump

ROOT = Path(book_of_games.__file__).parents[1]
SETUP = a_setup(seats=3)
OUTCOMES = [an_outcome(number) for number in range(5)]


def fill_book(path: Path) -> Path:
    with closing(Checkpoint(path, SETUP)) as book:
        book.add(OUTCOMES[:2])
        book.add(OUTCOMES[2:])
    return path


def test_games_added_to_a_checkpoint_are_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with closing(Checkpoint(fill_book(tmp_path / "games.jsonl"), SETUP)) as book:
        assert list(book.games()) == OUTCOMES
        book.add([an_outcome(9)])
        assert list(book.games())[-1] == an_outcome(9)


@pytest.mark.parametrize("game", GROUNDS)
def test_the_games_of_every_game_are_taken_back(tmp_path: Path, game: str) -> None:
    setup = a_setup(game, GROUNDS[game].simulation_track, max_turns=5)
    outcomes = play_games(dump(setup), [0, 1])
    with closing(Checkpoint(tmp_path / "games.jsonl", setup)) as book:
        book.add(outcomes)
        assert list(book.games()) == outcomes


def test_a_heading_alone_gets_the_line_feed_that_it_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Checkpoint(path, SETUP).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with closing(Checkpoint(path, SETUP)) as book:
        assert path.read_bytes() == whole
        book.add(OUTCOMES)
        assert list(book.games()) == OUTCOMES


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(cut=st.integers(1, 60))
def test_a_torn_last_line_is_dropped_and_nothing_else(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    path.unlink(missing_ok=True)
    whole = fill_book(path).read_bytes()
    path.write_bytes(whole[:-cut])
    with closing(Checkpoint(path, SETUP)) as book:
        kept = list(book.games())
        assert kept == OUTCOMES[: len(kept)]
        assert whole.startswith(path.read_bytes())
        assert len(path.read_bytes()) == len(whole[:-cut].rpartition(b"\n")[0]) + 1
        book.add(OUTCOMES[len(kept) :])
    assert path.read_bytes() == whole


def test_a_game_that_appears_twice_counts_once(tmp_path: Path) -> None:
    with closing(Checkpoint(fill_book(tmp_path / "games.jsonl"), SETUP)) as book:
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
        ({"game": "tac", "board": "+++", "track": "six-seats"}, 'another set-up: game is "monza" there and "tac" here'),
    ],
)
def test_a_file_of_another_set_up_is_refused_and_untouched(tmp_path: Path, other: dict[str, object], said: str) -> None:
    path = fill_book(tmp_path / "games.jsonl")
    before = path.read_bytes()
    with pytest.raises(InputError, match=said):
        Checkpoint(path, SETUP._replace(**other))  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_games_of_another_version_of_the_program_are_refused(tmp_path: Path) -> None:
    path = fill_book(tmp_path / "games.jsonl")
    head, rest = path.read_text().split("\n", 1)
    path.write_text(json.dumps({**json.loads(head), "code": "0" * 64}) + "\n" + rest)
    with pytest.raises(InputError, match="another version of the program"):
        Checkpoint(path, SETUP)


def test_a_file_of_another_track_and_version_is_refused_for_its_track(tmp_path: Path) -> None:
    path = fill_book(tmp_path / "games.jsonl")
    head, rest = path.read_text().split("\n", 1)
    path.write_text(json.dumps({**json.loads(head), "code": "0" * 64}) + "\n" + rest)
    with pytest.raises(InputError, match="another board"):
        Checkpoint(path, SETUP._replace(board="+++", track="other"))


def test_the_name_of_a_board_makes_no_difference(tmp_path: Path) -> None:
    with closing(Checkpoint(fill_book(tmp_path / "games.jsonl"), SETUP._replace(track="./pine_oval.txt"))) as book:
        assert list(book.games()) == OUTCOMES


@pytest.mark.parametrize("other", ["core/draws.py", "games/monza/rules.py", "simulate/play.py", "table/carry_out.py"])
def test_the_version_is_of_all_that_games_are_played_by(monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    before = heading(SETUP)["code"]
    read_bytes = type(ROOT).read_bytes

    def read_changed(path: Path) -> bytes:
        return read_bytes(path) + b"#" * (path == ROOT / other)

    monkeypatch.setattr(type(ROOT), "read_bytes", read_changed)
    assert heading(SETUP)["code"] != before


@pytest.mark.parametrize("text", ["", "\n", "# Readme\n", "[1]\n", '{"format": "gm-tools/turn"}\n', "\xff", "[" * 5000])
def test_a_file_of_another_program_is_refused_and_untouched(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match="holds no games"):
        Checkpoint(path, SETUP)
    assert path.read_text(encoding="latin-1") == text


CHANGES: list[dict[str, Any]] = [
    {"game": "1"},
    {"game": [1]},
    {"game": -1},
    {"game": True},
    {"turns": "x"},
    {"over": 1},
    {"seats": [0, 1, 3]},
    {"sides": [[0], [1], [3]]},
    {"sides": [0, 1, 2]},
    {"won": [3]},
    {"counts": {"moves": "x"}},
    {"tiles": {"moves": {"x": 1}}},
    {"tiles": []},
]
SPOILT = [b"what is this", b"", b"\xff", b"[" * 200_000, b"[]", b'{"game": 1}']


@pytest.mark.parametrize(
    "line",
    [*SPOILT, *(json.dumps({**an_outcome(1), **change}).encode() for change in CHANGES)],
    ids=[*map(repr, range(len(SPOILT))), *map(str, CHANGES)],
)
def test_a_spoilt_line_is_named(tmp_path: Path, line: bytes) -> None:
    path = fill_book(tmp_path / "games.jsonl")
    lines = path.read_bytes().split(b"\n")
    lines[2] = line
    path.write_bytes(b"\n".join(lines))
    with (
        closing(Checkpoint(path, SETUP)) as book,
        pytest.raises(InputError, match=r"games\.jsonl:3: the line holds no game"),
    ):
        list(book.games())
    assert path.read_bytes() == b"\n".join(lines)


def test_a_file_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        Checkpoint(tmp_path / "nowhere" / "games.jsonl", a_setup())
    with pytest.raises(InputError, match=r"is a folder|cannot be written|holds no games"):
        Checkpoint(tmp_path, SETUP)
