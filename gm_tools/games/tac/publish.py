"""A game under way as a board file: all that everybody may know of it, and nothing else (rules T14.1, T14.2)."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from gm_tools.core.boards import join_board
from gm_tools.core.events import PUBLIC
from gm_tools.games.tac.notation import format_cells
from gm_tools.games.tac.picture import draw, picture_text
from gm_tools.games.tac.position import NOBODY, view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.games.tac.position import Position


def board_file(position: Position, players: Mapping[str, str]) -> str:
    """Return the board file of a game, `players` being the names by seat; `parse_board` reads it.

    Keys whose value is false or empty are left out. Works on a view as well as on the game master's position.
    """
    seen = view(position, PUBLIC)
    letters, settings, last = seen.letters, seen.settings, seen.last
    use = [letters[seat] for seat in seen.use]
    is_dealt = seen.phase in ("swap", "play")
    front: dict[str, Any] = {
        "game": "tac",
        "variant": settings.variant,
        "edition": settings.edition,
        "play_on": settings.play_on,
        "ring": seen.track.ring,
        "seats": list(letters),
        "use": use,
        "people": {letter: players[letter] for letter in use if letter in players},
        "dealer": letters[seen.dealer],
        "turn": letters[seen.turn] if seen.turn != NOBODY else "",
        "decider": letters[seen.decider] if seen.decider != NOBODY else "",
        "phase": seen.phase if seen.phase != "deal" else "",
        "deal": seen.deal,
        "stack": len(seen.rest),
        "cards": {letter: len(hand) for letter, hand in zip(letters, seen.hands, strict=True) if letter in use},
        "laid": seen.laid,
        "pos": format_cells(seen.track, seen.cells, letters),
        "can": {letter: seen.can[letters.index(letter)] for letter in use} if is_dealt else {},
        "swapped": [letter for letter, card in zip(letters, seen.swaps, strict=True) if card],
        "last": last.card if last is not None else "",
        "undo": format_cells(seen.track, last.restore, letters)
        if last is not None and last.restore is not None
        else "",
        "barred": last is not None and last.barred,
        "skip": seen.skip,
        "must_tac": seen.must_tac,
        "follow": seen.follow,
        "places": ["".join(letters[seat] for seat in team) for team in seen.places],
        "talk": settings.talk,
    }
    header = "\n".join(f"{key} = {_toml(value)}" for key, value in front.items() if value)
    return join_board(header, ("", *picture_text(draw(seen.track, seen.cells, letters, seen.use))))


def _toml(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
