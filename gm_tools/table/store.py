"""A table opened: `table.toml`, the last turn file and the orders in hand, read into one `Table`.

Opening costs the same however long the game is: of the turn files only the last one is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, in_file
from gm_tools.core.text import did_you_mean
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.files import (
    LOCK,
    SECRET,
    SETUP,
    clear_unfinished,
    encode,
    exists,
    list_names,
    lock_folder,
    read_text,
    write_atomic,
)
from gm_tools.table.hand_file import FILE as ORDERS
from gm_tools.table.hand_file import Hand, parse_hand, write_hand
from gm_tools.table.table_file import (
    FILE,
    Table,
    check_folder,
    check_marks,
    check_version,
    marks_of,
    read_table_file,
)
from gm_tools.table.turn_file import (
    TurnFile,
    done_texts,
    file_name,
    format_turn,
    missed_counts,
    parse_file_name,
    parse_turn,
)
from gm_tools.table.values import to_plain

# What Git is told to leave out: accounts are private, and pages that were fetched or pasted may show what others do not
# see.
IGNORED = f"{SECRET}\n{LOCK}\naccounts.toml\nthread/\npasted/\n*.new\n"
_IGNORED_BEFORE = frozenset(
    f"{SECRET}\n{LOCK}\n{rows}*.new\n" for rows in ("", "accounts.toml\n", "accounts.toml\nthread/\n")
)


class Turn(NamedTuple):
    """One turn, or one amendment of it: what its file holds, and the positions around it (none before turn 0)."""

    record: TurnFile
    before: Any
    after: Any

    @property
    def players(self) -> dict[str, str]:
        """Return who had the seats then, or which bot; empty for files from before that was recorded."""
        return dict(zip(self.record.seats, self.record.players, strict=False))


def open_table(path: str | Path) -> Table:
    """Return the table in a folder; raise InputError with file, key, what was found and what is allowed.

    Needs no lock: what a writer changes in the meantime is noticed by the names of the files, and read again. The
    last turn file is read as far as the table needs it: its draws and events are for reports and for `verify`.
    """
    folder = Path(path)
    check_folder(folder)
    while True:
        places = turn_files(folder)
        try:
            return _open(folder, places)
        except InputError:
            if turn_files(folder) == places:
                raise


def _open(folder: Path, places: Sequence[tuple[int, int]]) -> Table:
    table = read_table_file(folder)
    record = read_record(table, *last_of(folder, places), whole=False)
    position = load_position(table, record)
    check_awaited(table, record, position)
    hand, needs_cleanup = read_hand(table, record)
    return table._replace(
        turn=record.turn,
        amendment=record.amendment,
        position=position,
        hand=hand.orders,
        number=hand.number,
        needs_cleanup=needs_cleanup,
        missed=missed_counts(record),
    )


@contextmanager
def writing(path: str | Path, *, as_seen: bool = False) -> Iterator[Table]:
    """Open a table to change it, every other writer kept out until the end.

    What is meant for the last turn or the next one is for the table `as_seen`: raises InputError if another writer that
    was waited for has made another turn of it.
    """
    folder = Path(path)
    check_folder(folder)
    seen = turn_files(folder) if as_seen else []
    with lock_folder(folder):
        if as_seen and turn_files(folder) != seen:
            message = _("another program has just written or taken back a turn; nothing was changed")
            allowed = _("the command again, once you have looked at the table")
            raise InputError(message, file=str(folder), allowed=allowed, status=1)
        names = list_names(folder)
        clear_unfinished(folder, names)
        if ".gitignore" in names:
            _renew_ignored(folder / ".gitignore")
        yield open_table(folder)


def _renew_ignored(path: Path) -> None:
    """Bring the `.gitignore` that an earlier version wrote up to date; one that somebody changed is left as it is."""
    if read_text(path) in _IGNORED_BEFORE:
        write_atomic(path, encode(IGNORED, path))


def format_checked(table: Table, record: TurnFile) -> str:
    """Return the text of a turn file, so that what is written can be opened.

    Raises InputError if it is not read back as what it was made of. That would be a bug of a game or of this program.
    The caller has written nothing yet, so the table stays as it was.
    """
    text = format_turn(record)
    try:
        found = parse_turn(text, record.turn, record.amendment)
        position = table.game.load_position(found.position, table.board)
        check_awaited(table, found, position)
        again = to_plain(table.game.dump_position(position))
    except InputError as error:
        raise _bug(record, str(error)) from None
    pairs = {
        "position": (record.position, again),
        "orders": (record.orders, found.orders),
        "dropped": (record.dropped, found.dropped),
        "missed": (dict(record.missed), dict(found.missed)),
        "draws": (len(record.draws), len(found.draws)),
        "events": (len(record.events), len(found.events)),
    }
    wrong = [key for key, (written, read) in pairs.items() if written != read]
    if wrong:
        raise _bug(record, _("{keys} would not be the same", keys=", ".join(wrong)))
    return text


def _bug(record: TurnFile, why: str) -> InputError:
    message = N_(
        "this is a bug in gm_tools: {file} could not have been read back after writing ({why}). Nothing was written, and the table is as it was. Please report it, with a copy of the table's folder"
    )
    return InputError(_(message, file=file_name(record.turn, record.amendment), why=why))


def write_turn(table: Table, record: TurnFile) -> None:
    """Write a turn file: from now on it is the last one. The table is as it was before, its lock is held.

    This one file is the turn. That its orders are used is known by their numbers in it, and the next order put in hand
    clears them away. Where none was since the turn before, that is done first: the turn after would not know them.
    """
    path = table.path / file_name(record.turn, record.amendment)
    data = encode(format_checked(table, record), path)
    if table.needs_cleanup:
        write_hand(table)
    write_atomic(path, data)


def turn_files(folder: Path) -> list[tuple[int, int]]:
    """Return turn and amendment of all turn files in a folder, in the order in which they were written."""
    return sorted(place for place in map(parse_file_name, list_names(folder)) if place is not None)


def missing_turns(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the turns and amendments whose files are missing from the row, in order; turn 0 if there is none at all."""
    turn, amendment = -1, 0
    for at, number in places or [(1, 0)]:
        yield from ((gap, 0) for gap in range(turn + 1, at + (number > 0)))
        yield from ((at, gap) for gap in range(amendment + 1 if at == turn else 1, number))
        turn, amendment = at, number


def is_set_up(folder: Path) -> bool:
    """Tell whether a table's set-up has been drawn, and does not wait for a round of the beacon (table/set_up.py)."""
    return not exists(folder / SETUP) or bool(turn_files(folder))


def last_of(folder: Path, places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the last turn and amendment; raise InputError naming the first file missing from the row."""
    if not places and not is_set_up(folder):
        message = _("the set-up is not drawn yet: it waits for a round of the beacon")
        raise InputError(message, file=str(folder), allowed=_("gm resolve TABLE once it is out"), status=1)
    gap = next(missing_turns(places), None)
    if gap is not None:
        raise InputError(
            _("is missing"),
            file=str(folder / file_name(*gap)),
            allowed=_("every turn file from turn-000.toml on: restore it from a backup"),
        )
    return places[-1]


def read_record(table: Table, turn: int, amendment: int = 0, *, whole: bool = True) -> TurnFile:
    """Return what a turn file holds; raise InputError if it is not a whole turn file of this table."""
    path = table.path / file_name(turn, amendment)
    text = read_text(path)
    with in_file(path):
        record = parse_turn(text, turn, amendment, whole=whole)
        if record.table != table.commitment:
            raise InputError(
                _("found {table!r:.80}: a file of another table", table=record.table),
                key="table",
                allowed=_("{commitment}, the commitment in {file}", commitment=table.commitment, file=FILE),
            )
        if record.game != table.game.name:
            raise InputError(_("found {value!r}", value=record.game), key="game", allowed=table.game.name)
        check_version(table.game, record.rules_version)
    check_marks(table, record.seats)
    return record


def load_position(table: Table, record: TurnFile) -> Any:
    """Return the position in a turn file; raise InputError with file and key."""
    with in_file(table.path / file_name(record.turn, record.amendment), "position"):
        return table.game.load_position(record.position, table.board)


def check_awaited(table: Table, record: TurnFile, position: Any) -> None:
    """Raise InputError if the game waits for somebody who has no seat: the position was edited by hand."""
    marks = marks_of(table.seats)
    strangers = [seat for seat in table.game.awaited(position) if seat not in marks]
    if strangers and not table.game.is_over(position):
        raise InputError(
            _("the game waits for {names}, who has no seat", names=", ".join(strangers)),
            file=str(table.path / file_name(record.turn, record.amendment)),
            key="position",
            allowed=", ".join(marks),
        )


def read_hand(table: Table, last: TurnFile) -> tuple[Hand, bool]:
    """Return the orders in hand, and whether the file is to be written anew before the next turn is.

    The file is to be written anew if it holds orders that the last turn has dealt with, or orders written by hand that
    have no number yet.
    """
    path = table.path / ORDERS
    if not exists(path):
        raise InputError(
            _("is missing"), file=str(path), allowed=_("a file with the line format = 1, if no order is in hand")
        )
    texts = done_texts(last)
    with in_file(path):
        hand = parse_hand(read_text(path), last.turn + 1, max(texts, default=0) + 1)
        if hand.turn > last.turn + 1:
            raise InputError(
                _(
                    "found {turn}, but {file} is missing: the last turn here is {last}",
                    turn=hand.turn,
                    file=file_name(hand.turn - 1),
                    last=last.turn,
                ),
                key="turn",
                allowed=_("{turn} (or restore the file from a backup; gm undo takes turns back)", turn=last.turn + 1),
            )
        marks = marks_of(table.seats)
        for at, posted in enumerate(hand.orders, 1):
            if posted.seat not in marks:
                message = _("found {value!r}{hint}", value=posted.seat, hint=did_you_mean(posted.seat, list(marks)))
                raise InputError(message, key=f"order #{at}.seat", allowed=", ".join(marks))
            if texts.get(posted.number, posted.text) != posted.text:
                raise InputError(
                    _(
                        "found {number}, the number of an order that {file} has dealt with",
                        number=posted.number,
                        file=file_name(last.turn),
                    ),
                    key=f"order #{at}.number",
                    allowed=_("no number for a new order: it gets the next one"),
                )
    left = tuple(posted for posted in hand.orders if posted.number not in texts)
    return Hand(last.turn + 1, hand.number, left), hand.unnumbered or len(left) < len(hand.orders)


def read_turn(table: Table, number: int, amendment: int = 0) -> Turn:
    """Return a turn or an amendment that was written; raise InputError if there is none."""
    places = turn_files(table.path)
    if (number, amendment) not in places:
        message = N_("there is no amendment {amendment} of turn {turn}") if amendment else N_("there is no turn {turn}")
        raise InputError(
            _(message, turn=number, amendment=amendment),
            file=str(table.path),
            allowed=_("turns 0 to {last}", last=table.turn),
        )
    at = places.index((number, amendment))
    record = read_record(table, number, amendment)
    earlier = read_record(table, *places[at - 1]) if at else None
    before = load_position(table, earlier) if earlier is not None else None
    return Turn(record, before, load_position(table, record))
