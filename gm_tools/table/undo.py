"""A turn or an amendment taken back: it stays on record, and its orders are in hand again."""

from __future__ import annotations

from pathlib import Path

from gm_tools.core.deadline import Deadline
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.deadline_file import bring_back, keep_next_deadline
from gm_tools.table.hand_file import Posted, write_hand
from gm_tools.table.known_draws import known_key
from gm_tools.table.store import (
    load_position,
    open_table,
    read_record,
    turn_files,
    writing,
)
from gm_tools.table.table_file import Table
from gm_tools.table.turn_file import Dropped, TurnFile, Used
from gm_tools.table.undone_files import keep
from gm_tools.table.values import clean_text


class Undone(NamedTuple):
    """What was taken back.

    `orders` are those in hand again because of it, `table` is the one after, `deadline` its deadline, if that is back
    too.
    """

    turn: int
    amendment: int
    orders: tuple[Posted, ...]
    table: Table
    deadline: Deadline | None = None


def undo(path: str | Path, reason: str = "", *, opened: bool = False) -> Undone:
    """Take back the last turn, its orders back in hand, or the last amendment; raise InputError before turn 1.

    The `reason` is for everybody: the post of the turn resolved again says it. Where the turn, or one taken back before
    it, has opened the key of what is hidden in the turn before, that stays known: it is refused unless the game is to
    go on with `opened` cards.

    The orders are written first and the file is renamed then (undone_files.py): after a crash between the two, the turn
    stands and the orders are known by their numbers to be used. The deadline of the turn comes back last, with its zone
    and the table's timer; after a crash before that it is known to be the one that counts (deadline_file.py).
    """
    folder = Path(path)
    reason = clean_text(reason, "--reason", lines=False) if reason.strip() else ""
    with writing(folder, as_seen=True) as table:
        if (table.turn, table.amendment) == (0, 0):
            raise InputError(_("there is no turn to take back"), file=str(folder), status=1)
        before = _look_before(folder, table)
        if not opened and not table.amendment:
            _refuse_opened(table, before)
        restored: tuple[Posted, ...] = ()
        if not table.amendment:
            record = read_record(table, table.turn)
            keep_next_deadline(folder, table.turn)
            rows: list[Used | Dropped] = [*record.orders, *record.dropped]
            orders = [
                Posted(row.number, row.seat, row.text, row.source, table.turn, row.edited, row.only)
                for row in rows
                if row.number
            ]
            restored = tuple(sorted(orders))
            hand = tuple(sorted({one.number: one for one in (*restored, *table.hand)}.values()))
            write_hand(table._replace(hand=hand), table.turn)
        keep(folder, table.turn, table.amendment, reason)
        deadline = None if table.amendment else bring_back(folder, table.turn)
        return Undone(table.turn, table.amendment, restored, open_table(folder), deadline)


def _refuse_opened(table: Table, before: TurnFile) -> None:
    """Raise InputError if what is hidden after the turn before is known by a key.

    The turn to be taken back, or one that was, has opened it.
    """
    record = read_record(table, table.turn, whole=False)
    if not known_key(table, before, [record]):
        return
    message = _(
        "turn {turn} has opened what was hidden before it: whoever has read its post knows the cards now in play",
        turn=table.turn,
    )
    allowed = _("--opened, if the game is to go on with cards that are known; its posts say so then")
    raise InputError(message, file=str(table.path), allowed=allowed, status=1)


def _look_before(folder: Path, table: Table) -> TurnFile:
    """Return the file that the table would stand on again.

    Raises InputError if it cannot be used: then nothing is taken back.
    """
    earlier = turn_files(folder)[-2]
    try:
        record = read_record(table, *earlier)
        load_position(table, record)
    except InputError as error:
        error.allowed += "; " if error.allowed else ""
        error.allowed += _("restore it from a backup first; nothing was taken back")
        raise
    return record
