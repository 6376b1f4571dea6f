"""Snapshots: the copy of a table that a player tries orders on, made from what that player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.game import Game, Seat, check_options
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import known_keys, parse_toml, take
from gm_tools.games import find
from gm_tools.table.store import seat_of
from gm_tools.table.table_file import check_names, check_version, format_board_text, read_board, take_language
from gm_tools.table.toml_writer import joined, pairs, rows, section
from gm_tools.table.values import take_tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.table.store import Table

FORMAT = 1
_KEYS = (
    "format",
    "name",
    "game",
    "rules_version",
    "turn",
    "viewer",
    "language",
    "board",
    "options",
    "seats",
    "position",
)


class Snapshot(NamedTuple):
    """What a viewer (a seat's mark or `public`) may know of a table after a turn: no seed, no draws, no orders in hand."""

    name: str
    game: Game[Any, Any, Any]
    board: Any
    board_text: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    turn: int
    position: Any
    viewer: str
    language: str = ""


def snapshot(table: Table, viewer: str = PUBLIC) -> str:
    """Return the text of a snapshot for a seat or for everybody; `open_snapshot` reads it. The GM's view is no copy to give."""
    if viewer == GM:
        raise InputError(
            _("found {value!r}", value=GM), key="viewer", allowed=_("public, or a seat: what the GM knows is secret")
        )
    if viewer != PUBLIC:
        viewer = seat_of(table, viewer).mark
    game = table.game
    head: dict[str, Any] = {
        "format": FORMAT,
        "name": table.name,
        "game": game.name,
        "rules_version": game.version,
        "turn": table.turn,
        "viewer": viewer,
        "language": table.language or None,
    }
    lines = [*pairs(head), format_board_text(table.board_text)]
    if table.options:
        lines += section("options", table.options)
    lines += rows("seats", ({"mark": seat.mark, "player": seat.player} for seat in table.seats))
    return joined([*lines, *section("position", game.dump_position(game.view(table.position, viewer)))])


def open_snapshot(text: str, file: str = "") -> Snapshot:
    """Return a snapshot from its text; raise InputError with `file`, key, what was found and what is allowed."""
    try:
        data = parse_toml(text)
        known_keys(data, _KEYS)
        if take(data, "format", int) != FORMAT:
            raise InputError(_("found {value}", value=data["format"]), key="format", allowed=str(FORMAT))
        return _load(data)
    except InputError as error:
        raise error.within(file) from None


def _load(data: Mapping[str, Any]) -> Snapshot:
    game = find(take(data, "game", str))
    check_version(game, take(data, "rules_version", int))
    board_text = take(data, "board", str)
    board = read_board(game, board_text)
    options = take(data, "options", dict, {})
    try:
        check_options(game, options)
    except InputError as error:
        raise error.within("", "options") from None
    seats = []
    for at, row in enumerate(take_tables(data, "seats"), 1):
        try:
            known_keys(row, ("mark", "player"))
            seats.append(Seat(take(row, "mark", str), take(row, "player", str)))
        except InputError as error:
            raise error.within("", f"seats #{at}") from None
    check_names(seats)
    viewer = take(data, "viewer", str)
    viewers = [PUBLIC, *(seat.mark for seat in seats)]
    if viewer not in viewers:
        raise InputError(_("found {value!r}", value=viewer), key="viewer", allowed=", ".join(viewers))
    try:
        position = game.load_position(take(data, "position", dict), board)
    except InputError as error:
        raise error.within("", "" if error.key.startswith("position") else "position") from None
    turn = take(data, "turn", int)
    name, language = take(data, "name", str), take_language(data)
    return Snapshot(name, game, board, board_text, options, tuple(seats), turn, position, viewer, language)
