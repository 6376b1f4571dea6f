"""A turn file read back before it is written: what a table stands on can always be opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.table.turn_file import TurnFile, file_name, parse_turn
from gm_tools.table.values import plain

if TYPE_CHECKING:
    from gm_tools.table.table_file import Table


def check_read_back(text: str, record: TurnFile, table: Table) -> None:
    """Raise InputError if the text of a turn file, which is about to be written, is not read back as what it was made of.

    That would be a bug of a game or of this program. The caller has written nothing yet, so the table stays as it was.
    """
    name = file_name(record.turn, record.amendment)
    try:
        found = parse_turn(text, record.turn, record.amendment)
        position = table.game.load_position(found.position, table.board)
        awaited = set(table.game.awaited(position)) - set(found.seats)
        if awaited and not table.game.is_over(position):
            raise InputError(_("the game waits for {names}, who has no seat", names=", ".join(sorted(awaited))))
        again = plain(table.game.dump_position(position))
    except InputError as error:
        raise _bug(name, str(error)) from None
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
        raise _bug(name, _("{keys} would not be the same", keys=", ".join(wrong)))


def _bug(name: str, why: str) -> InputError:
    message = _(
        "this is a bug in gm_tools: {file} could not have been read back after writing ({why}). Nothing was written, and the table is as it was. Please report it, with a copy of the table's folder",
        file=name,
        why=why,
    )
    return InputError(message)
