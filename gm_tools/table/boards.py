"""Shipped tracks found by forgiving names, boards read from files or standard input."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm_tools import games
from gm_tools.core.boards import drop_common_indent, split_board
from gm_tools.core.game import Game
from gm_tools.core.i18n import N_, _
from gm_tools.core.paths import fold_name, folder
from gm_tools.core.problems import InputError, Problem, in_file
from gm_tools.core.text import did_you_mean, find_nearest
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.assign import SeatChoice, seat_choice
from gm_tools.table.files import read_input


class BoardFile(NamedTuple):
    """The text of a board file and what it is called: a shipped track's name, or the path given."""

    name: str
    text: str


def tracks(game: str = "") -> list[tuple[str, str]]:
    """Return game and name of every shipped track (of one game), in alphabetical order."""
    names = [game] if game else games.NAMES
    return sorted((name, path.stem) for name in names for path in folder("tracks").glob(f"{name}/*.txt"))


def track_text(game: str, name: str) -> str:
    """Return the text of a shipped track."""
    return (folder("tracks") / game / f"{name}.txt").read_text(encoding="utf-8")


def smallest_track(game: str) -> str:
    """Return the text of the smallest shipped track of a game: what a new one is begun with."""
    return min((track_text(*track) for track in tracks(game)), key=len)


def find_track(name: str, game: str = "") -> tuple[str, str]:
    """Return game and name of the shipped track that `name` means; raise InputError with the nearest one.

    Case, blanks, dashes and underscores do not matter: `Dust Bowl` is `dust-bowl`.
    """
    known = tracks(game)
    found = [track for track in known if fold_name(track[1]) == fold_name(name)]
    if len(found) > 1:
        games = ", ".join(track[0] for track in found)
        raise InputError(
            _("several games have a track {name!r}", name=name), allowed=_("--game with one of {games}", games=games)
        )
    if found:
        return found[0]
    near = find_nearest(fold_name(name), [fold_name(track[1]) for track in known])
    hint = next((did_you_mean(track[1], [track[1]]) for track in known if near and fold_name(track[1]) == near), "")
    message = N_("there is no track {name!r} of {game}{hint}") if game else N_("there is no track {name!r}{hint}")
    names = ", ".join(track[1] for track in known) or _("none is shipped")
    raise InputError(
        _(message, name=name, game=game, hint=hint),
        allowed=_("{names}, or the path of a file", names=names),
    )


def read_board(track: str, game: str = "", *, pasted: bool = False) -> BoardFile:
    """Return the board that `track` means: a dash is standard input, then a shipped track's name, then a path."""
    if track == "-" or _is_path(track):
        name, text = _("standard input") if track == "-" else track, read_input(track)
    else:
        shipped, name = find_track(track, game)
        text = track_text(shipped, name)
    return BoardFile(name, drop_common_indent(text) if pasted else text)


def find_board(track: str, game: str = "") -> tuple[Game[Any, Any, Any], BoardFile]:
    """Return the board that `track` means, as `read_board` does, and the game that it is for.

    Raises InputError if that is not known.
    """
    board = read_board(track, game)
    of = game if track == "-" or _is_path(track) else find_track(track, game)[0]
    with in_file("" if of else board.name):
        return game_of_file(board, of), board


def choice_on(game: Game[Any, Any, Any], board: BoardFile, options: Mapping[str, Any]) -> SeatChoice:
    """Return what players can ask for on a board; raise InputError for a board that cannot be read."""
    with in_file(board.name):
        return seat_choice(game, game.parse_board(board.text), options)


def find_faults(board: BoardFile, game: str = "", seats: int = 0) -> tuple[Problem, ...]:
    """Return every fault of a board file that would spoil a game of so many seats, each at its place.

    With 0 seats, any number will do. What cannot be read at all is one fault. Raises InputError for a game that there
    is not, or that nothing names.
    """
    if game:
        games.find(game)
    try:
        found = game_of_file(board, game)
        return tuple(found.check_board(found.parse_board(board.text), seats))
    except InputError as error:
        if error.status != 2 or error.file:
            raise
        head = Problem("invalid", "", _say_error(error), line=error.line, column=error.column)
        return tuple(error.problems) or (head,)


def game_of_file(board: BoardFile, game: str) -> Game[Any, Any, Any]:
    """Return the game that a board file is for: the one asked for, else the one that its front matter names."""
    named = game or split_board(board.text).front.get("game", "")
    if not isinstance(named, str) or not named:
        raise InputError(
            _("does not say which game it is for"),
            file=board.name,
            allowed=_("game = … in the file, or --game: {names}", names=", ".join(games.NAMES)),
        )
    return games.find(named)


def _say_error(error: InputError) -> str:
    text = f"{error.key}: {error.message}" if error.key else error.message
    return text + error.format_hint() if error.allowed else text


def _is_path(track: str) -> bool:
    return "/" in track or "\\" in track or track.endswith(".txt") or Path(track).is_file()
