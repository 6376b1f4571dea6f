"""Hidden draws whose key was published too early: a turn opened them, and was taken back.

They stay known; the posts say so. Nothing is drawn anew for that: a deck that is shuffled again would be a second
throw. So `gm undo` asks first, and while what a player holds comes from such a draw, each post names the key, so that
everybody can know what some may have read.
"""

from __future__ import annotations

from collections.abc import Collection

from gm_tools.core.i18n import N_, _
from gm_tools.table.keys import Opened, read_opened
from gm_tools.table.store import read_record, turn_files
from gm_tools.table.table_file import Table
from gm_tools.table.turn_file import TurnFile
from gm_tools.table.undone_files import undone_openings


def newest_opening(table: Table) -> Opened | None:
    """Return the hidden key that the turns of a table have opened last, by the rules; None if there is none."""
    if not table.hidden:
        return None
    records = (read_record(table, turn, whole=False) for turn, number in turn_files(table.path) if not number)
    return max((found for record in records if (found := read_opened(record, table))), default=None)


def known_key(table: Table, last: TurnFile, more: Collection[TurnFile] = ()) -> str:
    """Return the key that opens something which is still to be hidden after the turn `last`.

    The key is empty if nothing of that is known. The key is in a turn that was taken back, or in one of `more`, which
    are about to be. `last` may not be written yet.
    """
    return _find_known(table, last, (*undone_openings(table), *more)) if table.hidden else ""


def check_known(table: Table, record: TurnFile, undone: Collection[TurnFile]) -> list[str]:
    """Return that a turn does not say what is known of its hidden draws by turns that were taken back (`undone`).

    One taken back at a later turn may have been taken back after this one was posted.
    """
    before = [one for one in undone if one.turn <= record.turn]
    if record.known_key or record.amendment or not before or not _find_known(table, record, before):
        return []
    message = N_("known_key: is missing: turn {turn} was taken back, and had opened what is hidden")
    return [_(message, turn=before[-1].turn)]


def _find_known(table: Table, last: TurnFile, openings: Collection[TurnFile]) -> str:
    """Return the key of `known_key` from the turns that had opened something."""
    early = [found for record in openings if (found := read_opened(record, table))]
    newest: Opened | None = max(early, default=None)
    if newest is None:
        return ""
    records = [last]
    for turn, amendment in reversed(turn_files(table.path)):
        if turn < last.turn and not amendment:
            records.append(read_record(table, turn))
    for record in records:
        opened = read_opened(record, table)
        if opened is not None and opened.turn >= record.turn:
            return ""
        by_key = (draw for draw in record.draws if not draw.entered)
        if record.turn <= newest.turn and any(draw.kind in table.game.hidden_draws for draw in by_key):
            return newest.key.hex()
        if record.hidden_key:  # whatever was hidden before is open by the rules
            return ""
    return ""
