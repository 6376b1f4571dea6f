"""What was taken back, kept as `turn-007.undone-1.toml`.

An erratum says what has changed since; nothing else reads these files. The number counts how often something of that
turn was taken back; an amendment is `turn-007.amend-1.undone-2.toml`.
"""

from __future__ import annotations

import re
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, in_file
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import list_names, read_text, rename
from gm_tools.table.record_file import read_rows, write_rows
from gm_tools.table.store import Turn, load_position, read_record, read_turn, turn_files
from gm_tools.table.table_file import Table
from gm_tools.table.turn_file import TurnFile, file_name, parse_turn

_NAME = r"turn-(\d{3,})(?:\.amend-(\d+))?\.undone-(\d+)\.toml"
REASONS = "undone.toml"


class UndoneReason(NamedTuple):
    """Why a file was taken back, as the game master said it, to be read by everybody."""

    file: str
    reason: str = ""


def read_reasons(folder: Path) -> dict[str, str]:
    """Return why files were taken back, by file; raise InputError with file and key."""
    return {row.file: row.reason for row in read_rows(UndoneReason, folder / REASONS, "undone")}


class UndoneFile(NamedTuple):
    """A file taken back.

    `number` counts what was taken back of its turn, this file included; `amendment` is 0 for the turn itself.
    """

    turn: int
    number: int
    amendment: int
    name: str


class Before(NamedTuple):
    """A turn as it was before something of it was taken back or amended.

    `file` is the one that it ends with.
    """

    turn: Turn
    amendments: tuple[Turn, ...]
    file: str


def list_undone(folder: Path) -> list[UndoneFile]:
    """Return what was taken back at a table, by turn, the first taken back first."""
    found = [match for name in list_names(folder) if (match := re.fullmatch(_NAME, name))]
    return sorted(UndoneFile(int(match[1]), int(match[3]), int(match[2] or 0), match[0]) for match in found)


def keep(folder: Path, turn: int, amendment: int, reason: str = "") -> None:
    """Take a turn or an amendment back: its file gets a name that no turn has. All at once, or not at all.

    The reason is written first: one for a file that is not there says nothing.
    """
    number = max((one.number for one in list_undone(folder) if one.turn == turn), default=0) + 1
    new = undone_name(turn, amendment, number)
    if reason:
        reasons = read_reasons(folder) | {new: reason}
        write_rows(folder / REASONS, "undone", [UndoneReason(*row) for row in sorted(reasons.items())])
    rename(folder / file_name(turn, amendment), folder / new)


def undone_name(turn: int, amendment: int, number: int) -> str:
    """Return the name of a file that was taken back: `turn-007.undone-1.toml`."""
    return f"{file_name(turn, amendment).removesuffix('.toml')}.undone-{number}.toml"


class LastUndone(NamedTuple):
    """A turn as it was resolved the last time before it was taken back, its file, and how often it was taken back."""

    turn: Turn
    file: str
    times: int
    reason: str = ""


def undone_records(table: Table, turn: int) -> list[TurnFile]:
    """Return a turn as it was each time before it was taken back.

    Raises InputError if a file that was kept of it cannot be used.
    """
    return [_record(table, one) for one in list_undone(table.path) if (one.turn, one.amendment) == (turn, 0)]


def undone_openings(table: Table) -> list[TurnFile]:
    """Return the turns that were taken back and that had opened a key of hidden draws.

    Raises InputError as `undone_records` does.
    """
    found = [_record(table, one, whole=False) for one in list_undone(table.path) if not one.amendment]
    return [record for record in found if record.hidden_key]


def last_undone(table: Table, turn: int) -> LastUndone | None:
    """Return a turn as it was when it was last taken back, without its amendments; None if it never was.

    Raises InputError if the file that was kept of it cannot be used.
    """
    found = [one for one in list_undone(table.path) if (one.turn, one.amendment) == (turn, 0)]
    if not found:
        return None
    record = _record(table, found[-1])
    reason = read_reasons(table.path).get(found[-1].name, "")
    undone = Turn(record, _position_before(table, turn), load_position(table, record))
    return LastUndone(undone, found[-1].name, len(found), reason)


def read_before(table: Table, turn: int) -> Before | None:
    """Return a turn as it stood before it was last taken back.

    One that never was is returned as resolved, before its amendments; None if it has none. What was taken back step by
    step, amendments first and then the turn, was taken back once.
    """
    gone = [one for one in list_undone(table.path) if one.turn == turn]
    if not gone:
        if (turn, 1) not in turn_files(table.path):
            return None
        return Before(read_turn(table, turn), (), file_name(turn))
    last = gone.pop()
    while gone and gone[-1].amendment == last.amendment + 1:
        last = gone.pop()
    records = [_record(table, last)]
    for amendment in reversed(range(last.amendment)):
        later = [one for one in list_undone(table.path) if one[:1] == (turn,) and one.number > last.number]
        same = next((one for one in later if one.amendment == amendment), None)
        records.append(_record(table, same) if same else read_record(table, turn, amendment))
    turns = []
    position = _position_before(table, turn)
    for record in reversed(records):
        turns.append(Turn(record, position, load_position(table, record)))
        position = turns[-1].after
    return Before(turns[0], tuple(turns[1:]), last.name)


def _position_before(table: Table, turn: int) -> object:
    """Return the position before a turn, as it is now; None before turn 0."""
    earlier = [place for place in turn_files(table.path) if place[0] < turn]
    if not earlier:
        return None
    return load_position(table, read_record(table, *earlier[-1]))


def read_undone(folder: Path, one: UndoneFile, *, whole: bool = False) -> TurnFile:
    """Return what the file of a turn that was taken back holds, `whole` with draws and events.

    Raises InputError if it cannot be used.
    """
    path = folder / one.name
    with in_file(path):
        return parse_turn(read_text(path), one.turn, one.amendment, whole=whole)


def _record(table: Table, one: UndoneFile, *, whole: bool = True) -> TurnFile:
    record = read_undone(table.path, one, whole=whole)
    if record.table != table.commitment:
        message, file = _("found {value!r:.80}", value=record.table), str(table.path / one.name)
        raise InputError(message, file=file, key="table", allowed=table.commitment)
    return record
