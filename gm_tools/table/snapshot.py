"""Snapshots: the copy of a table that a player tries orders on, made from what that player may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from gm_tools.core.events import GM, PUBLIC, Event, dump_event, load_event, view_events
from gm_tools.core.game import Game, Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, in_file
from gm_tools.core.record import FORMAT, Field, dump, parse_record
from gm_tools.core.stage import seat_of
from gm_tools.core.toml import join_lines, pairs, rows, section
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.digests import turn_digest
from gm_tools.table.store import read_record, turn_files
from gm_tools.table.table_file import Table, check_language, check_names, find_game, format_board_text, read_board


class _Player(NamedTuple):
    """A seat as a snapshot has it."""

    mark: str
    player: str


class ToldTurn(NamedTuple):
    """What everybody was told of a turn, in the order in which it happened."""

    turn: int
    events: tuple[Annotated[Event, Field(lambda row, _: load_event(row), lambda event, _: dump_event(event))], ...]


class SnapshotFile(NamedTuple):
    """The values in a snapshot, of which `Snapshot` is made."""

    name: str
    game: str
    rules_version: int
    turn: int
    viewer: str
    board: str
    position: Mapping[str, Any]
    language: Annotated[str, Field(check=check_language)] = ""
    beacon: str = ""
    key: str = ""
    digest: str = ""
    options: Mapping[str, Any] = {}
    seats: tuple[_Player, ...] = ()
    told: tuple[ToldTurn, ...] = ()


class Snapshot(NamedTuple):
    """What a viewer (a seat's mark or `public`) may know of a table after a turn: no seed, no draws, no orders in hand.

    `keys` tells that the draws come from a chain of keys, `beacon` that they wait for one. `told` are the last turns
    that its game shows something of; there are none in a snapshot from before they were kept.
    """

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
    keys: bool = False
    beacon: bool = False
    told: tuple[ToldTurn, ...] = ()

    def play_on(self, position: Any, events: Sequence[Event]) -> Snapshot:
        """Return the table after another turn."""
        told = (*self.told, ToldTurn(self.turn + 1, tuple(events)))
        return self._replace(position=position, turn=self.turn + 1, told=told[-1 - self.game.recalls :])


def snapshot(table: Table, viewer: str = PUBLIC) -> str:
    """Return the text of a snapshot for a seat or for everybody; `open_snapshot` reads it.

    The GM's view is no copy to give.
    """
    if viewer == GM:
        raise InputError(
            _("found {value!r}", value=GM), key="viewer", allowed=_("public, or a seat: what the GM knows is secret")
        )
    if viewer != PUBLIC:
        viewer = seat_of(table, viewer).mark
    game = table.game
    digest = turn_digest(table, table.turn)
    head: dict[str, Any] = {
        "format": FORMAT,
        "name": table.name,
        "game": game.name,
        "rules_version": game.version,
        "turn": table.turn,
        "viewer": viewer,
        "language": table.language or None,
        "beacon": table.beacon or None,
        "key": read_record(table, table.turn, whole=False).key or None,
        "digest": digest.line() if digest is not None else None,
    }
    lines = [*pairs(head), format_board_text(table.board_text)]
    if table.options:
        lines += section("options", table.options)
    lines += rows("seats", ({"mark": seat.mark, "player": seat.player} for seat in table.seats))
    lines += rows("told", map(dump, _last_turns(table)))
    return join_lines([*lines, *section("position", game.dump_position(game.view(table.position, viewer)))])


def _last_turns(table: Table) -> list[ToldTurn]:
    """Return what everybody was told of the last turn, and of those before it that the game recalls.

    What an amendment changed stands in the position.
    """
    found = {turn: list[Event]() for turn in range(max(0, table.turn - table.game.recalls), table.turn + 1)}
    for turn, amendment in turn_files(table.path):
        if turn in found:
            told = view_events(read_record(table, turn, amendment).events, PUBLIC)
            found[turn] += [event for event in told if event.kind != "amended"]
    return [ToldTurn(turn, tuple(events)) for turn, events in found.items()]


def open_snapshot(text: str, file: str = "") -> Snapshot:
    """Return a snapshot from its text; raise InputError with `file`, key, what was found and what is allowed."""
    with in_file(file):
        return _load(parse_record(SnapshotFile, text))


def _load(file: SnapshotFile) -> Snapshot:
    game = find_game(file)
    board = read_board(game, file.board)
    seats = tuple(Seat(*player) for player in file.seats)
    check_names(seats)
    viewers = [PUBLIC, *(seat.mark for seat in seats)]
    if file.viewer not in viewers:
        raise InputError(_("found {value!r}", value=file.viewer), key="viewer", allowed=", ".join(viewers))
    try:
        position = game.load_position(file.position, board)
    except InputError as error:
        raise error.within("", "" if error.key.startswith("position") else "position") from None
    same = {key: value for key, value in file._asdict().items() if key in Snapshot._fields}
    read = {"game": game, "board": board, "board_text": file.board, "seats": seats, "position": position}
    return Snapshot(**{**same, **read, "keys": bool(file.key), "beacon": bool(file.beacon)})
