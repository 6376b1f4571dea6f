"""Small simulations to test with: games that are over in milliseconds."""

from __future__ import annotations

from json import dumps
from typing import Any

from gm_tools.games import find
from gm_tools.simulate.play import Series, series_of
from gm_tools.simulate.setup import RANDOM, Setup, dump_setup
from gm_tools.table.boards import track_text


def a_setup(
    game: str = "monza",
    track: str = "pine_oval",
    seats: int = 0,
    options: dict[str, Any] | None = None,
    bots: tuple[str, ...] = (RANDOM,),
    max_turns: int = 40,
) -> Setup:
    """Return a set-up on a shipped track."""
    found = find(game)
    assert found.tally is not None
    text = track_text(game, track)
    chosen = options or {}
    places = found.tally().seats(found.parse_board(text), chosen, seats)
    return Setup(game, track, text, places, chosen, bots, "test", max_turns)


def a_series(setup: Setup) -> Series:
    """Return what a worker makes of a set-up."""
    return series_of(dump(setup))


def dump(setup: Setup) -> str:
    """Return a set-up as it is sent to workers."""
    return dumps(dump_setup(setup))


def an_outcome(number: int, seats: int = 3) -> dict[str, Any]:
    """Return a game that was won by whoever started first."""
    return {
        "game": number,
        "turns": 10 + number,
        "over": True,
        "sides": [[slot] for slot in range(seats)],
        "seats": list(range(seats)),
        "won": [0],
        "won_at": 10,
        "led_at": 3,
        "leads": 2,
        "overtakes": 5,
        "counts": {"moves": 7},
        "tiles": {"moves": {"4": 6, "12": 1}},
    }
