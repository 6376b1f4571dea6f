"""A game by bots as stills of a moving picture, so that a board can be seen driven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gm_tools.core.boards import split_board
from gm_tools.core.events import PUBLIC, Event, view_events
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.reports.base import first_drawing
from gm_tools.reports.stills import Still
from gm_tools.simulate.play import Series, play_game


def film_game(series: Series, progress: Callable[[int, int], None] = lambda _done, _count: None) -> list[Still]:
    """Return the first game of a simulation, a still for each turn; raise InputError if the game draws no boards.

    `progress(turns, most)` is told how far the game is.
    """
    setup, game, tally, __ = series
    name = split_board(setup.board).front.get("name") or setup.track
    stills: list[Still] = []
    turn = 0

    def look(events: Sequence[Event], position: Any) -> None:
        nonlocal turn
        if stills and tally.turns(position) == turn and not game.is_over(position):
            return  # in the middle of a turn, where seats act one after the other
        turn = tally.turns(position)
        view = game.view(position, PUBLIC)
        drawing = first_drawing(game.turn_blocks(view_events(events, PUBLIC), view))
        if drawing is None:
            raise InputError(_("{game} has no drawn board", game=game.name))
        stills.append(Still(f"{name}: {game.headline(view)}", drawing))
        progress(turn, setup.max_turns)

    play_game(series, 0, look)
    return stills
