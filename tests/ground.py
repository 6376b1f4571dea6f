"""What the common tests need of each game. They find it by its place, `tests/GAME/ground.py`; no list names the games."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from gm_tools.core.boards import join_board
from gm_tools.core.game import Seat
from gm_tools.games import NAMES


class Sample(NamedTuple):
    """A table to test with: a shipped track, seats, options."""

    track: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]


class Coverage(NamedTuple):
    """What the case files of a game have to cover, each a text of words."""

    rules: str  # IDs that a case can exercise
    elsewhere: str  # IDs that no case can show, which other tests are for
    options: str = ""
    editions: str = ""
    events: str = ""


class Ground(NamedTuple):
    """All of it: tables to play random games at, the track that simulations use, and what the cases cover."""

    samples: tuple[Sample, ...]
    simulation_track: str
    coverage: Coverage


def find_ground(name: str) -> Ground | None:
    """Return the ground of a game, None if it has none."""
    if find_spec(f"tests.{name}") is None or find_spec(f"tests.{name}.ground") is None:
        return None
    module = import_module(f"tests.{name}.ground")
    return Ground(module.SAMPLES, module.SIMULATION_TRACK, module.COVERAGE)


# A game without a ground fails one test, which says what it lacks (test_new_game.py); the others leave it out.
GROUNDS = {name: ground for name in NAMES if (ground := find_ground(name)) is not None}


def format_board(board: Any) -> str:
    """Return a board as the text of its file, byte for byte; the game's `parse_board` takes it back."""
    return join_board(board.header, board.lines)
